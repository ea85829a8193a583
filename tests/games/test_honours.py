"""Honours for rare achievements, from the facts of the deals."""

import pytest

from games.score_events import LEVEL_END
from greenbaize.games import GAMES
from greenbaize.words.titles import honour_line, honour_title
from greenbaize.words.vocabulary import game_vocabulary


@pytest.mark.parametrize("name", GAMES)
def test_a_match_without_deals_honours_nobody(name):
    """Only other programs write such a match."""
    assert GAMES[name].honours([], LEVEL_END) == ((), ())


def test_honours_have_titles_and_sentences():
    honours = game_vocabulary().honours
    assert len(honours) <= 7
    for code in honours:
        assert honour_title(code) == honours[code].title
        assert honour_line(code).endswith(".")
    assert honour_title("won-by-magic") == "Won by magic"
    assert honour_line("won-by-magic") == ""
