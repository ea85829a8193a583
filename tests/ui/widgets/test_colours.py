"""Tests of the light and dark themes: palettes, contrast and following the system."""

from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QLabel,
    QStyle,
    QStyleOptionButton,
    QToolTip,
    QWidget,
)

from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.cards.suits import suit_sign_colour
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.widgets import style
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.colour_contrast import contrast_ratio, luminance, median_luminance
from ui.table.person import wait_until
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal
from ui.window_steps import find_menu_action, wait_for_dialog

THEMES = {"light": LIGHT, "dark": DARK}
ROLE, GROUP = QPalette.ColorRole, QPalette.ColorGroup
ROLE_PAIRS = (
    (ROLE.WindowText, ROLE.Window),
    (ROLE.Text, ROLE.Base),
    (ROLE.ButtonText, ROLE.Button),
    (ROLE.HighlightedText, ROLE.Highlight),
    (ROLE.ToolTipText, ROLE.ToolTipBase),
)
"""Text roles with the role behind each."""


def play_in_theme(open_program, name):
    """Open the program in a theme and play a deal."""
    settings = UserSettings.load()
    settings.theme = name
    settings.save()
    person = open_program(SHORT_MATCH)
    play_first_deal(person)
    return person


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
def test_everything_that_opens_is_painted_in_the_theme(open_program, name):
    person = play_in_theme(open_program, name)
    lightness_by_window = {"menu-bar": median_luminance(person.facade.menuBar().grab().toImage())}
    unreadable = []
    for title, window in open_windows(person):
        # The waiting room and the exercises have cloth around their paper.
        paper = {"room": "panel", "exercises": "footer"}.get(title)
        lightness_by_window[title] = median_luminance(
            (getattr(window, paper) if paper else window).grab().toImage()
        )
        for widget in (window, *window.findChildren(QWidget)):
            table = window.findChild(MatchView)  # text on the cloth is painted, not a palette's
            if not widget.isVisible() or (
                table and (table is widget or table.isAncestorOf(widget))
            ):
                continue
            palette, state = widget.palette(), widget.palette().currentColorGroup()
            min_contrast = 3.0 if state == GROUP.Disabled else 4.5
            for text, ground in ROLE_PAIRS:
                background = palette.color(state, ground)
                # A transparent background shows the paper.
                background = background if background.alpha() else QColor(THEMES[name].paper)
                if contrast_ratio(palette.color(state, text), background) < min_contrast:
                    unreadable.append((title, type(widget).__name__, text.name))
    assert len(lightness_by_window) > 25
    if name == "dark":
        assert {title: light for title, light in lightness_by_window.items() if light > 0.08} == {}
    else:
        assert {title: light for title, light in lightness_by_window.items() if light < 0.6} == {}
    assert unreadable == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES.values())
def test_palette_text_is_readable(theme):
    palette = paper_palette(theme)

    def active_contrast(text, ground):
        return contrast_ratio(
            palette.color(GROUP.Active, text), palette.color(GROUP.Active, ground)
        )

    for text, ground in ROLE_PAIRS:
        assert active_contrast(text, ground) >= 4.5
        disabled_text = palette.color(GROUP.Disabled, text)
        assert contrast_ratio(disabled_text, palette.color(GROUP.Disabled, ground)) >= 3
    for ground in (ROLE.Window, ROLE.Base):
        assert active_contrast(ROLE.PlaceholderText, ground) >= 4.5
        assert active_contrast(ROLE.Link, ground) >= 4.5
    assert active_contrast(ROLE.Highlight, ROLE.Window) >= 3


@pytest.mark.parametrize("theme", THEMES.values())
@pytest.mark.parametrize("four", [False, True])
def test_suit_inks_stand_out_on_every_background(theme, four):
    set_current_card_look(CardLook(four_colours=four))
    palette = paper_palette(theme)
    grounds = [QColor(colour) for colour in (theme.felt, theme.felt_glow, theme.plate, theme.paper)]
    grounds += [palette.color(role) for role in (ROLE.Window, ROLE.Base, ROLE.Button)]
    for ground in grounds:
        inks = [suit_sign_colour(letter, ground) for letter in "CDHS"]
        assert all(contrast_ratio(suit_ink, ground) >= 3 for suit_ink in inks)
        assert len({suit_ink.name() for suit_ink in inks}) == (4 if four else 2)
        assert inks[2].red() > inks[2].green() + 60
        assert inks[2].red() > inks[2].blue() + 60


@pytest.mark.slow
def test_a_theme_repaints_open_windows(open_program):
    person = play_in_theme(open_program, "light")
    person.facade.help.show_current_rule()
    person.facade.explain_trick()
    about = AboutDialog(person.window)
    about.show()
    parts = (
        person.facade.menuBar(),
        person.facade.help.window,
        person.match_view.side_column.explanation_dialog,
        about,
    )
    find_menu_action(person, "Preferences").trigger()
    dialog = wait_for_dialog(person, type(person.facade._dialog))

    def window_luminances():
        return [luminance(part.palette().window().color()) for part in (*parts, dialog)]

    assert min(window_luminances()) > 0.6
    dialog.fields["theme"].setCurrentIndex(2)
    wait_until(lambda: max(window_luminances()) < 0.08)
    assert [type(part) for part in parts if median_luminance(part.grab().toImage()) > 0.08] == []
    assert QToolTip.palette().color(ROLE.ToolTipBase) == QColor(DARK.paper_tint)
    dialog.fields["theme"].setCurrentIndex(1)
    wait_until(lambda: min(window_luminances()) > 0.6)
    assert [type(part) for part in parts if median_luminance(part.grab().toImage()) < 0.6] == []


def make_style_hints(scheme):
    """Return style hints of a system that keeps its scheme, as X11 without a theme does."""
    scheme_setters = {"setColorScheme": lambda _: None, "unsetColorScheme": lambda: None}
    return SimpleNamespace(colorScheme=lambda: scheme, **scheme_setters)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "scheme", "theme"),
    [
        ("system", Qt.ColorScheme.Dark, DARK),
        ("system", Qt.ColorScheme.Light, LIGHT),
        ("system", Qt.ColorScheme.Unknown, LIGHT),
        ("light", Qt.ColorScheme.Dark, LIGHT),
        ("dark", Qt.ColorScheme.Light, DARK),
    ],
)
def test_themes_work_where_the_system_has_none(monkeypatch, name, scheme, theme):
    apply_application_theme(DARK if theme is LIGHT else LIGHT)
    monkeypatch.setattr(style.QApplication, "styleHints", lambda: make_style_hints(scheme))
    assert style.select_theme(name) is theme
    for kind in ("QMenu", "QMenuBar", "QMessageBox", "QFileDialog", "QLabel"):
        palette = QApplication.palette(kind)
        assert palette.color(ROLE.Window) == QColor(theme.paper)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["system", "light"])
def test_the_window_follows_a_system_that_changes(open_program, monkeypatch, name):
    hints = QApplication.styleHints()
    hints.setColorScheme(Qt.ColorScheme.Light)
    person = play_in_theme(open_program, name)
    monkeypatch.setattr(
        style.QApplication, "styleHints", lambda: make_style_hints(Qt.ColorScheme.Dark)
    )
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    expected_theme = DARK if name == "system" else LIGHT
    wait_until(lambda: person.facade.theme is expected_theme)
    assert QApplication.palette().color(ROLE.Window) == QColor(expected_theme.paper)
    label = QLabel("x")
    assert label.palette().color(ROLE.Window) == QColor(expected_theme.paper)


def test_a_closed_window_ignores_the_system_theme(open_program, monkeypatch):
    hints = QApplication.styleHints()
    hints.setColorScheme(Qt.ColorScheme.Light)
    person = play_in_theme(open_program, "system")
    person.facade.close()
    before = QApplication.palette().color(ROLE.Window)
    monkeypatch.setattr(
        style.QApplication, "styleHints", lambda: make_style_hints(Qt.ColorScheme.Dark)
    )
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert QApplication.palette().color(ROLE.Window) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("is_checked", [False, True])
def test_a_check_box_stands_out_on_its_paper(qtbot, name, *, is_checked):
    paper = QWidget()
    qtbot.addWidget(paper)
    apply_application_theme(THEMES[name])
    box = QCheckBox("Cards move", paper)
    box.setChecked(is_checked)
    paper.resize(200, 60)
    box.move(20, 20)
    paper.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    square = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    image = paper.grab().toImage()
    square_rect = square.translated(box.pos())
    middle, ground = square_rect.center(), THEMES[name].paper
    for x in (square_rect.left(), square_rect.right()):
        assert contrast_ratio(image.pixelColor(x, middle.y()), ground) >= 3
    for y in (square_rect.top(), square_rect.bottom()):
        assert contrast_ratio(image.pixelColor(middle.x(), y), ground) >= 3


@pytest.mark.slow
def test_the_cloth_lies_around_the_sheet(open_program):
    person = play_in_theme(open_program, "light")
    playing = person.match_view
    corner = playing.mapTo(person.window, QPoint(playing.width() - 2, 2))
    ground = QColor(person.facade.grab().toImage().pixel(corner))
    assert ground.green() > ground.red() + 20
