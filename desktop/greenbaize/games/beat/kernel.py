"""The search's kernel for Master and Ass: worlds, values of banks, and outcomes of choices."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from math import erf, sqrt
from random import Random
from typing import Final, NamedTuple

from greenbaize.bots import finish
from greenbaize.bots.dealing import Dealing, Known
from greenbaize.bots.finish import added
from greenbaize.cards import Card
from greenbaize.games.beat.banks import LOST, banks_after, decided, targets
from greenbaize.games.beat.beats import Trumps
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.easy import forgotten_cards
from greenbaize.games.beat.play import BeatGame
from greenbaize.games.beat.playout import Deal, Mounds, Prizes, Table
from greenbaize.games.beat.relation import (
    ALL,
    EIGHTS,
    PACK,
    Relation,
    Side,
    colours,
    mask,
    place,
    places,
    relation,
)
from greenbaize.games.beat.state import BeatState, Counting
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.errors import GameError
from greenbaize.rules.hands import Trick, played_by
from greenbaize.rules.messages import Message
from greenbaize.rules.options import Settings
from greenbaize.rules.thinking import Effort


class World(NamedTuple):
    """Possible hands and stock, its top card first."""

    hands: tuple[int, ...]
    stock: tuple[int, ...]


def known(game: BeatGame, view: BeatState, gone: Collection[Card] = ()) -> Known:
    """Return the cards that the view shows, and those that seats have shown not to hold.

    Where hands are filled up, a card drawn later may be one that the seat could not have before.
    Cards in ``gone`` are forgotten: they may lie anywhere, and nothing is concluded from their
    play.
    """
    held = tuple(mask(hand.cards) for hand in view.hands)
    lost = mask(tuple(gone))
    seen = sum(held) | mask(view.play.cards) & ~lost
    dealt = game.cards(view)
    stock = PACK - view.seats * dealt if len(game.counting(view).tricks) > dealt else 0
    slots = [[0] * dealt for _ in range(view.seats)]
    table, must = relation(view.trumps), game.must_beat(view)
    tints = colours(view.trumps, view.seats)
    for _, trick in view.play.taken:
        _show(table, tints, trick, slots, lost, must=must)
        if stock >= view.seats:
            stock -= view.seats
            for own in slots:
                own.append(0)
    _show(table, tints, view.play.tricks[-1], slots, lost, must=must)
    hidden = tuple(
        tuple(sorted(own, key=int.bit_count)[: hand.unknown])
        for own, hand in zip(slots, view.hands, strict=True)
    )
    return Known(held, hidden, tuple(places(ALL & ~seen)), stock)


def without_hand(known: Known, seat: int) -> Known:
    """Return what somebody knows who sees no hand, before any card is played."""
    held, slots = list(known.held), list(known.slots)
    own = places(held[seat])
    held[seat], slots[seat] = 0, (0,) * len(own)
    return Known(tuple(held), tuple(slots), (*known.unseen, *own), known.stock)


def _show(  # noqa: PLR0913 - the rules, the trick, and what is noted of it
    table: Relation,
    tints: Sequence[int],
    trick: Trick,
    slots: list[list[int]],
    lost: int,
    *,
    must: bool,
) -> None:
    """Note what the players of a trick have shown not to hold, and remove their cards.

    Nothing is concluded from the cards in ``lost``.
    """
    mound: int | None = None
    for turn, card in enumerate(trick.cards):
        seat = (trick.leader + turn) % len(tints)
        own, number = slots[seat], place(card)
        if mound is None:
            mound = table.leads[tints[seat]][number]
        else:
            side = table.side(mound, tints[seat])
            lacking = _lacking(side, 1 << number, must=must)
            if lacking and not lost >> number & 1:
                own[:] = [slot | lacking for slot in own]
            if number in side.after:
                mound = side.after[number][0]
        # Of the slots that the card can come from, take the most restricted: no remaining slot is
        # then more restricted than it may be.
        fitting = [slot for slot in own if not slot >> number & 1]
        if not fitting:
            raise GameError(Message("told-impossible"))
        own.remove(max(fitting, key=int.bit_count))


def _lacking(side: Side, bit: int, *, must: bool) -> int:
    """Return the cards that a hand cannot hold from which this card was played (``beats.md 5``)."""
    main, void = side.main, 0
    if not bit & main and (bit & EIGHTS or not bit & (side.value | side.void_beating)):
        void = main
        if not bit & (side.value | side.void_beating):
            void |= side.value
    if must and not bit & side.void_beating:
        void |= side.void_beating if void & main else side.beating
    return void


def dealing(known: Known) -> Dealing:
    unseen = [1 << card for card in known.unseen]
    return Dealing(known.held, known.slots, unseen, known.stock)


def suppose(dealing: Dealing, count: int, chance: Stream) -> list[tuple[float, World]]:
    """Return sampled worlds for the unseen cards, each with its weight."""
    draw = Random(chance.below(1 << 32)).random
    dealt = [dealing.deal(draw) for _ in range(count)]
    return [
        (weight, World(hands, tuple([card.bit_length() - 1 for card in stock])))
        for weight, hands, stock in dealt
    ]


class Course(NamedTuple):
    """Statistics of matches between strong players, measured by ``tests/bench/stakes.py``.

    ``deals_per_bank`` is how many deals a match lasts for each bank to the nearest end,
    ``bank_variance`` the variance of the difference of two players' banks in a deal.
    ``even_go_power`` is the power of a hand with which a player goes half of the time, and
    ``go_power_scale`` the additional power that makes the odds about e times as high.
    ``card_information`` is how far the first cards predict a player's points, from 0 to 1.
    """

    pace: float
    swing: float
    well: int
    eager: int
    tells: float = 1.0


FOUR: Final = Course(8.0, 0.12, 240, 25)
"""Deals of four cards each, whose targets are beyond nearly all hands."""
_EVEN_FOUR: Final = Course(2.0, 1.0, 145, 25)
_EVEN: Final = Course(2.4, 1.2, 160, 50, 0.35)
_SOURCE: Final[Mapping[int, Course]] = {
    2: Course(1.0, 0.07, -100, 25, 0.35),
    3: Course(1.8, 1.4, 140, 50, 0.35),
    4: Course(4.7, 0.25, 300, 25, 0.35),
    5: Course(7.5, 0.12, 400, 25, 0.35),
    6: Course(11.3, 0.07, 400, 25, 0.35),
}


def course_of(seats: int, options: Settings) -> Course:
    """Return the statistics of matches with these options."""
    even = options.word("targets") == "even"
    if options.flag("refill"):
        return _EVEN if even else _SOURCE[seats]
    return _EVEN_FOUR if even else FOUR


def promised(
    before: tuple[int, ...], after: tuple[int, ...], deal: int, limit: int, course: Course = FOUR
) -> list[float]:
    """Return the share of opponents that each seat is expected to beat; ties count half."""
    spread = 0.0
    if not decided(before, after, deal, limit):
        near = min(min(banks, LOST - banks) for banks in after)
        left = course.pace * max(1, near)
        spread = sqrt(course.swing * min(left, limit - deal if limit else left))
    others = len(after) - 1
    return [(added(_ahead(own, other, spread) for other in after) - 0.5) / others for own in after]


def _ahead(own: int, other: int, spread: float) -> float:
    """Return the chance that one with so many banks ends with fewer than the other."""
    if not spread:
        return 0.5 + 0.5 * ((other > own) - (other < own))
    return 0.5 + 0.5 * erf((other - own) / (spread * sqrt(2)))


PERCENT: Final = 100.0
SHARE: Final = 20
"""Divisor of the requested number of worlds, then squared: errors fall with its square root."""
ADDED: Final = 3
"""Number of worlds added at every level."""
FEWEST: Final = 7
"""Fewest worlds: with fewer, a level that searches is no match for one that goes by rules."""
STAKING: Final = 28
"""Fewest worlds for a stake, on which all of a deal depends."""
USUAL: Final = 9
"""Cards in hand at a usual decision. With fewer, worlds cost less and there are more."""


_mounds: Final = lru_cache(maxsize=8)(Mounds)


@lru_cache(maxsize=64)
def _deal(  # noqa: PLR0913, PLR0917 - the whole key of the cache
    trumps: Trumps, seats: int, counting: Counting, must_beat: bool, well: int, eager: int
) -> Deal:
    mounds, tints = _mounds(relation(trumps)), colours(trumps, seats)
    return Deal(mounds, tints, counting, must_beat=must_beat, well=well, eager=eager)


def _bits(said: Sequence[bool | None]) -> int:
    """Return the seats with a true value, as bits."""
    return sum(1 << seat for seat, so in enumerate(said) if so)


def _drawn(
    worlds: Sequence[World], likely: Sequence[float], count: int, chance: Stream
) -> list[tuple[float, World]]:
    """Resample the worlds by their likelihood; equal ones are merged, their count the weight."""
    step = added(likely) / count
    at = step * (chance.below(1000) + 0.5) / 1000
    drawn, passed = [], 0.0
    for world, weight in zip(worlds, likely, strict=True):
        passed += weight
        times = 0
        while at < passed:
            times += 1
            at += step
        if times:
            drawn.append((float(times), world))
    return drawn


class BeatKernel:
    """One decision at a game of the beat relation.

    The outcome of a card is the points of the deal, or with banks the expected share (percent) of
    opponents beaten in the match. Where most cards are still to be drawn, the first ones predict
    less of a deal than playing it out assumes: some stakes are then weighed in worlds in which the
    own hand is any (``MatchDynamics.card_information``). In the last deals of a match that points
    decide, the outcome is the points' value for the final standing (``finish.py``).
    """

    def __init__(
        self, game: BeatGame, view: BeatState, seat: int, effort: Effort, *, thorough: bool = True
    ) -> None:
        del thorough  # Every choice is always weighed.
        self._game, self._view, self._seat, self._effort = game, view, seat, effort
        self.commands: Sequence[Command] = game.legal(view, seat)
        if isinstance(self.commands[0], ChooseTrump):
            return
        self._cards = [place(one.card) for one in self.commands if isinstance(one, Play)]
        gone = forgotten_cards(game, view, seat, effort.hold) if effort.hold < 1 else frozenset()
        seen = known(game, view, gone)
        self._dealing = dealing(seen)
        self._banking = game.banking(view)
        self._said: tuple[bool | None, ...] = self._banking.stakes if self._banking else ()
        went = _bits(self._said)
        self._going = [went | one.go << seat for one in self.commands if isinstance(one, Stake)]
        self._unasked = _bits([go is None for go in self._said]) & ~(1 << seat)
        self._prizes: dict[int, Prizes] = {}
        counting = game.counting(view)
        self._left = len(counting.tricks) - len(view.play.taken)
        self._course = course = FOUR
        if self._banking is not None:
            self._course = course = course_of(view.seats, view.options)
        self._blind = None
        if self._going and course.tells < 1:
            self._blind = dealing(without_hand(seen, seat))
        deal = _deal(
            view.trumps,
            view.seats,
            counting,
            game.must_beat(view),
            course.well,
            course.eager,
        )
        self._table = Table(deal, seat, self._depth())
        self._lay_out()

    def _depth(self) -> int:
        """Return the number of cards in each hand from which on a world is searched.

        Ends of two players are searched far earlier. For more it pays to search the last two tricks
        in every world, the third only once it is reached: playing out takes a tenth of the time.
        """
        effort, seats = self._effort, self._view.seats
        if not effort.weighted:
            return effort.endgame
        if seats == 2:
            return max(2, effort.endgame) + 3
        return max(2, effort.endgame if self._left <= effort.endgame and seats <= 4 else 0)

    def _lay_out(self) -> None:
        """Set up the position with what the view knows of the deal; the hands come from a world."""
        view, table = self._view, self._table
        played = [mask(played_by(view.play, seat)) for seat in range(view.seats)]
        for taker, trick in view.play.taken:
            table.taken(taker, mask(trick.cards))
        mound, leader = -1, view.play.lead
        owner, turn = leader, self._seat
        if None in self._said:
            turn = leader
        if view.pile is not None:
            rules, tints = relation(view.trumps), colours(view.trumps, view.seats)
            mound, owner = rules.of(view.pile, tints), view.pile.owner
        table.lying(mound, turn, leader, owner, mask(view.play.trick))
        if self._banking is not None:
            table.telling([-1 if go is None else int(go) for go in self._said], played)
            if None not in self._said:
                table.banking(self._prizes_of(_bits(self._said)))
        elif (finish := near_the_end(self._game, view, self._seat)) is not None:
            try:
                table.finishing(finish)
            except ValueError:  # Nobody can be so far ahead.
                raise GameError(Message("told-impossible")) from None

    def _prizes_of(self, goes: int) -> Prizes:
        """Return the deal's value for the match when these seats, as bits, have gone."""
        prizes = self._prizes.get(goes)
        if prizes is None:
            own, view, limit = self._banking, self._view, self._game.deals(self._view)
            assert own is not None
            said = [bool(goes >> seat & 1) for seat in range(view.seats)]

            def promise(reached: int) -> Sequence[float]:
                after = tuple(
                    banks_after(banks, bool(reached >> seat & 1), go=said[seat])
                    for seat, banks in enumerate(own.banks)
                )
                shares = promised(own.banks, after, view.deal, limit, self._course)
                return [PERCENT * share for share in shares]

            prizes = self._prizes[goes] = Prizes(self._targets(goes), promise)
        return prizes

    def _targets(self, goes: int) -> list[int]:
        """Return the target of each seat when these seats, as bits, have gone."""
        aims = targets(self._view.seats, self._view.options)
        return [aims.of(go=bool(goes >> seat & 1)) for seat in range(self._view.seats)]

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, World]]:
        """Return about so many possible worlds, each with its weight."""
        if isinstance(self.commands[0], ChooseTrump):
            return [(1.0, World((), ()))]
        fewest = STAKING if self._going else FEWEST
        more = max(fewest, ADDED + (count / SHARE) ** 2) * USUAL / self._left
        if self._dealing.certain:
            return suppose(self._dealing, 1, chance)
        if self._blind is None:
            return self._supposed(self._dealing, round(more), chance)
        own = max(1, round(more * self._course.tells))
        blind = self._supposed(self._blind, max(1, round(more) - own), chance)
        return [*self._supposed(self._dealing, own, chance), *blind]

    def _supposed(
        self, dealing: Dealing, count: int, chance: Stream
    ) -> Sequence[tuple[float, World]]:
        """Return sampled worlds, weighted by how likely the others would stake as they have."""
        said = any(go is not None and seat != self._seat for seat, go in enumerate(self._said))
        if not said or not self._effort.weighted:
            return suppose(dealing, count, chance)
        found = suppose(dealing, count * self._effort.weighing, chance)
        likely = [weight * self._table.likelihood(world.hands) for weight, world in found]
        return _drawn([world for _, world in found], likely, count, chance)

    def outcomes(self, world: World, among: Sequence[int], chance: Stream) -> Sequence[float]:
        if isinstance(self.commands[0], ChooseTrump):
            # Before any card is seen all suits are equal.
            return [0.0] * len(among)
        if None in self._said:
            return [self._staked(world, self._going[at], self._prizes_of) for at in among]
        cards = [self._cards[at] for at in among]
        return self._table.outcomes(world.hands, world.stock, cards)

    def succeed(self, world: World, among: Sequence[int]) -> Sequence[float]:
        """Return 1 for choices that reach the seat's target and 0 for others, if it has one."""
        if isinstance(self.commands[0], ChooseTrump) or self._banking is None:
            return ()
        if None in self._said:
            return [self._staked(world, self._going[at], self._reaching) for at in among]
        table, prizes = self._table, self._prizes_of(_bits(self._said))
        table.banking(self._reaching(_bits(self._said)))
        cards = [self._cards[at] for at in among]
        reached = table.outcomes(world.hands, world.stock, cards)
        table.banking(prizes)
        return reached

    def _reaching(self, goes: int) -> Prizes:
        """Return values of 1 for seats that reach their target and 0 for others.

        All seats then play for nothing but their own target.
        """
        seats = range(self._view.seats)

        def promise(reached: int) -> list[float]:
            return [float(reached >> seat & 1) for seat in seats]

        return Prizes(self._targets(goes), promise)

    def _staked(self, world: World, goes: int, prizes: Callable[[int], Prizes]) -> float:
        """Return the outcome when these seats, as bits, go, and open seats with strong hands."""
        table = self._table
        table.banking(prizes(table.would_go(world.hands, goes, self._unasked)))
        table.supposed(world.stock)
        return table.played_out(world.hands, -1)


def near_the_end(game: BeatGame, view: BeatState, seat: int) -> finish.Finish | None:
    """Return the values of the deal's points near the end of the match, else None."""
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    counts = [game.counting(view._replace(deal=view.deal + more)) for more in range(left + 1)]
    now, *later = [_swings(counting, view.seats) for counting in counts]
    found = finish.finish(seat, view.totals, now, finish.joined(later))
    return found.alone(sum(_amounts(counts[0])))


@lru_cache(maxsize=256)
def _swings(counting: Counting, seats: int) -> finish.Swings:
    """Return the possible swings of a deal, each prize being equally likely anybody's."""
    return finish.joined(finish.prize(amount, seats) for amount in _amounts(counting) if amount)


def _amounts(counting: Counting) -> tuple[int, ...]:
    return (counting.most,) if counting.most else (*counting.tricks, *counting.cards)
