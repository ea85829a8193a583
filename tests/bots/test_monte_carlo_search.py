"""The search: means over weighted worlds, best first, and the effect of temperaments."""

from typing import Any

import pytest

from bots.decision_positions import positions_with_choice
from greenbaize.bots import BOT_FACTORIES
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.monte_carlo_search import WORLDS_PER_PRUNING, SearchEffort, weigh_choices
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.players import TEMPERAMENT_NAMES


class TwoWorldsKernel:
    """Kernel of bids 0 to 2 in two worlds, the second three times as likely."""

    commands = (BidCommand(0, 0), BidCommand(0, 1), BidCommand(0, 2))

    def sample_worlds(self, count, chance):
        return [(1.0, (4.0, 1.0, 0.0)), (3.0, (0.0, 1.0, 8.0))]

    def choice_outcomes(self, world, choice_indices, chance):
        return [world[index] for index in choice_indices]


def test_choices_are_weighed_by_the_worlds_weights():
    kernel: Any = TwoWorldsKernel()
    weighed_choices = weigh_choices(kernel, SearchEffort(2, 0), RandomStream(""))
    assert [choice.command.tricks for choice in weighed_choices] == [2, 0, 1]
    assert [choice.expected_score for choice in weighed_choices] == [6.0, 1.0, 1.0]
    assert weighed_choices[2].standard_error == 0.0
    assert weighed_choices[0].standard_error > weighed_choices[1].standard_error > 0


class FunctionKernel:
    """Kernel of bids whose outcomes are functions of the world's number, from 0."""

    def __init__(self, *bids):
        self.commands = tuple(BidCommand(0, tricks) for tricks in range(len(bids)))
        self.outcome_functions, self.search_counts = bids, [0] * len(bids)

    def sample_worlds(self, count, chance):
        return [(1.0, number) for number in range(count)]

    def choice_outcomes(self, world, choice_indices, chance):
        for index in choice_indices:
            self.search_counts[index] += 1
        return [self.outcome_functions[index](world) for index in choice_indices]


def lucky_outcome(world):
    """Return an outcome that is good in every other world, and in the first ones."""
    return world % 2 * 4 + (6 if world < WORLDS_PER_PRUNING else 0)


def test_a_choice_that_falls_behind_is_pruned():
    race: Any = FunctionKernel(
        lambda world: lucky_outcome(world) - 1,
        lucky_outcome,
        lambda world: lucky_outcome(world + 1),
    )
    weighed_choices = weigh_choices(
        race, SearchEffort(300, 0), RandomStream(""), weighs_every_choice=False
    )
    assert race.search_counts == [WORLDS_PER_PRUNING, 300, 300]
    assert [choice.command.tricks for choice in weighed_choices] == [1, 2, 0]
    # It is behind by as much as where it was searched, though outcomes were better there.
    assert weighed_choices[0].expected_score - weighed_choices[2].expected_score == pytest.approx(1)


def test_search_stops_once_one_choice_is_ahead():
    race: Any = FunctionKernel(lambda world: lucky_outcome(world) - 1, lucky_outcome, lucky_outcome)
    weighed_choices = weigh_choices(
        race, SearchEffort(300, 0), RandomStream(""), weighs_every_choice=False
    )
    assert race.search_counts == [WORLDS_PER_PRUNING] * 3
    assert [choice.command.tricks for choice in weighed_choices] == [1, 2, 0]


def test_a_hint_searches_every_choice_in_every_world():
    race: Any = FunctionKernel(lambda world: lucky_outcome(world) - 1, lucky_outcome)
    weigh_choices(race, SearchEffort(300, 0), RandomStream(""))
    assert race.search_counts == [300] * 2


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_legal_choice_is_weighed_for_a_hint(name):
    game, bot = GAMES[name], SearchBot(SearchEffort(4, 0))
    for view, seat in positions_with_choice(name, 12):
        weighed_choices = bot.weigh_every_choice(game, view, seat, RandomStream("hint"))
        assert {choice.command for choice in weighed_choices} == set(game.legal(view, seat))
        values = [choice.expected_score for choice in weighed_choices]
        assert values == sorted(values, reverse=True)
        assert bot.choose_command(game, view, seat, RandomStream("hint")) in game.legal(view, seat)


@pytest.mark.parametrize("temperament", TEMPERAMENT_NAMES)
def test_the_same_stream_gives_the_same_choice(temperament):
    game = GAMES["damn"]
    for view, seat in positions_with_choice("damn", 8):
        choices = {
            SearchBot(SearchEffort(6, 0), temperament).choose_command(
                game, view, seat, RandomStream("again")
            )
            for _ in range(2)
        }
        assert len(choices) == 1


def test_an_unknown_temperament_is_refused():
    with pytest.raises(KeyError):
        BOT_FACTORIES["hard"]("angry")
