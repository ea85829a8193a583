"""Random play of a deal of exact bids, to estimate the tricks for a bid.

Worlds and cards are as in ``worth.py``. No object is created per card.
"""

from random import Random

from greenbaize.games.exact_bid.worth import HIGHEST, WHOLE, World

TOP = HIGHEST


class Falling:
    """Deal in which every seat plays at random."""

    def __init__(self, seats: int, trump: int, random: Random) -> None:
        self._seats, self._trump, self._random = seats, trump, random
        self._keys = [0.0] * 32
        # For each of eight seats, 32 slots with its shuffled cards; as bits, the slots of its cards
        # of each of four suits, and the slots of those still held.
        self._cards = [0] * 256
        self._places, self._left = [0] * 32, [0] * 8
        self._won = [0] * 8

    def tricks(self, world: World, leader: int) -> list[int]:
        """Return the tricks that each seat wins in a whole deal."""
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
                # In a shuffled hand the first playable card is as random as any.
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
