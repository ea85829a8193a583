"""Tests of ``greenbaize sheet``: text, CSV and PDF of a record, without a window."""

from pathlib import Path

import pytest

from cli.systems import MISSING_FILE_TEXT, posix_only
from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.cli.main import main
from greenbaize.rules.sheets import BoxPosition
from match.random_matches import GameSetup, play_randomly
from words.pseudo_language import text_outside_brackets

GOLDEN = Path(__file__).parent / "sheets"
SETUPS = {
    "damn": GameSetup("damn", 4, {"deals": 5, "hook": True}),
    "blackout": GameSetup("blackout", 2, {}),
    "master": GameSetup("master", 4, {}),
    "ass": GameSetup("ass", 3, {}),
}


@pytest.fixture
def records(tmp_path, monkeypatch):
    """Change to a folder with a record of each game and return it."""
    monkeypatch.chdir(tmp_path)
    for name, setup in SETUPS.items():
        Path(f"{name}.jsonl").write_bytes(play_randomly(setup, 1).record)
    return tmp_path


@pytest.mark.parametrize("game", SETUPS)
def test_the_text_matches_the_golden_file(game, records, run_command):
    out, err = run_command("sheet", f"{game}.jsonl")
    assert (out, err) == ((GOLDEN / f"{game}.txt").read_text("utf-8"), "")


def test_an_unfinished_match_has_a_sheet(records, run_command):
    lines = Path("master.jsonl").read_bytes().splitlines(keepends=True)
    Path("x.jsonl").write_bytes(b"".join(lines[:100]))
    out = run_command("sheet", "x.jsonl").out
    assert "\n> " in out
    assert "Place" not in out
    Path("y.jsonl").write_bytes(lines[0])
    assert "24 · MAX" in run_command("sheet", "y.jsonl").out


def test_a_last_line_cut_short_is_skipped_and_reported(records, run_command):
    data = Path("damn.jsonl").read_bytes()
    Path("x.jsonl").write_bytes(data[:-5])
    out, err = run_command("sheet", "x.jsonl")
    assert "Total" in out
    assert err == "x.jsonl: the last line was cut short and is left out.\n"


def test_csv_and_pdf_are_written_and_nothing_is_printed(records, run_command):
    Path("m.csv").write_bytes(b"row,number,contract,old")
    assert run_command("sheet", "master.jsonl", "--csv", "m.csv", "--pdf", "m.pdf") == ("", "")
    assert Path("m.csv").read_bytes().startswith(b"row,number,contract,tricks_1,points_1,")
    assert Path("m.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in records.iterdir() if path.suffix not in (".jsonl", "")) == [
        "m.csv",
        "m.pdf",
    ]


@pytest.mark.slow
def test_the_pdf_needs_no_display(records, run_process):
    result = run_process("sheet", "ass.jsonl", "--pdf", "x.pdf", DISPLAY="", WAYLAND_DISPLAY="")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert Path("x.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["no.jsonl"], 1, f"no.jsonl: {MISSING_FILE_TEXT}."),
        pytest.param(["."], 1, ".: Is a directory.", marks=posix_only),
        (["bad.jsonl"], 1, "bad.jsonl:1: This is not a match record."),
        (["cheat.jsonl"], 1, "cheat.jsonl:4: A bid is a number from 0 to 1. (Damn, § 3)"),
        (["damn.jsonl", "--csv", "no/x.csv"], 1, "x.csv: No such file or directory."),
        (["damn.jsonl", "--pdf", "no/x.pdf"], 1, "x.pdf: No such file or directory."),
        (["damn.jsonl", "--csv", ".", "--force"], 1, ".: Is a directory."),
        (["damn.jsonl", "--csv", "damn.jsonl"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "x", "--pdf", "x"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "x", "--pdf", "sub/../x"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "ass.jsonl"], 1, "ass.jsonl: this file exists already"),
        (["damn.jsonl", "--pdf", "ass.jsonl"], 1, "ass.jsonl: this file exists already"),
        ([], 2, "RECORD"),
        (["damn.jsonl", "--png", "x"], 2, "--png"),
    ],
)
def test_errors_are_one_line_and_an_exit_code(words, code, expected, records, run_failing_command):
    Path("sub").mkdir()
    Path("bad.jsonl").write_text("what?\n")
    lines = Path("damn.jsonl").read_text().splitlines()
    lines[3] = lines[3].replace('"tricks": ', '"tricks": 9')
    Path("cheat.jsonl").write_text("\n".join(lines) + "\n")
    assert expected in run_failing_command("sheet", *words, code=code)


@pytest.mark.slow
@pytest.mark.parametrize(
    "output_path",
    [
        *("damn.jsonl", "sub/../damn.jsonl", "hard"),
        *(
            pytest.param(link, marks=posix_only) for link in ("link", "sub/link")
        ),  # links need rights on other systems
    ],
)
@pytest.mark.parametrize("kind", ["--csv", "--pdf"])
@pytest.mark.parametrize("more", [[], ["--force"]])
def test_the_record_itself_is_never_overwritten(output_path, kind, more, records, run_command):
    data = Path("damn.jsonl").read_bytes()
    Path("sub").mkdir()
    Path("hard").hardlink_to("damn.jsonl")
    if "link" in output_path:
        Path("link").symlink_to("damn.jsonl")
        Path("sub/link").symlink_to("../link")
    assert main(["sheet", "damn.jsonl", kind, output_path, *more]) == 2
    assert (
        "must be different files"
        in run_command("sheet", output_path, kind, "damn.jsonl", *more, code=2).err
    )
    assert Path("damn.jsonl").read_bytes() == Path(output_path).read_bytes() == data


def test_other_files_are_replaced_only_with_force(records, capsys, run_command):
    for kind in ("--csv", "--pdf"):
        Path("letter").write_text("Dear Anna")
        assert run_command("sheet", "damn.jsonl", kind, "letter", code=1).err.count("--force") == 1
        assert Path("letter").read_text() == "Dear Anna"
        assert main(["sheet", "damn.jsonl", kind, "letter", "--force"]) == 0
        assert Path("letter").read_bytes()[:4] in (b"row,", b"%PDF")
        assert main(["sheet", "damn.jsonl", kind, "letter"]) == 0
    assert capsys.readouterr() == ("", "")


def test_hostile_names_do_not_reach_the_terminal(records, capsys, run_command):
    data = Path("damn.jsonl").read_bytes()
    Path("x.jsonl").write_bytes(data.replace(b'"P0"', '"\u200fevil\ue000"'.encode(), 1))
    out = run_command("sheet", "x.jsonl").out
    assert "\u200f" not in out
    assert "\ue000" not in out
    for sign in ("\u202e", "\u2066", "\u2028", "\u0085"):
        Path("x.jsonl").write_bytes(data.replace(b'"P0"', f'"{sign}evil"'.encode(), 1))
        assert main(["sheet", "x.jsonl"]) == 1
        expected = "x.jsonl:1: In the first line, “seats” is not what belongs there.\n"
        assert capsys.readouterr() == ("", expected)


def test_a_sheet_kept_by_hand_is_printed_as_well(records, run_command):
    blank = ManualSheet.create("master", ("Anna", "Boris"), {})
    for field_index, number in ((0, 4), (1, -4)):
        blank.enter_value(BoxPosition(0, 0, field_index), number)
        blank.enter_value(BoxPosition(0, 1, field_index), number)
    assert main(["sheet", str(blank.path), "--csv", "x.csv"]) == 0
    out = run_command("sheet", str(blank.path)).out
    assert "! Deal 1, All: the points add up to −8, not −9 (+1)." in out
    assert b",tricks_1 points_1 tricks_2 points_2 remaining\r" in Path("x.csv").read_bytes()
    blank.path.write_bytes(blank.path.read_bytes().replace(b'"master"', b'"chess"'))
    assert "“chess”" in run_command("sheet", str(blank.path), code=1).err


def test_everything_goes_through_the_catalogue(records, pseudo_language, run_command):
    out = run_command("sheet", "master.jsonl").out
    for name in ("P0", "P1", "P2", "P3"):
        out = out.replace(name, "0")
    assert [
        text_outside_brackets(line) for line in out.splitlines() if text_outside_brackets(line)
    ] == []
