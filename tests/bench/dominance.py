"""Choices in Master, Ass and Rank that another choice dominates, whatever others hold and do.

A card of Master or Ass is dominated by another if that brings the seat no less in any deal that
fits the view, however all play on, and more in at least a sixth of the deals. Where only later
plays of others differ, the same ones are compared. In Ass, no less means as many own points and no
more points of any other. In Rank, a card is dominated in the end of two if an optimal end of a run
from another one brings no worse a rank in any deal, and a better one in a sixth of them; and where
the stock is empty, if only another one lets the whole hand go.
"""

from collections.abc import Sequence
from itertools import product
from random import Random
from typing import Any, Final

import support  # noqa: F401  isort: skip  (finds the package)

from msgspec.structs import replace

from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.kernel import known_cards, make_beat_dealing
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.relation import card_indices
from greenbaize.games.beat.state import BeatState
from greenbaize.games.shedding.endgame import RankEndgame
from greenbaize.games.shedding.kernel import infer_cards, make_shed_dealing
from greenbaize.games.shedding.play import ANTI_RANK_STANDS, SheddingGame
from greenbaize.games.shedding.playout import run_ends
from greenbaize.games.shedding.ring import KIND_UNITS, hand_of_kinds
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.events import CardPlayed, DealScored
from greenbaize.rules.hands import Hand
from greenbaize.rules.search_contract import SearchLimitError

SAMPLED_DEALS: Final = 18
"""Number of deals in which choices are compared."""
MIN_WORSE_SHARE: Final = 1 / 6
"""Least share of deals in which a wrong choice brings less."""
MAX_STATES: Final = 300
"""Most states looked at in a deal of Master or Ass."""
MAX_CARDS: Final = 2
"""Most cards in the hand where the deal does not end with the trick; one more for two players."""
MAX_POSITIONS: Final = 20_000
"""Most positions searched for a deal of Rank."""
MAX_STOCK: Final = 2
"""Largest stock with which a deal of Rank is searched."""

Judgement = tuple[str, list[Command]]
"""Kind of a position and its right answers."""


def keep_undominated(plays: Sequence[Any], comparisons: Sequence[Any]) -> list[Any]:
    """Return the plays that no other dominates.

    Each comparison is a deal, a matrix by two plays: whether the first is ever worse than the
    second, and whether it is ever better.
    """
    good = []
    for index, play in enumerate(plays):
        is_dominated = any(
            not any(deal[other][index][0] for deal in comparisons)
            and sum(deal[other][index][1] for deal in comparisons)
            >= MIN_WORSE_SHARE * len(comparisons)
            for other in range(len(plays))
            if other != index
        )
        if not is_dominated:
            good.append(play)
    return good


# Master and Ass


class _TooManyStatesError(Exception):
    """A deal has more continuations than are looked at."""


class BeatContinuations:
    """Continuations of a deal of Master or Ass with open hands."""

    def __init__(self, game: BeatGame, seat: int) -> None:
        self._game, self._seat, self._states_left = game, seat, MAX_STATES

    def play(self, state: BeatState, seat: int, card: Any) -> Any:
        """Return the next state in which somebody must act, or the values at the deal's end.

        Raises:
            _TooManyStatesError: too many states were looked at.
        """
        self._states_left -= 1
        if self._states_left < 0:
            raise _TooManyStatesError
        state = self._game.fold(state, CardPlayed(seat, card))
        while state.turn is None:
            event = self._game.derive(state, None)  # type: ignore[arg-type]
            if isinstance(event, DealScored):
                return self._values(state, event)
            state = self._game.fold(state, event)
        return state

    def _values(self, state: BeatState, scored: DealScored) -> tuple[int, ...]:
        """Return the values of a deal's end, more of each being better for the seat."""
        if self._game.bank_state(state) is None:
            return (scored.points[self._seat],)
        return tuple(
            points if other == self._seat else -points for other, points in enumerate(state.points)
        )

    def compare(self, one: Any, other: Any) -> tuple[bool, bool]:
        """Return whether one position is ever worse than another, and whether ever better."""
        if isinstance(one, tuple) and isinstance(other, tuple):
            return (
                any(a < b for a, b in zip(one, other, strict=True)),
                any(a > b for a, b in zip(one, other, strict=True)),
            )
        if isinstance(one, BeatState) and isinstance(other, BeatState) and one.turn == other.turn:
            plays = self._game.legal(one, one.turn)
            if one.turn != self._seat and plays == self._game.legal(other, other.turn):
                pairs = [
                    (self.play(one, one.turn, play.card), self.play(other, one.turn, play.card))
                    for play in plays
                ]
                return self._join(pairs)
        return self._join(product(self._ends(one), self._ends(other)))

    def _join(self, pairs: Any) -> tuple[bool, bool]:
        results = [self.compare(one, other) for one, other in pairs]
        return any(worse for worse, _ in results), any(better for _, better in results)

    def _ends(self, position: Any) -> set[tuple[int, ...]]:
        if isinstance(position, tuple):
            return {position}
        ends: set[tuple[int, ...]] = set()
        for play in self._game.legal(position, position.turn):
            ends |= self._ends(self.play(position, position.turn, play.card))
        return ends


def judge_beat_plays(
    game: BeatGame, view: BeatState, seat: int, random: Random
) -> Judgement | None:
    """Return the kind of a position with the cards that no other dominates, if some are."""
    plays = [play for play in game.legal(view, seat) if isinstance(play, PlayCommand)]
    bank_state, is_last = game.bank_state(view), len(view.play.trick) == view.seats - 1
    if len(plays) < 2 or (bank_state is not None and bank_state.stock.size):
        return None
    if view.hands[seat].size > MAX_CARDS + (view.seats == 2) and not is_last:
        return None
    dealing = make_beat_dealing(known_cards(game, view))
    comparisons = []
    try:
        for _ in range(SAMPLED_DEALS):
            _, hands, _ = dealing.deal_once(random.random)
            cards = [Hand(tuple(PACK_36[index] for index in card_indices(hand))) for hand in hands]
            state, continuations = replace(view, hands=tuple(cards)), BeatContinuations(game, seat)
            after = [continuations.play(state, seat, play.card) for play in plays]
            comparisons.append(
                [[continuations.compare(one, other) for other in after] for one in after]
            )
    except _TooManyStatesError:
        return None
    good = keep_undominated(plays, comparisons)
    if len(good) == len(plays):
        return None
    situation = "lead" if not view.play.trick else "last" if is_last else "follow"
    sign = "" if bank_state else ", against" if game.points_count_against(view) else ", for"
    return f"{situation}{sign}", good


# Rank


def judge_rank_plays(
    game: SheddingGame, view: ShedState, seat: int, random: Random
) -> Judgement | None:
    """Return the kind of a position with the cards that no other dominates, if some are."""
    plays = [play for play in game.legal(view, seat) if isinstance(play, PlayCommand)]
    kinds = list(dict.fromkeys(play.card.rank for play in plays))
    if len(kinds) < 2 or view.stock.size > MAX_STOCK:
        return None
    hand = hand_of_kinds(view.hands[seat].cards)
    ends = [
        [hand - KIND_UNITS[kind] << 4 | kind] if view.is_anti_rank else run_ends(hand, kind)
        for kind in kinds
    ]
    if not view.stock.size:
        out = [kind for kind, own in zip(kinds, ends, strict=True) if any(not e >> 4 for e in own)]
        if out:
            good = [play for play in plays if play.card.rank in out]
            return None if len(out) == len(kinds) else ("goes out", good)
    if len(view.seats_in) != 2:
        return None
    comparisons = _compare_ends(game, view, seat, ends, random)
    if comparisons is None:
        return None
    good = keep_undominated(kinds, comparisons)
    if len(good) == len(kinds):
        return None
    kind = "all known" if not view.stock.size else "with a stock"
    return kind, [play for play in plays if play.card.rank in good]


def _compare_ends(
    game: SheddingGame, view: ShedState, seat: int, ends: list[list[int]], random: Random
) -> list[Any] | None:
    """Return the comparisons of the cards in sampled deals, None where the search is too long.

    A card is as good as that end of its runs that is best in all deals together; what it is
    compared with may choose a run for each deal.
    """
    dealing = make_shed_dealing(infer_cards(game, view))
    ranks: list[list[list[int]]] = []
    for _ in range(SAMPLED_DEALS):
        _, hands, stock = dealing.deal_once(random.random)
        endgame = RankEndgame(
            view.seats_in,
            mover=seat,
            leaver=-1 if view.leaver is None else view.leaver,
            passed_seats=sum(
                1 << other
                for other in (range(view.seats) if view.anti_rank_stands else view.passed_seats)
            ),
            is_anti_rank=view.is_anti_rank,
            anti_rank_stands=view.options.get_word("anti_rank") == ANTI_RANK_STANDS,
        )
        endgame.positions_left = MAX_POSITIONS
        try:
            ranks.append(
                [
                    [endgame.find_finish_order(hands, stock, end).index(seat) for end in own]
                    for own in ends
                ]
            )
        except SearchLimitError:
            return None
    best = [
        min(range(len(own)), key=lambda end: sum(deal[index][end] for deal in ranks))
        for index, own in enumerate(ends)
    ]
    return [
        [
            [
                (deal[one][best[one]] > min(other), deal[one][best[one]] < min(other))
                for other in deal
            ]
            for one in range(len(ends))
        ]
        for deal in ranks
    ]
