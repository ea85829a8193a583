"""Texts in the boxes of a score sheet."""

import pytest

from greenbaize.rules.sheets import Box, Kind, Row, Sheet, Tone
from greenbaize.words import sheet_words
from words.pseudo import loose


@pytest.mark.parametrize(
    ("column", "value", "text"),
    [
        ("tricks", 3, "3"),
        ("points", 11, "+11"),
        ("points", -6, "−6"),
        ("points", 0, "0"),
        ("fixed", -244, "−244"),
        ("fixed", 244, "+244"),
        ("card_points", 26, "26"),
        ("leader", 1, "Boris"),
        ("dealer", 7, "8"),
        ("stake", 1, "go"),
        ("stake", 0, "stay"),
        ("rating", 5018, "50.18 %"),
        ("rating", -5, "−0.05 %"),
        ("place", 2, "2nd"),
    ],
)
def test_each_column_writes_its_numbers_its_own_way(column, value, text):
    assert sheet_words.box_text(column, Box(value), ("Anna", "Boris")) == text


def test_an_empty_box_has_no_text_and_a_failed_one_a_dash():
    assert sheet_words.box_text("points", Box()) == ""
    assert sheet_words.box_text("points", Box(0, Tone.FAILED)) == "–"
    assert sheet_words.box_text("card_points", Box(0, Tone.FAILED)) == "0"
    assert sheet_words.box_text("points", Box(-10, Tone.FAILED)) == "−10"


def test_a_shared_place_says_so():
    row = Row(0, ((Box(1),), (Box(2),), (Box(2),)), kind=Kind.RESULT, title="place")
    texts = [sheet_words.row_text("", row, own[0]) for own in row.boxes]
    assert texts == ["1st", "=2nd", "=2nd"]


def test_partners_share_no_place_with_anybody_else():
    sheet = Sheet(("points",), (), (3, 1, 3, 1), (1, 3, 1, 3), partners=(0, 1, 0, 1))
    row = sheet.summary[-1]
    assert [sheet_words.row_text("", row, own[0]) for own in row.boxes] == ["1st", "3rd"] * 2


@pytest.mark.parametrize(
    ("row", "label"),
    [
        (Row(7, ()), "7"),
        (Row(7, (), title="queens"), "7 · Q"),
        (Row(1, (), kind=Kind.HALF, title="half"), "First half"),
        (Row(2, (), kind=Kind.HALF, title="half"), "Second half"),
        (Row(0, (), kind=Kind.RESULT, title="total"), "Total"),
        (Row(0, (), kind=Kind.RESULT, title="rating"), "Rating"),
    ],
)
def test_rows_have_names(row, label):
    assert sheet_words.row_label(row) == label


def test_they_go_through_the_catalogue(pseudo_language):
    assert loose(sheet_words.value_text("stake", 1)) == ""
    for title in ("half", "total", "place", "rating", "queens"):
        assert loose(sheet_words.row_title(Row(1, (), title=title))) == ""


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (range(6), "0 to 5"),
        ((-9, -4, -3, -2, 0), "0, −2 to −4, −9"),
        ((-4, -3, -2, 0, 1, 2), "−4 to −2, 0 to 2"),
        (range(-16, 1, 2), "0, −2, −4 … −16"),
    ],
)
def test_the_values_a_box_can_have_are_told_in_one_order(values, text):
    assert sheet_words.values_text("place_points", values) == text
