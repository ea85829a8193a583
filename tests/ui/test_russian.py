"""The window in Russian: nothing is cut off, no letter stands for two things, Qt speaks it too."""

from collections import Counter
from collections.abc import Callable

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QDialogButtonBox,
    QLabel,
    QMenu,
    QTabBar,
    QWidget,
)

from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look_of
from greenbaize.ui.texts import speak
from ui.conftest import Opened
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.measuring import faults

pytestmark = pytest.mark.usefixtures("russian")


@pytest.mark.parametrize(
    ("chosen", "letters"),
    [("auto", "cyrillic"), ("latin", "latin"), ("cyrillic", "cyrillic")],
)
def test_cards_have_russian_letters_unless_others_were_chosen(
    russian: None, chosen: str, letters: str
) -> None:
    assert card_look_of(Settings(card_letters=chosen)).letters == letters


def letters_twice(window: QWidget) -> list[str]:
    """The mnemonics of a window that are those of two things that are seen."""
    texts = [one.text() for one in window.findChildren(QAbstractButton) if one.isVisible()]
    texts += [one.text() for one in window.findChildren(QLabel) if one.isVisible() and one.buddy()]
    for bar in window.findChildren(QTabBar):
        texts += [bar.tabText(place) for place in range(bar.count()) if bar.isVisible()]
    if isinstance(window, QMenu):
        texts += [one.text() for one in window.actions() if one.isVisible()]
    keys = Counter(key for text in texts if not (key := QKeySequence.mnemonic(text)).isEmpty())
    return [key.toString() for key, times in keys.items() if times > 1]


@pytest.mark.slow
def test_every_window_on_the_smallest_screen(
    opened: Opened, screen: Callable[[QRect], None]
) -> None:
    screen(QRect(0, 27, 683, 357))
    person = opened(SHORT)
    play_a_deal(person)
    found = [("main", one) for one in faults(person.window)]
    for title, window in opened_windows(person):
        if title in ("combo", "tooltip", "file"):  # nothing of ours
            continue
        found += [(title, one) for one in faults(window)]
        found += [(title, f"twice: {one}") for one in letters_twice(window)]
    assert not found, "\n".join(map(str, found))


def test_qt_speaks_it_too(qtbot: object) -> None:
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Отмена"
    speak("en")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Cancel"
