"""Between equal choices the more sensible one is taken, and none that cannot be met."""

import pytest

from bots.decision_positions import view_of_match
from games.exact_bid.rule_tables import RuleTable
from greenbaize.bots import BOT_FACTORIES, SEARCH_EFFORTS
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import Suit, parse_cards
from greenbaize.games.exact_bid.blackout import BlackoutGame
from greenbaize.games.exact_bid.choice_order import PlayOrder, count_sure_tricks
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.games.exact_bid.kernel import ExactBidKernel
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import PlayCommand

EACH_LEVEL = pytest.mark.parametrize("level", ["medium", "hard", "expert"])


@pytest.mark.parametrize(
    ("hand", "unseen", "sure"),
    [
        ("AS KS QS", "JS", 3),
        ("KS QS", "AS", 1),
        ("KS JS 2S", "AS QS", 1),
        ("QS JS", "AS KS", 0),
        ("AH KH", "2S", 0),
        ("2S", "AH", 1),
    ],
)
def test_one_unseen_trump_beats_one_lower_trump(hand, unseen, sure):
    assert count_sure_tricks(parse_cards(hand), Suit.SPADES, parse_cards(unseen)) == sure


def test_without_trumps_no_trick_is_counted_as_sure():
    assert count_sure_tricks(parse_cards("AS AH"), None, parse_cards("2S")) == 0


def last_to_bid(hand, turned="KS", *, bids=(1, 0, 0)):
    """Return the view of the dealer, whom the hook forbids a bid."""
    count = len(hand.split())
    others = ("3C 4C 5C 6D", "6C 7C 8C 7D", "9C TC 9H TD")
    hands = (hand, *[" ".join(other.split()[:count]) for other in others])
    table = RuleTable(
        DamnGame(), 4, dealer=0, stack={1: (hands, turned)}, first=count, deals=10, hook=True
    )
    table.make_bids(*bids)
    return view_of_match(table)


@EACH_LEVEL
def test_a_bid_below_the_sure_tricks_is_not_made_damn_6(level):
    view = last_to_bid("AS 5D")
    for number in range(8):
        choice = BOT_FACTORIES[level]("careful").choose_command(
            DamnGame(), view, 0, RandomStream(str(number))
        )
        assert choice == BidCommand(0, 2)


def test_an_easy_player_bids_its_sure_tricks():
    view = last_to_bid("AS 5D")
    choice = BOT_FACTORIES["easy"]("careful").choose_command(DamnGame(), view, 0, RandomStream(""))
    assert choice == BidCommand(0, 2)


def create_kernel(game, view, seat, *, weighs_every_choice=False):
    return ExactBidKernel(
        game, view, seat, SEARCH_EFFORTS["hard"], weighs_every_choice=weighs_every_choice
    )


def test_bids_below_the_sure_tricks_are_weighed_last_for_a_hint():
    view = last_to_bid("AS KS 5D", "2S", bids=(0, 0, 0))
    kernel = create_kernel(DamnGame(), view, 0, weighs_every_choice=True)
    assert [bid.tricks for bid in kernel.commands] == [2, 0, 1]


def test_the_lowest_bid_that_can_be_met_is_always_weighed():
    # Three aces: nothing is far from what they bring, but no trick is sure.
    view = last_to_bid("AC AD AH QS", "2S", bids=(0, 0, 0))
    assert create_kernel(DamnGame(), view, 0).commands[0] == BidCommand(0, 0)


def view_of_play(hands, bids, cards, seat, turned="2S"):
    count = len(hands[0].split())
    table = RuleTable(
        DamnGame(),
        len(hands),
        dealer=len(hands) - 1,
        stack={1: (hands, turned)},
        first=count,
        deals=10,
    )
    table.make_bids(*bids)
    table.play_cards(cards)
    return view_of_match(table, seat)


def order_codes(view, seat, usual_code):
    """Return the codes of the seat's playable cards in their order, and which are kept."""
    unseen = DamnGame().unseen_cards(view)
    plays = [play for play in DamnGame().legal(view, seat) if isinstance(play, PlayCommand)]
    order = PlayOrder(view, seat, unseen)
    ordered = order.sort_plays(plays, *parse_cards(usual_code))
    return (
        " ".join(play.card.code for play in ordered),
        " ".join(play.card.code for play in order.drop_inferior_plays(ordered)),
    )


def test_a_card_that_cannot_win_is_thrown_high_where_no_trick_is_wanted():
    hands = ("AH 4C 5C", "3H 6C 7C", "4H 8C 9C", "3C JC KD")
    view = view_of_play(hands, (1, 1, 1, 0), "AH 3H 4H", 3)
    assert order_codes(view, 3, "3C") == ("KD JC 3C", "KD JC")


def test_the_highest_card_that_stays_under_is_played_where_no_trick_is_wanted():
    hands = ("QH 4C 5C 6D", "3H 6C 7C 7D", "4H 8C 9C 8D", "2H JH KH AH")
    view = view_of_play(hands, (1, 1, 1, 0), "QH 3H 4H", 3)
    assert order_codes(view, 3, "2H") == ("JH 2H AH KH", "JH AH KH")


def test_the_lowest_winner_takes_the_trick_where_all_are_needed():
    hands = ("KD QD 5C", "3D 6C 7C", "4D 8C 9C", "AS 9S 5S")
    view = view_of_play(hands, (1, 0, 0, 3), "KD 3D 4D", 3)
    assert order_codes(view, 3, "AS") == ("5S 9S AS", "5S 9S AS")


def test_the_safest_card_is_led_where_all_tricks_are_needed():
    hands = ("7S AS QS", "3D 6C 7C", "4D 8C 9C", "AD 9D 5D")
    assert order_codes(view_of_play(hands, (3, 0, 0, 1), "", 0), 0, "7S")[0] == "AS QS 7S"


def test_the_least_dangerous_card_is_led_where_no_trick_is_wanted():
    hands = ("7D AD QD", "3D 6C 7C", "4D 8C 9C", "2D 9D 5D")
    assert order_codes(view_of_play(hands, (0, 0, 0, 1), "", 0), 0, "AD")[0] == "7D QD AD"


def test_a_trick_that_is_lost_gets_the_low_card_where_the_rest_is_needed():
    hands = ("KS 4C", "QS 6C", "4H 8C", "JS 3S")
    view = view_of_play(hands, (1, 0, 0, 1), "KS QS 4H", 3, turned="AS")
    assert order_codes(view, 3, "JS") == ("JS 3S", "3S")


def test_otherwise_the_card_of_a_playout_stands_first():
    hands = ("AS KD 4C", "3D 6C 7C", "4D 8C 9C", "AD 9D 5D")
    view = view_of_play(hands, (2, 0, 0, 1), "", 0)
    assert order_codes(view, 0, "KD")[0].split()[0] == "KD"
    assert order_codes(view, 0, "AS")[0].split()[0] == "AS"


def test_of_equal_cards_the_lowest_takes_and_the_highest_is_thrown():
    # The ten and the jack lie next to each other: nobody else has a card between them.
    hands = ("9H 4C", "3H 6C", "4H 8C", "JH TH")
    assert order_codes(view_of_play(hands, (1, 0, 0, 2), "9H 3H 4H", 3), 3, "JH")[0] == "TH JH"
    hands = ("9H 4C", "3H 6C", "4H 8C", "JD TD")
    assert order_codes(view_of_play(hands, (1, 0, 0, 0), "9H 3H 4H", 3), 3, "TD")[0] == "JD TD"


@pytest.mark.parametrize("game", [DamnGame(), BlackoutGame()])
def test_equal_values_keep_the_order(game):
    table = RuleTable(
        game,
        3,
        dealer=2,
        stack={1: (("5C 6C 9D", "2D 3D 4D", "2H 3H 4H"), "KS")},
        first=3,
        deals=10,
    )
    table.make_bids(0, 1, 1)
    kernel = create_kernel(game, view_of_match(table), 0, weighs_every_choice=True)
    weighed_choices = weigh_choices(kernel, SEARCH_EFFORTS["hard"], RandomStream("order"))
    ranks = {command: index for index, command in enumerate(kernel.commands)}
    keys = [(-choice.expected_score, ranks[choice.command]) for choice in weighed_choices]
    assert keys == sorted(keys)
    assert all(isinstance(choice.command, PlayCommand) for choice in weighed_choices)
