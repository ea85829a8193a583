"""Tables for the games of the beat relation: the cards are stacked, the rest is the authority."""

from games.exact_bid.tables import Rigged, Table, in_turn, stacked
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.events import ValuedTrick
from greenbaize.rules.events import Dealt, Scored
from greenbaize.rules.options import settled


class BeatTable(Table):
    """A running match of Master or Ass, without trumps unless the options say otherwise.

    Other options are as in records older than them: in Ass nobody draws.

    ``stack`` gives for some deals the first cards of the hands by seat; what is not given comes
    from the pack in its order. ``leader`` says who leads the first deal where that is not the
    dealer's left, as the dealers of the later deals follow from it.
    """

    def __init__(
        self,
        game,
        seats,
        *,
        dealer=0,
        leader=None,
        stack=None,
        trumps="none",
        **options,
    ):
        first = (dealer + 1) % seats if leader is None else leader
        packs = {
            deal: stacked(hands, dealer if deal == 1 else (first + deal - 2) % seats)
            for deal, hands in (stack or {}).items()
        }
        settings = settled(game.options, seats, {"trumps": trumps, **options}, old=True)
        self.begin(game, settings, seats, Rigged(dealer, packs))

    def stake(self, *goes):
        """Stakes in turn; returns the first refusal."""
        return in_turn(self.authority, Stake, goes)

    @property
    def deals(self):
        return self.all_of(Dealt)

    @property
    def scores(self):
        return self.all_of(Scored)

    @property
    def tricks(self):
        return self.all_of(ValuedTrick)


def codes(cards):
    """Cards as one text."""
    return " ".join(card.code for card in cards)
