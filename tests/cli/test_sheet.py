"""Tests of ``greenbaize sheet``: text, CSV and PDF of a record, without a window."""

from pathlib import Path

import pytest

from cli.systems import GONE, POSIX
from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.cli.main import main
from greenbaize.rules.sheets import Cell
from match.playing import Setup, play_randomly
from words.pseudo import loose

GOLDEN = Path(__file__).parent / "sheets"
SETUPS = {
    "damn": Setup("damn", 4, {"deals": 5, "hook": True}),
    "blackout": Setup("blackout", 2, {}),
    "master": Setup("master", 4, {}),
    "ass": Setup("ass", 3, {}),
}


@pytest.fixture
def records(tmp_path, monkeypatch):
    """Change to a folder with a record of each game and return it."""
    monkeypatch.chdir(tmp_path)
    for name, setup in SETUPS.items():
        Path(f"{name}.jsonl").write_bytes(play_randomly(setup, 1).record)
    return tmp_path


@pytest.mark.parametrize("game", SETUPS)
def test_the_text_is_as_it_was_read_and_found_right(game, records, printed):
    out, err = printed("sheet", f"{game}.jsonl")
    assert (out, err) == ((GOLDEN / f"{game}.txt").read_text("utf-8"), "")


def test_an_unfinished_match_has_a_sheet(records, printed):
    lines = Path("master.jsonl").read_bytes().splitlines(keepends=True)
    Path("x.jsonl").write_bytes(b"".join(lines[:100]))
    out = printed("sheet", "x.jsonl").out
    assert "\n> " in out
    assert "Place" not in out
    Path("y.jsonl").write_bytes(lines[0])
    assert "24 · MAX" in printed("sheet", "y.jsonl").out


def test_a_last_line_cut_short_is_left_out_and_told(records, printed):
    data = Path("damn.jsonl").read_bytes()
    Path("x.jsonl").write_bytes(data[:-5])
    out, err = printed("sheet", "x.jsonl")
    assert "Total" in out
    assert err == "x.jsonl: the last line was cut short and is left out.\n"


def test_csv_and_pdf_are_written_and_nothing_is_printed(records, printed):
    Path("m.csv").write_bytes(b"row,number,contract,old")
    assert printed("sheet", "master.jsonl", "--csv", "m.csv", "--pdf", "m.pdf") == ("", "")
    assert Path("m.csv").read_bytes().startswith(b"row,number,contract,tricks_1,points_1,")
    assert Path("m.pdf").read_bytes().startswith(b"%PDF-")
    assert sorted(path.name for path in records.iterdir() if path.suffix not in (".jsonl", "")) == [
        "m.csv",
        "m.pdf",
    ]


@pytest.mark.slow
def test_the_pdf_needs_no_display(records, command):
    done = command("sheet", "ass.jsonl", "--pdf", "x.pdf", DISPLAY="", WAYLAND_DISPLAY="")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert Path("x.pdf").read_bytes().startswith(b"%PDF-")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "code", "expected"),
    [
        (["no.jsonl"], 1, f"no.jsonl: {GONE}."),
        pytest.param(["."], 1, ".: Is a directory.", marks=POSIX),
        (["bad.jsonl"], 1, "bad.jsonl:1: This is not a match record."),
        (["cheat.jsonl"], 1, "cheat.jsonl:4: A bid is a number from 0 to 1. (Damn, § 3)"),
        (["damn.jsonl", "--csv", "no/x.csv"], 1, "x.csv: No such file or directory."),
        (["damn.jsonl", "--pdf", "no/x.pdf"], 1, "x.pdf: No such file or directory."),
        (["damn.jsonl", "--csv", ".", "--force"], 1, ".: Is a directory."),
        (["damn.jsonl", "--csv", "damn.jsonl"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "x", "--pdf", "x"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "x", "--pdf", "sub/../x"], 2, "must be different files"),
        (["damn.jsonl", "--csv", "ass.jsonl"], 1, "ass.jsonl: this is there already"),
        (["damn.jsonl", "--pdf", "ass.jsonl"], 1, "ass.jsonl: this is there already"),
        ([], 2, "RECORD"),
        (["damn.jsonl", "--png", "x"], 2, "--png"),
    ],
)
def test_trouble_is_one_line_and_an_exit_code(words, code, expected, records, line_of):
    Path("sub").mkdir()
    Path("bad.jsonl").write_text("what?\n")
    lines = Path("damn.jsonl").read_text().splitlines()
    lines[3] = lines[3].replace('"tricks": ', '"tricks": 9')
    Path("cheat.jsonl").write_text("\n".join(lines) + "\n")
    assert expected in line_of("sheet", *words, code=code)


@pytest.mark.slow
@pytest.mark.parametrize(
    "output_path",
    [
        *("damn.jsonl", "sub/../damn.jsonl", "hard"),
        *(
            pytest.param(link, marks=POSIX) for link in ("link", "sub/link")
        ),  # links need rights on other systems
    ],
)
@pytest.mark.parametrize("kind", ["--csv", "--pdf"])
@pytest.mark.parametrize("more", [[], ["--force"]])
def test_no_way_leads_over_the_record_itself(output_path, kind, more, records, printed):
    data = Path("damn.jsonl").read_bytes()
    Path("sub").mkdir()
    Path("hard").hardlink_to("damn.jsonl")
    if "link" in output_path:
        Path("link").symlink_to("damn.jsonl")
        Path("sub/link").symlink_to("../link")
    assert main(["sheet", "damn.jsonl", kind, output_path, *more]) == 2
    assert (
        "must be different files"
        in printed("sheet", output_path, kind, "damn.jsonl", *more, code=2).err
    )
    assert Path("damn.jsonl").read_bytes() == Path(output_path).read_bytes() == data


def test_what_is_no_sheet_is_replaced_only_by_force(records, capsys, printed):
    for kind in ("--csv", "--pdf"):
        Path("letter").write_text("Dear Anna")
        assert printed("sheet", "damn.jsonl", kind, "letter", code=1).err.count("--force") == 1
        assert Path("letter").read_text() == "Dear Anna"
        assert main(["sheet", "damn.jsonl", kind, "letter", "--force"]) == 0
        assert Path("letter").read_bytes()[:4] in (b"row,", b"%PDF")
        assert main(["sheet", "damn.jsonl", kind, "letter"]) == 0
    assert capsys.readouterr() == ("", "")


def test_hostile_names_do_not_reach_the_terminal(records, capsys, printed):
    data = Path("damn.jsonl").read_bytes()
    Path("x.jsonl").write_bytes(data.replace(b'"P0"', '"\u200fevil\ue000"'.encode(), 1))
    out = printed("sheet", "x.jsonl").out
    assert "\u200f" not in out
    assert "\ue000" not in out
    for sign in ("\u202e", "\u2066", "\u2028", "\u0085"):
        Path("x.jsonl").write_bytes(data.replace(b'"P0"', f'"{sign}evil"'.encode(), 1))
        assert main(["sheet", "x.jsonl"]) == 1
        said = "x.jsonl:1: In the first line, “seats” is not what belongs there.\n"
        assert capsys.readouterr() == ("", said)


def test_a_sheet_kept_by_hand_is_printed_as_well(records, printed):
    blank = BlankSheet.begin("master", ("Anna", "Boris"), {})
    for place, number in ((0, 4), (1, -4)):
        blank.enter(Cell(0, 0, place), number)
        blank.enter(Cell(0, 1, place), number)
    assert main(["sheet", str(blank.path), "--csv", "x.csv"]) == 0
    out = printed("sheet", str(blank.path)).out
    assert "! Deal 1, All: the points add up to −8, not −9 (+1)." in out
    assert b",tricks_1 points_1 tricks_2 points_2 remaining\r" in Path("x.csv").read_bytes()
    blank.path.write_bytes(blank.path.read_bytes().replace(b'"master"', b'"chess"'))
    assert "“chess”" in printed("sheet", str(blank.path), code=1).err


def test_everything_goes_through_the_catalogue(records, pseudo_language, printed):
    out = printed("sheet", "master.jsonl").out
    for name in ("P0", "P1", "P2", "P3"):
        out = out.replace(name, "0")
    assert [loose(line) for line in out.splitlines() if loose(line)] == []
