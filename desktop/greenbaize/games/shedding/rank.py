"""Rank: get rid of your cards up and down a ring of ranks; its cry is Anti-Rank (``rank.md``)."""

from collections.abc import Sequence
from typing import ClassVar, Final

from greenbaize.cards import Card
from greenbaize.games.shedding.events import PileDealt, PlacesScored
from greenbaize.games.shedding.play import SheddingGame
from greenbaize.games.shedding.ring import PACK
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.chance import Chance
from greenbaize.rules.events import Ended
from greenbaize.rules.game import Counts, Unit
from greenbaize.rules.hands import Hand, dealt
from greenbaize.rules.lazy import lazy_loader
from greenbaize.rules.messages import mark
from greenbaize.rules.options import Number
from greenbaize.rules.places import ranked
from greenbaize.rules.players import LEVEL_NAMES

CARDS: Final = 5
ONE_PACK: Final = 4
"""Up to how many players one pack serves."""
MOST_DEALS: Final = 99

lazy = lazy_loader(__package__)


class Rank(SheddingGame):
    """Rank, rules 1 to 6."""

    help_page = "rank"
    counts = Counts.PLACES
    scores_places = True
    unit = Unit.PLACE
    levels = LEVEL_NAMES[:-1]  # expert was measured to be no better than hard
    options = (
        Number(
            "deals",
            usual=lambda _, __: 1,
            span=lambda _, __: (1, MOST_DEALS),
            old=lambda _, __: 1,
            title=mark("Deals"),
            line=mark("The lowest sum of places wins. A deal takes a minute or two; try five."),
        ),
    )
    kernel = lazy("kernel", "ShedKernel")
    easy = lazy("easy", "decide")
    undertakes = lazy("easy", "undertakes", bound=False)
    advice = lazy("advice", "advice")
    words = lazy("words", "words", bound=False)
    lesson = lazy("lesson", "RankLesson", bound=False)
    tell_of = lazy("telling", "told")
    facts = lazy("facts", "facts_of", bound=False)
    figures = lazy("facts", "figures_of", bound=False)
    honours = lazy("facts", "anti_rank_won", bound=False)
    sheet = lazy("sheet", "sheet_of", bound=False)
    form = lazy("sheet", "RankForm", bound=False)
    rules: ClassVar = {
        "lot": "rank.md 1",
        "deal": "rank.md 1",
        "play": "rank.md 2",
        "turn": "rank.md 2",
        "draw": "rank.md 3",
        "pass": "rank.md 3",
        "leaving": "rank.md 4",
        "back": "rank.md 4",
        "out": "rank.md 4",
        "antirank": "rank.md 5",
        "score": "rank.md 6",
        "end": "rank.md 6",
    }

    def pack(self, seats: int) -> Sequence[Card]:
        """One pack with its two jokers, or two of them from five players on (``rank.md 1``)."""
        return PACK if seats <= ONE_PACK else PACK * 2

    def deals(self, state: ShedState) -> int:
        """The option *deals*."""
        return state.options.number("deals")

    def next_deal(self, state: ShedState, chance: Chance) -> PileDealt | Ended:
        """Five cards each, one opened, the rest the stock (``rank.md 1``); or the end."""
        if state.deal == self.deals(state):
            return Ended(state.totals, ranked([(-total,) for total in state.totals]))
        deal, seats, dealer = state.deal + 1, state.seats, state.dealer
        assert dealer is not None
        if deal > 1:
            dealer = (dealer + 1) % seats
        left = (dealer + 1) % seats
        order = chance.order("deal", self.pack(seats), deal)
        hands = dealt(order, seats, left, CARDS)
        pile, *stock = order[seats * CARDS :]
        return PileDealt(deal, dealer, left, hands, pile, Hand(tuple(stock)))

    def score(self, state: ShedState) -> PlacesScored:
        """The places in which the players went out, the last one holding cards (``rank.md 6``)."""
        order = (*state.out, *state.playing)
        places = tuple(order.index(seat) + 1 for seat in range(state.seats))
        totals = tuple(map(sum, zip(state.totals, places, strict=True)))
        return PlacesScored(state.deal, places, totals, places)
