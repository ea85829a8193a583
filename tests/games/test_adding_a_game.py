"""The examples of docs/adding-a-game.md run as they stand there."""

import json
import re
import sys
from argparse import Namespace
from pathlib import Path

import pytest

from greenbaize import games as package
from greenbaize.app.sheets.scorecards import create_scorecard
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import Table
from greenbaize.cards import Suit
from greenbaize.cli import explain
from greenbaize.cli.main import main
from greenbaize.games import GAMES
from greenbaize.match.codecs import event_codec
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.match.record import encode_line, read_record
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.trick_game import TrickGame, TrickState
from greenbaize.words.match_words import game_page
from greenbaize.words.vocabulary import register_games

ROOT_FOLDER = Path(__file__).parents[2]
PAGE_TEXT = (ROOT_FOLDER / "docs/adding-a-game.md").read_text("utf-8")
EXAMPLE_FILE, EXAMPLE_LINE = re.findall(r"```python\n(.*?)```", PAGE_TEXT, re.DOTALL)
PAGE_COMMANDS = re.findall(r"^    python3 packaging/start.py (.*)$", PAGE_TEXT, re.MULTILINE)
PAGE_MISTAKE = re.search(r"^    (whist\.py, line .*)$", PAGE_TEXT, re.MULTILINE)


@pytest.fixture
def example_file(tmp_path, monkeypatch):
    """Install the example file beside the other games, and its line in the list."""
    path = tmp_path / "whist.py"
    path.write_text(EXAMPLE_FILE, "utf-8")
    monkeypatch.setattr(package, "__path__", [str(tmp_path), *package.__path__])
    monkeypatch.delitem(sys.modules, "greenbaize.games.whist", raising=False)
    monkeypatch.setattr(GAMES, "_games", {})
    info = eval(EXAMPLE_LINE, vars(package) | vars(package.registry))
    monkeypatch.setitem(GAMES.infos, info.name, info)
    monkeypatch.setenv("GREENBAIZE_HOME", str(tmp_path / "home"))
    register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)
    yield path
    register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)
    sys.modules.pop("greenbaize.games.whist", None)
    vars(package).pop("whist", None)


def play_whist(level, **options):
    players = tuple(HeaderPlayer(f"P{seat}", "bot", level) for seat in range(4))
    header = create_header("whist", players, options, seed_from_text("whist"))
    events = []
    table = Table(GAMES["whist"], header, write_event=events.append)
    table.play_to_end()
    table.close()
    codec = event_codec(GAMES["whist"])
    return header, b"".join(map(encode_line, [header.to_line(), *map(codec.encode_line, events)]))


def test_the_example_is_one_short_file_and_one_line():
    assert len(EXAMPLE_FILE.splitlines()) <= 100
    assert len(EXAMPLE_LINE.splitlines()) == 1


@pytest.mark.parametrize("level", ["random", "beginner", "easy"])
def test_bots_play_the_example(example_file, level):
    header, record = play_whist(level, goal=2)
    state = read_record(record, GAMES).state
    assert sorted(state.end.places) == [1, 1, 3, 3]
    assert [max(score.points) for score in state.scores][-1] > 0
    sheet = "\n".join(
        format_sheet_lines(create_scorecard(header, GAMES["whist"].sheet(state), None))
    )
    assert "1st" in sheet


def test_suit_is_followed_and_every_card_is_explained(example_file, tmp_path, capsys):
    _, record = play_whist("easy", no_trumps=True, goal=9)
    path = tmp_path / "match.jsonl"
    path.write_bytes(record)
    game, output, trumps = GAMES["whist"], "", []
    state = game.initial_state(4, read_record(record, GAMES).header.options)
    for line in record.splitlines()[1:]:
        event = event_codec(game).decode_line(json.loads(line))
        if event.type == "deal":
            trumps.append(game.trump_suit(game.fold(state, event)))
        if event.type == "play" and state.play.trick:
            led = state.play.trick[0].suit
            suits_in_hand = {card.suit for card in state.hands[event.seat].cards}
            assert event.card.suit is led or led not in suits_in_hand
            refused_answers = [
                answer for answer in game.question(state, event.seat).answers if answer.refusal
            ]
            assert all(answer.refusal.code == "follow-suit" for answer in refused_answers)
        state = game.fold(state, event)
    assert trumps[:5] == [Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS, Suit.SPADES, None]
    assert explain.run(Namespace(record=path, line=60, bids=False)) == 0
    output += capsys.readouterr().out
    assert "trick" in output


def test_the_rules_page_is_made_from_declarations(example_file):
    page = game_page(GAMES["whist"])
    assert "Partners: seats 1 and 3; 2 and 4" in page
    assert "Points to win" in page


@pytest.mark.slow
@pytest.mark.parametrize("words", [one for one in PAGE_COMMANDS if one])
def test_the_commands_of_the_page_run(example_file, words, capsys):
    short = ["--deals", "4", "--jobs", "1"] if words.startswith("duel") else []
    assert main([*words.split(), *short]) == 0
    assert capsys.readouterr().out.startswith("whist, 4 players")


def test_a_mistake_is_reported_as_on_the_page(example_file, capsys):
    example_file.write_text(EXAMPLE_FILE.replace("def deal_points", "def points"), "utf-8")
    assert main(["simulate", "--game", "whist"]) != 0
    output, (location, _, reason) = capsys.readouterr().err, PAGE_MISTAKE[1].partition("TypeError")
    assert location in output
    assert reason.split()[-1] in output  # the missing name; Python's wording depends on its version
    assert main(["simulate", "--game", "rank", "--players", "2"]) == 0


def test_names_and_paths_of_the_page_exist():
    rows = re.findall(r"^\| (`.*?`) \|", PAGE_TEXT, re.MULTILINE)
    names = re.findall(r"`(\w+)`", " ".join(rows))
    assert len(names) > 15
    assert [name for name in names if not hasattr(TrickGame, name)] == []
    assert TrickGame.state_class is TrickState
    paths = re.findall(r"\]\((?:\.\./)?([\w./-]+)\)", PAGE_TEXT)
    assert [
        path
        for path in paths
        if not any((ROOT_FOLDER / folder / path).exists() for folder in ("", "docs"))
    ] == []
