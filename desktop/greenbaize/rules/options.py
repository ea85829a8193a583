"""The options of a game's matches: limits, defaults, titles and texts.

Limits and defaults may depend on the number of players and on the options declared before.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from greenbaize.cards import Suit
from greenbaize.rules.decoding import quote_value
from greenbaize.rules.errors import OptionError
from greenbaize.rules.messages import Message, Value

OptionValue = int | bool | str | tuple[str, ...]


class OptionValues(dict[str, OptionValue]):
    """The options of a match with their values, as in the header, with accessors by type.

    Options do not change once they are resolved. Accessors raise ``TypeError`` for an option of
    another type and ``KeyError`` for one that the game does not have; those of options that headers
    omit have a default.
    """

    __slots__ = ()

    def get_number(self, key: str, default: int | None = None) -> int:
        value = self[key] if default is None else self.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise TypeError(f"{key} is no number")

    def get_flag(self, key: str, default: bool | None = None) -> bool:
        value = self[key] if default is None else self.get(key, default)
        if isinstance(value, bool):
            return value
        raise TypeError(f"{key} is not yes or no")

    def get_word(self, key: str, default: str | None = None) -> str:
        value = self[key] if default is None else self.get(key, default)
        if isinstance(value, str):
            return value
        raise TypeError(f"{key} is no word")

    def get_suits(self, key: str) -> tuple[Suit, ...]:
        value = self[key]
        if isinstance(value, tuple):
            return tuple(map(Suit.of, value))
        raise TypeError(f"{key} are no suits")


@dataclass(frozen=True, slots=True, kw_only=True)
class _BaseOption(ABC):
    """Common part of options: a title, and a sentence about the effect, both marked.

    Without a title it is called by its key. With ``omits_default`` the default value is left out of
    every header, so that programs which do not know the option read usual matches as before.
    ``shortens_match`` is for such an option that makes a match short, ``on_sheet`` for one that
    changes the score sheet, so that whoever keeps it by hand chooses it.
    """

    title: str = ""
    description: str = ""
    omits_default: bool = False
    shortens_match: bool = False
    on_sheet: bool = False

    @abstractmethod
    def default_for(self, seats: int, settings: OptionValues) -> Any:
        """Return the value where nobody chose one."""

    def legacy_value_for(self, seats: int, settings: OptionValues) -> Any:
        """Return the value in records older than the option."""
        return self.default_for(seats, settings)

    @abstractmethod
    def validate_value(self, value: object, seats: int, settings: OptionValues) -> Any:
        """Return the value if it is allowed; ``OptionError`` otherwise."""

    def parse_value(self, text: str) -> object:
        """Return the value a person typed, not yet validated."""
        return text


@dataclass(frozen=True, slots=True)
class YesNoOption(_BaseOption):
    """An option that is on or off.

    ``legacy_value`` is its value in records older than the option, if not the default.
    ``description`` says what it changes; ``off_description`` is one sentence, marked, about what
    holds without it.
    """

    key: str
    default: bool
    legacy_value: bool | None = None
    off_description: str = ""

    def default_for(self, seats: int, settings: OptionValues) -> bool:
        return self.default

    def legacy_value_for(self, seats: int, settings: OptionValues) -> bool:
        return self.default if self.legacy_value is None else self.legacy_value

    def validate_value(self, value: object, seats: int, settings: OptionValues) -> bool:
        if not isinstance(value, bool):
            raise OptionError(
                Message("option-yes-no", {"key": self.key, "value": quote_value(value)})
            )
        return value

    def parse_value(self, text: str) -> object:
        return {"true": True, "false": False}.get(text, text)


@dataclass(frozen=True, slots=True)
class NumberOption(_BaseOption):
    """A whole number within limits.

    ``compute_limits`` returns the lowest and highest value, ``compute_default`` the default. Both
    are called with the number of players and the options resolved so far; so is
    ``compute_legacy_value``, if the value in older records is not the default.
    """

    key: str
    compute_default: Callable[[int, OptionValues], int]
    compute_limits: Callable[[int, OptionValues], tuple[int, int]]
    compute_legacy_value: Callable[[int, OptionValues], int] | None = None

    def default_for(self, seats: int, settings: OptionValues) -> int:
        return self.compute_default(seats, settings)

    def legacy_value_for(self, seats: int, settings: OptionValues) -> int:
        return (self.compute_legacy_value or self.compute_default)(seats, settings)

    def validate_value(self, value: object, seats: int, settings: OptionValues) -> int:
        low, high = self.compute_limits(seats, settings)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            texts: dict[str, Value] = {"key": self.key, "value": quote_value(value)}
            limits = {"low": low, "high": high, "seats": seats}
            raise OptionError(Message("option-number", {**texts, **limits}))
        return value

    def parse_value(self, text: str) -> object:
        try:
            return int(text)
        except ValueError:
            return text


@dataclass(frozen=True, slots=True)
class ChoiceOption(_BaseOption):
    """One word out of a few; ``compute_default`` returns the default.

    ``max_seats`` limits the number of players for some words. ``legacy_value`` is the word in
    records older than the option, if not the default; where too many play for it, they have the
    default. ``value_titles`` are the marked titles of words; a word without one is shown as
    written. ``value_descriptions`` are marked sentences on what holds with a word.
    ``default_reasons`` are, for a number of players with a default of their own, marked sentences
    on why they have it. ``recommendations`` has, for a number of players, a word that suits them
    better than another, and the marked reason.
    """

    key: str
    values: tuple[str, ...]
    compute_default: Callable[[int, OptionValues], str]
    legacy_value: str = ""
    max_seats: Mapping[str, int] = field(default_factory=dict)
    value_titles: Mapping[str, str] = field(default_factory=dict)
    value_descriptions: Mapping[str, str] = field(default_factory=dict)
    default_reasons: Mapping[int, str] = field(default_factory=dict)
    recommendations: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    def values_for(self, seats: int) -> tuple[str, ...]:
        return tuple(word for word in self.values if seats <= self.max_seats.get(word, seats))

    def default_for(self, seats: int, settings: OptionValues) -> str:
        return self.compute_default(seats, settings)

    def legacy_value_for(self, seats: int, settings: OptionValues) -> str:
        return (
            self.legacy_value
            if self.legacy_value in self.values_for(seats)
            else self.compute_default(seats, settings)
        )

    def validate_value(self, value: object, seats: int, settings: OptionValues) -> str:
        allowed_values = self.values_for(seats)
        if not isinstance(value, str) or value not in allowed_values:
            message_values: dict[str, Value] = {"key": self.key, "value": quote_value(value)}
            message_values |= {"words": ", ".join(allowed_values), "seats": seats}
            raise OptionError(Message("option-choice", message_values))
        return value


@dataclass(frozen=True, slots=True)
class SuitsOption(_BaseOption):
    """A number of different suits, as letters; ``compute_count`` returns how many.

    The default takes the first ones of clubs, hearts, diamonds, spades.
    """

    key: str
    compute_count: Callable[[int, OptionValues], int]

    def default_for(self, seats: int, settings: OptionValues) -> tuple[str, ...]:
        return tuple("CHDS"[: self.compute_count(seats, settings)])

    def validate_value(self, value: object, seats: int, settings: OptionValues) -> tuple[str, ...]:
        count = self.compute_count(seats, settings)
        letter_list = value if isinstance(value, list | tuple) else ("",)
        letters = tuple(letter_list) if all(isinstance(one, str) for one in letter_list) else ("",)
        if len(set(letters)) != len(letters) or not set(letters) <= set("CDHS"):
            letters = ("",)
        if len(letters) != count or letters == ("",):
            quoted_value = (
                quote_value("".join(map(quote_value, letter_list)))
                if letter_list is value
                else quote_value(value)
            )
            values: dict[str, Value] = {"key": self.key, "value": quoted_value, "count": count}
            raise OptionError(Message("option-suits" if count else "option-no-suits", values))
        return letters

    def parse_value(self, text: str) -> object:
        return tuple(text)


Option = YesNoOption | NumberOption | ChoiceOption | SuitsOption


def resolve_options(
    options: Sequence[Option],
    seats: int,
    chosen_values: Mapping[str, object],
    *,
    is_legacy: bool = False,
) -> OptionValues:
    """Return every option with its chosen value, validated, or else the default.

    ``is_legacy`` is for a record's header, where a missing option has the value of older records.
    An option that ``omits_default`` is left out where it has the default.

    Raises:
        OptionError: an option is unknown or a value is not allowed.
    """
    unknown = set(chosen_values) - {option.key for option in options}
    if unknown:
        values = {"key": min(unknown), "known": ", ".join(option.key for option in options)}
        raise OptionError(Message("option-unknown", values))
    settings = OptionValues()
    for option in options:
        default: Any = (option.legacy_value_for if is_legacy else option.default_for)(
            seats, settings
        )
        value: Any = option.validate_value(chosen_values.get(option.key, default), seats, settings)
        if not (option.omits_default and value == option.default_for(seats, settings)):
            settings[option.key] = value
    return settings


def find_unusual_values(
    options: Sequence[Option], seats: int, values: Mapping[str, object]
) -> dict[str, object]:
    """Return the values that are not the defaults for so many players.

    A form that begins with them lets all other values follow the number of players. Raises
    ``OptionError`` like ``resolve_options``.
    """
    settings = resolve_options(options, seats, values)
    defaults = {option.key: option.default_for(seats, settings) for option in options}
    return {key: value for key, value in settings.items() if value != defaults[key]}


def is_short_match(options: Sequence[Option], settings: Mapping[str, object]) -> bool:
    """Return True if resolved options make a match shorter than the rules do."""
    return any(option.shortens_match and option.key in settings for option in options)


def resolve_options_or_defaults(
    options: Sequence[Option], seats: int, chosen_values: Mapping[str, object]
) -> OptionValues:
    """Return every option as chosen, or the defaults if the game does not accept the choice."""
    try:
        return resolve_options(options, seats, chosen_values)
    except OptionError:
        return resolve_options(options, seats, {})


def parse_option_assignments(
    options: Sequence[Option], assignments: Sequence[str]
) -> dict[str, object]:
    """Return options from typed ``key=value`` words, not yet resolved, or raise ``OptionError``."""
    by_key = {option.key: option for option in options}
    typed_values: dict[str, object] = {}
    for word in assignments:
        key, sign, text = word.partition("=")
        if not sign:
            raise OptionError(Message("option-form", {"word": word}))
        if key in typed_values:
            raise OptionError(Message("option-twice", {"key": key}))
        typed_values[key] = by_key[key].parse_value(text) if key in by_key else text
    return typed_values
