"""The dialog of the deal of the day, with a calendar of one's places."""

from datetime import date
from typing import Final

from PySide6.QtCore import QDate, QEvent, QLocale, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPen, QTextCharFormat
from PySide6.QtWidgets import QAbstractItemView, QCalendarWidget, QToolButton, QWidget

from greenbaize.app.challenge_texts import describe_challenge
from greenbaize.app.daily import DailyCalendar, create_daily_challenge, format_day
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.spoken import join_sentences
from greenbaize.words.titles import rank_title

RANK_COLOURS: Final = (("#e0ac4c", "#1b2333"), ("#9fc3a5", "#1b2333"), ("#757575", "#ffffff"))
"""Background and text of a day that was won, of a second place, and of any other."""
SELECTION_WIDTH: Final = 2.5
"""Width of the frame of the chosen day (px)."""
FUTURE_OPACITY: Final = 0.4
"""Opacity of the numbers of days to come."""


class PlacesCalendar(QCalendarWidget):
    """Calendar with a colour for each day that was played; its days are chosen by mouse or keys."""

    def __init__(self, today: date, calendar: DailyCalendar, parent: QWidget) -> None:
        super().__init__(parent)
        self._calendar = calendar
        self.setVerticalHeaderFormat(QCalendarWidget.VerticalHeaderFormat.NoVerticalHeader)
        self.setMaximumDate(_to_qdate(today))
        for weekday in (Qt.DayOfWeek.Saturday, Qt.DayOfWeek.Sunday):
            self.setWeekdayTextFormat(weekday, self.weekdayTextFormat(Qt.DayOfWeek.Monday))
        for named in (self, *self.findChildren(QAbstractItemView)):
            named.setAccessibleName(tr("Your places, day by day"))
        for day, rank in calendar.days.items():
            if rank:
                self.setDateTextFormat(
                    QDate.fromString(day, "yyyyMMdd"),
                    make_rank_format(rank),
                )
        self._set_arrows()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._set_arrows()

    def paintCell(self, painter: QPainter, rect: QRect, day: QDate | date) -> None:
        """Draw a day on its colour, the chosen one in a frame, today in bold and underlined.

        Days to come are faint and have no background.
        """
        day = day if isinstance(day, QDate) else _to_qdate(day)
        theme = current_theme()
        rank = self._calendar.days.get(day.toString("yyyyMMdd"))
        is_to_come = day > self.maximumDate()
        ink = QColor(theme.ink_quiet if day.month() != self.monthShown() else theme.ink)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if rank:
            background, text_colour = RANK_COLOURS[min(rank, len(RANK_COLOURS)) - 1]
            painter.fillRect(rect, QColor(background))
            ink = QColor(text_colour)
        elif is_to_come:
            painter.fillRect(rect, self.palette().color(QPalette.ColorRole.Window))
            ink.setAlphaF(FUTURE_OPACITY)
        else:
            painter.fillRect(rect, self.palette().color(QPalette.ColorRole.Base))
        if day == self.selectedDate():
            painter.setPen(QPen(QColor(theme.focus), SELECTION_WIDTH))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            inset = SELECTION_WIDTH / 2 + 0.5
            painter.drawRoundedRect(QRectF(rect).adjusted(inset, inset, -inset, -inset), 4, 4)
        if day == self.maximumDate():
            letters = painter.font()
            letters.setBold(True)
            letters.setUnderline(True)
            painter.setFont(letters)
        painter.setPen(ink)
        painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, str(day.day()))
        painter.restore()

    def _set_arrows(self) -> None:
        """Replace Qt's arrows, which are black in every theme and have no name."""
        for name, title, arrow in (
            ("qt_calendar_prevmonth", tr("Previous month"), Qt.ArrowType.LeftArrow),
            ("qt_calendar_nextmonth", tr("Next month"), Qt.ArrowType.RightArrow),
        ):
            button = self.findChild(QToolButton, name)
            if button is not None:
                button.setIcon(QIcon())
                button.setArrowType(arrow)
                button.setAccessibleName(title)


def make_rank_format(rank: int) -> QTextCharFormat:
    """Return the look of a day with a place in its match."""
    background, ink = RANK_COLOURS[min(rank, len(RANK_COLOURS)) - 1]
    day_format = QTextCharFormat()
    day_format.setBackground(QColor(background))
    day_format.setForeground(QColor(ink))
    set_tooltip(day_format, rank_title(rank))
    return day_format


class DailyDialog(BaseDialog):
    """Dialog that says what a day's match is, and how it went; today's at first.

    ``is_open`` is True while today's try that counts can be gone on with.
    """

    play_requested = Signal(object)
    """The match of a day (``date``) is to be played."""
    comparison_requested = Signal(object)
    """The result of a day (``date``) is to be compared."""
    match_requested = Signal(str)
    """A match that was played is to be opened, by its identity."""

    def __init__(
        self, today: date, calendar: DailyCalendar, parent: QWidget, *, is_open: bool
    ) -> None:
        super().__init__(parent, tr("Deal of the day"))
        self._today = self.day = today
        self._calendar = calendar
        self._is_open = is_open
        self.day_label = make_subheading("", self)
        self.match_label = make_note("", self)
        self.status_label = make_note("", self, is_quiet=False)
        self.streak_label = make_note(self._describe_streak(), self)
        self.legend = make_row(*self._make_legend(), STRETCH)
        self.calendar_widget = PlacesCalendar(today, calendar, self)
        self.play_button = self.make_button("", self._play, default=True)
        for text in (tr("&Go on"), tr("&Play"), tr("&Play for practice")):
            # The button keeps the room for each of its texts.
            self.play_button.setText(text)
            width = max(self.play_button.minimumWidth(), self.play_button.sizeHint().width())
            self.play_button.setMinimumWidth(width)
        self.match_button = self.make_button(tr("Look at the &match"), self._open_match)
        self.compare_button = self.make_button(tr("&Compare with the levels"), self._compare)
        self.close_button = self.make_button(tr("C&lose"), self.reject)
        self.build_layout(
            self.day_label,
            self.match_label,
            self.status_label,
            self.calendar_widget,
            self.legend,
            self.streak_label,
            make_row(
                STRETCH, self.play_button, self.match_button, self.compare_button, self.close_button
            ),
        )
        self.calendar_widget.selectionChanged.connect(self._choose_day)
        self.calendar_widget.activated.connect(self._on_activated)
        self._show_day()
        self.play_button.setFocus()

    # The day

    @property
    def _rank(self) -> int | None:
        """The place in the match of the chosen day, 0 until it is over."""
        return self._calendar.days.get(format_day(self.day))

    @property
    def _can_go_on(self) -> bool:
        return self._is_open and self.day == self._today

    def _choose_day(self) -> None:
        chosen = self.calendar_widget.selectedDate()
        self.day = date(chosen.year(), chosen.month(), chosen.day())
        self._show_day()
        announce(self.day_label, join_sentences(self.day_label.text(), self.status_label.text()))

    def _show_day(self) -> None:
        self.day_label.setText(
            QLocale().toString(_to_qdate(self.day), QLocale.FormatType.LongFormat)
        )
        self.match_label.setText("\n".join(describe_challenge(create_daily_challenge(self.day))))
        self.status_label.setText(self._describe_day())
        self.play_button.setText(self._find_play_text())
        self.match_button.setEnabled(bool(self._rank))
        self.compare_button.setEnabled(bool(self._rank))

    def _find_play_text(self) -> str:
        if self._can_go_on:
            return tr("&Go on")
        counts = self.day == self._today and self._calendar.counts_on(self.day)
        return tr("&Play") if counts else tr("&Play for practice")

    def _describe_day(self) -> str:
        rank = self._rank
        if self._can_go_on:
            return tr("You have begun it: go on with it.")
        if rank:
            return tr("You have played it: {place}.").format(place=rank_title(rank))
        if rank is not None:
            return tr("You have begun it, but it cannot be continued: this is practice.")
        if self.day != self._today:
            return tr("You did not play on this day: its match can still be played for practice.")
        if self._calendar.knows_cards(self.day):
            return tr("You know these cards already: this is practice and does not count.")
        if not self._calendar.counts_on(self.day):
            return tr("You have played the deal of a later day, so this one is practice.")
        return tr("Your first try today counts. Everybody plays the same cards today.")

    # The calendar

    def _describe_streak(self) -> str:
        streak = self._calendar.count_streak(self._today)
        if not streak:
            return ""
        text = tr_count("{count} day in a row", "{count} days in a row", streak)
        return text.format(count=streak)

    def _make_legend(self) -> list[PlainLabel]:
        """Return what the colours mean, each on its colour; nothing without a coloured day."""
        if not any(self._calendar.days.values()):
            return []
        labels: list[PlainLabel] = []
        texts = (tr("won"), tr("second"), tr("further back"))
        for text, (background, ink) in zip(texts, RANK_COLOURS, strict=True):
            label = PlainLabel(text, self)
            label.setAutoFillBackground(True)
            label.setContentsMargins(8, 2, 8, 2)
            palette = label.palette()
            palette.setColor(label.backgroundRole(), QColor(background))
            palette.setColor(label.foregroundRole(), QColor(ink))
            label.setPalette(palette)
            labels.append(label)
        return labels

    # Buttons

    def _on_activated(self) -> None:
        """Open the match of the chosen day, or play it."""
        if self._rank:
            self._open_match()
        else:
            self._play()

    def _play(self) -> None:
        self.accept()
        self.play_requested.emit(self.day)

    def _open_match(self) -> None:
        self.accept()
        self.match_requested.emit(self._calendar.matches[format_day(self.day)])

    def _compare(self) -> None:
        self.accept()
        self.comparison_requested.emit(self.day)


def _to_qdate(day: date) -> QDate:
    return QDate(day.year, day.month, day.day)
