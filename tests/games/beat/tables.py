"""Tables for the games of the beat relation: the cards are stacked, the rest is the authority."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.exact_bid.tables import Rigged, Table, stacked
from greenbaize.cards import Card
from greenbaize.games.beat.commands import Stake
from greenbaize.games.beat.events import ValuedTrick
from greenbaize.match.authority import Authority
from greenbaize.rules.events import Dealt, Event, Scored
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
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
        game: Game[Any],
        seats: int,
        *,
        dealer: int = 0,
        leader: int | None = None,
        stack: Mapping[int, Sequence[str]] | None = None,
        trumps: str = "none",
        **options: object,
    ) -> None:
        first = (dealer + 1) % seats if leader is None else leader
        packs = {
            deal: stacked(hands, dealer if deal == 1 else (first + deal - 2) % seats)
            for deal, hands in (stack or {}).items()
        }
        self.chance = Rigged(dealer, packs)
        self.game, self.seats = game, seats
        self.moments: list[tuple[Event, Any]] = []
        settings = settled(game.options, seats, {"trumps": trumps, **options}, old=True)
        self.authority = Authority(game, seats, settings, self.chance)
        self.authority.listen(lambda event, state: self.moments.append((event, state)))
        self.authority.proceed()

    def stake(self, *goes: bool) -> Message | None:
        """Stakes in turn; returns the first refusal."""
        for go in goes:
            refusal = self.authority.submit(Stake(self.state.turn, go))
            if refusal is not None:
                return refusal
        return None

    @property
    def deals(self) -> list[Any]:
        return self.all_of(Dealt)

    @property
    def scores(self) -> list[Any]:
        return self.all_of(Scored)

    @property
    def tricks(self) -> list[ValuedTrick]:
        return self.all_of(ValuedTrick)


def codes(cards: Sequence[Card]) -> str:
    """Cards as one text."""
    return " ".join(card.code for card in cards)
