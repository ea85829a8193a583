"""Tests of gathering a trick: its cards slide under the winning one and turn face down."""

import pytest

from greenbaize.rules.events import Dealt, TrickTaken
from greenbaize.ui.table.counting import POP_MS
from greenbaize.ui.table.pace import TRICK_MS
from greenbaize.ui.table.pile import RAISED, RISE_MS, TAKE_MS, UNDER_MS
from match.playing import Setup
from ui.table.seen import card_items, lying
from ui.table.show import Show

SETUP = Setup("damn", 4, {"deals": 5, "first": 4})


class Taken(Show):
    """Stage on which a full trick has been shown and begins to be gathered."""

    def __init__(self):
        super().__init__(SETUP, 1.0)
        place = next(at for at, one in enumerate(self.events) if isinstance(one, TrickTaken))
        self.show_until(place)
        winning = self.game.picture(self.told[place - 1][1]).winning
        assert winning is not None
        self.winning = winning
        self.cards = self.scene.cards
        self.items = [item for _, item in self.cards.trick]
        self.hear(place, place + 1)
        self.pass_time(TRICK_MS)
        assert self.cards.trick == []

    @property
    def seen(self):
        """Visible cards of the trick."""
        return [item for item in self.items if item.scene() and item.isVisible()]

    @property
    def packet(self):
        """Packet beside the winner's plate at the end."""
        return next(won[-1] for won in self.cards.won if won)

    def check_taken(self):
        """Check that the packet is in its final position and the trick's cards are gone."""
        assert not set(self.items) & set(card_items(self.scene))
        assert self.packet.isVisible()
        place = len(self.shown)
        other = Show(SETUP, 0.0)
        other.scene.lay_out(self.scene.width(), self.scene.height(), 1.0)
        other.stage.show_view(self.told[place - 1][1])
        assert lying(self.scene) == lying(other.scene)


@pytest.fixture
def taken(application):
    return Taken()


def _width(items):
    return max(item.x() for item in items) - min(item.x() for item in items)


def test_the_card_that_has_won_rises_and_the_others_slide_under_it(taken: Taken):
    wide, best = _width(taken.items), taken.items[taken.winning]
    assert best is not taken.items[-1]
    taken.pass_time(RISE_MS)
    assert best.scale() == pytest.approx(RAISED)
    assert best.zValue() > max(item.zValue() for item in taken.items if item is not best)
    assert _width(taken.seen) == wide
    taken.pass_time((UNDER_MS - RISE_MS) / 2)
    assert len(taken.seen) == 4
    assert all(item.face is not None for item in taken.seen)
    assert 0 < _width(taken.seen) < wide
    taken.pass_time((UNDER_MS - RISE_MS) / 2 + 1)
    assert taken.seen == [best]
    assert best.face is not None
    assert (best.x(), best.y()) == pytest.approx(best.spot[:2], abs=2)
    assert not taken.packet.isVisible()
    taken.pass_time((TAKE_MS - UNDER_MS) / 2)
    assert taken.seen == [best]
    assert best.face is None
    taken.pass_time((TAKE_MS - UNDER_MS) / 2)
    taken.check_taken()


def test_the_next_bar_of_the_winner_fills_when_the_packet_lies_there(taken: Taken):
    (winner,) = (seat for seat, won in enumerate(taken.cards.won) if won)
    plate, pop = taken.scene.plates[winner], taken.scene.pop
    before = plate.last_bar()
    taken.pass_time(TAKE_MS - 1)
    assert (plate.last_bar(), pop.isVisible()) == (before, False)
    taken.pass_time(1)
    bar = plate.last_bar()
    assert bar is not None
    assert plate.body().contains(bar)
    assert not taken.motion.busy
    taken.pass_time(POP_MS / 2)
    assert pop.isVisible()
    assert pop.sceneBoundingRect().center() == bar.center()
    assert pop.scale() > 1.5
    taken.pass_time(POP_MS)
    assert not pop.isVisible()


@pytest.mark.parametrize("delay_ms", [0.0, RISE_MS / 2, UNDER_MS - 20, TAKE_MS - 80])
def test_one_click_is_enough_for_all_of_it(taken: Taken, delay_ms):
    taken.pass_time(delay_ms)
    taken.motion.hurry()
    taken.check_taken()


@pytest.mark.parametrize("delay_ms", [RISE_MS / 2, UNDER_MS - 20, TAKE_MS - 120])
def test_a_resize_meanwhile_leads_it_to_the_new_place(taken: Taken, delay_ms):
    taken.pass_time(delay_ms)
    taken.scene.lay_out(1300, 620, 1.0)
    taken.pass_time(1)
    assert all(taken.scene.sceneRect().contains(item.pos()) for item in taken.seen)
    taken.pass_time(TAKE_MS - delay_ms - 2)
    (top,) = taken.seen
    assert (top.x(), top.y()) == pytest.approx(taken.packet.spot[:2], abs=3)
    taken.pass_time(2)
    taken.check_taken()


def test_cards_wait_unseen_in_the_pack_until_they_are_dealt(application):
    show = Show(SETUP, 1.0)
    place = next(at for at, one in enumerate(show.events) if isinstance(one, Dealt))
    show.show_until(place)
    show.hear(place, place + 1)
    hands = [item for hand in show.scene.cards.hands for item in hand]
    show.pass_time(100)
    assert 0 < sum(item.isVisible() for item in hands) < 6
    show.scene.lay_out(1300, 620, 1.0)
    pack = show.scene.cards.pack
    assert pack is not None
    waiting = [item for item in hands if not item.isVisible()]
    assert waiting
    assert all(item.pos() == pack.pos() for item in waiting)
    show.motion.hurry()
    assert all(item.isVisible() for item in hands)


def test_without_motion_all_cards_lie_there_at_once(application):
    show = Show(SETUP, 1.0)
    show.motion.jumps = True
    place = next(at for at, one in enumerate(show.events) if isinstance(one, Dealt))
    show.show_until(place)
    show.hear(place, place + 1)
    hands = [item for hand in show.scene.cards.hands for item in hand]
    assert all(item.isVisible() and item.face is not None and not item.moving for item in hands)
    assert show.motion.busy
