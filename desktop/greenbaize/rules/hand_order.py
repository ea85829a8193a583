"""The order of the cards in a hand."""

from collections.abc import Sequence

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.rules.table_snapshot import TableSnapshot


def sort_hand_by_suit(cards: Sequence[Card], trump: Suit | None, ranks: str = RANKS) -> list[Card]:
    """Return cards sorted by suit in alternating colours, high first, trumps at the right."""
    order = [Suit.SPADES, Suit.DIAMONDS, Suit.CLUBS, Suit.HEARTS]
    suit_order = [suit for suit in order if any(card.suit is suit for card in cards)]
    trumps = [trump] if trump in suit_order else []
    suit_order = [suit for suit in suit_order if suit is not trump]
    if len(suit_order) == 3:
        # The suit of the other colour goes between the two of the same colour.
        reds = [suit.is_red for suit in suit_order]
        odd_colour_suit = suit_order[reds.index(sum(reds) == 1)]
        suit_order.remove(odd_colour_suit)
        suit_order.insert(1, odd_colour_suit)
    elif trumps and suit_order and suit_order[-1].is_red == trumps[0].is_red:
        suit_order.reverse()
    suit_order += trumps
    suit_index = {suit: number for number, suit in enumerate(suit_order)}
    return sorted(
        cards,
        key=lambda card: (suit_index.get(card.suit, 9), -ranks.find(card.code[0])),  # type: ignore[arg-type]
    )


def sort_hand_by_rank(cards: Sequence[Card], ranks: str = RANKS) -> list[Card]:
    """Return cards sorted by rank only: low ones first, jokers at the right."""
    return sorted(
        cards,
        key=lambda card: (card.suit is None, ranks.find(card.code[0]), card.suit or 0, card.code),
    )


def sort_hand(picture: TableSnapshot, seat: int) -> list[Card]:
    """Return the known cards of a seat in the order for this game."""
    cards = picture.hands[seat].cards
    if picture.pile is not None:
        return sort_hand_by_rank(cards, picture.ranks)
    return sort_hand_by_suit(cards, _suit_at_right(picture, seat), picture.ranks)


def _suit_at_right(picture: TableSnapshot, seat: int) -> Suit | None:
    """Return the suit that a seat holds at the right: its own trump, or the deal's."""
    suits = (picture.plates[seat].personal_suit, *picture.trumps)
    # Not by truth value: clubs are number 0.
    return next((suit for suit in suits if suit is not None), None)
