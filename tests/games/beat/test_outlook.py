"""Notes and outcomes for a player who must stake go or stay."""

from itertools import product

import pytest

from bots.asked import view_of
from games.beat.tables import BeatTable
from greenbaize.games import GAMES
from greenbaize.games.beat.banks import (
    Banking,
    banks_after,
    decided,
    ends,
    outcomes,
    source_targets,
)
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.commands import Stake

OPEN = (True, False)
ASS = GAMES["ass"]
HANDS = ["8C AC TC KC", "6D 6H 7D 9D", "QS JS 8S AS", "7H 9H TH KH", "8D AD TD KD", "8H AH JH QH"]


def at_stake(seats, **options):
    match = BeatTable(ASS, seats, stack={1: HANDS[:seats]}, **options)
    question = ASS.question(match.state, match.state.turn)
    assert question.kind == Stake.type
    return match, question


@pytest.mark.parametrize("seats", ASS.seats)
def test_ass_5_every_own_card_says_what_it_counts(seats):
    match, question = at_stake(seats)
    worth = dict(zip("8ATKQJ976", (16, 12, 10, 5, 3, 1, 0, 0, -1), strict=True))
    hand = match.state.hands[question.seat].cards
    assert question.counts == tuple((card, worth[card.code[0]]) for card in hand)
    own = next(note for note in question.notes if note.code == "own-points")
    assert own.values["count"] == sum(worth[card.code[0]] for card in hand)


@pytest.mark.parametrize("seats", ASS.seats)
@pytest.mark.parametrize("refill", [False, True])
def test_the_others_cards_are_reckoned_from_the_pack_alone(seats, refill):
    match, question = at_stake(seats, refill=refill)
    played = seats * (36 // seats if refill else 4)
    code = "points-rest" if played == 36 else "points-about"
    about = next(note for note in question.notes if note.code == code)
    own = sum(count for _, count in question.counts)
    assert sum(ASS.counting(match.state).cards) == 184
    assert about.values["count"] == played - 4
    assert about.values["points"] == round((184 - own) * (played - 4) / 32)


@pytest.mark.parametrize("seats", ASS.seats)
def test_the_notes_are_the_same_however_the_hidden_cards_lie(seats):
    match, question = at_stake(seats)
    asked = ASS.question(view_of(match, question.seat), question.seat)
    assert (asked.notes, asked.counts) == (question.notes, question.counts)


@pytest.mark.parametrize("seats", ASS.seats)
def test_ass_3_each_stake_says_what_it_leads_to(seats):
    own = Banking((4,) * seats, (None,) * seats)
    go, stay = list(outcomes(own, source_targets(seats), 0, 3, 60))
    assert go.values == {"target": source_targets(seats).go, "count": 3, "other": 5}
    assert stay.values == {"target": source_targets(seats).stay, "count": 3, "other": 4}


def codes(own, deal=3, limit=60):
    return [message.code for message in outcomes(own, source_targets(2), 0, deal, limit)][2:]


def test_ass_1_what_would_end_the_match_is_told():
    assert codes(Banking((1, 3), (None, None))) == ["outcome-wins"]
    assert codes(Banking((5, 3), (None, None))) == ["outcome-loses"]
    # All may come to stand at 6 together, and then play goes on.
    assert codes(Banking((5, 5), (None, None))) == []
    assert codes(Banking((5, 5), (None, False))) == ["outcome-loses"]
    assert codes(Banking((3, 3), (None, None)), deal=60) == ["outcome-last"]
    assert codes(Banking((1, 3), (None, None)), deal=60, limit=0) == ["outcome-wins"]


@pytest.mark.parametrize("banks", list(product((1, 3, 5, 6), repeat=3)))
def test_it_ends_only_if_it_does_whatever_becomes_of_the_others(banks):
    own = Banking(banks, (None, None, True))
    after = banks[0] - 1
    one = {banks_after(banks[1], reached, go=go) for reached in OPEN for go in OPEN}
    other = {banks_after(banks[2], reached, go=True) for reached in OPEN}
    every = [decided(banks, (after, *rest), 3, 0) for rest in product(one, other)]
    assert ends(own, 0, after, 3, 0) == all(every)


def test_other_questions_have_no_such_notes():
    match, _ = at_stake(2)
    match.stake(True, True)
    question = ASS.question(match.state, match.state.turn)
    assert (question.notes, question.counts) == ((), ())
    assert len(PACK_36) == 36
