"""Dates as the person at this computer writes them."""

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, QTime, QTimeZone


def date_text(date: str) -> str:
    """A date, given as ``YYYY-MM-DD``, in the person's form; what is no date as it is."""
    day = QDate.fromString(date, Qt.DateFormat.ISODate)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat) if day.isValid() else date


def moment_of(begun: str) -> QDateTime | None:
    """When a match was begun, given as records have it, in local time; None if unknown."""
    try:
        day = QDate(int(begun[:4]), int(begun[4:6]), int(begun[6:8]))
        moment = QTime(int(begun[9:11]), int(begun[11:13]), int(begun[13:15]))
    except (ValueError, OverflowError):
        return None
    time = QDateTime(day, moment, QTimeZone.utc())
    return time.toLocalTime() if time.isValid() else None


def begun_text(begun: str) -> str:
    """When a match was begun, as this computer's person writes times; nothing if not known."""
    moment = moment_of(begun)
    return "" if moment is None else QLocale().toString(moment, QLocale.FormatType.ShortFormat)
