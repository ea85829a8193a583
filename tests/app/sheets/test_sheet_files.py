"""Tests for score card files: which files they may overwrite."""

import os
from dataclasses import replace

import pytest

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_files import format_file_name, save_sheet
from greenbaize.rules.errors import FileError, GameError
from greenbaize.ui.sheets.page_layout import render_pdf
from match.random_matches import GameSetup, play_randomly

LINK_PARAM = pytest.param(
    "link", marks=pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
)
RECORDED_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)


def make_card(*names):
    return Scorecard(
        "damn", names or ("A", "B", "C"), RECORDED_MATCH.game.sheet(RECORDED_MATCH.moments[-1][1])
    )


@pytest.fixture
def pdf(qapp):
    return render_pdf(make_card())


@pytest.mark.slow
def test_sheet_replaces_an_earlier_one(tmp_path, pdf, qapp):
    for data, earlier in (
        (encode_sheet_csv(make_card()), encode_sheet_csv(make_card("Anna", "Boris", "Vera"))),
        (pdf, render_pdf(make_card("N" * 3000, "Boris", "Vera"))),
    ):
        path = tmp_path / "x"
        path.write_bytes(earlier)
        save_sheet(path, data, None)
        assert path.read_bytes() == data
        path.unlink()


@pytest.mark.parametrize("name", ["x.lock", "there.lock", LINK_PARAM])
def test_lock_file_name_is_refused(tmp_path, name):
    (tmp_path / "there.lock").touch()
    if name == "link":
        (tmp_path / name).symlink_to(tmp_path / "there.lock")
    for force in (False, True):
        with pytest.raises(GameError, match="name-of-lock"):
            save_sheet(tmp_path / name, encode_sheet_csv(make_card()), None, force=force)
    assert not (tmp_path / "x.lock").exists()
    assert (tmp_path / "there.lock").read_bytes() == b""


def test_overlong_name_is_a_file_error(tmp_path):
    for force in (False, True):
        with pytest.raises(FileError, match="file-error"):
            save_sheet(tmp_path / ("x" * 300), encode_sheet_csv(make_card()), None, force=force)


def test_other_files_are_replaced_only_with_force(tmp_path, pdf):
    other_files = {
        "record": RECORDED_MATCH.record,
        "empty": b"",
        "table": b"row,number,contractor,\r\n",
        "pdf of others": b"%PDF-1.4\n1 0 obj\n<<\n/Creator (Green Baize)\n",
        "letter": b"Dear row,number,contract,",
    }
    for name, existing in other_files.items():
        path = tmp_path / name
        path.write_bytes(existing)
        for data in (encode_sheet_csv(make_card()), pdf):
            with pytest.raises(GameError, match="sheet-over-other"):
                save_sheet(path, data, None)
            assert path.read_bytes() == existing
        save_sheet(path, encode_sheet_csv(make_card()), None, force=True)
        assert path.read_bytes() == encode_sheet_csv(make_card())


def test_csv_and_pdf_do_not_replace_each_other(tmp_path, pdf):
    for existing, data in (
        (encode_sheet_csv(make_card()), pdf),
        (pdf, encode_sheet_csv(make_card())),
    ):
        path = tmp_path / "x"
        path.write_bytes(existing)
        with pytest.raises(GameError, match="sheet-over-other"):
            save_sheet(path, data, None)
        assert path.read_bytes() == existing


@pytest.mark.parametrize("target", ["x", "sub/../x", LINK_PARAM, "hard"])
def test_source_record_is_never_replaced(tmp_path, target):
    path = tmp_path / "x"
    path.write_bytes(RECORDED_MATCH.record)
    (tmp_path / "sub").mkdir()
    if target == "link":
        (tmp_path / "link").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    for force in (False, True):
        with pytest.raises(GameError, match="sheet-over-source"):
            save_sheet(tmp_path / target, encode_sheet_csv(make_card()), path, force=force)
    assert path.read_bytes() == RECORDED_MATCH.record
    assert (tmp_path / target).read_bytes() == RECORDED_MATCH.record


def test_file_names_have_no_special_characters():
    card = replace(make_card("A/B", "C:D", "E\n"), date="2026-11-03")
    assert not set('<>:"/\\|?*\n') & set(format_file_name(card))
    assert "2026-11-03" in format_file_name(card)
