"""Damn, also called Eclipse: growing deals, and only the exact bid scores (``damn.md``)."""

from types import MappingProxyType
from typing import ClassVar, Final

from greenbaize.games.exact_bid.lazy_methods import ExactBidLazyMethods
from greenbaize.games.exact_bid.play import SCORED_EXACT, hook_option, scoring_option
from greenbaize.games.exact_bid.state import BidState
from greenbaize.games.exact_bid.table_manners import TableMannersGame
from greenbaize.lazy_import import lazy
from greenbaize.rules.levels import MissingLevel
from greenbaize.rules.messages import mark_text
from greenbaize.rules.options import ChoiceOption, NumberOption, YesNoOption

_DEFAULT_DEALS = {3: 15, 4: 13, 5: 10, 6: 8, 7: 7}
_UP: Final = "up"
_DOWN: Final = "down"
_UP_AND_DOWN: Final = "up-down"
"""Values of the option *direction*."""
_NO_TRUMP_INTERVALS: Final = {"largest": 0, "every-third": 3, "every-second": 2, "all": 1}
"""Values of the option *no_trump*: each deal with so many times this number has no trump."""
_USUAL_VALUES: Final = {
    "first": (1,),
    "zero_bids": (False,),
    "direction": (_UP,),
    "no_trump": ("largest",),
    "scoring": (SCORED_EXACT,),
}
"""Values of options at the tables at which levels were measured."""


class DamnGame(ExactBidLazyMethods, TableMannersGame):
    """Damn, rules 1 to 6; 7 to 10 are table manners."""

    help_page = "damn"
    missing_levels = (
        MissingLevel("expert", seats=(4,), options={"deals": (13,), **_USUAL_VALUES}),
    )
    daily_options = MappingProxyType({"deals": 7, "first": 3})
    options = (
        NumberOption(
            "deals",
            compute_default=lambda seats, _: _DEFAULT_DEALS[seats],
            compute_limits=lambda seats, _: (1, 52 // seats),
            on_sheet=True,
            title=mark_text("Cards in the largest deal"),
            description=mark_text("No deal has more cards than this."),
        ),
        NumberOption(
            "first",
            compute_default=lambda _, __: 1,
            compute_limits=lambda _, settings: (1, settings.get_number("deals")),
            on_sheet=True,
            title=mark_text("Cards in the smallest deal"),
            description=mark_text("Begin with more for a shorter match."),
        ),
        ChoiceOption(
            "direction",
            (_UP, _DOWN, _UP_AND_DOWN),
            compute_default=lambda _, __: _UP,
            on_sheet=True,
            omits_default=True,
            value_titles={
                _UP: mark_text("grow"),
                _DOWN: mark_text("shrink"),
                _UP_AND_DOWN: mark_text("grow, then shrink"),
            },
            value_descriptions={
                _UP: mark_text("Each deal has one card more than the one before."),
                _DOWN: mark_text(
                    "This table's own rule: the largest deal is first, and each has one card less."
                ),
                _UP_AND_DOWN: mark_text(
                    "This table's own rule: the deals grow to the largest, which is played once, "
                    "and shrink again."
                ),
            },
            title=mark_text("The deals"),
            description=mark_text("Whether the deals grow or shrink."),
        ),
        ChoiceOption(
            "no_trump",
            tuple(_NO_TRUMP_INTERVALS),
            compute_default=lambda _, __: "largest",
            on_sheet=True,
            omits_default=True,
            value_titles={
                "largest": mark_text("in the largest deal"),
                "every-third": mark_text("in every third deal too"),
                "every-second": mark_text("in every second deal too"),
                "all": mark_text("in all deals"),
            },
            value_descriptions={
                "largest": mark_text("Only the largest deal has no trump."),
                "every-third": mark_text(
                    "This table's own rule: every third deal has no trump, and neither has the "
                    "largest."
                ),
                "every-second": mark_text(
                    "This table's own rule: every second deal has no trump, and neither has the "
                    "largest."
                ),
                "all": mark_text("This table's own rule: no deal has a trump."),
            },
            title=mark_text("No trump"),
            description=mark_text("Which deals are played without trump."),
        ),
        YesNoOption(
            "zero_bids",
            default=False,
            on_sheet=True,
            title=mark_text("Zero bids: 5 + cards"),
            description=mark_text("An exact bid of 0 scores 5 and the number of cards, not 10."),
            off_description=mark_text("An exact bid of 0 scores 10."),
        ),
        scoring_option(),
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
        """Return one deal for every hand size from *first* to *deals* (``damn.md 1``).

        Where they grow and shrink, every size but the largest comes twice.
        """
        size_count = _hand_size_count(state)
        return 2 * size_count - 1 if _direction(state) == _UP_AND_DOWN else size_count

    def hand_size_in_deal(self, state: BidState, deal: int) -> int:
        """Return the hand size, which grows or shrinks by one card each deal (``damn.md 1``)."""
        smallest, size_count = state.options.get_number("first"), _hand_size_count(state)
        if _direction(state) == _DOWN:
            return smallest + size_count - deal
        return smallest + min(deal - 1, 2 * size_count - 1 - deal)

    def has_trump(self, state: BidState, deal: int) -> bool:
        """Return True except for the largest deal, and those of *no_trump* (``damn.md 2``)."""
        interval = _NO_TRUMP_INTERVALS[state.options.get_word("no_trump", "largest")]
        is_largest = self.hand_size_in_deal(state, deal) == state.options.get_number("deals")
        return not is_largest and (not interval or deal % interval > 0)

    def points_of_exact_bid(self, state: BidState, bid: int) -> int:
        """Return 10 and the bid, or with *zero bids* 5 and the cards for none (``damn.md 5``)."""
        if bid == 0 and state.options.get_flag("zero_bids"):
            return 5 + state.cards
        return super().points_of_exact_bid(state, bid)


def _direction(state: BidState) -> str:
    return state.options.get_word("direction", _UP)


def _hand_size_count(state: BidState) -> int:
    return state.options.get_number("deals") - state.options.get_number("first") + 1
