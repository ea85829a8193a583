"""Tests that names are shown as plain text in labels, tooltips, buttons and message boxes."""

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QPushButton, QToolTip, QWidget

import greenbaize.ui
from greenbaize.app.seats.opponents import Opponent
from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_files import format_file_name
from greenbaize.app.tables.matches import OpenMatch, create_header
from greenbaize.app.tables.unfinished_matches import UnfinishedMatch
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import OptionValues
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartMenu, StartScreen
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.match.resume_dialogs import UnfinishedDialog
from greenbaize.ui.sheets.page_layout import format_title, paint_page, render_pdf
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.shell.banner import Banner
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.plain_text import (
    MAX_TEXT_LENGTH,
    SEPARATOR,
    ElidedLabel,
    PlainLabel,
    escape_ampersands,
    make_compact_combo,
    make_warning_box,
    merge_names,
    replace_entries,
    set_tooltip,
    tooltip_text,
)
from match.random_matches import SETUPS, play_randomly
from ui.hostile_names import (
    HOSTILE_NAMES,
    IMAGE_TAG_NAME,
    RECORDED_NAMES,
    find_display_faults,
    is_harmless,
)
from ui.show_widget import show_widget
from ui.table.person import SimulatedPerson, wait_until
from ui.window_gallery import open_windows, play_first_deal


def default_players(names=HOSTILE_NAMES):
    """Return a person and bots with hostile names."""
    return (
        HeaderPlayer(names[0]),
        *(Opponent("easy").create_header_player(name) for name in names[1:]),
    )


def test_a_label_shows_mark_up_as_it_is_written(qtbot):
    label = PlainLabel(IMAGE_TAG_NAME)
    qtbot.addWidget(label)
    assert label.sizeHint().width() >= label.fontMetrics().horizontalAdvance(IMAGE_TAG_NAME)
    assert label.text() == IMAGE_TAG_NAME
    label.setText("x" * 100_000)
    assert len(label.text()) == MAX_TEXT_LENGTH


def test_a_label_with_cards_is_read_out_with_words(qtbot):
    label = PlainLabel("Anna took it with K♠.")
    qtbot.addWidget(label)
    assert label.accessibleName() == "Anna took it with king of spades."
    label.setText("Nothing.")
    assert label.accessibleName() == ""


def test_a_long_word_makes_no_label_wider_than_a_window(qtbot):
    label = PlainLabel("W" * 10_000)
    qtbot.addWidget(label)
    for wrapped in (True, False):
        label.setWordWrap(wrapped)
        assert label.sizeHint().width() < 700
        assert label.minimumSizeHint().width() < 700


def test_a_line_is_shortened_and_its_tooltip_has_the_whole_of_it(qtbot):
    line = ElidedLabel("W" * 60)
    qtbot.addWidget(line)
    assert line.minimumSizeHint().width() < 100
    line.resize(100, 30)
    line.grab()
    assert line.toolTip() == "W" * 60
    line.resize(2000, 30)
    line.grab()
    assert line.toolTip() == ""


def test_a_tooltip_shows_mark_up_as_it_is_written(qtbot):
    assert tooltip_text("plain") == "plain"
    assert tooltip_text("a <b>\n& c") == "<p>a &lt;b&gt;<br>&amp; c</p>"
    button = QPushButton()
    qtbot.addWidget(button)
    set_tooltip(button, IMAGE_TAG_NAME)
    assert "<img" not in button.toolTip()


def test_a_button_shows_an_ampersand(qtbot):
    button = QPushButton(escape_ampersands("A&B"))
    qtbot.addWidget(button)
    assert button.shortcut().isEmpty()
    assert button.text() == "A&&B"


SOURCE_FILES = sorted(Path(greenbaize.ui.__path__[0]).rglob("*.py"))

HTML_GUESSING_CLASSES = {
    "QLabel",
    "QMessageBox",
    "QErrorMessage",
    "QToolTip",
    "QInputDialog",
    "QWhatsThis",
}


def find_html_calls(tree):
    """Iterate over the uses of Qt classes and methods that interpret text as HTML."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in HTML_GUESSING_CLASSES:
            yield f"{node.lineno}: {node.id}"
        if isinstance(node, ast.Attribute) and node.attr in (
            "setToolTip",
            "setHtml",
            "setWhatsThis",
        ):
            yield f"{node.lineno}: {node.attr}"


@pytest.mark.slow
def test_only_the_plain_text_module_uses_html_guessing_widgets():
    calls_by_file = {
        path.name: list(find_html_calls(ast.parse(path.read_text("utf-8"))))
        for path in SOURCE_FILES
    }
    assert {name: lines for name, lines in calls_by_file.items() if lines}.keys() == {
        "plain_text.py"
    }, calls_by_file


@pytest.fixture
def hostile_record_path(home):
    """Write the record of an unfinished match with hostile names and return its path."""
    UserSettings(motion="none").save()
    header = create_header(
        "ass", default_players(RECORDED_NAMES[:6]), {}, seed_from_text("hostile")
    )
    header = replace(header, extra={"begun": "20260301T140355"})
    match = OpenMatch.create(header)
    path = match.file.path
    match.close()
    return path


def test_the_empty_table_offers_a_match_of_hostile_names(hostile_record_path, open_program):
    person = open_program()
    wait_until(lambda: person.window.findChild(StartMenu))
    choices = person.window.findChildren(StartMenu)[-1]
    wait_until(choices.isVisible)
    assert any("bold" in label.text() for label in choices.findChildren(QLabel)) or choices.buttons
    assert find_display_faults(person.window) == []
    assert choices.width() <= person.window.width()


@pytest.mark.slow
def test_a_match_of_hostile_names_can_be_resumed(hostile_record_path, open_program):
    person = open_program()
    wait_until(lambda: person.facade.start_screen is None or person.facade.start_screen.start_menu)
    assert person.facade.resume_match(hostile_record_path) == ""
    person.wait_for_turn()
    assert find_display_faults(person.window) == []


@pytest.mark.long
@pytest.mark.parametrize(
    "names", [RECORDED_NAMES[:3], RECORDED_NAMES[3:6], RECORDED_NAMES[-3:]], ids=str
)
def test_every_window_over_their_table_is_harmless(open_program, names):
    seed, options = seed_from_text("gallery"), {"first": 1, "deals": 3}
    match = OpenMatch.create(create_header("damn", default_players(names), options, seed))
    match.close()
    person = open_program()
    wait_until(lambda: person.facade.start_screen is None or person.facade.start_screen.start_menu)
    assert person.facade.resume_match(match.file.path) == ""
    play_first_deal(person)
    for title, window in open_windows(person):
        assert find_display_faults(window) == [], title
        tips = [item.toolTip() for item in person.scene.items()]
        assert [tip for tip in tips if "<img" in tip or not is_harmless(tip)] == [], title


@pytest.mark.long
@pytest.mark.parametrize("game", list(GAMES))
def test_a_table_of_hostile_names_can_be_played(qtbot, game):
    seats = GAMES[game].seats[-1]
    for names in (HOSTILE_NAMES[:seats], HOSTILE_NAMES[-seats:]):
        header = create_header(game, default_players(names), {}, seed_from_text("hostile"))
        match = OpenMatch.create(header)
        playing = MatchView(match.player_view)
        playing.animator.speed = 0
        show_widget(qtbot, playing, 1280, 800)
        person = SimulatedPerson(playing)
        playing.begin_match()
        for _ in range(5):
            if not person.wait_for_turn():
                break
            assert find_display_faults(playing) == []
            person.press(
                *([Qt.Key.Key_Up] if playing.prompts.refusal_by_face else []), Qt.Key.Key_Return
            )
        assert find_display_faults(playing) == []
        if playing.side_column.last_trick_panel.isVisibleTo(playing):
            playing.side_column.explain_last_trick()
        for window in playing.findChildren(QWidget):
            if window.isWindow() and window.isVisible():
                assert find_display_faults(window) == []
        playing.close_page()
        match.close()


def test_unfinished_matches_of_hostile_names_are_listed(qtbot):
    header = RecordHeader("rank", default_players(), OptionValues(), None)
    dialog = UnfinishedDialog([UnfinishedMatch(Path("x.jsonl"), header, "20260301T140355")] * 3)
    dialog.show_error(IMAGE_TAG_NAME)
    show_widget(qtbot, dialog)
    assert find_display_faults(dialog) == []


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[::5], ids=str)
def test_sheets_of_hostile_names_are_harmless(qtbot, tmp_path, setup):
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    for names in (HOSTILE_NAMES[: setup.seats], HOSTILE_NAMES[-setup.seats :]):
        card = Scorecard(setup.name, names, sheet, 1, "2026-11-03")
        page, panel = SheetWindow(card), SheetPanel()
        panel.show_sheet(sheet, names, 0)
        for window in (page, panel):
            qtbot.addWidget(window)
            window.show()
            assert find_display_faults(window) == []
        assert render_pdf(card).startswith(b"%PDF")
        assert is_harmless(format_title(card))
        assert len(format_file_name(card).encode()) < 255
        printer = QPrinter()
        printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
        printer.setOutputFileName(str(tmp_path / "x.pdf"))
        assert paint_page(printer, card)


def test_a_sheet_tooltip_loads_no_picture(qtbot):
    setup = SETUPS[0]
    panel = SheetPanel()
    panel.show_sheet(
        setup.game.sheet(play_randomly(setup, 1).moments[-1][1]), HOSTILE_NAMES[:3], None
    )
    show_widget(qtbot, panel)
    cell_point = panel.table.visualRect(panel.table.model().index(0, 0)).center()
    viewport = panel.table.viewport()
    global_point = viewport.mapToGlobal(cell_point)
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, cell_point, global_point))
    assert "&lt;img" in QToolTip.text()
    QToolTip.hideText()
    assert isinstance(global_point, QPoint)


@pytest.mark.long
def test_a_hand_written_sheet_is_harmless(qtbot):
    window = show_widget(
        qtbot, BlankSheetWindow(ManualSheet.create("master", RECORDED_NAMES[:4], {}))
    )
    window.entry_paper.setFocus()
    assert find_display_faults(window) == []
    qtbot.keyClicks(window.entry_paper, "<img src=x>" + "9" * 3000)
    qtbot.keyClick(window.entry_paper, Qt.Key.Key_Return)
    assert find_display_faults(window) == []
    window.ask_save_path()
    assert isinstance(window.saver.dialog, QFileDialog)
    window.saver.dialog.reject()


@pytest.mark.slow
def test_a_result_of_hostile_names_is_harmless(qtbot):
    window = show_widget(qtbot, QWidget(), 1000, 700)
    result = ResultPanel(window)
    result.show_result((1,) * 10, HOSTILE_NAMES, HOSTILE_NAMES, 0, coin_flip=True)
    assert [fault for fault in find_display_faults(result) if "HTML" in fault] == []
    assert result.width() <= window.width()


def test_dialogs_of_hostile_settings_are_harmless(qtbot):
    seats = [{"who": "program", "program": name, "name": name} for name in HOSTILE_NAMES[:4]]
    programs = dict.fromkeys(HOSTILE_NAMES, "true")
    settings = UserSettings(
        your_name=IMAGE_TAG_NAME,
        last_game="damn",
        setups={"damn": {"seats": seats, "options": {IMAGE_TAG_NAME: IMAGE_TAG_NAME}}},
        programs=programs,
    )
    for dialog in (
        NewMatchDialog(GAMES, tuple(BOT_FACTORIES), settings),
        PreferencesDialog(settings),
    ):
        qtbot.addWidget(dialog)
        dialog.show()
        assert find_display_faults(dialog) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_small_windows_take_any_words(qtbot, name):
    window = show_widget(qtbot, QWidget(), 1000, 700)
    banner = Banner(window)
    banner.show_sentence(name, name)
    question = ConfirmationDialog(window, name, name, "&Yes", "&No")
    box = make_warning_box("x", name, window)
    lobby = StartScreen(4, window)
    lobby.resize(800, 600)
    lobby.make_start_menu(name).add_quick_button(name, name)
    lobby.update_menu_geometry()
    for widget in (banner, question, box, lobby):
        widget.show()
        assert [
            fault for fault in find_display_faults(widget) if "HTML" in fault or "wide" in fault
        ] == []
    assert lobby.start_menu.width() <= 800


def test_refilling_keeps_the_selection_without_a_signal(qtbot):
    parent = QWidget()
    qtbot.addWidget(parent)
    box = make_compact_combo(8, parent)
    with qtbot.assertNotEmitted(box.currentIndexChanged):
        assert not replace_entries(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], "nobody")
        assert (box.count(), box.currentText()) == (3, "All")
        assert replace_entries(box, [("All", None), SEPARATOR, ("Ida", ["", "Ida"])], ["", "Ida"])
        assert box.currentText() == "Ida"
        assert replace_entries(box, [("Jan", "j"), ("Ida", "i")], "i")
        assert box.currentData() == "i"
        assert replace_entries(box, [("All", None), ("Ida", "i")], None)
    assert box.currentData() is None


def test_names_of_one_person_are_merged():
    persons = [("Anna", "anja"), ("Bo",)]
    assert merge_names(persons, ["ANJA", "Zoe", "anna", "bo", "Zoe"]) == [
        ("Anna", "anja"),
        ("Zoe",),
        ("Bo",),
    ]
