"""Matches of two kinds of bots at the same cards, seats swapped.

A *group* is one match (or deal) played once for every seating of the two kinds, which cancels the
luck of the cards; errors are taken over groups.
"""

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import measured  # noqa: F401  isort: skip  (finds the package)

from greenbaize.bots import LEVELS
from greenbaize.bots.bot import Bot
from greenbaize.games import GAMES
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, bot_seed, seed_from
from greenbaize.rules.events import Ended, Event, Scored
from greenbaize.rules.game import Allowed, Counts
from greenbaize.rules.options import settled

BY_PLACE = [name for name, game in GAMES.items() if game.counts is Counts.PLACES]
"""Games that are decided by ranks, not by the points of a deal."""


def player(name: str) -> Bot:
    """Return the bot of a level, or of ``level:temperament``."""
    level, _, temperament = name.partition(":")
    return LEVELS[level](temperament or "steady")


def seatings(seats: int) -> list[tuple[bool, ...]]:
    """Return the seatings of the first kind: every second seat, in all rotations and swapped."""
    found = []
    for swapped in (False, True):
        for turn in range(seats):
            one = tuple(((seat + turn) % seats % 2 == 0) != swapped for seat in range(seats))
            if one not in found:
                found.append(one)
    return found


@dataclass
class Played:
    """Result of a match: the score of each deal, the end, and CPU time of each decision (s)."""

    scores: list[Scored] = field(default_factory=list)
    end: Ended | None = None
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def play(
    name: str,
    options: Mapping[str, Any],
    seed: str,
    bots: tuple[Bot, Bot],
    seating: tuple[bool, ...],
    *,
    deals: int | None = None,
) -> Played:
    """Play a match of two kinds of bots, or its first deals."""
    game, seats = GAMES[name], len(seating)
    given = settled(game.options, seats, options)
    chance, state = SeededChance(seed), game.start(seats, given)
    tellers = [Teller(game, seats, given, seat) for seat in range(seats)]
    seeds = [bot_seed(seed, seat) for seat in range(seats)]
    played, count = Played(), 0

    def append(event: Event) -> None:
        nonlocal state, count
        count += 1
        state = game.fold(state, event)
        for teller in tellers:
            teller.hear(event, state)
        if isinstance(event, Scored):
            played.scores.append(event)
        elif isinstance(event, Ended):
            played.end = event

    while played.end is None and len(played.scores) != deals:
        event = game.derive(state, chance)
        if event is not None:
            append(event)
            continue
        seat = game.turn(state)
        assert seat is not None
        kind = 0 if seating[seat] else 1
        start = time.process_time()
        # Only a reference player sees all cards; every other bot has its seat's view.
        view = state if getattr(bots[kind], "sees_all", False) else tellers[seat].view
        command = bots[kind].decide(game, view, seat, Stream(f"{seeds[seat]}/{count}"))
        played.times[kind].append(time.process_time() - start)
        verdict = game.judge(state, command)
        assert isinstance(verdict, Allowed), (command, verdict)
        for event in verdict.events:
            append(event)
    return played


def lead(name: str, played: Played, seating: tuple[bool, ...]) -> float:
    """Return the lead of the first kind: points per deal, or ranks where these decide."""
    if name in BY_PLACE:
        assert played.end is not None
        sums = [-float(place) for place in played.end.places]
        deals = 1
    else:
        deals = len(played.scores)
        sums = [float(sum(s.points[seat] for s in played.scores)) for seat in range(len(seating))]
    ours = [value for value, own in zip(sums, seating, strict=True) if own]
    theirs = [value for value, own in zip(sums, seating, strict=True) if not own]
    return (sum(ours) / len(ours) - sum(theirs) / len(theirs)) / deals


@dataclass(frozen=True)
class Group:
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
) -> Group:
    """Play one match for every seating, all at the same cards."""
    bots = makers[0](), makers[1]()
    leads, times = [], ([], [])
    for seating in seatings(seats):
        played = play(name, options, seed_from(number), bots, seating, deals=deals)
        leads.append(lead(name, played, seating))
        for kind in range(2):
            times[kind].extend(played.times[kind])
    return Group(sum(leads) / len(leads), times)


def mean_and_error(values: Iterable[float]) -> tuple[float, float]:
    """Return the mean and its standard error."""
    values = list(values)
    mean = sum(values) / len(values)
    squares = sum((value - mean) ** 2 for value in values)
    return mean, sqrt(squares / max(1, len(values) - 1) / len(values))


def quantile(values: Iterable[float], part: float) -> float:
    """Return the quantile of some values."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]
