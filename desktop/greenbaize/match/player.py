"""The player at a seat, as in the first line of a record."""

from typing import Final, NamedTuple

from greenbaize.rules.players import HUMAN


class Player(NamedTuple):
    """A person, a built-in computer player with a level, or a ``program`` by its file's name."""

    name: str
    kind: str = HUMAN
    level: str | None = None
    temperament: str | None = None
    program: str | None = None

    def line(self) -> dict[str, str]:
        line = {"name": self.name, "kind": self.kind}
        for key in _MORE:
            value: str | None = getattr(self, key)
            if value is not None:
                line[key] = value
        return line


_MORE: Final = ("level", "temperament", "program")
