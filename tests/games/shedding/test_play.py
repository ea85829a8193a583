"""What players that think ahead ask of Rank: what is unseen, who may hold it, what places bring."""

from collections import Counter

import pytest

from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.cards import ALL_CARDS
from greenbaize.games import GAMES
from greenbaize.games.shedding.events import PlacesScored
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import Stream
from match.playing import SETUPS, play_randomly

EACH_SETUP = pytest.mark.parametrize(
    "setup", [setup for setup in SETUPS if setup.name == "rank"], ids=str
)


def told(setup, number):
    """Each moment at which a seat is asked, as that seat knows it and as it is."""
    played = play_randomly(setup, number)
    seats = range(setup.seats)
    tellers = [Teller(setup.game, setup.seats, played.header.options, seat) for seat in seats]
    for event, state in played.moments:
        for teller in tellers:
            teller.hear(event, state)
        if state.turn is not None:
            yield tellers[state.turn].view, state


@EACH_SETUP
def test_unseen_is_what_the_others_and_the_stock_hold(setup):
    for view, state in told(setup, 4):
        hidden = Counter(state.stock.cards)
        for seat, hand in enumerate(state.hands):
            hidden.update(() if seat == state.turn else hand.cards)
        assert Counter(setup.game.unseen(view)) == hidden


@EACH_SETUP
def test_nobody_is_denied_a_card_they_hold(setup):
    denied = 0
    for view, state in told(setup, 5):
        for seat, hand in enumerate(state.hands):
            assert all(setup.game.may_hold(view, seat, card) for card in hand.cards)
            denied += not all(setup.game.may_hold(view, seat, card) for card in ALL_CARDS)
    assert denied > 20


@EACH_SETUP
def test_a_supposed_state_is_one_that_could_be(setup):
    for number, (view, state) in enumerate(told(setup, 6)):
        if number % 9:
            continue
        full = ContractKernel(setup.game, view, state.turn).worlds(1, Stream(str(number)))[0][1]
        assert [len(hand.cards) for hand in full.hands] == [hand.size for hand in state.hands]
        assert len(full.stock.cards) == state.stock.size
        everything = Counter(full.pile) + Counter(full.stock.cards)
        for hand in full.hands:
            everything.update(hand.cards)
        assert everything == Counter(setup.game.pack(setup.seats))
        assert full.hands[state.turn] == state.hands[state.turn]
        assert setup.game.legal(full, state.turn) == setup.game.legal(view, state.turn)


def test_to_be_out_earlier_is_worth_more():
    game = GAMES["rank"]
    scored = PlacesScored(1, (2, 1, 3), (2, 1, 3), (2, 1, 3))
    state = game.start(3, {"deals": 1})
    gains = [game.gain(state, scored, seat) for seat in range(3)]
    assert gains[1] > gains[0] > gains[2]
