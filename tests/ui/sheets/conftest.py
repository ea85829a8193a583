"""Windows with sheets."""

import pytest

from greenbaize.ui.sheets.sheet_window import SheetWindow
from match.random_matches import GameSetup
from ui.sheets.sample_sheets import make_scorecard
from ui.table.stage_harness import FakeClock


@pytest.fixture
def open_sheet_page(qtbot):
    """Return a function that opens the page of a scorecard, by default of a match of Ass."""

    def open_page(card=None):
        page = SheetWindow(card or make_scorecard(GameSetup("ass", 3, {})))
        qtbot.addWidget(page)
        page.show()
        return page

    return open_page


@pytest.fixture
def clock():
    return FakeClock()


@pytest.fixture
def advance_clock(narrow_match, clock):
    """Return a function that advances the clock of the narrow match (ms)."""

    def advance(milliseconds):
        clock.now += milliseconds
        narrow_match.match_view.animator.advance_animations()

    return advance


@pytest.fixture
def narrow_match(open_match, clock):
    """Open a match in a window too narrow for the sheet."""
    person = open_match("damn", 4, size=(800, 600), clock=clock, first=2, deals=3)
    person.match_view.begin_match()
    person.wait_for_turn()
    return person
