"""Tests for the controls of a page of settings."""

from PySide6.QtCore import QPoint, Qt

from greenbaize.store.declared_settings import (
    MAX_TRICK_S,
    MIN_TRICK_S,
)
from greenbaize.store.settings import UserSettings


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
