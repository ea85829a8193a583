"""Placement of windows beside the main one, or on its table but never over the own hand."""

from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtWidgets import QMainWindow, QWidget

from greenbaize.ui.shell.pages import TablePage
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.window_geometry import (
    available_room,
    fit_into_room,
    frame_margins,
    remember_size,
    unscaled_size,
)

GAP: Final = 8
MIN_HEIGHT: Final = 320
"""Minimum height to which a window is reduced to keep the hand free (px)."""


def position_window(window: QWidget, main_window: QMainWindow) -> None:
    """Position a window that is not visible yet beside the main one, in its previous size."""
    if not window.isVisible():
        available_area = available_room(main_window)
        wanted_size = unscaled_size(window)
        size = (wanted_size * text_scale()).toSize().expandedTo(window.sizeHint())
        rect = fit_into_room(
            find_window_rect(size.boundedTo(available_area.size()), main_window, available_area),
            available_area,
        )
        window.setGeometry(rect)
        remember_size(window, wanted_size, window.size())


def find_window_rect(size: QSize, main_window: QMainWindow, available_area: QRect) -> QRect:
    """Return a rectangle beside the main window, or over its table where the screen has no room.

    Over the table the height is reduced so that the own hand stays free.
    """
    main_rect, frame = main_window.geometry(), frame_margins(main_window)
    needed_width = size.width() + GAP + frame.left() + frame.right()
    if available_area.right() - main_rect.right() >= needed_width:
        return QRect(
            QPoint(main_rect.right() + GAP + frame.left() + frame.right(), main_rect.top()), size
        )
    if main_rect.left() - available_area.left() >= needed_width:
        left = main_rect.left() - GAP - frame.left() - frame.right() - size.width()
        return QRect(QPoint(left, main_rect.top()), size)
    page_rect = _page_rect(main_window) or main_rect
    max_height = max(MIN_HEIGHT, page_rect.height() - frame.top() - 2 * GAP)
    rect = QRect(QPoint(0, 0), QSize(size.width(), min(size.height(), max_height)))
    rect.moveCenter(page_rect.center() + QPoint(0, frame.top() // 2))
    return rect


def _page_rect(main_window: QMainWindow) -> QRect | None:
    """Return the screen area of the page, or of the table down to the own hand."""
    page = main_window.centralWidget()
    if page is None:
        return None
    shown_widget: QWidget = page.scene.views()[0] if isinstance(page, TablePage) else page
    rect = QRect(shown_widget.mapToGlobal(QPoint(0, 0)), shown_widget.size())
    if isinstance(page, TablePage) and page.scene.cards.own_hand:
        rect.setHeight(round(page.scene.geometry.hand_top))
    return rect
