"""Deals of Rank in plain numbers, played out a whole run at a time.

A run is the cards that a player plays on one turn until nothing fits any more. It depends only on
the hand and the pile's top card, so the best one is computed once for each and cached. All that
matters of a run is its *end*, one number: the hand it leaves, and below that, in four bits, the
kind then on top of the pile. So a hand with the pile's top card is a number of the same form, and
where nothing fits it is the end itself.

Hands and kinds are the numbers of ``ring.py``. ``playout.pxd`` has the types for Cython.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from greenbaize.bots.match_finish import StandingValues, sum_in_order
from greenbaize.games.shedding.ring import FITTING_KINDS_BY_RULE, JOKER_KIND, KIND_COUNT, KIND_UNITS
from greenbaize.games.shedding.state import RETURN_DRAW_COUNT

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
_KIND_UNITS: Final = list(KIND_UNITS)
_JOKER_KIND: Final = JOKER_KIND
_KIND_COUNT: Final = KIND_COUNT
_RETURN_DRAW_COUNT: Final = RETURN_DRAW_COUNT
_FITTING_TABLE: Final = [
    kinds for row in FITTING_KINDS_BY_RULE for kinds in (*row, *[0] * (5 - len(row)))
]
"""``FITTING_KINDS_BY_RULE``, each row of a top card ended by 0."""
_EVEN_DIGITS: Final = sum(15 << 8 * kind for kind in range(KIND_COUNT // 2))
_BIT_INDICES: Final = {(1 << bit) % 67: bit for bit in range(4 * KIND_COUNT)}
_KIND_OF_BIT: Final = bytes([_BIT_INDICES.get(left, 0) >> 2 for left in range(67)])
"""Kind of a bit of a hand, by the bit modulo 67."""
_WILD_SHIFT: Final = 4 * (JOKER_KIND - 2)
_WILD_COUNTS: Final = bytes(
    [(three & 15) + (three >> 4 & 15) + (three >> 8) for three in range(4096)]
)
"""Number of aces, kings and jokers in the highest twelve bits of a hand."""

_MAX_BRANCHING_CARDS: Final = 12
"""Largest hand of which all runs are tried."""
_RUN_CACHE_SIZE: Final = 50_000
_MAX_POSITIONS: Final = 3000
"""Number of positions examined for the ends of own runs; after that only the longest continue."""
STOCK_ORDERS: Final = 4
"""Number of equally likely orders of a stock that are played out in one world."""
_STOCK_SLOTS: Final = 128
"""Slots reserved for each order of the stock."""

_HASH_FACTOR: Final = 0x1E3779B97F4A7C15
_RUN_CACHE: Final[dict[int, int]] = {}
"""Cache of the ends of the best runs by hand and top card, when not compiled."""
_COMPILED_RUN_CACHE: Final = [0] * 131072
"""The same for compiled code, hand and end alternating: a later entry replaces one in its slot."""


def count_hand_cards(hand: int) -> int:
    """Return the number of cards in a hand, up to 254."""
    # The digit sum to the base 256 is the remainder of division by 255.
    return ((hand & _EVEN_DIGITS) + (hand >> 4 & _EVEN_DIGITS)) % 255


def playable_part(hand: int, top: int) -> int:
    """Return the part of a hand that may be played on a kind of card, 0 if nothing can be."""
    index = 5 * top
    while _FITTING_TABLE[index]:
        fitting = hand & _FITTING_TABLE[index]
        if fitting:
            return fitting
        index += 1
    return 0


def run_value(end: int, played_count: int) -> float:
    """Return the value of a run by itself: the cards it sheds, and a little for those it keeps."""
    wild = _WILD_COUNTS[end >> 4 >> _WILD_SHIFT]
    return played_count + 0.3 * wild - 0.1 * (1 if end & 15 == _JOKER_KIND else 0)


def best_run_end(hand: int, top: int) -> int:
    """Return the end of a hand's longest run.

    Of equal runs, it is that which keeps most aces, kings and jokers.
    """
    key = hand << 4 | top
    if not COMPILED:
        cached_end = _RUN_CACHE.get(key)
        if cached_end is not None:
            return cached_end
    fitting = playable_part(hand, top)
    while fitting:
        kind = _KIND_OF_BIT[(fitting & -fitting) % 67]
        if fitting & ~(_KIND_UNITS[kind] * 15):
            break
        # Only one kind fits.
        hand -= _KIND_UNITS[kind]
        top = kind
        fitting = playable_part(hand, top)
    end = hand << 4 | top
    if fitting:
        slot = 0
        if COMPILED:
            slot = (end * _HASH_FACTOR >> 44 & 65535) * 2
            if _COMPILED_RUN_CACHE[slot] == end:
                return _COMPILED_RUN_CACHE[slot + 1]
        start = end
        end = _best_end_of_choices(hand, fitting)
        if COMPILED:
            _COMPILED_RUN_CACHE[slot] = start
            _COMPILED_RUN_CACHE[slot + 1] = end
    if not COMPILED:
        if len(_RUN_CACHE) > _RUN_CACHE_SIZE:
            _RUN_CACHE.clear()
        _RUN_CACHE[key] = end
    return end


def _best_end_of_choices(hand: int, fitting: int) -> int:
    """Return the end of the best run of a hand that begins with one of these kinds."""
    cards = count_hand_cards(hand)
    if cards > _MAX_BRANCHING_CARDS:
        fitting = _most_followed_kind(hand, fitting)
    end, best_value = 0, -1.0
    while fitting:
        kind = _KIND_OF_BIT[(fitting & -fitting) % 67]
        fitting &= ~(_KIND_UNITS[kind] * 15)
        run_end = best_run_end(hand - _KIND_UNITS[kind], kind)
        value = run_value(run_end, cards - count_hand_cards(run_end >> 4))
        if value > best_value:
            best_value, end = value, run_end
    return end


def _most_followed_kind(hand: int, fitting: int) -> int:
    """Return the fitting kind after which most cards fit, as part of the hand."""
    best, best_count = 0, -1
    while fitting:
        kind = _KIND_OF_BIT[(fitting & -fitting) % 67]
        fitting &= ~(_KIND_UNITS[kind] * 15)
        count = count_hand_cards(playable_part(hand - _KIND_UNITS[kind], kind))
        if count > best_count:
            best, best_count = kind, count
    return _KIND_UNITS[best]


def best_free_kind(hand: int) -> int:
    """Return the kind to play when any may be, after which the hand itself can play most."""
    best, best_value = 0, -1.0
    cards, fitting = count_hand_cards(hand), hand
    while fitting:
        kind = _KIND_OF_BIT[(fitting & -fitting) % 67]
        fitting &= ~(_KIND_UNITS[kind] * 15)
        run_end = best_run_end(hand - _KIND_UNITS[kind], kind)
        value = run_value(run_end, cards - 1 - count_hand_cards(run_end >> 4))
        if value > best_value:
            best, best_value = kind, value
    return best


def run_ends(hand: int, first_kind: int) -> list[int]:
    """Return the different ends of the runs that begin with a kind, the longest first."""
    ends: dict[int, float] = {}
    visited = set()
    cards = count_hand_cards(hand)
    pending = [hand - _KIND_UNITS[first_kind] << 4 | first_kind]
    while pending:
        end = pending.pop()
        if end in visited:
            continue
        visited.add(end)
        rest, last = end >> 4, end & 15
        fitting = playable_part(rest, last)
        if fitting and len(visited) > _MAX_POSITIONS:
            end, fitting = best_run_end(rest, last), 0
        if not fitting:
            ends[end] = run_value(end, cards - count_hand_cards(end >> 4))
        while fitting:
            kind = _KIND_OF_BIT[(fitting & -fitting) % 67]
            fitting &= ~(_KIND_UNITS[kind] * 15)
            pending.append(rest - _KIND_UNITS[kind] << 4 | kind)
    return sorted(ends, key=ends.__getitem__, reverse=True)


class RunStrategy(Protocol):
    """Strategy of the other players, instead of the longest run.

    Computer players use none; ``tests/bench/rank_headroom.py`` does.
    """

    def choose_run_end(self, hand: int, top: int) -> int:
        """Return the end of the cards played on a turn until nothing fits any more."""

    def choose_free_kind(self, hand: int) -> int:
        """Return the kind that is played when any may be."""


class ShedPlayout:
    """Position of a deal; the cards, all known, are set world by world.

    ``passed_seats`` has a bit for each seat that has passed since the last card, all of them while
    Anti-Rank stands. With ``anti_rank_stands`` it does after each Anti-Rank until somebody can
    play.
    """

    def __init__(  # noqa: PLR0913 - the whole position
        self,
        seats: int,
        *,
        top: int,
        mover: int,
        has_drawn: bool = False,
        leaver: int = -1,
        passed_seats: int = 0,
        is_anti_rank: bool = False,
        anti_rank_stands: bool = True,
        seats_out: Sequence[int] = (),
        strategy: RunStrategy | None = None,
    ) -> None:
        self.seats, self.top, self.mover, self.has_drawn = seats, top, mover, has_drawn
        self.leaver, self.passed_seats, self.is_anti_rank, self.anti_rank_stands = (
            leaver,
            passed_seats,
            is_anti_rank,
            anti_rank_stands,
        )
        self.seats_out, self.strategy = tuple(seats_out), strategy
        self.order_count, self.stock_size = 1, 0
        # Sizes are literals, as Cython copies these into arrays of its own: 16 seats, of which 10
        # are used, a stock in STOCK_ORDERS orders of _STOCK_SLOTS, and tables by three and two of
        # 10 ranks.
        self.dealt_hands, self.hands = [0] * 16, [0] * 16
        self.stock = [0] * 512
        self.out_order = [0] * 16
        self.has_standing_values, self.base_value = False, 0.0
        self.ahead_values, self.behind_values = [0.0] * 1000, [0.0] * 100

    def set_standing_values(self, standing: StandingValues, seat: int) -> None:
        """Set the values of ranks for the match; without them, outcomes are negated ranks.

        Both tables count ranks from 0 (first out), unlike ``rank_value`` and ``play_out``.
        ``ahead_values`` has the value of ``rank`` with another seat at rank ``before``, and
        ``behind_values`` that with another seat still playing.
        """
        seats = self.seats
        for rank in range(seats):
            for other_seat in range(seats):
                lead = (
                    standing.totals[seat]
                    - standing.totals[other_seat]
                    - rank
                    + standing.level_index
                )
                values = [
                    standing.lead_shares[lead + before] if before != rank else 0.0
                    for before in range(seats)
                ]
                offset = (rank * seats + other_seat) * seats
                for before in range(seats):
                    self.ahead_values[offset + before] = values[before]
                later = values[rank + 1 :]
                self.behind_values[rank * seats + other_seat] = sum_in_order(later) / max(
                    1, len(later)
                )
        self.base_value, self.has_standing_values = standing.base_value, True

    def rank_value(self, seat: int, rank: int) -> float:
        """Return a rank's value for a seat, after the seats in ``out_order``.

        ``rank`` counts from 1 (first out), as in ``play_out``.
        """
        seats, seats_in = self.seats, (1 << self.seats) - 1 ^ 1 << seat
        value, rank = -self.base_value, rank - 1
        for before in range(rank):
            other_seat = self.out_order[before]
            seats_in ^= 1 << other_seat
            value += self.ahead_values[(rank * seats + other_seat) * seats + before]
        for other_seat in range(seats):
            if seats_in >> other_seat & 1:
                value += self.behind_values[rank * seats + other_seat]
        return value

    def set_world(self, hands: Sequence[int], stock: Sequence[int], order_count: int = 1) -> int:
        """Set all hands and the stock, hands of one with the top card last; return its orders.

        Several orders are as likely as its own, and dealing a new world takes longer than a
        playout. While there is much to draw, the outcome of a card depends on little else. A stock
        of one card has no other order.
        """
        for seat in range(self.seats):
            self.dealt_hands[seat] = hands[seat]
        stock_size = self.stock_size = len(stock)
        self.order_count = order_count if stock_size > 1 else 1
        for index in range(stock_size):
            self.stock[index] = stock[index]
        if self.order_count > 1:
            half = stock_size // 2
            for index in range(stock_size):
                unit = self.stock[index]
                turned_index = index - half if index >= half else index - half + stock_size
                self.stock[_STOCK_SLOTS + stock_size - 1 - index] = unit
                self.stock[2 * _STOCK_SLOTS + turned_index] = unit
                self.stock[3 * _STOCK_SLOTS + stock_size - 1 - turned_index] = unit
        return self.order_count

    def run_outcome(self, seat: int, end: int) -> float:
        """Return a seat's negated rank, or its value, averaged over the orders.

        ``end`` is as in ``play_out``.
        """
        total = 0.0
        for order in range(self.order_count):
            rank = self.play_out(seat, end, order)
            total += -self.rank_value(seat, rank) if self.has_standing_values else rank
        return -total / self.order_count

    def order_outcome(self, seat: int, finish_order: Sequence[int]) -> float:
        """Return a seat's negated rank, or its value, if all seats go out in this order."""
        rank = 0
        for index, other_seat in enumerate(finish_order):
            self.out_order[index] = other_seat
            if other_seat == seat:
                rank = index + 1
        return self.rank_value(seat, rank) if self.has_standing_values else -rank

    def play_out(  # noqa: PLR0912, PLR0915 - a whole turn, without calls
        self, seat: int, end: int, order: int
    ) -> int:
        """Play until a seat's rank is known, by ``rank.md 2`` to ``5``, and return it.

        The rank counts from 1 (first out).
        ``end`` is that of what the player to move plays first, until nothing fits any more, or
        after Anti-Rank that of the one card; -1 leaves it open.
        """
        seats, hands, stock = self.seats, self.hands, self.stock
        top, mover, has_drawn, leaver = self.top, self.mover, self.has_drawn, self.leaver
        passed_seats, is_anti_rank, strategy = self.passed_seats, self.is_anti_rank, self.strategy
        stock_bottom = order * _STOCK_SLOTS
        stock_top = stock_bottom + self.stock_size
        has_no_strategy = strategy is None
        everybody = seats_in = (1 << seats) - 1
        out_count = 0
        for other_seat in range(seats):
            hands[other_seat] = self.dealt_hands[other_seat]
        for other_seat in self.seats_out:
            self.out_order[out_count] = other_seat
            out_count += 1
            seats_in ^= 1 << other_seat
            if other_seat == seat:
                return out_count
        while out_count < seats - 1:
            hand = hands[mover]
            key = hand << 4 | top
            if end >= 0:
                run_end, end = end, -1
            elif is_anti_rank:
                if has_no_strategy or mover == seat:
                    last = best_free_kind(hand)
                else:
                    assert strategy is not None
                    last = strategy.choose_free_kind(hand)
                run_end = hand - _KIND_UNITS[last] << 4 | last
            elif has_no_strategy or mover == seat:
                # Uncompiled, this look-up saves a call.
                run_end = 0 if COMPILED else _RUN_CACHE.get(key, 0)
                if not run_end:
                    run_end = best_run_end(hand, top)
            else:
                assert strategy is not None
                run_end = strategy.choose_run_end(hand, top)
            if run_end != key:
                if leaver >= 0:
                    for _ in range(_RETURN_DRAW_COUNT):
                        if stock_top > stock_bottom:
                            stock_top -= 1
                            hands[leaver] += stock[stock_top]
                    leaver = -1
                hand = hands[mover] = run_end >> 4
                top, has_drawn = run_end & 15, False
                # Where Anti-Rank stands, nobody has to pass before the next one.
                if not (is_anti_rank and self.anti_rank_stands):
                    passed_seats = 0
            if not hand:
                if stock_top > stock_bottom:
                    leaver = mover
                else:
                    self.out_order[out_count] = mover
                    out_count += 1
                    if mover == seat:
                        return out_count
                    seats_in ^= 1 << mover
            elif is_anti_rank and run_end != key:
                pass  # The turn passes.
            elif stock_top > stock_bottom and not has_drawn:
                stock_top -= 1
                hands[mover] += stock[stock_top]
                has_drawn = True
                if leaver >= 0:
                    self.out_order[out_count] = leaver
                    out_count += 1
                    if leaver == seat:
                        return out_count
                    seats_in ^= 1 << leaver
                    leaver = -1
                continue
            elif stock_top == stock_bottom and passed_seats & seats_in == seats_in:
                is_anti_rank = True
                continue
            else:
                passed_seats |= 1 << mover
            is_anti_rank = has_drawn = False
            mover += 1
            if mover == seats:
                mover = 0
            while not hands[mover] and seats_in & (everybody ^ 1 << mover):
                mover += 1
                if mover == seats:
                    mover = 0
        return seats
