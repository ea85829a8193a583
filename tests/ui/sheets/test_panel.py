"""Tests of the score sheet beside the table."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QSplitter, QToolTip, QVBoxLayout, QWidget

from greenbaize.games.beat.ass_sheet import make_ass_sheet
from greenbaize.games.beat.master_sheet import make_master_sheet
from greenbaize.games.shedding.sheet import make_rank_sheet
from greenbaize.rules.sheets import BoxTone, DealEntry, RowKind, ScoreSheet, SheetBox, SheetRow
from greenbaize.ui.sheets.drawing import ColorRole, RectItem, TextItem, TextSize
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.sheet_layout import CellArrangement
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT

NAMES = ("Nikolai", "Boris", "Konstantina-Maria", "Mila", "Otto", "Jan", "Lena")
COLUMNS = ("bid", "tricks", "points", "total")


def make_scored_row(label, *results):
    tones = (BoxTone.QUIET, BoxTone.QUIET, BoxTone.PLAIN, BoxTone.STRONG)
    boxes = []
    for result in results:
        row = [SheetBox(value, tone) for value, tone in zip(result, tones, strict=True)]
        if result[0] != result[1]:
            row[2] = SheetBox(result[2], BoxTone.FAILED)
        boxes.append(tuple(row))
    return SheetRow(label, tuple(boxes))


def make_sheet(players, deals, scored_deals, **sheet_fields):
    rows = [
        make_scored_row(
            deal, *((1, 1, 11, 11 * deal) if seat == 0 else (2, 1, 0, 7) for seat in range(players))
        )
        for deal in range(1, scored_deals + 1)
    ]
    if scored_deals < deals:
        bid = (SheetBox(2, BoxTone.QUIET), SheetBox(1, BoxTone.QUIET), SheetBox(), SheetBox())
        rows.append(SheetRow(scored_deals + 1, (bid,) * players, is_current=True))
    empty = ((SheetBox(),) * 4,) * players
    rows += [SheetRow(deal, empty) for deal in range(len(rows) + 1, deals + 1)]
    totals = tuple(11 * scored_deals if seat == 0 else 7 for seat in range(players))
    return ScoreSheet(COLUMNS, tuple(rows), totals, **sheet_fields)


def open_panel(qtbot, sheet, size, you=0):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(sheet, NAMES[: len(sheet.totals)], you)
    panel.resize(*size)
    panel.show()
    return panel


def label_texts(panel):
    return [label.text() for label in panel.findChildren(QLabel) if not label.isHidden()]


def sheet_text(panel):
    model = panel.table.model()
    return model.sheet_text


def cell_tooltip(panel, row, column):
    model = panel.table.model()
    return str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize(("players", "deals"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7), (2, 13)])
def test_a_whole_match_fits_at_the_preferred_width(qtbot, players, deals):
    sheet = make_sheet(players, deals, deals, ranks=tuple(range(1, players + 1)))
    panel = open_panel(qtbot, sheet, (10, 10))
    panel.resize(panel.sizeHint().width(), 772)
    assert panel.table.verticalScrollBar().maximum() == 0
    assert panel.table.horizontalScrollBar().maximum() == 0


def test_thirteen_deals_and_their_sum_are_seen_beside_a_table_of_1280x800(qtbot):
    sheet = make_sheet(4, 13, 7)
    panel = open_panel(qtbot, sheet, (296, 568))
    panel.show_sheet(sheet, NAMES[:4], 0, ("Bids 16 · tricks 8", "Over: somebody will fall short."))
    QApplication.processEvents()
    assert panel.table.verticalScrollBar().maximum() == 0
    assert panel.table.horizontalScrollBar().maximum() == 0


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


def make_wrong_master_sheet(scored_deals=3):
    entry = DealEntry(((2, 0), (3, 0), (3, 0), (3, 0)), (0, 0, 3))
    return make_master_sheet(4, [entry] * scored_deals, current=scored_deals + 1)


@pytest.mark.parametrize(
    ("sheet", "row"),
    [
        *((make_sheet(3, 15, row), row) for row in (0, 7, 14)),
        *((make_wrong_master_sheet(deal - 1), deal - 1 + (deal > 12)) for deal in (1, 12, 13, 24)),
    ],
)
def test_a_scrolled_sheet_shows_the_current_row(qtbot, sheet, row):
    panel = open_panel(qtbot, sheet, (220, 260))
    assert panel.table.verticalScrollBar().maximum() > 0
    rect = panel.table.visualRect(panel.table.model().index(row, 0))
    assert panel.table.viewport().rect().contains(rect.center())


def test_the_current_row_stays_in_view_as_deals_go_on(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 0), (220, 260))
    for row in range(15):
        panel.show_sheet(make_sheet(3, 15, row), NAMES[:3], 0)
        rect = panel.table.visualRect(panel.table.model().index(row, 0))
        assert panel.table.viewport().rect().contains(rect.center())


def test_totals_stay_in_sight_below_deals_that_are_scrolled(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 4, ranks=(1, 2, 2)), (260, 330))
    table, foot = panel.table, panel.table.results_overlay
    bar, row_height = table.verticalScrollBar(), table.verticalHeader().defaultSectionSize()
    assert bar.maximum() > 0
    assert foot.isVisible()
    assert list(foot.rows) == [15, 16]
    assert foot.geometry().bottom() == table.viewport().geometry().bottom()
    # Rows are visible as a whole, at both ends too.
    assert table.viewport().height() % row_height == 0
    for value in range(bar.maximum() + 1):
        bar.setValue(value)
        assert table.rowViewportPosition(value) == 0
    # At the end, the overlay covers the sheet's own result rows.
    assert table.rowViewportPosition(15) + table.viewport().y() == foot.y()
    table.scroll_to_current()
    current = table.visualRect(table.model().index(4, 0)).translated(table.viewport().pos())
    assert not foot.geometry().intersects(current)
    tooltip_point = QPoint(foot.rect().center().x(), foot.height() - 3)
    QApplication.sendEvent(
        foot, QHelpEvent(QEvent.Type.ToolTip, tooltip_point, foot.mapToGlobal(tooltip_point))
    )
    assert QToolTip.text() == cell_tooltip(panel, 16, 1)
    QToolTip.hideText()
    panel.resize(260, 700)
    assert not foot.isVisible()


def test_a_scroll_bar_covers_no_column(qtbot):
    sheet = make_master_sheet(4, [], current=1)
    sheet = replace(sheet, ranks=(1, 2, 3, 4), ratings=(5000, 5099, 5024, 4955))
    panel = open_panel(qtbot, sheet, (10, 10))
    for panel_width in (panel.tight_width, panel.sizeHint().width()):
        panel.resize(panel_width, 400)
        QApplication.processEvents()
        assert panel.table.verticalScrollBar().maximum() > 0
        assert panel.table.horizontalScrollBar().maximum() == 0
        head = panel.table.horizontalHeader()
        assert head.length() <= panel.table.viewport().width()


def test_width_signal_is_sent_when_only_the_tight_width_grows(qtbot):
    panel = open_panel(qtbot, make_master_sheet(4, [], current=1), (330, 600))
    tight, preferred_width, reported_widths = panel.tight_width, panel.sizeHint().width(), []
    panel.width_needed.connect(lambda: reported_widths.append(panel.tight_width))
    sheet = replace(make_master_sheet(4, [], current=1), ratings=(5000, 5099, 5024, 4955))
    panel.show_sheet(sheet, NAMES[:4], 0)
    assert reported_widths == [panel.tight_width]
    assert panel.tight_width > tight
    assert panel.sizeHint().width() == preferred_width


def test_the_paper_is_as_high_as_its_rows_and_notes_move_no_edge(qtbot):
    side = QWidget()
    qtbot.addWidget(side)
    column = QVBoxLayout(side)
    panel = SheetPanel(side)
    column.addWidget(panel, 1, Qt.AlignmentFlag.AlignTop)
    panel.show_sheet(make_sheet(3, 5, 2), NAMES[:3], 0, ("Bids 3", "Even."))
    side.resize(400, 900)
    side.show()
    QApplication.processEvents()
    height = panel.height()
    assert height < 500
    assert panel.table.verticalScrollBar().maximum() == 0
    panel.show_sheet(make_sheet(3, 5, 3), NAMES[:3], 0)
    QApplication.processEvents()
    assert panel.height() == height


def test_cell_tooltips_explain_the_numbers(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    assert cell_tooltip(panel, 1, 1) == "Boris, deal 2: bid 2, won 1, 0 points, 7 in all"
    assert cell_tooltip(panel, 1, 0) == "Nikolai (you), deal 2: bid 1, won 1, 11 points, 22 in all"
    assert cell_tooltip(panel, 2, 1) == "Boris, deal 3: bid 2, won 1"
    assert cell_tooltip(panel, 3, 1) == "Boris, deal 4: nothing yet"
    assert cell_tooltip(panel, 15, 1) == "Boris: 7 in all"


def test_a_failed_deal_shows_a_dash_and_a_penalty_its_number(qtbot):
    row = SheetRow(
        1, ((SheetBox(0, BoxTone.FAILED),), (SheetBox(-10, BoxTone.FAILED),), (SheetBox(12),))
    )
    panel = open_panel(qtbot, ScoreSheet(("points",), (row,), (0, -10, 12)), (300, 300))
    figures = [sheet_text(panel).cell_figures(0, seat) for seat in range(3)]
    assert [parts[0][0] for parts in figures] == ["–", "−10", "+12"]


def test_a_bid_cell_shows_success_and_sum(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    text = sheet_text(panel)
    assert text.cell_figures(1, 0) == (("✓", BoxTone.PLAIN), ("22", BoxTone.STRONG))
    assert text.cell_figures(1, 1) == (("✗", BoxTone.FAILED), ("7", BoxTone.STRONG))
    assert text.cell_figures(2, 1) == (("2", BoxTone.QUIET), ("1", BoxTone.QUIET))


def test_a_stake_cell_shows_the_stake_and_the_banks_as_coins(qtbot):
    deals = [DealEntry(((1, 40), (0, 10), (1, 70))), DealEntry(((0, None),) * 3)]
    panel = open_panel(qtbot, make_ass_sheet(3, deals, limit=60, current=2), (400, 400))
    text = sheet_text(panel)
    assert text.cell_figures(0, 0) == (("go", BoxTone.FAILED), ("4", BoxTone.STRONG))
    assert text.cell_figures(0, 1) == (("stay", BoxTone.PLAIN), ("3", BoxTone.STRONG))
    assert text.cell_figures(0, 2) == (("go", BoxTone.PLAIN), ("2", BoxTone.STRONG))
    assert text.cell_figures(1, 0) == (("stay", BoxTone.QUIET), ("80", BoxTone.QUIET))
    rect = panel.table.visualRect(panel.table.model().index(0, 0))
    for seat, count in enumerate((4, 3, 2)):
        items = list(panel.table.sheet_layout.make_cell_items(rect, 0, seat, has_focus=False))
        coins = [
            item for item in items if isinstance(item, RectItem) and item.ink is ColorRole.BRASS
        ]
        assert len(coins) == count
        assert all(rect.toRectF().contains(item.rect) for item in coins)
    assert cell_tooltip(panel, 0, 1) == "Boris, deal 1: stay, target 80, 10 points, 3 banks"


def test_own_column_has_the_own_name_and_tooltips_have_long_names(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700), you=1)
    model = panel.table.model()
    across = Qt.Orientation.Horizontal
    assert [model.headerData(seat, across) for seat in range(3)] == [
        "Nikolai",
        "Boris",
        "Konstantina-Maria",
    ]
    assert model.headerData(2, across, Qt.ItemDataRole.ToolTipRole) == "Konstantina-Maria"


def test_a_player_without_a_name_has_a_face_above_the_column(qtbot):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 400)
    panel.show()
    pictures = []
    for names in (("You", "Boris"), ("You", "Anna"), ("Ida", "Anna")):
        panel.show_sheet(make_sheet(2, 4, 2), names, 0)
        QApplication.processEvents()
        head = panel.table.horizontalHeader()
        pictures.append(
            [head.grab(column_header_rect(head, column)).toImage() for column in range(2)]
        )
    colour_sets = [
        {picture.pixelColor(x, picture.height() // 2 - 2).name() for x in range(picture.width())}
        for picture in (pictures[0][0], pictures[2][0])
    ]
    assert colour_sets[0] - colour_sets[1]
    assert len(colour_sets[0]) > 8  # a face has many colours
    assert pictures[0][0] == pictures[1][0]


def column_header_rect(head, column):
    return QRect(head.sectionViewportPosition(column), 0, head.sectionSize(column), head.height())


def test_final_ranks_are_shown_also_if_shared(qtbot):
    panel = open_panel(qtbot, make_sheet(4, 13, 13, ranks=(1, 2, 2, 4)), (380, 700))
    model = panel.table.model()
    row = model.rowCount() - 1
    assert [model.index(row, seat).data() for seat in range(4)] == ["1st", "=2nd", "=2nd", "4th"]
    assert cell_tooltip(panel, row, 1) == "Boris: 2nd place, shared"


def make_ranked_sheet(players):
    box = (SheetBox(10, BoxTone.STRONG), SheetBox(99, BoxTone.QUIET))
    total = SheetRow(0, ((SheetBox(99),),) * players, kind=RowKind.RESULT, title="total")
    rows = tuple(SheetRow(deal, (box,) * players) for deal in (1, 2))
    return ScoreSheet(("place", "total"), rows, (99,) * players, results=(total,))


def test_a_sum_of_ranks_is_a_plain_number(qtbot):
    panel = open_panel(qtbot, make_ranked_sheet(4), (400, 400))
    assert sheet_text(panel).cell_figures(2, 0)[0][0] == "99"


@pytest.mark.parametrize("players", [4, 10])
def test_the_rank_of_a_single_deal_is_shown_once(qtbot, players):
    names = [f"P{seat}" for seat in range(players)]
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(make_rank_sheet(players, [], deals=1, current=1), names, 0)
    before = panel.sizeHint()
    scored_sheet = make_rank_sheet(
        players, [DealEntry(tuple((1 + seat,) for seat in range(players)))], deals=1
    )
    panel.show_sheet(scored_sheet, names, 0)
    model = panel.table.model()
    assert (model.rowCount(), panel.sizeHint()) == (1, before)
    assert sheet_text(panel).cell_figures(0, 1) == (
        ("2nd" if players < 8 else "2", BoxTone.STRONG),
    )
    assert sheet_text(panel).spoken_summary().splitlines()[1] == "P1, deal 1: 2nd"


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
    assert sheet_text(panel).cell_figures(0, 0)[0] == ("10", BoxTone.STRONG)
    last = table.visualRect(table.model().index(0, players - 1))
    assert table.viewport().rect().contains(last)


def test_a_row_is_visible_again_once_there_is_room(qtbot):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(make_ranked_sheet(10), [f"Name{index}" for index in range(10)], 0)
    width, height = panel.sizeHint().width(), panel.sizeHint().height()
    panel.show()
    for lacking in (40, 0):
        panel.resize(width, height - lacking)
    table = panel.table
    assert table.horizontalHeader().height() == table.sheet_layout.header_height
    assert table.viewport().rect().contains(table.visualRect(table.model().index(0, 0)))


def test_few_names_stand_level(qtbot):
    panel = open_panel(qtbot, make_ranked_sheet(7), (600, 400))
    head = panel.table.horizontalHeader()
    assert head.height() < 2.5 * head.fontMetrics().height()
    assert sheet_text(panel).cell_figures(0, 0)[0] == ("10th", BoxTone.STRONG)


LEGEND = "Each deal: Bid · Tricks · Points · Total"


def test_the_title_tooltip_explains_cells_of_several_numbers(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    assert panel._title_label.toolTip() == LEGEND
    few = ScoreSheet(("tricks", "points"), (), (0, 0))
    panel.show_sheet(few, NAMES[:2], 0)
    assert not panel._title_label.toolTip()
    panel.show_sheet(make_ass_sheet(3, [], limit=60), NAMES[:3], 0)
    assert panel._title_label.toolTip() == "Each deal: Stake · Target · Points · Banks"


def test_notes_stand_below_and_go_when_there_are_none(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    panel.show_sheet(make_sheet(3, 15, 2), NAMES[:3], 0, ["Bids 8 · tricks 7", "Over by 1."])
    assert label_texts(panel) == ["Score sheet", "Bids 8 · tricks 7", "Over by 1."]
    panel.show_sheet(make_sheet(3, 15, 2), NAMES[:3], 0)
    assert label_texts(panel) == ["Score sheet"]


def test_model_reports_only_changed_rows(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    model = panel.table.model()
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        panel.show_sheet(make_sheet(3, 15, 2), NAMES[:3], 0)
    rows = []
    model.dataChanged.connect(lambda first, last: rows.append(first.row()))
    with qtbot.assertNotEmitted(model.modelReset):
        panel.show_sheet(make_sheet(3, 15, 3), NAMES[:3], 0)
    assert rows == [2, 3, 15]
    with qtbot.waitSignal(model.modelReset):
        panel.show_sheet(make_sheet(4, 13, 0), NAMES[:4], 0)


def test_row_headers_are_reported_only_when_changed(qtbot):
    """Qt repaints the whole sheet for a changed header."""
    panel = open_panel(qtbot, make_sheet(3, 15, 4), (300, 800))
    changed_sections = []
    model = panel.table.model()
    model.headerDataChanged.connect(
        lambda orientation, first, last: changed_sections.append((first, last))
    )
    sheet = make_sheet(3, 15, 4)
    boxes = sheet.rows[4].boxes
    changed_cells = (*boxes[0][:1], SheetBox(2, BoxTone.QUIET), *boxes[0][2:])
    current = replace(sheet.rows[4], boxes=(changed_cells, *boxes[1:]))
    rows = (*sheet.rows[:4], current, *sheet.rows[5:])
    panel.show_sheet(replace(sheet, rows=rows), NAMES[:3], 0)
    assert panel.table.model().index(4, 0).data() == "2 2"
    assert changed_sections == []
    panel.show_sheet(make_sheet(3, 15, 5), NAMES[:3], 0)
    assert changed_sections == [(4, 4), (5, 5)]


def test_unknown_columns_are_shown(qtbot):
    row = SheetRow(1, ((SheetBox(3), SheetBox(None), SheetBox(44, BoxTone.STRONG)),) * 2)
    panel = open_panel(
        qtbot, ScoreSheet(("depth", "bank_left", "bank_right"), (row,), (4, 4)), (300, 300)
    )
    assert cell_tooltip(panel, 0, 1) == "Boris, deal 1: Depth 3, Bank right 44"
    assert not panel.grab().isNull()


def test_an_empty_sheet_has_no_rows(qtbot):
    panel = open_panel(qtbot, ScoreSheet((), (), ()), (300, 300), you=None)
    assert panel.table.model().rowCount() == 0
    assert not panel.grab().isNull()


def test_panel_takes_the_focus_by_tab_and_not_by_click(qtbot):
    window = QSplitter()
    qtbot.addWidget(window)
    cards = QWidget()
    cards.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.addWidget(cards)
    panel = SheetPanel()
    window.addWidget(panel)
    panel.show_sheet(make_sheet(3, 15, 2), NAMES[:3], 0)
    window.resize(900, 600)
    with qtbot.waitActive(window):
        window.show()
    cards.setFocus()
    table = panel.table
    rect = table.visualRect(table.model().index(4, 1))
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())
    assert cards.hasFocus()
    qtbot.keyClick(cards, Qt.Key.Key_Tab)
    assert table.hasFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert (table.currentIndex().row(), table.currentIndex().column()) == (1, 1)
    qtbot.keyClick(table, Qt.Key.Key_Tab)
    assert not table.hasFocus()


def test_screen_readers_are_given_every_box(qtbot):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    table = QAccessible.queryAccessibleInterface(panel.table)
    assert table.text(QAccessible.Text.Name) == "Score sheet"
    names = [
        table.child(number).text(QAccessible.Text.Name) for number in range(table.childCount())
    ]
    assert "Boris, deal 2: bid 2, won 1, 0 points, 7 in all" in names
    assert "Boris, deal 3: bid 2, won 1" in panel.accessibleDescription()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_panel_is_painted_on_the_themes_paper(qtbot, theme):
    panel = open_panel(qtbot, make_sheet(3, 15, 2), (320, 700))
    apply_application_theme(theme)
    panel.apply_theme()
    picture = panel.grab().toImage()
    assert picture.pixelColor(160, 20).name() == theme.paper
    rect = panel.table.visualRect(panel.table.model().index(2, 2))
    cell_point = panel.table.viewport().mapTo(panel, rect.center()) + QPoint(20, 0)
    ratio = picture.devicePixelRatio()
    tint = picture.pixelColor(round(cell_point.x() * ratio), round(cell_point.y() * ratio))
    assert tint.name() == theme.paper_tint


# Master and Ass


def test_masters_whole_sheet_is_seen_beside_the_table(qtbot):
    panel = open_panel(qtbot, make_master_sheet(4, ()), (10, 10))
    panel.resize(panel.sizeHint().width(), 790)
    qtbot.waitUntil(lambda: panel.table.verticalScrollBar().maximum() == 0)
    assert panel.sizeHint().width() < 420


def test_failed_checks_are_listed_and_framed(qtbot):
    right = open_panel(qtbot, make_master_sheet(4, ()), (420, 790))
    assert label_texts(right) == ["Score sheet"]
    panel = open_panel(qtbot, make_wrong_master_sheet(1), (420, 790))
    assert label_texts(panel)[1].splitlines() == [
        "Deal 1, All: tricks and remaining tricks add up to 11, not 9 (+2).",
        "Deal 1, All: the points add up to 0, not −9 (+9).",
    ]
    model = panel.table.model()
    assert [sheet_text(panel).has_fault(row, 0) for row in (0, 1)] == [True, False]
    rect = panel.table.visualRect(model.index(0, 0))
    image = panel.table.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    edge = image.pixelColor(round(rect.center().x() * ratio), round((rect.top() + 2) * ratio))
    assert edge.name() == LIGHT.loss


def test_master_tooltips_are_in_words(qtbot):
    panel = open_panel(qtbot, make_wrong_master_sheet(1), (420, 790), you=None)
    assert cell_tooltip(panel, 0, 1) == "Boris, deal 1, All: won 3, 0 points"
    assert cell_tooltip(panel, 12, 1) == "Boris, First half: won 3, 0 points"
    model = panel.table.model()
    side = model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert side == (
        "deal 1, All, 0 left unplayed, 9 tricks in all, Nikolai led, Mila dealt, "
        "the points add up to −9"
    )


def test_ass_tooltips_are_in_words(qtbot):
    entries = [DealEntry(((1, 50), (0, 10)))] * 3
    panel = open_panel(qtbot, make_ass_sheet(2, entries, limit=60), (420, 790), you=None)
    assert cell_tooltip(panel, 0, 0) == "Nikolai, deal 1: go, target 44, 50 points, 2 banks"
    assert cell_tooltip(panel, 3, 0) == "Nikolai, Total: 150 points, 0 banks"
    assert cell_tooltip(panel, 4, 0) == "Nikolai: 1st place"
    assert (
        cell_tooltip(panel, 5, 1)
        == "Boris, Rating: 50.00 %. 50 % is the middle of a rating, and it has no upper end."
    )


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


def test_rows_that_were_played_stay_in_view_once_there_is_room_again(qtbot):
    """A low panel shows the current deal; a higher one shows the deals before it too."""
    panel = open_panel(qtbot, make_wrong_master_sheet(), (400, 230))
    bar = panel.table.verticalScrollBar()
    assert bar.value() > 0
    panel.resize(400, 420)
    assert bar.maximum() > 0
    assert bar.value() == 0
