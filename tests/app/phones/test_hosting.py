"""Tests of phones at a table of the window: switching on and off, and returning to a new host."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.network.random_players import (
    PlayerGroup,
    make_match_setup,
    open_hosted_table,
)
from app.phones.fake_phones import FakePhone
from greenbaize.app.phones import pacing
from greenbaize.app.phones import phone_service as phones_module
from greenbaize.app.phones.messages import DisconnectMessage
from greenbaize.app.phones.phones_state import PhonesState
from greenbaize.lan.announcement import TableAnnouncement
from lan.random_guests import wait_until


@pytest.fixture(autouse=True)
def fast_local_network(monkeypatch):
    """Announce nothing, use only this computer's address and pause for no event."""

    async def skip_start(self, *args):
        return False

    monkeypatch.setattr(TableAnnouncement, "start_announcing", skip_start)
    monkeypatch.setattr(phones_module, "find_home_addresses", lambda: ["127.0.0.1"])
    for name in (
        "TRICK_DISPLAY_S",
        "SCORE_DISPLAY_S",
        "NOTICE_DISPLAY_S",
        "DEAL_DISPLAY_S",
        "ACTION_DISPLAY_S",
    ):
        monkeypatch.setattr(pacing, name, 0.0)


@pytest.fixture
def player_group():
    group = PlayerGroup()
    yield group
    group.close()


class PhoneThread:
    """Thread that runs phones while the test's thread processes the host's session."""

    def __init__(self, group):
        self._company = group
        self._pool = ThreadPoolExecutor(1)

    def run_phones(self, function):
        async def run_and_close():
            try:
                await function()
            finally:
                open_phones, FakePhone.open_phones = FakePhone.open_phones, []
                for phone in open_phones:
                    await phone.close()

        future = self._pool.submit(asyncio.run, run_and_close())
        future.add_done_callback(lambda _: self._company.wake_event.set())
        self._company.process_until(future.done)
        future.result()


def switch_phones_on(group, host):
    host.session.switch_phones(on=True)
    group.process_until(lambda: host.session.phones_state.is_on)
    phones_state = host.session.phones_state
    assert isinstance(phones_state, PhonesState)
    return phones_state


def parse_link(phones_state):
    address, _, secret = phones_state.url.partition("/#")
    return int(address.rpartition(":")[2]), secret


def test_a_phone_plays_with_the_window(player_group):
    host = open_hosted_table(player_group, make_match_setup("rank", bots="random"))
    phones_state = switch_phones_on(player_group, host)
    assert phones_state.addresses == (phones_state.url,)

    async def play_match():
        anna = await FakePhone("Anna", *parse_link(phones_state)).connect_page()
        await anna.wait_until(lambda screen: screen.stage == "result")

    PhoneThread(player_group).run_phones(play_match)
    assert ("Anna",) in [item.names for item in host.log if isinstance(item, PhonesState)]
    player_group.process_until(lambda: host.player_view is not None and host.player_view.is_over)
    assert "Anna" in [item.name for item in host.player_view.header.players]


def test_switching_off_tells_the_phones_and_closes_the_port(player_group):
    host = open_hosted_table(player_group, make_match_setup("rank", bots=""))
    phones_state = switch_phones_on(player_group, host)

    async def join_until_gone():
        anna = await FakePhone("Anna", *parse_link(phones_state), plays_cards=False).connect_page()
        await anna.wait_until(lambda screen: screen.stage == "lobby")
        host.session.switch_phones(on=False)
        await wait_until(lambda: bool(anna.select_messages(DisconnectMessage)))
        gone_message = anna.select_messages(DisconnectMessage)[0]
        assert gone_message.again  # Until phones are switched on again.
        assert "come back by yourself" in gone_message.said
        await asyncio.wait_for(anna.connection.wait_closed(), 30)

    phone_thread = PhoneThread(player_group)
    phone_thread.run_phones(join_until_gone)
    player_group.process_until(lambda: not host.session.phones_state.is_on)

    async def try_to_connect():
        with pytest.raises(OSError):  # noqa: PT011  (it differs between systems)
            await FakePhone("Boris", *parse_link(phones_state)).connect_page()

    phone_thread.run_phones(try_to_connect)
    player_group.process_until(
        lambda: [chair.name for chair in host.session.lobby.chairs if chair.is_guest]
    )
    assert "Anna" in [chair.name for chair in host.session.lobby.chairs]


@pytest.mark.slow
def test_phones_return_to_a_host_that_is_opened_again(player_group, tmp_path):
    host = open_hosted_table(player_group, make_match_setup("damn", bots="random"))
    phones_state = switch_phones_on(player_group, host)
    first_state = {}

    async def play_until_question():
        anna = await FakePhone("Anna", *parse_link(phones_state)).connect_page()
        anna.on_screen = lambda screen: setattr(anna, "plays_cards", screen.stage == "lobby")
        screen = await anna.wait_until(lambda screen: screen.ask is not None)
        first_state.update(chair=anna.chair_secret, hand="".join(item.card for item in screen.hand))

    phone_thread = PhoneThread(player_group)
    phone_thread.run_phones(play_until_question)
    record_path = host.player_view.record_path
    host.session.close()
    reopened_host = open_hosted_table(player_group, record_path=record_path, plays_cards=True)
    player_group.process_until(lambda: reopened_host.session.phones_state.is_on)
    assert reopened_host.session.phones_state.url == phones_state.url

    async def return_and_finish():
        anna = FakePhone("Anna", *parse_link(phones_state))
        anna.chair_secret = first_state["chair"]
        await anna.connect_page()
        screen = await anna.wait_until(lambda screen: screen.ask is not None)
        assert "".join(item.card for item in screen.hand) == first_state["hand"]
        await anna.wait_until(lambda screen: screen.stage == "result")

    phone_thread.run_phones(return_and_finish)
