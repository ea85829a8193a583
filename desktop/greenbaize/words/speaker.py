"""Sentences from messages: the only module where codes and values become text."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from greenbaize.cards import Card, Suit
from greenbaize.rules.messages import Message, Misfit, Value, mark_text, mark_text_in_context
from greenbaize.words.catalogue import (
    InflectedSuitName,
    current_language,
    fill_text,
    has_context_language,
    suit_name,
    tr,
    tr_count,
)
from greenbaize.words.names import display_name, isolate_direction, sanitise_text
from greenbaize.words.numbers import localise_ranks, rank_text
from greenbaize.words.spoken import (
    SpokenCards,
    join_list,
    rank_word,
    spell_rank_letters,
    spoken_text,
)
from greenbaize.words.system_errors import system_error_text
from greenbaize.words.titles import contract_title, number_text, rank_title
from greenbaize.words.vocabulary import find_sentence

if TYPE_CHECKING:
    from greenbaize.rules.commands import Command

JOKER_NAMES = {"XR": mark_text("Red joker"), "XB": mark_text("Black joker")}

MISFIT_TEXTS: Final[Mapping[Misfit, str]] = {
    Misfit.DEAL: mark_text_in_context("misfit", "the number of the deal"),
    Misfit.HANDS: mark_text_in_context("misfit", "the sizes of the hands"),
    Misfit.CARDS: mark_text_in_context("misfit", "the cards in the hands and on the table"),
    Misfit.TRICKS: mark_text_in_context("misfit", "the tricks"),
    Misfit.BIDS: mark_text_in_context("misfit", "the bids"),
    Misfit.TOTALS: mark_text_in_context("misfit", "the totals"),
    Misfit.SUITS: mark_text_in_context(
        "misfit", "a seat played a card that it had shown not to hold"
    ),
}
"""Parts of a view that may fit no match, as they follow “does not fit any match:”."""

_RANK_KEYS: Final = frozenset(("low", "high", "same"))
"""Message keys that hold a rank, as on cards."""
SHORT_SUIT_SIZE: Final = 9
"""Number of cards of a suit from six to ace."""
GROUPED_SUIT_SIZE: Final = 3
"""Number of cards of a suit from which on they are shown as one group."""


MAX_CACHED_SENTENCES: Final = 4096


class Speaker:
    """A formatter of messages about a table for one listener.

    ``for_speech`` spells cards and signs as words. Inside ``language_context``, where no setting of
    the program's user applies, sentences are cached: little changes from one moment of a table to
    the next.
    """

    def __init__(
        self,
        names: Sequence[str] = (),
        listener_seat: int | None = None,
        *,
        for_speech: bool = False,
    ) -> None:
        self._names = tuple(isolate_direction(display_name(name)) for name in names)
        self.listener_seat = listener_seat
        """Seat of the listener."""
        self._for_speech = for_speech
        self._sentence_cache: dict[tuple[Any, ...], str] = {}

    def format_message(self, message: Message) -> str:
        """Return the message as a sentence; ``KeyError`` for a code without one, which is a bug."""
        if not has_context_language():
            return self._build_sentence(message)
        # With the types, for a card or a suit is also a number.
        values = tuple([(key, type(value), value) for key, value in message.values.items()])
        key = (current_language(), message.code, values)
        sentence = self._sentence_cache.get(key)
        if sentence is None:
            if len(self._sentence_cache) >= MAX_CACHED_SENTENCES:
                self._sentence_cache.clear()
            sentence = self._sentence_cache[key] = self._build_sentence(message)
        return sentence

    def _build_sentence(self, message: Message) -> str:
        yours = self._is_listener(message.values.get("seat"))
        sentence = find_sentence(message.code, to_listener=yours, for_speech=self._for_speech)
        if isinstance(sentence, tuple):
            count = message.values["count"]
            assert isinstance(count, int)
            text = tr_count(*sentence, count)
        else:
            text = tr(sentence)
        words = {key: self._value_text(key, val) for key, val in message.values.items()}
        if self._for_speech:
            return spoken_text(fill_text(spell_rank_letters(text), words))
        return fill_text(localise_ranks(text), words)

    def _is_listener(self, seat: Value | None) -> bool:
        """Return True if a seat is the listener's, or of a person only called “You”."""
        if not isinstance(seat, int):
            return False
        is_default_name = 0 <= seat < len(self._names) and self._names[seat] == tr("You")
        return is_default_name or seat == self.listener_seat

    def _value_text(self, key: str, value: Value) -> str:
        if isinstance(value, Misfit):
            return tr(MISFIT_TEXTS[value])
        if isinstance(value, str):
            if key in _RANK_KEYS:
                return rank_word(value) if self._for_speech else rank_text(value)
            if key == "contract":
                title = contract_title(value)
                return spell_rank_letters(title) if self._for_speech else title
            return sanitise_text(system_error_text(value) if key == "reason" else value)
        match value:
            case Card():
                return SpokenCards((value,)) if self._for_speech else card_name(value)
            case Suit():
                return InflectedSuitName(value)
            case tuple():
                return self._list_text(key, value)
        if key == "seat" and 0 <= value < len(self._names):
            return self._names[value]
        if key == "place":
            return rank_title(value)
        if key in ("often", "often_other"):
            return frequency_text(value)
        return number_text(value, signed=key == "by")

    def _list_text(self, key: str, values: tuple[Card, ...] | tuple[int, ...]) -> str:
        if key != "seats":
            cards = [one for one in values if isinstance(one, Card)]
            if key == "missing":
                return missing_cards_text(cards)
            return SpokenCards(cards) if self._for_speech else cards_text(cards)
        seats = [one for one in values if isinstance(one, int)]
        seats.sort(key=lambda seat: not self._is_listener(seat))
        return join_list(
            [
                tr("You") if self._is_listener(one) else self._value_text("seat", one)
                for one in seats
            ]
        )


def frequency_text(times: int) -> str:
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
    grouped = any(
        suit is not None and len(names) >= GROUPED_SUIT_SIZE for suit, names in groups.items()
    )
    return ", ".join(
        (" " if grouped and suit is not None else ", ").join(names)
        for suit, names in groups.items()
    )


def missing_cards_text(cards: Sequence[Card]) -> str:
    """Return cards that a pack from six to ace lacks: “all hearts and spades, 6♦ 7♦ 8♦”."""
    suits = Counter(card.suit for card in cards if card.suit is not None)
    whole_suits = [suit for suit, count in suits.items() if count == SHORT_SUIT_SIZE]
    names = join_list([suit_name(suit) for suit in whole_suits])
    others = cards_text([card for card in cards if card.suit not in whole_suits])
    return ", ".join(filter(None, (names and tr("all {suits}").format(suits=names), others)))


def label_text(command: "Command", speaker: Speaker) -> str:
    """Return a choice's label in a list: a number, card, suit, or a word or two."""
    match command.label:
        case Card() as card:
            return card_name(card)
        case Suit() as suit:
            return suit_name(suit)
        case Message() as message:
            return speaker.format_message(message)
        case number:
            return number_text(number)
