"""Tests for score card files: which files they may overwrite."""

import os

import pytest

from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.files import save_sheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.errors import FileError, GameError
from greenbaize.ui.sheets.page_layout import pdf_of
from match.playing import Setup, play_randomly

LINK = pytest.param(
    "link", marks=pytest.mark.skipif(os.name == "nt", reason="links need permissions on Windows")
)
PLAYED = play_randomly(Setup("damn", 3, {"deals": 2}), 1)


def card(*names):
    return Scorecard("damn", names or ("A", "B", "C"), PLAYED.game.sheet(PLAYED.moments[-1][1]))


@pytest.fixture
def pdf(qapp):
    return pdf_of(card())


@pytest.mark.slow
def test_a_sheet_takes_the_place_of_an_earlier_one(tmp_path, pdf, qapp):
    for data, earlier in (
        (csv_of(card()), csv_of(card("Anna", "Boris", "Vera"))),
        (pdf, pdf_of(card("N" * 3000, "Boris", "Vera"))),
    ):
        path = tmp_path / "x"
        path.write_bytes(earlier)
        save_sheet(path, data, None)
        assert path.read_bytes() == data
        path.unlink()


@pytest.mark.parametrize("name", ["x.lock", "there.lock", LINK])
def test_the_name_of_a_lock_is_never_taken(tmp_path, name):
    (tmp_path / "there.lock").touch()
    if name == "link":
        (tmp_path / name).symlink_to(tmp_path / "there.lock")
    for force in (False, True):
        with pytest.raises(GameError, match="name-of-lock"):
            save_sheet(tmp_path / name, csv_of(card()), None, force=force)
    assert not (tmp_path / "x.lock").exists()
    assert (tmp_path / "there.lock").read_bytes() == b""


def test_a_name_that_is_too_long_is_an_error_of_the_file(tmp_path):
    for force in (False, True):
        with pytest.raises(FileError, match="file-error"):
            save_sheet(tmp_path / ("x" * 300), csv_of(card()), None, force=force)


def test_nothing_else_is_replaced_unless_it_is_meant(tmp_path, pdf):
    others = {
        "record": PLAYED.record,
        "empty": b"",
        "table": b"row,number,contractor,\r\n",
        "pdf of others": b"%PDF-1.4\n1 0 obj\n<<\n/Creator (Green Baize)\n",
        "letter": b"Dear row,number,contract,",
    }
    for name, there in others.items():
        path = tmp_path / name
        path.write_bytes(there)
        for data in (csv_of(card()), pdf):
            with pytest.raises(GameError, match="sheet-over-other"):
                save_sheet(path, data, None)
            assert path.read_bytes() == there
        save_sheet(path, csv_of(card()), None, force=True)
        assert path.read_bytes() == csv_of(card())


def test_a_table_is_no_page_and_a_page_no_table(tmp_path, pdf):
    for there, data in ((csv_of(card()), pdf), (pdf, csv_of(card()))):
        path = tmp_path / "x"
        path.write_bytes(there)
        with pytest.raises(GameError, match="sheet-over-other"):
            save_sheet(path, data, None)
        assert path.read_bytes() == there


@pytest.mark.parametrize("target", ["x", "sub/../x", LINK, "hard"])
def test_what_it_was_made_from_stays_however_much_it_is_meant(tmp_path, target):
    path = tmp_path / "x"
    path.write_bytes(PLAYED.record)
    (tmp_path / "sub").mkdir()
    if target == "link":
        (tmp_path / "link").symlink_to(path)
    (tmp_path / "hard").hardlink_to(path)
    for force in (False, True):
        with pytest.raises(GameError, match="sheet-over-source"):
            save_sheet(tmp_path / target, csv_of(card()), path, force=force)
    assert path.read_bytes() == PLAYED.record
    assert (tmp_path / target).read_bytes() == PLAYED.record
