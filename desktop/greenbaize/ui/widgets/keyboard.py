"""Keyboard focus, the letters of keys, and navigation by Tab, F6 and arrows."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QWidget

from greenbaize.cards import Suit
from greenbaize.words.catalogue import suit_name


def is_typing() -> bool:
    """Return True if a text field has the focus."""
    return isinstance(QApplication.focusWidget(), QLineEdit)


def is_listened() -> bool:
    """Return True if a screen reader or another accessibility client is active."""
    return QtGui.QAccessible.isActive()


class Attention:
    """The position of the focus: at the table, or beside it."""

    def __init__(self, home: QWidget, table: QWidget) -> None:
        self._home, self._table = home, table
        self.looks_around: Callable[[], bool] = lambda: False
        """Callback that returns True while the table is navigated element by element."""

    @property
    def is_at_table(self) -> bool:
        """The focus is at the table or nowhere, so that a question may take it."""
        if is_typing() or self.looks_around():
            return False
        one = self._home.window().focusWidget()
        if one is None or one is self._home or not one.isVisible():
            return True
        return self._table.isAncestorOf(one) or not self._home.isAncestorOf(one)


_CHORDS: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_CYRILLIC: Final = dict(
    zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True)
)
"""Russian letters by the Latin letters on the same keys."""
_ROWS: Final = {24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
"""Letters of a keyboard row by the X11 and Wayland scan code of its first key."""
_BY_NUMBER: Final = {
    first + place: letter for first, row in _ROWS.items() for place, letter in enumerate(row)
}
_NUMBERED: Final = ("xcb", "wayland")
"""Qt platforms with these scan codes."""


def latin_letter(event: QKeyEvent) -> str:
    """Return the lower-case Latin letter of a key, independent of the keyboard layout.

    It is empty if there is none, or with Ctrl, Alt or Meta.
    """
    if event.modifiers() & _CHORDS:
        return ""
    text = event.text().casefold()
    if len(text) == 1 and text.isascii():
        return text if text.isalpha() else ""
    if text in _CYRILLIC:
        return _CYRILLIC[text]
    if not text.isalpha():
        return ""
    # For other scripts the system reports the physical key.
    platform = QGuiApplication.platformName()
    if platform.startswith(_NUMBERED):
        return _BY_NUMBER.get(event.nativeScanCode(), "")
    virtual = event.nativeVirtualKey()
    return chr(virtual).lower() if platform == "windows" and 65 <= virtual <= 90 else ""


def suit_of_key(event: QKeyEvent) -> Suit | None:
    """Return the suit that a key stands for: by its letter, or by the initial of its name."""
    letter = latin_letter(event)
    meant = next((suit for suit in Suit if letter and suit.letter.lower() == letter), None)
    text = event.text().casefold()
    if meant is not None or not text.isalpha() or event.modifiers() & _CHORDS:
        return meant
    return next((suit for suit in Suit if suit_name(suit).casefold().startswith(text)), None)


class Panes:
    """Cycles the focus through the parts of the window and back to the hand."""

    def __init__(
        self,
        home: QWidget,
        take_hand: Callable[[], None],
        pointing: Any,
        beside: Sequence[QWidget],
    ) -> None:
        self._home, self._take_hand, self._pointing = home, take_hand, pointing
        self._beside = [one for one in beside if one.isVisible() and _first_stop(one) is not None]

    def go_on(self, *, back: bool = False) -> None:
        """Focus the next or previous part: hand, table elements, side parts."""
        step, place, count = -1 if back else 1, self._here, len(self._beside) + 2
        for _ in range(count):
            place = (place + step) % count
            if self._go_to(place):
                return

    def _go_to(self, place: int) -> bool:
        if place == 0:
            self._take_hand()
        elif place == 1:
            self._pointing.look_around()
            return bool(self._pointing.looking.on)
        else:
            stop = _first_stop(self._beside[place - 2])
            assert stop is not None
            stop.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    @property
    def _here(self) -> int:
        """Index of the focused part: 0 for the hand, 1 for navigation, then the side parts."""
        if self._pointing.looking.on:
            return 1
        return next((place for place, one in enumerate(self._beside, 2) if self._is_in(one)), 0)

    def _is_in(self, part: QWidget) -> bool:
        one = self._home.window().focusWidget()
        return one is not None and (one is part or part.isAncestorOf(one))

    def come_back(self) -> bool:
        """Move the focus from a side part to the hand; return True if it was in one."""
        if not any(map(self._is_in, self._beside)):
            return False
        self._take_hand()
        return True


def step_by_arrow(part: QWidget, event: QKeyEvent) -> None:
    """Move the focus with an arrow key to the next or previous tab stop in a part."""
    steps = {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Up: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Down: 1,
    }
    step, focused = steps.get(Qt.Key(event.key())), part.window().focusWidget()
    stops = [one for one in _stops(part) if one is not part]
    if step is not None and stops:
        index = stops.index(focused) + step if focused in stops else min(step, 0)
        stops[index % len(stops)].setFocus(Qt.FocusReason.OtherFocusReason)


def step_by_tab(parts: Sequence[QWidget], *, forward: bool) -> bool:
    """Focus the next tab stop in these parts and then the window; return False if there is none."""
    window = parts[0].window()
    stops = list(dict.fromkeys(stop for part in (*parts, window) for stop in _stops(part)))
    if not stops:
        return False
    focused = window.focusWidget()
    if focused in stops:
        place = stops.index(focused) + (1 if forward else -1)
    else:
        place = 0 if forward else -1
    reason = Qt.FocusReason
    stops[place % len(stops)].setFocus(
        reason.TabFocusReason if forward else reason.BacktabFocusReason
    )
    return True


def _stops(part: QWidget) -> list[QWidget]:
    """Return the widgets in a part of a window that Tab stops at."""
    tab = Qt.FocusPolicy.TabFocus
    found = (part, *part.findChildren(QWidget))
    return [
        one
        for one in found
        if (one.focusPolicy() & tab) == tab
        and one.focusProxy() is None
        and one.isVisible()
        and one.isEnabled()
        and one.window() is part.window()
    ]


def _first_stop(part: QWidget) -> QWidget | None:
    return next(iter(_stops(part)), None)


class MenuKeys(QObject):
    """Makes the menu bar release the focus when its last menu closes."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self._bar = bar
        for menu in bar.findChildren(QMenu):
            # The bar takes the focus, or opens the next menu, only after this signal.
            menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._let_go))

    def _let_go(self) -> None:
        if self._bar.hasFocus() and QApplication.activePopupWidget() is None:
            none = Qt.KeyboardModifier.NoModifier
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, none)
            QApplication.sendEvent(self._bar, event)
