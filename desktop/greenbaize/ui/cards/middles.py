"""What is printed on a card between its indices, in each set of faces."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainterPath, QPen, QPolygonF

from greenbaize.ui.cards import pips
from greenbaize.ui.cards.cut import Cut, scaled
from greenbaize.ui.cards.suits import JOKER, outline, suit_path
from greenbaize.ui.theme import between

if TYPE_CHECKING:
    from PySide6.QtSvg import QSvgRenderer

COURTS: Final = "JQK"
FRAME: Final = QColor("#b8995a")
GOLD: Final = QColor("#dcae4e")
IVORY: Final = QColor("#fbf3df")
_DEPTH: Final = 135
"""The ground behind a court of the Art Deco set is so much darker than its ink, in percent."""
_LIT: Final = 0.34
"""So much lighter is the right half of its pips."""
_NOTCH: Final = 0.034
"""The steps in the corners of its frame, in card widths."""
_RAYS: Final = 24
LARGE_PIP: Final = 0.38
LARGE_ACE: Final = 0.4
EMBLEM: Final = QRectF(0.345, 0.17, 0.31, 0.31)
"""What a court of the large set wears, above the mark in the middle."""


class Printed(NamedTuple):
    """A card that is printed.

    Attributes:
        code: its code.
        rank: the first letter of it, or the jokers' star.
        suit: its suit's letter, or that of the jokers.
        ink: the colour of its index.
        folder: where the drawings are.
        drawing: finds a drawing by its name.
        kept: a drawing of so many pixels across and down, shared by all cards.
    """

    code: str
    rank: str
    suit: str
    ink: QColor
    folder: Path
    drawing: "Callable[[str], QSvgRenderer]"
    kept: Callable[[str, int, int], QImage]

    @property
    def mark(self) -> QPainterPath:
        """The suit's mark in a square of side 1."""
        return suit_path(self.suit, self.folder)

    @property
    def is_picture(self) -> bool:
        """Whether it is a court or a joker."""
        return self.suit == JOKER or self.rank in COURTS


def print_classic(cut: Cut, card: Printed) -> None:
    """Pips; courts and jokers as pictures in a frame, with the suit in the corner."""
    if card.is_picture:
        rect, line = cut.panel()
        cut.painter.fillRect(rect.adjusted(-line, -line, line, line), FRAME)
        card.drawing(card.code).render(cut.painter, rect)
        if card.suit != JOKER:
            _print_corners(cut, card, card.ink)
    for pip in pips.pips(card.rank):
        cut.mark(card.mark, card.ink, cut.pip_rect(pip), pip.turned)


def print_deco(cut: Cut, card: Printed) -> None:
    """Pips cut like stones in a stepped frame; courts and jokers before rays of their suit."""
    rect, line = cut.panel()
    if card.is_picture:
        cut.painter.fillRect(rect.adjusted(-2 * line, -2 * line, 2 * line, 2 * line), card.ink)
        cut.painter.fillRect(rect.adjusted(-line, -line, line, line), GOLD)
        cut.painter.fillRect(rect, card.ink.darker(_DEPTH))
        # Drawn anew for each card, the rays would take ten times as long as all the rest.
        rays = card.kept("deco/rays", round(rect.width()), round(rect.height()))
        cut.painter.drawImage(rect.topLeft(), rays)
        card.drawing(f"deco/{card.code}").render(cut.painter, rect)
        if card.suit != JOKER:
            _print_corners(cut, card, IVORY)
        return
    if card.rank == "A":
        cut.painter.fillPath(_rays(cut), GOLD)
    notch = _NOTCH * cut.width
    cut.painter.setBrush(Qt.BrushStyle.NoBrush)
    for off, colour, broad in ((0.0, FRAME, line), (2.5 * line, GOLD, max(1.0, 0.6 * line))):
        cut.painter.setPen(QPen(colour, broad))
        half = broad / 2
        inner = rect.adjusted(off + half, off + half, -off - half, -off - half)
        cut.painter.drawPolygon(_stepped(inner, notch))
    lit = QColor(between(card.ink.name(), "#ffffff", _LIT))
    for pip in _closer(card.rank):
        where = cut.pip_rect(pip)
        cut.mark(card.mark, card.ink, where, pip.turned)
        cut.mark(_right_half(card.suit, card.folder), lit, where, pip.turned)


def print_large(cut: Cut, card: Printed) -> None:
    """Nothing but the suit's mark, as large as it can be; a court wears its crown above it."""
    side = LARGE_ACE if card.rank == "A" else LARGE_PIP
    pip = pips.Pip(0.5, pips.HEIGHT / 2, side, turned=False)
    cut.mark(card.mark, card.ink, cut.pip_rect(pip), turned=False)
    if card.suit != JOKER and card.rank in COURTS:
        shape = outline(f"emblem-{card.rank}", card.folder)
        for turned in (False, True):
            cut.mark(shape, card.ink, scaled(EMBLEM, cut.width), turned)


MIDDLES: Final[Mapping[str, Callable[[Cut, Printed], None]]] = {
    "classic": print_classic,
    "deco": print_deco,
    "large": print_large,
}
"""What prints the middle, by the name of the set."""


def _print_corners(cut: Cut, card: Printed, colour: QColor) -> None:
    rect = scaled(pips.COURT_PIP, cut.width)
    for turned in (False, True):
        cut.mark(card.mark, colour, rect, turned)


def _closer(rank: str) -> Iterator[pips.Pip]:
    """The pips of a rank, a little smaller and clear of the frame."""
    for pip in pips.pips(rank):
        middle = pips.HEIGHT / 2
        x, y = 0.5 + 0.87 * (pip.x - 0.5), middle + 0.95 * (pip.y - middle)
        yield pips.Pip(x, y, 0.88 * pip.side, pip.turned)


def _rays(cut: Cut) -> QPainterPath:
    """The light around an ace."""
    path, middle = QPainterPath(), QPointF(cut.width / 2, cut.height / 2)
    for number in range(_RAYS):
        turn, spread = 2 * pi * number / _RAYS, 0.25 * 2 * pi / _RAYS
        long = (0.255 if number % 2 else 0.23) * cut.width
        path.moveTo(middle)
        for edge in (turn - spread, turn + spread):
            path.lineTo(middle + QPointF(long * cos(edge), long * sin(edge)))
        path.closeSubpath()
    return path


def _stepped(rect: QRectF, notch: float) -> QPolygonF:
    """A rectangle with a step in every corner."""
    left, top, right, low = rect.left(), rect.top(), rect.right(), rect.bottom()
    points = (
        *((left + notch, top), (right - notch, top), (right - notch, top + notch)),
        *((right, top + notch), (right, low - notch), (right - notch, low - notch)),
        *((right - notch, low), (left + notch, low), (left + notch, low - notch)),
        *((left, low - notch), (left, top + notch), (left + notch, top + notch)),
    )
    return QPolygonF([QPointF(x, y) for x, y in points])


@cache
def _right_half(suit: str, folder: Path) -> QPainterPath:
    """The right half of a suit's mark; the path is shared."""
    half = QPainterPath()
    half.addRect(QRectF(0.5, 0, 0.5, 1))
    return suit_path(suit, folder).intersected(half)
