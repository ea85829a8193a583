"""Tests of what computer players thought at the moves of finished deals."""

from random import Random

import pytest

from greenbaize.app.advice.thoughts import MoveHistory
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import Table
from greenbaize.bots import BOT_FACTORIES
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text

SETUPS = (
    ("damn", 3, {"first": 3, "deals": 4}),
    ("blackout", 2, {}),
    ("master", 4, {}),
    ("ass", 3, {"deal_limit": 2}),
    ("rank", 3, {}),
)
NAMES = ("Anna", "Boris", "Vera", "Gleb")


def play_match(setup, level="medium", temperament="steady", event_limit=400):
    name, seats, options = setup
    players = tuple(HeaderPlayer(NAMES[seat], "bot", level, temperament) for seat in range(seats))
    header = create_header(name, players, options, seed_from_text(f"why/{name}"))
    table = Table(GAMES[name], header)
    table.start_match()
    while not table.is_over and len(table.events) < event_limit:
        table.play_bot_turn()
    return MoveHistory(table.game, header, table.events), table


def ask_thoughts(history, move):
    answers = []
    adviser = history.create_adviser(move, IN_PROCESS_LAUNCHER, lambda: None)
    adviser.ask_thoughts(answers.append)
    adviser.process_pending()
    adviser.close()
    return answers[0]


def all_moves(history):
    return [move for deal in history.deals for move in deal.moves]


@pytest.fixture(scope="module")
def damn_history():
    return play_match(SETUPS[0])[0]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: setup[0])
@pytest.mark.parametrize("level", [level for level in BOT_FACTORIES if level != "expert"])
def test_players_think_the_same_again(setup, level):
    limit = 60 if level == "hard" and setup[0] in ("master", "rank") else 150
    history, _ = play_match(setup, level, "bold", limit)
    moves = (
        all_moves(history) or pytest.fail("no deal is over") if limit > 60 else all_moves(history)
    )
    for move in Random(7).sample(moves, min(10, len(moves))):
        thoughts = ask_thoughts(history, move)
        assert thoughts.command == move.command
        choices = [choice.command for choice in thoughts.choices]
        assert move.command in choices or not choices
