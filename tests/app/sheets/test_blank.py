"""Tests for hand-kept sheets: entries, computed cells, checks and files."""

import json

import pytest

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.sheets import Cell
from greenbaize.words.speaker import Speaker

NAMES = ("Anna", "Boris", "Bella")


def type_in(blank, cell, text):
    blank.enter(cell, blank.parsed(cell, text))


def typed(blank, words):
    """Type words into the empty input cells in their order."""
    for word in words.split():
        cell = next(c for c in blank.stops() if blank.value(c) is None)
        type_in(blank, cell, word)


def test_it_has_a_file_from_the_first_moment(home):
    blank = BlankSheet.begin("master", NAMES, {})
    assert blank.trouble is None
    assert blank.path.parent == home / "sheets"
    assert json.loads(blank.path.read_text())["format"] == "greenbaize-sheet"


def test_every_entry_is_saved_and_read_again():
    blank = BlankSheet.begin("master", NAMES, {})
    typed(blank, "4 3 2 4 3 2 0 boris anna")
    again = BlankSheet.open(blank.path)
    assert again.sheet == blank.sheet
    assert again.card == blank.card
    assert again.sheet.checks == ()
    row = again.sheet.rows[0]
    assert [[box.value for box in own] for own in row.boxes] == [[4, -4], [3, -3], [2, -2]]
    assert [box.value for box in row.side] == [0, 9, 1, 0, -9]


def test_checks_are_live():
    blank = BlankSheet.begin("master", NAMES, {})
    typed(blank, "4 3 2 4 3 1")
    check, other = blank.sheet.checks
    assert check.message.values["by"] == 1
    assert Speaker(NAMES).say(check.message).endswith("add up to −8, not −9 (+1).")
    assert other.cells == (Cell(0, 2, 0), Cell(0, 2, 1))
    assert Speaker(NAMES).say(other.message).endswith("2 tricks never bring −1 points.")
    type_in(blank, Cell(0, 2, 1), "2")
    assert blank.sheet.checks == ()


def test_boxes_come_in_the_order_in_which_they_are_filled_in():
    blank = BlankSheet.begin("master", NAMES, {})
    first = blank.stops()[:9]
    assert first == [
        *(Cell(0, seat, 0) for seat in range(3)),
        *(Cell(0, seat, 1) for seat in range(3)),
        Cell(0, None, 0),
        Cell(0, None, 2),
        Cell(0, None, 3),
    ]
    type_in(blank, Cell(0, None, 2), "Anna")
    # The leader and dealer of later deals follow from it.
    assert Cell(1, None, 2) not in blank.stops()
    assert Cell(1, None, 2) in blank.fields
    assert Cell(0, None, 3) in blank.stops()


def test_only_what_is_entered_takes_entries():
    blank = BlankSheet.begin("master", NAMES, {})
    assert Cell(0, 0, 0) in blank.fields
    computed = (Cell(0, None, 1), Cell(0, None, 4), Cell(12, 0, 0), Cell(26, 0, 0))
    assert not blank.fields.keys() & set(computed)


@pytest.mark.parametrize(
    ("row", "text", "value"),
    [
        (0, "6", -6),
        (0, "-6", -6),
        (0, "−6", -6),
        (13, "6", 6),
        (13, "+6", 6),
        (0, "0", 0),
    ],
)
def test_points_without_a_sign_have_the_halfs(row, text, value):
    assert BlankSheet.begin("master", NAMES, {}).parsed(Cell(row, 0, 1), text) == value


@pytest.mark.parametrize(
    ("text", "seat"), [("1", 0), ("3", 2), ("a", 0), ("BO", 1), ("bel", 2), ("", None)]
)
def test_players_are_named_by_number_or_by_how_they_begin(text, seat):
    assert BlankSheet.begin("master", NAMES, {}).parsed(Cell(0, None, 2), text) == seat


@pytest.mark.parametrize(("text", "go"), [("g", 1), ("Go", 1), ("s", 0), ("stay", 0), ("+", 1)])
def test_stakes_are_go_or_stay(text, go):
    assert BlankSheet.begin("ass", NAMES, {}).parsed(Cell(0, 0, 0), text) == go


@pytest.mark.parametrize(
    ("game", "cell", "text"),
    [
        ("master", Cell(0, 0, 0), "x"),
        ("master", Cell(0, 0, 0), "-1"),
        ("master", Cell(0, 0, 0), "37"),
        ("master", Cell(0, 0, 0), "1.5"),
        ("master", Cell(0, 0, 1), "1000"),
        ("master", Cell(0, None, 2), "b"),
        ("master", Cell(0, None, 2), "4"),
        ("master", Cell(0, None, 2), "0"),
        ("ass", Cell(0, 0, 0), "maybe"),
        ("master", Cell(0, 0, 1), "+6"),
        ("master", Cell(13, 0, 1), "-6"),
        ("master", Cell(1, 0, 1), "5"),
        ("master", Cell(11, None, 0), "1"),
        ("damn", Cell(0, 0, 0), "60"),
        ("damn", Cell(1, 0, 0), "3"),
        ("ass", Cell(0, 0, 2), "300"),
        ("rank", Cell(0, 0, 0), "4"),
    ],
)
def test_what_does_not_belong_is_refused_with_a_sentence(game, cell, text):
    blank = BlankSheet.begin(game, NAMES, {})
    with pytest.raises(GameError) as caught:
        blank.parsed(cell, text)
    said = Speaker(NAMES).say(caught.value.message)
    assert text.lstrip("+").replace("-", "−") in said
    assert len(said) > 20
    assert blank.value(cell) is None


def test_a_box_tells_what_goes_together_with_the_others():
    blank = BlankSheet.begin("damn", NAMES, {})
    assert blank.possible(Cell(1, 0, 0)) == (0, 1, 2)
    type_in(blank, Cell(1, 0, 1), "2")
    assert blank.possible(Cell(1, 1, 1)) == (0,)
    assert blank.misfit(Cell(1, 1, 1), 0) is None
    assert blank.misfit(Cell(1, 1, 1), None) is None
    why = blank.misfit(Cell(1, 1, 1), 1)
    assert why is not None
    assert "3 already" in Speaker(NAMES).say(why)
    # It is accepted nevertheless: only the person knows which of the two is wrong.
    type_in(blank, Cell(1, 1, 1), "1")
    assert [check.message for check in blank.sheet.checks if check.message == why]
    type_in(blank, Cell(1, 0, 1), "1")
    assert not [check for check in blank.sheet.checks if check.message.code != "sheet-gap"]


def test_a_whole_match_of_damn():
    blank = BlankSheet.begin("damn", NAMES, {"deals": 2})
    typed(blank, "1 0 0  0 1 0   1 0 2  1 1 0")
    assert blank.sheet.checks == ()
    assert blank.sheet.totals == (11, 0, 10)
    assert blank.sheet.places == (1, 3, 2)


def test_a_match_of_ass_grows_and_ends():
    blank = BlankSheet.begin("ass", ("Anna", "Boris"), {})
    assert len(blank.sheet.rows) == 1
    for deal in range(1, 4):
        typed(blank, "g s 50 0")
        assert len(blank.sheet.rows) == min(3, deal + 1)
    assert blank.sheet.places == (1, 2)
    assert blank.sheet.ratings is not None


def test_a_box_can_be_emptied_again():
    blank = BlankSheet.begin("damn", NAMES, {})
    before = blank.path.read_bytes()
    type_in(blank, Cell(0, 0, 0), "1")
    assert blank.path.read_bytes() != before
    type_in(blank, Cell(0, 0, 0), "")
    assert blank.path.read_bytes() == before


def test_a_disk_that_fails_costs_nothing_but_is_told(home):
    blank = BlankSheet.begin("damn", NAMES, {})
    type_in(blank, Cell(0, 0, 0), "1")
    kept = blank.path
    blank.path = home / "sheets" / kept.name / "below" / "x.json"
    type_in(blank, Cell(0, 1, 0), "0")
    assert blank.trouble is not None
    assert blank.value(Cell(0, 1, 0)) == 0
    blank.path = kept
    type_in(blank, Cell(0, 2, 0), "0")
    assert blank.trouble is None
    assert BlankSheet.open(kept).value(Cell(0, 1, 0)) == 0


def test_save_as_goes_on_in_the_other_file(tmp_path):
    blank = BlankSheet.begin("damn", NAMES, {})
    first = blank.path
    blank.save_as(tmp_path / "other.sheet.json")
    type_in(blank, Cell(0, 0, 0), "1")
    assert BlankSheet.open(tmp_path / "other.sheet.json").value(Cell(0, 0, 0)) == 1
    assert BlankSheet.open(first).value(Cell(0, 0, 0)) is None
    blank.save_as(tmp_path / "no" / "x" / "y")
    blank.save_as(first / "below")
    assert blank.trouble is not None
    assert blank.path == tmp_path / "no" / "x" / "y"


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "x.sheet.json"
    path.write_text("{")
    with pytest.raises(GameError):
        BlankSheet.open(path)
    with pytest.raises(GameError):
        BlankSheet.open(tmp_path / "none")
