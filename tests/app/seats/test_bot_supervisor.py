"""Tests of the supervisor of a bot program: lines, order of questions, restarts and failure."""

import json

import pytest

from app.seats.foreign import Clock
from greenbaize.app.seats.bot_supervisor import (
    LOOK_S,
    MOST_STARTS,
    BotSupervisor,
    Patience,
    object_of,
)

READY = b'{"type": "ready"}'
TOLD = b'{"type": "header"}\n'
LOT = b'{"type": "lot"}\n'


class Puppet:
    """Channel that logs what it is sent and never writes by itself."""

    missing = flooded = False

    def __init__(self, said):
        self.sent, self.closed, self.said = b"", False, 0

    def send(self, lines):
        assert not self.closed
        self.sent += lines

    def expect_line(self):
        pass

    def has_said_more(self, heard):
        return self.said > heard

    def close(self):
        self.closed = True


class Work:
    """Supervisor of fake channels, with the answers it has received."""

    def __init__(self, **limits):
        self.told, self.clock = bytearray(TOLD), Clock()
        self.puppets, self.answers = [], []
        limits = {"start": 20, "answer": 5, **limits}
        self.supervisor = BotSupervisor(
            self.told, self.begin, Patience(**limits), self.clock, lambda *_: None
        )

    def begin(self, said):
        self.puppets.append(Puppet(said))
        return self.puppets[-1]

    def say(self, line):
        self.supervisor.take(self.puppets[-1], line)

    def ask(self, name, at=None):
        def heard(line):
            wrong = None if line is None else json.loads(line).get("wrong")
            if wrong is None:
                self.answers.append((name, line))
            return wrong

        self.supervisor.ask(f"{name}?\n".encode(), heard, at)

    def happen(self, line=LOT):
        self.told += line
        self.supervisor.tell()


def test_questions_are_asked_and_answered_in_their_order():
    work = Work()
    work.ask("a")
    work.happen()
    work.ask("b")
    assert work.puppets[0].sent == TOLD + b"a?\n" + LOT + b"b?\n"
    for line in (READY, b"{}", b'{"n": 2}'):
        work.say(line)
    assert work.answers == [("a", b"{}"), ("b", b'{"n": 2}')]
    assert not work.supervisor.waited_for


def test_one_that_dies_is_told_and_asked_again_what_is_still_open():
    work = Work()
    work.ask("a")
    work.happen()
    work.ask("b")
    work.happen()
    work.say(READY)
    work.say(b"{}")
    work.say(None)
    assert work.puppets[1].sent == TOLD + LOT + b"b?\n" + LOT
    assert work.puppets[0].closed
    work.say(READY)
    work.say(b'{"n": 2}')
    assert [name for name, _ in work.answers] == ["a", "b"]


def test_one_that_starts_again_is_not_asked_what_is_outdated():
    work = Work()
    work.ask("a")
    work.supervisor.forget()
    work.happen()
    work.ask("b")
    work.say(None)
    assert work.puppets[1].sent == TOLD + LOT + b"b?\n"


def test_questions_about_the_past_do_not_run_ahead():
    work = Work()
    work.told += LOT
    work.ask("a", len(TOLD))
    work.say(None)
    assert work.puppets[-1].sent == TOLD + b"a?\n"
    work.ask("b", len(TOLD) + len(LOT))
    assert work.puppets[-1].sent == TOLD + b"a?\n" + LOT + b"b?\n"


def test_an_answer_found_wrong_is_asked_for_again():
    work = Work()
    work.ask("a")
    work.say(READY)
    work.say(b'{"wrong": "illegal"}')
    assert len(work.puppets) == 2
    work.say(READY)
    work.say(b"{}")
    assert work.answers == [("a", b"{}")]


def test_after_so_many_starts_it_is_given_up_and_the_questions_are_told():
    work = Work()
    work.ask("a")
    for _ in range(MOST_STARTS):
        assert work.supervisor.fault is None
        work.say(READY)
        work.say(None)
    assert work.supervisor.fault == "died"
    assert work.answers == [("a", None)]
    work.ask("b")
    assert work.answers[1:] == [("b", None)]
    assert len(work.puppets) == MOST_STARTS


def test_one_that_may_not_try_again_is_given_up_at_once_even_if_it_has_answered():
    work = Work(again=False)
    work.ask("a")
    work.say(READY)
    work.say(b"{}")
    work.say(None)
    assert work.supervisor.fault == "died"
    assert len(work.puppets) == 1


@pytest.mark.parametrize(
    ("lines", "failure_code"),
    [
        ([b"what"], "garbage"),
        ([b"7"], "garbage"),
        ([b"{}"], "garbage"),
        ([READY, b"{}", b"{}"], "unasked"),
        *(
            ([READY, '{"n": 1}'.encode(encoding)], "garbage")
            for encoding in ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig")
        ),
    ],
)
def test_what_is_no_answer_is_called_by_its_name(lines, failure_code):
    work = Work(again=False)
    work.ask("a")
    for line in lines:
        work.say(line)
    assert work.supervisor.fault == failure_code


def test_without_a_way_to_start_it_it_is_missing():
    supervisor = BotSupervisor(b"", "missing", Patience(1, 1), Clock(), lambda *_: None)
    supervisor.start()
    assert supervisor.fault == "missing"


def test_each_answer_has_the_whole_time():
    work = Work()
    work.ask("a")
    work.ask("b")
    work.clock.now = 19
    work.say(READY)
    work.clock.now = 23
    work.say(b"{}")
    work.clock.now = 27
    work.supervisor.look()
    assert len(work.puppets) == 1
    work.clock.now = 28
    work.supervisor.look()
    assert len(work.puppets) == 2


def test_time_counts_only_while_an_answer_is_waited_for():
    work = Work()
    work.supervisor.start()
    work.clock.now = 1000
    assert work.supervisor.patience is None
    work.supervisor.look()
    work.ask("a")
    work.supervisor.forget()
    assert work.supervisor.patience is None


@pytest.mark.parametrize("raw", [b"\xff", b"[" * 9000, b" " * 20_000 + b"{}", b"7", b""])
def test_what_is_no_object_is_none(raw):
    assert object_of(raw) is None


def test_what_it_has_said_is_heard_before_its_time_is_judged():
    work = Work()
    work.ask("a")
    work.say(READY)
    work.puppets[0].said = 2  # The answer is on its way.
    work.clock.now = 100
    work.supervisor.look()
    assert 0 < work.supervisor.patience < 0.1
    assert len(work.puppets) == 1
    work.say(b"{}")
    assert work.answers == [("a", b"{}")]
    work.ask("b")
    work.clock.now = 200
    work.supervisor.look()
    assert len(work.puppets) == 2


def test_somebody_looks_often_however_much_time_is_left():
    work = Work(answer=1000)
    work.ask("a")
    work.say(READY)
    assert work.supervisor.left == 1000
    assert work.supervisor.patience == LOOK_S
    work.clock.now = 999.9
    assert work.supervisor.patience == pytest.approx(0.1)
