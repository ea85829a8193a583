"""Tests of the seat protocol over a connection: questions and answers of a program."""

import json

import msgspec
import pytest

from app.network.gathering import seat_idle_guests
from greenbaize.app.network import seat_protocol_adapter
from greenbaize.app.network.seat_protocol_adapter import SeatProtocolAdapter
from greenbaize.games import GAMES
from greenbaize.lan.client import FullRecord
from greenbaize.lan.wire import (
    CaughtUpMessage,
    DamagedMessageError,
    EventMessage,
    MatchStoppedMessage,
    StandInMessage,
    WatchSeatMessage,
)
from greenbaize.match.codecs import event_codec
from greenbaize.match.record import encode_line
from greenbaize.match.seal import SealVerdict
from greenbaize.rules.events import SeatReassigned
from greenbaize.rules.messages import Message
from lan.random_guests import (
    make_table_setup,
    open_memory_table,
    wait_until,
)
from match.random_matches import GameSetup, play_randomly
from ui.features.network.fake_session import make_chair, make_lobby


async def test_a_question_is_not_repeated_when_lines_are_sent_again():
    async with open_memory_table(make_table_setup("master")) as hosted:
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
        asked_guest.adapter.on_message(CaughtUpMessage(asked_guest.guest.line_count))
        assert (line_counts, asked_guest.adapter.is_question_open) == ([], True)


async def test_the_answer_after_a_wrong_one_counts_despite_new_lines():
    async with open_memory_table(make_table_setup("master")) as hosted:
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


class FakeGuest:
    """Connection of a guest that records what is sent."""

    def __init__(self):
        self.seat = 0
        self.line_count, self.connection_count = 0, 1
        self.commands, self.sent_messages = [], []
        self.ready_count = self.leave_count = 0

    def submit(self, line, on_result):
        self.commands.append((line, on_result))

    def send_message(self, message):
        self.sent_messages.append(message)

    def send_ready(self):
        self.ready_count += 1

    def leave_table(self):
        self.leave_count += 1


class AdapterHarness:
    """Adapter with a program that only listens, fed with the lines of a played match."""

    def __init__(self, played_match, seat=0, own_seat=0):
        self.lines, self.errors, self.match_count = [], [], 0
        self.guest = FakeGuest()
        self.guest.seat = own_seat
        self.adapter = SeatProtocolAdapter(
            self.lines.append, self._on_match_start, self.errors.append
        )
        self.adapter.guest = self.guest
        self._match, self._seat = played_match, seat

    def _on_match_start(self):
        self.match_count += 1

    def send_header(self):
        self.send_line(0, encode_line(self._match.header.redact_for(self._seat).to_line()))

    def send_line(self, number, line):
        self.guest.line_count = number
        self.adapter.on_message(EventMessage(number, msgspec.Raw(line.rstrip(b"\n"))))

    def send_event(self, number, event, state=None):
        game = GAMES[self._match.header.game]
        view_event = event if state is None else game.tell(event, state, self._seat)
        self.send_line(number, encode_line(event_codec(game).encode_line(view_event)))

    def catch_up(self):
        self.adapter.on_message(CaughtUpMessage(self.guest.line_count))

    def play_until(self, condition):
        """Send events until the state after one meets a condition; return that state."""
        self.send_header()
        for number, (event, state) in enumerate(self._match.moments, 1):
            self.send_event(number, event, state)
            if condition(state):
                return state
        raise AssertionError("no such state")

    @property
    def questions(self):
        lines = map(json.loads, self.lines)
        return [line for line in lines if line.get("type") == "ask"]


DAMN_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
MANNERS_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 4, "enforcement": "table"}), 1)


@pytest.fixture
def asked_harness():
    """Return a harness whose program has just been asked."""
    harness = AdapterHarness(DAMN_MATCH)
    harness.play_until(lambda state: state.turn == 0)
    harness.catch_up()
    return harness


def test_lines_are_passed_as_they_come_and_a_question_after_them(asked_harness):
    assert asked_harness.match_count == 1
    *view_lines, question = asked_harness.lines
    assert json.loads(view_lines[0])["you"] == 0
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in view_lines)
    assert json.loads(question)["type"] == "ask"
    assert asked_harness.adapter.is_question_open
    asked_harness.catch_up()
    assert len(asked_harness.questions) == 1


def test_an_answer_is_submitted_once(asked_harness):
    (question,) = asked_harness.questions
    adapter = asked_harness.adapter
    assert adapter.process_answer(encode_line(question["legal"][0])) is None
    ((command, _),) = asked_harness.guest.commands
    assert command == question["legal"][0]
    assert adapter.process_answer(encode_line(question["legal"][0])) == Message(
        "seat-answer-unasked"
    )


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        (b"no json", "line-damaged"),
        (b'{"type": "bid", "seat": 0, "tricks": 9}', "seat-answer-illegal"),
        (b'{"type": "earthquake"}', "line-unknown-type"),
        (b'{"type": "bid", "seat": 0, "tricks": 0}' + b" " * 2000, "line-damaged"),
    ],
)
def test_an_invalid_answer_is_named_and_not_submitted(raw, code, asked_harness):
    assert asked_harness.adapter.process_answer(raw).code == code
    assert asked_harness.guest.commands == []
    assert asked_harness.adapter.is_question_open  # It may answer again.


def test_an_answer_to_an_outdated_question_is_dropped(asked_harness):
    (question,) = asked_harness.questions
    number = asked_harness.guest.line_count + 1
    asked_harness.send_event(number, SeatReassigned(1, "bot", "away"))
    assert not asked_harness.adapter.is_question_open
    asked_harness.catch_up()
    assert len(asked_harness.questions) == 2
    answer = encode_line(question["legal"][0])
    assert asked_harness.adapter.process_answer(answer) is None
    assert asked_harness.guest.commands == []
    assert asked_harness.adapter.process_answer(answer) is None
    assert len(asked_harness.guest.commands) == 1


def test_a_refused_command_is_reported_and_asked_for_again(asked_harness):
    (question,) = asked_harness.questions
    asked_harness.adapter.process_answer(encode_line(question["legal"][0]))
    ((_, on_result),) = asked_harness.guest.commands
    for result, question_count in (("done", 1), ("stale", 1), ("refused", 2)):
        on_result(result, "damn.md 3")
        assert len(asked_harness.questions) == question_count
    assert len(asked_harness.errors) == 1


def test_a_seat_replaced_by_a_bot_is_not_asked_until_it_is_back(asked_harness):
    adapter, guest = asked_harness.adapter, asked_harness.guest
    number = guest.line_count
    asked_harness.send_event(number + 1, SeatReassigned(0, "bot", "slow"))
    asked_harness.catch_up()
    assert len(asked_harness.questions) == 1
    adapter.process_answer(encode_line(asked_harness.questions[0]["legal"][0]))
    assert guest.sent_messages == [StandInMessage(0, on=False)]  # Whoever answers is there.
    assert guest.commands == []
    asked_harness.send_event(number + 2, SeatReassigned(0, "human", "back"))
    asked_harness.catch_up()
    assert len(asked_harness.questions) == 2


def test_a_spectator_gets_lines_and_no_questions():
    harness = AdapterHarness(DAMN_MATCH, own_seat=None)
    harness.play_until(lambda state: state.turn == 0)
    harness.catch_up()
    assert (harness.questions, harness.adapter.is_question_open) == ([], False)


def test_what_lies_open_is_seen_once_for_each_connection():
    harness = AdapterHarness(MANNERS_MATCH, seat=0)
    game = GAMES["damn"]
    harness.play_until(lambda state: game.is_open(state) and game.turn(state) != 0)
    harness.catch_up()
    harness.catch_up()
    ready_line = {"type": "ready", "seat": 0}
    assert [line for line, _ in harness.guest.commands] == [ready_line]
    harness.guest.connection_count += 1
    harness.catch_up()
    assert [line for line, _ in harness.guest.commands] == [ready_line] * 2


def test_a_match_that_is_over_asks_nothing_and_needs_no_ready():
    harness = AdapterHarness(DAMN_MATCH)
    harness.play_until(lambda state: state.end is not None)
    harness.catch_up()
    assert harness.adapter.is_over
    assert harness.questions == []
    harness.adapter.on_message(make_lobby(make_chair("Anna"), you=0))
    assert harness.guest.ready_count == 0
    harness.send_header()
    assert (harness.adapter.is_over, harness.match_count) == (False, 2)


def test_a_program_is_ready_in_the_waiting_room_and_watches_its_seat_once():
    harness = AdapterHarness(DAMN_MATCH)
    lobbies = []
    harness.adapter.on_lobby_received = lobbies.append
    anna, ready_anna = make_chair("Anna"), make_chair("Anna", ready=True)
    for lobby, ready_count in (
        (make_lobby(anna, you=0), 1),
        (make_lobby(ready_anna, you=0), 1),
        (make_lobby(anna, you=0, stage="playing"), 1),
        (make_lobby(anna, you=1), 1),
        (make_lobby(anna, you=None), 1),
        (make_lobby(ready_anna, anna, you=1), 2),
    ):
        harness.adapter.on_message(lobby)
        assert harness.guest.ready_count == ready_count
    assert len(lobbies) == 6
    harness.adapter.viewed_seat = 2
    harness.adapter.on_message(make_lobby(anna, you=0))
    assert harness.guest.sent_messages == []
    for _ in range(2):
        harness.adapter.on_message(make_lobby(anna, you=None))
    assert harness.guest.sent_messages == [WatchSeatMessage(2)]


def test_a_stopped_match_is_forgotten(asked_harness):
    (question,) = asked_harness.questions
    adapter = asked_harness.adapter
    adapter.on_message(MatchStoppedMessage("Ida"))
    assert (adapter.header, adapter.is_question_open) == (None, False)
    assert adapter.process_answer(encode_line(question["legal"][0])) is None
    assert asked_harness.guest.commands == []
    with pytest.raises(DamagedMessageError):
        asked_harness.send_event(9, SeatReassigned(1, "bot", "away"))


@pytest.mark.parametrize("line", [b"{}", b'{"type": "play", "seat": 0, "card": "2C"}'])
def test_a_line_that_no_match_has_is_damage(line):
    harness = AdapterHarness(DAMN_MATCH)
    with pytest.raises(DamagedMessageError):
        harness.send_line(0, line)
    harness.send_header()
    with pytest.raises(DamagedMessageError):
        harness.send_line(1, line)


def test_more_lines_than_any_match_has_are_damage(monkeypatch):
    monkeypatch.setattr(seat_protocol_adapter, "MAX_RECORD_BYTES", 100)
    harness = AdapterHarness(DAMN_MATCH)
    with pytest.raises(DamagedMessageError):
        harness.play_until(lambda state: state.end is not None)
    assert len(harness.lines) > 1


def test_a_full_record_is_verified_and_ends_the_visit():
    harness = AdapterHarness(DAMN_MATCH)
    record = FullRecord(DAMN_MATCH.record.splitlines(keepends=True), None)
    with pytest.raises(DamagedMessageError):
        harness.adapter.on_message(record)
    harness.play_until(lambda state: state.end is not None)
    harness.adapter.on_message(record)
    assert harness.adapter.seal_verdict is SealVerdict.NONE
    assert harness.guest.leave_count == 1
    other_match = play_randomly(GameSetup("damn", 3, {"deals": 2}), 2)
    harness.adapter.on_message(FullRecord(other_match.record.splitlines(keepends=True), None))
    assert harness.adapter.seal_verdict is not SealVerdict.NONE
