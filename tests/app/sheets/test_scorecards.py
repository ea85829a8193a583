"""Tests for score cards: heading, text form and CSV form."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from wcwidth import iter_graphemes, wcswidth

from app.sheets.sample_cards import END_VIEW, RECORDED_MATCH, make_card
from greenbaize.app.house_rules import HouseRules
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.app.sheets import sheet_text
from greenbaize.app.sheets.scorecards import Scorecard, create_record_scorecard, create_scorecard
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.app.tables.matches import create_header
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import read_record
from greenbaize.rules.sheets import (
    ScoreSheet,
)
from greenbaize.store import folders
from greenbaize.words.catalogue import language_context
from match.random_matches import SETUPS, GameSetup, play_randomly
from words.pseudo_language import text_outside_brackets


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


def test_text_and_pdf_say_what_the_table_had_set():
    match = play_randomly(GameSetup("damn", 3, {"deals": 2, "direction": "down"}), 1)
    sheet, path = GAMES["damn"].sheet(match.moments[-1][1]), Path("a.jsonl")
    card = create_scorecard(match.header, sheet, path)
    assert card.rules_text.startswith("Not as usual: ")
    assert format_sheet_lines(card)[-1] == card.rules_text
    home = HouseRules("Home", "damn", {"deals": 2, "direction": "down"})
    named = create_scorecard(match.header, sheet, path, [home])
    assert named.rules_text.startswith("House rules “Home”: ")
    usual = play_randomly(GameSetup("blackout", 4, {}), 1)
    card = create_scorecard(usual.header, GAMES["blackout"].sheet(usual.moments[-1][1]))
    assert format_sheet_lines(card)[-1] == "The usual rules."


def test_bot_names_follow_the_program_language():
    """Translate bot names of a match that was begun in another language."""
    players = (
        HeaderPlayer("Boris"),
        HeaderPlayer("Vera", "bot", "easy"),
        HeaderPlayer("Otto", "bot", "easy"),
    )
    header = create_header("damn", players, {}, "5" * 32)
    with language_context("ru"):
        assert create_scorecard(header, make_card(GameSetup("damn", 3, {})).sheet).names[:2] == (
            "Boris",
            "Вера",
        )
