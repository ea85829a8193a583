"""The banks of Ass: what must be reached, what that brings, and when it decides the match."""

from typing import Final

from greenbaize.rules.fixed import Fixed
from greenbaize.rules.hands import Hand

NO_STOCK: Final = Hand(())

FIRST_BANKS: Final = 3
LOST: Final = 6
GO_EASES: Final = 24
"""By how much the target of *go* is lower than that of *stay*."""


class Banking(Fixed):
    """The part of a state that banks need.

    ``drawn`` counts who has drawn from the stock since the last trick.
    """

    banks: tuple[int, ...]
    stakes: tuple[bool | None, ...]
    stock: Hand = NO_STOCK
    drawn: int = 0


def target(players: int, *, go: bool) -> int:
    """What a player must reach (``ass.md 3``)."""
    return 44 + 12 * players - (GO_EASES if go else 0)


def banks_after(banks: int, reached: bool, *, go: bool) -> int:
    """A player's banks after a deal (``ass.md 3``)."""
    if reached:
        return banks - 1
    return banks + 1 if go else banks


def decided(before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int) -> bool:
    """Whether a deal has ended the match (``ass.md 1``), with its exception for all at 6.

    Args:
        before: the banks before the deal, by seat.
        after: the banks after it.
        deal: its number.
        limit: the option *deal limit*, 0 for none.
    """
    if limit and deal >= limit:
        return True
    all_lost = (LOST,) * len(after)
    if before == all_lost:
        return after != before
    return after != all_lost and any(not 0 < banks < LOST for banks in after)
