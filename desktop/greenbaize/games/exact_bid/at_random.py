"""What is left to chance when a deal of exact bids is supposed: how cards lie, and how they fall.

Worlds and cards are as in ``ranks.py``. Nothing is made per card.
"""

from random import Random
from typing import Final

from greenbaize.games.exact_bid.ranks import HIGHEST, WHOLE, World

BIT: Final = [1 << card for card in range(52)]
"""The bit of each card of a hand."""
TRIES: Final = 20
"""How often cards are dealt anew when they do not go round."""
COMPILED: Final = not __file__.endswith(".py")
TOP = HIGHEST


class Dealing:
    """How the unseen cards of a decision may lie.

    Args:
        known: each seat's cards that are known.
        unknown: how many others each of them holds.
        pool: the cards that these are among.
        barred: for each seat the suits it has shown to be out of, as bits.
        random: the dice.
    """

    def __init__(
        self,
        known: list[int],
        unknown: list[int],
        pool: list[int],
        barred: list[int],
        random: Random,
    ) -> None:
        spare = [0] * (8 - len(known))
        self._seats, self._size = len(known), len(pool)
        self._known, self._unknown = known + spare, unknown + spare
        self._pool = pool + [0] * (52 - len(pool))
        self._barred, self._voids = barred + spare, any(barred)
        first = sorted(range(len(known)), key=lambda owner: -barred[owner].bit_count())
        self._first = first + spare
        self._random = random
        self._order, self._keys = [0] * 52, [0.0] * 52
        self._hands = [0] * 8

    def dealt(self) -> World:
        """A world that fits what was seen."""
        self._shuffle()
        if self._voids:
            for _ in range(TRIES):
                if self._fill(True):
                    break
                self._shuffle()
            else:
                # Somebody did not follow suit who could have: then voids say nothing for sure.
                self._fill(False)
        else:
            at = 0
            for owner in range(self._seats):
                hand = self._known[owner]
                for place in range(at, at + self._unknown[owner]):
                    hand |= BIT[self._order[place]]
                at += self._unknown[owner]
                self._hands[owner] = hand
        return tuple([self._hands[owner] for owner in range(self._seats)])

    def _shuffle(self) -> None:
        """Put the pool into order at random."""
        draw = self._random.random
        if not COMPILED:
            # The same, and quicker unless the loops are compiled.
            pool = [self._pool[at] for at in range(self._size)]
            self._order = sorted(pool, key=lambda _: draw())
            return
        order, keys = self._order, self._keys
        for at in range(self._size):
            key, place = draw(), at
            while place > 0 and keys[place - 1] > key:
                keys[place], order[place] = keys[place - 1], order[place - 1]
                place -= 1
            keys[place], order[place] = key, self._pool[at]

    def _fill(self, strict: bool) -> bool:
        """Deal the shuffled pool, the seats first that can hold least; whether it worked out."""
        order, size = self._order, self._size
        for owner in range(self._seats):
            self._hands[owner] = self._known[owner]
        for turn in range(self._seats):
            owner = self._first[turn]
            count = self._unknown[owner]
            if not count:
                continue
            never = self._barred[owner] if strict else 0
            hand, rest = self._known[owner], 0
            for place in range(size):
                card = order[place]
                if count and not never >> card // 13 & 1:
                    hand |= BIT[card]
                    count -= 1
                else:
                    order[rest] = card
                    rest += 1
            self._hands[owner] = hand
            if count:
                return False
            size = rest
        return True


class Falling:
    """A deal in which everybody plays at random.

    Args:
        seats: the number of players.
        trump: the trump suit, or -1.
        random: the dice.
    """

    def __init__(self, seats: int, trump: int, random: Random) -> None:
        self._seats, self._trump, self._random = seats, trump, random
        self._keys = [0.0] * 32
        # Of each seat's shuffled cards, 32 places each: which card lies there, and as bits in
        # which places those of each suit lie, and those still held.
        self._cards = [0] * 256
        self._places, self._left = [0] * 32, [0] * 8
        self._won = [0] * 8

    def tricks(self, world: World, leader: int) -> list[int]:
        """How many tricks each seat wins of a whole deal.

        Args:
            world: each seat's hand.
            leader: the seat that leads first.
        """
        seats, trump = self._seats, self._trump
        cards, places, left, won = self._cards, self._places, self._left, self._won
        for owner in range(seats):
            self._shuffle(owner, world[owner])
            won[owner] = 0
        while left[leader]:
            at = TOP[left[leader]]
            left[leader] ^= 1 << at
            top = cards[leader * 32 + at]
            suit = top_suit = top // 13
            owner = seat = leader
            for _ in range(seats - 1):
                seat = seat + 1 if seat + 1 < seats else 0
                mine = places[seat * 4 + suit] & left[seat]
                # In a shuffled hand the first card that may be played is as random as any.
                at = TOP[mine & -mine] if mine else TOP[left[seat]]
                left[seat] ^= 1 << at
                card = cards[seat * 32 + at]
                own = card // 13
                if card > top if own == top_suit else own == trump:
                    top, top_suit, owner = card, own, seat
            won[owner] += 1
            leader = owner
        return [won[owner] for owner in range(seats)]

    def _shuffle(self, owner: int, hand: int) -> None:
        """Lay a seat's cards out at random."""
        draw, keys, cards = self._random.random, self._keys, self._cards
        base, count = owner * 32, 0
        for suit in range(4):
            self._places[owner * 4 + suit] = 0
            ranks = hand >> 13 * suit & WHOLE
            while ranks:
                card = suit * 13 + TOP[ranks & -ranks]
                ranks &= ranks - 1
                key, place = draw(), count
                while place > 0 and keys[place - 1] > key:
                    keys[place], cards[base + place] = keys[place - 1], cards[base + place - 1]
                    place -= 1
                keys[place], cards[base + place] = key, card
                count += 1
        for at in range(count):
            self._places[owner * 4 + cards[base + at] // 13] |= 1 << at
        self._left[owner] = (1 << count) - 1
