"""Random play of a deal of exact bids, to estimate the tricks for a bid.

Worlds and cards are as in ``card_models.py``. No object is created per card.
"""

from random import Random

from greenbaize.games.exact_bid.card_models import ALL_RANKS, HIGHEST_BIT, ExactBidWorld

HIGHEST_BIT_TABLE = HIGHEST_BIT


class RandomPlayout:
    """Deal in which every seat plays at random."""

    def __init__(self, seats: int, trump: int, random: Random) -> None:
        self._seats, self._trump, self._random = seats, trump, random
        self._keys = [0.0] * 32
        # For each of eight seats, 32 slots with its shuffled cards; as bits, the slots of its cards
        # of each of four suits, and the slots of those still held.
        self._cards = [0] * 256
        self._suit_slots, self._held_slots = [0] * 32, [0] * 8
        self._tricks_won = [0] * 8

    def tricks_by_seat(self, world: ExactBidWorld, leader: int) -> list[int]:
        """Return the tricks that each seat wins in a whole deal."""
        seats, trump = self._seats, self._trump
        cards, suit_slots, held_slots, tricks_won = (
            self._cards,
            self._suit_slots,
            self._held_slots,
            self._tricks_won,
        )
        for taker in range(seats):
            self._shuffle_hand(taker, world[taker])
            tricks_won[taker] = 0
        while held_slots[leader]:
            slot = HIGHEST_BIT_TABLE[held_slots[leader]]
            held_slots[leader] ^= 1 << slot
            top = cards[leader * 32 + slot]
            suit = top_suit = top // 13
            taker = seat = leader
            for _ in range(seats - 1):
                seat = seat + 1 if seat + 1 < seats else 0
                following = suit_slots[seat * 4 + suit] & held_slots[seat]
                # In a shuffled hand the first playable card is as random as any.
                slot = (
                    HIGHEST_BIT_TABLE[following & -following]
                    if following
                    else HIGHEST_BIT_TABLE[held_slots[seat]]
                )
                held_slots[seat] ^= 1 << slot
                card = cards[seat * 32 + slot]
                card_suit = card // 13
                if card > top if card_suit == top_suit else card_suit == trump:
                    top, top_suit, taker = card, card_suit, seat
            tricks_won[taker] += 1
            leader = taker
        return [tricks_won[taker] for taker in range(seats)]

    def _shuffle_hand(self, seat: int, hand: int) -> None:
        draw, keys, cards = self._random.random, self._keys, self._cards
        base, count = seat * 32, 0
        for suit in range(4):
            self._suit_slots[seat * 4 + suit] = 0
            ranks = hand >> 13 * suit & ALL_RANKS
            while ranks:
                card = suit * 13 + HIGHEST_BIT_TABLE[ranks & -ranks]
                ranks &= ranks - 1
                key, index = draw(), count
                while index > 0 and keys[index - 1] > key:
                    keys[index], cards[base + index] = keys[index - 1], cards[base + index - 1]
                    index -= 1
                keys[index], cards[base + index] = key, card
                count += 1
        for slot in range(count):
            self._suit_slots[seat * 4 + cards[base + slot] // 13] |= 1 << slot
        self._held_slots[seat] = (1 << count) - 1
