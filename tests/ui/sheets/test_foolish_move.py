"""Tests of keeping a foolish move, by mouse and keyboard."""

import errno
import json
import os

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPalette
from PySide6.QtTest import QTest

from bots.blunders import load_positions
from greenbaize.store import files, folders
from greenbaize.ui.cards.suit_text import SuitCheckBox
from greenbaize.ui.cards.suits import suit_sign_colour
from greenbaize.ui.sheets.foolish_move import FoolishMoveDialog
from ui.sheets.test_thoughts import weighed_move
from ui.sheets.thoughts_users import ReplayUser, write_match
from ui.show_widget import show_widget
from ui.table.person import wait_until

pytestmark = [pytest.mark.slow, pytest.mark.qt_log_ignore("This plugin does not support")]


@pytest.fixture
def foolish_dialog(open_program):
    """Return the open dialog on the last weighed move of seat 1."""
    path, history = write_match()
    user = ReplayUser(open_program(), path)
    user.page.go_to_moment(weighed_move(history).event_index + 1)
    user.ask_by_key()
    wait_until(lambda: user.dialog.is_answered)
    QTest.mouseClick(user.dialog.foolish_button, Qt.MouseButton.LeftButton)
    dialog = user.dialog.findChild(FoolishMoveDialog)
    assert dialog.isVisible()
    return dialog


def test_a_foolish_move_is_kept_and_copied(foolish_dialog, monkeypatch):
    command, box = next(iter(foolish_dialog.choice_boxes.items()))
    QTest.keyClick(box, Qt.Key.Key_Space)
    QTest.keyClicks(foolish_dialog.reason_edit, "  It wins the trick. ")
    QTest.keyClick(foolish_dialog.reason_edit, Qt.Key.Key_Return)
    path = folders.foolish_moves_path()
    (position,) = load_positions(path)
    assert position.good == (command,)
    assert position.about == "It wins the trick."
    assert path.name in foolish_dialog.status_label.text()
    assert "to whoever makes or improves this program." in foolish_dialog.status_label.text()
    assert not foolish_dialog.reason_edit.isVisible()
    QTest.mouseClick(foolish_dialog.copy_button, Qt.MouseButton.LeftButton)
    assert json.loads(QGuiApplication.clipboard().text()) == json.loads(path.read_bytes())
    opened_folders = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened_folders.append(url.toLocalFile())
    )
    QTest.mouseClick(foolish_dialog.folder_button, Qt.MouseButton.LeftButton)
    assert opened_folders == [str(path.parent)]
    assert path.name in foolish_dialog.status_label.text()


def test_red_suits_are_red_among_the_choices(qtbot):
    box = SuitCheckBox("9♦")
    show_widget(qtbot, box)
    ground = box.palette().color(QPalette.ColorRole.Window)
    red = suit_sign_colour("D", ground).name()

    def drawn_colours():
        image = box.grab().toImage()
        return {
            image.pixelColor(x, y).name()
            for x in range(image.width())
            for y in range(image.height())
        }

    assert red in drawn_colours()
    box.setText("9♠")
    assert red not in drawn_colours()


def test_nothing_needs_to_be_said(foolish_dialog):
    QTest.mouseClick(foolish_dialog.keep_button, Qt.MouseButton.LeftButton)
    (position,) = load_positions(folders.foolish_moves_path())
    assert (position.about, position.good) == ("", ())


def test_cancel_keeps_nothing(foolish_dialog):
    QTest.mouseClick(foolish_dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert not folders.foolish_moves_path().exists()


def test_a_full_disk_is_said_and_what_was_typed_stays(foolish_dialog, monkeypatch):
    def fill_disk(file, data):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "write_all_bytes", fill_disk)
    QTest.keyClicks(foolish_dialog.reason_edit, "Too high")
    QTest.mouseClick(foolish_dialog.keep_button, Qt.MouseButton.LeftButton)
    assert foolish_dialog.status_label.text().startswith("It could not be kept: ")
    assert foolish_dialog.reason_edit.isVisible()
    assert foolish_dialog.reason_edit.text() == "Too high"
    assert folders.foolish_moves_path().read_bytes() == b""
