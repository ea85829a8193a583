"""Where windows stand: no larger than the screen has room for, and none exactly over another."""

import base64
import os
from pathlib import Path
from typing import Final

from PySide6.QtCore import QByteArray, QDir, QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from greenbaize.store.held_file import HeldFile
from greenbaize.ui.fonts import grown

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
    """What the system puts around a window, or around the one that it belongs to."""
    parent = widget.parentWidget()
    for window in (widget, None if parent is None else parent.window()):
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
    """The place of one more window, from where the first one is.

    Args:
        area: where the first one is, or would be.
        room: where windows can be.
        number: how many are open already.
    """
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


class Standing:
    """A window's place, and its number among all that this person has open on this computer.

    Windows of other processes, which may have another data folder and know nothing of each other,
    are counted by locked files in the folder for such things.
    """

    def __init__(self) -> None:
        self._held: HeldFile | None = None

    def take(self, window: QWidget, remembered: str, *, another: bool = False) -> None:
        """Bring a window that is not shown yet to its place.

        Args:
            window: the window.
            remembered: what ``text_of`` gave when it was open last, or anything.
            another: whether there is one already, so far as whoever opens this one knows.
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
        """Let another window have the number."""
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
