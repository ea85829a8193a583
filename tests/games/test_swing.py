"""The biggest swing of a match for each seat, told in one sentence by every game."""

from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.match.record import read_record
from greenbaize.rules.events import Ended
from greenbaize.words.speaker import Speaker

GOLDEN = Path(__file__).parents[1] / "golden"
WHOLE = [path.name for path in sorted(GOLDEN.glob("*.jsonl")) if "cut" not in path.name]


def ended(name):
    """Return the game and the last state of a golden record."""
    record = read_record((GOLDEN / name).read_bytes(), GAMES)
    header = record.header
    game = GAMES[header.game]
    state = game.start(len(header.sitters), header.options)
    for event in record.events:
        state = game.fold(state, event) if event.type != "seat" else state
    return game, state


@pytest.mark.parametrize("name", WHOLE)
def test_everybody_is_told_of_a_deal_that_was_played(name):
    game, state = ended(name)
    if state.end is None or len(state.scores) < 2:
        assert all(game.swing(state, seat) is None for seat in range(state.seats))
        return
    for seat in range(state.seats):
        told = game.swing(state, seat)
        worths = [game.worth_of(state, place, seat) for place in range(len(state.scores))]
        if told is None:
            assert not any(worths)
            continue
        assert any(told.values["deal"] == scored.deal for scored in state.scores)
        assert str(told.values["deal"]) in Speaker((), seat).say(told)
        assert told.rule
        best = [place for place, one in enumerate(worths) if one == max(worths)]
        if state.end.places[seat] == 1:
            assert told.values["deal"] == state.scores[best[0]].deal


def test_it_is_the_match_s_own_end_that_makes_it_known():
    game, state = ended("damn-4-hook-zero-bids.jsonl")
    assert game.swing(state._replace(end=None), 0) is None


@pytest.mark.parametrize(
    ("bid", "won", "expected"),
    [
        (1, 2, "One trick too many in deal 2 cost you 11 points."),
        (2, 0, "2 tricks too few in deal 2 cost you 12 points."),
        (0, 2, "2 tricks too many in deal 2 cost you 10 points."),
    ],
)
def test_a_missed_bid_costs_what_it_would_have_scored(bid, won, expected):
    game, state = ended("damn-3.jsonl")
    points = (0, 20, 20)
    scores = (
        BidsScored(1, (10, 10, 10), (10, 10, 10), (0, 0, 0), (0, 0, 0)),
        BidsScored(2, points, (10, 30, 30), (bid, 10, 10), (won, 10, 10)),
    )
    end = Ended((10, 30, 30), (3, 1, 1))
    told = game.swing(state._replace(scores=scores, end=end), 0)
    assert told is not None
    assert Speaker((), 0).say(told) == expected


def test_of_missed_targets_the_one_missed_by_most_is_told():
    game, state = ended("ass-3.jsonl")
    banks = [(4, 3, 2), (4, 5, 2), (5, 5, 2), (6, 3, 1)]
    points = [(30, 91, 70), (91, 30, 91), (46, 91, 91), (4, 91, 91)]
    targets, totals = (62, 62, 62), (0, 0, 0)
    scores = tuple(
        BanksScored(deal, one, totals, targets, held)
        for deal, (one, held) in enumerate(zip(points, banks, strict=True), start=1)
    )
    over = state._replace(scores=scores, end=Ended(totals, (3, 2, 1)))
    told = game.swing(over, 0)
    assert told is not None
    assert Speaker((), 0).say(told) == "58 points too few in deal 4 gave you another bank."


def test_what_no_longer_counts_is_gone_from_the_finished_table():
    game, state = ended("damn-3.jsonl")
    assert game.picture(state).remarks == ()
    assert game.picture(state).notices == ()
    before = state._replace(end=None)
    assert game.picture(before).remarks
    assert game.picture(before).notices
