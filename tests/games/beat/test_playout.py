"""Deals of the beat relation played out by the search: card by card as the rules have them."""

from random import Random

import pytest

from greenbaize.bots.match_finish import compute_standing_values
from greenbaize.cards import parse_cards
from greenbaize.games.beat import beats
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.beats import PACK_36, Trumps
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.beat.kernel import (
    BeatKernel,
    BeatWorld,
    beat_standing_values,
    expected_shares,
    match_dynamics,
)
from greenbaize.games.beat.play import DealScoring
from greenbaize.games.beat.playout import BankPrizes, BeatPlayout, DealRules, MoundTable
from greenbaize.games.beat.relation import card_index, hand_mask, shared_relation
from greenbaize.rules.chance import RandomStream
from greenbaize.rules.commands import PlayCommand
from greenbaize.rules.events import CardPlayed, DealScored
from greenbaize.rules.search_contract import SearchEffort
from match.random_matches import SETUPS, play_randomly

BEAT_SETUPS = [setup for setup in SETUPS if setup.name in ("master", "ass")]
EACH_BEAT_SETUP = pytest.mark.parametrize("setup", BEAT_SETUPS, ids=str)
POWER_BY_RANK = dict(zip("8AT6KQJ97", (62, 50, 40, 33, 31, 30, 12, 8, 3), strict=True))
NO_POINTS = (0,) * 36


def create_deal_rules(
    seats,
    *,
    tricks=(0,) * 4,
    values=NO_POINTS,
    combinations=None,
    most_points_prize=0,
    trumps=None,
    must_beat=False,
):
    counting = DealScoring(tricks, values, combinations, most_points_prize)
    return DealRules(
        MoundTable(shared_relation(trumps or Trumps())), (0,) * seats, counting, must_beat=must_beat
    )


class FairPlayer:
    """Player of fair sense, as the playout assumes everybody to be, using the rules only."""

    def __init__(self, game, state):
        self.game, self.trumps, self.must_beat = game, state.trumps, game.must_beat(state)
        self.scoring = game.deal_scoring(state)
        self.card_values = dict(zip(PACK_36, self.scoring.card_points, strict=True))
        amounts = [amount for amount in self.scoring.card_points if amount]
        self.mean_card_points = (
            0 if self.scoring.combinations or not amounts else sum(amounts) / len(amounts)
        )
        tricks = self.scoring.trick_points
        self.mean_trick_value = (sum(self.scoring.card_points) + sum(tricks)) / len(tricks)

    def keeping_value(self, card, seat):
        power = POWER_BY_RANK[card.code[0]] + 25 * self.trumps.is_trump(card, seat)
        return 0.6 * self.mean_trick_value * power / 100 + 0.5 * self.card_values[card]

    def choose_card(self, state):
        """Return the card to play; all hands must be known."""
        seat, play = state.turn, state.play
        gain = sum(self.card_values[card] for card in play.trick)
        gain += self.scoring.trick_points[len(play.taken_tricks)]
        later_seats = [
            (seat + turn) % state.seats for turn in range(1, state.seats - len(play.trick))
        ]
        legal = sorted(play.card for play in self.game.legal(state, seat))
        if len(legal) == 1:
            return legal[0]

        def score_card(card):
            if state.situation is None:
                situation = beats.start_situation(card, seat)
            else:
                rule = beats.find_played_beat_rule(state.situation, card, seat, self.trumps)
                if rule is None or beats.is_taken_back(state.situation, card, rule):
                    return -self.keeping_value(card, seat)
                situation = beats.add_to_situation(state.situation, card, seat, rule)
            return -self.keeping_value(card, seat) + self.held_points(
                state, situation, later_seats, gain + self.card_values[card]
            )

        return max(legal, key=score_card)

    def held_points(self, state, situation, later_seats, gain):
        """Return the trick's points for its taker, 0 if a later seat wants it or must take it."""
        for seat in later_seats:
            hand = state.hands[seat].cards
            beating = beats.beating_cards(situation, hand, seat, self.trumps)
            follow = beats.following_cards(situation, hand) or hand
            if beating and (gain > 0 or set(follow) <= set(beating)):
                return 0
            counts = [card for card in follow if self.card_values[card]]
            if counts and (self.mean_card_points < 0 or len(counts) == len(follow)):
                gain += self.mean_card_points
        return gain

    def play_to_end(self, state, viewing_seat):
        """Return each seat's result if all play so; near the end as valued for the seat asked."""
        while True:
            if state.turn is not None:
                event = CardPlayed(state.turn, self.choose_card(state))
            else:
                event = self.game.derive(state, None)
            if isinstance(event, BanksScored):
                limit = self.game.max_deals(state)
                shares = expected_shares(
                    state.game_data.banks,
                    event.banks,
                    state.deal,
                    limit,
                    match_dynamics(state.seats, state.options),
                )
                return [100 * share for share in shares]
            if isinstance(event, DealScored):
                finish = beat_standing_values(self.game, state, viewing_seat)
                return finish.seat_values(event.points) if finish else event.points
            state = self.game.fold(state, event)


def create_world(state):
    """Return the world that a full state is."""
    stock = state.game_data.stock.cards if state.game_data else ()
    return BeatWorld(
        tuple(hand_mask(hand.cards) for hand in state.hands), tuple(map(card_index, stock))
    )


@pytest.mark.slow
@EACH_BEAT_SETUP
def test_the_playout_plays_like_the_fair_player(setup):
    game, effort, outcome_count = setup.game, SearchEffort(1, 0, 1), 0
    moments = [state for _, state in play_randomly(setup, 11).moments if state.turn is not None]
    moments = [state for state in moments if game.phase(state) == PlayCommand.type]
    for state in Random(5).sample(moments, min(15, len(moments))):
        kernel = BeatKernel(game, state, state.turn, effort)
        world = create_world(state)
        outcomes = kernel.choice_outcomes(world, range(len(kernel.commands)), RandomStream(""))
        fair = FairPlayer(game, state)
        next_states = [
            game.fold(state, CardPlayed(command.seat, command.card)) for command in kernel.commands
        ]
        fair_ends = [fair.play_to_end(after, state.turn)[state.turn] for after in next_states]
        # Points decide between equal ones.
        assert outcomes == pytest.approx(fair_ends, abs=1e-4)
        outcome_count += len(outcomes)
    assert outcome_count > 15


@EACH_BEAT_SETUP
def test_a_trick_has_the_value_of_the_game(setup):
    game, random, differing = setup.game, Random(3), 0
    states = {state.deal: state for _, state in play_randomly(setup, 2).moments if state.deal}
    for state in states.values():
        counting = game.deal_scoring(state)
        if counting.combinations is None:
            continue
        deal = create_deal_rules(
            state.seats, values=counting.card_points, combinations=counting.combinations
        )
        for number in range(400):
            # With few suits or ranks there are more combinations.
            pack = [card for card in PACK_36 if number % 3 or card.code[0] in "JQK"]
            pack = [card for card in pack if number % 2 or card.suit < 2]
            trick = tuple(random.sample(pack, state.seats))
            plain = sum(counting.card_points[card_index(card)] for card in trick)
            combination_points = deal.combination_points(hand_mask(trick))
            assert plain + combination_points == game.trick_value(state, trick), trick
            differing += combination_points != 0
    assert differing > 20 or setup.seats == 2 or setup.name == "master"


def test_a_card_is_in_one_pair_only():
    deal = create_deal_rules(
        6, combinations=AssGame().deal_scoring(next(iterate_states())).combinations
    )
    assert deal.combination_points(hand_mask(parse_cards("KC QC JC JD QD 7H"))) == 17 + 11
    assert deal.combination_points(hand_mask(parse_cards("KC KD QC JC JD 7H"))) == 17
    assert deal.combination_points(hand_mask(parse_cards("KC KD QC QD JC 7C"))) == 17 + 17 + 10


def iterate_states():
    setup = next(
        candidate for candidate in BEAT_SETUPS if candidate.name == "ass" and candidate.seats == 6
    )
    return (state for _, state in play_randomly(setup, 1).moments)


def test_too_many_players_or_tricks_are_refused():
    create_deal_rules(6)
    create_deal_rules(4, most_points_prize=12)
    for seats, prize, tricks in ((7, 0, 4), (5, 12, 4), (2, 0, 19)):
        with pytest.raises(ValueError, match="too many"):
            create_deal_rules(seats, most_points_prize=prize, tricks=(0,) * tricks)


def test_stakes_are_evidence_of_hands():
    deal = create_deal_rules(3)
    table = BeatPlayout(deal, 0, 0)
    good_hand, bad_hand = (
        hand_mask(parse_cards("8C 8D 8H 8S")),
        hand_mask(parse_cards("7C 7D 9H 9S")),
    )
    assert deal.go_chance(good_hand, 1) > 0.5 > deal.go_chance(bad_hand, 1)
    assert table.seats_going([good_hand, bad_hand, good_hand], 0b010, 0b101) == 0b111
    assert table.seats_going([good_hand, bad_hand, good_hand], 0, 0b010) == 0
    table.set_stakes([1, 1, 0], [0, hand_mask(parse_cards("8S")), 0])
    hands = [bad_hand, hand_mask(parse_cards("AC AD")), bad_hand]
    go_chance = deal.go_chance(hand_mask(parse_cards("AC AD 8S")), 1)
    assert table.stakes_likelihood(hands) == go_chance * (1 - deal.go_chance(bad_hand, 2))


@pytest.mark.parametrize("extra_points", [0, 3, 40])
def test_leads_beyond_the_table_are_clamped(extra_points):
    """Let a scoring card count that was forgotten and is supposed to lie hidden."""
    values = [0] * 36
    values[card_index(parse_cards("AC")[0])] = 1 + extra_points
    ahead = compute_standing_values(0, (0, 0), {1: 0.5, -1: 0.5}, {1: 0.5, -1: 0.5})
    for hands, points in ((("AC", "7C"), (1, 0)), (("7C", "AC"), (0, 1))):
        table = BeatPlayout(create_deal_rules(2, tricks=(0,), values=tuple(values)), 0, 0)
        table.set_table_trick(-1, 0, 0, 0, 0)
        table.set_standing_values(ahead)
        table.set_world(())
        assert table.card_outcome(
            [hand_mask(parse_cards(hand)) for hand in hands], -1
        ) == pytest.approx(ahead.seat_values(points)[0])


def test_prizes_are_computed_once():
    requests = []

    def compute_shares(target_bits):
        requests.append(target_bits)
        return [float(target_bits), 10.0 + target_bits]

    values = [0] * 36
    values[card_index(parse_cards("AC")[0])] = 12
    table = BeatPlayout(create_deal_rules(2, tricks=(0,), values=tuple(values)), 1, 0)
    table.set_table_trick(-1, 0, 0, 0, 0)
    table.set_bank_prizes(BankPrizes([12, 0], compute_shares))
    hands = [hand_mask(parse_cards("AC")), hand_mask(parse_cards("7D"))]
    table.set_world(())
    assert [table.card_outcome(hands, -1) for _ in range(3)] == [13.0] * 3
    assert (
        table.card_outcome([hand_mask(parse_cards("7D")), hand_mask(parse_cards("AD"))], -1) == 12.0
    )
    assert requests == [3, 2]
