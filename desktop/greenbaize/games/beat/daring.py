"""What one takes upon oneself in Master and Ass: bold players more of it, careful ones less.

A bold player goes more readily, leads its strong cards early and takes tricks. A careful one leads
low, ducks, and holds eights and trumps back as long as it can.
"""

from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.state import BeatState
from greenbaize.rules.commands import Play

STAKED: Final = 3.0
"""What boldness may cost at a stake, in percent of the others left behind.

A stake comes sixty times in a match: four times as much was measured to cost a whole place.
"""

_STRONG: Final = {"8": 3.0, "A": 1.6, "T": 1.5, "Q": 1.2, "K": 1.1, "J": 0.4}
_OWN_TRUMP: Final = 1.5
_MOST: Final = 3.0
_TAKES: Final = 0.5
"""How daring it is to take a trick with whatever card."""


def helps(view: BeatState, seat: int, card: Card) -> float:
    """How much a card helps to take tricks, roughly: an eight 3; own trumps half as much more."""
    own = _OWN_TRUMP if view.trumps.holds(card, seat) else 1.0
    return own * _STRONG.get(card.code[0], 0.0)


def daring(view: BeatState, play: Play) -> float:
    """How far a card goes for the trick: 0 if it leaves it, 1 if it spends what is strongest."""
    card, seat = play.card, play.seat
    strong = min(1.0, helps(view, seat, card) / _MOST)
    if view.pile is None:
        return strong
    how = beats.way_played(view.pile, card, seat, view.trumps)
    if how is None or beats.laid(view.pile, card, seat, how).owner != seat:
        return 0.0
    if len(view.play.trick) == view.seats - 1:
        return _TAKES  # nobody is left to be outbid: spending more is no courage
    return _TAKES + (1 - _TAKES) * strong
