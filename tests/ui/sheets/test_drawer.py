"""Tests of the tab and the drawer of a narrow window."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.ui.sheets.drawer import BRIEF_SHOW_MS, SLIDE_MS, TAB_SIZE, match_rank
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import apply_text_scale


def test_in_a_narrow_window_the_sheet_is_a_tab_and_slides_over_the_table(
    narrow_match, advance_clock
):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    table = playing.table_view.width()
    assert playing.width() - 60 < table < playing.width() - 40
    assert folding.tab.isVisible()
    assert folding.tab.width() == 44
    assert folding.is_folded
    playing.animator.speed = 1.0
    narrow_match.click(folding.tab)
    assert not folding.is_folded
    advance_clock(90)
    drawer_x = playing.side_column.x()
    assert 0 < drawer_x < folding.drawer.width()
    advance_clock(90)
    assert playing.side_column.x() == 0
    assert folding.drawer.geometry().right() < playing.width() - folding.tab.width()
    assert playing.table_view.width() == table
    QTest.keyClick(narrow_match.window, Qt.Key.Key_Escape)
    assert folding.is_folded
    advance_clock(180)
    assert not playing.side_column.isVisible()


def test_a_click_on_the_table_closes_the_drawer_and_still_counts(narrow_match):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    folding.set_folded(on=False)
    assert playing.side_column.isVisible()
    clicked = []
    playing.table_view.cloth_clicked.connect(lambda: clicked.append(1))
    middle = playing.table_view.mapTo(playing, QPoint(30, 300))
    QTest.mouseClick(playing.windowHandle(), Qt.MouseButton.LeftButton, pos=middle)
    assert clicked
    assert not playing.side_column.isVisible()


def test_after_a_deal_the_drawer_opens_for_two_seconds_or_until_input(narrow_match, advance_clock):
    playing, folding = narrow_match.match_view, narrow_match.match_view.folding
    playing.animator.speed = 1.0
    for by_key in (False, True):
        folding.show_briefly()
        advance_clock(180)
        assert playing.side_column.isVisible()
        assert playing.side_column.x() == 0
        assert not playing.animator.is_busy
        advance_clock(1900)
        assert playing.side_column.x() == 0
        if by_key:
            QTest.keyClick(narrow_match.window, Qt.Key.Key_Shift)
            advance_clock(180)
        else:
            advance_clock(300)
        assert not playing.side_column.isVisible()
    folding.show_briefly()
    advance_clock(180)
    playing.pacing.person_to_act.emit()  # the drawer would cover the question
    advance_clock(180)
    assert not playing.side_column.isVisible()
    playing.animator.reduced_motion = True
    folding.show_briefly()
    assert not playing.side_column.isVisible()


def test_the_tab_shows_rank_and_total(narrow_match):
    playing = narrow_match.match_view
    picture = playing.player_view.game.picture(playing.shown_view)
    plates = [
        plate._replace(total=total) for plate, total in zip(picture.plates, TOTALS, strict=True)
    ]
    picture = picture._replace(plates=tuple(plates), leading_seats=(1,))
    assert [match_rank(picture, seat) for seat in range(4)] == [2, 1, 2, 4]
    fewest = picture._replace(leading_seats=(3,))
    assert [match_rank(fewest, seat) for seat in range(4)] == [2, 4, 2, 1]
    tab = playing.folding.tab
    tab.show_picture(picture, 0)
    assert (tab.rank_text, tab.total_text) == ("2nd", "10")
    assert tab.accessibleDescription() == "2nd 10"
    full_height = tab._tab_rect().height()
    tab.show_picture(picture, None)
    assert tab._tab_rect().height() < full_height / 2


TOTALS = (10, 30, 10, 5)


def test_the_drawer_slides_from_the_side_where_the_tab_is(narrow_match, advance_clock):
    playing, drawer = narrow_match.match_view, narrow_match.match_view.folding.drawer
    playing.animator.speed = 1.0
    for is_left in (True, False):
        drawer.is_left = is_left
        drawer.set_open(on=True)
        advance_clock(60)
        assert (playing.side_column.x() < 0) is is_left
        assert playing.side_column.size() == drawer.size()
        drawer.set_open(on=False)
        advance_clock(SLIDE_MS)
        assert drawer.isHidden()


def test_a_drawer_that_is_turned_back_half_way_goes_on_from_there(narrow_match, advance_clock):
    playing, drawer = narrow_match.match_view, narrow_match.match_view.folding.drawer
    playing.animator.speed = 1.0
    drawer.set_open(on=True)
    advance_clock(60)
    drawer_x = playing.side_column.x()
    drawer.set_open(on=False)
    advance_clock(0)
    assert abs(playing.side_column.x() - drawer_x) <= 1
    advance_clock(SLIDE_MS - 1)
    assert playing.side_column.x() > drawer_x
    assert drawer.isVisible()


def test_a_click_on_the_sheet_leaves_the_drawer_open(narrow_match):
    playing, drawer = narrow_match.match_view, narrow_match.match_view.folding.drawer
    drawer.set_open(on=True)
    panel = playing.side_column.sheet_panel
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton)
    assert drawer.is_open
    QTest.mouseClick(playing.folding.tab, Qt.MouseButton.LeftButton)
    assert not drawer.is_open


def test_other_keys_leave_an_open_drawer_open(narrow_match):
    drawer = narrow_match.match_view.folding.drawer
    drawer.set_open(on=True)
    QTest.keyClick(narrow_match.window, Qt.Key.Key_Shift)
    assert drawer.is_open
    assert drawer.isVisible()


def test_a_brief_show_does_not_close_a_drawer_opened_meanwhile(narrow_match, advance_clock):
    playing, drawer = narrow_match.match_view, narrow_match.match_view.folding.drawer
    playing.animator.speed = 1.0
    drawer.show_briefly()
    advance_clock(SLIDE_MS)
    drawer.set_open(on=True)
    drawer.end_brief_show()
    advance_clock(BRIEF_SHOW_MS)
    assert playing.side_column.isVisible()
    drawer.show_briefly()
    QTest.keyClick(narrow_match.window, Qt.Key.Key_Shift)
    assert drawer.is_open


def test_an_open_or_closed_drawer_is_reported(narrow_match, qtbot):
    drawer = narrow_match.match_view.folding.drawer
    for on in (True, False):
        with qtbot.waitSignal(drawer.toggled):
            drawer.set_open(on=on)


def test_the_tab_grows_with_the_text_and_says_what_it_does(narrow_match):
    tab = narrow_match.match_view.folding.tab
    assert tab.accessibleName() == "Show the sheet"
    assert tab.toolTip() == "Show the sheet (Shift+F9)"
    height = tab.sizeHint().height()
    assert height == TAB_SIZE[1]
    apply_text_scale(2.0)
    tab.update_text_scale()
    assert tab.width() == 1.5 * TAB_SIZE[0]
    assert tab.sizeHint().height() == 1.5 * height


def test_nobody_has_a_rank_while_nobody_leads_or_a_total_is_missing(narrow_match):
    playing = narrow_match.match_view
    picture = playing.player_view.game.picture(playing.shown_view)
    assert [match_rank(picture._replace(leading_seats=()), seat) for seat in range(4)] == [None] * 4
    plates = [plate._replace(total=None) for plate in picture.plates]
    unknown = picture._replace(plates=tuple(plates), leading_seats=(0,))
    assert match_rank(unknown, 0) is None
    tab = playing.folding.tab
    tab.show_picture(unknown, 0)
    assert (tab.rank_text, tab.total_text, tab.accessibleDescription()) == ("", "", "")


def test_the_tab_is_painted_on_paper_and_lit_under_the_mouse(narrow_match):
    tab = narrow_match.match_view.folding.tab
    middle = QPoint(tab.width() // 2, 20)
    assert tab.grab().toImage().pixelColor(middle).name() == current_theme().paper
    tab.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    assert tab.grab().toImage().pixelColor(middle).name() == current_theme().paper_tint
