"""What is put into a sentence, in the form that the sentence asks for.

A translation may say in which form it wants a value: ``{won:взятка|взятки|взяток}`` is the one of
these words that goes with the number ``won``, and ``{suit:gen}`` the suit in the genitive. English
asks for nothing of the kind. What has no such forms is put in as it is.
"""

import re
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any, Final

from greenbaize.rules.messages import mark_in
from greenbaize.words.catalogue import plural_form, tr

CASES: Final = {
    "gen": "genitive",
    "dat": "dative",
    "acc": "accusative",
    "ins": "instrumental",
    "pre": "prepositional",
}
"""The cases that a translation may ask for, as in ``{suit:gen}``, and their contexts."""
FRACTION: Final = 1
"""The form that goes with a number with a fraction: in Russian the genitive («2,5 очка»)."""
_NUMBER: Final = re.compile(r"[+−-]?(\d+)([.,]\d+)?")
_ASKS: Final = re.compile(r"\{\w*:")

SUITS: Final[Mapping[str, Mapping[str, str]]] = {
    "gen": {
        "C": mark_in("genitive", "clubs"),
        "D": mark_in("genitive", "diamonds"),
        "H": mark_in("genitive", "hearts"),
        "S": mark_in("genitive", "spades"),
    },
    "dat": {
        "C": mark_in("dative", "clubs"),
        "D": mark_in("dative", "diamonds"),
        "H": mark_in("dative", "hearts"),
        "S": mark_in("dative", "spades"),
    },
    "acc": {
        "C": mark_in("accusative", "clubs"),
        "D": mark_in("accusative", "diamonds"),
        "H": mark_in("accusative", "hearts"),
        "S": mark_in("accusative", "spades"),
    },
    "ins": {
        "C": mark_in("instrumental", "clubs"),
        "D": mark_in("instrumental", "diamonds"),
        "H": mark_in("instrumental", "hearts"),
        "S": mark_in("instrumental", "spades"),
    },
    "pre": {
        "C": mark_in("prepositional", "clubs"),
        "D": mark_in("prepositional", "diamonds"),
        "H": mark_in("prepositional", "hearts"),
        "S": mark_in("prepositional", "spades"),
    },
}
"""The suits in the cases of Russian, by their letters."""


class SuitWord(str):
    """A suit's name, which has other forms in a sentence.

    Args:
        word: the name as it stands alone.
        letter: which suit.
    """

    __slots__ = ("_letter",)
    _letter: str

    def __new__(cls, word: str, letter: str) -> "SuitWord":
        """Make one."""
        made = super().__new__(cls, word)
        made._letter = letter
        return made

    def __format__(self, form: str) -> str:
        return tr(SUITS[form][self._letter]) if form in SUITS else str(self)


def filled(text: str, values: Mapping[str, object]) -> str:
    """A text with values put in, each in the form that the text asks for."""
    return _FILLING.vformat(text, (), values) if _ASKS.search(text) else text.format_map(values)


class Formed(str):
    """A translation that asks for forms: it is filled in by ``format`` like any text."""

    __slots__ = ()

    def format(self, *args: object, **values: object) -> str:
        """The text with values put in."""
        return _FILLING.vformat(self, args, values)

    def format_map(self, mapping: Mapping[str, object], /) -> str:  # type: ignore[override]
        """The text with values put in."""
        return _FILLING.vformat(self, (), mapping)


def asks_for_forms(text: str) -> bool:
    """Whether a translation asks for words by number or for cases."""
    return "{" in text and any(
        "|" in form or form in CASES for _, _, form, _ in Formatter().parse(text) if form
    )


class _Filling(Formatter):
    """Puts values into texts."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return kwargs[key] if isinstance(key, str) else args[key]

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "|" in format_spec:
            return _by_number(value, format_spec.split("|"))
        if format_spec in CASES and type(value) in (str, int):
            return str(value)  # a name or another word, which has one form
        return format(value, format_spec)


def _by_number(value: object, words: Sequence[str]) -> str:
    """The word that goes with a number, given as such or as it is written."""
    found = _NUMBER.fullmatch(str(value).replace("\u00a0", ""))
    form = FRACTION if found is None or found[2] else plural_form(int(found[1]))
    return words[min(form, len(words) - 1)]


_FILLING: Final = _Filling()
