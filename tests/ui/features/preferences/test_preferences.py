"""Tests for the preferences dialog: every change is stored at once."""

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
)

from greenbaize.store.fitting import LEARNING, LONGEST_TRICK, SHORTEST_TRICK
from greenbaize.store.settings import Settings
from greenbaize.ui.features.preferences import preferences
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from ui.put_up import put_up


@pytest.fixture
def shown(qtbot):
    def open_dialog(settings):
        return put_up(qtbot, PreferencesDialog(settings))

    return open_dialog


def test_it_shows_the_settings_and_changes_none_by_itself(qtbot, shown):
    settings = Settings(your_name="Ida", theme="dark", motion="none", speed=1.7, single_click=True)
    dialog = shown(settings)
    assert dialog.name.text() == "Ida"
    assert dialog.fields["theme"].currentData() == "dark"
    assert dialog.fields["motion"].currentData() == "none"
    assert dialog.fields["speed"].isEnabled()  # it also controls the pauses
    assert dialog.fields["single_click"].isChecked()
    with qtbot.assertNotEmitted(dialog.changed):
        qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    usual = Settings(your_name="Ida", theme="dark", motion="none", speed=1.7, single_click=True)
    assert settings == usual


def test_the_pace_follows_the_keys_and_says_its_seconds(qtbot, shown):
    settings = Settings()
    dialog = shown(settings)
    trick = dialog.fields["trick_seconds"]
    assert dialog.fields["wait_for_click"].isChecked()
    assert trick.accessibleDescription() == "1.2 s"
    qtbot.keyClick(trick, Qt.Key.Key_Right)
    assert (settings.trick_seconds, trick.accessibleDescription()) == (1.3, "1.3 s")
    qtbot.keyClick(trick, Qt.Key.Key_End)
    assert settings.trick_seconds == LONGEST_TRICK
    qtbot.keyClick(trick, Qt.Key.Key_Home)
    assert settings.trick_seconds == SHORTEST_TRICK


def test_whoever_chooses_to_wait_or_not_has_chosen_for_good(qtbot, shown):
    settings = Settings()
    dialog = shown(settings)
    box = dialog.fields["wait_for_click"]
    qtbot.keyClick(box, Qt.Key.Key_Space)
    assert (settings.wait_for_click, settings.waits) == ("off", False)
    qtbot.keyClick(box, Qt.Key.Key_Space)
    settings.finished = LEARNING
    assert (settings.wait_for_click, settings.waits) == ("on", True)


@pytest.mark.slow
@pytest.mark.parametrize(
    "box",
    [
        "left_handed",
        "single_click",
        "keys_ask",
        "four_colours",
        "honours",
        "sandbox",
        "warn",
        "offer_review",
        "last_card",
        "forced_cards",
    ],
)
def test_boxes_change_their_setting_at_once(qtbot, shown, box):
    settings = Settings()
    dialog = shown(settings)
    before = getattr(settings, box)
    with qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(dialog.fields[box], Qt.Key.Key_Space)
    assert getattr(settings, box) is not before


def test_faces_backs_and_letters_are_chosen_in_pictures(qtbot, shown):
    settings = Settings(card_back="fans")
    dialog = shown(settings)
    look, preview = dialog.look, dialog.look.shown
    assert [name for name, one in look.backs.items() if one.isChecked()] == ["fans"]
    before = preview.grab().toImage()
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(look.faces["deco"], Qt.MouseButton.LeftButton)
    assert settings.card_faces == "deco"
    chosen = preview.grab().toImage()
    assert chosen != before
    qtbot.keyClick(look.backs["lattice"], Qt.Key.Key_Space)
    assert settings.card_back == "lattice"
    for letters in ("latin", "cyrillic"):
        with qtbot.waitSignal(dialog.changed):
            qtbot.keyClick(look.letters, Qt.Key.Key_Down)
        assert settings.card_letters == letters
    assert preview.grab().toImage() != chosen


def test_a_colour_chosen_for_each_suit_is_seen_in_the_pictures(shown):
    dialog = shown(Settings())
    before = dialog.look.shown.grab().toImage()
    dialog.fields["four_colours"].click()
    assert dialog.look.shown.grab().toImage() != before


def test_the_theme_and_the_pace_follow_the_keys(qtbot, shown):
    settings = Settings()
    dialog = shown(settings)
    qtbot.keyClick(dialog.fields["theme"], Qt.Key.Key_Down)
    assert settings.theme == "light"
    qtbot.keyClick(dialog.fields["speed"], Qt.Key.Key_Right)
    assert settings.speed == 1.5
    qtbot.keyClick(dialog.fields["speed"], Qt.Key.Key_Home)
    assert settings.speed == 0.5


def test_a_table_is_chosen_by_its_picture(qtbot, shown):
    settings = Settings(cloth="slate")
    dialog = shown(settings)
    baize, wine, slate = dialog.cloth.buttons
    assert slate.isChecked()
    pictures = {button.icon().pixmap(40).toImage().pixel(20, 12) for button in dialog.cloth.buttons}
    assert len(pictures) == 3
    with qtbot.waitSignal(dialog.changed):
        qtbot.mouseClick(wine, Qt.MouseButton.LeftButton)
    assert settings.cloth == "wine"
    qtbot.keyClick(baize, Qt.Key.Key_Space)
    assert (settings.cloth, baize.isChecked()) == ("baize", True)


def test_on_a_usual_screen_no_page_scrolls(shown):
    dialog = shown(Settings())
    assert dialog.height() <= 560
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        page_area = dialog.pages.currentWidget()
        QApplication.processEvents()
        assert page_area.verticalScrollBar().maximum() == 0
        assert page_area.widget().width() == page_area.viewport().width()


def first_fields(dialog):
    """Return the widget that has the focus first on each page."""
    cards = dialog.look.faces["classic"]
    theme, *others = (
        dialog.fields[key] for key in ("theme", "trick_seconds", "single_click", "sound", "speak")
    )
    return [theme, cards, *others]


def with_keyboard(qtbot, page=0):
    """Open the dialog as the active window."""
    return put_up(qtbot, PreferencesDialog(Settings(), page=page))


@pytest.mark.slow
@pytest.mark.parametrize("page", range(6))
def test_a_page_begins_at_its_first_field(qtbot, page):
    dialog = with_keyboard(qtbot, page)
    assert dialog.focusWidget() is first_fields(dialog)[page]


def test_keys_go_from_page_to_page_wherever_the_keyboard_is(qtbot):
    dialog = with_keyboard(qtbot)
    control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
    seen = []
    for _ in range(6):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab, control)
        seen.append((dialog.pages.currentIndex(), dialog.focusWidget()))
    fields = first_fields(dialog)
    assert seen == [(page, fields[page]) for page in (1, 2, 3, 4, 5, 0)]
    for field in (dialog.close_button, dialog.people_button):
        field.setFocus()
        before = dialog.pages.currentIndex()
        qtbot.keyClick(field, Qt.Key.Key_Backtab, control | shift)
        assert dialog.pages.currentIndex() == (before - 1) % 6


def test_tab_goes_down_each_page(qtbot):
    dialog = with_keyboard(qtbot)
    passed = []
    for _ in range(10):
        passed.append(dialog.focusWidget())
        qtbot.keyClick(passed[-1], Qt.Key.Key_Tab)
    cloth = dialog.cloth.buttons[0]
    below = [dialog.fields[key] for key in ("text_size", "left_handed", "motion", "speed")]
    fields = [dialog.fields["theme"], cloth, *below, dialog.language, dialog.close_button]
    assert passed == [*fields, dialog.people_button, dialog.pages.tabBar()]


def test_letters_grow_once_the_mouse_lets_the_slider_go_or_after_a_key(qtbot, shown):
    settings = Settings()
    dialog = shown(settings)
    slider, left = dialog.fields["text_size"], Qt.MouseButton.LeftButton
    handle, far = QPoint(8, slider.height() // 2), QPoint(slider.width() // 2, slider.height() // 2)
    at_first = slider.accessibleDescription()
    qtbot.mousePress(slider, left, pos=handle)
    qtbot.mouseMove(slider, far)
    assert slider.sliderPosition() > 10
    assert slider.accessibleDescription() != at_first
    assert settings.text_size == 1.0
    qtbot.mouseRelease(slider, left, pos=far)
    assert settings.text_size == slider.value() / 10
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert settings.text_size == 1.0


def test_with_larger_letters_it_is_as_if_opened_with_them_and_then_back_in_its_place(
    qtbot, opened, monkeypatch
):
    person = opened()
    person.main.ask_preferences()
    dialog = person.main._dialog
    before = dialog.geometry()
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_End)
    another = PreferencesDialog(person.main.settings, person.main.window)
    another.show()
    assert dialog.size() == another.size() != before.size()
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_Home)
    assert dialog.geometry() == before
    with monkeypatch.context() as patch:
        # Qt does not shrink the dialog below the minimum size of its pages.
        patch.setattr(preferences, "room_of", lambda _: QRect(0, 0, 300, 200))
        qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_End)
    qtbot.keyClick(dialog.fields["text_size"], Qt.Key.Key_Home)
    assert dialog.geometry() == before


def test_no_letter_stands_for_two_things_that_are_seen(shown):
    dialog = shown(Settings())
    tabs = dialog.pages.tabBar()
    for page in range(dialog.pages.count()):
        dialog.pages.setCurrentIndex(page)
        said = [one.text() for one in dialog.findChildren(QAbstractButton) if one.isVisible()]
        labels = [one for one in dialog.findChildren(QLabel) if one.isVisible() and one.buddy()]
        said += [one.text() for one in labels if "&" in one.text()]
        said += [tabs.tabText(place) for place in range(tabs.count())]
        letters = [QKeySequence.mnemonic(text).toString() for text in said if "&" in text]
        assert len(letters) > 8
        assert sorted(set(letters)) == sorted(letters)


def test_they_say_whose_they_are_and_lead_to_the_others(qtbot, shown):
    dialog = shown(Settings(your_name="Ida & <b>Co</b>"))
    assert dialog.name.text() == "Ida & <b>Co</b>"
    with qtbot.waitSignal(dialog.people_asked):
        qtbot.mouseClick(dialog.people_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_sound_is_set_by_kinds_and_its_loudness_can_be_heard(qtbot, shown):
    settings = Settings()
    dialog = shown(settings)
    volume, turn, on = (dialog.fields[key] for key in ("volume", "sound_turn", "sound"))
    with qtbot.waitSignal(volume.valueChanged), qtbot.waitSignal(dialog.changed):
        qtbot.keyClick(volume, Qt.Key.Key_End)
    assert settings.volume == 1.0
    qtbot.keyClick(turn, Qt.Key.Key_Space)
    assert (settings.sound_cards, settings.sound_turn, settings.sound_results) == (1, 0, 1)
    with qtbot.waitSignal(dialog.changed), qtbot.assertNotEmitted(volume.valueChanged):
        qtbot.keyClick(on, Qt.Key.Key_Space)
    assert not settings.sound
    assert not volume.isEnabled()
    # keeps its value for when sound is switched on again
    assert dialog.fields["sound_results"].isChecked()


def test_what_is_heard_is_set_and_kept(shown, tmp_path):
    settings = Settings()
    dialog = shown(settings)
    rate = dialog.fields["speech_rate"]
    dialog.fields["speak"].setCurrentIndex(1)
    dialog.fields["wording"].setCurrentIndex(1)
    rate.setValue(rate.maximum())
    dialog.fields["speech_waits"].setChecked(False)
    assert rate.accessibleDescription() == "600 words a minute"
    settings.save(tmp_path / "heard.json")
    kept = Settings.load(tmp_path / "heard.json")
    assert (kept.speak, kept.wording) == ("on", "brief")
    assert (kept.speech_rate, kept.speech_waits) == (600, False)
    dialog.fields["speak"].setCurrentIndex(2)
    assert settings.speak == "off"
    assert not dialog.fields["speech_waits"].isEnabled()
