"""Tests of the column beside the table: the balance of bids and letters that grow with it."""

import pytest
from PySide6.QtWidgets import QApplication

from app.seats.foreign_programs import make_program_header
from greenbaize.app.tables.player_view import create_local_views
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.ui.sheets.side_column import SideColumn
from ui.table.table_checks import collect_texts


@pytest.fixture
def side_column(qtbot):
    player_view = create_local_views(
        Table(GAMES["damn"], make_program_header("damn", 3, foreign_seats=()))
    )[0]
    player_view.table.start_match()
    side_column = SideColumn(player_view, None)
    qtbot.addWidget(side_column)
    side_column.show()
    return side_column


@pytest.mark.parametrize(("game", "has_tricks"), [("damn", True), ("rank", False)])
def test_the_last_trick_or_the_last_turns_are_shown(qtbot, game, has_tricks):
    header = make_program_header(game, 3, foreign_seats=())
    column = SideColumn(create_local_views(Table(GAMES[game], header))[0], None)
    qtbot.addWidget(column)
    assert column.last_trick_panel.isVisibleTo(column) is has_tricks
    assert column.last_turns_panel.isVisibleTo(column) is not has_tricks


@pytest.mark.parametrize(
    ("bids", "words"),
    [
        ((1, 1, 0), "Over: somebody will fall short."),
        ((1, 0, 0), "Even: everybody can make it."),
        ((0, 0, 0), "Under: somebody gets too many."),
    ],
)
def test_the_balance_of_bids_is_shown_when_all_have_bid(side_column, bids, words):
    side_column.show_view(side_column._player_view.view._replace(bids=bids))
    assert words in collect_texts(side_column.sheet_panel)
    side_column.show_view(side_column._player_view.view._replace(bids=(*bids[:2], None)))
    assert words not in collect_texts(side_column.sheet_panel)


def test_letters_and_width_change_with_the_table_height(side_column):
    small = side_column.fit_height(800)
    assert small is not None
    assert side_column.fit_height(802) is None
    large = side_column.fit_height(1600)
    assert large is not None
    assert large > small


@pytest.mark.slow
def test_sheet_rows_take_room_from_the_last_trick(qtbot):
    player_view = create_local_views(
        Table(GAMES["damn"], make_program_header("damn", 4, foreign_seats=()))
    )[0]
    player_view.table.start_match()
    side_column = SideColumn(player_view, None)
    qtbot.addWidget(side_column)
    usual = side_column.last_trick_panel.sizeHint().height()

    def measure_fit(height):
        """Return whether all rows are visible and whether the last trick has its usual height."""
        side_column.resize(320, height)
        side_column.show()
        for _ in range(3):
            side_column.show_view(player_view.view)
            QApplication.processEvents()
        shows_all_rows = side_column.sheet_panel.table.verticalScrollBar().maximum() == 0
        return shows_all_rows, side_column.last_trick_panel.sizeHint().height() == usual

    assert measure_fit(1000) == (True, True)
    fits = [measure_fit(height) for height in range(900, 560, -20)]
    fitting = [fit for fit in fits if fit[0]]
    assert fitting[-1] == (True, False)  # the last trick gives up its room
    assert fits == fitting + [fit for fit in fits if not fit[0]]
