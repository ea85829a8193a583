"""Tests of the column beside the table: the balance of bids and letters that grow with it."""

import pytest
from PySide6.QtWidgets import QApplication

from app.seats.foreign import header
from greenbaize.app.tables.player_view import places_here
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.ui.sheets.side import Side
from ui.table.seen import texts_of


@pytest.fixture
def side(qtbot):
    place = places_here(Table(GAMES["damn"], header("damn", 3, theirs=())))[0]
    place.table.begin()
    side = Side(place, None)
    qtbot.addWidget(side)
    side.show()
    return side


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ((1, 1, 0), "Over: somebody will fall short."),
        ((1, 0, 0), "Even: everybody can make it."),
        ((0, 0, 0), "Under: somebody gets too many."),
    ],
)
def test_the_balance_of_the_bids_is_told_when_all_have_bid_damn_3(side, bids, words):
    side.show_view(side._place.view._replace(bids=bids))
    assert words in texts_of(side.sheet)
    side.show_view(side._place.view._replace(bids=(*bids[:2], None)))
    assert words not in texts_of(side.sheet)


def test_letters_grow_with_the_table_and_only_then_is_another_width_wanted(side):
    small = side.fit(800)
    assert small is not None
    assert side.fit(802) is None
    large = side.fit(1600)
    assert large is not None
    assert large > small


@pytest.mark.slow
def test_the_rows_have_the_room_of_the_last_trick(qtbot):
    place = places_here(Table(GAMES["damn"], header("damn", 4, theirs=())))[0]
    place.table.begin()
    side = Side(place, None)
    qtbot.addWidget(side)
    usual = side.last_trick.sizeHint().height()

    def shown(height):
        """Return whether all rows are visible and whether the last trick has its usual height."""
        side.resize(320, height)
        side.show()
        for _ in range(3):
            side.show_view(place.view)
            QApplication.processEvents()
        whole = side.sheet.table.verticalScrollBar().maximum() == 0
        return whole, side.last_trick.sizeHint().height() == usual

    assert shown(1000) == (True, True)
    lower = [shown(height) for height in range(900, 560, -20)]
    seen = [one for one in lower if one[0]]
    assert seen[-1] == (True, False)  # the last trick gives up its room
    assert lower == seen + [one for one in lower if not one[0]]
