"""Waiting for speech: when the table pauses for what is being spoken."""

import pytest

from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness


@pytest.fixture
def harness(qapp):
    return StageHarness(GameSetup("damn", 3, {"deals": 1}), 1.0, you=0)


def time_until_begun(harness, count):
    """Show a number of events and return the time until the last of them begins (ms)."""
    begun_events = []
    harness.stage.event_started.connect(lambda event, _: begun_events.append(event))
    start_ms = harness.now
    harness.enqueue_events(0, count)
    while len(begun_events) < count:
        harness.advance_clock(10)
    return harness.now - start_ms


def test_next_event_is_shown_when_the_last_one_has_been_spoken(harness):
    silent_ms = time_until_begun(StageHarness(GameSetup("damn", 3, {"deals": 1}), 1.0, you=0), 3)
    harness.stage.remaining_speech_ms = lambda: 4000.0
    assert silent_ms + 11_000 <= time_until_begun(harness, 3) <= silent_ms + 12_100


def test_shared_table_delays_only_the_question(harness):
    silent_ms = time_until_begun(StageHarness(GameSetup("damn", 3, {"deals": 1}), 1.0, you=0), 3)
    harness.stage.remaining_speech_ms, harness.stage.is_wait_shared = lambda: 4000.0, lambda: True
    assert time_until_begun(harness, 3) == silent_ms
    question = object()
    assert harness.queue.waits_for_speech(question)
    assert not harness.queue.waits_for_speech(question)


def test_click_advances_at_once(harness):
    harness.stage.remaining_speech_ms = lambda: 100_000.0
    harness.enqueue_events(0, 3)
    for _ in range(12):
        harness.stage.skip_animations()
    assert len(harness.shown_events) == 3


def test_speech_delays_nothing_under_a_clock_or_without_animations(harness):
    harness.stage.remaining_speech_ms = lambda: 100_000.0
    harness.stage.is_time_limited = lambda: True
    assert time_until_begun(harness, 3) < 20_000
    fast = StageHarness(GameSetup("damn", 3, {"deals": 1}), 0.0, you=0)
    fast.stage.remaining_speech_ms = lambda: 100_000.0
    fast.enqueue_events()
    assert len(fast.shown_events) == len(fast.event_views)
