"""Declared settings, each with its default and valid values, and names of people."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final
from unicodedata import category

from greenbaize.rules.naming import (
    JOINERS,
    LONGEST_NAME,
    NAME_PATTERN,
    clusters,
    cut_words,
    folded,
)

NAME_LENGTH: Final = 24
"""Longest player name (characters)."""


def tidy_name(text: str) -> str:
    """Return a valid player name: printable, trimmed and not too long; joined emoji stay whole."""
    printable = "".join(_printable(cluster) for cluster in clusters(text))
    return cut_words(" ".join(printable.split()), NAME_LENGTH).strip()


def _printable(cluster: str) -> str:
    """Return a character cluster without invisible characters that join nothing in it."""
    base = category(cluster[0])
    if base not in ("So", "Lo"):  # only emoji and some scripts are joined
        return "".join(sign if sign.isprintable() else " " for sign in cluster)
    return cluster.rstrip(JOINERS)


def system_name() -> str:
    """Return the login name, or an empty string."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        name = tidy_name(os.environ.get(key, ""))
        if name and name != "root":
            return name[:1].upper() + name[1:]
    return ""


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with numbers for those that would be mistaken for an earlier one."""
    taken: set[str] = set()
    last: dict[str, int] = {}  # last number by name, so that no number is tried twice
    apart = []
    for name in names:
        fresh, number = name, last.get(name, 1)
        while folded(fresh) in taken:
            number += 1
            tail = f" {number}"
            fresh = cut_words(name, NAME_LENGTH - len(tail)).rstrip() + tail
        last[name] = number
        taken.add(folded(fresh))
        apart.append(fresh)
    return tuple(apart)


THEMES: Final = ("system", "light", "dark")
CARD_FACES: Final = ("classic", "deco", "large")
CARD_BACKS: Final = ("leaves", "fans", "lattice", "guilloche")
CARD_LETTERS: Final = ("auto", "latin", "cyrillic")
CLOTHS: Final = ("baize", "wine", "slate")
SYSTEM, FULL, NONE = "system", "full", "none"
MOTIONS: Final = (SYSTEM, FULL, NONE)
SMALLEST_TEXT: Final = 1.0
LARGEST_TEXT: Final = 2.0
"""Largest text scale, relative to the default."""
SLOWEST: Final = 0.5
FASTEST: Final = 3.0
SHORTEST_TRICK: Final = 0.3
LONGEST_TRICK: Final = 5.0
"""Longest time that a full trick stays (s)."""
AUTO, ON, OFF = "auto", "on", "off"
BRIEF = "brief"
SLOWEST_SPEECH: Final = 80
FASTEST_SPEECH: Final = 600
"""Fastest speech rate (words per minute)."""
LEARNING: Final = 3
"""Number of finished matches after which tricks no longer wait for a click by default."""
LONGEST_TEXT: Final = 100_000
MOST_FORMER: Final = 50
"""Largest number of former names of a person."""

_LANGUAGE: Final = re.compile("[a-z]{2,3}")
_NAME: Final = re.compile(NAME_PATTERN)

Fits = Mapping[str, Callable[[object], bool]]


def is_name(value: object) -> bool:
    """Return True if a value may be a name."""
    return isinstance(value, str) and len(value) <= LONGEST_NAME and bool(_NAME.match(value))


def _is_tidy_name(value: object) -> bool:
    return is_name(value) and value == tidy_name(str(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_language(value: object) -> bool:
    """Return True if a value may be a language; other versions may have others."""
    return value == "system" or (isinstance(value, str) and bool(_LANGUAGE.fullmatch(value)))


def _is_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words


def _is_within(least: float, most: float) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and least <= value <= most  # type: ignore[operator]

    return fits


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LEARNING


def _is_a(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


_is_on_or_off = _is_a(bool)


def _are_all(fits: Callable[[object], bool]) -> Callable[[object], bool]:
    def are(values: object) -> bool:
        return isinstance(values, list) and len(values) <= MOST_FORMER and all(map(fits, values))

    return are


def _are_programs(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(is_name(name) and _is_text(words) for name, words in value.items())


def _setting(default: Any, fits: Callable[[object], bool]) -> Any:
    """Return a settings field with its default and the test of its values."""
    return field(default=default, metadata={"fits": fits})


@dataclass(slots=True)
class PersonalSettings:
    """The settings of one person.

    ``former`` are earlier names; ``language`` may be ``system``; ``speed`` multiplies the pace of
    animations; ``trick_seconds`` is how long a full trick stays; ``wait_for_click`` may be ``auto``
    (the first matches, counted by ``finished``); ``last_card`` and ``forced_cards`` play by
    themselves; ``card_letters`` may be ``auto`` (the language's). ``honours`` shows achievements,
    ``ring`` which rank beats which; ``volume`` is 0 to 1; ``speak`` may be ``auto`` (while an
    assistive tool listens), ``speech_waits`` waits for the end of speech, ``speech_rate`` is in
    words per minute. ``setups`` has each game's last options as the new-match dialog writes them,
    ``guided`` the games whose guided first deal is no longer offered. With ``keys_ask``, one key
    chooses and the same key confirms.
    """

    your_name: str = _setting("", _is_tidy_name)
    face: str = _setting("", is_name)
    colour: str = _setting("", is_name)
    former: list[str] = field(default_factory=list, metadata={"fits": _are_all(_is_tidy_name)})
    language: str = _setting("system", _is_language)
    theme: str = _setting("system", _is_one_of(*THEMES))
    cloth: str = _setting("baize", _is_one_of(*CLOTHS))
    motion: str = _setting(SYSTEM, _is_one_of(*MOTIONS))
    text_size: float = _setting(1.0, _is_within(SMALLEST_TEXT, LARGEST_TEXT))
    left_handed: bool = _setting(False, _is_on_or_off)
    speed: float = _setting(1.0, _is_within(SLOWEST, FASTEST))
    trick_seconds: float = _setting(1.2, _is_within(SHORTEST_TRICK, LONGEST_TRICK))
    wait_for_click: str = _setting(AUTO, _is_one_of(AUTO, ON, OFF))
    finished: int = _setting(0, _is_count)
    last_card: bool = _setting(True, _is_on_or_off)
    forced_cards: bool = _setting(False, _is_on_or_off)
    single_click: bool = _setting(False, _is_on_or_off)
    keys_ask: bool = _setting(False, _is_on_or_off)
    four_colours: bool = _setting(False, _is_on_or_off)
    card_faces: str = _setting(CARD_FACES[0], _is_one_of(*CARD_FACES))
    card_back: str = _setting(CARD_BACKS[0], _is_one_of(*CARD_BACKS))
    card_letters: str = _setting(CARD_LETTERS[0], _is_one_of(*CARD_LETTERS))
    warn: bool = _setting(False, _is_on_or_off)
    offer_review: bool = _setting(False, _is_on_or_off)
    honours: bool = _setting(True, _is_on_or_off)
    ring: bool = _setting(True, _is_on_or_off)
    sound: bool = _setting(True, _is_on_or_off)
    volume: float = _setting(0.5, _is_within(0.0, 1.0))
    sound_cards: bool = _setting(True, _is_on_or_off)
    sound_turn: bool = _setting(True, _is_on_or_off)
    sound_results: bool = _setting(True, _is_on_or_off)
    speak: str = _setting(AUTO, _is_one_of(AUTO, ON, OFF))
    wording: str = _setting(FULL, _is_one_of(FULL, BRIEF))
    speech_waits: bool = _setting(True, _is_on_or_off)
    speech_rate: float = _setting(180.0, _is_within(SLOWEST_SPEECH, FASTEST_SPEECH))
    last_game: str = _setting("", is_name)
    setups: dict[str, Any] = field(default_factory=dict, metadata={"fits": _is_a(dict)})
    guided: list[str] = field(default_factory=list, metadata={"fits": _are_all(is_name)})


@dataclass(slots=True)
class DeclaredSettings(PersonalSettings):
    """All settings: a person's own first, then those of this computer.

    ``side`` shows the sheet beside the table; ``programs`` are command lines of external bots by
    name, sandboxed if ``sandbox``; ``table`` has the last table that was opened to friends;
    ``geometry`` the window's state in base64.
    """

    side: bool = _setting(True, _is_on_or_off)
    programs: dict[str, str] = field(default_factory=dict, metadata={"fits": _are_programs})
    sandbox: bool = _setting(False, _is_on_or_off)
    table: dict[str, Any] = field(default_factory=dict, metadata={"fits": _is_a(dict)})
    geometry: str = _setting("", _is_text)


_FITS: Final[Fits] = {one.name: one.metadata["fits"] for one in fields(DeclaredSettings)}
PERSONAL: Final[Fits] = {one.name: _FITS[one.name] for one in fields(PersonalSettings)}
"""A person's own settings by name, with the tests of their values."""
SHARED: Final[Fits] = {name: fits for name, fits in _FITS.items() if name not in PERSONAL}
"""Settings shared by all persons by name, with the tests of their values."""


def brought_up(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a person's settings in the current form; motion was once only on or off."""
    values = dict(values)
    moved = values.get("motion")
    if isinstance(moved, bool):
        values["motion"] = FULL if moved else NONE
    return values
