"""What stands beside the table: the bids' balance in words, and letters that grow with it."""

import pytest
from pytestqt.qtbot import QtBot

from app.chairs.foreign import header
from greenbaize.app.tables.place import first_place
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.ui.sheets.side import Side
from greenbaize.ui.theme import LIGHT
from ui.table.seen import texts_of


@pytest.fixture
def side(qtbot: QtBot) -> Side:
    place = first_place(Table(GAMES["damn"], header("damn", 3, theirs=())))
    place.table.begin()
    side = Side(place, "medium", LIGHT, None)  # type: ignore[arg-type]
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
def test_the_balance_of_the_bids_is_told_when_all_have_bid_damn_3(
    side: Side, bids: tuple[int, ...], words: str
) -> None:
    side.show_view(side._place.view._replace(bids=bids))
    assert words in texts_of(side.sheet)
    side.show_view(side._place.view._replace(bids=(*bids[:2], None)))
    assert words not in texts_of(side.sheet)


def test_letters_grow_with_the_table_and_only_then_is_another_width_wanted(side: Side) -> None:
    small = side.fit(800)
    assert small is not None
    assert side.fit(802) is None
    large = side.fit(1600)
    assert large is not None
    assert large > small
