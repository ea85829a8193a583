"""Registry of the games: their list entries, and their rules on demand."""

from collections.abc import ItemsView, Iterator, Mapping, ValuesView
from contextlib import suppress
from inspect import getsourcelines
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from greenbaize.lazy_import import LazyReference
from greenbaize.rules.errors import GameFileError
from greenbaize.rules.messages import Message

if TYPE_CHECKING:  # Do not import any game before it is used.
    from greenbaize.rules.game import Game


class GameInfo(NamedTuple):
    """Entry of a game in the list.

    ``name`` is its name in records and on the command line, ``title`` its name for players and
    ``description`` a sentence about it, both marked for translation; ``seats`` is the range of
    player numbers. ``rules`` loads its class. ``other_names``, marked, are further names by which
    a search finds it, separated by commas.
    """

    name: str
    title: str
    description: str
    seats: range
    rules: LazyReference
    other_names: str = ""


class GameRegistry(Mapping[str, "Game[Any]"]):
    """Every game by its name in records.

    A game's rules are loaded on first access; listing the games loads nothing. An error in a game's
    file raises ``GameFileError`` with the file and the line. ``values`` and ``items`` leave such a
    game out, so that the others can still be played.
    """

    def __init__(self, *games: GameInfo) -> None:
        self.infos: Final = {info.name: info for info in games}
        self._games: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> "Game[Any]":
        if name not in self._games:
            # If two threads load a game at once, both get the same object.
            self._games.setdefault(name, _load_game(self.infos[name]))
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.infos)

    def __len__(self) -> int:
        return len(self.infos)

    def __contains__(self, name: object) -> bool:
        return name in self.infos

    def items(self) -> ItemsView[str, "Game[Any]"]:
        """Return all games that can be loaded, by their names."""
        games: dict[str, Game[Any]] = {}
        for name in self:
            with suppress(GameFileError):
                games[name] = self[name]
        return games.items()

    def values(self) -> ValuesView["Game[Any]"]:
        """Return all games that can be loaded."""
        return dict(self.items()).values()

    @property
    def titles(self) -> Mapping[str, str]:
        """Name of each game for players, marked."""
        return {name: info.title for name, info in self.infos.items()}

    @property
    def descriptions(self) -> Mapping[str, str]:
        """Sentence about each game, marked."""
        return {name: info.description for name, info in self.infos.items()}

    @property
    def other_names(self) -> Mapping[str, str]:
        """Further names of each game, marked; empty where there are none."""
        return {name: info.other_names for name, info in self.infos.items()}


def _load_game(info: GameInfo) -> "Game[Any]":
    game_class: type[Game[Any]] | None = None
    try:
        game_class = info.rules.load()
        game = game_class()
        game.name, game.title, game.description, game.seats = info[:4]
        game.other_names = info.other_names
        game.validate_declarations()
    except Exception as fault:
        raise GameFileError(
            Message("game-file", _error_location(fault, game_class, info))
        ) from fault
    return game


def _error_location(
    error: Exception, game_class: type | None, info: GameInfo
) -> dict[str, str | int]:
    """Locate an error in a game's file: the last line there that ran, or its class."""
    game_file = f"{info.rules.module.rpartition('.')[2]}.py"
    path, line = game_file, 1
    if game_class is not None:
        line = getsourcelines(game_class)[1]
    for frame in extract_tb(error.__traceback__):
        is_in_package = Path(frame.filename).parent.is_relative_to(Path(__file__).parent)
        if frame.filename.endswith(game_file) or (is_in_package and frame.filename != __file__):
            path, line = frame.filename, frame.lineno or line
    if isinstance(error, SyntaxError):
        path, line = error.filename or path, error.lineno or line
    why = f"{type(error).__name__}: {error}"
    return {"path": Path(path).name, "number": line, "why": why}
