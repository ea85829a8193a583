"""How large all is written: as somebody has set it, on top of what the system says.

Everything that Qt writes takes the application's font. What has a font of its own, a heading for
one, is as much larger as that; what is drawn asks ``fonts.grown``.
"""

import sys
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QEvent, QRect, QSizeF, Qt
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QApplication, QWidget

from greenbaize.store.fitting import LARGEST_TEXT, SMALLEST_TEXT
from greenbaize.ui import fonts
from greenbaize.ui.standing import room_of, within

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

_system = 1.0


def begin(application: QApplication) -> None:
    """Have the program's font, and remember by how much the system's was enlarged."""
    global _system  # noqa: PLW0603  (one system)
    if application.font().family() != fonts.FAMILY:
        _system = _of_system(application.font())
    use_font()


def use_font() -> None:
    """Have Qt write everything in the program's font, at the size of now.

    A system's theme gives menus, lists, tooltips and message boxes fonts of its own, on Windows
    again each time when light or dark is asked for: this takes them away.
    """
    QApplication.setFont(fonts.font(fonts.grown(fonts.NORMAL)))


def heed_system(share: float) -> bool:
    """Take what the system tells of its letters later; whether that is news for ``write_at``."""
    global _system
    before, _system = _system, min(max(share, SMALLEST_TEXT), LARGEST_TEXT)
    return before != _system


def _of_system(letters: QFont) -> float:
    """How much larger than usual the system's letters are."""
    found = letters.pointSizeF() / _USUAL_POINTS.get(sys.platform, _USUAL)
    return max(1.0, found, _windows_share())


def _windows_share() -> float:
    """The text size of the settings for accessibility on Windows."""
    if sys.platform == "win32":
        import winreg  # noqa: PLC0415  (there is none elsewhere)

        path = r"Software\Microsoft\Accessibility"
        with (
            suppress(OSError, TypeError, ValueError),
            winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as accessibility,
        ):
            return float(winreg.QueryValueEx(accessibility, "TextScaleFactor")[0]) / 100
    return 1.0


def write_at(size: float) -> bool:
    """Write so large from now on, in open windows too.

    Args:
        size: what somebody has set, 1 for the usual size.

    Returns:
        Whether anything has changed.
    """
    # Twice as large is what every window has room for.
    new, old = min(max(size * _system, SMALLEST_TEXT), LARGEST_TEXT), fonts.share()
    if new == old:
        return False
    for window in _windows():
        if (window.property(_ROOM) or (None, None))[1] != window.size():  # somebody has made it so
            window.setProperty(_ROOM, (QSizeF(window.size()) / old, None))
    fonts.set_share(new)
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
        usual, _ = window.property(_ROOM) or (QSizeF(window.size()) / fonts.share(), None)
        # Pages that are not seen would still ask for the room of before.
        for part in reversed((window, *window.findChildren(QWidget))):
            layout = part.layout()
            if layout is not None:
                layout.invalidate()
                layout.activate()
            part.updateGeometry()
        place = QRect(window.geometry().topLeft(), (usual * fonts.share()).toSize())
        place = within(place, room_of(window))
        window.resize(place.size())
        if window.isVisible():
            window.move(window.pos() + place.topLeft() - window.geometry().topLeft())
        window.setProperty(_ROOM, (usual, window.size()))


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
