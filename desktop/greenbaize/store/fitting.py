"""Which values each setting may have; whatever else a file says takes its default."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from greenbaize.rules.naming import LONGEST_NAME, NAME_PATTERN
from greenbaize.store.tidy import tidy_name

THEMES: Final = ("system", "light", "dark")
CARD_FACES: Final = ("classic", "deco", "large")
CARD_BACKS: Final = ("leaves", "fans", "lattice", "guilloche")
CARD_LETTERS: Final = ("auto", "latin", "cyrillic")
CLOTHS: Final = ("baize", "wine", "slate")
SYSTEM, FULL, NONE = "system", "full", "none"
MOTIONS: Final = (SYSTEM, FULL, NONE)
SMALLEST_TEXT: Final = 1.0
LARGEST_TEXT: Final = 2.0
"""The limits of how large everything is written, against the usual size."""
SLOWEST: Final = 0.5
FASTEST: Final = 3.0
SHORTEST_TRICK: Final = 0.3
LONGEST_TRICK: Final = 5.0
"""The limits of how long a full trick stays, in seconds."""
AUTO, ON, OFF = "auto", "on", "off"
FULL, BRIEF = "full", "brief"
SLOWEST_SPEECH: Final = 80
FASTEST_SPEECH: Final = 600
"""The limits of how fast somebody is spoken to, in words a minute."""
LEARNING: Final = 3
"""After so many finished matches tricks wait for no click any more, unless somebody chose so."""
LONGEST_TEXT: Final = 100_000
MOST_FORMER: Final = 50
"""So many former names are kept of a person."""

_LANGUAGE: Final = re.compile("[a-z]{2,3}")
_NAME: Final = re.compile(NAME_PATTERN)

Fits = Mapping[str, Callable[[object], bool]]


def is_name(value: object) -> bool:
    """Whether something may be called a name."""
    return isinstance(value, str) and len(value) <= LONGEST_NAME and bool(_NAME.match(value))


def _is_on_or_off(value: object) -> bool:
    return isinstance(value, bool)


def _is_tidy_name(value: object) -> bool:
    return is_name(value) and value == tidy_name(str(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _is_language(value: object) -> bool:
    """Whether it may be one; another version may speak what this one does not."""
    return value == "system" or (isinstance(value, str) and bool(_LANGUAGE.fullmatch(value)))


def _is_within(least: float, most: float) -> Callable[[object], bool]:
    def fits(value: object) -> bool:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and least <= value <= most  # type: ignore[operator]

    return fits


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LEARNING


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _are_names(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_FORMER and all(map(_is_tidy_name, value))


def _are_games(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_FORMER and all(map(is_name, value))


def _are_programs(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(is_name(name) and _is_text(words) for name, words in value.items())


PERSONAL: Final[Fits] = {
    "your_name": _is_tidy_name,
    "face": is_name,
    "colour": is_name,
    "former": _are_names,
    "language": _is_language,
    "theme": lambda value: value in THEMES,
    "cloth": lambda value: value in CLOTHS,
    "motion": lambda value: value in MOTIONS,
    "text_size": _is_within(SMALLEST_TEXT, LARGEST_TEXT),
    "left_handed": _is_on_or_off,
    "speed": _is_within(SLOWEST, FASTEST),
    "trick_seconds": _is_within(SHORTEST_TRICK, LONGEST_TRICK),
    "wait_for_click": lambda value: value in (AUTO, ON, OFF),
    "finished": _is_count,
    "last_card": _is_on_or_off,
    "forced_cards": _is_on_or_off,
    "single_click": _is_on_or_off,
    "keys_ask": _is_on_or_off,
    "four_colours": _is_on_or_off,
    "card_faces": lambda value: value in CARD_FACES,
    "card_back": lambda value: value in CARD_BACKS,
    "card_letters": lambda value: value in CARD_LETTERS,
    "warn": _is_on_or_off,
    "offer_review": _is_on_or_off,
    "honours": _is_on_or_off,
    "ring": _is_on_or_off,
    "sound": _is_on_or_off,
    "volume": _is_within(0.0, 1.0),
    "sound_cards": _is_on_or_off,
    "sound_turn": _is_on_or_off,
    "sound_results": _is_on_or_off,
    "speak": lambda value: value in (AUTO, ON, OFF),
    "wording": lambda value: value in (FULL, BRIEF),
    "speech_waits": _is_on_or_off,
    "speech_rate": _is_within(SLOWEST_SPEECH, FASTEST_SPEECH),
    "last_game": is_name,
    "setups": _is_object,
    "guided": _are_games,
}
"""What each person has of their own, by the names of the settings."""

SHARED: Final[Fits] = {
    "side": _is_on_or_off,
    "programs": _are_programs,
    "sandbox": _is_on_or_off,
    "table": _is_object,
    "geometry": _is_text,
}
"""What all persons at this computer have in common."""


def brought_up(values: Mapping[str, Any]) -> dict[str, Any]:
    """What a person has set, as it is written today.

    Whether cards move was on or off before there was the system's wish to go by.
    """
    values = dict(values)
    moved = values.get("motion")
    if isinstance(moved, bool):
        values["motion"] = FULL if moved else NONE
    return values
