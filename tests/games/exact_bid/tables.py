"""Tables for rule tests: chance is rigged, everything else is the real authority."""

from greenbaize.cards import cards
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.match.authority import Authority
from greenbaize.rules.commands import Play
from greenbaize.rules.events import Ended, TrickTaken
from greenbaize.rules.options import settled


class Rigged:
    """Rigged chance that records its requests."""

    def __init__(self, first, packs, flip=0):
        self.first, self.packs, self.flip = first, packs, flip
        self.lots = []

    def lot(self, kind, among, deal=0, attempt=0):
        del deal, attempt
        self.lots.append((kind, tuple(among)))
        return self.first if kind == "lot" else self.flip

    def order(self, kind, pack, deal=0, attempt=0):
        del kind, attempt
        top = list(self.packs.get(deal, ()))
        return top + [one for one in pack if one not in top]


def stacked(hands, dealer, turned=""):
    """Return the top of a pack that deals these hands one card at a time from the dealer's left."""
    held = [cards(hand) for hand in hands]
    seats = [(dealer + 1 + turn) % len(hands) for turn in range(len(hands))]
    return [held[seat][place] for place in range(len(held[0])) for seat in seats] + [*cards(turned)]


def in_turn(authority, kind, given):
    """Submit commands of a class by the acting seats; return the first refusal."""
    for one in given:
        refusal = authority.submit(kind(authority.state.turn, one))
        if refusal is not None:
            return refusal
    return None


class Table:
    """Running match. ``stack`` gives the hands by seat and the turned card of some deals."""

    def __init__(
        self,
        game,
        seats,
        *,
        dealer=0,
        stack=None,
        flip=0,
        **options,
    ):
        packs = {
            deal: stacked(hands, (dealer + deal - 1) % seats, turned)
            for deal, (hands, turned) in (stack or {}).items()
        }
        self.begin(game, settled(game.options, seats, options), seats, Rigged(dealer, packs, flip))

    def begin(self, game, settings, seats, chance):
        self.game, self.seats, self.chance = game, seats, chance
        self.moments = []
        self.authority = Authority(game, seats, settings, chance)
        self.authority.listen(lambda event, state: self.moments.append((event, state)))
        self.authority.proceed()

    @property
    def state(self):
        return self.authority.state

    @property
    def events(self):
        return [event for event, _ in self.moments]

    def bid(self, *bids):
        """Bid in turn; return the first refusal."""
        return in_turn(self.authority, Bid, bids)

    def play(self, codes):
        """Play cards in turn; return the first refusal."""
        return in_turn(self.authority, Play, cards(codes))

    def play_on(self, until_deal=99):
        """Play first legal commands until a later deal has begun or the match is over."""
        while not self.game.over(self.state) and self.state.deal < until_deal:
            command = self.game.legal(self.state, self.state.turn)[0]
            assert self.authority.submit(command) is None

    def play_on_closing(self):
        """Play first legal commands to the end, with all seats ready after each trick."""
        while not self.game.over(self.state):
            if self.game.open(self.state):
                self.authority.proceed(ready=True)
            else:
                command = self.game.legal(self.state, self.state.turn)[0]
                assert self.authority.submit(command) is None

    def all_of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def dealt(self):
        return self.all_of(TrumpDealt)

    @property
    def takers(self):
        return [event.seat for event in self.all_of(TrickTaken)]

    @property
    def scores(self):
        return self.all_of(BidsScored)

    @property
    def ending(self):
        (end,) = self.all_of(Ended)
        return end
