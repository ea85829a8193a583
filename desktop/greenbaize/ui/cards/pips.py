"""Positions on a card face, in card widths from the upper left corner.

This is plain geometry without Qt's painting, so that tests can check for overlaps.
"""

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF

HEIGHT: Final = 1.4
CORNER: Final = 0.075


class IndexLayout(NamedTuple):
    """An index in the upper left corner: a rank with its suit's mark below it.

    Attributes:
        middle: horizontal centre of both, from the left edge.
        top: top of the rank.
        height: height of the rank's letter.
        width: maximum width of the rank's letter; wider ones are condensed.
        ten_width: the same for the ten.
        mark_top: top of the mark.
        mark_side: side of the mark's square.
    """

    middle: float
    top: float
    height: float
    width: float
    ten_width: float
    mark_top: float
    mark_side: float

    def rects(self, rank_letter: str) -> tuple[QRectF, QRectF]:
        width, side = self.ten_width if rank_letter == "T" else self.width, self.mark_side
        return (
            QRectF(self.middle - width / 2, self.top, width, self.height),
            QRectF(self.middle - side / 2, self.mark_top, side, side),
        )


SMALL_INDEX: Final = IndexLayout(0.122, 0.072, 0.2, 0.158, 0.182, 0.312, 0.15)
LARGER_INDEX: Final = IndexLayout(0.125, 0.06, 0.26, 0.19, 0.21, 0.345, 0.185)
"""The same for large text: as large as pips and courts leave room for."""
LARGE_INDEX: Final = IndexLayout(0.165, 0.06, 0.36, 0.268, 0.286, 0.455, 0.235)
"""As large as the visible part of a card, 0.31 wide, in the fullest fan of the player's hand."""
NARROW_INDEX: Final = IndexLayout(0.113, 0.06, 0.31, 0.18, 0.19, 0.395, 0.18)
"""The same for the small open cards of opponents, of which 0.21 is visible."""

PIP_SIDE: Final = 0.186
ACE_SIDE: Final = 0.46

PICTURE: Final = QRectF(0.235, 0.105, 0.53, 1.19)
"""Panel of a court or joker."""
COURT_PIP: Final = QRectF(PICTURE.left() + 0.014, PICTURE.top() + 0.022, 0.125, 0.125)
"""Suit mark in the panel's upper left corner."""

_LEFT, _CENTRE, _RIGHT = 0.335, 0.5, 0.665
_TOP, _MIDDLE = 0.222, HEIGHT / 2
_STEP: Final = (_MIDDLE - _TOP) * 2 / 3  # between the four pips of a full column


class Pip(NamedTuple):
    """A pip: its centre and side in card widths; if rotated, it is upside down."""

    x: float
    y: float
    side: float
    is_rotated: bool

    @property
    def rect(self) -> QRectF:
        return QRectF(self.x - self.side / 2, self.y - self.side / 2, self.side, self.side)


def _column_points(*rows: float) -> list[tuple[float, float]]:
    return [(x, y) for y in rows for x in (_LEFT, _RIGHT)]


def _with_mirrored_points(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return points + [(1 - x, HEIGHT - y) for x, y in reversed(points)]


_CORNERS: Final = _with_mirrored_points(_column_points(_TOP))
_SIX: Final = [*_CORNERS, *_column_points(_MIDDLE)]
_EIGHT_COLUMNS: Final = _with_mirrored_points(_column_points(_TOP, _TOP + _STEP))
_PIP_POINTS: Final[dict[str, list[tuple[float, float]]]] = {
    "2": _with_mirrored_points([(_CENTRE, _TOP)]),
    "3": [*_with_mirrored_points([(_CENTRE, _TOP)]), (_CENTRE, _MIDDLE)],
    "4": _CORNERS,
    "5": [*_CORNERS, (_CENTRE, _MIDDLE)],
    "6": _SIX,
    "7": [*_SIX, (_CENTRE, (_TOP + _MIDDLE) / 2)],
    "8": [*_SIX, *_with_mirrored_points([(_CENTRE, (_TOP + _MIDDLE) / 2)])],
    "9": [*_EIGHT_COLUMNS, (_CENTRE, _MIDDLE)],
    "T": [*_EIGHT_COLUMNS, *_with_mirrored_points([(_CENTRE, _TOP + _STEP / 2)])],
}


def pips_of_rank(rank_letter: str) -> tuple[Pip, ...]:
    """Return the pips of a rank from ace to ten; none for courts and jokers."""
    if rank_letter == "A":
        return (Pip(_CENTRE, _MIDDLE, ACE_SIDE, is_rotated=False),)
    return tuple(
        Pip(x, y, PIP_SIDE, is_rotated=y > _MIDDLE + 1e-6)
        for x, y in _PIP_POINTS.get(rank_letter, [])
    )
