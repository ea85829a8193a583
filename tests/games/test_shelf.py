import subprocess
import sys

import pytest

from greenbaize.games import GAMES
from greenbaize.games.shelf import Box, Shelf


class Whist:
    """As much of a game as its box tells of."""

    name = "whist"
    title = "Whist"
    line = "Thirteen."
    seats = range(4, 5)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_of_itself_what_is_printed_on_its_box(name):
    box, game = GAMES.boxes[name], GAMES[name]
    assert (game.name, game.title, game.line, game.seats) == box[:4]


def test_a_game_is_taken_out_of_its_box_once_and_when_it_is_asked_for():
    opened = []
    whist = Whist()
    box = Box("whist", "Whist", "Thirteen.", range(4, 5), lambda: opened.append(whist) or whist)
    shelf = Shelf(box)
    assert "whist" in shelf
    assert "bridge" not in shelf
    assert list(shelf) == ["whist"]
    assert len(shelf) == 1
    assert shelf.titles == {"whist": "Whist"}
    assert shelf.lines == {"whist": "Thirteen."}
    assert opened == []
    assert shelf["whist"] is shelf["whist"] is whist
    assert shelf.get("bridge") is None
    assert opened == [whist]


@pytest.mark.parametrize(
    ("field", "said"), [("name", "bridge"), ("title", ""), ("line", ""), ("seats", range(2, 5))]
)
def test_a_game_in_a_wrong_box_is_refused(field, said):
    whist = Whist()
    setattr(whist, field, said)
    shelf = Shelf(Box("whist", "Whist", "Thirteen.", range(4, 5), lambda: whist))
    for _ in range(2):
        with pytest.raises(ValueError, match=f"whist: its {field} is "):
            shelf["whist"]
    setattr(whist, field, getattr(Whist, field))
    assert shelf["whist"] is whist


def test_a_game_that_is_not_there_is_a_wrong_key():
    with pytest.raises(KeyError):
        Shelf()["whist"]


def test_one_game_is_loaded_without_the_others():
    code = (
        "import sys\n"
        "from greenbaize.games import GAMES\n"
        "assert not [name for name in sys.modules if name == 'greenbaize.rules.game']\n"
        "GAMES['rank']\n"
        "loaded = [name for name in sys.modules if name.startswith('greenbaize.games.')]\n"
        "assert {name.split('.')[2] for name in loaded} == {'shelf', 'shedding'}, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
