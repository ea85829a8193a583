"""What a card does on a pile, as messages: so the table teaches the beat relation."""

from collections.abc import Iterator, Sequence

from greenbaize.cards import Card
from greenbaize.games.beat import beats
from greenbaize.games.beat.beats import Pile, Trumps, Way
from greenbaize.rules.messages import Message

_RULES = {
    Way.SUIT: "beats.md 2a",
    Way.SAME_VALUE: "beats.md 2b",
    Way.ONE_LESS: "beats.md 2c",
    Way.EIGHT: "beats.md 2d",
    Way.TRUMP: "beats.md 2e",
}


def effect(pile: Pile | None, card: Card, trumps: Trumps, how: Way | None) -> Message:
    """What the card does, or would do.

    Args:
        pile: the trick before it, None for the lead.
        card: the card.
        trumps: what is trump.
        how: the way in which it beats the top card, if it does.
    """
    if pile is None:
        assert card.suit is not None
        return Message("leads-main", {"card": card, "suit": card.suit}, "beats.md 2")
    top = pile.top
    if how is None:
        code = "outclassed" if beats.outclassed(pile, card, trumps) else "beats-not"
        rule = "beats.md 4" if code == "outclassed" else "beats.md 1"
        return Message(code, {"card": card, "top": top}, rule)
    if beats.taken_back(pile, card, how):
        values = {"card": card, "top": top, "led": pile.led, "seat": pile.leader}
        return Message("taken-back", values, "beats.md 3")
    if how is Way.EIGHT and card.suit is not pile.main and card.suit is not None:
        values = {"card": card, "top": top, "suit": card.suit}
        return Message("beats-eight-renames", values, _RULES[how])
    return Message(f"beats-{how.value}", {"card": card, "top": top}, _RULES[how])


def story(
    leader: int, cards: Sequence[Card], players: int, trumps: Trumps
) -> Iterator[tuple[int, Message]]:
    """Step by step what each card of a trick did, with the seat that played it."""
    pile: Pile | None = None
    for turn, card in enumerate(cards):
        seat = (leader + turn) % players
        how = None if pile is None else beats.way_played(pile, card, seat, trumps)
        yield seat, effect(pile, card, trumps, how)
        pile = beats.lead(card, seat) if pile is None else beats.laid(pile, card, seat, how)
