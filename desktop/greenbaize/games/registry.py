"""Registry of the games: their list entries, and their rules on demand."""

from collections.abc import Callable, ItemsView, Iterator, Mapping, ValuesView
from contextlib import suppress
from functools import partial
from importlib import import_module
from inspect import getsourcelines
from pathlib import Path
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from greenbaize.rules.errors import GameFileError
from greenbaize.rules.messages import Message


class Lazy:
    """Reference to an attribute of another module, imported on first use.

    As a class attribute it acts as a method: functions with ``bound`` are given ``self``.
    """

    def __init__(self, module: str, name: str, *, bound: bool = True) -> None:
        self.module, self.name, self.bound = module, name, bound

    def load(self) -> Any:
        # Not from sys.modules: another thread may be in the middle of importing it.
        return getattr(import_module(self.module), self.name)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        return partial(self.load(), owner) if self.bound else self.load()


def lazy_loader(package: str) -> Callable[..., Any]:
    """Return a function that refers to modules of a package: ``lazy("kernel", "Kernel")``."""

    def lazy(module: str, name: str, *, bound: bool = True) -> Any:
        return Lazy(f"{package}.{module}", name, bound=bound)

    return lazy


if TYPE_CHECKING:  # Do not import any game before it is used.
    from greenbaize.rules.game import Game


class GameInfo(NamedTuple):
    """Entry of a game in the list.

    ``name`` is its name in records and on the command line, ``title`` its name for players and
    ``line`` a sentence about it, both marked for translation; ``seats`` is the range of player
    numbers. ``rules`` loads its class. ``other_names``, marked, are further names by which a search
    finds it, separated by commas.
    """

    name: str
    title: str
    line: str
    seats: range
    rules: Lazy
    other_names: str = ""


class GameRegistry(Mapping[str, "Game[Any]"]):
    """Every game by its name in records.

    A game's rules are loaded on first access; listing the games loads nothing. An error in a game's
    file raises ``GameFileError`` with the file and the line. ``values`` and ``items`` leave such a
    game out, so that the others can still be played.
    """

    def __init__(self, *games: GameInfo) -> None:
        self.infos: Final = {info.name: info for info in games}
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> "Game[Any]":
        if name not in self._loaded:
            # If two threads load a game at once, both get the same object.
            self._loaded.setdefault(name, _loaded(self.infos[name]))
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.infos)

    def __len__(self) -> int:
        return len(self.infos)

    def __contains__(self, name: object) -> bool:
        return name in self.infos

    def items(self) -> ItemsView[str, "Game[Any]"]:
        """Return all games that can be loaded, by their names."""
        found: dict[str, Game[Any]] = {}
        for name in self:
            with suppress(GameFileError):
                found[name] = self[name]
        return found.items()

    def values(self) -> ValuesView["Game[Any]"]:
        """Return all games that can be loaded."""
        return dict(self.items()).values()

    @property
    def titles(self) -> Mapping[str, str]:
        """Name of each game for players, marked."""
        return {name: info.title for name, info in self.infos.items()}

    @property
    def lines(self) -> Mapping[str, str]:
        """Sentence about each game, marked."""
        return {name: info.line for name, info in self.infos.items()}

    @property
    def other_names(self) -> Mapping[str, str]:
        """Further names of each game, marked; empty where there are none."""
        return {name: info.other_names for name, info in self.infos.items()}


def _loaded(info: GameInfo) -> "Game[Any]":
    kind: type[Game[Any]] | None = None
    try:
        kind = info.rules.load()
        game = kind()
        game.name, game.title, game.line, game.seats = info[:4]
        game.other_names = info.other_names
        game.check()
    except Exception as fault:
        raise GameFileError(Message("game-file", _where(fault, kind, info))) from fault
    return game


def _where(fault: Exception, kind: type | None, info: GameInfo) -> dict[str, str | int]:
    """Locate an error in a game's file: the last line there that ran, or its class."""
    own = f"{info.rules.module.rpartition('.')[2]}.py"
    path, line = own, 1
    if kind is not None:
        line = getsourcelines(kind)[1]
    for frame in extract_tb(fault.__traceback__):
        near = Path(frame.filename).parent.is_relative_to(Path(__file__).parent)
        if frame.filename.endswith(own) or (near and frame.filename != __file__):
            path, line = frame.filename, frame.lineno or line
    if isinstance(fault, SyntaxError):
        path, line = fault.filename or path, fault.lineno or line
    why = f"{type(fault).__name__}: {fault}"
    return {"path": Path(path).name, "number": line, "why": why}
