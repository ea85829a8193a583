"""Deals of exact bids with all cards known: likelihoods of bids and plays, and their ends.

Worlds and cards are as in ``worth.py``. While a deal is played out, each seat's suits and the trick
on the table are plain numbers; no object is created per card.

Every seat plays the card after which it most likely still meets its bid, as far as it could know: a
card's value follows from the number of higher unseen ones, never from who holds them.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from greenbaize.games.exact_bid.worth import (
    COUNTS,
    EASE,
    HIGHEST,
    WHOLE,
    Bidding,
    Outlook,
    Sight,
    World,
)

NO_BID: Final = -1
"""Placeholder of a bid that is still to come."""
REMEMBERED: Final = 300
"""Largest number of cached values of suits for each kind of suit."""
SUIT: Final = 14 * 14
"""Size of the tables for a kind of suit: by unseen cards of it, and higher ones."""
MOMENT: Final = 21
"""Size of the record of a card that was played."""
TOLD: Final = [
    *(1.15, 0.50, 0.80),
    *(0.98, 0.55, 1.00),
    *(1.06, 0.84, 0.80),
    *(1.20, 0.50, 0.50),
    *(1.16, 0.23, 1.00),
    *(1.06, 0.33, 0.60),
    *(1.25, 0.95),
]
"""Relative likelihood of a hand of which a card was played.

Where it is the card that a playout would play of this hand, or one worth the same; where that is
another of its suit; where it is of another suit. First for seats that want tricks, of a lead, of
following suit and of a card of some other suit, then for those that want none. The last two are for
hands that had no choice but to follow suit with it: of seats that want tricks, and that want none.
Counted in deals of searching players, at 5 and 9 cards: in the hands they had, against sampled ones
that fit their bids as well.
"""
FORCED: Final = 18
"""Index of the entries for hands without a choice."""
COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
COUNT = COUNTS
TOP = HIGHEST


class OpenTrick(NamedTuple):
    """The trick on the table: the led suit, the seat and card that win so far, the cards played.

    ``suit`` is -1 before the lead. ``top_rank`` is the rank of the winning card, ``top_suit`` its
    suit.
    """

    suit: int = -1
    top: int = -1
    top_suit: int = -1
    owner: int = -1
    played: int = 0


class Values:
    """Values of cards, each and by suits; a suit's kind is 1 for trumps, else 0."""

    def __init__(self, sight: Sight) -> None:
        self._known: list[dict[int, tuple[float, float]]] = [{}, {}]
        # Sizes are literals, as Cython copies these lists into arrays of its own. By kind, unseen
        # cards and higher ones, 2 * SUIT_TABLE_SIZE: the chance of a card to win a trick, and the
        # variance of such a trick.
        self.worth, self.doubt = [0.0] * 392, [0.0] * 392
        for kind in range(2):
            for unseen in range(14):
                for higher in range(unseen + 1):
                    at = kind * SUIT + unseen * 14 + higher
                    worth = sight.worth(higher, unseen, kind > 0)
                    self.worth[at], self.doubt[at] = worth, worth * (1 - worth)

    def sums(self, ranks: int, out: int, kind: int) -> tuple[float, float]:
        """Return the expected tricks of some unplayed cards of a suit, and their variance."""
        if COMPILED:
            return self._sums(ranks, out & ~ranks, kind)
        # A dictionary is faster, unless the loop is compiled.
        known, key = self._known[kind], ranks << 13 | out
        found = known.get(key)
        if found is None:
            if len(known) >= REMEMBERED:
                known.clear()
            found = known[key] = self._sums(ranks, out & ~ranks, kind)
        return found

    def _sums(self, ranks: int, unseen: int, kind: int) -> tuple[float, float]:
        value = doubts = 0.0
        row = kind * SUIT + COUNT[unseen] * 14
        while ranks:
            rank = TOP[ranks]
            ranks ^= 1 << rank
            at = row + COUNT[unseen >> rank]
            value += self.worth[at]
            doubts += self.doubt[at]
        return value, doubts


class Chances(Values):
    """Chances with so many cards left in each hand: a ``PlayModel`` as flat tables."""

    def __init__(self, outlook: Outlook) -> None:
        super().__init__(outlook)
        # Each number of the model is copied here, and has its type in the .pxd.
        self.spread, self.unsure = outlook.spread, outlook.unsure
        self.contest, self.defence = outlook.contest, outlook.defence
        # By the number of players behind, 0 to 6, kind and higher cards: 7 * 2 * 14.
        self.winning = [
            outlook.winning(behind, kind > 0, higher)
            for behind in range(7)
            for kind in range(2)
            for higher in range(14)
        ]


def meets(need: int, later: int, expected: float, spread: float) -> float:
    """Return how likely so many of the later tricks are won, where so many are expected.

    It is the part within half a trick of a bell curve with heavy tails (Student's of two degrees),
    for which square roots are enough; ``spread`` is twice its width, squared. It compares the cards
    of one decision, and is no chance to be compared with others.
    """
    if need < 0 or need > later:
        return 0.0
    if not later:
        return 1.0
    above = expected - need + 0.5
    below = above - 1.0
    most = above / math.sqrt(above * above + spread)
    part = (most - below / math.sqrt(below * below + spread)) / 2
    return part if need else EASE * part


class Bids:
    """The bids of a deal as evidence about the hands.

    ``bids`` has each seat's bid or ``NO_BID``, ``played_cards`` what each has played, ``dealt`` all
    cards but the one turned; ``trump`` is -1 where there is none. ``model`` is how players bid,
    ``values`` what cards are worth to them, ``points`` what each bid scores when it is met.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seat: int,
        made: list[int],
        gone: list[int],
        dealt: int,
        trump: int,
        usual: Bidding,
        values: Values,
        points: list[float],
    ) -> None:
        spare = [0] * (8 - len(made))
        self._seats, self._seat, self._trump = len(made), seat, trump
        self._made, self._gone = made + spare, gone + spare
        self._whole = [dealt >> 13 * suit & WHOLE for suit in range(4)]
        self._even, self._steep = usual.even, usual.steep
        self._reach, self._spread, self._odd = usual.reach, usual.spread, usual.odd
        self._values, self._most = values, len(points) - 1
        # Bids of 0 to 17.
        self._points = points + [0.0] * (18 - len(points))

    def expected(self, hand: int) -> float:
        """Return the expected tricks of a hand when it is dealt."""
        value = 0.0
        for suit in range(4):
            ranks = hand >> 13 * suit & WHOLE
            if ranks:
                value += self._values.sums(ranks, self._whole[suit], suit == self._trump)[0]
        return value

    def usual(self, hand: int) -> float:
        """Return the expected bid of a hand; not a whole number and perhaps below 0."""
        return self._even + self._steep * (self.expected(hand) - self._even) + self._reach

    def likelihood(self, world: World) -> float:
        """Return how likely the others' bids are with these hands."""
        likelihood = 1.0
        for owner in range(self._seats):
            if self._made[owner] < 0 or owner == self._seat:
                continue
            hand = world[owner]
            far = (self._made[owner] - self.usual(hand | self._gone[owner])) / self._spread
            likelihood *= self._odd + math.exp(-far * far / 2)
        return likelihood

    def scored(self, world: World, won: list[int]) -> tuple[int, ...]:
        """Return each seat's score; open seats bid by their hand, the own seat exactly."""
        points = []
        for owner in range(self._seats):
            hand, bid = world[owner], self._made[owner]
            if owner == self._seat:
                bid = won[owner]
            elif bid < 0:
                bid = min(self._most, max(0, round(self.usual(hand))))
            points.append(int(self._points[bid]) if bid == won[owner] else 0)
        return tuple(points)

    def bring(self, world: World, won: list[int], bids: Sequence[int]) -> list[float]:
        """Return the lead over the others' mean for each of the own bids.

        Others bid as they did, or else what their hands are worth.
        """
        against = 0.0
        for owner in range(self._seats):
            if owner == self._seat:
                continue
            hand, bid = world[owner], self._made[owner]
            if bid < 0:
                bid = min(self._most, max(0, round(self.usual(hand))))
            if bid == won[owner]:
                against += self._points[bid]
        against /= self._seats - 1
        mine = won[self._seat]
        return [(self._points[bid] if bid == mine else 0.0) - against for bid in bids]


class Playout:
    """Decision between cards.

    ``left`` is the number of cards of each seat that has not played to the trick, ``needs`` each
    seat's bid less the tricks won, ``out`` the cards nobody has seen played or turned, ``trump`` -1
    where there is none. ``prizes`` is the score of each seat's bid if it is exact. ``chances`` are
    those with one card left in each hand, with two, and so on; none if the deal is to be searched.
    ``end_values``, near the end of the match, has the values for the seats, eight numbers each, if
    these meet their bids, as bits; it is empty while the lead over the others' mean counts.
    """

    def __init__(  # noqa: PLR0913, PLR0917
        self,
        seat: int,
        cards: list[int],
        left: int,
        trick: OpenTrick,
        needs: list[int],
        out: int,
        trump: int,
        prizes: list[float],
        chances: list[Chances],
        worths: Sequence[float] = (),
    ) -> None:
        spare = 8 - len(needs)
        self._seats, self._seat, self._trump = len(needs), seat, trump
        self._cards, self._trick, self._left_now = cards, trick, left
        self._needs_now, self._out_now = needs + [0] * spare, out
        self._prizes = prizes + [0.0] * spare
        self._chances = chances
        self._near = bool(worths)
        # Seven seats meet their bids or not, eight numbers each: 2**7 * 8.
        self._worths = [*worths, *[0.0] * (1024 - len(worths))]
        self._known: dict[tuple[int, int], int] = {}
        # Current position: the seat to play and each seat's needs, the cards out by suits and each
        # seat's by seats and suits, and the trick, as in ``OpenTrick``.
        self._turn, self._left, self._needs = seat, left, [0] * 8
        self._out, self._held = [0] * 4, [0] * 32
        self._led = self._top = self._top_suit = self._owner = -1
        self._played = 0

    def outcomes(self, world: World, among: Sequence[int]) -> list[float]:
        """Return outcomes of the cards with these indices: the lead over the mean, or its value."""
        values: dict[int, float] = {}
        outcomes = []
        self._known = {}
        for place in among:
            card = self._cards[place]
            if card not in values:
                met = self.end(world, card)
                if self._near:
                    values[card] = self._worths[met * 8 + self._seat]
                else:
                    own = self._prizes[self._seat] if met >> self._seat & 1 else 0.0
                    values[card] = own - (self._scored(met) - own) / (self._seats - 1)
            outcomes.append(values[card])
        return outcomes

    def end(self, world: World, card: int) -> int:
        """Return the bits of the seats that meet their bids when this card is played."""
        self._set_up(world)
        self._lay(card // 13, card % 13)
        if not self._chances:
            return self._best_end()
        self._play_out()
        return self._met()

    def _set_up(self, world: World) -> None:
        for owner in range(self._seats):
            hand = world[owner]
            for suit in range(4):
                self._held[owner * 4 + suit] = hand >> 13 * suit & WHOLE
            self._needs[owner] = self._needs_now[owner]
        for suit in range(4):
            self._out[suit] = self._out_now >> 13 * suit & WHOLE
        self._turn, self._left = self._seat, self._left_now
        self._led, self._top, self._top_suit, self._owner, self._played = self._trick

    def _lay(self, suit: int, rank: int) -> None:
        """Play a card from the hand whose turn it is; the last one also takes the trick."""
        turn = self._turn
        self._held[turn * 4 + suit] ^= 1 << rank
        self._out[suit] ^= 1 << rank
        if self._led < 0:
            self._led = self._top_suit = suit
            self._top, self._owner = rank, turn
        elif rank > self._top if suit == self._top_suit else suit == self._trump:
            self._top_suit = suit
            self._top, self._owner = rank, turn
        self._played += 1
        if self._played < self._seats:
            self._turn = turn + 1 if turn + 1 < self._seats else 0
        else:
            self._needs[self._owner] -= 1
            self._left -= 1
            self._turn = self._owner
            self._led = self._top = self._top_suit = self._owner = -1
            self._played = 0

    def _met(self) -> int:
        met = 0
        for seat in range(self._seats):
            if not self._needs[seat]:
                met |= 1 << seat
        return met

    def _scored(self, met: int) -> float:
        total = 0.0
        for seat in range(self._seats):
            if met >> seat & 1:
                total += self._prizes[seat]
        return total

    # Playing out

    def _play_out(self) -> None:
        """Play to the end as players do who know their own cards only."""
        held, needs = self._held, self._needs
        while self._left:
            turn, led = self._turn, self._led
            ranks = held[turn * 4 + led] if led >= 0 else 0
            if ranks and not ranks & (ranks - 1):
                self._lay(led, TOP[ranks])
            else:
                may_meet = 0 <= needs[turn] <= self._left
                card = self._choose() if may_meet else self._spoil()
                self._lay(card >> 4, card & 15)

    def _choose(self) -> int:
        """Return the card (suit * 16 + rank) after which the bid is most likely met."""
        held, out, led, trump = self._held, self._out, self._led, self._trump
        base, behind = self._turn * 4, self._seats - 1 - self._played
        need, later = self._needs[self._turn], self._left - 1
        chances = self._chances[later]
        worth, doubt, winning = chances.worth, chances.doubt, chances.winning
        value, doubts = -chances.contest * self._contested(), 0.0
        for suit in range(4):
            ranks = held[base + suit]
            if ranks:
                tricks, doubtful = chances.sums(ranks, out[suit], suit == trump)
                value += tricks
                doubts += doubtful
        first, last = 0, 3
        if led >= 0 and held[base + led]:
            first = last = led
        defence = chances.defence * self._taken()
        best, choice = -1.0, 0
        # Of equal cards the first: that of the last suit, and of touching ones the highest.
        for suit in range(last, first - 1, -1):
            ranks = held[base + suit]
            if not ranks:
                continue
            may_win = led < 0 or suit in (trump, self._top_suit)
            floor = self._top if suit == self._top_suit else -1
            kind, unseen = suit == trump, out[suit] & ~ranks
            row = kind * SUIT + COUNT[unseen] * 14
            wins = (behind * 2 + kind) * 14
            before = -1
            while ranks:
                rank = TOP[ranks]
                ranks ^= 1 << rank
                higher = COUNT[unseen >> rank]
                # Touching cards are equal, unless the trick's best card lies between them.
                alike = higher * 2 + (rank > floor)
                if alike == before:
                    continue
                before = alike
                rest = value - worth[row + higher]
                spread = chances.spread + chances.unsure * (doubts - doubt[row + higher])
                merit = meets(need, later, rest, spread)
                if may_win and rank > floor:
                    chance = winning[wins + higher]
                    merit = (
                        chance * (meets(need - 1, later, rest, spread) + defence)
                        + (1 - chance) * merit
                    )
                if merit > best:
                    best, choice = merit, suit * 16 + rank
        return choice

    def _contested(self) -> int:
        """Return by how many the tricks wanted exceed the tricks left.

        Only seats count that can still meet their bids.
        """
        needs, left = self._needs, self._left
        wanted = -left
        for seat in range(self._seats):
            if 0 < needs[seat] <= left:
                wanted += needs[seat]
        return wanted

    def _taken(self) -> int:
        """Return 1 if the trick's taker needs it, -1 if it must not have it, else 0."""
        needs, owner = self._needs, self._owner
        if owner < 0 or not 0 <= needs[owner] <= self._left:
            return 0
        return 1 if needs[owner] else -1

    def _takes(self) -> bool:
        """Return whether a seat that has missed its bid should take a trick to spoil other bids.

        It takes a trick from a seat that needs it, and leaves it to one that must not have it.
        """
        taken = self._taken()
        return taken > 0 if taken else self._contested() >= 0

    def _spoil(self) -> int:
        """Return the card (suit * 16 + rank) of a seat that has missed its bid."""
        held, led, trump, base = self._held, self._led, self._trump, self._turn * 4
        takes = self._takes()
        below = (2 << self._top) - 1 if led >= 0 else 0
        trumps = held[base + trump] if trump >= 0 else 0
        if led >= 0 and held[base + led]:
            ranks = held[base + led]
            losers = ranks & below if led == self._top_suit else ranks
            winners = ranks ^ losers
            if winners and (takes or not losers):
                return led * 16 + TOP[winners]
            return led * 16 + TOP[losers]
        if led < 0 and takes:
            return trump * 16 + TOP[trumps] if trumps else self._highest(-1)
        if led < 0:
            return self._lowest()
        losers = trumps & below if trump == self._top_suit else 0
        winners = trumps ^ losers
        if winners and takes:
            return trump * 16 + TOP[winners & -winners]
        other = self._highest(trump)
        return other if other >= 0 else trump * 16 + TOP[losers or trumps]

    def _highest(self, but: int) -> int:
        """Return the highest card of a hand outside one suit, of equal ones that of the last suit.

        If there is no other, -1.
        """
        best = choice = -1
        for suit in range(4):
            ranks = self._held[self._turn * 4 + suit]
            if ranks and suit != but and TOP[ranks] >= best:
                best = TOP[ranks]
                choice = suit * 16 + best
        return choice

    def _lowest(self) -> int:
        """Return the lowest card, of equal ones that of the first suit; trumps are above all."""
        best, choice = 26, 0
        for suit in range(4):
            ranks = self._held[self._turn * 4 + suit]
            if ranks:
                rank = TOP[ranks & -ranks]
                height = rank + 13 if suit == self._trump else rank
                if height < best:
                    best, choice = height, suit * 16 + rank
        return choice

    # Searching

    def _best_end(self) -> int:
        """Return the bits of the seats that meet their bids when all play best, seeing all cards.

        Each wants to be as far ahead of the others' mean as can be, or near the end of the match
        what is worth most.
        """
        if not self._left:
            return self._met()
        if self._played:
            return self._best_card()
        key = self._key()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._best_card()
        return found

    def _best_card(self) -> int:
        """Return the same after the best card; of equal ones after the first."""
        held, turn, left, played = self._held, self._turn, self._left, self._played
        led, top, top_suit, owner = self._led, self._top, self._top_suit, self._owner
        first, last = 0, 3
        if led >= 0 and held[turn * 4 + led]:
            first = last = led
        best, most = -1, 0.0
        for suit in range(first, last + 1):
            ranks = held[turn * 4 + suit]
            while ranks:
                rank = TOP[ranks & -ranks]
                ranks &= ranks - 1
                self._lay(suit, rank)
                taker = self._turn
                met = self._best_end()
                if self._near:
                    lead = self._worths[met * 8 + turn]
                else:
                    own = self._prizes[turn] if met >> turn & 1 else 0.0
                    lead = own * self._seats - self._scored(met)
                if best < 0 or lead > most:
                    best, most = met, lead
                # Restore the position before the card.
                held[turn * 4 + suit] ^= 1 << rank
                self._out[suit] ^= 1 << rank
                if self._left < left:
                    self._needs[taker] += 1
                self._turn, self._left, self._played = turn, left, played
                self._led, self._top, self._top_suit, self._owner = led, top, top_suit, owner
        return best

    def _key(self) -> tuple[int, int]:
        """Return the key of a position of this world between tricks: cards and needs."""
        cards, code = 0, self._turn
        for seat in range(self._seats):
            for suit in range(4):
                ranks = self._held[seat * 4 + suit]
                cards |= ranks << 13 * suit
            code = code << 6 | self._needs[seat] + 20
        return cards, code


class Plays(Playout):
    """The others' plays in a deal as evidence about their hands."""

    def __init__(self, seats: int, trump: int, chances: list[Chances]) -> None:
        none = [0] * seats
        super().__init__(0, [], 0, OpenTrick(), none, 0, trump, [0.0] * seats, chances)
        # For each card: its player, the number of cards left, the trick before it as in
        # ``OpenTrick``, the card itself, all suits, and the needs of up to eight seats. And all
        # cards that its player has played from then on.
        self._count = 0
        self._moments, self._since = [0] * 1092, [0] * 52

    def add(  # noqa: PLR0913, PLR0917  (all numbers)
        self, turn: int, left: int, trick: OpenTrick, needs: list[int], out: int, card: int
    ) -> None:
        """Add a card somebody played; a seat that could not meet its bid tells nothing."""
        self.hold(turn, card)
        if not 0 <= needs[turn] <= left:
            return
        suits = [out >> 13 * suit & WHOLE for suit in range(4)]
        moment = (turn, left, *trick, card // 13, card % 13, *suits, *needs)
        for place, one in enumerate(moment):
            self._moments[self._count * MOMENT + place] = one
        bit = 1
        self._since[self._count] = bit << card
        self._count += 1

    def hold(self, turn: int, card: int) -> None:
        """Note that a card played was held before, without concluding more from it."""
        bit = 1
        bit <<= card
        for before in range(self._count):
            if self._moments[before * MOMENT] == turn:
                self._since[before] |= bit

    def likelihood(self, world: World) -> float:
        """Return how well these hands explain what was played, against others."""
        held, out, moments = self._held, self._out, self._moments
        likelihood = 1.0
        for moment in range(self._count):
            at = moment * MOMENT
            turn, led = moments[at], moments[at + 2]
            hand = world[turn] | self._since[moment]
            for suit in range(4):
                held[turn * 4 + suit] = hand >> 13 * suit & WHOLE
                out[suit] = moments[at + 9 + suit]
            wants = moments[at + 13 + turn] > 0
            if not hand & (hand - 1):
                continue
            ranks = held[turn * 4 + led] if led >= 0 else 0
            if ranks and not ranks & (ranks - 1):
                likelihood *= TOLD[FORCED if wants else FORCED + 1]
                continue
            self._turn, self._left, self._led = turn, moments[at + 1], led
            self._top, self._top_suit = moments[at + 3], moments[at + 4]
            self._owner, self._played = moments[at + 5], moments[at + 6]
            suit, rank = moments[at + 7], moments[at + 8]
            for seat in range(self._seats):
                self._needs[seat] = moments[at + 13 + seat]
            row = 0 if led < 0 else 3 if ranks else 6
            if not wants:
                row += 9
            chosen = self._choose()
            if chosen >> 4 != suit:
                row += 2
            else:
                unseen = out[suit] & ~held[turn * 4 + suit]
                floor = self._top if suit == self._top_suit else -1
                beats = (chosen & 15) > floor
                if COUNT[unseen >> (chosen & 15)] != COUNT[unseen >> rank] or beats != (
                    rank > floor
                ):
                    row += 1
            likelihood *= TOLD[row]
        return likelihood
