"""How much there is to win at Rank by choosing well: ``python tests/bench/rank_headroom.py``.

At a table of players of one level one seat is taken, in turn and with the same deals, by each of
the players compared: a level, or ``seer``, who is given the full state. The seer knows all hands
and the order of the stock; it plays every way to end its own run out many times in the true deal,
the others choosing as this table's do. ``hands`` sees all hands but not the order of the stock,
``greedy`` plays the longest run. Printed are mean places and what share of the way from the table's
own level to the seer a player comes.
"""

import argparse
from math import sqrt
from random import Random
from statistics import fmean
from time import process_time

from greenbaize.bots import LEVELS
from greenbaize.games.shedding.events import PlacesScored
from greenbaize.games.shedding.playout import Table, best_end, due, freest, run_ends
from greenbaize.games.shedding.rank import Rank
from greenbaize.games.shedding.ring import UNITS, kinds, packed
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, seed_from
from greenbaize.rules.commands import Play
from greenbaize.rules.options import settled

GAME = Rank()


def table_of(state, others):
    """The true moment, for playing out, and the stock's cards."""
    table = Table(
        state.seats,
        top=state.pile[-1].rank,
        mover=state.mover,
        drew=state.drew,
        leaving=-1 if state.leaving is None else state.leaving,
        passed=sum(1 << seat for seat in state.passed),
        anti=state.anti,
        out=state.out,
        others=others,
    )
    return table, [UNITS[card.rank] for card in reversed(state.stock.cards)]


class RandomPlayer:
    """Plays as the level ``random`` does: any card that may be played."""

    def __init__(self):
        self._random = Random(0)

    def run(self, hand, top):
        while fitting := due(hand, top):
            top = self.free(fitting)
            hand -= UNITS[top]
        return hand << 4 | top

    def free(self, hand):
        choices = kinds(hand)
        if len(choices) == 1:
            return choices[0]
        return self._random.choices(choices, [hand // UNITS[kind] & 15 for kind in choices])[0]


class Seer:
    """Chooses with all hands open, and the stock too if it sees that."""

    def __init__(self, playouts, others, *, stock):
        self._playouts = playouts
        self._others = others
        self._stock = stock
        self._random = Random(0)

    def decide(self, state, seat):
        plays = {play.card.rank: play for play in GAME.legal(state, seat)}
        table, stock = table_of(state, self._others)
        hands = [packed(hand.cards) for hand in state.hands]
        hand, ends = hands[seat], {}
        for kind in plays:
            kept = hand - UNITS[kind] << 4 | kind
            for end in [kept] if state.anti else run_ends(hand, kind):
                ends.setdefault(end, kind)
        totals = dict.fromkeys(ends, 0)
        # All cards known and the others' choices too, one playout says everything.
        for _ in range(1 if self._stock and self._others is None else self._playouts):
            if not self._stock:
                stock = self._random.sample(stock, len(stock))
            table.deal(hands, stock)
            for end in ends:
                totals[end] += table.play_out(seat, end, 0)
        return plays[ends[min(totals, key=totals.__getitem__)]]


class Greedy:
    """The longest run, and nothing else thought of."""

    def decide(self, state, seat):
        plays = {play.card.rank: play for play in GAME.legal(state, seat)}
        hand = packed(state.hands[seat].cards)
        if state.anti:
            return plays[freest(hand)]
        end = best_end(hand, state.pile[-1].rank)
        return next(plays[kind] for kind in plays if best_end(hand - UNITS[kind], kind) == end)


class Told:
    """A level, which is told what its seat is told."""

    def __init__(self, level):
        self._bot = LEVELS[level]()

    def sit(self, seats, seat, name):
        self._teller = Teller(GAME, seats, settled(GAME.options, seats, {}), seat)
        self._name, self._asked = name, 0

    def hear(self, event, state):
        self._teller.hear(event, state)

    def decide(self, state, seat):
        del state
        self._asked += 1
        stream = Stream(f"{self._name}/{seat}/{self._asked}")
        return self._bot.decide(GAME, self._teller.view, seat, stream)


def place_of(player, seat, seats, table, number):
    """The place of a player at one seat of a deal; also the CPU seconds of its decisions."""
    chance = SeededChance(seed_from(f"headroom/{number}"))
    state = GAME.start(seats, settled(GAME.options, seats, {}))
    others = {other: Stream(f"others/{number}/{other}") for other in range(seats)}
    bot = LEVELS[table]()
    tellers = []
    if table != "random":
        tellers = [
            Teller(GAME, seats, settled(GAME.options, seats, {}), one) for one in range(seats)
        ]
    told = isinstance(player, Told)
    if told:
        player.sit(seats, seat, f"told/{number}")
    times = []
    while True:
        event = GAME.derive(state, chance)
        if isinstance(event, PlacesScored):
            return event.places[seat], times
        if event is None:
            turn = state.turn
            legal = GAME.legal(state, turn)
            if len({play.card.rank for play in legal}) == 1:
                play = legal[0]
            elif turn == seat and player is not None:
                start = process_time()
                play = player.decide(state, seat)
                times.append(process_time() - start)
            elif tellers:
                play = bot.decide(GAME, tellers[turn].view, turn, others[turn])
            else:
                play = others[turn].choice(legal)
            assert isinstance(play, Play)
            (event,) = GAME.judge(state, play).events
        state = GAME.fold(state, event)
        for teller in tellers:
            teller.hear(event, state)
        if told:
            player.hear(event, state)


def player_called(name, table, playouts):
    others = RandomPlayer() if table == "random" else None
    if name in ("seer", "hands"):
        return Seer(playouts, others, stock=name == "seer")
    return Greedy() if name == "greedy" else Told(name)


SHARE = 1 / 3
"""How much of the way to the seer ``hard`` must come."""


def parsed(given=None):
    """What is asked for on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[4, 6])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--table", default="random", help="the level of everybody else")
    parser.add_argument("--players", nargs="+", default=["seer", "hard"])
    parser.add_argument("--playouts", type=int, default=100, help="of the seer, for each choice")
    return parser.parse_args(given)


def run(given=()):
    """Print the figures; true if ``hard`` comes far enough with each number of players."""
    wanted = parsed(given)
    shares = [compare(seats, wanted).get("hard") for seats in wanted.seats]
    return all(share is None or share >= SHARE for share in shares)


def compare(seats, wanted):
    """Print the figures for one number of players; the shares of the players compared."""
    print(f"{seats} players, the others {wanted.table}, {wanted.deals} deals x {seats} seats")
    names = list(dict.fromkeys(wanted.players))
    players = {name: player_called(name, wanted.table, wanted.playouts) for name in names}
    # What each brings in a deal, mean of the seats, as places better than the table's own level,
    # whose mean over the seats of a deal is always the same.
    middle = (seats + 1) / 2
    better = {name: [] for name in names}
    times = {name: [] for name in names}
    for number in range(wanted.first, wanted.first + wanted.deals):
        for name in names:
            places = []
            for seat in range(seats):
                place, took = place_of(players[name], seat, seats, wanted.table, number)
                places.append(place)
                times[name] += took
            better[name].append(middle - fmean(places))
    print(f"  {wanted.table:8} mean place {middle:.3f}, by symmetry")
    seer = better.get("seer")
    shares = {}
    for name in names:
        gain, error = fmean(better[name]), error_of(better[name])
        line = f"  {name:8} mean place {middle - gain:.3f} ± {error:.3f}, gains {gain:.3f}"
        if seer is not None and name != "seer":
            share = shares[name] = gain / fmean(seer)
            rest = [
                own - share * all_seen for own, all_seen in zip(better[name], seer, strict=True)
            ]
            line += f", {share:.0%} ± {error_of(rest) / fmean(seer):.0%} of the seer's"
        took = sorted(times[name])
        line += f"; {1000 * took[len(took) // 2]:.1f} ms, {1000 * took[len(took) * 95 // 100]:.1f}"
        print(line + f" ms at the 95th percentile, {len(took) / wanted.deals / seats:.1f} a deal")
    return shares


def error_of(values):
    """The standard error of a mean."""
    mean = fmean(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values) / (len(values) - 1))


if __name__ == "__main__":
    run(None)
