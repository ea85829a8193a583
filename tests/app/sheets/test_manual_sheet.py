"""Tests for hand-kept sheets: entries, computed cells, checks and files."""

import json

import pytest

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.sheets import BoxPosition
from greenbaize.words.speaker import Speaker

NAMES = ("Anna", "Boris", "Bella")


def enter_text(blank, cell, text):
    blank.enter_value(cell, blank.parse_value(cell, text))


def enter_words(blank, words):
    """Type words into the empty input cells in their order."""
    for word in words.split():
        cell = next(c for c in blank.list_entry_cells() if blank.get_value(c) is None)
        enter_text(blank, cell, word)


def test_new_sheet_has_a_file_at_once(home):
    blank = ManualSheet.create("master", NAMES, {})
    assert blank.save_error is None
    assert blank.path.parent == home / "sheets"
    assert json.loads(blank.path.read_text())["format"] == "greenbaize-sheet"


def test_every_entry_is_saved_and_read_again():
    blank = ManualSheet.create("master", NAMES, {})
    enter_words(blank, "4 3 2 4 3 2 0 boris anna")
    again = ManualSheet.open(blank.path)
    assert again.sheet == blank.sheet
    assert again.scorecard == blank.scorecard
    assert again.sheet.checks == ()
    row = again.sheet.rows[0]
    assert [[box.value for box in own] for own in row.boxes] == [[4, -4], [3, -3], [2, -2]]
    assert [box.value for box in row.side_boxes] == [0, 9, 1, 0, -9]


def test_checks_are_live():
    blank = ManualSheet.create("master", NAMES, {})
    enter_words(blank, "4 3 2 4 3 1")
    check, second_check = blank.sheet.checks
    assert check.message.values["by"] == 1
    assert Speaker(NAMES).format_message(check.message).endswith("add up to −8, not −9 (+1).")
    assert second_check.positions == (BoxPosition(0, 2, 0), BoxPosition(0, 2, 1))
    assert (
        Speaker(NAMES)
        .format_message(second_check.message)
        .endswith("2 tricks never bring −1 points.")
    )
    enter_text(blank, BoxPosition(0, 2, 1), "2")
    assert blank.sheet.checks == ()


def test_input_cells_are_in_filling_order():
    blank = ManualSheet.create("master", NAMES, {})
    first = blank.list_entry_cells()[:9]
    assert first == [
        *(BoxPosition(0, seat, 0) for seat in range(3)),
        *(BoxPosition(0, seat, 1) for seat in range(3)),
        BoxPosition(0, None, 0),
        BoxPosition(0, None, 2),
        BoxPosition(0, None, 3),
    ]
    enter_text(blank, BoxPosition(0, None, 2), "Anna")
    # The leader and dealer of later deals follow from it.
    assert BoxPosition(1, None, 2) not in blank.list_entry_cells()
    assert BoxPosition(1, None, 2) in blank.fields
    assert BoxPosition(0, None, 3) in blank.list_entry_cells()


def test_computed_cells_take_no_input():
    blank = ManualSheet.create("master", NAMES, {})
    assert BoxPosition(0, 0, 0) in blank.fields
    computed = (
        BoxPosition(0, None, 1),
        BoxPosition(0, None, 4),
        BoxPosition(12, 0, 0),
        BoxPosition(26, 0, 0),
    )
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
def test_unsigned_points_get_the_sign_of_the_half(row, text, value):
    assert (
        ManualSheet.create("master", NAMES, {}).parse_value(BoxPosition(row, 0, 1), text) == value
    )


@pytest.mark.parametrize(
    ("text", "seat"), [("1", 0), ("3", 2), ("a", 0), ("BO", 1), ("bel", 2), ("", None)]
)
def test_players_are_entered_by_number_or_prefix(text, seat):
    assert (
        ManualSheet.create("master", NAMES, {}).parse_value(BoxPosition(0, None, 2), text) == seat
    )


@pytest.mark.parametrize(("text", "go"), [("g", 1), ("Go", 1), ("s", 0), ("stay", 0), ("+", 1)])
def test_stakes_are_go_or_stay(text, go):
    assert ManualSheet.create("ass", NAMES, {}).parse_value(BoxPosition(0, 0, 0), text) == go


@pytest.mark.parametrize(
    ("game", "cell", "text"),
    [
        ("master", BoxPosition(0, 0, 0), "x"),
        ("master", BoxPosition(0, 0, 0), "-1"),
        ("master", BoxPosition(0, 0, 0), "37"),
        ("master", BoxPosition(0, 0, 0), "1.5"),
        ("master", BoxPosition(0, 0, 1), "1000"),
        ("master", BoxPosition(0, None, 2), "b"),
        ("master", BoxPosition(0, None, 2), "4"),
        ("master", BoxPosition(0, None, 2), "0"),
        ("ass", BoxPosition(0, 0, 0), "maybe"),
        ("master", BoxPosition(0, 0, 1), "+6"),
        ("master", BoxPosition(13, 0, 1), "-6"),
        ("master", BoxPosition(1, 0, 1), "5"),
        ("master", BoxPosition(11, None, 0), "1"),
        ("damn", BoxPosition(0, 0, 0), "60"),
        ("damn", BoxPosition(1, 0, 0), "3"),
        ("ass", BoxPosition(0, 0, 2), "300"),
        ("rank", BoxPosition(0, 0, 0), "4"),
    ],
)
def test_invalid_input_is_refused_with_a_sentence(game, cell, text):
    blank = ManualSheet.create(game, NAMES, {})
    with pytest.raises(GameError) as caught:
        blank.parse_value(cell, text)
    sentence = Speaker(NAMES).format_message(caught.value.message)
    assert text.lstrip("+").replace("-", "−") in sentence
    assert len(sentence) > 20
    assert blank.get_value(cell) is None


def test_cell_knows_its_possible_values():
    blank = ManualSheet.create("damn", NAMES, {})
    assert blank.find_possible_values(BoxPosition(1, 0, 0)) == (0, 1, 2)
    enter_text(blank, BoxPosition(1, 0, 1), "2")
    assert blank.find_possible_values(BoxPosition(1, 1, 1)) == (0,)
    assert blank.find_conflict(BoxPosition(1, 1, 1), 0) is None
    assert blank.find_conflict(BoxPosition(1, 1, 1), None) is None
    why = blank.find_conflict(BoxPosition(1, 1, 1), 1)
    assert why is not None
    assert "3 already" in Speaker(NAMES).format_message(why)
    # It is accepted nevertheless: only the person knows which of the two is wrong.
    enter_text(blank, BoxPosition(1, 1, 1), "1")
    assert [check.message for check in blank.sheet.checks if check.message == why]
    enter_text(blank, BoxPosition(1, 0, 1), "1")
    assert not [check for check in blank.sheet.checks if check.message.code != "sheet-gap"]


def test_complete_match_of_damn():
    blank = ManualSheet.create("damn", NAMES, {"deals": 2})
    enter_words(blank, "1 0 0  0 1 0   1 0 2  1 1 0")
    assert blank.sheet.checks == ()
    assert blank.sheet.totals == (11, 0, 10)
    assert blank.sheet.ranks == (1, 3, 2)


def test_a_match_of_ass_grows_and_ends():
    blank = ManualSheet.create("ass", ("Anna", "Boris"), {"targets": "source"})
    assert len(blank.sheet.rows) == 1
    for deal in range(1, 4):
        enter_words(blank, "g s 50 0")
        assert len(blank.sheet.rows) == min(3, deal + 1)
    assert blank.sheet.ranks == (1, 2)
    assert blank.sheet.ratings is not None


def test_cell_can_be_cleared():
    blank = ManualSheet.create("damn", NAMES, {})
    before = blank.path.read_bytes()
    enter_text(blank, BoxPosition(0, 0, 0), "1")
    assert blank.path.read_bytes() != before
    enter_text(blank, BoxPosition(0, 0, 0), "")
    assert blank.path.read_bytes() == before


def test_write_error_is_reported_and_harmless(home):
    blank = ManualSheet.create("damn", NAMES, {})
    enter_text(blank, BoxPosition(0, 0, 0), "1")
    first_path = blank.path
    blank.path = home / "sheets" / first_path.name / "below" / "x.json"
    enter_text(blank, BoxPosition(0, 1, 0), "0")
    assert blank.save_error is not None
    assert blank.get_value(BoxPosition(0, 1, 0)) == 0
    blank.path = first_path
    enter_text(blank, BoxPosition(0, 2, 0), "0")
    assert blank.save_error is None
    assert ManualSheet.open(first_path).get_value(BoxPosition(0, 1, 0)) == 0


def test_save_as_continues_in_the_new_file(tmp_path):
    blank = ManualSheet.create("damn", NAMES, {})
    first = blank.path
    blank.save_as(tmp_path / "other.sheet.json")
    enter_text(blank, BoxPosition(0, 0, 0), "1")
    assert ManualSheet.open(tmp_path / "other.sheet.json").get_value(BoxPosition(0, 0, 0)) == 1
    assert ManualSheet.open(first).get_value(BoxPosition(0, 0, 0)) is None
    blank.save_as(tmp_path / "no" / "x" / "y")
    blank.save_as(first / "below")
    assert blank.save_error is not None
    assert blank.path == tmp_path / "no" / "x" / "y"


def test_a_damaged_file_is_refused(tmp_path):
    path = tmp_path / "x.sheet.json"
    path.write_text("{")
    with pytest.raises(GameError):
        ManualSheet.open(path)
    with pytest.raises(GameError):
        ManualSheet.open(tmp_path / "none")
