"""Tests of the lobby: options, the keeper, chat, replacement by bots, and spectators."""

import asyncio
import json
from contextlib import asynccontextmanager
from itertools import pairwise

import msgspec
import pytest

from greenbaize.app.network import hosted_match
from greenbaize.app.network.hosted_match import MOST_MENDED
from greenbaize.app.network.hosting import HostedTable
from greenbaize.app.network.lobby import MOST_WATCHERS, Face, Lobby
from greenbaize.app.network.session import comings, rejection_message
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.table import Grace
from greenbaize.lan.client import RejectedError
from greenbaize.lan.pairing import secret_hash
from greenbaize.lan.wire import (
    DamagedMessageError,
    Dismiss,
    Lay,
    Look,
    ReadyMark,
    Resume,
    Say,
    Sit,
    StandIn,
    Stop,
    Swap,
    line_of,
)
from greenbaize.words.speaker import Speaker
from lan.friends import Friend, MatchJournal, let_go, opened, request, told_to, until
from lan.warp import run_warped

MASTER = Lay("master", 2, {"early_end": False}, "", 0, True, False)


@asynccontextmanager
async def gathered(*, game="damn", names=("Anna", "Otto"), ready=False, **asked):
    """Open a table with guests who are not ready. Yield the table and the guests."""
    async with opened(request(game, **asked)) as hosted:
        friends = []
        for name in names:
            friend = Friend(name, hosted.knock)
            friend.talk.gets_ready = ready
            friends.append(friend)
            await until(lambda friend=friend: bool(friend.talk.shown))
        yield hosted, *friends


def faces(friend):
    return [(one.name, one.face, one.colour) for one in friend.lobby.chairs if one.name]


def test_guests_see_the_faces_that_others_have_chosen_and_choose_anew():
    async def run():
        async with opened() as hosted:
            anna = Friend("Anna", hosted.knock, face=("bun", "teal"))
            anna.talk.gets_ready = False
            await until(lambda: bool(anna.talk.shown))
            otto = Friend("Otto", hosted.knock, face=("", "rose"))
            await until(lambda: bool(otto.talk.shown) and len(faces(anna)) == 2)
            both = faces(anna), faces(otto)
            anna.guest._sit = Sit("Anna", False, "cap", "teal")
            anna.cut()
            await until(lambda: faces(otto)[0][1] == "cap")
            await let_go(anna, otto)
            return both

    seen = [("Anna", "bun", "teal"), ("Otto", "bowler", "rose")]
    assert asyncio.run(run()) == (seen, seen)


async def test_an_older_guest_is_told_nothing_that_it_does_not_know(monkeypatch):
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock, face=("bun", "teal"))
        await until(lambda: bool(anna.talk.shown))
        monkeypatch.setattr("greenbaize.lan.client.VERSIONS", (1,))
        otto = Friend("Otto", hosted.knock, face=("cap", "rose"))
        await until(lambda: bool(otto.talk.shown) and len(faces(anna)) == 2)
        said, seen = otto.received() + b"".join(map(sent_by, otto.connections)), faces(anna)
        assert b"face" not in said
        assert b"bun" not in said
        assert seen == [("Anna", "bun", "teal"), ("Otto", "bowler", "coral")]  # Teal is taken.


def sent_by(lines):
    return bytes(lines._other.received)


def test_a_guest_of_an_older_host_says_nothing_that_it_does_not_know(monkeypatch):
    async def run():
        monkeypatch.setattr("greenbaize.lan.server.VERSIONS", (1,))
        async with opened() as hosted:
            anna = Friend("Anna", hosted.knock, face=("bun", "teal"))
            await until(lambda: bool(anna.talk.shown))
            anna.cut()
            await until(lambda: len(anna.connections) == 2 and anna.guest.here)
            await let_go(anna)
            return b"".join(map(sent_by, anna.connections))

    said = asyncio.run(run())
    assert b'"sit"' in said
    assert b'"return"' in said
    assert b"face" not in said


async def test_who_has_still_to_see_what_lies_open_is_told():
    asked = request("damn", options={"enforcement": "table", "deals": 2})
    async with opened(asked) as hosted:
        friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto", "Ida")]
        slow, others = friends[0], friends[1:]
        slow.talk.guest = Slow(slow.guest)
        await until(lambda: all(one.talk.shown for one in friends))
        await until(lambda: [one.name for one in reading(others[0])] == ["Anna"])
        slow.talk.guest.answer()
        slow.talk.guest = slow.guest
        await until(lambda: "Anna" not in [one.name for one in reading(others[0])])


def reading(friend):
    return [one for one in friend.lobby.chairs if one.reads]


class Slow:
    """Guest proxy that holds back *ready* until it is released."""

    def __init__(self, guest):
        self._guest, self._kept = guest, []

    def __getattr__(self, name):
        return getattr(self._guest, name)

    def do(self, command, heard_back):
        if command["type"] == "ready":
            self._kept.append((command, heard_back))
        else:
            self._guest.do(command, heard_back)

    def answer(self):
        for kept in self._kept:
            self._guest.do(*kept)


async def test_who_sits_down_first_keeps_the_table_and_the_next_one_after_them():
    async with gathered() as (_hosted, anna, otto):
        first = otto.lobby.keeper
        anna.guest.leave()
        await until(lambda: otto.lobby.keeper != first)
        assert (first, otto.lobby.keeper, otto.lobby.you) == (0, 1, 1)


async def test_the_person_at_the_hosts_computer_keeps_the_table():
    table = HostedTable(request(), MatchJournal())
    secret = table.seat_here("Anna")
    assert table.lobby.chairs[0].secret == secret_hash(secret)
    again = table.seat_here("anna")
    assert table.lobby.chairs[0].secret == secret_hash(again)
    table.close()
    assert [chair.name for chair in table.lobby.people] == ["anna"]


async def test_the_keeper_changes_what_is_played_and_everybody_sees_it():
    async with gathered() as (_hosted, anna, otto):
        anna.guest.ready()
        await until(lambda: otto.lobby.chairs[0].ready)
        anna.guest.send(MASTER)
        await until(lambda: otto.lobby.game == "master")
        shown = otto.lobby
        assert (shown.options["early_end"], len(shown.chairs), shown.chairs[0].ready) == (
            False,
            2,
            False,
        )


@pytest.mark.parametrize(
    ("change", "denial_code"),
    [
        ({"game": "whist"}, "options"),
        ({"bots": "genius"}, "options"),
        ({"seats": 1}, "options"),
        ({"options": {"no-such": 1}}, "options"),
        ({"game": "damn", "seats": 3, "options": {"deals": 10_000}}, "options"),
    ],
)
async def test_what_cannot_be_played_is_denied(change, denial_code):
    async with gathered() as (hosted, anna, _otto):
        before = hosted.table.request
        anna.guest.send(msgspec.structs.replace(MASTER, **change))
        await until(lambda: bool(anna.talk.denials))
        assert hosted.table.request is before
        assert anna.talk.denials == [denial_code]


async def test_nobody_loses_their_chair_to_a_smaller_table():
    async with gathered(names=("Anna", "Otto", "Ida")) as (hosted, *friends):
        friends[0].guest.send(MASTER)
        await until(lambda: bool(friends[0].talk.denials))
        assert (friends[0].talk.denials, len(hosted.table.lobby.people)) == (["seats"], 3)


@pytest.mark.parametrize("message", [MASTER, Swap(0, 1), Dismiss(0), Stop()])
async def test_only_the_keeper_arranges_the_table(message):
    async with gathered() as (_hosted, anna, otto):
        otto.guest.send(message)
        await until(lambda: bool(otto.talk.denials))
        assert (otto.talk.denials, anna.lobby.game, anna.lobby.you) == (["keeper"], "damn", 0)


async def test_chairs_change_places():
    async with gathered() as (hosted, anna, otto):
        anna.guest.send(Swap(0, 2))
        await until(lambda: anna.lobby.you == 2)
        names = [chair.name for chair in otto.lobby.chairs]
        kept = [chair.name for chair in hosted.journal.chairs]
        assert (names, kept, otto.lobby.keeper) == (["", "Otto", "Anna"], ["", "Otto", "Anna"], 2)


async def test_a_guest_who_is_asked_to_leave_goes_and_their_secret_is_no_good():
    async with gathered() as (hosted, anna, otto):
        anna.guest.send(Dismiss(1))
        await asyncio.wait_for(otto.task, 20)
        await until(lambda: anna.lobby.chairs[1].who == "open")
        assert (otto.rejected, [one.name for one in hosted.table.lobby.people]) == (
            "dismissed",
            ["Anna"],
        )


async def test_in_a_match_a_computer_player_takes_over_from_who_is_asked_to_leave():
    async with gathered(game="master", ready=True) as (hosted, anna, otto):
        await until(lambda: bool(anna.lines) and bool(otto.lines))
        seat = anna.lobby.keeper
        other = 1 - seat
        keeper, guest = (anna, otto) if anna.seat == seat else (otto, anna)
        keeper.guest.send(Dismiss(other))
        await until(hosted.table.done.is_set)
        assert ([(one.kind, one.why) for one in hosted.journal.given()], guest.rejected) == (
            [("bot", "left")],
            "dismissed",
        )


@asynccontextmanager
async def in_a_match(**asked):
    """Start a match in which nobody acts. Yield the table and its guests."""
    async with gathered(game="master", again=True, **asked) as (hosted, anna, otto):
        for friend in (anna, otto):
            friend.plays = False
            friend.guest.ready()
        await until(lambda: bool(anna.lines) and bool(otto.lines))
        yield hosted, anna, otto


async def test_the_keeper_ends_a_match_and_another_game_is_played():
    async with in_a_match() as (hosted, anna, otto):
        watcher = Friend("Ida", hosted.knock, watch=True)
        await until(lambda: bool(watcher.lines))
        first = hosted.table.match
        anna.guest.send(Stop())
        await until(lambda: otto.lobby.stage == watcher.lobby.stage == "gathering")
        assert (hosted.journal.put_aside, hosted.journal.ended) == (1, 0)
        assert [one.talk.header for one in (anna, otto, watcher)] == [None] * 3
        anna.guest.send(msgspec.structs.replace(MASTER, game="blackout", options={}))
        await until(lambda: otto.lobby.game == "blackout")
        for friend in (anna, otto):
            friend.plays = True
            friend.guest.ready()
        await until(lambda: hosted.table.match is not None and hosted.table.match.over)
        assert (hosted.match.header.game, hosted.table.match.id != first.id) == ("blackout", True)
        await until(lambda: all(one.talk.wholes for one in (anna, otto, watcher)))
        assert hosted.journal.ended == 1


async def test_who_was_away_when_their_match_was_ended_is_told_so_and_sits_on():
    async with in_a_match() as (_hosted, anna, otto):
        otto.cut()
        anna.guest.send(Stop())
        await until(lambda: len(otto.connections) == 2 and otto.talk.header is None)
        assert [one.name for one in otto.lobby.chairs] == ["Anna", "Otto"]


async def test_no_match_is_ended_that_is_none():
    async with gathered() as (_hosted, anna, _otto):
        anna.guest.send(Stop())
        await until(lambda: bool(anna.talk.denials))
        assert anna.talk.denials == ["not-playing"]


async def test_nobody_is_ready_for_what_they_have_not_seen():
    async with gathered() as (hosted, anna, otto):
        seen = otto.lobby.arranged
        anna.guest.send(MASTER)
        await until(lambda: otto.lobby.game == "master")
        otto.guest.ready(arranged=seen)
        await until(lambda: otto.talk.denials == ["changed"])
        assert not otto.lobby.chairs[1].ready
        otto.guest.ready(arranged=otto.lobby.arranged)
        await until(lambda: otto.lobby.chairs[1].ready)
        # Withdrawing *ready* is allowed for any arrangement.
        otto.guest.ready(ready=False, arranged=seen)
        await until(lambda: not otto.lobby.chairs[1].ready)
        assert hosted.table.match is None


async def test_a_guest_of_an_older_version_hears_of_a_match_that_was_ended_by_the_lobby(
    monkeypatch,
):
    async with gathered(game="master", again=True, names=("Anna",)) as (hosted, anna):
        monkeypatch.setattr("greenbaize.lan.client.VERSIONS", (2, 1))
        ida = Friend("Ida", hosted.knock)
        ida.plays = anna.plays = False
        await until(lambda: bool(ida.talk.shown))
        ida.guest.ready(arranged=17)
        anna.guest.ready()
        await until(lambda: hosted.table.playing and bool(ida.lines))
        anna.guest.send(Stop())
        await until(lambda: ida.lobby.stage == "gathering")
        said = b"".join(map(sent_by, ida.connections)) + ida.received()
        assert b"stopped" not in said
        assert b"arranged" not in said
        ida.guest.send(Stop())
        assert ida.talk.denials == ["host-older"]


async def test_what_is_said_is_heard_by_all_and_watchers_speak_too():
    async with gathered() as (hosted, anna, otto):
        watcher = Friend("Ida", hosted.knock, watch=True)
        await until(lambda: bool(watcher.talk.shown))
        anna.guest.send(Say("hello   there"))
        await until(lambda: len(otto.talk.spoken_lines) == 1)
        watcher.guest.send(Say(word="well-played"))
        await until(lambda: len(otto.talk.spoken_lines) == 2)
        watcher.guest.send(Say("  "))
        watcher.guest.send(Say("\u200b \u200b"))
        watcher.guest.send(Say("\u3164"))
        assert [(one.seat, one.name, one.text, one.word) for one in otto.talk.spoken_lines] == [
            (0, "Anna", "hello there", ""),
            (None, "Ida", "", "well-played"),
        ]


async def test_nobody_talks_without_a_pause():
    async with gathered() as (_hosted, anna, otto):
        for number in range(30):
            anna.guest.send(Say(str(number)))
        await until(lambda: len(anna.talk.denials) + len(anna.talk.spoken_lines) == 30)
        assert (len(otto.talk.spoken_lines) < 10, set(anna.talk.denials)) == (True, {"too-fast"})


async def test_somebody_lets_a_computer_player_act_for_them_and_acts_again():
    async with gathered(game="master", ready=True) as (hosted, anna, _otto):
        await until(lambda: bool(anna.lines) and hosted.table.match is not None)
        seat = anna.seat
        anna.guest.send(StandIn(seat, on=True))
        await until(lambda: len(hosted.journal.given()) == 1)
        anna.guest.send(StandIn(seat, on=False))
        await until(lambda: len(hosted.journal.given()) == 2)
        assert [(one.seat == seat, one.kind, one.why) for one in hosted.journal.given()] == [
            (True, "bot", "asked"),
            (True, "human", "back"),
        ]


async def test_who_asked_not_to_be_waited_for_is_not_when_they_come_back():
    async with opened(request("master")) as hosted:
        keeper, guest = [Friend(name, hosted.knock, plays=False) for name in ("Anna", "Otto")]
        await until(lambda: bool(keeper.lines) and bool(guest.lines))
        if keeper.lobby.keeper != keeper.lobby.you:
            keeper, guest = guest, keeper
        for seat in (keeper.seat, guest.seat):
            keeper.guest.send(StandIn(seat, on=True))
        await until(lambda: len(hosted.journal.given()) == 2)
        for friend in (keeper, guest):
            shown = len(friend.talk.shown)
            friend.cut()
            await until(lambda friend=friend, shown=shown: len(friend.talk.shown) > shown)
        given = [(one.seat, one.why) for one in hosted.journal.given()]
        assert given[2:] == [(guest.seat, "back")]
        keeper.guest.send(StandIn(keeper.seat, on=False))
        await until(lambda: len(hosted.journal.given()) == 4)


async def test_the_keeper_lets_a_computer_player_act_for_others_and_nobody_else_does():
    async with gathered(game="master", ready=True) as (hosted, anna, otto):
        await until(lambda: bool(hosted.journal.matches) and bool(otto.lines))
        otto.guest.send(StandIn(anna.lobby.you, on=True))
        await until(lambda: bool(otto.talk.denials))
        anna.guest.send(StandIn(otto.lobby.you, on=True))
        await until(lambda: len(hosted.journal.given()) == 1)
        assert (otto.talk.denials, hosted.journal.given()[0].seat == otto.lobby.you) == (
            ["keeper"],
            True,
        )


def test_whoever_takes_longer_than_the_clock_allows_is_stood_in_for():
    async def run():
        async with opened(request("master", clock=30)) as hosted:
            friends = [Friend(name, hosted.knock, plays=False) for name in ("Anna", "Otto")]
            await until(lambda: hosted.table.match is not None)
            (late,) = hosted.table.match.table.people_awaited
            await asyncio.sleep(29)
            early = hosted.journal.given()
            await asyncio.sleep(2)
            given = hosted.journal.given()
            await let_go(*friends)
            return early, [(one.seat == late, one.kind, one.why) for one in given[:1]]

    assert run_warped(run()) == ([], [(True, "bot", "slow")])


async def test_a_friend_takes_the_chair_of_a_computer_player_in_mid_match():
    asked = request("master", seats=3, options={}, bots=Opponent("random"))
    async with opened(asked) as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.talk.asked)  # Otherwise the match might be over too soon.
        otto = Friend("Otto", hosted.knock)
        await until(lambda: bool(otto.lines))
        anna.plays, anna.talk._overtaken = True, 0
        anna.talk.ask()
        await until(hosted.table.done.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(anna.task, otto.task)
        match, given = hosted.match, hosted.journal.given()
        assert [(one.kind, one.why) for one in given] == [("human", "back")]
        assert match.header.sitters[given[0].seat].kind == "bot"
        assert otto.seat == given[0].seat
        for friend in (anna, otto):
            assert friend.lines == told_to(match, friend.seat)
        assert "Otto" in [chair.name for chair in anna.lobby.chairs]


async def looking(hosted):
    """Return a spectator who has asked for the cards at seat 1."""
    watcher = Friend("", hosted.knock, watch=True)
    await until(lambda: bool(watcher.talk.shown))
    watcher.guest.send(Look(1))
    return watcher


@pytest.mark.slow
@pytest.mark.parametrize("allows_hands", [True, False])
async def test_a_watcher_sees_one_players_cards_if_the_table_allows_it(allows_hands):
    async with opened(request("master", hands=allows_hands)) as hosted:
        watcher = await looking(hosted)
        await until(lambda: allows_hands or bool(watcher.talk.denials))
        friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
        await until(hosted.table.done.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(watcher.task, *(one.task for one in friends))
        match = hosted.match
        assert watcher.lines == told_to(match, 1 if allows_hands else None)
        assert watcher.talk.denials == ([] if allows_hands else ["hands"])


@pytest.mark.parametrize("keeps_secret", [True, False])
async def test_a_watcher_who_comes_back_is_told_one_view_from_the_beginning(keeps_secret):
    async with opened(request("master", hands=True)) as hosted:
        watcher = await looking(hosted)
        anna, _otto = [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
        await until(lambda: len(watcher.lines) > 5)
        do, held = anna.guest.do, []
        anna.guest.do = lambda *given: held.append(given)
        await until(lambda: bool(held))
        if not keeps_secret:
            watcher.secrets.kept.clear()
        watcher.cut()
        await until(lambda: watcher.guest.visits == 2 and watcher.guest.here)
        anna.guest.do = do
        do(*held[0])
        await until(lambda: bool(watcher.talk.wholes))
        assert watcher.lines == told_to(hosted.match, 1 if keeps_secret else None)


@pytest.mark.parametrize(("watched_seat", "allows_hands"), [(2, True), (1, False)])
async def test_who_looked_at_a_hand_of_another_table_sees_what_this_one_allows(
    watched_seat, allows_hands
):
    async with gathered(hands=True) as (hosted, anna, otto):
        watcher = Friend("", hosted.knock, watch=True)
        await until(lambda: bool(watcher.talk.shown))
        watcher.guest.send(Look(watched_seat))
        anna.guest.send(msgspec.structs.replace(MASTER, hands=allows_hands))
        await until(lambda: otto.lobby.game == "master" == watcher.lobby.game)
        for friend in (anna, otto):
            friend.guest.ready()
        await until(lambda: bool(watcher.talk.wholes))
        assert watcher.lines == told_to(hosted.match, None)


async def test_who_missed_the_end_is_told_it_before_the_table_closes():
    async with opened(request("master")) as hosted:
        friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
        await until(lambda: len(friends[0].lines) > 5)
        one, other = friends
        held = asyncio.Event()
        dial = one._dial

        async def late():
            await held.wait()
            return dial()

        one._dial = late
        one.cut()
        await until(lambda: not one.guest.here)
        hosted.table.match.stand_in(one.seat, "away")
        await until(lambda: hosted.table.match.over)
        async with asyncio.timeout(20):
            await other.task
        waited = not hosted.table.done.is_set()
        held.set()
        await until(hosted.table.done.is_set)
        async with asyncio.timeout(20):
            await one.task
        told, wholes = one.lines == told_to(hosted.match, one.seat), one.talk.wholes
        assert (waited, told, len(wholes)) == (True, True, 1)


async def test_the_same_people_play_another_match():
    async with opened(request("damn", again=True)) as hosted:
        friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto", "Ida")]
        for friend in friends:
            friend.guest.leave = lambda: None  # They stay after the end.
        await until(lambda: len(hosted.journal.matches) == 1 and hosted.table.match.over)
        for friend in friends:
            friend.guest.ready()
        await until(lambda: len(hosted.journal.matches) == 2 and hosted.table.match.over)
        await until(lambda: all(len(one.talk.wholes) == 2 for one in friends))
        assert [one.lines == told_to(hosted.match, one.seat) for one in friends] == [True] * 3


async def test_a_connection_that_takes_its_time_is_shown():
    async with gathered() as (hosted, _anna, otto):
        now = asyncio.get_running_loop().time()
        for visitor in hosted.door._visitors:
            visitor.pinged_at = now - 2
        hosted.door.look(now)
        await until(lambda: otto.lobby.chairs[0].slow)
        await until(lambda: all(one.pinged_at is None for one in hosted.door._visitors))
        hosted.door.look(asyncio.get_running_loop().time())
        await until(lambda: not otto.lobby.chairs[0].slow)


async def test_a_guest_who_is_gone_from_a_chair_that_is_gone_harms_nobody():
    async with gathered(names=("Anna", "Otto", "Ida")) as (_hosted, anna, otto, ida):
        lines = anna.connections[-1]
        for message in (Dismiss(2), MASTER):
            lines.send(line_of(message))
        await until(lambda: otto.lobby.game == "master")
        assert (anna.guest.here, otto.guest.here, ida.rejected) == (True, True, "dismissed")


async def test_a_match_that_is_over_is_told_from_where_one_sat_then():
    async with opened(request("master", again=True)) as hosted:
        friends = [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
        for friend in friends:
            friend.guest.leave = lambda: None  # They stay after the end.
            friend.talk.gets_ready = True
        await until(lambda: all(one.talk.wholes for one in friends))
        anna, otto = sorted(friends, key=lambda one: one.lobby.you)
        seat = otto.seat
        anna.guest.send(Swap(0, 1))
        await until(lambda: otto.lobby.you != seat)
        otto.connections[-1].send(line_of(Resume(otto.guest.match, 0)))
        before = otto.begun
        await until(lambda: otto.begun == before + 1 and len(otto.talk.wholes) == 2)
        assert otto.lines == told_to(hosted.match, seat)


async def test_only_one_newcomer_takes_a_chair_in_a_deal():
    asked = request("master", seats=4, options={}, bots=Opponent("random"))
    async with opened(asked) as hosted:
        anna = Friend("Anna", hosted.knock, plays=False)
        await until(lambda: anna.talk.asked)
        otto = Friend("Otto", hosted.knock, plays=False)
        await until(lambda: bool(otto.lines))
        ida = Friend("Ida", hosted.knock)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejected == "next-deal"
        assert "in the next deal" in Speaker().say(rejection_message(RejectedError(ida.rejected)))
        assert hosted.table.frees_in_next_deal


async def test_whoever_leaves_sees_no_second_hand_in_the_same_deal():
    async with gathered(game="master", ready=True) as (hosted, anna, otto):
        anna.plays = otto.plays = False
        await until(lambda: hosted.table.playing and bool(otto.lines))
        assert not hosted.table.match.has_newcomer
        otto.guest.leave()
        async with asyncio.timeout(20):
            await otto.task
        await until(lambda: len(hosted.table.lobby.people) == 1)
        again = Friend("Boris", hosted.knock)
        async with asyncio.timeout(20):
            await again.task
        assert again.rejected == "next-deal"


async def test_a_table_of_people_alone_frees_no_chair_in_the_next_deal():
    async with gathered(game="master", ready=True) as (hosted, anna, otto):
        anna.plays = otto.plays = False
        await until(lambda: hosted.table.playing)
        ida = Friend("Ida", hosted.knock)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejected == "full"
        assert "Only watch" in Speaker().say(rejection_message(RejectedError("full")))


async def test_seats_do_not_change_hands_all_the_time():
    async with gathered(game="master", ready=True) as (hosted, anna, _otto):
        await until(lambda: bool(anna.lines) and hosted.table.match is not None)
        for number in range(8):
            anna.connections[-1].send(line_of(StandIn(anna.seat, on=not number % 2)))
        await until(lambda: bool(anna.talk.denials) or anna.rejected is not None)
        assert len(hosted.journal.given()) <= 4


async def test_the_time_for_a_turn_does_not_begin_anew_when_a_seat_changes_hands():
    async with opened(request("master", clock=1000)) as hosted:
        [Friend(name, hosted.knock, plays=False) for name in ("Anna", "Otto")]
        await until(lambda: hosted.table.match is not None)
        match = hosted.table.match
        await until(lambda: match._clock is not None)
        (awaited,) = match.table.people_awaited
        other = 1 - awaited
        clock = match._clock
        match.stand_in(other, "asked")
        match.give_back(other)
        kept = match._clock is clock
        assert kept


async def test_while_nobody_acts_who_may_come_back_the_table_goes_slowly():
    async with opened(request("master")) as hosted:
        [Friend(name, hosted.knock) for name in ("Anna", "Otto")]
        await until(lambda: hosted.table.match is not None)
        match = hosted.table.match
        for seat in (0, 1):
            match.stand_in(seat, "away")
        slow = match._resting
        match.give_back(0)
        quick = not match._resting
        assert (slow, quick) == (True, True)


def test_computer_players_give_a_moment_to_mend_what_somebody_did(monkeypatch):
    monkeypatch.setattr(hosted_match, "MENDING_S", 0.0)
    granted = []
    due = Grace.due

    def noted(self, offers):
        fresh = due(self, offers)
        granted.extend(offer.kind for offer in offers if fresh and offer.mends)
        return fresh

    monkeypatch.setattr(Grace, "due", noted)

    async def run():
        options = {"enforcement": "table", "deals": 7}
        asked = request("damn", seats=3, options=options, bots=Opponent("easy"))
        async with opened(asked) as hosted:
            anna = Friend("Anna", hosted.knock)
            await until(lambda: hosted.table.match is not None)
            match = hosted.table.match
            await until(lambda: match.over or granted)
            await let_go(anna)

    asyncio.run(run())
    assert granted[:1] == ["bid"]


def test_who_changes_a_bid_again_and_again_holds_nobody_up():
    class Fickle(Friend):
        """Guest that changes each of its bids as soon as it is announced, before the others act."""

        def _write(self, line):
            super()._write(line)
            said = json.loads(line)
            if said.get("type") == "bid" and said["seat"] == self.seat:
                command = {"type": "bid", "seat": self.seat, "tricks": int(not said["tricks"])}
                asyncio.get_running_loop().call_later(0.03, self.guest.do, command)

    async def run():
        options = {"enforcement": "table", "deals": 3, "first": 3}
        asked = request("damn", options=options, bots=Opponent("random"))
        async with opened(asked) as hosted:
            anna = Fickle("Anna", hosted.knock)
            async with asyncio.timeout(500):
                await hosted.table.done.wait()
            await let_go(anna)
            events = hosted.match.events
            seat = anna.seat
            return anna.talk.denials, [
                one.type for one in events if getattr(one, "seat", 0) == seat
            ]

    denials, types = run_warped(run())
    assert set(denials) == {"too-fast"}
    # In each deal one first bid, and as many changes as are allowed.
    assert 3 < types.count("bid") <= 3 * (1 + MOST_MENDED)


@pytest.mark.parametrize(
    ("name", "rejection_code"),
    [
        ("\u3164", "no-name"),
        ("Anna\u2800", "no-name"),
        ("you", "no-name"),
        ("Вы", "no-name"),
        ("\u0410nna", "name"),
    ],
    ids=ascii,
)
async def test_a_name_that_cannot_be_seen_or_told_apart_takes_no_chair(name, rejection_code):
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock)
        await until(lambda: bool(anna.talk.shown))
        twin = Friend(name, hosted.knock)
        async with asyncio.timeout(20):
            await twin.task
        assert (twin.rejected, len(hosted.table.lobby.people)) == (rejection_code, 1)


async def test_a_watcher_is_not_called_like_a_player_and_counts_once():
    async with opened() as hosted:
        anna = Friend("Anna", hosted.knock)
        await until(lambda: bool(anna.talk.shown))
        twin = Friend("anna", hosted.knock, watch=True)
        async with asyncio.timeout(20):
            await twin.task
        watcher = Friend("Ida", hosted.knock, watch=True)
        await until(lambda: bool(watcher.secrets.kept) and watcher.guest.here)
        other = Friend("ida", hosted.knock, watch=True)
        async with asyncio.timeout(20):
            await other.task
        (secret,) = watcher.secrets.kept.values()
        hosted.table.arrive(hosted.table.lobby.know_again(hosted.knock(), secret, 0.0))
        count = len(hosted.table.lobby.watchers)
        assert (twin.rejected, other.rejected, count) == ("name", "name", 1)


def test_who_watches_is_known_however_many_come_and_go():
    lobby = Lobby(3)
    ida = lobby.admit(None, "Ida")
    lobby.watchers.add(ida)
    gone = [lobby.admit(None, "") for _ in range(4 * MOST_WATCHERS)]
    assert lobby.talk_of(ida).allows(0.0)
    assert not lobby.talk_of(gone[0]).allows(0.0)


async def test_whoever_comes_too_late_to_watch_is_told_so(monkeypatch):
    monkeypatch.setattr("greenbaize.app.network.lobby.MOST_WATCHERS", 1)
    async with opened() as hosted:
        first = Friend("", hosted.knock, watch=True)
        await until(lambda: bool(first.talk.shown))
        late = Friend("", hosted.knock, watch=True)
        async with asyncio.timeout(20):
            await late.task
        said = Speaker().say(rejection_message(RejectedError(late.rejected)))
        assert said == "No more friends may watch at this table."


async def test_who_keeps_the_table_is_written_down():
    async with gathered() as (hosted, _anna, _otto):
        kept = hosted.journal.chairs
        again = HostedTable(request(), MatchJournal(), chairs=kept)
        keeper = again.lobby.keeper_seat
        again.close()
        assert ([one.keeps for one in kept], keeper) == ([True, False, False], 0)


def test_all_that_is_laid_holds():
    lay = Lay("damn", 3, {"deals": 4}, "hard", 45, False, True)
    asked = request("master", bots=Opponent("easy", "bold")).laid(lay)
    assert (asked.game, asked.seats, asked.options["deals"]) == ("damn", 3, 4)
    assert (asked.bots, asked.clock) == (Opponent("hard"), 45)
    assert (asked.hints, asked.hands) == (False, True)
    assert asked.laid(msgspec.structs.replace(lay, bots="")).bots is None
    same = request(bots=Opponent("easy", "bold")).laid(msgspec.structs.replace(lay, bots="easy"))
    assert same.bots == Opponent("easy", "bold")


class TestLooks:
    """Guests keep their avatars as long as the table is open."""

    @staticmethod
    def looks(lobby, bots):
        return {one.name: (one.face, one.colour) for one in lobby.shown(bots) if one.name}

    def test_nobody_changes_faces_when_somebody_leaves_and_comes_back(self):
        lobby = Lobby(4)
        names = ("Olga", "Pyotr", "Ида")
        for name in names:
            lobby.give_chair(name, range(4))
        first = self.looks(lobby, {3: "Boris"})
        assert len({face for face, _ in first.values()}) == 4
        assert len({colour for _, colour in first.values()}) == 4
        lobby.free(lobby.chairs[0])
        assert self.looks(lobby, {0: "Olga", 3: "Boris"}) == first
        lobby.give_chair("Lena", [0])
        assert self.looks(lobby, {3: "Boris"})["Pyotr"] == first["Pyotr"]
        lobby.free(lobby.chairs[0])
        lobby.give_chair("OLGA", [0])
        again = self.looks(lobby, {3: "Boris"})
        assert again["OLGA"] == first["Olga"]

    def test_a_face_that_was_chosen_is_kept_and_one_that_is_unknown_is_not(self):
        lobby = Lobby(2)
        lobby.give_chair("Olga", range(2))
        lobby.chairs[0].face = Face("cap", "rose")
        assert self.looks(lobby, {})["Olga"] == ("cap", "rose")
        lobby.chairs[0].face = Face("no such", "mauve")
        assert self.looks(lobby, {})["Olga"] == ("cap", "rose")


@pytest.mark.parametrize("version", [1, 2])
async def test_what_a_newer_protocol_has_is_not_understood_in_an_older_one(version):
    async with gathered(game="master") as (hosted, anna, otto):
        for friend in (anna, otto):
            friend.talk.gets_ready = False
        visitor = hosted.table.lobby.chairs[0].visitor
        visitor.version = version
        with pytest.raises(DamagedMessageError):
            hosted.table.hear(visitor, Stop())
        hosted.table.hear(visitor, ReadyMark(ready=True, arranged=99))
        assert hosted.table.lobby.chairs[0].ready


async def test_who_is_given_a_chair_is_not_away_before_they_come():
    async with opened(request(seats=3)) as hosted:
        seen = []
        hosted.table.seen = seen.append
        _, secret = hosted.table.give_chair("Anna")
        hosted.table.show()
        visitor = hosted.table.lobby.know_again(hosted.knock(), secret, 0.0)
        hosted.table.arrive(visitor)
        told = [list(comings(old, new)) for old, new in pairwise([None, *seen])]
        assert [one for some in told for one in some] == [("sat", "Anna")]
