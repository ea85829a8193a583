"""Time to mend: granted once for everything that a person may still change or correct."""

import pytest

from greenbaize.app.tables.table import Grace, Table
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import Bid
from greenbaize.match.header import Header
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.options import settled


def table(**options: object) -> Table:
    """A table of Damn at which one person sits, who is followed by others in the bidding."""
    game = GAMES["damn"]
    sitters = (Player("Ida"), *(Player(name, "bot", "easy") for name in ("Anna", "Boris")))
    options = {"first": 5, "deals": 5, **options}
    header = Header("damn", sitters, settled(game.options, 3, options), seed_from("mend 1"))
    made = Table(game, header)
    made.begin()
    while made.waited_for is not None:
        made.let_computer_act()
    return made


def test_a_bid_can_be_mended_until_others_act_over_it() -> None:
    made = table(enforcement="table")
    grace = Grace()
    assert made.people_awaited == (0,)
    assert made.mending == []
    assert not grace.due(made.mending)
    assert made.submit(Bid(0, 1)) is None
    assert made.waited_for is not None
    (offer,) = made.mending
    assert (offer.kind, offer.seat) == ("bid", 0)
    assert grace.due(made.mending)
    assert not grace.due(made.mending)
    assert made.submit(Bid(0, 2)) is None
    assert grace.due(made.mending)
    assert made.let_computer_act()
    assert made.mending == []
    assert not grace.due(made.mending)


@pytest.mark.parametrize("bid", [0, 3])
def test_where_mistakes_are_refused_there_is_nothing_to_mend(bid: int) -> None:
    made = table()
    assert made.submit(Bid(0, bid)) is None
    assert made.mending == []
