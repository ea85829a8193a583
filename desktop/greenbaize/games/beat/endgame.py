"""The last tricks of a deal of the beat relation with all cards known: everybody plays the best."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from greenbaize.games.beat.relation import MINE, Mound, options

if TYPE_CHECKING:
    from greenbaize.games.beat.playout import DealRules, Position


class OpenTrick(NamedTuple):
    """A trick on its way: whose turn it is, who leads and owns it, and its cards as a hand.

    ``points`` and ``latest`` are the seats' points before it and the tricks they took last.
    """

    mound: Mound | None
    turn: int
    leader: int
    owner: int
    played: int
    laid: int
    worth: int
    number: int
    points: Sequence[int]
    latest: Sequence[int]


class Endgame:
    """The ends of one world, searched out; what was found once is kept.

    Args:
        deal: the deal.
        stock: what is drawn from, top card first, as it lies at the first card of the deal's rest.
        number: the trick that is played then.
    """

    def __init__(self, deal: DealRules, stock: Sequence[int], number: int) -> None:
        self._deal, self._stock, self._first = deal, stock, number
        self._known: dict[tuple[int, ...], Sequence[float]] = {}

    def value(
        self,
        hands: list[int],
        leader: int,
        number: int,
        points: Sequence[int],
        latest: Sequence[int],
    ) -> Sequence[float]:
        """What each seat has in the end.

        Args:
            hands: the hands before a trick.
            leader: who leads it.
            number: its number in the deal, from 0.
            points: what each seat has taken so far.
            latest: which trick each seat took last.
        """
        deal = self._deal
        if number == len(deal.tricks):
            return deal.settle(points, latest)
        if not deal.flat:
            key = (leader, *hands, *points, *latest)
            found = self._known.get(key)
            if found is None:
                start = OpenTrick(None, leader, leader, leader, 0, 0, 0, number, points, latest)
                found = self._known[key] = self._best(hands, start)
            return found
        key = (leader, *hands)
        rest = self._known.get(key)
        if rest is None:
            none = (0,) * deal.seats
            start = OpenTrick(None, leader, leader, leader, 0, 0, 0, number, none, latest)
            rest = self._known[key] = self._best(hands, start)
        return [one + more for one, more in zip(points, rest, strict=True)]

    def rest(self, at: Position) -> Sequence[float]:
        """What each seat has in the end of a trick that lies on the table, and all after it."""
        return self._best(
            at.hands,
            OpenTrick(
                at.mound,
                at.turn,
                at.leader,
                at.owner,
                at.count,
                at.laid,
                at.worth,
                at.trick,
                at.points,
                at.latest,
            ),
        )

    def _best(self, hands: list[int], at: OpenTrick) -> Sequence[float]:
        """Within a trick: the best for the seat whose turn it is."""
        deal = self._deal
        if at.played == deal.seats:
            return self._taken(hands, at)
        mound, turn, leader, owner, count, laid, worth, number, points, latest = at
        hand, colour = hands[turn], deal.colours[turn]
        side = None if mound is None else mound.sides[colour] or deal.relation.side(mound, colour)
        legal, beating = options(side, hand, deal.must_beat)
        leads, cards = deal.relation.leads[colour], deal.cards
        after = turn + 1 if turn + 1 < deal.seats else 0
        best: Sequence[float] = ()
        while legal:
            bit = legal & -legal
            legal ^= bit
            card = bit.bit_length() - 1
            then, owns = mound, owner
            if side is None:
                then, owns = leads[card], turn
            elif bit & beating:
                then, whose = side.after[card]
                owns = turn if whose == MINE else leader
            hands[turn] = hand ^ bit
            found = self._best(
                hands,
                OpenTrick(
                    then,
                    after,
                    leader,
                    owns,
                    count + 1,
                    laid | bit,
                    worth + cards[card],
                    number,
                    points,
                    latest,
                ),
            )
            if not best or found[turn] > best[turn]:
                best = found
        hands[turn] = hand
        return best

    def _taken(self, hands: list[int], at: OpenTrick) -> Sequence[float]:
        deal, owner = self._deal, at.owner
        points, latest, seats = list(at.points), list(at.latest), deal.seats
        points[owner] += deal.tricks[at.number] + (deal.sets(at.laid) if deal.sets else at.worth)
        latest[owner] = at.number
        drawn = (at.number - self._first) * seats
        if drawn + seats <= len(self._stock):
            hands = hands[:]
            for turn in range(seats):
                hands[(owner + turn) % seats] |= 1 << self._stock[drawn + turn]
        return self.value(hands, owner, at.number + 1, points, latest)
