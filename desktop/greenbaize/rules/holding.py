"""The order of the cards in a hand."""

from collections.abc import Sequence

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.pictures import Picture


def sorted_hand(cards: Sequence[Card], trump: Suit | None, ranks: str = RANKS) -> list[Card]:
    """Return cards sorted by suit in alternating colours, high first, trumps at the right."""
    order = [Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS]
    held = [suit for suit in order if any(card.suit is suit for card in cards)]
    trumps = [trump] if trump in held else []
    held = [suit for suit in held if suit is not trump]
    if len(held) == 3:
        # The suit of the other colour goes between the two of the same colour.
        reds = [suit.red for suit in held]
        odd = held[reds.index(sum(reds) == 1)]
        held.remove(odd)
        held.insert(1, odd)
    elif trumps and held and held[-1].red == trumps[0].red:
        held.reverse()
    held += trumps
    place = {suit: number for number, suit in enumerate(held)}
    return sorted(
        cards,
        key=lambda card: (place.get(card.suit, 9), -ranks.find(card.code[0])),  # type: ignore[arg-type]
    )


def by_rank(cards: Sequence[Card], ranks: str = RANKS) -> list[Card]:
    """Return cards sorted by rank only: low ones first, jokers at the right."""
    return sorted(
        cards,
        key=lambda card: (card.suit is None, ranks.find(card.code[0]), card.suit or 0, card.code),
    )


def held(picture: Picture, seat: int) -> list[Card]:
    """Return the known cards of a seat in the order for this game."""
    cards = picture.hands[seat].cards
    if picture.pile is not None:
        return by_rank(cards, picture.ranks)
    return sorted_hand(cards, _right_suit(picture, seat), picture.ranks)


def _right_suit(picture: Picture, seat: int) -> Suit | None:
    """Return the suit that a seat holds at the right: its own trump, or the deal's."""
    suits = (picture.plates[seat].trump, *picture.trumps)
    # Not by truth value: clubs are number 0.
    return next((suit for suit in suits if suit is not None), None)
