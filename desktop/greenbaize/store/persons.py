"""The persons at one computer in the settings file: by identity, each with their own settings.

Version 1, which has no version number, had one person's settings beside the common ones; it is read
as one person with the identity ``FIRST``.
"""

import os
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from greenbaize.rules.messages import Message, mark
from greenbaize.rules.naming import folded
from greenbaize.store.fitting import PERSONAL, is_name, system_name, told_apart

VERSION: Final = 2
"""The version written."""
FIRST: Final = "1"
"""The identity of the only person in a file of version 1, or without a file."""
MOST_PERSONS: Final = 50
"""The most persons; further ones in a file stay there unread."""
_YOU: Final = mark("You")

Values = dict[str, Any]


class Person(NamedTuple):
    """Somebody who plays at this computer.

    ``name`` may be empty; their matches are found under ``former`` names too; ``face`` and
    ``colour`` are the window's codes, or empty.
    """

    identity: str
    name: str
    face: str = ""
    colour: str = ""
    former: tuple[str, ...] = ()


def person_of(identity: str, values: Mapping[str, Any]) -> Person:
    """A person of what the file says."""
    fit = {key: value for key, value in values.items() if key in PERSONAL and PERSONAL[key](value)}
    return Person(
        identity,
        fit.get("your_name", ""),
        fit.get("face", ""),
        fit.get("colour", ""),
        tuple(fit.get("former", ())),
    )


def fresh_identity() -> str:
    """A random identity for a new person."""
    return os.urandom(6).hex()


def is_newer(values: Mapping[str, Any]) -> bool:
    """Whether a newer program wrote the file."""
    version = values.get("version")
    if isinstance(version, str):  # another program may write numbers otherwise
        try:
            version = float(version)
        except ValueError:
            return False
    return isinstance(version, int | float) and not isinstance(version, bool) and version > VERSION


def in_persons(values: Values) -> tuple[Values, dict[str, Values]]:
    """A file of any version as the present one, with one person at least; and those too many."""
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
    """The merged setting: the change made here, else the file's; tables merge by entry."""
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
    """The merged persons: each setting of each as it was changed here, else as in the file.

    Who was removed in one window is gone, unless the other changed something of theirs or they play
    there; so somebody always remains. ``own`` is this window's, ``old`` what it last read or wrote,
    ``other`` the file's.
    """
    persons: dict[str, Values] = {}
    for identity in {**other, **own}:
        mine, before, theirs = (one.get(identity) for one in (own, old, other))
        if mine is None:
            if before is None and theirs is not None:
                persons[identity] = theirs  # the other window's new one
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
    """Why a tidied name cannot be used here, or None; ``identity`` has it, if known."""
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
    """The persons with distinct names, none a former name of another; a copy.

    The first keeps a name, others get a number; one may have none, others are called like the
    login. A former name that is another's present one is dropped, and of several owners the first
    keeps it, so that no match counts for two.
    """
    fits = PERSONAL["your_name"]
    names = {
        identity: one["your_name"] if fits(one.get("your_name")) else ""
        for identity, one in persons.items()
    }
    nameless = [identity for identity, name in names.items() if not name]
    # The first stays as it is; its place among the names is taken all the same.
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
    """The former names of somebody that are not in ``taken``, to which they are added."""
    names = one.get("former")
    if not names or not PERSONAL["former"](names):
        return {}
    return {"former": list(_fresh(names, taken))}


def _fresh(names: Iterable[str], taken: set[str]) -> Iterable[str]:
    for name in names:
        if folded(name) not in taken:
            taken.add(folded(name))
            yield name
