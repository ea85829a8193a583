"""House rules: options of a game that a person keeps under a name, and their line of text.

They hold the chosen values without those that follow their defaults, so they fit any number of
players, as far as the values do. ``docs/house-rules.md`` describes the line for other programs.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from greenbaize.match.header import GamesByName
from greenbaize.rules.decoding import quote_value
from greenbaize.rules.errors import GameError, OptionError
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.name_text import fold_name, has_visible_character
from greenbaize.rules.options import (
    OptionValues,
    parse_option_assignments,
    resolve_options,
)
from greenbaize.store.declared_settings import HOUSE_RULES_TAG, tidy_text
from greenbaize.store.history import encode_match_rules
from greenbaize.store.settings import UserSettings
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import TableRule, resolve_known_options, table_rules
from greenbaize.words.names import isolate_direction

MAX_NAME_LENGTH: Final = 40
"""Longest name of house rules (characters)."""
MAX_HOUSE_RULES: Final = 200
"""Most house rules that a person can keep."""
MAX_TEXT_LENGTH: Final = 2000
"""Most characters of a text in which the line is looked for."""
_OPTIONS_KEY: Final = "options"
_QUOTED_PATTERN: Final = re.compile(
    # Letters and messengers replace straight quotation marks.
    r'"(?P<straight>(?:[^"\\]|\\.)*)"|“(?P<curly>[^“”]*)”|„(?P<low>[^„“”]*)[“”]|«(?P<angle>[^«»]*)»'
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """Options of a game with a name; ``values`` has only the chosen ones."""

    name: str
    game: str
    values: Mapping[str, object]


def tidy_rules_name(text: str) -> str:
    """Return a valid name of house rules, or an empty text if nothing of it can be seen."""
    name = tidy_text(text, MAX_NAME_LENGTH)
    return name if has_visible_character(name) else ""


# What they are


def find_value_error(game: Game[Any], values: Mapping[str, object]) -> OptionError | None:
    """Return why no number of players can have these values, or None if one can."""
    error: OptionError | None = None
    for seats in game.seats:
        try:
            resolve_options(game.options, seats, values)
        except OptionError as seats_error:
            error = error or seats_error
        else:
            return None
    return error


def resolve_house_rules(game: Game[Any], seats: int, rules: HouseRules) -> OptionValues | None:
    """Return all options as the rules set them, or None where so many players cannot have them."""
    try:
        return resolve_options(game.options, seats, rules.values)
    except OptionError:
        return None


def describe_house_rules(game: Game[Any], rules: HouseRules) -> list[str]:
    """Return a sentence for each value, for the first number of players that can have it."""
    for seats in game.seats:
        settings = resolve_house_rules(game, seats, rules)
        if settings is not None:
            return [rule.sentence for rule in list_unusual_rules(game, seats, settings)]
    return []


def format_rules_name(name: str) -> str:
    """Return the name of house rules in a heading, or an empty text without one."""
    return tr("House rules “{name}”").format(name=isolate_direction(name)) if name else ""


def list_unusual_rules(
    game: Game[Any], seats: int, options: Mapping[str, Any]
) -> tuple[TableRule, ...]:
    """Return what a table has set otherwise than usual."""
    return tuple(rule for rule in table_rules(game.options, seats, options) if rule.default_value)


def find_matching_rules(
    kept_rules: Iterable[HouseRules], game: Game[Any], seats: int, options: Mapping[str, object]
) -> HouseRules | None:
    """Return the first house rules that a table with these options plays by, or None."""
    try:
        settings = resolve_options(game.options, seats, options)
    except OptionError:
        return None
    for rules in kept_rules:
        if rules.game == game.name and resolve_house_rules(game, seats, rules) == settings:
            return rules
    return None


def list_rules_keys(games: GamesByName, kept_rules: Iterable[HouseRules]) -> tuple[str, ...]:
    """Return how matches by some of these rules are stored in the database of matches."""
    keys = []
    for rules in kept_rules:
        game = games[rules.game]
        for seats in game.seats:
            settings = resolve_house_rules(game, seats, rules)
            if settings is not None:
                keys.append(encode_match_rules(seats, settings))
    return tuple(keys)


class TableRules(NamedTuple):
    """What a table has set: its unusual options, and the house rules that it plays by, if any."""

    unusual: tuple[TableRule, ...]
    house_rules: HouseRules | None = None

    @property
    def sentence(self) -> str:
        """One line for a slip, a sheet or a waiting room."""
        if not self.unusual:
            return tr("The usual rules.")
        texts = " · ".join(rule.sentence for rule in self.unusual)
        if self.house_rules is None:
            return tr("Not as usual: {rules}").format(rules=texts)
        heading = format_rules_name(self.house_rules.name)
        return tr("{title}: {value}").format(title=heading, value=texts)


def find_table_rules(
    kept_rules: Iterable[HouseRules], game: Game[Any], seats: int, options: Mapping[str, object]
) -> TableRules | None:
    """Return what a table has set, by a header or a lobby, or None if that is not allowed."""
    settings = resolve_known_options(game, seats, options)
    if settings is None:
        return None
    return TableRules(
        list_unusual_rules(game, seats, settings),
        find_matching_rules(kept_rules, game, seats, settings),
    )


# In the settings


def list_house_rules(
    settings: UserSettings, games: GamesByName, game: str = ""
) -> list[HouseRules]:
    """Return the current person's house rules, of one game or of all, in the order kept.

    What is damaged or of a newer program stays in the settings and is left out here.
    """
    found = []
    for key, entry in settings.house_rules.items():
        game_name, _, name = key.partition(" ")
        values = entry.get(_OPTIONS_KEY) if isinstance(entry, dict) else None
        if (
            game_name in games
            and game in ("", game_name)
            and name
            and tidy_rules_name(name) == name
            and isinstance(values, dict)
            and values
            and find_value_error(games[game_name], values) is None
        ):
            found.append(HouseRules(name, game_name, values))
    return found


def find_house_rules(
    settings: UserSettings, games: GamesByName, name: str, game: str = ""
) -> list[HouseRules]:
    """Return the house rules of a name, one for each game that has it; ``GameError`` if none."""
    kept_rules = list_house_rules(settings, games, game)
    found = [rules for rules in kept_rules if fold_name(rules.name) == fold_name(name.strip())]
    if not found:
        names = ", ".join(dict.fromkeys(rules.name for rules in kept_rules))
        code = "house-rules-unknown" if names else "house-rules-nothing-kept"
        raise GameError(Message(code, {"name": quote_value(name), "known": names}))
    return found


def find_name_error(
    settings: UserSettings, game: str, name: str, old_name: str = ""
) -> Message | None:
    """Return why house rules of a game cannot have this name, or None.

    ``old_name`` is theirs until now, empty for new ones.
    """
    if not tidy_rules_name(name):
        return Message("house-rules-no-name")
    wanted_key = fold_name(_settings_key(game, tidy_rules_name(name)))
    other_keys = settings.house_rules.keys() - {_settings_key(game, old_name)}
    if wanted_key in map(fold_name, other_keys):
        return Message("house-rules-name-taken", {"name": tidy_rules_name(name)})
    if not old_name and len(settings.house_rules) >= MAX_HOUSE_RULES:
        return Message("house-rules-full", {"count": MAX_HOUSE_RULES})
    return None


def keep_house_rules(settings: UserSettings, rules: HouseRules) -> HouseRules:
    """Add house rules to the settings under a tidy name; ``GameError`` if the name is not free."""
    error = find_name_error(settings, rules.game, rules.name)
    if error is not None:
        raise GameError(error)
    kept = replace(rules, name=tidy_rules_name(rules.name))
    entry = {_OPTIONS_KEY: json.loads(json.dumps(dict(rules.values)))}  # as a file has it
    settings.house_rules = {**settings.house_rules, _settings_key(kept.game, kept.name): entry}
    return kept


def rename_house_rules(settings: UserSettings, rules: HouseRules, name: str) -> HouseRules:
    """Rename house rules, which keep their place in the order; ``GameError`` as when kept."""
    error = find_name_error(settings, rules.game, name, rules.name)
    if error is not None:
        raise GameError(error)
    renamed = replace(rules, name=tidy_rules_name(name))
    old_key, new_key = (
        _settings_key(rules.game, rules.name),
        _settings_key(rules.game, renamed.name),
    )
    settings.house_rules = {
        new_key if key == old_key else key: entry for key, entry in settings.house_rules.items()
    }
    return renamed


def remove_house_rules(settings: UserSettings, rules: HouseRules) -> None:
    removed_key = _settings_key(rules.game, rules.name)
    settings.house_rules = {
        key: entry for key, entry in settings.house_rules.items() if key != removed_key
    }


def _settings_key(game: str, name: str) -> str:
    """Return the key in the settings: windows that run at the same time merge by it."""
    return f"{game} {name}"


# As a line of text


def encode_house_rules(rules: HouseRules) -> str:
    """Return the line of text with which house rules are shared."""
    words = [HOUSE_RULES_TAG, rules.game]
    words += [f"{key}={_encode_value(value)}" for key, value in rules.values.items()]
    name = rules.name.replace("\\", "\\\\").replace('"', '\\"')
    return " ".join([*words, f'"{name}"'])


def _encode_value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


def decode_house_rules(text: str, games: GamesByName) -> HouseRules:
    """Return the house rules of the first line in a text; ``GameError`` says what is wrong.

    The name is empty if the line has none.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise GameError(Message("house-rules-long"))
    _, tag, rest = text.partition(HOUSE_RULES_TAG)
    if not tag:
        raise GameError(Message("house-rules-none"))
    line = (rest.splitlines() or [""])[0]
    quoted = _QUOTED_PATTERN.search(line)
    words = (line if quoted is None else line[: quoted.start()]).split()
    if not words:
        raise GameError(Message("house-rules-none"))
    if words[0] not in games:
        known = ", ".join(games)
        raise GameError(Message("game-unknown", {"game": quote_value(words[0]), "known": known}))
    game = games[words[0]]
    values = _read_values(game, words[1:])
    name = "" if quoted is None else next(part for part in quoted.groups() if part is not None)
    return HouseRules(tidy_rules_name(re.sub(r"\\(.)", r"\1", name)), game.name, values)


def _read_values(game: Game[Any], words: Sequence[str]) -> dict[str, object]:
    values = parse_option_assignments(game.options, words)
    if not values:
        raise GameError(Message("house-rules-usual"))
    error = find_value_error(game, values)
    if error is not None:
        raise error
    return values
