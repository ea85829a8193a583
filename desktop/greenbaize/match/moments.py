"""Moments as records have them, ``20261121T203000`` in universal time, whoever wrote them there."""

import re
from datetime import datetime
from typing import Final

_MOMENT: Final = re.compile(r"([0-9]{4})([0-9]{2})([0-9]{2})T([0-9]{2})([0-9]{2})([0-9]{2})")


def moment(value: object) -> str:
    """What a record gives for a moment, or nothing if no calendar or clock has one like it."""
    found = _MOMENT.fullmatch(value) if isinstance(value, str) else None
    if found is None:
        return ""
    try:
        datetime(*map(int, found.groups()))  # type: ignore[arg-type]
    except ValueError:
        return ""
    return found[0]
