"""Tests for the sentences that compare the choices of a decision."""

from games.beat.tables import BeatTable
from greenbaize.app.advice.advice import Advice
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.rules.search_contract import WeighedChoice


def test_equal_choices_before_the_first_deal_mention_the_match():
    for name in ("master", "ass"):
        game = GAMES[name]
        view = BeatTable(game, 3, trumps="personal").state
        legal = game.legal(view, game.turn(view))
        advice = Advice(game, view, [WeighedChoice(command, 0.0, 0.0) for command in legal])
        assert advice.describe_undecided() == (
            "All your choices are equally good.",
            "Whichever you take, the match should come out the same.",
        )


def test_similar_choices_are_listed_as_equally_good():
    game = GAMES["damn"]
    choices = [
        WeighedChoice(BidCommand(0, tricks), -2.1 - gap, 1.0)
        for tricks, gap in ((0, 0.0), (1, 0.1))
    ]
    worse = WeighedChoice(BidCommand(0, 2), -20.0, 1.0)
    sentence = Advice(game, None, [*choices, worse]).describe_equal_choices()
    assert sentence.startswith("As good, as far as can be told: ")
    same = [WeighedChoice(choice.command, -2.1, 1.0) for choice in choices]
    assert Advice(game, None, [*same, worse]).describe_equal_choices().startswith("Just as good: ")
