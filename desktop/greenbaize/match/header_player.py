"""A player as written in the header of a record."""

from typing import Final, NamedTuple

from greenbaize.rules.players import HUMAN


class HeaderPlayer(NamedTuple):
    """A person, a built-in bot with a level, or an external ``program`` by its file name."""

    name: str
    kind: str = HUMAN
    level: str | None = None
    temperament: str | None = None
    program: str | None = None

    def to_line(self) -> dict[str, str]:
        line = {"name": self.name, "kind": self.kind}
        for key in _OPTIONAL_KEYS:
            value: str | None = getattr(self, key)
            if value is not None:
                line[key] = value
        return line


_OPTIONAL_KEYS: Final = ("level", "temperament", "program")
