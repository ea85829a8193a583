"""Tests for score cards: heading, text form and CSV form."""

import csv
import json
import shutil
from dataclasses import replace
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from wcwidth import iter_graphemes, wcswidth

from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.sheets import sheet_text
from greenbaize.app.sheets.scorecards import Scorecard, create_record_scorecard, create_scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import (
    BoxPosition,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetCheck,
    SheetRow,
    add_checks,
)
from greenbaize.store import folders
from greenbaize.words.catalogue import language_context
from match.random_matches import EACH_SETUP, SETUPS, GameSetup, play_randomly
from words.pseudo_language import text_outside_brackets

NAMES = ("Anna", "Борис", "=SUM(A1)", 'Vera, "the best"', "陳大文", "Jan", "Lena", *"XYZ")

RECORDED_MATCH = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
END_VIEW = RECORDED_MATCH.moments[-1][1]


def make_card(setup, moment=-1, **fields):
    recorded_match = play_randomly(setup, 1)
    sheet = setup.game.sheet(
        recorded_match.moments[min(moment, len(recorded_match.moments) - 1)][1]
    )
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, **fields)


def parse_csv_cell(column, text):
    """Return the value of a CSV cell as the documentation defines it."""
    if not text:
        return None
    if column in ("go", "stay") or text in ("go", "stay"):
        return int(text == "go")
    if column in ("leader", "dealer"):
        return int(text) - 1
    return round(float(text) * 100) if "." in text else int(text)


@EACH_SETUP
@pytest.mark.parametrize("moment", [0, 40, -1])
def test_the_csv_read_back_is_the_sheet(setup, moment):
    card = make_card(setup, moment)
    sheet, seats = card.sheet, len(card.names)
    head, names, *lines, match = csv.reader(
        StringIO(encode_sheet_csv(card).decode("utf-8"), newline="")
    )
    wide = len(sheet.columns)
    own = [f"{column}_{seat}" for seat in range(1, seats + 1) for column in sheet.columns]
    assert head == ["row", "number", "contract", *own, *sheet.side_columns, "wrong"]
    assert [name.removeprefix("'") for name in names[3 : 3 + seats * wide : wide]] == list(
        card.names
    )
    assert match == ["match", "", "", *[""] * (len(head) - 3)]
    assert len(lines) == len(sheet.all_rows)
    for line, row in zip(lines, sheet.all_rows, strict=True):
        assert len(line) == len(head)
        deal = row.kind is RowKind.DEAL
        assert line[0] == ("deal" if deal else row.title)
        assert line[1] == (str(row.label) if row.label else "")
        assert line[2] == (row.title if deal else "")
        for seat, boxes in enumerate(row.boxes):
            first = 3 + seat * wide
            texts = line[first : first + wide]
            full = [None] * (wide - len(boxes)) + [box.value for box in boxes]
            assert [parse_csv_cell("", text) for text in texts] == full
        side = line[3 + seats * wide : -1]
        values = [box.value for box in row.side_boxes] + [None] * (
            len(sheet.side_columns) - len(row.side_boxes)
        )
        assert [
            parse_csv_cell(c, t) for c, t in zip(sheet.side_columns, side, strict=True)
        ] == values
        assert line[-1] == ""


def make_wrong_sheet():
    row = SheetRow(
        1, ((SheetBox(1), SheetBox(2)), (SheetBox(3), SheetBox(4))), side_boxes=(SheetBox(9),)
    )
    sheet = ScoreSheet(("tricks", "points"), (row,), (2, 4), side_columns=("remaining",))
    values = {"deal": 1, "contract": "all", "sum": 13, "due": 9, "by": 4}
    cells = (BoxPosition(0, 1, 0), BoxPosition(0, None, 0))
    return add_checks(sheet, [SheetCheck(Message("sheet-deal-tricks", values), cells)])


def test_errors_are_marked_in_csv_and_text():
    card = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet())
    line = encode_sheet_csv(card).decode().splitlines()[2]
    assert line == "deal,1,,1,2,3,4,9,tricks_2 remaining"
    lines = format_sheet_lines(card)
    assert any(
        "3!" in text_line and "9!" in text_line and "1!" not in text_line for text_line in lines
    )
    assert "! Deal 1, All: tricks and remaining tricks add up to 13, not 9 (+4)." in lines


def test_formula_names_are_escaped_in_csv():
    text = encode_sheet_csv(Scorecard("master", ("=1+1", "-x"), make_wrong_sheet())).decode()
    assert text.splitlines()[1] == "name,,,'=1+1,,'-x,,,"


FORMULA_NAMES = [
    "=1+1",
    "+1",
    "-1+1",
    "@SUM(A1)",
    "＝1+1",
    "\t=1+1",
    "\u200b=1+1",
    "\ufeff=1+1",
    "\u00ad \u2060=1+1",
    " =1+1",
    '"=1+1"',
    "Anna;=1+1",
    "Anna; =1+1;-2",
    "Anna\t=1+1",
    "Anna,=1+1",
    "Anna|@x",
    'Anna";"=1+1',
    'Anna";\'"\t＠x',
    ";;=1",
    "=cmd|' /C calc'!A1",
]


@pytest.mark.parametrize("name", FORMULA_NAMES)
def test_no_csv_cell_starts_a_formula_with_any_separator(name):
    data = encode_sheet_csv(
        Scorecard("damn", (name, "Boris", name), RECORDED_MATCH.game.sheet(END_VIEW))
    ).decode()
    for separator, form in product(",;\t|", ({"quotechar": '"'}, {"quoting": csv.QUOTE_NONE})):
        lines = csv.reader(StringIO(data, newline=""), delimiter=separator, **form)
        begins = [cell.lstrip(' "') for line in lines for cell in line]
        assert len(begins) >= 6
        first = [
            cell_start
            for cell_start in begins
            if cell_start[:1] and cell_start[0] in "=+-@＝＋－＠\t\r"
        ]
        assert all(map(_is_number, first)), (separator, first)


def _is_number(text):
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def test_csv_keeps_readable_names():
    names = ("Ann-Marie", "Jean-Luc; the 2nd", "+x;-y")
    data = encode_sheet_csv(Scorecard("damn", names, RECORDED_MATCH.game.sheet(END_VIEW)))
    line = list(csv.reader(StringIO(data.decode(), newline="")))[1]
    assert [cell for cell in line[1:] if cell] == ["Ann-Marie", "Jean-Luc; the 2nd", "'+x;'-y"]


def test_match_number_has_a_row():
    card = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet(), match_number=12)
    assert encode_sheet_csv(card).decode().splitlines()[-1].startswith("match,12,")
    assert any(
        line.split("│")[0].strip() == "Match" and "No. 12" in line
        for line in format_sheet_lines(card)
    )
    # The cell is there even if the number is unknown.
    unknown = Scorecard("master", ("Anna", "Boris"), make_wrong_sheet())
    assert encode_sheet_csv(unknown).decode().splitlines()[-1].startswith("match,,")
    assert any(line.split("│")[0].strip() == "Match" for line in format_sheet_lines(unknown))


@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_text_columns_are_aligned(setup):
    lines = format_sheet_lines(make_card(setup))
    table = [line for line in lines if "│" in line]
    assert len(table) >= 4
    border_columns = {
        tuple(n for n, sign in enumerate(_expand_wide_characters(line)) if sign == "│")
        for line in table
    }
    longest = max(border_columns, key=len)
    assert all(columns == longest[: len(columns)] for columns in border_columns)


def _expand_wide_characters(line):
    """Return the line with a space after every double-width character."""
    return "".join(f"{sign} " if sign in "陳大文" else sign for sign in line)


# Wide, narrow and zero-width texts, with their width on a terminal (columns).
WIDTHS = {
    "Anna": 4,
    "陳大文": 6,
    "한글": 4,
    "\u1112\u1161\u11ab": 2,  # the same syllable as three code points
    "ｆｕｌｌ": 8,
    "Re\u0301ne\u0301": 4,
    "a" + "\u0301" * 5000: 1,
    "नि": 2,
    "❤\ufe0f": 2,
    "👍🏽": 2,
    "🇩🇪": 2,
    "\u202eevil": 5,  # shown as a visible character, so that it reverses nothing
    "zero\u200bwidth": 10,
    "👩\u200d💻": 5,
}


@pytest.mark.parametrize("name", WIDTHS, ids=lambda name: ascii(name[:20]))
def test_unusual_names_keep_columns_aligned(name):
    plain, strange = (
        format_sheet_lines(
            Scorecard(
                "damn", (player_name, "Boris", "Vera"), RECORDED_MATCH.game.sheet(END_VIEW), None
            )
        )[2]
        for player_name in ("", name)
    )
    before, after = plain.index("│", plain.index("│") + 1), strange.index("Boris") - 2
    displayed_name = strange[plain.index("│") + 2 : after].rstrip(" ")
    assert len(strange[:after]) - len(displayed_name) + WIDTHS[name] == before


@pytest.mark.parametrize(
    ("name", "cut"),
    [
        ("A" * 500, "A" * 20 + "…"),
        ("A" * 21, "A" * 21),
        ("陳" * 500, "陳" * 10 + "…"),
        ("A" + "陳" * 500, "A" + "陳" * 9 + "…"),
        ("é" * 500, "é" * 20 + "…"),
        ("e\u0301" * 500, "e\u0301" * 20 + "…"),
        ("🇩🇪" * 500, "🇩🇪" * 10 + "…"),
        ("👍🏽" * 500, "👍🏽" * 10 + "…"),
        ("a" + "\u0301" * 500, "a" + "\u0301" * 15),
    ],
    ids=lambda given: ascii(given[-2:]),
)
def test_a_long_name_is_cut_between_letters(name, cut):
    assert sheet_text._truncate_text(name, 21) == cut


@pytest.mark.slow
@pytest.mark.parametrize(
    "letter", ["A", "陳", "e\u0301", "\u0301", "🇩", "👩\u200d💻", "\u200b", "한"], ids=ascii
)
def test_layout_time_is_linear_in_the_name_length(letter, monkeypatch):
    """Count the characters measured as a proxy for the running time."""
    character_count = 0

    def count_width(characters):
        nonlocal character_count
        character_count += len(characters)
        return wcswidth(characters)

    monkeypatch.setattr(sheet_text, "wcswidth", count_width)
    work = []
    for length in (1000, 20_000):
        character_count = 0
        # In Master every deal names its leader and its dealer.
        card = make_card(GameSetup("master", 4, {}))
        format_sheet_lines(replace(card, names=(letter * length, *card.names[1:])))
        work.append(character_count)
    assert work[1] <= 20 * work[0]


def test_long_name_is_measured_lazily(monkeypatch):
    """Measure only a prefix: 20,000 flags took more than a second, as they form pairs."""
    letter_count = 0

    def count_letters(name):
        nonlocal letter_count
        for grapheme in iter_graphemes(name):
            letter_count += 1
            yield grapheme

    monkeypatch.setattr(sheet_text, "iter_graphemes", count_letters)
    format_sheet_lines(
        replace(make_card(GameSetup("damn", 3, {})), names=("🇩🇪" * 20_000, "B", "V"))
    )
    assert letter_count < 1000


def test_current_deal_is_marked():
    lines = format_sheet_lines(make_card(GameSetup("master", 3, {}), 20))
    assert next(line for line in lines if line.startswith(">")).startswith("> 1 · All")


def test_texts_are_translated(pseudo_language):
    for setup in (GameSetup("master", 2, {}), GameSetup("ass", 2, {})):
        card = make_card(setup)
        card = Scorecard(card.game, ("7", "8"), card.sheet, 3, "2026-11-03")
        assert [
            text_outside_brackets(line)
            for line in format_sheet_lines(card)
            if text_outside_brackets(line)
        ] == []


class TestScorecardHeading:
    def write_record(self, game, name, day, **header_fields):
        path = folders.matches_folder() / f"{game}-{day}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        line, _, rest = play_randomly(GameSetup(game, 3, {}), day).record.partition(b"\n")
        header = json.loads(line)
        header["seats"][0] = {"name": name, "kind": "human"}
        header |= {"begun": f"202601{day:02}T120000", **header_fields}
        path.write_bytes(json.dumps(header).encode() + b"\n" + rest)
        return path

    def test_matches_among_people_are_numbered_per_game(self, tmp_path, home):
        practice = {"practice": True, "from": "0" * 32}
        paths = [
            self.write_record("damn", "Ida", 11),
            self.write_record("rank", "Ida", 12),
            self.write_record("damn", "Vera", 13),
            self.write_record("damn", "Ida", 14, **practice),
            self.write_record("damn", "ida", 15),
        ]

        def match_number(path):
            return create_record_scorecard(read_record(path.read_bytes(), GAMES), path).match_number

        assert match_number(paths[0]) is None  # unknown before the history is synced
        sync_history()
        assert [match_number(path) for path in paths] == [1, 1, 1, None, 2]
        assert match_number(Path(shutil.copy(paths[4], tmp_path / "copy.jsonl"))) is None

    def test_date_comes_from_the_header(self):
        header = play_randomly(GameSetup("damn", 3, {"deals": 1}), 1).header
        sheet = ScoreSheet((), (), ())
        assert create_scorecard(header, sheet).date == ""
        header.extra["begun"] = "20261103T201500"
        assert create_scorecard(header, sheet).date == "2026-11-03"
        header.extra["begun"] = "yesterday"
        assert create_scorecard(header, sheet).date == ""


def test_bot_names_follow_the_program_language():
    """Translate bot names of a match that was begun in another language."""
    sitters = (
        HeaderPlayer("Boris"),
        HeaderPlayer("Vera", "bot", "easy"),
        HeaderPlayer("Otto", "bot", "easy"),
    )
    header = create_header("damn", sitters, {}, "5" * 32)
    with language_context("ru"):
        assert create_scorecard(header, make_card(GameSetup("damn", 3, {})).sheet).names[:2] == (
            "Boris",
            "Вера",
        )
