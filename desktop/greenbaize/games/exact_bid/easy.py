"""The easy player at exact bids: it bids what its hand looks worth, then wins cheaply or ducks."""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.play import BidState, ExactBidGame
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.tricks import beats, winning

LEANS: Final = {"careful": -0.25, "steady": 0.0, "bold": 0.25}
"""How many tricks more than its hand is worth a player of each temperament thinks it is."""


def decide(game: ExactBidGame, view: BidState, seat: int, temperament: str) -> Command:
    """A legal choice: a bid near the hand's worth, then cards for it."""
    legal = game.legal(view, seat)
    if isinstance(legal[0], Bid):
        worth = blind_worth(view, seat) if view.hands[seat].unknown else hand_worth(view, seat)
        bids = [command for command in legal if isinstance(command, Bid)]
        return min(bids, key=lambda bid: abs(bid.tricks - worth - LEANS[temperament]))
    cards = [command.card for command in legal if isinstance(command, Play)]
    return Play(seat, chosen_card(view.closed, seat, cards))


def unseen(view: BidState) -> list[Card]:
    """The cards of the pack that the view does not show, low ranks first."""
    seen = {card for hand in view.hands for card in hand.cards} | set(view.play.cards)
    if view.turned is not None:
        seen.add(view.turned)
    return [card for card in PACK_52 if card not in seen]


def hand_worth(view: BidState, seat: int) -> float:
    """About how many tricks the hand wins: for each card, how likely nobody holds a better one."""
    hand, others = view.hands[seat].cards, unseen(view)
    share = (view.seats - 1) * view.cards / len(others)
    return sum(_card_worth(card, hand, others, share, view.trump) for card in hand)


def _card_worth(
    card: Card, hand: Sequence[Card], others: Sequence[Card], share: float, trump: Suit | None
) -> float:
    higher = sum(other.suit is card.suit and other > card for other in others)
    top = (1 - share) ** higher
    length = sum(held.suit is card.suit for held in hand)
    if card.suit is trump:
        # Beyond the top trumps, every trump past the third is likely to be the last one out.
        return max(top, 0.25 * share if length < 4 else 0.5)
    if trump is None:
        return top
    # A long suit of one's own is one that others soon trump; so is any suit when all cards are out.
    return top * (1 - 0.12 * share * max(1, length - 1))


def blind_worth(view: BidState, seat: int) -> float:
    """How likely the unseen own card of a blind deal wins against the cards one sees."""
    others = unseen(view)
    if not others:
        return 0.0
    order = [(view.play.lead + turn) % view.seats for turn in range(view.seats)]
    wins = 0
    for card in others:
        trick = [card if owner == seat else view.hands[owner].cards[0] for owner in order]
        wins += order[winning(trick, view.trump)] == seat
    return wins / len(others)


def _power(card: Card, trump: Suit | None) -> int:
    return card.rank + (13 if card.suit is trump else 0)


def chosen_card(view: BidState, seat: int, cards: Sequence[Card]) -> Card:
    """The card that wins cheaply while tricks are needed, or ducks high when they are not."""
    trump = view.trump
    by_power = sorted(cards, key=lambda card: _power(card, trump))
    wanted = (view.bids[seat] or 0) - view.play.won[seat] > 0
    if not view.play.trick:
        return by_power[-1] if wanted else by_power[0]
    top = view.play.trick[winning(view.play.trick, trump)]
    winners = [card for card in by_power if beats(card, top, trump)]
    losers = [card for card in by_power if not beats(card, top, trump)]
    last = len(view.play.trick) == view.seats - 1
    if wanted:
        if not winners:
            return losers[0]
        return winners[0] if last or winners[0].suit is trump else winners[-1]
    if losers:
        return losers[-1]
    # It may win against one's will: with the dearest card if it surely does, else the cheapest.
    return winners[-1] if last else winners[0]
