"""The search's kernel for Master and Ass: worlds of the beat relation, and what choices bring."""

from collections.abc import Callable, Sequence
from copy import copy
from typing import Final

from greenbaize.bots import stakes
from greenbaize.bots.beat_playout import Deal, Position
from greenbaize.bots.beat_relation import colours, mask, place, places, relation
from greenbaize.bots.beat_worlds import World, known, suppose
from greenbaize.bots.search import Effort
from greenbaize.rules.banks import banks_after, target
from greenbaize.rules.beat_play import BeatGame, BeatState, Counting
from greenbaize.rules.beats import PACK_36
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import ChooseTrump, Command, Play, Stake

PERCENT: Final = 100.0
Settle = Callable[[list[int], list[int]], Sequence[float]]

_SETS: dict[Counting, dict[int, int]] = {}
_MOST_SETS: Final = 100_000


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

    def __init__(self, game: BeatGame, view: BeatState, seat: int, effort: Effort) -> None:
        self._game, self._view, self._seat, self._effort = game, view, seat, effort
        self.commands: Sequence[Command] = game.legal(view, seat)
        if isinstance(self.commands[0], ChooseTrump):
            return
        self._known = known(game, view)
        counting = game.counting(view)
        self._deal = Deal(
            relation(view.trumps),
            colours(view.trumps, view.seats),
            must_beat=game.must_beat(view),
            counting=counting,
            sets=self._sets(counting),
            settle=self._settle(counting),
        )
        self._start = self._position()

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
        view = self._view
        if any(view.banks):
            return self._banks(tuple(bool(go) for go in view.stakes))
        if not counting.most:
            return lambda points, _: points
        most = counting.most
        sign = 1 if most > 0 else -1

        def settle(points: list[int], latest: list[int]) -> Sequence[float]:
            ranks = [(sign * own, late) for own, late in zip(points, latest, strict=True)]
            best = max(ranks)
            return [most if rank == best else 0 for rank in ranks]

        return settle

    def _banks(self, goes: tuple[bool, ...]) -> Settle:
        """What the deal does to the match when these have gone."""
        view, limit = self._view, self._game.deals(self._view)
        targets = [target(view.seats, go=go) for go in goes]
        cache: dict[tuple[bool, ...], list[float]] = {}

        def settle(points: list[int], latest: list[int]) -> Sequence[float]:
            del latest
            reached = tuple([own >= aim for own, aim in zip(points, targets, strict=True)])
            found = cache.get(reached)
            if found is None:
                after = tuple(
                    banks_after(banks, done, go=go)
                    for banks, done, go in zip(view.banks, reached, goes, strict=True)
                )
                shares = stakes.promise(view.banks, after, view.deal, limit)
                found = cache[reached] = [PERCENT * share for share in shares]
            return found

        return settle

    def _position(self) -> Position:
        """The moment as far as the view knows it; the hands are a world's."""
        view, deal = self._view, self._deal
        at = Position((0,) * view.seats)
        for taker, trick in view.taken:
            laid = mask(trick.cards)
            worth = sum(deal.cards[place(card)] for card in trick.cards)
            at.points[taker] += deal.tricks[at.trick] + (deal.sets(laid) if deal.sets else worth)
            at.latest[taker] = at.trick
            at.trick += 1
        at.leader = at.owner = view.lead
        at.turn = self._seat
        if view.pile is not None:
            at.mound = deal.relation.of(view.pile, deal.colours)
            at.owner, at.count, at.laid = view.pile.owner, len(view.trick), mask(view.trick)
            at.worth = sum(deal.cards[place(card)] for card in view.trick)
        return at

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, World]]:
        """About so many ways in which the unseen cards may lie, each with its weight."""
        if isinstance(self.commands[0], ChooseTrump):
            return [(1.0, World((), ()))]
        if len(self._known.unseen) <= 1:
            count = 1
        return [suppose(self._known, chance) for _ in range(count)]

    def outcomes(self, world: World, effort: Effort, chance: Stream) -> Sequence[float]:
        """What each choice brings in this world."""
        if isinstance(self.commands[0], ChooseTrump):
            # Before any card is seen all suits are alike.
            return [0.0] * len(self.commands)
        start = self._start.copy()
        start.hands, start.stock = list(world.hands), world.stock
        if isinstance(self.commands[0], Stake):
            return [self._staked(start, command, effort) for command in self.commands]
        seat, deal, results = self._seat, self._deal, []
        for command in self.commands:
            assert isinstance(command, Play)
            at = start.copy()
            at.play(deal, place(command.card))
            results.append(deal.play_out(at, effort.endgame)[seat])
        return results

    def _staked(self, start: Position, command: Command, effort: Effort) -> float:
        assert isinstance(command, Stake)
        goes = list(self._view.stakes)
        goes[self._seat] = command.go
        for seat, go in enumerate(goes):
            if go is None:
                goes[seat] = False
        deal = copy(self._deal)
        deal.settle = self._banks(tuple(map(bool, goes)))
        at = start.copy()
        at.turn = at.leader
        return deal.play_out(at, effort.endgame)[self._seat]
