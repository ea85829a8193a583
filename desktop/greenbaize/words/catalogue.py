"""The message catalogue: every text a person sees, keyed by its English.

Translations are gettext catalogues in ``resources/locale``. They may select the form of a value:
``{won:взятка|взятки|взяток}`` by the number ``won``, ``{suit:gen}`` the genitive.
"""

import gettext
import re
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, Final, NamedTuple

from greenbaize.cards import Suit
from greenbaize.resources import resources_folder
from greenbaize.rules.messages import CONTEXT_SEPARATOR, mark_text, mark_text_in_context

DOMAIN: Final = "greenbaize"
ENGLISH: Final = "en"
LANGUAGE_NAMES: Final = {"en": "English", "ru": "Русский"}
"""Names of the languages in themselves."""
LOCALES_WITHOUT_LANGUAGE: Final = ("c", "posix")
"""Locales without a language, for which English is used."""


class _ActiveLanguage(NamedTuple):
    """A language in use, with its translations."""

    translations: gettext.NullTranslations
    name: str


_default_language = _ActiveLanguage(gettext.NullTranslations(), ENGLISH)
_context_language: ContextVar[_ActiveLanguage | None] = ContextVar("language", default=None)
_is_default_set = False


def _current_language() -> _ActiveLanguage:
    return _context_language.get() or _default_language


def available_languages() -> tuple[str, ...]:
    """Return the available languages, English first."""
    others = (
        path.parent.parent.name for path in _locale_folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")
    )
    return (ENGLISH, *sorted(others))


def parse_locale_language(name: str) -> str:
    """Return the language in a locale's name, like ``ru`` in ``ru_RU.UTF-8``, or empty."""
    language = name.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
    return ENGLISH if language in LOCALES_WITHOUT_LANGUAGE else language


def use_language(*languages: str) -> None:
    """Use the first available language, else English: ``ru``, ``ru-RU``, ``ru_RU.UTF-8``."""
    use_translations(*_load_language(*languages))


def _load_language(*wanted: str) -> _ActiveLanguage:
    language = select_language(*wanted)
    translations = None if language == ENGLISH else _load_translations(language)
    return (
        _ActiveLanguage(gettext.NullTranslations(), ENGLISH)
        if translations is None
        else _ActiveLanguage(translations, language)
    )


def select_language(*languages: str) -> str:
    """Return the first available of these languages, else English."""
    available = available_languages()
    requested = (parse_locale_language(name) for name in languages)
    return next(
        (
            one
            for one in requested
            if one == ENGLISH or (one in available and _load_translations(one) is not None)
        ),
        ENGLISH,
    )


def use_translations(translations: gettext.NullTranslations, language: str = ENGLISH) -> None:
    global _default_language, _is_default_set
    _default_language, _is_default_set = _ActiveLanguage(translations, language), True


@contextmanager
def language_context(language: str) -> Iterator[None]:
    """Use another language inside the context, in this thread or task only; else English."""
    token = _context_language.set(_load_language_cached(language))
    try:
        yield
    finally:
        _context_language.reset(token)


_load_language_cached: Final = lru_cache(maxsize=32)(_load_language)


def has_context_language() -> bool:
    """Return True if a language applies here that is not the user's, as in ``language_context``."""
    return _context_language.get() is not None


def is_language_set() -> bool:
    return _is_default_set


def current_language() -> str:
    return _current_language().name


def tr(text: str) -> str:
    """Return the translation of a text, which may be marked with a context."""
    translations, language = _context_language.get() or _default_language
    context, marked, plain = text.rpartition(CONTEXT_SEPARATOR)
    translation = translations.pgettext(context, plain) if marked else translations.gettext(text)
    return translation if language == ENGLISH else _with_forms(translation)


def read_translations(language: str, texts: Collection[str]) -> dict[str, str]:
    """Return the translations of some texts, without loading the rest of the catalogue.

    Texts without a translation are left out.
    """
    encoded_texts = {text.encode() for text in texts}
    try:
        data = (_locale_folder() / language / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()
        _, _, count, *tables = struct.unpack_from("=5I", data)
        rows = (struct.iter_unpack("=2I", data[offset : offset + 8 * count]) for offset in tables)
        return {
            data[text : text + size].decode(): data[translation : translation + length].decode()
            for (size, text), (length, translation) in zip(*rows, strict=True)
            if data[text : text + size] in encoded_texts and translation + length <= len(data)
        }
    except (OSError, ValueError, struct.error):
        return {}


def tr_in(context: str, text: str) -> str:
    """Return a translated text whose meaning depends on ``context``, a word or two."""
    return tr(mark_text_in_context(context, text))


def tr_count(one: str, many: str, count: int) -> str:
    translations, language = _current_language()
    translation = translations.ngettext(one, many, abs(count))
    return translation if language == ENGLISH else _with_forms(translation)


def plural_form(count: int) -> int:
    """Return the index of a number's plural form; in English 0 for 1, else 1."""
    # Only translations that were read from a catalogue have it.
    rule = getattr(_current_language().translations, "plural", None)
    return int(rule(abs(count))) if rule is not None else int(abs(count) != 1)


@lru_cache(maxsize=4096)
def _with_forms(text: str) -> str:
    """Return the text, with support for forms if it has placeholders for them."""
    if "{" not in text or ":" not in text:
        return text
    return FormsTranslation(text) if has_form_placeholders(text) else text


def _load_translations(language: str) -> gettext.NullTranslations | None:
    """Return the translations into a language; None if missing or damaged."""
    try:
        return gettext.translation(DOMAIN, _locale_folder(), [language])
    except (OSError, ValueError, LookupError, AttributeError, struct.error):
        return None


def _locale_folder() -> Path:
    return resources_folder() / "locale"


CASES: Final = {
    "gen": "genitive",
    "dat": "dative",
    "acc": "accusative",
    "ins": "instrumental",
    "pre": "prepositional",
}
"""Grammatical cases in translations, like ``{suit:gen}``, with their contexts."""
FRACTION_FORM: Final = 1
"""Plural form of fractions: in Russian the genitive («2,5 очка»)."""
_NUMBER_PATTERN: Final = re.compile(r"[+−-]?(\d+)([.,]\d+)?")
_FORM_PLACEHOLDER_PATTERN: Final = re.compile(r"\{\w*:")

SUIT_NAMES: Final = (
    mark_text("clubs"),
    mark_text("diamonds"),
    mark_text("hearts"),
    mark_text("spades"),
)
"""Suit names by suit number."""


def mark_each(contexts: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(mark_text_in_context(context, text) for context in contexts for text in texts)


mark_each(
    ("genitive", "dative", "accusative", "instrumental", "prepositional", "of a card"),
    ("clubs", "diamonds", "hearts", "spades"),
)


class InflectedSuitName(str):
    """A suit's name that can be inflected in a sentence."""

    __slots__ = ("_suit",)
    _suit: Suit

    def __new__(cls, suit: Suit) -> "InflectedSuitName":
        name = super().__new__(cls, suit_name(suit))
        name._suit = suit
        return name

    def __format__(self, form: str) -> str:
        return tr_in(CASES[form], SUIT_NAMES[self._suit]) if form in CASES else str(self)


def suit_name(suit: Suit) -> str:
    return tr(SUIT_NAMES[suit])


def fill_text(text: str, values: Mapping[str, object]) -> str:
    """Return a text with values inserted, each in the form that its placeholder names."""
    return (
        _FORMS_FORMATTER.vformat(text, (), values)
        if _FORM_PLACEHOLDER_PATTERN.search(text)
        else text.format_map(values)
    )


class FormsTranslation(str):
    """A translation with form placeholders, which ``format`` fills like any text."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> str:
        return _FORMS_FORMATTER.vformat(self, args, values)

    def format_map(self, mapping: Mapping[str, object], /) -> str:  # type: ignore[override]
        return _FORMS_FORMATTER.vformat(self, (), mapping)


def has_form_placeholders(text: str) -> bool:
    return "{" in text and any(
        "|" in form or form in CASES for _, _, form, _ in Formatter().parse(text) if form
    )


class _FormsFormatter(Formatter):
    """A formatter that inserts values in the form that the placeholder names."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[key] if isinstance(key, str) else args[key]

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "|" in format_spec:
            return _select_plural(value, format_spec.split("|"))
        if format_spec in CASES and type(value) in (str, int):
            return str(value)  # a name or another word, which has one form
        return format(value, format_spec)


def _select_plural(value: object, words: Sequence[str]) -> str:
    """Return the plural form for a number, given as such or as text."""
    match = _NUMBER_PATTERN.fullmatch(str(value).replace("\u00a0", ""))
    form = FRACTION_FORM if match is None or match[2] else plural_form(int(match[1]))
    return words[min(form, len(words) - 1)]


_FORMS_FORMATTER: Final = _FormsFormatter()
