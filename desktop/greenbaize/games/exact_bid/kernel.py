"""The search's kernel for games of exact bids: worlds that fit the bids, played out."""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb, exp
from random import Random
from typing import Final

from msgspec.structs import replace

from greenbaize.bots import finish
from greenbaize.bots.dealing import Dealing
from greenbaize.bots.finish import Finish
from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid.at_random import Falling
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.easy import blind_worth, forgotten_cards, lacked
from greenbaize.games.exact_bid.play import ExactBidGame
from greenbaize.games.exact_bid.playout import (
    NO_BID,
    Bids,
    Chances,
    OpenTrick,
    Playout,
    Plays,
    Values,
)
from greenbaize.games.exact_bid.state import BidState
from greenbaize.games.exact_bid.worth import COUNTS, WHOLE, Bidding, Outlook, World, hand_of, number
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.hands import Hand, played_by, put, winning
from greenbaize.rules.thinking import Effort

DEALT: Final = 12
"""Number of worlds dealt for a bid for each that is played out for a card."""
MOST_DEALT: Final = 4000
"""Most worlds for a bid."""
USUAL: Final = 60
"""Usual choices times cards left. Longer decisions get fewer worlds, shorter ones more."""
FEWEST: Final = 0.5
MOST: Final = 5.0
"""Limits of the factor to the level's number of worlds."""
MOST_SEARCHED: Final = 14
"""Most cards in all hands for a search to the end: uncompiled it would take many seconds."""
FAR: Final = 2.2
"""Largest distance of a weighed bid from the expected tricks, unless all are wanted."""
SHARP: Final = 0.06
"""Scale of a card's chance in a blind deal around 0.5, at which 1 and 0 are bid as often."""
ASTRAY: Final = 0.1
"""Chance that a blind bid is unrelated to the cards."""


class ExactBidKernel:
    """Decision in a game of exact bids; ``thorough`` weighs the hopeless bids as well."""

    def __init__(
        self, game: ExactBidGame, view: BidState, seat: int, effort: Effort, *, thorough: bool
    ) -> None:
        self.commands: Sequence[Command] = game.legal(view, seat)
        view = view.closed
        self._game, self.view, self.seat = game, view, seat
        self._effort = effort
        self._random = Random(0)
        self._trump = -1 if view.trump is None else int(view.trump)
        self._left = view.hands[seat].size
        self._ending = (
            not view.bidding
            and self._left <= effort.endgame
            and self._left * view.seats <= MOST_SEARCHED
        )
        points = [float(game.points(view, bid, bid)) for bid in range(view.cards + 1)]
        self._finish = near_the_end(game, view, seat)
        self._told: dict[tuple[int, ...], tuple[float, float]] = {}
        forgets = effort.hold < 1 and not view.bidding
        self._gone = forgotten_cards(game, view, seat, effort.hold) if forgets else frozenset()
        self._dealing = _dealing(game, view, self._gone)
        self._bids = self._bids_told(points)
        if view.bidding:
            if not thorough and not view.hands[seat].unknown:
                mean = self._bids.expected(hand_of(view.hands[seat].cards))
                bids = [bid for bid in self.commands if isinstance(bid, Bid)]
                near = [bid for bid in bids if abs(bid.tricks - mean) <= FAR]
                self.commands = near or self.commands
            self._tricks = [bid.tricks for bid in self.commands if isinstance(bid, Bid)]
            self._falling = Falling(view.seats, self._trump, self._random)
            self._won = 0
        else:
            self._cards = self._first_alike()
            self._playout = self._playing(points)

    def _bids_told(self, points: list[float]) -> Bids:
        """Return the evidence of the bids; ``points`` is what each scores when it is met."""
        view = self.view
        made = [NO_BID if bid is None else bid for bid in view.bids]
        gone = [hand_of(played_by(view.play, owner)) for owner in range(view.seats)]
        dealt = [card for card in PACK_52 if card != view.turned]
        usual, values = _bidding(view.seats, view.cards, len(dealt), view.trump is not None)
        return Bids(self.seat, made, gone, hand_of(dealt), self._trump, usual, values, points)

    def _playing(self, points: list[float]) -> Playout:
        """Return the playout of a decision between cards; ``points`` are the scores of met bids."""
        view, seats, laid = self.view, self.view.seats, self.view.play.trick
        trick = self._laid(view.play.lead, laid)
        out = self._unplayed()
        # Number of cards left in each hand when the next card is chosen.
        left = self._left - (len(laid) + 1 == seats)
        chances: list[Chances] = []
        if not self._ending:
            undealt = len(out) - sum(hand.size for hand in view.hands)
            chances = _chances(seats, left, undealt, view.trump is not None)
        needs = [(bid or 0) - won for bid, won in zip(view.bids, view.play.won, strict=True)]
        prizes = [points[bid or 0] for bid in view.bids]
        return Playout(
            self.seat,
            self._cards,
            self._left,
            trick,
            needs,
            hand_of(out),
            self._trump,
            prizes,
            chances,
            self._worths(prizes),
        )

    def _bid_for_the_place(self, finish: Finish, points: tuple[int, ...]) -> tuple[float, float]:
        """Return the values of bidding exactly and not, near the end of the match.

        Only half of each comes from the final rank: others' bids and the chance to meet a bid are
        guesses, to which the rank alone would give too much weight.
        """
        found = self._told.get(points)
        if found is None:
            seat, others = self.seat, len(points) - 1
            without = (*points[:seat], 0, *points[seat + 1 :])
            exact, missed = (
                (finish.worth(ends)[seat] + ends[seat] - (sum(ends) - ends[seat]) / others) / 2
                for ends in (points, without)
            )
            found = self._told[points] = exact, missed
        return found

    def _worths(self, prizes: list[float]) -> list[float]:
        """Return each seat's value, near the end, if these seats, as bits, meet their bids."""
        finish = self._finish
        if finish is None:
            return []
        worths = []
        for met in range(1 << len(prizes)):
            points = [int(prize) * (met >> seat & 1) for seat, prize in enumerate(prizes)]
            worth = finish.worth(points)
            worths += worth + [0.0] * (8 - len(worth))
        return worths

    def _plays_told(self) -> Plays:
        view, seats = self.view, self.view.seats
        out = hand_of(card for card in PACK_52 if card != view.turned)
        undealt = out.bit_count() - view.cards * seats
        chances = _chances(seats, view.cards, undealt, view.trump is not None)
        plays = Plays(seats, self._trump, chances)
        needs = [bid or 0 for bid in view.bids]
        for gone, trick in enumerate(view.play.tricks):
            laid = OpenTrick()
            for count, owner in enumerate(trick.seats(seats), 1):
                card = number(trick.cards[count - 1])
                if view.manners and trick.cards[count - 1] in view.manners.shown[owner]:
                    plays.hold(owner, card)  # It lay exposed, and had to be played.
                elif owner != self.seat:
                    plays.add(owner, view.cards - gone, laid, needs, out, card)
                out ^= 1 << card
                laid = self._laid(trick.leader, trick.cards[:count])
            if laid.played == seats:
                needs[laid.owner] -= 1
        return plays

    def _laid(self, leader: int, cards: Sequence[Card]) -> OpenTrick:
        if not cards:
            return OpenTrick()
        at = winning(cards, self.view.trump)
        owner = (leader + at) % self.view.seats
        return OpenTrick(cards[0] % 4, cards[at] // 4, cards[at] % 4, owner, len(cards))

    def _first_alike(self) -> list[int]:
        """Return for each card to choose from the first of equal value: of touching cards."""
        own = set(self.view.hands[self.seat].cards)
        between = hand_of(card for card in self._unplayed() if card not in own)
        between |= hand_of(self.view.play.trick)
        groups: dict[tuple[int, int], int] = {}
        cards = []
        for command in self.commands:
            assert isinstance(command, Play)
            card = number(command.card)
            above = (between >> card - card % 13 & WHOLE) >> card % 13
            cards.append(groups.setdefault((card // 13, COUNTS[above]), card))
        return cards

    def _unplayed(self) -> list[Card]:
        """Return the cards not played or turned as far as remembered, in hands or not."""
        view = self.view
        played = set(view.play.cards) - self._gone
        return [card for card in PACK_52 if card not in played and card != view.turned]

    # Worlds

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, World]]:
        """Return worlds that fit the view, weighted by the likelihood of bids and plays."""
        self._random.seed(chance.below(1 << 32))
        telling = self._effort.weighted and any(
            bid is not None and owner != self.seat for owner, bid in enumerate(self.view.bids)
        )
        if self.view.bidding:
            # Dealing takes as long as playing out here, so every world dealt is used.
            count = min(MOST_DEALT, count * DEALT)
            if not telling or not self.view.hands[self.seat].unknown:
                return self._dealt(count, telling=telling)
            told, own = self._blindly_told(), self.seat
            dealt = self._dealt(count, telling=False)
            return [(weight * told[world[own]], world) for weight, world in dealt]
        if not self._ending:
            length = len(set(self._cards)) * self._left
            count = max(1, round(count * min(MOST, max(FEWEST, USUAL / length))))
        if not telling:
            return self._dealt(count, telling=telling)
        found = self._dealt(count * self._effort.weighing, telling=telling)
        if self._effort.plays:
            likelihood = self._plays_told().likelihood
            found = [(weight * likelihood(world), world) for weight, world in found]
        sums = list(accumulate([weight for weight, _ in found]))
        step = sums[-1] / count
        start = self._random.random() * step
        return [(1.0, found[bisect_left(sums, start + step * turn)][1]) for turn in range(count)]

    def _dealt(self, count: int, *, telling: bool) -> list[tuple[float, World]]:
        """Return so many worlds with their weights, which include the likelihood of the bids."""
        deal, draw, likelihood = self._dealing.deal, self._random.random, self._bids.likelihood
        dealt = [deal(draw) for _ in range(count)]
        if not telling:
            return [(weight, world) for weight, world, _ in dealt]
        return [(weight * likelihood(world), world) for weight, world, _ in dealt]

    def _blindly_told(self) -> dict[int, float]:
        """Return the likelihood of the others' bids for each possible own card of a blind deal.

        Each seat that has bid saw it, and all cards but its own.
        """
        view, told = self.view, {}
        for card in self._game.unseen(view):
            likelihood = 1.0
            seen = put(view.hands, self.seat, Hand((card,)))
            for owner, bid in enumerate(view.bids):
                if bid is None or owner == self.seat:
                    continue
                hands = put(seen, owner, seen[owner].hidden)
                wins = blind_worth(replace(view, hands=hands), owner)
                chance = ASTRAY / 2 + (1 - ASTRAY) / (1 + exp((0.5 - wins) / SHARP))
                likelihood *= chance if bid else 1 - chance
            told[hand_of((card,))] = likelihood
        return told

    # Outcomes

    def outcomes(self, world: World, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """Return the lead over the others' mean that each command gives in the world.

        In the last deals of a match it is the value of this for the rank (``finish.py``).

        For a bid the cards fall at random. A playout for it would make every bid look easy, above
        all the extreme ones: it was measured to bid worse. And one random deal serves all bids.
        """
        if self.view.bidding:
            won = self._falling.tricks(world, self.view.play.lead)
            self._won = won[self.seat]
            if self._finish is not None:
                exact, missed = self._bid_for_the_place(self._finish, self._bids.scored(world, won))
                mine = won[self.seat]
                return [exact if self._tricks[place] == mine else missed for place in among]
            return self._bids.bring(world, won, [self._tricks[place] for place in among])
        return self._playout.outcomes(world, among)

    def succeed(self, world: World, among: Sequence[int]) -> Sequence[float]:
        if self.view.bidding:
            return [float(self._tricks[place] == self._won) for place in among]
        met = [self._playout.end(world, self._cards[place]) for place in among]
        return [float(one >> self.seat & 1) for one in met]


@lru_cache(maxsize=32)
def _bidding(seats: int, cards: int, dealt: int, trumps: bool) -> tuple[Bidding, Values]:
    bidding = Bidding(seats, cards, dealt, trumps)
    return bidding, Values(bidding)


def _chances(seats: int, most: int, undealt: int, trumps: bool) -> list[Chances]:
    """Return the chances with 1 to ``most`` cards left in each hand, before the lead."""
    return [_chance(seats, left, undealt, trumps) for left in range(1, most + 1)]


@lru_cache(maxsize=128)
def _chance(seats: int, left: int, undealt: int, trumps: bool) -> Chances:
    return Chances(Outlook(seats, left, undealt + left * seats, trumps))


def _dealing(game: ExactBidGame, view: BidState, forgotten: Collection[Card]) -> Dealing:
    """Return the dealing of the cards that the view does not show, or that are forgotten.

    No hand gets cards of a suit that it did not follow.
    """
    places = []
    for seat, hand in enumerate(view.hands):
        voids = sum([WHOLE << 13 * suit for suit in lacked(view, seat, forgotten)])
        places.append([voids] * hand.unknown)
    pool = [1 << number(card) for card in (*game.unseen(view), *sorted(forgotten))]
    return Dealing([hand_of(hand.cards) for hand in view.hands], places, pool)


MET: Final = 0.84
HARDER: Final = 0.03
"""Share of bids that are met, and its decrease with every card; of searching players."""


def near_the_end(game: ExactBidGame, view: BidState, seat: int) -> finish.Finish | None:
    """Return the values of the deal's points near the end of the match, else None."""
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    now, *later = [
        _swings(_prizes(game, view, view.deal + more), view.seats) for more in range(left + 1)
    ]
    return finish.finish(seat, view.totals, now, finish.joined(later))


def _prizes(game: ExactBidGame, view: BidState, deal: int) -> tuple[int, ...]:
    cards = game.cards_in(view, deal)
    then = view._replace(deal=deal, cards=cards)
    return tuple(game.points(then, bid, bid) for bid in range(cards + 1))


@lru_cache(maxsize=256)
def _swings(prizes: tuple[int, ...], seats: int) -> finish.Swings:
    """Return the possible swings of a deal, with bids spread as tricks fall by chance."""
    cards = len(prizes) - 1
    met = MET - cards * HARDER
    points = dict.fromkeys((0, *prizes), 0.0)
    points[0] += 1 - met
    for bid, prize in enumerate(prizes):
        points[prize] += met * comb(cards, bid) * (seats - 1) ** (cards - bid) / seats**cards
    return finish.apart(points)
