"""Tests of the queue of events: what is unshown, and what starts the next event."""

import pytest

from greenbaize.rules.events import CardsDealt
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness


@pytest.fixture
def harness(qapp):
    return StageHarness(GameSetup("damn", 3, {"deals": 1}), 1.0, you=0)


def deal_index(harness: StageHarness) -> int:
    """Return the index of the first deal, which is shown by animations."""
    events = enumerate(harness.events)
    return next(index for index, event in events if isinstance(event, CardsDealt))


def test_an_enqueued_event_waits_until_it_is_started(harness):
    harness.queue.enqueue_event(*harness.event_views[0])
    assert harness.shown_events == []
    assert harness.queue.pending_count == 1


def test_the_event_being_shown_is_part_of_the_progress(harness):
    harness.stage.show_view(harness.event_views[0][1])
    deal = deal_index(harness)
    harness.enqueue_events(deal, deal + 2)
    assert harness.motion.is_busy
    assert harness.queue.pending_count == 1
    unshown_events = harness.event_views[deal : deal + 2]
    assert harness.queue.progress == (harness.event_views[0][1], tuple(unshown_events))
    assert harness.queue.has_unshown_deal
    while harness.motion.is_busy:
        harness.motion.skip_animations()
    assert harness.queue.progress == (unshown_events[-1][1], ())
    assert not harness.queue.has_unshown_deal


def test_an_event_that_arrives_while_one_finishes_starts_after_it(harness):
    count = deal_index(harness) + 1
    started_at_finish = []

    def enqueue_next(event, _view):
        if event is harness.events[count - 1]:
            harness.enqueue_events(count, count + 1)
            started_at_finish.extend(started_events)

    started_events = []
    harness.stage.event_finished.connect(enqueue_next)
    harness.stage.event_started.connect(lambda event, _: started_events.append(event))
    harness.enqueue_events(0, count)
    while harness.motion.is_busy:
        harness.advance_clock(10)
    assert started_at_finish == harness.events[:count]
    assert started_events == harness.shown_events == harness.events[: count + 1]


def test_a_click_skips_all_missed_events_but_no_later_one(harness):
    deal = deal_index(harness)
    later_event = harness.event_views[deal + 3]
    harness.queue.enqueue_missed_events(harness.event_views[: deal + 3])
    harness.queue.enqueue_event(*later_event)
    harness.queue.show_events()
    assert len(harness.shown_events) <= deal
    harness.stage.skip_animations()
    assert harness.shown_events == harness.events[: deal + 3]
    assert harness.motion.is_busy
