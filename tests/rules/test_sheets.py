"""Score sheets: entries by hand, possible values, faults and derived rows."""

import random

import pytest

from games.hand_kept import create_sheet_entries
from greenbaize.games import GAMES
from greenbaize.rules.sheets import DealEntry, FieldPosition, RowKind
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
