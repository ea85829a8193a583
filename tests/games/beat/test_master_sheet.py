"""Master's score sheet: its boxes, and every check of master.md fed with wrong entries."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games.beat.contracts import CONTRACTS
from greenbaize.games.beat.events import ContractDealt, ContractScored
from greenbaize.games.beat.master import Master
from greenbaize.games.beat.master_sheet import (
    MasterForm,
    master_sheet,
    rating,
    tricks_in_half,
)
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Cell, Entry, Kind, Tone
from match.playing import Setup, play_randomly


def entries(seats):
    """Return correct entries: player 1 takes all but the last player's one trick of no points."""
    made = []
    for deal in range(1, 25):
        tricks = 9 if deal in (1, 13) else 36 // seats
        sign = -1 if deal <= 12 else 1
        total = sign * CONTRACTS[(deal - 1) % 12].total
        idle = [(0, 0)] * (seats - 2)
        players = ((tricks - 3, total), *idle, (1, 0))
        made.append(Entry(players, (2, deal % seats, (deal - 1) % seats)))
    return made


def changed(made, deal, seat, **values):
    """Return the entries with other tricks or points of one player in one deal."""
    entry = made[deal - 1]
    tricks, points = entry.players[seat]
    own = (values.get("tricks", tricks), values.get("points", points))
    players = (*entry.players[:seat], own, *entry.players[seat + 1 :])
    return [*made[: deal - 1], replace(entry, players=players), *made[deal:]]


def failures(sheet):
    return {check.message.code: check for check in sheet.checks}


def wrong_boxes(sheet):
    rows = (*sheet.rows, *sheet.results)
    found = {
        Cell(number, seat, place)
        for number, row in enumerate(rows)
        for seat, boxes in enumerate(row.boxes)
        for place, box in enumerate(boxes)
        if box.wrong
    }
    return found | {
        Cell(number, None, place)
        for number, row in enumerate(rows)
        for place, box in enumerate(row.side)
        if box.wrong
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestARightSheet:
    def test_no_check_fails(self, seats):
        sheet = master_sheet(seats, entries(seats))
        assert sheet.checks == ()
        assert wrong_boxes(sheet) == set()

    def test_rows_are_two_halves_of_twelve_deals_and_a_half_total(self, seats):
        sheet = master_sheet(seats, entries(seats))
        labels = [(row.kind, row.label) for row in sheet.rows]
        deal = [(Kind.DEAL, number) for number in range(1, 25)]
        assert labels == [*deal[:12], (Kind.HALF, 1), *deal[12:], (Kind.HALF, 2)]
        assert [row.title for row in sheet.rows[:12]] == [one.name for one in CONTRACTS]
        assert [row.title for row in sheet.rows[13:25]] == [one.name for one in CONTRACTS]

    def test_every_box_has_its_number(self, seats):
        sheet = master_sheet(seats, entries(seats))
        each = 36 // seats
        first, second = sheet.rows[12], sheet.rows[25]
        tricks = 6 + 11 * (each - 3)
        # HT, HP, HR, HA and the half's fixed total
        assert [box.value for box in first.boxes[0]] == [tricks, -244]
        assert [box.value for box in first.boxes[-1]] == [12, 0]
        assert [box.value for box in second.boxes[0]] == [tricks, 244]
        assert [box.value for box in first.side] == [24, 396 // seats + 9, None, None, -244]
        assert [box.value for box in second.side] == [24, 396 // seats + 9, None, None, 244]
        # WT, WP and WA
        (total,) = sheet.results
        assert [box.value for box in total.boxes[0]] == [2 * tricks, 0]
        assert [box.value for box in total.side[:2]] == [48, 2 * (396 // seats + 9) - 48]

    def test_the_fixed_totals_of_a_half_come_to_244(self, seats):
        rows = master_sheet(seats, ()).rows
        assert sum(row.side[4].value for row in rows[:12]) == -244
        assert sum(row.side[4].value for row in rows[13:25]) == 244
        assert sum(row.side[1].value for row in rows[:12]) == tricks_in_half(seats)


class TestAWrongSheet:
    """Each check of the page names the wrong sum, its difference, and the boxes."""

    def test_tricks_of_a_deal(self):
        sheet = master_sheet(3, changed(entries(3), 4, 1, tricks=2))
        check = failures(sheet)["sheet-deal-tricks"]
        assert check.message.values == {
            "deal": 4,
            "contract": "hearts",
            "sum": 14,
            "due": 12,
            "by": 2,
        }
        assert set(check.cells) == {Cell(3, s, 0) for s in range(3)} | {Cell(3, None, 0)}

    def test_remaining_tricks_of_a_deal(self):
        made = entries(4)
        made[14] = replace(made[14], side=(5, 0, 0))
        check = failures(master_sheet(4, made))["sheet-deal-tricks"]
        assert (check.message.values["deal"], check.message.values["by"]) == (15, 3)
        assert Cell(15, None, 0) in check.cells

    def test_all_has_nine_tricks_whoever_plays(self):
        for deal in (1, 13):
            sheet = master_sheet(2, changed(entries(2), deal, 0, tricks=15))
            assert failures(sheet)["sheet-deal-tricks"].message.values["due"] == 9

    @pytest.mark.parametrize(
        ("deal", "points", "difference"), [(7, -21, 7), (7, 28, 56), (19, 21, -7)]
    )
    def test_points_of_a_deal(self, deal, points, difference):
        sheet = master_sheet(3, changed(entries(3), deal, 0, points=points))
        check = failures(sheet)["sheet-deal-points"]
        assert (check.message.values["deal"], check.message.values["by"]) == (deal, difference)
        row = deal - 1 + (deal > 12)
        assert set(check.cells) == {Cell(row, seat, 1) for seat in range(3)}

    def test_points_of_a_half(self):
        sheet = master_sheet(3, changed(entries(3), 7, 0, points=-21))
        check = failures(sheet)["sheet-half-points"]
        assert check.message.values == {"half": 1, "sum": -237, "due": -244, "by": 7}
        assert set(check.cells) == {Cell(12, seat, 1) for seat in range(3)}
        second = master_sheet(3, changed(entries(3), 19, 0, points=21))
        values = failures(second)["sheet-half-points"].message.values
        assert values == {"half": 2, "sum": 237, "due": 244, "by": -7}

    def test_tricks_of_a_half(self):
        sheet = master_sheet(4, changed(entries(4), 20, 3, tricks=0))
        check = failures(sheet)["sheet-half-tricks"]
        assert check.message.values == {"half": 2, "sum": 107, "due": 108, "by": -1}
        cells = {Cell(25, seat, 0) for seat in range(4)} | {Cell(25, None, 0)}
        assert set(check.cells) == cells

    def test_tricks_of_the_match(self):
        sheet = master_sheet(4, changed(entries(4), 20, 3, tricks=0))
        check = failures(sheet)["sheet-match-tricks"]
        assert check.message.values == {"sum": 167, "due": 168, "by": -1}
        assert Cell(26, None, 1) in check.cells

    def test_entries_are_shown_as_they_are(self):
        made = changed(entries(3), 7, 0, points=-21)
        sheet = master_sheet(3, made)
        assert sheet.rows[6].boxes[0][1].value == -21
        assert sheet.rows[12].boxes[0][1].value == -237

    @given(st.integers(1, 24), st.integers(0, 2), st.integers(-9, 9), st.sampled_from([0, 1]))
    def test_any_single_slip_is_found_and_marked_where_it_is(self, deal, seat, by, place):
        made = entries(3)
        slip = {("tricks", "points")[place]: made[deal - 1].players[seat][place] + by}
        sheet = master_sheet(3, changed(made, deal, seat, **slip))
        row = deal - 1 + (deal > 12)
        assert bool(sheet.checks) == (by != 0)
        assert (Cell(row, seat, place) in wrong_boxes(sheet)) == (by != 0)
        assert all(check.message.values["by"] in (by, -by) for check in sheet.checks)

    def test_what_is_not_filled_is_not_wrong_yet(self):
        begun = [*entries(3)[:3], Entry(((4, None), (1, None), (None, None)), (None, None, None))]
        sheet = master_sheet(3, begun, current=4)
        assert sheet.checks == ()
        assert sheet.rows[3].current
        assert sheet.places is sheet.ratings is None


class TestRecords:
    @pytest.mark.slow
    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("early", [True, False])
    def test_every_moment_of_a_match_gives_a_sheet_whose_checks_hold(self, seats, early):
        played = play_randomly(Setup("master", seats, {"early_end": early}), seats)
        game, scored = Master(), []
        for event, state in played.moments:
            sheet = game.sheet(state)
            assert sheet.checks == ()
            if isinstance(event, ContractScored):
                scored.append(event)
                row = sheet.rows[event.deal - 1 + (event.deal > 12)]
                assert tuple(boxes[0].value for boxes in row.boxes) == event.tricks
                assert tuple(boxes[1].value for boxes in row.boxes) == event.points
                assert row.side[0].value == event.remaining
                assert sheet.totals == event.totals
        dealt = [event for event in played.events if isinstance(event, ContractDealt)]
        rows = [row for row in sheet.rows if row.kind is Kind.DEAL]
        assert [(row.side[2].value, row.side[3].value) for row in rows] == [
            (event.leader, event.dealer) for event in dealt
        ]
        end = played.events[-1]
        assert (sheet.totals, sheet.places) == (end.totals, end.places)
        assert len(scored) == 24

    def test_the_deal_in_progress_is_written_once_it_is_over(self):
        played = play_randomly(Setup("master", 3, {}), 1)
        state = next(state for _, state in played.moments if sum(state.play.won) == 2)
        row = Master().sheet(state).rows[0]
        assert row.current
        assert {box.value for boxes in row.boxes for box in boxes} == {None}
        half = Master().sheet(state).rows[12]
        assert {box.value for boxes in half.boxes for box in boxes} == {None}


class TestRating:
    def test_it_is_the_formula_of_the_page(self):
        # WP·(HT₂ − HT₁) / (448·WA) + 50 %
        assert rating(0, 30, 168) == Fraction(1, 2)
        assert rating(112, 20, 100) == Fraction(1, 2) + Fraction(112 * 20, 448 * 100)

    def test_the_sheet_has_it_by_player_in_hundredths_of_a_percent(self):
        made = changed(entries(2), 24, 0, tricks=7, points=0)
        made = changed(made, 24, 1, tricks=9, points=12)
        sheet = master_sheet(2, made)
        assert sheet.checks == ()
        tricks = 207 * 2 - 48
        # Player 1 has −12 points and won 8 tricks fewer in the second half.
        due = [
            round(10_000 * (Fraction(1, 2) + Fraction(-12 * -8, 448 * tricks))),
            round(10_000 * (Fraction(1, 2) + Fraction(12 * 8, 448 * tricks))),
        ]
        assert sheet.ratings == tuple(due)
        assert sheet.summary[-1].title == "rating"
        assert [own[0].value for own in sheet.summary[-1].boxes] == due


class TestForm:
    def test_led_and_dealt_follow_from_the_first_leader(self):
        first = Entry(((None, None),) * 3, (None, 1, 0))
        rows = MasterForm().sheet(3, {}, [first]).rows
        led = [(row.side[2].value, row.side[3].value) for row in rows[:4]]
        assert led == [(1, 0), (2, 1), (0, 2), (1, 0)]

    def test_a_gap_is_wrong_once_something_follows(self):
        made = entries(3)[:3]
        made[1] = replace(made[1], players=((10, None), *made[1].players[1:]))
        sheet = MasterForm().sheet(3, {}, made)
        check = failures(sheet)["sheet-gap"]
        assert check.message.values == {"deal": 2}
        assert check.cells == (Cell(1, 0, 1),)
        assert sheet.rows[1].current

    def test_points_of_the_first_half_are_negative(self):
        form = MasterForm()
        assert [form.sign("points", deal) for deal in (1, 12, 13, 24)] == [-1, -1, 1, 1]
        assert form.sign("tricks", 1) == 1

    def test_half_totals_are_strong(self):
        row = master_sheet(3, entries(3)).rows[12]
        assert {boxes[1].tone for boxes in row.boxes} == {Tone.STRONG}


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestAShortSheet:
    """A short match has the first half alone, with its checks."""

    def test_it_adds_up_and_has_no_rating(self, seats):
        sheet = master_sheet(seats, entries(seats)[:12], deals=12)
        assert sheet.checks == ()
        assert [(row.kind, row.label) for row in sheet.rows[12:]] == [(Kind.HALF, 1)]
        (result,) = sheet.results
        half = sheet.rows[12]
        assert result.boxes == half.boxes
        assert (half.side[1].value, half.side[4].value) == (tricks_in_half(seats), -244)
        assert (result.side[1].value, result.side[4].value) == (tricks_in_half(seats) - 24, -244)
        assert sheet.places is not None
        assert sheet.ratings is None

    def test_a_slip_is_found_in_the_deal_and_in_the_half(self, seats):
        made = changed(entries(seats)[:12], 4, 0, points=-32)
        found = failures(master_sheet(seats, made, deals=12))
        assert set(found) == {"sheet-deal-points", "sheet-half-points"}
        assert found["sheet-half-points"].message.values["due"] == -244

    def test_by_hand_it_ends_after_twelve_deals(self, seats):
        form, options = MasterForm(), settled(Master.options, seats, {"length": "short"})
        assert form.deals(seats, options) == 12
        sheet = form.sheet(seats, options, entries(seats)[:12])
        assert not any(row.current for row in sheet.rows)
        assert sheet.places is not None
