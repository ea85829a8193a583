"""The beginner at exact bids: high to win, low to lose, and the honours held are the bid.

Every ace, king, queen and trump is worth a trick to it, however many play; as it feels, it bids a
little more or less. It sees its hand and the trick on the table, and nothing that lies face down
again. It counts no trumps, reckons with nobody's bid, and never sheds a high card while that is
safe.
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

_LONG_HAND_SIZE: Final = 9
"""Number of cards from which a bid is off by up to two tricks, and not by one."""

_KING, _QUEEN = map(RANKS.index, "KQ")


def choose_obvious_exact_bid_command(
    game: ExactBidGame, view: BidState, seat: int, chance: RandomStream
) -> Command:
    """Return a legal command: the honours as bid, the highest card to win, the lowest to lose."""
    legal = game.legal(view, seat)
    bids = [command for command in legal if isinstance(command, BidCommand)]
    if bids:
        wanted_tricks = _choose_bid(view, seat, chance)
        return min(bids, key=lambda bid: abs(bid.tricks - wanted_tricks))
    cards = [command.card for command in legal if isinstance(command, PlayCommand)]
    return PlayCommand(seat, choose_obvious_card(view.with_trick_taken, seat, cards, chance))


def _choose_bid(view: BidState, seat: int, chance: RandomStream) -> int:
    """Return the honours of the hand, give or take a whim."""
    hand = view.hands[seat]
    if hand.unknown:
        return count_blind_trick(view, seat)
    whim = 2 if len(hand.cards) >= _LONG_HAND_SIZE else 1
    return count_honours(hand.cards, view.trump) + chance.draw_below(2 * whim + 1) - whim


def count_honours(hand: Sequence[Card], trump: Suit | None) -> int:
    """Return the number of aces, kings, queens and trumps in a hand."""
    return sum(card.rank >= _QUEEN or card.suit is trump for card in hand)


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
