"""Application layer: tables and seats, sheets, duels, advice; without Qt."""

from greenbaize.games import GAMES
from greenbaize.words.vocabulary import know

know(GAMES, GAMES.titles, GAMES.lines, GAMES.other_names)
