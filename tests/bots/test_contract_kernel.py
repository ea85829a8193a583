"""The contract kernel plays any game by the game contract alone and beats random play."""

from collections import Counter
from statistics import mean

import pytest

from bots.decision_positions import iterate_decisions, view_of_match
from games.exact_bid.rule_tables import RuleTable
from greenbaize.bots.bot import RandomBot
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import ALL_CARDS, Suit, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.exact_bid.damn import DamnGame
from greenbaize.match.authority import Authority
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.chance import RandomStream, SeededChance, seed_from_text
from greenbaize.rules.events import DealScored
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import resolve_options
from greenbaize.rules.search_contract import SearchEffort
from match.random_matches import EACH_SETUP, SETUPS, play_randomly


class ContractSearchBot:
    """Bot that searches with the contract kernel."""

    def choose_command(self, game, view, seat, chance):
        return weigh_choices(ContractKernel(game, view, seat), SearchEffort(6, 0), chance)[
            0
        ].command


def lead_of_search(game, seats, options, number):
    """Return the lead of the searching seats after one deal; they are the even or the odd ones."""
    resolved_options = resolve_options(game.options, seats, options)
    authority = Authority(
        game, seats, resolved_options, SeededChance(seed_from_text(f"contract/{number // 2}"))
    )
    trackers = [ViewTracker(game, seats, resolved_options, seat) for seat in range(seats)]
    scores = []

    def on_event(event, state):
        for tracker in trackers:
            tracker.redact_event(event, state)
        if isinstance(event, DealScored):
            scores.append((before[0], event))
        before[0] = state

    before = [authority.state]
    authority.add_listener(on_event)
    authority.append_derived_events()
    decision_count = 0
    while not scores:
        seat = game.turn(authority.state)
        bot = ContractSearchBot() if (seat + number) % 2 else RandomBot()
        stream = RandomStream(f"{number}/{decision_count}")
        decision_count += 1
        command = bot.choose_command(game, trackers[seat].view, seat, stream)
        assert authority.submit(command) is None
    state, score = scores[0]
    ahead = [game.gain(state, score, seat) for seat in range(seats)]
    return mean(value if (seat + number) % 2 else -value for seat, value in enumerate(ahead))


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "seats", "options", "deals"),
    [("damn", 4, {"first": 4, "deals": 5}, 60), ("blackout", 2, {}, 120)],
)
def test_the_contract_kernel_beats_random(name, seats, options, deals):
    leads = [lead_of_search(GAMES[name], seats, options, number) for number in range(deals)]
    pairs = [(a + b) / 2 for a, b in zip(leads[::2], leads[1::2], strict=True)]
    middle = mean(pairs)
    error = (sum((value - middle) ** 2 for value in pairs) / len(pairs)) ** 0.5 / len(pairs) ** 0.5
    assert middle > 2.5 * error > 0


@EACH_SETUP
def test_the_contract_kernel_plays_every_game(setup):
    decisions_in_match = list(iterate_decisions(play_randomly(setup, 12)))
    for state, view in decisions_in_match[1 :: max(1, len(decisions_in_match) // 6)]:
        kernel = ContractKernel(setup.game, view, state.turn)
        weighed_choices = weigh_choices(kernel, SearchEffort(1, 0), RandomStream("any"))
        assert {choice.command for choice in weighed_choices} == set(
            setup.game.legal(state, state.turn)
        )


def supposed_world(game, view, seat, name):
    """Return a full state that fits the seat's knowledge."""
    return ContractKernel(game, view, seat).sample_worlds(1, RandomStream(name))[0][1]


@pytest.mark.slow
def test_a_supposed_state_is_full_and_fits_the_view():
    for setup in SETUPS:
        for number, (state, view) in enumerate(iterate_decisions(play_randomly(setup, 4), 60)):
            if number % 3:
                continue
            full_state = supposed_world(setup.game, view, state.turn, str(number))
            assert not any(hand.unknown for hand in full_state.hands)
            sizes = [hand.size for hand in full_state.hands]
            assert sizes == [hand.size for hand in view.hands]
            assert full_state.hands[state.turn] == state.hands[state.turn] or setup.game.name == (
                "blackout"
            )
            stock = getattr(full_state, "stock", None)
            assert stock is None or (stock.size == view.stock.size and not stock.unknown)


def test_a_stock_is_dealt_from_the_remaining_cards():
    table = RuleTable(AssGame(), 2, refill=True, trumps="none")
    full_state = supposed_world(AssGame(), view_of_match(table), 0, "stock")
    cards = [card for hand in full_state.hands for card in hand.cards] + list(
        full_state.game_data.stock.cards
    )
    assert len(set(cards)) == len(cards) == 36


def suppose_rank_cards(seats, hands, stock, monkeypatch, may_hold=None):
    """Return Rank's hands and stock as seat 0 supposes them, with an eight on the pile."""
    rank = GAMES["rank"]
    if may_hold is not None:
        monkeypatch.setattr(type(rank), "may_hold", may_hold)
    start = rank.initial_state(seats, resolve_options(rank.options, seats, {}))
    view = start._replace(
        hands=hands, stock=Hand((), stock), pile=parse_cards("8C"), mover=0, turn=0
    )
    full = supposed_world(rank, view, 0, "rank")
    return full.hands, full.stock.cards


def test_of_two_packs_each_card_is_dealt_twice(monkeypatch):
    hands = (Hand(parse_cards("9C 9C")), *[Hand((), 20)] * 4)
    full, stock = suppose_rank_cards(5, hands, 25, monkeypatch)
    assert full[0] == hands[0]
    card_counts = Counter(card for hand in full for card in hand.cards) + Counter(stock)
    card_counts.update(parse_cards("8C"))
    assert card_counts == Counter(ALL_CARDS * 2)


def test_impossible_cards_are_dealt_only_after_a_certain_revoke(monkeypatch):
    def clubs_alone(game, view, seat, card):
        return card.suit is Suit.CLUBS

    hands = (Hand(parse_cards("9C")), Hand(parse_cards("2D"), 5), Hand((), 5))
    full, _ = suppose_rank_cards(3, hands, 41, monkeypatch, clubs_alone)
    assert full[1].cards[0] == parse_cards("2D")[0]
    supposed_cards = (*full[1].cards[1:], *full[2].cards)
    assert {card.suit for card in supposed_cards} == {Suit.CLUBS}
    full, stock = suppose_rank_cards(3, (*hands[:2], Hand((), 7)), 39, monkeypatch, clubs_alone)
    assert [hand.size for hand in full] == [1, 6, 7]
    assert not any(hand.unknown for hand in full)
    assert len(set(stock)) == 39


def test_cards_differ_from_world_to_world():
    table = RuleTable(DamnGame(), 4, dealer=3, first=5)
    kernel = ContractKernel(DamnGame(), view_of_match(table), 0)
    worlds = [world for _, world in kernel.sample_worlds(40, RandomStream("worlds"))]
    assert len({world.hands for world in worlds}) == len(worlds) > 5
