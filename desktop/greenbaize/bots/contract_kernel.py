"""The search kernel for any game, from the game contract alone: random play to the deal's end."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from greenbaize.bots.card_dealing import UnseenCardDealer
from greenbaize.cards import ALL_CARDS, Card
from greenbaize.rules.chance import RandomStream, SeededChance
from greenbaize.rules.commands import Command
from greenbaize.rules.events import DealScored, MatchEnded
from greenbaize.rules.game import AllowedVerdict, Game
from greenbaize.rules.hands import Hand

MAX_PLAYOUT_EVENTS: Final = 600
"""The number of events after which a playout is abandoned; it then counts 0."""


class ContractKernel:
    """A decision in any game."""

    def __init__(self, game: Game[Any], view: Any, seat: int) -> None:
        self._game, self._view, self._seat = game, view, seat
        self.commands: Sequence[Command] = game.legal(view, seat)

    def sample_worlds(self, count: int, chance: RandomStream) -> Sequence[tuple[float, Any]]:
        """Return full states that fit the view, with their weights."""
        game, view = self._game, self._view
        unseen = game.unseen_cards(view)
        slots = [
            [sum(1 << card for card in set(unseen) if not game.may_hold(view, owner, card))]
            * hand.unknown
            for owner, hand in enumerate(view.hands)
        ]
        undealt_count = len(unseen) - sum(map(len, slots))
        dealing = UnseenCardDealer(
            [0] * len(slots), slots, [1 << card for card in unseen], undealt_count
        )
        draw = Random(chance.draw_below(1 << 32)).random
        worlds = []
        for _ in range(count):
            weight, dealt_hands, rest = dealing.deal_single_cards(draw)
            hands = tuple(
                Hand(hand.cards + _cards_of_bits(hand_cards))
                for hand, hand_cards in zip(view.hands, dealt_hands, strict=True)
            )
            worlds.append((weight, game.fill_unseen(view, hands, _cards_of_bits(rest))))
        return worlds

    def choice_outcomes(
        self, world: Any, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        """Return the seat's outcome of each command, with all seats playing at random."""
        # Every command meets the same draws and random plays, so that only the command differs.
        stream_name = str(chance.draw_below(1 << 32))
        return [
            self._play_out_deal(world, self.commands[index], stream_name)
            for index in choice_indices
        ]

    def choice_successes(self, world: Any, choice_indices: Sequence[int]) -> Sequence[float]:
        """Return nothing: the game contract defines no success."""
        return ()

    def _play_out_deal(self, state: Any, command: Command, stream_name: str) -> float:
        game, seat = self._game, self._seat
        chance, play_stream = SeededChance(stream_name), RandomStream(stream_name)
        for _ in range(MAX_PLAYOUT_EVENTS):
            verdict = game.judge(state, command)
            assert isinstance(verdict, AllowedVerdict), "a supposed state allows what the view does"
            for event in verdict.command_events:
                state = game.fold(state, event)
            # What is open is closed as soon as nobody wants to correct anything.
            while (
                next_event := game.next_event(state, chance, is_everybody_ready=True)
            ) is not None:
                if isinstance(next_event, DealScored):
                    return game.gain(state, next_event, seat)
                if isinstance(next_event, MatchEnded):
                    return 0.0
                state = game.fold(state, next_event)
            turn = game.turn(state)
            assert turn is not None, "either something follows or a seat must act"
            command = play_stream.draw_choice(game.legal(state, turn))
        return 0.0


def _cards_of_bits(bits: Sequence[int]) -> tuple[Card, ...]:
    return tuple([ALL_CARDS[number.bit_length() - 1] for number in bits])
