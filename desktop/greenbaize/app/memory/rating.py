"""Ratings for games of many players: Plackett-Luce over ranks.

Each game is rated by itself, matches in the order they were begun. People are rated by name,
computer players by level; external programs have no rating. Players left out (a program, a person
replaced by a computer player) change nothing for the others: the model holds for any subset.

Several computer players of a level, or several seats of one person, share one rating, which becomes
the mean of what each would get; so three of a level learn no more from a match than one. A match
with only one rated player is ignored.
"""

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from math import log, sqrt
from statistics import fmean
from typing import TYPE_CHECKING, Final

from greenbaize.store.history import History
from greenbaize.store.statistics import (
    Player,
    Seated,
    Standing,
    before,
    count_unrated,
    next_seats,
    note_ratings,
    unrated,
)

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

START: Final = 1000.0
TEN_TIMES: Final = 400.0
"""Lead in points that means winning ten times as often."""
LUCK: Final = TEN_TIMES / (log(10) * sqrt(2))
"""Standard deviation of a performance in one match."""
UNKNOWN: Final = Standing(START, 2 * LUCK)
"""Rating and standard deviation of a beginner."""
CHANGE: Final = UNKNOWN.spread / 100
"""Standard deviation by which strength may change from match to match."""


def rate(history: History, most: int | None = None) -> bool:
    """Rate new matches, and again those begun after a changed one; return whether all are rated.

    Progress is committed in pieces, so it may be interrupted. Nothing is done if more than
    ``max_seats`` are to be rated (None: no limit). Raises ``HistoryError``.
    """
    if most is not None and count_unrated(history) > most:
        return False
    while unrated(history):
        with history.writing():
            # Within the transaction, so that no other process rates the same or an earlier match.
            for game, since in [*unrated(history).items()][:1]:
                seats, following = next_seats(history, game, since)
                note_ratings(history, game, _rated(history, game, since, seats), following)
    return True


def _rated(
    history: History, game: str, since: str, seats: Sequence[Seated]
) -> list[tuple[Seated, Standing | None]]:
    known: dict[Player, Standing | None] = {}
    rated: list[tuple[Seated, Standing | None]] = []
    for _, group in groupby(seats, lambda one: one.identity):
        match = list(group)
        for one in match:
            if one.player not in known:
                known[one.player] = before(history, game, one.player, since)
        known |= _after(known, [one for one in match if one.player.who])
        rated += [(one, known[one.player]) for one in match]
    return rated


def _after(
    known: dict[Player, Standing | None], match: Sequence[Seated]
) -> dict[Player, Standing | None]:
    if len({one.player for one in match}) < 2:
        return {}
    model = _model()
    standings = [known[one.player] or UNKNOWN for one in match]
    teams = [[model.rating(mu=one.rating, sigma=one.spread)] for one in standings]
    results = model.rate(teams, ranks=[float(one.place) for one in match])
    told: dict[Player, list[Standing]] = {}
    for one, (result,) in zip(match, results, strict=True):
        told.setdefault(one.player, []).append(Standing(result.mu, result.sigma))
    return {
        player: Standing(fmean(one.rating for one in each), fmean(one.spread for one in each))
        for player, each in told.items()
    }


@cache
def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415  (not needed to show a list)

    return PlackettLuce(mu=START, sigma=UNKNOWN.spread, beta=LUCK, tau=CHANGE)
