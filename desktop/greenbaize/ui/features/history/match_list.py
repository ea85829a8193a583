"""The list of matches itself: what is sought, the rows, and which of them are chosen."""

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
"""How many letters wide columns are; the players have the rest."""
NARROW: Final = {WHEN: 19, GAME: 8, DEAL: 4, ENDING: 14}
"""How wide they are where there is no room for all; what is cut off stands in the note."""
BESIDE: Final = 16
"""Pixels beside what is written in a column."""
LEAST: Final = 10
"""The players have room for so many letters, or the table is scrolled."""
FEWEST: Final = 42
"""The players have room for so many letters, before other columns have more than they need."""
BETWEEN: Final = " · "
STOOD_IN: Final = "*"
"""Behind the name of somebody for whom a computer player stood in at some time."""
PAGE: Final = 64
"""So many rows are read at once."""
MOST_PAGES: Final = 24
"""So many pages are kept; scrolled-by ones are read again."""
SORTINGS: Final = (Sorting.WHEN, Sorting.GAME, Sorting.PEOPLE, Sorting.DEAL, Sorting.ENDING)
"""What each column is sorted by."""
Index = QModelIndex | QPersistentModelIndex
Read = Callable[[Sequence[Key]], dict[Key, Kept]]


class MatchTable(QTableView):
    """The rows, which are what Home and End go by; columns give way to the players."""

    titles: Sequence[str] = ()
    """What games are called in their column, which is written out where there is room."""

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """Go to the first and the last match, in whatever column."""
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
        # Where not even a name has room, all of it is scrolled.
        header.setSectionResizeMode(PLAYERS, modes.Fixed if lacks else modes.Stretch)
        if lacks:
            self.setColumnWidth(PLAYERS, least)
        super().resizeEvent(event)


class MatchList(QWidget):
    """The fields and the table below them, or words; ``persons`` gives each one's names."""

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
        """What was listed when it was looked at last."""
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

    # What is listed

    def read(self) -> None:
        """Show what the database has; whatever was chosen stays so where it is there still."""
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
        """Show what the database has, which is not what it was; other people may be in it."""
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
        """Sort by a column, and the other way round if it is sorted by that already."""
        again = column == self._sorting
        self._descending = not self._descending if again else column in (WHEN, DEAL)
        self._sorting = column
        order = Qt.SortOrder.DescendingOrder if self._descending else Qt.SortOrder.AscendingOrder
        self.table.horizontalHeader().setSortIndicator(column, order)
        self.read()

    # What is chosen

    @property
    def chosen(self) -> list[Key]:
        return [self.model.keys[row] for row in self._chosen_rows()]

    def come_back(self) -> None:
        """Be looked at again: of the matches that were not there before the first is chosen."""
        self.read_all()
        keys = enumerate(self.model.keys)
        row = next((row for row, key in keys if key not in self._seen), None)
        if row is not None:
            self.choose_row(row)
        self.table.setFocus()

    def choose_row(self, row: int) -> None:
        """Choose one match only, whatever key is held down, as Ctrl is that opens the list."""
        flags, index = QItemSelectionModel.SelectionFlag, self.model.index(row, 0)
        self.table.selectionModel().setCurrentIndex(index, flags.ClearAndSelect | flags.Rows)

    def leave(self) -> None:
        self._seen = set(self.model.keys)

    def _choose(self, chosen: Sequence[Key], before: Sequence[Key], row: int) -> None:
        """Choose what was chosen before, or what took its place; ``row`` was current ``before``."""
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
        """The match that is chosen, if it is one and can be read."""
        one = self.one
        return one if isinstance(one, MatchKept) else None

    def _chosen_rows(self, most: int = MANY) -> list[int]:
        """The rows that are chosen, from the first to the last; no more than so many."""
        chosen = self.table.selectionModel().selection()
        ranges = (chosen.at(number) for number in range(chosen.count()))
        rows = (row for one in ranges for row in range(one.top(), one.bottom() + 1))
        return sorted(islice(rows, most))

    def paths(self, asked: Callable[[History, Sequence[Key]], list[str]] = best) -> list[Path]:
        """The records of what is chosen, of each match the one that tells most or what is asked."""
        names = self._window.ask(lambda history: asked(history, self.chosen)) or ()
        return [folders.matches() / name for name in names]


class MatchModel(QAbstractTableModel):
    """The list as a table; ``read`` says itself if rows cannot be read, and gives back none."""

    def __init__(self, read: Read, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self.keys: Sequence[Key] = []
        self._pages: dict[int, dict[Key, tuple[Kept, tuple[str, ...]]]] = {}
        """What is kept of matches, and what is written of them in the columns."""
        self._headings = headings()

    def show_keys(self, keys: Sequence[Key]) -> None:
        self.beginResetModel()
        self.keys = keys
        self._pages.clear()
        self.endResetModel()

    def read_again(self) -> None:
        """The same matches are there, but may have changed."""
        self._pages.clear()
        if self.keys:
            last = self.index(len(self.keys) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def kept(self, row: int) -> Kept | None:
        """What is kept of the match in a row; None if it has gone meanwhile."""
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
    """What the columns are called."""
    return tr("Begun"), tr("Game"), tr("Players"), tr_in("list", "Deal"), tr("Ending")


def cells(kept: Kept) -> tuple[str, ...]:
    """What is written in the columns."""
    when = begun_text(kept.begun) or tr("–")
    if isinstance(kept, DamagedKept):
        return when, tr("–"), shown_words(kept.file), tr("–"), tr("Cannot be read")
    deal = str(kept.deal) if kept.deal else tr("–")
    game = game_title(counted_as(kept.game, short=kept.short))
    return when, game, players_text(kept), deal, ending_text(kept)


def players_text(kept: MatchKept, *, spoken: bool = False) -> str:
    """Who played, people first, with scores if there are any; ``spoken`` has words for signs."""
    order = sorted(kept.players, key=lambda one: one.kind == BOT)
    scored = any(one.total or one.score for one in kept.players) or kept.over
    return BETWEEN.join(_player(one, scored=scored, spoken=spoken) for one in order)


def stood_in_text(kept: Kept) -> str:
    """For whom a computer player stood in at some time, a line for each; nothing if for nobody."""
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
    """How a match has ended, or that it has not."""
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
    """The whole row in one sentence, for those who hear it."""
    when, game, players, deal, ending = cells(kept)
    if isinstance(kept, DamagedKept):
        return tr("{file}: {ending}").format(file=players, ending=ending)
    players = players_text(kept, spoken=True)
    words = tr("{game}, begun {when}: {players}. Deal {deal}. {ending}.")
    return words.format(game=game, when=when, players=players, deal=deal, ending=ending)
