"""The code of a challenge's result: what somebody made of it, deal by deal.

``docs/challenges.md`` describes it. It is built as the code of a challenge is.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from greenbaize.app.challenge_code import (
    Challenge,
    FieldReader,
    decode_challenge,
    encode_challenge,
    format_code,
    join_fields,
    parse_code,
)
from greenbaize.app.par import compute_strokes, sign_of_strokes
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.record import MatchRecord
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import DealScored, Event, MatchEnded, SeatReassigned
from greenbaize.rules.messages import Message

RESULT_FORMAT: Final = "greenbaize-result-1"
MAX_RESULT_DEALS: Final = 127
_KEY_RADIX: Final = 1 << 40
_DIGEST_RADIX: Final = 1 << 40
_DEALS_RADIX: Final = MAX_RESULT_DEALS + 1
_RANK_RADIX: Final = 16
_USES_RADIX: Final = 4
"""1 for hints, 2 for taking back."""
_VALUE_RADIX: Final = 1024
MAX_RESULT_VALUE: Final = _VALUE_RADIX // 2 - 1
"""Largest value of a result; the least is below its negative by one."""


@dataclass(frozen=True, slots=True)
class DealOutcome:
    """What a deal brought the person, in ``Game.result_units``, and its rank among the seats'."""

    result: tuple[int, ...]
    rank: int


@dataclass(frozen=True, slots=True)
class ChallengeResult:
    """What somebody made of a challenge.

    ``used_hints`` and ``used_undo`` are None where nobody knows. ``challenge_key`` and
    ``record_digest`` have 40 bits: they tell which challenge it was, and whether a record is the
    one that the result was made from. ``rank`` is that of the match.
    """

    challenge_key: int
    record_digest: int
    used_hints: bool | None
    used_undo: bool | None
    rank: int
    deals: tuple[DealOutcome, ...]

    def fits(self, challenge: Challenge) -> bool:
        """Return True if it is a result of this challenge."""
        return self.challenge_key == compute_challenge_key(challenge)


def compute_challenge_key(challenge: Challenge) -> int:
    return compute_code_key(encode_challenge(challenge))


def compute_code_key(code: str) -> int:
    return _hash_40_bits(code.replace("-", "").encode())


def _hash_40_bits(data: bytes) -> int:
    return int.from_bytes(sha256(data).digest()[:5])


def compute_result(
    challenge: Challenge,
    record: MatchRecord,
    data: bytes,
    *,
    used_hints: bool | None,
    used_undo: bool | None,
) -> ChallengeResult:
    """Return the result of a finished match; ``data`` is its record's file.

    Raises ``GameError`` if the record is not finished, or not of this challenge.
    """
    header, seat = record.header, challenge.seat
    if not is_challenge_header(challenge, header):
        raise GameError(Message("challenge-other-match"))
    end = record.events[-1] if record.events else None
    if not isinstance(end, MatchEnded):
        raise GameError(Message("challenge-unfinished"))
    return ChallengeResult(
        compute_challenge_key(challenge),
        _hash_40_bits(data),
        used_hints,
        used_undo,
        end.places[seat],
        tuple(list_deal_outcomes(header, record.events, seat)),
    )


def is_challenge_header(challenge: Challenge, header: RecordHeader) -> bool:
    """Return True if a header is the challenge's, whatever its people are called."""
    wanted = challenge.header
    return (wanted.game, wanted.seed, wanted.options) == (
        header.game,
        header.seed,
        header.options,
    ) and [(one.kind, one.level, one.temperament, one.program) for one in wanted.players] == [
        (one.kind, one.level, one.temperament, one.program) for one in header.players
    ]


def list_deal_outcomes(
    header: RecordHeader, events: Iterable[Event], seat: int
) -> list[DealOutcome]:
    """Return what each scored deal brought a seat, in order."""
    game, seats = GAMES[header.game], len(header.players)
    state, outcomes = game.initial_state(seats, header.options), []
    for event in events:
        if isinstance(event, DealScored):
            results = [game.deal_result(state, event, one) for one in range(seats)]
            rank = 1 + sum(
                sign_of_strokes(compute_strokes(game, result, results[seat])) > 0
                for result in results
            )
            outcomes.append(DealOutcome(results[seat], rank))
        if not isinstance(event, SeatReassigned):
            state = game.fold(state, event)
    return outcomes


def encode_result(result: ChallengeResult, unit_count: int) -> str:
    """Return the code of a result, in groups; ``GameError`` if it has too many deals or points."""
    values = [value for deal in result.deals for value in deal.result]
    if len(result.deals) > MAX_RESULT_DEALS or max(map(_zigzag, values), default=0) >= _VALUE_RADIX:
        raise GameError(Message("challenge-too-long"))
    fields = [
        (result.challenge_key, _KEY_RADIX),
        (result.record_digest, _DIGEST_RADIX),
        (bool(result.used_hints) + 2 * bool(result.used_undo), _USES_RADIX),
        (result.rank, _RANK_RADIX),
        (unit_count, 4),
        (len(result.deals), _DEALS_RADIX),
    ]
    for deal in result.deals:
        fields.append((deal.rank, _RANK_RADIX))
        fields += [(_zigzag(value), _VALUE_RADIX) for value in deal.result]
    # A field of zeros at the end takes no characters, and older programs know only those codes.
    fields.append(((result.used_hints is None) + 2 * (result.used_undo is None), _USES_RADIX))
    return format_code(join_fields(fields), RESULT_FORMAT)


def decode_result(text: str) -> ChallengeResult:
    """Return the result of a code, or of a sentence with one; ``GameError`` if there is none."""
    reader = FieldReader(parse_code(text, RESULT_FORMAT))
    key, digest = reader.take(_KEY_RADIX), reader.take(_DIGEST_RADIX)
    uses, rank = reader.take(_USES_RADIX), reader.take(_RANK_RADIX)
    unit_count, deal_count = reader.take(4), reader.take(_DEALS_RADIX)
    deals = []
    for _ in range(deal_count):
        deal_rank = reader.take(_RANK_RADIX)
        values = tuple(_unzigzag(reader.take(_VALUE_RADIX)) for _ in range(unit_count))
        deals.append(DealOutcome(values, deal_rank))
    unknown_uses = reader.take(_USES_RADIX)
    ranks = [rank, *(deal.rank for deal in deals)]
    is_damaged = not reader.is_used_up or not unit_count or not deals or min(ranks) < 1
    if is_damaged or uses & unknown_uses:
        raise GameError(Message("challenge-unknown"))
    used_hints, used_undo = (None if unknown_uses & bit else bool(uses & bit) for bit in (1, 2))
    return ChallengeResult(key, digest, used_hints, used_undo, rank, tuple(deals))


def decode_challenge_only(text: str) -> Challenge:
    """Return the challenge of a text as ``decode_challenge``; a result is refused by name."""
    try:
        return decode_challenge(text)
    except GameError:
        if _is_result(text):
            raise GameError(Message("challenge-is-result")) from None
        raise


def _is_result(text: str) -> bool:
    try:
        decode_result(text)
    except GameError:
        return False
    return True


def _zigzag(value: int) -> int:
    """Return a number that is not negative: 0, -1, 1 and -2 become 0, 1, 2 and 3."""
    return 2 * value if value >= 0 else -2 * value - 1


def _unzigzag(number: int) -> int:
    return number // 2 if number % 2 == 0 else -(number + 1) // 2
