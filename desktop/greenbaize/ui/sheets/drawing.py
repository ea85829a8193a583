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

from greenbaize.rules.sheets import BoxPosition
from greenbaize.ui.cards.suit_text import draw_suit_text
from greenbaize.ui.widgets.fonts import LARGE, NORMAL, SMALL, make_font
from greenbaize.ui.widgets.theme import LIGHT, Theme, current_theme
from greenbaize.words.spoken import has_suit_sign

TITLE_PIXELS: Final = 22

ALIGN_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
ALIGN_RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
ALIGN_CENTRE: Final = Qt.AlignmentFlag.AlignCenter


class ColorRole(Enum):
    """A theme colour that an item is drawn in; the value is the name of a ``Theme`` field."""

    INK = "ink"
    QUIET = "ink_quiet"
    LOSS = "loss"
    LINE = "paper_line"
    TINT = "paper_tint"
    BRASS = "brass"
    RIM = "brass_on_paper"


class TextSize(Enum):
    """A font size (pixels at 100 %)."""

    SMALL = SMALL
    NORMAL = NORMAL
    LARGE = LARGE
    TITLE = TITLE_PIXELS


@dataclass(frozen=True, slots=True)
class TextItem:
    """Text in a rectangle; too long text is elided, unless it is wrapped or clipped."""

    rect: QRectF
    text: str
    align: Qt.AlignmentFlag = ALIGN_LEFT
    size: TextSize = TextSize.NORMAL
    bold: bool = False
    ink: ColorRole = ColorRole.INK
    wrap: bool = False
    is_clipped: bool = False
    """Too long text is cut off instead of elided."""
    is_vertical: bool = False


@dataclass(frozen=True, slots=True)
class RectItem:
    """A filled rectangle, or a line if it is thin; only the part in ``clip_rect`` is visible."""

    rect: QRectF
    ink: ColorRole
    rounding: float = 0.0
    clip_rect: QRectF | None = None


@dataclass(frozen=True, slots=True)
class OutlineItem:
    """An outline just inside a rectangle, for example around a wrong cell."""

    rect: QRectF
    ink: ColorRole = ColorRole.LOSS
    inset: float = 1.5
    pen_width: float = 1.6
    rounding: float = 3.0


DrawItem = TextItem | RectItem | OutlineItem


@dataclass(slots=True)
class PageDrawing:
    """A page: its items from back to front, its size, and the rectangles of its cells."""

    width: float = 0.0
    height: float = 0.0
    items: list[DrawItem] = field(default_factory=list)
    cell_rects: dict[BoxPosition, QRectF] = field(default_factory=dict)

    def add_text(
        self,
        rect: QRectF,
        text: str,
        align: Qt.AlignmentFlag,
        size: TextSize = TextSize.NORMAL,
        **options: Any,
    ) -> None:
        self.items.append(TextItem(rect, text, align, size, **options))

    def add_horizontal_line(
        self, x: float, y: float, width: float, thick: float, ink: ColorRole
    ) -> None:
        self.items.append(RectItem(QRectF(x, y - thick / 2, width, thick), ink))

    def add_vertical_line(
        self, x: float, y: float, height: float, thick: float, ink: ColorRole
    ) -> None:
        self.items.append(RectItem(QRectF(x - thick / 2, y, thick, height), ink))


PRINT_THEME: Final = LIGHT._replace(ink_quiet="#555a68", paper_line="#b9b4a6", paper_tint="")
"""The theme for white paper: lines that printers can reproduce, and no tint."""

FontProvider = Callable[[TextSize, bool], QFont]
"""Callback that returns the font for a size, bold or not."""


@cache
def page_font(size: TextSize, bold: bool = False) -> QFont:
    """Return a font with unhinted metrics, so that pages have the same proportions at any scale."""
    letters = make_font(size.value, bold=bold)
    letters.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return letters


@cache
def page_font_metrics(size: TextSize, *, bold: bool = False) -> QFontMetricsF:
    """Return the metrics of a page font."""
    return QFontMetricsF(page_font(size, bold))


def paint_items(
    painter: QPainter,
    items: Iterable[DrawItem],
    font_provider: FontProvider = page_font,
    theme: Theme | None = None,
) -> None:
    """Paint items with a painter already translated, in ``theme`` or the current theme."""
    theme = theme or current_theme()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    for item in items:
        colour = QColor(getattr(theme, item.ink.value))
        match item:
            case RectItem():
                _fill_rect(painter, item, colour)
            case OutlineItem(rect, _, inset, pen, rounding):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour, pen))
                inner = rect.adjusted(inset, inset, -inset, -inset)
                if rounding:
                    painter.drawRoundedRect(inner, rounding, rounding)
                else:
                    painter.drawRect(inner)
            case TextItem():
                painter.setFont(font_provider(item.size, item.bold))
                painter.setPen(colour)
                _draw_text(painter, item)


def _fill_rect(painter: QPainter, item: RectItem, colour: QColor) -> None:
    if not colour.isValid():
        return
    if not item.rounding:
        painter.fillRect(item.rect, colour)
        return
    painter.save()
    if item.clip_rect is not None:
        painter.setClipRect(item.clip_rect)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawRoundedRect(item.rect, item.rounding, item.rounding)
    painter.restore()


def _draw_text(painter: QPainter, item: TextItem) -> None:
    rect, text = item.rect, item.text
    if item.wrap:
        painter.drawText(rect, item.align.value | Qt.TextFlag.TextWordWrap.value, text)
        return
    if item.is_vertical:
        rect = QRectF(0, 0, rect.height(), rect.width())
    flags = item.align.value | Qt.TextFlag.TextSingleLine.value
    if not item.is_clipped:
        font_metrics = QFontMetricsF(painter.font())
        if font_metrics.horizontalAdvance(text) > rect.width() + 0.5:
            text = font_metrics.elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        # No clipping: at a printer's scale text widths differ slightly.
        flags |= Qt.TextFlag.TextDontClip.value
    if has_suit_sign(text) and not item.is_vertical:
        # Light text is written on a dark ground.
        dark = painter.pen().color().lightness() > 128
        ground = QColor(Qt.GlobalColor.black if dark else Qt.GlobalColor.white)
        draw_suit_text(painter, rect, text, item.align, ground, wrap=False)
        return
    if not item.is_vertical:
        painter.drawText(rect, flags, text)
        return
    painter.save()
    painter.translate(item.rect.bottomLeft())
    painter.rotate(-90)
    painter.drawText(rect, flags, text)
    painter.restore()
