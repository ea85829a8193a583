"""Letter keys, in one place: what somebody means by the letter they have typed.

Keys that stand for a word of English (S, C, D, H for the suits) are the same keys of the keyboard
whatever letters it writes just now: Ы, С, В, Р where it writes Russian. The first letters of the
words as they are called in the language spoken do too, where that key means nothing else.
"""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent

from greenbaize.cards import Suit
from greenbaize.words.speaker import suit_name

_CHORDS: Final = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)
_CYRILLIC: Final = dict(
    zip("йцукенгшщзфывапролдячсмить", "qwertyuiopasdfghjklzxcvbnm", strict=True)
)
"""Russian letters with those that stand on the same keys."""
_ROWS: Final = {24: "qwertyuiop", 38: "asdfghjkl", 52: "zxcvbnm"}
"""The letters on the keys of a row, by the number that X and Wayland give to the first of them."""
_BY_NUMBER: Final = {
    first + place: letter for first, row in _ROWS.items() for place, letter in enumerate(row)
}
_NUMBERED: Final = ("xcb", "wayland")
"""The platforms of Qt that number keys so."""


def latin_letter(event: QKeyEvent) -> str:
    """The Latin letter of the key that was pressed, small, whatever it writes; empty if it is none.

    Args:
        event: a key that was pressed; what it is called together with Ctrl or Alt is no letter.
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
    # Of other scripts the system knows which key it was.
    platform = QGuiApplication.platformName()
    if platform.startswith(_NUMBERED):
        return _BY_NUMBER.get(event.nativeScanCode(), "")
    virtual = event.nativeVirtualKey()
    return chr(virtual).lower() if platform == "windows" and 65 <= virtual <= 90 else ""


def suit_of_key(event: QKeyEvent) -> Suit | None:
    """The suit that is meant by a letter: its key, or the first letter of its name.

    Args:
        event: a key that was pressed.
    """
    letter = latin_letter(event)
    meant = next((suit for suit in Suit if letter and suit.letter.lower() == letter), None)
    text = event.text().casefold()
    if meant is not None or not text.isalpha() or event.modifiers() & _CHORDS:
        return meant
    return next((suit for suit in Suit if suit_name(suit).casefold().startswith(text)), None)
