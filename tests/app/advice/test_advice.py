"""Tests for the sentences that compare the choices of a decision."""

from games.beat.tables import BeatTable
from greenbaize.app.advice.advice import Advice
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.rules.thinking import Weighed


def test_before_the_first_deal_equal_choices_speak_of_the_match():
    for name in ("master", "ass"):
        game = GAMES[name]
        view = BeatTable(game, 3, trumps="personal").state
        legal = game.legal(view, game.turn(view))
        advice = Advice(game, view, [Weighed(one, 0.0, 0.0) for one in legal])
        assert advice.undecided_texts() == (
            "All your choices are equally good.",
            "Whichever you take, the match should come out the same.",
        )


def test_choices_with_other_figures_are_as_good_as_far_as_can_be_told():
    game = GAMES["damn"]
    choices = [Weighed(Bid(0, tricks), -2.1 - gap, 1.0) for tricks, gap in ((0, 0.0), (1, 0.1))]
    worse = Weighed(Bid(0, 2), -20.0, 1.0)
    said = Advice(game, None, [*choices, worse]).others_text()
    assert said.startswith("As good, as far as can be told: ")
    same = [Weighed(one.command, -2.1, 1.0) for one in choices]
    assert Advice(game, None, [*same, worse]).others_text().startswith("Just as good: ")
