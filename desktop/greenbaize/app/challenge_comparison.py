"""Several plays of one challenge, side by side: deal by deal, and who was best where."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, NamedTuple

from greenbaize.app.challenge_code import (
    Challenge,
    decode_challenge,
    find_seed_digits,
    make_seed_digits,
)
from greenbaize.app.challenge_result import (
    ChallengeResult,
    DealOutcome,
    compute_code_key,
    compute_result,
    decode_result,
    is_challenge_header,
)
from greenbaize.app.challenges import ChallengeLog, create_challenge, find_challenge
from greenbaize.app.memory.visibility_guard import is_stored_here
from greenbaize.app.par import compute_strokes, find_parting, sign_of_strokes, sum_results
from greenbaize.app.sheets.sheet_csv import PLAIN_FORMAT, CsvFormat, encode_table, has_csv_head
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader, begin_time
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import CardsDealt, DealScored, Event, SeatReassigned
from greenbaize.rules.game import Game, ResultUnit
from greenbaize.rules.messages import Message
from greenbaize.store.files import check_replaceable, write_atomically

MAX_NAME_LENGTH: Final = 40
CSV_COLUMNS: Final = (
    "deal",
    "player",
    "points",
    "banks",
    "places",
    "place",
    "best",
    "hints",
    "undo",
    "begun",
    "ended",
)
COMPARISON_CSV_HEAD: Final = ",".join(CSV_COLUMNS[:4]).encode()


class Parting(NamedTuple):
    """The first event in which two records of a deal differ, counted from a record's first."""

    deal: int
    first_moment: int
    second_moment: int


@dataclass(frozen=True, slots=True)
class Contender:
    """What somebody made of a challenge.

    ``name`` is empty if unknown. ``used_hints`` and ``used_undo`` are None where nobody says.
    ``told_total`` is the result of somebody who told only that. ``level`` is set for a computer
    player, ``is_own`` for a match of this computer, ``path`` and ``events`` where there is a
    record. ``begun`` and ``ended`` are times as in records, empty if unknown. Par of the record in
    ``path`` (``is_par``) has its player's name and no ranks.
    """

    name: str
    rank: int
    deals: tuple[DealOutcome, ...]
    used_hints: bool | None = None
    used_undo: bool | None = None
    level: str = ""
    path: Path | None = None
    events: tuple[Event, ...] = ()
    digest: int = 0
    is_own: bool = False
    begun: str = ""
    ended: str = ""
    is_par: bool = False
    par_partings: tuple[Parting, ...] = ()
    """Where the player of the record and par parted."""
    told_total: tuple[int, ...] = ()

    @property
    def total(self) -> tuple[int, ...]:
        return self.told_total or sum_results(deal.result for deal in self.deals)


class Comparison(NamedTuple):
    """Contenders of one challenge."""

    challenge: Challenge
    contenders: tuple[Contender, ...]

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.challenge.header.game]

    @property
    def deal_count(self) -> int:
        return max((len(one.deals) for one in self.contenders), default=0)

    def result_of(self, contender: Contender, deal: int | None) -> tuple[int, ...] | None:
        """Return the result in a deal, counted from 0, or in all (None)."""
        if deal is None:
            return contender.total or None
        return contender.deals[deal].result if deal < len(contender.deals) else None

    def find_best(self, deal: int | None) -> tuple[int, ...]:
        """Return the indexes of the best in a deal, or in all; none if all are equal."""
        results = [self.result_of(one, deal) for one in self.contenders]
        known = [(index, result) for index, result in enumerate(results) if result is not None]
        best = [
            index
            for index, result in known
            if not any(self._is_better(other, result) for _, other in known)
        ]
        return () if len(best) == len(known) else tuple(best)

    def compare_totals(self, index: int, other: int) -> int:
        """Return 1 if a contender was better in all than another, -1 if worse, 0 if neither."""
        totals = self.contenders[index].total, self.contenders[other].total
        return sign_of_strokes(compute_strokes(self.game, *totals))

    def _is_better(self, one: Sequence[int], other: Sequence[int]) -> bool:
        return sign_of_strokes(compute_strokes(self.game, one, other)) > 0


# Reading


def read_contender(
    challenge: Challenge, record: MatchRecord, data: bytes, log: ChallengeLog, path: Path | None
) -> Contender:
    """Return the contender of a finished record; ``GameError`` if it is not of this challenge."""
    header = record.header
    used_hints, used_undo = log.find_uses(header)
    result = compute_result(challenge, record, data, used_hints=used_hints, used_undo=used_undo)
    is_own = log.has_match(header) or (path is not None and is_stored_here(path))
    return replace(
        _make_contender(header.players[challenge.seat].name, result),
        path=path,
        events=record.events,
        is_own=is_own,
        begun=begin_time(header),
        ended=log.find_end_time(header),
    )


def _make_contender(name: str, result: ChallengeResult) -> Contender:
    return Contender(
        name,
        result.rank,
        result.deals,
        result.used_hints,
        result.used_undo,
        digest=result.record_digest,
    )


def read_result_contender(text: str, challenge: Challenge) -> Contender:
    """Return the contender of a result code, or of a sentence with one.

    A name stands before a colon or an equals sign. ``GameError`` if it is no result of this
    challenge.
    """
    result = decode_result(text)
    if not result.fits(challenge):
        raise GameError(Message("challenge-other-result"))
    units = len(GAMES[challenge.header.game].result_units)
    if any(len(deal.result) != units for deal in result.deals):
        raise GameError(Message("challenge-unknown"))
    return _make_contender(find_name(text), result)


def find_name(text: str) -> str:
    """Return the name before the first colon or equals sign, or an empty text."""
    name, separator, _ = text.replace("=", ":").partition(":")
    return name.strip() if separator and len(name.strip()) <= MAX_NAME_LENGTH else ""


def find_challenge_of_result(text: str, log: ChallengeLog) -> Challenge | None:
    """Return which challenge of the log a result is of; ``GameError`` if it is none."""
    key = decode_result(text).challenge_key
    return log.find_coded_challenge(lambda code: compute_code_key(code) == key)


def find_challenge_of_header(
    header: RecordHeader, log: ChallengeLog, current: Challenge | None = None
) -> Challenge:
    """Return the challenge of a record: the current one, as marked, of the log, or a new one."""
    if current is not None and is_challenge_header(current, header):
        return current
    marked = find_challenge(header)
    if marked is not None:
        return marked
    digits = make_seed_digits(header.seed) if header.seed else None
    known = log.find_coded_challenge(
        lambda code: (
            find_seed_digits(code) == digits and is_challenge_header(decode_challenge(code), header)
        )
    )
    return known or create_challenge(header, allows_hints=False, allows_undo=False)


def merge_contenders(contenders: Sequence[Contender]) -> tuple[Contender, ...]:
    """Return contenders with each play once: a result code and the record that it is of are one."""
    merged: dict[int, Contender] = {}
    for one in contenders:
        other = merged.get(one.digest)
        if other is None:
            merged[one.digest] = one
            continue
        with_record, coded = (one, other) if one.events else (other, one)
        merged[one.digest] = replace(
            with_record,
            used_hints=coded.used_hints
            if with_record.used_hints is None
            else with_record.used_hints,
            used_undo=coded.used_undo if with_record.used_undo is None else with_record.used_undo,
        )
    return tuple(one for one in merged.values() if not _is_told_again(one, merged.values()))


def _is_told_again(one: Contender, others: Iterable[Contender]) -> bool:
    """Return True if only the result in all is known, and it is that of somebody else's play."""
    return bool(one.told_total) and any(
        other.total == one.total and not (other.is_own or other.level or other.told_total)
        for other in others
    )


# Where two parted


def list_partings(first: Sequence[Event], second: Sequence[Event]) -> Iterator[Parting]:
    """Yield for each deal of two records the first event in which they differ.

    Who acts for a seat makes no difference.
    """
    for deal, (one, other) in enumerate(
        zip(split_deals(first), split_deals(second), strict=False), 1
    ):
        parting = find_parting([first[index] for index in one], [second[index] for index in other])
        if parting is not None:
            yield Parting(deal, *(_locate(indexes, parting) for indexes in (one, other)))


def split_deals(events: Sequence[Event]) -> list[list[int]]:
    """Return the indexes of the events of each scored deal, without changes of who acts."""
    deals: list[list[int]] = []
    indexes: list[int] = []
    for index, event in enumerate(events):
        if isinstance(event, SeatReassigned):
            continue
        if isinstance(event, CardsDealt):
            indexes = []
        indexes.append(index)
        if isinstance(event, DealScored):
            deals.append(indexes)
            indexes = []
    return deals


def _locate(indexes: Sequence[int], parting: int) -> int:
    """Return the index of the event at a parting, which may be behind a deal's last."""
    return indexes[parting] if parting < len(indexes) else indexes[-1] + 1


# CSV


def encode_comparison_csv(
    comparison: Comparison, names: Sequence[str], csv_format: CsvFormat = PLAIN_FORMAT
) -> bytes:
    """Return the comparison as a table; docs/challenges.md explains its columns."""
    return encode_table([CSV_COLUMNS, *_list_csv_rows(comparison, names)], csv_format)


def _list_csv_rows(comparison: Comparison, names: Sequence[str]) -> Iterator[list[str]]:
    units = comparison.game.result_units
    for deal in (*range(comparison.deal_count), None):
        best = comparison.find_best(deal)
        for index, (name, one) in enumerate(zip(names, comparison.contenders, strict=True)):
            result = comparison.result_of(one, deal)
            if result is None:
                continue
            values = dict(zip(units, map(str, result), strict=True))
            yield [
                "total" if deal is None else str(deal + 1),
                name,
                *(
                    values.get(unit, "")
                    for unit in (ResultUnit.POINTS, ResultUnit.BANKS, ResultUnit.PLACES)
                ),
                str((one.rank if deal is None else one.deals[deal].rank) or ""),
                "1" if index in best else "0",
                *({None: "", True: "yes", False: "no"}[used] for used in _list_uses(one)),
                one.begun,
                one.ended,
            ]


def _list_uses(contender: Contender) -> tuple[bool | None, bool | None]:
    return contender.used_hints, contender.used_undo


def save_comparison(
    path: Path,
    comparison: Comparison,
    names: Sequence[str],
    csv_format: CsvFormat = PLAIN_FORMAT,
    *,
    force: bool = False,
) -> None:
    """Write the comparison as a table; ``FileError``, or ``GameError`` over another file."""
    check_replaceable(
        path,
        lambda there: has_csv_head(there, COMPARISON_CSV_HEAD),
        "comparison-over-other",
        force=force,
    )
    write_atomically(path, encode_comparison_csv(comparison, names, csv_format))
