"""Tests that names are shown as plain text in labels, tooltips, buttons and message boxes."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QToolTip, QWidget

import greenbaize.ui
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.app.sheets.files import file_name
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.tables.matches import OpenMatch, settled_header
from greenbaize.app.tables.unfinished import Unfinished
from greenbaize.bots import LEVELS
from greenbaize.games import GAMES
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.features.sheets.sheets import BlankWindow
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartMenu, StartScreen
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.unfinished import UnfinishedDialog
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.page_layout import pdf_of, put_on, title_of
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.result import ResultSheet
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.widgets.dialog import Confirmation
from greenbaize.ui.widgets.plain import (
    MOST_LETTERS,
    Label,
    Line,
    message_box,
    on_button,
    set_tip,
    tip_text,
)
from match.playing import SETUPS, play_randomly
from ui.gallery import opened_windows, play_a_deal
from ui.hostile import HOSTILE, PICTURE, READ, faults, harmless
from ui.put_up import put_up
from ui.table.person import Person, until


def default_players(names=HOSTILE):
    """Return a person and bots with hostile names."""
    return (Player(names[0]), *(Opponent("easy").sitter(name) for name in names[1:]))


# Single widgets


def test_a_label_shows_mark_up_as_it_is_written(qtbot):
    label = Label(PICTURE)
    qtbot.addWidget(label)
    assert label.sizeHint().width() >= label.fontMetrics().horizontalAdvance(PICTURE)
    assert label.text() == PICTURE
    label.setText("x" * 100_000)
    assert len(label.text()) == MOST_LETTERS


def test_a_label_with_cards_is_read_out_with_words(qtbot):
    label = Label("Anna took it with K♠.")
    qtbot.addWidget(label)
    assert label.accessibleName() == "Anna took it with king of spades."
    label.setText("Nothing.")
    assert label.accessibleName() == ""


def test_a_long_word_makes_no_label_wider_than_a_window(qtbot):
    label = Label("W" * 10_000)
    qtbot.addWidget(label)
    for wrapped in (True, False):
        label.setWordWrap(wrapped)
        assert label.sizeHint().width() < 700
        assert label.minimumSizeHint().width() < 700


def test_a_line_is_shortened_and_its_tooltip_has_the_whole_of_it(qtbot):
    line = Line("W" * 60)
    qtbot.addWidget(line)
    assert line.minimumSizeHint().width() < 100
    line.resize(100, 30)
    line.grab()
    assert line.toolTip() == "W" * 60
    line.resize(2000, 30)
    line.grab()
    assert line.toolTip() == ""


def test_a_tooltip_shows_mark_up_as_it_is_written(qtbot):
    assert tip_text("plain") == "plain"
    assert tip_text("a <b>\n& c") == "<p>a &lt;b&gt;<br>&amp; c</p>"
    button = QPushButton()
    qtbot.addWidget(button)
    set_tip(button, PICTURE)
    assert "<img" not in button.toolTip()


def test_a_button_keeps_an_ampersand(qtbot):
    button = QPushButton(on_button("A&B"))
    qtbot.addWidget(button)
    assert button.shortcut().isEmpty()
    assert button.text() == "A&&B"


SOURCES = sorted(Path(greenbaize.ui.__path__[0]).rglob("*.py"))
QT_GUESSES = {"QLabel", "QMessageBox", "QErrorMessage", "QToolTip", "QInputDialog", "QWhatsThis"}


def guesses(tree):
    """Iterate over the uses of Qt classes and methods that interpret text as HTML."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in QT_GUESSES:
            yield f"{node.lineno}: {node.id}"
        if isinstance(node, ast.Attribute) and node.attr in (
            "setToolTip",
            "setHtml",
            "setWhatsThis",
        ):
            yield f"{node.lineno}: {node.attr}"


@pytest.mark.slow
def test_nobody_else_makes_labels_boxes_or_tooltips():
    found = {path.name: list(guesses(ast.parse(path.read_text("utf-8")))) for path in SOURCES}
    assert {name: lines for name, lines in found.items() if lines}.keys() == {"plain.py"}, found


# Windows


@pytest.fixture
def home_with_match(home):
    """Write the record of an unfinished match with hostile names and return its path."""
    Settings(motion="none").save()
    header = settled_header("ass", default_players(READ[:6]), {}, seed_from("hostile"))
    header = Header(**{**_fields(header), "more": {"begun": "20260301T140355"}})
    match = OpenMatch.begin(header)
    path = match.file.path
    match.close()
    return path


def _fields(header):
    return {name: getattr(header, name) for name in header.__dataclass_fields__}


def test_the_empty_table_offers_a_match_of_hostile_names(home_with_match, opened):
    person = opened()
    until(lambda: person.window.findChild(StartMenu))
    choices = person.window.findChildren(StartMenu)[-1]
    until(choices.isVisible)
    assert any("bold" in label.text() for label in choices.findChildren(QLabel)) or choices.buttons
    assert faults(person.window) == []
    assert choices.width() <= person.window.width()


@pytest.mark.slow
def test_the_match_is_gone_on_with(home_with_match, opened):
    person = opened()
    until(lambda: person.main.lobby is None or person.main.lobby.choices)
    assert person.main.resume(home_with_match) == ""
    person.wait_for_turn()
    assert faults(person.window) == []


@pytest.mark.long
@pytest.mark.parametrize("names", [READ[:3], READ[3:6], READ[-3:]], ids=str)
def test_whatever_opens_over_their_table(opened, names):
    seed, options = seed_from("gallery"), {"first": 1, "deals": 3}
    match = OpenMatch.begin(settled_header("damn", default_players(names), options, seed))
    match.close()
    person = opened()
    until(lambda: person.main.lobby is None or person.main.lobby.choices)
    assert person.main.resume(match.file.path) == ""
    play_a_deal(person)
    for title, window in opened_windows(person):
        assert faults(window) == [], title
        tips = [item.toolTip() for item in person.scene.items()]
        assert [tip for tip in tips if "<img" in tip or not harmless(tip)] == [], title


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_a_whole_table_of_them_plays(qtbot, game):
    seats = GAMES[game].seats[-1]
    for names in (HOSTILE[:seats], HOSTILE[-seats:]):
        header = settled_header(game, default_players(names), {}, seed_from("hostile"))
        match = OpenMatch.begin(header)
        playing = MatchView(match.place)
        playing.motion.speed = 0
        put_up(qtbot, playing, 1280, 800)
        person = Person(playing)
        playing.begin()
        for _ in range(5):
            if not person.wait_for_turn():
                break
            assert faults(playing) == []
            person.press(*([Qt.Key.Key_Up] if playing.asking.refusals else []), Qt.Key.Key_Return)
        assert faults(playing) == []
        if playing.side.last_trick.isVisibleTo(playing):
            playing.side.explain_last_trick()
        for window in playing.findChildren(QWidget):
            if window.isWindow() and window.isVisible():
                assert faults(window) == []
        playing.leave()
        match.close()


def test_unfinished_matches_are_listed(qtbot):
    header = Header("rank", default_players(), {}, None)
    dialog = UnfinishedDialog([Unfinished(Path("x.jsonl"), header, "20260301T140355")] * 3)
    dialog.show_problem(PICTURE)
    put_up(qtbot, dialog)
    assert faults(dialog) == []


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
def test_sheets_on_screen_and_on_paper(qtbot, tmp_path, setup):
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    for names in (HOSTILE[: setup.seats], HOSTILE[-setup.seats :]):
        card = Scorecard(setup.name, names, sheet, 1, "2026-11-03")
        page, panel = SheetPage(card), SheetPanel()
        panel.show_sheet(sheet, names, 0)
        for window in (page, panel):
            qtbot.addWidget(window)
            window.show()
            assert faults(window) == []
        assert pdf_of(card).startswith(b"%PDF")
        assert harmless(title_of(card))
        assert len(file_name(card).encode()) < 255
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "x.pdf"))
        assert put_on(printer, card)


def test_the_mouse_on_a_box_of_the_sheet_loads_nothing(qtbot):
    setup = SETUPS[0]
    panel = SheetPanel()
    panel.show_sheet(setup.game.sheet(play_randomly(setup, 1).moments[-1][1]), HOSTILE[:3], None)
    put_up(qtbot, panel)
    at = panel.table.visualRect(panel.table.model().index(0, 0)).center()
    viewport = panel.table.viewport()
    where = viewport.mapToGlobal(at)
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, where))
    assert "&lt;img" in QToolTip.text()
    QToolTip.hideText()
    assert isinstance(where, QPoint)


@pytest.mark.long
def test_a_sheet_kept_by_hand(qtbot):
    window = put_up(qtbot, BlankWindow(BlankSheet.begin("master", READ[:4], {})))
    window.entries.setFocus()
    assert faults(window) == []
    qtbot.keyClicks(window.entries, "<img src=x>" + "9" * 3000)
    qtbot.keyClick(window.entries, Qt.Key.Key_Return)
    assert faults(window) == []
    window.ask_save_as()
    assert isinstance(window.saver.dialog, QFileDialog)
    window.saver.dialog.reject()


@pytest.mark.slow
def test_the_result_of_a_match(qtbot):
    window = put_up(qtbot, QWidget(), 1000, 700)
    result = ResultSheet(window)
    result.show_result((1,) * 10, HOSTILE, HOSTILE, 0, coin_flip=True)
    assert [one for one in faults(result) if "HTML" in one] == []
    assert result.width() <= window.width()


def test_dialogs_of_settings_written_by_a_foreign_hand(qtbot):
    seats = [{"who": "program", "program": name, "name": name} for name in HOSTILE[:4]]
    programs = dict.fromkeys(HOSTILE, "true")
    settings = Settings(
        your_name=PICTURE,
        last_game="damn",
        setups={"damn": {"seats": seats, "options": {PICTURE: PICTURE}}},
        programs=programs,
    )
    for dialog in (
        NewMatchDialog(GAMES, tuple(LEVELS), settings),
        PreferencesDialog(settings),
    ):
        qtbot.addWidget(dialog)
        dialog.show()
        assert faults(dialog) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_small_windows_take_any_words(qtbot, name):
    window = put_up(qtbot, QWidget(), 1000, 700)
    banner = Banner(window)
    banner.tell(name, name)
    question = Confirmation(window, name, name, "&Yes", "&No")
    box = message_box("x", name, window)
    lobby = StartScreen(4, window)
    lobby.resize(800, 600)
    lobby.show_choices(name).add(name, name)
    lobby.place_choices()
    for one in (banner, question, box, lobby):
        one.show()
        assert [fault for fault in faults(one) if "HTML" in fault or "wide" in fault] == []
    assert lobby.choices.width() <= 800
