"""Score sheets: entries by hand, possible values, faults and derived rows."""

import random
from dataclasses import replace

import pytest

from games.hand_kept import create_sheet_entries
from greenbaize.games import GAMES
from greenbaize.rules.messages import Message
from greenbaize.rules.options import OptionValues
from greenbaize.rules.sheets import (
    BoxPosition,
    BoxTone,
    DealEntry,
    EntryFault,
    EntryField,
    FieldPosition,
    RowKind,
    ScoreSheet,
    SheetBox,
    SheetCheck,
    SheetEntries,
    SheetForm,
    SheetRow,
    add_checks,
    find_current_deal,
    find_half_after,
    is_row_written,
    sum_values,
)
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly

TABLE_CASES = [
    *(("damn", seats, {}) for seats in (3, 7)),
    ("damn", 4, {"hook": True, "zero_bids": True}),
    *(("blackout", seats, {}) for seats in (2, 3, 4)),
    *(("master", seats, {"early_end": early}) for seats in (2, 3, 4) for early in (True, False)),
    *(("ass", seats, {"deal_limit": 9, "refill": False}) for seats in range(2, 7)),
    *(("ass", seats, {"deal_limit": 4, "refill": True}) for seats in range(2, 7)),
    ("rank", 3, {"deals": 3}),
]


def play_entries(game, seats, options, seed):
    """Return a played match as entries."""
    played = play_randomly(GameSetup(game, seats, options), seed)
    sheet, form = GAMES[game].sheet(played.moments[-1][1]), GAMES[game].sheet_form()
    columns = [sheet.columns.index(field.column) for field in form.fields]
    side = [sheet.side_columns.index(field.column) for field in form.side_fields]
    return [
        DealEntry(
            tuple(
                tuple(boxes[field_index].value for field_index in columns) for boxes in row.boxes
            ),
            tuple(row.side_boxes[field_index].value for field_index in side),
        )
        for row in sheet.rows
        if row.kind is RowKind.DEAL
    ]


def positions_of_entry(entry):
    player_positions = [
        FieldPosition(s, field_index)
        for s, values in enumerate(entry.player_values)
        for field_index in range(len(values))
    ]
    return [
        *player_positions,
        *(FieldPosition(None, field_index) for field_index in range(len(entry.side_values))),
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats", "options"), TABLE_CASES)
def test_a_played_match_can_be_entered_in_any_order(game, seats, options):
    dice = random.Random(f"{game}{seats}{options}")
    for seed in range(3):
        played = play_entries(game, seats, options, seed)
        empty_entries = create_sheet_entries(game, seats, **options)
        entries = [empty_entries.form.blank_entry(seats)] * len(played)
        all_positions = [
            (deal, position)
            for deal, entry in enumerate(played, 1)
            for position in positions_of_entry(entry)
        ]
        dice.shuffle(all_positions)
        for deal, position in all_positions:
            value = played[deal - 1].value_at(position)
            if value is None:
                continue
            sheet_entries = create_sheet_entries(game, seats, entries, **options)
            assert sheet_entries.find_misfit(deal, position, value) is None
            assert sheet_entries.find_impossibility(deal, position, value) is None
            low, high = sheet_entries.form.value_limits(
                sheet_entries.form.column_of(position), deal, seats, sheet_entries.options
            )
            assert low <= value <= high
            entries[deal - 1] = entries[deal - 1].with_value(position, value)
        assert sheet_entries.form.make_sheet(seats, sheet_entries.options, entries).checks == ()


@pytest.mark.parametrize(
    ("game", "deal", "position", "value", "words"),
    [
        ("damn", 2, FieldPosition(0, 0), 3, "Deal 2, Anna: nobody can bid 3 with 2 cards."),
        (
            "blackout",
            4,
            FieldPosition(1, 1),
            5,
            "Deal 4, Boris: nobody can win 5 tricks with 4 cards.",
        ),
        ("master", 2, FieldPosition(0, 1), -5, "points come 2 at a time, which never makes −5."),
        ("master", 2, FieldPosition(0, 1), 4, "points of the first half count against, 4 cannot"),
        ("master", 14, FieldPosition(0, 1), -4, "of the second half count for, −4 cannot be."),
        ("master", 2, FieldPosition(0, 1), -18, "nobody can have −18; there are 16 points in all."),
        (
            "master",
            1,
            FieldPosition(0, 0),
            10,
            "Deal 1, All: nobody can win 10 tricks; there are 9.",
        ),
        (
            "master",
            12,
            FieldPosition(None, 0),
            1,
            "MAX: every trick is played, so 1 cannot be left.",
        ),
        ("ass", 1, FieldPosition(0, 1), 300, "nobody can make 300 points; they go from −4 to 252"),
        ("rank", 1, FieldPosition(0, 0), 4, "there is no place 4; places go from 1 to 3."),
    ],
)
def test_impossible_values_have_a_sentence(game, deal, position, value, words):
    sheet_entries = create_sheet_entries(game, 3)
    message = sheet_entries.find_impossibility(deal, position, value)
    assert message is not None
    assert words in Speaker(("Anna", "Boris", "Vera")).format_message(message)
    assert value not in sheet_entries.possible_values(deal, position)


# Sheets as data


def strong(value):
    return SheetBox(value, BoxTone.STRONG)


def deal_row(label, *values, tone=BoxTone.STRONG, **fields):
    return SheetRow(label, tuple((SheetBox(value, tone),) for value in values), **fields)


SMALL_SHEET = ScoreSheet(("points",), (deal_row(1, 3, 1), deal_row(2, 0, 1)), (3, 2))


def test_the_result_is_the_total_with_the_best_emphasised_once_something_is_scored():
    def total_row(first_box):
        return SheetRow(0, ((first_box,), (SheetBox(2),)), kind=RowKind.RESULT, title="total")

    assert SMALL_SHEET.result_rows == (total_row(strong(3)),)
    assert SMALL_SHEET.all_rows == (*SMALL_SHEET.rows, *SMALL_SHEET.result_rows)
    assert replace(SMALL_SHEET, rows=()).result_rows == (total_row(SheetBox(3)),)
    assert replace(SMALL_SHEET, totals=(-3, -5)).result_rows[0].boxes[0] == (strong(-3),)


def test_ranks_and_ratings_follow_the_result():
    sheet = replace(
        SMALL_SHEET, ranks=(1, 2), ratings=(5025, 4975), partners=(0, 1), results=(deal_row(9, 1),)
    )
    result, ranks, ratings = sheet.result_rows
    assert result == deal_row(9, 1)
    assert ranks == SheetRow(
        0,
        ((strong(1),), (SheetBox(2),)),
        kind=RowKind.RESULT,
        title="place",
        partners=(0, 1),
    )
    assert ratings == SheetRow(
        0, ((SheetBox(5025),), (SheetBox(4975),)), kind=RowKind.RESULT, title="rating"
    )


@pytest.mark.parametrize(
    ("value", "tone", "is_written"),
    [
        (0, BoxTone.STRONG, True),
        (0, BoxTone.FAILED, True),
        (0, BoxTone.QUIET, False),
        (0, BoxTone.PLAIN, False),
        (None, BoxTone.STRONG, False),
    ],
)
def test_a_row_is_written_once_a_seat_has_a_score(value, tone, is_written):
    row = SheetRow(1, ((SheetBox(5),), (SheetBox(value, tone),)))
    assert is_row_written(row) is is_written


def test_a_half_follows_its_last_deal_unless_the_match_ends():
    half, last = deal_row(1, 0, kind=RowKind.HALF), deal_row(2, 0, kind=RowKind.HALF)
    rows = (deal_row(1, 0), deal_row(2, 0), half, deal_row(3, 0), last)
    sheet = ScoreSheet(("points",), rows, (0,))
    assert [find_half_after(sheet, deal) for deal in (1, 2, 3, 4)] == [None, half, None, None]


def test_checks_mark_their_boxes_in_deals_and_results():
    rows = (replace(SMALL_SHEET.rows[0], side_boxes=(SheetBox(4), SheetBox(5))), deal_row(2, 0, 1))
    sheet = replace(SMALL_SHEET, rows=rows, results=(deal_row(0, 3, 2), deal_row(0, 9, 9)))
    checks = [
        SheetCheck(Message("side"), (BoxPosition(0, None, 1),)),
        SheetCheck(Message("sum"), (BoxPosition(1, 1, 0), BoxPosition(2, 0, 0))),
    ]
    marked = add_checks(sheet, iter(checks))
    wrong = [
        (row_index, seat, box_index)
        for row_index, row in enumerate(marked.all_rows)
        for seat, boxes in enumerate((*row.boxes, row.side_boxes))
        for box_index, box in enumerate(boxes)
        if box.is_wrong
    ]
    assert wrong == [(0, 2, 1), (1, 1, 0), (2, 0, 0)]
    assert marked.checks == tuple(checks)
    assert marked.rows[1].boxes[0] == sheet.rows[1].boxes[0]
    assert marked.results[1] == sheet.results[1]
    assert add_checks(sheet, []) is sheet


# Entries


ENTRY = DealEntry(((1, 2), (3, 4)), (5, 6))


def test_an_entry_is_read_and_changed_by_position():
    assert ENTRY.field_values(1) == (2, 4)
    own, side = FieldPosition(1, 0), FieldPosition(None, 1)
    assert (ENTRY.value_at(own), ENTRY.value_at(side)) == (3, 6)
    assert ENTRY.with_value(own, 9) == DealEntry(((1, 2), (9, 4)), (5, 6))
    assert ENTRY.with_value(side, None) == DealEntry(((1, 2), (3, 4)), (5, None))


@pytest.mark.parametrize(
    ("players", "side", "is_empty", "is_filled"),
    [
        (((None, None), (None, None)), (None,), True, False),
        (((None, None), (None, None)), (0,), False, False),
        (((0, None), (None, None)), (None,), False, False),
        (((0, 0), (0, None)), (1,), False, False),
        (((0, 0), (0, 0)), (None,), False, True),
    ],
)
def test_an_entry_is_filled_by_the_values_of_all_players(players, side, is_empty, is_filled):
    entry = DealEntry(players, side)
    assert (entry.is_empty, entry.is_filled) == (is_empty, is_filled)


def test_empty_values_count_nothing_in_a_sum():
    assert sum_values([3, None, -1, 0]) == 2


@pytest.mark.parametrize(
    ("filled_count", "has_open_entry", "deals", "current"),
    [(0, False, 3, 1), (2, True, 3, 3), (2, False, 3, 3), (3, False, 3, None), (3, False, 0, 4)],
)
def test_the_first_incomplete_deal_is_the_current_one(filled_count, has_open_entry, deals, current):
    filled, blank = DealEntry(((0,),)), DealEntry(((None,),))
    entries = [filled] * filled_count + [blank] * has_open_entry
    assert find_current_deal(entries, deals) == current


class CountingForm(SheetForm):
    """A form in which the bids of a deal are at most three together and not above the side."""

    fields = (EntryField("bid"), EntryField("won"))
    side_fields = (EntryField("cards"),)
    priority_fault_codes = ("second", "first")

    def max_deals(self, seats, options):
        return 4

    def value_limits(self, column, deal, seats, options):
        return (1, 5) if column == "cards" else (0, 4)

    def find_faults(self, deal, entries, seats, options):
        entry = entries[deal - 1]
        bids = tuple(FieldPosition(seat, 0) for seat in range(seats))
        if sum_values(entry.field_values(0)) > 3:
            yield EntryFault(Message("first", {"deal": deal}), bids)
        if (entry.side_values[0] or 9) < sum_values(entry.field_values(0)):
            yield EntryFault(Message("second", {"deal": deal}), (FieldPosition(None, 0),))

    def make_sheet(self, seats, options, entries):
        rows = []
        for label, entry in enumerate(entries, 1):
            boxes = tuple(tuple(map(SheetBox, values)) for values in entry.player_values)
            rows.append(SheetRow(label, boxes, side_boxes=(SheetBox(entry.side_values[0]),)))
            if label == 1:
                rows.append(SheetRow(1, ((), ()), kind=RowKind.HALF))
        return ScoreSheet(("bid", "won"), tuple(rows), (0, 0), side_columns=("cards",))


FORM = CountingForm()


def make_checks(*entries, **fields):
    """Return the codes and positions of the failed checks of a sheet."""
    sheet = replace(FORM.make_sheet(2, {}, entries), **fields)
    checked = FORM.add_entry_checks(sheet, entries, 2, OptionValues())
    return [
        (check.message.code, check.message.values.get("deal"), check.positions)
        for check in checked.checks
    ]


def test_a_form_knows_its_columns_and_blank_entries():
    assert FORM.blank_entry(3) == DealEntry(((None, None),) * 3, (None,))
    assert FORM.column_of(FieldPosition(1, 1)) == "won"
    assert FORM.column_of(FieldPosition(None, 0)) == "cards"
    assert FORM.default_sign("bid", 1) == 1


def test_faults_of_complete_deals_come_first_in_the_order_of_their_codes():
    open_entry = DealEntry(((4, None), (0, 0)), (None,))
    filled = DealEntry(((2, 0), (2, 0)), (1,))
    bids = tuple(BoxPosition(2, seat, 0) for seat in (0, 1))
    assert make_checks(open_entry, filled) == [
        ("second", 2, (BoxPosition(2, None, 0),)),
        ("first", 2, bids),
        ("first", 1, (BoxPosition(0, 0, 0), BoxPosition(0, 1, 0))),
        ("sheet-gap", 1, (BoxPosition(0, 0, 1),)),
    ]


def test_a_gap_is_a_fault_once_a_later_deal_has_a_value():
    open_entry, blank = DealEntry(((1, None), (0, 0)), (None,)), FORM.blank_entry(2)
    later = DealEntry(((0, 0), (0, 0)), (None,))
    gap = ("sheet-gap", 1, (BoxPosition(0, 0, 1),))
    assert make_checks(open_entry, blank) == []
    assert make_checks(open_entry, later) == [gap]
    assert make_checks(open_entry, later, blank) == [gap]
    assert make_checks(later, open_entry) == []


def test_a_fault_that_the_sheet_has_found_is_not_added_again():
    filled = DealEntry(((2, 0), (2, 0)), (9,))
    found = SheetCheck(Message("first", {"deal": 1}), ())
    assert make_checks(filled, checks=(found,)) == [("first", 1, ())]


def test_possible_values_contradict_nothing_entered():
    entries = SheetEntries(FORM, 2, OptionValues(), [DealEntry(((2, None), (None, None)), (None,))])
    assert entries.possible_values(1, FieldPosition(1, 0)) == (0, 1)
    assert entries.possible_values(1, FieldPosition(1, 1)) == (0, 1, 2, 3, 4)
    assert entries.possible_values(1, FieldPosition(None, 0)) == (2, 3, 4, 5)
    assert entries.possible_values(3, FieldPosition(1, 0)) == (0, 1, 2, 3)
    assert entries.find_misfit(1, FieldPosition(1, 0), 2) == Message("first", {"deal": 1})
    assert entries.find_misfit(1, FieldPosition(1, 0), 1) is None


def test_a_value_is_impossible_whatever_else_is_entered():
    entries = SheetEntries(FORM, 2, OptionValues(), [DealEntry(((2, None), (None, None)), (None,))])
    assert entries.find_impossibility(1, FieldPosition(1, 0), 3) is None
    assert entries.find_impossibility(1, FieldPosition(1, 0), 4) == Message("first", {"deal": 1})
