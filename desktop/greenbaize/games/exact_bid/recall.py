"""What a player at exact bids still has in mind of the cards played."""

from collections.abc import Collection
from typing import Final

from greenbaize.bots.memory import EASY, forgotten, mind_of
from greenbaize.cards import RANKS, Card, Suit
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState

_TRUMP: Final = 0.4
_HIGH: Final = 0.5
"""How far trumps and the highest cards stand out, from 0 to 1."""


def out_of_mind(
    game: ExactBidGame, view: BidState, seat: int, hold: float = EASY
) -> frozenset[Card]:
    """The cards played that a seat no longer has in mind; ``hold`` as of ``Mind``."""
    trump = view.trump

    def stands_out(card: Card) -> float:
        return _HIGH * card.rank / (len(RANKS) - 1) + _TRUMP * (card.suit is trump)

    return forgotten(mind_of(game, view, seat, hold), view.play, seat, stands_out)


def lacked(view: BidState, seat: int, gone: Collection[Card] = ()) -> set[Suit]:
    """The suits that a seat has shown to be out of, by cards other than those forgotten."""
    suits = set()
    for trick in view.play.tricks:
        turn = (seat - trick.leader) % view.seats
        if turn < len(trick.cards) and trick.cards[turn] not in gone:
            led = trick.cards[0].suit
            if led is not None and trick.cards[turn].suit is not led:
                suits.add(led)
    return suits
