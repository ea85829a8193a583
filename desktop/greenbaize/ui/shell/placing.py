"""Placement of windows beside the main one, or on its table but never over the own hand."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.widgets.window_geometry import frame_of, room_of, within

GAP: Final = 8
LOWEST: Final = 320
"""Minimum height to which a window is reduced to keep the hand free (px)."""
_SIZES: Final = "placed-sizes"
"""Name of the window property with its requested and its possible size."""


def open_beside(window: QWidget, main: QMainWindow) -> None:
    """Position a window that is not visible yet beside the main one, in its previous size."""
    if not window.isVisible():
        room = room_of(main)
        size = window.size()
        wanted, made = window.property(_SIZES) or (size, size)
        size = wanted if made == size else size
        size = size.expandedTo(window.sizeHint())  # the text scale may have grown meanwhile
        place = within(place_beside(size.boundedTo(room.size()), main, room), room)
        window.setGeometry(place)
        window.setProperty(_SIZES, (size, place.size()))


def place_beside(size: QSize, main: QMainWindow, room: QRect) -> QRect:
    """Return a rectangle beside the main window, or over its table where the screen has no room.

    Over the table the height is reduced so that the own hand stays free.
    """
    whole, frame = main.geometry(), frame_of(main)
    wide = size.width() + GAP + frame.left() + frame.right()
    if room.right() - whole.right() >= wide:
        return QRect(QPoint(whole.right() + GAP + frame.left() + frame.right(), whole.top()), size)
    if whole.left() - room.left() >= wide:
        left = whole.left() - GAP - frame.left() - frame.right() - size.width()
        return QRect(QPoint(left, whole.top()), size)
    table = _table(main) or whole
    tall = max(LOWEST, table.height() - frame.top() - 2 * GAP)
    place = QRect(QPoint(0, 0), QSize(size.width(), min(size.height(), tall)))
    place.moveCenter(table.center() + QPoint(0, frame.top() // 2))
    return place


def _table(main: QMainWindow) -> QRect | None:
    """Return the screen area of the page, or of the table down to the own hand."""
    page = main.centralWidget()
    if page is None:
        return None
    shown: QWidget = page.scene.views()[0] if isinstance(page, TablePage) else page
    room = QRect(shown.mapToGlobal(QPoint(0, 0)), shown.size())
    if isinstance(page, TablePage) and page.scene.cards.own:
        room.setHeight(round(page.scene.geometry.hand_top))
    return room
