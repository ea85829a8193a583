"""Tests of turning up the trump in the middle and moving it to its corner."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from greenbaize.cards import Suit
from greenbaize.rules.events import CardsDealt, TrickTaken
from greenbaize.ui.cards.card_painter import make_transparent_image
from greenbaize.ui.table.trump import TRUMP_MS, paint_owners
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness

TURNED_TRUMP_SETUP = GameSetup("damn", 4, {"deals": 5, "first": 4})
NO_TRUMP_SETUP = GameSetup("blackout", 4, {"first": 13})
OWN_TRUMP_SETUP = GameSetup("master", 3, {"trumps": "personal"})


def start_deal(setup, number=0) -> StageHarness:
    """Return a harness that starts showing a deal of a match."""
    harness = StageHarness(setup, 1.0)
    deal_indices = [
        index for index, event in enumerate(harness.events) if isinstance(event, CardsDealt)
    ]
    harness.show_events_until(deal_indices[number])
    harness.enqueue_events(deal_indices[number], deal_indices[number] + 1)
    return harness


def test_the_trump_is_turned_up_large_in_the_middle_and_carried_to_its_corner():
    harness = start_deal(TURNED_TRUMP_SETUP)
    cards, geometry = harness.scene.cards, harness.scene.geometry
    while cards.turned_card is None:
        harness.advance_clock(10)
    item, scales = cards.turned_card, []
    assert item.face is None
    harness.advance_clock(TRUMP_MS / 2)
    assert item.face is not None
    assert (item.x(), item.y()) == pytest.approx(geometry.trump_reveal_placement()[:2], abs=2)
    assert item.card_width == pytest.approx(
        1.5 * geometry.turned_placement().scale * geometry.card_width
    )
    assert not harness.scene.trump_sign.isVisible()
    while harness.motion.is_busy:
        scales.append(item.scale())
        harness.advance_clock(20)
    assert item.placement == geometry.turned_placement()
    assert (item.x(), item.y()) == pytest.approx(geometry.turned_placement()[:2], abs=1)
    assert scales[-1] < 1.1
    assert harness.scene.trump_sign.isVisible()


@pytest.mark.parametrize("delay_ms", [50.0, TRUMP_MS / 2, TRUMP_MS - 60])
def test_a_click_or_a_resize_brings_the_trump_to_its_corner(delay_ms):
    for act in (
        lambda harness: harness.motion.skip_animations(),
        lambda harness: harness.scene.update_layout(700, 500, 1.0),
    ):
        harness = start_deal(TURNED_TRUMP_SETUP)
        while harness.scene.cards.turned_card is None:
            harness.advance_clock(10)
        harness.advance_clock(delay_ms)
        act(harness)
        harness.advance_clock(3000)
        item = harness.scene.cards.turned_card
        assert item.placement == harness.scene.geometry.turned_placement()
        assert not item.is_moving
        assert item.face is not None


def test_no_trump_is_shown_by_its_own_sign():
    harness = start_deal(NO_TRUMP_SETUP)
    sign_rects = []
    while harness.motion.is_busy:
        if harness.scene.no_trump.isVisible():
            sign_rects.append(harness.scene.no_trump.sceneBoundingRect())
        harness.advance_clock(20)
    assert len(sign_rects) > TRUMP_MS / 20 - 3
    reveal_rect = max(sign_rects, key=QRectF.width)
    assert reveal_rect.width() > 2 * sign_rects[-1].width()
    assert reveal_rect.center().toTuple() == pytest.approx(harness.scene.geometry.centre, abs=1)
    assert harness.scene.trump_sign.is_no_trump
    assert harness.scene.trump_sign.isVisible()
    assert not harness.scene.no_trump.isVisible()


@pytest.mark.parametrize(
    ("count", "quarters"),
    [(1, {(0, 0)}), (2, {(0, 0), (1, 0)}), (3, {(0, 0), (0, 1), (1, 0)})],
)
def test_owners_of_trumps_fill_two_columns(count, quarters):
    image = make_transparent_image(200, 60)
    with QPainter(image) as painter:
        assert paint_owners(painter, QRectF(image.rect()), [(suit, "Ida") for suit in Suit][:count])
    drawn_quarters = {
        (column, row)
        for column in (0, 1)
        for row in (0, 1)
        if image.copy(100 * column, 30 * row, 100, 30) != make_transparent_image(100, 30)
    }
    assert drawn_quarters == quarters


def test_own_trumps_are_shown_with_their_owners():
    harness = StageHarness(OWN_TRUMP_SETUP, 0.0)
    harness.show_events_until(
        next(index for index, event in enumerate(harness.events) if isinstance(event, TrickTaken))
    )
    harness.enqueue_events(len(harness.shown_events), len(harness.shown_events) + 1)
    plates = [event.text.plate for event in harness.scene.plates if event.text]
    owners_by_suit = {suit: [] for suit in Suit}  # type: dict[Suit, list[str]]
    for seat, plate in enumerate(plates):
        owners_by_suit[plate.personal_suit].append(f"P{seat}")
    assert dict(harness.scene.trump_sign.owners) == {
        s: ", ".join(p) for s, p in owners_by_suit.items() if p
    }
    assert not harness.scene.trump_sign.is_no_trump
