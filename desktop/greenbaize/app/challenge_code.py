"""The code of a challenge: a whole match in a few groups of letters and digits.

``docs/challenges.md`` describes the code for other programs. A code is a number in base 32 and a
checksum. The number is built from small numbers, each below a limit (its radix), as hours, minutes
and seconds make a time; the first one counts the units. A usual value is 0, so that zeros at the
end need no characters. Games have their number in ``GAMES``, and options come as a game declares
them, those that headers omit after all others: codes stay what they are only if new ones are added
at the end of these.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import permutations
from typing import Any, Final, TypeVar

from greenbaize.app.tables.default_players import BOT_NAMES
from greenbaize.games import GAMES
from greenbaize.lan.table_code import normalise_characters
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import GameError, OptionError
from greenbaize.rules.messages import Message
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    Option,
    OptionValue,
    OptionValues,
    SuitsOption,
    YesNoOption,
    resolve_options,
)
from greenbaize.rules.players import BOT, HUMAN, STEADY_TEMPERAMENT

T = TypeVar("T")

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The digits of base 32: without I, L, O and U, which look like others."""
LOOK_ALIKES: Final = str.maketrans("ILOU", "110V")
GROUP_LENGTH: Final = 5
CHECKSUM_LENGTH: Final = 4
MAX_CODE_LENGTH: Final = 700
"""Most characters of a code that is read: results of the longest matches have as many."""
MIN_CODE_LENGTH: Final = 20
MAX_TEXT_LENGTH: Final = 2000
"""Most characters of a text in which a code is looked for."""
_OTHER_CHARACTERS: Final = re.compile(r"[^\w-]+")
"""Signs around a code in a text, such as those of a mark-up language."""
CODE_FORMAT: Final = "greenbaize-challenge-1"
"""Name of the format, which the checksum includes."""

PLAYERS_VERSION: Final = 1
"""Version of the computer players: raised when they may choose otherwise with the same cards."""
_MAX_PLAYERS_VERSION: Final = 64
_SEED_RADIX: Final = 1 << 128
_SEED_DIGITS: Final = 25
"""Last digits before the checksum with nothing but the seed, which has 25 and three bits more."""
_GAME_RADIX: Final = 16
_SEATS_RADIX: Final = 16
_LEVEL_CODES: Final = ("medium", "easy", "hard", "expert", "random", "beginner")
"""Levels by their number; new ones are added at the end."""
_LEVEL_RADIX: Final = 16
_TEMPERAMENT_CODES: Final = (STEADY_TEMPERAMENT, "careful", "bold")
_TEMPERAMENT_RADIX: Final = 4
_SUIT_LETTERS: Final = "CHDS"
_WORD_RADIX: Final = 16
_SUITS_RADIX: Final = 32


@dataclass(frozen=True, slots=True)
class Challenge:
    """A match that can be played anywhere; ``header`` has no names of people.

    ``players_version`` is that of the computer players with which it was played.
    """

    header: RecordHeader
    allows_hints: bool
    allows_undo: bool
    players_version: int = PLAYERS_VERSION

    def header_for(self, name: str) -> RecordHeader:
        """Return the header with a person's name, and computer players' names unlike it."""
        return name_players(self.header, name)

    @property
    def seat(self) -> int:
        """The person's seat."""
        return next(seat for seat, player in enumerate(self.header.players) if player.kind == HUMAN)


class FieldReader:
    """Takes small numbers from a large one, in the order in which they were put into it."""

    def __init__(self, number: int) -> None:
        self._rest = number

    def take(self, radix: int) -> int:
        self._rest, value = divmod(self._rest, radix)
        return value

    def take_item(self, items: Sequence[T], radix: int) -> T:
        """Return the item with the next number; ``ValueError`` if there is none."""
        index = self.take(radix)
        if index >= len(items):
            raise ValueError("a number without meaning")
        return items[index]

    @property
    def is_used_up(self) -> bool:
        return not self._rest


Field = tuple[int, int]
"""A number and its radix, which it is always below."""


def join_fields(fields: Iterable[Field]) -> int:
    number = 0
    for value, radix in reversed(list(fields)):
        assert 0 <= value < radix
        number = number * radix + value
    return number


def encode_challenge(challenge: Challenge) -> str:
    """Return the code of a challenge, in groups; ``GameError`` for a match that has none.

    A match has one if one person plays it with computer players of this program.
    """
    header = challenge.header
    people = [seat for seat, player in enumerate(header.players) if player.kind == HUMAN]
    if len(people) != 1 or "shuffle" in header.extra:
        raise GameError(Message("challenge-of-friends"))
    opponents = [player for player in header.players if player.kind == BOT]
    if any(player.program is not None or player.level not in _LEVEL_CODES for player in opponents):
        raise GameError(Message("challenge-of-programs"))
    if header.seed is None:
        raise GameError(Message("record-no-seed"))
    fields = [
        (int(header.seed, 16), _SEED_RADIX),
        (challenge.players_version, _MAX_PLAYERS_VERSION),
        (list(GAMES).index(header.game), _GAME_RADIX),
        (len(header.players), _SEATS_RADIX),
        (people[0], _SEATS_RADIX),
        (int(challenge.allows_hints) + 2 * int(challenge.allows_undo), 4),
    ]
    first_level = first_temperament = 0
    for player in opponents:
        level, temperament = _level_number(player.level), _temperament_number(player.temperament)
        fields += [
            ((level - first_level) % _LEVEL_RADIX, _LEVEL_RADIX),
            ((temperament - first_temperament) % _TEMPERAMENT_RADIX, _TEMPERAMENT_RADIX),
        ]
        if player is opponents[0]:
            first_level, first_temperament = level, temperament
    fields += _option_fields(header)
    return format_code(join_fields(fields))


def _level_number(level: str | None) -> int:
    return _LEVEL_CODES.index(level or _LEVEL_CODES[0])


def _temperament_number(temperament: str | None) -> int:
    return _TEMPERAMENT_CODES.index(temperament or STEADY_TEMPERAMENT)


def find_seed_digits(code: str) -> str:
    """Return the digits of a code that depend on the seed alone, without reading the rest."""
    digits = code.replace("-", "")[:-CHECKSUM_LENGTH]
    return digits[-_SEED_DIGITS:].rjust(_SEED_DIGITS, ALPHABET[0])


def make_seed_digits(seed: str) -> str:
    """Return what ``find_seed_digits`` finds in the codes of a seed."""
    number = int(seed, 16)
    return "".join(ALPHABET[number >> 5 * index & 31] for index in reversed(range(_SEED_DIGITS)))


def decode_challenge(text: str) -> Challenge:
    """Return the challenge of a code, or of a sentence with one, however it is typed.

    Raises ``GameError`` if it has no code, a mistyped one, or one that this program cannot read.
    """
    try:
        return _read_fields(FieldReader(parse_code(text)))
    except (ValueError, OverflowError):
        raise GameError(Message("challenge-unknown")) from None


def _read_fields(reader: FieldReader) -> Challenge:
    seed = f"{reader.take(_SEED_RADIX):032x}"
    players_version = reader.take(_MAX_PLAYERS_VERSION)
    name = reader.take_item(list(GAMES), _GAME_RADIX)
    seats, human_seat = reader.take(_SEATS_RADIX), reader.take(_SEATS_RADIX)
    permissions = reader.take(4)
    if seats not in GAMES[name].seats or human_seat >= seats:
        raise ValueError("no such table")
    players: list[HeaderPlayer] = []
    usual: tuple[int, int] | None = None
    """Level and temperament of the first computer player, from which the others' count."""
    for seat in range(seats):
        if seat == human_seat:
            players.append(HeaderPlayer("", HUMAN))
            continue
        numbers = reader.take(_LEVEL_RADIX), reader.take(_TEMPERAMENT_RADIX)
        first_level, first_temperament = usual or (0, 0)
        level = (numbers[0] + first_level) % _LEVEL_RADIX
        temperament = (numbers[1] + first_temperament) % _TEMPERAMENT_RADIX
        usual = usual or (level, temperament)
        if level >= len(_LEVEL_CODES) or temperament >= len(_TEMPERAMENT_CODES):
            raise ValueError("no such computer player")
        chosen = _TEMPERAMENT_CODES[temperament]
        players.append(
            HeaderPlayer(
                "", BOT, _LEVEL_CODES[level], None if chosen == STEADY_TEMPERAMENT else chosen
            )
        )
    options = _read_options(reader, name, seats)
    if not reader.is_used_up:
        raise ValueError("more than is known here")
    header = RecordHeader(name, tuple(players), options, seed)
    return Challenge(
        name_players(header, ""), bool(permissions & 1), bool(permissions & 2), players_version
    )


def name_players(header: RecordHeader, name: str) -> RecordHeader:
    """Return a header with the person's name, and computer players' names unlike it."""
    names = iter(bot_name for bot_name in BOT_NAMES if fold_name(bot_name) != fold_name(name))
    return replace(
        header,
        players=tuple(
            player._replace(name=name if player.kind == HUMAN else next(names))
            for player in header.players
        ),
    )


def coded_options(game_name: str) -> list[Option]:
    """Return the options in the order of codes: those that headers omit are newer, and last."""
    return sorted(GAMES[game_name].options, key=lambda option: option.omits_default)


def _option_fields(header: RecordHeader) -> list[Field]:
    seats, fields, settings = len(header.players), [], OptionValues()
    for option in coded_options(header.game):
        default = option.default_for(seats, settings)
        value = header.options.get(option.key, default)
        fields.append(_encode_value(option, value, default, seats, settings))
        settings[option.key] = value
    return fields


def _encode_value(
    option: Option, value: Any, default: Any, seats: int, settings: OptionValues
) -> Field:
    """Return the distance of a value from the usual one, with its radix."""
    match option:
        case YesNoOption():
            return int(value != default), 2
        case NumberOption():
            low, high = option.compute_limits(seats, settings)
            return (value - default) % (high - low + 1), high - low + 1
        case ChoiceOption():
            words = option.values
            return (words.index(value) - words.index(default)) % _WORD_RADIX, _WORD_RADIX
        case SuitsOption():
            orders = list(permutations(_SUIT_LETTERS, len(value)))
            return orders.index(tuple(value)), _SUITS_RADIX


def _read_options(reader: FieldReader, name: str, seats: int) -> OptionValues:
    settings = OptionValues()
    for option in coded_options(name):
        default = option.default_for(seats, settings)
        settings[option.key] = _read_value(reader, option, default, seats, settings)
    try:
        return resolve_options(GAMES[name].options, seats, settings)
    except OptionError:
        raise ValueError("options that do not fit") from None


def _read_value(
    reader: FieldReader, option: Option, default: Any, seats: int, settings: OptionValues
) -> OptionValue:
    match option:
        case YesNoOption():
            return bool(default) != bool(reader.take(2))
        case NumberOption():
            low, high = option.compute_limits(seats, settings)
            count = high - low + 1
            return int(low + (default - low + reader.take(count)) % count)
        case ChoiceOption():
            index = (option.values.index(default) + reader.take(_WORD_RADIX)) % _WORD_RADIX
            if index >= len(option.values):
                raise ValueError("no such word")
            return option.values[index]
        case SuitsOption():
            orders = list(permutations(_SUIT_LETTERS, option.compute_count(seats, settings)))
            return reader.take_item(orders, _SUITS_RADIX)


# Numbers as text


def format_code(number: int, format_name: str = CODE_FORMAT) -> str:
    """Return a number and its checksum in base 32, in groups of five characters."""
    digits = ""
    while number:
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    code = digits + _checksum(digits, format_name)
    return "-".join(
        code[start : start + GROUP_LENGTH] for start in range(0, len(code), GROUP_LENGTH)
    )


def _checksum(digits: str, format_name: str) -> str:
    hashed = int.from_bytes(sha256(f"{format_name}/{digits}".encode()).digest()[:8])
    characters = ""
    for _ in range(CHECKSUM_LENGTH):
        hashed, digit = divmod(hashed, len(ALPHABET))
        characters += ALPHABET[digit]
    return characters


def parse_code(text: str, format_name: str = CODE_FORMAT) -> int:
    """Return the number of a code with its checksum, alone or within a sentence.

    Hyphens, spaces, case and look-alikes do not matter in a code that stands alone; other signs
    may stand around it. Raises ``GameError`` for a text without a code, or with a mistyped one.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise GameError(Message("challenge-no-code"))
    candidates = [text, *text.split(), *text.split(":"), *text.splitlines()]
    candidates += _OTHER_CHARACTERS.split(text)
    codes = [normalise_characters(candidate).translate(LOOK_ALIKES) for candidate in candidates]
    codes = [
        code
        for code in codes
        if MIN_CODE_LENGTH <= len(code) <= MAX_CODE_LENGTH and set(code) <= set(ALPHABET)
    ]
    for code in codes:
        digits, checksum = code[:-CHECKSUM_LENGTH], code[-CHECKSUM_LENGTH:]
        if _checksum(digits, format_name) == checksum and not digits.startswith(ALPHABET[0]):
            number = 0
            for digit in digits:
                number = number * len(ALPHABET) + ALPHABET.index(digit)
            return number
    # Words alone may look like a code, which hardly ever has no digit.
    is_code = any(not set(code).isdisjoint("23456789") for code in codes)
    raise GameError(Message("challenge-mistyped" if is_code else "challenge-no-code"))
