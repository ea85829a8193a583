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

from greenbaize.ui.widgets.font_sizes import normal_font, small_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.words.titles import game_line, game_title

NAME_ROLE: Final = Qt.ItemDataRole.UserRole
LINE_ROLE: Final = Qt.ItemDataRole.UserRole + 1
PADDING: Final = 10
BRIEF_PADDING: Final = 6
FULL_WIDTH: Final = 200
MIN_WIDTH: Final = 136
"""Minimum width (px); below the full width only titles are shown."""
SPACING: Final = 2

_WRAP: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop

ItemIndex = QModelIndex | QPersistentModelIndex


class GameList(QListWidget):
    """All games, one of them selected; titles alone where the sentences do not fit."""

    game_chosen = Signal(str)

    def __init__(self, games: Iterable[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setItemDelegate(_GameDelegate(self))
        self.setMinimumWidth(round(scale_pixels(MIN_WIDTH)))
        self.setMaximumWidth(round(scale_pixels(FULL_WIDTH)))
        self.setSpacing(SPACING)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setBackgroundRole(QPalette.ColorRole.Window)
        self.viewport().setAutoFillBackground(False)
        for name in games:
            item = QListWidgetItem(game_title(name), self)
            item.setData(NAME_ROLE, name)
            item.setData(LINE_ROLE, game_line(name))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, game_line(name))
        self.currentItemChanged.connect(self._on_current_item_changed)

    @property
    def is_brief(self) -> bool:
        """True if there is room for titles only."""
        narrow = self.width() < round(scale_pixels(FULL_WIDTH))
        return narrow or self.viewport().height() < self._content_height(is_brief=False)

    def sizeHint(self) -> QSize:
        return QSize(round(scale_pixels(FULL_WIDTH)), self._content_height(is_brief=False))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(scale_pixels(MIN_WIDTH)), self._content_height(is_brief=True))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the sentences only where there is room for them."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _content_height(self, *, is_brief: bool) -> int:
        lines = [str(self.item(row).data(LINE_ROLE)) for row in range(self.count())]
        return sum(_item_height("" if is_brief else line) + 2 * SPACING for line in lines) + 2

    @property
    def chosen_game(self) -> str:
        item = self.currentItem()
        return "" if item is None else str(item.data(NAME_ROLE))

    def choose_game(self, name: str) -> None:
        """Select a game by name; the first if there is none of this name."""
        names = [str(self.item(row).data(NAME_ROLE)) for row in range(self.count())]
        self.setCurrentRow(names.index(name) if name in names else 0)

    def _on_current_item_changed(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.game_chosen.emit(str(item.data(NAME_ROLE)))


class _GameDelegate(QStyledItemDelegate):
    """Delegate that draws a game as a slip of paper."""

    def sizeHint(self, option: QStyleOptionViewItem, index: ItemIndex) -> QSize:
        del option
        return QSize(round(scale_pixels(MIN_WIDTH)) - 8, _item_height(self._item_line(index)))

    def _item_line(self, index: ItemIndex) -> str:
        games = self.parent()
        assert isinstance(games, GameList)
        return "" if games.is_brief else str(index.data(LINE_ROLE))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: ItemIndex) -> None:
        palette: QPalette = option.palette
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role = QPalette.ColorRole
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = option.rect.adjusted(1, 1, -1, -1)
        painter.setPen(palette.color(role.Highlight if is_selected else role.Mid))
        painter.setBrush(palette.brush(role.Highlight if is_selected else role.Base))
        painter.drawRoundedRect(rect, 7, 7)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(
                QPen(palette.color(role.HighlightedText if is_selected else role.Text), 1.5)
            )
            painter.drawRoundedRect(rect.adjusted(2, 2, -2, -2), 5, 5)
        padding = PADDING if self._item_line(index) else BRIEF_PADDING
        text_rect = rect.adjusted(PADDING, padding - 1, -PADDING, -padding)
        text = palette.color(role.HighlightedText if is_selected else role.Text)
        painter.setPen(text)
        painter.setFont(normal_font(bold=True, fixed=True))
        painter.drawText(text_rect, Qt.AlignmentFlag.AlignLeft, index.data())
        line_rect = text_rect.adjusted(0, QFontMetrics(painter.font()).height() + 2, 0, PADDING)
        painter.setFont(small_font(fixed=True))
        painter.setPen(text if is_selected else QColor(palette.color(role.PlaceholderText)))
        painter.drawText(line_rect, _WRAP, self._item_line(index))
        painter.restore()


def _item_height(line: str) -> int:
    title = QFontMetrics(normal_font(bold=True, fixed=True)).height()
    if not line:
        return title + 2 * BRIEF_PADDING + 2
    inner = QRect(0, 0, round(scale_pixels(FULL_WIDTH)) - 2 * PADDING - 8, 1000)
    words = QFontMetrics(small_font(fixed=True)).boundingRect(inner, _WRAP, line)
    return title + words.height() + 2 * PADDING + 2
