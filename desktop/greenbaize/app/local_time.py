"""Local time for people: records and JSON have universal time, as ``20261121T203000``."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

FORM: Final = "%Y%m%dT%H%M%S"
_LENGTH: Final = len("20261121T203000")
_WRONG: Final = (ValueError, OverflowError, OSError)
"""Exceptions of Python for times that the system cannot convert."""


def local_moment(begun: str) -> datetime | None:
    """Return the local time of a record's universal time; None if it is invalid."""
    try:
        return datetime.strptime(begun[:_LENGTH], FORM).replace(tzinfo=UTC).astimezone()
    except _WRONG:
        return None


def universal_span(digits: str) -> tuple[str, str]:
    """Return the begin and end of a local day, month or year in universal time.

    It is given as ``20261121``, ``202611`` or ``2026``; the end is the first moment after it.
    """
    year, month, day = int(digits[:4]), int(digits[4:6] or 1), int(digits[6:8] or 1)
    first = date(year, month, day)
    try:
        if len(digits) == len("20261121"):
            after = first + timedelta(days=1)
        elif len(digits) == len("202611"):
            after = date(year + month // 12, month % 12 + 1, 1)
        else:
            after = date(year + 1, 1, 1)
        return _midnight(first), _midnight(after)
    except _WRONG:  # Reached at the limits of the calendar.
        return digits, f"{digits}~"


def _midnight(day: date) -> str:
    midnight = datetime(day.year, day.month, day.day).astimezone(UTC)
    return midnight.strftime(FORM)
