"""Reasons and announcements as data: a code, its values and the rule they come from.

Sentences are made from them at the edge, by the message catalogue in ``words``; a game brings
those of its own as ``Words``.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from greenbaize.cards import Card, Suit

Value = int | str | Card | Suit | tuple[Card, ...] | tuple[int, ...]

Sentence = str | tuple[str, str]
"""A text with placeholders, or its singular and plural, chosen by the value ``count``."""


CONTEXT_ENDS: Final = "\x04"
"""Stands between a context and its text, as in the catalogues of gettext."""


def mark(text: str) -> str:
    """Mark a text for the catalogue where it is written; it is translated where it is shown."""
    return text


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark a text that depends on a number: as it is with 1, and with others."""
    return one, many


def mark_in(context: str, text: str) -> str:
    """Mark a text that is another thing elsewhere, so that other languages have a word for each."""
    return f"{context}{CONTEXT_ENDS}{text}"


class Message(NamedTuple):
    """Something to be said: ``code`` names the sentence, ``values`` fill it.

    ``rule`` is the place on the rules pages (``"damn.md 4"``), or empty where no rule is meant.
    The value named ``seat`` is a seat's number and is spoken as the name of who sits there, that
    named ``seats`` are several of them, which begin the sentence: whoever is spoken to comes first.
    Several cards are spoken suit by suit, each in the order given.
    ``often`` is in how many deals of ten something happens.
    """

    code: str
    values: Mapping[str, Value] = {}
    rule: str = ""


class Column(NamedTuple):
    """How a sheet's column is called, and how a number in it is said, as ``{value}``.

    ``short`` is its title where there is no room for the whole one.
    """

    title: str
    phrase: Sentence
    short: str = ""


class Honour(NamedTuple):
    """How something rare that somebody has brought off is called, and what it is, in a sentence."""

    title: str
    line: str


class Words(NamedTuple):
    """What a game says that not every game does, all of it marked and by its code.

    A sentence's code with ``.you`` behind it is for the person addressed, where ``seat`` is theirs.
    ``titles`` are those of its contracts, the rows of its sheet and the rules pages it shares with
    other games; a row's code may have the row's label behind a dot.
    """

    sentences: Mapping[str, Sentence] = {}
    columns: Mapping[str, Column] = {}
    titles: Mapping[str, str] = {}
    honours: Mapping[str, Honour] = {}
