"""Tests of a table and its guests: matches, lost connections, absence and received lines."""

import asyncio

import pytest

from greenbaize.app.network.host_journal import RecordedMatch
from greenbaize.app.network.hosted_table import HostedTable
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.lan.line_connection import create_memory_connections
from greenbaize.lan.server import TableServer
from greenbaize.lan.wire import MAX_HOST_LINE_BYTES, CommandMessage, encode_message
from greenbaize.match.codecs import command_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, read_record
from greenbaize.match.seal import SealVerdict, verify_guest_seal
from greenbaize.rules.events import SeatReassigned
from lan.random_guests import (
    SHORT_SETUPS,
    FakeHostJournal,
    MemoryMatch,
    RandomGuest,
    decode_messages,
    disconnect_guests,
    get_table_key,
    make_table_request,
    make_view_lines,
    open_memory_table,
    wait_until,
)
from lan.virtual_time import run_in_virtual_time

NAMES = ("Anna", "Otto", "Ida", "Jan")


def seat_guests(hosted, count, **options):
    return [RandomGuest(name, hosted.connect_guest, **options) for name in NAMES[:count]]


async def wait_until_gone(friends):
    done, pending = await asyncio.wait([friend.task for friend in friends], timeout=20)
    assert pending == set(), "guests who are still at the table"
    await asyncio.gather(*done)  # Raises their errors.


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT_SETUPS)
async def test_guests_receive_only_what_their_seats_may_know(game):
    async with open_memory_table(make_table_request(game)) as hosted:
        watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: len(hosted.table.lobby.watchers) == 1)
        friends = [
            RandomGuest(name, hosted.connect_guest) for name in NAMES[: SHORT_SETUPS[game][0]]
        ]
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone([*friends, watcher])
        match = hosted.match
        assert match.events[-1].type == "end"
        assert {player.name for player in match.header.players} == set(NAMES[: len(friends)])
        assert {player.kind for player in match.header.players} == {"human"}
        assert watcher.match_lines == make_view_lines(match, None)
        for friend in [*friends, watcher]:
            assert_allowed_lines(match, friend)
            ((lines, committed),) = friend.adapter.full_records
            record = read_record(b"\n".join(lines) + b"\n", GAMES)
            assert record.events == tuple(match.events)
            seal = SealVerdict.UNWITNESSED if friend is watcher else SealVerdict.INTACT
            assert verify_guest_seal(record.header, GAMES, committed) is seal
            assert (committed.own_number == "") == (friend is watcher)


def assert_allowed_lines(match, friend):
    received = decode_messages(friend.collect_received())
    received_lines = [message["line"] for message in received if message["type"] == "told"]
    lines = make_view_lines(match, friend.seat)
    assert friend.match_lines == lines
    assert received_lines == decode_messages(b"".join(lines))
    other_types = {message["type"] for message in received} - {"told", "line"}
    assert other_types <= {
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
    for message in received:
        if message["type"] == "lobby":
            assert set(message) == {
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
        elif message["type"] == "answer":
            assert message["result"] == "done"
    bytes_before_record, _, record_bytes = friend.collect_received().partition(b'{"type":"whole"')
    for secret in (match.header.seed, *match.header.extra["shuffle"]["numbers"]):
        assert secret.encode() not in bytes_before_record
        assert secret.encode() in record_bytes


async def test_a_lost_connection_is_resumed_without_loss():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends = seat_guests(hosted, 2)
        watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
        for length in (5, 20, 40):
            await wait_until(lambda line_count=length: len(friends[0].match_lines) >= line_count)
            friends[0].abort_connection()
            watcher.abort_connection()
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone(friends)
        assert len(friends[0].connections) == 4
        assert friends[0].match_count == 1
        assert hosted.journal.list_seat_changes() == []
        for friend in friends:
            assert friend.match_lines == make_view_lines(hosted.match, friend.seat)


async def test_a_disconnected_guest_is_replaced_and_gets_the_chair_back():
    async with open_memory_table(make_table_request("master", replace_delay_s=0.0)) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(lambda: len(friends[0].match_lines) >= 10)
        friends[0].abort_connection()
        await wait_until(lambda: len(friends[0].connections) == 2)
        await wait_until(lambda: len(hosted.journal.list_seat_changes()) == 2)
        seat = friends[0].seat
        assert hosted.table.match.table.table_seats[seat].is_bot is False
        seat_changes = hosted.journal.list_seat_changes()
        assert [
            (seat_change.seat, seat_change.kind, seat_change.why) for seat_change in seat_changes
        ] == [
            (seat, "bot", "away"),
            (seat, "human", "back"),
        ]


async def test_a_guest_with_only_the_secret_gets_all_lines():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(lambda: len(friends[0].match_lines) >= 10)
        await disconnect_guests(friends[0])
        returned_guest = RandomGuest("Somebody", hosted.connect_guest)
        returned_guest.secrets.secrets = friends[0].secrets.secrets
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone([returned_guest, friends[1]])
        assert returned_guest.match_lines == make_view_lines(hosted.match, returned_guest.seat)
        assert hosted.journal.list_seat_changes() == []


async def test_the_match_waits_until_all_chairs_are_taken():
    async with open_memory_table(make_table_request("damn")) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(
            lambda: len(hosted.table.lobby.taken_chairs) == 2 and hosted.table.lobby.is_ready
        )
        match_count_before = len(hosted.journal.matches)
        friends.append(RandomGuest("Ida", hosted.connect_guest))
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone(friends)
        assert match_count_before == 0


async def test_another_match_follows_at_an_open_table():
    async with open_memory_table(make_table_request("damn", allows_further_matches=True)) as hosted:
        first_guests = seat_guests(hosted, 3)
        await wait_until_gone(first_guests)
        await wait_until(lambda: not hosted.table.lobby.taken_chairs)
        second_guests = seat_guests(hosted, 3)
        await wait_until_gone(second_guests)
        journal = hosted.journal
        assert journal.finished_count == 2
        assert len(journal.matches) == 2
        for friend in second_guests:
            assert friend.match_lines == make_view_lines(journal.matches[1], friend.seat)


async def seat_idle_guests(hosted) -> tuple[list[RandomGuest], RandomGuest, list[dict]]:
    """Seat guests who do nothing. Return them, the one on turn and the legal commands."""
    friends = seat_guests(hosted, 2, plays_cards=False)
    await wait_until(lambda: any(asked_guest.adapter.is_question_open for asked_guest in friends))
    asked_guest = next(
        asked_guest for asked_guest in friends if asked_guest.adapter.is_question_open
    )
    commands = command_codec(hosted.table.match.table.game)
    legal = [commands.encode_line(choice) for choice in asked_guest.adapter._legal_commands]
    return friends, asked_guest, legal


async def test_outdated_and_repeated_commands_change_nothing():
    async with open_memory_table(make_table_request("master")) as hosted:
        _friends, asked_guest, legal = await seat_idle_guests(hosted)
        lines = asked_guest.connections[-1]
        events = hosted.match.events
        count_before = len(events)
        line_count = asked_guest.guest.line_count
        lines.send_line(encode_message(CommandMessage(5, line_count - 1, legal[0])))
        await wait_until(lambda: b'"stale"' in asked_guest.collect_received())
        assert len(events) == count_before
        lines.send_line(
            encode_message(CommandMessage(5, line_count, legal[0]))
        )  # The number has been used.
        lines.send_line(encode_message(CommandMessage(6, line_count, legal[0])))
        await wait_until(lambda: b'"done"' in asked_guest.collect_received())
        count_after = len(events)
        assert count_after > count_before
        lines.send_line(encode_message(CommandMessage(6, line_count, legal[0])))
        lines.send_line(encode_message(CommandMessage(7, line_count, legal[0])))
        await wait_until(lambda: asked_guest.collect_received().count(b'"stale"') == 2)
        assert len(events) == count_after
        answers = [
            m for m in decode_messages(asked_guest.collect_received()) if m["type"] == "answer"
        ]
        assert [(m["number"], m["result"]) for m in answers] == [
            (5, "stale"),
            (6, "done"),
            (7, "stale"),
        ]


async def test_a_command_for_another_seat_closes_the_connection():
    async with open_memory_table(make_table_request("master")) as hosted:
        friends, asked_guest, legal = await seat_idle_guests(hosted)
        other_guest = next(friend for friend in friends if friend is not asked_guest)
        count_before = len(hosted.match.events)
        other_guest.connections[-1].send_line(
            encode_message(CommandMessage(1, other_guest.guest.line_count, legal[0]))
        )
        await wait_until(lambda: other_guest.rejection_code is not None)
        assert len(hosted.match.events) == count_before
        assert asked_guest.rejection_code is None
        assert other_guest.rejection_code == "damaged"


async def test_a_spectator_may_not_submit_anything():
    async with open_memory_table() as hosted:
        watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: watcher.guest.is_connected)
        watcher.guest.send_ready()
        await wait_until_gone([watcher])
        assert watcher.rejection_code == "damaged"


async def test_names_are_unique_and_seats_limited():
    async with open_memory_table() as hosted:
        seat_guests(hosted, 2, plays_cards=False)
        await wait_until(lambda: len(hosted.table.lobby.taken_chairs) == 2)
        namesake = RandomGuest("ANNA", hosted.connect_guest)
        await wait_until_gone([namesake])
        RandomGuest("Ida", hosted.connect_guest, plays_cards=False)
        await wait_until(lambda: hosted.table.is_playing)
        late_guest = RandomGuest("Jan", hosted.connect_guest)
        await wait_until_gone([late_guest])
        assert (namesake.rejection_code, late_guest.rejection_code) == ("name", "full")


async def test_a_name_is_tidied_and_control_characters_refused():
    async with open_memory_table() as hosted:
        friend = RandomGuest("An\u202ena " + "x" * 100, hosted.connect_guest)
        await wait_until_gone([friend])
        RandomGuest("  Ot   to " + "x" * 100, hosted.connect_guest)
        await wait_until(lambda: bool(hosted.table.lobby.taken_chairs))
        rejection_code, name = friend.rejection_code, hosted.table.lobby.taken_chairs[0].name
        assert rejection_code == "damaged"  # Our programs send no such name.
        assert name == "Ot to " + "x" * 18


def test_a_killed_host_reopens_and_everybody_returns(tmp_path):
    """Only the record and the chairs are left; the guests are not told anything."""
    path = tmp_path / "match.jsonl"

    class RecordFileJournal(FakeHostJournal):
        def create_record(self, game, header):
            return RecordedMatch.create(path, game, header)

    async def run_and_reopen():
        journal = RecordFileJournal()
        first_table = HostedTable(make_table_request("master"), journal)
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
        watcher = RandomGuest("", dial_last_server, is_spectator=True)
        await wait_until(
            lambda: len(friends[0].match_lines) >= 12 and len(watcher.match_lines) >= 5
        )
        data, chairs = path.read_bytes(), journal.chairs
        first_table.finished_event.set()  # The first host must not act any more.
        first_table.match.table.close()
        second_path = tmp_path / "again.jsonl"
        second_path.write_bytes(data + b'{"type": "pl')
        recorded_match = RecordedMatch.resume(second_path)
        second_table = HostedTable(make_table_request("master"), journal, recorded_match, chairs)
        servers.append(TableServer(second_table, get_table_key(), "ABCDEF", "greenbaize test"))
        for friend in (*friends, watcher):
            friend.abort_connection()
        second_table.resume_match()
        await wait_until(second_table.finished_event.is_set)
        await wait_until_gone([*friends, watcher])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        first_table.close()
        return read_record(second_path.read_bytes(), GAMES), friends, watcher

    record, friends, watcher = asyncio.run(run_and_reopen())
    assert record.events[-1].type == "end"
    assert not [item for item in record.events if item.type == "seat"]
    match = MemoryMatch(record.header)
    match.events = list(record.events)
    for friend in (*friends, watcher):
        assert friend.match_lines == make_view_lines(match, friend.seat)
    # The spectator joined with the code, as a new one.
    assert [item.match_count for item in (*friends, watcher)] == [1, 1, 2]


HOUR_S = 3600.0


@pytest.mark.parametrize("absent_seats", [(), (0, 1, 2)], ids=["there", "absent_seats"])
def test_a_match_waits_while_nobody_is_connected(tmp_path, absent_seats):
    """The file with the chairs is lost: a guest joins with the new code and takes a chair."""
    path = tmp_path / "match.jsonl"
    table_request = make_table_request("damn", seats=3, replace_delay_s=60.0)
    players = tuple(HeaderPlayer(name) for name in NAMES[:3])
    header = create_header("damn", players, table_request.options, "ab" * 16)
    recorded_match = RecordedMatch.create(path, GAMES["damn"], header)
    for seat in absent_seats:
        recorded_match.write_event(SeatReassigned(seat, "bot", "away"))
    recorded_match.close()

    async def wait_then_join():
        bytes_before = path.read_bytes()
        resumed_match = RecordedMatch.resume(path)
        async with open_memory_table(table_request, recorded_match=resumed_match) as hosted:
            hosted.table.resume_match()
            watcher = RandomGuest("", hosted.connect_guest, is_spectator=True)
            await asyncio.sleep(HOUR_S)
            has_waited = path.read_bytes() == bytes_before
            friend = RandomGuest("Anna", hosted.connect_guest)
            await hosted.table.finished_event.wait()
            await wait_until_gone([friend, watcher])
            return has_waited, friend

    has_waited, friend = run_in_virtual_time(wait_then_join())
    assert has_waited
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[-1].type == "end"
    match = MemoryMatch(record.header)
    match.events = list(record.events)
    assert friend.match_lines == make_view_lines(match, friend.seat)


async def test_a_question_is_not_repeated_when_lines_are_sent_again():
    async with open_memory_table(make_table_request("master")) as hosted:
        _friends, asked_guest, _ = await seat_idle_guests(hosted)
        line_counts = []
        asked_guest.adapter.send_question = lambda: line_counts.append(asked_guest.guest.line_count)
        asked_guest.abort_connection()
        await wait_until(
            lambda: (
                len(asked_guest.connections) == 2
                and b'"now"' in asked_guest.connections[1].received_bytes
            )
        )
        await wait_until(lambda: asked_guest.guest.is_connected)
        asked_guest.adapter.on_caught_up()
        assert (line_counts, asked_guest.adapter.is_question_open) == ([], True)


async def test_the_answer_after_a_wrong_one_counts_despite_new_lines():
    async with open_memory_table(make_table_request("master")) as hosted:
        _friends, asked_guest, legal = await seat_idle_guests(hosted)
        wrong_command = legal[0] | {"seat": 1 - asked_guest.seat}
        refusal = asked_guest.adapter.process_answer(encode_line(wrong_command))
        count_before = len(asked_guest.match_lines)
        hosted.table.match.replace_by_bot(1 - asked_guest.seat, "asked")
        await wait_until(
            lambda: (
                len(asked_guest.match_lines) > count_before and asked_guest.adapter.is_question_open
            )
        )
        result = asked_guest.adapter.process_answer(encode_line(legal[0]))
        await wait_until(lambda: len(asked_guest.match_lines) > count_before + 1)
        assert (refusal.code, result, asked_guest.adapter._outdated_answer_count) == (
            "seat-answer-illegal",
            None,
            0,
        )
