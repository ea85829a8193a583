"""Plain trick play: following suit, and who wins (``damn.md 4``, ``blackout.md 3``)."""

from collections.abc import Sequence

from greenbaize.cards import Card, Suit


def following(hand: Sequence[Card], led: Card | None) -> tuple[Card, ...]:
    """The cards of a hand that may be played to this lead: all of them if it cannot follow suit."""
    if led is not None:
        suit = led.suit
        same = tuple([card for card in hand if card.suit is suit])
        if same:
            return same
    return tuple(hand)


def beats(card: Card, top: Card, trump: Suit | None) -> bool:
    """Whether the card wins over the one now winning: higher in its suit, or a trump on none."""
    if card.suit is top.suit:
        return card > top
    return card.suit is trump and trump is not None


def winning(cards: Sequence[Card], trump: Suit | None) -> int:
    """The place of the winning card among those played, the lead first; there must be one."""
    best = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[best], trump):
            best = place
    return best
