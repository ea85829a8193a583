"""Habits: what the reviews of a person's matches have in common, in one game.

A kind of mistake is named if it costs more than a threshold, which *hard* stays below, and more
than ``SURE_STANDARD_ERRORS`` of its own error. Its cost is the sum of all choices of that kind that
a first search found worse, as the second one found it, with those that it found better after all;
so chance alone makes no habit. How often a kind occurs varies as well: the error of a sum is the
root of the sum of squares, which holds for both.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot, sqrt
from typing import Final, NamedTuple

from greenbaize.app.coach.coached_matches import OwnMatch
from greenbaize.rules.game import ChoiceUnit
from greenbaize.store.coached_deals import Mistake

MIN_MATCHES: Final = 5
MIN_DECISIONS: Final = 150
"""Reviewed matches, and decisions in them, before anything is named."""
MIN_COSTS: Final = {
    ChoiceUnit.MARGIN: 5.0,
    ChoiceUnit.POINTS: 3.0,
    ChoiceUnit.SHARE: 8.0,
    ChoiceUnit.RANK: 0.5,
}
"""Least cost of a habit for each hundred decisions, by unit."""
SURE_STANDARD_ERRORS: Final = 1.65
"""Standard errors of its own that a habit's cost exceeds (one-sided 95 %)."""
MIN_COUNT: Final = 5
"""Least number of mistakes of a kind."""
MAX_HABITS: Final = 3
MAX_MOMENTS: Final = 3
MIN_AVOIDED: Final = 20
"""Least number of times that a mistake was avoided to be a strength."""
MIN_AVOIDED_SHARE: Final = 0.95
"""Least share of such decisions in which it was."""
MAX_STRENGTHS: Final = 3


class MistakeMoment(NamedTuple):
    """A mistake with the match, and the deal in it, that it was made in."""

    match: OwnMatch
    deal: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class Habit:
    """A kind of mistake that a person makes.

    ``cost`` and ``error`` are those of a match, ``change`` and ``change_error`` by how much more it
    costs in the later half of the matches than in the earlier one. ``moments`` are the dearest.
    """

    kind: str
    count: int
    cost: float
    error: float
    change: float
    change_error: float
    moments: tuple[MistakeMoment, ...]

    @property
    def trend(self) -> int:
        """-1 if it surely costs less lately, 1 if more, 0 if that cannot be told."""
        if abs(self.change) <= 2 * self.change_error:
            return 0
        return 1 if self.change > 0 else -1


class Strength(NamedTuple):
    """A kind of mistake that a person hardly ever makes."""

    kind: str
    avoided_count: int
    mistake_count: int


@dataclass(frozen=True, slots=True)
class HabitReport:
    """What is known of a person's play in a game; ``needed_matches`` is 0 once it is enough."""

    match_count: int
    decision_count: int
    pending_count: int
    needed_matches: int
    habits: tuple[Habit, ...] = ()
    strengths: tuple[Strength, ...] = ()


def find_habits(matches: Sequence[OwnMatch], unit: ChoiceUnit) -> HabitReport:
    """Return the habits of a person from their matches of one game, latest first."""
    reviewed = [match for match in matches if match.is_reviewed]
    decision_count = sum(deal.choices for match in reviewed for deal in match.deals.values())
    report = HabitReport(
        len(reviewed),
        decision_count,
        len(matches) - len(reviewed),
        count_needed_matches(len(reviewed), decision_count),
    )
    if report.needed_matches:
        return report
    habits = sum_up_habits(reviewed)
    min_cost = MIN_COSTS[unit] * decision_count / 100 / len(reviewed)
    sure_habits = [
        habit
        for habit in habits
        if habit.kind
        and habit.count >= MIN_COUNT
        and habit.cost >= min_cost
        and habit.cost > SURE_STANDARD_ERRORS * habit.error
    ]
    return replace(
        report,
        habits=tuple(sure_habits[:MAX_HABITS]),
        strengths=_find_strengths(reviewed, habits, min_cost / 2),
    )


def sum_up_habits(matches: Sequence[OwnMatch]) -> list[Habit]:
    """Return every kind of mistake in some matches (latest first), the dearest first.

    Costs that include the rank in a match are left out: they are no points.
    """
    moments: dict[str, list[MistakeMoment]] = {}
    for moment in list_moments(matches):
        if moment.mistake.is_weighed_by_match_rank:
            continue
        moments.setdefault(moment.mistake.kind, []).append(moment)
    habits = [_sum_up_habit(kind, found, matches) for kind, found in moments.items()]
    return sorted(habits, key=lambda habit: -habit.cost)


def count_needed_matches(match_count: int, decision_count: int) -> int:
    """Return how many more matches are needed to name anything."""
    if match_count >= MIN_MATCHES and decision_count >= MIN_DECISIONS:
        return 0
    by_matches = MIN_MATCHES - match_count
    if not decision_count:
        return max(1, by_matches)
    decisions_per_match = decision_count / match_count
    return max(1, by_matches, ceil((MIN_DECISIONS - decision_count) / decisions_per_match))


def list_moments(matches: Iterable[OwnMatch]) -> list[MistakeMoment]:
    return [
        MistakeMoment(match, deal.deal, mistake)
        for match in matches
        for deal in match.deals.values()
        for mistake in deal.mistakes
    ]


def _sum_up_habit(
    kind: str, moments: Sequence[MistakeMoment], matches: Sequence[OwnMatch]
) -> Habit:
    count = len(matches)
    later_identities = {match.identity for match in matches[: count // 2]}
    halves: tuple[list[float], list[float]] = [], []
    for moment in moments:
        halves[moment.match.identity in later_identities].append(moment.mistake.cost)
    (earlier, earlier_error), (later, later_error) = (
        _mean_cost(costs, size)
        for costs, size in zip(halves, (count - count // 2, count // 2), strict=True)
    )
    cost, error = _mean_cost([*halves[0], *halves[1]], count)
    dearest = sorted(moments, key=lambda moment: -moment.mistake.cost)
    return Habit(
        kind,
        len(moments),
        cost,
        error,
        later - earlier,
        hypot(earlier_error, later_error),
        tuple(dearest[:MAX_MOMENTS]),
    )


def _mean_cost(costs: Sequence[float], match_count: int) -> tuple[float, float]:
    """Return the cost of a match, and its error."""
    return sum(costs) / match_count, sqrt(sum(cost * cost for cost in costs)) / match_count


def _find_strengths(
    matches: Sequence[OwnMatch], habits: Sequence[Habit], max_cost: float
) -> tuple[Strength, ...]:
    mistake_counts = {habit.kind: habit.count for habit in habits}
    costly_kinds = {habit.kind for habit in habits if habit.cost >= max_cost}
    avoided_counts: dict[str, int] = {}
    for match in matches:
        for deal in match.deals.values():
            for kind, count in deal.avoided.items():
                avoided_counts[kind] = avoided_counts.get(kind, 0) + count
    strengths = [
        Strength(kind, count, mistake_counts.get(kind, 0))
        for kind, count in avoided_counts.items()
        if kind not in costly_kinds
        and count >= MIN_AVOIDED
        and count >= MIN_AVOIDED_SHARE * (count + mistake_counts.get(kind, 0))
    ]
    return tuple(sorted(strengths, key=lambda one: -one.avoided_count)[:MAX_STRENGTHS])
