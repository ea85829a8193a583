"""Texts that the window makes: captions, dates, faults of records; and the language of Qt."""

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
    """A title, what stands behind it, and what stands below it."""
    words = deal_line(picture) if picture.deal else []
    if header.practice:
        words.insert(0, tr("practice"))
    news = " · ".join(speaker.say(notice) for notice in picture.notices) if picture.deal else ""
    return game_title(header.game), " · ".join(words), news


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


def fault_text(error: GameError, path: Path) -> str:
    """Say what is wrong with a record, and in which line where one is to blame."""
    said = Speaker().say(error.message)
    if not isinstance(error, RecordError):
        return said
    where = tr("{file}, line {line}:").format(file=shown_words(path.name), line=error.line)
    return f"{where} {said}"


QT_WORDS: Final = "qtbase"
"""The catalogue of what Qt says by itself: on its buttons, in menus of fields, in file dialogs."""

_translators: list[QTranslator] = []


def wanted(wish: str) -> str:
    """The language that is spoken with such a wish, unless it was asked for another one."""
    return language.wanted(wish, _system)


def speak(wish: str) -> None:
    """Speak the language that was asked for, or that is wished, and have Qt speak it too."""
    language.speak(wish, _system)
    spoken = spoken_language()
    _write_dates_in(spoken)
    while _translators:
        QCoreApplication.removeTranslator(_translators.pop())
    if spoken == ENGLISH:
        return  # which Qt speaks by itself
    words, folder = QTranslator(), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if words.load(f"{QT_WORDS}_{spoken}", folder):
        QCoreApplication.installTranslator(words)
        _translators.append(words)


def _system() -> list[str]:
    """What the system speaks, best first, where the environment does not say so."""
    return list(QLocale.system().uiLanguages())


def _write_dates_in(spoken: str) -> None:
    """Write dates and numbers as the system does, if it speaks this language."""
    system = QLocale.system()
    if language_of(system.name()) == spoken:
        QLocale.setDefault(system)
    elif spoken == ENGLISH:
        # That of no country in particular, in which nobody takes days for months.
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.World))
    else:
        QLocale.setDefault(QLocale(spoken))
