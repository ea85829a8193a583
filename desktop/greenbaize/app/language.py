"""Choice of language: the command line's, the person's, or the system's."""

import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Final

if sys.platform == "win32":
    import ctypes
    import locale

from greenbaize.words.catalogue import (
    ENGLISH,
    is_language_set,
    parse_locale_language,
    select_language,
    use_language,
)

SYSTEM_LANGUAGE: Final = "system"

LanguageSource = Callable[[], Sequence[str]]

_override = ""


def override_language(language: str) -> None:
    """Use this language from now on, whatever the settings say."""
    global _override  # noqa: PLW0603  (one process has one command line)
    _override = language


def apply_initial_language() -> None:
    """Use the system's language unless one was given."""
    if not is_language_set():
        apply_language()


def apply_language(
    setting: str = SYSTEM_LANGUAGE, read_system_languages: LanguageSource = lambda: ()
) -> None:
    """Use the command line's language, else the setting's, else the system's first one."""
    use_language(resolve_language(setting, read_system_languages))


def resolve_language(
    setting: str = SYSTEM_LANGUAGE, read_system_languages: LanguageSource = lambda: ()
) -> str:
    """Return the language that such a setting would choose."""
    if _override or setting != SYSTEM_LANGUAGE:
        return select_language(_override or setting)
    return select_language(
        *(
            read_environment_languages(os.environ)
            or read_system_languages()
            or _read_windows_language()
        )
    )


def get_override() -> str:
    """Return the language given on the command line, or an empty text."""
    return _override


def read_environment_languages(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the environment's languages, best first; none in the C locale, like gettext."""
    values = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    language = next(filter(None, values), "")
    languages = tuple(filter(None, environment.get("LANGUAGE", "").split(":")))
    if not language:
        return languages
    return (
        (language,)
        if parse_locale_language(language) == ENGLISH and "_" not in language
        else (*languages, language)
    )


def _read_windows_language() -> tuple[str, ...]:
    if sys.platform == "win32":
        name = locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage())
        return (name,) if name else ()
    return ()
