"""Deals of Rank played out in thought: the same as by the rules, if the same cards are chosen."""

from random import Random

import pytest

from greenbaize.games.shedding.events import PlacesScored
from greenbaize.games.shedding.hands import UNITS, due, kinds, packed, size
from greenbaize.games.shedding.playout import Table, best_run, freest
from greenbaize.games.shedding.ring import PACK
from greenbaize.rules.chance import SeededChance, seed_from
from greenbaize.rules.commands import Play
from match.playing import SETUPS, play_randomly

EACH_SETUP = pytest.mark.parametrize("setup", [s for s in SETUPS if s.name == "rank"], ids=str)


def table_of(state):
    """The moment of a full state, for playing out."""
    return Table(
        hands=tuple(packed(hand.cards) for hand in state.hands),
        top=state.pile[-1].rank,
        stock=tuple(card.rank for card in reversed(state.stock.cards)),
        mover=state.mover,
        drew=state.drew,
        leaving=-1 if state.leaving is None else state.leaving,
        passed=sum(1 << seat for seat in state.passed),
        anti=state.anti,
        out=state.out,
    )


def played_by_the_rules(game, state):
    """The deal's places when everybody plays as the playout does, judged by the game itself."""
    chance = SeededChance(seed_from("unused"))
    while True:
        event = game.derive(state, chance)
        if isinstance(event, PlacesScored):
            return event.places
        if event is None:
            hand = packed(state.hands[state.turn].cards)
            kind = freest(hand) if state.anti else best_run(hand, state.pile[-1].rank).first
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
        assert tuple(table.play_out(seat) for seat in range(setup.seats)) == places


def longest(hand, top):
    """How many cards a hand can play on one turn, tried in all ways."""
    return max((1 + longest(hand - UNITS[kind], kind) for kind in kinds(due(hand, top))), default=0)


def test_the_best_run_is_a_longest_one():
    random = Random(7)
    for _ in range(150):
        hand = packed(random.sample(PACK * 2, random.randint(1, 8)))
        top = random.choice(PACK).rank
        run = best_run(hand, top)
        # An ace, king or joker that can be kept is worth a little, but less than a card.
        wild = size(run.rest & (15 * sum(UNITS[-3:])))
        assert longest(hand, top) - run.played <= wild // 4
        assert not due(run.rest, run.last)
        assert size(run.rest) == size(hand) - run.played
