"""The list of games: what is needed to choose one, and what is loaded when it is asked for."""

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
    """Something in another module. In a class it is a method; ``bound`` ones are given ``self``."""

    def __init__(self, module: str, name: str, *, bound: bool = True) -> None:
        self.module, self.name, self.bound = module, name, bound

    def load(self) -> Any:
        # Not from sys.modules: another thread may be in the middle of importing it.
        return getattr(import_module(self.module), self.name)

    def __get__(self, owner: object, kind: type | None = None) -> Any:
        return partial(self.load(), owner) if self.bound else self.load()


def lazy_loader(package: str) -> Callable[..., Any]:
    """Makes what is loaded of the modules of a package: ``lazy("kernel", "Kernel")``."""

    def lazy(module: str, name: str, *, bound: bool = True) -> Any:
        return Lazy(f"{package}.{module}", name, bound=bound)

    return lazy


if TYPE_CHECKING:  # nothing of a game is loaded before one is asked for
    from greenbaize.rules.game import Game


class GameInfo(NamedTuple):
    """What the list says of a game.

    ``name`` is its name in records and on the command line, ``title`` what players call it and
    ``line`` a sentence about it, both marked; ``seats`` is how many players it takes. ``rules``
    loads its class. ``other_names``, marked, are those it is also known by and found by in a
    search, separated by commas.
    """

    name: str
    title: str
    line: str
    seats: range
    rules: Lazy
    other_names: str = ""


class GameRegistry(Mapping[str, "Game[Any]"]):
    """Every game by its name in records.

    A game's rules are loaded when it is first asked for; to look what there is loads nothing. A
    mistake in its file is a ``GameFileError`` with the file and the line; ``values`` and ``items``
    pass over such a game, so that the others are played as before.
    """

    def __init__(self, *games: GameInfo) -> None:
        self.infos: Final = {info.name: info for info in games}
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> "Game[Any]":
        if name not in self._loaded:
            # Should two threads come at once, both are given the same game.
            self._loaded.setdefault(name, _loaded(self.infos[name]))
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.infos)

    def __len__(self) -> int:
        return len(self.infos)

    def __contains__(self, name: object) -> bool:
        return name in self.infos

    def items(self) -> ItemsView[str, "Game[Any]"]:
        """All games that can be loaded, by their names."""
        found: dict[str, Game[Any]] = {}
        for name in self:
            with suppress(GameFileError):
                found[name] = self[name]
        return found.items()

    def values(self) -> ValuesView["Game[Any]"]:
        """All games that can be loaded."""
        return dict(self.items()).values()

    @property
    def titles(self) -> Mapping[str, str]:
        """What players call each game, marked."""
        return {name: info.title for name, info in self.infos.items()}

    @property
    def lines(self) -> Mapping[str, str]:
        """A sentence about each game, marked."""
        return {name: info.line for name, info in self.infos.items()}

    @property
    def other_names(self) -> Mapping[str, str]:
        """What else each game is called, marked; empty where it is called nothing else."""
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
    """Where a mistake in a game's file is: the last line there that was run, or its class."""
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
