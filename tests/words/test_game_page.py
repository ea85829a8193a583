"""The page of a game that has none of its own."""

import pytest

from greenbaize.games import GAMES
from greenbaize.rules.messages import Words
from greenbaize.rules.options import Choice, Number, YesNo
from greenbaize.words.match_words import game_page
from greenbaize.words.vocabulary import know, known_games
from words.pseudo import loose


class Whist:
    name = "whist"
    title = "Whist"
    line = "Partners win tricks."
    help_page = ""
    seats = range(4, 5)
    options = (
        YesNo("honours", default=True, old=True, title="Honours", line="High trumps score."),
        Choice("length", ("short", "long"), str, "long", titles={"short": "a game"}),
        Number("points", lambda *_: 5, lambda *_: (1, 9), lambda *_: 5),
    )
    rules = {  # noqa: RUF012
        "lot": "README.md",
        "deal": "whist.md 1, 2",
        "taken_back": "whist.md 10",
        "play": "whist.md 2",
        "trick": "beats.md 5",
    }

    def sides(self, seats):
        return tuple(seat % 2 for seat in range(seats))

    def words(self):
        return Words()


WHIST = """\
# Whist

Partners win tricks.

For 4 players. Partners: seats 1 and 3; 2 and 4.

## Options

- **Honours**: High trumps score.
- **Length**: a game, Long
- **Points**

## Rules

The rules are not written down here. This is what their numbers are about.

### 1. Deal

### 2. Deal, Play

### 10. Taken back

- Trick: [Beating, § 5](beats.md#5)
"""


@pytest.fixture
def whist():
    before, game = known_games(), Whist()
    know({**before, "whist": game})
    yield game
    know(before)


def test_it_says_what_the_game_declares(whist):
    assert game_page(whist) == WHIST


def test_a_game_that_declares_next_to_nothing_has_a_page_too(whist):
    whist.title = whist.line = ""
    whist.options, whist.rules, whist.seats = (), {}, range(2, 5)
    assert game_page(whist) == "# Whist\n\nFor 2 to 4 players.\n"


@pytest.mark.parametrize("name", GAMES)
def test_there_could_be_one_of_every_game(name):
    page = game_page(GAMES[name])
    assert page.startswith("# ")
    assert ("## Options" in page) == bool(GAMES[name].options)


def test_it_goes_through_the_catalogue(pseudo_language):
    page = game_page(GAMES["master"])
    assert loose(page.partition("## ⟦Rules⟧")[0]) == ""
