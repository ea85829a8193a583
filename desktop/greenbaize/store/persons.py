"""The persons of one computer in the settings file: by identity, each with their own settings.

Version 1, which has no version number, had one person's settings beside the shared ones; it is read
as one person with the identity ``FIRST_IDENTITY``.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from greenbaize.rules.messages import Message, mark
from greenbaize.rules.naming import folded
from greenbaize.store.fitting import PERSONAL, is_name, system_name, told_apart

VERSION: Final = 2
"""Version that is written."""
FIRST: Final = "1"
"""Identity of the only person in a file of version 1, or without a file."""
MOST_PERSONS: Final = 50
"""Largest number of persons; further ones in a file stay there unread."""
_YOU: Final = mark("You")

Values = dict[str, Any]


class Person(NamedTuple):
    """A person who plays at this computer.

    ``name`` may be empty; their matches are found under ``former_names`` too; ``face`` and
    ``colour`` are the window's codes, or empty.
    """

    identity: str
    name: str
    face: str = ""
    colour: str = ""
    former: tuple[str, ...] = ()


def person_of(identity: str, values: Mapping[str, Any]) -> Person:
    """Return a person from their values in the file."""
    fit = {key: value for key, value in values.items() if key in PERSONAL and PERSONAL[key](value)}
    return Person(
        identity,
        fit.get("your_name", ""),
        fit.get("face", ""),
        fit.get("colour", ""),
        tuple(fit.get("former", ())),
    )


def fresh_identity() -> str:
    """Return a random identity for a new person."""
    return os.urandom(6).hex()


def is_newer(values: Mapping[str, Any]) -> bool:
    """Return True if a newer program wrote the file."""
    version = values.get("version")
    if isinstance(version, str):  # another program may write numbers as text
        try:
            version = float(version)
        except ValueError:
            return False
    return isinstance(version, int | float) and not isinstance(version, bool) and version > VERSION


def in_persons(values: Values) -> tuple[Values, dict[str, Values]]:
    """Return a file of any version in the current form, and the persons beyond the maximum.

    There is at least one person.
    """
    persons = values.get("persons")
    own = {key: values.pop(key) for key in PERSONAL if key in values}
    if not isinstance(persons, dict):
        persons = {FIRST: own}
    persons = {key: one for key, one in persons.items() if is_name(key) and isinstance(one, dict)}
    persons = persons or {FIRST: {}}
    who = values.get("who")
    if not isinstance(who, str) or who not in persons:
        who = next(iter(persons))
    first = list(persons)[:MOST_PERSONS]
    if who not in first:
        first[-1] = who
    known = each_by_themselves({identity: persons.pop(identity) for identity in first})
    return values | {"who": who, "persons": known}, persons


def merged(own: Any, old: Any, other: Any) -> Any:
    """Return the merged setting: the change made here, else the file's; tables merge by entry."""
    if isinstance(own, dict) and isinstance(old, dict) and isinstance(other, dict):
        changed = {key: value for key, value in own.items() if old.get(key, ...) != value}
        gone = old.keys() - own.keys()
        return {key: value for key, value in other.items() if key not in gone} | changed
    return other if own == old else own


def merged_persons(
    who: str,
    own: Mapping[str, Values],
    old: Mapping[str, Values],
    other: Mapping[str, Values],
) -> dict[str, Values]:
    """Return the merged persons: each setting as it was changed here, else as in the file.

    A person removed in one window is gone, unless the other window changed one of their settings or
    they play there; so at least one person remains. ``own`` has this window's values, ``old`` those
    last read or written here, ``other`` the file's.
    """
    persons: dict[str, Values] = {}
    for identity in {**other, **own}:
        mine, before, theirs = (one.get(identity) for one in (own, old, other))
        if mine is None:
            if before is None and theirs is not None:
                persons[identity] = theirs  # a new person of another window
        elif theirs is None:
            if mine != before or identity == who:
                persons[identity] = mine
        else:
            base = before or {}
            persons[identity] = theirs | {
                key: merged(value, base.get(key), theirs.get(key, value))
                for key, value in mine.items()
            }
    return each_by_themselves(persons)


def name_problem(name: str, persons: tuple[Person, ...], identity: str = "") -> Message | None:
    """Return the error of a trimmed name, or None; ``identity`` is its owner, if known."""
    if not name:
        return Message("person-nameless")
    wanted = folded(name)
    for one in persons:
        if one.identity == identity:
            continue
        if wanted == folded(one.name or system_name()):
            return Message("person-known", {"name": name})
        if wanted in map(folded, one.former):
            return Message("person-was", {"name": name, "now": one.name})
    return None


def each_by_themselves(persons: Mapping[str, Values]) -> dict[str, Values]:
    """Return a copy of the persons with distinct names, none a former name of another.

    The first keeps a name, others get a number; one person may have no name, others are named after
    the login. A former name that is another person's present one is dropped, and of several owners
    the first keeps it, so that no match counts for two persons.
    """
    fits = PERSONAL["your_name"]
    names = {
        identity: one["your_name"] if fits(one.get("your_name")) else ""
        for identity, one in persons.items()
    }
    nameless = [identity for identity, name in names.items() if not name]
    # The first one stays without a name, but no other person may use the default name either.
    usual = dict.fromkeys(nameless, system_name() or _YOU) if len(nameless) > 1 else {}
    given = {identity: usual.get(identity) or name for identity, name in names.items()}
    apart = dict(zip(given, told_apart(list(given.values())), strict=True))
    if usual:
        apart[nameless[0]] = ""
    taken = {folded(name) for name in apart.values()}
    return {
        identity: one
        | ({"your_name": apart[identity]} if apart[identity] else {})
        | _former(one, taken)
        for identity, one in persons.items()
    }


def _former(one: Mapping[str, Any], taken: set[str]) -> Values:
    """Return the former names that are not in ``used_names``, and add them there."""
    names = one.get("former")
    if not names or not PERSONAL["former"](names):
        return {}
    return {"former": list(_fresh(names, taken))}


def _fresh(names: Iterable[str], taken: set[str]) -> Iterable[str]:
    for name in names:
        if folded(name) not in taken:
            taken.add(folded(name))
            yield name
