"""The score sheet as data: rows of deals, and for every player the same few columns."""

from dataclasses import dataclass
from enum import Enum, auto


class Tone(Enum):
    """How a box is to be read; a screen or printer chooses how to show that."""

    PLAIN = auto()
    QUIET = auto()
    STRONG = auto()
    FAILED = auto()


@dataclass(frozen=True, slots=True)
class Box:
    """One box of the sheet, empty while its value is None."""

    value: int | None = None
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True, slots=True)
class Row:
    """One deal: for each seat its boxes, in the order of the sheet's columns."""

    label: int
    boxes: tuple[tuple[Box, ...], ...]
    current: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. ``columns`` name the boxes each player has in a row."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...] | None = None
    notes: tuple[str, ...] = ()
