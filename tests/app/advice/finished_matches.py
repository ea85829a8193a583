"""Matches of computer players, and what these thought."""

from greenbaize.app.advice.thoughts import MoveHistory
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text

SETUPS = {
    "damn": (3, {"first": 2, "deals": 4}),
    "blackout": (2, {}),
    "master": (4, {}),
    "ass": (3, {"deal_limit": 2}),
    "rank": (3, {}),
}
NAMES = ("Anna", "Boris", "Vera", "Gleb")
EVENT_LIMIT = 150
"""Most events of a match with tricks; those of Rank end with their only deal."""


def play_match(name, level="medium", temperament="steady"):
    """Return the moves of a match of one player of this level, at seat 1, and random others."""
    seats, options = SETUPS[name]
    players = tuple(
        HeaderPlayer(NAMES[seat], "bot", *((level, temperament) if seat == 1 else ("random",)))
        for seat in range(seats)
    )
    header = create_header(name, players, options, seed_from_text(f"why/{name}"))
    table = Table(GAMES[name], header)
    table.start_match()
    while not table.is_over and (name == "rank" or len(table.events) < EVENT_LIMIT):
        table.play_bot_turn()
    return MoveHistory(table.game, header, table.events)


def all_moves(history):
    return [move for deal in history.deals for move in deal.moves]


def ask_thoughts(history, move):
    """Return what the player of a move thought."""
    answers = []
    adviser = history.create_adviser(move, IN_PROCESS_LAUNCHER, lambda: None)
    adviser.ask_thoughts(answers.append)
    adviser.process_pending()
    adviser.close()
    return answers[0]
