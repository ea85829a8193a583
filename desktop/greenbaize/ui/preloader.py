"""Loading of what the first match needs, in idle time after the first paint.

It is done in small steps, so a click in between waits for the current step only.
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
"""Delay before the first step (ms), so that what was shown last is painted."""

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
"""Modules in dependency order, so that no single step takes long."""


class Preloader(QObject):
    """Loader of what a match needs: the parts of ``first_game`` first, ``last_step`` at the end.

    It does one step whenever the event loop is idle.
    """

    def __init__(
        self, games: "Games", first: str, parent: QObject, last: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self._steps = chain(_steps(games, first), [last])
        self.done = False
        """True once everything is loaded."""
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
        # Some sentences at every table may belong to any game.
        yield partial(_load, games, game, "words")
    yield partial(_load, games, first, "form")  # this also loads the sheet


def _load(games: "Games", game: str, part: str) -> None:
    """Load a part of a game; errors in its file are shown when that game is chosen."""
    with suppress(GameFileError):
        getattr(games[game], part)
