"""Where windows stand and how large all is written in them, as the screen has room.

Everything that Qt writes takes the application's font. What has a font of its own, a heading for
one, is as much larger as that; what is drawn asks ``fonts.grown``.
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
"""The window's size as long as nobody has chosen another."""
BESIDE: Final = QPoint(32, 32)
"""How far another window is from where the first one was."""
USUAL_FRAME: Final = QMargins(4, 34, 4, 4)
"""What a system puts around a window, which nobody knows before the first one is shown."""
LEAST: Final = QSize(480, 320)
"""A window is made no smaller than this to be told from another."""
MOST: Final = 12
"""So many windows are told apart."""


def available(widget: QWidget) -> QRect:
    """What a widget's screen has for windows, with their frames."""
    return widget.screen().availableGeometry()


def frame_of(widget: QWidget) -> QMargins:
    """What the system puts around a window, or around the one that it belongs to.

    One that fills the screen may have less of it than others.
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
    """Where the inside of a window can be, with its frame still on the screen."""
    return available(widget).marginsRemoved(frame_of(widget))


def usual_size(window: QWidget, size: QSize) -> QSize:
    """How large a window begins that has this size in usual letters; it fits on its screen."""
    return (size * grown(1.0)).boundedTo(room_of(window).size())


def within(area: QRect, room: QRect) -> QRect:
    """A window's place brought back into the room, smaller where it must be."""
    size = area.size().boundedTo(room.size())
    left = min(max(area.left(), room.left()), room.right() - size.width() + 1)
    top = min(max(area.top(), room.top()), room.bottom() - size.height() + 1)
    return QRect(QPoint(left, top), size)


def beside(area: QRect, room: QRect, number: int) -> QRect:
    """The place of one more window beside the first one, where so many are open already."""
    if not number:
        return area
    step = BESIDE * number
    for across, down in ((1, 1), (-1, -1), (-1, 1), (1, -1)):
        moved = area.translated(across * step.x(), down * step.y())
        if room.contains(moved):
            return moved
    # The first one fills the screen: another one is smaller and shows its edges.
    smaller = QRect(area.topLeft() + step, area.bottomRight())
    return within(QRect(smaller.topLeft(), smaller.size().expandedTo(LEAST)), room)


class WindowGeometry:
    """A window's place, and its number among all that this person has open on this computer.

    Windows of other processes, which may have another data folder and know nothing of each other,
    are counted by locked files in the folder for such things.
    """

    def __init__(self) -> None:
        self._held: HeldFile | None = None

    def take(self, window: QWidget, remembered: str, *, another: bool = False) -> None:
        """Bring a window that is not shown yet to its place, as ``text_of`` gave it or not.

        ``another`` says whether there is one already, so far as whoever opens this one knows.
        """
        number, room = self._count(int(another)), room_of(window)
        if window.restoreGeometry(_bytes(remembered)):
            room = room_of(window)  # perhaps on another screen
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
        """How many windows are open already, or ``least`` where nobody can say."""
        folder, whose = lock_folder(), _person()
        for number in range(least, MOST):
            try:
                held = HeldFile.take(folder / f"greenbaize-{whose}-window-{number}.lock")
            except OSError:
                return least  # there is something else of that name, or no such folder
            if held is not None:
                self._held = held
                return number
        return MOST


_WHOLE_SCREEN: Final = Qt.WindowState.WindowMaximized | Qt.WindowState.WindowFullScreen


def lock_folder() -> Path:
    """Where windows are counted."""
    return Path(QDir.tempPath())


def _person() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else "own"


def text_of(window: QWidget) -> str:
    """A window's place as text, to be remembered."""
    return base64.b64encode(window.saveGeometry().data()).decode()


def _bytes(text: str) -> QByteArray:
    try:
        return QByteArray(base64.b64decode(text, validate=True))
    except ValueError:
        return QByteArray()


USUAL_HIGH: Final = 1440
MOST_AT_FIRST: Final = 1.5
_USUAL_POINTS: Final = {"win32": 9.0, "darwin": 13.0}
"""The size of a system's own letters while nobody has made them larger, in points."""
_USUAL: Final = 11.0
"""The same elsewhere: GNOME's; others begin with smaller ones."""
_OWN: Final = "usual-pixels"
"""Where a widget keeps how large its own font is at the usual size."""
_ROOM: Final = "usual-room"
"""Where a window keeps how large it is at the usual size, and how large it was made since."""

_RESIZED: Final = Qt.WidgetAttribute.WA_Resized
_SET_FONT: Final = Qt.WidgetAttribute.WA_SetFont

AGAIN_MS: Final = 100
"""After how long it is looked again whether a window is active, or a record has been read."""
ACTIVATION: Final = "XDG_ACTIVATION_TOKEN"
"""In which Wayland's desktops hand over the right to come forward, and Qt looks for it."""

_system = 1.0


def begin(application: QApplication) -> None:
    """Have the program's font, and remember by how much the system's was enlarged."""
    global _system  # noqa: PLW0603  (one system)
    if application.font().family() != FAMILY:
        _system = _of_system(application.font())
    use_font()


def use_font() -> None:
    """Have Qt write everything in the program's font, at the size of now.

    A system's theme gives menus, lists, tooltips and message boxes fonts of its own, on Windows
    again each time when light or dark is asked for: this takes them away.
    """
    QApplication.setFont(font(grown(NORMAL)))


def first_text_size(screen: QSize) -> float:
    """How large letters are begun with on a screen of so many pixels, as Qt counts them.

    One that is higher than most and told to be enlarged by nothing has small pixels.
    """
    return min(MOST_AT_FIRST, max(1.0, round(10 * screen.height() / USUAL_HIGH) / 10))


def follow_system_font_scale(wanted: float) -> bool:
    """Take what the system tells of its letters later; whether that is news for ``write_at``."""
    global _system
    before, _system = _system, min(max(wanted, SMALLEST_TEXT), LARGEST_TEXT)
    return before != _system


def _of_system(letters: QFont) -> float:
    found = letters.pointSizeF() / _USUAL_POINTS.get(sys.platform, _USUAL)
    return max(1.0, found, _windows_share())


def _windows_share() -> float:
    """The text size of the settings for accessibility on Windows."""
    if sys.platform == "win32":
        path = r"Software\Microsoft\Accessibility"
        with (
            suppress(OSError, TypeError, ValueError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as accessibility,
        ):
            return float(winreg.QueryValueEx(accessibility, "TextScaleFactor")[0]) / 100
    return 1.0


def write_at(size: float) -> bool:
    """Write so large from now on (1 is the usual size), in open windows too; whether it is new."""
    # Twice as large is what every window has room for.
    new, old = min(max(size * _system, SMALLEST_TEXT), LARGEST_TEXT), share()
    if new == old:
        return False
    for window in _windows():
        if (window.property(_ROOM) or (None, None))[1] != window.size():  # somebody has made it so
            window.setProperty(_ROOM, (QSizeF(window.size()) / old, None))
    set_share(new)
    for widget in QApplication.allWidgets():
        _enlarge(widget, old, new)
    use_font()
    # Parts must have them before they take the style, when they find out how much room they need.
    QApplication.sendPostedEvents(None, QEvent.Type.ApplicationFontChange)
    return True


def widen_windows() -> None:
    """Let windows be larger by as much as their letters, as far as the screen has room.

    What they had to do without there comes back with smaller letters.
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
    """Let a window find out how much room it needs now.

    Pages that are not seen would still ask for the room of before.
    """
    for part in reversed((window, *window.findChildren(QWidget))):
        layout = part.layout()
        if layout is not None:
            layout.invalidate()
            layout.activate()
        part.updateGeometry()


def _windows() -> list[QWidget]:
    """Those of the main window, also such as are put away to be shown again."""
    windows = [one for one in QApplication.topLevelWidgets() if one.isWindow()]
    return [one for one in windows if one.parent() is not None and one.testAttribute(_RESIZED)]


def _enlarge(widget: QWidget, old: float, new: float) -> None:
    """Let what has a font of its own be larger by as much as the others."""
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
    """Let a widget and all in it find their places again, as if they had another size."""
    for one in (widget, *widget.findChildren(QWidget)):
        if not one.isHidden():
            QApplication.sendEvent(one, QResizeEvent(one.size(), one.size()))


def put_dialogs_away(name: str = "") -> None:
    """Close the dialogs that are open, or those of a name, as if Esc were pressed in each."""
    for one in QApplication.topLevelWidgets():
        if not isinstance(one, QDialog) or name not in ("", one.objectName()):
            continue
        if one.isModal() and one.isVisible():
            one.reject()


def come_forward(window: QWidget, activation: str = "") -> None:
    """Bring a window before all others, for a person who has just asked for it.

    ``activation`` is what a Wayland desktop has given for that.
    """
    if activation:
        os.environ[ACTIVATION] = activation
    window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
    window.raise_()
    window.activateWindow()
    if activation:
        # Qt has used it up, and programs that are started later have no right to it.
        os.environ.pop(ACTIVATION, None)
    QTimer.singleShot(AGAIN_MS, window, lambda: _activate_again(window))


def _activate_again(window: QWidget) -> None:
    """Ask again: X tells Qt the time only with what happens, and for an old time windows stay."""
    if not window.isActiveWindow() and QApplication.activeModalWidget() is None:
        window.activateWindow()
