"""Bids of exact-bid games: which may be made, and the balance that the scorer announces."""

from collections.abc import Sequence

from greenbaize.rules.messages import Message, mark
from greenbaize.rules.options import YesNo


def hook_option(*, usual: bool) -> YesNo:
    """The option *hook* (``damn.md 6``, ``blackout.md 2``).

    Args:
        usual: its default, which records older than it have too.
    """
    return YesNo(
        "hook",
        default=usual,
        old=usual,
        title=mark("Hook"),
        line=mark("The last bidder may not make the bids add up to the number of cards."),
    )


def hooked_bid(bids: Sequence[int | None], cards: int) -> int | None:
    """The bid that the hook forbids to whoever bids next (``damn.md 6``, ``blackout.md 2``).

    Args:
        bids: each seat's bid, None while it is missing.
        cards: the number of tricks in the deal.

    Returns:
        The bid that would make the sum equal ``cards``, if only one bid is missing and it can.
    """
    made = [bid for bid in bids if bid is not None]
    rest = cards - sum(made)
    return rest if len(made) == len(bids) - 1 and 0 <= rest <= cards else None


def balance(bids: Sequence[int | None], cards: int, rule: str = "") -> Message | None:
    """The balance announced after the last bid (``damn.md 3``), None before it.

    Args:
        bids: each seat's bid, None while it is missing.
        cards: the number of tricks in the deal.
        rule: where the game's page asks for the announcement, if it does.
    """
    made = [bid for bid in bids if bid is not None]
    if len(made) < len(bids):
        return None
    over = sum(made) - cards
    if over == 0:
        return Message("balance-even", rule=rule)
    code = "balance-over" if over > 0 else "balance-under"
    return Message(code, {"count": abs(over)}, rule)
