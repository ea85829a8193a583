"""Search at Master and Ass: endgames are exact, stakes are sensible, play is strong."""

from collections import Counter
from itertools import product
from math import sqrt
from random import Random

import pytest

from games.beat.tables import BeatTable
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.bots.bot import SearchBot
from greenbaize.bots.card_dealing import UnseenKnowledge
from greenbaize.bots.monte_carlo_search import weigh_choices
from greenbaize.cards import parse_cards
from greenbaize.games import GAMES
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import ChooseTrumpCommand, StakeCommand
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.kernel import (
    FOUR_CARD_DYNAMICS,
    MIN_STAKE_WORLDS,
    MIN_WORLDS,
    MIN_WORLDS_FOR_TWO,
    BeatKernel,
    beat_standing_values,
    expected_shares,
    known_cards,
    make_beat_dealing,
    match_dynamics,
    sample_worlds,
)
from greenbaize.games.beat.master import MasterGame
from greenbaize.games.beat.relation import card_indices, hand_mask
from greenbaize.match.header import RecordHeader
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import RandomStream, seed_from_text
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, DealScored, LotDrawn
from greenbaize.rules.hands import Hand
from greenbaize.rules.options import resolve_options
from greenbaize.rules.search_contract import SearchEffort
from match.random_matches import SETUPS, play_randomly

MASTER_GAME, ASS_GAME = MasterGame(), AssGame()


ENDGAME_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass") and setup.seats <= 4]


def best_results(game, state, viewing_seat):
    """Return each seat's result if every seat plays best, using the rules only.

    Near the end of a Master match points are valued as for the seat asked.
    """
    while state.turn is None:
        event = game.derive(state, None)
        if isinstance(event, BanksScored):
            shares = expected_shares(
                state.game_data.banks,
                event.banks,
                state.deal,
                game.max_deals(state),
                match_dynamics(state.seats, state.options),
            )
            return [100 * share for share in shares]
        if isinstance(event, DealScored):
            finish = beat_standing_values(game, state, viewing_seat)
            return finish.seat_values(event.points) if finish else event.points
        state = game.fold(state, event)
    seat, best_found = state.turn, None
    for command in sorted(game.legal(state, seat), key=lambda play: play.card):
        results = best_results(game, game.fold(state, CardPlayed(seat, command.card)), viewing_seat)
        if best_found is None or results[seat] > best_found[seat]:
            best_found = results
    return best_found


@pytest.mark.slow
@pytest.mark.parametrize("setup", ENDGAME_SETUPS, ids=str)
def test_endgames_are_searched_exactly(setup):
    game, cards_per_hand = setup.game, 3 if setup.seats == 2 else 2
    checked_deals = set()
    for _, state in play_randomly(setup, 3).moments:
        if (
            state.turn is None
            or game.phase(state) != PlayCommand.type
            or state.deal in checked_deals
        ):
            continue
        cards_left = state.hands[state.play.leader].size + (state.play.leader != state.turn)
        banking, legal = game.bank_state(state), game.legal(state, state.turn)
        if (banking and banking.stock.size) or cards_left != cards_per_hand or len(legal) == 1:
            continue
        checked_deals.add(state.deal)
        effort = SearchEffort(1, 3, 1)
        weighed_choices = weigh_choices(
            BeatKernel(game, state, state.turn, effort), effort, RandomStream("")
        )
        seat = state.turn
        expected = {
            play: best_results(game, game.fold(state, CardPlayed(seat, play.card)), seat)[seat]
            for play in game.legal(state, seat)
        }
        assert {
            choice.command: choice.expected_score for choice in weighed_choices
        } == pytest.approx(expected, abs=1e-4)  # Points decide between equal ones.
        if len(checked_deals) == 24:
            break
    assert len(checked_deals) > 2


def count_goes(seats, hands, temperament):
    """Return how many of these hands a bot goes with when it stakes first."""
    bot, goes = SearchBot(SearchEffort(100, 2), temperament), 0
    for number, hand in enumerate(hands):
        match = BeatTable(ASS_GAME, seats, stack={1: (hand,)}, leader=0, must_beat=True)
        state = match.state._replace(turn=0, leader=0, play=match.state.play._replace(leader=0))
        hands_ = (Hand(parse_cards(hand)), *(Hand((), 4),) * (seats - 1))
        choice = bot.choose_command(
            ASS_GAME, state._replace(hands=hands_), 0, RandomStream(str(number))
        )
        goes += choice == StakeCommand(0, True)
    return goes


def test_bold_players_go_more_often_than_careful_ones():
    rank_choices = ["".join(ranks) for ranks in product("8A", "8A", "8T", "6Q")]
    hands = [f"{a}C {b}D {c}H {d}S" for a, b, c, d in rank_choices]
    careful, steady, bold = (
        count_goes(2, hands, temperament) for temperament in ("careful", "steady", "bold")
    )
    assert careful <= steady <= bold
    assert bold - careful >= len(hands) // 8, (careful, steady, bold)


@pytest.mark.parametrize("temperament", ["careful", "steady", "bold"])
def test_nobody_goes_with_nothing(temperament):
    assert count_goes(2, ["7C 9D 7H 9S"], temperament) == 0
    assert count_goes(4, ["7C 9D 7H 9S"], temperament) == 0


@pytest.mark.parametrize(
    ("game", "fewest"), [(MASTER_GAME, MIN_WORLDS), (ASS_GAME, MIN_STAKE_WORLDS)]
)
def test_little_effort_still_supposes_enough_worlds(game, fewest):
    state = BeatTable(game, 4, stack={}, leader=0).state
    hands = tuple(
        hand if index == state.turn else hand.hidden for index, hand in enumerate(state.hands)
    )
    state = state._replace(hands=hands)
    kernel = BeatKernel(game, state, state.turn, SearchEffort(1, 0, samples_per_world=1))
    assert len(kernel.sample_worlds(1, RandomStream(""))) >= fewest


@pytest.mark.parametrize("is_stake", [True, False])
def test_two_who_play_for_banks_and_draw_suppose_more_worlds(is_stake):
    counts = []
    for game, options in (
        (ASS_GAME, {"refill": True}),
        (ASS_GAME, {"refill": False}),
        (MASTER_GAME, {}),
    ):
        match = BeatTable(game, 2, stack={}, leader=0, **options)
        if game is ASS_GAME and not is_stake:
            match.make_stakes(True, True)
        state = match.state
        hands = tuple(
            hand if index == state.turn else hand.hidden for index, hand in enumerate(state.hands)
        )
        kernel = BeatKernel(
            game, state._replace(hands=hands), state.turn, SearchEffort(1, 0, samples_per_world=1)
        )
        counts.append(len(kernel.sample_worlds(1, RandomStream(""))))
    long_deal, short_deal, master = counts
    assert long_deal == MIN_WORLDS_FOR_TWO > master
    assert short_deal == round((MIN_STAKE_WORLDS if is_stake else MIN_WORLDS) * 9 / 4)


def test_before_any_card_is_seen_all_trumps_are_alike():
    state = ASS_GAME.fold(
        ASS_GAME.initial_state(3, resolve_options(ASS_GAME.options, 3, {})), LotDrawn(0)
    )
    kernel = BeatKernel(ASS_GAME, state, 1, SearchEffort(5, 0))
    weighed_choices = weigh_choices(kernel, SearchEffort(5, 0), RandomStream(""))
    assert all(
        isinstance(choice.command, ChooseTrumpCommand) and not choice.expected_score
        for choice in weighed_choices
    )
    assert len(weighed_choices) == 4


def test_equal_streams_give_equal_weights():
    match = BeatTable(MASTER_GAME, 4, stack={}, leader=0)
    state = match.state
    hands = tuple(
        hand if index == state.turn else hand.hidden for index, hand in enumerate(state.hands)
    )
    bot = SearchBot(SearchEffort(6, 0))
    first, second = (
        bot.weigh_every_choice(
            MASTER_GAME, state._replace(hands=hands), state.turn, RandomStream("a")
        )
        for _ in range(2)
    )
    assert first == second
    assert all(isinstance(choice.command, PlayCommand) for choice in first)


@pytest.mark.long
def test_points_in_master_are_clearly_above_the_easy_players():
    game, lead = GAMES["master"], 0.0
    players = tuple(
        HeaderPlayer(str(index), "bot", ["medium", "easy"][index % 2]) for index in range(4)
    )
    for seed in ("beats", "again"):
        header = RecordHeader(
            "master", players, resolve_options(game.options, 4, {}), seed_from_text(seed)
        )
        session = create_local_views(Table(game, header))[0]
        session.table.play_to_end()
        for player, total in zip(players, session.end_event.totals, strict=True):
            lead += total if player.level == "medium" else -total
    # In 48 deals; two seats against two lead by about 180 points.
    assert lead > 60


MASTER_GAME = MasterGame()
ENDGAME_EFFORT = SearchEffort(1, 3)


def state_in_deal(deal, seats=3):
    return BeatTable(MASTER_GAME, seats).state._replace(deal=deal)


def test_the_end_is_near_in_the_last_five_deals():
    near_flags = [
        beat_standing_values(MASTER_GAME, state_in_deal(deal), 0) is not None
        for deal in range(1, 25)
    ]
    assert near_flags == [False] * 19 + [True] * 5


def test_the_end_of_a_short_match_is_near_in_its_own_last_five_deals():
    state = BeatTable(MASTER_GAME, 3, length="short").state
    near_flags = [
        beat_standing_values(MASTER_GAME, state._replace(deal=deal), 0) is not None
        for deal in range(1, 13)
    ]
    assert near_flags == [False] * 7 + [True] * 5


def test_with_two_deals_to_come_points_are_about_points():
    # Ten points are at stake here, 22 and 12 in the deals after it.
    finish_values = beat_standing_values(
        MASTER_GAME, state_in_deal(22)._replace(totals=(5, 0, 2)), 0
    )
    gets, misses = (finish_values.seat_values(points)[0] for points in ((10, 0, 0), (0, 0, 10)))
    assert gets - misses == pytest.approx(10, abs=4)


def test_in_the_last_deal_it_matters_who_else_gets_the_twelve():
    finish_values = beat_standing_values(
        MASTER_GAME, state_in_deal(24)._replace(totals=(40, 35, 10)), 0
    )
    own_value, rival, last = (
        finish_values.seat_values(points)[0] for points in ((12, 0, 0), (0, 12, 0), (0, 0, 12))
    )
    assert own_value == pytest.approx(last, abs=1)
    assert rival < last - 5


def test_a_leader_plays_differently_from_a_follower():
    setup = next(one for one in SETUPS if one.name == "master" and one.seats == 3)
    state_count = differing = 0
    moments = [moment for seed in (3, 4, 5, 6) for moment in play_randomly(setup, seed).moments]
    for _, state in moments:
        seat = state.turn
        if seat is None or state.deal < 23 or state.hands[seat].size not in {2, 3, 5}:
            continue
        cards = set()
        for lead in (7, -7):
            totals = tuple(lead if one == seat else 0 for one in range(3))
            kernel = BeatKernel(MASTER_GAME, state._replace(totals=totals), seat, ENDGAME_EFFORT)
            cards.add(weigh_choices(kernel, ENDGAME_EFFORT, RandomStream("seen"))[0].command.card)
        state_count += 1
        differing += len(cards) > 1
    assert state_count > 10
    assert differing


def test_equal_banks_promise_half_the_others():
    assert expected_shares((3, 3, 3), (3, 3, 3), 1, 60) == pytest.approx([0.5] * 3)


@pytest.mark.parametrize("limit", [0, 60])
def test_shares_add_up_and_fewer_banks_promise_more(limit):
    for banks in product((1, 2, 3, 5), repeat=3):
        shares = expected_shares((3, 3, 3), banks, 10, limit)
        assert sum(shares) == pytest.approx(1.5)
        for own_banks, share in zip(banks, shares, strict=True):
            for other_banks, other_share in zip(banks, shares, strict=True):
                assert (own_banks < other_banks) <= (share > other_share)


def test_at_the_end_only_ranks_decide():
    assert expected_shares((1, 3, 3, 4), (0, 3, 3, 4), 9, 60) == [1.0, 0.5, 0.5, 0.0]
    assert expected_shares((3, 3), (3, 2), 60, 60) == [0.0, 1.0]
    assert expected_shares((3, 5), (3, 6), 12, 0) == [1.0, 0.0]


def test_a_lead_promises_more_the_nearer_the_end_is():
    early = expected_shares((3, 3), (2, 3), 5, 60)[0]
    late = expected_shares((3, 3), (2, 3), 58, 60)[0]
    assert 0.5 < early < late < 1


@pytest.mark.parametrize("seats", range(2, 7))
def test_match_models_differ_by_refill_and_targets(seats):
    def model_of(**options):
        return match_dynamics(seats, resolve_options(AssGame().options, seats, options))

    models = [
        model_of(refill=refill, targets=targets)
        for refill in (True, False)
        for targets in ("source", "even")
    ]
    drawing, drawing_even, four, four_even = models
    assert four == FOUR_CARD_DYNAMICS
    assert len(set(models)) == 4
    # The first cards decide all where nobody draws, and less otherwise.
    assert four.card_information == four_even.card_information == 1.0
    assert drawing.card_information == drawing_even.card_information < 1.0
    # With even targets go succeeds more often than with four cards and the usual ones.
    assert four_even.even_go_power < four.even_go_power


def test_the_match_model_decides_the_value_of_a_lead():
    options = AssGame().options
    even = match_dynamics(2, resolve_options(options, 2, {"targets": "even"}))
    usual = match_dynamics(2, resolve_options(options, 2, {}))
    lead = [
        expected_shares((3, 3), (2, 3), 5, 60, one)[0] for one in (usual, even, FOUR_CARD_DYNAMICS)
    ]
    # The less two players' banks still diverge, the more a lead is worth.
    expected_moves = [
        sqrt(one.deals_per_bank * one.bank_variance) for one in (usual, even, FOUR_CARD_DYNAMICS)
    ]
    assert sorted(range(3), key=lambda one: expected_moves[one]) == sorted(
        range(3), key=lambda one: -lead[one]
    )
    assert all(0.5 < one < 1 for one in lead)


BEAT_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass")]


MASTER_HANDS = (
    "6D 9C TC KC JC QC AC 6H 8H",
    "JS QS KS AS 9S 8S 7S 7C 8C",
    "7H 9H TH QH KH JH AH 7D 8D",
)


def view_of_seat(state, seat):
    """Return the view of a seat, from the full state."""
    hands = tuple(hand if owner == seat else hand.hidden for owner, hand in enumerate(state.hands))
    game_data = state.game_data and state.game_data._replace(stock=state.game_data.stock.hidden)
    return state._replace(hands=hands, game_data=game_data)


def stock_size(state):
    return state.game_data.stock.size if state.game_data else 0


def fits_knowledge(knowledge, hands):
    """Return whether the hands fit: their unknown cards go into the slots, one each."""
    for slots, held_cards, hand in zip(knowledge.slots, knowledge.held_cards, hands, strict=True):
        rest = card_indices(hand_mask(hand.cards) & ~held_cards)
        if len(rest) != len(slots):
            return False
        # Slots are nested: the more of them refuse a card, the earlier it is placed.
        for slot in sorted(slots, key=lambda candidate: -candidate.bit_count()):
            card = max(
                (candidate for candidate in rest if not slot >> candidate & 1),
                key=lambda candidate: (
                    sum(other_slot >> candidate & 1 == 0 for other_slot in slots) * -1
                ),
                default=None,
            )
            if card is None:
                return False
            rest.remove(card)
    return True


@pytest.mark.parametrize("setup", BEAT_SETUPS, ids=str)
def test_the_true_hands_and_every_world_fit_the_knowledge(setup):
    played = play_randomly(setup, 7)
    random, differing = Random(5), 0
    decision_states = [state for _, state in played.moments if state.turn is not None]
    decision_states = [state for state in decision_states[:600] if not state.is_choosing_trump]
    for number, state in enumerate(random.sample(decision_states, min(60, len(decision_states)))):
        view = view_of_seat(state, state.turn)
        knowledge = known_cards(setup.game, view)
        assert fits_knowledge(knowledge, state.hands)
        assert knowledge.stock_size == stock_size(state)
        weight, world = sample_worlds(make_beat_dealing(knowledge), 1, RandomStream(str(number)))[0]
        assert weight > 0
        hands = tuple(
            Hand(tuple(PACK_36[card] for card in card_indices(hand))) for hand in world.hands
        )
        assert [hand.size for hand in hands] == [hand.size for hand in state.hands]
        assert fits_knowledge(knowledge, hands)
        card_counts = Counter(card for hand in hands for card in hand.cards)
        card_counts.update(PACK_36[card] for card in world.stock)
        assert max(card_counts.values()) == 1
        assert len(world.stock) == stock_size(state)
        assert world.hands[state.turn] == hand_mask(state.hands[state.turn].cards)
        differing += world.hands != tuple(hand_mask(hand.cards) for hand in state.hands)
    assert differing > 20 or setup.seats == 2


def knowledge_after(game, hands, plays, **options):
    table = BeatTable(game, len(hands), stack={1: hands}, leader=0, **options)
    if game.name == "ass":
        table.make_stakes(*[False] * len(hands))
    for code in plays.split():
        assert table.authority.submit(PlayCommand(table.state.turn, parse_cards(code)[0])) is None
    state = table.state
    return known_cards(game, view_of_seat(state, state.turn))


def test_a_discard_shows_neither_main_suit_nor_led_rank():
    knowledge = knowledge_after(GAMES["master"], MASTER_HANDS, "6D JS")
    barred = {PACK_36[card].code for card in card_indices(knowledge.slots[1][0])}
    assert barred == {"6D", "7D", "8D", "9D", "TD", "JD", "QD", "KD", "AD", "6C", "6H", "6S"}
    assert not any(knowledge.slots[0])
    assert knowledge.slots[2] == ()


def test_not_beating_shows_no_beating_card():
    knowledge = knowledge_after(
        GAMES["ass"], ("KD 6D TC KC", "7D QS JS AS", "7H 9H TH QH"), "KD 7D", must_beat=True
    )
    barred = {PACK_36[card].code for card in card_indices(knowledge.slots[1][0])}
    assert barred == {"6D", "TD", "AD", "QD", "KC", "KH", "KS"}
    knowledge = knowledge_after(
        GAMES["ass"], ("KD 6D TC KC", "7D QS JS AS", "7H 9H TH QH"), "KD 7D", must_beat=False
    )
    assert not any(knowledge.slots[1])


def test_worlds_are_as_frequent_as_they_are_many():
    # One hand of two cards of which the first cannot be card 0, and one card out of play.
    knowledge = UnseenKnowledge((0, 0), ((0b1,), (0,)), (0, 1, 2), 0)
    counts = Counter()
    for weight, world in sample_worlds(make_beat_dealing(knowledge), 3000, RandomStream("7")):
        counts[world.hands] += weight
    assert set(counts) == {(2, 1), (2, 4), (4, 1), (4, 2)}
    assert max(counts.values()) < 1.25 * min(counts.values())


def test_the_only_possible_world_is_found():
    barred = [0b111111 & ~(0b11 << turn) for turn in range(5)]
    slots = tuple((slot,) for slot in [*barred, 0b011111])
    knowledge = UnseenKnowledge((0,) * 6, slots, tuple(range(6)), 0)
    for _, world in sample_worlds(make_beat_dealing(knowledge), 20, RandomStream("7")):
        assert world.hands == (1, 2, 4, 8, 16, 32)
