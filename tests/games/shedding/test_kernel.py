"""The search at Rank: whole runs are weighed, and equal ranks are one choice."""

from collections import Counter
from itertools import permutations
from random import Random
from statistics import fmean

import pytest

from bots.blunders import POSITION_FILES, load_positions
from bots.decision_positions import iterate_decisions
from games.shedding.rank_deals import RiggedDeal
from greenbaize.bots import BOT_FACTORIES, SEARCH_EFFORTS
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.card_dealing import UnseenKnowledge
from greenbaize.bots.contract_kernel import ContractKernel
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import ALL_CARDS, RANKS, Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.games.shedding import kernel as kernel_module
from greenbaize.games.shedding.events import AntiRankDeclared, PileDealt, RanksScored, TurnPassed
from greenbaize.games.shedding.kernel import (
    EASY_EFFORT,
    infer_cards,
    make_shed_dealing,
    shed_standing_values,
    visible_cards,
)
from greenbaize.games.shedding.playout import ShedPlayout, count_hand_cards, run_ends
from greenbaize.games.shedding.rank import RankGame
from greenbaize.games.shedding.ring import FITTING_KINDS, KIND_UNITS, hand_of_kinds, kinds_in_hand
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.events import CardPlayed, CardsDrawn, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.players import TEMPERAMENT_NAMES
from greenbaize.rules.search_contract import EQUAL_TOLERANCE, SearchEffort
from match.random_matches import SETUPS, play_randomly

RANK_GAME = RankGame()
RANK_SETUPS = [setup for setup in SETUPS if setup.name == "rank"]
EACH_RANK_SETUP = pytest.mark.parametrize("setup", RANK_SETUPS, ids=str)


def decisions_in_match(setup, number):
    return iterate_decisions(play_randomly(setup, number))


def expand_kinds(hand):
    """Return the kinds in a hand, each as often as it occurs."""
    return [kind for kind in kinds_in_hand(hand) for _ in range(hand // KIND_UNITS[kind] & 15)]


def fits_slots(slots, hand):
    """Return whether the cards fit the slots: each kind is matched to a slot of its own."""
    card_by_slot = {}

    def match_card(card, tried_slots):
        for slot_index, slot in enumerate(slots):
            if slot_index not in tried_slots and not slot & KIND_UNITS[card_kind_list[card]]:
                tried_slots.add(slot_index)
                if slot_index not in card_by_slot or match_card(
                    card_by_slot[slot_index], tried_slots
                ):
                    card_by_slot[slot_index] = card
                    return True
        return False

    card_kind_list = expand_kinds(hand)
    return all(match_card(card, set()) for card in range(len(card_kind_list)))


@EACH_RANK_SETUP
@pytest.mark.parametrize("number", [0, 1])
def test_the_true_world_is_always_possible(setup, number):
    game, excluded, denied = setup.game, 0, 0
    for state, view in decisions_in_match(setup, number):
        knowledge = infer_cards(game, view)
        truth = [hand_of_kinds(hand.cards) for hand in state.hands]
        card_counts = Counter(state.stock.cards)
        for seat, (hand, slots) in enumerate(zip(state.hands, knowledge.slots, strict=True)):
            assert len(slots) == view.hands[seat].unknown
            if slots:
                assert fits_slots(slots, truth[seat])
                excluded += any(slots)
            card_counts.update(() if seat == state.turn else hand.cards)
            assert all(game.may_hold(view, seat, card) for card in hand.cards)
            denied += not all(game.may_hold(view, seat, card) for card in ALL_CARDS)
        assert Counter(game.unseen_cards(view)) == card_counts
        stock = [card.rank for card in state.stock.cards]
        hidden = [
            k
            for seat, hand_bits in enumerate(truth)
            if knowledge.slots[seat]
            for k in expand_kinds(hand_bits)
        ]
        assert Counter(knowledge.unseen) == Counter(stock + hidden)
    assert excluded > 20
    assert denied > 20


@EACH_RANK_SETUP
def test_worlds_fit_the_knowledge(setup):
    random = Random(str(setup))
    moments = random.sample(list(decisions_in_match(setup, 2)), 25)
    for number, (_, view) in enumerate(moments):
        knowledge = infer_cards(setup.game, view)
        dealer, draw = make_shed_dealing(knowledge), Random(number).random
        for _ in range(3):
            weight, hands, stock = dealer.deal_once(draw)
            assert 0 < weight <= 1
            assert len(stock) == view.stock.size
            assert [count_hand_cards(hand) for hand in hands] == [hand.size for hand in view.hands]
            card_counts = Counter(KIND_UNITS.index(card) for card in stock)
            for seat, (hand, held_cards) in enumerate(
                zip(hands, knowledge.held_cards, strict=True)
            ):
                card_counts.update(expand_kinds(hand - held_cards))
                assert fits_slots(knowledge.slots[seat], hand - held_cards)
            assert card_counts == Counter(knowledge.unseen)


def view_after_events(events, *, hands=(5, 5), pile="6C", stock=43):
    """Return the view of seat 0 after events; its own hand does not matter."""
    own_hand = Hand(parse_cards("9C 9D 9H TC TD")[: hands[0]])
    other_hands = tuple(Hand((), count) for count in hands[1:])
    deal_event = PileDealt(1, 0, 1, (own_hand, *other_hands), Card.of(pile), Hand((), stock))
    view = RANK_GAME.initial_state(len(hands), resolve_options(RANK_GAME.options, len(hands), {}))
    for event in (LotDrawn(0), deal_event, *events):
        view = RANK_GAME.fold(view, event)
    return view


def excluded_kinds(slot):
    """Return the kinds that a slot excludes, as letters; jokers are a star."""
    return "".join((RANKS + "*")[kind] for kind in kinds_in_hand(slot))


def create_play(seat, code):
    return CardPlayed(seat, Card.of(code))


HIDDEN_DRAW_EVENT = CardsDrawn(1, Hand((), 1))


@pytest.mark.parametrize(
    ("events", "slots"),
    [
        # A neighbour: nothing is shown.
        ([create_play(1, "7D")], [""] * 4),
        # The same rank: no neighbour (2a).
        ([create_play(1, "6D")], ["57"] * 4),
        # An ace: no neighbour, no such rank (2b).
        ([create_play(1, "AD")], ["567"] * 4),
        # A joker: no ace and no king either (2c).
        ([create_play(1, "XR")], ["567KA"] * 4),
        # Any card fits on a joker.
        ([create_play(1, "XR"), create_play(1, "4D")], ["567KA"] * 3),
        # A seat that draws held nothing that fits; the new card may fit.
        ([HIDDEN_DRAW_EVENT], ["567KA*"] * 5 + [""]),
        # A seat that passes has drawn nothing that fits either.
        ([HIDDEN_DRAW_EVENT, TurnPassed(1)], ["567KA*"] * 6),
        # A seat that declares Anti-Rank can play nothing (5), and then plays any card.
        ([AntiRankDeclared(1)], ["567KA*"] * 5),
        ([AntiRankDeclared(1), create_play(1, "9D")], ["567KA*"] * 4),
        ([HIDDEN_DRAW_EVENT, AntiRankDeclared(1)], ["567KA*"] * 6),
        # A card played after the draw is the drawn card.
        ([HIDDEN_DRAW_EVENT, create_play(1, "5D")], ["567KA*"] * 5),
        ([HIDDEN_DRAW_EVENT, create_play(1, "6D")], ["567KA*"] * 5),
    ],
)
def test_plays_draws_and_passes_exclude_kinds(events, slots):
    assert [
        excluded_kinds(slot) for slot in infer_cards(RANK_GAME, view_after_events(events)).slots[1]
    ] == slots


def test_declaring_anti_rank_shows_no_fitting_card():
    view = view_after_events([AntiRankDeclared(1), create_play(1, "9D"), create_play(0, "TC")])
    codes = [
        card.code
        for card in parse_cards("5C 6D 7S AH XR 8C 9S TD")
        if RANK_GAME.may_hold(view, 1, card)
    ]
    assert codes == ["8C", "9S", "TD"]


def test_a_later_card_may_be_of_an_excluded_kind():
    events = [HIDDEN_DRAW_EVENT, TurnPassed(1), create_play(0, "9C"), create_play(0, "TC")]
    events += [
        CardsDrawn(0, Hand(parse_cards("2C"))),
        TurnPassed(0),
        HIDDEN_DRAW_EVENT,
        create_play(1, "6D"),
    ]
    slots = infer_cards(RANK_GAME, view_after_events(events)).slots[1]
    # The six must have been drawn last: before, sixes were excluded.
    assert [excluded_kinds(slot) for slot in slots] == ["5679TJKA*"] * 6


def test_conclusions_can_be_left_out():
    knowledge = visible_cards(RANK_GAME, view_after_events([HIDDEN_DRAW_EVENT, TurnPassed(1)]))
    assert knowledge.slots == ((), (0,) * 6)
    assert (
        knowledge.unseen
        == infer_cards(RANK_GAME, view_after_events([HIDDEN_DRAW_EVENT, TurnPassed(1)])).unseen
    )


@pytest.mark.parametrize("count", [2, 3])
def test_restricted_deals_are_equally_frequent(count):
    """Check that every way to lay the cards is found equally often."""
    low, high = FITTING_KINDS[1], FITTING_KINDS[3]
    unseen = (0, 1, 2, 3, 4, 9, 10)
    knowledge = UnseenKnowledge((0, 0), ((low,) * count, (high,)), unseen, len(unseen) - count - 1)
    free_low = {kind for kind in unseen if not low & KIND_UNITS[kind]}
    free_high = {kind for kind in unseen if not high & KIND_UNITS[kind]}
    dealer, draw = make_shed_dealing(knowledge), Random(count).random
    deal_counts = Counter(dealer.deal_once(draw)[1] for _ in range(4000))
    assert all(set(expand_kinds(first_hand)) <= free_low for first_hand, _ in deal_counts)
    assert all(set(expand_kinds(second_hand)) <= free_high for _, second_hand in deal_counts)
    mean = sum(deal_counts.values()) / len(deal_counts)
    assert len(deal_counts) > 5
    assert all(0.7 * mean < count_of_deal < 1.3 * mean for count_of_deal in deal_counts.values())


def test_impossible_knowledge_still_gives_a_deal():
    """Deal full hands even when play broke the rules, so that a bot can still choose."""
    everything = 15 * sum(KIND_UNITS)
    knowledge = UnseenKnowledge((0, 0), ((), (everything,) * 3), (1, 2, 3, 4), 1)
    _, hands, stock = make_shed_dealing(knowledge).deal_once(Random(1).random)
    assert count_hand_cards(hands[1]) == 3
    assert len(stock) == 1


SMALL_EFFORT = SearchEffort(world_count=8, endgame_cards=0)


def create_opening_view(own_codes, other_sizes, pile, stock=0):
    """Return the view of seat 0, which opens a deal with these cards; the others hold so many."""
    hands = (Hand(parse_cards(own_codes)), *(Hand((), count) for count in other_sizes))
    state = RANK_GAME.initial_state(len(hands), resolve_options(RANK_GAME.options, len(hands), {}))
    deal_event = PileDealt(1, len(hands) - 1, 0, hands, Card.of(pile), Hand((), stock))
    return RANK_GAME.fold(RANK_GAME.fold(state, LotDrawn(0)), deal_event)


def command_codes(commands):
    return [command.card.code for command in commands]


def test_equal_ranks_are_one_choice():
    moment = create_opening_view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK_GAME.kernel(moment, 0, SMALL_EFFORT, weighs_every_choice=False)
    assert command_codes(kernel.commands) == ["4C", "6D"]


def test_weighing_every_choice_values_equal_cards_alike():
    moment = create_opening_view("4C 6D 4H 6S 9C", [5, 5], "5S", 20)
    kernel = RANK_GAME.kernel(moment, 0, SMALL_EFFORT, weighs_every_choice=True)
    assert command_codes(kernel.commands) == ["4C", "6D", "4H", "6S"]
    choice_by_code = {
        choice.command.card.code: choice
        for choice in weigh_choices(kernel, SMALL_EFFORT, RandomStream("all"))
    }
    assert choice_by_code["4C"].expected_score == choice_by_code["4H"].expected_score
    assert choice_by_code["6D"].expected_score == choice_by_code["6S"].expected_score


def test_expected_values_are_negative_ranks():
    moment = create_opening_view("4C 6D 9C", [5, 5, 5], "5S", 20)
    weighed_choices = SearchBot(SMALL_EFFORT).weigh_every_choice(
        RANK_GAME, moment, 0, RandomStream("places")
    )
    assert all(-4 <= choice.expected_score <= -1 for choice in weighed_choices)


def test_run_ends_are_complete():
    def find_ends(hand, first):
        held_cards = hand_of_kinds(parse_cards(hand))
        run_end_bits = run_ends(held_cards, RANKS.index(first))
        return {
            (count_hand_cards(held_cards) - count_hand_cards(end >> 4), end >> 4, RANKS[end & 15])
            for end in run_end_bits
        }

    assert find_ends("5C 6D 7H 4S 9C", "5") == {
        (2, hand_of_kinds(parse_cards("6D 7H 9C")), "4"),
        (3, hand_of_kinds(parse_cards("4S 9C")), "7"),
    }
    # An ace is playable when nothing else is, and from it the king, never the reverse.
    assert find_ends("5C 9D AC KH", "9") == {
        (3, hand_of_kinds(parse_cards("5C")), "K"),
        (3, hand_of_kinds(parse_cards("5C")), "A"),
    }


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert"])
def test_the_run_that_empties_the_hand_is_found(level):
    """Find the empty hand: the jack's run ends at once; the nine leads up to the jack, and out."""
    moment = create_opening_view("9C JD TC QC JH", [6, 6], "TS")
    assert (
        BOT_FACTORIES[level]().choose_command(RANK_GAME, moment, 0, RandomStream("run")).card.code
        == "9C"
    )


@pytest.mark.parametrize("temperament", TEMPERAMENT_NAMES)
def test_a_temperament_changes_nothing(temperament):
    moment = create_opening_view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    steady = SearchBot(SMALL_EFFORT).choose_command(RANK_GAME, moment, 0, RandomStream("mood"))
    assert (
        SearchBot(SMALL_EFFORT, temperament).choose_command(
            RANK_GAME, moment, 0, RandomStream("mood")
        )
        == steady
    )


def test_equal_streams_give_equal_values():
    moment = create_opening_view("2C 5D 7H JC KS", [5, 5, 5], "XR", 30)
    weighed_choices = [
        SearchBot(SMALL_EFFORT).weigh_every_choice(RANK_GAME, moment, 0, RandomStream("same"))
        for _ in range(2)
    ]
    assert weighed_choices[0] == weighed_choices[1]


def test_only_an_effort_that_weighs_concludes_from_a_pass():
    """A seat that passed holds nothing that fits; level ``medium`` does not conclude that."""
    moment = create_opening_view("JC 2D", [4], "KS", 10)
    passed = [CardsDrawn(1, Hand((), 1)), TurnPassed(1)]
    moment = moment._replace(hands=(moment.hands[0], Hand((), 5)), deal_events=tuple(passed))
    slots = {}
    for weighing in (4, 1):
        effort = SearchEffort(8, 0, samples_per_world=weighing)
        kernel = RANK_GAME.kernel(moment, 0, effort, weighs_every_choice=False)
        slots[weighing] = kernel._knowledge.slots[1]
    assert all(slots[4])
    assert not any(slots[1])


def test_easy_alone_concludes_nothing_from_a_pass_in_the_end():
    moment = create_opening_view("JC 2D", [4], "KS")
    moment = moment._replace(deal_events=(TurnPassed(1),))
    efforts = (SEARCH_EFFORTS["hard"], SEARCH_EFFORTS["medium"], EASY_EFFORT)
    for effort, concludes in zip(efforts, (True, True, False), strict=True):
        kernel = RANK_GAME.kernel(moment, 0, effort, weighs_every_choice=False)
        assert all(kernel._knowledge.slots[1]) == concludes


def load_ends():
    """Return the positions in which two players are left and all cards are known."""
    file = next(file for file in POSITION_FILES if file.stem == "rank")
    return [
        position
        for position in load_positions(file)
        if len(position.view.seats_in) == 2 and not position.view.stock.size
    ]


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_an_end_with_all_cards_known_has_exact_values(level):
    """Value the winning card as the rank before the last, and each other card as the last."""
    # Where going out at once is asked for, other cards win as well.
    positions = [one for one in load_ends() if not one.about.startswith("It goes out at once")]
    assert len(positions) >= 8
    for position in positions:
        bot, seats = SearchBot(SEARCH_EFFORTS[level]), position.view.seats
        choices = bot.weigh_every_choice(
            RANK_GAME, position.view, position.seat, RandomStream("end")
        )
        for choice in choices:
            rank = seats - 1 if choice.command in position.good else seats
            assert choice.expected_score == pytest.approx(-rank, abs=EQUAL_TOLERANCE)
            assert not choice.standard_error


def test_what_others_may_err_in_decides_between_lost_cards():
    """Prefer, of cards that all lose against the best play, the one that playouts prefer."""
    # The other goes out with 9 and 8 on the 8, with 9 on the ten, and whatever is played first.
    state = RiggedDeal(["8C TD 2C", "9C 9D"], "9H").state
    view = state
    kernel = RANK_GAME.kernel(view, 0, SEARCH_EFFORTS["hard"], weighs_every_choice=True)
    ((_, outcomes),) = kernel.sample_worlds(100, RandomStream("lost"))
    assert all(round(outcome) == -2 for outcome in outcomes)
    playout = ShedPlayout(2, top=view.pile[-1].rank, mover=0)
    playout.set_world([hand_of_kinds(hand.cards) for hand in view.hands], [])
    expected = [-2 + 1e-7 * playout.run_outcome(0, end) for end in kernel._ends]
    assert list(outcomes) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("stock", [0, 2])
def test_an_end_beyond_the_limit_is_played_out(stock, monkeypatch):
    moment = create_opening_view("4C 6D 9C QH 2S 8D 7H", [7], "5S", stock)
    monkeypatch.setattr(kernel_module, "_POSITIONS_PER_WORLD", 1)
    kernel = RANK_GAME.kernel(moment, 0, SMALL_EFFORT, weighs_every_choice=False)
    worlds = kernel.sample_worlds(SMALL_EFFORT.world_count, RandomStream("limit"))
    assert len(worlds) > SMALL_EFFORT.world_count
    assert all(-2 <= outcome <= -1 for _, outcomes in worlds for outcome in outcomes)
    monkeypatch.setattr(kernel_module, "_POSITIONS_PER_WORLD", 100_000)
    kernel = RANK_GAME.kernel(moment, 0, SMALL_EFFORT, weighs_every_choice=False)
    worlds = kernel.sample_worlds(SMALL_EFFORT.world_count, RandomStream("limit"))
    assert len(worlds) == SMALL_EFFORT.world_count


def create_state(seats, totals, *, deal, deals):
    state = RANK_GAME.initial_state(
        seats, resolve_options(RANK_GAME.options, seats, {"deals": deals})
    )
    deal_event = PileDealt(1, 0, 1, (Hand((), 5),) * seats, Card.of("5S"), Hand((), 20))
    state = RANK_GAME.fold(RANK_GAME.fold(state, LotDrawn(0)), deal_event)
    return state._replace(totals=totals, deal=deal)


def test_finish_values_are_for_late_deals_only():
    assert shed_standing_values(RANK_GAME, create_state(4, (0,) * 4, deal=1, deals=1), 0) is None
    assert shed_standing_values(RANK_GAME, create_state(4, (9,) * 4, deal=3, deals=9), 0) is None
    assert (
        shed_standing_values(RANK_GAME, create_state(4, (9,) * 4, deal=9, deals=9), 0) is not None
    )


def test_level_players_value_ranks_directly():
    finish_values = shed_standing_values(RANK_GAME, create_state(4, (9,) * 4, deal=5, deals=9), 0)
    assert finish_values is not None
    for ranks in permutations((1, 2, 3, 4)):
        worth = finish_values.seat_values([-rank for rank in ranks])[0]
        assert worth == pytest.approx(-ranks[0], abs=0.2)


def test_a_leader_must_only_stay_ahead_of_rivals_within_reach():
    finish_values = shed_standing_values(
        RANK_GAME, create_state(3, (10, 11, 19), deal=9, deals=9), 0
    )
    first, second, third = (
        finish_values.seat_values([-rank for rank in ranks])[0]
        for ranks in ((1, 2, 3), (2, 3, 1), (3, 2, 1))
    )
    assert first == pytest.approx(second, abs=0.3)
    assert third < second - 1


@pytest.mark.parametrize("seats", [2, 3, 5, 8])
def test_a_playout_has_the_value_of_its_ranks(seats):
    random, own_ranks = Random(f"places/{seats}"), set()
    for number in range(60):
        totals = tuple(random.randrange(8, 14) for _ in range(seats))
        finish_values = shed_standing_values(
            RANK_GAME, create_state(seats, totals, deal=9 - number % 3, deals=9), 0
        )
        assert finish_values is not None
        table = ShedPlayout(seats, top=3, mover=0)
        card_kinds_drawn = [random.randrange(14) for _ in range(seats * 4 + 6)]
        hands = [
            sum(KIND_UNITS[kind] for kind in card_kinds_drawn[index::seats][:4])
            for index in range(seats)
        ]
        table.set_world(hands, [KIND_UNITS[kind] for kind in card_kinds_drawn[-6:]])
        ranks = [table.play_out(seat, -1, 0) for seat in range(seats)]
        assert sorted(ranks) == list(range(1, seats + 1))
        finish_order = sorted(range(seats), key=ranks.__getitem__)
        assert table.order_outcome(0, finish_order) == table.run_outcome(0, -1) == -ranks[0]
        table.set_standing_values(finish_values, 0)
        assert table.order_outcome(0, finish_order) == table.run_outcome(0, -1)
        seats_behind = [seat for seat in range(seats) if ranks[seat] > ranks[0]]
        order_values = []
        for order in list(permutations(seats_behind))[:720]:
            for rank, seat in enumerate(order, ranks[0] + 1):
                ranks[seat] = rank
            order_values.append(finish_values.seat_values([-rank for rank in ranks])[0])
        if len(seats_behind) < 6:
            assert table.run_outcome(0, -1) == pytest.approx(fmean(order_values))
            own_ranks.add(ranks[0])
    assert len(own_ranks) > 1


@EACH_RANK_SETUP
def test_a_supposed_state_is_possible(setup):
    for number, (state, view) in enumerate(decisions_in_match(setup, 6)):
        if number % 9:
            continue
        full = ContractKernel(setup.game, view, state.turn).sample_worlds(
            1, RandomStream(str(number))
        )[0][1]
        assert [len(hand.cards) for hand in full.hands] == [hand.size for hand in state.hands]
        assert len(full.stock.cards) == state.stock.size
        card_counts = Counter(full.pile) + Counter(full.stock.cards)
        for hand in full.hands:
            card_counts.update(hand.cards)
        assert card_counts == Counter(setup.game.pack(setup.seats))
        assert full.hands[state.turn] == state.hands[state.turn]
        assert setup.game.legal(full, state.turn) == setup.game.legal(view, state.turn)


def test_going_out_earlier_is_worth_more():
    game = GAMES["rank"]
    scored = RanksScored(1, (2, 1, 3), (2, 1, 3), (2, 1, 3))
    state = game.initial_state(3, OptionValues(deals=1))
    gains = [game.gain(state, scored, seat) for seat in range(3)]
    assert gains[1] > gains[0] > gains[2]
