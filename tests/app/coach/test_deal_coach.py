"""Reviews in the background: two searches, and exercises only where both agree."""

from contextlib import closing
from dataclasses import replace
from types import SimpleNamespace

import pytest

from app.test_par import continue_deals, create_damn_match
from greenbaize.app.advice.review import Decision
from greenbaize.app.coach import deal_coach
from greenbaize.app.coach.coached_matches import (
    find_unreviewed_matches,
    load_own_matches,
    review_match,
)
from greenbaize.app.coach.deal_coach import (
    CoachedDecision,
    find_avoided_kinds,
    find_mistake,
    is_exercise,
    review_deals,
)
from greenbaize.app.memory.history_sync import sync_history
from greenbaize.bots import SEARCH_EFFORTS
from greenbaize.games import GAMES
from greenbaize.games.exact_bid.commands import BidCommand
from greenbaize.match.record import read_record
from greenbaize.rules.chance import SeededChance
from greenbaize.rules.game import ChoiceUnit
from greenbaize.rules.options import resolve_options
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.store import folders
from greenbaize.store.coached_deals import COACHED_DEALS
from greenbaize.store.history import HistoryDatabase
from match.random_matches import encode_record

UNIT = ChoiceUnit.MARGIN


def weigh(*worths, error=0.1):
    """Return bids of 0, 1, … with these worths, best first."""
    choices = [
        WeighedChoice(BidCommand(0, tricks), worth, error, gap_error=error)
        for tricks, worth in enumerate(worths)
    ]
    return tuple(sorted(choices, key=lambda choice: -choice.expected_score))


def make_coached(first_choices, second_choices, made=0):
    decision = Decision(1, 0, BidCommand(0, made), ())
    view = SimpleNamespace(with_trick_taken=None)
    return CoachedDecision(decision, 4, view, first_choices, second_choices)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (weigh(0.0, 5.0), weigh(0.0, 5.0), True),
        (weigh(0.0, 2.0), weigh(0.0, 5.0), False),
        (weigh(0.0, 5.0), weigh(0.0, 2.0), False),
        (weigh(0.0, 5.0, error=3.0), weigh(0.0, 5.0), False),
        (weigh(0.0, 5.0), weigh(0.0, 5.0, error=3.0), False),
    ],
)
def test_an_exercise_needs_both_searches_to_be_sure(first, second, expected):
    assert is_exercise(UNIT, make_coached(first, second)) is expected


def test_the_cost_is_that_of_the_second_search():
    game = GAMES["damn"]
    mistake = find_mistake(game, make_coached(weigh(5.0, 0.0), weigh(-0.5, 0.0), made=1))
    assert mistake is not None
    assert (mistake.cost, mistake.worths) == (-0.5, ())
    assert find_mistake(game, make_coached(weigh(5.0, 0.0), ())) is None


def test_worse_choices_of_a_good_decision_were_avoided():
    game = GAMES["damn"]
    assert find_avoided_kinds(game, make_coached(weigh(5.0, 0.0), ())) == {"bid-high"}
    assert find_avoided_kinds(game, make_coached(weigh(0.0, 5.0), weigh(0.0, 5.0))) == set()


@pytest.fixture
def quick_search(monkeypatch):
    """Let both searches look at a few worlds only."""
    effort = SEARCH_EFFORTS["expert"]._replace(world_count=4, endgame_cards=0, samples_per_world=1)
    monkeypatch.setattr(deal_coach, "SECOND_EFFORT", effort)
    monkeypatch.setattr(deal_coach, "SEARCH_EFFORTS", {"expert": effort})


def find_seat(header):
    return next(seat for seat, player in enumerate(header.players) if player.kind == "human")


@pytest.mark.usefixtures("quick_search")
def test_a_review_is_the_same_each_time_and_covers_all_deals():
    header, events = create_damn_match(2)
    record = read_record(encode_record(header, events), GAMES)
    seat = find_seat(header)
    first, second = review_deals(record, seat, {1, 2})
    assert (first.deal, second.deal) == (1, 2)
    assert first.choices > 0
    (again,) = review_deals(record, seat, {2})
    assert (again.choices, again.mistakes, again.avoided) == (
        second.choices,
        second.mistakes,
        second.avoided,
    )


def create_short_match(level="easy", first=1):
    """Return a finished match of two deals, the first of so many cards."""
    game = GAMES["damn"]
    header, _ = create_damn_match(1)
    options = resolve_options(
        game.options, len(header.players), {"first": first, "deals": first + 1}
    )
    header = replace(header, options=options)
    events = continue_deals(header, level, deals=2)
    state = read_record(encode_record(header, events), GAMES).state
    return header, [*events, game.next_event(state, SeededChance(header.seed))]


@pytest.mark.usefixtures("quick_search")
def test_deals_are_stored_one_by_one_and_go_with_their_record():
    header, events = create_short_match()
    folders.matches_folder().mkdir(parents=True)
    path = folders.matches_folder() / "match.jsonl"
    path.write_bytes(encode_record(header, events))
    name = header.players[find_seat(header)].name
    sync_history()
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        matches = find_unreviewed_matches(history, (name,))
    next(iter(review_match(matches[0])))
    assert [deal.deal for deal in COACHED_DEALS.read_results(folders.coach_path())] == [1]
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        (match,) = load_own_matches(history, (name,))
        assert not match.is_reviewed
        assert [deal.deal for deal in review_match(match)] == [2]
        assert not find_unreviewed_matches(history, (name,))
    path.unlink()
    sync_history()
    with closing(HistoryDatabase.open_or_rebuild(folders.history_path())) as history:
        assert load_own_matches(history, (name,)) == []
