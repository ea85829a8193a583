"""Tests of the caption in the table's corner."""

from dataclasses import replace

import pytest

from greenbaize.app.match_kind import name_match_kind
from greenbaize.games import GAMES
from greenbaize.ui.widgets.localized_texts import match_caption
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (GameSetup("damn", 3, {"deals": 4}), "deal 2 of 4 · 2 cards"),
        (GameSetup("rank", 3, {"deals": 2}), "deal 2 of 2"),
    ],
    ids=str,
)
def test_caption_names_the_deal(setup, words):
    played = play_randomly(setup, 1)
    states = [state for _, state in played.moments if played.game.picture(state).deal == 2]
    picture = played.game.picture(states[0])
    title, deal_text, news = match_caption(played.header, "", picture, Speaker())
    assert (title, deal_text) == (setup.name.capitalize(), words)
    assert news == " · ".join(map(Speaker().format_message, picture.notices))


@pytest.mark.parametrize("value", [True, 1, "yes", None, False])
@pytest.mark.parametrize(("casual", "word"), [(False, "practice"), (True, "practice")])
def test_caption_marks_practice_matches_first(value, casual, word):
    setup = GameSetup("damn", 3, {"deals": 4})
    header = setup.create_header("0" * 32)
    header = replace(header, extra={"practice": value, "casual": casual})
    game = GAMES["damn"]
    picture = game.picture(game.initial_state(3, header.options))
    kind = name_match_kind(header)
    caption = match_caption(header, kind, picture, Speaker())
    assert caption[1] == (word if value is True else "")
