"""The examples of docs/adding-a-game.md run as they stand there."""

import json
import re
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from greenbaize import games as package
from greenbaize.app.sheets.scorecards import scorecard
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.table import Table
from greenbaize.cards import Suit
from greenbaize.cli import explain
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.player import Player
from greenbaize.match.record import line_bytes, read_record
from greenbaize.rules.chance import seed_from
from greenbaize.rules.trick_game import TrickGame, TrickState
from greenbaize.words.match_words import game_page
from greenbaize.words.vocabulary import know

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/adding-a-game.md").read_text("utf-8")
FILE, LINE = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^    python3 packaging/start.py (.*)$", PAGE, re.MULTILINE)
MISTAKE = re.search(r"^    (whist\.py, line .*)$", PAGE, re.MULTILINE)


@pytest.fixture
def file(tmp_path, monkeypatch):
    """Install the example file beside the other games, and its line in the list."""
    path = tmp_path / "whist.py"
    path.write_text(FILE, "utf-8")
    monkeypatch.setattr(package, "__path__", [str(tmp_path), *package.__path__])
    monkeypatch.delitem(sys.modules, "greenbaize.games.whist", raising=False)
    monkeypatch.setattr(GAMES, "_loaded", {})
    info = eval(LINE, vars(package) | vars(package.registry))
    monkeypatch.setitem(GAMES.infos, info.name, info)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)
    yield path
    know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)
    sys.modules.pop("greenbaize.games.whist", None)
    vars(package).pop("whist", None)


def played(level, **options):
    sitters = tuple(Player(f"P{seat}", "bot", level) for seat in range(4))
    header = settled_header("whist", sitters, options, seed_from("whist"))
    kept = []
    table = Table(GAMES["whist"], header, keep=kept.append)
    table.play_out()
    table.close()
    codec = event_codec(GAMES["whist"])
    return header, b"".join(map(line_bytes, [header.line(), *map(codec.write, kept)]))


def test_it_is_one_short_file_and_one_line():
    assert len(FILE.splitlines()) <= 100
    assert len(LINE.splitlines()) == 1


@pytest.mark.parametrize("level", ["random", "easy"])
def test_computer_players_play_it(file, level):
    header, record = played(level, goal=2)
    state = read_record(record, GAMES).state
    assert sorted(state.end.places) == [1, 1, 3, 3]
    assert [max(score.points) for score in state.scores][-1] > 0
    sheet = "\n".join(sheet_lines(scorecard(header, GAMES["whist"].sheet(state), None)))
    assert "1st" in sheet


def test_suit_is_followed_and_every_card_is_explained(file, tmp_path, capsys):
    _, record = played("easy", no_trumps=True, goal=9)
    path = tmp_path / "match.jsonl"
    path.write_bytes(record)
    game, said, trumps = GAMES["whist"], "", []
    state = game.start(4, read_record(record, GAMES).header.options)
    for line in record.splitlines()[1:]:
        event = event_codec(game).read(json.loads(line))
        if event.type == "deal":
            trumps.append(game.trump(game.fold(state, event)))
        if event.type == "play" and state.play.trick:
            led = state.play.trick[0].suit
            own = {card.suit for card in state.hands[event.seat].cards}
            assert event.card.suit is led or led not in own
            refused = [one for one in game.question(state, event.seat).answers if one.refusal]
            assert all(one.refusal.code == "follow-suit" for one in refused)
        state = game.fold(state, event)
    assert trumps[:5] == [Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, None]
    assert explain.run(Namespace(record=path, line=60)) == 0
    said += capsys.readouterr().out
    assert "trick" in said


def test_the_page_of_rules_is_made_from_what_it_declares(file):
    page = game_page(GAMES["whist"])
    assert "Partners: seats 1 and 3; 2 and 4" in page
    assert "Points to win" in page


@pytest.mark.slow
@pytest.mark.parametrize("words", [one for one in COMMANDS if one])
def test_the_commands_run(file, words, capsys):
    short = ["--deals", "4", "--jobs", "1"] if words.startswith("duel") else []
    assert main([*words.split(), *short]) == 0
    assert capsys.readouterr().out.startswith("whist, 4 players")


def test_a_mistake_is_told_as_the_page_has_it(file, capsys):
    file.write_text(FILE.replace("def deal_points", "def points"), "utf-8")
    assert main(["simulate", "--game", "whist"]) != 0
    said, (place, _, why) = capsys.readouterr().err, MISTAKE[1].partition("TypeError")
    assert place in said
    assert why.split()[-1] in said  # the missing name; Python's wording depends on its version
    assert main(["simulate", "--game", "rank", "--players", "2"]) == 0


def test_what_the_page_names_is_there():
    rows = re.findall(r"^\| (`.*?`) \|", PAGE, re.MULTILINE)
    names = re.findall(r"`(\w+)`", " ".join(rows))
    assert len(names) > 15
    assert [name for name in names if not hasattr(TrickGame, name)] == []
    assert TrickGame.state is TrickState
    paths = re.findall(r"\]\((?:\.\./)?([\w./-]+)\)", PAGE)
    assert [
        one for one in paths if not any((ROOT / at / one).exists() for at in ("", "docs"))
    ] == []
