"""The contract between games and the search of bots: kernels, efforts and plausible views."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple, Protocol, TypeVar

from greenbaize.cards import Card
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command
from greenbaize.rules.hands import Hand, TrickPlay

W = TypeVar("W")
EQUAL: Final = 1e-6
"""The difference below which choices are equal."""
SHOWN: Final = 0.05
"""The smallest difference that any shown figure makes visible, in any unit."""
SURELY: Final = 1.5
"""The number of standard errors behind the best from which a choice is surely worse."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice with the score it is expected to bring its seat, in the deal's unit.

    ``success_chance`` is the probability of achieving the seat's bid or target; None where there is
    none. ``gap_error`` is the standard error of the gap to the best choice in the same worlds, in
    which common chance cancels out; None where it is unknown.
    """

    command: Command
    expected: float
    error: float
    chance: float | None = None
    gap_error: float | None = None

    @property
    def often(self) -> int | None:
        """The success chance in deals out of ten."""
        return None if self.chance is None else round(10 * self.chance)

    def lead_over(self, other: "Weighed") -> float:
        """Return the difference between the two scores as shown, rounded to tenths."""
        return round(round(self.expected, 1) - round(other.expected, 1), 1)

    def surely_beats(self, other: "Weighed") -> bool:
        """Return True if this best choice beats the other one beyond the random error."""
        error = hypot(self.error, other.error) if other.gap_error is None else other.gap_error
        gap = self.expected - other.expected
        return self.lead_over(other) > 0 and gap > max(SHOWN, SURELY * error)


def good_choices(choices: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """Return the choices (best first) that the best one does not surely beat."""
    return tuple([one for one in choices if not choices[0].surely_beats(one)])


class Effort(NamedTuple):
    """The search effort of a level, in fixed numbers instead of time so that it is reproducible.

    A family of games scales these numbers by the cost of its worlds, in its ``kernel.py``.
    """

    worlds: int
    """The number of worlds searched for a decision that stays close."""
    endgame: int
    """The hand size up to which a world is searched exhaustively instead of played out."""
    weighing: int = 4
    """The number of worlds sampled per searched one, weighted by what others did."""
    plain: int = 12
    """Replaces ``world_count`` where the game has no kernel of its own."""
    hold: float = 1.0
    """The probability per trick that an ordinary played card is still remembered."""
    mood: float = 0.0
    """The variation of boldness between deals, relative to the effect of a temperament."""
    plays: bool = False
    """True to infer hands from the cards the others chose to play, where that is informative."""

    @property
    def weighted(self) -> bool:
        """True if anything is inferred from what the others have said and played."""
        return self.weighing > 1


class Kernel(Protocol[W]):
    """One decision of a seat, as the search sees it."""

    commands: Sequence[Command]
    """The choices worth weighing.

    They are all legal ones except those surely equal to another, or hopeless.
    """

    def worlds(self, count: int, chance: Stream) -> Iterable[tuple[float, W]]:
        """Yield about ``count`` worlds consistent with the view, each with a weight above 0."""

    def outcomes(self, world: W, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """Return the outcomes of the choices with these indices in the world, in the same order."""

    def succeed(self, world: W, among: Sequence[int]) -> Sequence[float]:
        """Return 1 for each of these choices that achieves the seat's bid or target, else 0.

        Called after ``choice_outcomes`` of the same world; empty where there is nothing to achieve.
        """


MOST_POINTS: Final = 100_000
"""More points than anybody has in any match, positive or negative."""


def believable_cards(
    hands: Sequence[Hand], elsewhere: Sequence[Card], pack: Sequence[Card], *, most: int
) -> bool:
    """Return True if no hand is too large and all cards belong to the pack."""
    seen = [*[card for hand in hands for card in hand.cards], *elsewhere]
    sizes = [hand.size for hand in hands]
    if max(sizes) > most or sum(sizes) + len(elsewhere) > len(pack):
        return False
    different = set(seen)  # Comparing sets is far quicker than comparing counts.
    return different <= set(pack) and (
        len(different) == len(seen) or Counter(seen) <= Counter(pack)
    )


def believable_tricks(play: TrickPlay, *, most: int) -> bool:
    """Return True if there are at most ``max_tricks`` and all taken ones are complete."""
    seats = len(play.won)
    whole = all(len(trick.cards) == seats for _, trick in play.taken)
    return whole and len(play.trick) <= seats and len(play.taken) <= most


def believable_sizes(hands: Iterable[Hand], play: TrickPlay, *, dealt: int) -> bool:
    """Return True if each hand has the right size after all that was played."""
    seats = len(play.won)
    laid = {(play.lead + count) % seats for count in range(len(play.trick))}
    left = dealt - len(play.taken)
    return all(hand.size == left - (seat in laid) for seat, hand in enumerate(hands))


def believable_totals(totals: Iterable[int]) -> bool:
    """Return True if no total is larger than any match can bring."""
    return all(abs(total) <= MOST_POINTS for total in totals)
