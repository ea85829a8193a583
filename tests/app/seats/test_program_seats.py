"""Tests of the questions to a seat's program, with a scripted program."""

import json
from pathlib import Path

import pytest

from app.seats.foreign import Clock
from greenbaize.app.seats import seat as seat_module
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.seats.programs import Start
from greenbaize.app.seats.seat import LOSSES, START_S, ProgramSeat, loss_told
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.codecs import command_codec
from greenbaize.words.speaker import Speaker

LEGAL = (Bid(1, 0), Bid(1, 1))
READY = b'{"type": "ready"}'

CODEC = command_codec(GAMES["damn"])


class Puppet:
    """Bot process that logs what it is sent and never writes by itself."""

    missing = flooded = False

    def __init__(self, start, said):
        self.sent, self.expected, self.closed = b"", 1, False
        puppets.append(self)

    def send(self, lines):
        assert not self.closed
        self.sent += lines

    def expect_line(self):
        self.expected += 1

    def has_said_more(self, heard):
        return False

    def close(self):
        self.closed = True

    @property
    def questions(self):
        lines = map(json.loads, self.sent.splitlines())
        return [line for line in lines if line["type"] == "ask"]


puppets = []


@pytest.fixture
def clock():
    return Clock()


def begun(start, clock, monkeypatch):
    puppets.clear()
    monkeypatch.setattr(seat_module, "Program", Puppet)
    told = bytearray(b'{"type": "header"}\n')
    home = BotLauncher(think_ms=300, clock=clock)
    place = ProgramSeat(told, start, home, lambda *_: None, CODEC)
    place.told = told
    place.start()
    return place


@pytest.fixture
def seat(monkeypatch, clock):
    return begun(Start(["x"]), clock, monkeypatch)


@pytest.fixture
def own(monkeypatch, clock):
    return begun(Start(["x"], own=True), clock, monkeypatch)


def happen(seat, line=b'{"type": "lot", "dealer": 0}\n'):
    seat.told += line
    seat.happen()


def bid(tricks, seat=1):
    return json.dumps({"type": "bid", "seat": seat, "tricks": tricks}).encode()


def test_it_is_told_all_and_asked_once(seat):
    happen(seat)
    seat.think(1, LEGAL)
    seat.think(1, LEGAL)
    (puppet,) = puppets
    assert puppet.sent.splitlines()[:2] == [b'{"type": "header"}', b'{"type": "lot", "dealer": 0}']
    assert puppet.questions == [
        {
            "type": "ask",
            "seat": 1,
            "legal": [json.loads(bid(0)), json.loads(bid(1))],
            "think_ms": 300,
        }
    ]
    assert puppet.expected == 2
    assert seat.answer() is None
    seat.take(puppet, READY)
    seat.take(puppet, bid(1))
    assert seat.answer() == Bid(1, 1)
    assert seat.answer() == Bid(1, 1)  # The answer stays until something happens.
    happen(seat)
    assert seat.answer() is None
    assert seat.fault is None


def test_a_line_end_of_another_system_does_no_harm(seat):
    seat.think(1, LEGAL)
    seat.take(puppets[0], READY + b"\r")
    seat.take(puppets[0], bid(0) + b"\r")
    assert seat.answer() == Bid(1, 0)


@pytest.mark.parametrize("answers_early", [True, False])
def test_the_answer_to_an_outdated_question_is_passed_over(seat, answers_early):
    """With table manners somebody else may act while the program is thinking."""
    (puppet,) = puppets
    seat.take(puppet, READY)
    seat.think(1, LEGAL)
    if answers_early:
        seat.take(puppet, bid(1))
    happen(seat)
    seat.think(1, LEGAL[:1])
    if not answers_early:
        seat.take(puppet, bid(1))
    assert seat.answer() is None
    assert seat.fault is None
    seat.take(puppet, bid(0))
    assert seat.answer() == Bid(1, 0)
    assert [len(one["legal"]) for one in puppet.questions] == [2, 1]


def test_an_outdated_answer_may_come_when_the_seat_need_not_act(seat):
    (puppet,) = puppets
    seat.take(puppet, READY)
    seat.think(1, LEGAL)
    happen(seat)
    seat.take(puppet, bid(7))
    assert seat.fault is None
    seat.take(puppet, bid(7))
    assert seat.fault == "unasked"
    assert puppet.closed


def test_time_counts_from_ready_or_the_question_whichever_is_later(seat, clock):
    (puppet,) = puppets
    assert seat.patience is None
    clock.now = 4
    seat.think(1, LEGAL)
    assert seat.left == START_S - 4
    clock.now = 10
    seat.take(puppet, READY)
    assert seat.left == 3
    clock.now = 12.5
    assert seat.patience == 0.5
    assert seat.answer() is None
    assert seat.fault is None
    happen(seat)
    clock.now = 100
    assert seat.patience is None
    seat.think(1, LEGAL)
    assert seat.left == 3
    clock.now = 103
    assert seat.answer() is None
    assert seat.fault == "silent"
    assert seat.patience is None


@pytest.mark.parametrize(("think_ms", "patience"), [(1, 2.0), (200, 2.0), (500, 5.0)])
def test_ten_times_the_thinking_time_and_two_seconds_at_least(think_ms, patience):
    assert BotLauncher(think_ms=think_ms).patience == patience


def test_one_that_does_not_start_is_waited_for_twenty_seconds(seat, clock):
    seat.think(1, LEGAL)
    clock.now = START_S - 0.1
    assert seat.answer() is None
    assert seat.fault is None
    clock.now = START_S
    seat.answer()
    assert seat.fault == "silent"


def test_what_a_replaced_program_says_does_not_matter(own):
    first = puppets[0]
    own.take(first, READY)
    own.think(1, LEGAL)
    own.take(first, None)
    assert first.closed
    second = puppets[1]
    assert second.sent == first.sent
    own.take(first, bid(0))
    own.take(first, None)
    assert own.answer() is None
    own.take(second, READY)
    own.take(second, bid(1))
    assert own.answer() == Bid(1, 1)
    assert len(puppets) == 2


def test_an_answer_makes_good_for_earlier_failures(own):
    for _ in range(5):
        own.think(1, LEGAL)
        own.take(puppets[-1], None)
        own.take(puppets[-1], READY)
        own.take(puppets[-1], bid(0))
        assert own.answer() == Bid(1, 0)
        happen(own)
    assert own.fault is None


@pytest.mark.parametrize("loss_code", [*LOSSES, "fell asleep"])
def test_every_loss_is_told_in_a_sentence(loss_code):
    said = Speaker(["Anna", "Tiny"]).say(loss_told(1, loss_code))
    assert "Tiny" in said
    assert "built-in computer player" in said


def test_the_page_names_every_reason():
    page = Path(__file__).parents[3] / "docs" / "seat-protocol.md"
    text = page.read_text("utf-8")
    assert all(f"| `{why}` |" in text for why in LOSSES)
