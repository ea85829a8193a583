"""The beginner at Rank: it mostly sees its longest run, and else plays any card that fits."""

from collections import Counter

import pytest

from bots.level_duels import measure_lead
from games.shedding.rank_deals import RANK_GAME, RiggedDeal
from greenbaize.bots.bot import BeginnerBot
from greenbaize.rules.chance import RandomStream


def count_choices(*hands, pile, stock="2H 2S 3H 3S"):
    """Count the cards that the beginner chooses in a hundred tries."""
    view = RiggedDeal(hands, pile, stock).state
    return Counter(
        BeginnerBot().choose_command(RANK_GAME, view, 0, RandomStream(str(number))).card.code
        for number in range(100)
    )


def test_the_longest_run_is_mostly_seen():
    # The nine leads up to the king and out; the jack ends at once.
    choices = count_choices("9C JD QC KH", "4S 4H", pile="TS")
    assert set(choices) == {"9C", "JD"}
    choices = count_choices("9C JD 8C 7H", "4S 4H", pile="TS")
    assert set(choices) == {"9C", "JD"}
    assert choices["9C"] > 70


def test_the_only_card_is_played():
    assert set(count_choices("9C 5D", "4S 4H", pile="TS")) == {"9C"}


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4])
def test_a_beginner_stands_between_chance_and_easy(seats):
    assert measure_lead("rank", seats, {}, ("beginner", "random"), 600) > 0
    assert measure_lead("rank", seats, {}, ("easy", "beginner"), 600) > 0
