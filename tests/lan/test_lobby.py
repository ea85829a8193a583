"""Tests of the lobby: options, the keeper, chat, replacement by bots, and spectators."""

import asyncio
import json
from contextlib import asynccontextmanager
from itertools import pairwise

import msgspec
import pytest

from greenbaize.app.network import hosted_match
from greenbaize.app.network.hosted_match import MAX_CORRECTIONS
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.lobby import MAX_WATCHERS, GuestFace, Lobby
from greenbaize.app.network.session import describe_rejection, find_presence_changes
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.table import CorrectionWindow
from greenbaize.lan.client import JoinRejectedError
from greenbaize.lan.pairing import hash_secret
from greenbaize.lan.wire import (
    DamagedMessageError,
    DismissGuestMessage,
    JoinMessage,
    MatchSetupMessage,
    ReadyMessage,
    ResumeMessage,
    SendChatMessage,
    StandInMessage,
    StopMatchMessage,
    SwapSeatsMessage,
    WatchSeatMessage,
    encode_message,
)
from greenbaize.words.speaker import Speaker
from lan.random_guests import (
    FakeHostJournal,
    RandomGuest,
    disconnect_guests,
    make_table_request,
    make_view_lines,
    open_memory_table,
    wait_until,
)
from lan.virtual_time import run_in_virtual_time

MASTER_SETUP = MatchSetupMessage("master", 2, {"early_end": False}, "", 0, True, False)


@asynccontextmanager
async def gather_guests(*, game="damn", names=("Anna", "Otto"), gets_ready=False, **request_fields):
    """Open a table with guests who are not ready. Yield the table and the guests."""
    async with open_memory_table(make_table_request(game, **request_fields)) as hosted:
        friends = []
        for name in names:
            friend = RandomGuest(name, hosted.connect_guest)
            friend.adapter.gets_ready = gets_ready
            friends.append(friend)
            await wait_until(lambda friend=friend: bool(friend.adapter.lobbies))
        yield hosted, *friends


def list_faces(friend):
    return [(chair.name, chair.face, chair.colour) for chair in friend.lobby.chairs if chair.name]


def test_guests_see_chosen_avatars_and_may_change_them():
    async def gather_and_change_face():
        async with open_memory_table() as hosted:
            anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
            anna.adapter.gets_ready = False
            await wait_until(lambda: bool(anna.adapter.lobbies))
            otto = RandomGuest("Otto", hosted.connect_guest, face=("", "rose"))
            await wait_until(lambda: bool(otto.adapter.lobbies) and len(list_faces(anna)) == 2)
            faces_of_both = list_faces(anna), list_faces(otto)
            anna.guest._join_message = JoinMessage("Anna", False, "cap", "teal")
            anna.abort_connection()
            await wait_until(lambda: list_faces(otto)[0][1] == "cap")
            await disconnect_guests(anna, otto)
            return faces_of_both

    expected_faces = [("Anna", "bun", "teal"), ("Otto", "bowler", "rose")]
    assert asyncio.run(gather_and_change_face()) == (expected_faces, expected_faces)


async def test_an_older_guest_gets_only_known_fields(monkeypatch):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
        await wait_until(lambda: bool(anna.adapter.lobbies))
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", (1,))
        otto = RandomGuest("Otto", hosted.connect_guest, face=("cap", "rose"))
        await wait_until(lambda: bool(otto.adapter.lobbies) and len(list_faces(anna)) == 2)
        exchanged_bytes, visible_faces = (
            otto.collect_received() + b"".join(map(get_sent_bytes, otto.connections)),
            list_faces(anna),
        )
        assert b"face" not in exchanged_bytes
        assert b"bun" not in exchanged_bytes
        assert visible_faces == [
            ("Anna", "bun", "teal"),
            ("Otto", "bowler", "coral"),
        ]  # Teal is taken.


def get_sent_bytes(lines):
    return bytes(lines._peer.received_bytes)


def test_a_guest_sends_an_older_host_only_known_fields(monkeypatch):
    async def join_older_host():
        monkeypatch.setattr("greenbaize.lan.server.PROTOCOL_VERSIONS", (1,))
        async with open_memory_table() as hosted:
            anna = RandomGuest("Anna", hosted.connect_guest, face=("bun", "teal"))
            await wait_until(lambda: bool(anna.adapter.lobbies))
            anna.abort_connection()
            await wait_until(lambda: len(anna.connections) == 2 and anna.guest.is_connected)
            await disconnect_guests(anna)
            return b"".join(map(get_sent_bytes, anna.connections))

    sent_bytes = asyncio.run(join_older_host())
    assert b'"sit"' in sent_bytes
    assert b'"return"' in sent_bytes
    assert b"face" not in sent_bytes


async def test_the_lobby_shows_who_is_still_reading():
    table_request = make_table_request("damn", options={"enforcement": "table", "deals": 2})
    async with open_memory_table(table_request) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto", "Ida")]
        slow_guest, other_guests = friends[0], friends[1:]
        slow_guest.adapter.guest = SlowReader(slow_guest.guest)
        await wait_until(lambda: all(item.adapter.lobbies for item in friends))
        await wait_until(
            lambda: [item.name for item in list_reading_chairs(other_guests[0])] == ["Anna"]
        )
        slow_guest.adapter.guest.release_commands()
        slow_guest.adapter.guest = slow_guest.guest
        await wait_until(
            lambda: "Anna" not in [item.name for item in list_reading_chairs(other_guests[0])]
        )


def list_reading_chairs(friend):
    return [chair for chair in friend.lobby.chairs if chair.reads]


class SlowReader:
    """Guest proxy that holds back *ready* until it is released."""

    def __init__(self, guest):
        self._guest, self._held_commands = guest, []

    def __getattr__(self, name):
        return getattr(self._guest, name)

    def submit(self, command, on_result):
        if command["type"] == "ready":
            self._held_commands.append((command, on_result))
        else:
            self._guest.submit(command, on_result)

    def release_commands(self):
        for held_command in self._held_commands:
            self._guest.submit(*held_command)


async def test_the_first_guest_keeps_the_table_and_the_next_follows():
    async with gather_guests() as (_hosted, anna, otto):
        first_keeper = otto.lobby.keeper
        anna.guest.leave_table()
        await wait_until(lambda: otto.lobby.keeper != first_keeper)
        assert (first_keeper, otto.lobby.keeper, otto.lobby.you) == (0, 1, 1)


async def test_the_person_at_the_host_keeps_the_table():
    table = HostedTable(make_table_request(), FakeHostJournal())
    secret = table.seat_host("Anna")
    assert table.lobby.chairs[0].secret == hash_secret(secret)
    second_secret = table.seat_host("anna")
    assert table.lobby.chairs[0].secret == hash_secret(second_secret)
    table.close()
    assert [chair.name for chair in table.lobby.taken_chairs] == ["anna"]


async def test_the_keeper_changes_the_options_for_everybody():
    async with gather_guests() as (_hosted, anna, otto):
        anna.guest.send_ready()
        await wait_until(lambda: otto.lobby.chairs[0].ready)
        anna.guest.send_message(MASTER_SETUP)
        await wait_until(lambda: otto.lobby.game == "master")
        changed_lobby = otto.lobby
        assert (
            changed_lobby.options["early_end"],
            len(changed_lobby.chairs),
            changed_lobby.chairs[0].ready,
        ) == (
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
async def test_an_impossible_setup_is_denied(change, denial_code):
    async with gather_guests() as (hosted, anna, _otto):
        request_before = hosted.table.request
        anna.guest.send_message(msgspec.structs.replace(MASTER_SETUP, **change))
        await wait_until(lambda: bool(anna.adapter.denial_codes))
        assert hosted.table.request is request_before
        assert anna.adapter.denial_codes == [denial_code]


async def test_a_smaller_table_is_denied_while_chairs_are_taken():
    async with gather_guests(names=("Anna", "Otto", "Ida")) as (hosted, *friends):
        friends[0].guest.send_message(MASTER_SETUP)
        await wait_until(lambda: bool(friends[0].adapter.denial_codes))
        assert (friends[0].adapter.denial_codes, len(hosted.table.lobby.taken_chairs)) == (
            ["seats"],
            3,
        )


@pytest.mark.parametrize(
    "message", [MASTER_SETUP, SwapSeatsMessage(0, 1), DismissGuestMessage(0), StopMatchMessage()]
)
async def test_only_the_keeper_arranges_the_table(message):
    async with gather_guests() as (_hosted, anna, otto):
        otto.guest.send_message(message)
        await wait_until(lambda: bool(otto.adapter.denial_codes))
        assert (otto.adapter.denial_codes, anna.lobby.game, anna.lobby.you) == (
            ["keeper"],
            "damn",
            0,
        )


async def test_chairs_can_be_swapped():
    async with gather_guests() as (hosted, anna, otto):
        anna.guest.send_message(SwapSeatsMessage(0, 2))
        await wait_until(lambda: anna.lobby.you == 2)
        names = [chair.name for chair in otto.lobby.chairs]
        stored_names = [chair.name for chair in hosted.journal.chairs]
        assert (names, stored_names, otto.lobby.keeper) == (
            ["", "Otto", "Anna"],
            ["", "Otto", "Anna"],
            2,
        )


async def test_a_dismissed_guest_leaves_and_loses_the_secret():
    async with gather_guests() as (hosted, anna, otto):
        anna.guest.send_message(DismissGuestMessage(1))
        await asyncio.wait_for(otto.task, 20)
        await wait_until(lambda: anna.lobby.chairs[1].who == "open")
        assert (otto.rejection_code, [chair.name for chair in hosted.table.lobby.taken_chairs]) == (
            "dismissed",
            ["Anna"],
        )


async def test_a_bot_replaces_a_guest_dismissed_during_a_match():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        await wait_until(lambda: bool(anna.match_lines) and bool(otto.match_lines))
        seat = anna.lobby.keeper
        other_seat = 1 - seat
        keeper, guest = (anna, otto) if anna.seat == seat else (otto, anna)
        keeper.guest.send_message(DismissGuestMessage(other_seat))
        await wait_until(hosted.table.finished_event.is_set)
        assert (
            [
                (seat_change.kind, seat_change.why)
                for seat_change in hosted.journal.list_seat_changes()
            ],
            guest.rejection_code,
        ) == (
            [("bot", "left")],
            "dismissed",
        )


@asynccontextmanager
async def start_idle_match(**request_fields):
    """Start a match in which nobody acts. Yield the table and its guests."""
    async with gather_guests(game="master", allows_further_matches=True, **request_fields) as (
        hosted,
        anna,
        otto,
    ):
        for friend in (anna, otto):
            friend.plays_cards = False
            friend.guest.send_ready()
        await wait_until(lambda: bool(anna.match_lines) and bool(otto.match_lines))
        yield hosted, anna, otto


async def test_the_keeper_stops_a_match_and_another_game_is_played():
    async with start_idle_match() as (hosted, anna, otto):
        watcher = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(watcher.match_lines))
        first_match = hosted.table.match
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: otto.lobby.stage == watcher.lobby.stage == "gathering")
        assert (hosted.journal.suspended_count, hosted.journal.finished_count) == (1, 0)
        assert [guest.adapter.header for guest in (anna, otto, watcher)] == [None] * 3
        anna.guest.send_message(msgspec.structs.replace(MASTER_SETUP, game="blackout", options={}))
        await wait_until(lambda: otto.lobby.game == "blackout")
        for friend in (anna, otto):
            friend.plays_cards = True
            friend.guest.send_ready()
        await wait_until(lambda: hosted.table.match is not None and hosted.table.match.is_over)
        assert (hosted.match.header.game, hosted.table.match.match_id != first_match.match_id) == (
            "blackout",
            True,
        )
        await wait_until(lambda: all(guest.adapter.full_records for guest in (anna, otto, watcher)))
        assert hosted.journal.finished_count == 1


async def test_an_absent_guest_learns_that_the_match_was_stopped():
    async with start_idle_match() as (_hosted, anna, otto):
        otto.abort_connection()
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: len(otto.connections) == 2 and otto.adapter.header is None)
        assert [chair.name for chair in otto.lobby.chairs] == ["Anna", "Otto"]


async def test_stopping_without_a_match_is_denied():
    async with gather_guests() as (_hosted, anna, _otto):
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: bool(anna.adapter.denial_codes))
        assert anna.adapter.denial_codes == ["not-playing"]


async def test_ready_for_an_outdated_arrangement_is_denied():
    async with gather_guests() as (hosted, anna, otto):
        old_arrangement = otto.lobby.arranged
        anna.guest.send_message(MASTER_SETUP)
        await wait_until(lambda: otto.lobby.game == "master")
        otto.guest.send_ready(arrangement=old_arrangement)
        await wait_until(lambda: otto.adapter.denial_codes == ["changed"])
        assert not otto.lobby.chairs[1].ready
        otto.guest.send_ready(arrangement=otto.lobby.arranged)
        await wait_until(lambda: otto.lobby.chairs[1].ready)
        # Withdrawing *ready* is allowed for any arrangement.
        otto.guest.send_ready(is_ready=False, arrangement=old_arrangement)
        await wait_until(lambda: not otto.lobby.chairs[1].ready)
        assert hosted.table.match is None


async def test_an_older_guest_learns_of_a_stopped_match_by_the_lobby(
    monkeypatch,
):
    async with gather_guests(game="master", allows_further_matches=True, names=("Anna",)) as (
        hosted,
        anna,
    ):
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", (2, 1))
        ida = RandomGuest("Ida", hosted.connect_guest)
        ida.plays_cards = anna.plays_cards = False
        await wait_until(lambda: bool(ida.adapter.lobbies))
        ida.guest.send_ready(arrangement=17)
        anna.guest.send_ready()
        await wait_until(lambda: hosted.table.is_playing and bool(ida.match_lines))
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: ida.lobby.stage == "gathering")
        exchanged_bytes = b"".join(map(get_sent_bytes, ida.connections)) + ida.collect_received()
        assert b"stopped" not in exchanged_bytes
        assert b"arranged" not in exchanged_bytes
        ida.guest.send_message(StopMatchMessage())
        assert ida.adapter.denial_codes == ["host-older"]


async def test_chat_reaches_everybody_and_spectators_may_chat():
    async with gather_guests() as (hosted, anna, otto):
        watcher = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(watcher.adapter.lobbies))
        anna.guest.send_message(SendChatMessage("hello   there"))
        await wait_until(lambda: len(otto.adapter.chat_messages) == 1)
        watcher.guest.send_message(SendChatMessage(word="well-played"))
        await wait_until(lambda: len(otto.adapter.chat_messages) == 2)
        watcher.guest.send_message(SendChatMessage("  "))
        watcher.guest.send_message(SendChatMessage("\u200b \u200b"))
        watcher.guest.send_message(SendChatMessage("\u3164"))
        assert [
            (chat_message.seat, chat_message.name, chat_message.text, chat_message.word)
            for chat_message in otto.adapter.chat_messages
        ] == [
            (0, "Anna", "hello there", ""),
            (None, "Ida", "", "well-played"),
        ]


async def test_chat_is_rate_limited():
    async with gather_guests() as (_hosted, anna, otto):
        for number in range(30):
            anna.guest.send_message(SendChatMessage(str(number)))
        await wait_until(
            lambda: len(anna.adapter.denial_codes) + len(anna.adapter.chat_messages) == 30
        )
        assert (len(otto.adapter.chat_messages) < 10, set(anna.adapter.denial_codes)) == (
            True,
            {"too-fast"},
        )


async def test_a_guest_lets_a_bot_play_and_plays_again():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, _otto):
        await wait_until(lambda: bool(anna.match_lines) and hosted.table.match is not None)
        seat = anna.seat
        anna.guest.send_message(StandInMessage(seat, on=True))
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 1)
        anna.guest.send_message(StandInMessage(seat, on=False))
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 2)
        assert [
            (seat_change.seat == seat, seat_change.kind, seat_change.why)
            for seat_change in hosted.journal.list_seat_changes()
        ] == [
            (True, "bot", "asked"),
            (True, "human", "back"),
        ]


async def test_a_requested_replacement_outlasts_a_lost_connection():
    async with open_memory_table(make_table_request("master")) as hosted:
        keeper, guest = [
            RandomGuest(name, hosted.connect_guest, plays_cards=False) for name in ("Anna", "Otto")
        ]
        await wait_until(lambda: bool(keeper.match_lines) and bool(guest.match_lines))
        if keeper.lobby.keeper != keeper.lobby.you:
            keeper, guest = guest, keeper
        for seat in (keeper.seat, guest.seat):
            keeper.guest.send_message(StandInMessage(seat, on=True))
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 2)
        for friend in (keeper, guest):
            lobby_count = len(friend.adapter.lobbies)
            friend.abort_connection()
            await wait_until(
                lambda friend=friend, lobby_count=lobby_count: (
                    len(friend.adapter.lobbies) > lobby_count
                )
            )
        seat_changes = [
            (seat_change.seat, seat_change.why)
            for seat_change in hosted.journal.list_seat_changes()
        ]
        assert seat_changes[2:] == [(guest.seat, "back")]
        keeper.guest.send_message(StandInMessage(keeper.seat, on=False))
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 4)


async def test_only_the_keeper_replaces_other_guests_by_bots():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        await wait_until(lambda: bool(hosted.journal.matches) and bool(otto.match_lines))
        otto.guest.send_message(StandInMessage(anna.lobby.you, on=True))
        await wait_until(lambda: bool(otto.adapter.denial_codes))
        anna.guest.send_message(StandInMessage(otto.lobby.you, on=True))
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 1)
        assert (
            otto.adapter.denial_codes,
            hosted.journal.list_seat_changes()[0].seat == otto.lobby.you,
        ) == (
            ["keeper"],
            True,
        )


def test_a_guest_slower_than_the_turn_limit_is_replaced():
    async def wait_past_limit():
        async with open_memory_table(make_table_request("master", turn_limit_s=30)) as hosted:
            friends = [
                RandomGuest(name, hosted.connect_guest, plays_cards=False)
                for name in ("Anna", "Otto")
            ]
            await wait_until(lambda: hosted.table.match is not None)
            (late_seat,) = hosted.table.match.table.awaited_human_seats
            await asyncio.sleep(29)
            changes_before = hosted.journal.list_seat_changes()
            await asyncio.sleep(2)
            seat_changes = hosted.journal.list_seat_changes()
            await disconnect_guests(*friends)
            return changes_before, [
                (seat_change.seat == late_seat, seat_change.kind, seat_change.why)
                for seat_change in seat_changes[:1]
            ]

    assert run_in_virtual_time(wait_past_limit()) == ([], [(True, "bot", "slow")])


async def test_a_guest_takes_the_chair_of_a_bot_during_a_match():
    table_request = make_table_request("master", seats=3, options={}, bots=Opponent("random"))
    async with open_memory_table(table_request) as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(
            lambda: anna.adapter.is_question_open
        )  # Otherwise the match might be over too soon.
        otto = RandomGuest("Otto", hosted.connect_guest)
        await wait_until(lambda: bool(otto.match_lines))
        anna.plays_cards, anna.adapter._outdated_answer_count = True, 0
        anna.adapter.send_question()
        await wait_until(hosted.table.finished_event.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(anna.task, otto.task)
        match, seat_changes = hosted.match, hosted.journal.list_seat_changes()
        assert [(seat_change.kind, seat_change.why) for seat_change in seat_changes] == [
            ("human", "back")
        ]
        assert match.header.players[seat_changes[0].seat].kind == "bot"
        assert otto.seat == seat_changes[0].seat
        for friend in (anna, otto):
            assert friend.match_lines == make_view_lines(match, friend.seat)
        assert "Otto" in [chair.name for chair in anna.lobby.chairs]


async def join_and_watch_seat(hosted):
    """Return a spectator who has asked for the cards at seat 1."""
    watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
    await wait_until(lambda: bool(watcher.adapter.lobbies))
    watcher.guest.send_message(WatchSeatMessage(1))
    return watcher


@pytest.mark.slow
@pytest.mark.parametrize("allows_hands", [True, False])
async def test_a_spectator_sees_a_hand_only_if_the_table_allows_it(allows_hands):
    async with open_memory_table(make_table_request("master", shows_hands=allows_hands)) as hosted:
        watcher = await join_and_watch_seat(hosted)
        await wait_until(lambda: allows_hands or bool(watcher.adapter.denial_codes))
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(hosted.table.finished_event.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(watcher.task, *(friend.task for friend in friends))
        match = hosted.match
        assert watcher.match_lines == make_view_lines(match, 1 if allows_hands else None)
        assert watcher.adapter.denial_codes == ([] if allows_hands else ["hands"])


@pytest.mark.parametrize("keeps_secret", [True, False])
async def test_a_returning_spectator_gets_the_lines_of_one_view(keeps_secret):
    async with open_memory_table(make_table_request("master", shows_hands=True)) as hosted:
        watcher = await join_and_watch_seat(hosted)
        anna, _otto = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(lambda: len(watcher.match_lines) > 5)
        send_command, held_calls = anna.guest.submit, []
        anna.guest.submit = lambda *given: held_calls.append(given)
        await wait_until(lambda: bool(held_calls))
        if not keeps_secret:
            watcher.secrets.secrets.clear()
        watcher.abort_connection()
        await wait_until(lambda: watcher.guest.connection_count == 2 and watcher.guest.is_connected)
        anna.guest.submit = send_command
        send_command(*held_calls[0])
        await wait_until(lambda: bool(watcher.adapter.full_records))
        assert watcher.match_lines == make_view_lines(hosted.match, 1 if keeps_secret else None)


@pytest.mark.parametrize(("watched_seat", "allows_hands"), [(2, True), (1, False)])
async def test_a_watched_hand_is_not_carried_over_to_another_table(watched_seat, allows_hands):
    async with gather_guests(shows_hands=True) as (hosted, anna, otto):
        watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(watcher.adapter.lobbies))
        watcher.guest.send_message(WatchSeatMessage(watched_seat))
        anna.guest.send_message(msgspec.structs.replace(MASTER_SETUP, hands=allows_hands))
        await wait_until(lambda: otto.lobby.game == "master" == watcher.lobby.game)
        for friend in (anna, otto):
            friend.guest.send_ready()
        await wait_until(lambda: bool(watcher.adapter.full_records))
        assert watcher.match_lines == make_view_lines(hosted.match, None)


async def test_a_guest_who_missed_the_end_gets_it_before_the_table_closes():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(lambda: len(friends[0].match_lines) > 5)
        absent_guest, present_guest = friends
        release_event = asyncio.Event()
        dial = absent_guest._dial

        async def dial_late():
            await release_event.wait()
            return dial()

        absent_guest._dial = dial_late
        absent_guest.abort_connection()
        await wait_until(lambda: not absent_guest.guest.is_connected)
        hosted.table.match.replace_by_bot(absent_guest.seat, "away")
        await wait_until(lambda: hosted.table.match.is_over)
        async with asyncio.timeout(20):
            await present_guest.task
        has_waited = not hosted.table.finished_event.is_set()
        release_event.set()
        await wait_until(hosted.table.finished_event.is_set)
        async with asyncio.timeout(20):
            await absent_guest.task
        has_all_lines, full_records = (
            absent_guest.match_lines == make_view_lines(hosted.match, absent_guest.seat),
            absent_guest.adapter.full_records,
        )
        assert (has_waited, has_all_lines, len(full_records)) == (True, True, 1)


async def test_the_same_people_play_another_match():
    async with open_memory_table(make_table_request("damn", allows_further_matches=True)) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto", "Ida")]
        for friend in friends:
            friend.guest.leave_table = lambda: None  # They stay after the end.
        await wait_until(lambda: len(hosted.journal.matches) == 1 and hosted.table.match.is_over)
        for friend in friends:
            friend.guest.send_ready()
        await wait_until(lambda: len(hosted.journal.matches) == 2 and hosted.table.match.is_over)
        await wait_until(lambda: all(len(guest.adapter.full_records) == 2 for guest in friends))
        assert [
            guest.match_lines == make_view_lines(hosted.match, guest.seat) for guest in friends
        ] == [True] * 3


async def test_a_slow_connection_is_shown():
    async with gather_guests() as (hosted, _anna, otto):
        loop_time = asyncio.get_running_loop().time()
        for pinged_client in hosted.server._clients:
            pinged_client.ping_sent_at = loop_time - 2
        hosted.server.check_clients(loop_time)
        await wait_until(lambda: otto.lobby.chairs[0].slow)
        await wait_until(
            lambda: all(client.ping_sent_at is None for client in hosted.server._clients)
        )
        hosted.server.check_clients(asyncio.get_running_loop().time())
        await wait_until(lambda: not otto.lobby.chairs[0].slow)


async def test_a_dismissed_guest_of_a_removed_chair_harms_nobody():
    async with gather_guests(names=("Anna", "Otto", "Ida")) as (_hosted, anna, otto, ida):
        lines = anna.connections[-1]
        for message in (DismissGuestMessage(2), MASTER_SETUP):
            lines.send_line(encode_message(message))
        await wait_until(lambda: otto.lobby.game == "master")
        assert (anna.guest.is_connected, otto.guest.is_connected, ida.rejection_code) == (
            True,
            True,
            "dismissed",
        )


async def test_a_finished_match_is_sent_for_the_seat_held_in_it():
    async with open_memory_table(
        make_table_request("master", allows_further_matches=True)
    ) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        for friend in friends:
            friend.guest.leave_table = lambda: None  # They stay after the end.
            friend.adapter.gets_ready = True
        await wait_until(lambda: all(item.adapter.full_records for item in friends))
        anna, otto = sorted(friends, key=lambda item: item.lobby.you)
        seat = otto.seat
        anna.guest.send_message(SwapSeatsMessage(0, 1))
        await wait_until(lambda: otto.lobby.you != seat)
        otto.connections[-1].send_line(encode_message(ResumeMessage(otto.guest.match, 0)))
        match_count_before = otto.match_count
        await wait_until(
            lambda: (
                otto.match_count == match_count_before + 1 and len(otto.adapter.full_records) == 2
            )
        )
        assert otto.match_lines == make_view_lines(hosted.match, seat)


async def test_only_one_newcomer_takes_a_chair_in_a_deal():
    table_request = make_table_request("master", seats=4, options={}, bots=Opponent("random"))
    async with open_memory_table(table_request) as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.adapter.is_question_open)
        otto = RandomGuest("Otto", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: bool(otto.match_lines))
        ida = RandomGuest("Ida", hosted.connect_guest)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejection_code == "next-deal"
        assert "in the next deal" in Speaker().format_message(
            describe_rejection(JoinRejectedError(ida.rejection_code))
        )
        assert hosted.table.has_chair_in_next_deal


async def test_a_guest_who_leaves_sees_no_second_hand_in_the_same_deal():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        anna.plays_cards = otto.plays_cards = False
        await wait_until(lambda: hosted.table.is_playing and bool(otto.match_lines))
        assert not hosted.table.match.has_newcomer
        otto.guest.leave_table()
        async with asyncio.timeout(20):
            await otto.task
        await wait_until(lambda: len(hosted.table.lobby.taken_chairs) == 1)
        newcomer = RandomGuest("Boris", hosted.connect_guest)
        async with asyncio.timeout(20):
            await newcomer.task
        assert newcomer.rejection_code == "next-deal"


async def test_a_table_without_bots_frees_no_chair_in_the_next_deal():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        anna.plays_cards = otto.plays_cards = False
        await wait_until(lambda: hosted.table.is_playing)
        ida = RandomGuest("Ida", hosted.connect_guest)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejection_code == "full"
        assert "Only watch" in Speaker().format_message(
            describe_rejection(JoinRejectedError("full"))
        )


async def test_seat_changes_are_rate_limited():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, _otto):
        await wait_until(lambda: bool(anna.match_lines) and hosted.table.match is not None)
        for number in range(8):
            anna.connections[-1].send_line(
                encode_message(StandInMessage(anna.seat, on=not number % 2))
            )
        await wait_until(lambda: bool(anna.adapter.denial_codes) or anna.rejection_code is not None)
        assert len(hosted.journal.list_seat_changes()) <= 4


async def test_a_seat_change_does_not_restart_the_turn_timer():
    async with open_memory_table(make_table_request("master", turn_limit_s=1000)) as hosted:
        [RandomGuest(name, hosted.connect_guest, plays_cards=False) for name in ("Anna", "Otto")]
        await wait_until(lambda: hosted.table.match is not None)
        match = hosted.table.match
        await wait_until(lambda: match._turn_timer is not None)
        (awaited_seat,) = match.table.awaited_human_seats
        other_seat = 1 - awaited_seat
        turn_timer = match._turn_timer
        match.replace_by_bot(other_seat, "asked")
        match.return_seat(other_seat)
        is_same_timer = match._turn_timer is turn_timer
        assert is_same_timer


async def test_an_unattended_table_advances_slowly():
    async with open_memory_table(make_table_request("master")) as hosted:
        [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(lambda: hosted.table.match is not None)
        match = hosted.table.match
        for seat in (0, 1):
            match.replace_by_bot(seat, "away")
        is_paused = match._is_paused
        match.return_seat(0)
        is_not_paused = not match._is_paused
        assert (is_paused, is_not_paused) == (True, True)


def test_bots_leave_time_for_corrections(monkeypatch):
    monkeypatch.setattr(hosted_match, "CORRECTION_DELAY_S", 0.0)
    granted_kinds = []
    original_method = CorrectionWindow.grants_time

    def log_granted(self, offers):
        grants_time = original_method(self, offers)
        granted_kinds.extend(offer.kind for offer in offers if grants_time and offer.is_correction)
        return grants_time

    monkeypatch.setattr(CorrectionWindow, "grants_time", log_granted)

    async def play_until_granted():
        options = {"enforcement": "table", "deals": 7}
        table_request = make_table_request("damn", seats=3, options=options, bots=Opponent("easy"))
        async with open_memory_table(table_request) as hosted:
            anna = RandomGuest("Anna", hosted.connect_guest)
            await wait_until(lambda: hosted.table.match is not None)
            match = hosted.table.match
            await wait_until(lambda: match.is_over or granted_kinds)
            await disconnect_guests(anna)

    asyncio.run(play_until_granted())
    assert granted_kinds[:1] == ["bid"]


def test_repeated_bid_changes_are_limited():
    class FickleGuest(RandomGuest):
        """Guest that changes each of its bids as soon as it is announced, before the others act."""

        def _process_line(self, line):
            super()._process_line(line)
            message = json.loads(line)
            if message.get("type") == "bid" and message["seat"] == self.seat:
                command = {"type": "bid", "seat": self.seat, "tricks": int(not message["tricks"])}
                asyncio.get_running_loop().call_later(0.03, self.guest.submit, command)

    async def play_match():
        options = {"enforcement": "table", "deals": 3, "first": 3}
        table_request = make_table_request("damn", options=options, bots=Opponent("random"))
        async with open_memory_table(table_request) as hosted:
            anna = FickleGuest("Anna", hosted.connect_guest)
            async with asyncio.timeout(500):
                await hosted.table.finished_event.wait()
            await disconnect_guests(anna)
            events = hosted.match.events
            seat = anna.seat
            return anna.adapter.denial_codes, [
                event.type for event in events if getattr(event, "seat", 0) == seat
            ]

    denials, types = run_in_virtual_time(play_match())
    assert set(denials) == {"too-fast"}
    # In each deal one first bid, and as many changes as are allowed.
    assert 3 < types.count("bid") <= 3 * (1 + MAX_CORRECTIONS)


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
async def test_an_invisible_or_confusable_name_is_refused(name, rejection_code):
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest)
        await wait_until(lambda: bool(anna.adapter.lobbies))
        guest = RandomGuest(name, hosted.connect_guest)
        async with asyncio.timeout(20):
            await guest.task
        assert (guest.rejection_code, len(hosted.table.lobby.taken_chairs)) == (rejection_code, 1)


async def test_a_spectator_needs_a_name_of_their_own_and_counts_once():
    async with open_memory_table() as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest)
        await wait_until(lambda: bool(anna.adapter.lobbies))
        player_namesake = RandomGuest("anna", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await player_namesake.task
        watcher = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(watcher.secrets.secrets) and watcher.guest.is_connected)
        spectator_namesake = RandomGuest("ida", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await spectator_namesake.task
        (secret,) = watcher.secrets.secrets.values()
        hosted.table.on_join(
            hosted.table.lobby.reconnect_client(hosted.connect_guest(), secret, 0.0)
        )
        count = len(hosted.table.lobby.watchers)
        assert (player_namesake.rejection_code, spectator_namesake.rejection_code, count) == (
            "name",
            "name",
            1,
        )


def test_a_named_spectator_is_remembered_however_many_others_leave():
    lobby = Lobby(3)
    ida = lobby.admit_spectator(None, "Ida")
    lobby.watchers.add(ida)
    nameless_spectators = [lobby.admit_spectator(None, "") for _ in range(4 * MAX_WATCHERS)]
    assert lobby.get_chat_limit(ida).try_acquire(0.0)
    assert not lobby.get_chat_limit(nameless_spectators[0]).try_acquire(0.0)


async def test_too_many_spectators_are_refused(monkeypatch):
    monkeypatch.setattr("greenbaize.app.network.lobby.MAX_WATCHERS", 1)
    async with open_memory_table() as hosted:
        first_spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(first_spectator.adapter.lobbies))
        late_spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        async with asyncio.timeout(20):
            await late_spectator.task
        sentence = Speaker().format_message(
            describe_rejection(JoinRejectedError(late_spectator.rejection_code))
        )
        assert sentence == "No more friends may watch at this table."


async def test_the_keeper_is_stored():
    async with gather_guests() as (hosted, _anna, _otto):
        stored_chairs = hosted.journal.chairs
        reopened_table = HostedTable(make_table_request(), FakeHostJournal(), chairs=stored_chairs)
        keeper = reopened_table.lobby.keeper_seat
        reopened_table.close()
        assert ([chair.keeps for chair in stored_chairs], keeper) == ([True, False, False], 0)


def test_a_match_setup_is_applied_completely():
    match_setup = MatchSetupMessage("damn", 3, {"deals": 4}, "hard", 45, False, True)
    changed_request = make_table_request("master", bots=Opponent("easy", "bold")).apply_match_setup(
        match_setup
    )
    assert (changed_request.game, changed_request.seats, changed_request.options["deals"]) == (
        "damn",
        3,
        4,
    )
    assert (changed_request.bots, changed_request.turn_limit_s) == (Opponent("hard"), 45)
    assert (changed_request.allows_hints, changed_request.shows_hands) == (False, True)
    assert (
        changed_request.apply_match_setup(msgspec.structs.replace(match_setup, bots="")).bots
        is None
    )
    request_with_same_level = make_table_request(bots=Opponent("easy", "bold")).apply_match_setup(
        msgspec.structs.replace(match_setup, bots="easy")
    )
    assert request_with_same_level.bots == Opponent("easy", "bold")


class TestAvatars:
    """Guests keep their avatars as long as the table is open."""

    @staticmethod
    def map_avatars(lobby, bots):
        return {
            chair.name: (chair.face, chair.colour)
            for chair in lobby.build_chair_messages(bots)
            if chair.name
        }

    def test_avatars_stay_when_a_guest_leaves_and_returns(self):
        lobby = Lobby(4)
        names = ("Olga", "Pyotr", "Ида")
        for name in names:
            lobby.assign_chair(name, range(4))
        first_avatars = self.map_avatars(lobby, {3: "Boris"})
        assert len({face for face, _ in first_avatars.values()}) == 4
        assert len({colour for _, colour in first_avatars.values()}) == 4
        lobby.free_chair(lobby.chairs[0])
        assert self.map_avatars(lobby, {0: "Olga", 3: "Boris"}) == first_avatars
        lobby.assign_chair("Lena", [0])
        assert self.map_avatars(lobby, {3: "Boris"})["Pyotr"] == first_avatars["Pyotr"]
        lobby.free_chair(lobby.chairs[0])
        lobby.assign_chair("OLGA", [0])
        later_avatars = self.map_avatars(lobby, {3: "Boris"})
        assert later_avatars["OLGA"] == first_avatars["Olga"]

    def test_a_chosen_avatar_is_used_and_an_unknown_one_ignored(self):
        lobby = Lobby(2)
        lobby.assign_chair("Olga", range(2))
        lobby.chairs[0].face = GuestFace("cap", "rose")
        assert self.map_avatars(lobby, {})["Olga"] == ("cap", "rose")
        lobby.chairs[0].face = GuestFace("no such", "mauve")
        assert self.map_avatars(lobby, {})["Olga"] == ("cap", "rose")


@pytest.mark.parametrize("version", [1, 2])
async def test_newer_messages_are_damage_in_an_older_version(version):
    async with gather_guests(game="master") as (hosted, anna, otto):
        for friend in (anna, otto):
            friend.adapter.gets_ready = False
        client = hosted.table.lobby.chairs[0].client
        client.protocol_version = version
        with pytest.raises(DamagedMessageError):
            hosted.table.on_message(client, StopMatchMessage())
        hosted.table.on_message(client, ReadyMessage(ready=True, arranged=99))
        assert hosted.table.lobby.chairs[0].is_ready


async def test_a_guest_who_is_given_a_chair_is_not_away_before_joining():
    async with open_memory_table(make_table_request(seats=3)) as hosted:
        lobbies = []
        hosted.table.on_lobby_sent = lobbies.append
        _, secret = hosted.table.assign_chair("Anna")
        hosted.table.update_lobby()
        client = hosted.table.lobby.reconnect_client(hosted.connect_guest(), secret, 0.0)
        hosted.table.on_join(client)
        change_lists = [
            list(find_presence_changes(earlier_lobby, later_lobby))
            for earlier_lobby, later_lobby in pairwise([None, *lobbies])
        ]
        assert [change for changes in change_lists for change in changes] == [("sat", "Anna")]
