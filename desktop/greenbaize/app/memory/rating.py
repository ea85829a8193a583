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

from greenbaize.store.history import HistoryDatabase
from greenbaize.store.statistics import (
    CreditedSeat,
    RatedPlayer,
    RatingEstimate,
    count_unrated,
    load_next_seats,
    load_rating,
    load_unrated,
    write_ratings,
)

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

START_RATING: Final = 1000.0
TENFOLD_LEAD: Final = 400.0
"""Lead in points that means winning ten times as often."""
PERFORMANCE_DEVIATION: Final = TENFOLD_LEAD / (log(10) * sqrt(2))
"""Standard deviation of a performance in one match."""
BEGINNER_STANDING: Final = RatingEstimate(START_RATING, 2 * PERFORMANCE_DEVIATION)
"""Rating and standard deviation of a beginner."""
DRIFT_DEVIATION: Final = BEGINNER_STANDING.deviation / 100
"""Standard deviation by which strength may change from match to match."""


def rate_matches(history: HistoryDatabase, max_seats: int | None = None) -> bool:
    """Rate new matches, and again those begun after a changed one; return whether all are rated.

    Progress is committed in pieces, so it may be interrupted. Nothing is done if more than
    ``max_seats`` are to be rated (None: no limit). Raises ``HistoryError``.
    """
    if max_seats is not None and count_unrated(history) > max_seats:
        return False
    while load_unrated(history):
        with history.transaction():
            # Within the transaction, so that no other process rates the same or an earlier match.
            for game, since in [*load_unrated(history).items()][:1]:
                seats, following = load_next_seats(history, game, since)
                write_ratings(history, game, _rate_seats(history, game, since, seats), following)
    return True


def _rate_seats(
    history: HistoryDatabase, game: str, since: str, seats: Sequence[CreditedSeat]
) -> list[tuple[CreditedSeat, RatingEstimate | None]]:
    standings: dict[RatedPlayer, RatingEstimate | None] = {}
    rated_seats: list[tuple[CreditedSeat, RatingEstimate | None]] = []
    for _, group in groupby(seats, lambda seat: seat.identity):
        match = list(group)
        for seat in match:
            if seat.player not in standings:
                standings[seat.player] = load_rating(history, game, seat.player, since)
        standings |= _compute_standings(standings, [seat for seat in match if seat.player.key])
        rated_seats += [(seat, standings[seat.player]) for seat in match]
    return rated_seats


def _compute_standings(
    known_standings: dict[RatedPlayer, RatingEstimate | None], match: Sequence[CreditedSeat]
) -> dict[RatedPlayer, RatingEstimate | None]:
    if len({item.player for item in match}) < 2:
        return {}
    model = _load_model()
    standings = [known_standings[item.player] or BEGINNER_STANDING for item in match]
    teams = [[model.rating(mu=item.rating, sigma=item.deviation)] for item in standings]
    results = model.rate(teams, ranks=[float(item.rank) for item in match])
    new_standings: dict[RatedPlayer, list[RatingEstimate]] = {}
    for item, (result,) in zip(match, results, strict=True):
        new_standings.setdefault(item.player, []).append(RatingEstimate(result.mu, result.sigma))
    return {
        player: RatingEstimate(
            fmean(item.rating for item in seat_standings),
            fmean(item.deviation for item in seat_standings),
        )
        for player, seat_standings in new_standings.items()
    }


@cache
def _load_model() -> "PlackettLuce":
    from openskill.models import PlackettLuce  # noqa: PLC0415  (not needed to show a list)

    return PlackettLuce(
        mu=START_RATING,
        sigma=BEGINNER_STANDING.deviation,
        beta=PERFORMANCE_DEVIATION,
        tau=DRIFT_DEVIATION,
    )
