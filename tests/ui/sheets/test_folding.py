"""Tests of folding the column beside the table by keys, menu and mouse."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from
from greenbaize.store.settings import Settings
from greenbaize.ui.sheets import folding
from greenbaize.ui.sheets.drawer import place_in
from greenbaize.ui.sheets.folding import most_width
from greenbaize.ui.sheets.why import WhyDialog
from ui.table.person import until

DAMN = PlayRequest("damn", 3, {"first": 3, "deals": 5}, seed_from("folding"))


@pytest.fixture(autouse=True)
def fresh():
    """Forget the width that an earlier test has dragged."""
    folding._dragged = None
    yield
    folding._dragged = None


def lay(opened):
    person = opened(DAMN)
    person.wait_for_turn()
    return person


def press_key(person):
    QTest.keyClick(person.window, Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)


def test_a_key_gives_the_table_the_whole_width_and_back(opened):
    person = lay(opened)
    playing = person.playing
    before = playing.view.width()
    press_key(person)
    assert not playing.side.isVisible()
    until(lambda: playing.view.width() == playing.width())
    assert not person.main.menus.side.isChecked()
    assert not Settings.load().side
    press_key(person)
    assert playing.side.isVisible()
    until(lambda: playing.view.width() == before)
    assert Settings.load().side


@pytest.mark.slow
def test_it_stays_folded_for_the_next_match_and_the_next_window(opened):
    person = lay(opened)
    press_key(person)
    person.main.what_next.play_again()
    assert not person.playing.side.isVisible()
    other = lay(opened)
    assert not other.playing.side.isVisible()
    assert not other.main.menus.side.isChecked()
    assert other.playing.folding.flap.isVisible()


@pytest.mark.slow
def test_the_mouse_folds_it_and_brings_it_back(opened):
    person = lay(opened)
    playing = person.playing
    assert not playing.folding.flap.isVisible()
    person.click(playing.side.sheet.fold_button)
    assert not playing.side.isVisible()
    flap = playing.folding.flap
    assert flap.geometry().right() == playing.view.width() - 1
    person.main.resize(1000, 640)
    assert flap.geometry().right() == playing.view.width() - 1
    person.click(flap)
    assert playing.side.isVisible()
    assert not flap.isVisible()


@pytest.mark.slow
def test_why_and_review_are_reached_without_it(opened):
    person = lay(opened)
    press_key(person)
    while not person.playing.side._last:
        assert person.wait_for_turn()
        person.act()
    QTest.keyClick(person.window, Qt.Key.Key_F1, Qt.KeyboardModifier.ShiftModifier)
    until(lambda: person.window.findChild(WhyDialog))
    assert person.window.findChild(WhyDialog).isVisible()


@pytest.mark.slow
def test_a_width_that_one_drags_is_kept(opened):
    person = lay(opened)
    splitter = person.playing.splitter
    handle = splitter.handle(1)
    start = handle.rect().center()
    before = person.playing.side.width()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(handle, start + QPoint(-60, 0))
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=start + QPoint(-60, 0))
    dragged = person.playing.side.width()
    assert dragged > before
    # It cannot be dragged narrower than it is readable.
    end = handle.rect().center() + QPoint(120, 0)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, pos=handle.rect().center())
    QTest.mouseMove(handle, end)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, pos=end)
    assert person.playing.side.width() >= person.playing.side.tight_width
    person.playing.folding._share(dragged)
    person.playing.folding._on_dragged()
    person.main.what_next.play_again()
    until(lambda: person.playing.side.width() == dragged)
    press_key(person)
    press_key(person)
    until(lambda: person.playing.side.width() == dragged)


@pytest.fixture
def narrow(laid):
    """Open a match in a window too narrow for the sheet."""
    person = laid("damn", 4, size=(800, 600), clock=lambda: NOW[0], first=2, deals=3)
    person.playing.begin()
    person.wait_for_turn()
    return person


NOW = [0.0]


def pass_time(person, ms):
    NOW[0] += ms
    person.playing.motion.step()


def test_in_a_narrow_window_the_sheet_is_a_tab_and_slides_over_the_table(narrow):
    playing, folding = narrow.playing, narrow.playing.folding
    table = playing.view.width()
    assert playing.width() - 60 < table < playing.width() - 40
    assert folding.tab.isVisible()
    assert folding.tab.width() == 44
    assert folding.folded
    playing.motion.speed = 1.0
    narrow.click(folding.tab)
    assert not folding.folded
    pass_time(narrow, 90)
    there = playing.side.x()
    assert 0 < there < folding.drawer.width()
    pass_time(narrow, 90)
    assert playing.side.x() == 0
    assert folding.drawer.geometry().right() < playing.width() - folding.tab.width()
    assert playing.view.width() == table
    QTest.keyClick(narrow.window, Qt.Key.Key_Escape)
    assert folding.folded
    pass_time(narrow, 180)
    assert not playing.side.isVisible()


def test_a_click_on_the_table_lets_it_go_and_still_counts(narrow):
    playing, folding = narrow.playing, narrow.playing.folding
    folding.fold(on=False)
    assert playing.side.isVisible()
    clicked = []
    playing.view.cloth_clicked.connect(lambda: clicked.append(1))
    middle = playing.view.mapTo(playing, QPoint(30, 300))
    QTest.mouseClick(playing.windowHandle(), Qt.MouseButton.LeftButton, pos=middle)
    assert clicked
    assert not playing.side.isVisible()


def test_after_a_deal_it_is_seen_for_two_seconds_or_until_one_acts(narrow):
    playing, folding = narrow.playing, narrow.playing.folding
    playing.motion.speed = 1.0
    for ended in (False, True):
        folding.peek()
        pass_time(narrow, 180)
        assert playing.side.isVisible()
        assert playing.side.x() == 0
        assert not playing.motion.busy
        pass_time(narrow, 1900)
        assert playing.side.x() == 0
        if ended:
            QTest.keyClick(narrow.window, Qt.Key.Key_Shift)
            pass_time(narrow, 180)
        else:
            pass_time(narrow, 300)
        assert not playing.side.isVisible()
    folding.peek()
    pass_time(narrow, 180)
    playing.pacing.person_acts.emit()  # the drawer would cover the question
    pass_time(narrow, 180)
    assert not playing.side.isVisible()
    playing.motion.jumps = True
    folding.peek()
    assert not playing.side.isVisible()


def test_every_deal_but_the_last_lets_it_be_seen(narrow):
    playing, looks = narrow.playing, []
    playing.folding.peek = lambda: looks.append(playing.seen.deal)
    while narrow.wait_for_turn():
        narrow.act()
    assert playing.place.over
    assert looks == [1]  # of two deals


def test_a_wider_window_has_it_beside_the_table_again(narrow):
    playing, folding = narrow.playing, narrow.playing.folding
    folding.fold(on=False)
    playing.resize(1280, 700)
    until(lambda: playing.splitter.isAncestorOf(playing.side))
    assert playing.side.isVisible()
    assert not folding.tab.isVisible()
    assert playing.view.geometry().right() < playing.side.mapTo(playing, QPoint()).x()
    playing.resize(1000, 700)
    until(folding.tab.isVisible)
    assert folding.folded


def test_a_wide_window_can_be_made_small_at_once(laid):
    person = laid("rank", 10, size=(1280, 800))
    person.playing.resize(640, 400)
    until(person.playing.folding.tab.isVisible)
    assert person.playing.width() == 640


def test_the_tab_tells_place_and_total(narrow):
    playing = narrow.playing
    picture = playing.place.game.picture(playing.seen)
    plates = [plate._replace(total=one) for plate, one in zip(picture.plates, TOTALS, strict=True)]
    picture = picture._replace(plates=tuple(plates), leaders=(1,))
    assert [place_in(picture, seat) for seat in range(4)] == [2, 1, 2, 4]
    fewest = picture._replace(leaders=(3,))
    assert [place_in(fewest, seat) for seat in range(4)] == [2, 4, 2, 1]
    tab = playing.folding.tab
    tab.show_picture(picture, 0)
    assert (tab.place, tab.total) == ("2nd", "10")
    assert tab.accessibleDescription() == "2nd 10"
    tall = tab._paper().height()
    tab.show_picture(picture, None)
    assert tab._paper().height() < tall / 2


TOTALS = (10, 30, 10, 5)


def test_a_short_sheet_leaves_the_table_its_room():
    assert most_width(1920, 2) == most_width(1920, 4) == int(0.24 * 1920)
    assert most_width(1920, 7) == int(0.30 * 1920)
    # In a narrow window the sheet has the width its numbers need.
    assert most_width(900, 4) == 290
