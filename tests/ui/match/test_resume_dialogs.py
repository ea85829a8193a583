"""The dialogs that ask which unfinished match to resume and which seat to take."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QDateTime, QLocale, Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.tables.unfinished_matches import UnfinishedMatch
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.options import OptionValues
from greenbaize.ui.match.resume_dialogs import SeatDialog, UnfinishedDialog
from greenbaize.ui.widgets.dialog import ConfirmationDialog
from greenbaize.ui.widgets.localized_texts import format_date, format_start_time
from greenbaize.ui.widgets.window_geometry import apply_text_scale
from ui.show_widget import show_widget
from ui.table.person import wait_until


def make_unfinished_match(game, start_time, *names, human_count=1):
    players = tuple(
        HeaderPlayer(name) if seat < human_count else HeaderPlayer(name, "bot", "easy")
        for seat, name in enumerate(names)
    )
    return UnfinishedMatch(
        Path(f"{start_time}.jsonl"), RecordHeader(game, players, OptionValues(), None), start_time
    )


OLD_MATCH = make_unfinished_match("damn", "20260301T140355", "Ida", "Boris", "Vera")
NEW_MATCH = make_unfinished_match("blackout", "20260302T080000", "Ida", "Mila")
WATCHED_MATCH = make_unfinished_match("damn", "", "Otto", "Boris", "Vera", human_count=0)

PRACTICE_MATCH = UnfinishedMatch(
    Path("p.jsonl"),
    replace(NEW_MATCH.header, extra={"practice": True, "from": "0" * 32}),
    "20260304T080000",
)
CASUAL_MATCH = UnfinishedMatch(
    Path("c.jsonl"),
    replace(NEW_MATCH.header, extra={"practice": True, "casual": True}),
    "20260304T080000",
)


@pytest.fixture
def open_unfinished_dialog(qtbot):
    def open_dialog(*matches):
        dialog = UnfinishedDialog(matches)
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        return dialog

    return open_dialog


@pytest.mark.parametrize("count", [1, 2, 4, 9])
@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_list_shows_up_to_six_matches_without_scrolling(open_unfinished_dialog, text_scale, count):
    """Only whole rows are shown, without space below them."""
    apply_text_scale(text_scale)
    names = ("Екатерина Вторая", "Константин", "Александра", "Максимилиан", "Елизавета")
    dialog = open_unfinished_dialog(
        *(make_unfinished_match("blackout", f"2026030{day}T080000", *names) for day in range(count))
    )
    match_list = dialog.list
    last_visible_y = match_list.visualItemRect(match_list.item(min(count, 6) - 1)).bottom()
    assert 0 <= match_list.viewport().height() - 1 - last_visible_y <= 4
    assert (match_list.verticalScrollBar().maximum() > 0) == (count > 6)


def test_enter_resumes_the_only_match(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH)
    with qtbot.waitSignal(dialog.resume_requested) as signal:
        qtbot.keyClick(dialog.resume_button, Qt.Key.Key_Return)
    assert signal.args == [OLD_MATCH]
    assert dialog.isVisible()  # the record may turn out to be locked


def test_arrows_stay_in_the_list_of_matches(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH, NEW_MATCH)
    for _ in range(3):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Down)
    assert dialog.focusWidget() is dialog.list
    with qtbot.waitSignal(dialog.resume_requested) as signal:
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert signal.args == [OLD_MATCH]


@pytest.mark.parametrize(
    ("unfinished_match", "word"), [(PRACTICE_MATCH, "practice"), (CASUAL_MATCH, "practice")]
)
def test_practice_and_casual_matches_are_labelled(open_unfinished_dialog, unfinished_match, word):
    dialog = open_unfinished_dialog(unfinished_match)
    expected = (
        f"Blackout: Ida with Mila\n{word} · begun {format_start_time(unfinished_match.start_time)}"
    )
    assert dialog.list.item(0).text() == expected


def test_matches_are_listed_latest_first(open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH, WATCHED_MATCH, NEW_MATCH)
    lines = [dialog.list.item(row).text() for row in range(3)]
    assert lines[0] == f"Blackout: Ida with Mila\nbegun {format_start_time(NEW_MATCH.start_time)}"
    assert (
        lines[1] == f"Damn: Ida with Boris, Vera\nbegun {format_start_time(OLD_MATCH.start_time)}"
    )
    assert lines[2] == "Damn: Otto, Boris, Vera"
    assert dialog.chosen_match is NEW_MATCH


def test_times_are_local():
    moment = QDateTime.fromString("2026-03-01T14:03:55Z", Qt.DateFormat.ISODate).toLocalTime()
    default_locale = QLocale()
    try:
        for locale_name in ("de_DE", "en_US"):
            QLocale.setDefault(QLocale(locale_name))
            expected = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
            assert format_start_time("20260301T140355") == expected
        QLocale.setDefault(QLocale.c())  # the C locale has no country
        assert format_start_time("20260301T140355") == moment.toString("yyyy-MM-dd HH:mm")
        assert format_date("2026-03-01") == "2026-03-01"
    finally:
        QLocale.setDefault(default_locale)
    assert format_start_time("yesterday") == ""


def test_another_match_is_chosen_by_double_click(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH, NEW_MATCH)
    point = dialog.list.visualItemRect(dialog.list.item(1)).center()
    viewport = dialog.list.viewport()
    qtbot.mouseClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    with qtbot.waitSignal(dialog.resume_requested) as signal:
        qtbot.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=point)
    assert signal.args == [OLD_MATCH]


def test_a_new_match_is_one_click_away(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH)
    with qtbot.waitSignal(dialog.new_match_requested):
        qtbot.mouseClick(dialog.new_button, Qt.MouseButton.LeftButton)


def test_cancel_closes_the_dialog(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH)
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_abandoning_asks_for_confirmation(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH, NEW_MATCH)
    with qtbot.assertNotEmitted(dialog.abandon_requested):
        qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(ConfirmationDialog)
        qtbot.keyClick(question, Qt.Key.Key_Return)  # the default button, which keeps the match
    assert not question.isVisible()
    qtbot.mouseClick(dialog.abandon_button, Qt.MouseButton.LeftButton)
    question = dialog.findChildren(ConfirmationDialog)[-1]
    with qtbot.waitSignal(dialog.abandon_requested) as signal:
        qtbot.mouseClick(question.yes_button, Qt.MouseButton.LeftButton)
    assert signal.args == [NEW_MATCH]


def test_an_abandoned_match_leaves_the_list(qtbot, open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH, NEW_MATCH)
    with qtbot.assertNotEmitted(dialog.new_match_requested):
        dialog.remove_match(NEW_MATCH)
    assert dialog.chosen_match is OLD_MATCH
    with qtbot.waitSignal(dialog.new_match_requested):
        dialog.remove_match(OLD_MATCH)
    assert dialog.chosen_match is None


def test_error_is_shown_in_the_dialog(open_unfinished_dialog):
    dialog = open_unfinished_dialog(OLD_MATCH)
    dialog.show_error("This match is being played in another window.")
    assert dialog.error_note.isVisible()
    assert dialog.chosen_match is OLD_MATCH


HOSTILE_NAME = "<img src='/dev/zero'>" + "x" * 5000


@pytest.fixture
def record_path(home):
    """Write the record of a match of two people and a bot; return its path."""
    players = (HeaderPlayer("Anna"), HeaderPlayer("Boris", "bot", "easy"), HeaderPlayer("Ben"))
    header = create_header("damn", players, {"deals": 2}, seed_from_text("chairs"))
    record_path = home / "matches" / "20261103T120000-damn-aaaa.jsonl"
    record_path.parent.mkdir(parents=True)
    record_path.write_bytes(encode_line(header.to_line()))
    return record_path


def show_seat_dialog(qtbot, *names):
    return show_widget(qtbot, SeatDialog((0, 2), names or ("Anna", "Ben")))


@pytest.mark.parametrize("row", [0, 1])
def test_chosen_seat_is_emitted(row, qtbot):
    dialog = show_seat_dialog(qtbot)
    dialog.list.setCurrentRow(row)
    with qtbot.waitSignal(dialog.seat_chosen) as signal:
        QTest.mouseClick(dialog.sit_button, Qt.MouseButton.LeftButton)
    assert signal.args == [(0, 2)[row]]


def test_seat_is_chosen_by_keyboard(qtbot):
    dialog = show_seat_dialog(qtbot)
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(dialog.seat_chosen) as signal:
        QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert signal.args == [2]


def test_names_are_shown_as_plain_text(qtbot):
    dialog = show_seat_dialog(qtbot, HOSTILE_NAME, "<b>Ben</b>")
    assert dialog.list.item(0).text() == HOSTILE_NAME
    assert dialog.width() < 1000


@pytest.mark.slow
def test_window_asks_for_the_seat_and_resumes_the_match(record_path, open_program):
    person = open_program(PlayRequest(record=record_path))
    wait_until(lambda: isinstance(person.facade._dialog, SeatDialog))
    dialog = person.facade._dialog
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == ["Anna", "Ben"]
    dialog.list.setCurrentRow(1)
    QTest.mouseClick(dialog.sit_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: person.facade.match_view)
    assert person.match_view.player_view.seat == 2
    person.wait_for_turn()
    assert b'{"type": "seat", "seat": 0, "kind": "bot", "why": "left"}' in record_path.read_bytes()


def test_cancelling_the_seat_dialog_leaves_the_record_unchanged(record_path, open_program):
    bytes_before = record_path.read_bytes()
    person = open_program(PlayRequest(record=record_path))
    wait_until(lambda: isinstance(person.facade._dialog, SeatDialog))
    QTest.mouseClick(person.facade._dialog.cancel_button, Qt.MouseButton.LeftButton)
    assert person.facade.match_view is None
    assert person.facade.start_screen is not None
    assert record_path.read_bytes() == bytes_before


def test_a_seat_named_on_the_command_line_is_not_asked_for(record_path, open_program):
    person = open_program(PlayRequest(record=record_path, seat=2))
    wait_until(lambda: person.facade.match_view)
    assert person.match_view.player_view.seat == 2


def test_banner_reports_a_record_that_cannot_be_resumed(record_path, open_program):
    record_path.write_bytes(record_path.read_bytes() + b'{"type": "end"}\n')
    person = open_program(PlayRequest(record=record_path))
    wait_until(person.facade.banner.isVisible)
    assert person.facade.match_view is None
    assert person.facade.start_screen is not None
