"""Faults of a hand-kept sheet of Master: what cannot occur in a deal, alone or together."""

import random
from itertools import product

import pytest

from games.hand_kept import create_sheet_entries
from greenbaize.games.beat.ass_sheet import can_occur_together
from greenbaize.games.beat.contracts import contract_of_deal, sign_of_deal, tricks_in_deal
from greenbaize.rules.sheets import DealEntry, FieldPosition
from greenbaize.words.speaker import Speaker


def iterate_possible_deals(deal, seats, *, early_end=True):
    """Yield all rows of tricks, points and remaining tricks that a deal can have."""
    contract, cards, sign = contract_of_deal(deal), tricks_in_deal(deal, seats), sign_of_deal(deal)
    pieces = contract.total_points // contract.points_each
    played_out = not (contract.cards and early_end)
    for tricks in product(range(cards + 1), repeat=seats):
        remaining = cards - sum(tricks)
        if remaining < 0 or (remaining and played_out):
            continue
        for pieces_taken in product(range(pieces + 1), repeat=seats):
            if sum(pieces_taken) != pieces:
                continue
            max_pieces_per_trick = seats if contract.cards else 1
            if any(t > max_pieces_per_trick * n for t, n in zip(pieces_taken, tricks, strict=True)):
                continue
            if contract.name == "all" and pieces_taken != tricks:
                continue
            points = tuple(sign * contract.points_each * t for t in pieces_taken)
            yield DealEntry(tuple(zip(tricks, points, strict=True)), (remaining, None, None))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("deal", [1, 2, 3, 8, 9, 11, 12, 19, 23])
def test_possible_values_of_master_are_exact(deal, seats):
    dice = random.Random(deal * seats)
    rows = list(iterate_possible_deals(deal, seats))
    spots = [
        *(FieldPosition(seat, field_index) for seat in range(seats) for field_index in (0, 1)),
        FieldPosition(None, 0),
    ]
    for _ in range(12):
        entry = dice.choice(rows)
        known_positions = dice.sample(spots, dice.randrange(len(spots)))
        started_entry = DealEntry(((None, None),) * seats, (None, None, None))
        for position in known_positions:
            started_entry = started_entry.with_value(position, entry.value_at(position))
        fitting = [
            row
            for row in rows
            if all(
                row.value_at(position) == started_entry.value_at(position)
                for position in known_positions
            )
        ]
        blank = DealEntry(((None, None),) * seats, (None,) * 3)
        sheet_entries = create_sheet_entries(
            "master", seats, [*[blank] * (deal - 1), started_entry]
        )
        for position in spots:
            if position not in known_positions:
                expected = tuple(sorted({row.value_at(position) for row in fitting}))
                assert sheet_entries.possible_values(deal, position) == expected, (
                    started_entry,
                    position,
                )


def test_an_impossible_row_is_a_fault_however_incomplete():
    dice = random.Random(5)
    rows = list(iterate_possible_deals(3, 2))
    spots = [
        *(FieldPosition(seat, field_index) for seat in range(2) for field_index in (0, 1)),
        FieldPosition(None, 0),
    ]
    for _ in range(300):
        started_entry = DealEntry(((None, None),) * 2, (None,) * 3)
        for position in dice.sample(spots, dice.randrange(1, 6)):
            value = dice.randrange(19) if position.field_index == 0 else -3 * dice.randrange(5)
            started_entry = started_entry.with_value(position, value)
        known_positions = [
            position for position in spots if started_entry.value_at(position) is not None
        ]
        is_possible = any(
            all(
                row.value_at(position) == started_entry.value_at(position)
                for position in known_positions
            )
            for row in rows
        )
        sheet_entries = create_sheet_entries("master", 2)
        faults = list(
            sheet_entries.form.find_faults(
                3,
                [*[sheet_entries.form.blank_entry(2)] * 2, started_entry],
                2,
                sheet_entries.options,
            )
        )
        assert bool(faults) is not is_possible, started_entry


def test_without_an_early_end_no_tricks_remain():
    assert create_sheet_entries("master", 3).possible_values(9, FieldPosition(None, 0)) == tuple(
        range(12)
    )
    assert create_sheet_entries("master", 3, early_end=False).possible_values(
        9, FieldPosition(None, 0)
    ) == (0,)
    for deal in (1, 11, 12):
        assert create_sheet_entries("master", 3).possible_values(deal, FieldPosition(None, 0)) == (
            0,
        )


def test_the_lead_goes_round():
    blank = DealEntry(((None, None),) * 3, (None,) * 3)
    led = [blank, blank.with_value(FieldPosition(None, 1), 2), blank]
    sheet_entries = create_sheet_entries("master", 3, led)
    assert sheet_entries.possible_values(1, FieldPosition(None, 1)) == (1,)
    assert sheet_entries.possible_values(1, FieldPosition(None, 2)) == (
        0,
        1,
        2,
    )  # the first dealer is drawn by lot
    assert sheet_entries.possible_values(2, FieldPosition(None, 2)) == (1,)
    assert sheet_entries.possible_values(3, FieldPosition(None, 1)) == (0,)
    assert sheet_entries.possible_values(3, FieldPosition(None, 2)) == (2,)


def test_all_tricks_belong_to_somebody():
    assert not can_occur_together([0] * 6, 6, refill=False)  # 24 cards are worth 32 at least
    assert can_occur_together([0] * 5 + [None], 6, refill=False)
    assert not can_occur_together([0, 0, 1, 0], 4, refill=False)
    assert can_occur_together([0, 0, 0, 0], 4, refill=False)


ROW_CASES = [
    (
        "damn",
        2,
        [(None, 1), (None, 1), (None, None)],
        FieldPosition(2, 1),
        1,
        "add up to 3, not 2 (+1)",
    ),
    (
        "damn",
        3,
        [(None, 2), (None, None), (None, None)],
        FieldPosition(2, 1),
        2,
        "come to 4 already",
    ),
    (
        "blackout",
        2,
        [(1, None), (0, None), (None, None)],
        FieldPosition(2, 0),
        1,
        "may not add up to 2",
    ),
    (
        "master",
        1,
        [(2, None), (None, None), (None, None)],
        FieldPosition(0, 1),
        -5,
        "each trick counts 1",
    ),
    (
        "master",
        2,
        [(1, None), (None, None), (None, None)],
        FieldPosition(0, 1),
        -8,
        "1 trick cannot bring",
    ),
    ("master", 2, [(None, -10), (None, -6), (None, None)], FieldPosition(2, 1), -2, "not −16 (−2)"),
    (
        "master",
        2,
        [(None, -10), (None, None), (None, None)],
        FieldPosition(2, 1),
        -8,
        "come to −18 already",
    ),
    (
        "master",
        2,
        [(None, 0), (0, None), (0, None)],
        FieldPosition(0, 1),
        -14,
        "−2 points remain",
    ),
    ("ass", 1, [(1, 200), (0, None), (0, None)], FieldPosition(1, 1), 90, "290 together"),
    ("ass", 1, [(1, 164), (0, 0), (0, None)], FieldPosition(2, 1), 1, "the points add up to 165"),
    ("rank", 1, [(1,), (None,), (None,)], FieldPosition(1, 0), 1, "two players cannot both be 1st"),
]


@pytest.mark.parametrize("row", ROW_CASES)
def test_conflicting_values_have_a_sentence(row):
    game, deal, players, position, value, words = row
    empty_entries = create_sheet_entries(game, 3)
    blank = empty_entries.form.blank_entry(3)
    entries = [*[blank] * (deal - 1), DealEntry(tuple(players), blank.side_values)]
    sheet_entries = create_sheet_entries(game, 3, entries)
    message = sheet_entries.find_misfit(deal, position, value)
    assert message is not None
    assert words in Speaker(("Anna", "Boris", "Vera")).format_message(message)
    assert empty_entries.find_impossibility(deal, position, value) is None
    # If written nevertheless, the sheet shows the fault.
    wrong_entries = [*entries[:-1], entries[-1].with_value(position, value)]
    sheet = sheet_entries.form.make_sheet(3, sheet_entries.options, wrong_entries)
    assert [check.message for check in sheet.checks if check.message == message]
    assert sheet.checks[0].positions


def test_a_half_filled_row_is_not_wrong():
    rows = [
        ("master", DealEntry(((3, -4), (None, None), (2, None)), (None, None, None))),
        ("damn", DealEntry(((1, 0), (None, None), (None, None)))),
        ("ass", DealEntry(((1, 40), (None, 30), (0, None)))),
    ]
    for game, entry in rows:
        sheet_entries = create_sheet_entries(game, 3)
        blank = sheet_entries.form.blank_entry(3)
        sheet = sheet_entries.form.make_sheet(
            3, sheet_entries.options, [entry] if game == "ass" else [blank, entry]
        )
        codes = [check.message.code for check in sheet.checks]
        assert set(codes) <= {"sheet-gap"}, codes


def test_remaining_tricks_may_come_last():
    sheet_entries = create_sheet_entries("master", 3)
    players = ((1, 0), (1, -9), (1, 0))
    blank = sheet_entries.form.blank_entry(3)
    started_entries = [*[blank] * 8, DealEntry(players, (None, None, None))]
    codes = [
        sheet_check.message.code
        for sheet_check in sheet_entries.form.make_sheet(
            3, sheet_entries.options, started_entries
        ).checks
    ]
    assert "sheet-deal-tricks" not in codes
    later = [*started_entries, DealEntry(((1, None), *[(None, None)] * 2), (None, None, None))]
    codes = [
        sheet_check.message.code
        for sheet_check in sheet_entries.form.make_sheet(3, sheet_entries.options, later).checks
    ]
    assert "sheet-deal-tricks" in codes
    assert create_sheet_entries("master", 3, started_entries).possible_values(
        9, FieldPosition(None, 0)
    ) == (9,)
