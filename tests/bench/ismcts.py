"""A yardstick for Damn and Blackout: single-observer information-set Monte Carlo tree search.

It knows the rules and nothing else: every iteration deals the unseen cards uniformly into hands of
the right size, keeping to suits that seats have shown to be out of, walks one shared tree of public
actions by upper confidence bounds, and finishes the deal at random. Bids are searched in the same
way as cards. Each seat is taken to want its own points.
"""

from math import log, sqrt
from random import Random
from typing import Any

from greenbaize.cards import PACK_52
from greenbaize.games.exact_bid.bidding import hooked_bid
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Game

SUITS = [sum(1 << card for card in PACK_52 if card % 4 == suit) for suit in range(4)]
"""The cards of each suit as bits; a card's bit is its number."""


class Node:
    """A point of the tree: for each action tried here, visits, times it was there, and reward."""

    __slots__ = ("children", "reward", "there", "visits")

    def __init__(self) -> None:
        self.children: dict[int, Node] = {}
        self.visits = 0
        self.there = 0
        self.reward = 0.0


class Deal:
    """A deal with all cards known, in play."""

    __slots__ = ("bids", "cards", "hands", "hook", "lead", "leader", "seats", "trick", "trump",
                 "turn", "won")  # fmt: skip

    def __init__(self, view: Any, hands: list[int]) -> None:
        self.seats, self.cards = view.seats, view.cards
        self.hook = bool(view.options["hook"])
        self.trump = -1 if view.trump is None else int(view.trump)
        self.hands = hands
        self.bids = list(view.bids)
        self.won = list(view.play.won)
        self.turn = view.turn
        self.leader = self.lead = view.play.lead
        self.trick = [int(card) for card in view.play.trick]

    @property
    def over(self) -> bool:
        return not self.trick and not any(self.hands) and None not in self.bids

    def actions(self) -> list[int]:
        """Bids, or cards by number."""
        if None in self.bids:
            hooked = hooked_bid(self.bids, self.cards) if self.hook else None
            return [bid for bid in range(self.cards + 1) if bid != hooked]
        hand = self.hands[self.turn]
        if self.trick:
            hand = hand & SUITS[self.trick[0] % 4] or hand
        found = []
        while hand:
            low = hand & -hand
            found.append(low.bit_length() - 1)
            hand ^= low
        return found

    def act(self, action: int) -> None:
        """Bid or play for the seat whose turn it is."""
        seat = self.turn
        self.turn = (seat + 1) % self.seats
        if None in self.bids:
            self.bids[seat] = action
            if None not in self.bids:
                self.turn = self.leader
            return
        self.hands[seat] ^= 1 << action
        self.trick.append(action)
        if len(self.trick) == self.seats:
            best = 0
            for place in range(1, self.seats):
                card, top = self.trick[place], self.trick[best]
                if card % 4 == top % 4:
                    if card > top:
                        best = place
                elif card % 4 == self.trump:
                    best = place
            self.turn = self.lead = (self.lead + best) % self.seats
            self.won[self.turn] += 1
            self.trick = []


class IsMctsBot:
    """The player.

    Args:
        simulations: iterations for a decision.
        explore: the weight of the confidence bound; rewards are between 0 and 1.
    """

    def __init__(self, simulations: int = 5000, explore: float = 0.7) -> None:
        self._simulations, self._explore = simulations, explore

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """The legal command visited most."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        random, root = Random(chance.below(1 << 32)), Node()
        hidden = _Hidden(view)
        for _ in range(self._simulations):
            self._iterate(game, view, Deal(view, hidden.hands(random)), root, random)
        action = max(root.children, key=lambda one: root.children[one].visits)
        if view.bidding:
            return Bid(seat, action)
        return Play(seat, PACK_52[action])

    def _iterate(self, game: Game[Any], view: Any, deal: Deal, node: Node, random: Random) -> None:
        path: list[tuple[Node, int]] = []
        explore = self._explore
        while not deal.over:
            actions = deal.actions()
            children = node.children
            untried = [action for action in actions if action not in children]
            if untried:
                action = untried[int(random.random() * len(untried))]
                children[action] = Node()
            else:
                best, action = -1.0, actions[0]
                for one in actions:
                    child = children[one]
                    bound = child.reward / child.visits + explore * sqrt(
                        log(child.there + 1) / child.visits
                    )
                    if bound > best:
                        best, action = bound, one
            for one in actions:
                if one in children:
                    children[one].there += 1
            node = children[action]
            path.append((node, deal.turn))
            deal.act(action)
            if untried:
                break
        while not deal.over:
            actions = deal.actions()
            deal.act(actions[int(random.random() * len(actions))])
        most = 10 + view.cards
        points = [
            game.points(view, bid, won) / most if bid == won else 0.0  # type: ignore[attr-defined]
            for bid, won in zip(deal.bids, deal.won, strict=True)
        ]
        for child, mover in path:
            child.visits += 1
            child.reward += points[mover]


class _Hidden:
    """What a view leaves open, and how to fill it in."""

    def __init__(self, view: Any) -> None:
        seen = {card for hand in view.hands for card in hand.cards} | set(view.play.trick)
        seen.update(card for _, trick in view.play.taken for card in trick.cards)
        seen.add(view.turned)
        self._pool = [int(card) for card in PACK_52 if card not in seen]
        self._known = [sum(1 << card for card in hand.cards) for hand in view.hands]
        voids: list[set[int]] = [set() for _ in range(view.seats)]
        for trick in view.play.tricks:
            for turn, card in enumerate(trick.cards):
                if card % 4 != trick.cards[0] % 4:
                    voids[(trick.leader + turn) % view.seats].add(trick.cards[0] % 4)
        self._owners = [
            (owner, hand.unknown, frozenset(voids[owner]))
            for owner, hand in enumerate(view.hands)
            if hand.unknown
        ]
        self._owners.sort(key=lambda one: -len(one[2]))

    def hands(self, random: Random) -> list[int]:
        """The hands with their unknown cards dealt."""
        while True:
            draw = random.random
            order = sorted(self._pool, key=lambda _: draw())
            hands = list(self._known)
            for owner, count, never in self._owners:
                left, rest = count, []
                for card in order:
                    if left and card % 4 not in never:
                        hands[owner] |= 1 << card
                        left -= 1
                    else:
                        rest.append(card)
                if left:
                    break
                order = rest
            else:
                return hands
