"""Tests of gathering a trick: its cards slide under the winning one and turn face down."""

import pytest

from greenbaize.rules.events import TrickTaken
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.geometry import CardPlacement
from greenbaize.ui.table.pace import TRICK_MS
from greenbaize.ui.table.pile import GATHER_MS, RISE_MS, RISEN_SCALE, SLIDE_END_MS, PileStack
from greenbaize.ui.table.score_animation import BAR_POP_MS
from match.random_matches import GameSetup
from ui.table.stage_harness import StageHarness
from ui.table.table_checks import find_card_items, list_card_states

SETUP = GameSetup("damn", 4, {"deals": 5, "first": 4})


class TrickGatherHarness(StageHarness):
    """Stage on which a full trick has been shown and begins to be gathered."""

    def __init__(self):
        super().__init__(SETUP, 1.0)
        event_index = next(
            index for index, event in enumerate(self.events) if isinstance(event, TrickTaken)
        )
        self.show_events_until(event_index)
        winning_index = self.game.picture(self.event_views[event_index - 1][1]).winning_index
        assert winning_index is not None
        self.winning_index = winning_index
        self.cards = self.scene.cards
        self.items = [item for _, item in self.cards.trick]
        self.enqueue_events(event_index, event_index + 1)
        self.advance_clock(TRICK_MS)
        assert self.cards.trick == []

    @property
    def visible_items(self):
        """Visible cards of the trick."""
        return [item for item in self.items if item.scene() and item.isVisible()]

    @property
    def packet_item(self):
        """Packet beside the winner's plate at the end."""
        return next(won[-1] for won in self.cards.won_tricks if won)

    def check_gathered(self):
        """Check that the packet is in its final position and the trick's cards are gone."""
        assert not set(self.items) & set(find_card_items(self.scene))
        assert self.packet_item.isVisible()
        event_count = len(self.shown_events)
        other_harness = StageHarness(SETUP, 0.0)
        other_harness.scene.update_layout(self.scene.width(), self.scene.height(), 1.0)
        other_harness.stage.show_view(self.event_views[event_count - 1][1])
        assert list_card_states(self.scene) == list_card_states(other_harness.scene)


@pytest.fixture
def gathering(application):
    return TrickGatherHarness()


def _spread_width(items):
    return max(item.x() for item in items) - min(item.x() for item in items)


def test_the_card_that_has_won_rises_and_the_others_slide_under_it(gathering: TrickGatherHarness):
    full_width, winning_item = (
        _spread_width(gathering.items),
        gathering.items[gathering.winning_index],
    )
    assert winning_item is not gathering.items[-1]
    gathering.advance_clock(RISE_MS)
    assert winning_item.scale() == pytest.approx(RISEN_SCALE)
    assert winning_item.zValue() > max(
        item.zValue() for item in gathering.items if item is not winning_item
    )
    assert _spread_width(gathering.visible_items) == full_width
    gathering.advance_clock((SLIDE_END_MS - RISE_MS) / 2)
    assert len(gathering.visible_items) == 4
    assert all(item.face is not None for item in gathering.visible_items)
    assert 0 < _spread_width(gathering.visible_items) < full_width
    gathering.advance_clock((SLIDE_END_MS - RISE_MS) / 2 + 1)
    assert gathering.visible_items == [winning_item]
    assert winning_item.face is not None
    assert (winning_item.x(), winning_item.y()) == pytest.approx(winning_item.placement[:2], abs=2)
    assert not gathering.packet_item.isVisible()
    gathering.advance_clock((GATHER_MS - SLIDE_END_MS) / 2)
    assert gathering.visible_items == [winning_item]
    assert winning_item.face is None
    gathering.advance_clock((GATHER_MS - SLIDE_END_MS) / 2)
    gathering.check_gathered()


def test_the_next_bar_of_the_winner_fills_when_the_packet_lies_there(gathering: TrickGatherHarness):
    (winner,) = (seat for seat, won in enumerate(gathering.cards.won_tricks) if won)
    plate, pop = gathering.scene.plates[winner], gathering.scene.bar_pop
    before = plate.last_bar_rect()
    gathering.advance_clock(GATHER_MS - 1)
    assert (plate.last_bar_rect(), pop.isVisible()) == (before, False)
    gathering.advance_clock(1)
    bar = plate.last_bar_rect()
    assert bar is not None
    assert plate.body_rect().contains(bar)
    assert not gathering.motion.is_busy
    gathering.advance_clock(BAR_POP_MS / 2)
    assert pop.isVisible()
    assert pop.sceneBoundingRect().center() == bar.center()
    assert pop.scale() > 1.5
    gathering.advance_clock(BAR_POP_MS)
    assert not pop.isVisible()


@pytest.mark.parametrize("delay_ms", [0.0, RISE_MS / 2, SLIDE_END_MS - 20, GATHER_MS - 80])
def test_one_click_skips_the_whole_gathering(gathering: TrickGatherHarness, delay_ms):
    gathering.advance_clock(delay_ms)
    gathering.motion.skip_animations()
    gathering.check_gathered()


@pytest.mark.parametrize("delay_ms", [RISE_MS / 2, SLIDE_END_MS - 20, GATHER_MS - 120])
def test_a_resize_redirects_the_gathered_trick(gathering: TrickGatherHarness, delay_ms):
    gathering.advance_clock(delay_ms)
    gathering.scene.update_layout(1300, 620, 1.0)
    gathering.advance_clock(1)
    assert all(gathering.scene.sceneRect().contains(item.pos()) for item in gathering.visible_items)
    gathering.advance_clock(GATHER_MS - delay_ms - 2)
    (top,) = gathering.visible_items
    assert (top.x(), top.y()) == pytest.approx(gathering.packet_item.placement[:2], abs=3)
    gathering.advance_clock(2)
    gathering.check_gathered()


def test_pile_height_counts_the_buried_cards(atlas):
    pile = PileStack()
    cards = [CardItem(atlas, None, CardPlacement(300, 200)) for _ in range(8)]
    for card in cards:
        pile.add_card(card)
    assert pile.items[0].packet_size == 1 + len(cards) - len(pile.items)
    assert all(card.packet_size == 1 for card in pile.items[1:])
