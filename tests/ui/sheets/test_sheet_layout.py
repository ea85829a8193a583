"""Tests of the layout of cells beside the table: stakes, coins, names and totals."""

import pytest
from PySide6.QtCore import QRect

from greenbaize.games.beat.ass_sheet import make_ass_sheet
from greenbaize.rules.sheets import DealEntry
from greenbaize.ui.sheets.drawing import ColorRole, RectItem, TextItem, TextSize
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.sheet_layout import CellArrangement
from ui.sheets.sample_sheets import NAMES, make_ranked_sheet, open_panel


def test_the_stakes_of_six_players_fit(qtbot):
    played = DealEntry(tuple((0, points) for points in (0, 46, 85, 0, 26, 0)))
    playing = DealEntry(((1, None),) * 6)
    panel = open_panel(qtbot, make_ass_sheet(6, [played, playing], limit=60, current=2), (460, 500))
    panel.resize(panel.tight_width, 500)
    table = panel.table

    def stake_text_size():
        rect = table.visualRect(table.model().index(1, 0))
        marks = table.sheet_layout.make_cell_items(rect, 1, 0, has_focus=False)
        (stake,) = (item for item in marks if isinstance(item, TextItem) and item.bold)
        return stake.size

    assert table.horizontalScrollBar().maximum() == 0
    assert stake_text_size() is TextSize.SMALL
    panel.setMaximumWidth(1000)
    panel.resize(600, 500)
    assert stake_text_size() is TextSize.NORMAL


@pytest.mark.parametrize("width", [250, 600])
def test_lines_separate_the_stakes_of_the_current_deal(qtbot, width):
    """Each stake is in its player's column, at the right in the tight arrangement."""
    played = DealEntry(((0, 46), (1, 85), (0, 26)))
    playing = DealEntry(((1, None), (0, None), (0, None)))
    panel = open_panel(
        qtbot, make_ass_sheet(3, [played, playing], limit=60, current=2), (width, 500)
    )
    table = panel.table
    tight = table.sheet_layout.arrangement is CellArrangement.TIGHT
    assert tight is (width < 600)
    for seat in range(3):
        rect = table.visualRect(table.model().index(1, seat))
        items = list(table.sheet_layout.make_cell_items(rect, 1, seat, has_focus=False))
        lines = [
            item for item in items if isinstance(item, RectItem) and item.ink is ColorRole.LINE
        ]
        assert len(lines) == (seat < 2)
        stake, target = (item for item in items if isinstance(item, TextItem) and item.text)
        assert stake.text == ("stay" if seat else "go")
        assert rect.toRectF().contains(target.rect)
        assert (stake.rect.left() > rect.left() + 6) is tight


def test_banks_are_drawn_as_coins(qtbot):
    deals = [DealEntry(((1, 40), (0, 10), (1, 70))), DealEntry(((0, None),) * 3)]
    panel = open_panel(qtbot, make_ass_sheet(3, deals, limit=60, current=2), (400, 400))
    rect = panel.table.visualRect(panel.table.model().index(0, 0))
    for seat, count in enumerate((4, 3, 2)):
        items = list(panel.table.sheet_layout.make_cell_items(rect, 0, seat, has_focus=False))
        coins = [
            item for item in items if isinstance(item, RectItem) and item.ink is ColorRole.BRASS
        ]
        assert len(coins) == count
        assert all(rect.toRectF().contains(item.rect) for item in coins)


@pytest.mark.parametrize("players", [8, 9, 10])
def test_many_names_stand_upright_above_narrow_columns(qtbot, players):
    names = [f"{name}{index}" for index, name in enumerate((*NAMES, "Hugo", "Nils", "Emma"))][
        :players
    ]
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(make_ranked_sheet(players), names, 0)
    hint = panel.sizeHint()
    assert hint.width() < 45 * players + 90
    panel.resize(hint)
    panel.show()
    table, head = panel.table, panel.table.horizontalHeader()
    assert head.length() <= table.viewport().width()
    assert head.height() > 2 * head.fontMetrics().height()
    last = table.visualRect(table.model().index(0, players - 1))
    assert table.viewport().rect().contains(last)


def test_few_names_stand_level(qtbot):
    panel = open_panel(qtbot, make_ranked_sheet(7), (600, 400))
    head = panel.table.horizontalHeader()
    assert head.height() < 2.5 * head.fontMetrics().height()


@pytest.mark.parametrize("width", [240, 290, 340, 460])
def test_points_of_ass_stay_to_the_end_and_no_targets_are_added_up(qtbot, width):
    deals = [DealEntry(((1, 40), (0, 10), (0, 70))), DealEntry(((1, 60), (1, 12), (0, 48)))]
    # A failed "go" always shows its points in red; the points of these deals are mostly quiet.
    running_panel = open_panel(qtbot, make_ass_sheet(3, deals, limit=3), (width, 400))
    ended_panel = open_panel(qtbot, make_ass_sheet(3, deals, limit=2), (width, 400))
    for seat in range(3):
        for row in range(2):
            texts_of_both = [
                mark.text
                for panel in (running_panel, ended_panel)
                for mark in panel.table.sheet_layout.make_cell_items(
                    QRect(0, 0, 200, 40), row, seat, has_focus=False
                )
                if isinstance(mark, TextItem)
            ]
            assert (
                texts_of_both[: len(texts_of_both) // 2] == texts_of_both[len(texts_of_both) // 2 :]
            )
        pad = ended_panel.table.sheet_layout
        pad.current_column_width, pad.arrangement = (
            pad.required_column_width(CellArrangement.TIGHT),
            CellArrangement.TIGHT,
        )
        total = list(pad.make_cell_items(QRect(0, 0, 200, 40), 2, seat, has_focus=False))
        total_texts = [mark.text for mark in total if isinstance(mark, TextItem) and mark.text]
        coins = [
            mark for mark in total if isinstance(mark, RectItem) and mark.ink is ColorRole.BRASS
        ]
        # Points and banks
        assert total_texts == [("100", "22", "118")[seat]]
        assert (
            str(len(coins))
            == ended_panel.table.sheet_layout._model.sheet_text.cell_figures(2, seat)[-1][0]
        )
