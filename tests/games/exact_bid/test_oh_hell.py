"""Deals of Damn and Blackout compared with OpenSpiel's implementation of Oh Hell.

Runs if ``pyspiel`` can be imported: ``pip install open_spiel``. Oh Hell always has the hook and a
trump there, and a missed bid scores its tricks.
"""

from typing import Final

import pytest

from greenbaize.cards import Card
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidMade, BidsScored, TrumpDealt
from greenbaize.rules.commands import Play
from greenbaize.rules.events import CardPlayed, TrickTaken
from match.playing import Setup, play_randomly

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
pytestmark = pytest.mark.long

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDSH"
FIRST_BID: Final = 52
"""Action of the bid 0; lower actions are cards."""
EXACT: Final = 10
MATCHES: Final = 20

SETUPS: Final = [
    *(Setup("damn", seats, {"hook": True}) for seats in range(3, 8)),
    *(Setup("blackout", seats, {}) for seats in (3, 4)),
]


def card_action(card: Card) -> int:
    rank, suit = card.code
    return RANKS.index(rank) * len(SUITS) + SUITS.index(suit)


def command_action(command) -> int:
    return card_action(command.card) if isinstance(command, Play) else FIRST_BID + command.tricks


def begin_deal(event: TrumpDealt, seats: int):
    """Return OpenSpiel's state of a deal with our cards, ready for the first bid."""
    state = pyspiel.load_game("oh_hell", {"players": seats}).new_initial_state()
    state.apply_action(event.cards)
    state.apply_action(event.dealer)
    for number in range(event.cards):
        for seat in range(seats):
            state.apply_action(card_action(event.hands[seat].cards[number]))
    assert event.turned is not None
    state.apply_action(card_action(event.turned))
    return state


class Comparison:
    """Match of ours, with each deal that has a trump played along in OpenSpiel's Oh Hell."""

    def __init__(self, setup: Setup, number: int) -> None:
        self.deals = self.decisions = self.tricks = 0
        played = play_randomly(setup, number)
        other = None
        for event, state in played.moments:
            match event:
                case TrumpDealt():
                    other = None if event.turned is None else begin_deal(event, setup.seats)
                case BidMade() | CardPlayed() if other is not None:
                    assert other.current_player() == event.seat
                    command = (
                        Bid(event.seat, event.tricks)
                        if isinstance(event, BidMade)
                        else Play(event.seat, event.card)
                    )
                    other.apply_action(command_action(command))
                case TrickTaken() if other is not None and not other.is_terminal():
                    assert other.current_player() == event.seat
                    self.tricks += 1
                case BidsScored() if other is not None:
                    self.compare_score(other, event)
                    other = None
            if other is not None and state.turn is not None:
                self.compare_choices(played.game, state, other)

    def compare_choices(self, game, state, other) -> None:
        """Check that the same seat decides between the same bids or cards."""
        assert other.current_player() == state.turn
        legal = game.legal(state, state.turn)
        assert sorted(map(command_action, legal)) == other.legal_actions()
        self.decisions += 1

    def compare_score(self, other, event: BidsScored) -> None:
        """Check that tricks and made bids are the same and score the same."""
        assert other.is_terminal()
        for points, theirs, bid, tricks in zip(
            event.points, other.returns(), event.bids, event.tricks, strict=True
        ):
            assert theirs == tricks + (EXACT if bid == tricks else 0)
            assert points == (theirs if bid == tricks else 0)
        self.deals += 1


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_open_spiel_has_the_same_choices_takers_tricks_and_points(setup):
    compared = [Comparison(setup, number) for number in range(MATCHES)]
    assert sum(one.deals for one in compared) >= MATCHES * 6
    assert sum(one.decisions for one in compared) > 100 * MATCHES
    assert sum(one.tricks for one in compared) > 10 * MATCHES
