"""Playing a deal of the beat relation out in thought: who plays what, and what it all comes to."""

from collections.abc import Callable, Sequence
from typing import Final

from greenbaize.bots.beat_relation import BACK, MINE, PACK, Mound, Relation
from greenbaize.rules.beat_play import Counting
from greenbaize.rules.beats import PACK_36

_POWER: Final = {
    "8": 0.62, "A": 0.5, "T": 0.4, "6": 0.33, "K": 0.31, "Q": 0.3, "J": 0.12, "9": 0.08, "7": 0.03,
}  # fmt: skip
"""About how often a card takes its trick, by rank."""
TRUMP_POWER: Final = 0.25
"""How much more often one's own trump does."""
KEEP_POWER: Final = 0.6
KEEP_VALUE: Final = 0.5


class Deal:
    """What stays the same while a deal is played: the table, the rules, what counts.

    Args:
        relation: the beat relation.
        colours: each seat's colour.
        must_beat: whether who can beat must.
        counting: what counts.
        sets: what a whole trick (as a hand) brings, where cards bring more together.
        settle: what each seat has of the points of all seats and the tricks they took last.
    """

    def __init__(
        self,
        relation: Relation,
        colours: Sequence[int],
        *,
        must_beat: bool,
        counting: Counting,
        sets: Callable[[int], int],
        settle: Callable[[list[int], list[int]], Sequence[float]],
    ) -> None:
        self.relation, self.colours, self.must_beat = relation, tuple(colours), must_beat
        self.seats = len(self.colours)
        self.tricks, self.cards = counting.tricks, counting.cards
        self.sets = sets if counting.sets else None
        self.settle = settle
        self.flat = not counting.sets and not counting.most
        self.counted = sum(1 << card for card in range(PACK) if counting.cards[card])
        self.early = counting.early
        amounts = [amount for amount in counting.cards if amount]
        self.each = 0 if counting.sets or not amounts else sum(amounts) / len(amounts)
        mean = (sum(counting.cards) + sum(counting.tricks)) / len(counting.tricks)
        self.keep = tuple(
            tuple(self._worth_keeping(card, colour, mean) for card in range(PACK))
            for colour in range(len(relation.leads))
        )

    def _worth_keeping(self, card: int, colour: int, mean: float) -> float:
        power = _POWER[PACK_36[card].code[0]]
        if self.colour_is_trump(card, colour):
            power += TRUMP_POWER
        return KEEP_POWER * mean * power + KEEP_VALUE * self.cards[card]

    def colour_is_trump(self, card: int, colour: int) -> bool:
        """Whether a card is a trump of the player of a colour."""
        return self.relation.holds(card, colour)

    def choose(
        self, hands: list[int], mound: Mound | None, turn: int, count: int, worth: int, trick: int
    ) -> int:
        """The card that the player of fair sense plays who looks into all hands."""
        hand, colour = hands[turn], self.colours[turn]
        if mound is None:
            legal = beating = hand
            lead = self.relation.leads[colour]
            after = None
        else:
            side = mound.sides[colour] or self.relation.side(mound, colour)
            if hand & side[0]:
                beating, follow = hand & side[3], hand & side[1]
            else:
                beating, follow = hand & side[4], hand & side[2]
            if beating and self.must_beat:
                legal = beating
            elif follow:
                legal = follow | beating
            else:
                legal = hand
            after = side[5]
        if not legal & (legal - 1):
            return legal.bit_length() - 1
        seats, cards, keep, colours = self.seats, self.cards, self.keep[colour], self.colours
        base = worth + self.tricks[trick]
        each, counted = self.each, self.counted
        behind = seats - 1 - count
        best, chosen = -1e9, -1
        while legal:
            low = legal & -legal
            legal ^= low
            card = low.bit_length() - 1
            score = -keep[card]
            if low & beating:
                if after is None:
                    then, whose = lead[card], MINE
                else:
                    then, whose = after[card]
                if whose == MINE:
                    gain = base + cards[card]
                    won = True
                    seat = turn
                    for _ in range(behind):
                        seat += 1
                        if seat == seats:
                            seat = 0
                        theirs, tint = hands[seat], colours[seat]
                        side = then.sides[tint] or self.relation.side(then, tint)
                        if theirs & side[0]:
                            beat, follow = theirs & side[3], theirs & side[1]
                        else:
                            beat, follow = theirs & side[4], theirs & side[2]
                        if gain > 0:
                            if beat:
                                won = False
                                break
                        elif beat and (follow or theirs) & ~beat == 0:
                            won = False
                            break
                        if each:
                            follow = follow or theirs
                            if follow & counted and (each < 0 or not follow & ~counted):
                                gain += each
                    if won:
                        score += gain
            if score > best:
                best, chosen = score, card
        return chosen

    def play_out(self, start: "Position", endgame: int) -> Sequence[float]:
        """What each seat has when the deal is played to its end from here.

        ``start`` is used up. From ``endgame`` cards in each hand on, everybody plays the best.
        """
        hands, points, latest, stock = start.hands, start.points, start.latest, start.stock
        mound, turn, count, laid, worth = (
            start.mound, start.turn, start.count, start.laid, start.worth,
        )  # fmt: skip
        owner, leader, trick = start.owner, start.leader, start.trick
        seats, colours, cards, tricks = self.seats, self.colours, self.cards, self.tricks
        relation, sets = self.relation, self.sets
        total = len(tricks)
        while True:
            if count == seats:
                gained = worth if sets is None else sets(laid)
                points[owner] += gained + tricks[trick]
                latest[owner] = trick
                trick += 1
                leader = turn = owner
                mound, count, laid, worth = None, 0, 0, 0
                if len(stock) >= seats:
                    for number in range(seats):
                        hands[(owner + number) % seats] |= 1 << stock[number]
                    stock = stock[seats:]
                if trick == total:
                    return self.settle(points, latest)
                if self.early:
                    left = 0
                    for hand in hands:
                        left |= hand
                    if not left & self.counted:
                        return self.settle(points, latest)
            if not count and total - trick <= endgame:
                start.mound, start.turn, start.count, start.laid = mound, turn, count, laid
                start.worth, start.owner, start.leader = worth, owner, leader
                start.trick, start.stock = trick, stock
                return self.search(start)
            card = self.choose(hands, mound, turn, count, worth, trick)
            if mound is None:
                mound = relation.leads[colours[turn]][card]
                owner = turn
            else:
                side = mound.sides[colours[turn]] or relation.side(mound, colours[turn])
                found = side[5].get(card)
                if found is not None and (
                    hands[turn] & side[3 if hands[turn] & side[0] else 4] & 1 << card
                ):
                    mound, whose = found
                    owner = turn if whose == MINE else leader
            bit = 1 << card
            hands[turn] ^= bit
            laid |= bit
            worth += cards[card]
            count += 1
            turn += 1
            if turn == seats:
                turn = 0

    def search(self, start: "Position") -> Sequence[float]:
        """What each seat has if everybody plays the best from here, all cards being known."""
        return Endgame(self, start.stock).value(start)


class Position:
    """A moment of a deal, all cards known. ``hands`` and ``laid`` (the trick) are hands."""

    __slots__ = (
        "count", "hands", "laid", "latest", "leader", "mound", "owner", "points", "stock", "trick",
        "turn", "worth",
    )  # fmt: skip

    def __init__(self, hands: Sequence[int], stock: tuple[int, ...] = ()) -> None:
        self.hands, self.stock = list(hands), stock
        self.points, self.latest = [0] * len(hands), [-1] * len(hands)
        self.mound: Mound | None = None
        self.turn = self.leader = self.owner = self.count = 0
        self.laid = self.worth = self.trick = 0

    def copy(self) -> "Position":
        """The same moment, to be played on independently."""
        other = Position.__new__(Position)
        other.hands, other.stock = self.hands[:], self.stock
        other.points, other.latest = self.points[:], self.latest[:]
        other.mound, other.turn, other.leader = self.mound, self.turn, self.leader
        other.owner, other.count, other.laid = self.owner, self.count, self.laid
        other.worth, other.trick = self.worth, self.trick
        return other

    def play(self, deal: Deal, card: int) -> None:
        """Lay a card of the seat whose turn it is; the trick stays on the table."""
        turn, bit = self.turn, 1 << card
        colour = deal.colours[turn]
        if self.mound is None:
            self.mound, self.owner = deal.relation.leads[colour][card], turn
        else:
            side = self.mound.sides[colour] or deal.relation.side(self.mound, colour)
            hand = self.hands[turn]
            if bit & (side.beating if hand & side.main else side.void_beating):
                self.mound, whose = side.after[card]
                self.owner = self.leader if whose == BACK else turn
        self.hands[turn] ^= bit
        self.laid |= bit
        self.worth += deal.cards[card]
        self.count += 1
        self.turn = (turn + 1) % deal.seats


class Endgame:
    """The last tricks of a deal with all cards known, each seat choosing what it has most from."""

    def __init__(self, deal: Deal, stock: tuple[int, ...]) -> None:
        self._deal = deal
        self._stock = stock
        self._known: dict[tuple[int, ...], Sequence[float]] = {}

    def value(self, at: Position) -> Sequence[float]:
        """What each seat has in the end."""
        return self._between(at.hands, at.leader, at.trick, at.points, at.latest, self._stock)

    def _between(
        self,
        hands: list[int],
        leader: int,
        trick: int,
        points: list[int],
        latest: list[int],
        stock: tuple[int, ...],
    ) -> Sequence[float]:
        """Between two tricks."""
        deal = self._deal
        if trick == len(deal.tricks):
            return deal.settle(points, latest)
        if deal.flat:
            key = (leader, *hands)
            rest = self._known.get(key)
            if rest is None:
                none = [0] * deal.seats
                rest = self._known[key] = self._lay(
                    hands, None, leader, leader, leader, 0, 0, 0, trick, none, latest, stock
                )
            base = deal.settle(points, latest)
            return [one + more for one, more in zip(base, rest, strict=True)]
        key = (leader, *hands, *points, *latest)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._lay(
                hands, None, leader, leader, leader, 0, 0, 0, trick, points, latest, stock
            )
        return found

    def _lay(
        self, hands: list[int], mound: Mound | None, turn: int, leader: int, owner: int, count: int,
        laid: int, worth: int, trick: int, points: list[int], latest: list[int],
        stock: tuple[int, ...],
    ) -> Sequence[float]:  # fmt: skip
        """Within a trick: the best for the seat whose turn it is."""
        deal = self._deal
        if count == deal.seats:
            gained = worth if deal.sets is None else deal.sets(laid)
            points, latest, hands = points[:], latest[:], hands[:]
            points[owner] += gained + deal.tricks[trick]
            latest[owner] = trick
            if len(stock) >= deal.seats:
                for number in range(deal.seats):
                    hands[(owner + number) % deal.seats] |= 1 << stock[number]
                stock = stock[deal.seats :]
            return self._between(hands, owner, trick + 1, points, latest, stock)
        hand, colour = hands[turn], deal.colours[turn]
        beating = 0
        if mound is None:
            legal = hand
        else:
            side = mound.sides[colour] or deal.relation.side(mound, colour)
            if hand & side.main:
                beating, follow = hand & side.beating, hand & side.follow
            else:
                beating, follow = hand & side.void_beating, hand & side.value
            if beating and deal.must_beat:
                legal = beating
            else:
                legal = follow | beating if follow else hand
        after = (turn + 1) % deal.seats
        best: Sequence[float] = ()
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = bit.bit_length() - 1
            then, owns = mound, owner
            if mound is None:
                then, owns = deal.relation.leads[colour][card], turn
            elif bit & beating:
                then, whose = side.after[card]
                owns = turn if whose == MINE else leader
            hands[turn] = hand ^ bit
            found = self._lay(
                hands, then, after, leader, owns, count + 1, laid | bit, worth + deal.cards[card],
                trick, points, latest, stock,
            )  # fmt: skip
            if not best or found[turn] > best[turn]:
                best = found
        hands[turn] = hand
        return best
