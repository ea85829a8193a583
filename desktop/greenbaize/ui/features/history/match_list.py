"""The list of matches: filters, table, and selection."""

from collections.abc import Callable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractTableModel,
    QItemSelection,
    QItemSelectionModel,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTableView,
    QWidget,
)

from greenbaize.app.challenge_tries import name_undone_try
from greenbaize.app.challenges import ChallengeLog
from greenbaize.app.house_rules import HouseRules
from greenbaize.app.tables.default_players import localized_bot_name
from greenbaize.match.header import GamesByName
from greenbaize.rules.facts import SHORT_SUFFIX, list_statistics_names, statistics_name
from greenbaize.rules.players import BOT
from greenbaize.store import folders
from greenbaize.store.history import HistoryDatabase
from greenbaize.store.match_list import (
    DamagedFileRow,
    HistoryRow,
    MatchRow,
    MatchSorting,
    PlayerRow,
    RowKey,
    count_rows,
    load_best_files,
    load_people,
    load_row_keys,
    load_rows,
)
from greenbaize.ui.features.history.history_window import (
    EmptyPage,
    HistoryWindow,
    configure_row_table,
)
from greenbaize.ui.features.history.match_filters import MatchFilterForm
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.localized_texts import format_start_time
from greenbaize.ui.widgets.plain_text import MAX_PEOPLE, tooltip_text
from greenbaize.words.catalogue import tr, tr_count, tr_in
from greenbaize.words.names import (
    DEFAULT_NAMES,
    display_name,
    display_name_in_sentence,
    sanitise_text,
)
from greenbaize.words.titles import game_names, game_title, number_text

ALL_ROWS: Final = 1_000_000
BEGUN_COLUMN, GAME_COLUMN, PLAYERS_COLUMN, DEAL_COLUMN, ENDING_COLUMN = range(5)
COLUMN_LETTERS: Final = {BEGUN_COLUMN: 20, GAME_COLUMN: 9, DEAL_COLUMN: 5, ENDING_COLUMN: 32}
"""Column widths in letters; the players' column gets the rest."""
NARROW_COLUMN_LETTERS: Final = {BEGUN_COLUMN: 19, GAME_COLUMN: 8, DEAL_COLUMN: 4, ENDING_COLUMN: 14}
"""Column widths in letters where room is scarce; tooltips show what is cut off."""
CELL_PADDING: Final = 16
"""Extra width of a column over its text (px)."""
MIN_PLAYERS_LETTERS: Final = 10
"""Least width of the players' column (letters); below it, the table scrolls sideways."""
PREFERRED_PLAYERS_LETTERS: Final = 42
"""Width of the players' column up to which other columns get no extra room (letters)."""
FOUR_PLAYERS_LETTERS: Final = 30
"""Width of the players' column up to which a narrow ending gets no extra room (letters)."""
NARROW_ENDING_EXTRA_LETTERS: Final = 7
"""Most extra room of a narrow ending (letters)."""
PLAYER_SEPARATOR: Final = " · "
STAND_IN_MARK: Final = "*"
"""Mark behind the name of a player for whom a bot played part of the match."""
PAGE_ROWS: Final = 64
"""Rows read from the database at once."""
MAX_CACHED_PAGES: Final = 24
"""Pages of rows in the cache, which is cleared when it is full."""
COLUMN_SORTINGS: Final = (
    MatchSorting.TIME,
    MatchSorting.GAME,
    MatchSorting.PEOPLE,
    MatchSorting.DEAL,
    MatchSorting.ENDING,
)
"""Sort key of each column."""
ModelIndex = QModelIndex | QPersistentModelIndex
RowReader = Callable[[Sequence[RowKey]], dict[RowKey, HistoryRow]]


class MatchListView(QTableView):
    """Table view of the matches; its columns shrink in favour of the players' names."""

    game_titles: Sequence[str] = ()
    """Titles of the games, to fit their column to where there is room."""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End go to the first and last row instead of the first and last column."""
        cursor_actions = QAbstractItemView.CursorAction
        if action in (cursor_actions.MoveHome, cursor_actions.MoveEnd):
            row = 0 if action == cursor_actions.MoveHome else self.model().rowCount() - 1
            return self.model().index(row, max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        letter = self.fontMetrics().averageCharWidth()
        wide_letters = sum(COLUMN_LETTERS.values()) + PREFERRED_PLAYERS_LETTERS
        is_narrow = (
            self.viewport().width() < wide_letters * letter + len(COLUMN_LETTERS) * CELL_PADDING
        )
        for column, letters in (NARROW_COLUMN_LETTERS if is_narrow else COLUMN_LETTERS).items():
            self.setColumnWidth(
                column, letters * letter + (CELL_PADDING // 2 if is_narrow else CELL_PADDING)
            )
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        other_width = sum(map(self.columnWidth, COLUMN_LETTERS))
        title_width = (
            max(map(self.fontMetrics().horizontalAdvance, self.game_titles), default=0)
            + CELL_PADDING
        )
        spare_width = self.viewport().width() - other_width - PREFERRED_PLAYERS_LETTERS * letter
        extra_width = max(0, min(title_width - self.columnWidth(GAME_COLUMN), spare_width))
        self.setColumnWidth(GAME_COLUMN, self.columnWidth(GAME_COLUMN) + extra_width)
        other_width += extra_width
        if is_narrow:
            # The kind of a match, as in "Won by Anna, challenge", before room for many players.
            spare_width = self.viewport().width() - other_width - FOUR_PLAYERS_LETTERS * letter
            extra_width = max(0, min(NARROW_ENDING_EXTRA_LETTERS * letter, spare_width))
            self.setColumnWidth(ENDING_COLUMN, self.columnWidth(ENDING_COLUMN) + extra_width)
            other_width += extra_width
        min_width = MIN_PLAYERS_LETTERS * letter
        is_too_narrow = self.viewport().width() - other_width < min_width
        # Too narrow for a single name: keep a least width and scroll.
        header.setSectionResizeMode(PLAYERS_COLUMN, modes.Fixed if is_too_narrow else modes.Stretch)
        if is_too_narrow:
            self.setColumnWidth(PLAYERS_COLUMN, min_width)
        super().resizeEvent(event)


class MatchListPanel(QWidget):
    """Panel of the filter form and the table, or a message where there are no matches.

    ``load_person_names`` returns the names of each person of this computer, ``load_house_rules``
    the current person's house rules.
    """

    selection_changed = Signal()

    def __init__(
        self,
        games: GamesByName,
        load_person_names: Callable[[], Sequence[Sequence[str]]],
        window: HistoryWindow,
        load_house_rules: Callable[[], Sequence[HouseRules]] = tuple,
    ) -> None:
        super().__init__(window)
        self._games, self._load_house_rules = games, load_house_rules
        self._load_person_names, self._window = load_person_names, window
        self._known_keys: set[RowKey] = set()
        """Keys that were listed when the window was last closed."""
        self._game_titles = {game: game_title(game) for game in sorted(games, key=game_title)}
        self._sort_column, self._descending = BEGUN_COLUMN, True
        self.filters = MatchFilterForm(self._game_titles, self)
        self.model = MatchListModel(self._query_rows, self)
        self.table_view = self._make_table_view()
        self.show_all_button = QPushButton(tr("Show &all"), self)
        self.import_button = QPushButton(tr("&Import records…"), self)
        self.count_label = make_note(parent=self)
        self.empty_page = EmptyPage(self, self.show_all_button, self.import_button)
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.table_view)
        self.stack.addWidget(self.empty_page)
        parts = (self.filters, (self.stack, 1))
        make_column(*parts, widget=self, margins=(0, 0, 0, 0), spacing=10)
        self.filters.changed.connect(self.reload_matches)
        self.table_view.selectionModel().selectionChanged.connect(self.selection_changed)
        self.table_view.horizontalHeader().sectionClicked.connect(self.sort_by_column)
        self.show_all_button.clicked.connect(self.filters.clear_filters)

    def _make_table_view(self) -> QTableView:
        table = MatchListView(self)
        table.setAccessibleName(tr("Matches"))
        table.setModel(self.model)
        table.game_titles = [
            game_title(game_key)
            for game in self._game_titles
            for game_key in (game, game + SHORT_SUFFIX)
        ]
        configure_row_table(table, 12)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = table.horizontalHeader()
        header.setSectionResizeMode(PLAYERS_COLUMN, QHeaderView.ResizeMode.Stretch)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(BEGUN_COLUMN, Qt.SortOrder.DescendingOrder)
        return table

    # Content

    def reload_matches(self) -> None:
        """Reload the matches and keep the selection as far as they are still listed."""
        selected_keys, keys_before = self.selected_keys, self.model.keys
        found_keys, total = self._window.query_history(self._query_keys) or ([], 0)
        if found_keys != keys_before:
            row = self.table_view.currentIndex().row()
            self.model.set_keys(found_keys)
            self._restore_selection(selected_keys, keys_before, row)
        else:
            self.model.refresh_rows()
        self._show_count(len(found_keys), total)
        self.selection_changed.emit()

    def reload_all(self) -> None:
        """Reload the matches and the names in the filter form."""
        names = self._window.query_history(lambda history: load_people(history, MAX_PEOPLE))
        if names is not None:
            self.filters.show_people(names, self._load_person_names())
        self.filters.show_house_rules(self._load_house_rules(), self._games)
        self.reload_matches()

    def _query_keys(self, history: HistoryDatabase) -> tuple[list[RowKey], int]:
        match_filter, total = self.filters.match_filter, count_rows(history)
        sorting = COLUMN_SORTINGS[self._sort_column]
        game_keys = [
            game_key for game in self._game_titles for game_key in list_statistics_names(game)
        ]
        titles = {game_key: " ".join(game_names(game_key)) for game_key in game_keys}
        found_keys = load_row_keys(
            history, match_filter, titles, sorting, descending=self._descending
        )
        return found_keys, total

    def _query_rows(self, row_keys: Sequence[RowKey]) -> dict[RowKey, HistoryRow]:
        return self._window.query_history(lambda history: load_rows(history, row_keys)) or {}

    def _show_count(self, found_count: int, total: int) -> None:
        template = tr_count("{count} match", "{count} matches", total)
        text = template.format(count=QLocale().toString(total))
        if found_count != total:
            text = tr("{found} of {all}").format(found=QLocale().toString(found_count), all=text)
        self.count_label.setText(text)
        self.stack.setCurrentIndex(0 if found_count else 1)
        error = self._window.error
        self.show_all_button.setVisible(total > 0)
        self.import_button.setVisible(total == 0 and not error)
        if found_count:
            return
        if total:
            title = tr("No matches found.")
            detail = tr("Search for something else, or show all of them.")
        elif error:
            title = tr("The list cannot be shown just now.")
            detail = tr("You can play all the same.")
        else:
            title = tr("No match has been played here yet.")
            detail = tr(
                "Every match that you play is listed here. Records of others can be imported."
            )
        self.empty_page.show_text(title, detail)

    def sort_by_column(self, column: int) -> None:
        """Sort by a column, or reverse the order if it is sorted by that column already."""
        is_same_column = column == self._sort_column
        self._descending = (
            not self._descending if is_same_column else column in (BEGUN_COLUMN, DEAL_COLUMN)
        )
        self._sort_column = column
        order = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        self.table_view.horizontalHeader().setSortIndicator(column, order)
        self.reload_matches()

    # Selection

    @property
    def selected_keys(self) -> list[RowKey]:
        return [self.model.keys[row] for row in self._selected_rows()]

    def refresh_on_show(self) -> None:
        """Reload, and select the first match that was not listed when the window was closed."""
        self.reload_all()
        keys = enumerate(self.model.keys)
        row = next((row for row, key in keys if key not in self._known_keys), None)
        if row is not None:
            self.select_row(row)
        self.table_view.setFocus()

    def select_row(self, row: int) -> None:
        """Select a single row, even while Ctrl is held down for the key that opens the list."""
        flags, index = QItemSelectionModel.SelectionFlag, self.model.index(row, 0)
        self.table_view.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def remember_listed(self) -> None:
        self._known_keys = set(self.model.keys)

    def _restore_selection(
        self, selected_keys: Sequence[RowKey], keys_before: Sequence[RowKey], row: int
    ) -> None:
        """Select the rows of ``selected_keys`` again, or else the row nearest to the current one.

        ``row`` is the index of the current row in ``keys_before``, negative if there was none.
        """
        listed_keys = self.model.keys
        if not listed_keys:
            return
        rows_by_key = (
            {key: current_row for current_row, key in enumerate(listed_keys)} if row >= 0 else {}
        )
        nearest_keys = (*keys_before[row:], *reversed(keys_before[:row])) if row >= 0 else ()
        current_row = next((rows_by_key[key] for key in nearest_keys if key in rows_by_key), 0)
        selection = QItemSelection()
        for key in selected_keys if len(selected_keys) < len(listed_keys) else ():
            if key in rows_by_key:
                index = self.model.index(rows_by_key[key], 0)
                selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        model, index = self.table_view.selectionModel(), self.model.index(current_row, 0)
        if selection.isEmpty():
            selection.select(index, index)
        model.setCurrentIndex(index, flags.NoUpdate)
        model.select(selection, flags.ClearAndSelect | flags.Rows)
        self.table_view.scrollTo(index)

    @property
    def selected_row(self) -> HistoryRow | None:
        rows = self._selected_rows(2)
        return self.model.match_at_row(rows[0]) if len(rows) == 1 else None

    @property
    def selected_match(self) -> MatchRow | None:
        """The selected match, or None unless a single readable match is selected."""
        row = self.selected_row
        return row if isinstance(row, MatchRow) else None

    def _selected_rows(self, limit: int = ALL_ROWS) -> list[int]:
        """Return the indices of the selected rows in order, at most ``limit``."""
        selection = self.table_view.selectionModel().selection()
        ranges = (selection.at(number) for number in range(selection.count()))
        rows = (
            row for row_range in ranges for row in range(row_range.top(), row_range.bottom() + 1)
        )
        return sorted(islice(rows, limit))

    def selected_paths(
        self, query: Callable[[HistoryDatabase, Sequence[RowKey]], list[str]] = load_best_files
    ) -> list[Path]:
        """Return the record files of the selected matches; by default the most complete of each."""
        names = self._window.query_history(lambda history: query(history, self.selected_keys)) or ()
        return [folders.matches_folder() / name for name in names]


class MatchListModel(QAbstractTableModel):
    """Table model that reads its rows in pages.

    ``read_rows`` reports errors itself and returns no rows then.
    """

    def __init__(self, read_rows: RowReader, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read_rows = read_rows
        self.keys: Sequence[RowKey] = []
        self._page_cache: dict[int, dict[RowKey, tuple[HistoryRow, tuple[str, ...]]]] = {}
        """Cached pages: the match of each key, and its cell texts."""
        self._headings = column_headings()
        self._counted_tries: dict[str, str] = {}
        """What is a try that counts, by identity: a challenge or a deal of the day."""

    def set_keys(self, keys: Sequence[RowKey]) -> None:
        self.beginResetModel()
        self.keys = keys
        self._forget_rows()
        self.endResetModel()

    def refresh_rows(self) -> None:
        """Refresh the rows of the same matches, whose data may have changed."""
        self._forget_rows()
        if self.keys:
            last_cell = self.index(len(self.keys) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last_cell)

    def _forget_rows(self) -> None:
        self._page_cache.clear()
        self._counted_tries = ChallengeLog.load().name_counted_tries()

    def match_at_row(self, row: int) -> HistoryRow | None:
        """Return the match in a row, or None if it has been deleted in the meantime."""
        return self._cached_row(row)[0]

    def _cached_row(self, row: int) -> tuple[HistoryRow | None, tuple[str, ...]]:
        page = row // PAGE_ROWS
        if page not in self._page_cache:
            if len(self._page_cache) >= MAX_CACHED_PAGES:
                self._page_cache.clear()
            rows_by_key = self._read_rows(self.keys[page * PAGE_ROWS : (page + 1) * PAGE_ROWS])
            self._page_cache[page] = {
                key: (match, cell_texts(match, self._name_counted_try(key, match)))
                for key, match in rows_by_key.items()
            }
        return self._page_cache[page].get(self.keys[row], (None, ()))

    def _name_counted_try(self, key: RowKey, match: HistoryRow) -> str:
        """Return what a match is if it is a try that counts, or nothing."""
        if key in self._counted_tries or isinstance(match, DamagedFileRow):
            return self._counted_tries.get(key, "")
        # After an undo, a try has the identity of practice.
        return name_undone_try(folders.matches_folder() / match.file) if match.is_practice else ""

    # Qt

    def rowCount(self, parent: ModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.keys)

    def columnCount(self, parent: ModelIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: ModelIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        roles = Qt.ItemDataRole
        if role == roles.TextAlignmentRole:
            return _column_alignment(index.column())
        if role not in (roles.DisplayRole, roles.ToolTipRole, roles.AccessibleTextRole):
            return None
        match, texts = self._cached_row(index.row())
        if match is None:
            return ""
        if role == roles.ToolTipRole:
            return tooltip_text(f"{row_text(match, texts)}\n{stand_in_text(match)}".strip())
        if role == roles.AccessibleTextRole and index.column() == BEGUN_COLUMN:
            return row_text(match, texts)
        return texts[index.column()]

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is Qt.Orientation.Horizontal:
            if role == Qt.ItemDataRole.DisplayRole:
                return self._headings[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return _column_alignment(section)
        return None


def _column_alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignHCenter if column == DEAL_COLUMN else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def column_headings() -> tuple[str, ...]:
    """Return the column titles."""
    return tr("Begun"), tr("Game"), tr("Players"), tr_in("list", "Deal"), tr("Ending")


def cell_texts(match: HistoryRow, counted_try: str = "") -> tuple[str, ...]:
    """Return the texts of a match's cells; ``counted_try`` says what a try that counts is."""
    when = format_start_time(match.begun) or tr("–")
    if isinstance(match, DamagedFileRow):
        return when, tr("–"), sanitise_text(match.file), tr("–"), tr("Cannot be read")
    deal = str(match.deal) if match.deal else tr("–")
    game = game_title(statistics_name(match.game, is_short=match.is_short))
    return when, game, players_text(match), deal, ending_text(match, counted_try)


def players_text(match: MatchRow, *, spoken: bool = False) -> str:
    """Return the players, people first, with their scores if there are any.

    With ``spoken`` the stand-in mark is spelled out.
    """
    order = sorted(match.players, key=lambda player: player.kind == BOT)
    has_scores = any(player.total or player.score for player in match.players) or match.is_over
    return PLAYER_SEPARATOR.join(
        _player_text(player, with_score=has_scores, spoken=spoken) for player in order
    )


def stand_in_text(match: HistoryRow) -> str:
    """Return a line for each player for whom a bot stood in, or an empty text."""
    if isinstance(match, DamagedFileRow):
        return ""
    template = tr(
        "{sign} A computer player played part of the match for {name}: the seat counts for nobody."
    )
    names = [_display_name(player) for player in match.players if player.was_substituted]
    return "\n".join(template.format(sign=STAND_IN_MARK, name=name) for name in names)


def _display_name(player: PlayerRow) -> str:
    return display_name(localized_bot_name(player.name) if player.kind == BOT else player.name)


def _player_text(player: PlayerRow, *, with_score: bool, spoken: bool) -> str:
    name = _display_name(player)
    if player.was_substituted:
        template = tr("{name} (partly a computer player)") if spoken else f"{{name}}{STAND_IN_MARK}"
        name = template.format(name=name)
    if not with_score:
        return name
    return tr("{name}: {score}").format(name=name, score=number_text(player.score))


def ending_text(match: MatchRow, counted_try: str = "") -> str:
    """Return the ending or the state of a match."""
    if match.is_over:
        names = [
            localized_bot_name(player.name) if player.kind == BOT else player.name
            for player in match.players
            if player.rank == 1
        ]
        if len(names) == 1 and names[0] in DEFAULT_NAMES:
            text = tr("Won by you")
        elif names:
            winner_names = ", ".join(map(display_name_in_sentence, names))
            text = tr("Won by {names}").format(names=winner_names)
        else:
            text = tr("Finished")
    elif match.is_abandoned:
        text = tr("Abandoned")
    elif match.has_seed:
        text = tr("Unfinished")
    else:
        text = tr("Unfinished, at another table")
    if match.is_practice and not counted_try:
        text = tr("{ending}, practice").format(ending=text)
    if counted_try:
        text = tr("{ending}, {kind}").format(ending=text, kind=counted_try)
    return tr("{ending}, with hints").format(ending=text) if match.has_hints else text


def row_text(match: HistoryRow, texts: Sequence[str] = ()) -> str:
    """Return a whole row, with the texts of its cells, as one sentence for screen readers."""
    when, game, players, deal, ending = texts or cell_texts(match)
    if isinstance(match, DamagedFileRow):
        return tr("{file}: {ending}").format(file=players, ending=ending)
    players = players_text(match, spoken=True)
    template = tr("{game}, begun {when}: {players}. Deal {deal}. {ending}.")
    return template.format(game=game, when=when, players=players, deal=deal, ending=ending)
