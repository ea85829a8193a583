"""The search's kernel for Rank, with worlds that fit the observed play, and the easy player.

Whole runs of the own hand are weighed. All that matters of a run afterwards is its end (the cards
kept and the one left on top), which is the same in every world: so for each card the run is chosen
that is best in all worlds together.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from greenbaize.bots import finish
from greenbaize.bots.bot import suiting
from greenbaize.bots.dealing import Dealing, Known
from greenbaize.bots.memory import EASY, mind_of
from greenbaize.bots.search import LOOK, ahead, mean, weigh
from greenbaize.games.shedding.events import AntiRankDeclared, Passed
from greenbaize.games.shedding.play import STANDS, SheddingGame
from greenbaize.games.shedding.playout import ORDERS, Table, best_end, run_ends, size
from greenbaize.games.shedding.ring import FITS, JOKER, STEPS, UNITS, packed
from greenbaize.games.shedding.state import ShedState
from greenbaize.rules.chance import Stream
from greenbaize.rules.commands import Command, Play
from greenbaize.rules.events import CardPlayed, CardsDrawn
from greenbaize.rules.players import TILTS
from greenbaize.rules.thinking import Effort


def known(game: SheddingGame, view: ShedState, gone: Sequence[int] = ()) -> Known:
    """Return the cards that the view shows, and what draws, passes and plays tell of the others.

    ``gone`` are the kinds of cards in the pile that are forgotten and may lie anywhere.
    """
    return seen(game, view, gone)._replace(slots=_slots(view))


def seen(game: SheddingGame, view: ShedState, gone: Sequence[int] = ()) -> Known:
    """Return the same without what draws, passes and plays tell of the others."""
    return Known(
        held=tuple(packed(hand.cards) for hand in view.hands),
        slots=tuple((0,) * hand.unknown for hand in view.hands),
        unseen=(*[card.rank for card in game.unseen(view)], *gone),
        stock=view.stock.size,
    )


def _slots(view: ShedState) -> tuple[tuple[int, ...], ...]:
    """Return for each unknown card in each hand the kinds that it cannot be, as bits of a hand.

    Cards drawn later have seen fewer events, so each slot of a hand is at least as restricted as
    the later ones. A card that is played is taken from the most restricted slot that it can come
    from: the remaining slots then describe exactly the possible hands.
    """
    count = [hand.size for hand in view.hands]
    played = 0
    for event in view.moves:
        match event:
            case CardPlayed(seat):
                count[seat] += 1
                played += 1
            case CardsDrawn(seat, cards):
                count[seat] -= cards.size
    slots = [[0] * dealt for dealt in count]
    top, anti = view.pile[-1 - played].rank, False
    for event in view.moves:
        match event:
            case CardPlayed(seat, card):
                if not anti:
                    _note(slots[seat], _missing(card.rank, top))
                _take(slots[seat], card.rank)
                top, anti = card.rank, False
            case CardsDrawn(seat, cards):
                _note(slots[seat], FITS[top])
                slots[seat] += [0] * cards.size
            case Passed(seat):
                _note(slots[seat], FITS[top])
            case AntiRankDeclared(seat):
                _note(slots[seat], FITS[top])
                anti = True
    return tuple(tuple(own[: hand.unknown]) for own, hand in zip(slots, view.hands, strict=True))


def _note(own: list[int], lacking: int) -> None:
    """Exclude these kinds from all of a hand's cards."""
    own[:] = [slot | lacking for slot in own]


def _missing(kind: int, top: int) -> int:
    """Return the kinds that a hand cannot have held which played this kind: those due before it."""
    missing = 0
    for step in STEPS[top]:
        if step & UNITS[kind]:
            break
        missing |= step
    return missing


def _take(own: list[int], kind: int) -> None:
    fitting = [slot for slot in own if not slot & UNITS[kind]]
    own.remove(max(fitting, key=int.bit_count) if fitting else own[0])


def dealing(known: Known) -> Dealing:
    """Return the dealing of the unseen cards, as hands of one."""
    return Dealing(known.held, known.slots, [UNITS[kind] for kind in known.unseen], known.stock)


_ENDS: Final = 6
"""Number of run ends weighed for each card, those first that shed most."""
_PLAYOUTS: Final = 60
"""Number of deals played out for each world asked for, shared among the players."""

Brought = tuple[float, ...]
"""Outcome of each end of a run in a world: all of the world that is needed later."""


class ShedKernel:
    """One decision at Rank. An outcome is the negated rank in the deal.

    Near the end of a match of several deals it is the value of the rank for that in the match.
    Without weighting, nothing is concluded from the others' draws, passes and plays. ``thorough``
    weighs all of equal cards, and drops no end of a run.
    """

    def __init__(
        self, game: SheddingGame, view: ShedState, seat: int, effort: Effort, *, thorough: bool
    ) -> None:
        self._seat = seat
        gone = forgotten_cards(game, view, seat, effort.hold) if effort.hold < 1 else ()
        passed = range(view.seats) if view.anti_stands else view.passed
        self._known = (known if effort.weighted else seen)(game, view, gone)
        self._table = Table(
            view.seats,
            top=view.pile[-1].rank,
            mover=seat,
            drew=view.drew,
            leaving=-1 if view.leaving is None else view.leaving,
            passed=sum(1 << one for one in passed),
            anti=view.anti,
            stands=view.options.word("anti_rank") == STANDS,
            out=view.out,
        )
        finish = near_the_end(game, view, seat)
        if finish is not None:
            self._table.finishing(finish, seat)
        plays = [play for play in game.legal(view, seat) if isinstance(play, Play)]
        if not thorough:
            alike: dict[int, Play] = {}
            for play in plays:
                alike.setdefault(play.card.rank, play)
            plays = list(alike.values())
        self.commands: Sequence[Command] = plays
        self._kinds = [play.card.rank for play in plays]
        hand = packed(view.hands[seat].cards)
        self._ends: list[int] = []
        self._firsts: list[int] = []
        self._ends_of: dict[int, range] = {}
        for kind in dict.fromkeys(self._kinds):
            ends = [hand - UNITS[kind] << 4 | kind]
            if not view.anti:
                ends = run_ends(hand, kind)[:_ENDS]
            self._ends_of[kind] = range(len(self._ends), len(self._ends) + len(ends))
            self._ends += ends
            self._firsts += [kind] * len(ends)
        self._chosen: dict[int, int] = {}
        self._thorough = thorough

    def worlds(self, count: int, chance: Stream) -> Sequence[tuple[float, Brought]]:
        """Return about so many possible worlds, each with its weight.

        The number of playouts is what so many worlds would need. Ends that have clearly fallen
        behind are no longer played out, which leaves more worlds for the others; their mean so far
        then stands in for their outcomes.
        """
        dealt = dealing(self._known)
        if dealt.certain or len(self.commands) == 1:
            count = 1
        seats = len(self._known.held)
        playouts = count * _PLAYOUTS // seats
        table, draw = self._table, Random(chance.below(1 << 32)).random
        weights: list[float] = []
        brought: list[list[float]] = [[] for _ in self._ends]
        running = list(range(len(self._ends)))
        while not weights or (playouts > 0 and count > 1):
            weight, hands, stock = dealt.deal(draw)
            weights.append(weight)
            orders = table.deal(hands, stock, ORDERS)
            for end in running:
                brought[end].append(table.brings(self._seat, self._ends[end]))
            playouts -= len(running) * orders
            # Each world counts as several, as its stock is dealt in several orders.
            if not self._thorough and len(weights) % (LOOK // ORDERS) == 0:
                running = ahead(weights, brought, running)
                if len({self._firsts[end] for end in running}) == 1:
                    break
        means = [mean(weights, brings) for brings in brought]
        for kind, ends in self._ends_of.items():
            self._chosen[kind] = max(ends, key=means.__getitem__)
        for brings, usual in zip(brought, means, strict=True):
            brings.extend([usual] * (len(weights) - len(brings)))
        return list(zip(weights, zip(*brought, strict=True), strict=True))

    def outcomes(self, world: Brought, among: Sequence[int], chance: Stream) -> Sequence[float]:
        return [world[self._chosen[self._kinds[place]]] for place in among]

    def succeed(self, world: Brought, among: Sequence[int]) -> Sequence[float]:
        return ()


def near_the_end(game: SheddingGame, view: ShedState, seat: int) -> finish.Finish | None:
    """Return the values of ranks, as negative points, near the end of the match, else None.

    There are none for a match of a single deal: the rank in the deal is that in the match. As
    there, winning counts no more than any other rank.
    """
    if not game.place_counts(view):
        return None
    left = game.deals(view) - view.deal
    now = _swings(view.seats)
    totals = [-total for total in view.totals]
    found = finish.finish(seat, totals, now, finish.joined([now] * left), first=0.0)
    return found.alone(-view.seats * (view.seats + 1) / 2)


@lru_cache(maxsize=16)
def _swings(seats: int) -> finish.Swings:
    """Return the possible swings of a deal, with all ranks equally likely."""
    return {
        apart: (seats - abs(apart)) / (seats * (seats - 1))
        for apart in range(1 - seats, seats)
        if apart
    }


_THINGS: Final = 128
_ROUNDS: Final = 2
"""Number of rounds of the table that count as a trick for memory."""
_JOKER: Final = 0.7
"""Prominence (0 to 1) of a joker in memory."""


def forgotten_cards(game: SheddingGame, view: ShedState, seat: int, hold: float) -> list[int]:
    """Return the kinds of cards below the top that a seat has forgotten; ``hold`` as of ``Mind``.

    Two rounds of the table count as a trick: suits do not matter here, and so there is less to
    remember. The player loses count of the ranks.
    """
    mind = mind_of(game, view, seat, hold)
    gone = []
    for below, card in enumerate(reversed(view.pile)):
        weight = _JOKER if card.rank == JOKER else 0.0
        if mind.forgets(
            (len(view.pile) - below) % _THINGS, below / view.seats / _ROUNDS - 1, weight
        ):
            gone.append(card.rank)
    return gone


A_GLANCE: Final = Effort(worlds=4, endgame=0, weighing=1, hold=EASY)
"""Search effort of the easy player."""
_KEPT: Final = 0.04
"""Cost of boldness for each card that is kept, in ranks."""


def decide(
    game: SheddingGame, view: ShedState, seat: int, temperament: str, chance: Stream
) -> Command:
    """Return the card that should bring most, by a small search."""
    legal = game.legal(view, seat)
    if len(legal) == 1:
        return legal[0]
    kernel = ShedKernel(game, view, seat, A_GLANCE, thorough=False)
    weighed = weigh(kernel, A_GLANCE, chance, every=False)
    return suiting(game, view, weighed, TILTS[temperament])


def undertakes(view: ShedState, command: Command) -> float:
    """Return the boldness cost of a play: cards kept for when others can no longer play.

    Shedding early leaves less to do when the stock is empty, and less to do it with.
    """
    if not isinstance(command, Play) or view.anti:
        return 0.0
    hand = packed(view.hands[command.seat].cards)
    return _KEPT * size(kept_of(hand, command.card.rank))


def kept_of(hand: int, kind: int) -> int:
    """Return the cards that a hand keeps after the longest run that begins with this kind."""
    return best_end(hand - UNITS[kind], kind) >> 4
