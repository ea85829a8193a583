"""Tests of phones at a table of the window: switching on and off, and returning to a new host."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.network.stayers import Company, lay_of, network_threads, opened
from app.phones.clients import Phone
from greenbaize.app.phones import pacing
from greenbaize.app.phones import phones as phones_module
from greenbaize.app.phones.messages import Gone
from greenbaize.app.phones.shown import PhonesShown
from greenbaize.lan.announcement import Announcement
from lan.friends import until


@pytest.fixture(autouse=True)
def at_home(monkeypatch):
    """Announce nothing, use only this computer's address and pause for no event."""

    async def no(self, *args):
        return False

    monkeypatch.setattr(Announcement, "begin", no)
    monkeypatch.setattr(phones_module, "home_addresses", lambda: ["127.0.0.1"])
    for name in ("TRICK_S", "SCORE_S", "NEWS_S", "DEAL_S", "STEP_S"):
        monkeypatch.setattr(pacing, name, 0.0)


@pytest.fixture
def company():
    everybody = Company()
    yield everybody
    everybody.close()
    assert network_threads() == []


class Elsewhere:
    """Thread that runs phones while the test's thread processes the host's session."""

    def __init__(self, company):
        self._company = company
        self._pool = ThreadPoolExecutor(1)

    def run(self, doing):
        async def and_go():
            try:
                await doing()
            finally:
                everybody, Phone.here = Phone.here, []
                for phone in everybody:
                    await phone.close()

        done = self._pool.submit(asyncio.run, and_go())
        done.add_done_callback(lambda _: self._company.woken.set())
        self._company.until(done.done)
        done.result()


def switched_on(company, host):
    host.session.phones(on=True)
    company.until(lambda: host.session.phones_shown.on)
    shown = host.session.phones_shown
    assert isinstance(shown, PhonesShown)
    return shown


def where(shown):
    address, _, secret = shown.url.partition("/#")
    return int(address.rpartition(":")[2]), secret


def test_a_phone_plays_with_the_window(company):
    host = opened(company, lay_of("rank", bots="random"))
    shown = switched_on(company, host)
    assert shown.addresses == (shown.url,)

    async def play():
        anna = await Phone("Anna", *where(shown)).come()
        await anna.until(lambda screen: screen.stage == "result")

    Elsewhere(company).run(play)
    assert ("Anna",) in [one.names for one in host.heard if isinstance(one, PhonesShown)]
    company.until(lambda: host.place is not None and host.place.over)
    assert "Anna" in [one.name for one in host.place.header.sitters]


def test_switched_off_phones_are_told_and_no_port_is_open(company):
    host = opened(company, lay_of("rank", bots=""))
    shown = switched_on(company, host)

    async def watch():
        anna = await Phone("Anna", *where(shown), plays=False).come()
        await anna.until(lambda screen: screen.stage == "lobby")
        host.session.phones(on=False)
        await until(lambda: bool(anna.of(Gone)))
        gone = anna.of(Gone)[0]
        assert gone.again  # Until phones are switched on again.
        assert "come back by yourself" in gone.said
        await asyncio.wait_for(anna.connection.wait_closed(), 30)

    elsewhere = Elsewhere(company)
    elsewhere.run(watch)
    company.until(lambda: not host.session.phones_shown.on)

    async def knock():
        with pytest.raises(OSError):  # noqa: PT011  (it differs between systems)
            await Phone("Boris", *where(shown)).come()

    elsewhere.run(knock)
    company.until(lambda: [one.name for one in host.session.lobby.chairs if one.is_guest])
    assert "Anna" in [one.name for one in host.session.lobby.chairs]


@pytest.mark.slow
def test_a_host_that_was_ended_has_its_phones_back(company, tmp_path):
    host = opened(company, lay_of("damn", bots="random"))
    shown = switched_on(company, host)
    kept = {}

    async def begin():
        anna = await Phone("Anna", *where(shown)).come()
        anna.on_screen = lambda screen: setattr(anna, "plays", screen.stage == "lobby")
        screen = await anna.until(lambda screen: screen.ask is not None)
        kept.update(chair=anna.chair, hand="".join(one.card for one in screen.hand))

    elsewhere = Elsewhere(company)
    elsewhere.run(begin)
    record = host.place.record
    host.session.close()
    again = opened(company, record=record, plays=True)
    company.until(lambda: again.session.phones_shown.on)
    assert again.session.phones_shown.url == shown.url

    async def go_on():
        anna = Phone("Anna", *where(shown))
        anna.chair = kept["chair"]
        await anna.come()
        screen = await anna.until(lambda screen: screen.ask is not None)
        assert "".join(one.card for one in screen.hand) == kept["hand"]
        await anna.until(lambda screen: screen.stage == "result")

    elsewhere.run(go_on)
