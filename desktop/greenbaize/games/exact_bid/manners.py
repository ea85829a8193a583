"""What a table keeps in mind besides the play, where people may err (``damn.md`` 7 to 10)."""

from greenbaize.cards import Card
from greenbaize.games.exact_bid.events import DealVoided, RevokeNamed
from greenbaize.rules.events import Event
from greenbaize.rules.fixed import Fixed


class Manners(Fixed):
    """The part of a state that table manners need.

    ``last_bid`` is the seat that bid last in this deal. ``shown`` holds by seat the cards that have
    been exposed in this deal; those still in the hand lie face up. ``due`` is what a correction
    still has to state, ``named`` are the revokes of a deal about to be void. ``voids`` are the void
    deals of the match, and ``again`` says that the last one is to be dealt again. ``open_hands``
    says which hands were dealt face up to whoever has this view.
    """

    shown: tuple[tuple[Card, ...], ...]
    open_hands: tuple[bool, ...]
    last_bid: int | None = None
    due: tuple[Event, ...] = ()
    named: tuple[RevokeNamed, ...] = ()
    voids: tuple[DealVoided, ...] = ()
    again: bool = False

    def penalties(self, seats: int) -> tuple[int, ...]:
        """The penalties of all void deals so far, by seat."""
        return tuple(sum(void.penalties[seat] for void in self.voids) for seat in range(seats))


def unblemished(
    seats: int,
    open_hands: tuple[bool, ...] = (),
    voids: tuple[DealVoided, ...] = (),
    *,
    again: bool = False,
) -> Manners:
    """The manners of a deal in which nothing has happened yet."""
    return Manners(((),) * seats, open_hands or (False,) * seats, voids=voids, again=again)
