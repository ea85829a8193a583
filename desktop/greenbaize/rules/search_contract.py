"""The contract between games and the search of bots: kernels, efforts and plausible views."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from greenbaize.cards import Card
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import Command
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import DealScored
from greenbaize.rules.hands import Hand, TrickPlay
from greenbaize.rules.messages import Message, Misfit

W = TypeVar("W")
EQUAL_TOLERANCE: Final = 1e-6
"""The difference below which choices are equal."""
MIN_SHOWN_DIFFERENCE: Final = 0.05
"""The smallest difference that any shown figure makes visible, in any unit."""
SURE_STANDARD_ERRORS: Final = 1.5
"""The number of standard errors behind the best from which a choice is surely worse."""


@dataclass(frozen=True, slots=True)
class WeighedChoice:
    """A choice with the score it is expected to bring its seat, in the deal's unit.

    ``success_chance`` is the probability of achieving the seat's bid or target; None where there is
    none. ``gap_error`` is the standard error of the gap to the best choice in the same worlds, in
    which common chance cancels out; None where it is unknown.
    """

    command: Command
    expected_score: float
    standard_error: float
    success_chance: float | None = None
    gap_error: float | None = None

    @property
    def success_tenths(self) -> int | None:
        """The success chance in deals out of ten."""
        return None if self.success_chance is None else round(10 * self.success_chance)

    def shown_lead_over(self, other: "WeighedChoice") -> float:
        """Return the difference between the two scores as shown, rounded to tenths."""
        return round(round(self.expected_score, 1) - round(other.expected_score, 1), 1)

    def surely_beats(self, other: "WeighedChoice") -> bool:
        """Return True if this best choice beats the other one beyond the random error."""
        error = (
            hypot(self.standard_error, other.standard_error)
            if other.gap_error is None
            else other.gap_error
        )
        gap = self.expected_score - other.expected_score
        return self.shown_lead_over(other) > 0 and gap > max(
            MIN_SHOWN_DIFFERENCE, SURE_STANDARD_ERRORS * error
        )


def good_choices(choices: Sequence[WeighedChoice]) -> tuple[WeighedChoice, ...]:
    """Return the choices (best first) that the best one does not surely beat."""
    return tuple([choice for choice in choices if not choices[0].surely_beats(choice)])


class BotThoughts(NamedTuple):
    """A bot's decision and what it rests on.

    ``choices`` are those that the bot weighed, in its own order, best first; empty if it weighed
    nothing. ``tilt`` above 0 moved it to the bolder of nearly equal ones, below 0 to the more
    careful.
    """

    command: Command
    choices: tuple[WeighedChoice, ...] = ()
    tilt: float = 0.0


class SearchEffort(NamedTuple):
    """The search effort of a level, in fixed numbers instead of time so that it is reproducible.

    A family of games scales these numbers by the cost of its worlds, in its ``kernel.py``.
    """

    world_count: int
    """The budget of worlds searched for a decision that stays close; a kernel may scale it."""
    endgame_cards: int
    """The hand size up to which a world is searched exhaustively instead of played out."""
    samples_per_world: int = 4
    """The number of worlds sampled per searched one, weighted by what others did.

    With 1 nothing is inferred; Rank, which never resamples, only asks whether it is more.
    """
    contract_world_count: int = 12
    """Replaces ``world_count`` where the game has no kernel of its own."""
    retention: float = 1.0
    """The probability per trick that an ordinary played card is still remembered."""
    mood_variation: float = 0.0
    """The variation of boldness between deals, relative to the effect of a temperament."""
    infers_from_plays: bool = False
    """True to infer hands from the cards the others chose to play, where that is informative."""

    @property
    def uses_inference(self) -> bool:
        """True if anything is inferred from what the others have said and played."""
        return self.samples_per_world > 1


class SearchKernel(Protocol[W]):
    """One decision of a seat, as the search sees it."""

    commands: Sequence[Command]
    """The choices worth weighing.

    They are all legal ones except those surely equal to another, or hopeless.
    """

    def sample_worlds(self, count: int, chance: RandomStream) -> Iterable[tuple[float, W]]:
        """Yield about ``count`` worlds consistent with the view, each with a weight above 0."""

    def choice_outcomes(
        self, world: W, choice_indices: Sequence[int], chance: RandomStream
    ) -> Sequence[float]:
        """Return the outcomes of the choices with these indices in the world, in the same order."""

    def choice_successes(self, world: W, choice_indices: Sequence[int]) -> Sequence[float]:
        """Return 1 for each of these choices that achieves the seat's bid or target, else 0.

        Called after ``choice_outcomes`` of the same world; empty where there is nothing to achieve.
        """


class SearchLimitError(Exception):
    """A search has used up its budget; nothing is known."""


class BidSearch(Protocol):
    """A search of the rest of a deal with all cards known, for a seat that wants to meet its bid.

    All searches of one object share a budget.
    """

    def is_lost(self, state: Any) -> bool:
        """Return whether the bid cannot be met, from the number of tricks alone."""

    def can_meet(self, state: Any, *, is_helped: bool = False) -> bool:
        """Return whether the seat can meet its bid whatever the others do, or if all help it.

        Raises ``SearchLimitError`` when the budget is used up.
        """


MAX_MATCH_POINTS: Final = 100_000
"""More points than anybody has in any match, positive or negative."""
MAX_ENDLESS_DEALS: Final = 100_000
"""More deals than any match has whose options set no limit."""


def make_misfit_error(misfit: Misfit) -> GameError:
    """Return the error that events of no match raise at a bot's turn."""
    return GameError(Message("told-impossible", {"misfit": misfit}))


def find_first_misfit(*checks: tuple[Misfit, Callable[[], bool]]) -> Misfit | None:
    """Return the first part whose check fails, None if none does.

    No check runs after one that has failed, so each may rely on those before it.
    """
    return next((misfit for misfit, is_plausible in checks if not is_plausible()), None)


def are_plausible_cards(
    hands: Sequence[Hand], other_cards: Sequence[Card], pack: Sequence[Card], *, max_hand_size: int
) -> bool:
    """Return True if no hand is too large and all cards belong to the pack."""
    seen = [*[card for hand in hands for card in hand.cards], *other_cards]
    sizes = [hand.size for hand in hands]
    if max(sizes) > max_hand_size or sum(sizes) + len(other_cards) > len(pack):
        return False
    distinct_cards = set(seen)  # Comparing sets is far quicker than comparing counts.
    return distinct_cards <= set(pack) and (
        len(distinct_cards) == len(seen) or Counter(seen) <= Counter(pack)
    )


def are_plausible_seats(seats: int, *told_seats: int | None) -> bool:
    """Return True if each of these seats is at a table of so many, or None."""
    return all(seat is None or 0 <= seat < seats for seat in told_seats)


def are_plausible_tricks(play: TrickPlay, *, max_tricks: int) -> bool:
    """Return True if there are at most ``max_tricks``, all of this table, taken ones complete."""
    seats = len(play.tricks_won)
    told_seats = [seat for taker, trick in play.taken_tricks for seat in (taker, trick.leader)]
    return (
        all(len(trick.cards) == seats for _, trick in play.taken_tricks)
        and len(play.trick) <= seats
        and len(play.taken_tricks) <= max_tricks
        and are_plausible_seats(seats, play.leader, *told_seats)
    )


def are_plausible_hand_sizes(hands: Iterable[Hand], play: TrickPlay, *, dealt_count: int) -> bool:
    """Return True if each hand has the right size after all that was played."""
    seats = len(play.tricks_won)
    seats_played = {(play.leader + count) % seats for count in range(len(play.trick))}
    cards_left = dealt_count - len(play.taken_tricks)
    return all(hand.size == cards_left - (seat in seats_played) for seat, hand in enumerate(hands))


def are_plausible_totals(totals: Sequence[int], scores: Iterable[DealScored]) -> bool:
    """Return True if every seat has its points and no total is larger than any match can bring."""
    seats = len(totals)
    return all(abs(total) <= MAX_MATCH_POINTS for total in totals) and all(
        len(scored.points) == len(scored.totals) == seats for scored in scores
    )
