"""Names of people: valid in a record, and distinct."""

import os
from collections.abc import Sequence
from typing import Final

from greenbaize.rules.naming import folded

NAME_LENGTH: Final = 24
"""How many characters a player's name may have."""


def tidy_name(text: str) -> str:
    """A valid player's name: printable, trimmed and not too long."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text)
    return " ".join(printable.split())[:NAME_LENGTH].strip()


def system_name() -> str:
    """The login name, or empty."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        name = tidy_name(os.environ.get(key, ""))
        if name and name != "root":
            return name[:1].upper() + name[1:]
    return ""


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with numbers for those that would be mistaken for an earlier one."""
    taken: set[str] = set()
    last: dict[str, int] = {}  # number of those with the same name, so that none is tried again
    apart = []
    for name in names:
        fresh, number = name, last.get(name, 1)
        while folded(fresh) in taken:
            number += 1
            tail = f" {number}"
            fresh = name[: NAME_LENGTH - len(tail)].rstrip() + tail
        last[name] = number
        taken.add(folded(fresh))
        apart.append(fresh)
    return tuple(apart)
