"""Dates as the person at this computer writes them."""

from PySide6.QtCore import QDate, QDateTime, QLocale, Qt, QTime, QTimeZone

ISO_DAY, ISO_MINUTE = "yyyy-MM-dd", "yyyy-MM-dd HH:mm"


def _nowhere() -> bool:
    """Whether the system names no country, whose short form of a date nobody writes."""
    return QLocale().language() == QLocale.Language.C


def day_format() -> str:
    """How days are written, as Qt spells such a form."""
    return ISO_DAY if _nowhere() else QLocale().dateFormat(QLocale.FormatType.ShortFormat)


def date_text(date: str) -> str:
    """A date, given as ``YYYY-MM-DD``, in the person's form; what is no date as it is."""
    day = QDate.fromString(date, Qt.DateFormat.ISODate)
    return QLocale().toString(day, day_format()) if day.isValid() else date


def moment_text(moment: QDateTime) -> str:
    """A moment, to the minute, in the person's form and time."""
    local = moment.toLocalTime()
    if _nowhere():
        return local.toString(ISO_MINUTE)
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


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
    return "" if moment is None else moment_text(moment)
