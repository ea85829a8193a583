"""Tests of the texts of a sheet: figures, sentences, and the model that has them."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from greenbaize.games import GAMES
from greenbaize.games.beat.ass_sheet import make_ass_sheet
from greenbaize.games.exact_bid.sheet import make_bid_sheet
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import BoxPosition, BoxTone, DealEntry, ScoreSheet, SheetBox, SheetRow
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from ui.sheets.sample_sheets import (
    COLUMNS,
    NAMES,
    make_ranked_sheet,
    make_scored_row,
    make_sheet,
    make_wrong_master_sheet,
)


@pytest.fixture
def model(qapp):
    return SheetModel()


def make_text(sheet, you=0):
    return SheetText.from_sheet(sheet, NAMES[: len(sheet.totals)], you)


def cell_tooltip(text, row, column):
    model = SheetModel()
    model.set_sheet_text(text)
    return str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole))


def test_cell_tooltips_explain_the_numbers():
    text = make_text(make_sheet(3, 15, 2))
    assert cell_tooltip(text, 1, 1) == "Boris, deal 2: bid 2, won 1, 0 points, 7 in all"
    assert cell_tooltip(text, 1, 0) == "Nikolai (you), deal 2: bid 1, won 1, 11 points, 22 in all"
    assert cell_tooltip(text, 2, 1) == "Boris, deal 3: bid 2, won 1"
    assert cell_tooltip(text, 3, 1) == "Boris, deal 4: nothing yet"
    assert cell_tooltip(text, 15, 1) == "Boris: 7 in all"


def test_a_failed_deal_shows_nothing_won_and_a_penalty_its_number():
    row = SheetRow(
        1, ((SheetBox(0, BoxTone.FAILED),), (SheetBox(-10, BoxTone.FAILED),), (SheetBox(12),))
    )
    text = make_text(ScoreSheet(("points",), (row,), (0, -10, 12)))
    figures = [text.cell_figures(0, seat) for seat in range(3)]
    assert [parts[0][0] for parts in figures] == ["0", "−10", "+12"]


def test_a_bid_cell_shows_success_and_sum():
    text = make_text(make_sheet(3, 15, 2))
    assert text.cell_figures(1, 0) == (("✓", BoxTone.PLAIN), ("22", BoxTone.STRONG))
    assert text.cell_figures(1, 1) == (("✗", BoxTone.FAILED), ("7", BoxTone.STRONG))
    assert text.cell_figures(2, 1) == (("2", BoxTone.QUIET), ("1", BoxTone.QUIET))


@pytest.mark.parametrize(
    ("sizes", "labels"), [((1, 2, 3), ["1", "2", "3"]), ((2, 3, 2), ["1 (2)", "2 (3)", "3 (2)"])]
)
def test_labels_have_the_size_of_deals_where_it_is_not_their_number(sizes, labels):
    text = make_text(make_bid_sheet(3, sizes, []))
    assert [text.label_text(row) for row in range(3)] == labels


@pytest.mark.parametrize(
    ("interval", "labels"),
    [("largest", "1 2 3 4 5"), ("every-second", "1 2·NT 3 4·NT 5·NT"), ("all", "1 2 3 4 5")],
)
def test_deals_without_trump_are_marked_where_they_alternate(interval, labels):
    game = GAMES["damn"]
    options = resolve_options(game.options, 4, {"deals": 5, "no_trump": interval})
    view = game.initial_state(4, options)
    by_hand = game.sheet_form().make_sheet(4, options, [])
    for sheet in (game.sheet(view), by_hand):
        text = make_text(sheet)
        assert [text.label_text(row).replace(" ", "·") for row in range(5)] == labels.split()
        words = "deal 2, No trump, 2 cards" if "2·NT" in labels else "deal 2, 2 cards"
        assert text.describe_row(1) == words
        assert ("No trump" in text.cell_sentence(1, 0)) is ("2·NT" in labels)


def test_the_model_has_names_as_headings_and_the_own_one_is_marked_in_words(model):
    model.set_sheet_text(make_text(make_sheet(3, 15, 2), you=1))
    across, tooltip = Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
    names = [model.headerData(seat, across) for seat in range(3)]
    assert names == ["Nikolai", "Boris", "Konstantina-Maria"]
    assert model.headerData(1, across, tooltip) == "Boris (you)"
    assert model.headerData(2, across, tooltip) == "Konstantina-Maria"
    assert model.headerData(0, Qt.Orientation.Vertical) == "1"
    assert model.headerData(0, across, Qt.ItemDataRole.DecorationRole) is None


def test_final_ranks_are_shown_also_if_shared(model):
    model.set_sheet_text(make_text(make_sheet(4, 13, 13, ranks=(1, 2, 2, 4))))
    row = model.rowCount() - 1
    assert [model.index(row, seat).data() for seat in range(4)] == ["1st", "=2nd", "=2nd", "4th"]
    sentences = [model.sheet_text.cell_sentence(row, seat) for seat in (1, 3)]
    assert sentences == ["Boris: 2nd place, shared", "Mila: 4th place"]


def test_a_sum_of_ranks_is_a_plain_number():
    assert make_text(make_ranked_sheet(4)).cell_figures(2, 0)[0][0] == "99"


@pytest.mark.parametrize(("players", "rank"), [(7, "10th"), (8, "10")])
def test_ranks_are_in_words_unless_the_columns_are_narrow(players, rank):
    text = make_text(make_ranked_sheet(players))
    assert text.cell_figures(0, 0)[0] == (rank, BoxTone.STRONG)
    box = SheetBox(3, BoxTone.STRONG)
    expected_ranks = {figures[0][0] for figures in text.expected_figures()}
    assert len(expected_ranks) == players
    assert (text._shorten_rank("=3rd", box), text._shorten_rank("31", box)) == (
        ("=3rd", "31") if players == 7 else ("=3", "31")
    )


def test_room_is_reserved_only_for_ranks():
    assert make_text(make_sheet(3, 15, 2)).expected_figures() == set()


@pytest.mark.parametrize(
    ("sheet", "row"),
    [
        (make_sheet(3, 15, 2), 2),
        (make_sheet(3, 15, 15), 14),
        (make_sheet(3, 15, 15, ranks=(1, 2, 2)), 16),
        (ScoreSheet(COLUMNS, (), (0, 0)), None),
    ],
    ids=["playing", "scored", "over", "empty"],
)
def test_the_current_row_is_that_of_the_deal_or_the_result(sheet, row):
    assert make_text(sheet).current_row == row


def test_the_panel_has_quiet_columns_first_and_the_total_last():
    row = make_scored_row(1, (1, 1, 11, 11))
    boxes = (*row.boxes[0][2:], *row.boxes[0][:2])
    sheet = ScoreSheet(("points", "total", "bid", "tricks"), (SheetRow(1, (boxes,)),), (11,))
    assert make_text(sheet).panel_columns == COLUMNS


def test_rows_below_the_deals_and_halves_are_summaries():
    text = make_text(make_sheet(3, 2, 2, ranks=(1, 2, 2)))
    assert [text.is_summary(row) for row in range(-1, 5)] == [
        False,
        False,
        False,
        True,
        True,
        False,
    ]
    assert [text.is_empty(row) for row in range(4)] == [False] * 4
    assert make_text(make_sheet(3, 3, 1)).is_empty(2)


def test_the_summary_for_screen_readers_has_the_current_deal_and_the_results():
    lines = make_text(make_sheet(3, 15, 2)).spoken_summary().splitlines()
    assert lines == [
        *(f"{name}, deal 3: bid 2, won 1" for name in ("Nikolai (you)", *NAMES[1:3])),
        "Nikolai (you): 22 in all",
        "Boris: 7 in all",
        "Konstantina-Maria: 7 in all",
    ]


def test_only_changed_rows_are_reported(qtbot, model):
    model.set_sheet_text(make_text(make_sheet(3, 15, 2)))
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        assert not model.set_sheet_text(make_text(make_sheet(3, 15, 2)))
    changed_cells = []
    model.dataChanged.connect(
        lambda first, last: changed_cells.append((first.row(), first.column(), last.column()))
    )
    with qtbot.assertNotEmitted(model.modelReset):
        assert not model.set_sheet_text(make_text(make_sheet(3, 15, 3)))
    assert changed_cells == [(2, 0, 2), (3, 0, 2), (15, 0, 2)]
    with qtbot.waitSignal(model.modelReset):
        assert model.set_sheet_text(make_text(make_sheet(4, 13, 0)))


def test_row_headers_are_reported_only_when_changed(model):
    """Qt repaints the whole sheet for a changed header."""
    sheet = make_sheet(3, 15, 4)
    model.set_sheet_text(make_text(sheet))
    changed_sections = []
    model.headerDataChanged.connect(
        lambda orientation, first, last: changed_sections.append((orientation, first, last))
    )
    boxes = sheet.rows[4].boxes
    changed_cells = (*boxes[0][:1], SheetBox(2, BoxTone.QUIET), *boxes[0][2:])
    current = replace(sheet.rows[4], boxes=(changed_cells, *boxes[1:]))
    rows = (*sheet.rows[:4], current, *sheet.rows[5:])
    model.set_sheet_text(make_text(replace(sheet, rows=rows)))
    assert model.index(4, 0).data() == "2 2"
    assert changed_sections == []
    model.set_sheet_text(make_text(make_sheet(3, 15, 5)))
    down = Qt.Orientation.Vertical
    assert changed_sections == [(down, 4, 4), (down, 5, 5)]


def test_a_table_model_has_no_rows_below_a_cell(model):
    model.set_sheet_text(make_text(make_sheet(3, 15, 2)))
    assert (model.rowCount(), model.columnCount()) == (16, 3)
    cell = model.index(0, 0)
    assert (model.rowCount(cell), model.columnCount(cell)) == (0, 0)


def test_unknown_columns_are_shown():
    row = SheetRow(1, ((SheetBox(3), SheetBox(None), SheetBox(44, BoxTone.STRONG)),) * 2)
    text = make_text(ScoreSheet(("depth", "bank_left", "bank_right"), (row,), (4, 4)))
    assert cell_tooltip(text, 0, 1) == "Boris, deal 1: Depth 3, Bank right 44"


def test_a_sheet_without_players_has_no_rows(model):
    model.set_sheet_text(make_text(ScoreSheet((), (), ()), you=None))
    assert (model.rowCount(), model.columnCount()) == (0, 0)


def test_master_tooltips_are_in_words(model):
    text = make_text(make_wrong_master_sheet(1), you=None)
    assert cell_tooltip(text, 0, 1) == "Boris, deal 1, All: won 3, 0 points"
    assert cell_tooltip(text, 12, 1) == "Boris, First half: won 3, 0 points"
    model.set_sheet_text(text)
    side = model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert side == (
        "deal 1, All, 0 left unplayed, 9 tricks in all, Nikolai led, Mila dealt, "
        "the points add up to −9"
    )
    assert [text.has_fault(row, 0) for row in (0, 1)] == [True, False]
    texts = [text.cell_text(BoxPosition(0, seat, 0)) for seat in (0, 1, None)]
    assert texts == ["2", "3", "0"]
    assert text.faults[1] == "Deal 1, All: the points add up to 0, not −9 (+9)."


def test_ass_tooltips_are_in_words():
    entries = [DealEntry(((1, 50), (0, 10)))] * 3
    text = make_text(make_ass_sheet(2, entries, limit=60), you=None)
    assert cell_tooltip(text, 0, 0) == "Nikolai, deal 1: go, target 44, 50 points, 2 banks"
    assert cell_tooltip(text, 3, 0) == "Nikolai, Total: 150 points, 0 banks"
    assert cell_tooltip(text, 4, 0) == "Nikolai: 1st place"
    assert (
        cell_tooltip(text, 5, 1)
        == "Boris, Rating: 50.00 %. 50 % is the middle of a rating, and it has no upper end."
    )


def test_a_stake_cell_has_the_stake_and_the_banks():
    deals = [DealEntry(((1, 40), (0, 10), (1, 70))), DealEntry(((0, None),) * 3)]
    text = make_text(make_ass_sheet(3, deals, limit=60, current=2))
    assert text.uses_coins
    assert text.cell_figures(0, 0) == (("go", BoxTone.FAILED), ("4", BoxTone.STRONG))
    assert text.cell_figures(0, 1) == (("stay", BoxTone.PLAIN), ("3", BoxTone.STRONG))
    assert text.cell_figures(0, 2) == (("go", BoxTone.PLAIN), ("2", BoxTone.STRONG))
    assert text.cell_figures(1, 0) == (("stay", BoxTone.QUIET), ("80", BoxTone.QUIET))
    assert cell_tooltip(text, 0, 1) == ("Boris, deal 1: stay, target 80, 10 points, 3 banks")
    assert text.plain_text(0, 1) == "stay 80 10 3"
