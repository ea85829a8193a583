"""Dates as the person at this computer writes them."""

from PySide6.QtCore import QDate, QLocale, Qt


def date_text(date: str) -> str:
    """A date, given as ``YYYY-MM-DD``, in the person's form; what is no date as it is."""
    day = QDate.fromString(date, Qt.DateFormat.ISODate)
    return QLocale().toString(day, QLocale.FormatType.ShortFormat) if day.isValid() else date
