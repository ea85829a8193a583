"""Tests of the supervisor of a bot program: lines, order of questions, restarts and failure."""

import json

import pytest

from app.seats.foreign_programs import SteppedClock
from greenbaize.app.seats.bot_supervisor import (
    CLOCK_POLL_S,
    MAX_STARTS,
    BotSupervisor,
    BotTimeouts,
    parse_object,
)

READY_LINE = b'{"type": "ready"}'
HEADER_LINE = b'{"type": "header"}\n'
LOT_LINE = b'{"type": "lot"}\n'


class FakeChannel:
    """Channel that logs what it is sent and never writes by itself."""

    is_missing = is_flooded = False

    def __init__(self, on_line):
        self.sent, self.is_closed, self.line_count = b"", False, 0

    def send_lines(self, lines):
        assert not self.is_closed
        self.sent += lines

    def expect_line(self):
        pass

    def has_unread_output(self, heard_count):
        return self.line_count > heard_count

    def close(self):
        self.is_closed = True


class SupervisorHarness:
    """Supervisor of fake channels, with the answers it has received."""

    def __init__(self, **limits):
        self.view_lines, self.clock = bytearray(HEADER_LINE), SteppedClock()
        self.channels, self.answers = [], []
        limits = {"start_timeout": 20, "answer_timeout": 5, **limits}
        self.supervisor = BotSupervisor(
            self.view_lines, self.launch_channel, BotTimeouts(**limits), self.clock, lambda *_: None
        )

    def launch_channel(self, on_line):
        self.channels.append(FakeChannel(on_line))
        return self.channels[-1]

    def process_line(self, line):
        self.supervisor.process_line(self.channels[-1], line)

    def ask_question(self, name, offset=None):
        def on_answer(line):
            failure_code = None if line is None else json.loads(line).get("wrong")
            if failure_code is None:
                self.answers.append((name, line))
            return failure_code

        self.supervisor.ask_question(f"{name}?\n".encode(), on_answer, offset)

    def append_line(self, line=LOT_LINE):
        self.view_lines += line
        self.supervisor.send_new_lines()


def test_questions_are_asked_and_answered_in_their_order():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.append_line()
    harness.ask_question("b")
    assert harness.channels[0].sent == HEADER_LINE + b"a?\n" + LOT_LINE + b"b?\n"
    for line in (READY_LINE, b"{}", b'{"n": 2}'):
        harness.process_line(line)
    assert harness.answers == [("a", b"{}"), ("b", b'{"n": 2}')]
    assert not harness.supervisor.has_open_question


def test_a_dead_program_is_restarted_and_asked_the_open_questions():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.append_line()
    harness.ask_question("b")
    harness.append_line()
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    harness.process_line(None)
    assert harness.channels[1].sent == HEADER_LINE + LOT_LINE + b"b?\n" + LOT_LINE
    assert harness.channels[0].is_closed
    harness.process_line(READY_LINE)
    harness.process_line(b'{"n": 2}')
    assert [name for name, _ in harness.answers] == ["a", "b"]


def test_a_restarted_program_is_not_asked_outdated_questions():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.supervisor.discard_questions()
    harness.append_line()
    harness.ask_question("b")
    harness.process_line(None)
    assert harness.channels[1].sent == HEADER_LINE + LOT_LINE + b"b?\n"


def test_questions_about_earlier_events_are_sent_before_later_events():
    harness = SupervisorHarness()
    harness.view_lines += LOT_LINE
    harness.ask_question("a", len(HEADER_LINE))
    harness.process_line(None)
    assert harness.channels[-1].sent == HEADER_LINE + b"a?\n"
    harness.ask_question("b", len(HEADER_LINE) + len(LOT_LINE))
    assert harness.channels[-1].sent == HEADER_LINE + b"a?\n" + LOT_LINE + b"b?\n"


def test_a_wrong_answer_is_asked_for_again():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.process_line(b'{"wrong": "illegal"}')
    assert len(harness.channels) == 2
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    assert harness.answers == [("a", b"{}")]


def test_after_the_last_start_the_program_is_given_up():
    harness = SupervisorHarness()
    harness.ask_question("a")
    for _ in range(MAX_STARTS):
        assert harness.supervisor.failure_code is None
        harness.process_line(READY_LINE)
        harness.process_line(None)
    assert harness.supervisor.failure_code == "died"
    assert harness.answers == [("a", None)]
    harness.ask_question("b")
    assert harness.answers[1:] == [("b", None)]
    assert len(harness.channels) == MAX_STARTS


def test_a_program_that_may_not_restart_is_given_up_at_once():
    harness = SupervisorHarness(restarts=False)
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.process_line(b"{}")
    harness.process_line(None)
    assert harness.supervisor.failure_code == "died"
    assert len(harness.channels) == 1


@pytest.mark.parametrize(
    ("lines", "failure_code"),
    [
        ([b"what"], "garbage"),
        ([b"7"], "garbage"),
        ([b"{}"], "garbage"),
        ([READY_LINE, b"{}", b"{}"], "unasked"),
        *(
            ([READY_LINE, '{"n": 1}'.encode(encoding)], "garbage")
            for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")
        ),
    ],
)
def test_an_invalid_answer_has_its_failure_code(lines, failure_code):
    harness = SupervisorHarness(restarts=False)
    harness.ask_question("a")
    for line in lines:
        harness.process_line(line)
    assert harness.supervisor.failure_code == failure_code


def test_a_program_that_cannot_be_started_is_missing():
    supervisor = BotSupervisor(b"", "missing", BotTimeouts(1, 1), SteppedClock(), lambda *_: None)
    supervisor.start()
    assert supervisor.failure_code == "missing"


def test_each_answer_has_the_full_time():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.ask_question("b")
    harness.clock.now = 19
    harness.process_line(READY_LINE)
    harness.clock.now = 23
    harness.process_line(b"{}")
    harness.clock.now = 27
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 1
    harness.clock.now = 28
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 2


def test_time_counts_only_while_an_answer_is_awaited():
    harness = SupervisorHarness()
    harness.supervisor.start()
    harness.clock.now = 1000
    assert harness.supervisor.poll_timeout is None
    harness.supervisor.check_timeout()
    harness.ask_question("a")
    harness.supervisor.discard_questions()
    assert harness.supervisor.poll_timeout is None


@pytest.mark.parametrize("raw", [b"\xff", b"[" * 9000, b" " * 20_000 + b"{}", b"7", b""])
def test_a_line_that_is_no_object_is_none(raw):
    assert parse_object(raw) is None


def test_unread_output_is_read_before_a_timeout():
    harness = SupervisorHarness()
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    harness.channels[0].line_count = 2  # The answer is on its way.
    harness.clock.now = 100
    harness.supervisor.check_timeout()
    assert 0 < harness.supervisor.poll_timeout < 0.1
    assert len(harness.channels) == 1
    harness.process_line(b"{}")
    assert harness.answers == [("a", b"{}")]
    harness.ask_question("b")
    harness.clock.now = 200
    harness.supervisor.check_timeout()
    assert len(harness.channels) == 2


def test_the_wake_timeout_is_limited_however_much_time_is_left():
    harness = SupervisorHarness(answer_timeout=1000)
    harness.ask_question("a")
    harness.process_line(READY_LINE)
    assert harness.supervisor.remaining_time == 1000
    assert harness.supervisor.poll_timeout == CLOCK_POLL_S
    harness.clock.now = 999.9
    assert harness.supervisor.poll_timeout == pytest.approx(0.1)
