"""Playouts of Rank agree with the rules if the same cards are chosen."""

from random import Random

import pytest

from greenbaize.cards import RANKS, parse_cards
from greenbaize.games.shedding.events import RanksScored
from greenbaize.games.shedding.playout import (
    STOCK_ORDERS,
    ShedPlayout,
    best_free_kind,
    best_run_end,
    count_hand_cards,
    playable_part,
    run_ends,
    run_value,
)
from greenbaize.games.shedding.ring import (
    JOKER_KIND,
    KIND_UNITS,
    RANK_PACK,
    hand_of_kinds,
    kinds_in_hand,
)
from greenbaize.rules.chance import SeededChance, seed_from_text
from greenbaize.rules.commands import PlayCommand
from match.random_matches import SETUPS, play_randomly

EACH_SHED_SETUP = pytest.mark.parametrize("setup", [s for s in SETUPS if s.name == "rank"], ids=str)


def create_playout_of(state):
    """Return the playout of a full state."""
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
    )
    stock = [KIND_UNITS[card.rank] for card in reversed(state.stock.cards)]
    table.set_world([hand_of_kinds(hand.cards) for hand in state.hands], stock)
    return table


def first_kind_of_best_run(hand, top):
    """Return the kind that a hand's best run begins with."""
    best = best_run_end(hand, top)
    return next(
        kind
        for kind in kinds_in_hand(playable_part(hand, top))
        if best_run_end(hand - KIND_UNITS[kind], kind) == best
    )


def play_deal_by_rules(game, state):
    """Return the deal's ranks if all seats play as the playout does, judged by the game itself."""
    chance = SeededChance(seed_from_text("unused"))
    while True:
        event = game.derive(state, chance)
        if isinstance(event, RanksScored):
            return event.places
        if event is None:
            hand = hand_of_kinds(state.hands[state.turn].cards)
            kind = (
                best_free_kind(hand)
                if state.is_anti_rank
                else first_kind_of_best_run(hand, state.pile[-1].rank)
            )
            card = next(card for card in state.hands[state.turn].cards if card.rank == kind)
            (event,) = game.judge(state, PlayCommand(state.turn, card)).command_events
        state = game.fold(state, event)


@EACH_SHED_SETUP
def test_a_deal_played_out_ends_as_by_the_rules(setup):
    random = Random(str(setup))
    decision_states = [
        state for _, state in play_randomly(setup, 3).moments if state.turn is not None
    ]
    for state in random.sample(decision_states, 6):
        ranks = play_deal_by_rules(setup.game, state)
        table = create_playout_of(state)
        assert tuple(table.play_out(seat, -1, 0) for seat in range(setup.seats)) == ranks


def longest_run_length(hand, top):
    """Return the number of cards that a hand can play in one turn, trying all orders."""
    return max(
        (
            1 + longest_run_length(hand - KIND_UNITS[kind], kind)
            for kind in kinds_in_hand(playable_part(hand, top))
        ),
        default=0,
    )


def test_the_best_run_is_a_longest_one():
    random = Random(7)
    for _ in range(150):
        hand = hand_of_kinds(random.sample(RANK_PACK * 2, random.randint(1, 8)))
        top = random.choice(RANK_PACK).rank
        end = best_run_end(hand, top)
        rest, last = end >> 4, end & 15
        # An ace, king or joker kept is worth a little, but less than a card.
        wild = count_hand_cards(rest & (15 * sum(KIND_UNITS[-3:])))
        played = count_hand_cards(hand) - count_hand_cards(rest)
        assert longest_run_length(hand, top) - played <= wild // 4
        assert not playable_part(rest, last)
        assert run_value(end, played) == played + 0.3 * wild - 0.1 * (last == JOKER_KIND)
        # No other way to end is worth more.
        ends = [
            run_end
            for kind in kinds_in_hand(playable_part(hand, top))
            for run_end in run_ends(hand, kind)
        ]
        assert all(
            run_value(run_end, count_hand_cards(hand) - count_hand_cards(run_end >> 4))
            <= run_value(end, played)
            for run_end in ends
        )


def test_a_run_has_the_mean_outcome_of_some_stock_orders():
    random = Random(5)
    hands = [hand_of_kinds(random.sample(RANK_PACK, 4)) for _ in range(3)]
    stock = [KIND_UNITS[random.choice(RANK_PACK).rank] for _ in range(7)]
    table = ShedPlayout(3, top=0, mover=1)
    assert table.set_world(hands, stock, STOCK_ORDERS) == STOCK_ORDERS
    stock_orders = [stock, stock[::-1], stock[3:] + stock[:3], (stock[3:] + stock[:3])[::-1]]
    ranks = []
    for number, order in enumerate(stock_orders):
        single_playout = ShedPlayout(3, top=0, mover=1)
        assert single_playout.set_world(hands, order) == 1
        ranks.append(single_playout.play_out(2, -1, 0))
        assert table.play_out(2, -1, number) == ranks[-1]
    assert len(set(ranks)) > 1
    assert table.run_outcome(2, -1) == -sum(ranks) / STOCK_ORDERS


def test_a_run_that_is_played_first_is_the_one_given():
    hand = hand_of_kinds(parse_cards("9C JD TC QC JH"))
    table = ShedPlayout(2, top=RANKS.index("T"), mover=0)
    table.set_world([hand, hand_of_kinds(parse_cards("KC"))], [])
    ends = {kind: run_ends(hand, RANKS.index(kind)) for kind in "9J"}
    assert [table.run_outcome(0, end) for end in ends["9"]] == [-1]
    assert table.run_outcome(0, ends["J"][-1]) == -2
