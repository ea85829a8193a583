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
        off=mark("The last bidder may bid any number."),
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


def so_far(bids: Sequence[int | None], cards: int) -> Message | None:
    """What the bids come to while some are missing, None before the first and after the last."""
    made = [bid for bid in bids if bid is not None]
    if not made or len(made) == len(bids):
        return None
    return Message("bids-so-far", {"bids": sum(made), "count": cards})


def bidding_notes(
    bids: Sequence[int | None], cards: int, seat: int, rule: str = ""
) -> tuple[Message, ...]:
    """What a bidder should know: what has been bid, and what the hook forbids the last one.

    Args:
        bids: each seat's bid, None while it is missing.
        cards: the number of tricks in the deal.
        seat: whose bid is asked for; one that is to be changed does not count.
        rule: where the game's page has the hook, or nothing where it does not hold.
    """
    bids = [None if owner == seat else bid for owner, bid in enumerate(bids)]
    sum_so_far = so_far(bids, cards)
    notes = [] if sum_so_far is None else [sum_so_far]
    if rule and sum(bid is None for bid in bids) == 1:
        hooked = hooked_bid(bids, cards)
        if hooked is None:
            notes.append(Message("hook-idle", {"count": cards}, rule))
        else:
            notes.append(Message("hook-forbids", {"bid": hooked, "count": cards}, rule))
    return tuple(notes)


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
