"""The search's kernel for games of exact bids: worlds that fit the bids, played out for them."""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from math import exp
from random import Random
from typing import Final, NamedTuple

from greenbaize.cards import PACK_52, Card
from greenbaize.games.exact_bid import worth
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.games.exact_bid.endgame import Endgame
from greenbaize.games.exact_bid.play import BidState, ExactBidGame
from greenbaize.games.exact_bid.playout import OpenTrick, Suits, play_out, tricks_at_random
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.thinking import Effort

WHOLE: Final = 0x1FFF
"""All ranks of a suit."""
ODD: Final = 0.03
"""How likely a bid is that has nothing to do with the hand, against a fitting one."""
DEALT: Final = 12
"""How many worlds are dealt for a bid for each that is played out for a card."""
MOST_DEALT: Final = 4000
"""For no bid are more dealt."""
USUAL: Final = 60
"""A usual decision, choices times cards left. Longer ones get fewer worlds, shorter more."""
FEWEST: Final = 0.5
MOST: Final = 5.0
"""By how much the number of worlds may differ from the level's, as factors."""
FAR: Final = 2.2
"""Bids further than this from the expected tricks are not weighed, unless all are wanted."""


class World(NamedTuple):
    """One way the cards may lie: each seat's hand by suits."""

    hands: tuple[tuple[int, ...], ...]


class ExactBidKernel:
    """A decision in a game of exact bids.

    Args:
        game: the game, for its scores.
        view: what the deciding seat knows.
        seat: the deciding seat; it is its turn.
        effort: how much to search; worlds are weighted by the bids where it says so.
        thorough: weigh the hopeless bids as well.
    """

    near = 1.0

    def __init__(
        self, game: ExactBidGame, view: BidState, seat: int, effort: Effort, *, thorough: bool
    ) -> None:
        legal = game.legal(view, seat)
        view = view.closed
        self.view, self.seat = view, seat
        self._effort = effort
        self._random = Random(0)
        self._trump = -1 if view.trump is None else int(view.trump)
        self._left = view.hands[seat].size
        self._pool, self._out = _unseen(view)
        self._known = tuple(_by_suits(hand.cards) for hand in view.hands)
        self._barred = _voids(view)
        self._played = _played_by(view)
        self._points = [
            [float(game.points(view, bid, bid)) for bid in range(view.cards + 1)]
        ] * view.seats
        turned = () if view.turned is None else (view.turned,)
        whole = [WHOLE & ~ranks for ranks in _by_suits(turned)]
        self._dealt_out = tuple(whole)
        self._at_deal = worth.outlook(
            view.seats, view.cards, 52 - len(turned), view.trump is not None
        )
        self._usual = worth.Bidding(view.cards / view.seats)
        self._trick = _trick_of(view)
        self._ending = not view.bidding and self._left <= effort.endgame
        self.commands: Sequence[Command] = legal
        if view.bidding and not thorough and not view.hands[seat].unknown:
            mean = self._expected(self._known[seat])
            near = [bid for bid in legal if isinstance(bid, Bid) and abs(bid.tricks - mean) <= FAR]
            self.commands = near or legal
        self._alike = self._first_alike()

    # Worlds

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, World]]:
        """Worlds that fit the view, drawn as likely as the bids make them."""
        random = self._random = Random(chance.below(1 << 32))
        view = self.view
        telling = self._effort.weighted and any(
            bid is not None and owner != self.seat for owner, bid in enumerate(view.bids)
        )
        if view.bidding:
            # Here to deal costs as much as to play out, so that every world dealt is used.
            count = min(MOST_DEALT, count * DEALT)
            found = [self._dealt(random) for _ in range(count)]
            return [(self._likelihood(world) if telling else 1.0, world) for world in found]
        if not self._ending:
            length = len(set(self._alike)) * self._left
            count = round(count * min(MOST, max(FEWEST, USUAL / length)))
        if not telling:
            return [(1.0, self._dealt(random)) for _ in range(count)]
        found = [self._dealt(random) for _ in range(count * self._effort.weighing)]
        sums = list(accumulate(map(self._likelihood, found)))
        step = sums[-1] / count
        start = random.random() * step
        return [(1.0, found[bisect_left(sums, start + step * turn)]) for turn in range(count)]

    def _dealt(self, random: Random) -> World:
        view = self.view
        draw = random.random
        order = sorted(self._pool, key=lambda _: draw())
        hands = [list(known) for known in self._known]
        if not any(self._barred):
            at = 0
            for owner, hand in enumerate(view.hands):
                mine = hands[owner]
                for card in order[at : at + hand.unknown]:
                    mine[card // 13] |= 1 << card % 13
                at += hand.unknown
            return World(tuple(map(tuple, hands)))
        for _ in range(20):
            if self._fill(hands, order, strict=True):
                break
            hands = [list(known) for known in self._known]
            order = sorted(self._pool, key=lambda _: draw())
        else:
            # Somebody did not follow suit who could have: then voids say nothing for sure.
            self._fill(hands, order, strict=False)
        return World(tuple(map(tuple, hands)))

    def _fill(self, hands: list[list[int]], order: list[int], *, strict: bool) -> bool:
        """Deal a shuffled pool, the seats first that can hold least; whether it worked out."""
        barred = self._barred
        owners = sorted(range(len(hands)), key=lambda owner: -len(barred[owner]))
        for owner in owners:
            count = self.view.hands[owner].unknown
            if not count:
                continue
            never = barred[owner] if strict else ()
            mine, rest = hands[owner], []
            for card in order:
                if count and card // 13 not in never:
                    mine[card // 13] |= 1 << card % 13
                    count -= 1
                else:
                    rest.append(card)
            if count:
                return False
            order = rest
        return True

    def _expected(self, hand: Sequence[int]) -> float:
        """How many tricks a hand should win when it is dealt."""
        holding, out, trump = self._at_deal.holding, self._dealt_out, self._trump
        value = 0.0
        for suit in range(4):
            if hand[suit]:
                value += holding(hand[suit], out[suit], suit == trump).value
        return value

    def _likelihood(self, world: World) -> float:
        """How likely the others' bids are with these hands."""
        likelihood = 1.0
        for owner, bid in enumerate(self.view.bids):
            if bid is None or owner == self.seat:
                continue
            played = self._played[owner]
            held = [now | gone for now, gone in zip(world.hands[owner], played, strict=True)]
            far = (bid - self._usual.bid(self._expected(held))) / self._usual.spread
            likelihood *= ODD + exp(-far * far / 2)
        return likelihood

    # Outcomes

    def outcomes(self, world: World, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """The lead over the others' mean that each command brings when the world is played out."""
        del chance
        if self.view.bidding:
            return self._bids(world, among)
        prizes = [
            points[bid or 0] for bid, points in zip(self.view.bids, self._points, strict=True)
        ]
        ends = Endgame(prizes, self._trump) if self._ending else None
        values: dict[int, float] = {}
        for same in dict.fromkeys(self._alike[place] for place in among):
            command = self.commands[same]
            assert isinstance(command, Play)
            values[same] = self._played_out(world, prizes, ends, command.card)
        return [values[self._alike[place]] for place in among]

    def _first_alike(self) -> list[int]:
        """For each command the place of the first that is worth the same: of touching cards."""
        between = [
            ranks & ~own for ranks, own in zip(self._out, self._known[self.seat], strict=True)
        ]
        for card in self.view.play.trick:
            suit, rank = _place(card)
            between[suit] |= 1 << rank
        groups: dict[tuple[int, int], int] = {}
        alike = []
        for place, command in enumerate(self.commands):
            if isinstance(command, Play):
                suit, rank = _place(command.card)
                key = suit, (between[suit] >> rank).bit_count()
                alike.append(groups.setdefault(key, place))
            else:
                alike.append(place)
        return alike

    def _bids(self, world: World, among: Sequence[int]) -> list[float]:
        """What bids bring when the cards fall at random.

        A playout for the bid would make every bid look easy, above all the extreme ones: it was
        measured to bid worse. And one random deal serves all bids.
        """
        view, seat = self.view, self.seat
        won = tricks_at_random(world.hands, view.play.lead, self._trump, self._random)
        others = [
            scored[bid] * (bid == tricks)
            for bid, tricks, scored in zip(self._all_bids(world), won, self._points, strict=True)
        ]
        against = (sum(others) - others[seat]) / (view.seats - 1)
        bids = [self.commands[place] for place in among]
        return [
            self._points[seat][bid.tricks] * (bid.tricks == won[seat]) - against
            for bid in bids
            if isinstance(bid, Bid)
        ]

    def _all_bids(self, world: World) -> list[int]:
        """The bids made, and for those to come what their hands are worth."""
        return [
            self._usual_bid(hand) if bid is None else bid
            for bid, hand in zip(self.view.bids, world.hands, strict=True)
        ]

    def _usual_bid(self, hand: Sequence[int]) -> int:
        bid = round(self._usual.bid(self._expected(hand)))
        return min(self.view.cards, max(0, bid))

    def _played_out(
        self, world: World, prizes: Sequence[float], ends: Endgame | None, card: Card
    ) -> float:
        view, seat = self.view, self.seat
        hands = [list(hand) for hand in world.hands]
        needs = [(bid or 0) - won for bid, won in zip(view.bids, view.play.won, strict=True)]
        out, left = list(self._out), self._left
        suit, rank = _place(card)
        hands[seat][suit] ^= 1 << rank
        out[suit] ^= 1 << rank
        trick = self._trick.after(suit, rank, seat, self._trump)
        turn = (seat + 1) % view.seats
        if trick.played == view.seats:
            needs[trick.owner] -= 1
            turn, trick, left = trick.owner, OpenTrick(), left - 1
        if ends:
            return self._lead(ends.points(hands, needs, turn, trick))
        if left:
            play_out(hands, needs, turn, left, trick, out, self._trump)
        return self._lead([0.0 if need else one for need, one in zip(needs, prizes, strict=True)])

    def _lead(self, points: Sequence[float]) -> float:
        own = points[self.seat]
        return own - (sum(points) - own) / (len(points) - 1)


def _place(card: Card) -> tuple[int, int]:
    return card % 4, card // 4


def _by_suits(cards: Sequence[Card]) -> Suits:
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card % 4] |= 1 << card // 4
    return suits


def _unseen(view: BidState) -> tuple[list[int], Suits]:
    """The cards that may be in a hand's unknown places, and all that are not played or turned."""
    gone = set(view.play.cards)
    if view.turned is not None:
        gone.add(view.turned)
    shown = {card for hand in view.hands for card in hand.cards}
    left = [card for card in PACK_52 if card not in gone]
    pool = [card % 4 * 13 + card // 4 for card in left if card not in shown]
    return pool, _by_suits(left)


def _voids(view: BidState) -> list[set[int]]:
    """For each seat the suits it has shown to be out of, by not following."""
    voids: list[set[int]] = [set() for _ in range(view.seats)]
    for trick in view.play.tricks:
        for seat, card in zip(trick.seats(view.seats), trick.cards, strict=True):
            if card.suit is not trick.cards[0].suit:
                voids[seat].add(trick.cards[0] % 4)
    return voids


def _played_by(view: BidState) -> list[Suits]:
    """What each seat has played in this deal, by suits."""
    played: list[Suits] = [[0, 0, 0, 0] for _ in range(view.seats)]
    for trick in view.play.tricks:
        for seat, card in zip(trick.seats(view.seats), trick.cards, strict=True):
            played[seat][card % 4] |= 1 << card // 4
    return played


def _trick_of(view: BidState) -> OpenTrick:
    trick = OpenTrick()
    trump = -1 if view.trump is None else int(view.trump)
    for turn, card in enumerate(view.play.trick):
        trick = trick.after(card % 4, card // 4, (view.play.lead + turn) % view.seats, trump)
    return trick
