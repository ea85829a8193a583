"""Tests of the caption in the table's corner."""

from dataclasses import replace

import pytest

from greenbaize.games import GAMES
from greenbaize.ui.widgets.texts import caption
from greenbaize.words.speaker import Speaker
from match.playing import Setup, play_randomly


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup("damn", 3, {"deals": 4}), "deal 2 of 4 · 2 cards"),
        (Setup("rank", 3, {"deals": 2}), "deal 2 of 2"),
    ],
    ids=str,
)
def test_the_deal_is_told(setup, words):
    played = play_randomly(setup, 1)
    states = [state for _, state in played.moments if played.game.picture(state).deal == 2]
    picture = played.game.picture(states[0])
    title, told, news = caption(played.header, picture, Speaker())
    assert (title, told) == (setup.name.capitalize(), words)
    assert news == " · ".join(map(Speaker().say, picture.notices))


@pytest.mark.parametrize("value", [True, 1, "yes", None, False])
@pytest.mark.parametrize(("casual", "word"), [(False, "practice"), (True, "practice")])
def test_what_does_not_count_is_said_before_all_else(value, casual, word):
    setup = Setup("damn", 3, {"deals": 4})
    header = setup.header("0" * 32)
    header = replace(header, more={"practice": value, "casual": casual})
    game = GAMES["damn"]
    picture = game.picture(game.start(3, header.options))
    assert caption(header, picture, Speaker())[1] == (word if value is True else "")
