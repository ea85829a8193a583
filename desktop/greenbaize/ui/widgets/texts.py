"""Localised texts of the window: captions, dates, record errors; and Qt's language."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QDateTime,
    QLibraryInfo,
    QLocale,
    Qt,
    QTime,
    QTimeZone,
    QTranslator,
)

from greenbaize.app import language
from greenbaize.rules.errors import GameError, RecordError
from greenbaize.rules.pictures import Picture
from greenbaize.words.catalogue import ENGLISH, language_of, spoken_language, tr
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import deal_line, game_title

if TYPE_CHECKING:
    from greenbaize.match.header import Header


def caption(header: "Header", picture: Picture, speaker: Speaker) -> tuple[str, str, str]:
    """Return the title of a match, the text beside it, and the text below it."""
    words = deal_line(picture) if picture.deal else []
    if header.practice:
        words.insert(0, tr("practice"))
    news = " · ".join(speaker.say(notice) for notice in picture.notices) if picture.deal else ""
    return game_title(header.game), " · ".join(words), news


ISO_DAY, ISO_MINUTE = "yyyy-MM-dd", "yyyy-MM-dd HH:mm"


def _nowhere() -> bool:
    """Return True without a system country; Qt's C locale has a date format that nobody uses."""
    return QLocale().language() == QLocale.Language.C


def day_format() -> str:
    """Return the date format as a Qt format string."""
    return ISO_DAY if _nowhere() else QLocale().dateFormat(QLocale.FormatType.ShortFormat)


def date_text(date: str) -> str:
    """Format a ``YYYY-MM-DD`` date in the user's locale; other text is returned unchanged."""
    day = QDate.fromString(date, Qt.DateFormat.ISODate)
    return QLocale().toString(day, day_format()) if day.isValid() else date


def moment_text(moment: QDateTime) -> str:
    """Format a time to the minute in the user's locale and time zone."""
    local = moment.toLocalTime()
    if _nowhere():
        return local.toString(ISO_MINUTE)
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


def moment_of(begun: str) -> QDateTime | None:
    """Parse a match's start time from its record into local time; None if invalid."""
    try:
        day = QDate(int(begun[:4]), int(begun[4:6]), int(begun[6:8]))
        moment = QTime(int(begun[9:11]), int(begun[11:13]), int(begun[13:15]))
    except (ValueError, OverflowError):
        return None
    time = QDateTime(day, moment, QTimeZone.utc())
    return time.toLocalTime() if time.isValid() else None


def begun_text(begun: str) -> str:
    """Format a match's start time in the user's locale; empty if unknown."""
    moment = moment_of(begun)
    return "" if moment is None else moment_text(moment)


def fault_text(error: GameError, path: Path) -> str:
    """Describe an error in a record, with the line number if known."""
    said = Speaker().say(error.message)
    if not isinstance(error, RecordError):
        return said
    where = tr("{file}, line {line}:").format(file=shown_words(path.name), line=error.line)
    return f"{where} {said}"


QT_WORDS: Final = "qtbase"
"""Catalogue of Qt's own texts: buttons, context menus, file dialogs."""

_translators: list[QTranslator] = []


def wanted(wish: str) -> str:
    """Return the language for a setting, unless another one was requested at start."""
    return language.wanted(wish, _system)


def speak(wish: str) -> None:
    """Switch the program and Qt to the language requested at start or in ``setting``."""
    language.speak(wish, _system)
    spoken = spoken_language()
    _write_dates_in(spoken)
    while _translators:
        QCoreApplication.removeTranslator(_translators.pop())
    if spoken == ENGLISH:
        return  # Qt's own language
    words, folder = QTranslator(), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if words.load(f"{QT_WORDS}_{spoken}", folder):
        QCoreApplication.installTranslator(words)
        _translators.append(words)


def _system() -> list[str]:
    """Return the system's languages, preferred first, if the environment names none."""
    return list(QLocale.system().uiLanguages())


def _write_dates_in(spoken: str) -> None:
    """Set the locale of dates and numbers: the system's, if it has this language."""
    system = QLocale.system()
    if language_of(system.name()) == spoken:
        QLocale.setDefault(system)
    elif spoken == ENGLISH:
        # English without a country: its dates do not confuse day and month.
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.World))
    else:
        QLocale.setDefault(QLocale(spoken))
