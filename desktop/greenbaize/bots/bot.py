"""Bots of all levels, which make a decision from a view and a random stream."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final, Protocol

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.human_memory import MOOD_TOPIC, create_player_memory
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command
from greenbaize.rules.game import Game
from greenbaize.rules.players import STEADY_TEMPERAMENT, TEMPERAMENT_TILTS
from greenbaize.rules.search_contract import SearchEffort, SearchKernel, WeighedChoice


class Bot(Protocol):
    """A bot, which knows the view of its seat and nothing else."""

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        """Return one of the legal commands; called only when the seat must act."""


class RandomBot:
    """Bot of level ``random``, to which a temperament makes no difference."""

    def __init__(self, temperament: str = STEADY_TEMPERAMENT) -> None: ...

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        return chance.draw_choice(game.legal(view, seat))


_ATTENTION_SHARE: Final = 2
"""One in so many decisions is looked at, where the game has no beginner of its own."""


class BeginnerBot:
    """Bot of level ``beginner``, which does what lies nearest.

    Where the game does not say what that is, it looks before some decisions and not before others.
    A temperament makes no difference.
    """

    def __init__(self, temperament: str = STEADY_TEMPERAMENT) -> None: ...

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        command = game.choose_beginner_command(view, seat, chance)
        if command is not None:
            return command
        if chance.draw_below(_ATTENTION_SHARE):
            return chance.draw_choice(game.legal(view, seat))
        return EasyBot().choose_command(game, view, seat, chance)


class SearchBot:
    """A bot that weighs every choice in the same worlds and takes the best."""

    def __init__(self, effort: SearchEffort, temperament: str = STEADY_TEMPERAMENT) -> None:
        self.decision_doubt = 0.0
        """The difficulty of the last decision among several choices, as ``measure_doubt`` returns
        it.
        """
        self.last_choices: tuple[WeighedChoice, ...] = ()
        """The choices weighed for the last decision, best first; empty if there was only one."""
        self.last_tilt = 0.0
        """The tilt of the last decision, from temperament and mood."""
        self._effort = effort
        self._tilt = TEMPERAMENT_TILTS[temperament]

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        """Return the choice with the best expectation, or a nearly equal one by temperament."""
        legal_commands = game.legal(view, seat)
        self.last_choices, self.last_tilt = (), 0.0
        if len(legal_commands) == 1:
            return legal_commands[0]
        kernel, effort = self._create_kernel(game, view, seat, weighs_every_choice=False)
        weighed_choices = weigh_choices(kernel, effort, chance, weighs_every_choice=False)
        self.decision_doubt = measure_doubt(weighed_choices)
        tilt: float = self._tilt
        if effort.mood_variation:
            tilt += effort.mood_variation * create_player_memory(game, view, seat).judgement_error(
                MOOD_TOPIC
            )
        self.last_choices, self.last_tilt = weighed_choices, tilt
        return choose_by_temperament(game, view, weighed_choices, tilt)

    def weigh_every_choice(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> tuple[WeighedChoice, ...]:
        """Return every legal choice with its expected score in this deal, best first."""
        kernel, effort = self._create_kernel(game, view, seat, weighs_every_choice=True)
        recording_kernel = RecordingKernel(kernel)
        return recording_kernel.add_statistics(weigh_choices(recording_kernel, effort, chance))

    def _create_kernel(
        self, game: Game[Any], view: Any, seat: int, *, weighs_every_choice: bool
    ) -> tuple[SearchKernel[Any], SearchEffort]:
        """Return the game's own kernel, or else the general one, with the effort for it."""
        own_kernel = game.kernel(view, seat, self._effort, weighs_every_choice=weighs_every_choice)
        if own_kernel is not None:
            return own_kernel, self._effort
        contract_effort = self._effort._replace(world_count=self._effort.contract_world_count)
        return ContractKernel(game, view, seat), contract_effort


def measure_doubt(weighed_choices: Sequence[WeighedChoice]) -> float:
    """Return the difficulty of a decision (best choice first), from 0 (clear) to 1 (a toss-up).

    Choices with exactly the best score are ignored; the gap of the others is measured in standard
    errors of the best.
    """
    best = weighed_choices[0]
    gaps = [
        best.expected_score - choice.expected_score
        for choice in weighed_choices
        if choice.expected_score != best.expected_score
    ]
    if not gaps or not best.standard_error:
        return 0.0
    relative_gap = max(0.0, min(gaps)) / best.standard_error
    return 1 / (1 + relative_gap * relative_gap)


EQUAL_SCORE: Final = 1e-4
"""Largest difference of choices where only something decides that else counts for nothing."""


def choose_by_temperament(
    game: Game[Any], view: Any, weighed_choices: Sequence[WeighedChoice], tilt: float
) -> Command:
    """Return the best of the choices (best first) for a tilt from -1 (careful) to 1 (bold).

    A mood may move the tilt beyond these limits. A choice is not taken that brings the same as the
    best, and less of what decides between equal ones.
    """
    if not tilt:
        return weighed_choices[0].command
    best_score = weighed_choices[0].expected_score
    weighed_choices = [
        choice
        for choice in weighed_choices
        if not 0 < best_score - choice.expected_score <= EQUAL_SCORE
    ]
    best_boldness, sway = game.boldness(view, weighed_choices[0].command), game.max_sway

    def clamp(amount: float) -> float:
        return max(-sway, min(sway, amount))

    def tilted_score(choice: WeighedChoice) -> float:
        extra_boldness = game.boldness(view, choice.command) - best_boldness
        # A mood adds to a temperament, but both together sway no further than either.
        return choice.expected_score + clamp(tilt * clamp(extra_boldness))

    return max(weighed_choices, key=tilted_score).command


class RecordingKernel:
    """A kernel in which every choice is evaluated in every world, recording the outcomes."""

    def __init__(self, kernel: SearchKernel[Any]) -> None:
        self.commands = kernel.commands
        self._kernel = kernel
        self._weight = self._weight_sum = 0.0
        self._success_weights = [0.0] * len(kernel.commands)
        self._weights: list[float] = []
        self._outcomes_by_world: list[Sequence[float]] = []

    def sample_worlds(self, count: int, chance: RandomStream) -> Iterator[tuple[float, Any]]:
        """Yield the kernel's worlds; ``choice_outcomes`` refers to the last one yielded."""
        for weight, world in self._kernel.sample_worlds(count, chance):
            self._weight = weight
            yield weight, world

    def choice_outcomes(
        self, world: Any, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        outcomes = self._kernel.choice_outcomes(world, choice_indices, chance)
        self._weights.append(self._weight)
        self._outcomes_by_world.append(outcomes)
        successes = self.choice_successes(world, choice_indices)
        if successes:
            self._weight_sum += self._weight
        for index, success in zip(choice_indices, successes, strict=False):
            self._success_weights[index] += self._weight * success
        return outcomes

    def choice_successes(self, world: Any, choice_indices: Sequence[int]) -> Sequence[float]:
        return self._kernel.choice_successes(world, choice_indices)

    def add_statistics(self, weighed_choices: Sequence[WeighedChoice]) -> tuple[WeighedChoice, ...]:
        """Return the choices (best first) with their success chance and the error of their gap."""
        index_by_command = {command: index for index, command in enumerate(self.commands)}
        best_index = index_by_command[weighed_choices[0].command]
        completed_choices = []
        for choice in weighed_choices:
            index = index_by_command[choice.command]
            gaps = [brought[best_index] - brought[index] for brought in self._outcomes_by_world]
            chance = self._success_weights[index] / self._weight_sum if self._weight_sum else None
            completed_choices.append(
                replace(
                    choice,
                    success_chance=chance,
                    gap_error=weighted_standard_error(self._weights, gaps),
                )
            )
        return tuple(completed_choices)


def weighted_standard_error(weights: Sequence[float], values: Sequence[float]) -> float:
    """Return the standard error of the weighted mean of values."""
    pairs, total = list(zip(weights, values, strict=True)), math.fsum(weights)
    mean = math.fsum(weight * value for weight, value in pairs) / total
    square_mean = math.fsum(weight * value * value for weight, value in pairs) / total
    weight_square_sum = math.fsum(weight * weight for weight in weights)
    return math.sqrt(max(0.0, square_mean - mean * mean) * weight_square_sum) / total


_MINIMAL_EFFORT: Final = SearchEffort(world_count=2, endgame_cards=0, samples_per_world=1)
"""The effort where the game has no easy bot of its own: less than at any level."""


class EasyBot:
    """Bot of level ``easy``."""

    def __init__(self, temperament: str = STEADY_TEMPERAMENT) -> None:
        self._temperament = temperament

    def choose_command(
        self, game: Game[Any], view: Any, seat: int, chance: RandomStream
    ) -> Command:
        command = game.choose_easy_command(view, seat, self._temperament, chance)
        if command is not None:
            return command
        legal = game.legal(view, seat)
        if len(legal) == 1:
            return legal[0]
        weighed_choices = weigh_choices(ContractKernel(game, view, seat), _MINIMAL_EFFORT, chance)
        return choose_by_temperament(
            game, view, weighed_choices, TEMPERAMENT_TILTS[self._temperament]
        )
