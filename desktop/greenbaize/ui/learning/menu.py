"""The menu *Learn*: what there is to learn the games by."""

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title

if TYPE_CHECKING:
    from greenbaize.match.header import Games
    from greenbaize.ui.learning.slip import WayOn
    from greenbaize.ui.window import MainWindow


class LearnMenu(QObject):
    """The menu and its entries.

    Args:
        window: does what the entries say.
        games: every game by its name.
    """

    def __init__(self, window: "MainWindow", games: "Games") -> None:
        super().__init__(window)
        self._window = window
        self.menu = window.menuBar().addMenu(tr("&Learn"))
        self.first_deal = self.menu.addMenu(tr("&First deal with a guide"))
        for name in games:
            action = self.first_deal.addAction(tr("{game}…").format(game=game_title(name)))
            action.triggered.connect(partial(self._begin, name))

        exercises = self.menu.addAction(tr("E&xercises…"))
        exercises.setShortcut(QKeySequence("Ctrl+E"))
        exercises.triggered.connect(lambda _=False: window.looking.show_exercises())

    def _begin(self, game: str, _: bool = False) -> None:
        begin_first_deal(self._window, game)

    def show_match(self, *, elsewhere: bool) -> None:
        """Be about the table: nothing is begun here while one is at another with friends."""
        self.first_deal.setEnabled(not elsewhere)

    def ways_on(self, game: str) -> "list[WayOn]":
        """What else there is to learn a game by after its first deal."""

        def exercise() -> None:
            self._window.looking.show_exercises(game)

        return [(tr("E&xercises…"), exercise)]


def begin_first_deal(window: "MainWindow", game: str) -> None:
    """Play a first deal of a game with a guide."""
    from greenbaize.ui.learning.first_deal import begin  # noqa: PLC0415  (when it is asked for)

    if not window.asks_of_guide(lambda: begin(window, game)):
        begin(window, game)


def is_new_to(window: "MainWindow", game: str) -> bool:
    """Whether whoever plays has neither been guided through a game nor played a match of it."""
    return game not in window.settings.guided
