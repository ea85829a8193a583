"""The last deals of a match that points decide: what those of a deal are worth then, for the place.

Where banks decide, the stakes say it (``stakes.py``).
"""

from functools import lru_cache

from greenbaize.bots import finish
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.state import BeatState, Counting


def near_the_end(game: BeatGame, view: BeatState, seat: int) -> finish.Finish | None:
    """What points of the deal are worth to a seat near the end of the match, else nothing."""
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    counts = [game.counting(view._replace(deal=view.deal + more)) for more in range(left + 1)]
    now, *later = [_swings(counting, view.seats) for counting in counts]
    found = finish.finish(seat, view.totals, now, finish.joined(later))
    return found.alone(sum(_amounts(counts[0])))


@lru_cache(maxsize=256)
def _swings(counting: Counting, seats: int) -> finish.Swings:
    """What a deal may move, if whatever counts is anybody's as likely."""
    return finish.joined(finish.prize(amount, seats) for amount in _amounts(counting) if amount)


def _amounts(counting: Counting) -> tuple[int, ...]:
    """Whatever counts."""
    return (counting.most,) if counting.most else (*counting.tricks, *counting.cards)
