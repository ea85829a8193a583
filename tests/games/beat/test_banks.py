"""Banks: the notes and outcomes of a stake."""

from itertools import product

import pytest

from bots.decision_positions import view_of_match
from games.beat.tables import BeatTable
from greenbaize.games import GAMES
from greenbaize.games.beat.banks import (
    BankState,
    banks_after,
    is_match_over,
    stake_outcomes,
    stake_targets,
    standard_targets,
    would_end_match,
)
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import StakeCommand
from greenbaize.rules.options import resolve_options

POSSIBLE_ANSWERS = (True, False)
ASS_GAME = GAMES["ass"]
STAKE_HANDS = [
    "8C AC TC KC",
    "6D 6H 7D 9D",
    "QS JS 8S AS",
    "7H 9H TH KH",
    "8D AD TD KD",
    "8H AH JH QH",
]


def create_stake_question(seats, **options):
    match = BeatTable(ASS_GAME, seats, stack={1: STAKE_HANDS[:seats]}, **options)
    question = ASS_GAME.question(match.state, match.state.turn)
    assert question.kind == StakeCommand.type
    return match, question


@pytest.mark.parametrize("seats", ASS_GAME.seats)
def test_ass_5_every_own_card_has_its_points(seats):
    match, question = create_stake_question(seats)
    points_by_rank = dict(zip("8ATKQJ976", (16, 12, 10, 5, 3, 1, 0, 0, -1), strict=True))
    hand = match.state.hands[question.seat].cards
    assert question.card_values == tuple((card, points_by_rank[card.code[0]]) for card in hand)
    own_note = next(note for note in question.notes if note.code == "own-points")
    assert own_note.values["count"] == sum(points_by_rank[card.code[0]] for card in hand)


@pytest.mark.parametrize("seats", ASS_GAME.seats)
@pytest.mark.parametrize("refill", [False, True])
def test_the_others_points_are_estimated_from_the_pack(seats, refill):
    match, question = create_stake_question(seats, refill=refill)
    played = seats * (36 // seats if refill else 4)
    code = "points-rest" if played == 36 else "points-about"
    estimate = next(note for note in question.notes if note.code == code)
    own_points = sum(count for _, count in question.card_values)
    assert sum(ASS_GAME.deal_scoring(match.state).card_points) == 184
    assert estimate.values["count"] == played - 4
    assert estimate.values["points"] == round((184 - own_points) * (played - 4) / 32)


@pytest.mark.parametrize("seats", ASS_GAME.seats)
def test_the_notes_do_not_depend_on_hidden_cards(seats):
    match, question = create_stake_question(seats)
    view_question = ASS_GAME.question(view_of_match(match, question.seat), question.seat)
    assert (view_question.notes, view_question.card_values) == (
        question.notes,
        question.card_values,
    )


@pytest.mark.parametrize("seats", ASS_GAME.seats)
def test_ass_3_each_stake_has_its_outcome(seats):
    bank_state = BankState((4,) * seats, (None,) * seats)
    go, stay = list(stake_outcomes(bank_state, standard_targets(seats), 0, 3, 60))
    assert go.values == {"target": standard_targets(seats).go, "count": 3, "other": 5}
    assert stay.values == {"target": standard_targets(seats).stay, "count": 3, "other": 4}


def outcome_codes(bank_state, deal=3, limit=60):
    return [
        message.code for message in stake_outcomes(bank_state, standard_targets(2), 0, deal, limit)
    ][2:]


def test_ass_1_an_outcome_that_ends_the_match_is_mentioned():
    assert outcome_codes(BankState((1, 3), (None, None))) == ["outcome-wins"]
    assert outcome_codes(BankState((5, 3), (None, None))) == ["outcome-loses"]
    # All may come to stand at 6 together, and then play goes on.
    assert outcome_codes(BankState((5, 5), (None, None))) == []
    assert outcome_codes(BankState((5, 5), (None, False))) == ["outcome-loses"]
    assert outcome_codes(BankState((3, 3), (None, None)), deal=60) == ["outcome-last"]
    assert outcome_codes(BankState((1, 3), (None, None)), deal=60, limit=0) == ["outcome-wins"]


@pytest.mark.parametrize("banks", list(product((1, 3, 5, 6), repeat=3)))
def test_an_end_is_predicted_only_if_it_is_certain(banks):
    bank_state = BankState(banks, (None, None, True))
    after = banks[0] - 1
    second_banks = {
        banks_after(banks[1], is_met, go=go)
        for is_met in POSSIBLE_ANSWERS
        for go in POSSIBLE_ANSWERS
    }
    third_banks = {banks_after(banks[2], is_met, go=True) for is_met in POSSIBLE_ANSWERS}
    is_over_by_outcome = [
        is_match_over(banks, (after, *rest), 3, 0) for rest in product(second_banks, third_banks)
    ]
    assert would_end_match(bank_state, 0, after, 3, 0) == all(is_over_by_outcome)


def test_questions_for_cards_have_no_stake_notes():
    match, _ = create_stake_question(2)
    match.make_stakes(True, True)
    question = ASS_GAME.question(match.state, match.state.turn)
    assert (question.notes, question.card_values) == ((), ())
    assert len(PACK_36) == 36


@pytest.mark.parametrize(
    ("players", "options", "stay", "go"),
    [
        (2, {"targets": "source"}, 68, 44),
        (6, {"targets": "source"}, 116, 92),
        (4, {"targets": "even", "refill": True}, 83, 45),
        (4, {"targets": "even", "refill": False}, 43, 17),
    ],
)
def test_ass_3_targets_follow_a_formula_or_are_even(players, options, stay, go):
    settings = resolve_options(GAMES["ass"].options, players, options)
    targets = stake_targets(players, settings)
    assert (targets.of_stake(go=False), targets.of_stake(go=True)) == (stay, go)


@pytest.mark.parametrize(
    ("is_met", "go", "banks"),
    [(True, True, 2), (True, False, 2), (False, True, 4), (False, False, 3)],
)
def test_ass_3_banks_go_down_at_the_target_and_up_for_go_without_it(is_met, go, banks):
    assert banks_after(3, is_met, go=go) == banks


@pytest.mark.parametrize(
    ("before", "after", "deal", "limit", "is_over"),
    [
        ((3, 3), (2, 4), 5, 0, False),
        ((1, 3), (0, 4), 5, 0, True),
        ((3, 5), (3, 6), 5, 0, True),
        ((3, 3), (2, 4), 4, 5, False),
        ((3, 3), (2, 4), 5, 5, True),
        ((5, 5), (6, 6), 5, 0, False),
        ((6, 6), (6, 6), 5, 0, False),
        ((6, 6), (5, 6), 5, 0, True),
    ],
)
def test_ass_1_the_match_ends_at_no_or_six_banks_unless_all_have_six(
    before, after, deal, limit, is_over
):
    assert is_match_over(before, after, deal, limit) is is_over
