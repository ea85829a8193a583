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

from greenbaize import __version__
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.decoding import JsonObject, NameText, convert_to_type, quote_value
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message, Value
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.players import HUMAN, LEVEL_NAMES, PLAYER_KINDS, TEMPERAMENT_NAMES

FORMAT: Final = "greenbaize-match"
VERSION: Final = 1
PROGRAM_VERSION: Final = f"greenbaize {__version__}"
"""What new records name as the program that began them."""

PRACTICE_KEY: Final = "practice"
"""Key of a match that counts in no statistics: continued after an undo, or casual."""

CASUAL_KEY: Final = "casual"

ONE_COMPUTER_KEY: Final = "one_computer"
"""Key of a match whose people all share one computer and take turns at it."""

SOURCE_KEY: Final = "from"

CHALLENGE_KEY: Final = "challenge"
"""Key of the mark of a match that is played as a challenge."""

GamesByName = Mapping[str, Game[Any]]
_TIME_PATTERN: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})")
IDENTITY_LENGTH: Final = 32
_LEGACY_OPTION_VALUES: Final = {"targets": "source", "anti_rank": "round"}
"""Values that options added later have in older records; they do not count for the identity.

Otherwise older matches would get a new identity, and what is stored about them would be lost.
"""


@dataclass(frozen=True, slots=True)
class RecordHeader:
    """The header of a match.

    ``seed`` is None if unknown or redacted; ``you`` is the seat for which a header was redacted;
    ``extra`` has the further keys, such as the program that wrote the record.
    """

    game: str
    players: tuple[HeaderPlayer, ...]
    options: OptionValues
    seed: str | None
    you: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_practice(self) -> bool:
        """True if the match counts in no statistics: continued after an undo, or casual."""
        return self.extra.get(PRACTICE_KEY) is True

    @property
    def is_casual(self) -> bool:
        return self.is_practice and self.extra.get(CASUAL_KEY) is True

    @property
    def is_one_computer(self) -> bool:
        """True if all people of the match share one computer."""
        return self.extra.get(ONE_COMPUTER_KEY) is True

    @property
    def is_with_friends(self) -> bool:
        """True for a match at a table with friends: only there the shuffle is a joint one.

        Continuing such a match alone would show a friend's hand to a host who had no seat.
        """
        people = sum(one.kind == HUMAN for one in self.players)
        return "shuffle" in self.extra or (people > 1 and not self.is_one_computer)

    def to_line(self) -> dict[str, Any]:
        line: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "seats": [player.to_line() for player in self.players],
            "options": dict(self.options),
        }
        if self.seed is not None:
            line["seed"] = self.seed
        if self.you is not None:
            line["you"] = self.you
        return line | dict(self.extra)

    def redact_for(self, seat: int | None) -> "RecordHeader":
        """Return the header as a seat may see it, without seed and shuffle numbers.

        Nor has it the day of a deal of the day, from which the seed is made.
        """
        extra = dict(self.extra)
        challenge = extra.get(CHALLENGE_KEY)
        if isinstance(challenge, dict):
            extra[CHALLENGE_KEY] = {key: one for key, one in challenge.items() if key != "day"}
        if "shuffle" in extra and (shuffle := _redact_shuffle(extra.pop("shuffle"))) is not None:
            extra["shuffle"] = shuffle
        return RecordHeader(self.game, self.players, self.options, None, seat, extra)

    @classmethod
    def from_line(cls, line: object, games: GamesByName) -> Self:
        """Return the header in a JSON object; raises ``GameError`` if it is not a valid one."""
        if not isinstance(line, dict) or line.get("format") != FORMAT:
            raise GameError(Message("header-format"))
        version = line.get("version")
        if type(version) is not int or version != VERSION:
            raise GameError(Message("header-version", {"version": quote_value(version)}))
        name = line.get("game")
        if not isinstance(name, str) or name not in games:
            raise GameError(Message("header-game", {"game": quote_value(name)}))
        game = games[name]
        players = tuple(map(_parse_player, _parse_field(line, "seats", list[_SeatEntry])))
        check_seat_count(game, len(players))
        options = _parse_field(line, "options", dict[str, Any]) if "options" in line else {}
        newer = sorted(set(options) - {option.key for option in game.options})
        if newer:
            raise GameError(Message("header-option", {"key": quote_value(newer[0])}))
        known = ("format", "version", "game", "seats", "options", "seed", "you")
        return cls(
            game=name,
            players=players,
            options=resolve_options(game.options, len(players), options, is_legacy=True),
            seed=_parse_field(line, "seed", _SeedHex | None),
            you=_parse_field(line, "you", Annotated[int, Meta(ge=0, lt=len(players))] | None),
            extra={key: value for key, value in line.items() if key not in known},
        )


def check_seat_count(game: Game[Any], count: int) -> None:
    """Raise ``GameError`` for a number of players that the game does not allow."""
    if count not in game.seats:
        span: dict[str, Value] = {"low": game.seats[0], "high": game.seats[-1]}
        raise GameError(Message("seat-count", {"game": game.name, "count": count, **span}))


class _PublicShuffle(msgspec.Struct):
    """The parts of a shuffle that every seat may see."""

    lobby: str
    commits: Annotated[list[Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]], Meta(max_length=256)]


def _redact_shuffle(shuffle: object) -> dict[str, Any] | None:
    """Return a shuffle without its numbers, or None if the value is no shuffle."""
    try:
        public_shuffle: _PublicShuffle = convert_to_type(shuffle, _PublicShuffle)
    except ValueError:
        return None
    return {"lobby": public_shuffle.lobby, "commits": public_shuffle.commits}


_SeedHex: Final = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]


class _SeatEntry(msgspec.Struct):
    """A seat entry of the header line, before validation."""

    name: NameText
    kind: NameText
    level: NameText | None = None
    temperament: NameText | None = None
    program: NameText | None = None


def _parse_field(line: JsonObject, key: str, shape: Any) -> Any:
    try:
        return convert_to_type(line.get(key), shape)
    except ValueError:
        raise GameError(Message("header-field", {"field": key})) from None


def _parse_player(entry: _SeatEntry) -> HeaderPlayer:
    if entry.kind not in PLAYER_KINDS:
        raise GameError(Message("header-kind", {"kind": entry.kind}))
    if entry.level is not None and entry.level not in LEVEL_NAMES:
        raise GameError(Message("header-level", {"level": entry.level}))
    if entry.temperament is not None and entry.temperament not in TEMPERAMENT_NAMES:
        raise GameError(Message("header-temperament", {"temperament": entry.temperament}))
    return HeaderPlayer(entry.name, entry.kind, entry.level, entry.temperament, entry.program)


def valid_time(value: object) -> str:
    """Return a time as written in records, or an empty string if it is no valid date and time."""
    match = _TIME_PATTERN.fullmatch(value) if isinstance(value, str) else None
    if match is None:
        return ""
    try:
        datetime(*map(int, match.groups()))  # type: ignore[arg-type]
    except ValueError:
        return ""
    return match[0]


def begin_time(header: RecordHeader) -> str:
    """Return the time at which a match was begun (``20261121T203000``, UTC), or an empty string."""
    return valid_time(header.extra.get("begun"))


def match_identity(header: RecordHeader) -> str:
    """Return the identity of a header's match, 32 hex digits.

    It is computed from the joint shuffle at a table with friends, which all know and nobody chose;
    otherwise from the seed and the time of beginning, for practice also from the source match. It
    reveals nothing of the seed.
    """
    known: dict[str, Any] = {
        "game": header.game,
        "seats": [player.to_line() for player in header.players],
        "options": {
            key: one for key, one in header.options.items() if _LEGACY_OPTION_VALUES.get(key) != one
        },
    }
    shuffle = header.redact_for(None).extra.get("shuffle")
    if shuffle is None:
        known |= {"seed": header.seed, "begun": header.extra.get("begun")}
        if header.is_practice:
            # A practice match may have been begun within the same second as its source match.
            known |= {SOURCE_KEY: header.extra.get(SOURCE_KEY)}
    else:
        known["shuffle"] = shuffle
    if header.extra.get("practice") is True:
        # A practice match differs from its source match, whatever its header copies from it.
        known["practice"] = True
    text = json.dumps(known, sort_keys=True, ensure_ascii=True)
    return sha256(text.encode()).hexdigest()[:IDENTITY_LENGTH]
