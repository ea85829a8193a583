"""Tests of window positions: on every screen, and no window exactly over another."""

import pytest
from PySide6.QtCore import QMargins, QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.widgets.window_geometry import (
    WINDOW_OFFSET,
    encode_geometry,
    fit_into_room,
    frame_margins,
    offset_window,
    restore_geometry,
)
from ui.show_widget import show_widget
from ui.window_gallery import SHORT_MATCH, open_windows, play_first_deal

SMALL_SCREENS = (
    QRect(0, 0, 1024, 600),
    QRect(0, 0, 1366, 768),
    QRect(0, 0, 910, 512),  # 1366 x 768 at 150 %
    QRect(0, 0, 683, 400),  # 1024 x 600 at 150 %
    QRect(0, 27, 683, 357),  # 1366 x 768 at 200 %, below a panel
)
AREA = QRect(4, 30, 1000, 600)


@pytest.mark.slow
@pytest.mark.parametrize("screen_area", SMALL_SCREENS)
def test_everything_fits_on_a_small_screen(open_program, set_screen_area, screen_area):
    set_screen_area(screen_area)
    person = open_program(SHORT_MATCH)
    frame = frame_margins(person.window)
    assert screen_area.contains(person.window.geometry().marginsAdded(frame))

    def fits_on_screen(window):
        outer = window.geometry().marginsAdded(frame_margins(window)).size()
        return outer == outer.boundedTo(screen_area.size())

    play_first_deal(person)
    too_large = [] if fits_on_screen(person.window) else ["main"]
    for title, window in open_windows(person):
        passing = title.startswith(("menu", "combo", "tooltip"))
        if window.isWindow() and not passing and not fits_on_screen(window):
            too_large.append(title)
    assert too_large == []


def test_a_high_dialog_scrolls_and_keeps_its_buttons(qtbot, set_screen_area):
    set_screen_area(QRect(0, 0, 683, 384))
    dialog = show_widget(qtbot, PreferencesDialog(UserSettings(), page=1))
    assert dialog.height() <= 384
    page = dialog.pages.currentWidget()
    assert page.verticalScrollBar().maximum() > 0
    dialog_rect = dialog.rect()
    button = dialog.close_button
    assert dialog_rect.contains(QRect(button.mapTo(dialog, QPoint(0, 0)), button.size()))
    # Scrolling follows the focus.
    dialog.fields["four_colours"].setFocus(Qt.FocusReason.TabFocusReason)
    dialog.card_look_form.faces["classic"].setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(8):
        qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        field = dialog.focusWidget()
        middle = field.mapTo(dialog, field.rect().center())
        assert dialog.childAt(middle) in (field, *field.findChildren(QWidget))


def test_a_usual_screen_changes_nothing(qtbot):
    dialog = PreferencesDialog(UserSettings())
    usual = dialog.sizeHint()
    show_widget(qtbot, dialog)
    assert dialog.size() == usual


@pytest.mark.parametrize(
    ("remembered", "expected"),
    [
        (QRect(10, 40, 500, 400), QRect(10, 40, 500, 400)),
        (QRect(-300, -200, 500, 400), QRect(4, 30, 500, 400)),
        (QRect(900, 500, 500, 400), QRect(504, 230, 500, 400)),
        (QRect(3000, 3000, 1280, 800), AREA),
        (QRect(100, 100, 1280, 300), QRect(4, 100, 1000, 300)),
    ],
)
def test_an_outlying_window_is_moved_into_the_area(remembered, expected):
    assert fit_into_room(remembered, AREA) == expected


@pytest.mark.parametrize(
    "first",
    [
        QRect(104, 130, 400, 300),
        QRect(604, 330, 400, 300),  # no room at the lower right
        QRect(4, 330, 400, 300),
        QRect(604, 30, 400, 300),
        QRect(4, 330, 1000, 300),
        AREA,
    ],
)
def test_a_second_window_does_not_cover_the_first(first):
    second = offset_window(first, AREA)
    assert AREA.contains(second)
    assert second.topLeft() != first.topLeft()


def test_the_first_window_is_in_the_middle_of_its_screen(open_program, set_screen_area):
    area = QRect(0, 0, 2560, 1440)
    set_screen_area(area)
    window = open_program().window
    assert window.size() == QSize(1280, 800)
    assert (window.geometry().center() - area.center()).manhattanLength() < 60


@pytest.mark.slow
def test_a_remembered_position_is_moved_onto_a_smaller_screen(open_program, set_screen_area):
    first = open_program().window
    first.setGeometry(600, 200, 1200, 800)
    first.close()
    area = QRect(0, 0, 1024, 600)
    set_screen_area(area)
    reopened_window = open_program().window
    assert area.contains(reopened_window.geometry().marginsAdded(frame_margins(reopened_window)))


def test_only_a_second_window_is_offset(open_program):
    first, other = open_program().window, open_program().window
    assert other.geometry() == first.geometry()
    second = open_program(PlayRequest(new_window=True)).window
    assert second.geometry().topLeft() - first.geometry().topLeft() == WINDOW_OFFSET


@pytest.mark.slow
def test_a_window_that_filled_the_screen_is_not_covered_by_another(open_program):
    first = open_program().window
    first.setWindowState(Qt.WindowState.WindowMaximized)
    first.close()
    reopened_window = open_program().window
    assert reopened_window.isMaximized()
    other_window = open_program(PlayRequest(new_window=True)).window
    assert not other_window.isMaximized()
    assert other_window.geometry() != reopened_window.geometry()


def test_a_window_size_is_restored_from_text(qtbot):
    window, restored_window = QWidget(), QWidget()
    for widget in (window, restored_window):
        qtbot.addWidget(widget)
    window.setGeometry(100, 120, 500, 400)
    restore_geometry(restored_window, encode_geometry(window))
    assert restored_window.size() == QSize(500, 400)


def test_frame_is_the_one_of_the_system(qtbot):
    window = QWidget()
    assert frame_margins(window) == window_geometry.DEFAULT_FRAME
    show_widget(qtbot, window)
    outer, inner = window.frameGeometry(), window.geometry()
    measured_margins = QMargins(inner.left() - outer.left(), inner.top() - outer.top(), 0, 0)
    if outer != inner:
        assert (frame_margins(window).left(), frame_margins(window).top()) == (
            measured_margins.left(),
            measured_margins.top(),
        )
    dialog = QWidget(window, Qt.WindowType.Window)
    assert frame_margins(dialog) == frame_margins(window)
    window.showMaximized()
    assert frame_margins(dialog) == window_geometry.DEFAULT_FRAME
