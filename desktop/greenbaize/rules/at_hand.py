"""What lies at hand beside the cards: who beats whom, what cards count, and what matters now."""

from typing import NamedTuple

from greenbaize.cards import Suit
from greenbaize.rules.messages import Message


class Ring(NamedTuple):
    """Ranks that beat each other in a ring: each the next one, the last one the first.

    ``marks`` are the ranks as cards have them, the six as ``"6"``. ``suit`` is the suit in which
    that decides the trick on the table, if there is one, and ``top`` the rank of the ring that is
    winning it. ``now`` are the special cases that hold just now in a word or two each, the
    weightiest first.
    """

    marks: tuple[str, ...]
    suit: Suit | None = None
    top: str = ""
    now: tuple[Message, ...] = ()


class AtHand(NamedTuple):
    """What somebody may look up at any moment, without leaving the table.

    ``ring`` is drawn. ``now`` is what matters just now, in sentences, and ``counts`` what cards and
    tricks count in this deal.
    """

    ring: Ring | None = None
    now: tuple[Message, ...] = ()
    counts: tuple[Message, ...] = ()


NOTHING_AT_HAND = AtHand()
