"""Exact search of the end of a deal of Rank, with all cards known.

Everybody plays for the best rank, and of runs that bring the same rank takes the first found. The
search goes from decision to decision, whole runs at a time; positions that were searched before are
remembered.
Hands, kinds and ends of runs are the numbers of ``ring.py`` and ``playout.py``.

Seats here are the indices of those that are still in. Everything else of a position is one number,
its *situation*: the top card, the seat to move, the leaver, the drawn card and Anti-Rank, the seats
that have passed, and the stock, a digit for each card. ``endgame.pxd`` has the types for Cython.
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.games.shedding.ring import FITTING_KINDS_BY_RULE, KIND_COUNT, KIND_UNITS
from greenbaize.games.shedding.state import RETURN_DRAW_COUNT
from greenbaize.rules.search_contract import SearchLimitError

_KIND_UNITS: Final = list(KIND_UNITS)
_KIND_COUNT: Final = KIND_COUNT
_FITTING_TABLE: Final = [
    kinds for row in FITTING_KINDS_BY_RULE for kinds in (*row, *[0] * (5 - len(row)))
]
"""``FITTING_KINDS_BY_RULE``, each row of a top card ended by 0."""
_RETURN_DRAW_COUNT: Final = RETURN_DRAW_COUNT
MAX_ENDGAME_STOCK: Final = 6
"""Largest stock that fits into a situation."""
_MOVER_SHIFT: Final = 4
_LEAVER_SHIFT: Final = 8
"""The leaver's seat is stored one higher, 0 for none."""
_DRAWN_SHIFT: Final = 12
_ANTI_RANK_SHIFT: Final = 13
_PASSED_SHIFT: Final = 16
_STOCK_SHIFT: Final = 32
"""Stock: a digit for each card, its kind and 1, the top card lowest."""


class RankEndgame:
    """End of a deal from one position; the cards, all known, are given world by world.

    What has been searched serves later worlds too. ``seats_in`` are the seats that are still in;
    ``passed_seats`` has a bit for each seat, and these and the rest are as in ``ShedPlayout``.
    ``positions_left`` is the number of positions that may be searched from now on, none at first.
    """

    def __init__(  # noqa: PLR0913 - the whole position
        self,
        seats_in: Sequence[int],
        *,
        mover: int,
        leaver: int = -1,
        passed_seats: int = 0,
        is_anti_rank: bool = False,
        anti_rank_stands: bool = True,
    ) -> None:
        self.positions_left = 0
        self._seats_in, self._seat_count = tuple(seats_in), len(seats_in)
        self._mover, self._leaver = seats_in.index(mover), -1
        if leaver >= 0:
            self._leaver = seats_in.index(leaver)
        self._passed_seats = sum(
            [1 << index for index, seat in enumerate(seats_in) if passed_seats >> seat & 1]
        )
        self._is_anti_rank, self._anti_rank_stands = is_anti_rank, anti_rank_stands
        self._orders: dict[tuple[int, ...], int] = {}
        self._run_ends: dict[int, list[int]] = {}

    def find_finish_order(
        self, hands: Sequence[int], stock: Sequence[int], run_end: int
    ) -> tuple[int, ...]:
        """Return in which order the seats go out after the mover's run, the last one included.

        ``run_end`` leaves the mover stuck, or is that of one card after Anti-Rank. The stock is
        hands of one card with the top card last, at most ``MAX_ENDGAME_STOCK``.

        Raises:
            SearchLimitError: the search takes too long.
        """
        digits = 0
        for unit in stock:
            digits = digits << 4 | _KIND_UNITS.index(unit) + 1
        order = self._order_after_run(
            [hands[seat] for seat in self._seats_in],
            digits,
            self._mover,
            run_end,
            self._leaver,
            self._passed_seats,
            self._is_anti_rank,
        )
        seats = []
        while order:
            seats.append(self._seats_in[(order & 15) - 1])
            order >>= 4
        return tuple(seats)

    def _order_after_run(  # noqa: PLR0913, PLR0917 - the whole position
        self,
        hands: list[int],
        stock: int,
        mover: int,
        run_end: int,
        leaver: int,
        passed_seats: int,
        is_anti_rank: bool,
    ) -> int:
        """Return the order as a digit for each seat, the first lowest: the seat and 1.

        The list of hands is changed.
        """
        if leaver >= 0:
            for _ in range(_RETURN_DRAW_COUNT):
                if stock:
                    hands[leaver] += _KIND_UNITS[(stock & 15) - 1]
                    stock >>= 4
            leaver = -1
        hand = run_end >> 4
        top = run_end & 15
        hands[mover] = hand
        if not (is_anti_rank and self._anti_rank_stands):
            passed_seats = 0
        if hand and not is_anti_rank:
            return self._order_when_stuck(hands, stock, mover, top, -1, passed_seats, False)
        if not hand and stock:
            leaver = mover
        return self._order_after_turn(hands, stock, mover, top, leaver, passed_seats)

    def _order_when_stuck(  # noqa: PLR0913, PLR0917 - the whole position
        self,
        hands: list[int],
        stock: int,
        mover: int,
        top: int,
        leaver: int,
        passed_seats: int,
        has_drawn: bool,
    ) -> int:
        """Return the order if the mover can play nothing: they draw, declare Anti-Rank or pass."""
        situation = top | mover << _MOVER_SHIFT
        if stock and not has_drawn:
            hands[mover] += _KIND_UNITS[(stock & 15) - 1]
            situation |= passed_seats << _PASSED_SHIFT | stock >> 4 << _STOCK_SHIFT
            situation |= 1 << _DRAWN_SHIFT
            if leaver < 0:
                return self._search(hands, situation)
            if self._count_seats_in(hands, -1) == 1:
                return leaver + 1 | mover + 1 << 4
            return leaver + 1 | self._search(hands, situation) << 4
        if not stock:
            seats_in = 0
            for seat in range(self._seat_count):
                if hands[seat]:
                    seats_in |= 1 << seat
            if passed_seats & seats_in == seats_in:
                situation |= passed_seats << _PASSED_SHIFT | 1 << _ANTI_RANK_SHIFT
                return self._search(hands, situation)
        return self._order_after_turn(hands, stock, mover, top, leaver, passed_seats | 1 << mover)

    def _order_after_turn(  # noqa: PLR0913, PLR0917 - the whole position
        self,
        hands: list[int],
        stock: int,
        mover: int,
        top: int,
        leaver: int,
        passed_seats: int,
    ) -> int:
        """Return the order when the turn passes; a mover without cards is out, or leaving."""
        next_mover = mover
        while True:
            next_mover += 1
            if next_mover == self._seat_count:
                next_mover = 0
            if hands[next_mover]:
                break
        is_out = not hands[mover] and leaver != mover
        if is_out and self._count_seats_in(hands, leaver) == 1:
            return mover + 1 | next_mover + 1 << 4
        situation = top | next_mover << _MOVER_SHIFT | leaver + 1 << _LEAVER_SHIFT
        situation |= passed_seats << _PASSED_SHIFT | stock << _STOCK_SHIFT
        order = self._search(hands, situation)
        return mover + 1 | order << 4 if is_out else order

    def _count_seats_in(self, hands: list[int], leaver: int) -> int:
        count = 0
        for seat in range(self._seat_count):
            if hands[seat] or seat == leaver:
                count += 1
        return count

    def _search(self, hands: list[int], situation: int) -> int:
        """Return the order with the mover's best rank."""
        position = (*hands, situation)
        known_order = self._orders.get(position)
        if known_order is not None:
            return known_order
        if self.positions_left <= 0:
            raise SearchLimitError
        self.positions_left -= 1
        top, mover = situation & 15, situation >> _MOVER_SHIFT & 15
        leaver = (situation >> _LEAVER_SHIFT & 15) - 1
        passed_seats = situation >> _PASSED_SHIFT & 0xFFFF
        stock = situation >> _STOCK_SHIFT
        is_anti_rank = bool(situation >> _ANTI_RANK_SHIFT & 1)
        hand = hands[mover]
        ends = _ends_of_single_cards(hand) if is_anti_rank else self._ends_of_runs(hand, top)
        best_order = 0
        if not ends:
            has_drawn = bool(situation >> _DRAWN_SHIFT & 1)
            best_order = self._order_when_stuck(
                hands, stock, mover, top, leaver, passed_seats, has_drawn
            )
        best_rank = self._seat_count
        for end in ends:
            order = self._order_after_run(
                hands[:], stock, mover, end, leaver, passed_seats, is_anti_rank
            )
            rank = 0
            while (order >> 4 * rank & 15) != mover + 1:
                rank += 1
            if rank < best_rank:
                best_order, best_rank = order, rank
                if not rank:
                    break
        self._orders[position] = best_order
        return best_order

    def _ends_of_runs(self, hand: int, top: int) -> list[int]:
        """Return the different ends of all runs of a hand, the shortest hand first.

        It is empty if nothing can be played. Every step counts as a position.
        """
        start = hand << 4 | top
        known_ends = self._run_ends.get(start)
        if known_ends is not None:
            return known_ends
        result: list[int] = []
        # The steps after equally many cards, which cannot occur after more or fewer.
        level = {start}
        while level:
            self.positions_left -= len(level)
            if self.positions_left <= 0:
                raise SearchLimitError
            ends: list[int] = []
            next_level: set[int] = set()
            for end in level:
                rest, kind = end >> 4, 0
                index = 5 * (end & 15)
                fitting = 0
                while _FITTING_TABLE[index] and not fitting:
                    fitting = rest & _FITTING_TABLE[index]
                    index += 1
                if not fitting and end != start:
                    ends.append(end)
                while fitting:
                    if fitting & 15:
                        next_level.add(rest - _KIND_UNITS[kind] << 4 | kind)
                    fitting >>= 4
                    kind += 1
            ends.sort()
            result = ends + result
            level = next_level
        self._run_ends[start] = result
        return result


def _ends_of_single_cards(hand: int) -> list[int]:
    """Return the ends after any one card of a hand."""
    return [
        hand - _KIND_UNITS[kind] << 4 | kind
        for kind in range(_KIND_COUNT)
        if hand & 15 * _KIND_UNITS[kind]
    ]
