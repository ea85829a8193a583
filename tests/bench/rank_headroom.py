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

from pairing import mean_and_standard_error, play_match, make_player, seed_from_text  # isort: skip  (finds the package)
from greenbaize.games.shedding.playout import (
    ShedPlayout,
    best_free_kind,
    best_run_end,
    playable_part,
    run_ends,
)
from greenbaize.games.shedding.ring import KIND_UNITS, hand_of_kinds, kinds_in_hand


def make_playout_table(state, others):
    """Return the true position for playing out, and the stock's cards."""
    passed = range(state.seats) if state.anti_rank_stands else state.passed_seats
    table = ShedPlayout(
        state.seats,
        top=state.pile[-1].rank,
        mover=state.mover,
        has_drawn=state.has_drawn,
        leaver=-1 if state.leaver is None else state.leaver,
        passed_seats=sum(1 << seat for seat in passed),
        is_anti_rank=state.is_anti_rank,
        anti_rank_stands=state.options.get_word("anti_rank") == "stands",
        seats_out=state.seats_out,
        strategy=others,
    )
    return table, [KIND_UNITS[card.rank] for card in reversed(state.stock.cards)]


def plays_by_rank(game, state, seat):
    """Return a play of each rank that may be played."""
    return {play.card.rank: play for play in game.legal(state, seat)}


class RandomRunPlayer:
    """Player of the level ``random``: any card that may be played."""

    def __init__(self):
        self._random = Random(0)

    def choose_run_end(self, hand, top):
        while playable := playable_part(hand, top):
            top = self.choose_free_kind(playable)
            hand -= KIND_UNITS[top]
        return hand << 4 | top

    def choose_free_kind(self, hand):
        choices = kinds_in_hand(hand)
        if len(choices) == 1:
            return choices[0]
        return self._random.choices(choices, [hand // KIND_UNITS[kind] & 15 for kind in choices])[0]


class FullInformationBot:
    """Bot that sees all hands, and optionally the stock."""

    sees_all = True

    def __init__(self, playouts, others, *, stock):
        self._playouts = playouts
        self._others = others
        self._stock = stock
        self._random = Random(0)

    def choose_command(self, game, state, seat, chance):
        del chance
        plays = plays_by_rank(game, state, seat)
        if len(plays) == 1:
            return next(iter(plays.values()))
        table, stock = make_playout_table(state, self._others)
        hands = [hand_of_kinds(hand.cards) for hand in state.hands]
        hand, ends = hands[seat], {}
        for kind in plays:
            remaining = hand - KIND_UNITS[kind] << 4 | kind
            for end in [remaining] if state.is_anti_rank else run_ends(hand, kind):
                ends.setdefault(end, kind)
        totals = dict.fromkeys(ends, 0)
        # If all cards and the others' choices are known, one playout is enough.
        for _ in range(1 if self._stock and self._others is None else self._playouts):
            if not self._stock:
                stock = self._random.sample(stock, len(stock))
            table.set_world(hands, stock)
            for end in ends:
                totals[end] += table.play_out(seat, end, 0)
        return plays[ends[min(totals, key=totals.__getitem__)]]


class LongestRunBot:
    """Bot that plays the longest run."""

    def choose_command(self, game, state, seat, chance):
        del chance
        plays = plays_by_rank(game, state, seat)
        hand = hand_of_kinds(state.hands[seat].cards)
        if state.is_anti_rank:
            return plays[best_free_kind(hand)]
        end = best_run_end(hand, state.pile[-1].rank)
        return next(
            plays[kind] for kind in plays if best_run_end(hand - KIND_UNITS[kind], kind) == end
        )


def make_compared_player(name, table, playouts):
    others = RandomRunPlayer() if table == "random" else None
    if name in ("seer", "hands"):
        return FullInformationBot(playouts, others, stock=name == "seer")
    return LongestRunBot() if name == "greedy" else make_player(name)


MIN_SHARE = 1 / 3
"""Minimum fraction of the seer's gain that ``hard`` must reach."""


def parse_options(arguments=None):
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seats", type=int, nargs="+", default=[4, 6])
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="number of the first deal")
    parser.add_argument("--table", default="random", help="the level of everybody else")
    parser.add_argument("--players", nargs="+", default=["seer", "hard"])
    parser.add_argument("--playouts", type=int, default=100, help="of the seer, for each choice")
    return parser.parse_args(arguments)


def run_benchmark(arguments=()):
    """Print the figures; return True if ``hard`` reaches its target with each number of players."""
    options = parse_options(arguments)
    shares = [compare_players(seats, options).get("hard") for seats in options.seats]
    return all(share is None or share >= MIN_SHARE for share in shares)


def compare_players(seats, options):
    """Print the figures for one number of players; return the fractions of the compared players."""
    print(f"{seats} players, the others {options.table}, {options.deals} deals x {seats} seats")
    names = list(dict.fromkeys(options.players))
    players = {name: make_compared_player(name, options.table, options.playouts) for name in names}
    # Gain of each player in a deal, averaged over the seats, in ranks better than the table's own
    # level, whose mean over the seats of a deal is constant.
    middle = (seats + 1) / 2
    better = {name: [] for name in names}
    spent = dict.fromkeys(names, 0.0)
    table = make_player(options.table)
    for number in range(options.first, options.first + options.deals):
        for name in names:
            ranks = []
            for seat in range(seats):
                alone = tuple(one == seat for one in range(seats))
                seed = seed_from_text(f"headroom/{number}")
                result = play_match("rank", {}, seed, (players[name], table), alone, deals=1)
                ranks.append(result.scores[0].places[seat])
                spent[name] += sum(result.times[0])
            better[name].append(middle - fmean(ranks))
    print(f"  {options.table:8} mean place {middle:.3f}, by symmetry")
    seer = better.get("seer")
    shares = {}
    for name in names:
        gain, error = mean_and_standard_error(better[name])
        line = f"  {name:8} mean place {middle - gain:.3f} ± {error:.3f}, gains {gain:.3f}"
        if seer is not None and name != "seer":
            share = shares[name] = gain / fmean(seer)
            rest = [
                own - share * all_seen for own, all_seen in zip(better[name], seer, strict=True)
            ]
            error = mean_and_standard_error(rest)[1] / fmean(seer)
            line += f", {share:.0%} ± {error:.0%} of the seer's"
        print(f"{line}; {1000 * spent[name] / options.deals / seats:.1f} ms of CPU time a deal")
    return shares


if __name__ == "__main__":
    run_benchmark(None)
