"""The score sheet of Ass: stakes, targets, points and banks of every deal."""

import random
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from greenbaize.games.beat.ass import AssGame, ass_scoring
from greenbaize.games.beat.ass_sheet import (
    POSSIBLE_SUMS,
    AssSheetForm,
    ass_rating,
    can_occur_together,
    make_ass_sheet,
    refill_deal_sums,
)
from greenbaize.games.beat.banks import EVEN_TARGETS, EVEN_TARGETS_WITHOUT_REFILL
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.events import BanksScored
from greenbaize.rules.options import OptionValues
from greenbaize.rules.sheets import BoxTone, DealEntry
from match.random_matches import GameSetup, play_randomly

OPTIONS = OptionValues({"deal_limit": 60, "refill": False, "targets": "source"})


def create_entry(*players):
    return DealEntry(players)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_moment_of_a_match_gives_a_sheet_whose_checks_hold(seats):
    trumps = {"trumps": "none"} if seats > 4 else {}
    played = play_randomly(GameSetup("ass", seats, trumps), seats)
    game = AssGame()
    for event, state in played.moments:
        sheet = game.sheet(state)
        assert sheet.checks == ()
        if isinstance(event, BanksScored):
            row = sheet.rows[event.deal - 1]
            assert tuple(boxes[1].value for boxes in row.boxes) == event.targets
            assert tuple(boxes[2].value for boxes in row.boxes) == event.points
            assert tuple(boxes[3].value for boxes in row.boxes) == event.banks
            assert sheet.totals == event.totals
    assert sheet.ranks == played.events[-1].places
    assert not any(row.is_current for row in sheet.rows)


def test_banks_go_down_at_the_target_and_up_for_go_under_it():
    sheet = make_ass_sheet(
        2, [create_entry((1, 44), (0, 67)), create_entry((1, 43), (0, 68))], limit=60
    )
    assert [boxes[3].value for boxes in sheet.rows[0].boxes] == [2, 3]
    assert [boxes[3].value for boxes in sheet.rows[1].boxes] == [3, 2]
    assert [boxes[1].value for boxes in sheet.rows[0].boxes] == [44, 68]
    assert sheet.rows[1].boxes[0][2].tone is BoxTone.FAILED


@pytest.mark.parametrize("refill", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_even_targets_decide_banks_and_rating(seats, refill):
    options = OptionValues({"deal_limit": 60, "refill": refill, "targets": "even"})
    even_targets = (EVEN_TARGETS if refill else EVEN_TARGETS_WITHOUT_REFILL)[seats]
    other_players = ((0, even_targets.stay - 1),) * (seats - 2)
    entries = [
        create_entry((1, even_targets.go), (0, even_targets.stay), *other_players),
        create_entry((1, even_targets.go - 1), (0, 0), *other_players),
    ]
    sheet = AssSheetForm().make_sheet(seats, options, entries)
    first, second = sheet.rows[:2]
    assert [boxes[1].value for boxes in first.boxes[:2]] == [even_targets.go, even_targets.stay]
    assert [boxes[3].value for boxes in first.boxes] == [2, 2, *[3] * (seats - 2)]
    assert [boxes[3].value for boxes in second.boxes] == [3, 2, *[3] * (seats - 2)]
    (total,) = sheet.results
    assert [box.value for box in total.boxes[0]] == [
        None,
        2 * even_targets.go,
        2 * even_targets.go - 1,
        3,
    ]
    standard_sheet = AssSheetForm().make_sheet(
        seats, OptionValues({**options, "targets": "source"}), entries
    )
    assert standard_sheet.rows[0].boxes[0][1].value != first.boxes[0][1].value


def test_a_deal_after_the_end_is_wrong():
    sheet = make_ass_sheet(2, [create_entry((1, 50), (0, 0))] * 4, limit=60)
    (check,) = sheet.checks
    assert (check.message.code, check.message.values) == ("sheet-after-end", {"deal": 4})
    limited = make_ass_sheet(2, [create_entry((0, 0), (0, 0))] * 3, limit=2)
    assert [sheet_check.message.values["deal"] for sheet_check in limited.checks] == [3]


def test_the_result_row_has_targets_points_and_banks():
    sheet = make_ass_sheet(2, [create_entry((1, 50), (0, 10))] * 3, limit=60)
    (total,) = sheet.results
    assert [box.value for box in total.boxes[0]] == [None, 132, 150, 0]
    assert [box.value for box in total.boxes[1]] == [None, 204, 30, 3]
    assert sheet.ranks == (1, 2)


def test_the_rating_is_the_formula_of_the_page():
    # points × (banks shed − banks gained) / (deals × sum of targets) + 50 %
    assert ass_rating(150, 3, 3, 132) == Fraction(1, 2) + Fraction(150 * 3, 3 * 132)
    sheet = make_ass_sheet(2, [create_entry((1, 50), (0, 10))] * 3, limit=60)
    assert sheet.ratings == (round(10_000 * (Fraction(1, 2) + Fraction(450, 396))), 5000)
    assert make_ass_sheet(2, [create_entry((1, 50), (0, 10))], limit=60).ratings is None


def test_a_manual_sheet_grows_by_a_blank_deal_until_the_end():
    form = AssSheetForm()
    assert [row.label for row in form.make_sheet(2, OPTIONS, []).rows] == [1]
    first_entries = [create_entry((1, 50), (0, 10))]
    assert [row.is_current for row in form.make_sheet(2, OPTIONS, first_entries).rows] == [
        False,
        True,
    ]
    started_entries = [*first_entries, create_entry((1, None), (None, None))]
    sheet = form.make_sheet(2, OPTIONS, started_entries)
    assert [row.is_current for row in sheet.rows] == [False, True]
    assert (
        sheet.rows[1].boxes[0][:2]
        == form.make_sheet(2, OPTIONS, started_entries).rows[1].boxes[0][:2]
    )
    assert sheet.rows[1].boxes[0][1].value == 44
    finished_sheet = form.make_sheet(2, OPTIONS, first_entries * 3)
    assert [row.is_current for row in finished_sheet.rows] == [False] * 3
    assert finished_sheet.ranks == (1, 2)


def test_a_gap_is_wrong():
    sheet = AssSheetForm().make_sheet(
        2, OPTIONS, [create_entry((1, 50), (None, 10)), create_entry((1, 1), (1, 1))]
    )
    assert [check.message.code for check in sheet.checks] == ["sheet-gap"]
    assert sheet.rows[0].boxes[1][0].is_wrong


trick_points = partial(ass_scoring(4).trick_value, 0)


def deal_tricks(dice, players, count=4):
    cards = dice.sample(PACK_36, count * players)
    return [tuple(cards[n * players : (n + 1) * players]) for n in range(count)]


def test_point_sums_of_two_players_are_exact():
    one_trick_sums = {trick_points((a, b)) for a in PACK_36 for b in PACK_36 if a != b}
    assert POSSIBLE_SUMS[2][1] == one_trick_sums
    by_points = {}
    for a, b in product(PACK_36, PACK_36):
        if a.code < b.code:
            by_points.setdefault(trick_points((a, b)), []).append({a, b})
    two_trick_sums = {
        p + q
        for p, q in product(by_points, by_points)
        if any(not x & y for x in by_points[p] for y in by_points[q])
    }
    assert POSSIBLE_SUMS[2][2] == two_trick_sums


@pytest.mark.parametrize(
    ("players", "richest", "poorest"),
    [
        (2, "8C8D 8H8S KCQC KDQD", "6C9C 6D9D 6H9H 6S9S"),
        (3, "8CKCQC 8DKDQD 8HKHQH 8SKSQS", "6C9C7D 6D9D7C 6H9H7S 6S9S7H"),
        (4, "8CACKCQC 8DADKDQD 8HAHKHQH 8SASKSQS", "6C9C7DJC 6D9D7CJD 6H9H7SJH 6S9S7HJS"),
        (
            5,
            "8CACKCQCTC 8DADKDQDTD 8HAHKHQHTH 8SASKSQSTS",
            "JCJD6C9C7D JHJS6D9D7C QCQD6H9H7S QHQS6S9S7H",
        ),
        (
            6,
            "8CACKCQCTCJC 8DADKDQDTDJD 8HAHKHQHTHJH 8SASKSQSTSJS",
            "QCQDQHQS6C7D JCJDKCKD6H9S JHJSKHKS6D9C 9D9H7C7H7S6S",
        ),
    ],
)
def test_the_most_and_the_least_points_of_a_deal_can_be_dealt(players, richest, poorest):
    by_code = {card.code: card for card in PACK_36}
    sums = []
    for tricks in (poorest.split(), richest.split()):
        codes = [[trick[n : n + 2] for n in range(0, len(trick), 2)] for trick in tricks]
        assert len({code for trick in codes for code in trick}) == 4 * players
        assert {len(trick) for trick in codes} == {players}
        sums.append(sum(trick_points(tuple(by_code[code] for code in trick)) for trick in codes))
    assert [min(POSSIBLE_SUMS[players][4]), max(POSSIBLE_SUMS[players][4])] == sums


@pytest.mark.parametrize("players", range(2, 7))
def test_points_of_dealt_tricks_are_possible_together(players):
    dice = random.Random(players)
    for _ in range(300):
        points = [0] * players
        for trick in deal_tricks(dice, players):
            points[dice.randrange(players)] += trick_points(trick)
        assert can_occur_together(points, players, refill=False)
        known_points = [value if dice.random() < 0.5 else None for value in points]
        assert can_occur_together(known_points, players, refill=False)
        refilled_tricks = deal_tricks(dice, players, 36 // players)
        assert sum(map(trick_points, refilled_tricks)) in refill_deal_sums(players)
        assert not can_occur_together([400, *[None] * (players - 1)], players, refill=True)
