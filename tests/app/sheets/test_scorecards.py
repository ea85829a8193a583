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

from greenbaize.app.memory.history_sync import bring_up
from greenbaize.app.sheets import text
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.scorecards import Scorecard, scorecard, scorecard_of
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.app.tables.matches import settled_header
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.match.record import read_record
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import Box, Cell, Check, Kind, Row, Sheet, marked
from greenbaize.store import folders
from greenbaize.words.catalogue import speaking
from match.playing import EACH_SETUP, SETUPS, Setup, play_randomly
from words.pseudo import loose

NAMES = ("Anna", "Борис", "=SUM(A1)", 'Vera, "the best"', "陳大文", "Jan", "Lena", *"XYZ")

PLAYED = play_randomly(Setup("damn", 3, {"deals": 2}), 1)
END = PLAYED.moments[-1][1]


def card_of(setup, moment=-1, **more):
    played = play_randomly(setup, 1)
    sheet = setup.game.sheet(played.moments[min(moment, len(played.moments) - 1)][1])
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, **more)


def parsed(column, text):
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
    card = card_of(setup, moment)
    sheet, seats = card.sheet, len(card.names)
    head, names, *lines, match = csv.reader(StringIO(csv_of(card).decode("utf-8"), newline=""))
    wide = len(sheet.columns)
    own = [f"{column}_{seat}" for seat in range(1, seats + 1) for column in sheet.columns]
    assert head == ["row", "number", "contract", *own, *sheet.side, "wrong"]
    assert [name.removeprefix("'") for name in names[3 : 3 + seats * wide : wide]] == list(
        card.names
    )
    assert match == ["match", "", "", *[""] * (len(head) - 3)]
    assert len(lines) == len(sheet.all_rows)
    for line, row in zip(lines, sheet.all_rows, strict=True):
        assert len(line) == len(head)
        deal = row.kind is Kind.DEAL
        assert line[0] == ("deal" if deal else row.title)
        assert line[1] == (str(row.label) if row.label else "")
        assert line[2] == (row.title if deal else "")
        for seat, boxes in enumerate(row.boxes):
            first = 3 + seat * wide
            texts = line[first : first + wide]
            full = [None] * (wide - len(boxes)) + [box.value for box in boxes]
            assert [parsed("", text) for text in texts] == full
        side = line[3 + seats * wide : -1]
        values = [box.value for box in row.side] + [None] * (len(sheet.side) - len(row.side))
        assert [parsed(c, t) for c, t in zip(sheet.side, side, strict=True)] == values
        assert line[-1] == ""


def wrong_sheet():
    row = Row(1, ((Box(1), Box(2)), (Box(3), Box(4))), side=(Box(9),))
    sheet = Sheet(("tricks", "points"), (row,), (2, 4), side=("remaining",))
    values = {"deal": 1, "contract": "all", "sum": 13, "due": 9, "by": 4}
    cells = (Cell(0, 1, 0), Cell(0, None, 0))
    return marked(sheet, [Check(Message("sheet-deal-tricks", values), cells)])


def test_what_is_wrong_is_named_in_the_csv_and_marked_in_the_text():
    card = Scorecard("master", ("Anna", "Boris"), wrong_sheet())
    line = csv_of(card).decode().splitlines()[2]
    assert line == "deal,1,,1,2,3,4,9,tricks_2 remaining"
    lines = sheet_lines(card)
    assert any("3!" in one and "9!" in one and "1!" not in one for one in lines)
    assert "! Deal 1, All: tricks and remaining tricks add up to 13, not 9 (+4)." in lines


def test_names_that_look_like_formulas_are_made_harmless_in_the_csv():
    text = csv_of(Scorecard("master", ("=1+1", "-x"), wrong_sheet())).decode()
    assert text.splitlines()[1] == "name,,,'=1+1,,'-x,,,"


HOSTILE = [
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


@pytest.mark.parametrize("name", HOSTILE)
def test_wherever_a_program_splits_the_line_no_cell_begins_a_formula(name):
    data = csv_of(Scorecard("damn", (name, "Boris", name), PLAYED.game.sheet(END))).decode()
    for separator, form in product(",;\t|", ({"quotechar": '"'}, {"quoting": csv.QUOTE_NONE})):
        lines = csv.reader(StringIO(data, newline=""), delimiter=separator, **form)
        begins = [cell.lstrip(' "') for line in lines for cell in line]
        assert len(begins) >= 6
        first = [one for one in begins if one[:1] and one[0] in "=+-@＝＋－＠\t\r"]
        assert all(map(_is_number, first)), (separator, first)


def _is_number(text):
    return text.removeprefix("-").replace(".", "", 1).isdecimal()


def test_a_person_gets_the_name_back():
    names = ("Ann-Marie", "Jean-Luc; the 2nd", "+x;-y")
    data = csv_of(Scorecard("damn", names, PLAYED.game.sheet(END)))
    line = list(csv.reader(StringIO(data.decode(), newline="")))[1]
    assert [cell for cell in line[1:] if cell] == ["Ann-Marie", "Jean-Luc; the 2nd", "'+x;'-y"]


def test_the_match_number_is_a_row():
    card = Scorecard("master", ("Anna", "Boris"), wrong_sheet(), number=12)
    assert csv_of(card).decode().splitlines()[-1].startswith("match,12,")
    assert any(
        line.split("│")[0].strip() == "Match" and "No. 12" in line for line in sheet_lines(card)
    )
    # The cell is there even if the number is unknown.
    unknown = Scorecard("master", ("Anna", "Boris"), wrong_sheet())
    assert csv_of(unknown).decode().splitlines()[-1].startswith("match,,")
    assert any(line.split("│")[0].strip() == "Match" for line in sheet_lines(unknown))


@pytest.mark.parametrize("setup", SETUPS[::4], ids=str)
def test_text_columns_are_aligned(setup):
    lines = sheet_lines(card_of(setup))
    table = [line for line in lines if "│" in line]
    assert len(table) >= 4
    places = {tuple(n for n, sign in enumerate(_widened(line)) if sign == "│") for line in table}
    longest = max(places, key=len)
    assert all(place == longest[: len(place)] for place in places)


def _widened(line):
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
def test_columns_stay_aligned_whatever_names_are_made_of(name):
    plain, strange = (
        sheet_lines(Scorecard("damn", (one, "Boris", "Vera"), PLAYED.game.sheet(END), None))[2]
        for one in ("", name)
    )
    before, after = plain.index("│", plain.index("│") + 1), strange.index("Boris") - 2
    shown = strange[plain.index("│") + 2 : after].rstrip(" ")
    assert len(strange[:after]) - len(shown) + WIDTHS[name] == before


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
    assert text._cut(name, 21) == cut


@pytest.mark.slow
@pytest.mark.parametrize(
    "letter", ["A", "陳", "e\u0301", "\u0301", "🇩", "👩\u200d💻", "\u200b", "한"], ids=ascii
)
def test_the_work_grows_as_a_name_grows_and_no_faster(letter, monkeypatch):
    """Count the characters measured as a proxy for the running time."""
    looks = 0

    def counted(signs):
        nonlocal looks
        looks += len(signs)
        return wcswidth(signs)

    monkeypatch.setattr(text, "wcswidth", counted)
    work = []
    for length in (1000, 20_000):
        looks = 0
        # In Master every deal names its leader and its dealer.
        card = card_of(Setup("master", 4, {}))
        sheet_lines(replace(card, names=(letter * length, *card.names[1:])))
        work.append(looks)
    assert work[1] <= 20 * work[0]


def test_a_name_is_looked_at_until_it_is_too_long(monkeypatch):
    """Measure only a prefix: 20,000 flags took more than a second, as they form pairs."""
    taken = 0

    def letters(name):
        nonlocal taken
        for one in iter_graphemes(name):
            taken += 1
            yield one

    monkeypatch.setattr(text, "iter_graphemes", letters)
    sheet_lines(replace(card_of(Setup("damn", 3, {})), names=("🇩🇪" * 20_000, "B", "V")))
    assert taken < 1000


def test_the_deal_in_progress_is_pointed_at():
    lines = sheet_lines(card_of(Setup("master", 3, {}), 20))
    assert next(line for line in lines if line.startswith(">")).startswith("> 1 · All")


def test_everything_goes_through_the_catalogue(pseudo_language):
    for setup in (Setup("master", 2, {}), Setup("ass", 2, {})):
        card = card_of(setup)
        card = Scorecard(card.game, ("7", "8"), card.sheet, 3, "2026-11-03")
        assert [loose(line) for line in sheet_lines(card) if loose(line)] == []


class TestHeading:
    def write(self, game, name, day, **more):
        path = folders.matches() / f"{game}-{day}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        line, _, rest = play_randomly(Setup(game, 3, {}), day).record.partition(b"\n")
        header = json.loads(line)
        header["seats"][0] = {"name": name, "kind": "human"}
        header |= {"begun": f"202601{day:02}T120000", **more}
        path.write_bytes(json.dumps(header).encode() + b"\n" + rest)
        return path

    def test_the_matches_of_a_game_that_people_play_are_counted(self, tmp_path, home):
        practice = {"practice": True, "from": "0" * 32}
        paths = [
            self.write("damn", "Ida", 11),
            self.write("rank", "Ida", 12),
            self.write("damn", "Vera", 13),
            self.write("damn", "Ida", 14, **practice),
            self.write("damn", "ida", 15),
        ]

        def number(path):
            return scorecard_of(read_record(path.read_bytes(), GAMES), path).number

        assert number(paths[0]) is None  # unknown before the history is synced
        bring_up()
        assert [number(path) for path in paths] == [1, 1, 1, None, 2]
        assert number(Path(shutil.copy(paths[4], tmp_path / "copy.jsonl"))) is None

    def test_the_date_is_the_headers(self):
        header = play_randomly(Setup("damn", 3, {"deals": 1}), 1).header
        sheet = Sheet((), (), ())
        assert scorecard(header, sheet).date == ""
        header.more["begun"] = "20261103T201500"
        assert scorecard(header, sheet).date == "2026-11-03"
        header.more["begun"] = "yesterday"
        assert scorecard(header, sheet).date == ""


def test_computer_players_are_called_in_the_language_of_the_program():
    """Translate bot names of a match that was begun in another language."""
    sitters = (Player("Boris"), Player("Vera", "bot", "easy"), Player("Otto", "bot", "easy"))
    header = settled_header("damn", sitters, {}, "5" * 32)
    with speaking("ru"):
        assert scorecard(header, card_of(Setup("damn", 3, {})).sheet).names[:2] == ("Boris", "Вера")
