"""The language option, applied before any command."""

from typing import Final

from greenbaize.app.language import ask_for, speak
from greenbaize.words.catalogue import known_languages

OPTION: Final = "--language"


class UnknownLanguageError(Exception):
    """There is no such language; its argument is empty if none was given."""


def take_language(words: list[str]) -> list[str]:
    """Apply a language option before the command; returns the other words.

    Raises ``UnknownLanguageError`` if there is no such language.
    """
    rest, asked = list(words), None
    place = 0
    while place < len(rest) and rest[place].startswith("-"):
        option, equals, value = rest[place].partition("=")
        if option != OPTION:
            place += 1
            continue
        asked = value if equals else rest[place + 1] if place + 1 < len(rest) else ""
        del rest[place : place + (1 if equals else 2)]
    if asked is None:
        return rest
    if asked not in known_languages():
        raise UnknownLanguageError(asked)
    ask_for(asked)
    speak()
    return rest
