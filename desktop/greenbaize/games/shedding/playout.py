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

from greenbaize.bots.finish import Finish, added
from greenbaize.games.shedding.ring import JOKER, KINDS, STEPS, UNITS
from greenbaize.games.shedding.state import BACK_CARDS

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
_UNIT: Final = list(UNITS)
_JOKER: Final = JOKER
_KINDS: Final = KINDS
_BACK: Final = BACK_CARDS
_STEP: Final = [step for steps in STEPS for step in (*steps, *[0] * (5 - len(steps)))]
"""``FITTING_KINDS_BY_RULE``, each row of a top card ended by 0."""
_EVEN: Final = sum(15 << 8 * kind for kind in range(KINDS // 2))
_PLACE: Final = {(1 << bit) % 67: bit for bit in range(4 * KINDS)}
_KIND_OF: Final = bytes([_PLACE.get(left, 0) >> 2 for left in range(67)])
"""Kind of a bit of a hand, by the bit modulo 67."""
_WILD_FROM: Final = 4 * (JOKER - 2)
_WILD: Final = bytes([(three & 15) + (three >> 4 & 15) + (three >> 8) for three in range(4096)])
"""Number of aces, kings and jokers in the highest twelve bits of a hand."""

_WIDE: Final = 12
"""Largest hand of which all runs are tried."""
_MOST_RUNS: Final = 50_000
_LOOKED_AT: Final = 3000
"""Number of positions examined for the ends of own runs; after that only the longest continue."""
ORDERS: Final = 4
"""Number of equally likely orders of a stock that are played out in one world."""
_STOCK: Final = 128
"""Slots reserved for each order of the stock."""

_SPREAD: Final = 0x1E3779B97F4A7C15
_RUNS: Final[dict[int, int]] = {}
"""Cache of the ends of the best runs by hand and top card, when not compiled."""
_KNOWN: Final = [0] * 131072
"""The same for compiled code, hand and end alternating: a later entry replaces one in its slot."""


def size(hand: int) -> int:
    """Return the number of cards in a hand, up to 254."""
    # The digit sum to the base 256 is the remainder of division by 255.
    return ((hand & _EVEN) + (hand >> 4 & _EVEN)) % 255


def due(hand: int, top: int) -> int:
    """Return the part of a hand that may be played on a kind of card, 0 if nothing can be."""
    at = 5 * top
    while _STEP[at]:
        fitting = hand & _STEP[at]
        if fitting:
            return fitting
        at += 1
    return 0


def worth(end: int, played: int) -> float:
    """Return the value of a run by itself: the cards it sheds, and a little for those it keeps."""
    wild = _WILD[end >> 4 >> _WILD_FROM]
    return played + 0.3 * wild - 0.1 * (1 if end & 15 == _JOKER else 0)


def best_end(hand: int, top: int) -> int:
    """Return the end of a hand's longest run.

    Of equal runs, it is that which keeps most aces, kings and jokers.
    """
    key = hand << 4 | top
    if not COMPILED:
        known = _RUNS.get(key)
        if known is not None:
            return known
    fitting = due(hand, top)
    while fitting:
        kind = _KIND_OF[(fitting & -fitting) % 67]
        if fitting & ~(_UNIT[kind] * 15):
            break
        # Only one kind fits.
        hand -= _UNIT[kind]
        top = kind
        fitting = due(hand, top)
    end = hand << 4 | top
    if fitting:
        place = 0
        if COMPILED:
            place = (end * _SPREAD >> 44 & 65535) * 2
            if _KNOWN[place] == end:
                return _KNOWN[place + 1]
        start = end
        end = _best_choice(hand, fitting)
        if COMPILED:
            _KNOWN[place] = start
            _KNOWN[place + 1] = end
    if not COMPILED:
        if len(_RUNS) > _MOST_RUNS:
            _RUNS.clear()
        _RUNS[key] = end
    return end


def _best_choice(hand: int, fitting: int) -> int:
    """Return the end of the best run of a hand that begins with one of these kinds."""
    cards = size(hand)
    if cards > _WIDE:
        fitting = _liveliest(hand, fitting)
    end, most = 0, -1.0
    while fitting:
        kind = _KIND_OF[(fitting & -fitting) % 67]
        fitting &= ~(_UNIT[kind] * 15)
        after = best_end(hand - _UNIT[kind], kind)
        value = worth(after, cards - size(after >> 4))
        if value > most:
            most, end = value, after
    return end


def _liveliest(hand: int, fitting: int) -> int:
    """Return the fitting kind after which most cards fit, as part of the hand."""
    best, most = 0, -1
    while fitting:
        kind = _KIND_OF[(fitting & -fitting) % 67]
        fitting &= ~(_UNIT[kind] * 15)
        count = size(due(hand - _UNIT[kind], kind))
        if count > most:
            best, most = kind, count
    return _UNIT[best]


def freest(hand: int) -> int:
    """Return the kind to play when any may be, after which the hand itself can play most."""
    best, most = 0, -1.0
    cards, fitting = size(hand), hand
    while fitting:
        kind = _KIND_OF[(fitting & -fitting) % 67]
        fitting &= ~(_UNIT[kind] * 15)
        after = best_end(hand - _UNIT[kind], kind)
        value = worth(after, cards - 1 - size(after >> 4))
        if value > most:
            best, most = kind, value
    return best


def run_ends(hand: int, first: int) -> list[int]:
    """Return the different ends of the runs that begin with a kind, the longest first."""
    ends: dict[int, float] = {}
    seen = set()
    cards = size(hand)
    ahead = [hand - _UNIT[first] << 4 | first]
    while ahead:
        end = ahead.pop()
        if end in seen:
            continue
        seen.add(end)
        rest, last = end >> 4, end & 15
        fitting = due(rest, last)
        if fitting and len(seen) > _LOOKED_AT:
            end, fitting = best_end(rest, last), 0
        if not fitting:
            ends[end] = worth(end, cards - size(end >> 4))
        while fitting:
            kind = _KIND_OF[(fitting & -fitting) % 67]
            fitting &= ~(_UNIT[kind] * 15)
            ahead.append(rest - _UNIT[kind] << 4 | kind)
    return sorted(ends, key=ends.__getitem__, reverse=True)


class Player(Protocol):
    """Strategy of the other players, instead of the longest run.

    Computer players use none; ``tests/bench/rank_headroom.py`` does.
    """

    def run(self, hand: int, top: int) -> int:
        """Return the end of the cards played on a turn until nothing fits any more."""

    def free(self, hand: int) -> int:
        """Return the kind that is played when any may be."""


class Table:
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
        drew: bool = False,
        leaving: int = -1,
        passed: int = 0,
        anti: bool = False,
        stands: bool = True,
        out: Sequence[int] = (),
        others: Player | None = None,
    ) -> None:
        self.seats, self.top, self.mover, self.drew = seats, top, mover, drew
        self.leaving, self.passed, self.anti, self.stands = leaving, passed, anti, stands
        self.out, self.others = tuple(out), others
        self.orders, self.left = 1, 0
        # Sizes are literals, as Cython copies these into arrays of its own: 16 seats, of which 10
        # are used, a stock in STOCK_ORDERS orders of _STOCK_SLOTS, and tables by three and two of
        # 10 ranks.
        self.dealt, self.hands = [0] * 16, [0] * 16
        self.stock = [0] * 512
        self.went = [0] * 16
        self.placing, self.base = False, 0.0
        self.ahead, self.behind = [0.0] * 1000, [0.0] * 100

    def finishing(self, finish: Finish, seat: int) -> None:
        """Set the values of ranks for the match; without them, outcomes are negated ranks.

        ``ahead_values`` has the value of ``rank`` with another seat at rank ``before``, ranks from
        0, and ``behind_values`` that with another seat still playing.
        """
        seats = self.seats
        for place in range(seats):
            for other in range(seats):
                lead = finish.totals[seat] - finish.totals[other] - place + finish.zero
                worths = [finish.share[lead + one] if one != place else 0.0 for one in range(seats)]
                at = (place * seats + other) * seats
                for one in range(seats):
                    self.ahead[at + one] = worths[one]
                later = worths[place + 1 :]
                self.behind[place * seats + other] = added(later) / max(1, len(later))
        self.base, self.placing = finish.base, True

    def place_worth(self, seat: int, place: int) -> float:
        """Return the value for a seat of a rank, from 1, after the seats in ``finish_order``."""
        seats, inside = self.seats, (1 << self.seats) - 1 ^ 1 << seat
        value, place = -self.base, place - 1
        for before in range(place):
            other = self.went[before]
            inside ^= 1 << other
            value += self.ahead[(place * seats + other) * seats + before]
        for other in range(seats):
            if inside >> other & 1:
                value += self.behind[place * seats + other]
        return value

    def deal(self, hands: Sequence[int], stock: Sequence[int], orders: int = 1) -> int:
        """Set all hands and the stock, hands of one with the top card last; return its orders.

        Several orders are as likely as its own, and dealing a new world takes longer than a
        playout. While there is much to draw, the outcome of a card depends on little else. A stock
        of one card has no other order.
        """
        for seat in range(self.seats):
            self.dealt[seat] = hands[seat]
        left = self.left = len(stock)
        self.orders = orders if left > 1 else 1
        for at in range(left):
            self.stock[at] = stock[at]
        if self.orders > 1:
            half = left // 2
            for at in range(left):
                unit = self.stock[at]
                turned = at - half if at >= half else at - half + left
                self.stock[_STOCK + left - 1 - at] = unit
                self.stock[2 * _STOCK + turned] = unit
                self.stock[3 * _STOCK + left - 1 - turned] = unit
        return self.orders

    def brings(self, seat: int, end: int) -> float:
        """Return a seat's negated rank, or its value, averaged over the orders.

        ``end`` is as in ``play_out``.
        """
        total = 0.0
        for order in range(self.orders):
            place = self.play_out(seat, end, order)
            total += -self.place_worth(seat, place) if self.placing else place
        return -total / self.orders

    def play_out(  # noqa: PLR0912, PLR0915 - a whole turn, without calls
        self, seat: int, end: int, order: int
    ) -> int:
        """Play until a seat's rank (1 is first out) is known, by ``rank.md 2`` to ``5``; return it.

        ``end`` is that of what the player to move plays first, until nothing fits any more, or
        after Anti-Rank that of the one card; -1 leaves it open.
        """
        seats, hands, stock = self.seats, self.hands, self.stock
        top, mover, drew, leaving = self.top, self.mover, self.drew, self.leaving
        passed, anti, others = self.passed, self.anti, self.others
        under = order * _STOCK
        drawn = under + self.left
        free = others is None
        everybody = inside = (1 << seats) - 1
        gone = 0
        for one in range(seats):
            hands[one] = self.dealt[one]
        for one in self.out:
            self.went[gone] = one
            gone += 1
            inside ^= 1 << one
            if one == seat:
                return gone
        while gone < seats - 1:
            hand = hands[mover]
            key = hand << 4 | top
            if end >= 0:
                now, end = end, -1
            elif anti:
                if free or mover == seat:
                    last = freest(hand)
                else:
                    assert others is not None
                    last = others.free(hand)
                now = hand - _UNIT[last] << 4 | last
            elif free or mover == seat:
                # Uncompiled, this look-up saves a call.
                now = 0 if COMPILED else _RUNS.get(key, 0)
                if not now:
                    now = best_end(hand, top)
            else:
                assert others is not None
                now = others.run(hand, top)
            if now != key:
                if leaving >= 0:
                    for _ in range(_BACK):
                        if drawn > under:
                            drawn -= 1
                            hands[leaving] += stock[drawn]
                    leaving = -1
                hand = hands[mover] = now >> 4
                top, drew = now & 15, False
                # Where Anti-Rank stands, nobody has to pass before the next one.
                if not (anti and self.stands):
                    passed = 0
            if not hand:
                if drawn > under:
                    leaving = mover
                else:
                    self.went[gone] = mover
                    gone += 1
                    if mover == seat:
                        return gone
                    inside ^= 1 << mover
            elif anti and now != key:
                pass  # The turn passes.
            elif drawn > under and not drew:
                drawn -= 1
                hands[mover] += stock[drawn]
                drew = True
                if leaving >= 0:
                    self.went[gone] = leaving
                    gone += 1
                    if leaving == seat:
                        return gone
                    inside ^= 1 << leaving
                    leaving = -1
                continue
            elif drawn == under and passed & inside == inside:
                anti = True
                continue
            else:
                passed |= 1 << mover
            anti = drew = False
            mover += 1
            if mover == seats:
                mover = 0
            while not hands[mover] and inside & (everybody ^ 1 << mover):
                mover += 1
                if mover == seats:
                    mover = 0
        return seats
