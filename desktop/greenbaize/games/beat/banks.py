"""The banks of Ass: targets, their consequences, the end of the match, and estimates."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat.beats import PACK_36
from greenbaize.rules.frozen_struct import FrozenStruct
from greenbaize.rules.hands import Hand
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues

NO_STOCK: Final = Hand(())

ASS_CARD_POINTS: Final = {"8": 16, "A": 12, "T": 10, "K": 5, "Q": 3, "J": 1, "6": -1}
"""Points of a card of each rank (``ass.md 5``)."""
INITIAL_BANKS: Final = 3
LOSING_BANKS: Final = 6
GO_TARGET_REDUCTION: Final = 24
"""Difference between the targets of *stay* and *go*."""


def card_points_message() -> Message:
    """Return the sentence with the points of each rank."""
    names = zip(("eight", "ace", "ten", "king", "queen", "jack", "six"), "8ATKQJ6", strict=True)
    return Message("count-cards", {name: ASS_CARD_POINTS[rank] for name, rank in names}, "ass.md 5")


class BankState(FrozenStruct):
    """Part of a state that banks need.

    ``drawn_count`` is the number of seats that have drawn from the stock since the last trick.
    """

    banks: tuple[int, ...]
    stakes: tuple[bool | None, ...]
    stock: Hand = NO_STOCK
    drawn_count: int = 0


class StakeTargets(NamedTuple):
    """Points that a player must reach who stays, and who goes (``ass.md 3``)."""

    stay: int
    go: int

    def of_stake(self, *, go: bool) -> int:
        """Return the target of a player who goes, or else stays."""
        return self.go if go else self.stay


EVEN_TARGETS: Final = {
    2: StakeTargets(118, 95),
    3: StakeTargets(91, 62),
    4: StakeTargets(83, 45),
    5: StakeTargets(76, 36),
    6: StakeTargets(72, 32),
}
"""Targets of the option *even* by the number of players; those of *source* follow a formula."""
EVEN_TARGETS_WITHOUT_REFILL: Final = {
    2: StakeTargets(34, 18),
    3: StakeTargets(39, 18),
    4: StakeTargets(43, 17),
    5: StakeTargets(49, 16),
    6: StakeTargets(53, 14),
}
"""Targets of the option *even* where nobody draws, and four cards each make a deal."""


def standard_targets(players: int) -> StakeTargets:
    stay = 44 + 12 * players
    return StakeTargets(stay, stay - GO_TARGET_REDUCTION)


def stake_targets(players: int, options: OptionValues) -> StakeTargets:
    if options.get_word("targets") != "even":
        return standard_targets(players)
    return (EVEN_TARGETS if options.get_flag("refill") else EVEN_TARGETS_WITHOUT_REFILL)[players]


def banks_after(banks: int, is_target_met: bool, *, go: bool) -> int:
    """Return a player's banks after a deal (``ass.md 3``)."""
    if is_target_met:
        return banks - 1
    return banks + 1 if go else banks


def is_match_over(before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int) -> bool:
    """Return whether a deal has ended the match; not if all have 6 banks (``ass.md 1``)."""
    if limit and deal >= limit:
        return True
    all_lost = (LOSING_BANKS,) * len(after)
    if before == all_lost:
        return after != before
    return after != all_lost and any(not 0 < banks < LOSING_BANKS for banks in after)


STAKE_RULE: Final = "ass.md 3"


def points_estimate(
    hand: Sequence[Card], played_count: int, card_points: dict[Card, int]
) -> tuple[Message, Message]:
    """Return sentences on the points of the own cards, and the expected ones of the others."""
    own_points = sum(card_points[card] for card in hand)
    other_points, other_count = sum(card_points.values()) - own_points, played_count - len(hand)
    unseen_count = len(PACK_36) - len(hand)
    expected_points = round(other_points * other_count / unseen_count)
    code = "points-rest" if other_count == unseen_count else "points-about"
    return (
        Message("own-points", {"count": own_points}, "ass.md 5"),
        Message(code, {"count": other_count, "points": expected_points}, "ass.md 5"),
    )


def stake_outcomes(
    bank_state: BankState, seat_targets: StakeTargets, seat: int, deal: int, limit: int
) -> Iterator[Message]:
    """Yield what each stake leads to, and where that ends the match (``ass.md 1, 3``)."""
    banks = bank_state.banks[seat]
    for go in (True, False):
        values = {
            "target": seat_targets.of_stake(go=go),
            "count": banks_after(banks, True, go=go),
            "other": banks_after(banks, False, go=go),
        }
        yield Message("outcome-go" if go else "outcome-stay", values, STAKE_RULE)
    if limit and deal >= limit:
        yield Message("outcome-last", rule="ass.md 1")
        return
    if banks == 1 and would_end_match(bank_state, seat, 0, deal, limit):
        yield Message("outcome-wins", rule="ass.md 1")
    if banks == LOSING_BANKS - 1 and would_end_match(bank_state, seat, LOSING_BANKS, deal, limit):
        yield Message("outcome-loses", rule="ass.md 1")


def would_end_match(bank_state: BankState, seat: int, banks: int, deal: int, limit: int) -> bool:
    """Return whether the match ends once a seat has so many banks, whatever the others get."""
    possible = [
        (banks,)
        if other == seat
        else _possible_banks(bank_state.banks[other], bank_state.stakes[other])
        for other in range(len(bank_state.banks))
    ]
    return all(is_match_over(bank_state.banks, after, deal, limit) for after in product(*possible))


def _possible_banks(banks: int, stake: bool | None) -> tuple[int, ...]:
    cases = product((True, False) if stake is None else (stake,), (True, False))
    return tuple({banks_after(banks, is_target_met, go=go) for go, is_target_met in cases})
