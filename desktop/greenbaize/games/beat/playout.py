"""Deals of the beat relation in flat numbers: they are played out in thought, and searched out.

A card is its place in the pack of 36, 0 to 35, four of a rank together, a hand the sum of its
cards' bits; a mound is a number (``relation.py``). Nothing is made per card. ``playout.pxd`` has
the types for Cython.

What has become of a deal is one number too, the *score*: ten bits a seat for its points, so that
what a trick brings is added to it at once. Where the taker of the latest trick counts, five bits a
seat above these say which trick it took last.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import Final

from greenbaize.bots.finish import Finish
from greenbaize.games.beat.relation import BACK, Relation
from greenbaize.games.beat.state import Counting

COMPILED: Final = not __file__.endswith((".py", ".pyc"))
"""Whether this module runs compiled; docs/compiled.md says what for."""
PACK: Final = 36
ROWS: Final = 6528
"""As many rows as there are mounds and colours: 1632 mounds, each for four colours."""
PLACE: Final = bytes(
    [next((card for card in range(PACK) if (1 << card) % 37 == rest), 0) for rest in range(37)]
)
"""Which card a bit is, by the rest of the bit's division by 37: no two have the same."""
BITS: Final = [1 << card for card in range(PACK)]
"""The bit of each card."""
POINTS: Final = 1023
"""The bits of a seat's points in a score."""
MIDDLE: Final = 512
"""What these bits are when it has none, as points may be below zero."""
SEAT: Final = [1 << 10 * seat for seat in range(6)]
"""What a point of each seat adds to a score."""
TRICK: Final = [1 << 40 + 5 * seat for seat in range(4)]
"""What it adds to a score that a seat has taken a trick by one later."""
LATEST: Final = 31
"""The bits that say which trick a seat took last."""
MOST_TRICKS: Final = 18
LEADER: Final = 0x1000000000
"""What sets a leader's number apart from cards."""
SUIT: Final = 0x111111111
"""All cards of the first suit."""
POWER: Final = (33, 3, 62, 8, 40, 12, 30, 31, 50)
"""How many times in a hundred a card takes its trick, about, from the six up to the ace."""
TRUMP_POWER: Final = 25
"""How many times more one's own trump does."""
KEEP_POWER: Final = 0.6
KEEP_VALUE: Final = 0.5
"""What of a card's tricks, and of its own points, one still has in view while one holds it."""
WELL, EAGER = 240, 25
"""Where nothing else is said, the power of a hand with which a player goes every other time, and
how much more makes the odds about e times as high."""
POWERS: Final = 1400
"""As many powers as a hand may have, and more: the whole pack's is 1301."""
LIKELY: Final = 0.5
"""From which chance on a player is thought to go."""
BY_POINTS, BY_MOST, BY_BANKS, BY_PLACE = range(4)
"""What a deal comes to: the points, something for whoever has most of them, banks, or what the
points are worth near the end of the match."""
LEADS: Final = 1200
"""As many leads as there may be of one player over another. In Master they come to 977: all its 24
deals bring is 488 points, by which one may be ahead or behind."""
MOST_FOUND: Final = 100_000
"""How many tricks it is remembered of what they bring, at most."""
ENDS: Final = 16384
"""How many ends are kept, at most."""
WORLDS: Final = 1 << 24
"""How many worlds can be told from each other there."""
MIX: Final = (0x9E3779B97F4A7C1, 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51)
"""Odd numbers that spread the ends over the places where they are kept."""


def zeros(count: int) -> list[int]:
    """So many zeros, which compiled are there without being made."""
    return [0] * count


class Mounds:
    """The mounds as rows of numbers, each filled from the rules when it is first needed.

    Row ``mound * colours + colour`` is the mound as a player of that colour finds it: see
    ``relation.Side``. ``after[row * 36 + card]`` is the mound that a card makes which beats it,
    doubled, and one more where the trick is the leader's again; ``leads[colour * 36 + card]`` is
    the mound that a card begins.
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
        """Work a row out."""
        side = self.relation.side(row // self.colours, row % self.colours)
        self.follow[row], self.value[row] = side.follow, side.value
        self.beating[row], self.void_beating[row] = side.beating, side.void_beating
        for card, (then, whose) in side.after.items():
            self.after[row * PACK + card] = then * 2 + (whose == BACK)
        self.main[row] = side.main


class Deal:
    """What stays the same while a deal is played: the table, the rules, what counts.

    A player goes every other time with a hand of the power ``well``, and ``eager`` more makes the
    odds about e times as high. ``ValueError`` for more players or tricks than there is room for.
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
        """What the cards of a trick, as a hand, bring together beside what each brings."""
        if not COMPILED:  # A dictionary is quicker than a loop, unless the loop is compiled.
            known = self.found.get(trick)
            if known is not None:
                return known
        more = 0
        for suit in range(4):
            same = trick & SUIT << suit
            # Is there a fourth card of the suit once three are taken away?
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
        """How likely a player goes with a hand."""
        at, strength = self.colours[seat] * PACK, 0
        while hand:
            low = hand & -hand
            hand ^= low
            strength += self.power[at + PLACE[low % 37]]
        return self.going[strength]


class Prizes:
    """What a deal does to the match when certain seats have gone.

    ``promise`` is what each seat has when those whose bits are set have reached their targets.
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
        """Ask what it comes to when these have reached their targets."""
        for seat, share in enumerate(self.promise(reached)):
            self.shares[reached * 6 + seat] = share
        self.known[reached] = 1


class Ends:
    """Ends that were searched out, of all worlds; one that finds its place taken drives it out.

    Only what is compiled uses it, a dictionary is quicker else.
    """

    def __init__(self) -> None:
        self.world = 0
        if not COMPILED:
            self.cards = zeros(1)
            self.draws = zeros(1)
            self.scores = zeros(1)
            self.ends = zeros(1)

    def next_world(self) -> int:
        """A number for a world of which nothing is known yet."""
        self.world += 1
        if self.world == WORLDS:
            self.world = 1
            for at in range(ENDS):
                self.cards[at] = 0
        return self.world


FOUND: Final = Ends()


class Table:
    """A decision, as far as playing out asks."""

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
            self.share = [0.0] * 1200  # LEADS, but Cython wants a literal
            self.win = [0.0] * 1200

    # What the decision is made from

    def taken(self, owner: int, laid: int) -> None:
        """A trick that was taken before."""
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
        """The trick on the table; ``mound`` is -1 where there is none."""
        self.start_mound, self.start_turn = mound, turn
        self.start_leader, self.start_owner, self.start_laid = leader, owner, laid
        self.start_count = self.start_worth = 0
        for card in range(PACK):
            if laid & BITS[card]:
                self.start_count += 1
                self.start_worth += self.deal.cards[card]

    def banking(self, prizes: Prizes) -> None:
        """What the deal does to the match."""
        self.prizes, self.how = prizes, BY_BANKS

    def finishing(self, finish: Finish) -> None:
        """What points are worth near the end of the match; ``ValueError`` for too large leads."""
        if len(finish.share) > LEADS:
            raise ValueError("the players are too far apart")
        self.how = BY_PLACE
        self.zero, self.first, self.base = finish.zero, finish.first, finish.base
        for seat, total in enumerate(finish.totals):
            self.totals[seat] = total
        for lead, share in enumerate(finish.share):
            self.share[lead], self.win[lead] = share, finish.win[lead]

    def telling(self, said: Sequence[int], played: Sequence[int]) -> None:
        """Take in what others have staked, 1 or 0 or -1 where nothing, and what each played."""
        for seat in range(self.seats):
            self.said[seat], self.played[seat] = said[seat], played[seat]

    def likelihood(self, hands: Sequence[int]) -> float:
        """How well hands explain what the others have staked."""
        likely = 1.0
        for seat in range(self.seats):
            go = self.said[seat]
            if go >= 0 and seat != self.seat:
                chance = self.deal.goes(hands[seat] | self.played[seat], seat)
                likely *= chance if go else 1 - chance
        return likely

    def would_go(self, hands: Sequence[int], said: int, open_: int) -> int:
        """Who goes, as bits: those that have said so, and of the open ones those that should."""
        for seat in range(self.seats):
            if open_ >> seat & 1 and self.deal.goes(hands[seat], seat) > LIKELY:
                said |= 1 << seat
        return said

    # Playing out

    def supposed(self, stock: Sequence[int]) -> None:
        """Take a world: what is searched out from now on is of this one."""
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
        """What the seat has when it plays each of these cards and the deal is played out."""
        self.supposed(stock)
        return [self.played_out(hands, card) for card in cards]

    def played_out(self, hands: Sequence[int], card: int) -> float:
        """What the seat has when it plays a card, or none if below zero, and all is played out."""
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
        """What a seat has at an end."""
        if self.how == BY_POINTS:
            return (end >> 10 * seat & POINTS) - MIDDLE
        if self.how == BY_MOST:
            return self.deal.most if end >> seat & 1 else 0
        if self.how == BY_PLACE:
            own = self.got(end, seat) + self.zero
            value, wins = 0.0, self.first
            for other in range(self.seats):
                if other != seat:
                    # What counted and was forgotten may be supposed to count again.
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
        """What a seat has in all at the end of the deal."""
        if self.deal.most:
            return self.totals[seat] + (self.deal.most if end >> seat & 1 else 0)
        return self.totals[seat] + (end >> 10 * seat & POINTS) - MIDDLE

    def settled(self, score: int) -> int:
        """The end of a deal with this score: the score, who has most, or who reached the target."""
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
        """What to add to the end of a search to have that of the deal."""
        return self.score - self.nothing if self.how == BY_POINTS else 0

    def after(self, score: int, owner: int, brings: int, trick: int) -> int:
        """The score after a trick."""
        score += brings * SEAT[owner]
        if self.deal.most:
            before = score >> 40 + 5 * owner & LATEST
            score += (trick + 1 - before) * TRICK[owner]
        return score

    def row(self, mound: int, turn: int) -> int:
        """The row of a mound as a seat finds it."""
        mounds = self.mounds
        row = mound * mounds.colours + self.deal.colours[turn]
        if not mounds.main[row]:
            mounds.fill(row)
        return row

    def beating(self, row: int, hand: int) -> int:
        """The cards of a hand that beat."""
        mounds = self.mounds
        if hand & mounds.main[row]:
            return hand & mounds.beating[row]
        return hand & mounds.void_beating[row]

    def legal(self, row: int, hand: int, beating: int) -> int:
        """What may be played of a hand (``beats.md 5``) of which this beats."""
        if beating and self.must_beat:
            return beating
        mounds = self.mounds
        follow = mounds.follow[row] if hand & mounds.main[row] else mounds.value[row]
        follow &= hand
        return follow | beating if follow else hand

    def play_out(  # noqa: PLR0913, PLR0917  (all numbers)
        self, mound: int, turn: int, leader: int, owner: int, count: int, laid: int, worth: int
    ) -> int:
        """The end when everybody plays the deal out from here, or the best from some trick on."""
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
        """The card, as its bit, that a player of fair sense plays who looks into all hands.

        ``row`` is -1 where nothing lies on the table, ``behind`` how many play after this seat.
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
        """What the trick brings the seat that owns it so far, 0 if it will lose it."""
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
            # Who follows takes what is for, and leaves what is against.
            if beating and (gain > 0 or not follow & ~beating):
                return 0.0
            if each and follow & counted and (each < 0 or not follow & ~counted):
                gain += each
        return gain

    def over(self) -> bool:
        """Whether no card that counts is left."""
        for seat in range(self.seats):  # noqa: SIM110  (compiled, this makes nothing)
            if self.hands[seat] & self.deal.counted:
                return False
        return True

    def draw(self, taker: int, trick: int) -> bool:
        """Everybody draws from the stock, a trick's taker first, if it can serve all."""
        at = (trick - self.start_trick) * self.seats
        if at + self.seats > self.size:
            return False
        for turn in range(taker, taker + self.seats):
            seat = turn if turn < self.seats else turn - self.seats
            self.hands[seat] ^= BITS[self.stock[at]]
            at += 1
        self.draws = self.draws * 8 + taker + 1
        return True

    # Searching out

    def best_end(self, leader: int, trick: int) -> int:
        """The end of the deal before a trick; by points, with the points that are still taken."""
        if trick == self.total:
            return self.nothing if self.how == BY_POINTS else self.settled(self.score)
        cards = 0
        for seat in range(self.seats):
            cards |= self.hands[seat]
        # What is left, who leads and who drew what makes all hands; of two, the first one will do.
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
        """The end, within a trick, that is best for the seat whose turn it is."""
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
        """The end after a trick was taken; by points, with what it brings and what follows."""
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
