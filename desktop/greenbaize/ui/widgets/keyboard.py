"""Keyboard focus, the letters of keys, and navigation by Tab, F6 and arrows."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6 import QtGui
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QMenu, QMenuBar, QWidget

from greenbaize.cards import Suit
from greenbaize.words.catalogue import suit_name


def is_text_field_focused() -> bool:
    """Return True if a text field has the focus."""
    return isinstance(QApplication.focusWidget(), QLineEdit)


def is_screen_reader_active() -> bool:
    """Return True if a screen reader or another accessibility client is active."""
    return QtGui.QAccessible.isActive()


class FocusState:
    """The position of the focus: at the table, or beside it."""

    def __init__(self, home: QWidget, table: QWidget) -> None:
        self._home, self._table = home, table
        self.is_navigating: Callable[[], bool] = lambda: False
        """Callback that returns True while the table is navigated element by element."""

    @property
    def is_at_table(self) -> bool:
        """The focus is at the table or nowhere, so that a question may take it."""
        if is_text_field_focused() or self.is_navigating():
            return False
        focused = self._home.window().focusWidget()
        if focused is None or focused is self._home or not focused.isVisible():
            return True
        return self._table.isAncestorOf(focused) or not self._home.isAncestorOf(focused)


_CHORD_MODIFIERS: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_CYRILLIC: Final = dict(
    zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True)
)
"""Russian letters by the Latin letters on the same keys."""
_KEY_ROWS: Final = {24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
"""Letters of a keyboard row by the X11 and Wayland scan code of its first key."""
_LETTERS_BY_SCAN_CODE: Final = {
    first + index: letter for first, row in _KEY_ROWS.items() for index, letter in enumerate(row)
}
_SCAN_CODE_PLATFORMS: Final = ("xcb", "wayland")
"""Qt platforms with these scan codes."""


def latin_letter(event: QKeyEvent) -> str:
    """Return the lower-case Latin letter of a key, independent of the keyboard layout.

    It is empty if there is none, or with Ctrl, Alt or Meta.
    """
    if event.modifiers() & _CHORD_MODIFIERS:
        return ""
    text = event.text().casefold()
    if len(text) == 1 and text.isascii():
        return text if text.isalpha() else ""
    return _letter_at_place(event, text)


def key_place_letter(event: QKeyEvent) -> str:
    """Return the lower-case Latin letter at the place of a key that has a letter of other scripts.

    It is empty for every other key. Ctrl and Alt do not matter.
    """
    key = event.key()
    is_character = 0x80 <= key < Qt.Key.Key_Escape
    return _letter_at_place(event, chr(key).casefold()) if is_character else ""


def _letter_at_place(event: QKeyEvent, text: str) -> str:
    if text in _CYRILLIC:
        return _CYRILLIC[text]
    if not text.isalpha():
        return ""
    # For other scripts the system reports the physical key.
    platform = QGuiApplication.platformName()
    if platform.startswith(_SCAN_CODE_PLATFORMS):
        return _LETTERS_BY_SCAN_CODE.get(event.nativeScanCode(), "")
    virtual = event.nativeVirtualKey()
    return chr(virtual).lower() if platform == "windows" and 65 <= virtual <= 90 else ""


def suit_for_key(event: QKeyEvent) -> Suit | None:
    """Return the suit that a key stands for: by its letter, or by the initial of its name."""
    letter = latin_letter(event)
    letter_suit = next((suit for suit in Suit if letter and suit.letter.lower() == letter), None)
    text = event.text().casefold()
    if letter_suit is not None or not text.isalpha() or event.modifiers() & _CHORD_MODIFIERS:
        return letter_suit
    return next((suit for suit in Suit if suit_name(suit).casefold().startswith(text)), None)


class FocusCycle:
    """Cycle of the focus through the parts of the window and back to the hand."""

    def __init__(
        self,
        home: QWidget,
        focus_hand: Callable[[], None],
        pointing: Any,
        side_parts: Sequence[QWidget],
    ) -> None:
        self._home, self._focus_hand, self._pointing = home, focus_hand, pointing
        self._side_parts = [
            part for part in side_parts if part.isVisible() and _first_tab_stop(part) is not None
        ]

    def focus_next_part(self, *, back: bool = False) -> None:
        """Focus the next or previous part: hand, table elements, side parts."""
        step, index, count = -1 if back else 1, self._current_index, len(self._side_parts) + 2
        for _ in range(count):
            index = (index + step) % count
            if self._focus_part(index):
                return

    def _focus_part(self, index: int) -> bool:
        if index == 0:
            self._focus_hand()
        elif index == 1:
            self._pointing.toggle_navigator()
            return bool(self._pointing.navigator.is_active)
        else:
            stop = _first_tab_stop(self._side_parts[index - 2])
            assert stop is not None
            stop.setFocus(Qt.FocusReason.TabFocusReason)
        return True

    @property
    def _current_index(self) -> int:
        """Index of the focused part: 0 for the hand, 1 for navigation, then the side parts."""
        if self._pointing.navigator.is_active:
            return 1
        return next(
            (index for index, part in enumerate(self._side_parts, 2) if self._contains_focus(part)),
            0,
        )

    def _contains_focus(self, part: QWidget) -> bool:
        focused = self._home.window().focusWidget()
        return focused is not None and (focused is part or part.isAncestorOf(focused))

    def return_to_hand(self) -> bool:
        """Move the focus from a side part to the hand; return True if it was in one."""
        if not any(map(self._contains_focus, self._side_parts)):
            return False
        self._focus_hand()
        return True


def focus_by_arrow(part: QWidget, event: QKeyEvent) -> None:
    """Move the focus with an arrow key to the next or previous tab stop in a part."""
    steps = {
        Qt.Key.Key_Left: -1,
        Qt.Key.Key_Up: -1,
        Qt.Key.Key_Right: 1,
        Qt.Key.Key_Down: 1,
    }
    step, focused = steps.get(Qt.Key(event.key())), part.window().focusWidget()
    stops = [widget for widget in _tab_stops(part) if widget is not part]
    if step is not None and stops:
        index = stops.index(focused) + step if focused in stops else min(step, 0)
        stops[index % len(stops)].setFocus(Qt.FocusReason.OtherFocusReason)


def focus_by_tab(parts: Sequence[QWidget], *, forward: bool) -> bool:
    """Focus the next tab stop in these parts and then the window; return False if there is none."""
    window = parts[0].window()
    stops = list(dict.fromkeys(stop for part in (*parts, window) for stop in _tab_stops(part)))
    if not stops:
        return False
    focused = window.focusWidget()
    if focused in stops:
        index = stops.index(focused) + (1 if forward else -1)
    else:
        index = 0 if forward else -1
    reason = Qt.FocusReason
    stops[index % len(stops)].setFocus(
        reason.TabFocusReason if forward else reason.BacktabFocusReason
    )
    return True


def _tab_stops(part: QWidget) -> list[QWidget]:
    """Return the widgets in a part of a window that Tab stops at."""
    tab = Qt.FocusPolicy.TabFocus
    widgets = (part, *part.findChildren(QWidget))
    return [
        widget
        for widget in widgets
        if (widget.focusPolicy() & tab) == tab
        and widget.focusProxy() is None
        and widget.isVisible()
        and widget.isEnabled()
        and widget.window() is part.window()
    ]


def _first_tab_stop(part: QWidget) -> QWidget | None:
    return next(iter(_tab_stops(part)), None)


class MenuBarFocusGuard(QObject):
    """Guard that makes the menu bar release the focus when its last menu closes."""

    def __init__(self, bar: QMenuBar) -> None:
        super().__init__(bar)
        self._bar = bar
        for menu in bar.findChildren(QMenu):
            # The bar takes the focus, or opens the next menu, only after this signal.
            menu.aboutToHide.connect(lambda: QTimer.singleShot(0, self, self._release_focus))

    def _release_focus(self) -> None:
        if self._bar.hasFocus() and QApplication.activePopupWidget() is None:
            none = Qt.KeyboardModifier.NoModifier
            event = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Escape, none)
            QApplication.sendEvent(self._bar, event)
