"""Drawing items of a score sheet, on screen and on paper, and their painting.

Sizes are pixels at 100 %.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from greenbaize.rules.sheets import Cell
from greenbaize.ui.cards.suited import draw_suited
from greenbaize.ui.widgets.fonts import LARGE, NORMAL, SMALL, font
from greenbaize.ui.widgets.theme import LIGHT, Theme, worn
from greenbaize.words.spoken import names_suits

TITLE: Final = 22

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE: Final = Qt.AlignmentFlag.AlignCenter


class Ink(Enum):
    """A theme colour that an item is drawn in; the value is the name of a ``Theme`` field."""

    INK = "ink"
    QUIET = "ink_quiet"
    LOSS = "loss"
    LINE = "paper_line"
    TINT = "paper_tint"
    BRASS = "brass"
    RIM = "brass_on_paper"


class Size(Enum):
    """A font size (pixels at 100 %)."""

    SMALL = SMALL
    NORMAL = NORMAL
    LARGE = LARGE
    TITLE = TITLE


@dataclass(frozen=True, slots=True)
class Words:
    """Text in a rectangle; too long text is elided, unless it is wrapped or clipped."""

    rect: QRectF
    text: str
    align: Qt.AlignmentFlag = LEFT
    size: Size = Size.NORMAL
    bold: bool = False
    ink: Ink = Ink.INK
    wrap: bool = False
    whole: bool = False
    """Too long text is cut off instead of elided."""
    upwards: bool = False


@dataclass(frozen=True, slots=True)
class Patch:
    """A filled rectangle, or a line if it is thin; only the part in ``clip_rect`` is visible."""

    rect: QRectF
    ink: Ink
    rounding: float = 0.0
    within: QRectF | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """An outline just inside a rectangle, for example around a wrong cell."""

    rect: QRectF
    ink: Ink = Ink.LOSS
    inset: float = 1.5
    pen: float = 1.6
    rounding: float = 3.0


Mark = Words | Patch | Frame


@dataclass(slots=True)
class Drawing:
    """A page: its items from back to front, its size, and the rectangles of its cells."""

    width: float = 0.0
    height: float = 0.0
    marks: list[Mark] = field(default_factory=list)
    cells: dict[Cell, QRectF] = field(default_factory=dict)

    def write(
        self, rect: QRectF, text: str, align: Qt.AlignmentFlag, size: Size = Size.NORMAL, **how: Any
    ) -> None:
        self.marks.append(Words(rect, text, align, size, **how))

    def rule(self, x: float, y: float, width: float, thick: float, ink: Ink) -> None:
        self.marks.append(Patch(QRectF(x, y - thick / 2, width, thick), ink))

    def post(self, x: float, y: float, height: float, thick: float, ink: Ink) -> None:
        self.marks.append(Patch(QRectF(x - thick / 2, y, thick, height), ink))


PRINTED: Final = LIGHT._replace(ink_quiet="#555a68", paper_line="#b9b4a6", paper_tint="")
"""The theme for white paper: lines that printers can reproduce, and no tint."""

Letters = Callable[[Size, bool], QFont]
"""Callback that returns the font for a size, bold or not."""


@cache
def page_letters(size: Size, bold: bool = False) -> QFont:
    """Return a font with unhinted metrics, so that pages have the same proportions at any scale."""
    face = font(size.value, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


@cache
def metrics(size: Size, *, bold: bool = False) -> QFontMetricsF:
    """Return the metrics of a page font."""
    return QFontMetricsF(page_letters(size, bold))


def paint(
    painter: QPainter,
    marks: Iterable[Mark],
    letters: Letters = page_letters,
    theme: Theme | None = None,
) -> None:
    """Paint items with a painter already translated, in ``theme`` or the current theme."""
    theme = theme or worn()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    for mark in marks:
        colour = QColor(getattr(theme, mark.ink.value))
        match mark:
            case Patch():
                _fill(painter, mark, colour)
            case Frame(rect, _, inset, pen, rounding):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour, pen))
                inner = rect.adjusted(inset, inset, -inset, -inset)
                if rounding:
                    painter.drawRoundedRect(inner, rounding, rounding)
                else:
                    painter.drawRect(inner)
            case Words():
                painter.setFont(letters(mark.size, mark.bold))
                painter.setPen(colour)
                _write(painter, mark)


def _fill(painter: QPainter, patch: Patch, colour: QColor) -> None:
    if not colour.isValid():
        return
    if not patch.rounding:
        painter.fillRect(patch.rect, colour)
        return
    painter.save()
    if patch.within is not None:
        painter.setClipRect(patch.within)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(patch.rect, patch.rounding, patch.rounding)
    painter.restore()


def _write(painter: QPainter, words: Words) -> None:
    rect, text = words.rect, words.text
    if words.wrap:
        painter.drawText(rect, words.align.value | Qt.TextFlag.TextWordWrap.value, text)
        return
    if words.upwards:
        rect = QRectF(0, 0, rect.height(), rect.width())
    flags = words.align.value | Qt.TextFlag.TextSingleLine.value
    if not words.whole:
        measure = QFontMetricsF(painter.font())
        if measure.horizontalAdvance(text) > rect.width() + 0.5:
            text = measure.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        # No clipping: at a printer's scale text widths differ slightly.
        flags |= Qt.TextFlag.TextDontClip.value
    if names_suits(text) and not words.upwards:
        # Light text is written on a dark ground.
        dark = painter.pen().color().lightness() > 128
        ground = QColor(Qt.GlobalColor.black if dark else Qt.GlobalColor.white)
        draw_suited(painter, rect, text, words.align, ground, wrap=False)
        return
    if not words.upwards:
        painter.drawText(rect, flags, text)
        return
    painter.save()
    painter.translate(words.rect.bottomLeft())
    painter.rotate(-90)
    painter.drawText(rect, flags, text)
    painter.restore()
