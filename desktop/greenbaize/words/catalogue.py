"""The message catalogue: every text a person sees goes through it, English being its own key.

Translations are gettext catalogues in ``resources/locale``; English needs none.
"""

import gettext
import struct
from functools import lru_cache
from pathlib import Path
from typing import Final

from greenbaize.resources import resources
from greenbaize.rules.messages import CONTEXT_ENDS

DOMAIN: Final = "greenbaize"
ENGLISH: Final = "en"
NAMES: Final = {"en": "English", "ru": "Русский"}
"""What each language calls itself."""
NO_LANGUAGES: Final = ("c", "posix")
"""What systems say that speak no language in particular; here they are spoken to in English."""

_translations: gettext.NullTranslations = gettext.NullTranslations()
_spoken = ENGLISH
_chosen = False


def known_languages() -> tuple[str, ...]:
    """The languages that can be spoken, English first."""
    others = (path.parent.parent.name for path in _folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(others))


def language_of(name: str) -> str:
    """The language of a locale's name, such as ``ru`` of ``ru_RU.UTF-8``, or nothing."""
    language = name.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
    return ENGLISH if language in NO_LANGUAGES else language


def use_language(*languages: str) -> None:
    """Speak the first of these languages that can be spoken, else English.

    Args:
        languages: as locales are named: ``ru``, ``ru-RU`` or ``ru_RU.UTF-8``.
    """
    language = spoken_of(*languages)
    read = None if language == ENGLISH else _read(language)
    if read is None:
        use_translations(gettext.NullTranslations())
    else:
        use_translations(read, language)


def spoken_of(*languages: str) -> str:
    """The first of these languages that can be spoken, else English."""
    known = known_languages()
    wanted = (language_of(name) for name in languages)
    return next(
        (one for one in wanted if one == ENGLISH or (one in known and _read(one) is not None)),
        ENGLISH,
    )


def use_translations(translations: gettext.NullTranslations, language: str = ENGLISH) -> None:
    """Speak from these translations."""
    global _translations, _spoken, _chosen
    _translations, _spoken, _chosen = translations, language, True


def is_chosen() -> bool:
    """Whether it has been said what language is to be spoken."""
    return _chosen


def spoken_language() -> str:
    """The language that is spoken, such as ``en``."""
    return _spoken


def tr(text: str) -> str:
    """A text in the language spoken; one that was marked with a context is looked up by both."""
    context, marked, plain = text.rpartition(CONTEXT_ENDS)
    said = _translations.pgettext(context, plain) if marked else _translations.gettext(text)
    return said if _spoken == ENGLISH else _formed(said)


def said_in(language: str, text: str) -> str:
    """A text in a language, whichever is spoken; as it is in English where there is none."""
    read = None if language == ENGLISH else _read(language)
    return text if read is None else read.gettext(text)


def tr_in(context: str, text: str) -> str:
    """A text that is another thing elsewhere, in the language spoken.

    Args:
        context: what it is here, in a word or two.
        text: the text.
    """
    said = _translations.pgettext(context, text)
    return said if _spoken == ENGLISH else _formed(said)


def tr_count(one: str, many: str, count: int) -> str:
    """A text that depends on a number, in the language spoken."""
    said = _translations.ngettext(one, many, abs(count))
    return said if _spoken == ENGLISH else _formed(said)


def plural_form(count: int) -> int:
    """Which of the language's forms goes with a number; in English 0 with 1, else 1."""
    # Known only to translations that were read from a catalogue.
    rule = getattr(_translations, "plural", None)
    return int(rule(abs(count))) if rule is not None else int(abs(count) != 1)


@lru_cache(maxsize=4096)
def _formed(text: str) -> str:
    """The text, so that it is filled in with the forms it asks for."""
    if "{" not in text or ":" not in text:
        return text
    from greenbaize.words.forms import Formed, asks_for_forms  # noqa: PLC0415  (it asks back here)

    return Formed(text) if asks_for_forms(text) else text


def _read(language: str) -> gettext.NullTranslations | None:
    """The translations into a language, None if they are damaged: then it is not spoken."""
    try:
        return gettext.translation(DOMAIN, _folder(), [language])
    except (OSError, ValueError, LookupError, AttributeError, struct.error):
        return None


def _folder() -> Path:
    return resources() / "locale"
