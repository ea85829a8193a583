"""The search at Rank: whole runs are weighed, equal ranks are one choice."""

import pytest

from greenbaize.bots import LEVELS
from greenbaize.bots.search import weigh
from greenbaize.bots.search_bot import SearchBot
from greenbaize.cards import RANKS, Card, cards
from greenbaize.games.shedding.events import Passed, PileDealt
from greenbaize.games.shedding.hands import packed
from greenbaize.games.shedding.kernel import ShedKernel
from greenbaize.games.shedding.playout import run_ends, size
from greenbaize.games.shedding.rank import Rank
from greenbaize.rules.chance import Stream
from greenbaize.rules.events import CardsDrawn, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.thinking import Effort

RANK = Rank()
FEW = Effort(worlds=8, endgame=0)


def view(own, others, pile, stock=0):
    """What seat 0 knows when it opens a deal with these cards, the others with so many each."""
    hands = (Hand(cards(own)), *(Hand((), count) for count in others))
    state = RANK.start(len(hands), settled(RANK.options, len(hands), {}))
    dealt = PileDealt(1, len(hands) - 1, 0, hands, Card.of(pile), Hand((), stock))
    return RANK.fold(RANK.fold(state, LotDrawn(0)), dealt)


def codes(commands):
    return [command.card.code for command in commands]


def test_equal_ranks_are_one_choice():
    moment = view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK.kernel(moment, 0, FEW, thorough=False)
    assert isinstance(kernel, ShedKernel)
    assert codes(kernel.commands) == ["4C", "6D"]


def test_thorough_shows_all_cards_equal_ones_alike():
    moment = view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK.kernel(moment, 0, FEW, thorough=True)
    assert codes(kernel.commands) == ["4C", "6D", "4H", "6S"]
    brought = {one.command.card.code: one for one in weigh(kernel, FEW, Stream("all"))}
    assert brought["4C"].expected == brought["4H"].expected
    assert brought["6D"].expected == brought["6S"].expected


def test_what_is_expected_is_minus_a_place():
    moment = view("4C 6D 9C", [5, 5, 5], "5S", 20)
    weighed = SearchBot(FEW).weigh(RANK, moment, 0, Stream("places"))
    assert all(-4 <= one.expected <= -1 for one in weighed)


def test_the_ends_of_runs_are_all_there_are():
    def ends(hand, first):
        held = packed(cards(hand))
        found = run_ends(held, RANKS.index(first))
        return {(size(held) - size(end >> 4), end >> 4, RANKS[end & 15]) for end in found}

    assert ends("5C 6D 7H 4S 9C", "5") == {
        (2, packed(cards("6D 7H 9C")), "4"),
        (3, packed(cards("4S 9C")), "7"),
    }
    # When nothing else goes an ace does, and from it the king: never the other way round here.
    assert ends("5C 9D AC KH", "9") == {
        (3, packed(cards("5C")), "K"),
        (3, packed(cards("5C")), "A"),
    }


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_the_run_that_empties_the_hand_is_found(level):
    """The jack's run ends at once; the nine leads up to the jack. No stock: then one is out."""
    moment = view("9C JD TC QC JH", [6, 6], "TS")
    assert LEVELS[level]().decide(RANK, moment, 0, Stream("run")).card.code == "9C"


@pytest.mark.parametrize("temperament", TEMPERAMENT_NAMES)
def test_a_temperament_changes_nothing(temperament):
    moment = view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    steady = SearchBot(FEW).decide(RANK, moment, 0, Stream("mood"))
    assert SearchBot(FEW, temperament).decide(RANK, moment, 0, Stream("mood")) == steady


def test_a_choice_is_the_streams():
    moment = view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    weighed = [SearchBot(FEW).weigh(RANK, moment, 0, Stream("same")) for _ in range(2)]
    assert weighed[0] == weighed[1]


def test_only_an_effort_that_weighs_concludes_from_a_pass():
    """Who has passed holds nothing that fits; level ``medium`` does not think of it."""
    moment = view("JC 2D", [4], "KS", 10)
    passed = [CardsDrawn(1, Hand((), 1)), Passed(1)]
    moment = moment._replace(hands=(moment.hands[0], Hand((), 5)), moves=tuple(passed))
    slots = {}
    for weighing in (4, 1):
        effort = Effort(8, 0, weighing=weighing)
        kernel = RANK.kernel(moment, 0, effort, thorough=False)
        slots[weighing] = kernel._known.slots[1]
    assert all(slots[4])
    assert not any(slots[1])
