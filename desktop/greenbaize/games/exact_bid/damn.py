"""Damn, also called Eclipse: growing deals, and only the exact bid scores (``damn.md``)."""

from types import MappingProxyType
from typing import ClassVar

from greenbaize.games.exact_bid.lazy_methods import ExactBidLazyMethods
from greenbaize.games.exact_bid.play import hook_option
from greenbaize.games.exact_bid.state import BidState
from greenbaize.games.exact_bid.table_manners import TableMannersGame
from greenbaize.lazy_import import lazy
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import mark_text
from greenbaize.rules.options import ChoiceOption, NumberOption, YesNoOption

_DEFAULT_DEALS = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}
_USUAL_VALUES = {"first": (1,), "zero_bids": (False,)}
"""Values of options at the tables at which levels were measured."""


class DamnGame(ExactBidLazyMethods, TableMannersGame):
    """Damn, rules 1 to 6; 7 to 10 are table manners."""

    help_page = "damn"
    missing_levels = (
        MissingLevel(
            "expert", seats=(3,), options={"deals": (15,), "hook": (False,), **_USUAL_VALUES}
        ),
        MissingLevel("expert", seats=(4,), options={"deals": (13,), **_USUAL_VALUES}),
    )
    daily_options = MappingProxyType({"deals": 7, "first": 3})
    options = (
        NumberOption(
            "deals",
            compute_default=lambda seats, _: _DEFAULT_DEALS[seats],
            compute_limits=lambda seats, _: (1, 52 // seats),
            title=mark_text("Cards in the last deal"),
            description=mark_text("The deals grow by one card up to this many."),
        ),
        NumberOption(
            "first",
            compute_default=lambda _, __: 1,
            compute_limits=lambda _, settings: (1, settings.get_number("deals")),
            title=mark_text("Cards in the first deal"),
            description=mark_text("Begin with more for a shorter match."),
        ),
        YesNoOption(
            "zero_bids",
            default=False,
            title=mark_text("Zero bids: 5 + cards"),
            description=mark_text("An exact bid of 0 scores 5 and the number of cards, not 10."),
            off_description=mark_text("An exact bid of 0 scores 10."),
        ),
        hook_option(default=False),
        ChoiceOption(
            "enforcement",
            ("strict", "table"),
            compute_default=lambda _, __: "strict",
            value_titles={
                "strict": mark_text("are refused"),
                "table": mark_text("are penalised, as at a real table"),
            },
            value_descriptions={
                "strict": mark_text("What the rules forbid is simply refused."),
                "table": mark_text(
                    "People may bid early, show cards and revoke; a revoke that is not "
                    "corrected makes the deal void and costs 10 points."
                ),
            },
            title=mark_text("Mistakes"),
            description=mark_text("What happens when somebody does what the rules forbid."),
        ),
    )
    lesson = lazy("greenbaize.games.exact_bid.guidance:DamnLesson", is_method=False)
    rule_references: ClassVar = {
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

    def max_deals(self, state: BidState) -> int:
        """Return one deal for every hand size from *first* to *deals* (``damn.md 1``)."""
        return state.options.get_number("deals") - state.options.get_number("first") + 1

    def hand_size_in_deal(self, state: BidState, deal: int) -> int:
        """Return the hand size, which grows by one card each deal (``damn.md 1``)."""
        return state.options.get_number("first") + deal - 1

    def points_of_bid(self, state: BidState, bid: int, won: int) -> int:
        """Return 10 and the bid if it is met exactly, else 0 (``damn.md 5``)."""
        if bid != won:
            return 0
        if bid == 0 and state.options.get_flag("zero_bids"):
            return 5 + state.cards
        return 10 + bid
