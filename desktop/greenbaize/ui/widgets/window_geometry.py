"""Window geometry and text scale, within the limits of the screen.

Text drawn by Qt has the application's font. Widgets with a font of their own, for example headings,
keep their ratio to it; custom painting uses ``fonts.scale_pixels``.
"""

import base64
import os
import sys
from contextlib import suppress
from typing import Final

from PySide6.QtCore import (
    QByteArray,
    QEvent,
    QMargins,
    QPoint,
    QRect,
    QSize,
    QSizeF,
    Qt,
    QTimer,
)
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QApplication, QDialog, QWidget

from greenbaize.store.declared_settings import MAX_TEXT_SCALE, MIN_TEXT_SCALE
from greenbaize.ui.widgets.fonts import (
    FAMILY,
    NORMAL,
    make_font,
    scale_pixels,
    set_text_scale,
    text_scale,
)

if sys.platform == "win32":
    import winreg

DEFAULT_SIZE: Final = QSize(1280, 800)
"""Default window size."""
WINDOW_OFFSET: Final = QPoint(32, 32)
"""Offset between a window and the previous one."""
DEFAULT_FRAME: Final = QMargins(4, 34, 4, 4)
"""Assumed window frame before the first window is shown."""
MIN_WINDOW_SIZE: Final = QSize(480, 320)
"""Minimum size when a window is shrunk to be distinguishable from another."""


def available_screen(widget: QWidget) -> QRect:
    """Return the screen area available to windows, including their frames."""
    return widget.screen().availableGeometry()


def frame_margins(widget: QWidget) -> QMargins:
    """Return the frame margins of a window or, if unknown, of its parent window.

    Maximised windows do not count, because their frames may be smaller.
    """
    parent = widget.parentWidget()
    parent_window = None if parent is None or parent.window().isMaximized() else parent.window()
    for window in (widget, parent_window):
        if window is not None and window.isVisible():
            outer, inner = window.frameGeometry(), window.geometry()
            if outer != inner:
                return QMargins(
                    inner.left() - outer.left(),
                    inner.top() - outer.top(),
                    outer.right() - inner.right(),
                    outer.bottom() - inner.bottom(),
                )
    return DEFAULT_FRAME


def available_room(widget: QWidget) -> QRect:
    """Return the area in which a window's content can be, with its frame on the screen."""
    return available_screen(widget).marginsRemoved(frame_margins(widget))


def initial_size(window: QWidget, size: QSize) -> QSize:
    """Return the initial size of a window in scaled text, limited to the screen."""
    return (size * scale_pixels(1.0)).boundedTo(available_room(window).size())


def set_initial_size(window: QWidget, size: QSize) -> None:
    """Resize a new window to a size at text scale 1, scaled and limited to the screen."""
    window.resize(initial_size(window, size))
    remember_size(window, QSizeF(size), window.size())


def unscaled_size(window: QWidget) -> QSizeF:
    """Return the size that a window would have at text scale 1 on a screen without limits."""
    size, set_size = window.property(_SIZE_PROPERTY) or (None, None)
    if size is None or set_size != window.size():  # resized by the user
        return QSizeF(window.size()) / text_scale()
    return QSizeF(size)


def remember_size(window: QWidget, size: QSizeF, set_size: QSize) -> None:
    """Remember a window's size at text scale 1, and the size that the program set instead."""
    window.setProperty(_SIZE_PROPERTY, (size, set_size))


def fit_into_room(area: QRect, room: QRect) -> QRect:
    """Move an area into the room and shrink it if necessary."""
    size = area.size().boundedTo(room.size())
    left = min(max(area.left(), room.left()), room.right() - size.width() + 1)
    top = min(max(area.top(), room.top()), room.bottom() - size.height() + 1)
    return QRect(QPoint(left, top), size)


def offset_window(area: QRect, room: QRect) -> QRect:
    """Offset a window's area, so that it does not cover the window that it was opened from."""
    for across, down in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
        candidate = area.translated(across * WINDOW_OFFSET.x(), down * WINDOW_OFFSET.y())
        if room.contains(candidate):
            return candidate
    # The first window fills the screen: make the new one smaller, so that edges show.
    smaller = QRect(area.topLeft() + WINDOW_OFFSET, area.bottomRight())
    return fit_into_room(QRect(smaller.topLeft(), smaller.size().expandedTo(MIN_WINDOW_SIZE)), room)


def restore_geometry(window: QWidget, saved: str, *, is_second: bool = False) -> None:
    """Restore a hidden window's geometry from ``saved``, or centre it at the default size.

    ``is_second``: a window is open there already, and is not to be covered.
    """
    room = available_room(window)
    if window.restoreGeometry(_decode_geometry(saved)):
        room = available_room(window)  # possibly on another screen
        if is_second:
            window.setWindowState(Qt.WindowState.WindowNoState)
        area = window.normalGeometry() if window.isMaximized() else window.geometry()
    else:
        area = QRect(QPoint(0, 0), DEFAULT_SIZE.boundedTo(room.size()))
        area.moveCenter(room.center())
    geometry = fit_into_room(area, room)
    if is_second:
        geometry = offset_window(geometry, room)
    if not window.windowState() & _SCREEN_FILLING_STATES and geometry != window.geometry():
        window.setGeometry(geometry)


_SCREEN_FILLING_STATES: Final = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def encode_geometry(window: QWidget) -> str:
    """Encode a window's geometry as text for the settings."""
    return base64.b64encode(window.saveGeometry().data()).decode()


def _decode_geometry(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


USUAL_SCREEN_HEIGHT: Final = 1440
MAX_INITIAL_SCALE: Final = 1.5
_DEFAULT_POINTS: Final = {"win32": 9.0, "darwin": 13.0}
"""Default font size of each system (points); a larger one means enlarged text."""
_OTHER_DEFAULT_POINTS: Final = 11.0
"""Default elsewhere: GNOME's; other desktops have smaller ones."""
_FONT_PROPERTY: Final = "usual-pixels"
"""Property with a widget's own font size at scale 1 (pixels)."""
_SIZE_PROPERTY: Final = "usual-room"
"""Property with a window's size at scale 1 and the size that the program set instead."""

_RESIZED: Final = Qt.WidgetAttribute.WA_Resized
_SET_FONT: Final = Qt.WidgetAttribute.WA_SetFont

RETRY_MS: Final = 100
"""Interval before activation is retried (ms)."""
ACTIVATION_VARIABLE: Final = "XDG_ACTIVATION_TOKEN"
"""Environment variable with Wayland's activation token; Qt reads it."""

_system_scale = 1.0


def initialize_fonts(application: QApplication) -> None:
    """Set the program's font and store the scale of the system's font."""
    global _system_scale  # noqa: PLW0603  (one system)
    if application.font().family() != FAMILY:
        _system_scale = _measure_system_scale(application.font())
    apply_font()


def apply_font() -> None:
    """Apply the program's font at the current text scale to all widgets.

    System themes set fonts of their own for menus, lists, tooltips and message boxes, on Windows
    after each change between light and dark; this overrides them.
    """
    QApplication.setFont(make_font(scale_pixels(NORMAL)))


def initial_text_scale(screen_size: QSize) -> float:
    """Return the initial text scale for a screen size in device-independent pixels.

    A screen higher than usual without system scaling has small pixels.
    """
    return min(
        MAX_INITIAL_SCALE, max(1.0, round(10 * screen_size.height() / USUAL_SCREEN_HEIGHT) / 10)
    )


def set_system_text_scale(scale: float) -> bool:
    """Set the system's text scale; return True if it changed and must be applied."""
    global _system_scale
    previous_scale, _system_scale = _system_scale, min(max(scale, MIN_TEXT_SCALE), MAX_TEXT_SCALE)
    return previous_scale != _system_scale


def _measure_system_scale(font: QFont) -> float:
    font_scale = font.pointSizeF() / _DEFAULT_POINTS.get(sys.platform, _OTHER_DEFAULT_POINTS)
    return max(1.0, font_scale, _windows_text_scale())


def _windows_text_scale() -> float:
    """Return the text scale of the accessibility settings on Windows."""
    if sys.platform == "win32":
        path = r"Software\Microsoft\Accessibility"
        with (
            suppress(OSError, TypeError, ValueError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as accessibility,
        ):
            return float(winreg.QueryValueEx(accessibility, "TextScaleFactor")[0]) / 100
    return 1.0


def apply_text_scale(scale: float) -> bool:
    """Apply a text scale, 1 being the usual one, to all windows; return True if it is new."""
    # Every window has room for up to twice the usual size.
    new, old = min(max(scale * _system_scale, MIN_TEXT_SCALE), MAX_TEXT_SCALE), text_scale()
    if new == old:
        return False
    for window in _scaled_windows():
        remember_size(window, unscaled_size(window), window.size())
    set_text_scale(new)
    for widget in QApplication.allWidgets():
        _scale_own_font(widget, old, new)
    apply_font()
    # Widgets need the font before the style, which makes them compute their sizes.
    QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    return True


def resize_windows() -> None:
    """Resize windows in proportion to the text scale, limited to the screen.

    A window that was limited gets its proportional size back with smaller text.
    """
    for window in _scaled_windows():
        # Larger text has perhaps widened the window already: that is not a size of the user's.
        remembered_size, _ = window.property(_SIZE_PROPERTY) or (unscaled_size(window), None)
        size = QSizeF(remembered_size)
        invalidate_layouts(window)
        geometry = QRect(window.geometry().topLeft(), (size * text_scale()).toSize())
        geometry = fit_into_room(geometry, available_room(window))
        window.resize(geometry.size())
        if window.isVisible():
            window.move(window.pos() + geometry.topLeft() - window.geometry().topLeft())
        remember_size(window, size, window.size())


def invalidate_layouts(window: QWidget) -> None:
    """Recompute a window's minimum sizes.

    Hidden pages would otherwise keep their former ones.
    """
    for part in reversed((window, *window.findChildren(QWidget))):
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        part.updateGeometry()


def _scaled_windows() -> list[QWidget]:
    """Return the resized windows owned by the main window, including hidden ones."""
    windows = [window for window in QApplication.topLevelWidgets() if window.isWindow()]
    return [
        window
        for window in windows
        if window.parent() is not None and window.testAttribute(_RESIZED)
    ]


def _scale_own_font(widget: QWidget, old_scale: float, new_scale: float) -> None:
    """Scale the font of a widget that has its own."""
    own_font = widget.font()
    if not widget.testAttribute(_SET_FONT) or own_font.pixelSize() <= 0:
        return
    unscaled_pixels = widget.property(_FONT_PROPERTY)
    if unscaled_pixels is None or round(unscaled_pixels * old_scale) != own_font.pixelSize():
        unscaled_pixels = own_font.pixelSize() / old_scale
        widget.setProperty(_FONT_PROPERTY, unscaled_pixels)
    own_font.setPixelSize(round(unscaled_pixels * new_scale))
    widget.setFont(own_font)


def relayout(widget: QWidget) -> None:
    """Send resize events to a widget and its visible children, so that they lay out again."""
    for child in (widget, *widget.findChildren(QWidget)):
        if not child.isHidden():
            QApplication.sendEvent(child, QResizeEvent(child.size(), child.size()))


def close_dialogs(name: str = "") -> None:
    """Reject the open dialogs, or those with an object name, as Esc would."""
    for window in QApplication.topLevelWidgets():
        if not isinstance(window, QDialog) or name not in ("", window.objectName()):
            continue
        if window.isModal() and window.isVisible():
            window.reject()


def activate_window(window: QWidget, activation_token: str = "") -> None:
    """Raise and activate a window that the user has just requested.

    ``activation_token`` is that of a Wayland desktop.
    """
    if activation_token:
        os.environ[ACTIVATION_VARIABLE] = activation_token
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    if activation_token:
        # Qt has consumed it, and programs started later must not inherit it.
        os.environ.pop(ACTIVATION_VARIABLE, None)
    QTimer.singleShot(RETRY_MS, window, lambda: _retry_activation(window))


def _retry_activation(window: QWidget) -> None:
    """Activate the window again if it is not active.

    X11 ignores requests with an old timestamp, and Qt updates the timestamp only with events.
    """
    if not window.isActiveWindow() and QApplication.activeModalWidget() is None:
        window.activateWindow()
