"""Possible values of the boxes of a sheet filled in by hand: exactly those that can occur."""

import random
from functools import partial
from itertools import product

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.ass import ass_scoring
from greenbaize.games.beat.ass_sheet import POSSIBLE_SUMS, can_occur_together, refill_deal_sums
from greenbaize.games.beat.beats import PACK_36
from greenbaize.games.beat.contracts import contract_of_deal, sign_of_deal, tricks_in_deal
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import DealEntry, FieldPosition, RowKind, SheetEntries
from greenbaize.words.speaker import Speaker
from match.random_matches import GameSetup, play_randomly

trick_points = partial(ass_scoring(4).trick_value, 0)

TABLE_CASES = [
    *(("damn", seats, {}) for seats in (3, 7)),
    ("damn", 4, {"hook": True, "zero_bids": True}),
    *(("blackout", seats, {}) for seats in (2, 3, 4)),
    *(("master", seats, {"early_end": early}) for seats in (2, 3, 4) for early in (True, False)),
    *(("ass", seats, {"deal_limit": 9, "refill": False}) for seats in range(2, 7)),
    *(("ass", seats, {"deal_limit": 4, "refill": True}) for seats in range(2, 7)),
    ("rank", 3, {"deals": 3}),
]


def create_sheet_entries(game, seats, entries=(), **values):
    options = resolve_options(GAMES[game].options, seats, values)
    form = GAMES[game].sheet_form()
    return SheetEntries(form, seats, options, entries)


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


# Master: check against every possible deal


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


# Ass: check against real tricks


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


def test_all_tricks_belong_to_somebody():
    assert not can_occur_together([0] * 6, 6, refill=False)  # 24 cards are worth 32 at least
    assert can_occur_together([0] * 5 + [None], 6, refill=False)
    assert not can_occur_together([0, 0, 1, 0], 4, refill=False)
    assert can_occur_together([0, 0, 0, 0], 4, refill=False)


# Impossible entries


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
        "−2 points are still",
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
