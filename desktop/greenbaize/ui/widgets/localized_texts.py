"""Localised texts of the window: captions, dates, record errors; and Qt's language."""

from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

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
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.words.catalogue import ENGLISH, current_language, parse_locale_language, tr
from greenbaize.words.names import sanitise_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import deal_line, game_title

if TYPE_CHECKING:
    from greenbaize.match.header import RecordHeader


class CaptionParts(NamedTuple):
    """Parts of a match's caption that are shown besides its title."""

    has_deal: bool = True
    has_notices: bool = True


ALL_PARTS: Final = CaptionParts()


def match_caption(
    header: "RecordHeader",
    kind: str,
    picture: TableSnapshot,
    speaker: Speaker,
    parts: CaptionParts = ALL_PARTS,
) -> tuple[str, str, str]:
    """Return the title of a match, the text beside it, and the text below it.

    ``kind`` says if it is practice or a challenge.
    """
    details = deal_line(picture) if picture.deal and parts.has_deal else []
    if kind:
        details.insert(0, kind)
    news = (
        " · ".join(speaker.format_message(notice) for notice in picture.notices)
        if picture.deal and parts.has_notices
        else ""
    )
    return game_title(header.game), " · ".join(details), news


ISO_DAY, ISO_MINUTE = "yyyy-MM-dd", "yyyy-MM-dd HH:mm"


def _has_no_country() -> bool:
    """Return True without a system country; Qt's C locale has a date format that nobody uses."""
    return QLocale().language() == QLocale.Language.C


def day_format() -> str:
    """Return the date format as a Qt format string."""
    return ISO_DAY if _has_no_country() else QLocale().dateFormat(QLocale.FormatType.ShortFormat)


def format_date(date: str) -> str:
    """Format a ``YYYY-MM-DD`` date in the user's locale; other text is returned unchanged."""
    day = QDate.fromString(date, Qt.DateFormat.ISODate)
    return QLocale().toString(day, day_format()) if day.isValid() else date


def format_moment(moment: QDateTime) -> str:
    """Format a time to the minute in the user's locale and time zone."""
    local = moment.toLocalTime()
    if _has_no_country():
        return local.toString(ISO_MINUTE)
    return QLocale().toString(local, QLocale.FormatType.ShortFormat)


def parse_start_time(start_time: str) -> QDateTime | None:
    """Parse a match's start time from its record into local time; None if invalid."""
    try:
        day = QDate(int(start_time[:4]), int(start_time[4:6]), int(start_time[6:8]))
        moment = QTime(int(start_time[9:11]), int(start_time[11:13]), int(start_time[13:15]))
    except (ValueError, OverflowError):
        return None
    time = QDateTime(day, moment, QTimeZone.utc())
    return time.toLocalTime() if time.isValid() else None


def format_start_time(start_time: str) -> str:
    """Format a match's start time in the user's locale; empty if unknown."""
    moment = parse_start_time(start_time)
    return "" if moment is None else format_moment(moment)


def describe_record_error(error: GameError, path: Path) -> str:
    """Describe an error in a record, with the line number if known."""
    sentence = Speaker().format_message(error.message)
    if not isinstance(error, RecordError):
        return sentence
    prefix = tr("{file}, line {line}:").format(file=sanitise_text(path.name), line=error.line)
    return f"{prefix} {sentence}"


QT_CATALOGUE: Final = "qtbase"
"""Catalogue of Qt's own texts: buttons, context menus, file dialogs."""

_translators: list[QTranslator] = []


def resolve_window_language(setting: str) -> str:
    """Return the language for a setting, unless another one was requested at start."""
    return language.resolve_language(setting, _system_languages)


def set_window_language(setting: str) -> None:
    """Switch the program and Qt to the language requested at start or in ``setting``."""
    language.apply_language(setting, _system_languages)
    language_code = current_language()
    _set_locale(language_code)
    while _translators:
        QCoreApplication.removeTranslator(_translators.pop())
    if language_code == ENGLISH:
        return  # Qt's own language
    translator, folder = QTranslator(), QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.load(f"{QT_CATALOGUE}_{language_code}", folder):
        QCoreApplication.installTranslator(translator)
        _translators.append(translator)


def _system_languages() -> list[str]:
    """Return the system's languages, preferred first, if the environment names none."""
    return list(QLocale.system().uiLanguages())


def _set_locale(language_code: str) -> None:
    """Set the locale of dates and numbers: the system's, if it has this language."""
    system = QLocale.system()
    if parse_locale_language(system.name()) == language_code:
        QLocale.setDefault(system)
    elif language_code == ENGLISH:
        # English without a country: its dates do not confuse day and month.
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.World))
    else:
        QLocale.setDefault(QLocale(language_code))
