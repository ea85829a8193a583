"""The first line of a match record: which game, who sits where, which options, which seed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Self, TypeGuard
from unicodedata import category

from greenbaize.rules.errors import HeaderError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import Settings, settled

FORMAT: Final = "greenbaize-match"
VERSION: Final = 1

Games = Mapping[str, Game[Any]]


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits at a seat: a person, or a computer player.

    A built-in computer player has a level, and a temperament if that is not the usual one; any
    other is a ``program``, known by its file's name.
    """

    name: str
    kind: str = "human"
    level: str | None = None
    temperament: str | None = None
    program: str | None = None

    def line(self) -> dict[str, str]:
        """The sitter as in a record's header."""
        line = {"name": self.name, "kind": self.kind}
        for key in _MORE:
            value: str | None = getattr(self, key)
            if value is not None:
                line[key] = value
        return line


_MORE: Final = ("level", "temperament", "program")


@dataclass(frozen=True, slots=True)
class Header:
    """A match's header.

    ``seed`` is None where it is not known or not told; ``you`` is the seat a redacted header is
    for. ``more`` are further keys, such as the program that wrote the record.
    """

    game: str
    sitters: tuple[Sitter, ...]
    options: Settings
    seed: str | None
    you: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """The header as a JSON object."""
        line: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "seats": [sitter.line() for sitter in self.sitters],
            "options": dict(self.options),
        }
        if self.seed is not None:
            line["seed"] = self.seed
        if self.you is not None:
            line["you"] = self.you
        return line | dict(self.more)

    def told(self, seat: int | None) -> "Header":
        """The header as told to a seat or spectator: without the seed."""
        return Header(self.game, self.sitters, self.options, None, seat, self.more)

    @classmethod
    def read(cls, line: object, games: Games) -> Self:
        """The header in a JSON object.

        Raises:
            HeaderError: it is no match record's header, or a newer program's.
            OptionError: an option is outside its limits.
        """
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise HeaderError(Message("header-format"))
        version = line.get("version")
        if type(version) is not int or version != VERSION:
            raise HeaderError(Message("header-version", {"version": str(version)}))
        name = line.get("game")
        if not isinstance(name, str) or name not in games:
            raise HeaderError(Message("header-game", {"game": str(name)}))
        game = games[name]
        sitters = _sitters(line.get("seats"))
        check_seats(game, len(sitters))
        options = line.get("options", {})
        if not isinstance(options, dict):
            raise HeaderError(Message("header-field", {"field": "options"}))
        newer = sorted(set(options) - {option.key for option in game.options})
        if newer:
            raise HeaderError(Message("header-option", {"key": newer[0]}))
        known = ("format", "version", "game", "seats", "options", "seed", "you")
        return cls(
            game=name,
            sitters=sitters,
            options=settled(game.options, len(sitters), options, old=True),
            seed=_seed(line.get("seed")),
            you=_you(line.get("you"), len(sitters)),
            more={key: value for key, value in line.items() if key not in known},
        )


def check_seats(game: Game[Any], count: int) -> None:
    """Refuse a number of players the game does not take, with ``HeaderError``."""
    if count not in game.seats:
        span: dict[str, Value] = {"low": game.seats[0], "high": game.seats[-1]}
        raise HeaderError(Message("seat-count", {"game": game.name, "count": count, **span}))


def _sitters(line: object) -> tuple[Sitter, ...]:
    if not isinstance(line, list):
        raise HeaderError(Message("header-field", {"field": "seats"}))
    return tuple(map(_sitter, line))


def _sitter(line: object) -> Sitter:
    if isinstance(line, dict):
        name, kind, more = line.get("name"), line.get("kind"), [line.get(key) for key in _MORE]
        rest = all(one is None or _is_label(one) for one in more)
        if _is_label(name) and _is_label(kind) and rest:
            return Sitter(name, kind, *more)
    raise HeaderError(Message("header-field", {"field": "seats"}))


def _is_label(value: object) -> TypeGuard[str]:
    # Control characters could rewrite a terminal's lines, and half surrogates cannot be written.
    return isinstance(value, str) and not any(category(sign) in ("Cc", "Cs") for sign in value)


def _seed(value: object) -> str | None:
    if value is None:
        return None
    if isinstance(value, str) and len(value) == 32 and set(value) <= set("0123456789abcdef"):
        return value
    raise HeaderError(Message("header-field", {"field": "seed"}))


def _you(value: object, seats: int) -> int | None:
    if value is None:
        return None
    if type(value) is int and 0 <= value < seats:
        return value
    raise HeaderError(Message("header-field", {"field": "you"}))
