"""A first deal with a guide: at which table it is played, and what a beginner is told when.

A game says what is true of the cards at hand, whatever has been played so far: it is told by the
moment, never by a script. Whoever guides says each sentence once.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from greenbaize.cards import Card
from greenbaize.rules.events import Event, Scored
from greenbaize.rules.messages import Message
from greenbaize.rules.things import Thing


class Tip(NamedTuple):
    """Something a beginner is told, and what on the table is meant by it, if anything.

    It is told once, by the code of its message.
    """

    message: Message
    at: tuple[Thing | Card, ...] = ()


class Lesson:
    """A first deal of a game; as it is here, one of a game that has nothing to say of its own.

    A game with more to say makes a class of this, with sentences of its own among its words.
    """

    seed: ClassVar[str] = "first deal"
    """What the match's seed is made of: it is always the same deal."""
    seats: ClassVar[int | None] = None
    """How many sit down; None for as many as usual."""
    options: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """What is set otherwise than usual."""
    deals: ClassVar[int] = 1
    """How many deals it takes."""

    def welcome(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """What is told before anybody acts in a deal.

        Args:
            view: the match as the seat knows it; the cards have just been dealt.
            seat: whose first deal it is.
        """
        del view, seat
        return ()

    def asked(self, view: Any, seat: int) -> tuple[Tip, ...]:
        """What matters to whoever is asked something now, the weightiest first."""
        del view, seat
        return ()

    def came(self, event: Event, view: Any, seat: int) -> tuple[Tip, ...]:
        """What is worth a word of something that has happened; ``view`` is after it."""
        del event, view, seat
        return ()

    def known(self) -> tuple[Message, ...]:
        """What one knows after it, in a few sentences."""
        return ()

    def over(self, event: Event, view: Any, seat: int) -> bool:
        """Whether the lesson ends with this event; ``view`` is after it."""
        del view, seat
        return isinstance(event, Scored) and event.deal >= self.deals
