"""Puts the parts together: tables and seats, sheets, duels, advice. No Qt."""

from greenbaize.games import GAMES
from greenbaize.words.vocabulary import know

know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)
