"""Tables for the games of the beat relation: the cards are stacked, the rest is the authority."""

from games.exact_bid.rule_tables import RiggedChance, RuleTable, stack_pack, submit_in_turn
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.games.beat.events import ValuedTrickTaken
from greenbaize.rules.events import CardsDealt, DealScored
from greenbaize.rules.options import resolve_options


class BeatTable(RuleTable):
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
            deal: stack_pack(hands, dealer if deal == 1 else (first + deal - 2) % seats)
            for deal, hands in (stack or {}).items()
        }
        settings = resolve_options(
            game.options, seats, {"trumps": trumps, **options}, is_legacy=True
        )
        self.start_match(game, settings, seats, RiggedChance(dealer, packs))

    def make_stakes(self, *goes):
        """Make stakes in turn; return the first refusal."""
        return submit_in_turn(self.authority, StakeCommand, goes)

    @property
    def deal_events(self):
        return self.events_of(CardsDealt)

    @property
    def score_events(self):
        return self.events_of(DealScored)

    @property
    def trick_events(self):
        return self.events_of(ValuedTrickTaken)


def card_codes(cards):
    """Return the cards' codes as one text."""
    return " ".join(card.code for card in cards)
