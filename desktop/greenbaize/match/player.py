"""A player as written in the header of a record."""

from typing import Final, NamedTuple

from greenbaize.rules.players import HUMAN


class Player(NamedTuple):
    """A person, a built-in bot with a level, or an external ``program`` by its file name."""

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
