"""The mark of a match that is played as a challenge, in the header of its record."""

from dataclasses import replace
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from msgspec import Meta

from greenbaize.match.header import CHALLENGE_KEY, RecordHeader
from greenbaize.rules.decoding import convert_to_type
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message


class ChallengerResult(NamedTuple):
    """A challenger's result in all, in ``Game.result_units``, and what they said they used.

    ``total`` is empty if nobody told it. ``uses`` is a sum of ``USED_HINTS``, ``USED_UNDO`` and
    ``WAS_PRACTICE``.
    """

    total: tuple[int, ...] = ()
    uses: int = 0


NO_CHALLENGER: Final = ChallengerResult()
USED_HINTS: Final = 1
USED_UNDO: Final = 2
WAS_PRACTICE: Final = 4


class ChallengeMark(msgspec.Struct, frozen=True):
    """The value of ``CHALLENGE_KEY`` in a header: what the challenger allows.

    It has no code, which would tell the seed to every seat. ``undone`` is set once something has
    been taken back. ``day`` is that of a deal of the day: the seed follows from it, so headers of
    seats and spectators are without it (``RecordHeader.redact_for``).
    ``challenger`` is the challenger's result in all, in ``Game.result_units``, if it was told;
    ``challenger_uses`` is as in ``ChallengerResult``.
    """

    hints: bool
    undo: bool
    players: Annotated[int, Meta(ge=0, lt=64)] = 1
    counts: bool = False
    undone: bool = False
    day: Annotated[str, Meta(pattern=r"^(\d{8})?\Z")] = ""
    challenger: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    challenger_uses: Annotated[int, Meta(ge=0, lt=8)] = 0


def read_mark(header: RecordHeader) -> ChallengeMark | None:
    """Return the mark of a match that is played as a challenge, or None."""
    try:
        mark: ChallengeMark = convert_to_type(header.extra.get(CHALLENGE_KEY), ChallengeMark)
    except ValueError:
        return None
    return mark


def write_mark(header: RecordHeader, mark: ChallengeMark) -> RecordHeader:
    return replace(header, extra={**header.extra, CHALLENGE_KEY: msgspec.to_builtins(mark)})


# What is allowed


def are_hints_allowed(header: RecordHeader) -> bool:
    mark = read_mark(header)
    return mark is None or mark.hints or not mark.counts


def check_challenge_undo(header: RecordHeader) -> None:
    """Raise ``GameError`` where the challenger does not allow to take back."""
    mark = read_mark(header)
    if mark is not None and mark.counts and not mark.undo:
        raise GameError(Message("challenge-no-undo"))


def keep_mark_after_undo(header: RecordHeader) -> dict[str, Any]:
    """Return what the header of a match keeps of its challenge after something was taken back."""
    mark = read_mark(header)
    if mark is None:
        return {}
    undone = msgspec.structs.replace(mark, undone=True)
    return {CHALLENGE_KEY: msgspec.to_builtins(undone)}
