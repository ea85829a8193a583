"""Buttons with drawn signs: each looks and says what it does."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from greenbaize.ui.memory.transport import Sign, TransportButton
from greenbaize.ui.theme import DARK, LIGHT
from ui.table.person import LEFT

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def button(qtbot: QtBot, sign: Sign, *, back: bool = False) -> TransportButton:
    paper = QWidget()
    qtbot.addWidget(paper)
    made = TransportButton(sign, "Play", LIGHT, paper, back=back)
    made.set_key("Space")
    made.resize(34, 34)
    paper.show()
    made.paper = paper  # which would go away otherwise
    return made


def test_every_sign_looks_its_own_way(qtbot: QtBot) -> None:
    pictures = [button(qtbot, sign).grab().toImage() for sign in Sign]
    pictures += [button(qtbot, sign, back=True).grab().toImage() for sign in Sign]
    alike = [(n, m) for n, one in enumerate(pictures) for m in range(n) if one == pictures[m]]
    assert alike == [(6, 1)]  # a pause points nowhere


def test_it_says_what_it_does_and_by_which_key(qtbot: QtBot) -> None:
    made = button(qtbot, Sign.PLAY)
    assert made.accessibleName() == "Play"
    assert made.toolTip() == "Play (Space)"
    made.show_sign(Sign.PAUSE, "Pause")
    assert made.toolTip() == "Pause (Space)"


def test_the_mouse_leaves_the_keyboard_where_it_is(qtbot: QtBot) -> None:
    made = button(qtbot, Sign.PLAY)
    clicks: list[int] = []
    made.clicked.connect(lambda: clicks.append(1))
    QTest.mouseClick(made, LEFT)
    assert clicks == [1]
    assert not made.hasFocus()
    assert made.focusPolicy() is Qt.FocusPolicy.TabFocus


def test_it_takes_other_colours_and_fades(qtbot: QtBot) -> None:
    made = button(qtbot, Sign.DEAL)
    light = made.grab().toImage()
    made.set_theme(DARK)
    dark = made.grab().toImage()
    assert dark != light
    made.setEnabled(False)
    assert made.grab().toImage() != dark
