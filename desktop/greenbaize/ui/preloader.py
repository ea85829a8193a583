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
    from greenbaize.match.header import GamesByName

START_DELAY_MS: Final = 30
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
    "greenbaize.app.seats.bot_process",
    "greenbaize.app.seats.bot_launcher",
    "greenbaize.app.tables.player_view",
    "greenbaize.app.tables.table",
    "greenbaize.app.tables.matches",
    "greenbaize.app.advice.adviser",
    "greenbaize.app.advice.review",
    "greenbaize.ui.shell.banner",
    "greenbaize.ui.prompts.choice_prompt",
    "greenbaize.ui.sheets.last_played",
    "greenbaize.ui.sheets.panel",
    "greenbaize.ui.sheets.review",
    "greenbaize.ui.sheets.side_column",
    "greenbaize.ui.match.prompt_controller",
    "greenbaize.ui.match.match_view",
    "greenbaize.ui.match.result_controller",
    "greenbaize.ui.features.start.new_match",
    "greenbaize.ui.features.start.match_launcher",
    "greenbaize.ui.sound.cue_mapper",
    "greenbaize.ui.sound.sound_player",
    "greenbaize.ui.speech.narrator",
    "PySide6.QtSvg",
    "greenbaize.app.memory.branches",
    "greenbaize.ui.features.history.undo_controller",
    "greenbaize.ui.features.history.matches_window",
    "greenbaize.app.memory.history_indexer",
    "greenbaize.app.memory.history_sync",
)
"""Modules in dependency order, so that no single step takes long."""


class Preloader(QObject):
    """Loader of what a match needs: the parts of ``first_game`` first, ``last_step`` at the end.

    It does one step whenever the event loop is idle.
    """

    def __init__(
        self,
        games: "GamesByName",
        first_game: str,
        parent: QObject,
        last_step: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self._steps = chain(_preload_steps(games, first_game), [last_step])
        self.is_done = False
        """True once everything is loaded."""
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._run_next_step)
        self._timer.setInterval(START_DELAY_MS)

    def start(self) -> None:
        self._timer.start()

    def _run_next_step(self) -> None:
        self._timer.setInterval(0)
        step = next(self._steps, None)
        if step is None:
            self._timer.stop()
            self.is_done = True
        else:
            step()


def _preload_steps(games: "GamesByName", first_game: str) -> Iterator[Callable[[], object]]:
    for module in MODULES:
        yield partial(import_module, module)
    for game in sorted(games, key=lambda name: name != first_game):
        yield partial(_load_game_part, games, game, "name")
        # Some sentences at every table may belong to any game.
        yield partial(_load_game_part, games, game, "vocabulary")
    yield partial(_load_game_part, games, first_game, "sheet_form")  # this also loads the sheet
    yield partial(_load_lesson, games, first_game)  # it may have steps before the first match


def _load_game_part(games: "GamesByName", game: str, attribute: str) -> None:
    """Load a part of a game; errors in its file are shown when that game is chosen."""
    with suppress(GameFileError):
        getattr(games[game], attribute)


def _load_lesson(games: "GamesByName", game: str) -> None:
    with suppress(GameFileError):
        games[game].lesson()
