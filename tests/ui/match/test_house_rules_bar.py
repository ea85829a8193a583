"""Tests for the pills of house rules, by mouse and keyboard, in the dialogs that show them."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from greenbaize.app.house_rules import HouseRules, encode_house_rules, keep_house_rules
from greenbaize.games import GAMES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.match.house_rules_dialog import HouseRulesDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from ui.table.person import wait_until

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

GRANDMA = HouseRules("As at Grandma’s", "damn", {"direction": "down", "scoring": "misses"})
FEW_CARDS = HouseRules("Eight cards", "damn", {"first": 2, "deals": 16})
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def open_dialog(qtbot):
    def open_dialog(*kept_rules, game="damn"):
        settings = UserSettings(your_name="Ida")
        for rules in kept_rules:
            keep_house_rules(settings, rules)
        dialog = NewMatchDialog(GAMES, ("easy", "medium"), settings)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        dialog.game_list.choose_game(game)
        dialog.rules_button.setChecked(True)
        QApplication.processEvents()
        return dialog

    return open_dialog


def click(widget):
    QTest.mouseClick(widget, Qt.MouseButton.LeftButton)


def wait_for(dialog, kind):
    wait_until(lambda: isinstance(dialog.house_rules_bar.dialog, kind))
    child = dialog.house_rules_bar.dialog
    wait_until(child.isVisible)
    return child


def name_rules(dialog, name):
    """Type a name into the dialog of house rules and press Enter."""
    naming = wait_for(dialog, HouseRulesDialog)
    naming.name_field.clear()
    naming.name_field.insert(name)  # QTest types only letters of ASCII
    QTest.keyPress(naming.name_field, Qt.Key.Key_Return)
    return naming


def pill_texts(dialog):
    return [pill.rules.name for pill in dialog.house_rules_bar.pills]


def test_click_sets_the_form_and_marks_the_pill(open_dialog):
    dialog = open_dialog(GRANDMA)
    (pill,) = dialog.house_rules_bar.pills
    assert not pill.isChecked()
    click(pill)
    assert dialog.options_form.chosen_values == GRANDMA.values
    assert pill.isChecked()
    assert "As at Grandma’s" in dialog.rules_button.text()
    click(pill)
    assert pill.isChecked()
    click(dialog.standard_button)
    assert not pill.isChecked()
    assert "usual" in dialog.rules_button.text()


def test_rules_button_follows_a_renamed_and_removed_pill(open_dialog):
    dialog = open_dialog(GRANDMA)
    click(dialog.house_rules_bar.pills[0])
    dialog.house_rules_bar.pills[0].rename_requested.emit()
    name_rules(dialog, "Ours")
    wait_until(lambda: pill_texts(dialog) == ["Ours"])
    assert dialog.rules_button.text() == "&Rules: Ours ▾"
    assert dialog.rules_button.accessibleName() == "Rules: Ours"
    dialog.house_rules_bar.pills[0].remove_requested.emit()
    click(wait_for(dialog, ConfirmationDialog).yes_button)
    assert pill_texts(dialog) == []
    assert dialog.rules_button.text() == "&Rules: not as usual ▾"


def test_pill_follows_the_number_of_players(open_dialog):
    dialog = open_dialog(GRANDMA)
    click(dialog.house_rules_bar.pills[0])
    for count in (3, 7, 10):
        dialog.players_box.setValue(count)
        assert dialog.house_rules_bar.pills[0].isChecked(), count


def test_values_that_do_not_fit_the_players_are_named(open_dialog):
    dialog = open_dialog(FEW_CARDS)
    dialog.players_box.setValue(3)
    click(dialog.house_rules_bar.pills[0])
    note = dialog.house_rules_bar.note_label
    assert dialog.house_rules_bar.pills[0].isChecked()
    assert not note.isVisible()
    dialog.players_box.setValue(10)
    assert not dialog.house_rules_bar.pills[0].isChecked()
    assert note.isVisible()
    assert "Eight cards" in note.text()
    dialog.players_box.setValue(3)
    assert not note.isVisible()


def test_rules_are_kept_under_a_name(open_dialog):
    dialog = open_dialog()
    changes = []
    dialog.house_rules_changed.connect(lambda: changes.append(1))
    bar = dialog.house_rules_bar
    assert not bar.keep_button.isEnabled()  # usual rules
    dialog.options_form.choose_values({"direction": "down"})
    click(bar.keep_button)
    name_rules(dialog, " As at   Grandma’s ")
    assert pill_texts(dialog) == ["As at Grandma’s"]
    assert dialog._settings.house_rules == {
        "damn As at Grandma’s": {"options": {"direction": "down"}}
    }
    assert bar.pills[0].isChecked()
    assert not bar.keep_button.isEnabled()  # kept already
    assert changes


def test_name_that_is_taken_is_refused_with_a_sentence(open_dialog):
    dialog = open_dialog(GRANDMA)
    dialog.options_form.choose_values({"direction": "down"})
    click(dialog.house_rules_bar.keep_button)
    naming = name_rules(dialog, "as at grandma’s")
    assert naming.isVisible()
    assert "already" in naming.error_label.text()
    QTest.keyClicks(naming.name_field, "!")
    assert not naming.error_label.isVisible()
    QTest.keyPress(naming.name_field, Qt.Key.Key_Return)
    assert pill_texts(dialog) == ["As at Grandma’s", "as at grandma’s!"]


def test_pill_is_renamed_and_removed_by_keys(open_dialog):
    dialog = open_dialog(GRANDMA, FEW_CARDS)
    bar = dialog.house_rules_bar
    bar.pills[0].setFocus()
    QTest.keyClick(bar.pills[0], Qt.Key.Key_F2)
    name_rules(dialog, "Grandma")
    assert pill_texts(dialog) == ["Grandma", "Eight cards"]
    wait_until(bar.pills[0].hasFocus)
    QTest.keyClick(bar.pills[0], Qt.Key.Key_Delete)
    question = wait_for(dialog, ConfirmationDialog)
    QTest.keyPress(question, Qt.Key.Key_Escape)
    assert pill_texts(dialog) == ["Grandma", "Eight cards"]
    bar.dialog = None
    QTest.keyClick(bar.pills[0], Qt.Key.Key_Delete)
    click(wait_for(dialog, ConfirmationDialog).yes_button)
    assert pill_texts(dialog) == ["Eight cards"]
    assert list(dialog._settings.house_rules) == ["damn Eight cards"]


def test_menu_copies_the_line(open_dialog):
    dialog = open_dialog(GRANDMA)
    pill = dialog.house_rules_bar.pills[0]
    QApplication.clipboard().clear()
    menu = pill.make_menu()
    menu.actions()[0].trigger()
    assert QApplication.clipboard().text() == encode_house_rules(GRANDMA)
    QApplication.clipboard().clear()
    QTest.keyClick(pill, Qt.Key.Key_C, CONTROL)
    assert QApplication.clipboard().text() == encode_house_rules(GRANDMA)


def test_pasted_line_is_kept_and_chosen(open_dialog):
    dialog = open_dialog(game="rank")
    QApplication.clipboard().setText(f"Try these: {encode_house_rules(GRANDMA)}")
    dialog.start_button.setFocus()
    QTest.keyClick(dialog.start_button, Qt.Key.Key_V, CONTROL)
    naming = wait_for(dialog, HouseRulesDialog)
    assert naming.name_field.text() == GRANDMA.name
    QTest.keyPress(naming.name_field, Qt.Key.Key_Return)
    assert dialog.game_list.chosen_game == "damn"
    assert dialog.options_form.chosen_values == GRANDMA.values
    assert pill_texts(dialog) == [GRANDMA.name]


def test_damaged_line_is_refused_with_a_sentence(open_dialog):
    dialog = open_dialog()
    QApplication.clipboard().setText('greenbaize-rules damn direction=sideways "x"')
    dialog.start_button.setFocus()
    QTest.keyClick(dialog.start_button, Qt.Key.Key_V, CONTROL)
    assert "direction" in dialog.error_label.text()
    assert dialog.error_label.isVisible()
    assert dialog.house_rules_bar.dialog is None


def test_pills_wrap_within_the_dialog(open_dialog):
    many = [HouseRules(f"The rules of the house {n}", "damn", {"deals": n}) for n in range(2, 9)]
    dialog = open_dialog(*many)
    pills = dialog.house_rules_bar.pills
    row = pills[0].parentWidget()
    boxes = [pill.geometry() for pill in pills]
    assert len({box.y() for box in boxes}) > 1
    assert all(row.rect().contains(box) for box in boxes)
    assert not any(one.intersects(other) for one in boxes for other in boxes if one is not other)


def test_names_and_meanings_are_spoken(open_dialog):
    (pill,) = open_dialog(GRANDMA).house_rules_bar.pills
    assert pill.accessibleName() == GRANDMA.name
    assert "deals" in pill.accessibleDescription()
