"""The window in Russian: no clipped text, no duplicate mnemonic, and Qt's own texts in Russian."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QDialogButtonBox

from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look_of
from greenbaize.ui.widgets.texts import speak
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.measuring import faults, letters_twice
from ui.table.person import until

pytestmark = pytest.mark.usefixtures("russian")


@pytest.mark.parametrize(
    ("chosen", "letters"),
    [("auto", "cyrillic"), ("latin", "latin"), ("cyrillic", "cyrillic")],
)
def test_cards_have_russian_letters_unless_others_were_chosen(russian, chosen, letters):
    assert card_look_of(Settings(card_letters=chosen)).letters == letters


@pytest.mark.slow
def test_every_window_on_the_smallest_screen(opened, screen):
    screen(QRect(0, 27, 683, 357))
    person = opened(SHORT)
    play_a_deal(person)
    found = [("main", one) for one in faults(person.window)]
    found += [("main", f"twice: {one}") for one in letters_twice(person.window)]
    for title, window in opened_windows(person):
        if title in ("combo", "tooltip", "file"):  # Qt's own windows
            continue
        found += [(title, one) for one in faults(window)]
        found += [(title, f"twice: {one}") for one in letters_twice(window)]
    assert not found, "\n".join(map(str, found))


def first_deal(person):
    person.main.show_first_deal("rank")
    until(person.main.first_deal.slip.next_button.isVisible)


def first_deal_over(person):
    first_deal(person)
    person.main.first_deal._close()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["ru", "en"])
@pytest.mark.parametrize("page", [first_deal, first_deal_over])
def test_no_letter_is_both_in_the_menu_bar_and_on_the_page(opened, page, language):
    speak(language)
    person = opened()
    page(person)
    assert letters_twice(person.window) == []


def test_qt_speaks_it_too(qtbot):
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Отмена"
    speak("en")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Cancel"
