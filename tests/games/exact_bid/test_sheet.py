"""The score sheet of exact-bid games, filled in by the program and by hand."""

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.rules.options import settled
from greenbaize.rules.sheets import Cell, Entry
from match.playing import Setup, play_randomly


def checks_of(*players, hook=True):
    """Return the checks and boxes of a first deal of one card as three players wrote it down."""
    options = settled(GAMES["damn"].options, 3, {"deals": 3, "hook": hook})
    sheet = GAMES["damn"].form().sheet(3, options, [Entry(players)])
    return sheet.checks, sheet.rows[0].boxes


def test_tricks_that_do_not_add_up_are_found():
    (check,), _ = checks_of((0, 1), (0, 1), (0, 0))
    assert check.message.code == "sheet-bid-tricks"
    assert check.message.values == {"deal": 1, "sum": 2, "due": 1, "by": 1}
    assert set(check.cells) == {Cell(0, seat, 1) for seat in range(3)}


def test_a_bid_that_cannot_be_is_found():
    (check,), boxes = checks_of((2, 1), (0, 0), (0, 0))
    assert check.message.code == "sheet-bid-range"
    assert check.message.values == {"deal": 1, "seat": 0, "bid": 2, "count": 1}
    assert boxes[0][0].wrong


def test_the_hook_is_held_against_the_bids():
    (check,), _ = checks_of((1, 1), (0, 0), (0, 0))
    assert check.message.code == "sheet-hook"
    assert {cell.place for cell in check.cells} == {0}
    assert checks_of((1, 1), (0, 0), (0, 0), hook=False)[0] == ()


def test_what_is_wrong_with_whole_deals_is_said_first():
    checks, _ = checks_of((2, 3), (0, 0), (3, 0))
    codes = ["sheet-bid-tricks", "sheet-bid-range", "sheet-bid-range", "sheet-bid-taken"]
    assert [check.message.code for check in checks] == codes


SETUPS = [
    Setup("damn", 4, {"deals": 5, "zero_bids": True, "hook": True}),
    Setup("damn", 3, {"deals": 4, "first": 3}),
    Setup("blackout", 3, {}),
]


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_a_match_written_down_by_hand_gives_the_sheet_of_the_program(setup):
    played = play_randomly(setup, 1)
    scores = [event for event in played.events if isinstance(event, BidsScored)]
    entries = [Entry(tuple(zip(one.bids, one.tricks, strict=True))) for one in scores]
    form = GAMES[setup.name].form()
    options = settled(setup.game.options, setup.seats, setup.given)
    mine = form.sheet(setup.seats, options, entries)
    own = setup.game.sheet(played.moments[-1][1])
    assert mine.checks == own.checks == ()
    assert (mine.rows, mine.totals) == (own.rows, own.totals)
    assert form.deals(setup.seats, options) == len(own.rows)


def test_options_that_do_not_change_the_sheet_are_not_asked_for():
    assert GAMES["damn"].form().options == ("deals", "first", "zero_bids", "hook")
    assert GAMES["blackout"].form().options == ("hook", "deals", "first")


def test_deals_may_be_entered_in_any_order():
    form = GAMES["damn"].form()
    options = settled(GAMES["damn"].options, 3, {"deals": 3})
    blank = form.blank(3)
    late = Entry(((1, 1), (0, 0), (1, 1)))
    sheet = form.sheet(3, options, [blank, late])
    assert [check.message.code for check in sheet.checks] == ["sheet-gap"]
    assert [row.current for row in sheet.rows] == [True, False, False]
    assert [boxes[3].value for boxes in sheet.rows[1].boxes] == [11, 10, 11]
    assert sheet.places is None
