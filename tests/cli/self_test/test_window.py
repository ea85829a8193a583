"""Tests of the checks of Qt, sheets and whole matches in the window."""

import sys

import pytest
from PySide6.QtGui import QPixmap

from cli.self_test.failures import failure_sentence
from greenbaize.cli.self_test import window
from greenbaize.cli.self_test.check import create_short_header
from greenbaize.games import GAMES
from greenbaize.match.header import RecordHeader
from greenbaize.ui.application import make_application
from greenbaize.ui.self_test import checks, match_run
from greenbaize.words.speaker import Speaker


@pytest.fixture(autouse=True)
def application(qapp):
    """Create the application with our fonts."""
    make_application()


def test_an_invalid_pdf_is_reported(monkeypatch):
    pdf_of = window.render_pdf
    monkeypatch.setattr(window, "render_pdf", lambda card: pdf_of(card)[4:])
    assert "no PDF of one page (header)" in failure_sentence(window.check_sheets)
    monkeypatch.setattr(window, "render_pdf", lambda card: pdf_of(card).replace(b"Sans", b""))
    assert "no PDF of one page (font)" in failure_sentence(window.check_sheets)


@pytest.mark.parametrize("rows", [b"", b"row,number\r\n", b"row,number\r\n1,2,3\r\n"])
def test_invalid_csv_is_reported(monkeypatch, rows):
    monkeypatch.setattr(window, "encode_sheet_csv", lambda card: rows)
    assert "no table of numbers" in failure_sentence(window.check_sheets)


GAME = next(iter(GAMES))
"""The game that is registered first has the shortest match."""


def run_match_check():
    return window.check_match(GAME, False)


@pytest.mark.slow
def test_the_match_check_passes():
    assert "a match is seen" in Speaker().format_message(run_match_check().message)


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda data: data.replace(b'"type": "play"', b'"type": "pray"', 1), "“pray” is not"),
        (lambda data: data[:-5], "the record has no end"),
    ],
)
def test_a_spoiled_record_or_one_without_end(monkeypatch, spoil, fault):
    run_match = match_run.run_match

    def spoiled(games, header, *, separate_processes):
        path = run_match(games, header, separate_processes=separate_processes)
        path.write_bytes(spoil(path.read_bytes()))
        return path

    monkeypatch.setattr(window, "run_match", spoiled)
    assert fault in failure_sentence(run_match_check)


@pytest.mark.slow
def test_a_cut_record_that_goes_on_otherwise(monkeypatch):
    other = create_short_header(GAMES[GAME])

    def otherwise(games, path, *, separate_processes):
        header = RecordHeader(other.game, other.players, other.options, "7" * 32)
        other_path = match_run.run_match(games, header, separate_processes=separate_processes)
        path.write_bytes(other_path.read_bytes())

    monkeypatch.setattr(window, "resume_match", otherwise)
    assert failure_sentence(run_match_check) == "a cut record continues differently from before"


@pytest.mark.slow
def test_a_record_that_is_not_gone_on_with(monkeypatch):
    monkeypatch.setattr(window, "_find_cut_position", lambda whole: 5)
    assert "cannot be continued" in failure_sentence(run_match_check)


def test_a_missing_part_of_qt_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "PySide6.QtSvg", None)
    assert "PySide6.QtSvg" in failure_sentence(window.check_qt)


def test_messages_of_qt_are_noted(monkeypatch):
    monkeypatch.setattr(checks, "_qt_messages", [])
    assert not window.check_qt_messages().is_note
    with checks.collect_errors():
        QPixmap(-5, -5).toImage().pixel(9, 9)  # outside of the image
    result = window.check_qt_messages()
    assert result.is_note
    assert "out of range" in Speaker().format_message(result.message)


def test_a_finished_record_has_its_events_counted_and_an_unfinished_one_fails(home):
    path = match_run.run_match(GAMES, create_short_header(GAMES[GAME]), separate_processes=False)
    data = path.read_bytes()
    assert window.count_events(path) == data.count(b"\n") - 1
    path.write_bytes(data[: data.rindex(b"\n", 0, -1) + 1])
    assert "has no end" in failure_sentence(lambda: window.count_events(path))


def test_the_cut_leaves_most_of_the_record_and_part_of_a_line():
    lines = [b"x" * 9 for _ in range(10)]
    record = b"\n".join(lines) + b"\n"
    assert window._find_cut_position(record) == 91
    assert window._find_cut_position(b"{}\n") == 3


def test_a_window_on_a_screen_is_reported(monkeypatch):
    assert window.check_qt().message.values["platform"] == "offscreen"
    monkeypatch.setattr(window, "start_qt", lambda: ("6.11", "xcb", "fusion"))
    assert "xcb" in failure_sentence(window.check_qt)


def test_a_sheet_of_one_row_below_its_heading_is_valid(monkeypatch):
    monkeypatch.setattr(window, "encode_sheet_csv", lambda card: b"row,number\r\n1,2\r\n")
    message = window.check_sheets().message
    assert message.values["count"] == len(GAMES)
    assert message.values["size"] > 10_000 * len(GAMES)


@pytest.mark.parametrize("has_library", [True, False])
def test_silence_is_noted(monkeypatch, has_library):
    monkeypatch.setattr(window, "check_sound_device", lambda: has_library)
    result = window.check_sound_playback()
    assert result.is_note is not has_library
    assert result.message.values["count"] == checks.check_sounds()
