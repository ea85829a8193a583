"""A trick squares up, and goes to whoever has taken it as one packet with its back up."""

import pytest
from PySide6.QtWidgets import QApplication

from greenbaize.rules.events import Dealt, TrickTaken
from greenbaize.ui.table.deck import CardItem
from greenbaize.ui.table.pace import TRICK_MS
from greenbaize.ui.table.pile import CARRY_MS, SQUARE_MS
from match.playing import Setup
from ui.table.seen import card_items, lying
from ui.table.show import Show

SETUP = Setup("damn", 4, {"deals": 5, "first": 4})


class Taken(Show):
    """A stage on which a trick has been looked at long enough and begins to be taken."""

    def __init__(self) -> None:
        super().__init__(SETUP, 1.0)
        place = next(at for at, one in enumerate(self.events) if isinstance(one, TrickTaken))
        self.show_until(place)
        self.cards = self.scene.cards
        self.items = [item for _, item in self.cards.trick]
        self.hear(place, place + 1)
        self.pass_time(TRICK_MS)
        assert self.cards.trick == []

    @property
    def seen(self) -> list[CardItem]:
        """The cards of the trick that are seen."""
        return [item for item in self.items if item.scene() and item.isVisible()]

    @property
    def packet(self) -> CardItem:
        """What lies beside the winner's plate in the end."""
        return next(won[-1] for won in self.cards.won if won)

    def check_taken(self) -> None:
        """The packet lies there, and nothing else of the trick."""
        assert not set(self.items) & set(card_items(self.scene))
        assert self.packet.isVisible()
        place = len(self.shown)
        other = Show(SETUP, 0.0)
        other.scene.lay_out(self.scene.width(), self.scene.height(), 1.0)
        other.stage.show_view(self.told[place - 1][1])
        assert lying(self.scene) == lying(other.scene)


@pytest.fixture
def taken(application: QApplication) -> Taken:
    return Taken()


def _width(items: list[CardItem]) -> float:
    return max(item.x() for item in items) - min(item.x() for item in items)


def test_a_trick_squares_up_before_it_goes(taken: Taken) -> None:
    wide = _width(taken.items)
    taken.pass_time(SQUARE_MS / 2)
    assert len(taken.seen) == 4
    assert all(item.face is not None for item in taken.seen)
    assert 0 < _width(taken.seen) < wide
    taken.pass_time(SQUARE_MS / 2 + 1)
    (top,) = taken.seen
    assert top.face is not None
    assert (top.x(), top.y()) == pytest.approx(taken.scene.geometry.centre, abs=2)
    assert not taken.packet.isVisible()
    taken.pass_time(CARRY_MS / 2)
    assert taken.seen == [top]
    assert top.face is None
    taken.pass_time(CARRY_MS / 2)
    taken.check_taken()


@pytest.mark.parametrize("late", [0.0, SQUARE_MS / 2, SQUARE_MS + CARRY_MS / 2])
def test_one_click_is_enough_for_all_of_it(taken: Taken, late: float) -> None:
    taken.pass_time(late)
    taken.motion.hurry()
    taken.check_taken()


@pytest.mark.parametrize("late", [SQUARE_MS / 2, SQUARE_MS + CARRY_MS / 3])
def test_a_resize_meanwhile_leads_it_to_the_new_place(taken: Taken, late: float) -> None:
    taken.pass_time(late)
    taken.scene.lay_out(1300, 620, 1.0)
    taken.pass_time(1)
    assert all(taken.scene.sceneRect().contains(item.pos()) for item in taken.seen)
    taken.pass_time(SQUARE_MS + CARRY_MS - late - 2)
    (top,) = taken.seen
    assert (top.x(), top.y()) == pytest.approx(taken.packet.spot[:2], abs=3)
    taken.pass_time(2)
    taken.check_taken()


def test_cards_wait_unseen_in_the_pack_until_they_are_dealt(application: QApplication) -> None:
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


def test_without_motion_all_cards_lie_there_at_once(application: QApplication) -> None:
    show = Show(SETUP, 1.0)
    show.motion.jumps = True
    place = next(at for at, one in enumerate(show.events) if isinstance(one, Dealt))
    show.show_until(place)
    show.hear(place, place + 1)
    hands = [item for hand in show.scene.cards.hands for item in hand]
    assert all(item.isVisible() and item.face is not None and not item.moving for item in hands)
    assert show.motion.busy
