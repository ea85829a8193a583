"""Steps of a person who plays a challenge."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.test_challenge_code import create_challenge
from greenbaize.ui.features.challenges.challenge_dialogs import (
    PlayChallengeDialog,
)
from ui.features.start.test_start_menu import start_menu
from ui.table.person import wait_until
from ui.window_steps import wait_for_dialog

CONTROL = Qt.KeyboardModifier.ControlModifier


def make_challenge(cards=1, **more):
    options = {"deals": cards, "first": cards}
    return create_challenge("damn", 3, level="easy", options=options, **more)


def click(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def paste(person, text):
    """Paste a text on the first screen."""
    QApplication.clipboard().setText(text)
    start_menu(person).buttons[0].setFocus()
    QTest.keyClick(person.window.focusWidget(), Qt.Key.Key_V, CONTROL)


def play_pasted(person, text):
    """Paste a challenge and begin to play it; return the dialog's description."""
    paste(person, text)
    dialog = wait_for_dialog(person, PlayChallengeDialog)
    description = dialog.description_label.text()
    click(dialog.play_button)
    wait_until(lambda: person.facade.match_view is not None)
    person.window.activateWindow()  # as window managers do after a dialog; offscreen nothing does
    wait_until(person.window.isActiveWindow)
    return description


def wait_for_result(person):
    wait_until(lambda: person.facade.result_controller is not None)
    panel = person.facade.result_controller.result_panel
    wait_until(lambda: panel.isVisible() and panel._is_painted)
    return panel
