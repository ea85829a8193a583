"""The order in which a search looks at the choices of exact bids: of equal ones the first is taken.

Often all choices bring the same in the worlds seen. The order is then what people see, so it is
that of a sensible player, for whom a card is worth the chance to win a later trick.
"""

from collections.abc import Sequence

from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.exact_bid.card_models import PlayModel
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import find_winning_index, is_beating


def count_sure_tricks(hand: Sequence[Card], trump: Suit | None, unseen: Sequence[Card]) -> int:
    """Return the tricks that the trumps of a hand take whatever others hold and play.

    Each unseen trump beats one lower trump of the hand, the highest that it can.
    """
    sure = beaters = 0
    for card in reversed(PACK_52):
        if card.suit is not trump:
            continue
        if card in unseen:
            beaters += 1
        elif card in hand and beaters:
            beaters -= 1
        elif card in hand:
            sure += 1
    return sure


class PlayOrder:
    """Order of the plays of a seat; ``unseen`` are the cards that others may hold."""

    def __init__(self, view: BidState, seat: int, unseen: Sequence[Card]) -> None:
        trick, self._trump = view.play.trick, view.trump
        self._top = trick[find_winning_index(trick, view.trump)] if trick else None
        self._is_last = len(trick) == view.seats - 1
        self._tricks_left = view.hands[seat].size
        self._need = (view.bids[seat] or 0) - view.play.tricks_won[seat]
        self._unseen = unseen
        self._model = PlayModel(
            view.seats,
            self._tricks_left,
            len(unseen) + self._tricks_left,
            has_trumps=view.trump is not None,
        )

    def sort_plays(self, plays: Sequence[PlayCommand], usual_card: Card) -> list[PlayCommand]:
        """Return the plays, the most sensible of equal ones first.

        Without a trick to win: of what stays under, the most dangerous, and on lead the least. With
        every trick to win: the cheapest that wins if the seat is last to play, and on lead the
        safest. Otherwise ``usual_card``, which a playout plays.
        """
        values = {play.card: self._equality_key(play.card) for play in plays}
        by_worth = sorted(plays, key=lambda play: (values[play.card][0], play.card))
        needs_none, needs_all = self._need == 0, self._need == self._tricks_left
        if self._top is None and (needs_none or needs_all):
            return by_worth[::-1] if needs_all else by_worth
        usual = values.get(usual_card)  # A card that lies exposed may have to be played.
        usual_first = sorted(by_worth, key=lambda play: values[play.card] != usual)
        if not needs_none and not needs_all:
            return usual_first
        winners = [
            play for play in (by_worth if self._is_last else usual_first) if self._wins(play.card)
        ]
        losers = [play for play in by_worth if not self._wins(play.card)]
        if needs_all:
            return winners + losers
        return losers[::-1] + (winners[::-1] if self._is_last else winners)

    def drop_inferior_plays(self, plays: Sequence[PlayCommand]) -> list[PlayCommand]:
        """Return the plays without losing cards to which another of the suit is preferable.

        It is the highest where no trick is wanted, and the lowest where all later ones are. Chance
        in the worlds seen can make no other one better.
        """
        losers = [play.card for play in plays if not self._wins(play.card)]
        needs_rest = self._need == self._tricks_left - 1 and len(losers) == len(plays)
        if self._top is None or not (self._need == 0 or needs_rest):
            return list(plays)
        best = {}
        for card in sorted(losers, reverse=needs_rest):
            best[card.suit] = self._equality_key(card)
        return [
            play
            for play in plays
            if play.card not in losers or self._equality_key(play.card) == best[play.card.suit]
        ]

    def _equality_key(self, card: Card) -> tuple[float, Suit | None, bool]:
        """Return what cards of equal value share: first the chance to win a later trick."""
        others = [other for other in self._unseen if other.suit is card.suit]
        higher = sum([other > card for other in others])
        worth = self._model.win_chance(higher, len(others), card.suit is self._trump)
        return worth, card.suit, self._wins(card)

    def _wins(self, card: Card) -> bool:
        return self._top is None or is_beating(card, self._top, self._trump)
