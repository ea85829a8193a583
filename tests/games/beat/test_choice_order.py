"""Equal choices of Master and Ass come in a sensible order."""

from games.beat.tables import BeatTable
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.cards import parse_cards
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.choice_order import sort_beat_plays
from greenbaize.games.beat.kernel import BeatKernel
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed
from greenbaize.rules.hands import Hand

ASS_GAME = AssGame()


def order_after_lead(lead, other_hand):
    """Return the order of four cards of seat 0 after a lead of seat 1, the only other one."""
    table = BeatTable(ASS_GAME, 2, stack={1: ("AH 7D 9D JS", other_hand)})
    table.make_stakes(False, False)
    state = table.state
    state = state._replace(turn=1, leader=1, play=state.play._replace(leader=1))
    (card,) = parse_cards(lead)
    view = ASS_GAME.fold(state, CardPlayed(1, card))
    plays = [PlayCommand(0, card) for card in view.hands[0].cards]
    return [play.card.code for play in sort_beat_plays(ASS_GAME, view, 0, plays)]


def test_the_card_that_takes_points_comes_first_where_they_count_for():
    assert order_after_lead("TH", "TH 7C KC AC")[0] == "AH"


def test_a_worthless_card_comes_first_where_nothing_is_to_be_had():
    order = order_after_lead("8C", "8C 7C KC AC")
    assert order[0] == "7D"
    assert order[-1] == "AH"


def test_a_weak_hand_stays_first_and_a_strong_one_goes_first():
    for hand, goes in (("7C 7D 9H 9S", False), ("8C 8D 8H AS", True)):
        table = BeatTable(ASS_GAME, 2, stack={1: (hand,)}, leader=0, targets="even")
        view = table.state._replace(hands=(table.state.hands[0], Hand((), 4)))
        kernel = BeatKernel(ASS_GAME, view, 0, SEARCH_EFFORTS["hard"])
        assert [command.go for command in kernel.commands] == [goes, not goes]
