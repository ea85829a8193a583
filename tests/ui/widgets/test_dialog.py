"""Tests of dialogs: confirmation, and room for their text."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from greenbaize.ui.widgets.dialog import BaseDialog, make_abandon_dialog
from greenbaize.ui.widgets.plain_text import PlainLabel
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


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_enter_presses_the_focused_yes_button(qtbot, question, key):
    while not question.yes_button.hasFocus():
        qtbot.keyClick(question.focusWidget(), Qt.Key.Key_Tab)
    with qtbot.waitSignal(question.confirmed):
        qtbot.keyClick(question.yes_button, key)


def test_only_the_yes_button_confirms(qtbot, question):
    assert question.accessibleName() == "Abandon this match?"
    assert question.no_button.hasFocus()
    with qtbot.waitSignal(question.confirmed):
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)


@pytest.mark.parametrize("width", [200, 500])
def test_a_dialog_is_as_high_as_its_wrapped_text_needs(qtbot, window, width):
    dialog = BaseDialog(window)
    label = PlainLabel("A sentence that wraps, and wraps again. " * 20, dialog)
    label.setWordWrap(True)
    QVBoxLayout(dialog).addWidget(label)
    dialog.resize(width, 10)
    show_widget(qtbot, dialog)
    assert dialog.width() >= width
    assert label.height() >= label.heightForWidth(label.width())
