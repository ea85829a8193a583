"""Kinds of mistakes at exact bids: what a choice was that another one would have beaten."""

from greenbaize.cards import Card
from greenbaize.games.exact_bid.choice_order import count_sure_tricks
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.guidance import surely_takes, tricks_needed
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import find_winning_index, is_beating


def find_exact_bid_mistake(game: ExactBidGame, view: BidState, made: Command, best: Command) -> str:
    """Return the kind of mistake of the choice made, if another one was best; or nothing."""
    view = view.with_trick_taken
    if isinstance(made, BidCommand) and isinstance(best, BidCommand):
        return _bid_mistake(game, view, made, best)
    if not (isinstance(made, PlayCommand) and isinstance(best, PlayCommand)):
        return ""
    needed = tricks_needed(view, made.seat)
    if needed is None:
        return "spoil-missed"
    if _is_uncounted(game, view, made, best, needed):
        return "bid-uncounted"
    trick = () if view.play.is_trick_complete else view.play.trick
    if trick:
        return _following_mistake(view, trick, made.card, best.card, needed)
    is_trump = made.card.suit is view.trump, best.card.suit is view.trump
    if view.trump is not None and is_trump[0] != is_trump[1] and needed:
        return "trumps-early" if is_trump[0] else "trumps-late"
    if not needed:
        return "lead-unwanted"
    if made.card.rank == best.card.rank:
        return ""  # another suit
    return "winner-early" if made.card.rank > best.card.rank else "card-low"


def _bid_mistake(game: ExactBidGame, view: BidState, made: BidCommand, best: BidCommand) -> str:
    if made.tricks > best.tricks:
        return "bid-high"
    hand = view.hands[made.seat]
    if made.tricks or hand.unknown:
        return "bid-low"
    sure = count_sure_tricks(hand.cards, view.trump, game.cards_unseen_by(view, made.seat))
    return "bid-zero-sure" if sure else "bid-low"


def _is_uncounted(
    game: ExactBidGame, view: BidState, made: PlayCommand, best: PlayCommand, needed: int
) -> bool:
    """Return whether a card had become the highest by what was played, and was not seen to be."""
    sure_card, other = (best, made) if needed else (made, best)
    if not surely_takes(game, view, sure_card) or surely_takes(game, view, other):
        return False
    played_cards = view.play.played_cards
    trick = () if view.play.is_trick_complete else view.play.trick
    earlier_cards = played_cards[: len(played_cards) - len(trick)]
    return any(is_beating(card, sure_card.card, view.trump) for card in earlier_cards)


def _following_mistake(
    view: BidState, trick: tuple[Card, ...], made: Card, best: Card, needed: int
) -> str:
    takes = [find_winning_index((*trick, card), view.trump) == len(trick) for card in (made, best)]
    is_higher = _power(view, made) > _power(view, best)
    match takes:
        case [True, False]:
            return "winner-early" if needed else "trick-unwanted"
        case [False, True]:
            return "trick-left" if needed else "throw-wrong"
        case [True, True] if needed:
            return "card-high" if is_higher else "card-low"
    if needed and is_higher:
        return "winner-thrown"
    return "throw-wrong" if needed or is_higher else "danger-kept"


def _power(view: BidState, card: Card) -> int:
    return card.rank + (100 if card.suit is view.trump else 0)
