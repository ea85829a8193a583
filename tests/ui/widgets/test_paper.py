"""Tests of paper frames, which have the colours of the current theme."""

import pytest
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QLabel, QWidget

from greenbaize.ui.widgets.paper import PaperFrame, paper_palette
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT


@pytest.mark.parametrize("is_visible", [True, False])
def test_paper_inside_a_window_takes_another_theme(qtbot, is_visible):
    window = QWidget()
    qtbot.addWidget(window)
    paper = PaperFrame(window)
    label = QLabel("Saved", paper)
    window.show()
    paper.setVisible(is_visible)
    for theme in (DARK, LIGHT):
        apply_application_theme(theme)
        paper.show()
        expected_palette = paper_palette(theme)
        for role in (QPalette.ColorRole.Window, QPalette.ColorRole.WindowText):
            assert label.palette().color(role) == expected_palette.color(role)
