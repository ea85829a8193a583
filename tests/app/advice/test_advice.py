"""The judgement of a decision in words."""

from games.beat.tables import BeatTable
from greenbaize.app.advice.advice import Advice
from greenbaize.games import GAMES
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
