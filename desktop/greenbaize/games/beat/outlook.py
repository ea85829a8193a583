"""What somebody can reckon who is asked to go or stay: from the rules and their own cards alone."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from greenbaize.cards import Card
from greenbaize.games.beat.banks import LOST, Banking, Targets, banks_after, decided
from greenbaize.games.beat.beats import PACK_36
from greenbaize.rules.messages import Message

RULE: Final = "ass.md 3"


def reckoned(hand: Sequence[Card], played: int, worth: dict[Card, int]) -> tuple[Message, Message]:
    """What the own cards count, and what the others that will be played count on the average.

    Args:
        hand: the own cards.
        played: how many cards are played in the deal.
        worth: what each card of the pack counts by itself (``ass.md 5``).
    """
    own = sum(worth[card] for card in hand)
    rest, others = sum(worth.values()) - own, played - len(hand)
    about = round(rest * others / (len(PACK_36) - len(hand)))
    return (
        Message("own-points", {"count": own}, "ass.md 5"),
        Message("points-about", {"count": others, "points": about}, "ass.md 5"),
    )


def outcomes(own: Banking, aims: Targets, seat: int, deal: int, limit: int) -> Iterator[Message]:
    """What each stake leads to, and where that ends the match (``ass.md 1, 3``).

    Args:
        own: banks and stakes.
        aims: the targets.
        seat: who is asked.
        deal: the deal's number.
        limit: the option *deal limit*, 0 for none.
    """
    banks = own.banks[seat]
    for go in (True, False):
        values = {
            "target": aims.of(go=go),
            "count": banks_after(banks, True, go=go),
            "other": banks_after(banks, False, go=go),
        }
        yield Message("outcome-go" if go else "outcome-stay", values, RULE)
    if limit and deal >= limit:
        yield Message("outcome-last", rule="ass.md 1")
        return
    if banks == 1 and ends(own, seat, 0, deal, limit):
        yield Message("outcome-wins", rule="ass.md 1")
    if banks == LOST - 1 and ends(own, seat, LOST, deal, limit):
        yield Message("outcome-loses", rule="ass.md 1")


def ends(own: Banking, seat: int, banks: int, deal: int, limit: int) -> bool:
    """Whether the match is over once a seat has so many banks, whatever becomes of the others."""
    possible = [
        (banks,) if other == seat else _may_become(own.banks[other], own.stakes[other])
        for other in range(len(own.banks))
    ]
    return all(decided(own.banks, after, deal, limit) for after in product(*possible))


def _may_become(banks: int, stake: bool | None) -> tuple[int, ...]:
    """How many banks a player may have after the deal."""
    ways = product((True, False) if stake is None else (stake,), (True, False))
    return tuple({banks_after(banks, reached, go=go) for go, reached in ways})
