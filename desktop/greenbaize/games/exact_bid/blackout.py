"""Blackout: thirteen deals of exact bids, the first of them blind (``blackout.md``)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import ClassVar, Final

from greenbaize.games.exact_bid.lazy_methods import ExactBidLazyMethods
from greenbaize.games.exact_bid.play import ExactBidGame, hook_option, scoring_option
from greenbaize.games.exact_bid.state import BidState
from greenbaize.lazy_import import lazy
from greenbaize.rules.chance import Chance
from greenbaize.rules.events import MatchEnded
from greenbaize.rules.messages import mark_text
from greenbaize.rules.options import NumberOption, OptionValues, YesNoOption
from greenbaize.rules.ranking import rank_seats

BLACKOUT_DEALS: Final = 13
"""Cards of the last deal, which has no trump."""


class BlackoutGame(ExactBidLazyMethods, ExactBidGame):
    """Blackout, rules 1 to 6."""

    help_page = "blackout"
    daily_options = MappingProxyType({"deals": 5})
    max_sway = 0.75  # With 1, bold players lose a third of a point a deal.
    blind_cards = 1  # Everyone sees all cards but their own (``blackout.md 4``).
    options = (
        hook_option(default=True),
        YesNoOption(
            "in_order",
            default=False,
            title=mark_text("Sit in this order"),
            description=mark_text("Otherwise the seats are shuffled before the first deal."),
            off_description=mark_text("The seats were shuffled before the first deal."),
        ),
        NumberOption(
            "deals",
            compute_default=lambda _, __: BLACKOUT_DEALS,
            compute_limits=lambda _, __: (1, BLACKOUT_DEALS),
            on_sheet=True,
            title=mark_text("Cards in the last deal"),
            description=mark_text(
                "This table's own rule: fewer make a short match. Short matches are counted by "
                "themselves."
            ),
            omits_default=True,
            shortens_match=True,
        ),
        NumberOption(
            "first",
            compute_default=lambda _, __: 1,
            compute_limits=lambda _, settings: (1, _last_hand_size(settings)),
            on_sheet=True,
            title=mark_text("Cards in the first deal"),
            description=mark_text(
                "This table's own rule: more make a short match, in which no deal is blind."
            ),
            omits_default=True,
            shortens_match=True,
        ),
        scoring_option(),
    )
    lesson = lazy("greenbaize.games.exact_bid.guidance:BlackoutLesson", is_method=False)
    seat_honours = lazy("greenbaize.games.exact_bid.sheet:blackout_honours", is_method=False)
    rule_references: ClassVar = {
        "lot": "blackout.md",
        "deal": "blackout.md 1",
        "trump": "blackout.md 1",
        "bid": "blackout.md 2",
        "hook": "blackout.md 2",
        "play": "blackout.md 3",
        "trick": "blackout.md 3",
        "blind": "blackout.md 4",
        "score": "blackout.md 5",
        "end": "blackout.md 6",
    }

    def seating(self, seats: int, options: OptionValues, chance: Chance) -> Sequence[int]:
        return (
            chance.draw_order("seats", range(seats))
            if self.shuffles_seats(options)
            else range(seats)
        )

    def shuffles_seats(self, options: OptionValues) -> bool:
        return not options.get_flag("in_order")

    def max_deals(self, state: BidState) -> int:
        """Return thirteen, or the number of deals of a short match."""
        return _last_hand_size(state.options) - _first_hand_size(state.options) + 1

    def hand_size_in_deal(self, state: BidState, deal: int) -> int:
        """Return k for deal k; a short match begins with the size of its first deal."""
        return _first_hand_size(state.options) + deal - 1

    def has_trump(self, state: BidState, deal: int) -> bool:
        """Return whether the deal has at most twelve cards, also as the last of a short match."""
        return self.hand_size_in_deal(state, deal) < BLACKOUT_DEALS

    def match_end_event(self, state: BidState, chance: Chance) -> MatchEnded:
        """Rank by points, then by exact bids; a coin flip decides between winners still tied."""
        exact_bids = [
            sum(score.bids[seat] == score.tricks[seat] for score in state.scores)
            for seat in range(state.seats)
        ]
        ranks = rank_seats(list(zip(state.totals, exact_bids, strict=True)))
        tied = [seat for seat, rank in enumerate(ranks) if rank == 1]
        if len(tied) == 1:
            return MatchEnded(state.totals, ranks)
        winner = chance.draw_lot("flip", tied, state.deal)
        return MatchEnded(
            state.totals,
            tuple(
                2 if seat in tied and seat != winner else seat_rank
                for seat, seat_rank in enumerate(ranks)
            ),
            coin_flip=True,
        )


def _last_hand_size(options: OptionValues) -> int:
    return options.get_number("deals", BLACKOUT_DEALS)


def _first_hand_size(options: OptionValues) -> int:
    return options.get_number("first", 1)
