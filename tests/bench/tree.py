"""Tree search of ``ismcts.py`` on flat arrays; ``module_compiler.py`` compiles it.

Hands and cards are as in ``games/exact_bid/card_models.py``. No object is created per iteration.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.games.exact_bid.card_models import ALL_RANKS, HIGHEST_BIT

TOP = HIGHEST_BIT
MAX_NODES: Final = 65536
"""Maximum number of nodes of a tree; an iteration adds one. A literal below, for Cython."""
MODULUS: Final = 2147483647
FACTOR: Final = 48271
"""The random numbers are from the minimal standard generator of Park and Miller."""
NO_NODE: Final = -1


class SearchPosition(NamedTuple):
    """Knowledge of a seat at a decision, as numbers."""

    known_hands: Sequence[int]
    """Known cards of each seat's hand."""
    unknown_counts: Sequence[int]
    """Number of unknown cards of each hand."""
    impossible_cards: Sequence[int]
    """Cards that each seat cannot have, because it did not follow suit."""
    deal_order: Sequence[int]
    """Seats in dealing order, those with most constraints first."""
    unseen_cards: Sequence[int]
    """Unseen cards."""
    bids: Sequence[int]
    """Bids by seat; -1 for one that is still to come."""
    tricks_won: Sequence[int]
    trick: Sequence[int]
    leader: int
    turn: int
    cards: int
    """Number of cards dealt to each hand."""
    trump: int
    """Trump suit, or -1."""
    hook: bool
    points: Sequence[float]
    """Reward of each bid when it is met, between 0 and 1."""


class InformationSetTree:
    """Tree of public actions, built for each decision.

    Args:
        seats: number of players.
        explore: weight of the confidence bound; rewards are between 0 and 1.
    """

    def __init__(self, seats: int, explore: float) -> None:
        self._seats, self._explore = seats, explore
        # Per node: its action, how often it was chosen and available, its total reward, its first
        # child and its next sibling.
        self._action, self._visits, self._available = [0] * 65536, [0] * 65536, [0] * 65536
        self._reward = [0.0] * 65536
        self._child, self._sibling = [0] * 65536, [0] * 65536
        # The current deal: hands, bids and tricks of each seat, the trick and the turn.
        self._hands, self._bids, self._won = [0] * 8, [0] * 8, [0] * 8
        self._bid_count = self._turn = self._trick_size = 0
        self._suit = self._winning_card = self._winning_seat = 0
        self._leader = self._cards = self._trump = self._hook = 0
        # Possible actions with their nodes, and the path through the tree with the acting seats.
        self._choices, self._nodes = [0] * 64, [0] * 64
        self._path, self._movers = [0] * 128, [0] * 128
        self._deck = [0] * 64
        self._dice = 1

    def find_best_action(self, position: SearchPosition, simulations: int, seed: int) -> int:
        """Return the bid, or the card, that was chosen most often.

        Args:
            position: knowledge of the seat.
            simulations: iterations, fewer than ``MAX_NODES``.
            seed: seed of the random numbers.
        """
        if not 0 < simulations < MAX_NODES:
            raise ValueError(f"{simulations} simulations; from 1 to {MAX_NODES - 1} can be made")
        self._cards, self._trump, self._hook = position.cards, position.trump, int(position.hook)
        self._leader, self._dice = position.leader, 1 + seed % (MODULUS - 1)
        self._child[0] = NO_NODE
        points, used = position.points, 1
        for _ in range(simulations):
            while not self._deal_cards(position):
                pass
            used = self._run_iteration(used, points)
        best, most, node = 0, -1, self._child[0]
        while node >= 0:
            if self._visits[node] > most:
                best, most = self._action[node], self._visits[node]
            node = self._sibling[node]
        return best

    def _deal_cards(self, position: SearchPosition) -> bool:
        """Deal the unseen cards and reset the deal; return True if the constraints could be met."""
        deck, pool, known_hands, bids = (
            self._deck,
            position.unseen_cards,
            position.known_hands,
            position.bids,
        )
        unknown, nevers, won = (
            position.unknown_counts,
            position.impossible_cards,
            position.tricks_won,
        )
        self._shuffle_cards(pool)
        count = len(pool)
        for owner in position.deal_order:
            hand, never, missing, rest = known_hands[owner], nevers[owner], unknown[owner], 0
            for at in range(count):
                card = deck[at]
                if missing and not never >> card & 1:
                    hand |= self._card_bit(card)
                    missing -= 1
                else:
                    deck[rest] = card
                    rest += 1
            if missing:
                return False
            self._hands[owner] = hand
            count = rest
        self._bid_count = 0
        for owner in range(self._seats):
            self._bids[owner], self._won[owner] = bids[owner], won[owner]
            self._bid_count += self._bids[owner] >= 0
        self._turn, self._trick_size = position.leader, 0
        for card in position.trick:
            self._play_card(card)
        self._turn = position.turn
        return True

    def _shuffle_cards(self, pool: Sequence[int]) -> None:
        """Shuffle the unseen cards into the deck."""
        deck, count = self._deck, len(pool)
        for at in range(count):
            other = self._random_below(at + 1)
            deck[at] = deck[other]
            deck[other] = pool[at]

    def _random_below(self, limit: int) -> int:
        """Return a random number from 0 to below ``most``."""
        self._dice = self._dice * FACTOR % MODULUS
        return self._dice * limit // MODULUS

    def _is_over(self) -> bool:
        """Return True if all cards are played."""
        return (
            self._bid_count == self._seats and not self._trick_size and not self._hands[self._turn]
        )

    def _find_actions(self) -> int:
        """Store the possible actions and return their number."""
        choices, count = self._choices, 0
        if self._bid_count < self._seats:
            hooked = NO_NODE
            if self._hook and self._bid_count == self._seats - 1:
                hooked = self._cards
                for owner in range(self._seats):
                    if self._bids[owner] > 0:
                        hooked -= self._bids[owner]
            for bid in range(self._cards + 1):
                if bid != hooked:
                    choices[count] = bid
                    count += 1
            return count
        hand = self._hands[self._turn]
        follows = self._trick_size > 0 and (hand >> 13 * self._suit & ALL_RANKS) > 0
        for suit in range(4):
            if follows and suit != self._suit:
                continue
            ranks = hand >> 13 * suit & ALL_RANKS
            while ranks:
                choices[count] = 13 * suit + TOP[ranks & -ranks]
                count += 1
                ranks &= ranks - 1
        return count

    def _apply_action(self, action: int) -> None:
        """Bid or play for the seat whose turn it is."""
        if self._bid_count == self._seats:
            self._hands[self._turn] ^= self._card_bit(action)
            self._play_card(action)
            return
        self._bids[self._turn] = action
        self._bid_count += 1
        self._turn = self._turn + 1 if self._turn + 1 < self._seats else 0
        if self._bid_count == self._seats:
            self._turn = self._leader

    def _card_bit(self, card: int) -> int:
        """Return a hand of one card."""
        one = 1
        return one << card

    def _play_card(self, card: int) -> None:
        """Add a card of the current seat to the trick."""
        suit = card // 13
        if not self._trick_size:
            self._suit = suit
            self._winning_card, self._winning_seat = card, self._turn
        else:
            best = self._winning_card // 13
            if card > self._winning_card if suit == best else suit == self._trump:
                self._winning_card, self._winning_seat = card, self._turn
        self._trick_size += 1
        self._turn = self._turn + 1 if self._turn + 1 < self._seats else 0
        if self._trick_size == self._seats:
            self._trick_size = 0
            self._turn = self._winning_seat
            self._won[self._winning_seat] += 1

    def _run_iteration(self, used: int, points: Sequence[float]) -> int:
        """Walk down the tree and to the end of the deal once; return the new number of nodes."""
        choices, nodes, path, movers = self._choices, self._nodes, self._path, self._movers
        length = node = 0
        grown = False
        while not grown and not self._is_over():
            count, untried = self._find_actions(), 0
            for at in range(count):
                nodes[at] = self._find_child(node, choices[at])
                untried += nodes[at] < 0
            chosen = 0
            if untried:
                skip = self._random_below(untried)
                while nodes[chosen] >= 0 or skip > 0:
                    skip -= nodes[chosen] < 0
                    chosen += 1
                nodes[chosen] = used
                self._action[used], self._visits[used], self._available[used] = (
                    choices[chosen],
                    0,
                    0,
                )
                self._reward[used] = 0.0
                self._child[used], self._sibling[used] = NO_NODE, self._child[node]
                self._child[node] = used
                used += 1
                grown = True
            else:
                best = -1.0
                for at in range(count):
                    bound = self._confidence_bound(nodes[at])
                    if bound > best:
                        best, chosen = bound, at
            for at in range(count):
                if nodes[at] >= 0:
                    self._available[nodes[at]] += 1
            node = nodes[chosen]
            path[length], movers[length] = node, self._turn
            length += 1
            self._apply_action(choices[chosen])
        while not self._is_over():
            self._apply_action(choices[self._random_below(self._find_actions())])
        for at in range(length):
            node, mover = path[at], movers[at]
            self._visits[node] += 1
            if self._won[mover] == self._bids[mover]:
                self._reward[node] += points[self._bids[mover]]
        return used

    def _find_child(self, node: int, action: int) -> int:
        """Return the child of a node for an action, or -1."""
        child = self._child[node]
        while child >= 0 and self._action[child] != action:
            child = self._sibling[child]
        return child

    def _confidence_bound(self, node: int) -> float:
        """Return the upper confidence bound of a visited node."""
        visits = float(self._visits[node])
        hope = math.sqrt(math.log(self._available[node] + 1.0) / visits)
        return self._reward[node] / visits + self._explore * hope
