"""Declared settings, each with its default and valid values, and names of people."""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final
from unicodedata import category

from greenbaize.rules.name_text import (
    JOINER_CHARACTERS,
    MAX_NAME_TEXT_LENGTH,
    NAME_PATTERN,
    fold_name,
    split_graphemes,
    truncate_graphemes,
)
from greenbaize.rules.players import DEFAULT_PAR_LEVEL, PAR_LEVELS

MAX_PLAYER_NAME_LENGTH: Final = 24
"""Longest player name (characters)."""


def tidy_name(text: str) -> str:
    """Return a valid player name: printable, trimmed and not too long; joined emoji stay whole."""
    return tidy_text(text, MAX_PLAYER_NAME_LENGTH)


def tidy_text(text: str, max_length: int) -> str:
    """Return a text as one line without invisible characters, with at most so many characters."""
    printable = "".join(_printable_cluster(cluster) for cluster in split_graphemes(text))
    return truncate_graphemes(" ".join(printable.split()), max_length).strip()


def _printable_cluster(cluster: str) -> str:
    """Return a character cluster without invisible characters that join nothing in it."""
    base = category(cluster[0])
    if base not in ("So", "Lo"):  # only emoji and some scripts are joined
        return "".join(sign if sign.isprintable() else " " for sign in cluster)
    return cluster.rstrip(JOINER_CHARACTERS)


def login_name() -> str:
    """Return the login name, or an empty string."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        name = tidy_name(os.environ.get(key, ""))
        if name and name != "root":
            return name[:1].upper() + name[1:]
    return ""


def unique_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names, with numbers for those that would be mistaken for an earlier one."""
    used_names: set[str] = set()
    last_numbers: dict[str, int] = {}  # last number by name, so that no number is tried twice
    result = []
    for name in names:
        candidate, number = name, last_numbers.get(name, 1)
        while fold_name(candidate) in used_names:
            number += 1
            tail = f" {number}"
            candidate = truncate_graphemes(name, MAX_PLAYER_NAME_LENGTH - len(tail)).rstrip() + tail
        last_numbers[name] = number
        used_names.add(fold_name(candidate))
        result.append(candidate)
    return tuple(result)


THEMES: Final = ("system", "light", "dark")
CARD_FACES: Final = ("classic", "deco", "large")
CARD_BACKS: Final = ("leaves", "fans", "lattice", "guilloche")
CARD_LETTERS: Final = ("auto", "latin", "cyrillic")
CLOTHS: Final = ("baize", "wine", "slate")
SYSTEM, FULL, NONE = "system", "full", "none"
MOTIONS: Final = (SYSTEM, FULL, NONE)
MIN_TEXT_SCALE: Final = 1.0
MAX_TEXT_SCALE: Final = 2.0
"""Largest text scale, relative to the default."""
MIN_SPEED: Final = 0.5
MAX_SPEED: Final = 3.0
MIN_TRICK_S: Final = 0.3
MAX_TRICK_S: Final = 5.0
"""Longest time that a full trick stays (s)."""
AUTO, ON, OFF = "auto", "on", "off"
BRIEF = "brief"
LAST, ALL = "last", "all"
FORCED_CARDS: Final = (NONE, LAST, ALL)
"""Which forced cards are played automatically: none, the last of a hand, or all."""
CLICKS, KEYS = "clicks", "keys"
CONFIRMATIONS: Final = (NONE, CLICKS, KEYS, ALL)
"""Which moves are confirmed by doing the same again: none, of the mouse, of keys, or all."""
MIN_SPEECH_RATE: Final = 80
MAX_SPEECH_RATE: Final = 600
"""Fastest speech rate (words per minute)."""
LEARNING_MATCHES: Final = 3
"""Number of finished matches after which tricks no longer wait for a click by default."""
MAX_TEXT_LENGTH: Final = 100_000
MAX_FORMER_NAMES: Final = 50
"""Largest number of former names of a person."""

OWN_PREFIX: Final = "own:"
"""Start of a setting's value that names a deck, back, cloth or set of sounds of one's own."""
MAX_OWN: Final = 200
"""Most decks, backs, cloths and sets of sounds that a person keeps."""

_OWN_PATTERN: Final = re.compile(r"own:[0-9a-f]{16}(?:/\d{1,2})?")
_LANGUAGE_PATTERN: Final = re.compile("[a-z]{2,3}")
_VALID_NAME_PATTERN: Final = re.compile(NAME_PATTERN)

HOUSE_RULES_TAG: Final = "greenbaize-rules"
"""First word of the line of text with which house rules are shared."""

Validators = Mapping[str, Callable[[object], bool]]


def is_valid_name(value: object) -> bool:
    """Return True if a value may be a name."""
    return (
        isinstance(value, str)
        and len(value) <= MAX_NAME_TEXT_LENGTH
        and bool(_VALID_NAME_PATTERN.match(value))
    )


def _is_tidy_name(value: object) -> bool:
    return is_valid_name(value) and value == tidy_name(str(value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH


def _is_language(value: object) -> bool:
    """Return True if a value may be a language; other versions may have others."""
    return value == "system" or (
        isinstance(value, str) and bool(_LANGUAGE_PATTERN.fullmatch(value))
    )


def _is_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words


def is_own_setting(value: object) -> bool:
    """Return True if a value names something of a person's own, perhaps one back of a deck."""
    return isinstance(value, str) and bool(_OWN_PATTERN.fullmatch(value))


def _is_own_or_one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: value in words or is_own_setting(value)


def _are_own(values: object) -> bool:
    return isinstance(values, list) and len(values) <= MAX_OWN and all(map(is_own_setting, values))


def _is_within(minimum: float, maximum: float) -> Callable[[object], bool]:
    def is_valid(value: object) -> bool:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return number and minimum <= value <= maximum  # type: ignore[operator]

    return is_valid


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LEARNING_MATCHES


def _is_instance_of(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, kind)


_is_on_or_off = _is_instance_of(bool)


def _are_all(is_valid: Callable[[object], bool]) -> Callable[[object], bool]:
    def are_valid(values: object) -> bool:
        return (
            isinstance(values, list)
            and len(values) <= MAX_FORMER_NAMES
            and all(map(is_valid, values))
        )

    return are_valid


def _are_programs(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    return all(is_valid_name(name) and _is_text(words) for name, words in value.items())


def _declare_setting(default: Any, is_valid: Callable[[object], bool]) -> Any:
    """Return a settings field with its default and the test of its values."""
    return field(default=default, metadata={"is_valid": is_valid})


@dataclass(slots=True)
class PersonalSettings:
    """The settings of one person.

    ``former`` are earlier names; ``language`` may be ``system``; ``speed`` multiplies the pace of
    animations; ``trick_seconds`` is how long a full trick stays; ``wait_for_click`` may be ``auto``
    (the first matches, counted by ``finished``); ``forced_cards`` are those played automatically;
    ``confirm_moves`` are those that need the same click or key twice; ``card_letters`` may be
    ``auto`` (the language's). ``large_index`` lays our indices over a deck of one's own;
    ``sounds`` are ours if empty; ``own`` are the decks, backs, cloths and sounds that the person
    has added, also named by ``card_faces``, ``card_back`` and ``cloth``. ``par`` is the
    level that plays every deal again, or ``none``; ``sheet_par`` shows its column in
    whole sheets; ``honours`` shows achievements, ``reviews_deals`` reviews matches in the
    background,
    ``deal_of_day`` offers that on the first screen,
    ``ring`` which rank beats which; ``volume`` is 0 to 1; ``speak`` may be ``auto`` (while an
    assistive tool listens), ``speech_waits`` waits for the end of speech, ``speech_rate`` is in
    words per minute. ``setups`` has each game's last options as the new-match dialog writes them,
    ``house_rules`` options under a name of their own by game and name (``app/house_rules.py``),
    ``guided`` the games whose guided first deal is no longer offered, ``warmed_up`` the steps
    before one, or before a first match, that do not come by themselves any more.
    """

    your_name: str = _declare_setting("", _is_tidy_name)
    face: str = _declare_setting("", is_valid_name)
    colour: str = _declare_setting("", is_valid_name)
    former: list[str] = field(default_factory=list, metadata={"is_valid": _are_all(_is_tidy_name)})
    language: str = _declare_setting("system", _is_language)
    theme: str = _declare_setting("system", _is_one_of(*THEMES))
    cloth: str = _declare_setting("baize", _is_own_or_one_of(*CLOTHS))
    motion: str = _declare_setting(SYSTEM, _is_one_of(*MOTIONS))
    text_size: float = _declare_setting(1.0, _is_within(MIN_TEXT_SCALE, MAX_TEXT_SCALE))
    left_handed: bool = _declare_setting(False, _is_on_or_off)
    speed: float = _declare_setting(1.0, _is_within(MIN_SPEED, MAX_SPEED))
    trick_seconds: float = _declare_setting(1.2, _is_within(MIN_TRICK_S, MAX_TRICK_S))
    wait_for_click: str = _declare_setting(AUTO, _is_one_of(AUTO, ON, OFF))
    finished: int = _declare_setting(0, _is_count)
    forced_cards: str = _declare_setting(LAST, _is_one_of(*FORCED_CARDS))
    confirm_moves: str = _declare_setting(CLICKS, _is_one_of(*CONFIRMATIONS))
    four_colours: bool = _declare_setting(False, _is_on_or_off)
    card_faces: str = _declare_setting(CARD_FACES[0], _is_own_or_one_of(*CARD_FACES))
    card_back: str = _declare_setting(CARD_BACKS[0], _is_own_or_one_of(*CARD_BACKS))
    card_letters: str = _declare_setting(CARD_LETTERS[0], _is_one_of(*CARD_LETTERS))
    large_index: bool = _declare_setting(False, _is_on_or_off)
    sounds: str = _declare_setting("", _is_own_or_one_of(""))
    own: list[str] = field(default_factory=list, metadata={"is_valid": _are_own})
    warn: bool = _declare_setting(False, _is_on_or_off)
    offer_review: bool = _declare_setting(False, _is_on_or_off)
    par: str = _declare_setting(DEFAULT_PAR_LEVEL, _is_one_of(NONE, *PAR_LEVELS))
    sheet_par: bool = _declare_setting(False, _is_on_or_off)
    honours: bool = _declare_setting(True, _is_on_or_off)
    reviews_deals: bool = _declare_setting(True, _is_on_or_off)
    deal_of_day: bool = _declare_setting(True, _is_on_or_off)
    ring: bool = _declare_setting(True, _is_on_or_off)
    sound: bool = _declare_setting(True, _is_on_or_off)
    volume: float = _declare_setting(0.5, _is_within(0.0, 1.0))
    sound_cards: bool = _declare_setting(True, _is_on_or_off)
    sound_turn: bool = _declare_setting(True, _is_on_or_off)
    sound_results: bool = _declare_setting(True, _is_on_or_off)
    turn_alert: bool = _declare_setting(True, _is_on_or_off)
    speak: str = _declare_setting(AUTO, _is_one_of(AUTO, ON, OFF))
    wording: str = _declare_setting(FULL, _is_one_of(FULL, BRIEF))
    speech_waits: bool = _declare_setting(True, _is_on_or_off)
    speech_rate: float = _declare_setting(180.0, _is_within(MIN_SPEECH_RATE, MAX_SPEECH_RATE))
    last_game: str = _declare_setting("", is_valid_name)
    setups: dict[str, Any] = field(
        default_factory=dict, metadata={"is_valid": _is_instance_of(dict)}
    )
    house_rules: dict[str, Any] = field(
        default_factory=dict, metadata={"is_valid": _is_instance_of(dict)}
    )
    guided: list[str] = field(default_factory=list, metadata={"is_valid": _are_all(is_valid_name)})
    warmed_up: list[str] = field(
        default_factory=list, metadata={"is_valid": _are_all(is_valid_name)}
    )


@dataclass(slots=True)
class DeclaredSettings(PersonalSettings):
    """All settings: a person's own first, then those of this computer.

    ``side`` shows the sheet beside the table; ``programs`` are command lines of external bots by
    name, sandboxed if ``sandbox``; ``table`` has the last table that was opened to friends;
    ``geometry`` the window's state in base64.
    """

    side: bool = _declare_setting(True, _is_on_or_off)
    programs: dict[str, str] = field(default_factory=dict, metadata={"is_valid": _are_programs})
    sandbox: bool = _declare_setting(False, _is_on_or_off)
    table: dict[str, Any] = field(
        default_factory=dict, metadata={"is_valid": _is_instance_of(dict)}
    )
    geometry: str = _declare_setting("", _is_text)


_VALIDATORS: Final[Validators] = {
    setting_field.name: setting_field.metadata["is_valid"]
    for setting_field in fields(DeclaredSettings)
}
PERSONAL_VALIDATORS: Final[Validators] = {
    setting_field.name: _VALIDATORS[setting_field.name]
    for setting_field in fields(PersonalSettings)
}
"""A person's own settings by name, with the tests of their values."""
SHARED_VALIDATORS: Final[Validators] = {
    name: fits for name, fits in _VALIDATORS.items() if name not in PERSONAL_VALIDATORS
}
"""Settings shared by all persons by name, with the tests of their values."""


REPLACED_KEYS: Final = ("last_card", "single_click", "keys_ask")
"""A person's settings of older versions; ``migrate_settings`` reads them into the present ones."""
_CONFIRMATIONS_BY_OLD_VALUES: Final = {
    (False, False): CLICKS,
    (True, False): NONE,
    (False, True): ALL,
    (True, True): KEYS,
}
"""``confirm_moves`` by the older ``single_click`` and ``keys_ask``."""


def migrate_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return a person's settings in the current form.

    ``motion`` was once only on or off, and so were ``forced_cards``, with ``last_card`` beside it;
    ``single_click`` and ``keys_ask`` were settings of their own.
    """
    values = dict(values)
    old_values: dict[str, Any] = {key: values.pop(key) for key in REPLACED_KEYS if key in values}

    def is_on(key: str, *, default: bool = False) -> bool:
        value = old_values.get(key)
        return value if isinstance(value, bool) else default

    motion, forced_cards = values.get("motion"), values.get("forced_cards")
    if isinstance(motion, bool):
        values["motion"] = FULL if motion else NONE
    if forced_cards is True:
        values["forced_cards"] = ALL
    elif isinstance(forced_cards, bool) or (
        "last_card" in old_values and forced_cards not in FORCED_CARDS
    ):
        values["forced_cards"] = LAST if is_on("last_card", default=True) else NONE
    if old_values.keys() - {"last_card"} and values.get("confirm_moves") not in CONFIRMATIONS:
        old_answers = is_on("single_click"), is_on("keys_ask")
        values["confirm_moves"] = _CONFIRMATIONS_BY_OLD_VALUES[old_answers]
    return values
