"""The window of statistics for a person or a level of bots."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QDate, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QGridLayout, QPushButton, QStackedWidget, QTabWidget, QWidget

from greenbaize.app.coach.coached_matches import load_own_matches
from greenbaize.app.house_rules import HouseRules, list_house_rules, list_rules_keys
from greenbaize.app.memory.statistics_result import (
    MatchCondition,
    StatisticsRow,
    find_statistics,
    list_persons,
    list_rating_rows,
    list_statistics_rows,
    merge_by_current_name,
    save_statistics,
)
from greenbaize.app.sheets.sheet_files import make_file_name
from greenbaize.rules.errors import GameError
from greenbaize.rules.facts import game_of_statistics_name, list_statistics_names
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import load_people
from greenbaize.store.statistics import (
    StatisticsQuery,
    StatisticsSubject,
    load_honours,
    load_opponent_kinds,
    load_played_games,
    load_ratings,
)
from greenbaize.ui.features.history.habits_page import HabitsPage
from greenbaize.ui.features.history.history_window import EmptyPage, HistoryWindow
from greenbaize.ui.features.history.statistics_page import HonoursPage, RatingsPage, StatisticsPage
from greenbaize.ui.features.history.statistics_text import opponents_text, subject_text
from greenbaize.ui.sheets.sheet_saver import make_save_dialog, saved_message, system_csv_form
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import FocusScrollArea, limit_to_screen
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import (
    MAX_PEOPLE,
    SEPARATOR,
    PlainLabel,
    make_compact_combo,
    merge_names,
    replace_entries,
)
from greenbaize.ui.widgets.window_geometry import set_initial_size
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.names import isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

DEFAULT_SIZE: Final = QSize(1060, 740)
CHOICE_LETTERS: Final = 8
MIN_SINGLE_ROW_WIDTH: Final = 760
"""Width from which labels are beside their fields instead of above them (px at text scale 1)."""
COLUMN_STRETCHES: Final = (0, 3, 0, 2, 0, 3)
"""Stretch factors of the labels' and fields' columns."""


class StatisticsWindow(HistoryWindow):
    """Window with a query form at the top and tabs for figures, ratings and honours."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, tr("Statistics"))
        self.dialog: Any = None
        self.query_form = StatisticsQueryForm(services, self)
        self._honours_subject: StatisticsSubject | None = None
        self.figures_page, self.ratings_page, self.honours_page = (
            StatisticsPage(),
            RatingsPage(),
            HonoursPage(),
        )
        self.habits_page = HabitsPage()
        self.tabs = self._make_tabs()
        self.empty_page = EmptyPage(self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self._build_layout()
        self._connect_signals()
        set_initial_size(self, DEFAULT_SIZE)
        self.reload_all()
        self.query_form.subject_box.setFocus()

    # Layout

    def _make_tabs(self) -> QTabWidget:
        tabs = QTabWidget(self)
        tabs.setDocumentMode(True)
        sheet = QWidget()
        make_column(self.figures_page, widget=sheet, margins=(0, 10, 4, 4))
        scroll = FocusScrollArea(sheet, tabs)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tabs.addTab(scroll, tr("&Figures"))
        tabs.addTab(self.ratings_page, tr("Com&parison"))
        tabs.addTab(self.honours_page, tr("&Honours"))
        habits_sheet = QWidget()
        make_column(self.habits_page, (STRETCH, 0), widget=habits_sheet, margins=(0, 10, 4, 4))
        self.habits_scroll = FocusScrollArea(habits_sheet, tabs)
        self.habits_scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        tabs.addTab(self.habits_scroll, tr("How I p&lay"))
        return tabs

    def _build_layout(self) -> None:
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.tabs)
        self.stack.addWidget(self.empty_page)
        foot = make_row((self.notice_label, 1), (STRETCH, 0), self.csv_button, self.close_button)
        foot.setAlignment(self.csv_button, Qt.AlignmentFlag.AlignRight)
        parts = (self.query_form, (self.stack, 1), foot)
        make_column(*parts, widget=self, margins=(16, 14, 16, 14), spacing=10)

    def _connect_signals(self) -> None:
        self.query_form.changed.connect(self._show_query)
        self.tabs.currentChanged.connect(self._update_current_page)
        self.habits_page.route_requested.connect(self._follow_route)
        self.csv_button.clicked.connect(self.choose_csv_file)
        self.close_button.clicked.connect(self.close)
        save = QShortcut(QKeySequence(QKeySequence.StandardKey.Save), self)
        save.activated.connect(self.choose_csv_file)

    # Content

    def reload_all(self) -> None:
        if self._shows_error:
            self._shows_error = False
            self.show_notice("")
        self._honours_subject = None
        self.query_form.reload_choices()

    def _show_query(self) -> None:
        query = self.query_form.query
        result = (
            None if query is None else self.query_history(partial(find_statistics, query=query))
        )
        self._show_honours()
        has_matches = result is not None and result.match_count > 0
        self.csv_button.setEnabled(has_matches)
        self.stack.setCurrentIndex(0 if has_matches else 1)
        if query is None or result is None or not has_matches:
            self._show_empty_page()
            return
        game = self._services.games[game_of_statistics_name(query.game)]
        self.figures_page.show_statistics(
            subject_text(query.subject), result, game, query.opponent_kind
        )
        self._update_current_page()

    def _follow_route(self, route: Route) -> None:
        self._services.navigate(route)

    def show_habits(self) -> None:
        """Show how the current person plays."""
        self.query_form.subject_box.setCurrentIndex(0)
        if self.tabs.isTabVisible(self.tabs.indexOf(self.habits_scroll)):
            self.tabs.setCurrentWidget(self.habits_scroll)

    def _show_empty_page(self) -> None:
        title = tr("No finished match yet: {name}.").format(
            name=subject_text(self.query_form.subject)
        )
        detail = tr(
            "Every match played to its end counts here, except practice. If a computer "
            "player stood in for somebody, the match does not count for them. Matches with hints "
            "count by themselves."
        )
        if self.error:
            title = tr("The statistics cannot be shown just now.")
            detail = tr("You can play all the same.")
        self.empty_page.show_text(title, detail)

    def _update_current_page(self) -> None:
        """Update the current tab for the query; the other tabs update when they are opened."""
        query, page = self.query_form.query, self.tabs.currentWidget()
        opponent_kind_count = (
            self.query_form.opponents_box.count() - 1
        )  # without the entry for all opponents
        # Only the fields that the current tab depends on are enabled.
        self.query_form.game_box.setEnabled(query is not None and page is not self.honours_page)
        self.query_form.opponents_box.setEnabled(
            opponent_kind_count > 1
            and page not in (self.honours_page, self.ratings_page, self.habits_scroll)
        )
        is_local = query is not None and query.subject in self.query_form.local_persons
        self.tabs.setTabVisible(self.tabs.indexOf(self.habits_scroll), is_local)
        if query is not None and is_local and page is self.habits_scroll:
            game = game_of_statistics_name(query.game)
            load_matches = partial(load_own_matches, names=query.subject.names, game=game)
            matches = self.query_history(load_matches) or []
            self.habits_page.show_habits(self._services.games[game], matches)
        if query is None or page is not self.ratings_page:
            return
        rated_players = self.query_history(partial(load_ratings, game=query.game)) or []
        self.ratings_page.show_ratings(
            merge_by_current_name(rated_players, self.query_form.local_persons),
            query.subject,
            query.game,
        )

    def _show_honours(self) -> None:
        subject, honour_rows = self.query_form.subject, None
        if subject == self._honours_subject:
            return
        self._honours_subject = subject
        if subject.names and self._services.settings.current.honours:
            honour_rows = self.query_history(partial(load_honours, names=subject.names))
        self.honours_page.show_honours(honour_rows or [])
        self.tabs.setTabVisible(self.tabs.indexOf(self.honours_page), bool(honour_rows))

    # Saving

    def choose_csv_file(self) -> None:
        query = self.query_form.query
        if query is None or not self.csv_button.isEnabled():
            return
        title = tr("Statistics, {name}, {game}, {date}").format(
            name=subject_text(query.subject),
            game=game_title(query.game),
            date=QDate.currentDate().toString(Qt.DateFormat.ISODate),
        )
        dialog = make_save_dialog(
            self, tr("Save as CSV"), f"{make_file_name(title)}.csv", tr("CSV files (*.csv)")
        )
        dialog.fileSelected.connect(lambda path: self.save_csv(Path(path)))
        limit_to_screen(dialog)
        self.dialog = dialog
        self._services.dialogs.open_dialog(dialog)

    def save_csv(self, path: Path) -> None:
        """Write all figures of the query as CSV; show the path, or the error."""
        query = self.query_form.query
        if query is None:
            return
        load_lines = partial(_load_lines, query=query, persons=self.query_form.local_persons)
        lines: list[StatisticsRow] | None = self.query_history(load_lines)
        if lines is None:
            return
        try:
            # The file dialog has already asked about replacing a file.
            save_statistics(path, lines, system_csv_form(), force=True)
        except GameError as error:
            self.show_notice(Speaker().format_message(error.message))
        else:
            self.show_notice(saved_message(path))

    # Windows

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)


def _load_lines(
    history: HistoryDatabase, query: StatisticsQuery, persons: Sequence[StatisticsSubject]
) -> list[StatisticsRow]:
    matching = MatchCondition(query.game, query.opponent_kind, query.rules_keys)
    subject_lines = list_statistics_rows(history, query.subject, matching)
    return [*subject_lines, *list_rating_rows(history, persons, query.game)]


class StatisticsQueryForm(QWidget):
    """Form to select the person or level, the game (by default the last played) and opponents."""

    changed = Signal()

    def __init__(self, services: Services, window: HistoryWindow) -> None:
        super().__init__(window)
        self._services, self._query_history = services, window.query_history
        self._preferred_game = services.setup.game
        self.subject_box, self.game_box, self.opponents_box = (
            make_compact_combo(CHOICE_LETTERS, self) for _ in range(3)
        )
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self._fields = [
            (PlainLabel(words, self), box)
            for words, box in (
                (tr("&Who"), self.subject_box),
                (tr("&Game"), self.game_box),
                (tr("Aga&inst"), self.opponents_box),
            )
        ]
        for label, box in self._fields:
            label.setBuddy(box)
            box.setAccessibleName(label.text().replace("&", ""))
        for column, stretch in enumerate(COLUMN_STRETCHES):
            grid.setColumnStretch(column, stretch)
        self._labels_above: bool | None = None
        self._arrange_labels()
        self.subject_box.currentIndexChanged.connect(self._on_subject_changed)
        self.game_box.currentIndexChanged.connect(self._on_game_changed)
        self.opponents_box.currentIndexChanged.connect(self.changed)

    def _arrange_labels(self) -> None:
        """Move the labels above the fields where the window is narrow, else beside them."""
        labels_above = self.width() < scale_pixels(MIN_SINGLE_ROW_WIDTH)
        if labels_above == self._labels_above:
            return
        self._labels_above = labels_above
        for index, (label, box) in enumerate(self._fields):
            if labels_above:
                self._grid.addWidget(label, 0, 2 * index, 1, 2)
                self._grid.addWidget(box, 1, 2 * index, 1, 2)
            else:
                self._grid.addWidget(label, 0, 2 * index)
                self._grid.addWidget(box, 0, 2 * index + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_labels()

    @property
    def local_persons(self) -> list[StatisticsSubject]:
        """Persons of this computer, the current one first."""
        return list_persons(self._services.settings.current)

    @property
    def query(self) -> StatisticsQuery | None:
        """Selected query, or None if no game has been played."""
        game, rules_keys = self._chosen_game()
        if not game:
            return None
        opponent_kind = self.opponents_box.currentData() or ""
        return StatisticsQuery(self.subject, game, opponent_kind, rules_keys)

    def _chosen_game(self) -> tuple[str, tuple[str, ...] | None]:
        """Return the game, and the keys of its house rules if an entry with them is chosen."""
        game, _, name = (self.game_box.currentData() or "").partition(" ")
        return game, self._find_rules_keys(game, name) if name else None

    def _find_rules_keys(self, game: str, name: str) -> tuple[str, ...]:
        rules = [one for one in self._list_house_rules(game) if one.name == name]
        return list_rules_keys(self._services.games, rules)

    def _list_house_rules(self, game: str) -> list[HouseRules]:
        """Return the house rules of a game, which may be its short or another kind of matches."""
        settings, games = self._services.settings.current, self._services.games
        return list_house_rules(settings, games, game_of_statistics_name(game))

    @property
    def subject(self) -> StatisticsSubject:
        return (
            _subject_from_key(self.subject_box.currentData())
            if self.subject_box.count()
            else self.local_persons[0]
        )

    def reload_choices(self) -> None:
        """Reload the persons and levels in the database; keep the selection if possible."""
        previous_subject = self.subject
        known_subjects = self._query_history(_list_subjects)
        if known_subjects is None:
            self.changed.emit()
            return
        names, levels = known_subjects
        persons = self.local_persons
        other_subjects = map(
            StatisticsSubject, merge_names((subject.names for subject in persons), names)
        )
        subjects = list(dict.fromkeys([persons[0], *other_subjects]))
        entries: list[tuple[str, Any]] = [
            (subject_text(subject), _subject_key(subject)) for subject in subjects
        ]
        if levels:
            entries += [
                SEPARATOR,
                *((subject_text(subject), _subject_key(subject)) for subject in levels),
            ]
        replace_entries(self.subject_box, entries, _subject_key(previous_subject))
        self._on_subject_changed()

    def _on_subject_changed(self) -> None:
        if self.game_box.currentData():
            self._preferred_game = self.game_box.currentData()
        played_games = self._query_history(partial(load_played_games, subject=self.subject)) or []
        known_games = sorted(self._services.games, key=game_title)
        listed_games = [
            game
            for name in known_games
            for game in list_statistics_names(name)
            if game in played_games
        ]
        entries = [entry for game in listed_games for entry in self._list_game_entries(game)]
        replace_entries(self.game_box, entries or [(tr("None yet"), "")], self._preferred_game)
        self.game_box.setEnabled(bool(entries))
        self._on_game_changed()

    def _list_game_entries(self, game: str) -> list[tuple[str, str]]:
        """Return a game, and its house rules by which the subject has played, with their keys."""
        entries = [(game_title(game), game)]
        for rules in self._list_house_rules(game):
            if self._load_opponent_kinds(game, self._find_rules_keys(game, rules.name)):
                text = f"{game_title(game)} · {isolate_direction(rules.name)}"
                entries.append((text, f"{game} {rules.name}"))
        return entries

    def _load_opponent_kinds(self, game: str, rules_keys: tuple[str, ...] | None) -> Sequence[str]:
        load_kinds = partial(
            load_opponent_kinds, subject=self.subject, game=game, rules_keys=rules_keys
        )
        return self._query_history(load_kinds) or ()

    def _on_game_changed(self) -> None:
        (game, rules_keys), previous_opponents = (
            self._chosen_game(),
            self.opponents_box.currentData(),
        )
        opponent_kinds = self._load_opponent_kinds(game, rules_keys) if game else ()
        entries = [
            (tr_in("opponents", "All"), ""),
            *((opponents_text(kind), kind) for kind in opponent_kinds),
        ]
        replace_entries(self.opponents_box, entries, previous_opponents or "")
        self.opponents_box.setEnabled(len(opponent_kinds) > 1)
        self.changed.emit()


def _list_subjects(history: HistoryDatabase) -> tuple[list[str], list[StatisticsSubject]]:
    """Return the names of the people who have played, and the levels with counted matches."""
    levels = [StatisticsSubject((), level) for level in LEVEL_NAMES]
    return load_people(history, MAX_PEOPLE), [
        subject for subject in levels if load_played_games(history, subject)
    ]


def _subject_key(subject: StatisticsSubject) -> list[str]:
    """Return a subject as item data: a list of texts, which Qt compares by value."""
    return [subject.level, *subject.names]


def _subject_from_key(key: Sequence[str]) -> StatisticsSubject:
    level, *names = key
    return StatisticsSubject(tuple(names), level)
