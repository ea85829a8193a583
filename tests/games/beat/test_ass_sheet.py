"""The score sheet of Ass: stakes, targets, points and banks of every deal."""

from fractions import Fraction

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import Ass
from greenbaize.games.beat.ass_sheet import AssForm, ass_sheet, rating
from greenbaize.games.beat.banks import EVEN, EVEN_OF_FOUR
from greenbaize.games.beat.events import BanksScored
from greenbaize.match.digest import digest_of
from greenbaize.rules.facts import Counted
from greenbaize.rules.options import Settings
from greenbaize.rules.sheets import Entry, Tone
from match.playing import Setup, play_randomly

OPTIONS = Settings({"deal_limit": 60, "refill": False, "targets": "source"})


def deal(*players):
    return Entry(players)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_moment_of_a_match_gives_a_sheet_whose_checks_hold(seats):
    trumps = {"trumps": "none"} if seats > 4 else {}
    played = play_randomly(Setup("ass", seats, trumps), seats)
    game = Ass()
    for event, state in played.moments:
        sheet = game.sheet(state)
        assert sheet.checks == ()
        if isinstance(event, BanksScored):
            row = sheet.rows[event.deal - 1]
            assert tuple(boxes[1].value for boxes in row.boxes) == event.targets
            assert tuple(boxes[2].value for boxes in row.boxes) == event.points
            assert tuple(boxes[3].value for boxes in row.boxes) == event.banks
            assert sheet.totals == event.totals
    assert sheet.places == played.events[-1].places
    assert not any(row.current for row in sheet.rows)


def test_banks_go_down_at_the_target_and_up_for_go_under_it():
    sheet = ass_sheet(2, [deal((1, 44), (0, 67)), deal((1, 43), (0, 68))], limit=60)
    assert [own[3].value for own in sheet.rows[0].boxes] == [2, 3]
    assert [own[3].value for own in sheet.rows[1].boxes] == [3, 2]
    assert [own[1].value for own in sheet.rows[0].boxes] == [44, 68]
    assert sheet.rows[1].boxes[0][2].tone is Tone.FAILED


@pytest.mark.parametrize("refill", [True, False])
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_even_targets_decide_banks_and_rating(seats, refill):
    options = Settings({"deal_limit": 60, "refill": refill, "targets": "even"})
    aims = (EVEN if refill else EVEN_OF_FOUR)[seats]
    others = ((0, aims.stay - 1),) * (seats - 2)
    entries = [deal((1, aims.go), (0, aims.stay), *others), deal((1, aims.go - 1), (0, 0), *others)]
    sheet = AssForm().sheet(seats, options, entries)
    first, second = sheet.rows[:2]
    assert [own[1].value for own in first.boxes[:2]] == [aims.go, aims.stay]
    assert [own[3].value for own in first.boxes] == [2, 2, *[3] * (seats - 2)]
    assert [own[3].value for own in second.boxes] == [3, 2, *[3] * (seats - 2)]
    (total,) = sheet.results
    assert [box.value for box in total.boxes[0]] == [None, 2 * aims.go, 2 * aims.go - 1, 3]
    usual = AssForm().sheet(seats, Settings({**options, "targets": "source"}), entries)
    assert usual.rows[0].boxes[0][1].value != first.boxes[0][1].value


def test_a_deal_after_the_end_is_wrong():
    sheet = ass_sheet(2, [deal((1, 50), (0, 0))] * 4, limit=60)
    (check,) = sheet.checks
    assert (check.message.code, check.message.values) == ("sheet-after-end", {"deal": 4})
    limited = ass_sheet(2, [deal((0, 0), (0, 0))] * 3, limit=2)
    assert [one.message.values["deal"] for one in limited.checks] == [3]


def test_the_result_row_has_targets_points_and_banks():
    sheet = ass_sheet(2, [deal((1, 50), (0, 10))] * 3, limit=60)
    (total,) = sheet.results
    assert [box.value for box in total.boxes[0]] == [None, 132, 150, 0]
    assert [box.value for box in total.boxes[1]] == [None, 204, 30, 3]
    assert sheet.places == (1, 2)


def test_the_rating_is_the_formula_of_the_page():
    # points × (banks shed − banks gained) / (deals × sum of targets) + 50 %
    assert rating(150, 3, 3, 132) == Fraction(1, 2) + Fraction(150 * 3, 3 * 132)
    sheet = ass_sheet(2, [deal((1, 50), (0, 10))] * 3, limit=60)
    assert sheet.ratings == (round(10_000 * (Fraction(1, 2) + Fraction(450, 396))), 5000)
    assert ass_sheet(2, [deal((1, 50), (0, 10))], limit=60).ratings is None


def test_kept_by_hand_it_grows_by_a_blank_deal_until_the_match_is_over():
    form = AssForm()
    assert [row.label for row in form.sheet(2, OPTIONS, []).rows] == [1]
    one = [deal((1, 50), (0, 10))]
    assert [row.current for row in form.sheet(2, OPTIONS, one).rows] == [False, True]
    begun = [*one, deal((1, None), (None, None))]
    sheet = form.sheet(2, OPTIONS, begun)
    assert [row.current for row in sheet.rows] == [False, True]
    assert sheet.rows[1].boxes[0][:2] == form.sheet(2, OPTIONS, begun).rows[1].boxes[0][:2]
    assert sheet.rows[1].boxes[0][1].value == 44
    over = form.sheet(2, OPTIONS, one * 3)
    assert [row.current for row in over.rows] == [False] * 3
    assert over.places == (1, 2)


def test_a_gap_is_wrong():
    sheet = AssForm().sheet(2, OPTIONS, [deal((1, 50), (None, 10)), deal((1, 1), (1, 1))])
    assert [check.message.code for check in sheet.checks] == ["sheet-gap"]
    assert sheet.rows[0].boxes[1][0].wrong


def summed(digests, seat):
    """Return the fact sums of a seat over these matches."""
    sums = {}
    for deal in (deal for digest in digests for deal in digest.deals):
        told = [("points", "", deal.points[seat]), *deal.facts[seat]]
        for kind, key, value in told:
            times, total = sums.get((kind, key), (0, 0))
            sums[kind, key] = Counted(times + 1, total + value)
    return sums


def played(name, seats, numbers):
    return [digest_of(play_randomly(Setup(name, seats, {}), n).record, GAMES) for n in numbers]


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_master_goes_by_points_and_the_tricks_of_the_halves(seats):
    matches = played("master", seats, range(3))
    for seat in range(seats):
        points = tricks = all_tricks = 0
        for number in range(3):
            events = play_randomly(Setup("master", seats, {}), number).events
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    tricks += event.tricks[seat] * (1 if event.deal > 12 else -1)
                    all_tricks += sum(event.tricks)
        rating = GAMES["master"].rating(summed(matches, seat))
        assert rating == pytest.approx(points * tricks / (448 * all_tricks) * 100 + 50)


@pytest.mark.parametrize("seats", [2, 4])
def test_ass_goes_by_points_and_banks(seats):
    matches = played("ass", seats, range(3))
    for seat in range(seats):
        points = targets = deals = banks = 0
        for number in range(3):
            events = play_randomly(Setup("ass", seats, {}), number).events
            before = 3
            for event in events:
                if event.type == "score":
                    points += event.points[seat]
                    targets += event.targets[seat]
                    deals += 1
                    banks += before - event.banks[seat]
                    before = event.banks[seat]
        rating = GAMES["ass"].rating(summed(matches, seat))
        assert rating == pytest.approx(points * banks / (deals * targets) * 100 + 50)


def test_nothing_has_no_rating():
    assert all(game.rating({}) is None for game in GAMES.values())
