import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest

from greenbaize.games import GAMES
from greenbaize.games.registry import GameInfo, GameRegistry, Lazy, lazy_loader
from greenbaize.rules.errors import GameFileError
from greenbaize.rules.game import Game

RIGHT = """
    from greenbaize.rules.options import YesNo
    from greenbaize.rules.trick_game import TrickGame, TrickState


    class Whist(TrickGame[TrickState]):
        def deals(self, view):
            return 1

        def deal_points(self, state):
            return state.play.won
"""


@pytest.fixture
def whist(tmp_path, monkeypatch):
    """Return a function that writes the file of the one listed game and returns the registry."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "some_whist", raising=False)
    # Files of the same size and second would share their bytecode.
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    rules = Lazy("some_whist", "Whist")
    games = GameRegistry(GameInfo("whist", "Whist", "Thirteen.", range(4, 5), rules))

    def write(text):
        (tmp_path / "some_whist.py").write_text(textwrap.dedent(text).lstrip(), "utf-8")
        return games

    return write


def test_a_game_is_loaded_once_and_when_it_is_asked_for(whist):
    games = whist(RIGHT)
    assert list(games) == ["whist"]
    assert "whist" in games
    assert "bridge" not in games
    assert len(games) == 1
    assert games.titles == {"whist": "Whist"}
    assert games.lines == {"whist": "Thirteen."}
    assert "some_whist" not in sys.modules
    assert games["whist"] is games["whist"]
    assert isinstance(games["whist"], Game)
    assert games.get("bridge") is None


@pytest.mark.parametrize("name", GAMES)
def test_what_the_list_says_of_a_game_stands_there_alone(name):
    assert (GAMES[name].name, GAMES[name].title, GAMES[name].line) == GAMES.infos[name][:3]
    assert GAMES[name].seats == GAMES.infos[name].seats
    assert not {"name", "title", "line", "seats"} & vars(type(GAMES[name])).keys()


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("import YesNo", "import YesNoo", 1, "YesNoo"),
        ("class Whist(TrickGame[TrickState]):", "class Whist(TrickGame[TrickState])", 5, "Syntax"),
        ("    def deals", "    options = (YesNo(3),)\n\n    def deals", 6, "default"),
        ("deal_points", "deal_point", 5, "deal_points"),
        ("def deals", "def dealt", 5, "when the match ends"),
        ("    def deals", "    commands = (Told,)\n\n    def deals", 6, "Told"),
        (
            "    def deals",
            "    def sides(self, seats):\n        return (0, 1)\n\n    def deals",
            5,
            "side",
        ),
        ("class Whist", "class Wist", 1, "Whist"),
    ],
)
def test_a_mistake_in_its_file_is_told_with_file_and_line(whist, old, new, line, reason):
    games = whist(textwrap.dedent(RIGHT).replace(old, new))
    for _ in range(2):
        with pytest.raises(GameFileError, match=reason) as caught:
            games["whist"]
        said = caught.value.message.values
        assert (said["path"], said["number"]) == ("some_whist.py", line)
        sys.modules.pop("some_whist", None)
    assert isinstance(whist(RIGHT)["whist"], Game)


CALLS = """
    from greenbaize.rules.commands import Command
    from greenbaize.rules.events import Said
    from greenbaize.rules.messages import Words


    Call = type("Call", (Command,), {"type": "call"})
    Whist.commands = (Call,)
    Whist.events = (type("Called", (Said,), {"type": "call"}),)
"""


def test_what_is_asked_besides_cards_needs_its_sentences(whist):
    with pytest.raises(GameFileError, match="'ask-call', 'call-first', 'choice-call'"):
        whist(RIGHT + CALLS)["whist"]
    words = "{'ask-call': '?', 'call-first': 'Call!', 'choice-call': 'Call'}"
    sys.modules.pop("some_whist")
    games = whist(RIGHT + CALLS + f"    Whist.words = lambda _: Words({words})\n")
    assert isinstance(games["whist"], Game)


def test_a_mistake_in_another_file_of_a_family_is_told_with_that_file(monkeypatch):
    def lost(*_):
        raise ValueError("lost")

    monkeypatch.setattr("greenbaize.games.beat.play.trumps_of", lost)
    games = GameRegistry(GAMES.infos["ass"])
    with pytest.raises(GameFileError) as caught:
        games["ass"]
    said = caught.value.message.values
    assert said["path"] == "play.py"
    source = Path(sys.modules["greenbaize.games.beat.play"].__file__).read_text("utf-8")
    assert "trumps_of(" in source.splitlines()[said["number"] - 1]


def test_the_other_games_are_there_all_the_same(whist):
    broken = whist("class")
    games = GameRegistry(*GAMES.infos.values(), *broken.infos.values())
    assert list(games) == [*GAMES, "whist"]
    assert [name for name, _ in games.items()] == [game.name for game in games.values()]
    assert [game.name for game in games.values()] == list(GAMES)


def test_a_game_that_is_not_there_is_a_wrong_key():
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
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


lazy = lazy_loader("some_parts")


class Owner:
    bound = lazy("told", "said")
    free = lazy("told", "said", bound=False)
    lost = lazy("told", "unsaid")


@pytest.fixture
def parts(tmp_path, monkeypatch):
    (tmp_path / "some_parts").mkdir()
    (tmp_path / "some_parts" / "told.py").write_text("def said(*things):\n    return things\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield
    for name in ("some_parts", "some_parts.told"):
        sys.modules.pop(name, None)


def test_a_method_is_loaded_when_it_is_first_asked_for(parts):
    owner = Owner()
    assert "some_parts.told" not in sys.modules
    assert owner.bound(1, 2) == (owner, 1, 2)
    assert owner.free(1, 2) == (1, 2)
    assert "some_parts.told" in sys.modules


def test_what_is_not_there_is_told_with_its_module(parts):
    with pytest.raises(AttributeError, match=r"some_parts.told.*unsaid"):
        _ = Owner().lost


def test_what_another_thread_is_importing_is_waited_for(tmp_path, monkeypatch):
    (tmp_path / "slow_game.py").write_text("import slow_gate\nslow_gate.wait()\nvalue = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    entered, opened = Event(), Event()
    gate = SimpleNamespace(wait=lambda: (entered.set(), opened.wait()))
    monkeypatch.setitem(sys.modules, "slow_gate", gate)
    loaded = Lazy("slow_game", "value", bound=False)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(loaded.load)
        entered.wait()
        other = pool.submit(loaded.load)
        wait([other], timeout=0.1)
        opened.set()
        assert (first.result(), other.result()) == (1, 1)
    del sys.modules["slow_game"]
