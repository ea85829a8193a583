"""Fields in which one of several things is chosen, people among them."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from PySide6.QtWidgets import QComboBox, QWidget

from greenbaize.rules.naming import folded
from greenbaize.ui.plain import Label

MOST_PEOPLE: Final = 60
"""So many people are offered by name, those who have played most."""
SEPARATOR: Final = ("", "")
"""A line between entries, where it is this very entry."""


def small_combo(letters: int, parent: QWidget) -> QComboBox:
    """A field that may be narrower than what is offered in it.

    Args:
        letters: it is at least so wide.
        parent: what it is on.
    """
    box = QComboBox(parent)
    box.setMinimumContentsLength(letters)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box


def name_combo(box: QComboBox, words: str) -> None:
    """Say what a field without a label is for.

    Under AT-SPI the name of a combo box is what is chosen in it, and only labels say what for.

    Args:
        box: the field, where it lies from now on.
        words: what is chosen in it.
    """
    box.setAccessibleName(words)
    label = Label(words, box.parentWidget())
    label.setBuddy(box)
    label.hide()


def offer_anew(box: QComboBox, entries: Sequence[tuple[str, Any]], chosen: Any) -> bool:
    """Offer other things in a field; nobody is told.

    Args:
        box: the field.
        entries: what each is called, and what is kept of it.
        chosen: what is kept of what is to be chosen; the first is where that is not offered.

    Returns:
        Whether it is offered.
    """
    box.blockSignals(True)
    box.clear()
    for entry in entries:
        if entry is SEPARATOR:
            box.insertSeparator(box.count())
        else:
            box.addItem(*entry)
    kept = [one for _, one in entries]
    there = chosen in kept
    box.setCurrentIndex(kept.index(chosen) if there else 0)
    box.blockSignals(False)
    return there


def united(persons: Iterable[Sequence[str]], names: Iterable[str]) -> list[tuple[str, ...]]:
    """Everybody of these names once, with all names they have had.

    Args:
        persons: the names of each person of this computer, the one they have now first.
        names: who is to be offered, by whatever name.
    """
    now = {folded(name): tuple(called) for called in persons for name in called}
    return list(dict.fromkeys(now.get(folded(name), (name,)) for name in names))
