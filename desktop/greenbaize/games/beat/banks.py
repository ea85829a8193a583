"""The banks of Ass: targets, their consequences, the end of the match, and estimates."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat.beats import PACK_36
from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings

NO_STOCK: Final = Hand(())

POINTS: Final = {"8": 16, "A": 12, "T": 10, "K": 5, "Q": 3, "J": 1, "6": -1}
"""Points of a card of each rank (``ass.md 5``)."""
FIRST_BANKS: Final = 3
LOST: Final = 6
GO_EASES: Final = 24
"""Difference between the targets of *stay* and *go*."""


def count_cards() -> Message:
    """Return the sentence with the points of each rank."""
    names = zip(("eight", "ace", "ten", "king", "queen", "jack", "six"), "8ATKQJ6", strict=True)
    return Message("count-cards", {name: POINTS[rank] for name, rank in names}, "ass.md 5")


class Banking(Fixed):
    """Part of a state that banks need.

    ``drawn_count`` is the number of seats that have drawn from the stock since the last trick.
    """

    banks: tuple[int, ...]
    stakes: tuple[bool | None, ...]
    stock: Hand = NO_STOCK
    drawn: int = 0


class Targets(NamedTuple):
    """Points that a player must reach who stays, and who goes (``ass.md 3``)."""

    stay: int
    go: int

    def of(self, *, go: bool) -> int:
        """Return the target of a player who goes, or else stays."""
        return self.go if go else self.stay


EVEN: Final = {
    2: Targets(118, 95),
    3: Targets(91, 62),
    4: Targets(83, 45),
    5: Targets(76, 36),
    6: Targets(72, 32),
}
"""Targets of the option *even* by the number of players; those of *source* follow a formula."""
EVEN_OF_FOUR: Final = {
    2: Targets(34, 18),
    3: Targets(39, 18),
    4: Targets(43, 17),
    5: Targets(49, 16),
    6: Targets(53, 14),
}
"""Targets of the option *even* where nobody draws, and four cards each make a deal."""


def source_targets(players: int) -> Targets:
    stay = 44 + 12 * players
    return Targets(stay, stay - GO_EASES)


def targets(players: int, options: Settings) -> Targets:
    if options.word("targets") != "even":
        return source_targets(players)
    return (EVEN if options.flag("refill") else EVEN_OF_FOUR)[players]


def banks_after(banks: int, reached: bool, *, go: bool) -> int:
    """Return a player's banks after a deal (``ass.md 3``)."""
    if reached:
        return banks - 1
    return banks + 1 if go else banks


def decided(before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int) -> bool:
    """Return whether a deal has ended the match (``ass.md 1``), with its exception for all at 6."""
    if limit and deal >= limit:
        return True
    all_lost = (LOST,) * len(after)
    if before == all_lost:
        return after != before
    return after != all_lost and any(not 0 < banks < LOST for banks in after)


RULE: Final = "ass.md 3"


def reckoned(hand: Sequence[Card], played: int, worth: dict[Card, int]) -> tuple[Message, Message]:
    """Return sentences on the points of the own cards, and the expected ones of the others."""
    own = sum(worth[card] for card in hand)
    rest, others = sum(worth.values()) - own, played - len(hand)
    unseen = len(PACK_36) - len(hand)
    about = round(rest * others / unseen)
    code = "points-rest" if others == unseen else "points-about"
    return (
        Message("own-points", {"count": own}, "ass.md 5"),
        Message(code, {"count": others, "points": about}, "ass.md 5"),
    )


def outcomes(own: Banking, aims: Targets, seat: int, deal: int, limit: int) -> Iterator[Message]:
    """Yield what each stake leads to, and where that ends the match (``ass.md 1, 3``)."""
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
    """Return whether the match ends once a seat has so many banks, whatever the others get."""
    possible = [
        (banks,) if other == seat else _may_become(own.banks[other], own.stakes[other])
        for other in range(len(own.banks))
    ]
    return all(decided(own.banks, after, deal, limit) for after in product(*possible))


def _may_become(banks: int, stake: bool | None) -> tuple[int, ...]:
    ways = product((True, False) if stake is None else (stake,), (True, False))
    return tuple({banks_after(banks, reached, go=go) for go, reached in ways})
