"""The filter fields above the list of matches."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, Final

from PySide6.QtCore import QDate, QDateTime, QTime, Signal
from PySide6.QtWidgets import QComboBox, QDateEdit, QLineEdit, QWidget

from greenbaize.app.house_rules import HouseRules, list_rules_keys
from greenbaize.match.header import GamesByName
from greenbaize.rules.name_text import fold_name
from greenbaize.store.match_list import MatchFilter, MatchStatus
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.ui.widgets.localized_texts import day_format
from greenbaize.ui.widgets.plain_text import (
    PlainLabel,
    label_combo,
    make_compact_combo,
    merge_names,
    replace_entries,
)
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, isolate_direction

FILTER_LETTERS: Final = 9
LARGE_TEXT_SCALE: Final = 1.3
"""Text scale above which the fields need another row."""


class TimeFilter(StrEnum):
    """Filter by the time when a match began."""

    WEEK = "week"
    MONTH = "month"
    YEAR = "year"
    BETWEEN = "between"


class MatchFilterForm(QWidget):
    """Form of the filter fields; ``titles`` maps game keys to titles."""

    changed = Signal()

    def __init__(self, titles: Mapping[str, str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.search_field = QLineEdit(self)
        self.search_field.setPlaceholderText(tr("Search for people and games"))
        self.search_field.setAccessibleName(tr("Search for people and games"))
        self.search_field.setClearButtonEnabled(True)
        self.search_field.setMaxLength(200)
        endings = {
            MatchStatus.OVER: tr("Finished"),
            MatchStatus.OPEN: tr("Unfinished"),
            MatchStatus.ABANDONED: tr("Abandoned"),
            MatchStatus.HINTS: tr("With hints"),
            MatchStatus.PRACTICE: tr("Practice"),
            MatchStatus.DAMAGED: tr("Cannot be read"),
        }
        times = {
            TimeFilter.WEEK: tr("In the last 7 days"),
            TimeFilter.MONTH: tr("In the last 30 days"),
            TimeFilter.YEAR: tr("This year"),
            TimeFilter.BETWEEN: tr("Between…"),
        }
        self.game_box = self._make_box(tr("Game"), tr("All games"), titles)
        self.person_box = self._make_box(tr("Who played"), tr("Everybody"), {})
        self.ending_box = self._make_box(tr("Ending"), tr("However it ended"), endings)
        self.time_box = self._make_box(tr("When begun"), tr("At any time"), times)
        self.first_day_field, self.last_day_field = (
            self._make_day_field(tr("From")),
            self._make_day_field(tr("To")),
        )
        self._dash_label = PlainLabel(tr("to"), self)
        self._titles = titles
        self._rules_keys: dict[str, tuple[str, ...]] = {}
        """Keys of the matches by house rules, by the entry of the box of games."""
        self._former_names: dict[str, tuple[str, ...]] = {}
        first_row = make_row(
            (self.search_field, 1),
            self.first_day_field,
            self._dash_label,
            self.last_day_field,
            spacing=8,
        )
        second_row = make_row((self.game_box, 1), (self.person_box, 1), spacing=8)
        last_row = make_row(spacing=8)
        for box in (self.ending_box, self.time_box):
            # In one row, boxes with large text would be cut off.
            (last_row if scale_pixels(1.0) > LARGE_TEXT_SCALE else second_row).addWidget(box, 1)
        make_column(first_row, second_row, last_row, widget=self, margins=(0, 0, 0, 0), spacing=6)
        self.search_field.textChanged.connect(self.changed)
        for box in (self.game_box, self.person_box, self.ending_box):
            box.currentIndexChanged.connect(self.changed)
        self.time_box.currentIndexChanged.connect(self._on_time_changed)
        for day in (self.first_day_field, self.last_day_field):
            day.dateChanged.connect(self.changed)
        self._update_day_fields()

    def _make_box(self, name: str, any_label: str, options: Mapping[Any, str]) -> QComboBox:
        box = make_compact_combo(FILTER_LETTERS, self)
        label_combo(box, name)
        box.addItem(any_label, None)
        for value, text in options.items():
            box.addItem(text, value)
        return box

    def _make_day_field(self, name: str) -> QDateEdit:
        day_field = QDateEdit(QDate.currentDate(), self)
        day_field.setAccessibleName(name)
        day_field.setCalendarPopup(True)
        day_field.setDisplayFormat(day_format())
        return day_field

    def show_people(self, names: Sequence[str], persons: Sequence[Sequence[str]]) -> None:
        """Offer these names in the person box; keep the selection.

        ``persons`` groups all names of one person, who is offered once.
        """
        names_before = [*self._former_names]
        self._former_names = {
            current_name: tuple(former) for current_name, *former in merge_names(persons, names)
        }
        if [*self._former_names] == names_before:
            return
        everybody = (self.person_box.itemText(0), None)
        options = [everybody, *((display_name(name), name) for name in self._former_names)]
        if not replace_entries(self.person_box, options, self.person_box.currentData()):
            self.changed.emit()

    def show_house_rules(self, house_rules: Sequence[HouseRules], games: GamesByName) -> None:
        """Offer each game, and below it its house rules; keep the selection."""
        self._rules_keys = {
            f"{rules.game} {rules.name}": list_rules_keys(games, [rules]) for rules in house_rules
        }
        entries: list[tuple[str, Any]] = [(self.game_box.itemText(0), None)]
        for game, title in self._titles.items():
            entries.append((title, game))
            entries += [
                (f"{title} · {isolate_direction(rules.name)}", f"{game} {rules.name}")
                for rules in house_rules
                if rules.game == game
            ]
        if not replace_entries(self.game_box, entries, self.game_box.currentData()):
            self.changed.emit()

    def filter_by_ending(self, ending: MatchStatus) -> None:
        self.clear_filters()
        self.ending_box.setCurrentIndex(self.ending_box.findData(ending))

    def clear_filters(self) -> None:
        self.blockSignals(True)
        self.search_field.clear()
        for box in (self.game_box, self.person_box, self.ending_box, self.time_box):
            box.setCurrentIndex(0)
        self.blockSignals(False)
        self._update_day_fields()
        self.changed.emit()

    @property
    def is_filtering(self) -> bool:
        return self.match_filter != MatchFilter()

    @property
    def match_filter(self) -> MatchFilter:
        since, before = self._time_bounds()
        ending = self.ending_box.currentData()  # Qt turns the enum into a plain string
        return MatchFilter(
            words=tuple(fold_name(self.search_field.text()).split()),
            game=(self.game_box.currentData() or "").partition(" ")[0],
            rules_keys=self._rules_keys.get(self.game_box.currentData() or ""),
            person=self.person_box.currentData() or "",
            former_names=self._former_names.get(self.person_box.currentData() or "", ()),
            status=None if ending is None else MatchStatus(ending),
            begun_since=since,
            begun_before=before,
        )

    def _time_bounds(self) -> tuple[str, str]:
        """Return the earliest start and the end of the period, as UTC record timestamps."""
        today = QDate.currentDate()
        match self.time_box.currentData():
            case TimeFilter.WEEK:
                return _format_utc_midnight(today.addDays(-6)), ""
            case TimeFilter.MONTH:
                return _format_utc_midnight(today.addDays(-29)), ""
            case TimeFilter.YEAR:
                return _format_utc_midnight(QDate(today.year(), 1, 1)), ""
            case TimeFilter.BETWEEN:
                days = sorted(
                    (self.first_day_field.date(), self.last_day_field.date()), key=QDate.toJulianDay
                )
                return _format_utc_midnight(days[0]), _format_utc_midnight(days[1].addDays(1))
        return "", ""

    def _on_time_changed(self) -> None:
        if self.time_box.currentData() == TimeFilter.BETWEEN:
            self.first_day_field.blockSignals(True)
            self.first_day_field.setDate(QDate.currentDate().addMonths(-1))
            self.first_day_field.blockSignals(False)
        self._update_day_fields()
        self.changed.emit()

    def _update_day_fields(self) -> None:
        is_between = self.time_box.currentData() == TimeFilter.BETWEEN
        for widget in (self.first_day_field, self._dash_label, self.last_day_field):
            widget.setVisible(is_between)


def _format_utc_midnight(day: QDate) -> str:
    return QDateTime(day, QTime(0, 0)).toUTC().toString("yyyyMMdd'T'HHmmss")
