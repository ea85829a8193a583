"""The list of matches as a table: its rows in words, read when they are first seen."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from greenbaize.rules.facts import counted_as
from greenbaize.rules.players import BOT
from greenbaize.store.listing import DamagedKept, Kept, Key, MatchKept, PlayerKept, Sorting
from greenbaize.ui.plain import tip_text
from greenbaize.ui.texts import begun_text
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.names import name_within, shown_name, shown_words
from greenbaize.words.titles import game_title, number_text

BETWEEN: Final = " · "
STOOD_IN: Final = "*"
"""Behind the name of somebody for whom a computer player stood in at some time."""
WHEN, GAME, PLAYERS, DEAL, ENDING = range(5)
PAGE: Final = 64
"""So many rows are read at once."""
MOST_PAGES: Final = 24
"""So many pages are kept; scrolled-by ones are read again."""
SORTINGS: Final = {
    WHEN: Sorting.WHEN,
    GAME: Sorting.GAME,
    PLAYERS: Sorting.PEOPLE,
    DEAL: Sorting.DEAL,
    ENDING: Sorting.ENDING,
}
"""What the columns are sorted by."""
Index = QModelIndex | QPersistentModelIndex
Read = Callable[[Sequence[Key]], dict[Key, Kept]]
"""Reads what is kept of some matches."""


class MatchModel(QAbstractTableModel):
    """The list as a table.

    Args:
        read: reads rows; it says itself if they cannot be read, and gives back none.
    """

    def __init__(self, read: Read, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._read = read
        self._keys: list[Key] = []
        self._pages: dict[int, dict[Key, Kept]] = {}
        self._cells: dict[int, tuple[str, ...]] = {}
        self._headings = headings()

    def show_keys(self, keys: list[Key]) -> None:
        """Be a list of these from now on."""
        self.beginResetModel()
        self._keys = keys
        self._pages.clear()
        self._cells.clear()
        self.endResetModel()

    def read_again(self) -> None:
        """The same matches are there, but may have changed."""
        self._pages.clear()
        self._cells.clear()
        if self._keys:
            last = self.index(len(self._keys) - 1, len(self._headings) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    @property
    def keys(self) -> Sequence[Key]:
        """What the rows are known by."""
        return self._keys

    def kept(self, row: int) -> Kept | None:
        """What is kept of the match in a row; None if it has gone meanwhile."""
        number = row // PAGE
        page = self._pages.get(number)
        if page is None:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
                self._cells.clear()
            page = self._read(self._keys[number * PAGE : (number + 1) * PAGE])
            self._pages[number] = page
        return page.get(self._keys[row])

    # Qt

    def rowCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def columnCount(self, parent: Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._headings)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        wanted = Qt.ItemDataRole
        if role == wanted.TextAlignmentRole:
            return _alignment(index.column())
        if role not in (wanted.DisplayRole, wanted.ToolTipRole, wanted.AccessibleTextRole):
            return None
        row = index.row()
        kept = self.kept(row)
        if kept is None:
            return ""
        if role == wanted.ToolTipRole:
            return tip_text(f"{row_text(kept)}\n{stood_in_text(kept)}".strip())
        if role == wanted.AccessibleTextRole and index.column() == WHEN:
            return row_text(kept)
        if row not in self._cells:
            self._cells[row] = cells(kept)
        return self._cells[row][index.column()]

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
    """Who played, the people first, each with their score if anything was scored.

    Args:
        kept: the match.
        spoken: whether it is heard, so that words take the place of the sign that says that a
            computer player stood in for somebody.
    """
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
    names = [shown_name(one.name) for one in kept.players if one.stood_in]
    return "\n".join(line.format(sign=STOOD_IN, name=name) for name in names)


def _player(one: PlayerKept, *, scored: bool, spoken: bool) -> str:
    name = shown_name(one.name)
    if one.stood_in:
        name = (
            tr("{name} (partly a computer player)").format(name=name)
            if spoken
            else (f"{name}{STOOD_IN}")
        )
    if not scored:
        return name
    return tr("{name}: {score}").format(name=name, score=number_text(one.score))


def ending_text(kept: MatchKept) -> str:
    """How a match has ended, or that it has not."""
    if kept.over:
        won = ", ".join(name_within(one.name) for one in kept.players if one.place == 1)
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
    if isinstance(kept, MatchKept):
        players = players_text(kept, spoken=True)
    else:
        return tr("{file}: {ending}").format(file=players, ending=ending)
    words = tr("{game}, begun {when}: {players}. Deal {deal}. {ending}.")
    return words.format(game=game, when=when, players=players, deal=deal, ending=ending)
