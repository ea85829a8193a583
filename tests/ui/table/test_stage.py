"""Tests of the stage, which shows each event once the one before has been shown."""

import itertools
from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.games.exact_bid.events import BidMade
from greenbaize.games.shedding.events import AntiRankDeclared, SeatCameBack, SeatWentOut, TurnPassed
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import CardPlayed, CardsDealt, CardsDrawn, DealScored, TrickTaken
from greenbaize.ui.table.pace import TablePace
from greenbaize.ui.table.stage import CONFIRMED_TRICK_PAUSE_MS, MAX_TEMPO, TurnTracker
from match.random_matches import GameSetup, OpenViewTracker, play_randomly
from ui.table.stage_harness import StageHarness
from ui.table.table_checks import check_table_shows, list_card_states

SETUPS = (
    GameSetup("damn", 4, {"deals": 5, "first": 4}),
    GameSetup("blackout", 2, {}),
    GameSetup("damn", 3, {"deals": 3, "hook": True}),
    GameSetup("rank", 3, {"deals": 2}),
    GameSetup("rank", 10, {}),
)


@pytest.fixture
def harness_class(application):
    return StageHarness


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_without_motion_all_events_are_shown_at_once_in_order(
    harness_class: type[StageHarness], setup
):
    harness = harness_class(setup, 0.0)
    for event, view in harness.event_views:
        harness.queue.enqueue_event(event, view)
    assert harness.shown_events == []
    harness.queue.show_events()
    assert harness.shown_events == harness.events
    assert harness.idle_count == 1


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS[:1], ids=str)
def test_with_motion_events_are_shown_one_after_another(harness_class: type[StageHarness], setup):
    harness = harness_class(setup, 1.0)
    harness.enqueue_events()
    moments = {}
    shown_count = 0
    while harness.motion.is_busy:
        assert harness.idle_count == 0
        harness.advance_clock(10)
        for event in harness.shown_events[shown_count:]:
            moments.setdefault(event.type, []).append(harness.now)
        shown_count = len(harness.shown_events)
    assert harness.shown_events == harness.events
    assert harness.idle_count == 1
    # Plays, bids, tricks, scores and deals are each shown at a time of their own.
    for kind in (CardPlayed.type, BidMade.type, TrickTaken.type, DealScored.type, CardsDealt.type):
        times = moments[kind]
        assert all(later > earlier for earlier, later in itertools.pairwise(times))


def test_a_full_trick_can_be_looked_at(harness_class: type[StageHarness]):
    harness = harness_class(SETUPS[0], 1.0)
    show_full_trick(harness, harness.stage.pace)
    idle, start = harness.idle_count, harness.now
    while harness.scene.cards.trick:
        harness.advance_clock(10)
    assert harness.now - start == pytest.approx(600, abs=20)
    assert harness.idle_count == idle
    harness.motion.skip_animations()
    harness.motion.skip_animations()
    assert harness.idle_count == idle + 1


def show_full_trick(harness: StageHarness, pace) -> StageHarness:
    """Show events until a full trick begins to be shown."""
    harness.stage.pace = pace
    taken_index = next(
        index for index, event in enumerate(harness.events) if isinstance(event, TrickTaken)
    )
    harness.show_events_until(taken_index)
    harness.enqueue_events(taken_index, taken_index + 1)
    assert len(harness.scene.cards.trick) == 4
    return harness


@pytest.mark.parametrize("speed", [0.5, 3.0])
def test_a_full_trick_stays_as_long_as_was_chosen(harness_class: type[StageHarness], speed):
    harness = show_full_trick(harness_class(SETUPS[0], speed), TablePace(trick_ms=2400))
    harness.advance_clock(2390)
    assert len(harness.scene.cards.trick) == 4
    harness.advance_clock(20)
    assert harness.scene.cards.trick == []


def test_a_trick_closed_by_the_person_is_gathered_at_once(harness_class: type[StageHarness]):
    harness = harness_class(SETUPS[0], 1.0)
    harness.stage.on_user_action(confirms_trick=True)
    show_full_trick(harness, TablePace(waits_for_click=True, trick_ms=5000))
    harness.advance_clock(CONFIRMED_TRICK_PAUSE_MS)
    assert harness.scene.cards.trick == []


def test_a_time_limit_ends_waiting_for_a_click(harness_class: type[StageHarness]):
    harness = harness_class(SETUPS[0], 1.0)
    harness.stage.is_time_limited = lambda: True
    show_full_trick(harness, TablePace(waits_for_click=True, trick_ms=700))
    harness.advance_clock(700)
    assert harness.scene.cards.trick == []


def test_a_spectator_who_has_fallen_behind_catches_up(harness_class: type[StageHarness]):
    """Spectators fall behind at a network table, which does not wait for them."""
    harness = harness_class(SETUPS[0], 1.0)
    harness.stage.pace = TablePace(waits_for_click=True)
    harness.enqueue_events()
    wait_counts = []
    harness.motion.wait_started.connect(lambda: wait_counts.append(len(harness.shown_events)))
    while harness.motion.is_busy and not harness.motion.waits_for_user:
        harness.advance_clock(500)
    taken_indices = [
        index for index, event in enumerate(harness.events) if isinstance(event, TrickTaken)
    ]
    assert wait_counts == taken_indices[-1:]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["damn", "rank"])
@pytest.mark.parametrize("you", [None, 0])
def test_pace_does_not_change_the_shown_events(harness_class: type[StageHarness], game, you):
    setup = GameSetup(game, 4, {"deals": 2})
    for pace in (TablePace(), TablePace(waits_for_click=True, trick_ms=5000)):
        harness = harness_class(setup, 1.0, you)
        harness.stage.pace = pace
        for event_index in range(len(harness.events)):
            harness.enqueue_events(event_index, event_index + 1)
            while harness.motion.is_busy:
                harness.stage.skip_animations()
        assert harness.shown_events == harness.events


def test_trick_games_have_no_tempo_and_no_skipping(harness_class: type[StageHarness]):
    harness = harness_class(SETUPS[0], 1.0)
    harness.enqueue_events()
    while harness.motion.is_busy:
        assert harness.stage.tempo == 1
        assert not harness.stage.is_skipping
        before = len(harness.shown_events)
        harness.stage.skip_animations()
        kinds = [type(event) for event in harness.shown_events[before:]]
        assert kinds.count(CardPlayed) <= 1


@pytest.mark.long
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("speed", [0.0, 1.0])
def test_skipping_ends_with_the_table_of_the_final_view(
    harness_class: type[StageHarness], setup, speed
):
    harness = harness_class(setup, speed)
    harness.enqueue_events()
    skip_count = 0
    while harness.motion.is_busy:
        harness.motion.skip_animations()
        skip_count += 1
    assert harness.shown_events == harness.events
    assert harness.idle_count == 1
    assert (skip_count > 20) == (speed > 0)
    final_harness = harness_class(setup, 0.0)
    final_harness.stage.show_view(harness.event_views[-1][1])
    assert list_card_states(harness.scene) == list_card_states(final_harness.scene)
    assert [plate.text for plate in harness.scene.plates] == [
        plate.text for plate in final_harness.scene.plates
    ]
    assert harness.scene.notice.title_texts == final_harness.scene.notice.title_texts


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_any_view_can_be_shown_at_once(harness_class: type[StageHarness], setup):
    harness = harness_class(setup, 0.0)
    for _event, view in harness.event_views[::7]:
        picture = harness.game.picture(view)
        if picture.deal:
            harness.stage.show_view(view)
            check_table_shows(harness.scene, picture)
    assert harness.shown_events == []


def test_events_enqueued_during_an_animation_wait(harness_class: type[StageHarness]):
    harness = harness_class(SETUPS[0], 1.0)
    harness.enqueue_events(0, 3)
    before = list(harness.shown_events)
    harness.queue.enqueue_event(*harness.event_views[3])
    harness.queue.show_events()
    assert harness.shown_events == before
    while harness.motion.is_busy:
        harness.motion.skip_animations()
    assert harness.shown_events == harness.events[:4]


TURN_SETUPS = tuple(GameSetup("rank", seats, {"deals": 2}) for seats in (2, 3, 5, 10))


def list_event_turns(setup, you):
    """Return each event of a match with the seat, number and tempo of the turn it was shown in."""
    played = play_randomly(setup, 7)
    game = GAMES["rank"]
    tracker_class = OpenViewTracker if you is None else ViewTracker
    tracker = tracker_class(game, setup.seats, played.header.options, you)
    turn_tracker, event_turns = TurnTracker(), []
    for event, state in played.moments:
        redacted_event = tracker.redact_event(event, state)
        turn_tracker.start_event(redacted_event)
        event_turns.append(
            (redacted_event, turn_tracker.seat, turn_tracker.number, turn_tracker.tempo)
        )
        turn_tracker.finish_event(game.picture(tracker.view))
    return event_turns


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0, 1])
def test_every_move_belongs_to_its_players_turn(setup, you):
    leavers_draws = 0
    for event, seat, _, _ in list_event_turns(setup, you):
        if isinstance(event, CardPlayed | TurnPassed | AntiRankDeclared):
            assert seat == event.seat
        elif isinstance(event, SeatCameBack):
            assert seat != event.seat
            leavers_draws += 1
    assert leavers_draws


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
def test_drawing_to_come_back_belongs_to_anothers_turn(setup):
    event_turns = list_event_turns(setup, None)
    for (draw, seat, number, _), (back, _, later, _) in pairwise(event_turns):
        if isinstance(back, SeatCameBack):
            assert isinstance(draw, CardsDrawn)
            assert draw.seat == back.seat != seat
            assert number == later


@pytest.mark.parametrize("setup", TURN_SETUPS, ids=str)
@pytest.mark.parametrize("you", [None, 0])
def test_a_pass_ends_a_turn_and_nothing_of_it_comes_after(setup, you):
    event_turns = list_event_turns(setup, you)
    numbers = [number for _, _, number, _ in event_turns]
    assert numbers == sorted(numbers)
    for (event, _, number, _), (after, _, later, _) in pairwise(event_turns):
        if isinstance(event, TurnPassed) and isinstance(
            after, CardPlayed | TurnPassed | CardsDrawn
        ):
            assert later == number + 1


def test_a_long_turn_goes_faster_with_every_card_and_the_next_one_slowly_again():
    tempos = {}
    for event, _, number, tempo in list_event_turns(TURN_SETUPS[3], 0):
        if isinstance(event, CardPlayed):
            tempos.setdefault(number, []).append(tempo)
    assert max(map(len, tempos.values())) >= 4
    for own in tempos.values():
        assert own[0] == 1
        assert all(b > a or a == b == MAX_TEMPO for a, b in pairwise(own))
        assert own[-1] <= MAX_TEMPO


def test_going_out_in_anothers_turn_does_not_end_it():
    event_turns = list_event_turns(TURN_SETUPS[2], None)
    outs = [
        (number, after)
        for (event, seat, number, _), (_, _, after, _) in pairwise(event_turns)
        if isinstance(event, SeatWentOut) and event.seat != seat
    ]
    assert outs
    assert all(after == number for number, after in outs)
