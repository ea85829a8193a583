"""Match state and deal scoring of games of the beat relation."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from greenbaize.cards import Card
from greenbaize.games.beat.beats import PACK_36, TrickSituation, Trumps, has_four_of_a_suit
from greenbaize.rules.trick_game import TrickState

_FIRST_CARD = int(PACK_36[0])


def _rank_index(card: Card) -> int:
    """Return the card's rank, counted from the six."""
    return (card - _FIRST_CARD) // 4


class CombinationScoring(NamedTuple):
    """Points for combinations of cards in one trick, beside the points of each card.

    Four or more cards of a suit score ``four_suit_points``. ``pairs`` has two ranks, counted from
    the six, and the points for a pair of them; earlier pairs are formed first, and a card is in one
    pair at most.
    """

    four_suit_points: int
    pairs: tuple[tuple[int, int, int], ...] = ()

    def combination_points(self, cards: Sequence[Card]) -> int:
        """Return the combination points of the cards of a trick."""
        suit_points = self.four_suit_points if has_four_of_a_suit(cards) else 0
        return suit_points + sum(points for _, points in self.find_pairs(cards))

    def find_pairs(self, cards: Sequence[Card]) -> list[tuple[tuple[Card, Card], int]]:
        """Return the pairs that cards of a trick make, with what each brings besides its cards."""
        rest, pairs = list(cards), []
        for *ranks, points in self.pairs:
            first_cards, second_cards = (
                [card for card in rest if _rank_index(card) == rank] for rank in ranks
            )
            for pair in zip(first_cards, second_cards, strict=False):
                pairs.append((pair, points))
                rest = [card for card in rest if card not in pair]
        return pairs


class DealScoring(NamedTuple):
    """Points of a deal, in the form that playouts need.

    ``trick_points`` are the points of each trick by itself, in order; ``card_points`` those that
    each card of the pack scores for the taker of its trick; ``combinations`` those of cards of one
    trick together. All are signed, and ``trick_value`` adds them up.

    Where ``most_points_prize`` is not 0, these points only decide who has most of them (with their
    sign), the taker of the latest trick if several, and that player gets the prize. With
    ``ends_early`` the deal ends when no scoring card is left.
    """

    trick_points: tuple[int, ...]
    card_points: tuple[int, ...]
    combinations: CombinationScoring | None = None
    most_points_prize: int = 0
    ends_early: bool = False

    def card_value(self, card: Card) -> int:
        """Return the points of a card by itself."""
        return self.card_points[card - _FIRST_CARD]

    def trick_value(self, trick_index: int, cards: Sequence[Card]) -> int:
        """Return the points of a trick of these cards, or its share of the points that decide.

        ``trick_index`` is the trick's index in the deal; after the last trick, the last one's
        points are used.
        """
        points = self.trick_points[trick_index if trick_index < len(self.trick_points) else -1]
        for card in cards:
            points += self.card_points[card - _FIRST_CARD]
        if self.combinations is not None and len(cards) > 1:
            points += self.combinations.combination_points(cards)
        return points


class BeatState(TrickState, kw_only=True):
    """Match of the beat relation as one seat, a spectator or the table knows it.

    ``trumps`` are the match's. ``first_dealer`` was drawn by lot. ``leader`` led the deal's first
    trick, and ``situation`` sums up the trick on the table. ``points`` are the card points taken in
    the deal, where the deal counts them. ``game_data`` is state that only one of the games has, and
    ``scores`` are of that game's event class.
    """

    trumps: Trumps = Trumps()
    first_dealer: int | None = None
    leader: int = 0
    situation: TrickSituation | None = None
    points: tuple[int, ...] = ()
    game_data: Any = None
    scores: tuple[Any, ...] = ()

    @property
    def is_choosing_trump(self) -> bool:
        """A personal trump is still to be chosen."""
        return None in self.trumps.personal_suits
