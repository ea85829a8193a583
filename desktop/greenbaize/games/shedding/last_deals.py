"""The last deals of a match of several: what the places of a deal are worth then."""

from functools import lru_cache

from greenbaize.bots import finish
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.state import ShedState


def near_the_end(game: SheddingGame, view: ShedState, seat: int) -> finish.Finish | None:
    """What places, as negative points, are worth to a seat near the end of the match, else nothing.

    Of a match of a single deal nothing is said either: the place in the deal is that in the match.
    As there, to win counts no more than any place does.
    """
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    now = _swings(view.seats)
    totals = [-total for total in view.totals]
    found = finish.finish(seat, totals, now, finish.joined([now] * left), first=0.0)
    return found.alone(-view.seats * (view.seats + 1) / 2)


@lru_cache(maxsize=16)
def _swings(seats: int) -> finish.Swings:
    """What a deal may move, if any two places are as likely for two players."""
    return {
        apart: (seats - abs(apart)) / (seats * (seats - 1))
        for apart in range(1 - seats, seats)
        if apart
    }
