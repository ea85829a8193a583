"""Waiting for speech: when the table pauses for what is being spoken."""

import pytest

from match.playing import Setup
from ui.table.show import Show


@pytest.fixture
def show(qapp):
    return Show(Setup("damn", 3, {"deals": 1}), 1.0, you=0)


def until_begun(show, events):
    """Show a number of events and return the time until the last of them begins (ms)."""
    begun = []
    show.stage.begun.connect(lambda event, _: begun.append(event))
    start = show.now
    show.hear(0, events)
    while len(begun) < events:
        show.pass_time(10)
    return show.now - start


def test_the_next_event_is_seen_when_the_last_has_been_told(show):
    plain = until_begun(Show(Setup("damn", 3, {"deals": 1}), 1.0, you=0), 3)
    show.stage.speech_left = lambda: 4000.0
    assert plain + 11_000 <= until_begun(show, 3) <= plain + 12_100


def test_where_others_wait_too_only_the_question_waits(show):
    plain = until_begun(Show(Setup("damn", 3, {"deals": 1}), 1.0, you=0), 3)
    show.stage.speech_left, show.stage.shared = lambda: 4000.0, lambda: True
    assert until_begun(show, 3) == plain
    question = object()
    assert show.stage.listens(question)
    assert not show.stage.listens(question)


def test_a_click_goes_on_at_once(show):
    show.stage.speech_left = lambda: 100_000.0
    show.hear(0, 3)
    for _ in range(12):
        show.stage.hurry()
    assert len(show.shown) == 3


def test_nothing_waits_where_a_clock_waits_for_the_person_or_all_is_over_at_once(show):
    show.stage.speech_left = lambda: 100_000.0
    show.stage.pressed = lambda: True
    assert until_begun(show, 3) < 20_000
    fast = Show(Setup("damn", 3, {"deals": 1}), 0.0, you=0)
    fast.stage.speech_left = lambda: 100_000.0
    fast.hear()
    assert len(fast.shown) == len(fast.told)
