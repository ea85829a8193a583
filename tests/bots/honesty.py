"""Pairs of positions that differ in hidden cards, to check that a bot chooses alike in both."""

from functools import cache
from random import Random

from greenbaize.app.seats.seat_program import BotSeat
from greenbaize.games import GAMES
from greenbaize.match.codecs import command_codec
from greenbaize.match.record import encode_line
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import bot_seed
from match.random_matches import SETUPS, play_randomly
from match.redaction_pairs import fold_states, redeal_unseen, view_of_deal

MAX_EVENTS = 150
"""Number of events of a match that positions are taken from."""


@cache
def _cached_match(setup, number):
    return play_randomly(setup, number)


class HonestyCheck:
    """Random positions of a game with a seat to act, each with its cards dealt anew.

    Args:
        name: name of the game.
        number: seed; equal numbers give equal positions.
    """

    def __init__(self, name, number=0):
        self._game = GAMES[name]
        self._random = Random(f"{name}/{number}")
        self._setups = [setup for setup in SETUPS if setup.name == name]
        self.compared_count = self.differing_count = 0

    def compare_position(self, create_bot):
        """Compare one more position.

        Raises:
            AssertionError: the bot's choice depends on cards that it cannot see.
        """
        random, game = self._random, self._game
        setup, number = random.choice(self._setups), random.randrange(2)
        played = _cached_match(setup, number)
        decision_indexes = [
            index for index, (_, state) in enumerate(played.moments) if state.turn is not None
        ]
        decision_indexes = [index for index in decision_indexes if index < MAX_EVENTS]
        if random.random() < 0.25:  # the first deal, which may be blind
            decision_indexes = [
                index for index in decision_indexes if played.moments[index][1].deal == 1
            ] or decision_indexes
        last = random.choice(decision_indexes)
        seat = played.moments[last][1].turn
        original = list(played.events[: last + 1])
        redealt = redeal_unseen(
            setup.name, original, seat, random, view_of_deal(played, last, seat)
        )
        self.compared_count += 1
        self.differing_count += original != redealt
        choices = []
        for events in (original, redealt):
            tracker = ViewTracker(game, setup.seats, played.header.options, seat)
            bot = BotSeat(game, tracker, create_bot(), bot_seed("0" * 32, seat))
            for event, state in zip(events, fold_states(game, played.header, events), strict=True):
                bot.redact_event(event, state)
            choices.append(
                (
                    encode_line(command_codec(game).encode_line(bot.choose_command())),
                    _bot_advice(game, bot),
                )
            )
        assert choices[0] == choices[1], (str(setup), number, last, seat)


def _bot_advice(game, bot):
    """Return the bot's reasons for a hint."""
    weighed_choices = bot.weigh_choices()
    return game.advice(bot.view, weighed_choices) if weighed_choices else ()
