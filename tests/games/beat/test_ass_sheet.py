"""The score sheet of Ass: stakes, targets, points and banks of every deal."""

from fractions import Fraction

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import AssGame
from greenbaize.games.beat.ass_sheet import AssSheetForm, ass_rating, make_ass_sheet
from greenbaize.games.beat.banks import EVEN_TARGETS, EVEN_TARGETS_WITHOUT_REFILL
from greenbaize.games.beat.events import BanksScored
from greenbaize.match.digest import digest_record
from greenbaize.rules.facts import FactSum
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


def sum_seat_facts(digests, seat):
    """Return the fact sums of a seat over these matches."""
    sums = {}
    for deal in (deal for digest in digests for deal in digest.deals):
        facts = [("points", "", deal.points[seat]), *deal.facts[seat]]
        for kind, key, value in facts:
            times, total = sums.get((kind, key), (0, 0))
            sums[kind, key] = FactSum(times + 1, total + value)
    return sums


def play_digests(name, seats, numbers):
    return [
        digest_record(play_randomly(GameSetup(name, seats, {}), n).record, GAMES) for n in numbers
    ]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_master_rating_uses_points_and_tricks_of_the_halves(seats):
    matches = play_digests("master", seats, range(3))
    for seat in range(seats):
        points = tricks = all_tricks = 0
        for number in range(3):
            events = play_randomly(GameSetup("master", seats, {}), number).events
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    tricks += event.tricks[seat] * (1 if event.deal > 12 else -1)
                    all_tricks += sum(event.tricks)
        rating = GAMES["master"].rating(sum_seat_facts(matches, seat))
        assert rating == pytest.approx(points * tricks / (448 * all_tricks) * 100 + 50)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_ass_rating_uses_points_and_banks(seats):
    matches = play_digests("ass", seats, range(3))
    for seat in range(seats):
        points = targets = deals = banks = 0
        for number in range(3):
            events = play_randomly(GameSetup("ass", seats, {}), number).events
            before = 3
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    targets += event.targets[seat]
                    deals += 1
                    banks += before - event.banks[seat]
                    before = event.banks[seat]
        rating = GAMES["ass"].rating(sum_seat_facts(matches, seat))
        assert rating == pytest.approx(points * banks / (deals * targets) * 100 + 50)


def test_without_facts_there_is_no_rating():
    assert all(game.rating({}) is None for game in GAMES.values())
