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

from greenbaize.app.tables.default_players import named_here
from greenbaize.match.header import Games
from greenbaize.rules.facts import SHORT, counted_as
from greenbaize.rules.players import BOT
from greenbaize.store import folders
from greenbaize.store.history import History
from greenbaize.store.listing import (
    DamagedKept,
    Kept,
    Key,
    MatchKept,
    PlayerKept,
    Sorting,
    best,
    count,
    keys,
    people,
    rows,
)
from greenbaize.ui.features.history.history_window import EmptyPage, HistoryWindow, show_rows
from greenbaize.ui.features.history.match_filters import MatchFilters
from greenbaize.ui.widgets.boxes import column_of
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.plain import MOST_PEOPLE, tip_text
from greenbaize.ui.widgets.texts import begun_text
from greenbaize.words.catalogue import tr, tr_count, tr_in
from greenbaize.words.names import name_within, shown_name, shown_words
from greenbaize.words.titles import game_names, game_title, number_text

MANY: Final = 1_000_000
WHEN, GAME, PLAYERS, DEAL, ENDING = range(5)
WIDTHS: Final = {WHEN: 20, GAME: 9, DEAL: 5, ENDING: 22}
"""Column widths in letters; the players' column gets the rest."""
NARROW: Final = {WHEN: 19, GAME: 8, DEAL: 4, ENDING: 14}
"""Column widths in letters where room is scarce; tooltips show what is cut off."""
BESIDE: Final = 16
"""Extra width of a column over its text (px)."""
LEAST: Final = 10
"""Least width of the players' column (letters); below it, the table scrolls sideways."""
FEWEST: Final = 42
"""Width of the players' column up to which other columns get no extra room (letters)."""
BETWEEN: Final = " · "
STOOD_IN: Final = "*"
"""Mark behind the name of a player for whom a bot played part of the match."""
PAGE: Final = 64
"""Rows read from the database at once."""
MOST_PAGES: Final = 24
"""Pages of rows in the cache, which is cleared when it is full."""
SORTINGS: Final = (Sorting.WHEN, Sorting.GAME, Sorting.PEOPLE, Sorting.DEAL, Sorting.ENDING)
"""Sort key of each column."""
Index = QModelIndex | QPersistentModelIndex
Read = Callable[[Sequence[Key]], dict[Key, Kept]]


class MatchTable(QTableView):
    """Table view of the matches; its columns shrink in favour of the players' names."""

    titles: Sequence[str] = ()
    """Titles of the games, to fit their column to where there is room."""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Let Home and End go to the first and last row instead of the first and last column."""
        ends = QAbstractItemView.CursorAction
        if action in (ends.MoveHome, ends.MoveEnd):
            row = 0 if action == ends.MoveHome else self.model().rowCount() - 1
            return self.model().index(row, max(0, self.currentIndex().column()))
        return super().moveCursor(action, modifiers)

    def resizeEvent(self, event: QResizeEvent) -> None:
        letter = self.fontMetrics().averageCharWidth()
        wide = sum(WIDTHS.values()) + FEWEST
        narrow = self.viewport().width() < wide * letter + len(WIDTHS) * BESIDE
        for column, letters in (NARROW if narrow else WIDTHS).items():
            self.setColumnWidth(column, letters * letter + (BESIDE // 2 if narrow else BESIDE))
        header, modes = self.horizontalHeader(), QHeaderView.ResizeMode
        others = sum(map(self.columnWidth, WIDTHS))
        title = max(map(self.fontMetrics().horizontalAdvance, self.titles), default=0) + BESIDE
        spare = self.viewport().width() - others - FEWEST * letter
        more = max(0, min(title - self.columnWidth(GAME), spare))
        self.setColumnWidth(GAME, self.columnWidth(GAME) + more)
        others += more
        least = LEAST * letter
        lacks = self.viewport().width() - others < least
        # Too narrow for a single name: keep a least width and scroll.
        header.setSectionResizeMode(PLAYERS, modes.Fixed if lacks else modes.Stretch)
        if lacks:
            self.setColumnWidth(PLAYERS, least)
        super().resizeEvent(event)


class MatchList(QWidget):
    """Panel of the filter form and the table, or a message where there are no matches.

    ``load_person_names`` returns the names of each person of this computer.
    """

    choice_changed = Signal()

    def __init__(
        self,
        games: Games,
        persons: Callable[[], Sequence[Sequence[str]]],
        window: HistoryWindow,
    ) -> None:
        super().__init__(window)
        self._persons, self._window = persons, window
        self._seen: set[Key] = set()
        """Keys that were listed when the window was last closed."""
        self._titles = {game: game_title(game) for game in sorted(games, key=game_title)}
        self._sorting, self._descending = WHEN, True
        self.filters = MatchFilters(self._titles, self)
        self.model = MatchModel(self._rows, self)
        self.table = self._make_table()
        self.all_button = QPushButton(tr("Show &all"), self)
        self.bring_button = QPushButton(tr("&Import records…"), self)
        self.count = note(parent=self)
        self.empty = EmptyPage(self, self.all_button, self.bring_button)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        parts = (self.filters, (self.pages, 1))
        column_of(*parts, within=self, margins=(0, 0, 0, 0), spacing=10)
        self.filters.changed.connect(self.read)
        self.table.selectionModel().selectionChanged.connect(self.choice_changed)
        self.table.horizontalHeader().sectionClicked.connect(self.sort_by)
        self.all_button.clicked.connect(self.filters.clear)

    def _make_table(self) -> QTableView:
        table = MatchTable(self)
        table.setAccessibleName(tr("Matches"))
        table.setModel(self.model)
        table.titles = [game_title(one) for game in self._titles for one in (game, game + SHORT)]
        show_rows(table, 12)
        table.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        header = table.horizontalHeader()
        header.setSectionResizeMode(PLAYERS, QHeaderView.ResizeMode.Stretch)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(WHEN, Qt.SortOrder.DescendingOrder)
        return table

    # Content

    def read(self) -> None:
        """Reload the matches and keep the selection as far as they are still listed."""
        chosen, before = self.chosen, self.model.keys
        found, everything = self._window.ask(self._found) or ([], 0)
        if found != before:
            row = self.table.currentIndex().row()
            self.model.show_keys(found)
            self._choose(chosen, before, row)
        else:
            self.model.read_again()
        self._show_count(len(found), everything)
        self.choice_changed.emit()

    def read_all(self) -> None:
        """Reload the matches and the names in the filter form."""
        names = self._window.ask(lambda history: people(history, MOST_PEOPLE))
        if names is not None:
            self.filters.show_people(names, self._persons())
        self.read()

    def _found(self, history: History) -> tuple[list[Key], int]:
        sought, everything = self.filters.sought, count(history)
        sorting = SORTINGS[self._sorting]
        kinds = [one for game in self._titles for one in (game, game + SHORT)]
        titles = {one: " ".join(game_names(one)) for one in kinds}
        found = keys(history, sought, titles, sorting, descending=self._descending)
        return found, everything

    def _rows(self, wanted: Sequence[Key]) -> dict[Key, Kept]:
        return self._window.ask(lambda history: rows(history, wanted)) or {}

    def _show_count(self, found: int, everything: int) -> None:
        words = tr_count("{count} match", "{count} matches", everything)
        text = words.format(count=QLocale().toString(everything))
        if found != everything:
            text = tr("{found} of {all}").format(found=QLocale().toString(found), all=text)
        self.count.setText(text)
        self.pages.setCurrentIndex(0 if found else 1)
        trouble = self._window.trouble
        self.all_button.setVisible(everything > 0)
        self.bring_button.setVisible(everything == 0 and not trouble)
        if found:
            return
        if everything:
            title = tr("No matches found.")
            more = tr("Search for something else, or show all of them.")
        elif trouble:
            title = tr("The list cannot be shown just now.")
            more = tr("You can play all the same.")
        else:
            title = tr("No match has been played here yet.")
            more = tr(
                "Every match that you play is listed here. Records of others can be imported."
            )
        self.empty.show_words(title, more)

    def sort_by(self, column: int) -> None:
        """Sort by a column, or reverse the order if it is sorted by that column already."""
        again = column == self._sorting
        self._descending = not self._descending if again else column in (WHEN, DEAL)
        self._sorting = column
        order = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(column, order)
        self.read()

    # Selection

    @property
    def chosen(self) -> list[Key]:
        return [self.model.keys[row] for row in self._chosen_rows()]

    def come_back(self) -> None:
        """Reload, and select the first match that was not listed when the window was closed."""
        self.read_all()
        keys = enumerate(self.model.keys)
        row = next((row for row, key in keys if key not in self._seen), None)
        if row is not None:
            self.choose_row(row)
        self.table.setFocus()

    def choose_row(self, row: int) -> None:
        """Select a single row, even while Ctrl is held down for the key that opens the list."""
        flags, index = QItemSelectionModel.SelectionFlag, self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def leave(self) -> None:
        self._seen = set(self.model.keys)

    def _choose(self, chosen: Sequence[Key], before: Sequence[Key], row: int) -> None:
        """Select the rows of ``selected_keys`` again, or else the row nearest to the current one.

        ``row`` is the index of the current row in ``keys_before``, negative if there was none.
        """
        found = self.model.keys
        if not found:
            return
        places = {key: at for at, key in enumerate(found)} if row >= 0 else {}
        near = (*before[row:], *reversed(before[:row])) if row >= 0 else ()
        at = next((places[key] for key in near if key in places), 0)
        selection = QItemSelection()
        for key in chosen if len(chosen) < len(found) else ():
            if key in places:
                index = self.model.index(places[key], 0)
                selection.select(index, index)
        flags = QItemSelectionModel.SelectionFlag
        model, index = self.table.selectionModel(), self.model.index(at, 0)
        if selection.isEmpty():
            selection.select(index, index)
        model.setCurrentIndex(index, flags.NoUpdate)
        model.select(selection, flags.ClearAndSelect | flags.Rows)
        self.table.scrollTo(index)

    @property
    def one(self) -> Kept | None:
        rows = self._chosen_rows(2)
        return self.model.kept(rows[0]) if len(rows) == 1 else None

    @property
    def match(self) -> MatchKept | None:
        """The selected match, or None unless a single readable match is selected."""
        one = self.one
        return one if isinstance(one, MatchKept) else None

    def _chosen_rows(self, most: int = MANY) -> list[int]:
        """Return the indices of the selected rows in order, at most ``limit``."""
        chosen = self.table.selectionModel().selection()
        ranges = (chosen.at(number) for number in range(chosen.count()))
        rows = (row for one in ranges for row in range(one.top(), one.bottom() + 1))
        return sorted(islice(rows, most))

    def paths(self, asked: Callable[[History, Sequence[Key]], list[str]] = best) -> list[Path]:
        """Return the record files of the selected matches; by default the most complete of each."""
        names = self._window.ask(lambda history: asked(history, self.chosen)) or ()
        return [folders.matches() / name for name in names]


class MatchModel(QAbstractTableModel):
    """Table model that reads its rows in pages.

    ``read_rows`` reports errors itself and returns no rows then.
    """

    def __init__(self, read: Read, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self.keys: Sequence[Key] = []
        self._pages: dict[int, dict[Key, tuple[Kept, tuple[str, ...]]]] = {}
        """Cached pages: the match of each key, and its cell texts."""
        self._headings = headings()

    def show_keys(self, keys: Sequence[Key]) -> None:
        self.beginResetModel()
        self.keys = keys
        self._pages.clear()
        self.endResetModel()

    def read_again(self) -> None:
        """Refresh the rows of the same matches, whose data may have changed."""
        self._pages.clear()
        if self.keys:
            last = self.index(len(self.keys) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def kept(self, row: int) -> Kept | None:
        """Return the match in a row, or None if it has been deleted in the meantime."""
        return self._row(row)[0]

    def _row(self, row: int) -> tuple[Kept | None, tuple[str, ...]]:
        number = row // PAGE
        if number not in self._pages:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
            found = self._read(self.keys[number * PAGE : (number + 1) * PAGE])
            self._pages[number] = {key: (kept, cells(kept)) for key, kept in found.items()}
        return self._pages[number].get(self.keys[row], (None, ()))

    # Qt

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.keys)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        wanted = Qt.ItemDataRole
        if role == wanted.TextAlignmentRole:
            return _alignment(index.column())
        if role not in (wanted.DisplayRole, wanted.ToolTipRole, wanted.AccessibleTextRole):
            return None
        kept, texts = self._row(index.row())
        if kept is None:
            return ""
        if role == wanted.ToolTipRole:
            return tip_text(f"{row_text(kept)}\n{stood_in_text(kept)}".strip())
        if role == wanted.AccessibleTextRole and index.column() == WHEN:
            return row_text(kept)
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
                return _alignment(section)
        return None


def _alignment(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignHCenter if column == DEAL else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def headings() -> tuple[str, ...]:
    """Return the column titles."""
    return tr("Begun"), tr("Game"), tr("Players"), tr_in("list", "Deal"), tr("Ending")


def cells(kept: Kept) -> tuple[str, ...]:
    """Return the texts of a match's cells."""
    when = begun_text(kept.begun) or tr("–")
    if isinstance(kept, DamagedKept):
        return when, tr("–"), shown_words(kept.file), tr("–"), tr("Cannot be read")
    deal = str(kept.deal) if kept.deal else tr("–")
    game = game_title(counted_as(kept.game, short=kept.short))
    return when, game, players_text(kept), deal, ending_text(kept)


def players_text(kept: MatchKept, *, spoken: bool = False) -> str:
    """Return the players, people first, with their scores if there are any.

    With ``spoken`` the stand-in mark is spelled out.
    """
    order = sorted(kept.players, key=lambda one: one.kind == BOT)
    scored = any(one.total or one.score for one in kept.players) or kept.over
    return BETWEEN.join(_player(one, scored=scored, spoken=spoken) for one in order)


def stood_in_text(kept: Kept) -> str:
    """Return a line for each player for whom a bot stood in, or an empty text."""
    if isinstance(kept, DamagedKept):
        return ""
    line = tr(
        "{sign} A computer player played part of the match for {name}: the seat counts for nobody."
    )
    names = [_called(one) for one in kept.players if one.stood_in]
    return "\n".join(line.format(sign=STOOD_IN, name=name) for name in names)


def _called(one: PlayerKept) -> str:
    return shown_name(named_here(one.name) if one.kind == BOT else one.name)


def _player(one: PlayerKept, *, scored: bool, spoken: bool) -> str:
    name = _called(one)
    if one.stood_in:
        partly = tr("{name} (partly a computer player)") if spoken else f"{{name}}{STOOD_IN}"
        name = partly.format(name=name)
    if not scored:
        return name
    return tr("{name}: {score}").format(name=name, score=number_text(one.score))


def ending_text(kept: MatchKept) -> str:
    """Return the ending or the state of a match."""
    if kept.over:
        won = ", ".join(
            name_within(named_here(one.name) if one.kind == BOT else one.name)
            for one in kept.players
            if one.place == 1
        )
        text = tr("Won by {names}").format(names=won) if won else tr("Finished")
    elif kept.abandoned:
        text = tr("Abandoned")
    elif kept.seeded:
        text = tr("Unfinished")
    else:
        text = tr("Unfinished, at another table")
    return tr("{ending}, practice").format(ending=text) if kept.practice else text


def row_text(kept: Kept) -> str:
    """Return a whole row as one sentence for screen readers."""
    when, game, players, deal, ending = cells(kept)
    if isinstance(kept, DamagedKept):
        return tr("{file}: {ending}").format(file=players, ending=ending)
    players = players_text(kept, spoken=True)
    words = tr("{game}, begun {when}: {players}. Deal {deal}. {ending}.")
    return words.format(game=game, when=when, players=players, deal=deal, ending=ending)
