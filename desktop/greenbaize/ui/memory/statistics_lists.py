"""The other pages of the statistics: everybody by strength at a game, and somebody's honours."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from greenbaize.store.statistics import HonourKept, Rated, Who
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.memory.figure_table import FigureTable, Line
from greenbaize.ui.memory.statistics_words import rated_lines, strength_line, sure_line
from greenbaize.ui.plain import set_tip
from greenbaize.ui.texts import begun_text
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title, honour_line, honour_title
from greenbaize.words.vocabulary import own_words


class ListPage(QWidget):
    """A table that scrolls, and a note below it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.table = FigureTable(self, whole=False)
        self.note = note(parent=self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 10, 0, 0)
        column.setSpacing(10)
        column.addWidget(self.table, 1)
        column.addWidget(self.note)
        column.addStretch()


class RatedPage(ListPage):
    """Everybody by strength at a game."""

    def show_rated(self, rated: list[Rated], who: Who, game: str) -> None:
        """Show them.

        Args:
            rated: who is how strong, the strongest first.
            who: whose statistics are shown; they stand out.
            game: the game's name.
        """
        heads = (game_title(game), tr("Playing strength"), tr("Error"), tr("Matches"))
        self.table.show_lines(heads, rated_lines(rated, who))
        self.table.setVisible(bool(rated))
        if rated:
            self.note.setText(f"{strength_line()} {sure_line()}")
        else:
            self.note.setText(
                tr("Nobody's playing strength is known yet: it takes a finished match.")
            )


class HonoursPage(ListPage):
    """Somebody's honours; of the chosen one it is said what for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._codes: list[str] = []
        self.table.currentCellChanged.connect(self._show_line)

    def show_honours(self, honours: Sequence[HonourKept]) -> None:
        """Show each of them once, the latest first: how often it was, and when first and last.

        Those that are still to come follow, faintly.
        """
        found: dict[tuple[str, str], list[HonourKept]] = {}
        for one in honours:
            found.setdefault((one.code, one.game), []).append(one)
        had = [code for code, _ in found]
        others = [code for code in own_words().honours if code not in had]
        self._codes = [*had, *others]
        heads = tr("Honour"), tr("Game"), tr("Times"), tr("First"), tr("Latest")
        lines = [_honour_line(several) for several in found.values()]
        self.table.show_lines(heads, [*lines, *map(_missing_line, others)])
        for row, code in enumerate(self._codes):
            item, title, sentence = self.table.item(row, 0), honour_title(code), honour_line(code)
            if item is not None and sentence:
                words = tr("{title}: {sentence}").format(title=title, sentence=sentence)
                item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
                set_tip(item, sentence)
        self._show_line(self.table.currentRow())

    def _show_line(self, row: int) -> None:
        told = next(iter(self._codes[max(0, row) :]), "")
        sentence, words = honour_line(told), tr("{title}: {sentence}")
        said = words.format(title=honour_title(told), sentence=sentence)
        self.note.setText(said if sentence else "")


def _missing_line(code: str) -> Line:
    return Line((honour_title(code), *[tr("–")] * 4), quiet=True)


def _honour_line(several: Sequence[HonourKept]) -> Line:
    last, first = several[0], several[-1]
    whens = [begun_text(one.begun) or tr("–") for one in (first, last)]
    return Line((honour_title(last.code), game_title(last.game), str(len(several)), *whens))
