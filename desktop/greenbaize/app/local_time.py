"""Local time for people: records and JSON have universal time, as ``20261121T203000``."""

from datetime import UTC, date, datetime, timedelta
from typing import Final

UTC_FORMAT: Final = "%Y%m%dT%H%M%S"
_LENGTH: Final = len("20261121T203000")
_CONVERSION_ERRORS: Final = (ValueError, OverflowError, OSError)
"""Exceptions of Python for times that the system cannot convert."""


def to_local_time(utc_text: str) -> datetime | None:
    """Return the local time of a record's universal time; None if it is invalid."""
    try:
        return datetime.strptime(utc_text[:_LENGTH], UTC_FORMAT).replace(tzinfo=UTC).astimezone()
    except _CONVERSION_ERRORS:
        return None


def to_utc_range(digits: str) -> tuple[str, str]:
    """Return the begin and end of a local day, month or year in universal time.

    It is given as ``20261121``, ``202611`` or ``2026``; the end is the first moment after it.
    """
    year, month, day = int(digits[:4]), int(digits[4:6] or 1), int(digits[6:8] or 1)
    first = date(year, month, day)
    try:
        if len(digits) == len("20261121"):
            next_day = first + timedelta(days=1)
        elif len(digits) == len("202611"):
            next_day = date(year + month // 12, month % 12 + 1, 1)
        else:
            next_day = date(year + 1, 1, 1)
        return _format_midnight(first), _format_midnight(next_day)
    except _CONVERSION_ERRORS:  # Reached at the limits of the calendar.
        return digits, f"{digits}~"


def _format_midnight(day: date) -> str:
    midnight = datetime(day.year, day.month, day.day).astimezone(UTC)
    return midnight.strftime(UTC_FORMAT)
