"""What all dialogs have in common: they fit on every screen, and follow the colours of the rest."""

from typing import Final

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QPalette, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QDialog,
    QDialogButtonBox,
    QLayout,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.ui.dialogs.tall_scroll import PaperScroll
from greenbaize.ui.standing import room_of, within

FOOT_GAP: Final = 8
"""Room above the buttons where what stands over them is scrolled, in pixels."""


def fit_on_screen(window: QWidget) -> None:
    """Let one of Qt's own dialogs be no larger than the screen has room for."""
    room = room_of(window).size()
    window.setMaximumSize(room)
    window.resize(window.size().boundedTo(room))


class Dialog(QDialog):
    """Where the screen is too small for all it says, that is scrolled, over buttons that stay."""

    def showEvent(self, event: QShowEvent) -> None:
        """Fit on the screen, before anything is seen."""
        if not event.spontaneous():
            self._scroll_if_needed(room_of(self).size())
            self.resize(self.size().boundedTo(room_of(self).size()))
        super().showEvent(event)
        place = within(self.geometry(), room_of(self))
        if not event.spontaneous() and place != self.geometry():
            self.setGeometry(place)

    def event(self, event: QEvent) -> bool:
        """Take the application's colours when they change."""
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.setPalette(QPalette())
        return super().event(event)

    def _scroll_if_needed(self, room: QSize) -> None:
        layout = self.layout()
        if not isinstance(layout, QBoxLayout):
            return
        least = layout.totalMinimumSize()
        if layout.hasHeightForWidth():
            wide = min(max(self.width(), least.width()), room.width())
            least.setHeight(max(least.height(), layout.totalMinimumHeightForWidth(wide)))
        if least.width() > room.width() or least.height() > room.height():
            self._let_scroll(layout)
        else:
            # Large letters may need more than was wanted before they had their style.
            self.resize(self.size().expandedTo(least))

    def _let_scroll(self, layout: QBoxLayout) -> None:
        focused, edges = self.focusWidget(), layout.contentsMargins()
        foot = layout.takeAt(layout.count() - 1) if _has_buttons(layout) else None
        layout.setContentsMargins(0, 0, 2, 0)
        sheet = QWidget(self)
        sheet.setLayout(layout)
        column = QVBoxLayout(self)
        column.setContentsMargins(edges)
        column.setSpacing(FOOT_GAP)
        column.addWidget(PaperScroll(sheet, self), 1)
        if foot is not None:
            column.addItem(foot)
        self.setMinimumSize(0, 0)
        if focused is not None:
            focused.setFocus()


def _has_buttons(layout: QLayout) -> bool:
    """Whether what comes last in a column is its buttons."""
    last = layout.itemAt(layout.count() - 1)
    row = None if last is None else last.layout()
    if row is None:
        return last is not None and isinstance(last.widget(), QDialogButtonBox)
    items = [row.itemAt(place) for place in range(row.count())]
    widgets = [item.widget() for item in items if item is not None and item.widget() is not None]
    return bool(widgets) and all(isinstance(one, QPushButton) for one in widgets)
