"""The header line of a match record: game, seats, options, seed."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Annotated, Any, Final, Self

import msgspec
from msgspec import Meta

from greenbaize.match.player import Player
from greenbaize.rules.decoding import Line, Name, quoted, shaped
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import Settings, settled
from greenbaize.rules.players import HUMAN, KINDS, LEVEL_NAMES, TEMPERAMENT_NAMES

FORMAT: Final = "greenbaize-match"
VERSION: Final = 1

PRACTICE: Final = "practice"
"""Key of a match that counts in no statistics: continued after an undo, or casual."""

CASUAL: Final = "casual"

ONE_COMPUTER: Final = "one_computer"
"""Key of a match whose people all share one computer and take turns at it."""

FROM: Final = "from"

Games = Mapping[str, Game[Any]]
_MOMENT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})")
IDENTITY_LENGTH: Final = 32
_LATER: Final = {"targets": "source", "anti_rank": "round"}
"""Values that options added later have in older records; they do not count for the identity.

Otherwise older matches would get a new identity, and what is stored about them would be lost.
"""


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a match.

    ``seed`` is None if unknown or redacted; ``you`` is the seat for which a header was redacted;
    ``extra`` has the further keys, such as the program that wrote the record.
    """

    game: str
    sitters: tuple[Player, ...]
    options: Settings
    seed: str | None
    you: int | None = None
    more: Mapping[str, Any] = field(default_factory=dict)

    @property
    def practice(self) -> bool:
        """True if the match counts in no statistics: continued after an undo, or casual."""
        return self.more.get(PRACTICE) is True

    @property
    def casual(self) -> bool:
        return self.practice and self.more.get(CASUAL) is True

    @property
    def one_computer(self) -> bool:
        """True if all people of the match share one computer."""
        return self.more.get(ONE_COMPUTER) is True

    @property
    def with_friends(self) -> bool:
        """True for a match at a table with friends: only there the shuffle is a joint one.

        Continuing such a match alone would show a friend's hand to a host who had no seat.
        """
        people = sum(one.kind == HUMAN for one in self.sitters)
        return "shuffle" in self.more or (people > 1 and not self.one_computer)

    def line(self) -> dict[str, Any]:
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
        """Return the header as a seat may see it, without seed and shuffle numbers."""
        more = dict(self.more)
        if "shuffle" in more and (shuffle := _told_shuffle(more.pop("shuffle"))) is not None:
            more["shuffle"] = shuffle
        return Header(self.game, self.sitters, self.options, None, seat, more)

    @classmethod
    def read(cls, line: object, games: Games) -> Self:
        """Return the header in a JSON object; raises ``GameError`` if it is not a valid one."""
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise GameError(Message("header-format"))
        version = line.get("version")
        if type(version) is not int or version != VERSION:
            raise GameError(Message("header-version", {"version": quoted(version)}))
        name = line.get("game")
        if not isinstance(name, str) or name not in games:
            raise GameError(Message("header-game", {"game": quoted(name)}))
        game = games[name]
        sitters = tuple(map(_sitter, _part(line, "seats", list[_Seat])))
        check_seats(game, len(sitters))
        options = _part(line, "options", dict[str, Any]) if "options" in line else {}
        newer = sorted(set(options) - {option.key for option in game.options})
        if newer:
            raise GameError(Message("header-option", {"key": quoted(newer[0])}))
        known = ("format", "version", "game", "seats", "options", "seed", "you")
        return cls(
            game=name,
            sitters=sitters,
            options=settled(game.options, len(sitters), options, old=True),
            seed=_part(line, "seed", _SEED | None),
            you=_part(line, "you", Annotated[int, Meta(ge=0, lt=len(sitters))] | None),
            more={key: value for key, value in line.items() if key not in known},
        )


def check_seats(game: Game[Any], count: int) -> None:
    """Raise ``GameError`` for a number of players that the game does not allow."""
    if count not in game.seats:
        span: dict[str, Value] = {"low": game.seats[0], "high": game.seats[-1]}
        raise GameError(Message("seat-count", {"game": game.name, "count": count, **span}))


class _Shuffle(msgspec.Struct):
    """The parts of a shuffle that every seat may see."""

    lobby: str
    commits: Annotated[list[Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]], Meta(max_length=256)]


def _told_shuffle(shuffle: object) -> dict[str, Any] | None:
    """Return a shuffle without its numbers, or None if the value is no shuffle."""
    try:
        told: _Shuffle = shaped(shuffle, _Shuffle)
    except ValueError:
        return None
    return {"lobby": told.lobby, "commits": told.commits}


_SEED: Final = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class _Seat(msgspec.Struct):
    """A seat entry of the header line, before validation."""

    name: Name
    kind: Name
    level: Name | None = None
    temperament: Name | None = None
    program: Name | None = None


def _part(line: Line, key: str, shape: Any) -> Any:
    try:
        return shaped(line.get(key), shape)
    except ValueError:
        raise GameError(Message("header-field", {"field": key})) from None


def _sitter(seat: _Seat) -> Player:
    if seat.kind not in KINDS:
        raise GameError(Message("header-kind", {"kind": seat.kind}))
    if seat.level is not None and seat.level not in LEVEL_NAMES:
        raise GameError(Message("header-level", {"level": seat.level}))
    if seat.temperament is not None and seat.temperament not in TEMPERAMENT_NAMES:
        raise GameError(Message("header-temperament", {"temperament": seat.temperament}))
    return Player(seat.name, seat.kind, seat.level, seat.temperament, seat.program)


def moment(value: object) -> str:
    """Return a time as written in records, or an empty string if it is no valid date and time."""
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return ""
    try:
        datetime(*map(int, found.groups()))  # type: ignore[arg-type]
    except ValueError:
        return ""
    return found[0]


def begun_of(header: Header) -> str:
    """Return the time at which a match was begun (``20261121T203000``, UTC), or an empty string."""
    return moment(header.more.get("begun"))


def identity(header: Header) -> str:
    """Return the identity of a header's match, 32 hex digits.

    It is computed from the joint shuffle at a table with friends, which all know and nobody chose;
    otherwise from the seed and the time of beginning, for practice also from the source match. It
    reveals nothing of the seed.
    """
    known: dict[str, Any] = {
        "game": header.game,
        "seats": [sitter.line() for sitter in header.sitters],
        "options": {key: one for key, one in header.options.items() if _LATER.get(key) != one},
    }
    shuffle = header.told(None).more.get("shuffle")
    if shuffle is None:
        known |= {"seed": header.seed, "begun": header.more.get("begun")}
        if header.practice:
            # A practice match may have been begun within the same second as its source match.
            known |= {FROM: header.more.get(FROM)}
    else:
        known["shuffle"] = shuffle
    if header.more.get("practice") is True:
        # A practice match differs from its source match, whatever its header copies from it.
        known["practice"] = True
    text = json.dumps(known, sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:IDENTITY_LENGTH]
