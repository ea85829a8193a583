"""Questions before something final."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from greenbaize.ui.dialogs.dialog import Confirmation, abandon_question

# Qt's offscreen platform says so of sizes and stacking that only a real desktop knows.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def question(qtbot: QtBot, window: QWidget) -> Confirmation:
    question = abandon_question(window)
    with qtbot.waitActive(question):
        question.open()
    return question


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Space])
def test_enter_and_escape_change_nothing(qtbot: QtBot, question: Confirmation, key: Qt.Key) -> None:
    with qtbot.assertNotEmitted(question.confirmed), qtbot.waitSignal(question.finished):
        qtbot.keyClick(question.no_button, key)


def test_only_its_own_button_does_it(qtbot: QtBot, question: Confirmation) -> None:
    assert question.accessibleName() == "Abandon this match?"
    assert question.no_button.hasFocus()
    with qtbot.waitSignal(question.confirmed):
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
