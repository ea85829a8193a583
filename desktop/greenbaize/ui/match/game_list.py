"""The list of games to choose from."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPalette, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.lettering import normal, small
from greenbaize.words.titles import game_line, game_title

NAME: Final = Qt.ItemDataRole.UserRole
LINE: Final = Qt.ItemDataRole.UserRole + 1
PAD: Final = 10
BRIEF_PAD: Final = 6
WIDTH: Final = 200
NARROWEST: Final = 136
"""Minimum width (px); below the full width only titles are shown."""
SPACING: Final = 2

_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

Index = QModelIndex | QPersistentModelIndex


class GameList(QListWidget):
    """All games, one of them selected; titles alone where the sentences do not fit."""

    game_chosen = Signal(str)

    def __init__(self, games: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(_GameDelegate(self))
        self.setMinimumWidth(round(grown(NARROWEST)))
        self.setMaximumWidth(round(grown(WIDTH)))
        self.setSpacing(SPACING)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.viewport().setAutoFillBackground(False)
        for name in games:
            item = QListWidgetItem(game_title(name), self)
            item.setData(NAME, name)
            item.setData(LINE, game_line(name))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, game_line(name))
        self.currentItemChanged.connect(self._on_current_item_changed)

    @property
    def brief(self) -> bool:
        """True if there is room for titles only."""
        narrow = self.width() < round(grown(WIDTH))
        return narrow or self.viewport().height() < self._height(brief=False)

    def sizeHint(self) -> QSize:
        return QSize(round(grown(WIDTH)), self._height(brief=False))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(grown(NARROWEST)), self._height(brief=True))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the sentences only where there is room for them."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _height(self, *, brief: bool) -> int:
        lines = [str(self.item(row).data(LINE)) for row in range(self.count())]
        return sum(_height("" if brief else line) + 2 * SPACING for line in lines) + 2

    @property
    def chosen(self) -> str:
        item = self.currentItem()
        return "" if item is None else str(item.data(NAME))

    def choose(self, name: str) -> None:
        """Select a game by name; the first if there is none of this name."""
        names = [str(self.item(row).data(NAME)) for row in range(self.count())]
        self.setCurrentRow(names.index(name) if name in names else 0)

    def _on_current_item_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.game_chosen.emit(str(item.data(NAME)))


class _GameDelegate(QStyledItemDelegate):
    """Delegate that draws a game as a slip of paper."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        del option
        return QSize(round(grown(NARROWEST)) - 8, _height(self._line(index)))

    def _line(self, index: Index) -> str:
        games = self.parent()
        assert isinstance(games, GameList)
        return "" if games.brief else str(index.data(LINE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        palette: QPalette = option.palette
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect.adjusted(1, 1, -1, -1)
        painter.setPen(palette.color(role.Highlight if chosen else role.Mid))
        painter.setBrush(palette.brush(role.Highlight if chosen else role.Base))
        painter.drawRoundedRect(rect, 7, 7)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(palette.color(role.HighlightedText if chosen else role.Text), 1.5))
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 5, 5)
        edge = PAD if self._line(index) else BRIEF_PAD
        inner = rect.adjusted(PAD, edge - 1, -PAD, -edge)
        text = palette.color(role.HighlightedText if chosen else role.Text)
        painter.setPen(text)
        painter.setFont(normal(bold=True, fixed=True))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft, index.data())
        below = inner.adjusted(0, QFontMetrics(painter.font()).height() + 2, 0, PAD)
        painter.setFont(small(fixed=True))
        painter.setPen(text if chosen else QColor(palette.color(role.PlaceholderText)))
        painter.drawText(below, _WRAP, self._line(index))
        painter.restore()


def _height(line: str) -> int:
    title = QFontMetrics(normal(bold=True, fixed=True)).height()
    if not line:
        return title + 2 * BRIEF_PAD + 2
    inner = QRect(0, 0, round(grown(WIDTH)) - 2 * PAD - 8, 1000)
    words = QFontMetrics(small(fixed=True)).boundingRect(inner, _WRAP, line)
    return title + words.height() + 2 * PAD + 2
