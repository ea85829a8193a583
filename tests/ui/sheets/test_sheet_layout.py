"""Tests of the layout of cells beside the table: stakes, coins, names and totals."""

import pytest
from PySide6.QtCore import QRect

from greenbaize.games.beat.ass_sheet import make_ass_sheet
from greenbaize.rules.sheets import BoxTone, DealEntry, ScoreSheet, SheetBox, SheetRow
from greenbaize.ui.sheets.drawing import (
    ALIGN_CENTRE,
    ALIGN_LEFT,
    ColorRole,
    OutlineItem,
    RectItem,
    TextItem,
    TextSize,
)
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.sheet_layout import (
    TINT_ROUNDING,
    CellArrangement,
    SheetLayout,
    _coins_width,
    _make_coin_items,
    max_text_width,
    panel_font_metrics,
    split_figures,
)
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from ui.sheets.sample_sheets import (
    NAMES,
    make_ranked_sheet,
    make_sheet,
    make_wrong_master_sheet,
    open_panel,
)


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


@pytest.fixture
def make_layout(qapp):
    """Return a function that lays out a sheet in columns of some width and arrangement."""

    def lay_out(sheet, arrangement=CellArrangement.LINE, width=150, you=0):
        model = SheetModel()
        model.set_sheet_text(SheetText.from_sheet(sheet, NAMES[: len(sheet.totals)], you))
        layout = SheetLayout(model)
        layout.arrangement, layout.current_column_width = arrangement, width
        layout.measure_columns()
        return layout

    return lay_out


def make_points_sheet():
    """Return a sheet whose cells have a quiet, a plain and a strong number."""
    boxes = (SheetBox(2, BoxTone.QUIET), SheetBox(5), SheetBox(17, BoxTone.STRONG))
    return ScoreSheet(("tricks", "points", "total"), (SheetRow(1, (boxes,) * 3),), (17,) * 3)


def texts_in(items):
    return {item.text: item for item in items if isinstance(item, TextItem) and item.text}


CELL = QRect(0, 0, 150, 40)


def test_figures_are_split_by_how_important_they_are():
    quiet, plain, failed, strong = BoxTone.QUIET, BoxTone.PLAIN, BoxTone.FAILED, BoxTone.STRONG
    figures = (("2", quiet), ("1", quiet), ("+5", plain), ("17", strong))
    assert split_figures(figures) == ("2·1", ("+5", plain), "17")
    assert split_figures((("go", failed), ("4", strong))) == ("", ("go", failed), "4")
    assert split_figures((("a", plain), ("b", failed))) == ("", ("a b", failed), "")
    assert split_figures(()) == ("", ("", plain), "")


def test_rows_of_two_lines_are_higher_than_rows_of_one(make_layout):
    heights = {
        arrangement: make_layout(make_sheet(3, 5, 2), arrangement).row_heights
        for arrangement in CellArrangement
    }
    line, stack = heights[CellArrangement.LINE], heights[CellArrangement.STACK]
    assert heights[CellArrangement.TIGHT] == stack
    text_height = panel_font_metrics(TextSize.SMALL).height()
    assert line == (text_height + 7, text_height + 15)
    assert stack == (2 * text_height - 3, 2 * text_height + 8)


def test_a_narrower_arrangement_needs_a_narrower_column(make_layout):
    layout = make_layout(make_points_sheet())
    widths = [layout.required_column_width(arrangement) for arrangement in CellArrangement]
    assert widths == sorted(set(widths), reverse=True)


def test_the_parts_of_a_cell_lie_beside_or_above_each_other(make_layout):
    sheet = make_points_sheet()
    parts = {}
    for arrangement in CellArrangement:
        layout = make_layout(sheet, arrangement)
        quiet, plain, strong = [
            item
            for item in layout.make_cell_items(CELL, 0, 0, has_focus=False)
            if isinstance(item, TextItem)
        ]
        assert quiet.ink is plain.ink is ColorRole.QUIET
        assert strong.bold
        parts[arrangement] = quiet, plain, strong
    quiet, plain, strong = parts[CellArrangement.LINE]
    assert quiet.rect.y() == plain.rect.y() == strong.rect.y()
    assert plain.rect.right() < strong.rect.right()
    quiet, plain, strong = parts[CellArrangement.STACK]
    assert quiet.rect.bottom() <= plain.rect.top() + 2
    assert strong.rect.height() > plain.rect.height()
    quiet, plain, strong = parts[CellArrangement.TIGHT]
    assert quiet.rect.y() < plain.rect.y() == strong.rect.y()


def test_points_that_do_not_fit_beside_the_total_are_left_out(make_layout):
    sheet = make_points_sheet()
    for width, count in ((150, 3), (20, 2)):
        layout = make_layout(sheet, CellArrangement.TIGHT, width)
        assert len(texts_in(layout.make_cell_items(CELL, 0, 0, has_focus=False))) == count


def test_the_bid_of_the_current_deal_stands_out(make_layout):
    layout = make_layout(make_sheet(3, 5, 2))
    items = list(layout.make_cell_items(CELL, 2, 0, has_focus=False))
    texts = texts_in(items)
    assert list(texts) == ["2", "·1"]
    assert texts["2"].bold
    assert not texts["·1"].bold
    assert texts["·1"].rect.left() > texts["2"].rect.left()
    assert isinstance(items[0], RectItem)
    assert items[0].ink is ColorRole.TINT


def test_the_tint_of_the_current_row_runs_from_its_label_to_the_last_column(make_layout):
    layout = make_layout(make_sheet(3, 5, 2))
    tints = [next(iter(layout.make_label_items(CELL, 2)))]
    tints += [next(iter(layout.make_cell_items(CELL, 2, seat, has_focus=False))) for seat in (0, 2)]
    cell = CELL.toRectF()
    assert [(tint.rect.left(), tint.rect.right()) for tint in tints] == [
        (cell.left(), cell.right() + 2 * TINT_ROUNDING),
        (cell.left() - 2 * TINT_ROUNDING, cell.right() + 2 * TINT_ROUNDING),
        (cell.left() - 2 * TINT_ROUNDING, cell.right()),
    ]
    assert all(tint.clip_rect == cell for tint in tints)


def test_a_failed_deal_is_red_and_bold(make_layout):
    layout = make_layout(make_sheet(3, 5, 2))
    failed, made = (
        texts_in(layout.make_cell_items(CELL, 0, seat, has_focus=False)) for seat in (1, 0)
    )
    assert failed["✗"].bold
    assert failed["✗"].ink is ColorRole.LOSS
    assert made["✓"].ink is ColorRole.QUIET


def test_a_cell_is_framed_for_the_focus_and_for_a_fault(make_layout):
    layout = make_layout(make_wrong_master_sheet(1))
    for row, has_focus, inks in (
        (0, False, [ColorRole.LOSS]),
        (0, True, [ColorRole.LOSS, ColorRole.QUIET]),
        (1, True, [ColorRole.QUIET]),
        (1, False, []),
    ):
        items = layout.make_cell_items(CELL, row, 0, has_focus=has_focus)
        assert [item.ink for item in items if isinstance(item, OutlineItem)] == inks


def test_lines_lie_below_deals_and_around_summaries(make_layout):
    layout = make_layout(make_sheet(3, 2, 2, ranks=(1, 2, 2)))
    horizontal_lines = []
    for row in range(4):
        items = layout.make_cell_items(CELL, row, 2, has_focus=False)
        horizontal_lines.append(
            [(item.rect.y(), item.ink) for item in items if isinstance(item, RectItem)]
        )
    fine, bottom = ColorRole.LINE, CELL.bottom()
    assert horizontal_lines == [[(bottom, fine)], [(bottom, fine)], [(0, ColorRole.INK)], []]


@pytest.mark.parametrize(("count", "coins"), [(1, 1), (5, 5), (6, 1), (12, 1)])
def test_many_banks_are_one_coin_and_a_number(qapp, count, coins):
    items = list(_make_coin_items(CELL, count))
    assert sum(isinstance(item, RectItem) for item in items) == coins
    assert list(texts_in(items)) == ([] if count < 6 else [str(count)])
    left = min(item.rect.left() for item in items if isinstance(item, RectItem))
    assert left == pytest.approx(CELL.right() + 1 - _coins_width(count))
    if count < 6:
        right = max(item.rect.right() for item in items if isinstance(item, RectItem))
        assert right == pytest.approx(CELL.right() + 1)


def test_labels_are_quiet_for_deals_to_come_and_bold_for_the_current_one(make_layout):
    layout = make_layout(make_sheet(3, 5, 2))
    labels = [
        next(iter(texts_in(layout.make_label_items(CELL, row)).values())) for row in (0, 2, 3, 5)
    ]
    assert [label.bold for label in labels] == [False, True, False, False]
    quiet, ink = ColorRole.QUIET, ColorRole.INK
    assert [label.ink for label in labels] == [ink, ink, quiet, ink]
    assert [label.align for label in labels] == [ALIGN_CENTRE] * 3 + [ALIGN_LEFT]
    assert layout.label_width >= max_text_width("Total", size=TextSize.SMALL, bold=True) + 14


def test_the_own_name_is_bold_and_a_line_separates_names(make_layout):
    layout = make_layout(make_sheet(3, 5, 2), you=1)
    name_items = [list(layout.make_name_items(CELL, seat)) for seat in range(3)]
    assert [items[0].bold for items in name_items] == [False, True, False]
    assert [len(items) for items in name_items] == [3, 3, 2]
    assert not name_items[0][0].is_vertical
    assert layout.header_height == 12 + panel_font_metrics(TextSize.SMALL, bold=True).height()
