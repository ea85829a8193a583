"""Matches of two kinds of bots at the same cards, seats swapped.

A *group* is one match (or deal) played once for every seating of the two kinds, which cancels the
luck of the cards; errors are taken over groups.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import support  # noqa: F401  isort: skip  (finds the package)

from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.bot import Bot
from greenbaize.games import GAMES
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, bot_seed, seed_from_text
from greenbaize.rules.events import DealScored, Event, MatchEnded
from greenbaize.rules.game import AllowedVerdict, ComparisonMeasure, Game
from greenbaize.rules.options import resolve_options

RANK_GAMES = [
    name for name, game in GAMES.items() if game.comparison_measure is ComparisonMeasure.RANKS
]
"""Games that are decided by ranks, not by the points of a deal."""


def make_player(name: str) -> Bot:
    """Return the bot of a level, or of ``level:temperament``."""
    level, _, temperament = name.partition(":")
    return BOT_FACTORIES[level](temperament or "steady")


def possible_seatings(seats: int) -> list[tuple[bool, ...]]:
    """Return the seatings of the first kind: every second seat, in all rotations and swapped."""
    results = []
    for swapped in (False, True):
        for turn in range(seats):
            one = tuple(((seat + turn) % seats % 2 == 0) != swapped for seat in range(seats))
            if one not in results:
                results.append(one)
    return results


def swapped_seatings(seats: int, turn: int) -> list[tuple[bool, ...]]:
    """Return two seatings of the first kind: every second seat in a rotation, and the others."""
    one = tuple((seat + turn) % seats % 2 == 0 for seat in range(seats))
    return [one, tuple(not own for own in one)]


@dataclass(frozen=True)
class Decision:
    """A decision with everything that it depends on, and its CPU time (s)."""

    game: Game[Any]
    view: Any
    seat: int
    stream_name: str
    cpu_s: float

    def repeat(self, bot: Bot) -> float:
        """Return the CPU time of the same decision by a bot (s)."""
        start = time.process_time()
        bot.choose_command(self.game, self.view, self.seat, RandomStream(self.stream_name))
        return time.process_time() - start


@dataclass
class MatchResult:
    """Result of a match: the score of each deal, the end, and CPU time of each decision (s).

    ``decisions`` are those of both kinds if they are kept.
    """

    scores: list[DealScored] = field(default_factory=list)
    end: MatchEnded | None = None
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))
    decisions: list[Decision] = field(default_factory=list)


def play_match(
    name: str,
    options: Mapping[str, Any],
    seed: str,
    bots: tuple[Bot, Bot],
    seating: tuple[bool, ...],
    *,
    deals: int | None = None,
    keeps_decisions: bool = False,
) -> MatchResult:
    """Play a match of two kinds of bots, or its first deals."""
    game, seats = GAMES[name], len(seating)
    resolved = resolve_options(game.options, seats, options)
    chance, state = SeededChance(seed), game.initial_state(seats, resolved)
    tellers = [ViewTracker(game, seats, resolved, seat) for seat in range(seats)]
    seeds = [bot_seed(seed, seat) for seat in range(seats)]
    result, count = MatchResult(), 0

    def append_event(event: Event) -> None:
        nonlocal state, count
        count += 1
        state = game.fold(state, event)
        for teller in tellers:
            teller.redact_event(event, state)
        if isinstance(event, DealScored):
            result.scores.append(event)
        elif isinstance(event, MatchEnded):
            result.end = event

    while result.end is None and len(result.scores) != deals:
        event = game.next_event(state, chance, is_everybody_ready=True)
        if event is not None:
            append_event(event)
            continue
        seat = game.turn(state)
        assert seat is not None
        kind = 0 if seating[seat] else 1
        start = time.process_time()
        # Only a reference player sees all cards; every other bot has its seat's view.
        view, bot = tellers[seat].view, bots[kind]
        if getattr(bot, "sees_all", False):
            view, bot.seat_view = state, view
        stream_name = f"{seeds[seat]}/{count}"
        command = bot.choose_command(game, view, seat, RandomStream(stream_name))
        result.times[kind].append(time.process_time() - start)
        if keeps_decisions:
            result.decisions.append(Decision(game, view, seat, stream_name, result.times[kind][-1]))
        verdict = game.judge(state, command)
        assert isinstance(verdict, AllowedVerdict), (command, verdict)
        for event in verdict.command_events:
            append_event(event)
    return result


def first_kind_lead(name: str, played: MatchResult, seating: tuple[bool, ...]) -> float:
    """Return the lead of the first kind: points per deal, or ranks where these decide."""
    if name in RANK_GAMES:
        assert played.end is not None
        sums = [-float(place) for place in played.end.places]
        deals = 1
    else:
        deals = len(played.scores)
        sums = [float(sum(s.points[seat] for s in played.scores)) for seat in range(len(seating))]
    first_values = [value for value, own in zip(sums, seating, strict=True) if own]
    second_values = [value for value, own in zip(sums, seating, strict=True) if not own]
    return (sum(first_values) / len(first_values) - sum(second_values) / len(second_values)) / deals


@dataclass(frozen=True)
class GroupResult:
    """Mean lead of a group and the CPU times of the decisions of both kinds (s)."""

    lead: float
    times: tuple[list[float], list[float]]


def play_group(
    name: str,
    seats: int,
    options: Mapping[str, Any],
    number: str,
    makers: tuple[Callable[[], Bot], Callable[[], Bot]],
    *,
    deals: int | None = None,
    seatings: Sequence[tuple[bool, ...]] | None = None,
) -> GroupResult:
    """Play one match for every seating, or each of these, all at the same cards."""
    bots = makers[0](), makers[1]()
    leads, times = [], ([], [])
    for seating in seatings or possible_seatings(seats):
        played = play_match(name, options, seed_from_text(number), bots, seating, deals=deals)
        leads.append(first_kind_lead(name, played, seating))
        for kind in range(2):
            times[kind].extend(played.times[kind])
    return GroupResult(sum(leads) / len(leads), times)


def mean_and_standard_error(values: Iterable[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    values = list(values)
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / max(1, len(values) - 1) / len(values))


def quantile(values: Iterable[float], part: float) -> float:
    """Return the quantile of some values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
