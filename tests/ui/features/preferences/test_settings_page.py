"""Tests for the controls of a page of settings."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit

from greenbaize.store.declared_settings import MAX_TRICK_S, MIN_TRICK_S
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.settings_page import SettingsPage, add_row
from ui.show_widget import show_widget

SPEEDS = (0.5, 1.0, 2.0, 4.0)
THEME_TITLES = {"system": "As the system", "light": "Light", "dark": "Dark"}


@pytest.fixture
def settings():
    return UserSettings(theme="light", speed=1.2)


@pytest.fixture
def page(qtbot, settings):
    return show_widget(qtbot, SettingsPage(settings, None), 500, 400)


class TestSettingsPage:
    """A page alone, without the dialog."""

    def test_check_box_stores_its_value_at_once(self, qtbot, page, settings):
        box = page.add_checkbox("left_handed", "&Left-handed", "The pack lies on the left.")
        assert page.fields["left_handed"] is box
        assert not box.isChecked()
        assert box.accessibleDescription() == "The pack lies on the left."
        with qtbot.waitSignal(page.changed):
            QTest.keyClick(box, Qt.Key.Key_Space)
        assert settings.left_handed is True
        QTest.keyClick(box, Qt.Key.Key_Space)
        assert settings.left_handed is False

    def test_check_box_may_have_values_of_its_own(self, page, settings):
        box = page.make_checkbox(
            "wait_for_click", "Wait", checked=True, on_value="on", off_value="off"
        )
        assert box.isChecked()
        stored_values = []
        for _ in range(2):
            box.click()
            stored_values.append(settings.wait_for_click)
        assert stored_values == ["off", "on"]

    def test_check_box_without_a_note_has_no_description(self, page):
        box = page.add_checkbox("honours", "Honours")
        assert box.isChecked()
        assert box.accessibleDescription() == ""
        assert page.column.indexOf(box) == 0

    def test_unchanged_value_is_not_stored(self, qtbot, page, settings):
        field = QLineEdit(page)
        page.bind_field("your_name", field, field.textEdited, lambda: settings.your_name)
        with qtbot.assertNotEmitted(page.changed):
            QTest.keyClicks(field, "x")

    def test_choice_offers_titles_and_stores_codes(self, qtbot, page, settings):
        combo = page.add_choice("theme", "&Theme", THEME_TITLES, "How it looks.")
        assert (combo.currentData(), combo.currentText()) == ("light", "Light")
        assert combo.accessibleDescription() == "How it looks."
        with qtbot.waitSignal(page.changed):
            QTest.keyClick(combo, Qt.Key.Key_Down)
        assert settings.theme == "dark"
        label = next(one for one in page.findChildren(QLabel) if one.text() == "&Theme")
        assert label.buddy() is combo
        assert page.make_combo_box("theme", THEME_TITLES, "Name").accessibleName() == "Name"

    def test_slider_begins_at_the_nearest_value(self, page, settings):
        slider = page.make_slider("speed", "Speed", SPEEDS, page_step=2, first=3)
        assert (slider.minimum(), slider.maximum(), slider.value()) == (3, 6, 4)
        assert slider.accessibleName() == "Speed"
        assert settings.speed == 1.2  # until it is moved
        QTest.keyClick(slider, Qt.Key.Key_PageUp)
        assert settings.speed == 4.0
        QTest.keyClick(slider, Qt.Key.Key_Home)
        assert settings.speed == 0.5

    @pytest.mark.parametrize("commits_on_release", [True, False])
    def test_slider_commits_when_it_is_moved_or_released(self, page, settings, commits_on_release):
        slider = page.make_slider(
            "speed", "Speed", SPEEDS, page_step=1, commits_on_release=commits_on_release
        )
        slider.setSliderDown(True)
        slider.setSliderPosition(3)
        assert settings.speed == (1.2 if commits_on_release else 4.0)
        slider.setSliderDown(False)
        assert settings.speed == 4.0

    def test_value_label_follows_the_slider_while_it_is_dragged(self, page):
        slider = page.make_slider("speed", "Speed", SPEEDS, page_step=1, commits_on_release=True)
        label = page.make_value_label(slider, lambda value: f"{SPEEDS[value]:.1f} ×", 3)
        assert (label.text(), slider.accessibleDescription()) == ("1.0 ×", "1.0 ×")
        slider.setSliderDown(True)
        slider.setSliderPosition(2)
        assert (label.text(), slider.accessibleDescription()) == ("2.0 ×", "2.0 ×")
        assert label.minimumWidth() == label.fontMetrics().horizontalAdvance("4.0 ×") + 2
        assert page.make_value_label(slider, str).minimumWidth() == 0

    def test_sliders_take_the_free_width_of_a_row(self, page):
        slider = page.make_slider("speed", "Speed", SPEEDS, page_step=1)
        row = page.make_row(QLabel("x", page), slider)
        assert [row.stretch(index) for index in range(2)] == [0, 1]

    def test_label_of_a_row_focuses_the_field(self, page):
        form = page.add_form()
        slider = page.make_slider("speed", "Speed", SPEEDS, page_step=1)
        row = page.make_row(slider, page.make_value_label(slider, str))
        add_row(form, "Sp&eed", row, slider)
        assert form.labelForField(row).buddy() is slider
        assert page.column.indexOf(form) == 0

    def test_tab_follows_the_order_of_creation(self, page):
        fields = [page.add_checkbox("honours", "A"), page.add_checkbox("warn", "B", "Note.")]
        fields.append(page.add_choice("theme", "C", THEME_TITLES, "Note."))
        QApplication.processEvents()  # shows them
        fields[0].setFocus()
        for field in fields[1:]:
            QTest.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
            assert field.hasFocus()
        tops = [field.mapTo(page, QPoint()).y() for field in fields]
        assert tops == sorted(set(tops))


def test_text_size_applies_on_release_or_key(qtbot, open_preferences):
    settings = UserSettings()
    dialog = open_preferences(settings)
    slider, left_button = dialog.fields["text_size"], Qt.MouseButton.LeftButton
    handle, far = QPoint(8, slider.height() // 2), QPoint(slider.width() // 2, slider.height() // 2)
    at_first = slider.accessibleDescription()
    qtbot.mousePress(slider, left_button, pos=handle)
    qtbot.mouseMove(slider, far)
    assert slider.sliderPosition() > 10
    assert slider.accessibleDescription() != at_first
    assert settings.text_size == 1.0
    qtbot.mouseRelease(slider, left_button, pos=far)
    assert settings.text_size == slider.value() / 10
    qtbot.keyClick(slider, Qt.Key.Key_Home)
    assert settings.text_size == 1.0


def test_trick_pause_is_set_by_keyboard(qtbot, open_preferences):
    settings = UserSettings()
    dialog = open_preferences(settings)
    trick = dialog.fields["trick_seconds"]
    assert dialog.fields["wait_for_click"].isChecked()
    assert trick.accessibleDescription() == "1.2 s"
    qtbot.keyClick(trick, Qt.Key.Key_Right)
    assert (settings.trick_seconds, trick.accessibleDescription()) == (1.3, "1.3 s")
    qtbot.keyClick(trick, Qt.Key.Key_End)
    assert settings.trick_seconds == MAX_TRICK_S
    qtbot.keyClick(trick, Qt.Key.Key_Home)
    assert settings.trick_seconds == MIN_TRICK_S
