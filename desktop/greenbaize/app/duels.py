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
from greenbaize.app.seats.seat_program import BotSeat, create_bot
from greenbaize.games import GAMES
from greenbaize.match.authority import Authority
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import SeededChance, bot_seed, seed_from_text
from greenbaize.rules.errors import FileError
from greenbaize.rules.events import DealScored
from greenbaize.rules.game import ComparisonMeasure
from greenbaize.rules.options import OptionValues
from greenbaize.store.files import (
    check_replaceable,
    follow_links,
    is_stream_target,
    open_for_append,
    open_stream,
    write_all_bytes,
    write_atomically,
)

SIDE_NAMES: Final = "AB"

Arrangement = tuple[int, ...]
"""Side that sits at each seat: 0 for A, 1 for B."""


@dataclass(frozen=True, slots=True)
class Duel:
    """A duel of two computer players, A and B; ``seed`` is any text."""

    game: str
    sides: tuple[Opponent, Opponent]
    players: int
    options: OptionValues
    seed: str

    @property
    def counts(self) -> ComparisonMeasure:
        return GAMES[self.game].comparison_measure

    def locate_match(self, number: int) -> tuple[int, Arrangement]:
        """Return the group of a match and its arrangement; matches count from 0, groups from 1."""
        choices = list_arrangements(self.players, GAMES[self.game].sides(self.players))
        return number // len(choices) + 1, choices[number % len(choices)]

    def get_group_seed(self, group: int) -> str:
        return seed_from_text(f"{self.seed}/{group}")


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """A finished match of a duel; totals and ranks are by seat."""

    number: int
    deal_count: int
    totals: tuple[int, ...]
    ranks: tuple[int, ...]


def list_arrangements(players: int, partners: Sequence[int] = ()) -> tuple[Arrangement, ...]:
    """Return the sides by seat in the matches of a group, so that neither has the better seats.

    Sides alternate around the table (for an odd number one has a player more), are rotated to every
    seat, and swap each time: two matches for an even number of players, twice the number of players
    for an odd one. ``partners`` has each seat's team; partners are on one side, and teams
    alternate.
    """
    teams = list(dict.fromkeys(partners or range(players)))
    first = tuple(index % 2 for index in range(len(teams)))
    rotations = [first[shift:] + first[:shift] for shift in range(len(teams))]
    mirrored = [
        arrangement
        for sides in rotations
        for arrangement in (sides, tuple(1 - side for side in sides))
    ]
    unique_arrangements = dict.fromkeys(mirrored)
    return tuple(
        tuple(sides[teams.index(team)] for team in partners or range(players))
        for sides in unique_arrangements
    )


def play_duplicate_match(duel: Duel, number: int) -> DuplicateMatch:
    """Play one match of a duel, counted from 0."""
    group, sides = duel.locate_match(number)
    seed = duel.get_group_seed(group)
    game = GAMES[duel.game]
    authority = Authority(game, duel.players, duel.options, SeededChance(seed))
    bots = []
    for seat, side in enumerate(sides):
        view_tracker = ViewTracker(game, duel.players, duel.options, seat)
        # The stream belongs to the seat: equal players do the same whichever side they are on.
        bot = create_bot(duel.sides[side].create_header_player(SIDE_NAMES[side]))
        bots.append(BotSeat(game, view_tracker, bot, bot_seed(seed, seat)))
        authority.add_listener(bots[seat].redact_event)
    deals = 0

    def count_deals(event: object, _: object) -> None:
        nonlocal deals
        deals += isinstance(event, DealScored)

    authority.add_listener(count_deals)
    authority.play_to_end(lambda seat: bots[seat].choose_command())
    end = authority.state.end
    return DuplicateMatch(number, deals, end.totals, end.places)


def group_matches(
    duel: Duel, played: Iterable[DuplicateMatch]
) -> Iterator[tuple[DuplicateMatch, ...]]:
    """Yield the matches of a duel by group, in order; an incomplete last group is left out."""
    size = len(list_arrangements(duel.players))
    matches = iter(played)
    while len(group := tuple(islice(matches, size))) == size:
        yield group


def compute_match_lead(duel: Duel, match: DuplicateMatch) -> Fraction:
    """Return A's lead over B: in points a deal and player, or in ranks (lower is better)."""
    _, sides = duel.locate_match(match.number)
    if duel.counts is ComparisonMeasure.POINTS:
        return _difference(match.totals, sides) / match.deal_count
    return -_difference(match.ranks, sides)


def compute_group_lead(duel: Duel, group: Sequence[DuplicateMatch]) -> Fraction:
    """Return A's mean lead over B in the matches of a group."""
    return sum((compute_match_lead(duel, match) for match in group), Fraction(0)) / len(group)


def _difference(values: Sequence[int], sides: Arrangement) -> Fraction:
    means = []
    for side in range(len(SIDE_NAMES)):
        own_values = [value for value, owner in zip(values, sides, strict=True) if owner == side]
        means.append(Fraction(sum(own_values), len(own_values)))
    return means[0] - means[1]


@dataclass(frozen=True, slots=True)
class Estimate:
    """Mean over ``count`` measurements; ``error`` is None where their spread is unknown."""

    count: int
    mean: float
    error: float | None

    @classmethod
    def from_values(cls, values: Sequence[Fraction]) -> Self:
        """Return the estimate from at least one measurement, in any order."""
        spread = stdev(values) if len(values) > 1 else 0.0
        error = spread / sqrt(len(values)) if spread else None
        return cls(len(values), float(mean(values)), error)

    def confidence_interval(self, chance: float = 0.95) -> tuple[float, float]:
        """Return the confidence interval with this probability; infinite if unknown."""
        if self.error is None:
            return -inf, inf
        half_width = t_quantile(chance, self.count - 1) * self.error
        return self.mean - half_width, self.mean + half_width

    def sign_confidence(self) -> float | None:
        """Return the confidence that the true value has the mean's sign (0.5 to 1), or None."""
        if self.error is None:
            return None
        return (1 + t_probability(abs(self.mean) / self.error, self.count - 1)) / 2


def t_probability(limit: float, freedom: int) -> float:
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


def t_quantile(chance: float, freedom: int) -> float:
    """Return the limit where Student's t lies between -limit and limit with this probability."""
    low, high = 0.0, 1.0
    while t_probability(high, freedom) < chance:
        high *= 2
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if t_probability(middle, freedom) < chance else (low, middle)
    return middle


DUEL_CSV_HEAD: Final = b"group,seed,seats,deals,"


class DuelTableFile:
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
        self._check_replaceable()
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def write_lines(self, data: bytes) -> None:
        """Append whole lines to the file, if there is one: all of them or none."""
        if self._path is None:
            return
        try:
            if self._file is None:
                self._file = self._create_file(self._path, data)
            else:
                self._append_lines(self._file, data)
        except OSError as error:
            raise FileError(self._path, error) from error
        self._size += len(data)

    def _check_replaceable(self) -> None:
        if self._path is not None:
            check_replaceable(
                self._path,
                lambda there: there.startswith(DUEL_CSV_HEAD),
                "table-over-other",
                force=self._force,
            )

    def _create_file(self, path: Path, data: bytes) -> IO[bytes]:
        self._check_replaceable()  # The file may have appeared during the first group.
        target = follow_links(path)
        if is_stream_target(target):
            file = open_stream(target)
            self._append_lines(file, data)
            return file
        write_atomically(path, data)
        return open_for_append(target)

    def _append_lines(self, file: IO[bytes], data: bytes) -> None:
        try:
            write_all_bytes(file, data)
        except OSError:
            with suppress(OSError):  # Data written to a pipe cannot be taken back.
                if self._size:
                    file.truncate(self._size)
            raise


def encode_head(duel: Duel) -> bytes:
    """Return the file's first line, in UTF-8."""
    seats = range(1, duel.players + 1)
    values = [f"{column}_{seat}" for column in ("total", "place") for seat in seats]
    return _encode_rows([["group", "seed", "seats", "deals", *values, "lead"]])


def encode_group(duel: Duel, group: Sequence[DuplicateMatch]) -> bytes:
    """Return the lines of a group's matches, in UTF-8."""
    return _encode_rows([_list_cells(duel, match) for match in group])


def _list_cells(duel: Duel, match: DuplicateMatch) -> list[object]:
    group, sides = duel.locate_match(match.number)
    seats = "".join(SIDE_NAMES[side] for side in sides)
    lead = f"{float(compute_match_lead(duel, match)):.6f}"
    first_cells = [group, duel.get_group_seed(group), seats, match.deal_count]
    return [*first_cells, *match.totals, *match.ranks, lead]


def _encode_rows(rows: Sequence[Sequence[object]]) -> bytes:
    text = StringIO(newline="")
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue().encode()
