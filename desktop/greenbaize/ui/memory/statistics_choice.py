"""Whose statistics are shown: who, at which game, against whom."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.store.history import History
from greenbaize.store.listing import people
from greenbaize.store.statistics import Chosen, Who, games_played, opponents
from greenbaize.ui.fonts import grown
from greenbaize.ui.memory.statistics_words import against_text, who_text
from greenbaize.ui.plain import MOST_PEOPLE, SEPARATOR, Label, offer_anew, small_combo, united
from greenbaize.words.catalogue import tr, tr_in

LETTERS: Final = 8
"""A field is at least so wide."""
BESIDE: Final = 760
"""From this width on labels stand beside their fields."""
STRETCH: Final = (0, 3, 0, 2, 0, 3)
"""How the labels and the fields share the room."""

Ask = Callable[[Callable[[History], Any]], Any]
"""Asks the database; None if it cannot be."""


class StatisticsChoice(QWidget):
    """The three fields at the top of the window.

    Args:
        ask: asks the database.
        titles: what each game is called.
        persons: gives those of this computer; who plays comes first.
        game: the game played last, chosen first.
    """

    changed = Signal()
    """Something else is chosen, or what is chosen has been read anew."""

    def __init__(
        self,
        ask: Ask,
        titles: Mapping[str, str],
        persons: Callable[[], Sequence[Who]],
        game: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._ask, self._titles, self._persons, self._wanted = ask, titles, persons, game
        self.who, self.game, self.against = (small_combo(LETTERS, self) for _ in range(3))
        grid = self._grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(2)
        self._fields = [
            (Label(words, self), box)
            for words, box in (
                (tr("&Who"), self.who),
                (tr("&Game"), self.game),
                (tr("Aga&inst"), self.against),
            )
        ]
        for label, box in self._fields:
            label.setBuddy(box)
            box.setAccessibleName(label.text().replace("&", ""))
        for column, room in enumerate(STRETCH):
            grid.setColumnStretch(column, room)
        self._above: bool | None = None
        self._arrange()
        self.who.currentIndexChanged.connect(self._on_who)
        self.game.currentIndexChanged.connect(self._on_game)
        self.against.currentIndexChanged.connect(self.changed)

    def _arrange(self) -> None:
        """Have the labels beside the fields, or above them where there is little room."""
        above = self.width() < grown(BESIDE)
        if above == self._above:
            return
        self._above = above
        for place, (label, box) in enumerate(self._fields):
            if above:
                self._grid.addWidget(label, 0, 2 * place, 1, 2)
                self._grid.addWidget(box, 1, 2 * place, 1, 2)
            else:
                self._grid.addWidget(label, 0, 2 * place)
                self._grid.addWidget(box, 0, 2 * place + 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    @property
    def chosen(self) -> Chosen | None:
        """What is chosen; None where there is no game to be chosen."""
        game = self.game.currentData()
        if not game:
            return None
        return Chosen(self.whose, game, self.against.currentData() or "")

    @property
    def whose(self) -> Who:
        """Who is chosen."""
        return _who(self.who.currentData()) if self.who.count() else self._persons()[0]

    def read(self) -> None:
        """Offer everybody whom the database knows; what is chosen stays so, where it can."""
        before = self.whose
        known = self._ask(_everybody)
        if known is None:
            self.changed.emit()
            return
        named, levels = known
        persons = self._persons()
        others = map(Who, united((one.names for one in persons), named))
        whos = list(dict.fromkeys([persons[0], *others]))
        offered: list[tuple[str, Any]] = [(who_text(one), _key(one)) for one in whos]
        if levels:
            offered += [SEPARATOR, *((who_text(one), _key(one)) for one in levels)]
        offer_anew(self.who, offered, _key(before))
        self._on_who()

    def _on_who(self) -> None:
        if self.game.currentData():
            self._wanted = self.game.currentData()
        found = self._ask(partial(games_played, who=self.whose)) or []
        games = [(title, game) for game, title in self._titles.items() if game in found]
        offer_anew(self.game, games or [(tr("None yet"), "")], self._wanted)
        self.game.setEnabled(bool(games))
        self._on_game()

    def _on_game(self) -> None:
        game, before = self.game.currentData(), self.against.currentData()
        kinds: Sequence[str] = ()
        if game:
            kinds = self._ask(partial(opponents, who=self.whose, game=game)) or ()
        offered = [(tr_in("opponents", "All"), ""), *((against_text(one), one) for one in kinds)]
        offer_anew(self.against, offered, before or "")
        self.against.setEnabled(len(kinds) > 1)
        self.changed.emit()


def _everybody(history: History) -> tuple[list[str], list[Who]]:
    """The people who have played, and the levels of which anything has been counted."""
    levels = [Who((), level) for level in LEVEL_NAMES]
    return people(history, MOST_PEOPLE), [one for one in levels if games_played(history, one)]


def _key(who: Who) -> list[str]:
    """Somebody as the data of a field, which compares lists of texts by what is in them."""
    return [who.level, *who.names]


def _who(key: Sequence[str]) -> Who:
    level, *names = key
    return Who(tuple(names), level)
