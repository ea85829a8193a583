"""Kinds of mistakes at Rank."""

import pytest

from games.shedding.rank_deals import RANK_GAME, RiggedDeal
from greenbaize.cards import parse_cards
from greenbaize.rules.commands import PlayCommand

OTHERS = ("2C 2D 2H 2S JC", "3C 3D 3H 3S JD")


@pytest.mark.parametrize(
    ("hand", "pile", "made", "best", "kind"),
    [
        ("5H 7C 8D 9S QH", "6S", "5H", "7C", "run-broken"),
        ("5H 7C 8D 9S QH", "6S", "7C", "5H", "run-greedy"),
        ("KC 4H 6S 9D JH", "AS", "KC", "KC", "fit-unkept"),
        ("AC QC 4H 6S 9D", "KS", "AC", "QC", "versatile-spent"),
        ("AC QC 4H 6S 9D", "KS", "QC", "AC", "run-greedy"),
    ],
)
def test_plays_are_told_apart(hand, pile, made, best, kind):
    view = RiggedDeal((hand, *OTHERS), pile, "TC TD TH TS").state
    plays = (PlayCommand(0, *parse_cards(code)) for code in (made, best))
    assert RANK_GAME.find_mistake(view, *plays) == kind


def test_every_kind_has_words():
    assert len(RANK_GAME.vocabulary().mistakes) == 6
