"""The game of a day, found without loading any game."""

from datetime import date, datetime

from greenbaize.games import GAMES


def find_daily_game(day: date) -> str:
    """Return the game of a day's deal: the games take turns."""
    names = tuple(GAMES.infos)
    return names[day.toordinal() % len(names)]


def find_today() -> date:
    """Return today's date where the computer is."""
    return datetime.now().astimezone().date()
