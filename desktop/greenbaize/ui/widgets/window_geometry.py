"""Window geometry and text scale, within the limits of the screen.

Text drawn by Qt has the application's font. Widgets with a font of their own, for example headings,
keep their ratio to it; custom painting uses ``fonts.scale_pixels``.
"""

import base64
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import (
    QByteArray,
    QDir,
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

from greenbaize.store.files import HeldFile
from greenbaize.store.fitting import LARGEST_TEXT, SMALLEST_TEXT
from greenbaize.ui.widgets.fonts import FAMILY, NORMAL, font, grown, set_share, share

if sys.platform == "win32":
    import winreg

FIRST_SIZE: Final = QSize(1280, 800)
"""Default window size."""
BESIDE: Final = QPoint(32, 32)
"""Offset between a window and the previous one."""
USUAL_FRAME: Final = QMargins(4, 34, 4, 4)
"""Assumed window frame before the first window is shown."""
LEAST: Final = QSize(480, 320)
"""Minimum size when a window is shrunk to be distinguishable from another."""
MOST: Final = 12
"""Maximum number of windows that are offset."""


def available(widget: QWidget) -> QRect:
    """Return the screen area available to windows, including their frames."""
    return widget.screen().availableGeometry()


def frame_of(widget: QWidget) -> QMargins:
    """Return the frame margins of a window or, if unknown, of its parent window.

    Maximised windows do not count, because their frames may be smaller.
    """
    parent = widget.parentWidget()
    other = None if parent is None or parent.window().isMaximized() else parent.window()
    for window in (widget, other):
        if window is not None and window.isVisible():
            outer, inner = window.frameGeometry(), window.geometry()
            if outer != inner:
                return QMargins(
                    *(inner.left() - outer.left(), inner.top() - outer.top()),
                    *(outer.right() - inner.right(), outer.bottom() - inner.bottom()),
                )
    return USUAL_FRAME


def room_of(widget: QWidget) -> QRect:
    """Return the area in which a window's content can be, with its frame on the screen."""
    return available(widget).marginsRemoved(frame_of(widget))


def usual_size(window: QWidget, size: QSize) -> QSize:
    """Return the initial size of a window in scaled text, limited to the screen."""
    return (size * grown(1.0)).boundedTo(room_of(window).size())


def within(area: QRect, room: QRect) -> QRect:
    """Move an area into the room and shrink it if necessary."""
    size = area.size().boundedTo(room.size())
    left = min(max(area.left(), room.left()), room.right() - size.width() + 1)
    top = min(max(area.top(), room.top()), room.bottom() - size.height() + 1)
    return QRect(QPoint(left, top), size)


def beside(area: QRect, room: QRect, number: int) -> QRect:
    """Offset a window's area by its number, so that it does not cover the windows before it."""
    if not number:
        return area
    step = BESIDE * number
    for across, down in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
        moved = area.translated(across * step.x(), down * step.y())
        if room.contains(moved):
            return moved
    # The first window fills the screen: make the new one smaller, so that edges show.
    smaller = QRect(area.topLeft() + step, area.bottomRight())
    return within(QRect(smaller.topLeft(), smaller.size().expandedTo(LEAST)), room)


class WindowGeometry:
    """A window's saved geometry, and its number among this user's windows on this computer.

    Windows of other processes may have another data folder and know nothing of each other, so they
    are counted by locked files in a shared folder.
    """

    def __init__(self) -> None:
        self._held: HeldFile | None = None

    def take(self, window: QWidget, remembered: str, *, another: bool = False) -> None:
        """Restore a hidden window's geometry from ``saved``, or centre it at the default size.

        ``has_other`` says that the caller knows of another open window.
        """
        number, room = self._count(int(another)), room_of(window)
        if window.restoreGeometry(_bytes(remembered)):
            room = room_of(window)  # possibly on another screen
            if number:
                window.setWindowState(Qt.WindowState.WindowNoState)
            area = window.normalGeometry() if window.isMaximized() else window.geometry()
        else:
            area = QRect(QPoint(0, 0), FIRST_SIZE.boundedTo(room.size()))
            area.moveCenter(room.center())
        place = beside(within(area, room), room, number)
        if not window.windowState() & _WHOLE_SCREEN and place != window.geometry():
            window.setGeometry(place)

    def leave(self) -> None:
        if self._held is not None:
            self._held.let_go(remove=True)
            self._held = None

    def _count(self, least: int) -> int:
        """Claim and return the number of open windows, or ``minimum`` if unknown."""
        folder, whose = lock_folder(), _person()
        for number in range(least, MOST):
            try:
                held = HeldFile.take(folder / f"greenbaize-{whose}-window-{number}.lock")
            except OSError:
                return least  # the name is in use otherwise, or the folder is missing
            if held is not None:
                self._held = held
                return number
        return MOST


_WHOLE_SCREEN: Final = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def lock_folder() -> Path:
    """Return the folder with the lock files that count windows."""
    return Path(QDir.tempPath())


def _person() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "own"


def text_of(window: QWidget) -> str:
    """Encode a window's geometry as text for the settings."""
    return base64.b64encode(window.saveGeometry().data()).decode()


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


USUAL_HIGH: Final = 1440
MOST_AT_FIRST: Final = 1.5
_USUAL_POINTS: Final = {"win32": 9.0, "darwin": 13.0}
"""Default font size of each system (points); a larger one means enlarged text."""
_USUAL: Final = 11.0
"""Default elsewhere: GNOME's; other desktops have smaller ones."""
_OWN: Final = "usual-pixels"
"""Property with a widget's own font size at scale 1 (pixels)."""
_ROOM: Final = "usual-room"
"""Property with a window's size at scale 1 and the size last set by the program."""

_RESIZED: Final = Qt.WidgetAttribute.WA_Resized
_SET_FONT: Final = Qt.WidgetAttribute.WA_SetFont

AGAIN_MS: Final = 100
"""Interval before activation is retried (ms)."""
ACTIVATION: Final = "XDG_ACTIVATION_TOKEN"
"""Environment variable with Wayland's activation token; Qt reads it."""

_system = 1.0


def begin(application: QApplication) -> None:
    """Set the program's font and store the scale of the system's font."""
    global _system  # noqa: PLW0603  (one system)
    if application.font().family() != FAMILY:
        _system = _of_system(application.font())
    use_font()


def use_font() -> None:
    """Apply the program's font at the current text scale to all widgets.

    System themes set fonts of their own for menus, lists, tooltips and message boxes, on Windows
    after each change between light and dark; this overrides them.
    """
    QApplication.setFont(font(grown(NORMAL)))


def first_text_size(screen: QSize) -> float:
    """Return the initial text scale for a screen size in device-independent pixels.

    A screen higher than usual without system scaling has small pixels.
    """
    return min(MOST_AT_FIRST, max(1.0, round(10 * screen.height() / USUAL_HIGH) / 10))


def follow_system_font_scale(wanted: float) -> bool:
    """Set the system's text scale; return True if it changed and must be applied."""
    global _system
    before, _system = _system, min(max(wanted, SMALLEST_TEXT), LARGEST_TEXT)
    return before != _system


def _of_system(letters: QFont) -> float:
    found = letters.pointSizeF() / _USUAL_POINTS.get(sys.platform, _USUAL)
    return max(1.0, found, _windows_share())


def _windows_share() -> float:
    """Return the text scale of the accessibility settings on Windows."""
    if sys.platform == "win32":
        path = r"Software\Microsoft\Accessibility"
        with (
            suppress(OSError, TypeError, ValueError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as accessibility,
        ):
            return float(winreg.QueryValueEx(accessibility, "TextScaleFactor")[0]) / 100
    return 1.0


def write_at(size: float) -> bool:
    """Apply a text scale, 1 being the usual one, to all windows; return True if it is new."""
    # Every window has room for up to twice the usual size.
    new, old = min(max(size * _system, SMALLEST_TEXT), LARGEST_TEXT), share()
    if new == old:
        return False
    for window in _windows():
        if (window.property(_ROOM) or (None, None))[1] != window.size():  # resized by the user
            window.setProperty(_ROOM, (QSizeF(window.size()) / old, None))
    set_share(new)
    for widget in QApplication.allWidgets():
        _enlarge(widget, old, new)
    use_font()
    # Widgets need the font before the style, which makes them compute their sizes.
    QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    return True


def widen_windows() -> None:
    """Resize windows in proportion to the text scale, limited to the screen.

    A window that was limited gets its proportional size back with smaller text.
    """
    for window in _windows():
        usual, _ = window.property(_ROOM) or (QSizeF(window.size()) / share(), None)
        measure_anew(window)
        place = QRect(window.geometry().topLeft(), (usual * share()).toSize())
        place = within(place, room_of(window))
        window.resize(place.size())
        if window.isVisible():
            window.move(window.pos() + place.topLeft() - window.geometry().topLeft())
        window.setProperty(_ROOM, (usual, window.size()))


def measure_anew(window: QWidget) -> None:
    """Recompute a window's minimum sizes.

    Hidden pages would otherwise keep their former ones.
    """
    for part in reversed((window, *window.findChildren(QWidget))):
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        part.updateGeometry()


def _windows() -> list[QWidget]:
    """Return the resized windows owned by the main window, including hidden ones."""
    windows = [one for one in QApplication.topLevelWidgets() if one.isWindow()]
    return [one for one in windows if one.parent() is not None and one.testAttribute(_RESIZED)]


def _enlarge(widget: QWidget, old: float, new: float) -> None:
    """Scale the font of a widget that has its own."""
    letters = widget.font()
    if not widget.testAttribute(_SET_FONT) or letters.pixelSize() <= 0:
        return
    usual = widget.property(_OWN)
    if usual is None or round(usual * old) != letters.pixelSize():
        usual = letters.pixelSize() / old
        widget.setProperty(_OWN, usual)
    letters.setPixelSize(round(usual * new))
    widget.setFont(letters)


def lay_anew(widget: QWidget) -> None:
    """Send resize events to a widget and its visible children, so that they lay out again."""
    for one in (widget, *widget.findChildren(QWidget)):
        if not one.isHidden():
            QApplication.sendEvent(one, QResizeEvent(one.size(), one.size()))


def put_dialogs_away(name: str = "") -> None:
    """Reject the open dialogs, or those with an object name, as Esc would."""
    for one in QApplication.topLevelWidgets():
        if not isinstance(one, QDialog) or name not in ("", one.objectName()):
            continue
        if one.isModal() and one.isVisible():
            one.reject()


def come_forward(window: QWidget, activation: str = "") -> None:
    """Raise and activate a window that the user has just requested.

    ``activation_token`` is that of a Wayland desktop.
    """
    if activation:
        os.environ[ACTIVATION] = activation
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    if activation:
        # Qt has consumed it, and programs started later must not inherit it.
        os.environ.pop(ACTIVATION, None)
    QTimer.singleShot(AGAIN_MS, window, lambda: _activate_again(window))


def _activate_again(window: QWidget) -> None:
    """Activate the window again if it is not active.

    X11 ignores requests with an old timestamp, and Qt updates the timestamp only with events.
    """
    if not window.isActiveWindow() and QApplication.activeModalWidget() is None:
        window.activateWindow()
