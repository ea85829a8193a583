"""Tests of whole matches in the window: faults of the window are noticed."""

import pytest
from PySide6.QtGui import QPixmap

from cli.self_test.failures import failure_sentence
from greenbaize.cli.self_test.check import create_short_header
from greenbaize.games import GAMES
from greenbaize.match.record import read_record
from greenbaize.ui.self_test import match_run
from greenbaize.ui.sheets.result import ResultPanel
from greenbaize.ui.table.stage import Stage
from greenbaize.ui.table.view import TableView


def run_match():
    """Play a match of the game that is registered first, which has the shortest one."""
    header = create_short_header(next(iter(GAMES.values())))
    return match_run.run_match(GAMES, header, separate_processes=False)


def test_a_match_is_played_to_its_end_and_pictured():
    path = run_match()
    record = read_record(path.read_bytes(), GAMES)
    assert record.events[-1].type == "end"
    assert QPixmap(str(path.with_suffix(".png"))).width() > 500


def test_a_cut_record_is_resumed_to_the_same_end():
    path = run_match()
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    match_run.resume_match(GAMES, path, separate_processes=False)
    assert path.read_bytes() == data


def test_a_record_that_cannot_be_resumed_is_reported(tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_text("{}")
    assert "cannot be continued" in failure_sentence(
        lambda: match_run.resume_match(GAMES, path, separate_processes=False)
    )


def test_an_error_in_a_slot(monkeypatch):
    def broken(*_):
        raise LookupError("nobody sees this")

    monkeypatch.setattr(Stage, "show_view", broken)
    monkeypatch.setattr("greenbaize.ui.match.match_view.MatchView._on_event", broken)
    with pytest.raises(LookupError):
        run_match()


def test_a_match_without_end(monkeypatch):
    monkeypatch.setattr(match_run, "MATCH_S", 0.2)
    monkeypatch.setattr(
        "greenbaize.ui.match.pacing.PacingController._let_others_act", lambda _: None
    )
    assert failure_sentence(run_match) == "this does not come to an end"


def test_a_blank_table(monkeypatch):
    def blank(view):
        pixmap = QPixmap(300, 200)
        pixmap.fill()
        return pixmap

    monkeypatch.setattr(TableView, "grab", blank)
    assert failure_sentence(run_match) == "the table is blank (colours 1)"


def test_an_empty_result(monkeypatch):
    monkeypatch.setattr(ResultPanel, "show_result", lambda *_, **__: None)
    assert "the result does not show" in failure_sentence(run_match)


def test_an_empty_sheet(monkeypatch):
    monkeypatch.setattr("greenbaize.ui.sheets.sheet_text.SheetModel.data", lambda *_: "")
    assert failure_sentence(run_match) == "the score sheet is not filled in"
