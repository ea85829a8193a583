"""The search's kernel for Rank, its worlds that fit what was shown, and the easy player.

What is weighed is whole runs of the own hand. How a run ends (the cards kept and the one left on
top) is all that matters of it afterwards, and it is the same in every world: so of each card the
run is taken that is best in all worlds together.
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
    """What the view shows: the cards seen, and what draws, passes and plays tell of the others.

    ``gone`` are the kinds of cards in the pile that are forgotten and may lie anywhere.
    """
    return seen(game, view, gone)._replace(slots=_slots(view))


def seen(game: SheddingGame, view: ShedState, gone: Sequence[int] = ()) -> Known:
    """The same without what draws, passes and plays tell of the others."""
    return Known(
        held=tuple(packed(hand.cards) for hand in view.hands),
        slots=tuple((0,) * hand.unknown for hand in view.hands),
        unseen=(*[card.rank for card in game.unseen(view)], *gone),
        stock=view.stock.size,
    )


def _slots(view: ShedState) -> tuple[tuple[int, ...], ...]:
    """For each unknown card in each hand the kinds that it cannot be, as bits of a hand.

    Cards drawn later were there at fewer moments, so of a hand's places each is at least as
    restricted as the later ones. A card that is played is taken from the most restricted place
    that it can come from: what is left then says just what the hand can be.
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
    """None of a hand's cards is of these kinds."""
    own[:] = [slot | lacking for slot in own]


def _missing(kind: int, top: int) -> int:
    """What a hand did not hold that played this kind: all that the steps before ask for."""
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
    """The unseen cards, to be dealt as hands of one."""
    return Dealing(known.held, known.slots, [UNITS[kind] for kind in known.unseen], known.stock)


_ENDS: Final = 6
"""Of each card so many ends of runs are weighed, those first that shed most."""
_PLAYOUTS: Final = 60
"""So many deals are played out for each world asked for, shared among the players."""

Brought = tuple[float, ...]
"""What each end of a run brings in a world: all of the world that is asked for later."""


class ShedKernel:
    """One decision at Rank. An outcome is minus the place in the deal.

    Near the end of a match of several deals it is what the place is worth for that in the match.
    Where nothing is weighed, nothing is concluded from what the others drew, passed and played.
    ``thorough`` asks for all of equal cards, and gives no end of a run up.
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
        """About so many ways in which the unseen cards may lie, each with its weight.

        So many playouts are spent as so many worlds would need. Ends that have clearly fallen
        behind are not played out any more, which leaves more worlds for the others; what they
        brought so far then stands for what they bring.
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
            # Each world stands for several, as its stock is dealt in several orders.
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
    """What places, as negative points, are worth to a seat near the end of the match, else nothing.

    Of a match of a single deal nothing is said either: the place in the deal is that in the match.
    As there, to win counts no more than any place does.
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
    """What a deal may move, if any two places are as likely for two players."""
    return {
        apart: (seats - abs(apart)) / (seats * (seats - 1))
        for apart in range(1 - seats, seats)
        if apart
    }


_THINGS: Final = 128
_ROUNDS: Final = 2
"""So many rounds of the table are as long ago as a trick."""
_JOKER: Final = 0.7
"""How far a joker stands out, from 0 to 1."""


def forgotten_cards(game: SheddingGame, view: ShedState, seat: int, hold: float) -> list[int]:
    """The kinds of the cards below the top that a seat has forgotten; ``hold`` as of ``Mind``.

    Two rounds of the table count as a trick: suits do not matter here, and so there is less to be
    kept in mind. What is lost is count of the numbers.
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
"""How much it searches."""
_KEPT: Final = 0.04
"""What boldness may cost for each card that is kept, in places."""


def decide(
    game: SheddingGame, view: ShedState, seat: int, temperament: str, chance: Stream
) -> Command:
    """The card that should bring most, as far as it sees."""
    legal = game.legal(view, seat)
    if len(legal) == 1:
        return legal[0]
    kernel = ShedKernel(game, view, seat, A_GLANCE, thorough=False)
    weighed = weigh(kernel, A_GLANCE, chance, every=False)
    return suiting(game, view, weighed, TILTS[temperament])


def undertakes(view: ShedState, command: Command) -> float:
    """How many cards are kept for later, with which one may go on when others no longer can.

    Who sheds early has less to do when the stock is empty, and less to do it with.
    """
    if not isinstance(command, Play) or view.anti:
        return 0.0
    hand = packed(view.hands[command.seat].cards)
    return _KEPT * size(kept_of(hand, command.card.rank))


def kept_of(hand: int, kind: int) -> int:
    """What a hand keeps after the longest run that begins with a card of this kind."""
    return best_end(hand - UNITS[kind], kind) >> 4
