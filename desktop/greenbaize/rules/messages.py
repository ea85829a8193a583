"""Reasons and announcements as data: a code, its values and the rule they come from.

The message catalogue in ``words`` turns them into sentences when they are shown; a game adds its
own sentences in its ``GameVocabulary``.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final, NamedTuple

from greenbaize.cards import Card, Suit

Value = int | str | Card | Suit | tuple[Card, ...] | tuple[int, ...]

SentenceText = str | tuple[str, str]
"""A text with placeholders, or its singular and plural, selected by the value ``count``."""


CONTEXT_SEPARATOR: Final = "\x04"
"""The separator between a context and its text, as in the catalogues of gettext."""


def mark_text(text: str) -> str:
    """Mark a text for the catalogue where it is written; it is translated where it is shown."""
    return text


def mark_count(singular: str, plural: str) -> tuple[str, str]:
    """Mark a text with singular and plural for the catalogue."""
    return singular, plural


def mark_text_in_context(context: str, text: str) -> str:
    """Mark a text whose translation depends on the context."""
    return f"{context}{CONTEXT_SEPARATOR}{text}"


class Message(NamedTuple):
    """A message to be formatted: ``code`` names the sentence, ``values`` fill it.

    ``rule`` is the reference to the rules pages (``"damn.md 4"``), or empty. The value ``seat`` is
    a seat number, shown as the player's name; ``seats`` are several of them that begin the
    sentence, the person addressed first. Several cards are listed suit by suit, each in the given
    order. ``often`` is the frequency in deals out of ten.
    """

    code: str
    values: Mapping[str, Value] = {}
    rule: str = ""


class ColumnWords(NamedTuple):
    """The title of a sheet's column, and the phrase for a number in it as ``{value}``.

    ``short`` is its title where there is no room for the whole one.
    """

    title: str
    phrase: SentenceText
    short: str = ""


class HonourWords(NamedTuple):
    """The title of an honour (a rare achievement), and a sentence that explains it."""

    title: str
    line: str


class MistakeWords(NamedTuple):
    """A kind of mistake: its title, a sentence on such a choice, and one for who avoids it."""

    title: str
    line: str
    praise: str


class GameVocabulary(NamedTuple):
    """The texts that a game adds to the common ones, all of them marked, by their codes.

    A sentence whose code ends in ``.you`` is for the person addressed, where ``seat`` is theirs.
    ``titles`` are those of its contracts, the rows of its sheet and the rules pages it shares with
    other games; a row's code may end in a dot and the row's label.
    """

    sentences: Mapping[str, SentenceText] = {}
    columns: Mapping[str, ColumnWords] = {}
    titles: Mapping[str, str] = {}
    honours: Mapping[str, HonourWords] = {}
    mistakes: Mapping[str, MistakeWords] = {}


class Misfit(StrEnum):
    """What of a view fits no match; the value ``misfit`` of the message ``told-impossible``."""

    DEAL = "deal"
    HANDS = "hands"
    CARDS = "cards"
    TRICKS = "tricks"
    BIDS = "bids"
    TOTALS = "totals"
    SUITS = "suits"
