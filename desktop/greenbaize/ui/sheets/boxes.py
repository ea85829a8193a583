"""How the boxes of a score sheet are written: the pen, a player's boxes, and the heads."""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from greenbaize.rules.sheets import Tone
from greenbaize.ui.sheets.lettering import normal, small
from greenbaize.ui.sheets.model import (
    CURRENT,
    MOST_LEVEL,
    SUMMARY,
    WRITTEN,
    WRONG,
    YOURS,
    Written,
)
from greenbaize.ui.theme import Theme

GAP: Final = 5
MARGIN: Final = 5
TINT_ROUNDING: Final = 5
LONGEST_NAME: Final = 8
"""So many letters m of a name that is written upwards are seen."""

Place = tuple[QRect, Qt.AlignmentFlag]
"""Where something is written, and to which side."""

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
RIGHT: Final = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE: Final = Qt.AlignmentFlag.AlignCenter


class Hand(Enum):
    """How a player's boxes are put into the space of one column."""

    LINE = auto()
    """Side by side."""
    STACK = auto()
    """The small numbers above each other, the total beside them."""
    TIGHT = auto()
    """The total below the rest, with the points beside it where there is room."""


@dataclass(slots=True)
class Pen:
    """Everything the sheet is written with. ``hand`` follows the width of the columns."""

    theme: Theme
    hand: Hand = Hand.LINE
    small: QFont = field(default_factory=small)
    small_bold: QFont = field(default_factory=lambda: small(bold=True))
    number: QFont = field(default_factory=normal)
    strong: QFont = field(default_factory=lambda: normal(bold=True))

    def take_fonts(self) -> None:
        """Take the application's fonts as they are now."""
        self.small, self.small_bold = small(), small(bold=True)
        self.number, self.strong = normal(), normal(bold=True)

    def widths(self, written: Written) -> tuple[int, int, int]:
        """How wide the quiet, the plain and the strong part of a player's boxes are."""
        quiet, plain, strong = parts(written)
        return (
            QFontMetrics(self.small).horizontalAdvance(quiet),
            QFontMetrics(self.small).horizontalAdvance(plain[0]),
            QFontMetrics(self.strong).horizontalAdvance(strong),
        )

    @property
    def row_heights(self) -> tuple[int, int]:
        """The lowest and the highest a row may be."""
        line = QFontMetrics(self.small).height()
        if self.hand is Hand.LINE:
            return line + 7, line + 15
        return 2 * line + 2, 2 * line + 8


def parts(written: Written) -> tuple[str, tuple[str, Tone], str]:
    """The quiet numbers, the plain or failed one with its tone, and the strong one."""
    quiet = "·".join(text for text, tone in written if tone is Tone.QUIET)
    others = [(text, tone) for text, tone in written if tone in (Tone.PLAIN, Tone.FAILED)]
    strong = " ".join(text for text, tone in written if tone is Tone.STRONG)
    failed = any(tone is Tone.FAILED for _, tone in others)
    plain = " ".join(text for text, _ in others)
    return quiet, (plain, Tone.FAILED if failed else Tone.PLAIN), strong


class BoxDelegate(QStyledItemDelegate):
    """Writes a player's boxes of one deal."""

    def __init__(self, pen: Pen, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pen = pen

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        """The least space for the boxes."""
        del option
        width = sum(self._pen.widths(index.data(WRITTEN) or ())) + 2 * GAP + 2 * MARGIN
        return QSize(width, self._pen.row_heights[0])

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Write the boxes on the paper, with the lines around them."""
        theme, rect = self._pen.theme, option.rect
        current, summary = bool(index.data(CURRENT)), bool(index.data(SUMMARY))
        last = index.column() == index.model().columnCount() - 1
        painter.save()
        if current:
            _tint(painter, rect, theme, left=False, right=last)
        if not last and not current:
            painter.fillRect(rect.right(), rect.top(), 1, rect.height(), QColor(theme.paper_line))
        if not summary and not current:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(theme.paper_line))
        if summary and not index.sibling(index.row() - 1, 0).data(SUMMARY):
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, QColor(theme.ink))
        below = index.sibling(index.row() + 1, 0)
        if summary and below.isValid() and not below.data(SUMMARY):
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, QColor(theme.ink))
        inner = rect.adjusted(MARGIN, 0, -MARGIN - 1, -1)
        written = index.data(WRITTEN) or ()
        if summary and len(written) == 1:
            self._write_summary(painter, inner, written)
        else:
            self._write(painter, inner, written, current)
        if index.data(WRONG):
            # A frame, not a colour alone.
            painter.setPen(QPen(QColor(theme.loss), 2))
            painter.drawRect(rect.adjusted(2, 2, -3, -3))
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QColor(theme.ink_quiet))
            painter.drawRect(rect.adjusted(1, 1, -3, -3))
        painter.restore()

    def _write(self, painter: QPainter, rect: QRect, written: Written, current: bool) -> None:
        pen, theme = self._pen, self._pen.theme
        quiet, (plain, tone), strong = parts(written)
        failed = tone is Tone.FAILED
        half = QFontMetrics(pen.small).height()
        top = rect.top() + (rect.height() - 2 * half + 3) // 2
        upper = QRect(rect.left(), top, rect.width(), half)
        lower = QRect(rect.left(), top + half - 2, rect.width(), half)
        if current and not strong:
            # The bid of the deal being played is what one looks for.
            bid, dot, won = quiet.partition("·")
            _letter(painter, (rect, LEFT), bid, pen.strong, theme.ink)
            done = rect.adjusted(QFontMetrics(pen.strong).horizontalAdvance(bid), 0, 0, 0)
            _letter(painter, (done, LEFT), dot + won, pen.number, theme.ink)
            return
        before_total = rect.adjusted(0, 0, -self._strong_room(), 0)
        places = {
            Hand.LINE: ((rect, LEFT), (before_total, RIGHT), (rect, RIGHT)),
            Hand.STACK: ((upper, LEFT), (lower, LEFT), (rect, RIGHT)),
            Hand.TIGHT: (
                (upper, LEFT),
                (upper if failed else lower, RIGHT if failed else LEFT),
                (lower, RIGHT),
            ),
        }
        quiet_place, plain_place, strong_place = places[pen.hand]
        _letter(painter, quiet_place, quiet, pen.small, theme.ink_quiet)
        if pen.hand is not Hand.TIGHT or failed or self._fits(plain, strong, lower):
            font = pen.small_bold if failed else pen.small
            colour = theme.loss if failed else theme.ink_quiet
            _letter(painter, plain_place, plain, font, colour)
        _letter(painter, strong_place, strong, pen.strong, theme.ink)

    def _fits(self, plain: str, strong: str, rect: QRect) -> bool:
        """Whether small points fit beside the bold total."""
        small, bold = QFontMetrics(self._pen.small), QFontMetrics(self._pen.strong)
        used = small.horizontalAdvance(plain) + bold.horizontalAdvance(strong)
        return used + GAP <= rect.width()

    def _strong_room(self) -> int:
        return QFontMetrics(self._pen.strong).horizontalAdvance("000") + GAP

    def _write_summary(self, painter: QPainter, rect: QRect, written: Written) -> None:
        for text, tone in written:
            font = self._pen.strong if tone is Tone.STRONG else self._pen.number
            _letter(painter, (rect, RIGHT), text, font, self._pen.theme.ink)


class NameHead(QHeaderView):
    """The players' names above their columns."""

    def __init__(self, pen: Pen, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._pen = pen
        self.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        self.setMinimumSectionSize(30)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        """High enough for the names and the rule below."""
        self.setMinimumSectionSize(24 if self.upwards else 30)
        metrics = QFontMetrics(self._pen.small_bold)
        tall = metrics.height()
        if self.upwards:
            most = LONGEST_NAME * metrics.horizontalAdvance("m")
            names = [metrics.horizontalAdvance(self._name(at)) for at in range(self.count())]
            tall = min(most, max(names))
        return QSize(super().sizeHint().width(), tall + 12)

    @property
    def upwards(self) -> bool:
        """Whether the names are written upwards, so that many narrow columns stand side by side."""
        return self.count() > MOST_LEVEL

    def _name(self, logical: int) -> str:
        way = Qt.Orientation.Horizontal
        return str(self.model().headerData(logical, way, Qt.ItemDataRole.DisplayRole))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        """Write a name, shortened if it is too long."""
        theme, model = self._pen.theme, self.model()
        way = Qt.Orientation.Horizontal
        yours = bool(model.headerData(logical, way, YOURS))
        font = self._pen.small_bold if yours else self._pen.small
        inner = rect.adjusted(3, 0, -4, -2)
        room = inner.height() - 6 if self.upwards else inner.width()
        elide = Qt.TextElideMode.ElideRight
        text = QFontMetrics(font).elidedText(self._name(logical), elide, room)
        painter.save()
        painter.setFont(font)
        painter.setPen(QColor(theme.ink))
        if self.upwards:
            painter.translate(inner.left(), inner.bottom() - 3)
            painter.rotate(-90)
            painter.drawText(QRect(0, 0, room, inner.width()), LEFT, text)
        else:
            painter.drawText(inner, CENTRE, text)
        painter.restore()
        painter.fillRect(rect.left(), rect.bottom() - 1, rect.width(), 2, QColor(theme.ink))
        if logical < model.columnCount() - 1:
            line = QColor(theme.paper_line)
            painter.fillRect(rect.right(), rect.top(), 1, rect.height() - 2, line)


class DealHead(QHeaderView):
    """The numbers of the deals beside their rows."""

    def __init__(self, pen: Pen, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._pen = pen
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.setMinimumSectionSize(16)
        self.setSectionsClickable(False)

    def sizeHint(self) -> QSize:
        """Wide enough for the widest label."""
        model, metrics = self.model(), QFontMetrics(self._pen.small_bold)
        labels = [self._label(row) for row in range(model.rowCount())] if model else []
        widest = max((metrics.horizontalAdvance(label) for label in [*labels, "00"]), default=0)
        return QSize(widest + 14, super().sizeHint().height())

    def _label(self, row: int) -> str:
        way = Qt.Orientation.Vertical
        return str(self.model().headerData(row, way, Qt.ItemDataRole.DisplayRole))

    def paintSection(self, painter: QPainter, rect: QRect, logical: int) -> None:
        """Write a deal's number, or what the row sums up."""
        theme, model = self._pen.theme, self.model()
        way = Qt.Orientation.Vertical
        current = bool(model.headerData(logical, way, CURRENT))
        summary = bool(model.headerData(logical, way, SUMMARY))
        painter.save()
        if current:
            _tint(painter, rect, theme, left=True, right=False)
        painter.setFont(self._pen.small_bold if current else self._pen.small)
        written = any(
            model.index(logical, column).data(WRITTEN) for column in range(model.columnCount())
        )
        quiet = not (current or summary or written)
        painter.setPen(QColor(theme.ink_quiet if quiet else theme.ink))
        label = self._label(logical)
        painter.drawText(rect.adjusted(4, 0, -6, -1), CENTRE if label.isdigit() else LEFT, label)
        painter.restore()
        ink, line = QColor(theme.ink), QColor(theme.paper_line)
        if summary and not model.headerData(logical - 1, way, SUMMARY):
            painter.fillRect(rect.left(), rect.top(), rect.width(), 1, ink)
        deal_below = logical + 1 < model.rowCount() and not model.headerData(
            logical + 1, way, SUMMARY
        )
        if summary and deal_below:
            painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, ink)
        if not summary and not current:
            painter.fillRect(rect.left(), rect.bottom(), rect.width() - 1, 1, line)
        painter.fillRect(rect.right(), rect.top(), 1, rect.height(), ink)


def _letter(painter: QPainter, place: Place, text: str, font: QFont, colour: str) -> None:
    if text:
        painter.setFont(font)
        painter.setPen(QColor(colour))
        painter.drawText(*place, text)


def _tint(painter: QPainter, rect: QRect, theme: Theme, *, left: bool, right: bool) -> None:
    """Fill a part of the current row's band, its outer ends rounded."""
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.paper_tint))
    beyond = 2 * TINT_ROUNDING
    painter.setClipRect(rect)
    painter.drawRoundedRect(
        rect.adjusted(0 if left else -beyond, 0, 0 if right else beyond, 0),
        TINT_ROUNDING,
        TINT_ROUNDING,
    )
    painter.setClipping(False)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
