"""The window in Russian: no clipped text, and Qt's own texts in Russian."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QDialogButtonBox

from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import card_look_from_settings
from greenbaize.ui.widgets.localized_texts import set_window_language
from ui.text_fit import find_text_faults
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal

pytestmark = pytest.mark.usefixtures("russian_language")


@pytest.mark.parametrize(
    ("setting", "expected"),
    [("auto", "cyrillic"), ("latin", "latin"), ("cyrillic", "cyrillic")],
)
def test_cards_have_russian_letters_unless_others_were_chosen(russian_language, setting, expected):
    assert card_look_from_settings(UserSettings(card_letters=setting)).letters == expected


@pytest.mark.slow
def test_every_window_fits_the_smallest_screen(open_program, set_screen_area):
    set_screen_area(QRect(0, 27, 683, 357))
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    all_faults = [("main", fault) for fault in find_text_faults(person.window)]
    for title, window in open_windows(person):
        if title in ("combo", "tooltip", "file"):  # Qt's own windows
            continue
        all_faults += [(title, fault) for fault in find_text_faults(window)]
    assert not all_faults, "\n".join(map(str, all_faults))


def test_qt_texts_are_in_russian(qtbot):
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Отмена"
    set_window_language("en")
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert box.buttons()[0].text().replace("&", "") == "Cancel"
