"""The last deals of a match of exact bids: what points are worth then, for the place."""

from functools import lru_cache
from math import comb
from typing import Final

from greenbaize.bots import finish
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState

MET: Final = 0.84
HARDER: Final = 0.03
"""How often a bid is met, and with every card less often; of searching players at all tables."""


def near_the_end(game: ExactBidGame, view: BidState, seat: int) -> finish.Finish | None:
    """What points of the deal are worth to a seat near the end of the match, else nothing."""
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    now, *later = [
        _swings(_prizes(game, view, view.deal + more), view.seats) for more in range(left + 1)
    ]
    return finish.finish(seat, view.totals, now, finish.joined(later))


def _prizes(game: ExactBidGame, view: BidState, deal: int) -> tuple[int, ...]:
    """What each bid of a deal brings that is met."""
    cards = game.cards_in(view, deal)
    then = view._replace(deal=deal, cards=cards)
    return tuple(game.points(then, bid, bid) for bid in range(cards + 1))


@lru_cache(maxsize=256)
def _swings(prizes: tuple[int, ...], seats: int) -> finish.Swings:
    """What a deal may move: its bids are as tricks fall by chance, and so often met."""
    cards = len(prizes) - 1
    met = MET - cards * HARDER
    points = dict.fromkeys((0, *prizes), 0.0)
    points[0] += 1 - met
    for bid, prize in enumerate(prizes):
        points[prize] += met * comb(cards, bid) * (seats - 1) ** (cards - bid) / seats**cards
    return finish.apart(points)
