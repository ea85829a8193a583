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

from greenbaize.games.beat.commands import Stake
from greenbaize.resources import resources
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.prompts.choices import Choice, ChoicePrompt
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.widgets import style
from greenbaize.ui.widgets.plain import message_box
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import CLOTHS, DARK, LIGHT, between, faint
from ui.contrast import contrast
from ui.put_up import put_up

both_themes = pytest.mark.parametrize("theme", [LIGHT, DARK])
EVERY = [one for both in CLOTHS.values() for one in both]

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
PROMPT = 225 / 255
"""Opacity of a prompt's background (0 to 1)."""


def written(theme):
    """Iterate over every text colour with its background."""
    for ground in (theme.paper, theme.paper_tint, theme.field, theme.button):
        yield from ((ink, ground) for ink in (theme.ink, theme.ink_quiet, theme.loss))
    yield "#ffffff", theme.chosen
    question = between(theme.felt_glow, theme.plate, PROMPT)
    for ground in (theme.felt, theme.felt_glow, theme.plate, question):
        yield from ((ink, ground) for ink in (theme.plate_text, theme.plate_quiet))
    for ground in (theme.plate, question):
        yield from ((ink, ground) for ink in (theme.loss_on_felt, theme.brass_text))
    # The tag of the best answer
    yield theme.plate, theme.brass


def seen(theme):
    """Iterate over every colour of a mark with its background."""
    for ground in (theme.paper, theme.field, theme.button):
        yield theme.edge, ground
    yield from ((faint(theme), theme.paper), (theme.chosen, theme.paper))
    yield from ((theme.focus, theme.paper), (theme.focus, theme.button))
    yield from ((theme.brass_on_paper, ground) for ground in (theme.paper, theme.paper_tint))
    for ground in (theme.felt, theme.felt_glow, theme.plate):
        yield theme.brass, ground
        yield theme.plate_text, ground  # the focus ring


@pytest.mark.parametrize("theme", EVERY, ids=lambda one: f"{one.cloth}-{one.is_dark}")
def test_all_letters_and_marks_stand_out(theme):
    assert [pair for pair in written(theme) if contrast(*pair) < 4.5] == []
    assert [pair for pair in seen(theme) if contrast(*pair) < 3] == []


def longest_run(image):
    """Return the longest run of rows in which the colour of a column changes slightly."""
    longest = run = 0
    before = image.pixelColor(image.width() // 3, 0)
    for y in range(1, image.height()):
        colour = image.pixelColor(image.width() // 3, y)
        parts = zip(before.getRgb()[:3], colour.getRgb()[:3], strict=True)
        apart = sum(abs(one - other) for one, other in parts)
        run = run + 1 if 0 < apart < 12 else 0
        longest, before = max(longest, run), colour
    return longest


@both_themes
def test_no_control_is_shaded(qtbot, theme):
    dress(theme)
    shaded = []
    for kind in CONTROLS:
        wide = Qt.Orientation.Horizontal
        one = kind(wide) if kind in {QSlider, QScrollBar, QHeaderView} else kind()
        qtbot.addWidget(one)
        one.resize(120, 40)
        if longest_run(one.grab().toImage()) > 2:
            shaded.append(kind.__name__)
    assert shaded == []


@pytest.mark.slow
@both_themes
def test_a_button_shows_what_is_done_to_it(qtbot, theme):
    dress(theme)
    paper = QWidget()
    button = QPushButton("one", paper)
    button.setGeometry(10, 10, 100, 30)
    put_up(qtbot, paper)

    def ground():
        return button.grab().toImage().pixelColor(8, 15)

    still = ground()
    button.setDown(True)
    held = ground()
    button.setDown(False)
    button.setEnabled(False)
    off = ground()
    assert len({still.name(), held.name(), off.name()}) == 3
    assert off.name() == theme.paper


def test_controls_look_the_same_on_every_cloth():
    for by_day, by_night in CLOTHS.values():
        assert style.sheet(by_day) == style.sheet(LIGHT)
        assert style.sheet(by_night) == style.sheet(DARK)


def test_there_is_every_mark_of_the_sheets_and_no_other():
    there = {path.name for path in (resources() / "marks").iterdir()}
    assert there == {f"{name}{at}.png" for name in style.marks() for at in ("", "@2x", "@3x")}
    assert len(style.marks()) == 17


@both_themes
def test_dialogs_and_panels_have_an_edge(qtbot, theme):
    dress(theme)
    table = QWidget()
    qtbot.addWidget(table)
    table.resize(600, 400)
    banner, prompt = Banner(table), ChoicePrompt(table)
    banner.tell("The record is complete again.")
    prompt.ask("Go?", [Choice("Go", "G", "Go", Stake(0, True))], theme, quiet=True)
    prompt.lay_out(QRectF(100, 100, 300, 200), 80.0)
    box = message_box("Green Baize", "The disk is full.", table)
    edges = {banner: theme.edge, prompt: theme.thread, box: theme.edge}
    edges[AboutDialog(table)] = theme.edge
    for panel, edge in edges.items():
        picture = panel.grab().toImage()
        seen = picture.pixelColor(picture.width() // 2, 0)
        assert contrast(seen, QColor(edge)) < 1.1, type(panel).__name__
