"""Where everything on a card face lies, in card widths from the upper left corner.

All of it is plain geometry, without Qt's painting, so that tests can measure what covers what.
"""

from typing import Final, NamedTuple

from PySide6.QtCore import QRectF

HEIGHT: Final = 1.4
CORNER: Final = 0.075

INDEX_MIDDLE: Final = 0.122
INDEX_TOP: Final = 0.072
INDEX_HEIGHT: Final = 0.2
INDEX_WIDTH: Final = 0.158
"""The widest a rank's letter gets; wider ones are squeezed."""
TEN_WIDTH: Final = 0.182
MARK_TOP: Final = 0.312
MARK_SIDE: Final = 0.15

PIP_SIDE: Final = 0.186
ACE_SIDE: Final = 0.46

PICTURE: Final = QRectF(0.235, 0.105, 0.53, 1.19)
"""The panel of a court or joker."""
COURT_PIP: Final = QRectF(PICTURE.left() + 0.014, PICTURE.top() + 0.022, 0.125, 0.125)
"""The suit mark in the panel's upper left corner."""

_LEFT, _CENTRE, _RIGHT = 0.335, 0.5, 0.665
_TOP, _MIDDLE = 0.222, HEIGHT / 2
_STEP: Final = (_MIDDLE - _TOP) * 2 / 3  # between the four pips of a full column


class Pip(NamedTuple):
    """One pip: its middle and side in card widths, and whether it stands on its head."""

    x: float
    y: float
    side: float
    turned: bool

    @property
    def rect(self) -> QRectF:
        """The square the pip fills."""
        return QRectF(self.x - self.side / 2, self.y - self.side / 2, self.side, self.side)


def _columns(*rows: float) -> list[tuple[float, float]]:
    return [(x, y) for y in rows for x in (_LEFT, _RIGHT)]


def _mirrored(spots: list[tuple[float, float]]) -> list[tuple[float, float]]:
    return spots + [(1 - x, HEIGHT - y) for x, y in reversed(spots)]


_CORNERS: Final = _mirrored(_columns(_TOP))
_SIX: Final = [*_CORNERS, *_columns(_MIDDLE)]
_EIGHT_COLUMNS: Final = _mirrored(_columns(_TOP, _TOP + _STEP))
_SPOTS: Final[dict[str, list[tuple[float, float]]]] = {
    "2": _mirrored([(_CENTRE, _TOP)]),
    "3": [*_mirrored([(_CENTRE, _TOP)]), (_CENTRE, _MIDDLE)],
    "4": _CORNERS,
    "5": [*_CORNERS, (_CENTRE, _MIDDLE)],
    "6": _SIX,
    "7": [*_SIX, (_CENTRE, (_TOP + _MIDDLE) / 2)],
    "8": [*_SIX, *_mirrored([(_CENTRE, (_TOP + _MIDDLE) / 2)])],
    "9": [*_EIGHT_COLUMNS, (_CENTRE, _MIDDLE)],
    "T": [*_EIGHT_COLUMNS, *_mirrored([(_CENTRE, _TOP + _STEP / 2)])],
}


def pips(rank_letter: str) -> tuple[Pip, ...]:
    """The pips of a rank from ace to ten; none for courts and jokers."""
    if rank_letter == "A":
        return (Pip(_CENTRE, _MIDDLE, ACE_SIDE, turned=False),)
    return tuple(
        Pip(x, y, PIP_SIDE, turned=y > _MIDDLE + 1e-6) for x, y in _SPOTS.get(rank_letter, [])
    )


def index_rects(rank_letter: str) -> tuple[QRectF, QRectF]:
    """The room of the rank and of the suit mark under it, at the upper left corner."""
    width = TEN_WIDTH if rank_letter == "T" else INDEX_WIDTH
    return (
        QRectF(INDEX_MIDDLE - width / 2, INDEX_TOP, width, INDEX_HEIGHT),
        QRectF(INDEX_MIDDLE - MARK_SIDE / 2, MARK_TOP, MARK_SIDE, MARK_SIDE),
    )
