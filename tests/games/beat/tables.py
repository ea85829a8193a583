"""Tables for the games of the beat relation: the cards are stacked, the rest is the authority."""

from games.exact_bid.tables import Rigged, Table, in_turn, stacked
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.events import ValuedTrick
from greenbaize.rules.events import Dealt, Scored
from greenbaize.rules.options import settled


class BeatTable(Table):
    """Running match of Master or Ass, without trumps unless the options say otherwise.

    Other options are as in records older than them: in Ass nobody draws.

    Args:
        stack: for some deals, the first cards of the hands by seat; the rest follows in pack order.
        leader: leader of the first deal if it is not the seat left of the dealer. The dealers of
            later deals follow from it.
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
        """Make stakes in turn; return the first refusal."""
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
    """Return the cards' codes as one text."""
    return " ".join(card.code for card in cards)
