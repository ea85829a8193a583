"""Tests of window positions: on every screen, and no window exactly over another."""

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from greenbaize.store.settings import Settings
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.window_geometry import (
    BESIDE,
    MOST,
    WindowGeometry,
    beside,
    frame_of,
    room_of,
    text_of,
    within,
)
from ui.gallery import SHORT, opened_windows, play_a_deal
from ui.put_up import put_up

SMALL = (
    QRect(0, 0, 1024, 600),
    QRect(0, 0, 1366, 768),
    QRect(0, 0, 910, 512),  # 1366 x 768 at 150 %
    QRect(0, 0, 683, 400),  # 1024 x 600 at 150 %
    QRect(0, 27, 683, 357),  # 1366 x 768 at 200 %, below a panel
)
ROOM = QRect(4, 30, 1000, 600)


@pytest.mark.slow
@pytest.mark.parametrize("screen_area", SMALL)
def test_everything_fits_on_a_small_screen(opened, screen, screen_area):
    screen(screen_area)
    person = opened(SHORT)
    frame = frame_of(person.window)
    assert screen_area.contains(person.window.geometry().marginsAdded(frame))

    def fits(window):
        outer = window.geometry().marginsAdded(frame_of(window)).size()
        return outer == outer.boundedTo(screen_area.size())

    play_a_deal(person)
    too_large = [] if fits(person.window) else ["main"]
    for title, window in opened_windows(person):
        passing = title.startswith(("menu", "combo", "tooltip"))
        if window.isWindow() and not passing and not fits(window):
            too_large.append(title)
    assert too_large == []


def test_where_a_dialog_is_too_high_all_but_its_buttons_scrolls(qtbot, screen):
    screen(QRect(0, 0, 683, 384))
    dialog = put_up(qtbot, PreferencesDialog(Settings(), page=1))
    assert dialog.height() <= 384
    page = dialog.pages.currentWidget()
    assert page.verticalScrollBar().maximum() > 0
    seen = dialog.rect()
    button = dialog.close_button
    assert seen.contains(QRect(button.mapTo(dialog, QPoint(0, 0)), button.size()))
    # Scrolling follows the focus.
    dialog.fields["four_colours"].setFocus(Qt.FocusReason.TabFocusReason)
    dialog.look.faces["classic"].setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(8):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        field = dialog.focusWidget()
        middle = field.mapTo(dialog, field.rect().center())
        assert dialog.childAt(middle) in (field, *field.findChildren(QWidget))


def test_a_usual_screen_changes_nothing(qtbot):
    dialog = PreferencesDialog(Settings())
    usual = dialog.sizeHint()
    put_up(qtbot, dialog)
    assert dialog.size() == usual


@pytest.mark.parametrize(
    ("remembered", "expected"),
    [
        (QRect(10, 40, 500, 400), QRect(10, 40, 500, 400)),
        (QRect(-300, -200, 500, 400), QRect(4, 30, 500, 400)),
        (QRect(900, 500, 500, 400), QRect(504, 230, 500, 400)),
        (QRect(3000, 3000, 1280, 800), ROOM),
        (QRect(100, 100, 1280, 300), QRect(4, 100, 1000, 300)),
    ],
)
def test_what_does_not_fit_is_brought_back(remembered, expected):
    assert within(remembered, ROOM) == expected


@pytest.mark.parametrize(
    "first",
    [
        QRect(104, 130, 400, 300),
        QRect(604, 330, 400, 300),  # no room at the lower right
        QRect(4, 330, 400, 300),
        QRect(604, 30, 400, 300),
        QRect(4, 330, 1000, 300),
        ROOM,
    ],
)
def test_no_window_is_exactly_over_another(first):
    places = [beside(first, ROOM, number) for number in range(6)]
    assert places[0] == first
    assert all(ROOM.contains(place) for place in places)
    corners = {(place.x(), place.y()) for place in places}
    edges = {(place.right(), place.bottom()) for place in places}
    assert len(corners) == 6
    assert len(edges) > 1 or first == ROOM or first.width() == ROOM.width()


def test_the_first_window_is_in_the_middle_of_its_screen(opened, screen):
    area = QRect(0, 0, 2560, 1440)
    screen(area)
    window = opened().window
    assert window.size() == QSize(1280, 800)
    assert (window.geometry().center() - area.center()).manhattanLength() < 60


@pytest.mark.slow
def test_a_remembered_place_is_brought_back_onto_a_smaller_screen(opened, screen):
    first = opened().window
    first.setGeometry(600, 200, 1200, 800)
    first.close()
    area = QRect(0, 0, 1024, 600)
    screen(area)
    again = opened().window
    assert area.contains(again.geometry().marginsAdded(frame_of(again)))


@pytest.mark.slow
def test_windows_of_one_person_are_counted_whatever_their_data_folder(
    opened, monkeypatch, tmp_path
):
    first = opened().window
    monkeypatch.setenv("GREENBAIZE_HOME", f"{tmp_path}/another")
    second, third = opened().window, opened().window
    places = [window.geometry().topLeft() for window in (first, second, third)]
    assert places[1] - places[0] == BESIDE
    assert places[2] - places[0] == 2 * BESIDE
    second.close()
    # The number of the closed window is free again.
    fourth = opened().window
    assert fourth.geometry().topLeft() not in (places[0], places[2])


def test_one_that_was_asked_for_beside_another_is_not_over_a_third(qtbot):
    places, taken = [], []
    for another in (True, False, False, True):
        window = QWidget()
        qtbot.addWidget(window)
        taken.append(WindowGeometry())
        taken[-1].take(window, "", another=another)
        places.append(window.geometry())
    assert len({(place.x(), place.y()) for place in places}) == 4
    for one in taken:
        one.leave()


@pytest.mark.slow
def test_a_window_that_filled_the_screen_is_not_covered_by_another(opened):
    first = opened().window
    first.setWindowState(Qt.WindowState.WindowMaximized)
    first.close()
    again = opened().window
    assert again.isMaximized()
    other = opened().window
    assert not other.isMaximized()
    assert other.geometry() != again.geometry()


def test_nothing_is_left_behind(qtbot, tmp_path):
    window = QWidget()
    qtbot.addWidget(window)
    here = WindowGeometry()
    here.take(window, "")
    there = window_geometry.QDir(str(tmp_path))
    assert there.entryList(["*.lock"])
    here.leave()
    assert not there.entryList(["*.lock"])


def test_where_nobody_can_count_a_window_is_the_first(qtbot, monkeypatch):
    monkeypatch.setattr(window_geometry, "lock_folder", lambda: Path("/no such folder"))
    window, other = QWidget(), QWidget()
    for one in (window, other):
        qtbot.addWidget(one)
    WindowGeometry().take(window, "")
    WindowGeometry().take(other, "", another=True)
    assert other.geometry().topLeft() - window.geometry().topLeft() == BESIDE


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes on this system")
def test_what_somebody_has_planted_there_holds_nothing_up(qtbot, tmp_path):
    os.mkfifo(tmp_path / f"greenbaize-{os.getuid()}-window-0.lock")
    (tmp_path / f"greenbaize-{os.getuid()}-window-1.lock").symlink_to("/dev/zero")
    taken = []
    for _ in range(2):
        window = QWidget()
        qtbot.addWidget(window)
        taken.append(WindowGeometry())
        taken[-1].take(window, "")
    for one in taken:
        one.leave()


def test_there_are_never_too_many(qtbot):
    taken = []
    for _ in range(MOST + 2):
        window = QWidget()
        qtbot.addWidget(window)
        taken.append(WindowGeometry())
        taken[-1].take(window, "")
        assert room_of(window).contains(window.geometry())
    for one in taken:
        one.leave()


def test_a_place_is_remembered_as_text(qtbot):
    window, again = QWidget(), QWidget()
    for one in (window, again):
        qtbot.addWidget(one)
    window.setGeometry(100, 120, 500, 400)
    here = WindowGeometry()
    here.take(again, text_of(window))
    here.leave()
    assert again.size() == QSize(500, 400)


def test_a_frame_is_what_the_system_shows(qtbot):
    window = QWidget()
    assert frame_of(window) == window_geometry.USUAL_FRAME
    put_up(qtbot, window)
    outer, inner = window.frameGeometry(), window.geometry()
    shown = QMargins(inner.left() - outer.left(), inner.top() - outer.top(), 0, 0)
    if outer != inner:
        assert (frame_of(window).left(), frame_of(window).top()) == (shown.left(), shown.top())
    dialog = QWidget(window, Qt.WindowType.Window)
    assert frame_of(dialog) == frame_of(window)
    window.showMaximized()
    assert frame_of(dialog) == window_geometry.USUAL_FRAME
