"""What bots rely on: plausible views, and comparisons of weighed choices."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from greenbaize.cards import ALL_CARDS, PACK_52, Card, parse_cards
from greenbaize.games import GAMES
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import DealScored
from greenbaize.rules.hands import Hand, Trick, TrickPlay
from greenbaize.rules.messages import Message, Misfit
from greenbaize.rules.search_contract import (
    EQUAL_TOLERANCE,
    MAX_MATCH_POINTS,
    SearchEffort,
    WeighedChoice,
    are_plausible_cards,
    are_plausible_hand_sizes,
    are_plausible_totals,
    are_plausible_tricks,
    find_first_misfit,
    good_choices,
    make_misfit_error,
)
from match.random_matches import SETUPS, GameSetup, play_randomly

PACK_36 = tuple(card for card in PACK_52 if card.code[0] not in "2345")

# Choices


def weigh(score, error=0.0, chance=None, gap_error=None):
    return WeighedChoice(ReadyCommand(0), score, error, chance, gap_error)


@pytest.mark.parametrize(("chance", "tenths"), [(None, None), (0.0, 0), (0.26, 3), (1.0, 10)])
def test_a_chance_is_told_in_deals_out_of_ten(chance, tenths):
    assert weigh(1, chance=chance).success_tenths == tenths


@pytest.mark.parametrize(
    ("score", "other", "lead"), [(1.04, 0.96, 0.0), (1.06, 0.94, 0.2), (-0.31, 0.26, -0.6)]
)
def test_a_lead_is_the_difference_of_the_scores_as_shown(score, other, lead):
    assert weigh(score).shown_lead_over(weigh(other)) == lead


@pytest.mark.parametrize(
    ("best", "other", "is_sure"),
    [
        (weigh(1.0), weigh(0.9), True),
        (weigh(1.0), weigh(1.0), False),
        (weigh(1.06), weigh(1.04), False),  # Shown apart, and too close to be different.
        (weigh(1.04), weigh(0.96), False),  # Apart by more, and shown as equal.
        (weigh(2.0, 0.3), weigh(1.0, 0.4), True),
        (weigh(2.0, 0.6), weigh(1.0, 0.8), False),
        (weigh(2.0, 0.6), weigh(1.0, 0.8, gap_error=0.6), True),
        (weigh(2.0), weigh(1.0, gap_error=0.7), False),
    ],
)
def test_a_choice_surely_beats_another_beyond_the_random_error(best, other, is_sure):
    assert best.surely_beats(other) is is_sure


def test_good_choices_are_those_that_the_best_does_not_surely_beat():
    best, near, far = weigh(2.0), weigh(1.9, gap_error=1), weigh(1.0)
    assert good_choices([best, near, far]) == (best, near)
    assert good_choices([best]) == (best,)
    assert EQUAL_TOLERANCE == 1e-6


@pytest.mark.parametrize(("samples", "infers"), [(1, False), (2, True), (4, True)])
def test_inference_needs_several_samples_for_a_world(samples, infers):
    assert SearchEffort(4, 0, samples_per_world=samples).uses_inference is infers


# Plausible views


def test_no_check_runs_after_one_that_fails():
    checks = []

    def check(result):
        checks.append(result)
        return result

    assert (
        find_first_misfit(
            (Misfit.DEAL, lambda: check(True)),
            (Misfit.BIDS, lambda: check(False)),
            (Misfit.SUITS, lambda: check(False)),
        )
        is Misfit.BIDS
    )
    assert checks == [True, False]
    assert find_first_misfit((Misfit.DEAL, lambda: True)) is None


def test_a_misfit_is_an_error_that_names_it():
    error = make_misfit_error(Misfit.TRICKS)
    assert isinstance(error, GameError)
    assert error.message == Message("told-impossible", {"misfit": "tricks"})


@pytest.mark.parametrize(
    ("hands", "others", "is_plausible"),
    [
        ([Hand(parse_cards("6C 7C")), Hand((), 3)], "8C", True),
        ([Hand(parse_cards("6C 7C")), Hand((), 4)], "", False),
        ([Hand(parse_cards("6C 7C")), Hand(())], "7C", False),
        ([Hand(parse_cards("6C 6C")), Hand(())], "", False),
        ([Hand(parse_cards("6C 2C")), Hand(())], "", False),
        ([Hand((), 3)] * 12, "", True),
        ([Hand((), 3)] * 12, "6C", False),
    ],
)
def test_cards_fit_the_hands_and_the_pack(hands, others, is_plausible):
    cards = parse_cards(others)
    assert are_plausible_cards(hands, cards, PACK_36, max_hand_size=3) is is_plausible


def test_a_card_may_be_in_hand_as_often_as_in_the_packs():
    two_packs = PACK_36 + PACK_36
    for count, is_plausible in ((2, True), (3, False)):
        hands = [Hand(parse_cards("6C") * count)]
        assert are_plausible_cards(hands, (), two_packs, max_hand_size=9) is is_plausible


TRICK = Trick(0, parse_cards("6C 7C 8C"))


@pytest.mark.parametrize(
    ("trick", "taken", "is_plausible"),
    [
        ("", [TRICK, TRICK], True),
        ("6D 7D 8D", [TRICK], True),
        ("6D 7D 8D 9D", [], False),
        ("", [TRICK, TRICK, TRICK], False),
        ("", [Trick(0, parse_cards("6C 7C"))], False),
    ],
)
def test_taken_tricks_are_complete_and_no_more_than_there_are_cards(trick, taken, is_plausible):
    play = TrickPlay(0, parse_cards(trick), tuple((0, one) for one in taken), (0, 0, 0))
    assert are_plausible_tricks(play, max_tricks=2) is is_plausible


@pytest.mark.parametrize(
    ("sizes", "is_plausible"),
    [((4, 3, 3), True), ((4, 4, 3), False), ((3, 3, 3), False), ((4, 4, 4), False)],
)
def test_hands_have_one_card_less_for_each_trick_and_for_who_has_played(sizes, is_plausible):
    play = TrickPlay(1, parse_cards("6D 7D"), ((0, TRICK),), (1, 0, 0))
    hands = [Hand((), size) for size in sizes]
    assert are_plausible_hand_sizes(hands, play, dealt_count=5) is is_plausible


@pytest.mark.parametrize(("total", "is_plausible"), [(100_000, True), (100_001, False)])
def test_totals_are_no_larger_than_any_match_can_bring(total, is_plausible):
    assert are_plausible_totals([0, total], []) is is_plausible
    assert are_plausible_totals([-total, 0], []) is is_plausible


@pytest.mark.parametrize(
    ("points", "totals", "is_plausible"),
    [((1, 2), (1, 2), True), ((1,), (1, 2), False), ((1, 2), (1, 2, 3), False)],
)
def test_every_seat_has_points_in_every_deal(points, totals, is_plausible):
    scores = [DealScored(1, (0, 0), (0, 0)), DealScored(2, points, totals)]
    assert are_plausible_totals([0, 0], scores) is is_plausible


@pytest.mark.parametrize("name", GAMES)
def test_a_total_no_match_can_bring_is_a_misfit(name):
    game = GAMES[name]
    played_match = play_randomly(GameSetup(name, min(game.seats), {}), 5)
    state = next(state for _, state in played_match.moments if game.turn(state) is not None)
    totals = (MAX_MATCH_POINTS + 1, *state.totals[1:])
    assert game.find_misfit(replace(state, totals=totals)) is Misfit.TOTALS


def test_a_bid_above_the_cards_is_a_misfit():
    game = GAMES["damn"]
    played_match = play_randomly(GameSetup("damn", 3, {"deals": 4}), 1)
    state = next(state for _, state in played_match.moments if game.turn(state) is not None)
    bids = (state.cards + 1, *state.bids[1:])
    assert game.find_misfit(replace(state, bids=bids)) is Misfit.BIDS


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_every_view_of_a_match_is_believable(setup):
    game = setup.game
    played_match = play_randomly(setup, 5)
    trackers = [
        ViewTracker(game, setup.seats, played_match.header.options, seat)
        for seat in range(setup.seats)
    ]
    for event, state in played_match.moments:
        for tracker in trackers:
            tracker.apply_event(game.tell(event, state, tracker.seat))
            if game.turn(tracker.view) == tracker.seat:
                assert game.find_misfit(tracker.view) is None
        assert game.turn(state) is None or game.find_misfit(state) is None


def test_every_view_with_table_manners_is_believable():
    game = GAMES["damn"]
    for number in range(5):
        played_match = play_randomly(
            GameSetup("damn", 4, {"enforcement": "table", "deals": 5}), number
        )
        for _, state in played_match.moments:
            assert game.turn(state) is None or game.find_misfit(state) is None


# Any view that a table could tell of

NUMBERS = st.integers(-2, 8) | st.integers(-(10**12), 10**12)
CARDS = st.lists(st.sampled_from(ALL_CARDS), max_size=12).map(tuple)
HANDS = st.builds(Hand, CARDS, st.integers(0, 8) | st.integers(0, 10**12))


def values_of_field(name, value):
    """Return values of the same kind as that of a state's field, possible and impossible ones."""
    match value:
        case tuple() if name == "bids":
            return st.lists(NUMBERS | st.none(), max_size=12).map(tuple)
        case bool():
            return st.booleans()
        case int():
            return NUMBERS
        case Hand():
            return HANDS
        case TrickPlay():
            taken_trick = st.tuples(st.just(0), st.builds(Trick, st.just(0), CARDS))
            tricks = st.lists(taken_trick, max_size=12).map(tuple)
            return st.builds(TrickPlay, st.just(0), CARDS, tricks, st.just(value.tricks_won))
        case tuple() if value and isinstance(value[0], Hand):
            return st.lists(HANDS, max_size=8).map(tuple)
        case tuple() if value and isinstance(value[0], int) and not isinstance(value[0], Card):
            return st.lists(NUMBERS, max_size=12).map(tuple)
        case tuple() if value and isinstance(value[0], Card):
            return CARDS
    return st.just(value)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=40)
@given(st.data())
def test_whatever_a_view_holds_it_is_believed_or_has_a_misfit(name, data):
    game = GAMES[name]
    played_match = play_randomly(next(setup for setup in SETUPS if setup.name == name), 1)
    states = [state for _, state in played_match.moments if state.turn is not None]
    state = states[data.draw(st.integers(0, len(states) - 1), label="moment")]
    names = [field for field in state.__struct_fields__ if field not in ("seats", "options")]
    changes = {
        field: data.draw(values_of_field(field, getattr(state, field)), label=field)
        for field in data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3))
    }
    assert game.find_misfit(replace(state, **changes)) in (None, *Misfit)
