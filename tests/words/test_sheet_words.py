"""Texts in the boxes of a score sheet."""

import pytest

from greenbaize.rules.sheets import BoxTone, RowKind, ScoreSheet, SheetBox, SheetRow
from greenbaize.words import sheet_words
from words.pseudo_language import text_outside_brackets


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
    assert sheet_words.box_text(column, SheetBox(value), ("Anna", "Boris")) == text


def test_an_empty_box_has_no_text_and_a_failed_one_its_number():
    assert sheet_words.box_text("points", SheetBox()) == ""
    assert sheet_words.box_text("points", SheetBox(0, BoxTone.FAILED)) == "0"
    assert sheet_words.box_text("card_points", SheetBox(0, BoxTone.FAILED)) == "0"
    assert sheet_words.box_text("points", SheetBox(-10, BoxTone.FAILED)) == "−10"


def test_a_shared_rank_is_marked():
    row = SheetRow(
        0, ((SheetBox(1),), (SheetBox(2),), (SheetBox(2),)), kind=RowKind.RESULT, title="place"
    )
    texts = [sheet_words.row_text("", row, boxes[0]) for boxes in row.boxes]
    assert texts == ["1st", "=2nd", "=2nd"]


def test_partners_do_not_share_a_rank_with_others():
    sheet = ScoreSheet(("points",), (), (3, 1, 3, 1), (1, 3, 1, 3), partners=(0, 1, 0, 1))
    row = sheet.result_rows[-1]
    assert [sheet_words.row_text("", row, boxes[0]) for boxes in row.boxes] == ["1st", "3rd"] * 2


@pytest.mark.parametrize(
    ("row", "label"),
    [
        (SheetRow(7, ()), "7"),
        (SheetRow(7, (), title="queens"), "7 · Q"),
        (SheetRow(1, (), kind=RowKind.HALF, title="half"), "First half"),
        (SheetRow(2, (), kind=RowKind.HALF, title="half"), "Second half"),
        (SheetRow(0, (), kind=RowKind.RESULT, title="total"), "Total"),
        (SheetRow(0, (), kind=RowKind.RESULT, title="rating"), "Rating"),
    ],
)
def test_rows_have_names(row, label):
    assert sheet_words.row_label(row) == label


def test_box_texts_are_translated(pseudo_language):
    assert text_outside_brackets(sheet_words.column_value_text("stake", 1)) == ""
    for title in ("half", "total", "place", "rating", "queens"):
        assert text_outside_brackets(sheet_words.row_title(SheetRow(1, (), title=title))) == ""


@pytest.mark.parametrize(
    ("values", "text"),
    [
        (range(6), "0 to 5"),
        ((-9, -4, -3, -2, 0), "0, −2 to −4, −9"),
        ((-4, -3, -2, 0, 1, 2), "−4 to −2, 0 to 2"),
        (range(-16, 1, 2), "0, −2, −4 … −16"),
    ],
)
def test_possible_values_are_in_one_order(values, text):
    assert sheet_words.possible_values_text("place_points", values) == text
