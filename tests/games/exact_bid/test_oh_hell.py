"""Deals of Damn and Blackout compared with OpenSpiel's implementation of Oh Hell.

Runs if ``pyspiel`` can be imported: ``pip install open_spiel``. Oh Hell always has the hook and a
trump there, and a missed bid scores its tricks.
"""

from typing import Final

import pytest

from greenbaize.cards import Card
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidMade, BidsScored, TrumpDealt
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, TrickTaken
from match.random_matches import GameSetup, play_randomly

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
pytestmark = pytest.mark.long

RANK_ORDER: Final = "23456789TJQKA"
SUIT_ORDER: Final = "CDSH"
FIRST_BID: Final = 52
"""Action of the bid 0; lower actions are cards."""
EXACT_BID_POINTS: Final = 10
MATCH_COUNT: Final = 20

OH_HELL_SETUPS: Final = [
    *(GameSetup("damn", seats, {"hook": True}) for seats in range(3, 8)),
    *(GameSetup("blackout", seats, {}) for seats in (3, 4)),
]


def card_action(card: Card) -> int:
    rank, suit = card.code
    return RANK_ORDER.index(rank) * len(SUIT_ORDER) + SUIT_ORDER.index(suit)


def command_action(command) -> int:
    return (
        card_action(command.card)
        if isinstance(command, PlayCommand)
        else FIRST_BID + command.tricks
    )


def create_open_spiel_deal(event: TrumpDealt, seats: int):
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


class OpenSpielComparison:
    """Match of ours, with each deal that has a trump played along in OpenSpiel's Oh Hell."""

    def __init__(self, setup: GameSetup, number: int) -> None:
        self.deal_count = self.decision_count = self.trick_count = 0
        played = play_randomly(setup, number)
        open_spiel_state = None
        for event, state in played.moments:
            match event:
                case TrumpDealt():
                    open_spiel_state = (
                        None if event.turned is None else create_open_spiel_deal(event, setup.seats)
                    )
                case BidMade() | CardPlayed() if open_spiel_state is not None:
                    assert open_spiel_state.current_player() == event.seat
                    command = (
                        BidCommand(event.seat, event.tricks)
                        if isinstance(event, BidMade)
                        else PlayCommand(event.seat, event.card)
                    )
                    open_spiel_state.apply_action(command_action(command))
                case TrickTaken() if (
                    open_spiel_state is not None and not open_spiel_state.is_terminal()
                ):
                    assert open_spiel_state.current_player() == event.seat
                    self.trick_count += 1
                case BidsScored() if open_spiel_state is not None:
                    self.compare_score(open_spiel_state, event)
                    open_spiel_state = None
            if open_spiel_state is not None and state.turn is not None:
                self.compare_choices(played.game, state, open_spiel_state)

    def compare_choices(self, game, state, open_spiel_state) -> None:
        """Check that the same seat decides between the same bids or cards."""
        assert open_spiel_state.current_player() == state.turn
        legal = game.legal(state, state.turn)
        assert sorted(map(command_action, legal)) == open_spiel_state.legal_actions()
        self.decision_count += 1

    def compare_score(self, open_spiel_state, event: BidsScored) -> None:
        """Check that tricks and made bids are the same and score the same."""
        assert open_spiel_state.is_terminal()
        for points, theirs, bid, tricks in zip(
            event.points, open_spiel_state.return_limit(), event.bids, event.tricks, strict=True
        ):
            assert theirs == tricks + (EXACT_BID_POINTS if bid == tricks else 0)
            assert points == (theirs if bid == tricks else 0)
        self.deal_count += 1


@pytest.mark.parametrize("setup", OH_HELL_SETUPS, ids=str)
def test_open_spiel_has_the_same_choices_takers_tricks_and_points(setup):
    comparisons = [OpenSpielComparison(setup, number) for number in range(MATCH_COUNT)]
    assert sum(comparison.deal_count for comparison in comparisons) >= MATCH_COUNT * 6
    assert sum(comparison.decision_count for comparison in comparisons) > 100 * MATCH_COUNT
    assert sum(comparison.trick_count for comparison in comparisons) > 10 * MATCH_COUNT
