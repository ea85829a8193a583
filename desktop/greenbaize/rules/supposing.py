"""Supposing: a full state that fits what somebody knows, for players that think ahead."""

from collections.abc import Callable, Sequence
from typing import Final

from greenbaize.cards import Card
from greenbaize.rules.chance import Stream
from greenbaize.rules.hands import Hand

_TRIES: Final = 20


def supposed(
    hands: Sequence[Hand],
    unseen: Sequence[Card],
    may_hold: Callable[[int, Card], bool],
    chance: Stream,
) -> tuple[tuple[Hand, ...], tuple[Card, ...]]:
    """Put cards in the unknown places of the hands.

    Args:
        hands: the hands as somebody knows them.
        unseen: the cards that may lie there; at least as many as there are places.
        may_hold: whether a seat may hold a card, as far as its play has shown. If the cards cannot
            be dealt like that, somebody did not play by the rules, and it is not asked.
        chance: what the cards are dealt by.

    Returns:
        The hands without unknown cards, and the cards left over, in random order.
    """
    owners = [owner for owner, hand in enumerate(hands) if hand.unknown]
    # The seats that can hold least are dealt to first, so that they find their cards.
    owners.sort(key=lambda owner: sum(may_hold(owner, card) for card in unseen))
    for _ in range(_TRIES):
        dealt = _deal(hands, owners, chance.shuffled(unseen), may_hold)
        if dealt is not None:
            return dealt
    dealt = _deal(hands, owners, chance.shuffled(unseen), lambda _, __: True)
    assert dealt is not None, "fewer cards than unknown places"
    return dealt


def _deal(
    hands: Sequence[Hand],
    owners: Sequence[int],
    order: Sequence[Card],
    may_hold: Callable[[int, Card], bool],
) -> tuple[tuple[Hand, ...], tuple[Card, ...]] | None:
    full = list(hands)
    for owner in owners:
        hand = hands[owner]
        given = [card for card in order if may_hold(owner, card)][: hand.unknown]
        if len(given) < hand.unknown:
            return None
        rest = list(order)
        for card in given:  # one by one, as two packs hold each card twice
            rest.remove(card)
        order = rest
        full[owner] = Hand(hand.cards + tuple(given))
    return tuple(full), tuple(order)
