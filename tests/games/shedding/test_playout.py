"""Playouts of Rank agree with the rules if the same cards are chosen."""

from random import Random

import pytest

from greenbaize.cards import RANKS, cards
from greenbaize.games.shedding.events import PlacesScored
from greenbaize.games.shedding.playout import (
    ORDERS,
    Table,
    best_end,
    due,
    freest,
    run_ends,
    size,
    worth,
)
from greenbaize.games.shedding.ring import JOKER, PACK, UNITS, kinds, packed
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import Play
from match.playing import SETUPS, play_randomly

EACH_SETUP = pytest.mark.parametrize("setup", [s for s in SETUPS if s.name == "rank"], ids=str)


def table_of(state):
    """Return the playout of a full state."""
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
    )
    stock = [UNITS[card.rank] for card in reversed(state.stock.cards)]
    table.deal([packed(hand.cards) for hand in state.hands], stock)
    return table


def begun(hand, top):
    """Return the kind that a hand's best run begins with."""
    end = best_end(hand, top)
    return next(k for k in kinds(due(hand, top)) if best_end(hand - UNITS[k], k) == end)


def played_by_the_rules(game, state):
    """Return the deal's ranks if all seats play as the playout does, judged by the game itself."""
    chance = SeededChance(seed_from("unused"))
    while True:
        event = game.derive(state, chance)
        if isinstance(event, PlacesScored):
            return event.places
        if event is None:
            hand = packed(state.hands[state.turn].cards)
            kind = freest(hand) if state.anti else begun(hand, state.pile[-1].rank)
            card = next(card for card in state.hands[state.turn].cards if card.rank == kind)
            (event,) = game.judge(state, Play(state.turn, card)).events
        state = game.fold(state, event)


@EACH_SETUP
def test_a_deal_played_out_ends_as_by_the_rules(setup):
    random = Random(str(setup))
    asked = [state for _, state in play_randomly(setup, 3).moments if state.turn is not None]
    for state in random.sample(asked, 6):
        places = played_by_the_rules(setup.game, state)
        table = table_of(state)
        assert tuple(table.play_out(seat, -1, 0) for seat in range(setup.seats)) == places


def longest(hand, top):
    """Return the number of cards that a hand can play in one turn, trying all orders."""
    return max((1 + longest(hand - UNITS[kind], kind) for kind in kinds(due(hand, top))), default=0)


def test_the_best_run_is_a_longest_one():
    random = Random(7)
    for _ in range(150):
        hand = packed(random.sample(PACK * 2, random.randint(1, 8)))
        top = random.choice(PACK).rank
        end = best_end(hand, top)
        rest, last = end >> 4, end & 15
        # An ace, king or joker kept is worth a little, but less than a card.
        wild = size(rest & (15 * sum(UNITS[-3:])))
        played = size(hand) - size(rest)
        assert longest(hand, top) - played <= wild // 4
        assert not due(rest, last)
        assert worth(end, played) == played + 0.3 * wild - 0.1 * (last == JOKER)
        # No other way to end is worth more.
        ends = [way for kind in kinds(due(hand, top)) for way in run_ends(hand, kind)]
        assert all(worth(way, size(hand) - size(way >> 4)) <= worth(end, played) for way in ends)


def test_what_a_run_brings_is_the_mean_of_some_orders_of_the_stock():
    random = Random(5)
    hands = [packed(random.sample(PACK, 4)) for _ in range(3)]
    stock = [UNITS[random.choice(PACK).rank] for _ in range(7)]
    table = Table(3, top=0, mover=1)
    assert table.deal(hands, stock, ORDERS) == ORDERS
    laid = [stock, stock[::-1], stock[3:] + stock[:3], (stock[3:] + stock[:3])[::-1]]
    places = []
    for number, order in enumerate(laid):
        alone = Table(3, top=0, mover=1)
        assert alone.deal(hands, order) == 1
        places.append(alone.play_out(2, -1, 0))
        assert table.play_out(2, -1, number) == places[-1]
    assert len(set(places)) > 1
    assert table.brings(2, -1) == -sum(places) / ORDERS


def test_a_run_that_is_played_first_is_the_one_given():
    hand = packed(cards("9C JD TC QC JH"))
    table = Table(2, top=RANKS.index("T"), mover=0)
    table.deal([hand, packed(cards("KC"))], [])
    ends = {kind: run_ends(hand, RANKS.index(kind)) for kind in "9J"}
    assert [table.brings(0, end) for end in ends["9"]] == [-1]
    assert table.brings(0, ends["J"][-1]) == -2
