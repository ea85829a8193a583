"""Choice of language: the command line's, the person's, or the system's."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

if sys.platform == "win32":
    import ctypes
    import locale

from greenbaize.words.catalogue import ENGLISH, is_chosen, language_of, spoken_of, use_language

SYSTEM: Final = "system"

Languages = Callable[[], Sequence[str]]

_asked = ""


def ask_for(language: str) -> None:
    """Use this language from now on, whatever the settings say."""
    global _asked  # noqa: PLW0603  (one process has one command line)
    _asked = language


def begin() -> None:
    """Use the system's language unless one was given."""
    if not is_chosen():
        speak()


def speak(wish: str = SYSTEM, system: Languages = lambda: ()) -> None:
    """Use the command line's language, else the setting's, else the system's first one."""
    use_language(wanted(wish, system))


def wanted(wish: str = SYSTEM, system: Languages = lambda: ()) -> str:
    """Return the language that such a setting would choose."""
    if _asked or wish != SYSTEM:
        return spoken_of(_asked or wish)
    return spoken_of(*(languages_named(os.environ) or system() or _of_windows()))


def asked_for() -> str:
    """Return the language given on the command line, or an empty text."""
    return _asked


def languages_named(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the environment's languages, best first; none in the C locale, like gettext."""
    found = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    named = next(filter(None, found), "")
    listed = tuple(filter(None, environment.get("LANGUAGE", "").split(":")))
    if not named:
        return listed
    return (named,) if language_of(named) == ENGLISH and "_" not in named else (*listed, named)


def _of_windows() -> tuple[str, ...]:
    if sys.platform == "win32":
        name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
        return (name,) if name else ()
    return ()
