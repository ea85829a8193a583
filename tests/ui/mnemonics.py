"""Clashes of mnemonics: controls or menu entries that share a letter in one window or menu."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QLabel, QMainWindow, QMenu, QTabBar, QWidget

ALPHABETS: Final = ("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЭЮЯ")
"""Letters that can be mnemonics, by script."""


class MnemonicLabel(NamedTuple):
    """A text that may have a mnemonic, and the element it stands on."""

    text: str
    element: str

    @property
    def letter(self) -> str:
        """The mnemonic, or an empty text."""
        return QKeySequence.mnemonic(self.text).toString().removeprefix("Alt+")

    def free_letters(self, used_letters: set[str]) -> str:
        """Return the letters of the text that are no mnemonic yet, in order."""
        letters = dict.fromkeys(letter for letter in self.text.upper() if letter.isalpha())
        return " ".join(letter for letter in letters if letter not in used_letters)


def find_mnemonic_clashes(window: QWidget) -> list[str]:
    """Return a description of every clash in a window, in its menus, and in their submenus."""
    title = window.windowTitle() or window.accessibleName() or type(window).__name__
    if isinstance(window, QMenu):
        return list(_find_menu_clashes(window, window.title() or title))
    clashes = list(_describe_clashes(f"{_kind(window)} “{title}”", list(_visible_labels(window))))
    if isinstance(window, QMainWindow):
        for entry in window.menuBar().actions():
            if isinstance(menu := entry.menu(), QMenu) and entry.isVisible():
                clashes += _find_menu_clashes(menu, entry.text())
    return clashes


def _kind(window: QWidget) -> str:
    return "window" if isinstance(window, QMainWindow) else "dialog"


def _visible_labels(window: QWidget) -> Iterator[MnemonicLabel]:
    for button in window.findChildren(QAbstractButton):
        if button.isVisible():
            yield MnemonicLabel(button.text(), type(button).__name__)
    for label in window.findChildren(QLabel):
        if label.isVisible() and label.buddy():
            yield MnemonicLabel(label.text(), "label")
    for bar in window.findChildren(QTabBar):
        for index in range(bar.count() if bar.isVisible() else 0):
            yield MnemonicLabel(bar.tabText(index), "tab")
    if isinstance(window, QMainWindow):  # its page and its menu bar share the mnemonics
        for entry in window.menuBar().actions():
            if entry.isVisible():
                yield MnemonicLabel(entry.text(), "menu bar")


def _find_menu_clashes(menu: QMenu, title: str) -> Iterator[str]:
    entries = [entry for entry in menu.actions() if entry.isVisible()]
    labels = [MnemonicLabel(entry.text(), "entry") for entry in entries]
    yield from _describe_clashes(f"menu “{title}”", labels)
    for entry in entries:
        if isinstance(submenu := entry.menu(), QMenu):
            yield from _find_menu_clashes(submenu, f"{title} → {entry.text()}")


def _describe_clashes(container: str, labels: list[MnemonicLabel]) -> Iterator[str]:
    """Yield each clash: its letter, its labels with their free letters, and all free letters."""
    labels_by_letter: defaultdict[str, list[MnemonicLabel]] = defaultdict(list)
    for label in labels:
        if label.letter:
            labels_by_letter[label.letter].append(label)
    used_letters = set(labels_by_letter)
    for letter, clashing_labels in labels_by_letter.items():
        if len(clashing_labels) > 1:
            described_labels = "; ".join(
                f"“{label.text}” ({label.element}, free in it:"
                f" {label.free_letters(used_letters) or 'none'})"
                for label in clashing_labels
            )
            alphabet = next((one for one in ALPHABETS if letter in one), "")
            free = " ".join(one for one in alphabet if one not in used_letters)
            yield f"{letter} in {container}: {described_labels}; free: {free or 'none'}"
