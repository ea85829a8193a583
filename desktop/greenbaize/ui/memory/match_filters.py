"""What is sought in the list of matches: words, a game, somebody, an ending and a time."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import QComboBox, QDateEdit, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from greenbaize.store.listing import Ending, Sought
from greenbaize.ui.dates import day_format
from greenbaize.ui.plain import Label
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

LETTERS: Final = 9
"""A field is at least so wide."""
WEEK, MONTH, YEAR, BETWEEN = "week", "month", "year", "between"
ENDINGS: Final = (Ending.OVER, Ending.OPEN, Ending.ABANDONED, Ending.PRACTICE, Ending.DAMAGED)


def ending_title(ending: Ending) -> str:
    """What is chosen in the field of endings."""
    titles = {
        Ending.OVER: tr("Finished"),
        Ending.OPEN: tr("Unfinished"),
        Ending.ABANDONED: tr("Abandoned"),
        Ending.PRACTICE: tr("Practice"),
        Ending.DAMAGED: tr("Cannot be read"),
    }
    return titles[ending]


class MatchFilters(QWidget):
    """The fields above the list.

    Args:
        titles: what each game is called.
        parent: the window.
    """

    changed = Signal()
    """Something else is sought."""

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(tr("Search for people and games"))
        self.search.setAccessibleName(tr("Search for people and games"))
        self.search.setClearButtonEnabled(True)
        self.search.setMaxLength(200)
        self.game = self._box(tr("Game"), tr("All games"), [*titles], [*titles.values()])
        self.person = self._box(tr("Who played"), tr("Everybody"), [], [])
        self.ending = self._box(
            tr("Ending"), tr("However it ended"), ENDINGS, [ending_title(one) for one in ENDINGS]
        )
        self.time = self._box(
            tr("Begun when"),
            tr("At any time"),
            [WEEK, MONTH, YEAR, BETWEEN],
            [tr("In the last 7 days"), tr("In the last 30 days"), tr("This year"), tr("Between…")],
        )
        self.first, self.last = self._day(tr("From")), self._day(tr("To"))
        self._dash = Label(tr("to"), self)
        self._people: list[str] = []
        self._former: dict[str, tuple[str, ...]] = {}
        """The former names of those who are offered."""
        above, below = QHBoxLayout(), QHBoxLayout()
        above.addWidget(self.search, 1)
        for day in (self.first, self._dash, self.last):
            above.addWidget(day)
        for box in (self.game, self.person, self.ending, self.time):
            below.addWidget(box, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        for row in (above, below):
            row.setSpacing(8)
            column.addLayout(row)
        self.search.textChanged.connect(self.changed)
        for box in (self.game, self.person, self.ending):
            box.currentIndexChanged.connect(self.changed)
        self.time.currentIndexChanged.connect(self._on_time)
        for day in (self.first, self.last):
            day.dateChanged.connect(self.changed)
        self._show_days()

    def _box(
        self, name: str, any_of: str, values: Sequence[Any], texts: Sequence[str]
    ) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setMinimumContentsLength(LETTERS)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.addItem(any_of, None)
        for value, text in zip(values, texts, strict=True):
            box.addItem(text, value)
        return box

    def _day(self, name: str) -> QDateEdit:
        day = QDateEdit(QDate.currentDate(), self)
        day.setAccessibleName(name)
        day.setCalendarPopup(True)
        day.setDisplayFormat(day_format())
        return day

    def show_people(self, names: Sequence[str], persons: Sequence[Sequence[str]] = ()) -> None:
        """Offer these people; whoever is chosen stays so.

        Args:
            names: who has played.
            persons: the names of each person of this computer, the one they have now first; they
                are one to be chosen, whatever they were called.
        """
        now = {name.casefold(): called for called in persons for name in called}
        offered = [now.get(name.casefold(), (name,)) for name in names]
        names = list(dict.fromkeys(called[0] for called in offered))
        self._former = {called[0]: tuple(called[1:]) for called in offered}
        if names == self._people:
            return
        self._people = names
        chosen = self.person.currentData()
        self.person.blockSignals(True)
        while self.person.count() > 1:
            self.person.removeItem(1)
        for name in names:
            self.person.addItem(shown_name(name), name)
        at = self.person.findData(chosen) if chosen is not None else 0
        self.person.setCurrentIndex(max(0, at))
        self.person.blockSignals(False)
        if at < 0:
            self.changed.emit()

    def show_ending(self, ending: Ending) -> None:
        """Seek those that have ended in a way."""
        self.ending.setCurrentIndex(self.ending.findData(ending))

    def clear(self) -> None:
        """Seek nothing in particular."""
        self.blockSignals(True)
        self.search.clear()
        for box in (self.game, self.person, self.ending, self.time):
            box.setCurrentIndex(0)
        self.blockSignals(False)
        self._show_days()
        self.changed.emit()

    @property
    def seeks(self) -> bool:
        """Whether anything in particular is sought."""
        return self.sought != Sought()

    @property
    def sought(self) -> Sought:
        """What is sought."""
        since, before = self._times()
        ending = self.ending.currentData()  # Qt gives back a mere string
        return Sought(
            words=tuple(self.search.text().casefold().split()),
            game=self.game.currentData() or "",
            person=self.person.currentData() or "",
            former=self._former.get(self.person.currentData() or "", ()),
            ending=None if ending is None else Ending(ending),
            since=since,
            before=before,
        )

    def _times(self) -> tuple[str, str]:
        """From when and before when, in universal time as records have it."""
        today = QDate.currentDate()
        match self.time.currentData():
            case "week":
                return _midnight(today.addDays(-6)), ""
            case "month":
                return _midnight(today.addDays(-29)), ""
            case "year":
                return _midnight(QDate(today.year(), 1, 1)), ""
            case "between":
                days = sorted((self.first.date(), self.last.date()), key=QDate.toJulianDay)
                return _midnight(days[0]), _midnight(days[1].addDays(1))
        return "", ""

    def _on_time(self) -> None:
        if self.time.currentData() == BETWEEN:
            self.first.blockSignals(True)
            self.first.setDate(QDate.currentDate().addMonths(-1))
            self.first.blockSignals(False)
        self._show_days()
        self.changed.emit()

    def _show_days(self) -> None:
        between = self.time.currentData() == BETWEEN
        for one in (self.first, self._dash, self.last):
            one.setVisible(between)


def _midnight(day: QDate) -> str:
    return QDateTime(day, QTime(0, 0)).toUTC().toString("yyyyMMdd'T'HHmmss")
