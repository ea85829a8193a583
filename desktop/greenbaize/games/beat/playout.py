"""Playing a deal of the beat relation out in thought: who plays what, and what it all comes to."""

from collections.abc import Callable, Sequence
from copy import copy
from math import exp
from typing import Final

from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.endgame import Endgame
from greenbaize.games.beat.play import Counting
from greenbaize.games.beat.relation import BACK, MINE, PACK, Mound, Relation, options, places

_POWER: Final = dict(zip("8AT6KQJ97", (62, 50, 40, 33, 31, 30, 12, 8, 3), strict=True))
"""How many times in a hundred a card takes its trick, about, by rank."""
_TRUMP_POWER: Final = 25
"""How many times more one's own trump does."""
_KEEP_POWER: Final = 0.6
_KEEP_VALUE: Final = 0.5
"""What of a card's tricks, and of its own points, one still has in view while one holds it."""
_WELL: Final = 240
"""The power of a hand with which a player goes every other time."""

Settle = Callable[[Sequence[int], Sequence[int]], Sequence[float]]
"""What each seat has of the points of all seats and the tricks that they took last."""


def power(card: int, colour: int, relation: Relation) -> int:
    """How many times in a hundred a card takes its trick, about."""
    return _POWER[PACK_36[card].code[0]] + _TRUMP_POWER * relation.holds(card, colour)


def goes(hand: int, colour: int, relation: Relation) -> float:
    """How likely a player goes with a hand of four."""
    strength = sum(power(card, colour, relation) for card in places(hand))
    return 0.05 + 0.9 / (1 + exp((_WELL - strength) / 25))


class DealRules:
    """What stays the same while a deal is played: the table, the rules, what counts.

    Args:
        relation: the beat relation.
        colours: each seat's colour.
        must_beat: whether who can beat must.
        counting: what counts.
        sets: what a whole trick (as a hand) brings, asked where cards bring more together.
    """

    def __init__(
        self,
        relation: Relation,
        colours: tuple[int, ...],
        counting: Counting,
        *,
        must_beat: bool,
        sets: Callable[[int], int],
    ) -> None:
        self.relation, self.colours, self.must_beat = relation, colours, must_beat
        self.seats = len(colours)
        self.tricks, self.cards = counting.tricks, counting.cards
        self.sets = sets if counting.sets else None
        self.settle: Settle = lambda points, _: points
        self.flat = not counting.sets and not counting.most
        self._early = counting.early
        amounts = [amount for amount in counting.cards if amount]
        self._counted = sum(1 << card for card in range(PACK) if counting.cards[card])
        self._each = 0.0 if counting.sets or not amounts else sum(amounts) / len(amounts)
        mean = (sum(counting.cards) + sum(counting.tricks)) / len(counting.tricks)
        self._keep = tuple(
            tuple(
                _KEEP_POWER * mean * power(card, colour, relation) / 100
                + _KEEP_VALUE * counting.cards[card]
                for card in range(PACK)
            )
            for colour in range(len(relation.leads))
        )

    def ending(self, settle: Settle) -> "DealRules":
        """The same deal that comes to something else than the points taken."""
        deal = copy(self)
        deal.settle = settle
        return deal

    def choose(
        self, hands: list[int], mound: Mound | None, turn: int, behind: int, gain: int
    ) -> int:
        """The card that a player of fair sense plays who looks into all hands.

        Args:
            hands: all hands.
            mound: what lies on the table.
            turn: whose turn it is.
            behind: how many play after this seat.
            gain: what the trick brings so far.
        """
        hand, colour = hands[turn], self.colours[turn]
        side = None if mound is None else mound.sides[colour] or self.relation.side(mound, colour)
        legal, beating = options(side, hand, self.must_beat)
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        keep, leads = self._keep[colour], self.relation.leads[colour]
        best, chosen = -1e9, -1
        while legal:
            low = legal & -legal
            legal ^= low
            card = low.bit_length() - 1
            score = -keep[card]
            if low & beating:
                then, whose = (leads[card], MINE) if side is None else side.after[card]
                if whose == MINE:
                    brings = gain + self.cards[card]
                    score += self._held(hands, then, turn, behind, brings) if behind else brings
            if score > best:
                best, chosen = score, card
        return chosen

    def _held(self, hands: list[int], mound: Mound, turn: int, behind: int, gain: float) -> float:
        """What the trick brings the seat that owns it so far, 0 if it will lose it."""
        seats, colours, relation = self.seats, self.colours, self.relation
        each, counted = self._each, self._counted
        for _ in range(behind):
            turn = turn + 1 if turn + 1 < seats else 0
            hand, colour = hands[turn], colours[turn]
            side = mound.sides[colour] or relation.side(mound, colour)
            if hand & side.main:
                beating, follow = hand & side.beating, hand & side.follow
            else:
                beating, follow = hand & side.void_beating, hand & side.value or hand
            # Who follows takes what is for, and leaves what is against.
            if beating and (gain > 0 or not follow & ~beating):
                return 0
            if each and follow & counted and (each < 0 or not follow & ~counted):
                gain += each
        return gain

    def play_out(self, start: "Position", endgame: int, ends: Endgame) -> Sequence[float]:
        """What each seat has when the deal is played to its end from here.

        From the trick on with which so many cards are left in each hand as ``endgame`` says, it is
        as ``ends`` has it. ``start`` is used up.
        """
        if len(self.tricks) - start.trick <= endgame:
            return ends.rest(start)
        relation, colours, cards, tricks = self.relation, self.colours, self.cards, self.tricks
        seats, total, hands, points = self.seats, len(tricks), start.hands, start.points
        mound, turn, count, laid = start.mound, start.turn, start.count, start.laid
        worth, owner, leader, trick = start.worth, start.owner, start.leader, start.trick
        while True:
            if count == seats:
                points[owner] += tricks[trick] + (self.sets(laid) if self.sets else worth)
                start.latest[owner] = trick
                start.draw(owner)
                trick += 1
                leader = turn = owner
                mound, count, laid, worth = None, 0, 0, 0
                if trick == total or (self._early and self._over(hands)):
                    return self.settle(points, start.latest)
            if not count and total - trick <= endgame:
                return ends.value(hands, leader, trick, points, start.latest)
            card = self.choose(hands, mound, turn, seats - 1 - count, worth + tricks[trick])
            bit, colour = 1 << card, colours[turn]
            if mound is None:
                mound, owner = relation.leads[colour][card], turn
            else:
                side = mound.sides[colour] or relation.side(mound, colour)
                if bit & (side.beating if hands[turn] & side.main else side.void_beating):
                    mound, whose = side.after[card]
                    owner = turn if whose == MINE else leader
            hands[turn] ^= bit
            laid |= bit
            worth += cards[card]
            count += 1
            turn = turn + 1 if turn + 1 < seats else 0

    def _over(self, hands: list[int]) -> bool:
        """Whether no card that counts is left."""
        return not any(hand & self._counted for hand in hands)


class Position:
    """A moment of a deal, all cards known; ``laid`` is the trick on the table, as a hand."""

    __slots__ = (
        "count",
        "hands",
        "laid",
        "latest",
        "leader",
        "mound",
        "owner",
        "points",
        "stock",
        "trick",
        "turn",
        "worth",
    )

    def __init__(self, seats: int) -> None:
        self.hands, self.points, self.latest = [0] * seats, [0] * seats, [-1] * seats
        self.stock: Sequence[int] = ()
        self.mound: Mound | None = None
        self.turn = self.leader = self.owner = self.count = 0
        self.laid = self.worth = self.trick = 0

    def copy(self) -> "Position":
        """The same moment, to be played on independently."""
        other = Position.__new__(Position)
        other.hands, other.stock = self.hands[:], self.stock
        other.points, other.latest = self.points[:], self.latest[:]
        other.mound, other.turn, other.leader = self.mound, self.turn, self.leader
        other.owner, other.count, other.laid = self.owner, self.count, self.laid
        other.worth, other.trick = self.worth, self.trick
        return other

    def play(self, deal: DealRules, card: int) -> None:
        """Lay a card of the seat whose turn it is; the trick stays on the table."""
        turn, bit = self.turn, 1 << card
        colour = deal.colours[turn]
        if self.mound is None:
            self.mound, self.owner = deal.relation.leads[colour][card], turn
        else:
            side = self.mound.sides[colour] or deal.relation.side(self.mound, colour)
            if bit & (side.beating if self.hands[turn] & side.main else side.void_beating):
                self.mound, whose = side.after[card]
                self.owner = self.leader if whose == BACK else turn
        self.hands[turn] ^= bit
        self.laid |= bit
        self.worth += deal.cards[card]
        self.count += 1
        self.turn = (turn + 1) % deal.seats

    def draw(self, taker: int) -> None:
        """Everybody draws from the stock, the trick's taker first, if it can serve all."""
        stock, seats = self.stock, len(self.hands)
        if len(stock) >= seats:
            for turn in range(seats):
                self.hands[(taker + turn) % seats] |= 1 << stock[turn]
            self.stock = stock[seats:]
