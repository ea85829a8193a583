"""The filter fields above the list of matches."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import QComboBox, QDateEdit, QLineEdit, QWidget

from greenbaize.rules.naming import folded
from greenbaize.store.listing import Ending, Sought
from greenbaize.ui.widgets.boxes import column_of, row_of
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.plain import Label, name_combo, offer_anew, small_combo, united
from greenbaize.ui.widgets.texts import day_format
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

LETTERS: Final = 9
LARGE: Final = 1.3
"""Text scale above which the fields need another row."""


class Time(StrEnum):
    """Filter by the time when a match began."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    BETWEEN = "between"


class MatchFilters(QWidget):
    """Form of the filter fields; ``titles`` maps game keys to titles."""

    changed = Signal()

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search for people and games"))
        self.search.setAccessibleName(tr("Search for people and games"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(200)
        endings = {
            Ending.OVER: tr("Finished"),
            Ending.OPEN: tr("Unfinished"),
            Ending.ABANDONED: tr("Abandoned"),
            Ending.PRACTICE: tr("Practice"),
            Ending.DAMAGED: tr("Cannot be read"),
        }
        times = {
            Time.WEEK: tr("In the last 7 days"),
            Time.MONTH: tr("In the last 30 days"),
            Time.YEAR: tr("This year"),
            Time.BETWEEN: tr("Between…"),
        }
        self.game = self._box(tr("Game"), tr("All games"), titles)
        self.person = self._box(tr("Who played"), tr("Everybody"), {})
        self.ending = self._box(tr("Ending"), tr("However it ended"), endings)
        self.time = self._box(tr("When begun"), tr("At any time"), times)
        self.first, self.last = self._day(tr("From")), self._day(tr("To"))
        self._dash = Label(tr("to"), self)
        self._former: dict[str, tuple[str, ...]] = {}
        above = row_of((self.search, 1), self.first, self._dash, self.last, spacing=8)
        below = row_of((self.game, 1), (self.person, 1), spacing=8)
        last = row_of(spacing=8)
        for box in (self.ending, self.time):
            # In one row, boxes with large text would be cut off.
            (last if grown(1.0) > LARGE else below).addWidget(box, 1)
        column_of(above, below, last, within=self, margins=(0, 0, 0, 0), spacing=6)
        self.search.textChanged.connect(self.changed)
        for box in (self.game, self.person, self.ending):
            box.currentIndexChanged.connect(self.changed)
        self.time.currentIndexChanged.connect(self._on_time)
        for day in (self.first, self.last):
            day.dateChanged.connect(self.changed)
        self._show_days()

    def _box(self, name: str, any_of: str, offered: Mapping[Any, str]) -> QComboBox:
        box = small_combo(LETTERS, self)
        name_combo(box, name)
        box.addItem(any_of, None)
        for value, text in offered.items():
            box.addItem(text, value)
        return box

    def _day(self, name: str) -> QDateEdit:
        day = QDateEdit(QDate.currentDate(), self)
        day.setAccessibleName(name)
        day.setCalendarPopup(True)
        day.setDisplayFormat(day_format())
        return day

    def show_people(self, names: Sequence[str], persons: Sequence[Sequence[str]]) -> None:
        """Offer these names in the person box; keep the selection.

        ``persons`` groups all names of one person, who is offered once.
        """
        before = [*self._former]
        self._former = {now: tuple(former) for now, *former in united(persons, names)}
        if [*self._former] == before:
            return
        everybody = (self.person.itemText(0), None)
        offered = [everybody, *((shown_name(name), name) for name in self._former)]
        if not offer_anew(self.person, offered, self.person.currentData()):
            self.changed.emit()

    def show_ending(self, ending: Ending) -> None:
        self.clear()
        self.ending.setCurrentIndex(self.ending.findData(ending))

    def clear(self) -> None:
        self.blockSignals(True)
        self.search.clear()
        for box in (self.game, self.person, self.ending, self.time):
            box.setCurrentIndex(0)
        self.blockSignals(False)
        self._show_days()
        self.changed.emit()

    @property
    def seeks(self) -> bool:
        return self.sought != Sought()

    @property
    def sought(self) -> Sought:
        since, before = self._times()
        ending = self.ending.currentData()  # Qt turns the enum into a plain string
        return Sought(
            words=tuple(folded(self.search.text()).split()),
            game=self.game.currentData() or "",
            person=self.person.currentData() or "",
            former=self._former.get(self.person.currentData() or "", ()),
            ending=None if ending is None else Ending(ending),
            since=since,
            before=before,
        )

    def _times(self) -> tuple[str, str]:
        """Return the earliest start and the end of the period, as UTC record timestamps."""
        today = QDate.currentDate()
        match self.time.currentData():
            case Time.WEEK:
                return _midnight(today.addDays(-6)), ""
            case Time.MONTH:
                return _midnight(today.addDays(-29)), ""
            case Time.YEAR:
                return _midnight(QDate(today.year(), 1, 1)), ""
            case Time.BETWEEN:
                days = sorted((self.first.date(), self.last.date()), key=QDate.toJulianDay)
                return _midnight(days[0]), _midnight(days[1].addDays(1))
        return "", ""

    def _on_time(self) -> None:
        if self.time.currentData() == Time.BETWEEN:
            self.first.blockSignals(True)
            self.first.setDate(QDate.currentDate().addMonths(-1))
            self.first.blockSignals(False)
        self._show_days()
        self.changed.emit()

    def _show_days(self) -> None:
        between = self.time.currentData() == Time.BETWEEN
        for one in (self.first, self._dash, self.last):
            one.setVisible(between)


def _midnight(day: QDate) -> str:
    return QDateTime(day, QTime(0, 0)).toUTC().toString("yyyyMMdd'T'HHmmss")
