"""Tests of the score sheet beside the table."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QHelpEvent
from PySide6.QtWidgets import QApplication, QLabel, QSplitter, QToolTip, QVBoxLayout, QWidget

from greenbaize.games.beat.ass_sheet import ass_sheet
from greenbaize.games.beat.master_sheet import master_sheet
from greenbaize.games.shedding.sheet import rank_sheet
from greenbaize.rules.sheets import Box, Entry, Kind, Row, Sheet, Tone
from greenbaize.ui.sheets.marks import Ink, Patch, Size, Words
from greenbaize.ui.sheets.pad import Arrangement
from greenbaize.ui.sheets.panel import SheetPanel
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT

NAMES = ("Nikolai", "Boris", "Konstantina-Maria", "Mila", "Otto", "Jan", "Lena")
COLUMNS = ("bid", "tricks", "points", "total")


def scored(label, *results):
    tones = (Tone.QUIET, Tone.QUIET, Tone.PLAIN, Tone.STRONG)
    boxes = []
    for result in results:
        row = [Box(value, tone) for value, tone in zip(result, tones, strict=True)]
        if result[0] != result[1]:
            row[2] = Box(result[2], Tone.FAILED)
        boxes.append(tuple(row))
    return Row(label, tuple(boxes))


def sheet_of(players, deals, done, **more):
    rows = [
        scored(
            deal, *((1, 1, 11, 11 * deal) if seat == 0 else (2, 1, 0, 7) for seat in range(players))
        )
        for deal in range(1, done + 1)
    ]
    if done < deals:
        bid = (Box(2, Tone.QUIET), Box(1, Tone.QUIET), Box(), Box())
        rows.append(Row(done + 1, (bid,) * players, current=True))
    empty = ((Box(),) * 4,) * players
    rows += [Row(deal, empty) for deal in range(len(rows) + 1, deals + 1)]
    totals = tuple(11 * done if seat == 0 else 7 for seat in range(players))
    return Sheet(COLUMNS, tuple(rows), totals, **more)


def shown(qtbot, sheet, size, you=0):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(sheet, NAMES[: len(sheet.totals)], you)
    panel.resize(*size)
    panel.show()
    return panel


def texts(panel):
    return [label.text() for label in panel.findChildren(QLabel) if not label.isHidden()]


def text_of(panel):
    model = panel.table.model()
    return model.text


def tooltip(panel, row, column):
    model = panel.table.model()
    return str(model.index(row, column).data(Qt.ItemDataRole.ToolTipRole))


@pytest.mark.parametrize(("players", "deals"), [(3, 15), (4, 13), (5, 10), (6, 8), (7, 7), (2, 13)])
def test_at_its_own_width_a_whole_match_is_seen_at_once(qtbot, players, deals):
    sheet = sheet_of(players, deals, deals, places=tuple(range(1, players + 1)))
    panel = shown(qtbot, sheet, (10, 10))
    panel.resize(panel.sizeHint().width(), 772)
    assert panel.table.verticalScrollBar().maximum() == 0
    assert panel.table.horizontalScrollBar().maximum() == 0


def test_thirteen_deals_and_their_sum_are_seen_beside_a_table_of_1280x800(qtbot):
    sheet = sheet_of(4, 13, 7)
    panel = shown(qtbot, sheet, (296, 568))
    panel.show_sheet(sheet, NAMES[:4], 0, ("Bids 16 · tricks 8", "Over: somebody will fall short."))
    QApplication.processEvents()
    assert panel.table.verticalScrollBar().maximum() == 0
    assert panel.table.horizontalScrollBar().maximum() == 0


def test_the_stakes_of_six_are_written_so_that_all_are_seen(qtbot):
    played = Entry(tuple((0, points) for points in (0, 46, 85, 0, 26, 0)))
    playing = Entry(((1, None),) * 6)
    panel = shown(qtbot, ass_sheet(6, [played, playing], limit=60, current=2), (460, 500))
    panel.resize(panel.tight_width, 500)
    table = panel.table

    def size_of_stake():
        rect = table.visualRect(table.model().index(1, 0))
        marks = table.pad.box(rect, 1, 0, focus=False)
        (stake,) = (one for one in marks if isinstance(one, Words) and one.bold)
        return stake.size

    assert table.horizontalScrollBar().maximum() == 0
    assert size_of_stake() is Size.SMALL
    panel.setMaximumWidth(1000)
    panel.resize(600, 500)
    assert size_of_stake() is Size.NORMAL


@pytest.mark.parametrize("width", [250, 600])
def test_lines_part_the_stakes_of_the_deal_being_played(qtbot, width):
    """Each stake is in its player's column, at the right in the tight arrangement."""
    played = Entry(((0, 46), (1, 85), (0, 26)))
    playing = Entry(((1, None), (0, None), (0, None)))
    panel = shown(qtbot, ass_sheet(3, [played, playing], limit=60, current=2), (width, 500))
    table = panel.table
    tight = table.pad.arrangement is Arrangement.TIGHT
    assert tight is (width < 600)
    for seat in range(3):
        rect = table.visualRect(table.model().index(1, seat))
        marks = list(table.pad.box(rect, 1, seat, focus=False))
        lines = [one for one in marks if isinstance(one, Patch) and one.ink is Ink.LINE]
        assert len(lines) == (seat < 2)
        stake, target = (one for one in marks if isinstance(one, Words) and one.text)
        assert stake.text == ("stay" if seat else "go")
        assert rect.toRectF().contains(target.rect)
        assert (stake.rect.left() > rect.left() + 6) is tight


def wrong_master(done=3):
    entry = Entry(((2, 0), (3, 0), (3, 0), (3, 0)), (0, 0, 3))
    return master_sheet(4, [entry] * done, current=done + 1)


@pytest.mark.parametrize(
    ("sheet", "row"),
    [
        *((sheet_of(3, 15, row), row) for row in (0, 7, 14)),
        *((wrong_master(deal - 1), deal - 1 + (deal > 12)) for deal in (1, 12, 13, 24)),
    ],
)
def test_where_it_must_scroll_the_current_row_is_in_view(qtbot, sheet, row):
    panel = shown(qtbot, sheet, (220, 260))
    assert panel.table.verticalScrollBar().maximum() > 0
    rect = panel.table.visualRect(panel.table.model().index(row, 0))
    assert panel.table.viewport().rect().contains(rect.center())


def test_the_current_row_stays_in_view_as_deals_go_on(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 0), (220, 260))
    for row in range(15):
        panel.show_sheet(sheet_of(3, 15, row), NAMES[:3], 0)
        rect = panel.table.visualRect(panel.table.model().index(row, 0))
        assert panel.table.viewport().rect().contains(rect.center())


def test_totals_stay_in_sight_below_deals_that_are_scrolled(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 4, places=(1, 2, 2)), (260, 330))
    table, foot = panel.table, panel.table.foot
    bar, high = table.verticalScrollBar(), table.verticalHeader().defaultSectionSize()
    assert bar.maximum() > 0
    assert foot.isVisible()
    assert list(foot.rows) == [15, 16]
    assert foot.geometry().bottom() == table.viewport().geometry().bottom()
    # Rows are visible as a whole, at both ends too.
    assert table.viewport().height() % high == 0
    for value in range(bar.maximum() + 1):
        bar.setValue(value)
        assert table.rowViewportPosition(value) == 0
    # At the end, the overlay covers the sheet's own result rows.
    assert table.rowViewportPosition(15) + table.viewport().y() == foot.y()
    table.keep_current_in_view()
    current = table.visualRect(table.model().index(4, 0)).translated(table.viewport().pos())
    assert not foot.geometry().intersects(current)
    at = QPoint(foot.rect().center().x(), foot.height() - 3)
    QApplication.sendEvent(foot, QHelpEvent(QEvent.Type.ToolTip, at, foot.mapToGlobal(at)))
    assert QToolTip.text() == tooltip(panel, 16, 1)
    QToolTip.hideText()
    panel.resize(260, 700)
    assert not foot.isVisible()


def test_a_bar_at_the_side_takes_nobodys_last_column(qtbot):
    sheet = master_sheet(4, [], current=1)
    sheet = replace(sheet, places=(1, 2, 3, 4), ratings=(5000, 5099, 5024, 4955))
    panel = shown(qtbot, sheet, (10, 10))
    for wide in (panel.tight_width, panel.sizeHint().width()):
        panel.resize(wide, 400)
        QApplication.processEvents()
        assert panel.table.verticalScrollBar().maximum() > 0
        assert panel.table.horizontalScrollBar().maximum() == 0
        head = panel.table.horizontalHeader()
        assert head.length() <= panel.table.viewport().width()


def test_it_tells_also_when_it_must_be_wider_than_before(qtbot):
    panel = shown(qtbot, master_sheet(4, [], current=1), (330, 600))
    tight, wanted, told = panel.tight_width, panel.sizeHint().width(), []
    panel.widened.connect(lambda: told.append(panel.tight_width))
    sheet = replace(master_sheet(4, [], current=1), ratings=(5000, 5099, 5024, 4955))
    panel.show_sheet(sheet, NAMES[:4], 0)
    assert told == [panel.tight_width]
    assert panel.tight_width > tight
    assert panel.sizeHint().width() == wanted


def test_the_paper_is_as_high_as_its_rows_and_notes_move_no_edge(qtbot):
    side = QWidget()
    qtbot.addWidget(side)
    column = QVBoxLayout(side)
    panel = SheetPanel(side)
    column.addWidget(panel, 1, Qt.AlignmentFlag.AlignTop)
    panel.show_sheet(sheet_of(3, 5, 2), NAMES[:3], 0, ("Bids 3", "Even."))
    side.resize(400, 900)
    side.show()
    QApplication.processEvents()
    high = panel.height()
    assert high < 500
    assert panel.table.verticalScrollBar().maximum() == 0
    panel.show_sheet(sheet_of(3, 5, 3), NAMES[:3], 0)
    QApplication.processEvents()
    assert panel.height() == high


def test_boxes_say_in_words_what_their_numbers_are(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    assert tooltip(panel, 1, 1) == "Boris, deal 2: bid 2, won 1, 0 points, 7 in all"
    assert tooltip(panel, 1, 0) == "Nikolai (you), deal 2: bid 1, won 1, 11 points, 22 in all"
    assert tooltip(panel, 2, 1) == "Boris, deal 3: bid 2, won 1"
    assert tooltip(panel, 3, 1) == "Boris, deal 4: nothing yet"
    assert tooltip(panel, 15, 1) == "Boris: 7 in all"


def test_a_failed_deal_shows_a_dash_and_a_penalty_its_number(qtbot):
    row = Row(1, ((Box(0, Tone.FAILED),), (Box(-10, Tone.FAILED),), (Box(12),)))
    panel = shown(qtbot, Sheet(("points",), (row,), (0, -10, 12)), (300, 300))
    figures = [text_of(panel).figures(0, seat) for seat in range(3)]
    assert [parts[0][0] for parts in figures] == ["–", "−10", "+12"]


def test_of_a_bid_one_sees_whether_it_was_made_and_is_told_the_sum(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    text = text_of(panel)
    assert text.figures(1, 0) == (("✓", Tone.PLAIN), ("22", Tone.STRONG))
    assert text.figures(1, 1) == (("✗", Tone.FAILED), ("7", Tone.STRONG))
    assert text.figures(2, 1) == (("2", Tone.QUIET), ("1", Tone.QUIET))


def test_of_a_stake_one_sees_who_went_and_the_banks_as_coins(qtbot):
    deals = [Entry(((1, 40), (0, 10), (1, 70))), Entry(((0, None),) * 3)]
    panel = shown(qtbot, ass_sheet(3, deals, limit=60, current=2), (400, 400))
    text = text_of(panel)
    assert text.figures(0, 0) == (("go", Tone.FAILED), ("4", Tone.STRONG))
    assert text.figures(0, 1) == (("stay", Tone.PLAIN), ("3", Tone.STRONG))
    assert text.figures(0, 2) == (("go", Tone.PLAIN), ("2", Tone.STRONG))
    assert text.figures(1, 0) == (("stay", Tone.QUIET), ("80", Tone.QUIET))
    rect = panel.table.visualRect(panel.table.model().index(0, 0))
    for seat, count in enumerate((4, 3, 2)):
        marks = list(panel.table.pad.box(rect, 0, seat, focus=False))
        coins = [one for one in marks if isinstance(one, Patch) and one.ink is Ink.BRASS]
        assert len(coins) == count
        assert all(rect.toRectF().contains(one.rect) for one in coins)
    assert tooltip(panel, 0, 1) == "Boris, deal 1: stay, target 80, 10 points, 3 banks"


def test_your_column_has_your_name_and_long_names_are_told_in_full(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700), you=1)
    model = panel.table.model()
    across = Qt.Orientation.Horizontal
    assert [model.headerData(seat, across) for seat in range(3)] == [
        "Nikolai",
        "Boris",
        "Konstantina-Maria",
    ]
    assert model.headerData(2, across, Qt.ItemDataRole.ToolTipRole) == "Konstantina-Maria"


def test_whoever_has_no_name_has_a_face_above_the_column(qtbot):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.resize(320, 400)
    panel.show()
    pictures = []
    for names in (("You", "Boris"), ("You", "Anna"), ("Ida", "Anna")):
        panel.show_sheet(sheet_of(2, 4, 2), names, 0)
        QApplication.processEvents()
        head = panel.table.horizontalHeader()
        pictures.append([head.grab(head_part(head, at)).toImage() for at in range(2)])
    drawn = [
        {picture.pixelColor(x, picture.height() // 2 - 2).name() for x in range(picture.width())}
        for picture in (pictures[0][0], pictures[2][0])
    ]
    assert drawn[0] - drawn[1]
    assert len(drawn[0]) > 8  # a face has many colours
    assert pictures[0][0] == pictures[1][0]


def head_part(head, column):
    return QRect(head.sectionViewportPosition(column), 0, head.sectionSize(column), head.height())


def test_the_end_shows_places_shared_ones_too(qtbot):
    panel = shown(qtbot, sheet_of(4, 13, 13, places=(1, 2, 2, 4)), (380, 700))
    model = panel.table.model()
    row = model.rowCount() - 1
    assert [model.index(row, seat).data() for seat in range(4)] == ["1st", "=2nd", "=2nd", "4th"]
    assert tooltip(panel, row, 1) == "Boris: 2nd place, shared"


def ranked(players):
    box = (Box(10, Tone.STRONG), Box(99, Tone.QUIET))
    total = Row(0, ((Box(99),),) * players, kind=Kind.RESULT, title="total")
    rows = tuple(Row(deal, (box,) * players) for deal in (1, 2))
    return Sheet(("place", "total"), rows, (99,) * players, results=(total,))


def test_a_sum_of_places_is_a_number_and_no_place(qtbot):
    panel = shown(qtbot, ranked(4), (400, 400))
    assert text_of(panel).figures(2, 0)[0][0] == "99"


@pytest.mark.parametrize("players", [4, 10])
def test_a_place_in_a_single_deal_is_told_once_and_takes_no_more_room_at_the_end(qtbot, players):
    names = [f"P{seat}" for seat in range(players)]
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(rank_sheet(players, [], deals=1, current=1), names, 0)
    before = panel.sizeHint()
    done = rank_sheet(players, [Entry(tuple((1 + seat,) for seat in range(players)))], deals=1)
    panel.show_sheet(done, names, 0)
    model = panel.table.model()
    assert (model.rowCount(), panel.sizeHint()) == (1, before)
    assert text_of(panel).figures(0, 1) == (("2nd" if players < 8 else "2", Tone.STRONG),)
    assert text_of(panel).in_words().splitlines()[1] == "P1, deal 1: 2nd"


@pytest.mark.parametrize("players", [8, 9, 10])
def test_many_names_stand_upright_above_narrow_columns(qtbot, players):
    names = [f"{name}{at}" for at, name in enumerate((*NAMES, "Hugo", "Nils", "Emma"))][:players]
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(ranked(players), names, 0)
    hint = panel.sizeHint()
    assert hint.width() < 45 * players + 90
    panel.resize(hint)
    panel.show()
    table, head = panel.table, panel.table.horizontalHeader()
    assert head.length() <= table.viewport().width()
    assert head.height() > 2 * head.fontMetrics().height()
    assert text_of(panel).figures(0, 0)[0] == ("10", Tone.STRONG)
    last = table.visualRect(table.model().index(0, players - 1))
    assert table.viewport().rect().contains(last)


def test_a_row_is_seen_again_once_there_is_room_for_it(qtbot):
    panel = SheetPanel()
    qtbot.addWidget(panel)
    panel.show_sheet(ranked(10), [f"Name{at}" for at in range(10)], 0)
    wide, high = panel.sizeHint().width(), panel.sizeHint().height()
    panel.show()
    for lacking in (40, 0):
        panel.resize(wide, high - lacking)
    table = panel.table
    assert table.horizontalHeader().height() == table.pad.head_height
    assert table.viewport().rect().contains(table.visualRect(table.model().index(0, 0)))


def test_few_names_stand_level(qtbot):
    panel = shown(qtbot, ranked(7), (600, 400))
    head = panel.table.horizontalHeader()
    assert head.height() < 2.5 * head.fontMetrics().height()
    assert text_of(panel).figures(0, 0)[0] == ("10th", Tone.STRONG)


LEGEND = "Each deal: Bid · Tricks · Points · Total"


def test_a_box_of_several_numbers_says_what_they_are_in_their_order(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    assert panel._title.toolTip() == LEGEND
    few = Sheet(("tricks", "points"), (), (0, 0))
    panel.show_sheet(few, NAMES[:2], 0)
    assert not panel._title.toolTip()
    panel.show_sheet(ass_sheet(3, [], limit=60), NAMES[:3], 0)
    assert panel._title.toolTip() == "Each deal: Stake · Target · Points · Banks"


def test_notes_stand_below_and_go_when_there_are_none(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    panel.show_sheet(sheet_of(3, 15, 2), NAMES[:3], 0, ["Bids 8 · tricks 7", "Over by 1."])
    assert texts(panel) == ["Score sheet", "Bids 8 · tricks 7", "Over by 1."]
    panel.show_sheet(sheet_of(3, 15, 2), NAMES[:3], 0)
    assert texts(panel) == ["Score sheet"]


def test_only_what_changed_is_told_to_the_view(qtbot):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    model = panel.table.model()
    with qtbot.assertNotEmitted(model.modelReset), qtbot.assertNotEmitted(model.dataChanged):
        panel.show_sheet(sheet_of(3, 15, 2), NAMES[:3], 0)
    rows = []
    model.dataChanged.connect(lambda first, last: rows.append(first.row()))
    with qtbot.assertNotEmitted(model.modelReset):
        panel.show_sheet(sheet_of(3, 15, 3), NAMES[:3], 0)
    assert rows == [2, 3, 15]
    with qtbot.waitSignal(model.modelReset):
        panel.show_sheet(sheet_of(4, 13, 0), NAMES[:4], 0)


def test_what_stands_beside_a_row_is_told_only_when_it_changes(qtbot):
    """Qt repaints the whole sheet for a changed header."""
    panel = shown(qtbot, sheet_of(3, 15, 4), (300, 800))
    heard = []
    model = panel.table.model()
    model.headerDataChanged.connect(lambda way, first, last: heard.append((first, last)))
    sheet = sheet_of(3, 15, 4)
    boxes = sheet.rows[4].boxes
    won = (*boxes[0][:1], Box(2, Tone.QUIET), *boxes[0][2:])
    current = replace(sheet.rows[4], boxes=(won, *boxes[1:]))
    rows = (*sheet.rows[:4], current, *sheet.rows[5:])
    panel.show_sheet(replace(sheet, rows=rows), NAMES[:3], 0)
    assert panel.table.model().index(4, 0).data() == "2 2"
    assert heard == []
    panel.show_sheet(sheet_of(3, 15, 5), NAMES[:3], 0)
    assert heard == [(4, 4), (5, 5)]


def test_any_columns_will_do(qtbot):
    row = Row(1, ((Box(3), Box(None), Box(44, Tone.STRONG)),) * 2)
    panel = shown(qtbot, Sheet(("depth", "bank_left", "bank_right"), (row,), (4, 4)), (300, 300))
    assert tooltip(panel, 0, 1) == "Boris, deal 1: Depth 3, Bank right 44"
    assert not panel.grab().isNull()


def test_an_empty_sheet_is_only_paper(qtbot):
    panel = shown(qtbot, Sheet((), (), ()), (300, 300), you=None)
    assert panel.table.model().rowCount() == 0
    assert not panel.grab().isNull()


def test_the_keyboard_reaches_it_and_moves_about_but_a_click_does_not_take_it(qtbot):
    window = QSplitter()
    qtbot.addWidget(window)
    cards = QWidget()
    cards.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window.addWidget(cards)
    panel = SheetPanel()
    window.addWidget(panel)
    panel.show_sheet(sheet_of(3, 15, 2), NAMES[:3], 0)
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
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    table = QAccessible.queryAccessibleInterface(panel.table)
    assert table.text(QAccessible.Text.Name) == "Score sheet"
    names = [
        table.child(number).text(QAccessible.Text.Name) for number in range(table.childCount())
    ]
    assert "Boris, deal 2: bid 2, won 1, 0 points, 7 in all" in names
    assert "Boris, deal 3: bid 2, won 1" in panel.accessibleDescription()


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_is_painted_on_the_themes_paper(qtbot, theme):
    panel = shown(qtbot, sheet_of(3, 15, 2), (320, 700))
    dress(theme)
    panel.dress()
    picture = panel.grab().toImage()
    assert picture.pixelColor(160, 20).name() == theme.paper
    rect = panel.table.visualRect(panel.table.model().index(2, 2))
    at = panel.table.viewport().mapTo(panel, rect.center()) + QPoint(20, 0)
    ratio = picture.devicePixelRatio()
    tint = picture.pixelColor(round(at.x() * ratio), round(at.y() * ratio))
    assert tint.name() == theme.paper_tint


# Master and Ass


def test_masters_whole_sheet_is_seen_beside_the_table(qtbot):
    panel = shown(qtbot, master_sheet(4, ()), (10, 10))
    panel.resize(panel.sizeHint().width(), 790)
    qtbot.waitUntil(lambda: panel.table.verticalScrollBar().maximum() == 0)
    assert panel.sizeHint().width() < 420


def test_failed_checks_are_said_below_the_sheet_and_framed_in_it(qtbot):
    right = shown(qtbot, master_sheet(4, ()), (420, 790))
    assert texts(right) == ["Score sheet"]
    panel = shown(qtbot, wrong_master(1), (420, 790))
    assert texts(panel)[1].splitlines() == [
        "Deal 1, All: tricks and remaining tricks add up to 11, not 9 (+2).",
        "Deal 1, All: the points add up to 0, not −9 (+9).",
    ]
    model = panel.table.model()
    assert [text_of(panel).wrong(row, 0) for row in (0, 1)] == [True, False]
    rect = panel.table.visualRect(model.index(0, 0))
    image = panel.table.viewport().grab().toImage()
    ratio = image.devicePixelRatio()
    edge = image.pixelColor(round(rect.center().x() * ratio), round((rect.top() + 2) * ratio))
    assert edge.name() == LIGHT.loss


def test_masters_rows_are_said_in_words(qtbot):
    panel = shown(qtbot, wrong_master(1), (420, 790), you=None)
    assert tooltip(panel, 0, 1) == "Boris, deal 1, All: won 3, 0 points"
    assert tooltip(panel, 12, 1) == "Boris, First half: won 3, 0 points"
    model = panel.table.model()
    side = model.headerData(0, Qt.Orientation.Vertical, Qt.ItemDataRole.ToolTipRole)
    assert side == (
        "deal 1, All, 0 left unplayed, 9 tricks in all, Nikolai led, Mila dealt, "
        "the points add up to −9"
    )


def test_the_sheet_of_ass_is_said_in_words(qtbot):
    entries = [Entry(((1, 50), (0, 10)))] * 3
    panel = shown(qtbot, ass_sheet(2, entries, limit=60), (420, 790), you=None)
    assert tooltip(panel, 0, 0) == "Nikolai, deal 1: go, target 44, 50 points, 2 banks"
    assert tooltip(panel, 3, 0) == "Nikolai, Total: 150 points, 0 banks"
    assert tooltip(panel, 4, 0) == "Nikolai: 1st place"
    assert (
        tooltip(panel, 5, 1)
        == "Boris, Rating: 50.00 %. 50 % is the middle of a rating, and it has no upper end."
    )


@pytest.mark.parametrize("width", [240, 290, 340, 460])
def test_points_of_ass_stay_to_the_end_and_no_targets_are_added_up(qtbot, width):
    deals = [Entry(((1, 40), (0, 10), (0, 70))), Entry(((1, 60), (1, 12), (0, 48)))]
    # A failed "go" always shows its points in red; the points of these deals are mostly quiet.
    amid = shown(qtbot, ass_sheet(3, deals, limit=3), (width, 400))
    end = shown(qtbot, ass_sheet(3, deals, limit=2), (width, 400))
    for seat in range(3):
        for row in range(2):
            drawn = [
                mark.text
                for panel in (amid, end)
                for mark in panel.table.pad.box(QRect(0, 0, 200, 40), row, seat, focus=False)
                if isinstance(mark, Words)
            ]
            assert drawn[: len(drawn) // 2] == drawn[len(drawn) // 2 :]
        pad = end.table.pad
        pad.column, pad.arrangement = pad.column_width(Arrangement.TIGHT), Arrangement.TIGHT
        total = list(pad.box(QRect(0, 0, 200, 40), 2, seat, focus=False))
        words = [mark.text for mark in total if isinstance(mark, Words) and mark.text]
        coins = [mark for mark in total if isinstance(mark, Patch) and mark.ink is Ink.BRASS]
        # Points and banks
        assert words == [("100", "22", "118")[seat]]
        assert str(len(coins)) == end.table.pad._model.text.figures(2, seat)[-1][0]


def test_rows_that_were_played_stay_in_view_once_there_is_room_again(qtbot):
    """A low panel shows the current deal; a higher one shows the deals before it too."""
    panel = shown(qtbot, wrong_master(), (400, 230))
    bar = panel.table.verticalScrollBar()
    assert bar.value() > 0
    panel.resize(400, 420)
    assert bar.maximum() > 0
    assert bar.value() == 0
