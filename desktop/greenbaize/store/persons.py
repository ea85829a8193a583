"""The persons of one computer in the settings file: by identity, each with their own settings.

Version 1, which has no version number, had one person's settings beside the shared ones; it is read
as one person with the identity ``FIRST_IDENTITY``.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from greenbaize.rules.messages import Message, mark_text
from greenbaize.rules.name_text import fold_name
from greenbaize.store.declared_settings import (
    PERSONAL_VALIDATORS,
    REPLACED_KEYS,
    is_valid_name,
    login_name,
    migrate_settings,
    unique_names,
)

VERSION: Final = 2
"""Version that is written."""
FIRST_IDENTITY: Final = "1"
"""Identity of the only person in a file of version 1, or without a file."""
MAX_PERSONS: Final = 50
"""Largest number of persons; further ones in a file stay there unread."""
_DEFAULT_NAME: Final = mark_text("You")

SettingValues = dict[str, Any]


class PersonIdentity(NamedTuple):
    """A person who plays at this computer.

    ``name`` may be empty; their matches are found under ``former_names`` too; ``face`` and
    ``colour`` are the window's codes, or empty.
    """

    identity: str
    name: str
    face: str = ""
    colour: str = ""
    former_names: tuple[str, ...] = ()


def parse_person(identity: str, values: Mapping[str, Any]) -> PersonIdentity:
    """Return a person from their values in the file."""
    valid_values = {
        key: value
        for key, value in values.items()
        if key in PERSONAL_VALIDATORS and PERSONAL_VALIDATORS[key](value)
    }
    return PersonIdentity(
        identity,
        valid_values.get("your_name", ""),
        valid_values.get("face", ""),
        valid_values.get("colour", ""),
        tuple(valid_values.get("former", ())),
    )


def generate_identity() -> str:
    """Return a random identity for a new person."""
    return os.urandom(6).hex()


def is_newer_version(values: Mapping[str, Any]) -> bool:
    """Return True if a newer program wrote the file."""
    version = values.get("version")
    if isinstance(version, str):  # another program may write numbers as text
        try:
            version = float(version)
        except ValueError:
            return False
    return isinstance(version, int | float) and not isinstance(version, bool) and version > VERSION


def normalise_persons(values: SettingValues) -> tuple[SettingValues, dict[str, SettingValues]]:
    """Return a file of any version in the current form, and the persons beyond the maximum.

    There is at least one person.
    """
    persons = values.get("persons")
    personal_keys = (*PERSONAL_VALIDATORS, *REPLACED_KEYS)
    own = {key: values.pop(key) for key in personal_keys if key in values}
    if not isinstance(persons, dict):
        persons = {FIRST_IDENTITY: own}
    persons = {
        key: one for key, one in persons.items() if is_valid_name(key) and isinstance(one, dict)
    }
    persons = persons or {FIRST_IDENTITY: {}}
    current_identity = values.get("who")
    if not isinstance(current_identity, str) or current_identity not in persons:
        current_identity = next(iter(persons))
    first = list(persons)[:MAX_PERSONS]
    if current_identity not in first:
        first[-1] = current_identity
    kept_persons = make_names_unique(
        {identity: migrate_settings(persons.pop(identity)) for identity in first}
    )
    return values | {"who": current_identity, "persons": kept_persons}, persons


def merge_value(own: Any, old: Any, other: Any) -> Any:
    """Return the merged setting: the change made here, else the file's; tables merge by entry."""
    if isinstance(own, dict) and isinstance(old, dict) and isinstance(other, dict):
        changed = {key: value for key, value in own.items() if old.get(key, ...) != value}
        removed_keys = old.keys() - own.keys()
        return {key: value for key, value in other.items() if key not in removed_keys} | changed
    return other if own == old else own


def merge_persons(
    current_identity: str,
    own: Mapping[str, SettingValues],
    old: Mapping[str, SettingValues],
    other: Mapping[str, SettingValues],
) -> dict[str, SettingValues]:
    """Return the merged persons: each setting as it was changed here, else as in the file.

    A person removed in one window is gone, unless the other window changed one of their settings or
    they play there; so at least one person remains. ``own`` has this window's values, ``old`` those
    last read or written here, ``other`` the file's.
    """
    persons: dict[str, SettingValues] = {}
    for identity in {**other, **own}:
        own_values, old_values, other_values = (one.get(identity) for one in (own, old, other))
        if own_values is None:
            if old_values is None and other_values is not None:
                persons[identity] = other_values  # a new person of another window
        elif other_values is None:
            if own_values != old_values or identity == current_identity:
                persons[identity] = own_values
        else:
            base = old_values or {}
            persons[identity] = other_values | {
                key: merge_value(value, base.get(key), other_values.get(key, value))
                for key, value in own_values.items()
            }
    return make_names_unique(persons)


def name_error(
    name: str, persons: tuple[PersonIdentity, ...], identity: str = ""
) -> Message | None:
    """Return the error of a trimmed name, or None; ``identity`` is its owner, if known."""
    if not name:
        return Message("person-nameless")
    folded_name = fold_name(name)
    for one in persons:
        if one.identity == identity:
            continue
        if folded_name == fold_name(one.name or login_name()):
            return Message("person-known", {"name": name})
        if folded_name in map(fold_name, one.former_names):
            return Message("person-was", {"name": name, "now": one.name})
    return None


def make_names_unique(persons: Mapping[str, SettingValues]) -> dict[str, SettingValues]:
    """Return a copy of the persons with distinct names, none a former name of another.

    The first keeps a name, others get a number; one person may have no name, others are named after
    the login. A former name that is another person's present one is dropped, and of several owners
    the first keeps it, so that no match counts for two persons.
    """
    fits = PERSONAL_VALIDATORS["your_name"]
    names = {
        identity: one["your_name"] if fits(one.get("your_name")) else ""
        for identity, one in persons.items()
    }
    nameless = [identity for identity, name in names.items() if not name]
    # The first one stays without a name, but no other person may use the default name either.
    default_names = (
        dict.fromkeys(nameless, login_name() or _DEFAULT_NAME) if len(nameless) > 1 else {}
    )
    wanted_names = {
        identity: default_names.get(identity) or name for identity, name in names.items()
    }
    unique = dict(zip(wanted_names, unique_names(list(wanted_names.values())), strict=True))
    if default_names:
        unique[nameless[0]] = ""
    used_names = {fold_name(name) for name in unique.values()}
    return {
        identity: one
        | ({"your_name": unique[identity]} if unique[identity] else {})
        | _free_former_names(one, used_names)
        for identity, one in persons.items()
    }


def _free_former_names(values: Mapping[str, Any], used_names: set[str]) -> SettingValues:
    """Return the former names that are not in ``used_names``, and add them there."""
    names = values.get("former")
    if not names or not PERSONAL_VALIDATORS["former"](names):
        return {}
    return {"former": list(_claim_names(names, used_names))}


def _claim_names(names: Iterable[str], used_names: set[str]) -> Iterable[str]:
    for name in names:
        if fold_name(name) not in used_names:
            used_names.add(fold_name(name))
            yield name
