"""Tables for rule tests: chance is rigged, everything else is the real authority."""

from greenbaize.cards import parse_cards
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.games.exact_bid.events import BidsScored, TrumpDealt
from greenbaize.match.authority import Authority
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import MatchEnded, TrickTaken
from greenbaize.rules.options import resolve_options


class RiggedChance:
    """Rigged chance that records its requests."""

    def __init__(self, first_dealer, packs, coin_winner=0):
        self.first_dealer, self.packs, self.coin_winner = first_dealer, packs, coin_winner
        self.lot_requests = []

    def draw_lot(self, kind, seats, deal=0, attempt=0):
        del deal, attempt
        self.lot_requests.append((kind, tuple(seats)))
        return self.first_dealer if kind == "lot" else self.coin_winner

    def draw_order(self, kind, pack, deal=0, attempt=0):
        del kind, attempt
        stacked_cards = list(self.packs.get(deal, ()))
        return stacked_cards + [card for card in pack if card not in stacked_cards]


def stack_pack(hands, dealer, turned=""):
    """Return the top of a pack that deals these hands one card at a time from the dealer's left."""
    hand_cards = [parse_cards(hand) for hand in hands]
    seats = [(dealer + 1 + turn) % len(hands) for turn in range(len(hands))]
    return [hand_cards[seat][index] for index in range(len(hand_cards[0])) for seat in seats] + [
        *parse_cards(turned)
    ]


def submit_in_turn(authority, command_class, values):
    """Submit commands of a class by the acting seats; return the first refusal."""
    for value in values:
        refusal = authority.submit(command_class(authority.state.turn, value))
        if refusal is not None:
            return refusal
    return None


class RuleTable:
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
            deal: stack_pack(hands, (dealer + deal - 1) % seats, turned)
            for deal, (hands, turned) in (stack or {}).items()
        }
        self.start_match(
            game,
            resolve_options(game.options, seats, options),
            seats,
            RiggedChance(dealer, packs, flip),
        )

    def start_match(self, game, settings, seats, chance):
        self.game, self.seats, self.chance = game, seats, chance
        self.moments = []
        self.authority = Authority(game, seats, settings, chance)
        self.authority.add_listener(lambda event, state: self.moments.append((event, state)))
        self.authority.append_derived_events()

    @property
    def state(self):
        return self.authority.state

    @property
    def events(self):
        return [event for event, _ in self.moments]

    def make_bids(self, *bids):
        """Bid in turn; return the first refusal."""
        return submit_in_turn(self.authority, BidCommand, bids)

    def play_cards(self, codes):
        """Play cards in turn; return the first refusal."""
        return submit_in_turn(self.authority, PlayCommand, parse_cards(codes))

    def play_until(self, until_deal=99):
        """Play first legal commands until a later deal has begun or the match is over."""
        while not self.game.is_over(self.state) and self.state.deal < until_deal:
            command = self.game.legal(self.state, self.state.turn)[0]
            assert self.authority.submit(command) is None

    def play_on_when_ready(self):
        """Play first legal commands to the end, with all seats ready after each trick."""
        while not self.game.is_over(self.state):
            if self.game.is_open(self.state):
                self.authority.append_derived_events(ready=True)
            else:
                command = self.game.legal(self.state, self.state.turn)[0]
                assert self.authority.submit(command) is None

    def events_of(self, event_class):
        return [event for event in self.events if isinstance(event, event_class)]

    @property
    def trump_deals(self):
        return self.events_of(TrumpDealt)

    @property
    def takers(self):
        return [event.seat for event in self.events_of(TrickTaken)]

    @property
    def score_events(self):
        return self.events_of(BidsScored)

    @property
    def end_event(self):
        (end,) = self.events_of(MatchEnded)
        return end
