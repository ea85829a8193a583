"""The options of a game's matches: limits, defaults, titles and texts.

Limits and defaults may depend on the number of players and on the options declared before.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from greenbaize.cards import Suit
from greenbaize.rules.decoding import quoted
from greenbaize.rules.errors import OptionError
from greenbaize.rules.messages import Message, Value

OptionValue = int | bool | str | tuple[str, ...]


class Settings(dict[str, OptionValue]):
    """The options of a match with their values, as in the header, with accessors by type.

    Options do not change once they are resolved. Accessors raise ``TypeError`` for an option of
    another type and ``KeyError`` for one that the game does not have.
    """

    __slots__ = ()

    def number(self, key: str) -> int:
        value = self[key]
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise TypeError(f"{key} is no number")

    def flag(self, key: str) -> bool:
        value = self[key]
        if isinstance(value, bool):
            return value
        raise TypeError(f"{key} is not yes or no")

    def word(self, key: str) -> str:
        value = self[key]
        if isinstance(value, str):
            return value
        raise TypeError(f"{key} is no word")

    def suits(self, key: str) -> tuple[Suit, ...]:
        value = self[key]
        if isinstance(value, tuple):
            return tuple(map(Suit.of, value))
        raise TypeError(f"{key} are no suits")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Option(ABC):
    """Common part of options: a title, and a sentence about the effect, both marked.

    Without a title it is called by its key. ``shortens_match`` is for a non-standard option that
    makes a match short: with its default value it is left out of every header, so that programs
    which do not know it read full matches as before.
    """

    title: str = ""
    line: str = ""
    shortens: bool = False

    @abstractmethod
    def default_for(self, seats: int, settings: Settings) -> Any:
        """Return the value where nobody chose one."""

    def old_for(self, seats: int, settings: Settings) -> Any:
        """Return the value in records older than the option."""
        return self.default_for(seats, settings)

    @abstractmethod
    def checked(self, value: object, seats: int, settings: Settings) -> Any:
        """Return the value if it is allowed; ``OptionError`` otherwise."""

    def parsed(self, text: str) -> object:
        """Return the value a person typed, not yet validated."""
        return text


@dataclass(frozen=True, slots=True)
class YesNo(_Option):
    """An option that is on or off.

    ``legacy_value`` is its value in records older than the option, if not the default.
    ``description`` says what it changes; ``off_description`` is one sentence, marked, about what
    holds without it.
    """

    key: str
    default: bool
    old: bool | None = None
    off: str = ""

    def default_for(self, seats: int, settings: Settings) -> bool:
        return self.default

    def old_for(self, seats: int, settings: Settings) -> bool:
        return self.default if self.old is None else self.old

    def checked(self, value: object, seats: int, settings: Settings) -> bool:
        if not isinstance(value, bool):
            raise OptionError(Message("option-yes-no", {"key": self.key, "value": quoted(value)}))
        return value

    def parsed(self, text: str) -> object:
        return {"true": True, "false": False}.get(text, text)


@dataclass(frozen=True, slots=True)
class Number(_Option):
    """A whole number within limits.

    ``compute_limits`` returns the lowest and highest value, ``compute_default`` the default. Both
    are called with the number of players and the options resolved so far; so is
    ``compute_legacy_value``, if the value in older records is not the default.
    """

    key: str
    usual: Callable[[int, Settings], int]
    span: Callable[[int, Settings], tuple[int, int]]
    old: Callable[[int, Settings], int] | None = None

    def default_for(self, seats: int, settings: Settings) -> int:
        return self.usual(seats, settings)

    def old_for(self, seats: int, settings: Settings) -> int:
        return (self.old or self.usual)(seats, settings)

    def checked(self, value: object, seats: int, settings: Settings) -> int:
        low, high = self.span(seats, settings)
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            texts: dict[str, Value] = {"key": self.key, "value": quoted(value)}
            limits = {"low": low, "high": high, "seats": seats}
            raise OptionError(Message("option-number", {**texts, **limits}))
        return value

    def parsed(self, text: str) -> object:
        try:
            return int(text)
        except ValueError:
            return text


@dataclass(frozen=True, slots=True)
class Choice(_Option):
    """One word out of a few; ``compute_default`` returns the default.

    ``max_seats`` limits the number of players for some words. ``legacy_value`` is the word in
    records older than the option, if not the default; where too many play for it, they have the
    default. ``value_titles`` are the marked titles of words; a word without one is shown as
    written. ``value_descriptions`` are marked sentences on what holds with a word.
    ``recommendations`` has, for a number of players, a word that suits them better than the
    default, and the marked reason.
    """

    key: str
    words: tuple[str, ...]
    usual: Callable[[int, Settings], str]
    old: str = ""
    most: Mapping[str, int] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    advice: Mapping[int, tuple[str, str]] = field(default_factory=dict)

    def words_for(self, seats: int) -> tuple[str, ...]:
        return tuple(word for word in self.words if seats <= self.most.get(word, seats))

    def default_for(self, seats: int, settings: Settings) -> str:
        return self.usual(seats, settings)

    def old_for(self, seats: int, settings: Settings) -> str:
        return self.old if self.old in self.words_for(seats) else self.usual(seats, settings)

    def checked(self, value: object, seats: int, settings: Settings) -> str:
        words = self.words_for(seats)
        if not isinstance(value, str) or value not in words:
            values: dict[str, Value] = {"key": self.key, "value": quoted(value)}
            values |= {"words": ", ".join(words), "seats": seats}
            raise OptionError(Message("option-choice", values))
        return value


@dataclass(frozen=True, slots=True)
class Suits(_Option):
    """A number of different suits, as letters; ``compute_count`` returns how many.

    The default takes the first ones of clubs, hearts, diamonds, spades.
    """

    key: str
    count: Callable[[int, Settings], int]

    def default_for(self, seats: int, settings: Settings) -> tuple[str, ...]:
        return tuple("CHDS"[: self.count(seats, settings)])

    def checked(self, value: object, seats: int, settings: Settings) -> tuple[str, ...]:
        count = self.count(seats, settings)
        given = value if isinstance(value, list | tuple) else ("",)
        letters = tuple(given) if all(isinstance(one, str) for one in given) else ("",)
        if len(set(letters)) != len(letters) or not set(letters) <= set("CDHS"):
            letters = ("",)
        if len(letters) != count or letters == ("",):
            shown = quoted("".join(map(quoted, given))) if given is value else quoted(value)
            values: dict[str, Value] = {"key": self.key, "value": shown, "count": count}
            raise OptionError(Message("option-suits" if count else "option-no-suits", values))
        return letters

    def parsed(self, text: str) -> object:
        return tuple(text)


Option = YesNo | Number | Choice | Suits


def settled(
    options: Sequence[Option], seats: int, given: Mapping[str, object], *, old: bool = False
) -> Settings:
    """Return every option with its chosen value, validated, or else the default.

    ``is_legacy`` is for a record's header, where a missing option has the value of older records.
    Options that shorten a match are left out where they do not.

    Raises:
        OptionError: an option is unknown or a value is not allowed.
    """
    unknown = set(given) - {option.key for option in options}
    if unknown:
        values = {"key": min(unknown), "known": ", ".join(option.key for option in options)}
        raise OptionError(Message("option-unknown", values))
    settings = Settings()
    for option in options:
        usual: Any = (option.old_for if old else option.default_for)(seats, settings)
        value: Any = option.checked(given.get(option.key, usual), seats, settings)
        if not (option.shortens and value == option.default_for(seats, settings)):
            settings[option.key] = value
    return settings


def is_short(options: Sequence[Option], settings: Mapping[str, object]) -> bool:
    """Return True if resolved options make a match shorter than the rules do."""
    return any(option.shortens and option.key in settings for option in options)


def settled_or_usual(
    options: Sequence[Option], seats: int, given: Mapping[str, object]
) -> Settings:
    """Return every option as chosen, or the defaults if the game does not accept the choice."""
    try:
        return settled(options, seats, given)
    except OptionError:
        return settled(options, seats, {})


def parsed(options: Sequence[Option], words: Sequence[str]) -> dict[str, object]:
    """Return options from typed ``key=value`` words, not yet resolved, or raise ``OptionError``."""
    by_key = {option.key: option for option in options}
    given: dict[str, object] = {}
    for word in words:
        key, sign, text = word.partition("=")
        if not sign:
            raise OptionError(Message("option-form", {"word": word}))
        if key in given:
            raise OptionError(Message("option-twice", {"key": key}))
        given[key] = by_key[key].parsed(text) if key in by_key else text
    return given
