"""Tests of a table and its guests: matches, lost connections, absence and received lines."""

import asyncio

import pytest

from greenbaize.app.network.host_journal import KeptMatch
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.lan.lines import memory_lines
from greenbaize.lan.server import TableServer
from greenbaize.lan.wire import LONGEST_FROM_HOST, Do, line_of
from greenbaize.match.codecs import command_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, read_record
from greenbaize.match.seal import Seal, check
from greenbaize.rules.events import SeatGiven
from lan.friends import (
    SMALL,
    Friend,
    MatchJournal,
    Noted,
    key,
    let_go,
    messages,
    opened,
    request,
    told_to,
    until,
)
from lan.warp import run_warped

NAMES = ("Anna", "Otto", "Ida", "Jan")


def seated(hosted, count, **more):
    return [Friend(name, hosted.knock, **more) for name in NAMES[:count]]


async def gone(friends):
    async with asyncio.timeout(20):
        await asyncio.gather(*(one.task for one in friends))


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALL)
async def test_in_a_whole_match_nobody_is_told_more_than_their_seat_may_know(game):
    async with opened(request(game)) as hosted:
        watcher = Friend("", hosted.knock, watch=True)
        await until(lambda: len(hosted.table.lobby.watchers) == 1)
        friends = [Friend(name, hosted.knock) for name in NAMES[: SMALL[game][0]]]
        await until(hosted.table.done.is_set)
        await gone([*friends, watcher])
        match = hosted.match
        assert match.events[-1].type == "end"
        assert {one.name for one in match.header.sitters} == set(NAMES[: len(friends)])
        assert {one.kind for one in match.header.sitters} == {"human"}
        assert watcher.lines == told_to(match, None)
        for friend in [*friends, watcher]:
            check_told(match, friend)
            ((lines, committed),) = friend.talk.wholes
            record = read_record(b"\n".join(lines) + b"\n", GAMES)
            assert record.events == tuple(match.events)
            seal = Seal.UNSEEN if friend is watcher else Seal.WHOLE
            assert check(record.header, GAMES, committed) is seal
            assert (committed.number == "") == (friend is watcher)


def check_told(match, friend):
    said = messages(friend.received())
    told = [one["line"] for one in said if one["type"] == "told"]
    lines = told_to(match, friend.seat)
    assert friend.lines == lines
    assert told == messages(b"".join(lines))
    others = {one["type"] for one in said} - {"told", "line"}
    assert others <= {
        "welcome",
        "share",
        "proof",
        "seated",
        "lobby",
        "from",
        "now",
        "answer",
        "over",
        "shuffle",
        "commits",
        "whole",
    }
    # Other messages than those with a line of the match contain no cards at all.
    for one in said:
        if one["type"] == "lobby":
            assert set(one) == {
                "type",
                "table",
                "game",
                "options",
                "chairs",
                "watchers",
                "stage",
                "you",
                "bots",
                "clock",
                "hints",
                "hands",
                "keeper",
                "missing",
                "arranged",
            }
        elif one["type"] == "answer":
            assert one["result"] == "done"
    before, _, whole = friend.received().partition(b'{"type":"whole"')
    for secret in (match.header.seed, *match.header.more["shuffle"]["numbers"]):
        assert secret.encode() not in before
        assert secret.encode() in whole


async def test_a_cut_connection_goes_on_where_it_was_and_loses_nothing():
    async with opened(request("master")) as hosted:
        friends = seated(hosted, 2)
        watcher = Friend("", hosted.knock, watch=True)
        for length in (5, 20, 40):
            await until(lambda at=length: len(friends[0].lines) >= at)
            friends[0].cut()
            watcher.cut()
        await until(hosted.table.done.is_set)
        await gone(friends)
        assert len(friends[0].connections) == 4
        assert friends[0].begun == 1
        assert hosted.journal.given() == []
        for friend in friends:
            assert friend.lines == told_to(hosted.match, friend.seat)


async def test_a_dropped_guest_is_stood_in_for_and_gets_the_chair_back():
    async with opened(request("master", grace=0.0)) as hosted:
        friends = seated(hosted, 2)
        await until(lambda: len(friends[0].lines) >= 10)
        friends[0].cut()
        await until(lambda: len(friends[0].connections) == 2)
        await until(lambda: len(hosted.journal.given()) == 2)
        seat = friends[0].seat
        assert hosted.table.match.table.seats[seat].computer is False
        given = hosted.journal.given()
        assert [(one.seat, one.kind, one.why) for one in given] == [
            (seat, "bot", "away"),
            (seat, "human", "back"),
        ]


async def test_a_guest_who_lost_everything_but_the_secret_gets_the_whole_past():
    async with opened(request("master")) as hosted:
        friends = seated(hosted, 2)
        await until(lambda: len(friends[0].lines) >= 10)
        await let_go(friends[0])
        again = Friend("Somebody", hosted.knock)
        again.secrets.kept = friends[0].secrets.kept
        await until(hosted.table.done.is_set)
        await gone([again, friends[1]])
        assert again.lines == told_to(hosted.match, again.seat)
        assert hosted.journal.given() == []


async def test_the_match_waits_until_all_chairs_are_taken():
    async with opened(request("damn")) as hosted:
        friends = seated(hosted, 2)
        await until(lambda: len(hosted.table.lobby.people) == 2 and hosted.table.lobby.ready)
        before = len(hosted.journal.matches)
        friends.append(Friend("Ida", hosted.knock))
        await until(hosted.table.done.is_set)
        await gone(friends)
        assert before == 0


async def test_another_match_follows_if_the_table_is_kept_open():
    async with opened(request("damn", again=True)) as hosted:
        first = seated(hosted, 3)
        await gone(first)
        await until(lambda: not hosted.table.lobby.people)
        second = seated(hosted, 3)
        await gone(second)
        journal = hosted.journal
        assert journal.ended == 2
        assert len(journal.matches) == 2
        for friend in second:
            assert friend.lines == told_to(journal.matches[1], friend.seat)


async def asked_friend(hosted) -> tuple[list[Friend], Friend, list[dict]]:
    """Seat guests who do nothing. Return them, the one on turn and the legal commands."""
    friends = seated(hosted, 2, plays=False)
    await until(lambda: any(one.talk.asked for one in friends))
    one = next(one for one in friends if one.talk.asked)
    commands = command_codec(hosted.table.match.table.game)
    legal = [commands.write(choice) for choice in one.talk._legal]
    return friends, one, legal


async def test_a_stale_command_and_a_repeated_one_change_nothing():
    async with opened(request("master")) as hosted:
        _friends, one, legal = await asked_friend(hosted)
        lines = one.connections[-1]
        events = hosted.match.events
        before = len(events)
        heard = one.guest.heard
        lines.send(line_of(Do(5, heard - 1, legal[0])))
        await until(lambda: b'"stale"' in one.received())
        assert len(events) == before
        lines.send(line_of(Do(5, heard, legal[0])))  # The number has been used.
        lines.send(line_of(Do(6, heard, legal[0])))
        await until(lambda: b'"done"' in one.received())
        after = len(events)
        assert after > before
        lines.send(line_of(Do(6, heard, legal[0])))
        lines.send(line_of(Do(7, heard, legal[0])))
        await until(lambda: one.received().count(b'"stale"') == 2)
        assert len(events) == after
        answers = [m for m in messages(one.received()) if m["type"] == "answer"]
        assert [(m["number"], m["result"]) for m in answers] == [
            (5, "stale"),
            (6, "done"),
            (7, "stale"),
        ]


async def test_a_command_for_another_seat_costs_the_connection_and_nothing_else():
    async with opened(request("master")) as hosted:
        friends, one, legal = await asked_friend(hosted)
        other = next(friend for friend in friends if friend is not one)
        before = len(hosted.match.events)
        other.connections[-1].send(line_of(Do(1, other.guest.heard, legal[0])))
        await until(lambda: other.rejected is not None)
        assert len(hosted.match.events) == before
        assert one.rejected is None
        assert other.rejected == "damaged"


async def test_a_watcher_may_do_nothing():
    async with opened() as hosted:
        watcher = Friend("", hosted.knock, watch=True)
        await until(lambda: watcher.guest.here)
        watcher.guest.ready()
        await gone([watcher])
        assert watcher.rejected == "damaged"


async def test_two_cannot_have_one_name_and_no_more_sit_down_than_there_are_chairs():
    async with opened() as hosted:
        seated(hosted, 2, plays=False)
        await until(lambda: len(hosted.table.lobby.people) == 2)
        twin = Friend("ANNA", hosted.knock)
        await gone([twin])
        Friend("Ida", hosted.knock, plays=False)
        await until(lambda: hosted.table.playing)
        late = Friend("Jan", hosted.knock)
        await gone([late])
        assert (twin.rejected, late.rejected) == ("name", "full")


async def test_a_name_is_shown_as_plain_text():
    async with opened() as hosted:
        friend = Friend("An\u202ena " + "x" * 100, hosted.knock)
        await gone([friend])
        Friend("  Ot   to " + "x" * 100, hosted.knock)
        await until(lambda: bool(hosted.table.lobby.people))
        refused, name = friend.rejected, hosted.table.lobby.people[0].name
        assert refused == "damaged"  # Our programs send no such name.
        assert name == "Ot to " + "x" * 18


def test_a_host_that_was_killed_reopens_and_everybody_comes_back(tmp_path):
    """Only the record and the chairs are left; the guests are not told anything."""
    path = tmp_path / "match.jsonl"

    class Written(MatchJournal):
        def begin(self, game, header):
            return KeptMatch.begin(path, game, header)

    async def run():
        journal = Written()
        first = HostedTable(request("master"), journal)
        doors = [TableServer(first, key(), "ABCDEF", "greenbaize test")]
        tasks = []

        def dial():
            here, there = memory_lines(key().fingerprint, LONGEST_FROM_HOST)
            here.received, there.received = bytearray(), bytearray()
            tasks.append(asyncio.create_task(doors[-1].serve(there)))
            return here

        friends = [Friend(name, dial) for name in NAMES[:2]]
        watcher = Friend("", dial, watch=True)
        await until(lambda: len(friends[0].lines) >= 12 and len(watcher.lines) >= 5)
        data, chairs = path.read_bytes(), journal.chairs
        first.done.set()  # The first host must not act any more.
        first.match.table.close()
        other = tmp_path / "again.jsonl"
        other.write_bytes(data + b'{"type": "pl')
        kept = KeptMatch.resume(other)
        second = HostedTable(request("master"), journal, kept, chairs)
        doors.append(TableServer(second, key(), "ABCDEF", "greenbaize test"))
        for friend in (*friends, watcher):
            friend.cut()
        second.go_on()
        await until(second.done.is_set)
        await gone([*friends, watcher])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        first.close()
        return read_record(other.read_bytes(), GAMES), friends, watcher

    record, friends, watcher = asyncio.run(run())
    assert record.events[-1].type == "end"
    assert not [one for one in record.events if one.type == "seat"]
    match = Noted(record.header)
    match.events = list(record.events)
    for friend in (*friends, watcher):
        assert friend.lines == told_to(match, friend.seat)
    # The spectator joined with the code, as a new one.
    assert [one.begun for one in (*friends, watcher)] == [1, 1, 2]


HOUR_S = 3600.0


@pytest.mark.parametrize("absent_seats", [(), (0, 1, 2)], ids=["there", "absent_seats"])
def test_a_match_of_people_is_not_played_on_while_nobody_is_there(tmp_path, absent_seats):
    """The file with the chairs is lost: a guest joins with the new code and takes a chair."""
    path = tmp_path / "match.jsonl"
    asked = request("damn", seats=3, grace=60.0)
    sitters = tuple(Player(name) for name in NAMES[:3])
    header = settled_header("damn", sitters, asked.options, "ab" * 16)
    kept = KeptMatch.begin(path, GAMES["damn"], header)
    for seat in absent_seats:
        kept.append(SeatGiven(seat, "bot", "away"))
    kept.close()

    async def run():
        before = path.read_bytes()
        kept = KeptMatch.resume(path)
        async with opened(asked, kept=kept) as hosted:
            hosted.table.go_on()
            watcher = Friend("", hosted.knock, watch=True)
            await asyncio.sleep(HOUR_S)
            waited = path.read_bytes() == before
            friend = Friend("Anna", hosted.knock)
            await hosted.table.done.wait()
            await gone([friend, watcher])
            return waited, friend

    waited, friend = run_warped(run())
    assert waited
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[-1].type == "end"
    match = Noted(record.header)
    match.events = list(record.events)
    assert friend.lines == told_to(match, friend.seat)


async def test_nobody_is_asked_twice_however_often_all_is_told():
    async with opened(request("master")) as hosted:
        _friends, one, _ = await asked_friend(hosted)
        asked = []
        one.talk.ask = lambda: asked.append(one.guest.heard)
        one.cut()
        await until(lambda: len(one.connections) == 2 and b'"now"' in one.connections[1].received)
        await until(lambda: one.guest.here)
        one.talk.caught_up()
        assert (asked, one.talk.asked) == ([], True)


async def test_after_a_wrong_answer_the_next_one_counts_whatever_is_told_meanwhile():
    async with opened(request("master")) as hosted:
        _friends, one, legal = await asked_friend(hosted)
        wrong = legal[0] | {"seat": 1 - one.seat}
        fault = one.talk.answer(line_bytes(wrong))
        before = len(one.lines)
        hosted.table.match.stand_in(1 - one.seat, "asked")
        await until(lambda: len(one.lines) > before and one.talk.asked)
        right = one.talk.answer(line_bytes(legal[0]))
        await until(lambda: len(one.lines) > before + 1)
        assert (fault.code, right, one.talk._overtaken) == ("seat-answer-illegal", None, 0)
