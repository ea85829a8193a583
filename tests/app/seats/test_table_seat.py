"""Tests of a program at a seat: questions, time limits and losses, with a scripted program."""

import json
from pathlib import Path

import pytest

from app.seats.foreign_programs import SteppedClock
from greenbaize.app.seats import table_seat as seat_module
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.bot_process import LaunchSpec
from greenbaize.app.seats.table_seat import (
    LOSS_CODES,
    START_TIMEOUT_S,
    ProgramSeat,
    describe_program_loss,
)
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.codecs import command_codec
from greenbaize.words.speaker import Speaker

LEGAL_BIDS = (BidCommand(1, 0), BidCommand(1, 1))
READY_LINE = b'{"type": "ready"}'

COMMAND_CODEC = command_codec(GAMES["damn"])


class FakeBotProcess:
    """Bot process that logs what it is sent and never writes by itself."""

    is_missing = is_flooded = False

    def __init__(self, start, on_line):
        self.sent, self.expected_lines, self.is_closed = b"", 1, False
        fake_processes.append(self)

    def send_lines(self, lines):
        assert not self.is_closed
        self.sent += lines

    def expect_line(self):
        self.expected_lines += 1

    def has_unread_output(self, heard_count):
        return False

    def close(self):
        self.is_closed = True

    @property
    def questions(self):
        lines = map(json.loads, self.sent.splitlines())
        return [line for line in lines if line["type"] == "ask"]


fake_processes = []


@pytest.fixture
def manual_clock():
    return SteppedClock()


def start_program_seat(start, clock, monkeypatch):
    fake_processes.clear()
    monkeypatch.setattr(seat_module, "BotProcess", FakeBotProcess)
    view_lines = bytearray(b'{"type": "header"}\n')
    launcher = BotLauncher(think_ms=300, clock=clock)
    program_seat = ProgramSeat(view_lines, start, launcher, lambda *_: None, COMMAND_CODEC)
    program_seat.view_lines = view_lines
    program_seat.start()
    return program_seat


@pytest.fixture
def foreign_seat(monkeypatch, manual_clock):
    return start_program_seat(LaunchSpec(["x"]), manual_clock, monkeypatch)


@pytest.fixture
def builtin_seat(monkeypatch, manual_clock):
    return start_program_seat(LaunchSpec(["x"], is_builtin=True), manual_clock, monkeypatch)


def append_event_line(seat, line=b'{"type": "lot", "dealer": 0}\n'):
    seat.view_lines += line
    seat.process_new_event()


def encode_bid(tricks, seat=1):
    return json.dumps({"type": "bid", "seat": seat, "tricks": tricks}).encode()


def test_a_program_is_sent_all_events_and_asked_once(foreign_seat):
    append_event_line(foreign_seat)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    (process,) = fake_processes
    assert process.sent.splitlines()[:2] == [b'{"type": "header"}', b'{"type": "lot", "dealer": 0}']
    assert process.questions == [
        {
            "type": "ask",
            "seat": 1,
            "legal": [json.loads(encode_bid(0)), json.loads(encode_bid(1))],
            "think_ms": 300,
        }
    ]
    assert process.expected_lines == 2
    assert foreign_seat.poll_decision() is None
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.process_line(process, encode_bid(1))
    assert foreign_seat.poll_decision() == BidCommand(1, 1)
    assert foreign_seat.poll_decision() == BidCommand(
        1, 1
    )  # The answer stays until something happens.
    append_event_line(foreign_seat)
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None


def test_a_carriage_return_does_no_harm(foreign_seat):
    foreign_seat.request_decision(1, LEGAL_BIDS)
    foreign_seat.process_line(fake_processes[0], READY_LINE + b"\r")
    foreign_seat.process_line(fake_processes[0], encode_bid(0) + b"\r")
    assert foreign_seat.poll_decision() == BidCommand(1, 0)


@pytest.mark.parametrize("answers_early", [True, False])
def test_the_answer_to_an_outdated_question_is_ignored(foreign_seat, answers_early):
    """With table manners somebody else may act while the program is thinking."""
    (process,) = fake_processes
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    if answers_early:
        foreign_seat.process_line(process, encode_bid(1))
    append_event_line(foreign_seat)
    foreign_seat.request_decision(1, LEGAL_BIDS[:1])
    if not answers_early:
        foreign_seat.process_line(process, encode_bid(1))
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    foreign_seat.process_line(process, encode_bid(0))
    assert foreign_seat.poll_decision() == BidCommand(1, 0)
    assert [len(question["legal"]) for question in process.questions] == [2, 1]


def test_an_outdated_answer_is_accepted_when_the_seat_need_not_act(foreign_seat):
    (process,) = fake_processes
    foreign_seat.process_line(process, READY_LINE)
    foreign_seat.request_decision(1, LEGAL_BIDS)
    append_event_line(foreign_seat)
    foreign_seat.process_line(process, encode_bid(7))
    assert foreign_seat.failure_code is None
    foreign_seat.process_line(process, encode_bid(7))
    assert foreign_seat.failure_code == "unasked"
    assert process.is_closed


def test_time_counts_from_ready_or_the_question_whichever_is_later(foreign_seat, manual_clock):
    (process,) = fake_processes
    assert foreign_seat.poll_timeout is None
    manual_clock.now = 4
    foreign_seat.request_decision(1, LEGAL_BIDS)
    assert foreign_seat.remaining_time == START_TIMEOUT_S - 4
    manual_clock.now = 10
    foreign_seat.process_line(process, READY_LINE)
    assert foreign_seat.remaining_time == 3
    manual_clock.now = 12.5
    assert foreign_seat.poll_timeout == 0.5
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    append_event_line(foreign_seat)
    manual_clock.now = 100
    assert foreign_seat.poll_timeout is None
    foreign_seat.request_decision(1, LEGAL_BIDS)
    assert foreign_seat.remaining_time == 3
    manual_clock.now = 103
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code == "silent"
    assert foreign_seat.poll_timeout is None


@pytest.mark.parametrize(("think_ms", "patience"), [(1, 2.0), (200, 2.0), (500, 5.0)])
def test_the_time_limit_is_ten_times_the_thinking_time_and_two_seconds_at_least(think_ms, patience):
    assert BotLauncher(think_ms=think_ms).answer_timeout == patience


def test_a_program_that_does_not_start_has_twenty_seconds(foreign_seat, manual_clock):
    foreign_seat.request_decision(1, LEGAL_BIDS)
    manual_clock.now = START_TIMEOUT_S - 0.1
    assert foreign_seat.poll_decision() is None
    assert foreign_seat.failure_code is None
    manual_clock.now = START_TIMEOUT_S
    foreign_seat.poll_decision()
    assert foreign_seat.failure_code == "silent"


def test_output_of_a_replaced_program_is_ignored(builtin_seat):
    first = fake_processes[0]
    builtin_seat.process_line(first, READY_LINE)
    builtin_seat.request_decision(1, LEGAL_BIDS)
    builtin_seat.process_line(first, None)
    assert first.is_closed
    second = fake_processes[1]
    assert second.sent == first.sent
    builtin_seat.process_line(first, encode_bid(0))
    builtin_seat.process_line(first, None)
    assert builtin_seat.poll_decision() is None
    builtin_seat.process_line(second, READY_LINE)
    builtin_seat.process_line(second, encode_bid(1))
    assert builtin_seat.poll_decision() == BidCommand(1, 1)
    assert len(fake_processes) == 2


def test_an_answer_clears_earlier_failures(builtin_seat):
    for _ in range(5):
        builtin_seat.request_decision(1, LEGAL_BIDS)
        builtin_seat.process_line(fake_processes[-1], None)
        builtin_seat.process_line(fake_processes[-1], READY_LINE)
        builtin_seat.process_line(fake_processes[-1], encode_bid(0))
        assert builtin_seat.poll_decision() == BidCommand(1, 0)
        append_event_line(builtin_seat)
    assert builtin_seat.failure_code is None


@pytest.mark.parametrize("loss_code", [*LOSS_CODES, "fell asleep"])
def test_every_loss_has_a_sentence(loss_code):
    sentence = Speaker(["Anna", "Tiny"]).format_message(describe_program_loss(1, loss_code))
    assert "Tiny" in sentence
    assert "built-in computer player" in sentence


def test_the_protocol_page_names_every_loss_code():
    page = Path(__file__).parents[3] / "docs" / "seat-protocol.md"
    text = page.read_text("utf-8")
    assert all(f"| `{loss_code}` |" in text for loss_code in LOSS_CODES)
