"""Deals of the beat relation in plain numbers, to play them out and to search them.

A card is its index in the pack of 36, 0 to 35, four of a rank together, a hand the sum of its
cards' bits; a mound is a number (``relation.py``). No object is created per card. ``playout.pxd``
has the types for Cython.

The points of a deal are one number too, the *score*: ten bits a seat, so that a trick's points can
be added to it at once. Where the taker of the latest trick counts, five bits a seat above these
have the number of the last trick that the seat took.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from greenbaize.bots.finish import Finish
from greenbaize.games.beat.relation import BACK, Relation
from greenbaize.games.beat.state import Counting

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""This module runs compiled (docs/compiled.md)."""
PACK: Final = 36
ROWS: Final = 6528
"""Number of rows for all mounds and colours: 1632 mounds, each for four colours."""
PLACE: Final = bytes(
    [next((card for card in range(PACK) if (1 << card) % 37 == rest), 0) for rest in range(37)]
)
"""Card of a bit, by the bit modulo 37, which is different for each."""
BITS: Final = [1 << card for card in range(PACK)]
"""Bit of each card."""
POINTS: Final = 1023
"""Mask of a seat's points in a score."""
MIDDLE: Final = 512
"""Value of these bits for no points, as points may be negative."""
SEAT: Final = [1 << 10 * seat for seat in range(6)]
"""Value of one point of each seat in a score."""
TRICK: Final = [1 << 40 + 5 * seat for seat in range(4)]
"""Amount by which a score grows if a seat's last trick is one later."""
LATEST: Final = 31
"""Mask of the number of a seat's last trick."""
MOST_TRICKS: Final = 18
LEADER: Final = 0x1000000000
"""Factor that keeps the leader's number above the bits of the cards."""
SUIT: Final = 0x111111111
"""All cards of the first suit."""
POWER: Final = (33, 3, 62, 8, 40, 12, 30, 31, 50)
"""Approximate percentage of tricks that a card takes, from the six up to the ace."""
TRUMP_POWER: Final = 25
"""Percentage added for the player's own trump."""
KEEP_POWER: Final = 0.6
KEEP_VALUE: Final = 0.5
"""Share of a card's power and of its own points that count while it is still held."""
WELL, EAGER = 240, 25
"""Default power of a hand with which a player goes half of the time, and the power that makes the
odds about e times as high.
"""
POWERS: Final = 1400
"""Size of the table of hand powers; the whole pack's is 1301."""
LIKELY: Final = 0.5
"""Chance above which a player is expected to go."""
BY_POINTS, BY_MOST, BY_BANKS, BY_PLACE = range(4)
"""Kinds of outcome: points, a prize for the most points, banks, or the points' value for the
standing near the end of the match.
"""
LEADS: Final = 1200
"""Size of the table of leads over another player. In Master they come to 977: all its 24 deals
score 488 points, by which a player may be ahead or behind.
"""
MOST_FOUND: Final = 100_000
"""Largest number of tricks whose combination points are cached."""
ENDS: Final = 16384
"""Size of the cache of ends."""
WORLDS: Final = 1 << 24
"""Number of worlds that the cache can tell apart."""
MIX: Final = (0x9E3779B97F4A7C1, 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51)
"""Odd factors that spread the keys over the cache."""


def zeros(count: int) -> list[int]:
    """Return a list of zeros, only used where there is no C array."""
    return [0] * count


class Mounds:
    """The mounds as rows of numbers, each computed from the rules on first use.

    Row ``mound * colours + colour`` is the mound as a player of that colour sees it
    (``relation.MoundView``). ``next_mounds[row * 36 + card]`` is the mound made by a card that
    beats, doubled, plus one where the leader takes the trick again; ``lead_mounds[colour * 36 +
    card]`` is the mound of a led card.
    """

    def __init__(self, relation: Relation) -> None:
        self.relation = relation
        self.colours = len(relation.leads)
        if not COMPILED:
            self.main = zeros(ROWS)
            self.follow = zeros(ROWS)
            self.value = zeros(ROWS)
            self.beating = zeros(ROWS)
            self.void_beating = zeros(ROWS)
            self.after = zeros(ROWS * PACK)
            self.leads = zeros(144)
        for colour in range(self.colours):
            for card in range(PACK):
                self.leads[colour * PACK + card] = relation.leads[colour][card]

    def fill(self, row: int) -> None:
        """Compute a row."""
        side = self.relation.side(row // self.colours, row % self.colours)
        self.follow[row], self.value[row] = side.follow, side.value
        self.beating[row], self.void_beating[row] = side.beating, side.void_beating
        for card, (then, whose) in side.after.items():
            self.after[row * PACK + card] = then * 2 + (whose == BACK)
        self.main[row] = side.main


class Deal:
    """Constants of a deal: the table, the rules and the scoring.

    A player goes half of the time with a hand of the power ``even_go_power``; ``go_power_scale``
    more makes the odds about e times as high. Raises ``ValueError`` for too many players or tricks.
    """

    def __init__(  # noqa: PLR0913 - all that stays the same
        self,
        mounds: Mounds,
        colours: Sequence[int],
        counting: Counting,
        *,
        must_beat: bool,
        well: int = WELL,
        eager: int = EAGER,
    ) -> None:
        self.mounds, self.must_beat = mounds, must_beat
        self.seats, self.total = len(colours), len(counting.tricks)
        self.most, self.early = counting.most, counting.early
        if self.seats > (len(TRICK) if self.most else len(SEAT)) or self.total > MOST_TRICKS:
            raise ValueError("too many players or tricks")
        if not COMPILED:
            self.colours = zeros(6)
            self.tricks = zeros(18)
            self.cards = zeros(36)
            self.power = zeros(144)
            self.keep = [0.0] * 144
            self.one = zeros(2)
            self.other = zeros(2)
            self.more = zeros(2)
        self.going = [0.05 + 0.9 / (1 + exp((well - power) / eager)) for power in range(POWERS)]
        for seat, colour in enumerate(colours):
            self.colours[seat] = colour
        for trick, brings in enumerate(counting.tricks):
            self.tricks[trick] = brings
        for card, brings in enumerate(counting.cards):
            self.cards[card] = brings
        amounts = [brings for brings in counting.cards if brings]
        self.counted = sum(1 << card for card in range(PACK) if counting.cards[card])
        self.each = 0.0 if counting.sets or not amounts else sum(amounts) / len(amounts)
        mean = (sum(counting.cards) + sum(counting.tricks)) / len(counting.tricks)
        for colour in range(mounds.colours):
            for card, brings in enumerate(counting.cards):
                own = mounds.relation.holds(card, colour)
                power = POWER[card // 4] + (TRUMP_POWER if own else 0)
                self.power[colour * PACK + card] = power
                keep = KEEP_POWER * mean * power / 100 + KEEP_VALUE * brings
                self.keep[colour * PACK + card] = keep
        self.sets, self.suit, self.pairs = False, 0, 0
        if counting.sets is not None:
            self.sets, self.suit = True, counting.sets.suit
            for one, other, more in counting.sets.pairs:
                self.one[self.pairs], self.other[self.pairs] = 15 << 4 * one, 15 << 4 * other
                self.more[self.pairs] = more
                self.pairs += 1
        self.found: dict[int, int] = {}

    def bring(self, trick: int) -> int:
        """Return the combination points of a trick, given as a hand."""
        if not COMPILED:  # Uncompiled, a dictionary is faster than the loop.
            known = self.found.get(trick)
            if known is not None:
                return known
        more = 0
        for suit in range(4):
            same = trick & SUIT << suit
            # Remove three cards of the suit: a fourth one may remain.
            same &= same - 1
            same &= same - 1
            if same & (same - 1):
                more = self.suit
        rest = trick
        for pair in range(self.pairs):
            one, other = rest & self.one[pair], rest & self.other[pair]
            while one and other:
                rest ^= one & -one | other & -other
                one &= one - 1
                other &= other - 1
                more += self.more[pair]
        if not COMPILED:
            if len(self.found) >= MOST_FOUND:
                self.found.clear()
            self.found[trick] = more
        return more

    def goes(self, hand: int, seat: int) -> float:
        """Return the chance that a player goes with a hand."""
        at, strength = self.colours[seat] * PACK, 0
        while hand:
            low = hand & -hand
            hand ^= low
            strength += self.power[at + PLACE[low % 37]]
        return self.going[strength]


class Prizes:
    """Value of a deal's results for the match when certain seats have gone.

    ``compute_shares`` returns the value for each seat when those whose bits are set have reached
    their targets.
    """

    def __init__(self, targets: Sequence[int], promise: Callable[[int], Sequence[float]]) -> None:
        if not COMPILED:
            self.targets = zeros(6)
            self.known = zeros(64)
            self.shares = [0.0] * 384
        for seat, target in enumerate(targets):
            self.targets[seat] = target
        self.promise = promise

    def fill(self, reached: int) -> None:
        """Compute the values for these seats having reached their targets."""
        for seat, share in enumerate(self.promise(reached)):
            self.shares[reached * 6 + seat] = share
        self.known[reached] = 1


class Ends:
    """Cache of searched ends of all worlds; a new entry replaces the one in its slot.

    It is used only when compiled; otherwise a dictionary is faster.
    """

    def __init__(self) -> None:
        self.world = 0
        if not COMPILED:
            self.cards = zeros(1)
            self.draws = zeros(1)
            self.scores = zeros(1)
            self.ends = zeros(1)

    def next_world(self) -> int:
        """Return a number for a world without entries."""
        self.world += 1
        if self.world == WORLDS:
            self.world = 1
            for at in range(ENDS):
                self.cards[at] = 0
        return self.world


FOUND: Final = Ends()


class Table:
    """Position of a decision, from which deals are played out."""

    def __init__(self, deal: Deal, seat: int, endgame: int) -> None:
        self.deal, self.mounds = deal, deal.mounds
        self.seats, self.total, self.must_beat = deal.seats, deal.total, deal.must_beat
        self.seat, self.endgame = seat, endgame
        self.how = BY_MOST if deal.most else BY_POINTS
        self.nothing = 0
        for one in range(deal.seats):
            self.nothing += MIDDLE * SEAT[one]
        self.prizes: Prizes | None = None
        self.zero, self.first, self.base = 0, 0.0, 0.0
        self.known: dict[tuple[int, int, int], int] = {}
        self.start_mound, self.start_turn, self.start_leader, self.start_owner = -1, 0, 0, 0
        self.start_count, self.start_laid, self.start_worth, self.start_trick = 0, 0, 0, 0
        self.start_score = self.nothing
        self.score, self.size, self.draws, self.world = 0, 0, 0, 0
        if not COMPILED:
            self.hands = zeros(6)
            self.stock = zeros(28)
            self.said = zeros(6)
            self.played = zeros(6)
            self.totals = zeros(6)
            self.share = [0.0] * 1200  # LEAD_COUNT, but Cython needs a literal.
            self.win = [0.0] * 1200

    # Setting up the position

    def taken(self, owner: int, laid: int) -> None:
        """Add a trick that was taken before."""
        deal = self.deal
        brings = deal.tricks[self.start_trick]
        for card in range(PACK):
            if laid & BITS[card]:
                brings += deal.cards[card]
        if deal.sets:
            brings += deal.bring(laid)
        self.start_score = self.after(self.start_score, owner, brings, self.start_trick)
        self.start_trick += 1

    def lying(self, mound: int, turn: int, leader: int, owner: int, laid: int) -> None:
        """Set the trick on the table; ``mound`` is -1 where there is none."""
        self.start_mound, self.start_turn = mound, turn
        self.start_leader, self.start_owner, self.start_laid = leader, owner, laid
        self.start_count = self.start_worth = 0
        for card in range(PACK):
            if laid & BITS[card]:
                self.start_count += 1
                self.start_worth += self.deal.cards[card]

    def banking(self, prizes: Prizes) -> None:
        """Set the value of the deal for the match."""
        self.prizes, self.how = prizes, BY_BANKS

    def finishing(self, finish: Finish) -> None:
        """Set the value of points near the end of the match; ``ValueError`` for too large leads."""
        if len(finish.share) > LEADS:
            raise ValueError("the players are too far apart")
        self.how = BY_PLACE
        self.zero, self.first, self.base = finish.zero, finish.first, finish.base
        for seat, total in enumerate(finish.totals):
            self.totals[seat] = total
        for lead, share in enumerate(finish.share):
            self.share[lead], self.win[lead] = share, finish.win[lead]

    def telling(self, said: Sequence[int], played: Sequence[int]) -> None:
        """Set the others' stakes, 1, 0 or -1 for none yet, and the cards that each seat played."""
        for seat in range(self.seats):
            self.said[seat], self.played[seat] = said[seat], played[seat]

    def likelihood(self, hands: Sequence[int]) -> float:
        """Return how well hands explain the others' stakes."""
        likely = 1.0
        for seat in range(self.seats):
            go = self.said[seat]
            if go >= 0 and seat != self.seat:
                chance = self.deal.goes(hands[seat] | self.played[seat], seat)
                likely *= chance if go else 1 - chance
        return likely

    def would_go(self, hands: Sequence[int], said: int, open_: int) -> int:
        """Return the bits of the seats that go: ``going``, and open seats with strong hands."""
        for seat in range(self.seats):
            if open_ >> seat & 1 and self.deal.goes(hands[seat], seat) > LIKELY:
                said |= 1 << seat
        return said

    # Playing out

    def supposed(self, stock: Sequence[int]) -> None:
        """Set the stock of a world and forget the ends of the previous one."""
        self.size = len(stock)
        for at in range(self.size):
            self.stock[at] = stock[at]
        if COMPILED:
            self.world = FOUND.next_world()
        else:
            self.known = {}

    def outcomes(
        self, hands: Sequence[int], stock: Sequence[int], cards: Sequence[int]
    ) -> list[float]:
        """Return the seat's outcome for each of these cards when the deal is played out."""
        self.supposed(stock)
        return [self.played_out(hands, card) for card in cards]

    def played_out(self, hands: Sequence[int], card: int) -> float:
        """Return the seat's outcome after a card, or after none if it is below 0."""
        for seat in range(self.seats):
            self.hands[seat] = hands[seat]
        mound, turn, leader = self.start_mound, self.start_turn, self.start_leader
        owner, count, laid = self.start_owner, self.start_count, self.start_laid
        worth = self.start_worth
        if card >= 0:
            bit = BITS[card]
            if mound < 0:
                mound = self.mounds.leads[self.deal.colours[turn] * PACK + card]
                owner = turn
            else:
                row = self.row(mound, turn)
                if bit & self.beating(row, self.hands[turn]):
                    then = self.mounds.after[row * PACK + card]
                    mound, owner = then >> 1, leader if then & 1 else turn
            self.hands[turn] ^= bit
            laid |= bit
            worth += self.deal.cards[card]
            count += 1
            turn = turn + 1 if turn + 1 < self.seats else 0
        self.score, self.draws = self.start_score, 0
        end = self.play_out(mound, turn, leader, owner, count, laid, worth)
        return self.has(end, self.seat)

    def has(self, end: int, seat: int) -> float:
        """Return a seat's outcome at an end."""
        if self.how == BY_POINTS:
            return (end >> 10 * seat & POINTS) - MIDDLE
        if self.how == BY_MOST:
            return self.deal.most if end >> seat & 1 else 0
        if self.how == BY_PLACE:
            own = self.got(end, seat) + self.zero
            value, wins = 0.0, self.first
            for other in range(self.seats):
                if other != seat:
                    # A forgotten card may be counted twice in a world, so limit the lead to the
                    # table.
                    lead = min(max(own - self.got(end, other), 0), 2 * self.zero)
                    value += self.share[lead]
                    wins *= self.win[lead]
            return value + wins - self.base
        prizes = self.prizes
        assert prizes is not None
        if not prizes.known[end]:
            prizes.fill(end)
        return prizes.shares[end * 6 + seat]

    def got(self, end: int, seat: int) -> int:
        """Return a seat's points in the match at the end of the deal."""
        if self.deal.most:
            return self.totals[seat] + (self.deal.most if end >> seat & 1 else 0)
        return self.totals[seat] + (end >> 10 * seat & POINTS) - MIDDLE

    def settled(self, score: int) -> int:
        """Return the end for a score: the score itself, or the bits of winning seats.

        Winning are those with most points, or those that reached their target.
        """
        if self.how == BY_POINTS or (self.how == BY_PLACE and not self.deal.most):
            return score
        end = 0
        if self.how == BY_BANKS:
            prizes = self.prizes
            assert prizes is not None
            for seat in range(self.seats):
                if (score >> 10 * seat & POINTS) - MIDDLE >= prizes.targets[seat]:
                    end |= 1 << seat
            return end
        best = -1
        for seat in range(self.seats):
            own = (score >> 10 * seat & POINTS) - MIDDLE
            if self.deal.most < 0:
                own = -own
            own = (own + MIDDLE) * 32 + (score >> 40 + 5 * seat & LATEST)
            if own > best:
                best, end = own, 0
            if own == best:
                end |= 1 << seat
        return end

    def before(self) -> int:
        """Return what to add to the end of a search to get that of the deal."""
        return self.score - self.nothing if self.how == BY_POINTS else 0

    def after(self, score: int, owner: int, brings: int, trick: int) -> int:
        """Return the score after a trick."""
        score += brings * SEAT[owner]
        if self.deal.most:
            before = score >> 40 + 5 * owner & LATEST
            score += (trick + 1 - before) * TRICK[owner]
        return score

    def row(self, mound: int, turn: int) -> int:
        """Return the row of a mound as a seat sees it."""
        mounds = self.mounds
        row = mound * mounds.colours + self.deal.colours[turn]
        if not mounds.main[row]:
            mounds.fill(row)
        return row

    def beating(self, row: int, hand: int) -> int:
        """Return the cards of a hand that beat."""
        mounds = self.mounds
        if hand & mounds.main[row]:
            return hand & mounds.beating[row]
        return hand & mounds.void_beating[row]

    def legal(self, row: int, hand: int, beating: int) -> int:
        """Return the playable cards of a hand (``beats.md 5``), given those that beat."""
        if beating and self.must_beat:
            return beating
        mounds = self.mounds
        follow = mounds.follow[row] if hand & mounds.main[row] else mounds.value[row]
        follow &= hand
        return follow | beating if follow else hand

    def play_out(  # noqa: PLR0913, PLR0917  (all numbers)
        self, mound: int, turn: int, leader: int, owner: int, count: int, laid: int, worth: int
    ) -> int:
        """Return the end of the deal from here: all play by sense, the last tricks are searched."""
        deal, mounds, seats = self.deal, self.mounds, self.seats
        trick, total = self.start_trick, self.total
        if total - trick <= self.endgame:
            before = self.before()
            if count == seats:
                return before + self.best_after(owner, laid, worth, trick)
            return before + self.best(mound, turn, leader, owner, count, laid, worth, trick)
        while True:
            if count == seats:
                brings = deal.tricks[trick] + worth
                if deal.sets:
                    brings += deal.bring(laid)
                self.score = self.after(self.score, owner, brings, trick)
                self.draw(owner, trick)
                trick += 1
                leader = turn = owner
                mound, count, laid, worth = -1, 0, 0, 0
                if trick == total or (deal.early and self.over()):
                    return self.settled(self.score)
                if total - trick <= self.endgame:
                    return self.before() + self.best_end(leader, trick)
            hand = self.hands[turn]
            row = -1
            beating = legal = hand
            if mound >= 0:
                row = self.row(mound, turn)
                beating = self.beating(row, hand)
                legal = self.legal(row, hand, beating)
            if legal & (legal - 1):
                gain = worth + deal.tricks[trick]
                bit = self.choose(row, turn, seats - 1 - count, gain, legal, beating)
            else:
                bit = legal
            card = PLACE[bit % 37]
            if row < 0:
                mound, owner = mounds.leads[deal.colours[turn] * PACK + card], turn
            elif bit & beating:
                then = mounds.after[row * PACK + card]
                mound, owner = then >> 1, leader if then & 1 else turn
            self.hands[turn] = hand ^ bit
            laid |= bit
            worth += deal.cards[card]
            count += 1
            turn = turn + 1 if turn + 1 < seats else 0

    def choose(  # noqa: PLR0913, PLR0917  (all numbers)
        self, row: int, turn: int, behind: int, gain: int, legal: int, beating: int
    ) -> int:
        """Return the bit of the card that a sensible player plays who sees all hands.

        ``row`` is -1 where the table is empty, ``behind`` the number of seats that play after this
        one.
        """
        deal, mounds = self.deal, self.mounds
        at = deal.colours[turn] * PACK
        best, chosen = -1e9, 0
        while legal:
            low = legal & -legal
            legal ^= low
            card = PLACE[low % 37]
            score = -deal.keep[at + card]
            if low & beating:
                then = mounds.leads[at + card] * 2 if row < 0 else mounds.after[row * PACK + card]
                if not then & 1:
                    brings = gain + deal.cards[card]
                    score += self.held(then >> 1, turn, behind, brings) if behind else brings
            if score > best:
                best, chosen = score, low
        return chosen

    def held(self, mound: int, turn: int, behind: int, brings: int) -> float:
        """Return the trick's points for its present taker, 0 if the seats behind take it."""
        deal, mounds = self.deal, self.mounds
        each, counted, gain = deal.each, deal.counted, float(brings)
        for _at in range(behind):
            turn = turn + 1 if turn + 1 < self.seats else 0
            hand = self.hands[turn]
            row = self.row(mound, turn)
            if hand & mounds.main[row]:
                beating, follow = hand & mounds.beating[row], hand & mounds.follow[row]
            else:
                beating, follow = hand & mounds.void_beating[row], hand & mounds.value[row]
                if not follow:
                    follow = hand
            # A follower takes points that count for, and leaves those that count against.
            if beating and (gain > 0 or not follow & ~beating):
                return 0.0
            if each and follow & counted and (each < 0 or not follow & ~counted):
                gain += each
        return gain

    def over(self) -> bool:
        """Return whether no card that scores is left."""
        for seat in range(self.seats):  # noqa: SIM110  (a loop creates no object when compiled)
            if self.hands[seat] & self.deal.counted:
                return False
        return True

    def draw(self, taker: int, trick: int) -> bool:
        """Let all draw from the stock, the trick's taker first, if it can serve all."""
        at = (trick - self.start_trick) * self.seats
        if at + self.seats > self.size:
            return False
        for turn in range(taker, taker + self.seats):
            seat = turn if turn < self.seats else turn - self.seats
            self.hands[seat] ^= BITS[self.stock[at]]
            at += 1
        self.draws = self.draws * 8 + taker + 1
        return True

    # Searching

    def best_end(self, leader: int, trick: int) -> int:
        """Return the end of the deal before a trick; by points, the points still to be taken."""
        if trick == self.total:
            return self.nothing if self.how == BY_POINTS else self.settled(self.score)
        cards = 0
        for seat in range(self.seats):
            cards |= self.hands[seat]
        # Cards left, leader and draws determine all hands; for two seats, one hand and the cards
        # do.
        cards |= leader * LEADER
        draws = self.hands[0] if self.seats == 2 else self.draws
        score = 0 if self.how == BY_POINTS else self.score
        if not COMPILED:
            key = (cards, draws, score)
            known = self.known.get(key)
            if known is None:
                known = self.best(-1, leader, leader, leader, 0, 0, 0, trick)
                self.known[key] = known
            return known
        found = FOUND
        cards |= self.world << 39
        at = cards * MIX[0] ^ draws * MIX[1] ^ score * MIX[2]
        at = (at >> 40 ^ at >> 20) & ENDS - 1
        if found.cards[at] == cards and found.draws[at] == draws and found.scores[at] == score:
            return found.ends[at]
        end = self.best(-1, leader, leader, leader, 0, 0, 0, trick)
        found.cards[at], found.draws[at], found.scores[at] = cards, draws, score
        found.ends[at] = end
        return end

    def best(  # noqa: PLR0913, PLR0917  (all numbers)
        self,
        mound: int,
        turn: int,
        leader: int,
        owner: int,
        count: int,
        laid: int,
        worth: int,
        trick: int,
    ) -> int:
        """Return the end within a trick that is best for the seat to play."""
        deal, mounds, seats = self.deal, self.mounds, self.seats
        hand = self.hands[turn]
        colour = deal.colours[turn] * PACK
        row = -1
        beating = legal = hand
        if mound >= 0:
            row = self.row(mound, turn)
            beating = self.beating(row, hand)
            legal = self.legal(row, hand, beating)
        after = turn + 1 if turn + 1 < seats else 0
        best, most, found = 0, 0.0, False
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = PLACE[bit % 37]
            then, owns = mound, owner
            if row < 0:
                then, owns = mounds.leads[colour + card], turn
            elif bit & beating:
                then = mounds.after[row * PACK + card]
                owns = leader if then & 1 else turn
                then >>= 1
            self.hands[turn] = hand ^ bit
            brings = worth + deal.cards[card]
            if count + 1 == seats:
                end = self.best_after(owns, laid | bit, brings, trick)
            else:
                end = self.best(then, after, leader, owns, count + 1, laid | bit, brings, trick)
            if not legal and not found:
                best = end
                break
            merit = self.has(end, turn)
            if not found or merit > most:
                best, most, found = end, merit, True
        self.hands[turn] = hand
        return best

    def best_after(self, owner: int, laid: int, worth: int, trick: int) -> int:
        """Return the end after a trick was taken; by points, including this trick's."""
        deal = self.deal
        brings = deal.tricks[trick] + worth
        if deal.sets:
            brings += deal.bring(laid)
        score, draws = self.score, self.draws
        drawn = self.draw(owner, trick)
        if self.how == BY_POINTS:
            end = self.best_end(owner, trick + 1) + brings * SEAT[owner]
        else:
            self.score = self.after(score, owner, brings, trick)
            end = self.best_end(owner, trick + 1)
        if drawn:
            self.draw(owner, trick)
        self.score, self.draws = score, draws
        return end
