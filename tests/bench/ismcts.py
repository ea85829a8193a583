"""Reference player for Damn and Blackout: single-observer information-set Monte Carlo tree search.

It knows only the rules: every iteration deals the unseen cards uniformly into hands of the right
size, respecting suits that seats have shown to lack, walks one shared tree of public actions by
upper confidence bounds, and finishes the deal at random. Bids are searched like cards. Each seat is
assumed to maximise its own points.
"""

from typing import Any

from tree import InformationSetTree, SearchPosition

from greenbaize.cards import PACK_52
from greenbaize.games.exact_bid.card_models import ALL_RANKS, card_index, hand_mask
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.easy import void_suits
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.game import Game

CARDS_BY_NUMBER = {card_index(card): card for card in PACK_52}


class IsMctsBot:
    """Bot with the tree search.

    Args:
        simulations: iterations per decision.
        explore: weight of the confidence bound; rewards are between 0 and 1.
    """

    def __init__(self, simulations: int = 5000, explore: float = 0.7) -> None:
        self._simulations, self._explore = simulations, explore
        self._trees: dict[int, InformationSetTree] = {}

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        """Return the legal command visited most."""
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        tree = self._trees.get(view.seats)
        if tree is None:
            tree = self._trees[view.seats] = InformationSetTree(view.seats, self._explore)
        exact: Any = game  # an exact-bid game, which has points
        voids = [void_suits(view, owner) for owner in range(view.seats)]
        most = 10 + view.cards
        position = SearchPosition(
            known_hands=[hand_mask(hand.cards) for hand in view.hands],
            unknown_counts=[hand.unknown for hand in view.hands],
            impossible_cards=[sum(ALL_RANKS << 13 * suit for suit in suits) for suits in voids],
            deal_order=sorted(range(view.seats), key=lambda owner: -len(voids[owner])),
            unseen_cards=[card_index(card) for card in game.unseen_cards(view)],
            bids=[-1 if bid is None else bid for bid in view.bids],
            tricks_won=list(view.play.tricks_won),
            trick=[card_index(card) for card in view.play.trick],
            leader=view.play.leader,
            turn=view.turn,
            cards=view.cards,
            trump=-1 if view.trump is None else int(view.trump),
            hook=bool(view.options["hook"]),
            points=[exact.points_of_bid(view, bid, bid) / most for bid in range(view.cards + 1)],
        )
        action = tree.find_best_action(position, self._simulations, chance.draw_below(1 << 32))
        return (
            BidCommand(seat, action)
            if view.is_bidding
            else PlayCommand(seat, CARDS_BY_NUMBER[action])
        )
