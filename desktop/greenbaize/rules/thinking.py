"""What games offer players that think ahead, a kernel, and what those may rely on in a view."""

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
"""Choices that differ by less are worth the same."""
SHOWN: Final = 0.05
"""No figure shows a smaller difference, in whatever unit."""
SURELY: Final = 1.5
"""So many standard errors behind the best, a choice is surely worse."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A choice and the score it should bring its seat, in the deal's unit, with standard error.

    ``chance`` is how likely it is to do what the seat has undertaken, a bid or a target; None where
    nothing is. ``gap_error`` is the standard error of how far it is behind the best choice in the
    same worlds, where most of what chance does to both falls out; None where that is not known.
    """

    command: Command
    expected: float
    error: float
    chance: float | None = None
    gap_error: float | None = None

    @property
    def often(self) -> int | None:
        """In how many deals of ten it does so."""
        return None if self.chance is None else round(10 * self.chance)

    def lead_over(self, other: "Weighed") -> float:
        """Return the difference between the two figures as they are shown, in tenths."""
        return round(round(self.expected, 1) - round(other.expected, 1), 1)

    def surely_beats(self, other: "Weighed") -> bool:
        """Return whether it, the best choice, should bring more, beyond the random error."""
        error = hypot(self.error, other.error) if other.gap_error is None else other.gap_error
        gap = self.expected - other.expected
        return self.lead_over(other) > 0 and gap > max(SHOWN, SURELY * error)


def good_choices(choices: Sequence[Weighed]) -> tuple[Weighed, ...]:
    """Return those of the choices, best first, that the best one does not surely beat."""
    return tuple([one for one in choices if not choices[0].surely_beats(one)])


class Effort(NamedTuple):
    """How much a level searches. Fixed numbers and never a clock: a choice can be reproduced.

    They are what a level asks for; a family scales them by what its worlds cost, in its
    ``kernel.py``.
    """

    worlds: int
    """How many worlds are searched for a decision that stays close."""
    endgame: int
    """From how many cards in each hand on a world is searched out instead of played out."""
    weighing: int = 4
    """How many worlds are supposed for each one searched, as what others did makes them likely."""
    plain: int = 12
    """What takes the place of ``worlds`` where the game has no kernel of its own."""
    hold: float = 1.0
    """How likely an ordinary card that was played is still in mind, for each trick since."""
    mood: float = 0.0
    """How far a player's daring changes by the deal, in parts of what a temperament makes of it."""
    plays: bool = False
    """Whether it counts as well which cards the others chose to play, where that tells anything."""

    @property
    def weighted(self) -> bool:
        """Whether anything is concluded from what the others have said and played."""
        return self.weighing > 1


class Kernel(Protocol[W]):
    """One decision of one seat, as the search sees it."""

    commands: Sequence[Command]
    """The choices worth weighing: all legal ones, save those that a family leaves out.

    These are surely equal to another, or hopeless.
    """

    def worlds(self, count: int, chance: Stream) -> Iterable[tuple[float, W]]:
        """About so many ways in which the unseen cards may lie, each with its weight (above 0)."""

    def outcomes(self, world: W, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """What those of ``commands`` at these places bring in this world, in the places' order."""

    def succeed(self, world: W, among: Sequence[int]) -> Sequence[float]:
        """For the same places 1 where the seat does what it has undertaken, and else 0.

        Asked after ``outcomes`` of the same world; nothing where nothing is undertaken.
        """


MOST_POINTS: Final = 100_000
"""More points than anybody has in any match, or less with a minus."""


def believable_cards(
    hands: Sequence[Hand], elsewhere: Sequence[Card], pack: Sequence[Card], *, most: int
) -> bool:
    """Whether no hand has more than ``most``, and they and those elsewhere are of the pack."""
    seen = [*[card for hand in hands for card in hand.cards], *elsewhere]
    sizes = [hand.size for hand in hands]
    if max(sizes) > most or sum(sizes) + len(elsewhere) > len(pack):
        return False
    different = set(seen)  # which is far quicker to compare than how many there are of each
    return different <= set(pack) and (
        len(different) == len(seen) or Counter(seen) <= Counter(pack)
    )


def believable_tricks(play: TrickPlay, *, most: int) -> bool:
    """Whether tricks are no more than a hand's cards, and everybody has played to those taken."""
    seats = len(play.won)
    whole = all(len(trick.cards) == seats for _, trick in play.taken)
    return whole and len(play.trick) <= seats and len(play.taken) <= most


def believable_sizes(hands: Iterable[Hand], play: TrickPlay, *, dealt: int) -> bool:
    """Whether each hand has what is left of the cards dealt to it, after all that was played."""
    seats = len(play.won)
    laid = {(play.lead + count) % seats for count in range(len(play.trick))}
    left = dealt - len(play.taken)
    return all(hand.size == left - (seat in laid) for seat, hand in enumerate(hands))


def believable_totals(totals: Iterable[int]) -> bool:
    """Whether nobody has more points than anybody can have, or less with a minus."""
    return all(abs(total) <= MOST_POINTS for total in totals)
