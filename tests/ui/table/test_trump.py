"""Tests of turning up the trump in the middle and moving it to its corner."""

import pytest

from greenbaize.cards import Suit
from greenbaize.rules.events import Dealt, TrickTaken
from greenbaize.ui.table.trump import TRUMP_MS
from match.playing import Setup
from ui.table.show import Show

TURNED = Setup("damn", 4, {"deals": 5, "first": 4})
NONE = Setup("blackout", 4, {"first": 13})
OWN = Setup("master", 3, {"trumps": "personal"})


def dealt(setup, number=0) -> Show:
    """Return a harness that starts showing a deal of a match."""
    show = Show(setup, 1.0)
    places = [at for at, one in enumerate(show.events) if isinstance(one, Dealt)]
    show.show_until(places[number])
    show.hear(places[number], places[number] + 1)
    return show


def test_the_trump_is_turned_up_large_in_the_middle_and_carried_to_its_corner():
    show = dealt(TURNED)
    cards, geometry = show.scene.cards, show.scene.geometry
    while cards.turned is None:
        show.pass_time(10)
    item, seen = cards.turned, []
    assert item.face is None
    show.pass_time(TRUMP_MS / 2)
    assert item.face is not None
    assert (item.x(), item.y()) == pytest.approx(geometry.shown_trump()[:2], abs=2)
    assert item.width == pytest.approx(1.5 * geometry.turned().scale * geometry.card)
    assert not show.scene.sign.isVisible()
    while show.motion.busy:
        seen.append(item.scale())
        show.pass_time(20)
    assert item.spot == geometry.turned()
    assert (item.x(), item.y()) == pytest.approx(geometry.turned()[:2], abs=1)
    assert seen[-1] < 1.1
    assert show.scene.sign.isVisible()


@pytest.mark.parametrize("delay_ms", [50.0, TRUMP_MS / 2, TRUMP_MS - 60])
def test_a_click_or_another_size_meanwhile_leads_it_to_its_corner(delay_ms):
    for act in (lambda show: show.motion.hurry(), lambda show: show.scene.lay_out(700, 500, 1.0)):
        show = dealt(TURNED)
        while show.scene.cards.turned is None:
            show.pass_time(10)
        show.pass_time(delay_ms)
        act(show)
        show.pass_time(3000)
        item = show.scene.cards.turned
        assert item.spot == show.scene.geometry.turned()
        assert not item.moving
        assert item.face is not None


def test_no_trump_is_a_struck_suit():
    show = dealt(NONE)
    large = []
    while show.motion.busy:
        if show.scene.no_trump.isVisible():
            large.append(show.scene.no_trump.sceneBoundingRect().width())
        show.pass_time(20)
    assert len(large) > TRUMP_MS / 20 - 3
    assert max(large) > 2 * large[-1]
    assert show.scene.sign.none
    assert show.scene.sign.isVisible()
    assert not show.scene.no_trump.isVisible()


def test_own_trumps_are_small_suits_with_whose_they_are():
    show = Show(OWN, 0.0)
    show.show_until(next(at for at, one in enumerate(show.events) if isinstance(one, TrickTaken)))
    show.hear(len(show.shown), len(show.shown) + 1)
    plates = [one.text.plate for one in show.scene.plates if one.text]
    own = {suit: [] for suit in Suit}  # type: dict[Suit, list[str]]
    for seat, plate in enumerate(plates):
        own[plate.trump].append(f"P{seat}")
    assert dict(show.scene.sign.owners) == {s: ", ".join(p) for s, p in own.items() if p}
    assert not show.scene.sign.none
