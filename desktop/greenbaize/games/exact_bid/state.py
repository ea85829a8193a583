"""Match state of games of exact bids, table manners included (``damn.md`` 7 to 10)."""

from msgspec.structs import replace

from greenbaize.cards import PACK_52, Card, Suit
from greenbaize.games.exact_bid.events import BidsScored, DealVoided, RevokeNamed
from greenbaize.rules.events import Event
from greenbaize.rules.frozen_struct import FrozenStruct
from greenbaize.rules.hands import find_winning_index
from greenbaize.rules.trick_game import TrickState


class TableMannersState(FrozenStruct):
    """Part of a state that table manners need.

    ``last_bid`` is the seat that bid last in this deal. ``shown_cards`` has by seat the cards
    exposed in this deal; those still in the hand lie face up. ``returned_cards`` are the cards of
    the deal that were taken back into a hand. ``pending_events`` are those that a correction still
    has to state, ``named_revokes`` the revokes of a deal about to be void. ``voids`` are the void
    deals of the match; with ``must_redeal`` the last one is to be dealt again. ``open_hands`` tells
    which hands were dealt face up to the owner of this view.
    """

    shown_cards: tuple[tuple[Card, ...], ...]
    open_hands: tuple[bool, ...]
    last_bid: int | None = None
    returned_cards: tuple[Card, ...] = ()
    pending_events: tuple[Event, ...] = ()
    named_revokes: tuple[RevokeNamed, ...] = ()
    voids: tuple[DealVoided, ...] = ()
    must_redeal: bool = False

    def penalties(self, seats: int) -> tuple[int, ...]:
        """Return the penalties of all void deals so far, by seat."""
        return tuple(sum(void.penalties[seat] for void in self.voids) for seat in range(seats))


def initial_manners(
    seats: int,
    open_hands: tuple[bool, ...] = (),
    voids: tuple[DealVoided, ...] = (),
    *,
    must_redeal: bool = False,
) -> TableMannersState:
    """Return the manners of a deal in which nothing has happened yet."""
    return TableMannersState(
        ((),) * seats, open_hands or (False,) * seats, voids=voids, must_redeal=must_redeal
    )


class BidState(TrickState, kw_only=True):
    """Match of exact bids as one seat, a spectator or the table knows it.

    ``cards`` is the number of cards dealt to each seat in this deal (the word of records).
    ``manners`` is None where what is wrong is refused.
    """

    cards: int = 0
    turned: Card | None = None
    trump: Suit | None = None
    bids: tuple[int | None, ...] = ()
    scores: tuple[BidsScored, ...] = ()
    manners: TableMannersState | None = None

    @property
    def possible_bids(self) -> range:
        """Numbers of tricks that can be bid: none beyond the pack, whatever a host tells."""
        return range(min(self.cards, len(PACK_52)) + 1)

    @property
    def is_bidding(self) -> bool:
        return None in self.bids

    @property
    def taker(self) -> int:
        """Seat whose card wins the trick on the table so far."""
        play = self.play
        return (play.leader + find_winning_index(play.trick, self.trump)) % self.seats

    @property
    def with_trick_taken(self) -> "BidState":
        """The state with a complete trick taken.

        With table manners the trick lies open until the next lead (``damn.md 9``), and the leader's
        view does not show it taken yet.
        """
        return (
            replace(self, play=self.play.take_trick(self.taker))
            if self.play.is_trick_complete
            else self
        )
