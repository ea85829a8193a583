"""The language of the window: its texts, Qt's own, and how dates and numbers are written."""

from typing import Final

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

from greenbaize.app import language
from greenbaize.words.catalogue import ENGLISH, language_of, spoken_language

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
