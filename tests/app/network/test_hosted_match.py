"""Tests of a hosted match: lines for each viewer, late commands, turn limits and pauses."""

import asyncio
import json

import msgspec
import pytest

from app.network.gathering import (
    MASTER_SETUP,
    NAMES,
    gather_guests,
    seat_guests,
    seat_idle_guests,
    wait_until_gone,
)
from greenbaize.app.network import hosted_match
from greenbaize.app.network.hosted_match import MAX_CORRECTIONS
from greenbaize.app.network.hosted_table_files import RecordedMatch
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import CorrectionWindow
from greenbaize.games import GAMES
from greenbaize.lan.wire import (
    CommandMessage,
    ResumeMessage,
    SwapSeatsMessage,
    WatchSeatMessage,
    encode_message,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.match.seal import SealVerdict, verify_guest_seal
from greenbaize.rules.events import SeatReassigned
from lan.random_guests import (
    SHORT_SETUPS,
    MemoryMatch,
    RandomGuest,
    decode_messages,
    disconnect_guests,
    make_table_setup,
    make_view_lines,
    open_memory_table,
    wait_until,
)
from lan.virtual_time import run_in_virtual_time


def test_a_guest_slower_than_the_turn_limit_is_replaced():
    async def wait_past_limit():
        async with open_memory_table(make_table_setup("master", turn_limit_s=30)) as hosted:
            friends = [
                RandomGuest(name, hosted.connect_guest, plays_cards=False)
                for name in ("Anna", "Otto")
            ]
            await wait_until(lambda: hosted.table.match is not None)
            (late_seat,) = hosted.table.match.table.awaited_human_seats
            await asyncio.sleep(29)
            changes_before = hosted.table_files.list_seat_changes()
            await asyncio.sleep(2)
            seat_changes = hosted.table_files.list_seat_changes()
            await disconnect_guests(*friends)
            return changes_before, [
                (seat_change.seat == late_seat, seat_change.kind, seat_change.why)
                for seat_change in seat_changes[:1]
            ]

    assert run_in_virtual_time(wait_past_limit()) == ([], [(True, "bot", "slow")])


async def join_and_watch_seat(hosted):
    """Return a spectator who has asked for the cards at seat 1."""
    spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
    await wait_until(lambda: bool(spectator.adapter.lobbies))
    spectator.guest.send_message(WatchSeatMessage(1))
    return spectator


@pytest.mark.slow
@pytest.mark.parametrize("allows_hands", [True, False])
async def test_a_spectator_sees_a_hand_only_if_the_table_allows_it(allows_hands):
    async with open_memory_table(make_table_setup("master", shows_hands=allows_hands)) as hosted:
        spectator = await join_and_watch_seat(hosted)
        await wait_until(lambda: allows_hands or bool(spectator.adapter.denial_codes))
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(hosted.table.finished_event.is_set)
        async with asyncio.timeout(20):
            await asyncio.gather(spectator.task, *(friend.task for friend in friends))
        match = hosted.match
        assert spectator.match_lines == make_view_lines(match, 1 if allows_hands else None)
        assert spectator.adapter.denial_codes == ([] if allows_hands else ["hands"])


@pytest.mark.parametrize("keeps_secret", [True, False])
async def test_a_returning_spectator_gets_the_lines_of_one_view(keeps_secret):
    async with open_memory_table(make_table_setup("master", shows_hands=True)) as hosted:
        spectator = await join_and_watch_seat(hosted)
        anna, _otto = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        await wait_until(lambda: len(spectator.match_lines) > 5)
        send_command, held_calls = anna.guest.submit, []
        anna.guest.submit = lambda *given: held_calls.append(given)
        await wait_until(lambda: bool(held_calls))
        if not keeps_secret:
            spectator.secrets.secrets.clear()
        spectator.abort_connection()
        await wait_until(
            lambda: spectator.guest.connection_count == 2 and spectator.guest.is_connected
        )
        anna.guest.submit = send_command
        send_command(*held_calls[0])
        await wait_until(lambda: bool(spectator.adapter.full_records))
        assert spectator.match_lines == make_view_lines(hosted.match, 1 if keeps_secret else None)


@pytest.mark.parametrize(("viewed_seat", "allows_hands"), [(2, True), (1, False)])
async def test_a_watched_hand_is_not_carried_over_to_another_table(viewed_seat, allows_hands):
    async with gather_guests(shows_hands=True) as (hosted, anna, otto):
        spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: bool(spectator.adapter.lobbies))
        spectator.guest.send_message(WatchSeatMessage(viewed_seat))
        anna.guest.send_message(msgspec.structs.replace(MASTER_SETUP, hands=allows_hands))
        await wait_until(lambda: otto.lobby.game == "master" == spectator.lobby.game)
        for friend in (anna, otto):
            friend.guest.send_ready()
        await wait_until(lambda: bool(spectator.adapter.full_records))
        assert spectator.match_lines == make_view_lines(hosted.match, None)


async def test_a_guest_who_missed_the_end_gets_it_before_the_table_closes():
    async with open_memory_table(make_table_setup("master")) as hosted:
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


async def test_a_finished_match_is_sent_for_the_seat_held_in_it():
    async with open_memory_table(make_table_setup("master", allows_further_matches=True)) as hosted:
        friends = [RandomGuest(name, hosted.connect_guest) for name in ("Anna", "Otto")]
        for friend in friends:
            friend.guest.leave_table = lambda: None  # They stay after the end.
            friend.adapter.gets_ready = True
        await wait_until(lambda: all(item.adapter.full_records for item in friends))
        anna, otto = sorted(friends, key=lambda item: item.lobby.you)
        seat = otto.seat
        anna.guest.send_message(SwapSeatsMessage(0, 1))
        await wait_until(lambda: otto.lobby.you != seat)
        otto.connections[-1].send_line(encode_message(ResumeMessage(otto.guest.match_id, 0)))
        match_count_before = otto.match_count
        await wait_until(
            lambda: (
                otto.match_count == match_count_before + 1 and len(otto.adapter.full_records) == 2
            )
        )
        assert otto.match_lines == make_view_lines(hosted.match, seat)


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


async def test_a_seat_change_does_not_restart_the_turn_timer():
    async with open_memory_table(make_table_setup("master", turn_limit_s=1000)) as hosted:
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
    async with open_memory_table(make_table_setup("master")) as hosted:
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
        table_setup = make_table_setup("damn", seats=3, options=options, bots=Opponent("easy"))
        async with open_memory_table(table_setup) as hosted:
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
        table_setup = make_table_setup("damn", options=options, bots=Opponent("random"))
        async with open_memory_table(table_setup) as hosted:
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


@pytest.mark.slow
@pytest.mark.parametrize("game", SHORT_SETUPS)
async def test_guests_receive_only_what_their_seats_may_know(game):
    async with open_memory_table(make_table_setup(game)) as hosted:
        spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
        await wait_until(lambda: len(hosted.table.lobby.spectators) == 1)
        friends = [
            RandomGuest(name, hosted.connect_guest) for name in NAMES[: SHORT_SETUPS[game][0]]
        ]
        await wait_until(hosted.table.finished_event.is_set)
        await wait_until_gone([*friends, spectator])
        match = hosted.match
        assert match.events[-1].type == "end"
        assert {player.name for player in match.header.players} == set(NAMES[: len(friends)])
        assert {player.kind for player in match.header.players} == {"human"}
        assert spectator.match_lines == make_view_lines(match, None)
        for friend in [*friends, spectator]:
            assert_allowed_lines(match, friend)
            ((lines, committed),) = friend.adapter.full_records
            record = read_record(b"\n".join(lines) + b"\n", GAMES)
            assert record.events == tuple(match.events)
            seal = SealVerdict.UNWITNESSED if friend is spectator else SealVerdict.INTACT
            assert verify_guest_seal(record.header, GAMES, committed) is seal
            assert (committed.own_number == "") == (friend is spectator)


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


async def test_a_disconnected_guest_is_replaced_and_gets_the_chair_back():
    async with open_memory_table(make_table_setup("master", replace_delay_s=0.0)) as hosted:
        friends = seat_guests(hosted, 2)
        await wait_until(lambda: len(friends[0].match_lines) >= 10)
        friends[0].abort_connection()
        await wait_until(lambda: len(friends[0].connections) == 2)
        await wait_until(lambda: len(hosted.table_files.list_seat_changes()) == 2)
        seat = friends[0].seat
        assert hosted.table.match.table.table_seats[seat].is_bot is False
        seat_changes = hosted.table_files.list_seat_changes()
        assert [
            (seat_change.seat, seat_change.kind, seat_change.why) for seat_change in seat_changes
        ] == [
            (seat, "bot", "away"),
            (seat, "human", "back"),
        ]


async def test_outdated_and_repeated_commands_change_nothing():
    async with open_memory_table(make_table_setup("master")) as hosted:
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
    async with open_memory_table(make_table_setup("master")) as hosted:
        friends, asked_guest, legal = await seat_idle_guests(hosted)
        other_guest = next(friend for friend in friends if friend is not asked_guest)
        count_before = len(hosted.match.events)
        chair = hosted.table.lobby.chairs[other_guest.seat]
        other_guest.connections[-1].send_line(
            encode_message(CommandMessage(9, other_guest.guest.line_count, legal[0]))
        )
        await wait_until(lambda: other_guest.rejection_code is not None)
        assert chair.last_command_number == 0  # a returned guest counts on from the accepted ones
        assert len(hosted.match.events) == count_before
        assert asked_guest.rejection_code is None
        assert other_guest.rejection_code == "damaged"


HOUR_S = 3600.0


@pytest.mark.parametrize("absent_seats", [(), (0, 1, 2)], ids=["there", "absent_seats"])
def test_a_match_waits_while_nobody_is_connected(tmp_path, absent_seats):
    """The file with the chairs is lost: a guest joins with the new code and takes a chair."""
    path = tmp_path / "match.jsonl"
    table_setup = make_table_setup("damn", seats=3, replace_delay_s=60.0)
    players = tuple(HeaderPlayer(name) for name in NAMES[:3])
    header = create_header("damn", players, table_setup.options, "ab" * 16)
    recorded_match = RecordedMatch.create(path, GAMES["damn"], header)
    for seat in absent_seats:
        recorded_match.write_event(SeatReassigned(seat, "bot", "away"))
    recorded_match.close()

    async def wait_then_join():
        bytes_before = path.read_bytes()
        resumed_match = RecordedMatch.resume(path)
        async with open_memory_table(table_setup, recorded_match=resumed_match) as hosted:
            hosted.table.resume_match()
            spectator = RandomGuest("", hosted.connect_guest, is_spectator=True)
            await asyncio.sleep(HOUR_S)
            has_waited = path.read_bytes() == bytes_before
            friend = RandomGuest("Anna", hosted.connect_guest)
            await hosted.table.finished_event.wait()
            await wait_until_gone([friend, spectator])
            return has_waited, friend

    has_waited, friend = run_in_virtual_time(wait_then_join())
    assert has_waited
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[-1].type == "end"
    match = MemoryMatch(record.header)
    match.events = list(record.events)
    assert friend.match_lines == make_view_lines(match, friend.seat)
