"""The dialog of the deal of the day, with a calendar of one's places."""

from datetime import date
from typing import Final

from PySide6.QtCore import QDate, QLocale, Qt, Signal
from PySide6.QtGui import QColor, QTextCharFormat
from PySide6.QtWidgets import QAbstractItemView, QCalendarWidget, QWidget

from greenbaize.app.challenge_texts import describe_challenge
from greenbaize.app.daily import DailyCalendar, create_daily_challenge, format_day
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.titles import rank_title

RANK_COLOURS: Final = (("#e0ac4c", "#1b2333"), ("#9fc3a5", "#1b2333"), ("#6f7f95", "#ffffff"))
"""Background and text of a day that was won, of a second place, and of any other."""


class DailyDialog(BaseDialog):
    """Dialog that says what today's match is, and how the days before went.

    ``is_open`` is True while the try that counts can be gone on with.
    """

    play_requested = Signal()
    comparison_requested = Signal()

    def __init__(
        self, today: date, calendar: DailyCalendar, parent: QWidget, *, is_open: bool
    ) -> None:
        super().__init__(parent, tr("Deal of the day"))
        self._calendar = calendar
        self._is_open = is_open
        rank = calendar.days.get(format_day(today))
        day_text = QLocale().toString(_to_qdate(today), QLocale.FormatType.LongFormat)
        lines = [*describe_challenge(create_daily_challenge(today)), ""]
        self.status_label = make_note(self._describe_day(today, rank), self, is_quiet=False)
        self.streak_label = make_note(self._describe_streak(today), self)
        self.calendar_widget = self._make_calendar(today)
        self.play_button = self.make_button(
            self._find_play_text(today),
            self._play,
            default=True,
        )
        self.compare_button = self.make_button(tr("&Compare with the levels"), self._compare)
        self.compare_button.setEnabled(bool(rank))
        self.close_button = self.make_button(tr("C&lose"), self.reject)
        self.build_layout(
            make_subheading(day_text, self),
            make_note("\n".join(lines).strip(), self),
            self.status_label,
            self.calendar_widget,
            self.streak_label,
            make_row(STRETCH, self.play_button, self.compare_button, self.close_button),
        )
        self.play_button.setFocus()

    def _find_play_text(self, today: date) -> str:
        if self._is_open:
            return tr("&Go on")
        return tr("&Play") if self._calendar.counts_on(today) else tr("&Play for practice")

    def _describe_day(self, today: date, rank: int | None) -> str:
        if self._is_open:
            return tr("You have begun it: go on with it.")
        if rank:
            return tr("You have played it: {place}.").format(place=rank_title(rank))
        if rank is not None:
            return tr("You have begun it, but it cannot be continued: this is practice.")
        if not self._calendar.counts_on(today):
            return tr("You have played the deal of a later day, so this one is practice.")
        return tr("It counts once; all the world has the same cards.")

    def _describe_streak(self, today: date) -> str:
        streak = self._calendar.count_streak(today)
        lines = []
        if any(self._calendar.days.values()):
            lines.append(tr("Gold: won. Green: second. Grey: further back."))
        if streak:
            text = tr_count("{count} day in a row", "{count} days in a row", streak)
            lines.insert(0, text.format(count=streak))
        return "\n".join(lines)

    def _make_calendar(self, today: date) -> QCalendarWidget:
        widget = QCalendarWidget(self)
        for named in (widget, *widget.findChildren(QAbstractItemView)):
            named.setAccessibleName(tr("Your places, day by day"))
        widget.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        widget.setSelectionMode(QCalendarWidget.SelectionMode.NoSelection)
        widget.setMaximumDate(_to_qdate(today))
        for weekday in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            widget.setWeekdayTextFormat(weekday, widget.weekdayTextFormat(Qt.DayOfWeek.Monday))
        for day, rank in self._calendar.days.items():
            if not rank:
                continue
            background, ink = RANK_COLOURS[min(rank, len(RANK_COLOURS)) - 1]
            day_format = QTextCharFormat()
            day_format.setBackground(QColor(background))
            day_format.setForeground(QColor(ink))
            set_tooltip(day_format, rank_title(rank))
            widget.setDateTextFormat(QDate.fromString(day, "yyyyMMdd"), day_format)
        return widget

    def _play(self) -> None:
        self.accept()
        self.play_requested.emit()

    def _compare(self) -> None:
        self.accept()
        self.comparison_requested.emit()


def _to_qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
