"""The field for trump suits."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from greenbaize.ui.dialogs.suits_field import SuitsField


def shown(qtbot: QtBot, *letters: str) -> tuple[SuitsField, list[tuple[str, ...]]]:
    field = SuitsField()
    qtbot.addWidget(field)
    field.show_suits(letters)
    field.show()
    said: list[tuple[str, ...]] = []
    field.changed.connect(said.append)
    return field, said


def down(field: SuitsField) -> set[str]:
    return {letter for letter, button in field.buttons.items() if button.isChecked()}


def test_as_many_suits_are_down_as_were_shown(qtbot: QtBot) -> None:
    field, _ = shown(qtbot, "C", "H")
    assert down(field) == {"C", "H"}


def test_one_too_many_lets_go_of_the_one_chosen_first(qtbot: QtBot) -> None:
    field, said = shown(qtbot, "C", "H")
    QTest.mouseClick(field.buttons["S"], Qt.MouseButton.LeftButton)
    assert down(field) == {"H", "S"}
    assert said == [("H", "S")]


def test_a_chosen_suit_is_let_go_only_for_another(qtbot: QtBot) -> None:
    field, said = shown(qtbot, "D")
    QTest.keyClick(field.buttons["D"], Qt.Key.Key_Space)
    assert down(field) == {"D"}
    assert said == []


def test_suits_are_named_for_screen_readers(qtbot: QtBot) -> None:
    field, _ = shown(qtbot, "D")
    names = {letter: button.accessibleName() for letter, button in field.buttons.items()}
    assert names == {"C": "clubs", "H": "hearts", "D": "diamonds", "S": "spades"}
