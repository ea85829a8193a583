"""Tests of a hosted table: options, the keeper, chat, replacement by bots, and spectators."""

import asyncio
from contextlib import asynccontextmanager

import msgspec
import pytest

from app.network.gathering import (
    MASTER_SETUP,
    NAMES,
    gather_guests,
    get_sent_bytes,
    seat_guests,
    wait_until_gone,
)
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.network.hosted_table_files import RecordedMatch
from greenbaize.app.network.session import describe_rejection
from greenbaize.app.seats.opponents import Opponent
from greenbaize.games import GAMES
from greenbaize.lan.client import TableRejectionError
from greenbaize.lan.line_connection import create_memory_connections
from greenbaize.lan.server import TableServer
from greenbaize.lan.wire import (
    LEVELS_SINCE,
    MAX_HOST_LINE_BYTES,
    SINCE,
    DismissGuestMessage,
    ReadyMessage,
    SendChatMessage,
    StandInMessage,
    StopMatchMessage,
    SwapSeatsMessage,
    encode_message,
)
from greenbaize.match.record import read_record
from greenbaize.words.speaker import Speaker
from lan.random_guests import (
    FakeHostedTableFiles,
    MemoryMatch,
    RandomGuest,
    get_table_key,
    make_table_setup,
    make_view_lines,
    open_memory_table,
    wait_until,
)


async def test_the_lobby_shows_who_is_still_reading():
    table_setup = make_table_setup("damn", options={"enforcement": "table", "deals": 2})
    async with open_memory_table(table_setup) as hosted:
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
        request_before = hosted.table.setup
        anna.guest.send_message(msgspec.structs.replace(MASTER_SETUP, **change))
        await wait_until(lambda: bool(anna.adapter.denial_codes))
        assert hosted.table.setup is request_before
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
                for seat_change in hosted.table_files.list_seat_changes()
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
        spectator = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(spectator.match_lines))
        first_match = hosted.table.match
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: otto.lobby.stage == spectator.lobby.stage == "gathering")
        assert (hosted.table_files.suspended_count, hosted.table_files.finished_count) == (1, 0)
        assert [guest.adapter.header for guest in (anna, otto, spectator)] == [None] * 3
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
        await wait_until(
            lambda: all(guest.adapter.full_records for guest in (anna, otto, spectator))
        )
        assert hosted.table_files.finished_count == 1


async def test_an_absent_guest_learns_that_the_match_was_stopped():
    async with start_idle_match() as (_hosted, anna, otto):
        otto.abort_connection()
        anna.guest.send_message(StopMatchMessage())
        await wait_until(lambda: len(otto.connections) == 2 and otto.adapter.header is None)
        assert [chair.name for chair in otto.lobby.chairs] == ["Anna", "Otto"]


async def test_the_lobby_names_the_bots_of_a_match():
    async with start_idle_match(seats=3, bots=Opponent("random")) as (hosted, _anna, otto):
        await wait_until(lambda: otto.lobby.stage == "playing")
        bot_names = [one.name for one in hosted.match.header.players if one.kind == "bot"]
        assert len(bot_names) == 1
        assert [chair.name for chair in otto.lobby.chairs if chair.who == "bot"] == bot_names


@pytest.mark.parametrize("message", [StandInMessage(9, on=True), DismissGuestMessage(9)])
async def test_commands_for_a_seat_that_there_is_not_are_denied(message):
    async with start_idle_match() as (_hosted, anna, _otto):
        anna.guest.send_message(message)
        await wait_until(lambda: bool(anna.adapter.denial_codes))
        assert anna.adapter.denial_codes == ["seats"]


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
        monkeypatch.setattr(
            "greenbaize.lan.client.PROTOCOL_VERSIONS", (SINCE[StopMatchMessage] - 1, 1)
        )
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


BEFORE_BEGINNERS = (LEVELS_SINCE["beginner"] - 1, 1)
"""The versions of programs that know no beginner."""


def collect_levels(hosted):
    """Return the levels of the computer players in the match."""
    players = hosted.table.match.table.header.players
    return {player.level for player in players if player.level is not None}


async def test_an_older_guest_plays_with_computer_players_that_it_knows(monkeypatch):
    bots = Opponent("beginner")
    async with gather_guests(
        game="master", bots=bots, allows_further_matches=True, names=("Anna",)
    ) as (hosted, anna):
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", BEFORE_BEGINNERS)
        ida = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        anna.plays_cards = False
        await wait_until(lambda: bool(ida.adapter.lobbies))
        assert (anna.lobby.bots, ida.lobby.bots) == ("beginner", "random")
        anna.guest.send_ready()
        await wait_until(lambda: hosted.table.is_playing and bool(ida.match_lines))
        assert collect_levels(hosted) == {"random"}
        exchanged_bytes = b"".join(map(get_sent_bytes, ida.connections)) + ida.collect_received()
        assert b"beginner" not in exchanged_bytes
        assert hosted.table.setup.bots == bots


async def test_an_older_guest_is_refused_while_a_match_has_a_level_it_lacks(monkeypatch):
    async with gather_guests(game="master", bots=Opponent("beginner"), names=("Anna",)) as (
        hosted,
        anna,
    ):
        anna.plays_cards = False
        anna.guest.send_ready()
        await wait_until(lambda: hosted.table.is_playing)
        assert collect_levels(hosted) == {"beginner"}
        monkeypatch.setattr("greenbaize.lan.client.PROTOCOL_VERSIONS", BEFORE_BEGINNERS)
        ida = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: ida.rejection_code is not None)
        assert ida.rejection_code == "host-newer"


async def test_chat_reaches_everybody_and_spectators_may_chat():
    async with gather_guests() as (hosted, anna, otto):
        spectator = RandomGuest("Ida", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(spectator.adapter.lobbies))
        anna.guest.send_message(SendChatMessage("hello   there"))
        await wait_until(lambda: len(otto.adapter.chat_messages) == 1)
        spectator.guest.send_message(SendChatMessage(word="well-played"))
        await wait_until(lambda: len(otto.adapter.chat_messages) == 2)
        spectator.guest.send_message(SendChatMessage("  "))
        spectator.guest.send_message(SendChatMessage("\u200b \u200b"))
        spectator.guest.send_message(SendChatMessage("\u3164"))
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
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 1)
        anna.guest.send_message(StandInMessage(seat, on=False))
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 2)
        assert [
            (seat_change.seat == seat, seat_change.kind, seat_change.why)
            for seat_change in hosted.table_files.list_seat_changes()
        ] == [
            (True, "bot", "asked"),
            (True, "human", "back"),
        ]


async def test_a_requested_replacement_outlasts_a_lost_connection():
    async with open_memory_table(make_table_setup("master")) as hosted:
        keeper, guest = [
            RandomGuest(name, hosted.connect_guest, plays_cards=False) for name in ("Anna", "Otto")
        ]
        await wait_until(lambda: bool(keeper.match_lines) and bool(guest.match_lines))
        if keeper.lobby.keeper != keeper.lobby.you:
            keeper, guest = guest, keeper
        for seat in (keeper.seat, guest.seat):
            keeper.guest.send_message(StandInMessage(seat, on=True))
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 2)
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
            for seat_change in hosted.table_files.list_seat_changes()
        ]
        assert seat_changes[2:] == [(guest.seat, "back")]
        keeper.guest.send_message(StandInMessage(keeper.seat, on=False))
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 4)


async def test_only_the_keeper_replaces_other_guests_by_bots():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        await wait_until(lambda: bool(hosted.table_files.matches) and bool(otto.match_lines))
        otto.guest.send_message(StandInMessage(anna.lobby.you, on=True))
        await wait_until(lambda: bool(otto.adapter.denial_codes))
        anna.guest.send_message(StandInMessage(otto.lobby.you, on=True))
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 1)
        assert (
            otto.adapter.denial_codes,
            hosted.table_files.list_seat_changes()[0].seat == otto.lobby.you,
        ) == (
            ["keeper"],
            True,
        )


async def test_a_guest_takes_the_chair_of_a_bot_during_a_match():
    table_setup = make_table_setup("master", seats=3, options={}, bots=Opponent("random"))
    async with open_memory_table(table_setup) as hosted:
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
        match, seat_changes = hosted.match, hosted.table_files.list_seat_changes()
        assert [(seat_change.kind, seat_change.why) for seat_change in seat_changes] == [
            ("human", "back")
        ]
        assert match.header.players[seat_changes[0].seat].kind == "bot"
        assert otto.seat == seat_changes[0].seat
        for friend in (anna, otto):
            assert friend.match_lines == make_view_lines(match, friend.seat)
        assert "Otto" in [chair.name for chair in anna.lobby.chairs]


async def test_the_same_people_play_another_match():
    async with open_memory_table(make_table_setup("damn", allows_further_matches=True)) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto", "Ida")]
        for friend in friends:
            friend.guest.leave_table = lambda: None  # They stay after the end.
        await wait_until(
            lambda: len(hosted.table_files.matches) == 1 and hosted.table.match.is_over
        )
        for friend in friends:
            friend.guest.send_ready()
        await wait_until(
            lambda: len(hosted.table_files.matches) == 2 and hosted.table.match.is_over
        )
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


async def test_only_one_newcomer_takes_a_chair_in_a_deal():
    table_setup = make_table_setup("master", seats=4, options={}, bots=Opponent("random"))
    async with open_memory_table(table_setup) as hosted:
        anna = RandomGuest("Anna", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: anna.adapter.is_question_open)
        otto = RandomGuest("Otto", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: bool(otto.match_lines))
        ida = RandomGuest("Ida", hosted.connect_guest)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejection_code == "next-deal"
        assert "in the next deal" in Speaker().format_message(
            describe_rejection(TableRejectionError(ida.rejection_code))
        )
        assert hosted.table.has_chair_in_next_deal


async def test_a_table_without_bots_frees_no_chair_in_the_next_deal():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, otto):
        anna.plays_cards = otto.plays_cards = False
        await wait_until(lambda: hosted.table.is_playing)
        ida = RandomGuest("Ida", hosted.connect_guest)
        async with asyncio.timeout(20):
            await ida.task
        assert ida.rejection_code == "full"
        assert "Only watch" in Speaker().format_message(
            describe_rejection(TableRejectionError("full"))
        )


async def test_seat_changes_are_rate_limited():
    async with gather_guests(game="master", gets_ready=True) as (hosted, anna, _otto):
        await wait_until(lambda: bool(anna.match_lines) and hosted.table.match is not None)
        for number in range(8):
            anna.connections[-1].send_line(
                encode_message(StandInMessage(anna.seat, on=not number % 2))
            )
        await wait_until(lambda: bool(anna.adapter.denial_codes) or anna.rejection_code is not None)
        assert len(hosted.table_files.list_seat_changes()) <= 4


async def test_messages_and_keys_of_a_later_version_are_not_understood():
    async with gather_guests(game="master") as (hosted, anna, otto):
        for friend in (anna, otto):
            friend.adapter.gets_ready = False
        chair = hosted.table.lobby.chairs[0]
        chair.client.protocol_version = SINCE[ReadyMessage, "arranged"] - 1
        anna.connections[-1].send_line(encode_message(ReadyMessage(ready=True, arranged=99)))
        await wait_until(lambda: chair.is_ready)
        chair.client.protocol_version = SINCE[StopMatchMessage] - 1
        anna.connections[-1].send_line(encode_message(StopMatchMessage()))
        await wait_until(lambda: anna.rejection_code == "damaged")


async def test_the_match_waits_until_all_chairs_are_taken():
    async with open_memory_table(make_table_setup("damn")) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(
            lambda: len(hosted.table.lobby.taken_chairs) == 2 and hosted.table.lobby.is_ready
        )
        match_count_before = len(hosted.table_files.matches)
        friends.append(RandomGuest("Ida", hosted.connect_guest))
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone(friends)
        assert match_count_before == 0


async def test_another_match_follows_at_an_open_table():
    async with open_memory_table(make_table_setup("damn", allows_further_matches=True)) as hosted:
        first_guests = seat_guests(hosted, 3)
        await wait_until_gone(first_guests)
        await wait_until(lambda: not hosted.table.lobby.taken_chairs)
        second_guests = seat_guests(hosted, 3)
        await wait_until_gone(second_guests)
        table_files = hosted.table_files
        assert table_files.finished_count == 2
        assert len(table_files.matches) == 2
        for friend in second_guests:
            assert friend.match_lines == make_view_lines(table_files.matches[1], friend.seat)


async def test_a_spectator_may_not_submit_anything():
    async with open_memory_table() as hosted:
        spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: spectator.guest.is_connected)
        spectator.guest.send_ready()
        await wait_until_gone([spectator])
        assert spectator.rejection_code == "damaged"


def test_a_killed_host_reopens_and_everybody_returns(tmp_path):
    """Only the record and the chairs are left; the guests are not told anything."""
    path = tmp_path / "match.jsonl"

    class RecordFileTableFiles(FakeHostedTableFiles):
        def create_record(self, game, header):
            return RecordedMatch.create(path, game, header)

    async def run_and_reopen():
        table_files = RecordFileTableFiles()
        first_table = HostedTable(make_table_setup("master"), table_files)  # type: ignore[arg-type]
        servers = [TableServer(first_table, get_table_key(), "ABCDEF", "greenbaize test")]
        tasks = []

        def dial_last_server():
            guest_lines, host_lines = create_memory_connections(
                get_table_key().fingerprint, MAX_HOST_LINE_BYTES
            )
            guest_lines.received_bytes, host_lines.received_bytes = bytearray(), bytearray()
            tasks.append(asyncio.create_task(servers[-1].serve_connection(host_lines)))
            return guest_lines

        friends = [RandomGuest(name, dial_last_server) for name in NAMES[:2]]
        spectator = RandomGuest("", dial_last_server, is_spectator=True)
        await wait_until(
            lambda: len(friends[0].match_lines) >= 12 and len(spectator.match_lines) >= 5
        )
        data, chairs = path.read_bytes(), table_files.chairs
        first_table.finished_event.set()  # The first host must not act any more.
        first_table.match.table.close()
        second_path = tmp_path / "again.jsonl"
        second_path.write_bytes(data + b'{"type": "pl')
        recorded_match = RecordedMatch.resume(second_path)
        second_table = HostedTable(make_table_setup("master"), table_files, recorded_match, chairs)  # type: ignore[arg-type]
        servers.append(TableServer(second_table, get_table_key(), "ABCDEF", "greenbaize test"))
        for friend in (*friends, spectator):
            friend.abort_connection()
        second_table.resume_match()
        await wait_until(second_table.finished_event.is_set)
        await wait_until_gone([*friends, spectator])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        first_table.close()
        return read_record(second_path.read_bytes(), GAMES), friends, spectator

    record, friends, spectator = asyncio.run(run_and_reopen())
    assert record.events[-1].type == "end"
    assert not [item for item in record.events if item.type == "seat"]
    match = MemoryMatch(record.header)
    match.events = list(record.events)
    for friend in (*friends, spectator):
        assert friend.match_lines == make_view_lines(match, friend.seat)
    # The spectator joined with the code, as a new one.
    assert [item.match_count for item in (*friends, spectator)] == [1, 1, 2]
