"""Possible gain at Rank by choosing well: ``python tests/bench/rank_headroom.py``.

At a table of players of one level one seat is taken, in turn and with the same deals, by each of
the compared players: a level, or ``seer``, which gets the full state. The seer knows all hands and
the order of the stock; it plays out every way to end its own run many times in the true deal, the
others choosing as this table's do. ``hands`` sees all hands but not the order of the stock,
``greedy`` plays the longest run. The output has mean ranks and the fraction of the seer's gain over
the table's own level.
"""

import argparse
from random import Random
from statistics import fmean

from pairing import mean_and_error, play, player, seed_from  # isort: skip  (finds the package)
from greenbaize.games.shedding.playout import Table, best_end, due, freest, run_ends
from greenbaize.games.shedding.ring import UNITS, kinds, packed


def table_of(state, others):
    """Return the true position for playing out, and the stock's cards."""
    passed = range(state.seats) if state.anti_stands else state.passed
    table = Table(
        state.seats,
        top=state.pile[-1].rank,
        mover=state.mover,
        drew=state.drew,
        leaving=-1 if state.leaving is None else state.leaving,
        passed=sum(1 << seat for seat in passed),
        anti=state.anti,
        stands=state.options.word("anti_rank") == "stands",
        out=state.out,
        others=others,
    )
    return table, [UNITS[card.rank] for card in reversed(state.stock.cards)]


def plays_of(game, state, seat):
    """Return a play of each rank that may be played."""
    return {play.card.rank: play for play in game.legal(state, seat)}


class RandomPlayer:
    """Player of the level ``random``: any card that may be played."""

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
    """Bot that sees all hands, and optionally the stock."""

    sees_all = True

    def __init__(self, playouts, others, *, stock):
        self._playouts = playouts
        self._others = others
        self._stock = stock
        self._random = Random(0)

    def decide(self, game, state, seat, chance):
        del chance
        plays = plays_of(game, state, seat)
        if len(plays) == 1:
            return next(iter(plays.values()))
        table, stock = table_of(state, self._others)
        hands = [packed(hand.cards) for hand in state.hands]
        hand, ends = hands[seat], {}
        for kind in plays:
            kept = hand - UNITS[kind] << 4 | kind
            for end in [kept] if state.anti else run_ends(hand, kind):
                ends.setdefault(end, kind)
        totals = dict.fromkeys(ends, 0)
        # If all cards and the others' choices are known, one playout is enough.
        for _ in range(1 if self._stock and self._others is None else self._playouts):
            if not self._stock:
                stock = self._random.sample(stock, len(stock))
            table.deal(hands, stock)
            for end in ends:
                totals[end] += table.play_out(seat, end, 0)
        return plays[ends[min(totals, key=totals.__getitem__)]]


class Greedy:
    """Bot that plays the longest run."""

    def decide(self, game, state, seat, chance):
        del chance
        plays = plays_of(game, state, seat)
        hand = packed(state.hands[seat].cards)
        if state.anti:
            return plays[freest(hand)]
        end = best_end(hand, state.pile[-1].rank)
        return next(plays[kind] for kind in plays if best_end(hand - UNITS[kind], kind) == end)


def player_called(name, table, playouts):
    others = RandomPlayer() if table == "random" else None
    if name in ("seer", "hands"):
        return Seer(playouts, others, stock=name == "seer")
    return Greedy() if name == "greedy" else player(name)


SHARE = 1 / 3
"""Minimum fraction of the seer's gain that ``hard`` must reach."""


def parsed(given=None):
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[4, 6])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--table", default="random", help="the level of everybody else")
    parser.add_argument("--players", nargs="+", default=["seer", "hard"])
    parser.add_argument("--playouts", type=int, default=100, help="of the seer, for each choice")
    return parser.parse_args(given)


def run(given=()):
    """Print the figures; return True if ``hard`` reaches its target with each number of players."""
    wanted = parsed(given)
    shares = [compare(seats, wanted).get("hard") for seats in wanted.seats]
    return all(share is None or share >= SHARE for share in shares)


def compare(seats, wanted):
    """Print the figures for one number of players; return the fractions of the compared players."""
    print(f"{seats} players, the others {wanted.table}, {wanted.deals} deals x {seats} seats")
    names = list(dict.fromkeys(wanted.players))
    players = {name: player_called(name, wanted.table, wanted.playouts) for name in names}
    # Gain of each player in a deal, averaged over the seats, in ranks better than the table's own
    # level, whose mean over the seats of a deal is constant.
    middle = (seats + 1) / 2
    better = {name: [] for name in names}
    spent = dict.fromkeys(names, 0.0)
    table = player(wanted.table)
    for number in range(wanted.first, wanted.first + wanted.deals):
        for name in names:
            places = []
            for seat in range(seats):
                alone = tuple(one == seat for one in range(seats))
                seed = seed_from(f"headroom/{number}")
                played = play("rank", {}, seed, (players[name], table), alone, deals=1)
                places.append(played.scores[0].places[seat])
                spent[name] += sum(played.times[0])
            better[name].append(middle - fmean(places))
    print(f"  {wanted.table:8} mean place {middle:.3f}, by symmetry")
    seer = better.get("seer")
    shares = {}
    for name in names:
        gain, error = mean_and_error(better[name])
        line = f"  {name:8} mean place {middle - gain:.3f} ± {error:.3f}, gains {gain:.3f}"
        if seer is not None and name != "seer":
            share = shares[name] = gain / fmean(seer)
            rest = [
                own - share * all_seen for own, all_seen in zip(better[name], seer, strict=True)
            ]
            line += f", {share:.0%} ± {mean_and_error(rest)[1] / fmean(seer):.0%} of the seer's"
        print(f"{line}; {1000 * spent[name] / wanted.deals / seats:.1f} ms of CPU time a deal")
    return shares


if __name__ == "__main__":
    run(None)
