"""Tests of paper frames, which have the colours of the current theme."""

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from greenbaize.ui.widgets.paper import PaperFrame, paper_palette
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT


@pytest.mark.parametrize("is_visible", [True, False])
def test_paper_inside_a_window_takes_another_theme(qtbot, is_visible):
    window = QWidget()
    qtbot.addWidget(window)
    paper = PaperFrame(window)
    words = QLabel("Saved", paper)
    window.show()
    paper.setVisible(is_visible)
    for theme in (DARK, LIGHT):
        dress(theme)
        paper.show()
        wanted = paper_palette(theme)
        for role in (QPalette.ColorRole.Window, QPalette.ColorRole.WindowText):
            assert words.palette().color(role) == wanted.color(role)
