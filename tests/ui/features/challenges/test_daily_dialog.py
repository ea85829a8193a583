"""The dialog of the deal of the day: its days, colours and heading."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from PySide6.QtCore import QDate, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QToolButton, QWidget

from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.daily import DailyCalendar
from greenbaize.store.challenge_log import ChallengeEntry
from greenbaize.ui.features.challenges.daily_dialog import RANK_COLOURS, DailyDialog
from greenbaize.ui.widgets.style import apply_application_theme, set_style_sheet
from greenbaize.ui.widgets.theme import DARK, LIGHT
from greenbaize.words.catalogue import language_context
from ui.colour_contrast import contrast_ratio, image_colours
from ui.features.challenges.challenge_steps import click

TODAY = date(2026, 11, 28)
MATCH = "a" * 32


@pytest.fixture
def make_dialog(qtbot):
    """Return a function that opens the dialog.

    ``played`` are how many days ago and the place, 0 for a match that is not over.
    """
    parent = QWidget()
    qtbot.addWidget(parent)

    def open_dialog(*played, is_open=False):
        entries = [make_entry(ago, rank) for ago, rank in played]
        calendar = DailyCalendar(ChallengeLog(entries), "1")
        dialog = DailyDialog(TODAY, calendar, parent, is_open=is_open)
        dialog.show()
        return dialog

    return open_dialog


def make_entry(ago, rank):
    day = (TODAY - timedelta(days=ago)).strftime("%Y%m%d")
    return ChallengeEntry("ended" if rank else "begun", "CODE", "1", MATCH, day, rank)


def day_view(dialog):
    """Return the view with the days of the calendar."""
    return dialog.calendar_widget.findChild(QAbstractItemView, "qt_calendar_calendarview")


def click_day(dialog, day):
    """Click on a day from the 14th on."""
    view = day_view(dialog)
    model = view.model()
    cells = [
        model.index(row, column)
        for row in range(3, model.rowCount())
        for column in range(model.columnCount())
    ]
    point = view.visualRect(next(cell for cell in cells if cell.data() == day)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_a_played_day_is_chosen_by_mouse_and_opened(qtbot, make_dialog):
    dialog = make_dialog((4, 2))
    assert not dialog.match_button.isEnabled()
    click_day(dialog, 24)
    assert dialog.day == date(2026, 11, 24)
    assert "24 November 2026" in dialog.day_label.text()
    assert dialog.status_label.text() == "You have played it: 2nd."
    assert dialog.play_button.text() == "&Play for practice"
    with qtbot.waitSignal(dialog.match_requested) as signal:
        click(dialog.match_button)
    assert signal.args == [MATCH]


def test_a_missed_day_is_chosen_by_keys_and_played_for_practice(qtbot, make_dialog):
    dialog = make_dialog((4, 2))
    assert dialog.play_button.text() == "&Play"
    view = day_view(dialog)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert dialog.day == date(2026, 11, 27)
    assert dialog.status_label.text() == (
        "You did not play on this day: its match can still be played for practice."
    )
    assert dialog.play_button.text() == "&Play for practice"
    assert not dialog.match_button.isEnabled()
    with qtbot.waitSignal(dialog.play_requested) as signal:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert signal.args == [date(2026, 11, 27)]


def test_enter_opens_a_played_day(qtbot, make_dialog):
    dialog = make_dialog((1, 1))
    view = day_view(dialog)
    QTest.keyClick(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(dialog.match_requested):
        QTest.keyClick(view, Qt.Key.Key_Return)


def test_only_today_is_gone_on_with(qtbot, make_dialog):
    dialog = make_dialog((0, 0), is_open=True)
    assert dialog.play_button.text() == "&Go on"
    QTest.keyClick(day_view(dialog), Qt.Key.Key_Left)
    assert dialog.play_button.text() == "&Play for practice"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_buttons_have_room_whatever_day_is_chosen(make_dialog, language):
    with language_context(language):
        dialog = make_dialog((1, 1))
        for _ in range(2):
            buttons = [dialog.play_button, dialog.match_button, dialog.compare_button]
            for left, right in pairwise([*buttons, dialog.close_button]):
                assert left.width() >= left.sizeHint().width()
                assert right.x() - left.geometry().right() > 3
            QTest.keyClick(day_view(dialog), Qt.Key.Key_Left)
            QApplication.processEvents()


def test_no_later_day_can_be_chosen(qtbot, make_dialog):
    dialog = make_dialog()
    QTest.keyClick(day_view(dialog), Qt.Key.Key_Right)
    assert dialog.day == TODAY


def test_each_colour_of_a_day_is_explained_on_that_colour(qtbot, make_dialog):
    dialog = make_dialog((1, 1), (2, 2), (3, 4))
    labels = [dialog.legend.itemAt(index).widget() for index in range(3)]
    assert [label.text() for label in labels] == ["won", "second", "further back"]
    for ago, label in enumerate(labels, 1):
        day = TODAY - timedelta(days=ago)
        look = dialog.calendar_widget.dateTextFormat(QDate(day.year, day.month, day.day))
        colour = look.background().color()
        assert colour == label.palette().color(label.backgroundRole())
        assert colour == QColor(RANK_COLOURS[ago - 1][0])
        assert look.foreground().color() == label.palette().color(label.foregroundRole())
    assert make_dialog().legend.itemAt(0).widget() is None


@pytest.fixture(params=[LIGHT, DARK], ids=["light", "dark"])
def theme(request, qtbot):
    apply_application_theme(request.param)
    set_style_sheet(request.param)
    yield request.param
    apply_application_theme(LIGHT)


def test_the_heading_can_be_read(make_dialog, theme):
    dialog = make_dialog()
    for name in ("qt_calendar_monthbutton", "qt_calendar_prevmonth"):
        button = dialog.calendar_widget.findChild(QToolButton, name)
        calendar = dialog.calendar_widget
        area = QRect(button.mapTo(calendar, QPoint(0, 0)), button.size())
        image = calendar.grab(area).toImage()
        ground = image.pixelColor(1, 1)
        colours = image_colours(image)
        assert max(contrast_ratio(colour, ground) for colour in colours) >= 4.5, name
        darker = [one for one in colours if QColor(one).lightnessF() < ground.lightnessF() - 0.1]
        assert bool(darker) == (not theme.is_dark), name
        assert button.text() or button.accessibleName()


def draw_day(dialog, day):
    """Return the colours of a day's cell."""
    image = QImage(80, 30, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    dialog.calendar_widget.paintCell(painter, QRect(0, 0, 80, 30), day)
    painter.end()
    return image


def test_chosen_day_keeps_its_colour_and_days_to_come_look_different(make_dialog):
    dialog = make_dialog((1, 1))
    today = QDate(TODAY.year, TODAY.month, TODAY.day)
    yesterday, day_before, tomorrow = today.addDays(-1), today.addDays(-2), today.addDays(1)
    dialog.calendar_widget.setSelectedDate(yesterday)
    gold = QColor(RANK_COLOURS[0][0])
    assert draw_day(dialog, yesterday).pixelColor(40, 5) == gold
    dialog.calendar_widget.setSelectedDate(day_before)
    assert draw_day(dialog, yesterday).pixelColor(40, 5) == gold
    plain = draw_day(dialog, today.addDays(-3))
    assert draw_day(dialog, tomorrow).pixelColor(40, 2) != plain.pixelColor(40, 2)
    with_today = draw_day(dialog, today)
    dialog.calendar_widget.setMaximumDate(tomorrow)
    assert with_today != draw_day(dialog, today)
