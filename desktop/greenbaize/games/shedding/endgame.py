"""Exact search of the end of a deal of Rank, once the stock is empty and all cards are known.

Everybody plays for the best rank, and of equal orders takes the first found. From every turn on,
the result depends on the hands, the top card, who is to move, who has passed and whether Anti-Rank
stands: positions that were searched before are remembered. Hands, kinds and ends of runs are the
numbers of ``ring.py`` and ``playout.py``.
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.games.shedding.playout import count_hand_cards, playable_part
from greenbaize.games.shedding.ring import KIND_UNITS, kinds_in_hand

MAX_SEARCHED_POSITIONS: Final = 20_000
"""The number of positions after which a search is given up."""

FinishOrder = tuple[int, ...]
"""Seats in the order in which they get rid of their cards, the last one holding cards included."""
_Position = tuple[tuple[int, ...], int, int, int, bool]
"""Hands, top card, mover, seats that have passed since the last card (bits), Anti-Rank stands."""


class SearchLimitError(Exception):
    """A search needs more positions than it may look at."""


class RankEndgame:
    """Search of positions with an empty stock; what it has searched serves later calls too.

    ``anti_rank_stands`` is the option of this name (``rank.md 5``).
    """

    def __init__(
        self, *, anti_rank_stands: bool, max_positions: int = MAX_SEARCHED_POSITIONS
    ) -> None:
        self._anti_rank_stands, self._positions_left = anti_rank_stands, max_positions
        self._orders: dict[_Position, FinishOrder] = {}
        self._run_ends: dict[int, tuple[int, ...]] = {}

    def order_after_run(
        self, hands: Sequence[int], mover: int, run_end: int, *, is_anti_rank: bool
    ) -> FinishOrder:
        """Return in which order the seats with cards go out after the mover's run.

        A hand of 0 belongs to a seat that is out. ``run_end`` leaves the mover stuck, or is that of
        one card after Anti-Rank. Raise ``SearchLimitError`` when the search takes too long.
        """
        left = (*hands[:mover], run_end >> 4, *hands[mover + 1 :])
        stands = is_anti_rank and self._anti_rank_stands
        # Who has played until nothing fits has passed; after Anti-Rank the turn passes by itself.
        passed = 0 if is_anti_rank else 1 << mover
        return self._order_after_turn(left, run_end & 15, mover, passed, stands=stands)

    def _order_after_turn(
        self, hands: tuple[int, ...], top: int, mover: int, passed: int, *, stands: bool
    ) -> FinishOrder:
        seats_in = [seat for seat, hand in enumerate(hands) if hand]
        out = () if hands[mover] else (mover,)
        if len(seats_in) == 1:
            return (*out, *seats_in)
        next_mover = next((seat for seat in seats_in if seat > mover), seats_in[0])
        return out + self._search((hands, top, next_mover, passed, stands))

    def _search(self, position: _Position) -> FinishOrder:
        order = self._orders.get(position)
        if order is None:
            if self._positions_left <= 0:
                raise SearchLimitError
            self._positions_left -= 1
            order = self._orders[position] = self._best_order(position)
        return order

    def _best_order(self, position: _Position) -> FinishOrder:
        """Return the order with the mover's best rank."""
        hands, top, mover, passed, stands = position
        hand = hands[mover]
        is_anti_rank = False
        if playable_part(hand, top):
            ends = self._ends_of_runs(hand, top)
        else:
            seats_in = sum(1 << seat for seat, one in enumerate(hands) if one)
            if not stands and passed & seats_in != seats_in:
                passed |= 1 << mover
                return self._order_after_turn(hands, top, mover, passed, stands=False)
            is_anti_rank = True
            ends = tuple([hand - KIND_UNITS[kind] << 4 | kind for kind in kinds_in_hand(hand)])
        best: FinishOrder | None = None
        best_rank = len(hands)
        for end in ends:
            order = self.order_after_run(hands, mover, end, is_anti_rank=is_anti_rank)
            rank = order.index(mover)
            if rank < best_rank:
                best, best_rank = order, rank
                if not rank:
                    break
        assert best is not None, "a mover who can play nothing has cards for Anti-Rank"
        return best

    def _ends_of_runs(self, hand: int, top: int) -> tuple[int, ...]:
        """Return the different ends of the runs of a hand that can play, the shortest hand first.

        Every step counts as a position.
        """
        start = hand << 4 | top
        known_ends = self._run_ends.get(start)
        if known_ends is not None:
            return known_ends
        ends, visited, pending = [], {start}, [start]
        while pending:
            end = pending.pop()
            rest, last = end >> 4, end & 15
            fitting = playable_part(rest, last)
            if not fitting:
                ends.append(end)
            for kind in kinds_in_hand(fitting):
                next_end = rest - KIND_UNITS[kind] << 4 | kind
                if next_end not in visited:
                    visited.add(next_end)
                    pending.append(next_end)
        self._positions_left -= len(visited)
        if self._positions_left <= 0:
            raise SearchLimitError
        result = tuple(sorted(ends, key=lambda end: (count_hand_cards(end >> 4), end)))
        self._run_ends[start] = result
        return result
