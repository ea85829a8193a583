"""The shelf that the games stand on, each in a box that says what is needed to choose one."""

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from greenbaize.rules.game import Game


class Box(NamedTuple):
    """What is printed on a game's box; a game that says otherwise of itself is not handed out.

    ``title`` is what players call it and ``line`` a sentence about it, both marked; ``seats`` is
    how many players it takes; ``open`` loads its rules.
    """

    name: str
    title: str
    line: str
    seats: range
    open: "Callable[[], Game[Any]]"


class Shelf(Mapping[str, "Game[Any]"]):
    """Every game by its name in records.

    A game's rules are loaded when it is first asked for, so that nobody waits for those of a game
    that is not played. To look what there is, and at the boxes, loads nothing. A game in a wrong
    box is a ``ValueError`` that names what does not agree.
    """

    def __init__(self, *boxes: Box) -> None:
        self.boxes: Final = {box.name: box for box in boxes}
        self._opened: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> "Game[Any]":
        if name not in self._opened:
            # Should two threads come at once, both are given the same game.
            self._opened.setdefault(name, _opened(self.boxes[name]))
        return self._opened[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.boxes)

    def __len__(self) -> int:
        return len(self.boxes)

    def __contains__(self, name: object) -> bool:
        return name in self.boxes

    @property
    def titles(self) -> Mapping[str, str]:
        """What players call each game, marked."""
        return {name: box.title for name, box in self.boxes.items()}

    @property
    def lines(self) -> Mapping[str, str]:
        """A sentence about each game, marked."""
        return {name: box.line for name, box in self.boxes.items()}


def _opened(box: Box) -> "Game[Any]":
    """The game in a box, which has been chosen by what is printed there."""
    game = box.open()
    for field in ("name", "title", "line", "seats"):
        said, printed = getattr(game, field), getattr(box, field)
        if said != printed:
            raise ValueError(f"{box.name}: its {field} is {said!r}, and on its box {printed!r}")
    return game


def within(module: str, name: str) -> "Callable[[], Game[Any]]":
    """What loads the game of a class in one of the modules here."""

    def load() -> "Game[Any]":
        game: Game[Any] = getattr(import_module(f"{__package__}.{module}"), name)()
        return game

    return load
