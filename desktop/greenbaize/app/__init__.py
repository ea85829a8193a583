"""What puts the parts together: tables and chairs, sheets, duels, advice."""

from greenbaize.games import GAMES
from greenbaize.words.vocabulary import know

know(GAMES, GAMES.titles, GAMES.lines)
