"""Tests of the race, the picture of the bids against the tricks of a deal."""

import pytest
from PySide6.QtCore import QPointF

from greenbaize.games.exact_bid.events import BidMade
from greenbaize.rules.events import TrickTaken
from greenbaize.rules.table_elements import TableElement, TableElementKind
from greenbaize.rules.table_snapshot import BidRace
from greenbaize.ui.table.hover_help import find_element_at
from greenbaize.ui.table.race import DROP_MS, BidChip, make_chips
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness

SIZES = ((412, 330), (640, 400), (800, 600), (1280, 800), (3840, 2160))


def make_race(tricks, bids, won=None):
    seats = len(bids)
    return BidRace(tricks, tuple(bids), tuple(won or [0] * seats), tuple(range(seats)))


def test_bids_lie_in_the_slots_in_their_order():
    assert make_chips(make_race(4, [2, None, 1])) == [BidChip(0), BidChip(0), BidChip(2), None]
    assert make_chips(make_race(2, [None, None])) == [None, None]


def test_excess_bids_hang_over_the_end():
    assert make_chips(make_race(1, [1, 1])) == [BidChip(0), BidChip(1)]


def test_tricks_won_fill_the_chips_and_those_not_wanted_the_free_slots():
    assert make_chips(make_race(4, [2, 0], [1, 1])) == [
        BidChip(0, won=True),
        BidChip(0),
        None,
        BidChip(1, won=True, spare=True),
    ]


def show_until_bid(setup, count, speed=1.0) -> tuple[StageHarness, int]:
    harness = StageHarness(setup, speed)
    event_index = [
        index for index, event in enumerate(harness.events) if isinstance(event, BidMade)
    ][count]
    harness.show_events_until(event_index)
    return harness, event_index


def test_a_chip_drops_in_while_the_table_goes_on():
    setup = GameSetup("damn", 4, {"deals": 5, "first": 4})
    harness, event_index = show_until_bid(setup, 0)
    item = harness.scene.race
    while not any(item.chips):
        harness.advance_clock(1000)
        harness.enqueue_events(event_index, event_index + 1)
        event_index += 1
    assert harness.motion.is_busy
    assert item._progress == 0.0
    harness.advance_clock(DROP_MS / 2)
    assert 0 < item._progress < 1
    harness.advance_clock(DROP_MS)
    assert item._progress == 1.0


NONZERO_BLIND_BID_SEED = "1" * 32
"""Seed of a match whose blind deal has a bid of one."""


def test_no_empty_slot_stands_before_words():
    """An empty slot would look like a check box, so in a blind deal the words come first."""
    setup = GameSetup("blackout", 4, {})
    harness = StageHarness(setup, 0.0, seed=NONZERO_BLIND_BID_SEED)
    bids = [
        (index, event.tricks)
        for index, event in enumerate(harness.events)
        if isinstance(event, BidMade)
    ]
    harness.show_events_until(bids[0][0])
    assert harness.scene.notice.text_before_drawing == "Blind deal"
    assert not harness.scene.race.isVisible()
    first_bid_index = next(index for index, bid in bids if bid)
    assert first_bid_index < bids[4][0]
    harness = StageHarness(setup, 0.0, seed=NONZERO_BLIND_BID_SEED)
    harness.show_events_until(first_bid_index + 1)
    notice, race = harness.scene.notice, harness.scene.race
    assert race.isVisible()
    text_end = notice.announced_rect().left() + notice.width_before("Blind deal")
    assert race.strip_rect().left() >= round(text_end)


def test_race_shows_the_bids_and_keeps_their_words():
    harness = StageHarness(GameSetup("damn", 4, {"deals": 5, "first": 4}), 0.0)
    event_index = next(
        index for index, event in enumerate(harness.events) if isinstance(event, TrickTaken)
    )
    harness.show_events_until(event_index + 1)
    picture = harness.game.picture(harness.event_views[event_index][1])
    assert picture.bid_race.sentences
    assert all(event in picture.notices for event in picture.bid_race.sentences)
    assert sum(chip is not None and chip.won for chip in harness.scene.race.chips) == 1
    strip = harness.scene.race.strip_rect()
    harness.scene.notice.title_texts = "Damn", "deal 1", "Bids: even"
    assert find_element_at(harness.scene, QPointF(strip.center())) == TableElement(
        TableElementKind.NOTICE
    )


@pytest.mark.slow
@pytest.mark.parametrize("text_scale", [1.0, 2.0])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("players", range(3, 8))
def test_race_covers_nothing(players, size, text_scale):
    apply_text_scale(text_scale)
    cards = 51 // players
    harness = StageHarness(GameSetup("damn", players, {"first": cards, "deals": cards}), 0.0)
    harness.scene.update_layout(*size, ratio=1.0)
    bids = [index for index, event in enumerate(harness.events) if isinstance(event, BidMade)]
    harness.show_events_until(bids[players - 1] + 1)
    item = harness.scene.race
    assert item.isVisible()
    assert len(item.chips) >= cards
    strip = item.strip_rect()
    assert harness.scene.sceneRect().contains(strip)
    assert not any(strip.intersects(plate.body_rect()) for plate in harness.scene.plates)
    assert strip.width() / len(item.chips) >= 5
    pack = harness.scene.cards.pack
    assert pack is None or not strip.adjusted(0, 0, 0, -4).intersects(pack.card_rect)
