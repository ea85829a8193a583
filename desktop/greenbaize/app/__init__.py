"""Application layer: tables and seats, sheets, duels, advice; without Qt."""

from greenbaize.games import GAMES
from greenbaize.words.vocabulary import register_games

register_games(GAMES, GAMES.titles, GAMES.descriptions, GAMES.other_names)
