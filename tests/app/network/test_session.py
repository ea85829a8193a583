"""Tests of sessions at tables: matches, lost connections, leaving, returning and damaged hosts."""

import asyncio
import errno
import threading

import pytest

from app.network.stayers import Stayer, address_of, lay_of, network_threads, opened
from greenbaize.app.network import guest_record
from greenbaize.app.network.connections import Joining, Reconnector, join_table
from greenbaize.app.network.hosted_match import HostedMatch
from greenbaize.app.network.seat_secrets import known_tables
from greenbaize.app.phones.phones import Phones
from greenbaize.app.tables.unfinished import unfinished
from greenbaize.games import GAMES
from greenbaize.lan.announcement import Announcement
from greenbaize.lan.wire import ReadyMark, told_line
from greenbaize.match.record import read_record
from greenbaize.rules.messages import Message
from lan.friends import SMALL
from store.disks import Disk


def over_at(*stayers):
    return lambda: all(one.place is not None and one.place.over for one in stayers)


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
def test_a_whole_match_of_host_and_guests(game, company):
    seats, _ = SMALL[game]
    host = opened(company, lay_of(game, bots=""))
    guests = [company.join(host, f"Guest {number}") for number in range(1, seats)]
    company.until(over_at(host, *guests))
    players = [host, *guests]
    assert sorted(one.place.seat for one in players) == list(range(seats))
    match = read_record(host.place.record.read_bytes(), GAMES)
    assert match.events[-1].type == "end"
    for one in players:
        place = one.place
        assert len(one.events) == len(match.events)
        assert place.end == match.events[-1]
        assert place.question is None
        assert not place.others_act
        told = [match.header.told(place.seat).line()]
        assert place.header.line() == told[0]
        assert bytes(place.told).count(b"\n") == len(match.events) + 1
        assert set(one.answers) <= {None}


def test_manners_are_kept_at_a_distance(company):
    lay = lay_of(bots="", options={"deals": 2, "enforcement": "table"})
    host = opened(company, lay)
    guests = [company.join(host, name) for name in ("Anna", "Otto")]
    company.until(over_at(host, *guests))
    assert {answer for one in (host, *guests) for answer in one.answers} == {None}


def test_a_cut_in_the_middle_is_made_up_for(company):
    host = opened(company, lay_of(bots="easy"))
    anna = company.join(host, "Anna")
    company.until(lambda: len(anna.events) > 8)
    cut(anna)
    company.until(lambda: "back" in anna.heard)
    company.until(over_at(host, anna))
    assert anna.words == ["match", "lost", "back"]
    match = read_record(host.place.record.read_bytes(), GAMES)
    assert len(anna.events) == len(match.events)


def cut(stayer):
    stay = stayer.session.connection
    stayer.session.thread.call(lambda: stay._guest._lines and stay._guest._lines.abort())


def test_a_table_that_is_closed_in_a_match_is_opened_again(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    anna = company.join(host, "Anna")
    company.until(lambda: host.place is not None and host.place.question is not None)
    record, where, code = host.place.record, address_of(host), host.session.code
    host.session.leave()
    company.until(lambda: host.over and anna.over)
    assert (host.why, anna.why) == (None, None)
    (known,) = known_tables()
    assert (known.name, known.game, known.you) == ("Kitchen", "damn", "Anna")
    again = opened(company, record=record)
    assert (address_of(again), again.session.code) == (where, code)
    back = company.join((known.host, known.port), known.you, code="")
    company.until(over_at(again, back))
    match = read_record(record.read_bytes(), GAMES)
    assert match.events[-1].type == "end"
    assert bytes(back.place.told).count(b"\n") == len(match.events) + 1
    # Earlier events are not reported as new.
    assert len(back.events) < len(match.events)


def test_who_lets_a_computer_play_for_them_still_does_when_the_host_is_back(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: anna.place is not None and host.place is not None)
    seat, record = anna.place.seat, host.place.record
    anna.session.stand_in(seat, on=True)
    company.until(lambda: anna.place.computer(seat) and host.place.computer(seat))
    host.session.close()
    company.until(lambda: anna.over)
    again = opened(company, record=record, plays=False)
    back = company.join(again, "Anna", plays=False, code="")
    company.until(lambda: back.place is not None and again.place is not None)
    company.until(lambda: again.session.lobby.chairs[seat].here)
    assert back.place.computer(seat)
    back.session.stand_in(seat, on=False)
    company.until(lambda: not again.place.computer(seat))


def test_a_match_that_is_ended_for_another_game_is_continued_another_evening(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: anna.place is not None and host.place is not None)
    record, seat = host.place.record, anna.place.seat
    host.session.stop_match()
    company.until(lambda: all("stopped" in one.heard for one in (host, anna)))
    assert (host.place, anna.place) == (None, None)
    host.session.send(lay_of("master", bots=""))
    company.until(lambda: all(one.place is not None for one in (host, anna)))
    assert {one.place.header.game for one in (host, anna)} == {"master"}
    assert host.place.record != record
    assert record in [one.path for one in unfinished()]
    host.plays = anna.plays = True
    company.until(over_at(host, anna))
    host.session.leave()
    company.until(lambda: host.over and anna.over)
    again = opened(company, record=record)
    back = company.join(again, "Anna", code="")
    company.until(over_at(again, back))
    assert (back.place.seat, back.place.header.game) == (seat, "damn")


def test_a_table_that_nobody_runs_any_more_is_offered_no_longer(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: anna.place is not None and host.place is not None)
    seat, record = anna.place.seat, host.place.record
    anna.session.close()
    host.session.leave()
    company.until(lambda: host.over)
    (known,) = known_tables()
    late = company.join((known.host, known.port), known.you, code="")
    company.until(lambda: late.over)
    assert late.why.code == "table-not-open"
    assert known_tables() == ()
    # The table is opened again: its code gives the old chair and makes it known again.
    again = opened(company, record=record)
    back = company.join(again, "Anna", plays=False)
    company.until(lambda: back.place is not None)
    assert back.place.seat == seat
    assert len(known_tables()) == 1


def test_a_table_is_first_made_known_with_its_hosts_own_chair_taken(company, monkeypatch):
    told = []

    async def begin(announcement):
        told.append(announcement._more)
        return True

    monkeypatch.setattr(Announcement, "begin", begin)
    opened(company, lay_of("damn"))
    company.until(lambda: told)
    assert told == [{"free": "2", "playing": "0"}]


def test_leaving_lets_a_computer_player_act_and_coming_back_ends_that(company):
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    anna = company.join(host, "Anna")
    company.until(lambda: host.place is not None and host.place.question is not None)
    anna.session.leave()
    company.until(lambda: anna.over)
    assert anna.why is None
    company.until(lambda: "seat" in [event.type for event in host.events])
    assert not known_tables()
    # A guest who left in a deal gets the chair back with the next deal.
    host.plays = True
    company.until(lambda: [event.type for event in host.events].count("deal") > 1)
    host.plays = False
    back = company.join(host, "Anna", plays=False)
    company.until(lambda: back.place is not None and not back.place.given)
    host.plays = back.plays = True
    company.until(over_at(host, back))
    given = [(one.kind, one.why) for one in host.events if one.type == "seat"]
    assert given == [("bot", "left"), ("human", "back")]


def test_before_a_match_a_chair_that_is_left_is_free_and_forgotten(company):
    host = opened(company)
    host.eager = False
    anna = company.join(host, "Anna", eager=False)
    company.until(known_tables)
    anna.session.leave()
    company.until(lambda: anna.over)
    assert known_tables() == ()
    stale = company.join(address_of(host), "Anna", code="")
    company.until(lambda: stale.over)
    assert stale.why == Message("table-away-secret", {"why": "secret", "wait": 0})


def test_a_wrong_code_is_told_on_both_sides(company):
    host = opened(company)
    eve = company.join(host, "Eve", code="WRONG-1")
    company.until(lambda: eve.over)
    assert eve.why.code == "table-away-code"
    company.until(lambda: Message("table-wrong-code", {"number": 1}) in host.heard)


def test_a_table_gets_another_code_and_keeps_who_is_there(company):
    host = opened(company)
    host.eager = False
    anna = company.join(host, "Anna", eager=False)
    company.until(lambda: anna.session.lobby)
    old = host.session.code
    host.session.renew_code()
    company.until(lambda: host.session.code != old)
    eve = company.join(host, "Eve", code=old)
    company.until(lambda: eve.over)
    assert eve.why.code == "table-away-code"
    otto = company.join(host, "Otto", eager=False)
    company.until(lambda: otto.session.lobby)
    assert not anna.over


@pytest.mark.parametrize(("code", "end_code"), [("?", "usage-code"), ("ABCDEF", "table-not-open")])
def test_what_is_no_code_and_that_nobody_is_at_the_address_is_told(code, end_code, company):
    eve = company.join(("127.0.0.1", 1), "Eve", code=code)
    company.until(lambda: eve.over)
    assert eve.why.code == end_code


def test_somebody_who_watches_is_asked_nothing(company):
    host = opened(company, lay_of(bots="easy"))
    host.eager = False
    watcher = company.join(host, "", watch=True)
    company.until(lambda: watcher.session.lobby is not None)
    host.session.send(ReadyMark(ready=True))
    company.until(over_at(host, watcher))
    place = watcher.place
    assert place.seat is None
    assert (place.advises, place.hints, place.question, place.offers) == (False, False, None, ())
    assert known_tables() == ()


def test_hints_are_what_the_table_allows(company):
    host = opened(company, lay_of(bots="easy", hints=False))
    company.until(over_at(host))
    assert host.place.advises
    assert not host.place.hints


@pytest.mark.parametrize("moment", ["before", "begun", "open", "playing", "left"])
def test_closing_at_any_moment_leaves_no_thread(moment, company):
    host = opened(company, lay_of(bots="easy"), plays=False)
    guest = company.join(host, "Anna", plays=False) if moment != "before" else host
    if moment == "open":
        company.until(lambda: guest.session.here)
    elif moment == "playing":
        company.until(lambda: guest.place is not None and guest.events)
    elif moment == "left":
        guest.session.leave()
        host.session.leave()
    heard = len(guest.heard)
    for one in (guest, host):
        one.session.close()
        one.session.close()
        one.session.attend()
    assert network_threads() == []
    assert len(guest.heard) == heard
    assert not guest.over


def test_a_record_that_is_not_there_cannot_be_opened(company, tmp_path):
    host = company.open(record=tmp_path / "none.jsonl")
    company.until(lambda: host.over)
    assert host.why.code == "file-error"


def test_a_computer_without_another_thread_says_so(company, monkeypatch):
    def none(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr("threading.Thread.start", none)
    host = company.open()
    company.until(lambda: host.over)
    assert host.why == Message("table-no-thread", {"reason": "can't start new thread"})


def test_a_fault_of_ours_is_kept_and_told(company, monkeypatch, home):
    def wrong(*args):
        raise ZeroDivisionError

    monkeypatch.setattr("greenbaize.app.network.connections.Guest", wrong)
    host = company.open()
    company.until(lambda: host.over)
    assert host.why.code == "table-fault-kept"
    assert "ZeroDivisionError" in (home / "greenbaize.log").read_text()


def test_what_is_asked_while_the_connection_is_lost_is_refused(company, monkeypatch):
    host = opened(company, lay_of(bots="easy"))
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: anna.place is not None and anna.place.question is not None)
    connect, away = Reconnector.connect, True

    async def none(self):
        if away:
            raise OSError("away")
        return await connect(self)

    monkeypatch.setattr(Reconnector, "connect", none)
    place, answers = anna.place, []
    command = place.game.legal(place.view, place.seat)[0]
    cut(anna)
    # Submit before the lost connection is noticed, and after.
    place.submit(command, answers.append)
    assert (place.question, answers) == (None, [])
    company.until(lambda: "lost" in anna.heard and answers)
    place.submit(command, answers.append)
    assert answers == [Message("table-not-connected")] * 2
    assert place.question is not None
    away = False
    anna.plays = True
    company.until(over_at(host, anna))
    assert anna.words == ["match", "lost", "back"]


def test_a_host_that_says_nonsense_is_left(company, monkeypatch):
    host = opened(company, lay_of(bots="easy"))
    anna = company.join(host, "Anna")
    told = HostedMatch.tell_from

    def wrong(self, visitor, first):
        told(self, visitor, first)
        if visitor.seat != 0:
            visitor.lines.send(told_line(1, b'{"type": "score", "deal": 9}'))

    monkeypatch.setattr(HostedMatch, "tell_from", wrong)
    company.until(lambda: anna.over)
    assert anna.why.code == "table-away-host-damaged"
    assert not host.over


def test_somebody_who_leaves_while_the_host_is_away_has_left(company, monkeypatch):
    async def none(self):
        raise OSError("away")

    host = opened(company, lay_of(bots="easy"))
    anna = company.join(host, "Anna", plays=False)
    company.until(lambda: anna.place is not None)
    monkeypatch.setattr(Reconnector, "connect", none)
    cut(anna)
    company.until(lambda: "lost" in anna.heard)
    anna.session.leave()
    company.until(lambda: anna.over)
    assert anna.why is None
    assert len(known_tables()) == 1


def test_leaving_before_the_beginning_is_leaving(company):
    session = join_table(Joining("127.0.0.1", 1, "ABCDEF", "Anna"))
    anna = Stayer(session, company.woken)
    company.stayers.append(anna)
    session.leave()
    company.until(lambda: anna.over)
    assert anna.why is None


def test_a_host_who_leaves_while_phones_are_switched_on_again_has_left(company, monkeypatch):
    resuming, left = threading.Event(), threading.Event()

    async def resume(self):
        resuming.set()
        await asyncio.to_thread(left.wait)

    monkeypatch.setattr(Phones, "resume", resume)
    host = company.open()
    resuming.wait()
    host.session.leave()
    host.session.thread.call(left.set)
    company.until(lambda: host.over)
    assert host.why is None


def test_another_match_follows_at_the_same_table(company):
    host = opened(company, lay_of(bots="easy"))
    company.until(over_at(host))
    first = host.place
    host.session.send(ReadyMark(ready=True))
    company.until(lambda: host.place is not first and host.place.over)
    assert host.place.record != first.record
    assert {read_record(one.record.read_bytes(), GAMES).events[-1].type for one in host.places} == {
        "end"
    }


def test_a_table_is_not_opened_again_where_another_record_tells_the_end(company):
    host = opened(company, lay_of(bots="easy"), plays=False)
    anna = company.join(host, "Anna")
    company.until(lambda: host.place is not None and host.place.question is not None)
    record = host.place.record
    before = record.read_bytes()
    host.plays = anna.plays = True
    company.until(over_at(host, anna))
    host.session.leave()
    company.until(lambda: host.over)
    record.rename(record.with_name(f"over-{record.name}"))
    record.write_bytes(before)
    again = company.open(record=record)
    company.until(lambda: again.over)
    assert again.why == Message("record-over")


def test_a_hosted_match_that_cannot_be_written_is_known_until_it_is_saved(
    company, monkeypatch, tmp_path
):
    disk = Disk(room=None)
    disk.take_place(monkeypatch)
    host = opened(company, lay_of(bots="easy", options={"deals": 6}), plays=False)
    company.until(lambda: host.place is not None and host.place.question is not None)
    assert host.session.unwritten is None
    disk.room, host.plays = 0, True
    company.until(lambda: host.session.unwritten is not None)
    host.plays = False
    company.until(lambda: host.place.question is not None)
    file = host.session.unwritten
    disk.room = None
    file.save_copy(tmp_path / "copy.jsonl")
    assert host.session.unwritten is None
    told = read_record((tmp_path / "copy.jsonl").read_bytes(), GAMES).events
    assert len(told) > len(read_record(host.place.record.read_bytes(), GAMES).events)


def complaints(stayer):
    return [one.code for one in stayer.heard if isinstance(one, Message)]


def test_a_guest_is_told_that_the_own_record_cannot_be_begun(company, monkeypatch):
    host = opened(company, lay_of(bots="easy"), plays=False)
    disk = Disk(room=0)
    disk.take_place(monkeypatch)
    anna = company.join(host, "Anna")
    company.until(lambda: "guest-record-unwritten" in complaints(anna))
    company.until(lambda: "match-unwritten" in complaints(host))
    host.plays = True
    disk.room = None
    company.until(lambda: "record-complete" in complaints(anna))
    company.until(lambda: "record-complete" in complaints(host))


def test_a_guest_is_told_that_the_whole_record_cannot_be_written(company, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(guest_record, "put_in_place", refuse)
    host = opened(company, lay_of(bots="easy"))
    anna = company.join(host, "Anna")
    company.until(over_at(host, anna))
    company.until(lambda: complaints(anna) == ["guest-record-unwritten"])
    assert complaints(host) == []
