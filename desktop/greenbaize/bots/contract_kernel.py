"""The search kernel for any game, from the game contract alone: random play to the deal's end."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from greenbaize.bots.dealing import Dealing
from greenbaize.cards import ALL_CARDS, Card
from greenbaize.rules.chance import SeededChance, Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Ended, Scored
from greenbaize.rules.game import Allowed, Game
from greenbaize.rules.hands import Hand

LONGEST: Final = 600
"""The number of events after which a playout is abandoned; it then counts 0."""


class ContractKernel:
    """A decision in any game."""

    def __init__(self, game: Game[Any], view: Any, seat: int) -> None:
        self._game, self._view, self._seat = game, view, seat
        self.commands: Sequence[Command] = game.legal(view, seat)

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, Any]]:
        """Return full states that fit the view, with their weights."""
        game, view = self._game, self._view
        unseen = game.unseen(view)
        places = [
            [sum(1 << card for card in set(unseen) if not game.may_hold(view, owner, card))]
            * hand.unknown
            for owner, hand in enumerate(view.hands)
        ]
        over = len(unseen) - sum(map(len, places))
        dealing = Dealing([0] * len(places), places, [1 << card for card in unseen], over)
        draw = Random(chance.below(1 << 32)).random
        found = []
        for _ in range(count):
            weight, dealt, rest = dealing.deal_each(draw)
            hands = tuple(
                Hand(hand.cards + _cards(more))
                for hand, more in zip(view.hands, dealt, strict=True)
            )
            found.append((weight, game.filled(view, hands, _cards(rest))))
        return found

    def outcomes(self, world: Any, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """Return the seat's outcome of each command, with all seats playing at random."""
        # Every command meets the same draws and random plays, so that only the command differs.
        name = str(chance.below(1 << 32))
        return [self._played_out(world, self.commands[place], name) for place in among]

    def succeed(self, world: Any, among: Sequence[int]) -> Sequence[float]:
        """Return nothing: the game contract defines no success."""
        return ()

    def _played_out(self, state: Any, command: Command, name: str) -> float:
        game, seat = self._game, self._seat
        chance, dice = SeededChance(name), Stream(name)
        for _ in range(LONGEST):
            verdict = game.judge(state, command)
            assert isinstance(verdict, Allowed), "a supposed state allows what the view does"
            for event in verdict.events:
                state = game.fold(state, event)
            # What is open is closed as soon as nobody wants to correct anything.
            while (follows := game.follows(state, chance, ready=True)) is not None:
                if isinstance(follows, Scored):
                    return game.gain(state, follows, seat)
                if isinstance(follows, Ended):
                    return 0.0
                state = game.fold(state, follows)
            turn = game.turn(state)
            assert turn is not None, "either something follows or a seat must act"
            command = dice.choice(game.legal(state, turn))
        return 0.0


def _cards(numbers: Sequence[int]) -> tuple[Card, ...]:
    return tuple([ALL_CARDS[number.bit_length() - 1] for number in numbers])
