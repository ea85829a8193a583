"""Tests of the confirmation dialog."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from greenbaize.ui.widgets.dialog import make_abandon_dialog
from ui.show_widget import show_widget


@pytest.fixture
def window(qtbot):
    return show_widget(qtbot, QWidget())


@pytest.fixture
def question(qtbot, window):
    question = make_abandon_dialog(window)
    with qtbot.waitActive(question):
        question.open()
    return question


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space])
def test_enter_and_escape_change_nothing(qtbot, question, key):
    with qtbot.assertNotEmitted(question.confirmed), qtbot.waitSignal(question.finished):
        qtbot.keyClick(question.no_button, key)


def test_only_the_yes_button_confirms(qtbot, question):
    assert question.accessibleName() == "Abandon this match?"
    assert question.no_button.hasFocus()
    with qtbot.waitSignal(question.confirmed):
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
