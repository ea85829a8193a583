"""Damn, also called Eclipse: growing deals, and only the exact bid scores (``damn.md``)."""

from typing import ClassVar

from greenbaize.games.exact_bid.parts import ExactBidParts, lazy
from greenbaize.games.exact_bid.play import hook_option
from greenbaize.games.exact_bid.state import BidState
from greenbaize.games.exact_bid.table_manners import TableManners
from greenbaize.rules.messages import mark
from greenbaize.rules.options import Choice, Number, YesNo

_USUAL_DEALS = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}


class Damn(ExactBidParts, TableManners):
    """Damn, rules 1 to 6; 7 to 10 are table manners."""

    help_page = "damn"
    options = (
        Number(
            "deals",
            usual=lambda seats, _: _USUAL_DEALS[seats],
            span=lambda seats, _: (1, 52 // seats),
            title=mark("Cards in the last deal"),
            line=mark("The deals grow by one card up to this many."),
        ),
        Number(
            "first",
            usual=lambda _, __: 1,
            span=lambda _, settings: (1, settings.number("deals")),
            title=mark("Cards in the first deal"),
            line=mark("Begin with more for a shorter match."),
        ),
        YesNo(
            "zero_bids",
            default=False,
            title=mark("Zero bids: 5 + cards"),
            line=mark("An exact bid of 0 scores 5 and the number of cards, not 10."),
            off=mark("An exact bid of 0 scores 10."),
        ),
        hook_option(usual=False),
        Choice(
            "enforcement",
            ("strict", "table"),
            usual=lambda _, __: "strict",
            titles={
                "strict": mark("are refused"),
                "table": mark("are penalised, as at a real table"),
            },
            lines={
                "strict": mark("What the rules forbid is simply refused."),
                "table": mark(
                    "People may bid early, show cards and revoke; a revoke that is not "
                    "corrected makes the deal void and costs 10 points."
                ),
            },
            title=mark("Mistakes"),
            line=mark("What happens when somebody does what the rules forbid."),
        ),
    )
    lesson = lazy("telling", "DamnLesson", bound=False)
    rules: ClassVar = {
        "lot": "damn.md 1",
        "deal": "damn.md 1, 2",
        "trump": "damn.md 2",
        "bid": "damn.md 3",
        "balance": "damn.md 3",
        "hook": "damn.md 6",
        "play": "damn.md 4",
        "trick": "damn.md 4",
        "score": "damn.md 5",
        "end": "damn.md 1",
        "change": "damn.md 7",
        "exposed": "damn.md 8",
        "corrected": "damn.md 9",
        "taken_back": "damn.md 9",
        "ready": "damn.md 9",
        "revoke": "damn.md 10",
        "void": "damn.md 10",
    }

    def deals(self, state: BidState) -> int:
        """Return one deal for every hand size from *first* to *deals* (``damn.md 1``)."""
        return state.options.number("deals") - state.options.number("first") + 1

    def cards_in(self, state: BidState, deal: int) -> int:
        """Return the hand size, which grows by one card each deal (``damn.md 1``)."""
        return state.options.number("first") + deal - 1

    def points(self, state: BidState, bid: int, won: int) -> int:
        """Return 10 and the bid if it is met exactly, else 0 (``damn.md 5``)."""
        if bid != won:
            return 0
        if bid == 0 and state.options.flag("zero_bids"):
            return 5 + state.cards
        return 10 + bid
