"""Reference player for Damn and Blackout: single-observer information-set Monte Carlo tree search.

It knows only the rules: every iteration deals the unseen cards uniformly into hands of the right
size, respecting suits that seats have shown to lack, walks one shared tree of public actions by
upper confidence bounds, and finishes the deal at random. Bids are searched like cards. Each seat is
assumed to maximise its own points.
"""

from typing import Any

from tree import Position, Tree

from greenbaize.cards import PACK_52
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.easy import lacked
from greenbaize.games.exact_bid.worth import WHOLE, hand_of, number
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.game import Game

CARDS = {number(card): card for card in PACK_52}


class IsMctsBot:
    """Bot with the tree search.

    Args:
        simulations: iterations per decision.
        explore: weight of the confidence bound; rewards are between 0 and 1.
    """

    def __init__(self, simulations: int = 5000, explore: float = 0.7) -> None:
        self._simulations, self._explore = simulations, explore
        self._trees: dict[int, Tree] = {}

    def decide(self, game: Game[Any], view: Any, seat: int, chance: Stream) -> Command:
        """Return the legal command visited most."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        tree = self._trees.get(view.seats)
        if tree is None:
            tree = self._trees[view.seats] = Tree(view.seats, self._explore)
        exact: Any = game  # an exact-bid game, which has points
        voids = [lacked(view, owner) for owner in range(view.seats)]
        most = 10 + view.cards
        position = Position(
            known=[hand_of(hand.cards) for hand in view.hands],
            unknown=[hand.unknown for hand in view.hands],
            never=[sum(WHOLE << 13 * suit for suit in suits) for suits in voids],
            order=sorted(range(view.seats), key=lambda owner: -len(voids[owner])),
            pool=[number(card) for card in exact.unseen(view)],
            bids=[-1 if bid is None else bid for bid in view.bids],
            won=list(view.play.won),
            trick=[number(card) for card in view.play.trick],
            lead=view.play.lead,
            turn=view.turn,
            cards=view.cards,
            trump=-1 if view.trump is None else int(view.trump),
            hook=bool(view.options["hook"]),
            points=[exact.points(view, bid, bid) / most for bid in range(view.cards + 1)],
        )
        action = tree.best(position, self._simulations, chance.below(1 << 32))
        return Bid(seat, action) if view.bidding else Play(seat, CARDS[action])
