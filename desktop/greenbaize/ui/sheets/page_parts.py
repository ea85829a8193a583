"""What a page of a score sheet is drawn of: words, lines and frames, in pixels at 100 %."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from greenbaize.rules.sheets import Cell
from greenbaize.ui.fonts import LARGE, NORMAL, SMALL, font
from greenbaize.ui.theme import LIGHT, Theme

TITLE: Final = 22
FRAME: Final = 1.6
"""The pen around a box that is wrong."""

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE: Final = Qt.AlignmentFlag.AlignCenter


class Ink(Enum):
    """What something is drawn with."""

    INK = auto()
    QUIET = auto()
    LOSS = auto()
    LINE = auto()
    TINT = auto()


class Size(Enum):
    """How large something is written, in pixels."""

    SMALL = SMALL
    NORMAL = NORMAL
    LARGE = LARGE
    TITLE = TITLE


def page_font(size: Size, *, bold: bool = False) -> QFont:
    """A font that keeps its proportions at any scale, so that pages come out the same."""
    face = font(size.value, bold=bold)
    face.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return face


_metrics: dict[tuple[Size, bool], QFontMetricsF] = {}


def metrics(size: Size, *, bold: bool = False) -> QFontMetricsF:
    """The measures of a font."""
    key = (size, bold)
    if key not in _metrics:
        _metrics[key] = QFontMetricsF(page_font(size, bold=bold))
    return _metrics[key]


@dataclass(frozen=True, slots=True)
class Words:
    """Words in a rectangle; too long ones are shortened, unless they may be wrapped."""

    rect: QRectF
    text: str
    align: Qt.AlignmentFlag = LEFT
    size: Size = Size.NORMAL
    bold: bool = False
    ink: Ink = Ink.INK
    wrap: bool = False


@dataclass(frozen=True, slots=True)
class Patch:
    """A filled rectangle; thin ones are the lines."""

    rect: QRectF
    ink: Ink


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame around what is wrong."""

    rect: QRectF


@dataclass(slots=True)
class Drawing:
    """A page: its parts, back to front, how large it is, and where every box lies."""

    width: float = 0.0
    height: float = 0.0
    parts: list[Words | Patch | Frame] = field(default_factory=list)
    cells: dict[Cell, QRectF] = field(default_factory=dict)

    def rule(self, x: float, y: float, width: float, thick: float, ink: Ink) -> None:
        """A line across."""
        self.parts.append(Patch(QRectF(x, y - thick / 2, width, thick), ink))

    def post(self, x: float, y: float, height: float, thick: float, ink: Ink) -> None:
        """A line down."""
        self.parts.append(Patch(QRectF(x - thick / 2, y, thick, height), ink))


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a page."""

    ink: QColor
    quiet: QColor
    loss: QColor
    line: QColor
    tint: QColor

    @classmethod
    def of(cls, theme: Theme) -> "Colours":
        """Those of the screen."""
        return cls(
            QColor(theme.ink),
            QColor(theme.ink_quiet),
            QColor(theme.loss),
            QColor(theme.paper_line),
            QColor(theme.paper_tint),
        )

    @classmethod
    def print(cls) -> "Colours":
        """Those for white paper: lines that a printer can hold, and no tint."""
        return cls(
            QColor(LIGHT.ink), QColor("#555a68"), QColor(LIGHT.loss), QColor("#b9b4a6"), QColor()
        )

    def take(self, ink: Ink) -> QColor:
        """The colour to draw with."""
        return {
            Ink.INK: self.ink,
            Ink.QUIET: self.quiet,
            Ink.LOSS: self.loss,
            Ink.LINE: self.line,
            Ink.TINT: self.tint,
        }[ink]


def paint(painter: QPainter, drawing: Drawing, colours: Colours) -> None:
    """Draw a page; the painter is scaled and moved to where it belongs."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
    for part in drawing.parts:
        match part:
            case Patch(rect, ink):
                colour = colours.take(ink)
                if colour.isValid():
                    painter.fillRect(rect, colour)
            case Frame(rect):
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colours.loss, FRAME))
                painter.drawRoundedRect(rect.adjusted(1.5, 1.5, -1.5, -1.5), 3, 3)
            case Words():
                _write(painter, part, colours)


def _write(painter: QPainter, words: Words, colours: Colours) -> None:
    painter.setFont(page_font(words.size, bold=words.bold))
    painter.setPen(colours.take(words.ink))
    if words.wrap:
        flags = words.align.value | Qt.TextFlag.TextWordWrap.value
        painter.drawText(words.rect, flags, words.text)
        return
    text = words.text
    measure = metrics(words.size, bold=words.bold)
    if measure.horizontalAdvance(text) > words.rect.width() + 0.5:
        text = measure.elidedText(text, Qt.TextElideMode.ElideRight, words.rect.width())
    # No wrapping and no clipping: at a printer's scale widths differ by a hair.
    flags = words.align.value | Qt.TextFlag.TextDontClip.value | Qt.TextFlag.TextSingleLine.value
    painter.drawText(words.rect, flags, text)
