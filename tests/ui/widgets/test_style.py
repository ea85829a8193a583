"""Tests of the style sheet: flat controls and enough contrast in every theme."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QGroupBox,
    QHeaderView,
    QMenu,
    QMenuBar,
    QProgressBar,
    QPushButton,
    QRadioButton,
    QScrollBar,
    QSlider,
    QSpinBox,
    QTabBar,
    QToolButton,
    QWidget,
)

from greenbaize.games.beat.commands import StakeCommand
from greenbaize.resources import resources_folder
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.prompts.choice_prompt import AnswerChoice, ChoicePrompt
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.widgets import style
from greenbaize.ui.widgets.plain_text import make_warning_box
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import CLOTHS, DARK, LIGHT
from ui.colour_contrast import contrast_ratio
from ui.show_widget import show_widget

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])

CONTROLS = (
    QPushButton,
    QToolButton,
    QComboBox,
    QSpinBox,
    QCheckBox,
    QRadioButton,
    QProgressBar,
    QSlider,
    QScrollBar,
    QTabBar,
    QGroupBox,
    QHeaderView,
    QMenuBar,
    QMenu,
)


def longest_gradient_run(image):
    """Return the longest run of rows in which the colour of a column changes slightly."""
    longest = run = 0
    before = image.pixelColor(image.width() // 3, 0)
    for y in range(1, image.height()):
        colour = image.pixelColor(image.width() // 3, y)
        parts = zip(before.getRgb()[:3], colour.getRgb()[:3], strict=True)
        difference = sum(abs(old - new) for old, new in parts)
        run = run + 1 if 0 < difference < 12 else 0
        longest, before = max(longest, run), colour
    return longest


@both_themes
def test_no_control_is_shaded(qtbot, theme):
    apply_application_theme(theme)
    shaded = []
    for kind in CONTROLS:
        orientation = Qt.Orientation.Horizontal
        control = kind(orientation) if kind in {QSlider, QScrollBar, QHeaderView} else kind()  # type: ignore[call-arg]
        qtbot.addWidget(control)
        control.resize(120, 40)
        if longest_gradient_run(control.grab().toImage()) > 2:
            shaded.append(kind.__name__)
    assert shaded == []


@pytest.mark.slow
@both_themes
def test_a_button_shows_its_state(qtbot, theme):
    apply_application_theme(theme)
    paper = QWidget()
    button = QPushButton("one", paper)
    button.setGeometry(10, 10, 100, 30)
    show_widget(qtbot, paper)

    def background_colour():
        return button.grab().toImage().pixelColor(8, 15)

    idle = background_colour()
    button.setDown(True)
    pressed = background_colour()
    button.setDown(False)
    button.setEnabled(False)
    off = background_colour()
    assert len({idle.name(), pressed.name(), off.name()}) == 3
    assert off.name() == theme.paper


def test_controls_look_the_same_on_every_cloth():
    for by_day, by_night in CLOTHS.values():
        assert style.make_style_sheet(by_day) == style.make_style_sheet(LIGHT)
        assert style.make_style_sheet(by_night) == style.make_style_sheet(DARK)


def test_mark_files_match_the_style_sheet():
    file_names = {path.name for path in (resources_folder() / "marks").iterdir()}
    assert file_names == {
        f"{name}{suffix}.png" for name in style.icon_names() for suffix in ("", "@2x", "@3x")
    }
    assert len(style.icon_names()) == 17


@both_themes
def test_dialogs_and_panels_have_an_edge(qtbot, theme):
    apply_application_theme(theme)
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(600, 400)
    banner, prompt = Banner(table), ChoicePrompt(table)
    banner.show_sentence("The record is complete again.")
    prompt.show_question(
        "Go?", [AnswerChoice("Go", "G", "Go", StakeCommand(0, True))], theme, keep_focus=True
    )
    prompt.relayout(QRectF(100, 100, 300, 200), 80.0)
    box = make_warning_box("Green Baize", "The disk is full.", table)
    edges = {banner: theme.edge, prompt: theme.thread, box: theme.edge}
    edges[AboutDialog(table)] = theme.edge
    for panel, edge in edges.items():
        picture = panel.grab().toImage()
        edge_colour = picture.pixelColor(picture.width() // 2, 0)
        assert contrast_ratio(edge_colour, QColor(edge)) < 1.1, type(panel).__name__
