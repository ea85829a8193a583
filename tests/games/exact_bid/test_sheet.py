"""The score sheet of exact-bid games, filled in by the program and by hand."""

import pytest

from games.score_events import honours_of_bids
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.rules.options import resolve_options
from greenbaize.rules.sheets import BoxPosition, DealEntry
from match.random_matches import GameSetup, play_randomly


def checks_of_first_deal(*players, hook=True):
    """Return the checks and boxes of a first deal of one card as three players wrote it down."""
    options = resolve_options(GAMES["damn"].options, 3, {"deals": 3, "hook": hook})
    sheet = GAMES["damn"].sheet_form().make_sheet(3, options, [DealEntry(players)])
    return sheet.checks, sheet.rows[0].boxes


def test_tricks_that_do_not_add_up_are_found():
    (check,), _ = checks_of_first_deal((0, 1), (0, 1), (0, 0))
    assert check.message.code == "sheet-bid-tricks"
    assert check.message.values == {"deal": 1, "sum": 2, "due": 1, "by": 1}
    assert set(check.positions) == {BoxPosition(0, seat, 1) for seat in range(3)}


def test_a_bid_that_cannot_be_is_found():
    (check,), boxes = checks_of_first_deal((2, 1), (0, 0), (0, 0))
    assert check.message.code == "sheet-bid-range"
    assert check.message.values == {"deal": 1, "seat": 0, "bid": 2, "count": 1}
    assert boxes[0][0].is_wrong


def test_the_hook_is_held_against_the_bids():
    (check,), _ = checks_of_first_deal((1, 1), (0, 0), (0, 0))
    assert check.message.code == "sheet-hook"
    assert {cell.box_index for cell in check.positions} == {0}
    assert checks_of_first_deal((1, 1), (0, 0), (0, 0), hook=False)[0] == ()


def test_errors_of_whole_deals_come_first():
    checks, _ = checks_of_first_deal((2, 3), (0, 0), (3, 0))
    codes = ["sheet-bid-tricks", "sheet-bid-range", "sheet-bid-range", "sheet-bid-taken"]
    assert [check.message.code for check in checks] == codes


SHEET_SETUPS = [
    GameSetup("damn", 4, {"deals": 5, "zero_bids": True, "hook": True}),
    GameSetup("damn", 3, {"deals": 4, "first": 3}),
    GameSetup("blackout", 3, {}),
]


@pytest.mark.parametrize("setup", SHEET_SETUPS, ids=str)
def test_a_match_written_down_by_hand_gives_the_sheet_of_the_program(setup):
    played = play_randomly(setup, 1)
    scores = [event for event in played.events if isinstance(event, BidsScored)]
    entries = [DealEntry(tuple(zip(score.bids, score.tricks, strict=True))) for score in scores]
    form = GAMES[setup.name].sheet_form()
    options = resolve_options(setup.game.options, setup.seats, setup.given_options)
    manual_sheet = form.make_sheet(setup.seats, options, entries)
    program_sheet = setup.game.sheet(played.moments[-1][1])
    assert manual_sheet.checks == program_sheet.checks == ()
    assert (manual_sheet.rows, manual_sheet.totals) == (program_sheet.rows, program_sheet.totals)
    assert form.max_deals(setup.seats, options) == len(program_sheet.rows)


def test_whoever_keeps_the_sheet_by_hand_chooses_only_relevant_options():
    keys = {name: [one.key for one in GAMES[name].options if one.on_sheet] for name in GAMES}
    assert keys["damn"] == [
        "deals",
        "first",
        "direction",
        "no_trump",
        "zero_bids",
        "scoring",
        "hook",
    ]
    assert keys["blackout"] == ["hook", "deals", "first", "scoring"]


def test_deals_may_be_entered_in_any_order():
    form = GAMES["damn"].sheet_form()
    options = resolve_options(GAMES["damn"].options, 3, {"deals": 3})
    blank = form.blank_entry(3)
    late = DealEntry(((1, 1), (0, 0), (1, 1)))
    sheet = form.make_sheet(3, options, [blank, late])
    assert [check.message.code for check in sheet.checks] == ["sheet-gap"]
    assert [row.is_current for row in sheet.rows] == [True, False, False]
    assert [boxes[3].value for boxes in sheet.rows[1].boxes] == [11, 10, 11]
    assert sheet.ranks is None


@pytest.mark.parametrize("game", ["damn", "blackout"])
def test_every_bid_of_a_match_is_made(game):
    deals = [((1, 1), (1, 0))] * 9
    assert honours_of_bids(game, deals) == (("every-bid-made",), ())
    assert honours_of_bids(game, [*deals, ((2, 1), (1, 1))]) == ((), ())


def test_a_match_of_a_few_deals_is_too_easy():
    assert honours_of_bids("damn", [((1, 1), (1, 0))] * 6) == ((), ())
    assert honours_of_bids("damn", [((1, 1), (1, 0))] * 7) == (("every-bid-made",), ())
