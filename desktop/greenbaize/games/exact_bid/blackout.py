"""Blackout: thirteen deals of exact bids, the first of them blind (``blackout.md``)."""

from collections.abc import Sequence
from typing import ClassVar, Final

from greenbaize.games.exact_bid.parts import ExactBidParts, lazy
from greenbaize.games.exact_bid.play import ExactBidGame, hook_option
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import Chance
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import mark
from greenbaize.rules.options import Number, Settings, YesNo
from greenbaize.rules.places import ranked

ALL: Final = 13
"""Cards of the last deal, which has no trump."""


class Blackout(ExactBidParts, ExactBidGame):
    """Blackout, rules 1 to 6."""

    help_page = "blackout"
    sway = 0.75  # With 1, bold players lose a third of a point a deal.
    blind_cards = 1  # Everyone sees all cards but their own (``blackout.md 4``).
    options = (
        hook_option(usual=True),
        YesNo(
            "in_order",
            default=False,
            title=mark("Sit in this order"),
            line=mark("Otherwise the seats are shuffled before the first deal."),
            off=mark("The seats were shuffled before the first deal."),
        ),
        Number(
            "deals",
            usual=lambda _, __: ALL,
            span=lambda _, __: (1, ALL),
            title=mark("Cards in the last deal"),
            line=mark(
                "This table's own rule: fewer make a short match. Short matches are counted by "
                "themselves."
            ),
            shortens=True,
        ),
        Number(
            "first",
            usual=lambda _, __: 1,
            span=lambda _, settings: (1, _last(settings)),
            title=mark("Cards in the first deal"),
            line=mark("This table's own rule: more make a short match, in which no deal is blind."),
            shortens=True,
        ),
    )
    lesson = lazy("telling", "BlackoutLesson", bound=False)
    honours_of = lazy("sheet", "blackout_honours", bound=False)
    rules: ClassVar = {
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

    def seating(self, seats: int, options: Settings, chance: Chance) -> Sequence[int]:
        return chance.order("seats", range(seats)) if self.shuffles_seats(options) else range(seats)

    def shuffles_seats(self, options: Settings) -> bool:
        return not options.flag("in_order")

    def deals(self, state: BidState) -> int:
        """Return thirteen, or the number of deals of a short match."""
        return _last(state.options) - _first(state.options) + 1

    def cards_in(self, state: BidState, deal: int) -> int:
        """Return k for deal k; a short match begins with the size of its first deal."""
        return _first(state.options) + deal - 1

    def has_trump(self, state: BidState, deal: int) -> bool:
        """Return whether the deal has at most twelve cards, also as the last of a short match."""
        return self.cards_in(state, deal) < ALL

    def points(self, state: BidState, bid: int, won: int) -> int:
        """Return 10 and the bid if it is met exactly, else 0 (``blackout.md 5``)."""
        return 10 + bid if bid == won else 0

    def ending(self, state: BidState, chance: Chance) -> Ended:
        """Rank by points, then by exact bids; a coin flip decides between winners still tied."""
        exact = [
            sum(score.bids[seat] == score.tricks[seat] for score in state.scores)
            for seat in range(state.seats)
        ]
        places = ranked(list(zip(state.totals, exact, strict=True)))
        tied = [seat for seat, place in enumerate(places) if place == 1]
        if len(tied) == 1:
            return Ended(state.totals, places)
        winner = chance.lot("flip", tied, state.deal)
        return Ended(
            state.totals,
            tuple(2 if seat in tied and seat != winner else p for seat, p in enumerate(places)),
            coin_flip=True,
        )


def _last(options: Settings) -> int:
    return options.number("deals") if "deals" in options else ALL


def _first(options: Settings) -> int:
    return options.number("first") if "first" in options else 1
