"""The contract kernel plays any game by the game contract alone and beats random play."""

from collections import Counter
from statistics import mean

import pytest

from bots.asked import decisions, view_of
from games.exact_bid.tables import Table
from greenbaize.bots.bot import UniformBot
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.search import weigh
from greenbaize.cards import ALL_CARDS, Suit, cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import Ass
from greenbaize.games.exact_bid.damn import Damn
from greenbaize.match.authority import Authority
from greenbaize.match.telling import Teller
from greenbaize.rules.chance import SeededChance, Stream, seed_from
from greenbaize.rules.events import Scored
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import settled
from greenbaize.rules.thinking import Effort
from match.playing import EACH_SETUP, SETUPS, play_randomly


class ContractBot:
    """Bot that searches with the contract kernel."""

    def decide(self, game, view, seat, chance):
        return weigh(ContractKernel(game, view, seat), Effort(6, 0), chance)[0].command


def lead(game, seats, options, number):
    """Return the lead of the searching seats after one deal; they are the even or the odd ones."""
    given = settled(game.options, seats, options)
    authority = Authority(game, seats, given, SeededChance(seed_from(f"contract/{number // 2}")))
    tellers = [Teller(game, seats, given, seat) for seat in range(seats)]
    scores = []

    def hear(event, state):
        for teller in tellers:
            teller.hear(event, state)
        if isinstance(event, Scored):
            scores.append((before[0], event))
        before[0] = state

    before = [authority.state]
    authority.listen(hear)
    authority.proceed()
    asked = 0
    while not scores:
        seat = game.turn(authority.state)
        bot = ContractBot() if (seat + number) % 2 else UniformBot()
        stream = Stream(f"{number}/{asked}")
        asked += 1
        command = bot.decide(game, tellers[seat].view, seat, stream)
        assert authority.submit(command) is None
    state, score = scores[0]
    ahead = [game.gain(state, score, seat) for seat in range(seats)]
    return mean(value if (seat + number) % 2 else -value for seat, value in enumerate(ahead))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options", "deals"),
    [("damn", 4, {"first": 4, "deals": 5}, 60), ("blackout", 2, {}, 120)],
)
def test_it_beats_random(name, seats, options, deals):
    leads = [lead(GAMES[name], seats, options, number) for number in range(deals)]
    pairs = [(a + b) / 2 for a, b in zip(leads[::2], leads[1::2], strict=True)]
    middle = mean(pairs)
    error = (sum((one - middle) ** 2 for one in pairs) / len(pairs)) ** 0.5 / len(pairs) ** 0.5
    assert middle > 2.5 * error > 0


@EACH_SETUP
def test_it_plays_every_game(setup):
    asked = list(decisions(play_randomly(setup, 12)))
    for state, view in asked[1 :: max(1, len(asked) // 6)]:
        kernel = ContractKernel(setup.game, view, state.turn)
        weighed = weigh(kernel, Effort(1, 0), Stream("any"))
        assert {one.command for one in weighed} == set(setup.game.legal(state, state.turn))


def world(game, view, seat, name):
    """Return a full state that fits the seat's knowledge."""
    return ContractKernel(game, view, seat).worlds(1, Stream(name))[0][1]


@pytest.mark.slow
def test_a_supposed_state_is_full_and_fits_the_view():
    for setup in SETUPS:
        for number, (state, view) in enumerate(decisions(play_randomly(setup, 4), 60)):
            if number % 3:
                continue
            supposed = world(setup.game, view, state.turn, str(number))
            assert not any(hand.unknown for hand in supposed.hands)
            sizes = [hand.size for hand in supposed.hands]
            assert sizes == [hand.size for hand in view.hands]
            assert supposed.hands[state.turn] == state.hands[state.turn] or setup.game.name == (
                "blackout"
            )
            stock = getattr(supposed, "stock", None)
            assert stock is None or (stock.size == view.stock.size and not stock.unknown)


def test_a_stock_is_dealt_from_what_is_left():
    table = Table(Ass(), 2, refill=True, trumps="none")
    supposed = world(Ass(), view_of(table), 0, "stock")
    cards = [card for hand in supposed.hands for card in hand.cards] + list(
        supposed.own.stock.cards
    )
    assert len(set(cards)) == len(cards) == 36


def supposed_in_rank(seats, hands, stock, monkeypatch, may_hold=None):
    """Return Rank's hands and stock as seat 0 supposes them, with an eight on the pile."""
    rank = GAMES["rank"]
    if may_hold is not None:
        monkeypatch.setattr(type(rank), "may_hold", may_hold)
    start = rank.start(seats, settled(rank.options, seats, {}))
    view = start._replace(hands=hands, stock=Hand((), stock), pile=cards("8C"), mover=0, turn=0)
    full = world(rank, view, 0, "rank")
    return full.hands, full.stock.cards


def test_of_two_packs_each_card_lies_somewhere_twice(monkeypatch):
    hands = (Hand(cards("9C 9C")), *[Hand((), 20)] * 4)
    full, stock = supposed_in_rank(5, hands, 25, monkeypatch)
    assert full[0] == hands[0]
    lying = Counter(card for hand in full for card in hand.cards) + Counter(stock)
    lying.update(cards("8C"))
    assert lying == Counter(ALL_CARDS * 2)


def test_nobody_is_given_what_they_cannot_hold_until_they_must_have_revoked(monkeypatch):
    def clubs_alone(game, view, seat, card):
        return card.suit is Suit.CLUBS

    hands = (Hand(cards("9C")), Hand(cards("2D"), 5), Hand((), 5))
    full, _ = supposed_in_rank(3, hands, 41, monkeypatch, clubs_alone)
    assert full[1].cards[0] == cards("2D")[0]
    given = (*full[1].cards[1:], *full[2].cards)
    assert {card.suit for card in given} == {Suit.CLUBS}
    full, stock = supposed_in_rank(3, (*hands[:2], Hand((), 7)), 39, monkeypatch, clubs_alone)
    assert [hand.size for hand in full] == [1, 6, 7]
    assert not any(hand.unknown for hand in full)
    assert len(set(stock)) == 39


def test_cards_differ_from_world_to_world():
    table = Table(Damn(), 4, dealer=3, first=5)
    kernel = ContractKernel(Damn(), view_of(table), 0)
    worlds = [world for _, world in kernel.worlds(40, Stream("worlds"))]
    assert len({world.hands for world in worlds}) == len(worlds) > 5
