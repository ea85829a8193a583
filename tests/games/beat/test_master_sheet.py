"""Master's score sheet: its boxes, and every check of master.md fed with wrong entries."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenbaize.games.beat.contracts import CONTRACTS
from greenbaize.games.beat.events import ContractDealt, ContractScored
from greenbaize.games.beat.master import MasterGame
from greenbaize.games.beat.master_sheet import (
    MasterSheetForm,
    make_master_sheet,
    master_rating,
    tricks_in_half,
)
from greenbaize.rules.options import OptionValues, resolve_options
from greenbaize.rules.sheets import BoxPosition, BoxTone, DealEntry, RowKind
from match.random_matches import GameSetup, play_randomly


def correct_entries(seats):
    """Return correct entries: player 1 takes all but the last player's one trick of no points."""
    sheet_entries = []
    for deal in range(1, 25):
        tricks = 9 if deal in (1, 13) else 36 // seats
        sign = -1 if deal <= 12 else 1
        total = sign * CONTRACTS[(deal - 1) % 12].total_points
        idle_players = [(0, 0)] * (seats - 2)
        players = ((tricks - 3, total), *idle_players, (1, 0))
        sheet_entries.append(DealEntry(players, (2, deal % seats, (deal - 1) % seats)))
    return sheet_entries


def change_entry(sheet_entries, deal, seat, **values):
    """Return the entries with other tricks or points of one player in one deal."""
    entry = sheet_entries[deal - 1]
    tricks, points = entry.player_values[seat]
    seat_values = (values.get("tricks", tricks), values.get("points", points))
    player_values = (*entry.player_values[:seat], seat_values, *entry.player_values[seat + 1 :])
    return [
        *sheet_entries[: deal - 1],
        replace(entry, player_values=player_values),
        *sheet_entries[deal:],
    ]


def failures_by_code(sheet):
    return {check.message.code: check for check in sheet.checks}


def wrong_boxes(sheet):
    rows = (*sheet.rows, *sheet.results)
    positions = {
        BoxPosition(number, seat, index)
        for number, row in enumerate(rows)
        for seat, boxes in enumerate(row.boxes)
        for index, box in enumerate(boxes)
        if box.is_wrong
    }
    return positions | {
        BoxPosition(number, None, index)
        for number, row in enumerate(rows)
        for index, box in enumerate(row.side_boxes)
        if box.is_wrong
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestCorrectSheet:
    def test_no_check_fails(self, seats):
        sheet = make_master_sheet(seats, correct_entries(seats))
        assert sheet.checks == ()
        assert wrong_boxes(sheet) == set()

    def test_rows_are_two_halves_of_twelve_deals_and_a_half_total(self, seats):
        sheet = make_master_sheet(seats, correct_entries(seats))
        labels = [(row.kind, row.label) for row in sheet.rows]
        deal = [(RowKind.DEAL, number) for number in range(1, 25)]
        assert labels == [*deal[:12], (RowKind.HALF, 1), *deal[12:], (RowKind.HALF, 2)]
        assert [row.title for row in sheet.rows[:12]] == [contract.name for contract in CONTRACTS]
        assert [row.title for row in sheet.rows[13:25]] == [contract.name for contract in CONTRACTS]

    def test_every_box_has_its_number(self, seats):
        sheet = make_master_sheet(seats, correct_entries(seats))
        each = 36 // seats
        first, second = sheet.rows[12], sheet.rows[25]
        tricks = 6 + 11 * (each - 3)
        # HT, HP, HR, HA and the half's fixed total
        assert [box.value for box in first.boxes[0]] == [tricks, -244]
        assert [box.value for box in first.boxes[-1]] == [12, 0]
        assert [box.value for box in second.boxes[0]] == [tricks, 244]
        assert [box.value for box in first.side_boxes] == [24, 396 // seats + 9, None, None, -244]
        assert [box.value for box in second.side_boxes] == [24, 396 // seats + 9, None, None, 244]
        # WT, WP and WA
        (total,) = sheet.results
        assert [box.value for box in total.boxes[0]] == [2 * tricks, 0]
        assert [box.value for box in total.side_boxes[:2]] == [48, 2 * (396 // seats + 9) - 48]

    def test_the_fixed_totals_of_a_half_come_to_244(self, seats):
        rows = make_master_sheet(seats, ()).rows
        assert sum(row.side_boxes[4].value for row in rows[:12]) == -244
        assert sum(row.side_boxes[4].value for row in rows[13:25]) == 244
        assert sum(row.side_boxes[1].value for row in rows[:12]) == tricks_in_half(seats)


class TestWrongSheet:
    """Each check of the page names the wrong sum, its difference, and the boxes."""

    def test_tricks_of_a_deal(self):
        sheet = make_master_sheet(3, change_entry(correct_entries(3), 4, 1, tricks=2))
        check = failures_by_code(sheet)["sheet-deal-tricks"]
        assert check.message.values == {
            "deal": 4,
            "contract": "hearts",
            "sum": 14,
            "due": 12,
            "by": 2,
        }
        assert set(check.positions) == {BoxPosition(3, s, 0) for s in range(3)} | {
            BoxPosition(3, None, 0)
        }

    def test_remaining_tricks_of_a_deal(self):
        sheet_entries = correct_entries(4)
        sheet_entries[14] = replace(sheet_entries[14], side_values=(5, 0, 0))
        check = failures_by_code(make_master_sheet(4, sheet_entries))["sheet-deal-tricks"]
        assert (check.message.values["deal"], check.message.values["by"]) == (15, 3)
        assert BoxPosition(15, None, 0) in check.positions

    def test_all_has_nine_tricks_whoever_plays(self):
        for deal in (1, 13):
            sheet = make_master_sheet(2, change_entry(correct_entries(2), deal, 0, tricks=15))
            assert failures_by_code(sheet)["sheet-deal-tricks"].message.values["due"] == 9

    @pytest.mark.parametrize(
        ("deal", "points", "difference"), [(7, -21, 7), (7, 28, 56), (19, 21, -7)]
    )
    def test_points_of_a_deal(self, deal, points, difference):
        sheet = make_master_sheet(3, change_entry(correct_entries(3), deal, 0, points=points))
        check = failures_by_code(sheet)["sheet-deal-points"]
        assert (check.message.values["deal"], check.message.values["by"]) == (deal, difference)
        row = deal - 1 + (deal > 12)
        assert set(check.positions) == {BoxPosition(row, seat, 1) for seat in range(3)}

    def test_points_of_a_half(self):
        sheet = make_master_sheet(3, change_entry(correct_entries(3), 7, 0, points=-21))
        check = failures_by_code(sheet)["sheet-half-points"]
        assert check.message.values == {"half": 1, "sum": -237, "due": -244, "by": 7}
        assert set(check.positions) == {BoxPosition(12, seat, 1) for seat in range(3)}
        second = make_master_sheet(3, change_entry(correct_entries(3), 19, 0, points=21))
        values = failures_by_code(second)["sheet-half-points"].message.values
        assert values == {"half": 2, "sum": 237, "due": 244, "by": -7}

    def test_tricks_of_a_half(self):
        sheet = make_master_sheet(4, change_entry(correct_entries(4), 20, 3, tricks=0))
        check = failures_by_code(sheet)["sheet-half-tricks"]
        assert check.message.values == {"half": 2, "sum": 107, "due": 108, "by": -1}
        cells = {BoxPosition(25, seat, 0) for seat in range(4)} | {BoxPosition(25, None, 0)}
        assert set(check.positions) == cells

    def test_tricks_of_the_match(self):
        sheet = make_master_sheet(4, change_entry(correct_entries(4), 20, 3, tricks=0))
        check = failures_by_code(sheet)["sheet-match-tricks"]
        assert check.message.values == {"sum": 167, "due": 168, "by": -1}
        assert BoxPosition(26, None, 1) in check.positions

    def test_entries_are_shown_as_they_are(self):
        sheet_entries = change_entry(correct_entries(3), 7, 0, points=-21)
        sheet = make_master_sheet(3, sheet_entries)
        assert sheet.rows[6].boxes[0][1].value == -21
        assert sheet.rows[12].boxes[0][1].value == -237

    @given(st.integers(1, 24), st.integers(0, 2), st.integers(-9, 9), st.sampled_from([0, 1]))
    def test_any_single_slip_is_found_and_marked_where_it_is(self, deal, seat, error, field_index):
        sheet_entries = correct_entries(3)
        slip = {
            ("tricks", "points")[field_index]: sheet_entries[deal - 1].player_values[seat][
                field_index
            ]
            + error
        }
        sheet = make_master_sheet(3, change_entry(sheet_entries, deal, seat, **slip))
        row = deal - 1 + (deal > 12)
        assert bool(sheet.checks) == (error != 0)
        assert (BoxPosition(row, seat, field_index) in wrong_boxes(sheet)) == (error != 0)
        assert all(check.message.values["by"] in (error, -error) for check in sheet.checks)

    def test_an_empty_box_is_not_wrong(self):
        begun = [
            *correct_entries(3)[:3],
            DealEntry(((4, None), (1, None), (None, None)), (None, None, None)),
        ]
        sheet = make_master_sheet(3, begun, current=4)
        assert sheet.checks == ()
        assert sheet.rows[3].is_current
        assert sheet.ranks is sheet.ratings is None


class TestSheetOfRecords:
    @pytest.mark.slow
    @pytest.mark.parametrize("seats", [2, 3, 4])
    @pytest.mark.parametrize("early", [True, False])
    def test_every_moment_of_a_match_gives_a_sheet_whose_checks_hold(self, seats, early):
        played = play_randomly(GameSetup("master", seats, {"early_end": early}), seats)
        game, scored = MasterGame(), []
        for event, state in played.moments:
            sheet = game.sheet(state)
            assert sheet.checks == ()
            if isinstance(event, ContractScored):
                scored.append(event)
                row = sheet.rows[event.deal - 1 + (event.deal > 12)]
                assert tuple(boxes[0].value for boxes in row.boxes) == event.tricks
                assert tuple(boxes[1].value for boxes in row.boxes) == event.points
                assert row.side_boxes[0].value == event.remaining
                assert sheet.totals == event.totals
        deals = [event for event in played.events if isinstance(event, ContractDealt)]
        rows = [row for row in sheet.rows if row.kind is RowKind.DEAL]
        assert [(row.side_boxes[2].value, row.side_boxes[3].value) for row in rows] == [
            (event.leader, event.dealer) for event in deals
        ]
        end = played.events[-1]
        assert (sheet.totals, sheet.ranks) == (end.totals, end.places)
        assert len(scored) == 24

    def test_the_deal_in_progress_is_written_once_it_is_over(self):
        played = play_randomly(GameSetup("master", 3, {}), 1)
        state = next(state for _, state in played.moments if sum(state.play.tricks_won) == 2)
        row = MasterGame().sheet(state).rows[0]
        assert row.is_current
        assert {box.value for boxes in row.boxes for box in boxes} == {None}
        half = MasterGame().sheet(state).rows[12]
        assert {box.value for boxes in half.boxes for box in boxes} == {None}


class TestMasterRating:
    def test_the_rating_is_the_formula_of_the_page(self):
        # WP·(HT₂ − HT₁) / (448·WA) + 50 %
        assert master_rating(0, 30, 168) == Fraction(1, 2)
        assert master_rating(112, 20, 100) == Fraction(1, 2) + Fraction(112 * 20, 448 * 100)

    def test_the_sheet_has_ratings_in_hundredths_of_a_percent(self):
        sheet_entries = change_entry(correct_entries(2), 24, 0, tricks=7, points=0)
        sheet_entries = change_entry(sheet_entries, 24, 1, tricks=9, points=12)
        sheet = make_master_sheet(2, sheet_entries)
        assert sheet.checks == ()
        tricks = 207 * 2 - 48
        # Player 1 has −12 points and won 8 tricks fewer in the second half.
        due = [
            round(10_000 * (Fraction(1, 2) + Fraction(-12 * -8, 448 * tricks))),
            round(10_000 * (Fraction(1, 2) + Fraction(12 * 8, 448 * tricks))),
        ]
        assert sheet.ratings == tuple(due)
        assert sheet.result_rows[-1].title == "rating"
        assert [boxes[0].value for boxes in sheet.result_rows[-1].boxes] == due


class TestMasterForm:
    def test_leaders_and_dealers_follow_from_the_first_leader(self):
        first = DealEntry(((None, None),) * 3, (None, 1, 0))
        rows = MasterSheetForm().make_sheet(3, OptionValues(), [first]).rows
        led = [(row.side_boxes[2].value, row.side_boxes[3].value) for row in rows[:4]]
        assert led == [(1, 0), (2, 1), (0, 2), (1, 0)]

    def test_a_gap_is_wrong_once_something_follows(self):
        sheet_entries = correct_entries(3)[:3]
        sheet_entries[1] = replace(
            sheet_entries[1], player_values=((10, None), *sheet_entries[1].player_values[1:])
        )
        sheet = MasterSheetForm().make_sheet(3, OptionValues(), sheet_entries)
        check = failures_by_code(sheet)["sheet-gap"]
        assert check.message.values == {"deal": 2}
        assert check.positions == (BoxPosition(1, 0, 1),)
        assert sheet.rows[1].is_current

    def test_points_of_the_first_half_are_negative(self):
        form = MasterSheetForm()
        assert [form.default_sign("points", deal) for deal in (1, 12, 13, 24)] == [-1, -1, 1, 1]
        assert form.default_sign("tricks", 1) == 1

    def test_half_totals_are_emphasised(self):
        row = make_master_sheet(3, correct_entries(3)).rows[12]
        assert {boxes[1].tone for boxes in row.boxes} == {BoxTone.STRONG}


@pytest.mark.parametrize("seats", [2, 3, 4])
class TestShortSheet:
    """A short match has the first half alone, with its checks."""

    def test_a_short_sheet_adds_up_and_has_no_rating(self, seats):
        sheet = make_master_sheet(seats, correct_entries(seats)[:12], deals=12)
        assert sheet.checks == ()
        assert [(row.kind, row.label) for row in sheet.rows[12:]] == [(RowKind.HALF, 1)]
        (result,) = sheet.results
        half = sheet.rows[12]
        assert result.boxes == half.boxes
        assert (half.side_boxes[1].value, half.side_boxes[4].value) == (tricks_in_half(seats), -244)
        assert (result.side_boxes[1].value, result.side_boxes[4].value) == (
            tricks_in_half(seats) - 24,
            -244,
        )
        assert sheet.ranks is not None
        assert sheet.ratings is None

    def test_a_slip_is_found_in_the_deal_and_in_the_half(self, seats):
        sheet_entries = change_entry(correct_entries(seats)[:12], 4, 0, points=-32)
        found_failures = failures_by_code(make_master_sheet(seats, sheet_entries, deals=12))
        assert set(found_failures) == {"sheet-deal-points", "sheet-half-points"}
        assert found_failures["sheet-half-points"].message.values["due"] == -244

    def test_a_manual_short_sheet_ends_after_twelve_deals(self, seats):
        form, options = (
            MasterSheetForm(),
            resolve_options(MasterGame.options, seats, {"length": "short"}),
        )
        assert form.max_deals(seats, options) == 12
        sheet = form.make_sheet(seats, options, correct_entries(seats)[:12])
        assert not any(row.is_current for row in sheet.rows)
        assert sheet.ranks is not None
