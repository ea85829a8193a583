"""Duplicate play: two kinds of computer player get the same deals, each at every seat in turn.

The luck of the cards cancels out, so far fewer deals are needed. All matches of one seed are a
*group*: one measurement. Only whole groups count.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from itertools import islice
from math import atan, cos, inf, pi, sin, sqrt
from pathlib import Path
from statistics import mean, stdev
from typing import IO, Final, Self

from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.seats.seat_program import BotSeat, bot_for
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, bot_seed, seed_from
from greenbaize.rules.errors import FileError
from greenbaize.rules.events import Scored
from greenbaize.rules.game import Counts
from greenbaize.rules.options import Settings
from greenbaize.store.files import (
    check_replaceable,
    followed,
    is_stream,
    open_stream,
    open_to_append,
    write_all,
    write_whole,
)

SIDES: Final = "AB"

Arrangement = tuple[int, ...]
"""Side that sits at each seat: 0 for A, 1 for B."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel of two computer players, A and B; ``seed`` is any text."""

    game: str
    sides: tuple[Opponent, Opponent]
    players: int
    options: Settings
    seed: str

    @property
    def counts(self) -> Counts:
        return GAMES[self.game].counts

    def place(self, number: int) -> tuple[int, Arrangement]:
        """Return the group of a match and its arrangement; matches count from 0, groups from 1."""
        among = arrangements(self.players, GAMES[self.game].sides(self.players))
        return number // len(among) + 1, among[number % len(among)]

    def group_seed(self, group: int) -> str:
        return seed_from(f"{self.seed}/{group}")


@dataclass(frozen=True, slots=True)
class Duplicate:
    """A finished match of a duel; totals and ranks are by seat."""

    number: int
    deals: int
    totals: tuple[int, ...]
    places: tuple[int, ...]


def arrangements(players: int, partners: Sequence[int] = ()) -> tuple[Arrangement, ...]:
    """Return the sides by seat in the matches of a group, so that neither has the better seats.

    Sides alternate around the table (for an odd number one has a player more), are rotated to every
    seat, and swap each time: two matches for an even number of players, twice the number of players
    for an odd one. ``partners`` has each seat's team; partners are on one side, and teams
    alternate.
    """
    together = list(dict.fromkeys(partners or range(players)))
    first = tuple(place % 2 for place in range(len(together)))
    turned = [first[turn:] + first[:turn] for turn in range(len(together))]
    both = [one for sides in turned for one in (sides, tuple(1 - side for side in sides))]
    among = dict.fromkeys(both)
    return tuple(
        tuple(sides[together.index(own)] for own in partners or range(players)) for sides in among
    )


def play_duplicate(duel: Duel, number: int) -> Duplicate:
    """Play one match of a duel, counted from 0."""
    group, sides = duel.place(number)
    seed = duel.group_seed(group)
    game = GAMES[duel.game]
    authority = Authority(game, duel.players, duel.options, SeededChance(seed))
    bots = []
    for seat, side in enumerate(sides):
        teller = Teller(game, duel.players, duel.options, seat)
        # The stream belongs to the seat: equal players do the same whichever side they are on.
        bot = bot_for(duel.sides[side].sitter(SIDES[side]))
        bots.append(BotSeat(game, teller, bot, bot_seed(seed, seat)))
        authority.listen(bots[seat].hear)
    deals = 0

    def count(event: object, _: object) -> None:
        nonlocal deals
        deals += isinstance(event, Scored)

    authority.listen(count)
    authority.play_out(lambda seat: bots[seat].decide())
    end = authority.state.end
    return Duplicate(number, deals, end.totals, end.places)


def groups(duel: Duel, played: Iterable[Duplicate]) -> Iterator[tuple[Duplicate, ...]]:
    """Yield the matches of a duel by group, in order; an incomplete last group is left out."""
    size = len(arrangements(duel.players))
    matches = iter(played)
    while len(group := tuple(islice(matches, size))) == size:
        yield group


def match_lead(duel: Duel, match: Duplicate) -> Fraction:
    """Return A's lead over B: in points a deal and player, or in ranks (lower is better)."""
    _, sides = duel.place(match.number)
    if duel.counts is Counts.POINTS:
        return _difference(match.totals, sides) / match.deals
    return -_difference(match.places, sides)


def group_lead(duel: Duel, group: Sequence[Duplicate]) -> Fraction:
    """Return A's mean lead over B in the matches of a group."""
    return sum((match_lead(duel, match) for match in group), Fraction(0)) / len(group)


def _difference(values: Sequence[int], sides: Arrangement) -> Fraction:
    means = []
    for side in range(len(SIDES)):
        own = [value for value, whose in zip(values, sides, strict=True) if whose == side]
        means.append(Fraction(sum(own), len(own)))
    return means[0] - means[1]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean over ``count`` measurements; ``error`` is None where their spread is unknown."""

    count: int
    mean: float
    error: float | None

    @classmethod
    def of(cls, values: Sequence[Fraction]) -> Self:
        """Return the estimate from at least one measurement, in any order."""
        spread = stdev(values) if len(values) > 1 else 0.0
        error = spread / sqrt(len(values)) if spread else None
        return cls(len(values), float(mean(values)), error)

    def span(self, chance: float = 0.95) -> tuple[float, float]:
        """Return the confidence interval with this probability; infinite if unknown."""
        if self.error is None:
            return -inf, inf
        reach = t_limit(chance, self.count - 1) * self.error
        return self.mean - reach, self.mean + reach

    def sure(self) -> float | None:
        """Return the confidence that the true value has the mean's sign (0.5 to 1), or None."""
        if self.error is None:
            return None
        return (1 + t_within(abs(self.mean) / self.error, self.count - 1)) / 2


def t_within(limit: float, freedom: int) -> float:
    """Return the probability that Student's t lies between -limit and limit."""
    angle = atan(limit / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for step in range(1 + odd, freedom, 2):
        total += term
        term *= cos(angle) ** 2 * step / (step + 1)
    total *= sin(angle)
    return (angle + total) * 2 / pi if odd else total


def t_limit(chance: float, freedom: int) -> float:
    """Return the limit where Student's t lies between -limit and limit with this probability."""
    low, high = 0.0, 1.0
    while t_within(high, freedom) < chance:
        high *= 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if t_within(middle, freedom) < chance else (low, middle)
    return middle


FIRST_HEADS: Final = b"group,seed,seats,deals,"


class TableFile:
    """A CSV file written group by group, so that an interrupted duel leaves its measurements.

    It is created with the first group; until then an older file stays. Entering and writing raise
    ``FileError``, or ``GameError`` if a file that is no such table would be replaced without
    ``force``.
    """

    def __init__(self, path: Path | None, *, force: bool = False) -> None:
        self._path = path
        self._force = force
        self._file: IO[bytes] | None = None
        self._size = 0

    def __enter__(self) -> Self:
        self._check()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write(self, data: bytes) -> None:
        """Append whole lines to the file, if there is one: all of them or none."""
        if self._path is None:
            return
        try:
            if self._file is None:
                self._file = self._begun(self._path, data)
            else:
                self._append(self._file, data)
        except OSError as error:
            raise FileError(self._path, error) from error
        self._size += len(data)

    def _check(self) -> None:
        if self._path is not None:
            check_replaceable(
                self._path,
                lambda there: there.startswith(FIRST_HEADS),
                "table-over-other",
                force=self._force,
            )

    def _begun(self, path: Path, data: bytes) -> IO[bytes]:
        self._check()  # Check again: the first group took its time.
        target = followed(path)
        if is_stream(target):
            file = open_stream(target)
            self._append(file, data)
            return file
        write_whole(path, data)
        return open_to_append(target)

    def _append(self, file: IO[bytes], data: bytes) -> None:
        try:
            write_all(file, data)
        except OSError:
            with suppress(OSError):  # Data written to a pipe cannot be taken back.
                if self._size:
                    file.truncate(self._size)
            raise


def head_of(duel: Duel) -> bytes:
    """Return the file's first line, in UTF-8."""
    seats = range(1, duel.players + 1)
    values = [f"{column}_{seat}" for column in ("total", "place") for seat in seats]
    return _written([["group", "seed", "seats", "deals", *values, "lead"]])


def lines_of(duel: Duel, group: Sequence[Duplicate]) -> bytes:
    """Return the lines of a group's matches, in UTF-8."""
    return _written([_line(duel, match) for match in group])


def _line(duel: Duel, match: Duplicate) -> list[object]:
    group, sides = duel.place(match.number)
    seats = "".join(SIDES[side] for side in sides)
    lead = f"{float(match_lead(duel, match)):.6f}"
    known = [group, duel.group_seed(group), seats, match.deals]
    return [*known, *match.totals, *match.places, lead]


def _written(rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()
