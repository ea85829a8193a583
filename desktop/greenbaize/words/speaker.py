"""Sentences from messages: the only module where codes and values become text."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from greenbaize.cards import Card, Suit
from greenbaize.rules.messages import Message, Value, mark
from greenbaize.words.catalogue import (
    SuitWord,
    filled,
    speaks_apart,
    spoken_language,
    suit_name,
    tr,
    tr_count,
)
from greenbaize.words.names import set_apart, shown_name, shown_words
from greenbaize.words.numbers import in_letters, rank_text
from greenbaize.words.spoken import CardWords, aloud, in_a_row, letters_aloud, rank_word
from greenbaize.words.system_errors import system_error_text
from greenbaize.words.titles import contract_title, number_text, place_title
from greenbaize.words.vocabulary import sentence_of

if TYPE_CHECKING:
    from greenbaize.rules.commands import Command

JOKER_NAMES = {"XR": mark("Red joker"), "XB": mark("Black joker")}

_RANK_KEYS: Final = frozenset(("low", "high", "same"))
"""Message keys that hold a rank, as on cards."""
FEW: Final = 3
"""Number of cards of a suit from which on they are shown as one group."""


MOST_REMEMBERED: Final = 4096


class Speaker:
    """A formatter of messages about a table for one listener.

    ``for_speech`` spells cards and signs as words. Inside ``language_context``, where no setting of
    the program's user applies, sentences are cached: little changes from one moment of a table to
    the next.
    """

    def __init__(
        self, names: Sequence[str] = (), you: int | None = None, *, aloud: bool = False
    ) -> None:
        self._names = tuple(set_apart(shown_name(name)) for name in names)
        self.you = you
        """Seat of the listener."""
        self._aloud = aloud
        self._said: dict[tuple[Any, ...], str] = {}

    def say(self, message: Message) -> str:
        """Return the message as a sentence; ``KeyError`` for a code without one, which is a bug."""
        if not speaks_apart():
            return self._sentence(message)
        # With the types, for a card or a suit is also a number.
        values = tuple([(key, type(value), value) for key, value in message.values.items()])
        key = (spoken_language(), message.code, values)
        said = self._said.get(key)
        if said is None:
            if len(self._said) >= MOST_REMEMBERED:
                self._said.clear()
            said = self._said[key] = self._sentence(message)
        return said

    def _sentence(self, message: Message) -> str:
        yours = self._is_you(message.values.get("seat"))
        sentence = sentence_of(message.code, yours=yours, aloud=self._aloud)
        if isinstance(sentence, tuple):
            count = message.values["count"]
            assert isinstance(count, int)
            text = tr_count(*sentence, count)
        else:
            text = tr(sentence)
        words = {key: self._word(key, val) for key, val in message.values.items()}
        if self._aloud:
            return aloud(filled(letters_aloud(text), words))
        return filled(in_letters(text), words)

    def _is_you(self, seat: Value | None) -> bool:
        """Return True if a seat is the listener's, or of a person only called “You”."""
        if not isinstance(seat, int):
            return False
        named = 0 <= seat < len(self._names) and self._names[seat] == tr("You")
        return named or seat == self.you

    def _word(self, key: str, value: Value) -> str:
        if isinstance(value, str):
            if key in _RANK_KEYS:
                return rank_word(value) if self._aloud else rank_text(value)
            if key == "contract":
                title = contract_title(value)
                return letters_aloud(title) if self._aloud else title
            return shown_words(system_error_text(value) if key == "reason" else value)
        match value:
            case Card():
                return CardWords((value,)) if self._aloud else card_name(value)
            case Suit():
                return SuitWord(value)
            case tuple():
                return self._several(key, value)
        if key == "seat" and 0 <= value < len(self._names):
            return self._names[value]
        if key == "place":
            return place_title(value)
        if key == "often":
            return often_text(value)
        return number_text(value, signed=key == "by")

    def _several(self, key: str, values: tuple[Card, ...] | tuple[int, ...]) -> str:
        if key != "seats":
            cards = [one for one in values if isinstance(one, Card)]
            return CardWords(cards) if self._aloud else cards_text(cards)
        seats = [one for one in values if isinstance(one, int)]
        seats.sort(key=lambda seat: not self._is_you(seat))
        return in_a_row(
            [tr("You") if self._is_you(one) else self._word("seat", one) for one in seats]
        )


def often_text(times: int) -> str:
    """Return a frequency, in deals of ten, as appended to an event."""
    if not 0 < times < 10:
        return tr("almost always") if times else tr("very rarely")
    words = tr_count("in {count} deal of 10", "in {count} deals of 10", times)
    return words.format(count=times)


def card_name(card: Card) -> str:
    """Return the card as players write it; jokers in the current language."""
    if card.suit is None:
        return tr(JOKER_NAMES[card.code])
    return rank_text(card.code[0]) + card.suit.sign


def cards_text(cards: Sequence[Card]) -> str:
    """Return cards by suit, as in “6♦ 9♦, 6♠ 8♠ Q♠”.

    If one suit has many, commas separate only the suits.
    """
    suits = dict.fromkeys(card.suit for card in cards)
    groups = {suit: [card_name(card) for card in cards if card.suit is suit] for suit in suits}
    grouped = any(suit is not None and len(names) >= FEW for suit, names in groups.items())
    return ", ".join(
        (" " if grouped and suit is not None else ", ").join(names)
        for suit, names in groups.items()
    )


def label_text(command: "Command", speaker: Speaker) -> str:
    """Return a choice's label in a list: a number, card, suit, or a word or two."""
    match command.label:
        case Card() as card:
            return card_name(card)
        case Suit() as suit:
            return suit_name(suit)
        case Message() as message:
            return speaker.say(message)
        case number:
            return number_text(number)
