"""Tables for rule tests: chance is rigged, everything else is the real authority."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from greenbaize.cards import Card, cards
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.match.authority import Authority
from greenbaize.rules.commands import Play
from greenbaize.rules.events import Ended, Event, TrickTaken
from greenbaize.rules.game import Game
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings, settled


class Rigged:
    """Chance that does what a test needs and notes what it was asked."""

    def __init__(self, first: int, packs: Mapping[int, Sequence[Card]], flip: int = 0) -> None:
        self.first, self.packs, self.flip = first, packs, flip
        self.lots: list[tuple[str, tuple[int, ...]]] = []

    def lot(self, kind: str, among: Sequence[int], deal: int = 0, attempt: int = 0) -> int:
        del deal, attempt
        self.lots.append((kind, tuple(among)))
        return self.first if kind == "lot" else self.flip

    def order(self, kind: str, pack: Sequence[Any], deal: int = 0, attempt: int = 0) -> list[Any]:
        del kind, attempt
        top = list(self.packs.get(deal, ()))
        return top + [one for one in pack if one not in top]


def stacked(hands: Sequence[str], dealer: int, turned: str = "") -> list[Card]:
    """The top of a pack that deals these hands one card at a time from the dealer's left."""
    held = [cards(hand) for hand in hands]
    seats = [(dealer + 1 + turn) % len(hands) for turn in range(len(hands))]
    return [held[seat][place] for place in range(len(held[0])) for seat in seats] + [*cards(turned)]


def in_turn(authority: Authority, kind: Any, given: Iterable[Any]) -> Message | None:
    """Commands of a kind by whoever's turn it is; returns the first refusal."""
    for one in given:
        refusal = authority.submit(kind(authority.state.turn, one))
        if refusal is not None:
            return refusal
    return None


class Table:
    """A running match. ``stack`` gives for some deals the hands by seat and the turned card."""

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        *,
        dealer: int = 0,
        stack: Mapping[int, tuple[Sequence[str], str]] | None = None,
        flip: int = 0,
        **options: object,
    ) -> None:
        packs = {
            deal: stacked(hands, (dealer + deal - 1) % seats, turned)
            for deal, (hands, turned) in (stack or {}).items()
        }
        self.begin(game, settled(game.options, seats, options), seats, Rigged(dealer, packs, flip))

    def begin(self, game: Game[Any], settings: Settings, seats: int, chance: Rigged) -> None:
        self.game, self.seats, self.chance = game, seats, chance
        self.moments: list[tuple[Event, Any]] = []
        self.authority = Authority(game, seats, settings, chance)
        self.authority.listen(lambda event, state: self.moments.append((event, state)))
        self.authority.proceed()

    @property
    def state(self) -> Any:
        return self.authority.state

    @property
    def events(self) -> list[Event]:
        return [event for event, _ in self.moments]

    def bid(self, *bids: int) -> Message | None:
        """Bids in turn; returns the first refusal."""
        return in_turn(self.authority, Bid, bids)

    def play(self, codes: str) -> Message | None:
        """Cards in turn; returns the first refusal."""
        return in_turn(self.authority, Play, cards(codes))

    def play_on(self, until_deal: int = 99) -> None:
        """First legal answers until a later deal is on the table or the match is over."""
        while not self.game.over(self.state) and self.state.deal < until_deal:
            command = self.game.legal(self.state, self.state.turn)[0]
            assert self.authority.submit(command) is None

    def play_on_closing(self) -> None:
        """First legal answers to the end, with everybody ready after each trick."""
        while not self.game.over(self.state):
            if self.game.open(self.state):
                self.authority.proceed(ready=True)
            else:
                command = self.game.legal(self.state, self.state.turn)[0]
                assert self.authority.submit(command) is None

    def all_of(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def dealt(self) -> list[TrumpDealt]:
        return self.all_of(TrumpDealt)

    @property
    def takers(self) -> list[int]:
        return [event.seat for event in self.all_of(TrickTaken)]

    @property
    def scores(self) -> list[BidsScored]:
        return self.all_of(BidsScored)

    @property
    def ending(self) -> Ended:
        (end,) = self.all_of(Ended)
        return end
