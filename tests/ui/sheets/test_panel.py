"""Tests of the score sheet beside the table."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QSplitter, QToolTip, QVBoxLayout, QWidget

from greenbaize.games.beat.ass_sheet import make_ass_sheet
from greenbaize.games.beat.master_sheet import make_master_sheet
from greenbaize.games.shedding.sheet import make_rank_sheet
from greenbaize.rules.sheets import BoxTone, DealEntry, ScoreSheet, SheetBox, SheetRow
from greenbaize.ui.sheets.drawing import TextSize
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.sheets.sheet_layout import (
    CELL_MARGIN,
    NUMBER_GAP,
    CellArrangement,
    max_text_width,
)
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from ui.sheets.sample_sheets import (
    NAMES,
    make_ranked_sheet,
    make_sheet,
    make_wrong_master_sheet,
    open_panel,
)


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


@pytest.mark.parametrize("players", [4, 7])
def test_marks_stand_beside_the_totals_as_soon_as_there_is_room(qtbot, players):
    panel = open_panel(qtbot, make_sheet(players, 7, 4), (10, 10))
    layout = panel.table.sheet_layout
    mark_and_total = max_text_width("✗", size=TextSize.SMALL) + max_text_width("44", bold=True)
    room = mark_and_total + NUMBER_GAP + 2 * CELL_MARGIN + 1
    assert layout.required_column_width(CellArrangement.STACK) == room
    assert layout.required_column_width(CellArrangement.TIGHT) < room


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


def test_rows_that_were_played_stay_in_view_once_there_is_room_again(qtbot):
    """A low panel shows the current deal; a higher one shows the deals before it too."""
    panel = open_panel(qtbot, make_wrong_master_sheet(), (400, 230))
    bar = panel.table.verticalScrollBar()
    assert bar.value() > 0
    panel.resize(400, 420)
    assert bar.maximum() > 0
    assert bar.value() == 0


def test_a_sheet_that_is_empty_or_has_unknown_columns_is_painted(qtbot):
    row = SheetRow(1, ((SheetBox(3), SheetBox(None), SheetBox(44, BoxTone.STRONG)),) * 2)
    unknown = ScoreSheet(("depth", "bank_left", "bank_right"), (row,), (4, 4))
    for sheet in (unknown, ScoreSheet((), (), ())):
        assert not open_panel(qtbot, sheet, (300, 300), you=None).grab().isNull()
