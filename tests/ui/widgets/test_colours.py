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

from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import CardLook, use_look
from greenbaize.ui.cards.suits import sign_ink
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.widgets import style
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.contrast import contrast, ground_of, luminance
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.shell.test_window import action, dialog_of
from ui.table.person import until

THEMES = {"light": LIGHT, "dark": DARK}
ROLE, GROUP = QPalette.ColorRole, QPalette.ColorGroup
GROUNDS = (
    (ROLE.WindowText, ROLE.Window),
    (ROLE.Text, ROLE.Base),
    (ROLE.ButtonText, ROLE.Button),
    (ROLE.HighlightedText, ROLE.Highlight),
    (ROLE.ToolTipText, ROLE.ToolTipBase),
)
"""Text roles with the role behind each."""


def themed(opened, name):
    """Open the program in a theme and play a deal."""
    settings = Settings.load()
    settings.theme = name
    settings.save()
    person = opened(SHORT)
    play_a_deal(person)
    return person


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
def test_everything_that_opens_is_painted_in_the_theme(opened, name):
    person = themed(opened, name)
    seen = {"menu-bar": ground_of(person.main.menuBar().grab().toImage())}
    unread = []
    for title, window in opened_windows(person):
        # The waiting room and the exercises have cloth around their paper.
        paper = {"room": "card", "exercises": "foot"}.get(title)
        seen[title] = ground_of((getattr(window, paper) if paper else window).grab().toImage())
        for part in (window, *window.findChildren(QWidget)):
            table = window.findChild(MatchView)  # text on the cloth is painted, not a palette's
            if not part.isVisible() or (table and (table is part or table.isAncestorOf(part))):
                continue
            palette, state = part.palette(), part.palette().currentColorGroup()
            least = 3.0 if state == GROUP.Disabled else 4.5
            for text, ground in GROUNDS:
                behind = palette.color(state, ground)
                # A transparent background shows the paper.
                behind = behind if behind.alpha() else QColor(THEMES[name].paper)
                if contrast(palette.color(state, text), behind) < least:
                    unread.append((title, type(part).__name__, text.name))
    assert len(seen) > 25
    if name == "dark":
        assert {title: light for title, light in seen.items() if light > 0.08} == {}
    else:
        assert {title: light for title, light in seen.items() if light < 0.6} == {}
    assert unread == []


@pytest.mark.slow
@pytest.mark.parametrize("theme", THEMES.values())
def test_all_that_is_written_can_be_read(theme):
    palette = paper_palette(theme)

    def stands_out(text, ground):
        return contrast(palette.color(GROUP.Active, text), palette.color(GROUP.Active, ground))

    for text, ground in GROUNDS:
        assert stands_out(text, ground) >= 4.5
        faint = palette.color(GROUP.Disabled, text)
        assert contrast(faint, palette.color(GROUP.Disabled, ground)) >= 3
    for ground in (ROLE.Window, ROLE.Base):
        assert stands_out(ROLE.PlaceholderText, ground) >= 4.5
        assert stands_out(ROLE.Link, ground) >= 4.5
    assert stands_out(ROLE.Highlight, ROLE.Window) >= 3


@pytest.mark.parametrize("theme", THEMES.values())
@pytest.mark.parametrize("four", [False, True])
def test_every_suit_can_be_seen_wherever_it_is_shown(theme, four):
    use_look(CardLook(four_colours=four))
    palette = paper_palette(theme)
    grounds = [QColor(colour) for colour in (theme.felt, theme.felt_glow, theme.plate, theme.paper)]
    grounds += [palette.color(role) for role in (ROLE.Window, ROLE.Base, ROLE.Button)]
    for ground in grounds:
        inks = [sign_ink(letter, ground) for letter in "CDHS"]
        assert all(contrast(one, ground) >= 3 for one in inks)
        assert len({one.name() for one in inks}) == (4 if four else 2)
        assert inks[2].red() > inks[2].green() + 60
        assert inks[2].red() > inks[2].blue() + 60


@pytest.mark.slow
def test_a_theme_reaches_what_is_open_already(opened):
    person = themed(opened, "light")
    person.main.help_desk.show_rules()
    person.main.explain_trick()
    about = AboutDialog(person.window)
    about.show()
    parts = (person.main.menuBar(), person.main.help_desk.shown, person.playing.side.why, about)
    action(person, "Preferences").trigger()
    dialog = dialog_of(person, type(person.main._dialog))

    def grounds():
        return [luminance(part.palette().window().color()) for part in (*parts, dialog)]

    assert min(grounds()) > 0.6
    dialog.fields["theme"].setCurrentIndex(2)
    until(lambda: max(grounds()) < 0.08)
    assert [type(part) for part in parts if ground_of(part.grab().toImage()) > 0.08] == []
    assert QToolTip.palette().color(ROLE.ToolTipBase) == QColor(DARK.paper_tint)
    dialog.fields["theme"].setCurrentIndex(1)
    until(lambda: min(grounds()) > 0.6)
    assert [type(part) for part in parts if ground_of(part.grab().toImage()) < 0.6] == []


def system(scheme):
    """Return style hints of a system that keeps its scheme, as X11 without a theme does."""
    asked = {"setColorScheme": lambda _: None, "unsetColorScheme": lambda: None}
    return SimpleNamespace(colorScheme=lambda: scheme, **asked)


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
def test_a_system_that_knows_nothing_of_themes_has_them_all_the_same(
    monkeypatch, name, scheme, theme
):
    dress(DARK if theme is LIGHT else LIGHT)
    monkeypatch.setattr(style.QApplication, "styleHints", lambda: system(scheme))
    assert style.apply_theme(name) is theme
    for kind in ("QMenu", "QMenuBar", "QMessageBox", "QFileDialog", "QLabel"):
        worn = QApplication.palette(kind)
        assert worn.color(ROLE.Window) == QColor(theme.paper)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["system", "light"])
def test_the_window_follows_a_system_that_changes(opened, monkeypatch, name):
    hints = QApplication.styleHints()
    hints.setColorScheme(Qt.ColorScheme.Light)
    person = themed(opened, name)
    monkeypatch.setattr(style.QApplication, "styleHints", lambda: system(Qt.ColorScheme.Dark))
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    wanted = DARK if name == "system" else LIGHT
    until(lambda: person.main.theme is wanted)
    assert QApplication.palette().color(ROLE.Window) == QColor(wanted.paper)
    label = QLabel("x")
    assert label.palette().color(ROLE.Window) == QColor(wanted.paper)


def test_a_closed_window_follows_the_system_no_longer(opened, monkeypatch):
    hints = QApplication.styleHints()
    hints.setColorScheme(Qt.ColorScheme.Light)
    person = themed(opened, "system")
    person.main.close()
    before = QApplication.palette().color(ROLE.Window)
    monkeypatch.setattr(style.QApplication, "styleHints", lambda: system(Qt.ColorScheme.Dark))
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert QApplication.palette().color(ROLE.Window) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("is_checked", [False, True])
def test_the_square_of_a_box_is_seen_on_its_paper(qtbot, name, *, is_checked):
    paper = QWidget()
    qtbot.addWidget(paper)
    dress(THEMES[name])
    box = QCheckBox("Cards move", paper)
    box.setChecked(is_checked)
    paper.resize(200, 60)
    box.move(20, 20)
    paper.show()
    option = QStyleOptionButton()
    box.initStyleOption(option)
    square = box.style().subElementRect(QStyle.SubElement.SE_CheckBoxIndicator, option, box)
    image = paper.grab().toImage()
    seen = square.translated(box.pos())
    middle, ground = seen.center(), THEMES[name].paper
    for x in (seen.left(), seen.right()):
        assert contrast(image.pixelColor(x, middle.y()), ground) >= 3
    for y in (seen.top(), seen.bottom()):
        assert contrast(image.pixelColor(middle.x(), y), ground) >= 3


@pytest.mark.slow
def test_the_cloth_lies_around_the_sheet(opened):
    person = themed(opened, "light")
    playing = person.playing
    corner = playing.mapTo(person.window, QPoint(playing.width() - 2, 2))
    ground = QColor(person.main.grab().toImage().pixel(corner))
    assert ground.green() > ground.red() + 20
