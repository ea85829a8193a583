"""Tests of the tab and the drawer of a narrow window."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.ui.sheets.drawer import match_rank


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
        assert not playing.animator.busy
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
    playing.animator.instant = True
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
