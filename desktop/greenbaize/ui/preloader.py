"""What the first match needs, loaded while nobody has clicked yet, and a little at a time.

The first paint waits for none of this. Whoever clicks before it is done waits for the rest only.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QObject, QTimer

from greenbaize.rules.errors import GameFileError

if TYPE_CHECKING:
    from greenbaize.match.header import Games

PAUSE_MS: Final = 30
"""Before it begins, so that what has been shown last is painted."""

MODULES: Final = (
    "msgspec",
    "greenbaize.rules.decoding",
    "greenbaize.rules.commands",
    "greenbaize.rules.events",
    "greenbaize.rules.options",
    "greenbaize.rules.game",
    "greenbaize.rules.sheets",
    "greenbaize.match.record",
    "greenbaize.app.seats.programs",
    "greenbaize.app.seats.bot_launcher",
    "greenbaize.app.tables.player_view",
    "greenbaize.app.tables.table",
    "greenbaize.app.tables.matches",
    "greenbaize.app.advice.adviser",
    "greenbaize.app.advice.review",
    "greenbaize.ui.shell.banner",
    "greenbaize.ui.prompts.choices",
    "greenbaize.ui.sheets.last_played",
    "greenbaize.ui.sheets.panel",
    "greenbaize.ui.sheets.review",
    "greenbaize.ui.sheets.side",
    "greenbaize.ui.match.prompt_controller",
    "greenbaize.ui.match.match_view",
    "greenbaize.ui.match.ending",
    "greenbaize.ui.features.start.new_match",
    "greenbaize.ui.features.start.match_launcher",
    "greenbaize.ui.sound.cue_mapper",
    "greenbaize.ui.sound.player",
    "greenbaize.ui.speech.voice",
    "PySide6.QtSvg",
    "greenbaize.app.memory.branches",
    "greenbaize.ui.features.history.undo",
    "greenbaize.ui.features.history.matches",
    "greenbaize.app.memory.history_indexer",
    "greenbaize.app.memory.history_sync",
)
"""Those that others need stand before them, so that no step is a long one."""


class Preloader(QObject):
    """Loads what a match needs, of ``first`` game first, and does ``last`` after all else.

    It is one step whenever the window has nothing else to do.
    """

    def __init__(
        self, games: "Games", first: str, parent: QObject, last: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._steps = chain(_steps(games, first), [last])
        self.done = False
        """Whether everything is there."""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.setInterval(PAUSE_MS)

    def begin(self) -> None:
        self._timer.start()

    def _step(self) -> None:
        self._timer.setInterval(0)
        step = next(self._steps, None)
        if step is None:
            self._timer.stop()
            self.done = True
        else:
            step()


def _steps(games: "Games", first: str) -> Iterator[Callable[[], object]]:
    for module in MODULES:
        yield partial(import_module, module)
    for game in sorted(games, key=lambda name: name != first):
        yield partial(_load, games, game, "name")
        # Some of what is said at every table may be any game's.
        yield partial(_load, games, game, "words")
    yield partial(_load, games, first, "form")  # and with it the sheet


def _load(games: "Games", game: str, part: str) -> None:
    """Load a part of a game; of a mistake in its file whoever chooses the game is told."""
    with suppress(GameFileError):
        getattr(games[game], part)
