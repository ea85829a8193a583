"""Equal choices of Master and Ass come in a sensible order."""

from games.beat.tables import BeatTable
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.choice_order import sort_beat_plays
from greenbaize.games.beat.kernel import BeatKernel
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.hands import Hand

ASS_GAME = AssGame()


def sorted_codes(table, seat):
    """Return the cards of a seat in the order in which a search looks at them."""
    view = table.state._replace(turn=seat)
    plays = [PlayCommand(seat, card) for card in view.hands[seat].cards]
    return [play.card.code for play in sort_beat_plays(table.game, view, seat, plays)]


def test_the_card_that_takes_points_comes_first_where_they_count_for():
    table = BeatTable(ASS_GAME, 2, stack={1: ("AC 7D 9H JS", "7C TC AH KS")})
    table.make_stakes(False, False)
    assert table.play_cards("TC") is None
    assert sorted_codes(table, 0)[0] == "AC"


def test_a_weak_card_comes_first_where_nothing_is_to_be_had():
    table = BeatTable(ASS_GAME, 2, stack={1: ("AC 7D 9H JS", "7C 8D AH KS")})
    table.make_stakes(False, False)
    assert table.play_cards("8D") is None
    assert sorted_codes(table, 0)[0] == "7D"
    assert sorted_codes(table, 0)[-1] == "AC"


def test_a_weak_hand_stays_first_and_a_strong_one_goes_first():
    for hand, goes in (("7C 7D 9H 9S", False), ("8C 8D 8H AS", True)):
        table = BeatTable(ASS_GAME, 2, stack={1: (hand,)}, leader=0, targets="even")
        view = table.state._replace(hands=(table.state.hands[0], Hand((), 4)))
        kernel = BeatKernel(ASS_GAME, view, 0, SEARCH_EFFORTS["hard"])
        assert [command.go for command in kernel.commands] == [goes, not goes]
