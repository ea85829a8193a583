"""Pairs of positions that differ in hidden cards, to check that a bot chooses alike in both."""

from functools import cache
from random import Random

from greenbaize.app.seats.seat_program import BotSeat
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.record import line_bytes
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import bot_seed
from match.pairs import dealt_anew, states_of, told_deal
from match.playing import SETUPS, play_randomly

LATEST = 150
"""Number of events of a match that positions are taken from."""


@cache
def _match(setup, number):
    return play_randomly(setup, number)


class Positions:
    """Random positions of a game with a seat to act, each with its cards dealt anew.

    Args:
        name: name of the game.
        number: seed; equal numbers give equal positions.
    """

    def __init__(self, name, number=0):
        self._game = GAMES[name]
        self._random = Random(f"{name}/{number}")
        self._setups = [one for one in SETUPS if one.name == name]
        self.compared = self.differing = 0

    def compare(self, make):
        """Compare one more position.

        Raises:
            AssertionError: the bot's choice depends on cards that it cannot see.
        """
        random, game = self._random, self._game
        setup, number = random.choice(self._setups), random.randrange(2)
        played = _match(setup, number)
        waiting = [at for at, (_, state) in enumerate(played.moments) if state.turn is not None]
        waiting = [at for at in waiting if at < LATEST]
        if random.random() < 0.25:  # the first deal, which may be blind
            waiting = [at for at in waiting if played.moments[at][1].deal == 1] or waiting
        last = random.choice(waiting)
        seat = played.moments[last][1].turn
        once = list(played.events[: last + 1])
        again = dealt_anew(setup.name, once, seat, random, told_deal(played, last, seat))
        self.compared += 1
        self.differing += once != again
        choices = []
        for events in (once, again):
            teller = Teller(game, setup.seats, played.header.options, seat)
            bot = BotSeat(game, teller, make(), bot_seed("0" * 32, seat))
            for event, state in zip(events, states_of(game, played.header, events), strict=True):
                bot.hear(event, state)
            choices.append(
                (line_bytes(command_codec(game).write(bot.decide())), _advice(game, bot))
            )
        assert choices[0] == choices[1], (str(setup), number, last, seat)


def _advice(game, bot):
    """Return the bot's reasons for a hint."""
    weighed = bot.weigh()
    return game.advice(bot.view, weighed) if weighed else ()
