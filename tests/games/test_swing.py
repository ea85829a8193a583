"""The biggest swing of a match for each seat, told in one sentence by every game."""

from pathlib import Path

import pytest

from greenbaize.games import GAMES
from greenbaize.games.beat.events import BanksScored
from greenbaize.games.exact_bid.events import BidsScored
from greenbaize.match.record import read_record
from greenbaize.rules.events import MatchEnded
from greenbaize.words.speaker import Speaker

GOLDEN_FOLDER = Path(__file__).parents[1] / "golden"
WHOLE_RECORD_NAMES = [
    path.name for path in sorted(GOLDEN_FOLDER.glob("*.jsonl")) if "cut" not in path.name
]


def load_end_state(name):
    """Return the game and the last state of a golden record."""
    record = read_record((GOLDEN_FOLDER / name).read_bytes(), GAMES)
    header = record.header
    game = GAMES[header.game]
    state = game.initial_state(len(header.players), header.options)
    for event in record.events:
        state = game.fold(state, event) if event.type != "seat" else state
    return game, state


@pytest.mark.parametrize("name", WHOLE_RECORD_NAMES)
def test_the_swing_names_a_played_deal(name):
    game, state = load_end_state(name)
    if state.end is None or len(state.scores) < 2:
        assert all(game.biggest_swing(state, seat) is None for seat in range(state.seats))
        return
    for seat in range(state.seats):
        message = game.biggest_swing(state, seat)
        values = [
            game.deal_value(state, deal_index, seat) for deal_index in range(len(state.scores))
        ]
        if message is None:
            # Nothing was won or lost, or several deals were alike.
            assert not any(values) or max(map(values.count, (max(values), min(values)))) > 1
            continue
        assert any(message.values["deal"] == scored.deal for scored in state.scores)
        assert str(message.values["deal"]) in Speaker((), seat).format_message(message)
        assert message.rule
        best = [deal_index for deal_index, value in enumerate(values) if value == max(values)]
        if state.end.places[seat] == 1:
            assert message.values["deal"] == state.scores[best[0]].deal


def test_of_several_deals_that_cost_alike_none_is_named():
    game, state = load_end_state("damn-3.jsonl")
    end = MatchEnded((0, 40, 40), (3, 1, 1))
    deals = [
        BidsScored(deal, (0, 20, 20), (0, 20, 20), (1, 10, 10), (2, 10, 10)) for deal in (1, 2)
    ]
    assert game.biggest_swing(state._replace(scores=tuple(deals), end=end), 0) is None
    worse = BidsScored(3, (0, 20, 20), (0, 60, 60), (2, 10, 10), (0, 10, 10))
    message = game.biggest_swing(state._replace(scores=(*deals, worse), end=end), 0)
    assert message is not None
    assert message.values["deal"] == 3


def test_an_unfinished_match_has_no_swing():
    game, state = load_end_state("damn-4-hook-zero-bids.jsonl")
    assert game.biggest_swing(state._replace(end=None), 0) is None


@pytest.mark.parametrize(
    ("bid", "won", "expected"),
    [
        (1, 2, "One trick too many in deal 2 cost you 11 points."),
        (2, 0, "2 tricks too few in deal 2 cost you 12 points."),
        (0, 2, "2 tricks too many in deal 2 cost you 10 points."),
    ],
)
def test_a_missed_bid_costs_what_it_would_have_scored(bid, won, expected):
    game, state = load_end_state("damn-3.jsonl")
    points = (0, 20, 20)
    scores = (
        BidsScored(1, (10, 10, 10), (10, 10, 10), (0, 0, 0), (0, 0, 0)),
        BidsScored(2, points, (10, 30, 30), (bid, 10, 10), (won, 10, 10)),
    )
    end = MatchEnded((10, 30, 30), (3, 1, 1))
    message = game.biggest_swing(state._replace(scores=scores, end=end), 0)
    assert message is not None
    assert Speaker((), 0).format_message(message) == expected


def test_the_target_missed_by_most_is_the_swing():
    game, state = load_end_state("ass-3.jsonl")
    banks = [(4, 3, 2), (4, 5, 2), (5, 5, 2), (6, 3, 1)]
    points = [(30, 91, 70), (91, 30, 91), (46, 91, 91), (4, 91, 91)]
    targets, totals = (62, 62, 62), (0, 0, 0)
    scores = tuple(
        BanksScored(deal, seat_points, totals, targets, seat_banks)
        for deal, (seat_points, seat_banks) in enumerate(zip(points, banks, strict=True), start=1)
    )
    end_state = state._replace(scores=scores, end=MatchEnded(totals, (3, 2, 1)))
    message = game.biggest_swing(end_state, 0)
    assert message is not None
    assert (
        Speaker((), 0).format_message(message)
        == "58 points too few in deal 4 gave you another bank."
    )


def test_remarks_are_gone_from_a_finished_table():
    game, state = load_end_state("damn-3.jsonl")
    assert game.picture(state).remarks == ()
    assert game.picture(state).notices == ()
    before = state._replace(end=None)
    assert game.picture(before).remarks
    assert game.picture(before).notices
