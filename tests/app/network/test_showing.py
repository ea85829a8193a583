"""Tests of tables whose host only shows them, and of spectator views beside a seat."""

from app.network.stayers import lay_of, opened
from app.network.test_session import over_at
from greenbaize.app.tables.public_view import PublicView
from greenbaize.games import GAMES
from greenbaize.lan.wire import Dismiss, Swap
from greenbaize.match.record import read_record


def shown(one, **wanted):
    """Return whether a player's lobby has these values."""
    lobby = one.session.lobby
    return lobby is not None and all(getattr(lobby, key) == value for key, value in wanted.items())


def test_a_host_without_a_chair_is_told_what_watchers_are_told(company):
    host = opened(company, lay_of(bots=""), shows=True)
    seats = lay_of(bots="").seats
    guests = [company.join(host, f"Guest {number}") for number in range(seats)]
    watcher = company.join(host, "", watch=True)
    company.until(over_at(host, watcher, *guests))
    assert host.place.seat is None
    assert sorted(one.place.seat for one in guests) == list(range(seats))
    assert bytes(host.place.told) == bytes(watcher.place.told)
    match = read_record(host.place.record.read_bytes(), GAMES)
    by_seat = {one.place.seat: one.session.lobby.chairs[one.place.seat].name for one in guests}
    assert [one.name for one in match.header.sitters] == [by_seat[seat] for seat in range(seats)]
    # The show-only host is not counted as a spectator.
    assert host.session.lobby.watchers == 1


def test_a_host_without_a_chair_keeps_the_table(company):
    host = opened(company, lay_of(bots=""), shows=True)
    anna = company.join(host, "Anna", eager=False)
    company.until(lambda: shown(anna, keeper=None) and shown(host, you=None, keeper=None))
    anna.session.send(lay_of(bots="easy"))
    company.until(
        lambda: any(getattr(one, "code", "") == "table-denied-keeper" for one in anna.heard)
    )
    host.session.send(lay_of(bots="easy"))
    company.until(lambda: shown(anna, bots="easy"))
    host.session.send(Swap(0, 1))
    company.until(lambda: shown(anna, you=1))
    host.session.send(Dismiss(1))
    company.until(lambda: anna.over)
    assert anna.why.code == "table-away-dismissed"


def test_a_host_gives_the_chair_up_and_takes_one_again(company):
    host = opened(company, lay_of(bots=""))
    host.eager = False
    anna = company.join(host, "Anna", eager=False)
    company.until(lambda: shown(anna, you=1) and shown(host, you=0, keeper=0))
    host.session.show_only(on=True)
    company.until(lambda: shown(host, you=None, keeper=None))
    company.until(lambda: shown(anna, keeper=None))
    assert [one.name for one in anna.session.lobby.chairs] == ["", "Anna", ""]
    host.session.show_only(on=False)
    company.until(lambda: shown(host, you=0, keeper=0))
    assert "lost" not in host.heard


def test_a_host_who_finds_no_chair_free_goes_on_showing_the_table(company):
    host = opened(company, lay_of(bots="", seats=3), shows=True)
    guests = [company.join(host, name, eager=False) for name in ("Anna", "Boris", "Vera")]
    company.until(lambda: all(one.session.lobby is not None for one in guests))
    host.session.show_only(on=False)
    company.until(lambda: any(getattr(one, "code", "") == "table-away-full" for one in host.heard))
    company.until(lambda: shown(host, you=None) and not host.over)


def test_nobody_gives_a_chair_up_in_a_match(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    company.until(lambda: host.place is not None and host.place.question is not None)
    host.session.show_only(on=True)
    company.until(
        lambda: any(getattr(one, "code", "") == "table-denied-playing" for one in host.heard)
    )
    assert host.session.lobby.you == host.place.seat


def test_whoever_only_shows_the_table_may_play_at_it_under_their_own_name(company):
    host = opened(company, lay_of(bots="easy"), shows=True)
    phone = company.join(host, "Host")
    company.until(over_at(host, phone))
    assert (host.place.seat, phone.place.seat) == (None, 0)


def test_a_table_is_watched_beside_the_own_seat(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 2}))
    watcher = company.join(host, "", watch=True)
    company.until(lambda: host.place is not None and len(host.events) > 8)
    place = PublicView(host.place)
    company.until(over_at(host, watcher))
    assert (place.seat, place.question, place.over) == (None, None, True)
    assert bytes(place.told) == bytes(watcher.place.told) != bytes(host.place.told)


def test_a_match_that_was_shown_goes_on_shown(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), shows=True)
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: host.place and anna.place and anna.place.question)
    record = host.place.record
    host.session.leave()
    company.until(lambda: host.over and anna.over)
    # Even if the person at the host has the name of a guest.
    again = opened(company, record=record, you="Anna")
    back = company.join(again, "Anna", code="")
    company.until(over_at(again, back))
    assert again.place.seat is None


def test_guests_elsewhere_do_not_say_who_shows_the_table(company):
    host = opened(company, lay_of(bots=""))
    anna = company.join(host, "Anna", eager=False)
    company.until(lambda: shown(anna, you=1))
    anna.session.show_only(on=True)
    host.session.say(text="hello")
    company.until(lambda: any(getattr(one, "text", "") == "hello" for one in anna.heard))
    assert shown(anna, you=1)
