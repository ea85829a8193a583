"""The beginner at exact bids: high to win, low to lose, and the honours held are the bid.

Every ace, king and high trump is worth a trick to it, and so is every second low trump, however
many play; as it feels, it bids one more or less. It sees its hand and the trick on the table, and
nothing that lies face down again. It never counts the trumps that are out, reckons with nobody's
bid, and never sheds a high card while that is safe.
"""

from collections.abc import Sequence
from typing import Final

from greenbaize.cards import RANKS, Card, Suit
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.state import BidState
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command, PlayCommand
from greenbaize.rules.hands import find_winning_index, is_beating

_WHIMS: Final = (-1, -1, 0, 1, 1)
"""Tricks that a bid is off, each equally likely."""

_ACE, _KING, _JACK = map(RANKS.index, "AKJ")


def choose_obvious_exact_bid_command(
    game: ExactBidGame, view: BidState, seat: int, chance: RandomStream
) -> Command:
    """Return a legal command: the honours as bid, the highest card to win, the lowest to lose."""
    legal = game.legal(view, seat)
    bids = [command for command in legal if isinstance(command, BidCommand)]
    if bids:
        lowest_tricks = int(_holds_trump_ace(view, seat))
        bids = [bid for bid in bids if bid.tricks >= lowest_tricks] or bids
        wanted_tricks = _choose_bid(view, seat, chance)
        return min(bids, key=lambda bid: abs(bid.tricks - wanted_tricks))
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    return PlayCommand(seat, choose_obvious_card(view.with_trick_taken, seat, cards, chance))


def _choose_bid(view: BidState, seat: int, chance: RandomStream) -> int:
    """Return the honours of the hand, give or take a whim, which never bids the last trick."""
    hand = view.hands[seat]
    if hand.unknown:
        return count_blind_trick(view, seat)
    honours = count_honours(hand.cards, view.trump)
    most = max(honours, len(hand.cards) - 1)
    return min(honours + chance.draw_choice(_WHIMS), most)


def _holds_trump_ace(view: BidState, seat: int) -> bool:
    return any(card.suit is view.trump and card.rank == _ACE for card in view.hands[seat].cards)


def count_honours(hand: Sequence[Card], trump: Suit | None) -> int:
    """Return the number of aces, kings, trumps from the jack up, and every second lower trump."""
    trumps = [card for card in hand if card.suit is trump]
    high_trumps = sum(card.rank >= _JACK for card in trumps)
    # The first low trump counts, the second does not, and so on.
    low_trump_tricks = (len(trumps) - high_trumps + 1) // 2
    plain_honours = sum(card.rank >= _KING for card in hand if card.suit is not trump)
    return plain_honours + high_trumps + low_trump_tricks


def count_blind_trick(view: BidState, seat: int) -> int:
    """Return the bid of a blind deal: one trick if nobody else shows an ace, king or trump."""
    return int(
        not any(
            card.rank >= _KING or card.suit is view.trump
            for hand in view.hands
            for card in hand.cards
        )
    )


def choose_obvious_card(
    view: BidState, seat: int, cards: Sequence[Card], chance: RandomStream
) -> Card:
    """Return the highest card that wins so far while tricks are needed, otherwise the lowest.

    Of equal cards, chance picks one.
    """
    trump, trick = view.trump, view.play.trick
    wants_trick = (view.bids[seat] or 0) > view.play.tricks_won[seat]
    if wants_trick and not trick:
        highest = max(card.rank for card in cards)
        return chance.draw_choice([card for card in cards if card.rank == highest])
    if wants_trick:
        top = trick[find_winning_index(trick, trump)]
        winners = [card for card in cards if is_beating(card, top, trump)]
        if winners:
            return max(winners, key=lambda card: (card.suit is trump, card.rank))
    plain_cards = [card for card in cards if card.suit is not trump] or cards
    lowest = min(card.rank for card in plain_cards)
    return chance.draw_choice([card for card in plain_cards if card.rank == lowest])
