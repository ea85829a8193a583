"""The beginner at Master and Ass: it plays high to win and low to lose, and goes with honours."""

import pytest

from bots.decision_positions import view_of_match
from bots.level_duels import measure_lead
from games.beat.tables import BeatTable
from greenbaize.bots.bot import BeginnerBot
from greenbaize.cards import Suit
from greenbaize.games import GAMES
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.rules.chance import RandomStream

ASS_GAME, MASTER_GAME = GAMES["ass"], GAMES["master"]


def list_choices(match):
    """Return what the beginner may choose for the acting seat."""
    seat = match.state.turn
    view = view_of_match(match, seat)
    return {
        BeginnerBot().choose_command(match.game, view, seat, RandomStream(str(number)))
        for number in range(40)
    }


def list_cards(match):
    return {play.card.code for play in list_choices(match)}


def test_any_free_trump_is_chosen():
    match = BeatTable(MASTER_GAME, 3, trumps="personal")
    assert list_choices(match) == {ChooseTrumpCommand(1, suit) for suit in Suit}


@pytest.mark.parametrize(
    ("hand", "refill", "go"),
    [
        ("8D AC TS 6H", False, True),
        ("8D AC 9S 6H", False, False),
        ("8D 9C 9S 6H", True, True),
        ("7D 9C 9S 6H", True, False),
    ],
)
def test_it_goes_with_honours_and_needs_fewer_where_two_draw(hand, refill, go):
    match = BeatTable(ASS_GAME, 2, stack={1: (hand, "9H 7H KH QH")}, refill=refill, trumps="none")
    assert match.state.turn == 0
    assert list_choices(match) == {StakeCommand(0, go)}


def test_the_own_trump_makes_king_and_queen_honours():
    hands = ("KD QD AD 6H", "9H 7H KH QH")
    for suit, go in (("D", True), ("C", False)):
        match = BeatTable(
            ASS_GAME, 2, stack={1: hands}, refill=False, trumps="one", trump_suits=[suit]
        )
        assert list_choices(match) == {StakeCommand(match.state.turn, go)}


def create_ass_table(*hands, **options):
    match = BeatTable(ASS_GAME, len(hands), stack={1: hands}, trumps="none", **options)
    match.make_stakes(*[False] * len(hands))
    return match


def test_a_lead_is_anything():
    match = create_ass_table("6D AC 9C 7C", "KD TD JS QS")
    assert list_cards(match) == {"6D", "AC", "9C", "7C"}


def test_a_wanted_trick_gets_the_highest_card_that_takes_it():
    match = create_ass_table("AD KD QD 6C", "JD TH JS QS", must_beat=False, leader=1)
    match.play_cards("JD")
    assert list_cards(match) == {"AD"}
    match = create_ass_table("9D 7D 6C 6H", "KD 6D JS QS", must_beat=False, leader=1)
    match.play_cards("KD")
    assert list_cards(match) == {"7D"}


def test_an_unwanted_trick_gets_the_lowest_card_that_leaves_it():
    match = BeatTable(
        MASTER_GAME, 2, stack={3: ("6D 7C 9C", "8D QD 7D 9D")}, leader=0, trumps="none"
    )
    match.play_until(until_deal=3)
    assert match.state.turn == 0
    assert match.play_cards("6D") is None
    assert list_cards(match) == {"7D"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("master", 2, {}),
        ("master", 4, {}),
        ("ass", 2, {"targets": "even"}),
        ("ass", 4, {}),
        ("ass", 6, {}),
    ],
)
def test_a_beginner_stands_between_chance_and_easy(name, seats, options):
    pairs = 40 if name == "ass" else 12
    assert measure_lead(name, seats, options, ("beginner", "random"), pairs) > 0.1
    assert measure_lead(name, seats, options, ("easy", "beginner"), pairs) > 0.1
