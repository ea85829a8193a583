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
from greenbaize.resources import resources
from greenbaize.rules.messages import CONTEXT_ENDS, mark, mark_in

DOMAIN: Final = "greenbaize"
ENGLISH: Final = "en"
NAMES: Final = {"en": "English", "ru": "Русский"}
"""Names of the languages in themselves."""
NO_LANGUAGES: Final = ("c", "posix")
"""Locales without a language, for which English is used."""


class _Language(NamedTuple):
    """A language in use, with its translations."""

    translations: gettext.NullTranslations
    name: str


_usual = _Language(gettext.NullTranslations(), ENGLISH)
_here: ContextVar[_Language | None] = ContextVar("language", default=None)
_chosen = False


def _now() -> _Language:
    return _here.get() or _usual


def known_languages() -> tuple[str, ...]:
    """Return the available languages, English first."""
    others = (path.parent.parent.name for path in _folder().glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (ENGLISH, *sorted(others))


def language_of(name: str) -> str:
    """Return the language in a locale's name, like ``ru`` in ``ru_RU.UTF-8``, or empty."""
    language = name.replace("-", "_").partition("_")[0].partition(".")[0].partition("@")[0].lower()
    return ENGLISH if language in NO_LANGUAGES else language


def use_language(*languages: str) -> None:
    """Use the first available language, else English: ``ru``, ``ru-RU``, ``ru_RU.UTF-8``."""
    use_translations(*_language(*languages))


def _language(*wanted: str) -> _Language:
    language = spoken_of(*wanted)
    read = None if language == ENGLISH else _read(language)
    return (
        _Language(gettext.NullTranslations(), ENGLISH)
        if read is None
        else _Language(read, language)
    )


def spoken_of(*languages: str) -> str:
    """Return the first available of these languages, else English."""
    known = known_languages()
    wanted = (language_of(name) for name in languages)
    return next(
        (one for one in wanted if one == ENGLISH or (one in known and _read(one) is not None)),
        ENGLISH,
    )


def use_translations(translations: gettext.NullTranslations, language: str = ENGLISH) -> None:
    global _usual, _chosen
    _usual, _chosen = _Language(translations, language), True


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Use another language inside the context, in this thread or task only; else English."""
    token = _here.set(_known(language))
    try:
        yield
    finally:
        _here.reset(token)


_known: Final = lru_cache(maxsize=32)(_language)


def speaks_apart() -> bool:
    """Return True if a language applies here that is not the user's, as in ``language_context``."""
    return _here.get() is not None


def is_chosen() -> bool:
    return _chosen


def spoken_language() -> str:
    return _now().name


def tr(text: str) -> str:
    """Return the translation of a text, which may be marked with a context."""
    translations, language = _here.get() or _usual
    context, marked, plain = text.rpartition(CONTEXT_ENDS)
    said = translations.pgettext(context, plain) if marked else translations.gettext(text)
    return said if language == ENGLISH else _formed(said)


def said_in(language: str, texts: Collection[str]) -> dict[str, str]:
    """Return the translations of some texts, without loading the rest of the catalogue.

    Texts without a translation are left out.
    """
    wanted = {text.encode() for text in texts}
    try:
        data = (_folder() / language / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()
        _, _, count, *tables = struct.unpack_from("=5I", data)
        rows = (struct.iter_unpack("=2I", data[at : at + 8 * count]) for at in tables)
        return {
            data[text : text + size].decode(): data[said : said + length].decode()
            for (size, text), (length, said) in zip(*rows, strict=True)
            if data[text : text + size] in wanted and said + length <= len(data)
        }
    except (OSError, ValueError, struct.error):
        return {}


def tr_in(context: str, text: str) -> str:
    """Return a translated text whose meaning depends on ``context``, a word or two."""
    return tr(mark_in(context, text))


def tr_count(one: str, many: str, count: int) -> str:
    translations, language = _now()
    said = translations.ngettext(one, many, abs(count))
    return said if language == ENGLISH else _formed(said)


def plural_form(count: int) -> int:
    """Return the index of a number's plural form; in English 0 for 1, else 1."""
    # Only translations that were read from a catalogue have it.
    rule = getattr(_now().translations, "plural", None)
    return int(rule(abs(count))) if rule is not None else int(abs(count) != 1)


@lru_cache(maxsize=4096)
def _formed(text: str) -> str:
    """Return the text, with support for forms if it has placeholders for them."""
    if "{" not in text or ":" not in text:
        return text
    return Formed(text) if asks_for_forms(text) else text


def _read(language: str) -> gettext.NullTranslations | None:
    """Return the translations into a language; None if missing or damaged."""
    try:
        return gettext.translation(DOMAIN, _folder(), [language])
    except (OSError, ValueError, LookupError, AttributeError, struct.error):
        return None


def _folder() -> Path:
    return resources() / "locale"


CASES: Final = {
    "gen": "genitive",
    "dat": "dative",
    "acc": "accusative",
    "ins": "instrumental",
    "pre": "prepositional",
}
"""Grammatical cases in translations, like ``{suit:gen}``, with their contexts."""
FRACTION: Final = 1
"""Plural form of fractions: in Russian the genitive («2,5 очка»)."""
_NUMBER: Final = re.compile(r"[+−-]?(\d+)([.,]\d+)?")
_ASKS: Final = re.compile(r"\{\w*:")

SUITS: Final = (mark("clubs"), mark("diamonds"), mark("hearts"), mark("spades"))
"""Suit names by suit number."""


def mark_each(contexts: Sequence[str], texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(mark_in(context, text) for context in contexts for text in texts)


mark_each(
    ("genitive", "dative", "accusative", "instrumental", "prepositional", "of a card"),
    ("clubs", "diamonds", "hearts", "spades"),
)


class SuitWord(str):
    """A suit's name that can be inflected in a sentence."""

    __slots__ = ("_suit",)
    _suit: Suit

    def __new__(cls, suit: Suit) -> "SuitWord":
        made = super().__new__(cls, suit_name(suit))
        made._suit = suit
        return made

    def __format__(self, form: str) -> str:
        return tr_in(CASES[form], SUITS[self._suit]) if form in CASES else str(self)


def suit_name(suit: Suit) -> str:
    return tr(SUITS[suit])


def filled(text: str, values: Mapping[str, object]) -> str:
    """Return a text with values inserted, each in the form that its placeholder names."""
    return _FILLING.vformat(text, (), values) if _ASKS.search(text) else text.format_map(values)


class Formed(str):
    """A translation with form placeholders, which ``format`` fills like any text."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> str:
        return _FILLING.vformat(self, args, values)

    def format_map(self, mapping: Mapping[str, object], /) -> str:  # type: ignore[override]
        return _FILLING.vformat(self, (), mapping)


def asks_for_forms(text: str) -> bool:
    return "{" in text and any(
        "|" in form or form in CASES for _, _, form, _ in Formatter().parse(text) if form
    )


class _Filling(Formatter):
    """A formatter that inserts values in the form that the placeholder names."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[key] if isinstance(key, str) else args[key]

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "|" in format_spec:
            return _by_number(value, format_spec.split("|"))
        if format_spec in CASES and type(value) in (str, int):
            return str(value)  # a name or another word, which has one form
        return format(value, format_spec)


def _by_number(value: object, words: Sequence[str]) -> str:
    """Return the plural form for a number, given as such or as text."""
    found = _NUMBER.fullmatch(str(value).replace("\u00a0", ""))
    form = FRACTION if found is None or found[2] else plural_form(int(found[1]))
    return words[min(form, len(words) - 1)]


_FILLING: Final = _Filling()
