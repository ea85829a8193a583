"""Tests for the dialog in which house rules get their name."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from greenbaize.app.house_rules import HouseRules, keep_house_rules
from greenbaize.games import GAMES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from ui.show_widget import show_widget

DOWN = HouseRules("At home", "damn", {"direction": "down"})


# Qt's offscreen platform warns about sizes and stacking, which only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def open_dialog(qtbot):
    parents = []

    def open_dialog(rules, *kept_rules, **more):
        settings, parent = UserSettings(), QWidget()
        parents.append(parent)
        qtbot.addWidget(parent)
        for kept in kept_rules:
            keep_house_rules(settings, kept)
        dialog = show_widget(qtbot, HouseRulesDialog(settings, GAMES, rules, parent, **more))
        dialog.kept = []
        dialog.rules_kept.connect(dialog.kept.append)
        return dialog

    return open_dialog


def test_rules_are_shown_in_words_and_kept_with_enter(open_dialog):
    dialog = open_dialog(DOWN)
    assert dialog.rules_label.text() == "The deals: shrink"
    assert not dialog.note_label.isVisible()
    QTest.keyPress(dialog.name_field, Qt.Key.Key_Return)
    assert dialog.kept == [DOWN]
    assert list(dialog._settings.house_rules) == ["damn At home"]


def test_same_rules_under_another_name_are_noted(open_dialog):
    same = HouseRules("As before", "damn", {"direction": "down"})
    assert "As before" in open_dialog(DOWN, same).note_label.text()
    other = HouseRules("Other", "damn", {"direction": "up-down"})
    assert open_dialog(DOWN, other).note_label.text() == ""
    assert open_dialog(DOWN, DOWN, is_rename=True).note_label.text() == ""


def test_rules_without_a_name_are_refused(open_dialog):
    dialog = open_dialog(HouseRules("", "damn", {"direction": "down"}))
    QTest.mouseClick(dialog.keep_button, Qt.MouseButton.LeftButton)
    assert dialog.error_label.text() == "House rules need a name."
    assert dialog.name_field.hasFocus()
    assert dialog.kept == []


def test_escape_keeps_nothing(open_dialog):
    dialog = open_dialog(DOWN)
    QTest.keyPress(dialog.name_field, Qt.Key.Key_Escape)
    assert dialog.kept == []
    assert dialog._settings.house_rules == {}
