"""Lets each name at one computer be one person's, whoever wrote the file of settings.

The dialogs see to that too. But two windows may have given a name at the same time, and a foreign
hand may write any.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from greenbaize.rules.messages import mark
from greenbaize.rules.naming import folded
from greenbaize.store.fitting import PERSONAL
from greenbaize.store.tidy import system_name, told_apart

_YOU: Final = mark("You")

Values = dict[str, Any]


def each_by_themselves(persons: Mapping[str, Values]) -> dict[str, Values]:
    """The persons, no two of one name, and no name a former one of anybody else.

    The first keeps the name, others have a number added to it. One may be without a name; others
    are called like whoever is logged in, with a number. What somebody is called now was nobody
    else's before, so that no match counts for two; of a former name of several the first keeps it.

    Args:
        persons: by identity, as the file has them; they are not changed.
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
    """The former names of somebody that are nobody's yet, which they take now."""
    names = one.get("former")
    if not names or not PERSONAL["former"](names):
        return {}
    return {"former": list(_fresh(names, taken))}


def _fresh(names: Iterable[str], taken: set[str]) -> Iterable[str]:
    for name in names:
        if folded(name) not in taken:
            taken.add(folded(name))
            yield name
