import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.games.registry import GameInfo, GameRegistry
from greenbaize.lazy_import import lazy
from greenbaize.rules.errors import GameFileError
from greenbaize.rules.game import Game

CORRECT_SOURCE = """
    from greenbaize.rules.options import YesNoOption
    from greenbaize.rules.trick_game import TrickGame, TrickState


    class Whist(TrickGame[TrickState]):
        def max_deals(self, view):
            return 1

        def deal_points(self, state):
            return state.play.tricks_won
"""


@pytest.fixture
def write_whist(tmp_path, monkeypatch):
    """Return a function that writes the file of the one listed game and returns the registry."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "some_whist", raising=False)
    # Files of the same size and second would share their bytecode.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rules = lazy("some_whist:Whist")
    games = GameRegistry(GameInfo("whist", "Whist", "Thirteen.", range(4, 5), rules))

    def write(text):
        (tmp_path / "some_whist.py").write_text(textwrap.dedent(text).lstrip(), "utf-8")
        return games

    return write


def test_a_game_is_loaded_once_and_when_it_is_asked_for(write_whist):
    games = write_whist(CORRECT_SOURCE)
    assert list(games) == ["whist"]
    assert "whist" in games
    assert "bridge" not in games
    assert len(games) == 1
    assert games.titles == {"whist": "Whist"}
    assert games.descriptions == {"whist": "Thirteen."}
    assert "some_whist" not in sys.modules
    assert games["whist"] is games["whist"]
    assert isinstance(games["whist"], Game)
    assert games.get("bridge") is None


@pytest.mark.parametrize("name", GAMES)
def test_listed_attributes_are_declared_in_the_list_only(name):
    assert (GAMES[name].name, GAMES[name].title, GAMES[name].description) == GAMES.infos[name][:3]
    assert GAMES[name].seats == GAMES.infos[name].seats
    assert not {"name", "title", "description", "seats"} & vars(type(GAMES[name])).keys()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("import YesNoOption", "import YesNoOptions", 1, "YesNoOptions"),
        ("class Whist(TrickGame[TrickState]):", "class Whist(TrickGame[TrickState])", 5, "Syntax"),
        ("    def max_deals", "    options = (YesNoOption(3),)\n\n    def max_deals", 6, "default"),
        ("deal_points", "deal_point", 5, "deal_points"),
        ("def max_deals", "def most_deals", 5, "when the match ends"),
        ("    def max_deals", "    command_classes = (Told,)\n\n    def max_deals", 6, "Told"),
        (
            "    def max_deals",
            "    def sides(self, seats):\n        return (0, 1)\n\n    def max_deals",
            5,
            "side",
        ),
        ("class Whist", "class Wist", 1, "Whist"),
    ],
)
def test_a_mistake_is_reported_with_file_and_line(write_whist, old, new, line, reason):
    games = write_whist(textwrap.dedent(CORRECT_SOURCE).replace(old, new))
    for _ in range(2):
        with pytest.raises(GameFileError, match=reason) as caught:
            games["whist"]
        values = caught.value.message.values
        assert (values["path"], values["number"]) == ("some_whist.py", line)
        sys.modules.pop("some_whist", None)
    assert isinstance(write_whist(CORRECT_SOURCE)["whist"], Game)


CALL_SOURCE = """
    from greenbaize.rules.commands import Command
    from greenbaize.rules.events import CallMade
    from greenbaize.rules.messages import GameVocabulary


    Call = type("Call", (Command,), {"type": "call"})
    Whist.command_classes = (Call,)
    Whist.event_classes = (type("Called", (CallMade,), {"type": "call"}),)
"""


def test_a_command_of_its_own_needs_sentences(write_whist):
    with pytest.raises(GameFileError, match="'ask-call', 'call-first', 'choice-call'"):
        write_whist(CORRECT_SOURCE + CALL_SOURCE)["whist"]
    words = "{'ask-call': '?', 'call-first': 'Call!', 'choice-call': 'Call'}"
    sys.modules.pop("some_whist")
    games = write_whist(
        CORRECT_SOURCE + CALL_SOURCE + f"    Whist.vocabulary = lambda _: GameVocabulary({words})\n"
    )
    assert isinstance(games["whist"], Game)


def test_a_mistake_in_another_file_is_reported_with_that_file(monkeypatch):
    def fail(*_):
        raise ValueError("lost")

    monkeypatch.setattr("greenbaize.games.beat.play.initial_trumps", fail)
    games = GameRegistry(GAMES.infos["ass"])
    with pytest.raises(GameFileError) as caught:
        games["ass"]
    values = caught.value.message.values
    assert values["path"] == "play.py"
    source = Path(sys.modules["greenbaize.games.beat.play"].__file__).read_text("utf-8")
    assert "initial_trumps(" in source.splitlines()[values["number"] - 1]


def test_a_broken_game_does_not_affect_the_others(write_whist):
    broken_registry = write_whist("class")
    games = GameRegistry(*GAMES.infos.values(), *broken_registry.infos.values())
    assert list(games) == [*GAMES, "whist"]
    assert [name for name, _ in games.items()] == [game.name for game in games.values()]
    assert [game.name for game in games.values()] == list(GAMES)


def test_an_unknown_game_is_a_key_error():
    with pytest.raises(KeyError):
        GameRegistry()["whist"]


def test_one_game_is_loaded_without_the_others():
    code = (
        "import sys\n"
        "from greenbaize.games import GAMES\n"
        "assert not [name for name in sys.modules if name == 'greenbaize.rules.game']\n"
        "GAMES['rank']\n"
        "loaded = [name for name in sys.modules if name.startswith('greenbaize.games.')]\n"
        "assert {name.split('.')[2] for name in loaded} == {'registry', 'shedding'}, loaded\n"
    )
    process = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert (process.returncode, process.stderr) == (0, "")
