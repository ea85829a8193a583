"""The search's kernel for Master and Ass: worlds of the beat relation, and what choices bring."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final

from greenbaize.games.beat import stakes
from greenbaize.games.beat.banks import Banking, banks_after, target
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import ChooseTrump, Stake
from greenbaize.games.beat.endgame import Endgame
from greenbaize.games.beat.play import BeatGame, BeatState, Counting
from greenbaize.games.beat.playout import DealRules, Position, Settle, goes
from greenbaize.games.beat.relation import colours, mask, place, places, relation
from greenbaize.games.beat.worlds import World, known, suppose
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.thinking import Effort
from greenbaize.rules.tricks import Trick

PERCENT: Final = 100.0
LIKELY: Final = 0.5
"""From which chance on a player is thought to go."""
SPARED: Final = 6
"""One world is supposed for so many that a level asks for: each is looked into two tricks deep."""
ADDED: Final = 1
"""So many more are supposed at every level."""
USUAL: Final = 9
"""The cards in hand at a usual decision. With fewer, worlds cost less and there are more."""

_SETS: Final[dict[Counting, dict[int, int]]] = {}
_MOST_SETS: Final = 100_000
"""What tricks bring is remembered for all decisions, so many tricks at most."""


def _drawn(
    worlds: Sequence[World], likely: Sequence[float], count: int, chance: Stream
) -> list[tuple[float, World]]:
    """So many of the worlds, each as often as it is likely; the same ones are put together."""
    step = sum(likely) / count
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

    A card's outcome is the points of the deal, or where there are banks, the share in percent of
    the others that the seat will leave behind in the match.

    Args:
        game: the game.
        view: what the seat knows.
        seat: the seat whose turn it is.
        effort: how much is searched.
    """

    near = 12.0
    # In percent: bold players go where about three in ten would succeed, careful ones from seven.

    def __init__(self, game: BeatGame, view: BeatState, seat: int, effort: Effort) -> None:
        self._game, self._view, self._seat, self._effort = game, view, seat, effort
        self.commands: Sequence[Command] = game.legal(view, seat)
        if isinstance(self.commands[0], ChooseTrump):
            return
        self._known = known(game, view)
        self._banking = game.banking(view)
        counting = game.counting(view)
        self._deal = DealRules(
            relation(view.trumps),
            colours(view.trumps, view.seats),
            counting,
            must_beat=game.must_beat(view),
            sets=self._sets(counting),
        ).ending(self._settle(counting))
        self._played = [0] * view.seats
        self._start = self._position()
        self._left = len(self._deal.tricks) - self._start.trick
        self._endgame = self._depth()

    def _sets(self, counting: Counting) -> Callable[[int], int]:
        """What a trick brings, looked up from the second time on."""
        found = _SETS.setdefault(counting, {})
        game, view = self._game, self._view

        def bring(trick: int) -> int:
            value = found.get(trick)
            if value is None:
                if len(found) > _MOST_SETS:
                    found.clear()
                value = game.value(view, tuple(PACK_36[card] for card in places(trick)))
                found[trick] = value
            return value

        return bring

    def _settle(self, counting: Counting) -> Settle:
        if self._banking is not None:
            return self._banks(self._banking, tuple(map(bool, self._banking.stakes)))
        if not counting.most:
            return lambda points, _: points
        most = counting.most
        sign = 1 if most > 0 else -1

        def settle(points: Sequence[int], latest: Sequence[int]) -> Sequence[float]:
            ranks = [(sign * own, late) for own, late in zip(points, latest, strict=True)]
            best = max(ranks)
            return [most if rank == best else 0 for rank in ranks]

        return settle

    def _banks(self, own: Banking, said: tuple[bool, ...]) -> Settle:
        """What the deal does to the match when these have gone."""
        view, limit = self._view, self._game.deals(self._view)
        targets = [target(view.seats, go=go) for go in said]
        cache: dict[tuple[bool, ...], list[float]] = {}

        def settle(points: Sequence[int], latest: Sequence[int]) -> Sequence[float]:
            del latest
            reached = tuple([own >= aim for own, aim in zip(points, targets, strict=True)])
            found = cache.get(reached)
            if found is None:
                after = tuple(
                    banks_after(banks, done, go=go)
                    for banks, done, go in zip(own.banks, reached, said, strict=True)
                )
                shares = stakes.promise(own.banks, after, view.deal, limit)
                found = cache[reached] = [PERCENT * share for share in shares]
            return found

        return settle

    def _depth(self) -> int:
        """From how many cards in each hand on a world is searched out.

        Two players' ends are searched far earlier. For more it pays to search the last two tricks
        out wherever one is, the third only once it is reached: playing out costs a tenth.
        """
        effort, seats = self._effort, self._view.seats
        if not effort.weighted:
            return effort.endgame
        if seats == 2:
            return max(2, effort.endgame) + 3
        return max(2, effort.endgame if self._left <= effort.endgame and seats <= 4 else 0)

    def _position(self) -> Position:
        """The moment as far as the view knows it; the hands are a world's."""
        view, deal = self._view, self._deal
        at = Position(view.seats)
        for taker, trick in view.play.taken:
            laid = mask(trick.cards)
            worth = sum(deal.cards[place(card)] for card in trick.cards)
            at.points[taker] += deal.tricks[at.trick] + (deal.sets(laid) if deal.sets else worth)
            at.latest[taker] = at.trick
            at.trick += 1
            self._keep_played(trick)
        self._keep_played(view.play.tricks[-1])
        at.leader = at.owner = view.play.lead
        at.turn = self._seat
        if view.pile is not None:
            at.mound = deal.relation.of(view.pile, deal.colours)
            at.owner, at.count, at.laid = (
                view.pile.owner,
                len(view.play.trick),
                mask(view.play.trick),
            )
            at.worth = sum(deal.cards[place(card)] for card in view.play.trick)
        return at

    def _keep_played(self, trick: Trick) -> None:
        for turn, card in enumerate(trick.cards):
            self._played[(trick.leader + turn) % self._view.seats] |= 1 << place(card)

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, World]]:
        """About so many ways in which the unseen cards may lie, each with its weight."""
        if isinstance(self.commands[0], ChooseTrump):
            return [(1.0, World((), ()))]
        more = (ADDED + count / SPARED) * USUAL / self._left
        count = 1 if self._known.certain else round(more)
        said = any(go is not None and seat != self._seat for seat, go in self._stakes())
        if not said or not self._effort.weighted:
            return list(islice(suppose(self._known, chance), count))
        found = list(islice(suppose(self._known, chance), count * self._effort.weighing))
        likely = [weight * self._likelihood(world) for weight, world in found]
        return _drawn([world for _, world in found], likely, count, chance)

    def _stakes(self) -> Sequence[tuple[int, bool | None]]:
        """Each seat with what it has staked."""
        return () if self._banking is None else tuple(enumerate(self._banking.stakes))

    def _likelihood(self, world: World) -> float:
        """How well a world explains what the others have staked."""
        likely = 1.0
        for seat, go in self._stakes():
            if go is not None and seat != self._seat:
                hand = world.hands[seat] | self._played[seat]
                chance = goes(hand, self._deal.colours[seat], self._deal.relation)
                likely *= chance if go else 1 - chance
        return likely

    def outcomes(self, world: World, among: Sequence[int], chance: Stream) -> Sequence[float]:
        """What choices bring in this world."""
        del chance
        if isinstance(self.commands[0], ChooseTrump):
            # Before any card is seen all suits are alike.
            return [0.0] * len(among)
        start = self._start.copy()
        start.hands, start.stock = list(world.hands), world.stock
        commands = [self.commands[place] for place in among]
        if isinstance(commands[0], Stake):
            return [self._staked(start, command) for command in commands]
        seat, deal, results = self._seat, self._deal, []
        ends = Endgame(deal, world.stock, start.trick)
        for command in commands:
            assert isinstance(command, Play)
            at = start.copy()
            at.play(deal, place(command.card))
            results.append(deal.play_out(at, self._endgame, ends)[seat])
        return results

    def _staked(self, start: Position, command: Command) -> float:
        assert isinstance(command, Stake)
        assert self._banking is not None
        said = list(self._banking.stakes)
        said[self._seat] = command.go
        for seat, go in enumerate(said):
            if go is None:
                colour = self._deal.colours[seat]
                said[seat] = goes(start.hands[seat], colour, self._deal.relation) > LIKELY
        deal = self._deal.ending(self._banks(self._banking, tuple(map(bool, said))))
        at = start.copy()
        at.turn = at.leader
        ends = Endgame(deal, start.stock, at.trick)
        return deal.play_out(at, self._endgame, ends)[self._seat]
