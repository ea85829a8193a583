"""An event log read once gives every seat what it would have had event by event."""

from itertools import pairwise

import pytest

from greenbaize.games import GAMES
from greenbaize.match.event_log import OPEN_HANDS, PROGRESS_INTERVAL, MatchEventLog, Playback
from greenbaize.match.record import encode_line, event_codec, read_record
from greenbaize.match.view_record import read_any_record
from greenbaize.match.view_tracker import ViewTracker
from greenbaize.rules.events import CardsDealt, SeatReassigned, TrickTaken
from match.random_matches import EACH_SETUP, GameSetup, encode_view_record, play_randomly


def view_after_events(played, seat, event_count):
    """Return the view and the lines of a seat that applied this many events one by one."""
    codec = event_codec(played.game)
    seats = len(played.header.players)
    tracker = ViewTracker(played.game, seats, played.header.options, seat)
    lines = [
        encode_line(codec.encode_line(tracker.redact_event(*moment)))
        for moment in played.moments[:event_count]
    ]
    return tracker.view, b"".join(lines)


@EACH_SETUP
def test_an_event_log_gives_each_seat_its_view_and_lines(setup):
    played = play_randomly(setup, 1)
    event_count = len(played.events)
    for count in (0, 1, 2, event_count // 3, event_count // 2, event_count - 1, event_count):
        event_log = MatchEventLog(played.game, played.header)
        for moment in played.moments[:count]:
            event_log.add_event(*moment)
        for seat in range(setup.seats):
            assert (event_log.view(seat), event_log.view_lines(seat)) == view_after_events(
                played, seat, count
            )
        assert event_log.state == (played.moments[count - 1][1] if count else event_log.state)


@EACH_SETUP
def test_a_redacted_deal_resets_the_view(setup):
    """Check ``view_resets_each_deal``: the full state before a deal gives the same view after."""
    assert setup.game.view_resets_each_deal
    played = play_randomly(setup, 1)
    previous_state = setup.game.initial_state(setup.seats, played.header.options)
    for number, (event, state) in enumerate(played.moments):
        if isinstance(event, CardsDealt):
            for seat in range(setup.seats):
                view_event = setup.game.tell(event, state, seat)
                assert (
                    setup.game.fold(previous_state, view_event)
                    == view_after_events(played, seat, number + 1)[0]
                )
        previous_state = state


@EACH_SETUP
def test_an_event_unredacted_for_a_spectator_is_so_for_every_seat(setup):
    played = play_randomly(setup, 1)
    for event, state in played.moments:
        if setup.game.tell(event, state, None) is event:
            assert all(setup.game.tell(event, state, seat) == event for seat in range(setup.seats))


def test_a_game_without_resetting_deals_is_folded_from_its_start(monkeypatch):
    played = play_randomly(GameSetup("rank", 3, {"deals": 2}), 1)
    monkeypatch.setattr(type(played.game), "view_resets_each_deal", False)
    event_log = MatchEventLog.from_events(played.game, played.header, played.events)
    for seat in range(3):
        assert (event_log.view(seat), event_log.view_lines(seat)) == view_after_events(
            played, seat, len(played.events)
        )


def test_seat_changes_and_the_end_are_noted():
    played = play_randomly(GameSetup("damn", 3, {"deals": 2}), 1)
    seat_change = SeatReassigned(1, "bot", "left")
    event_log = MatchEventLog.from_events(
        played.game, played.header, (*played.events[:9], seat_change, *played.events[9:])
    )
    assert event_log.seat_changes == [seat_change]
    assert event_log.end_event == played.events[-1]
    assert event_log.state == played.moments[-1][1]
    assert encode_line(
        {"type": "seat", "seat": 1, "kind": "bot", "why": "left"}
    ) in event_log.view_lines(0)


def test_a_listener_gets_the_events_of_a_record_while_it_is_read():
    played = play_randomly(GameSetup("rank", 6, {"deals": 8}), 1)
    counts = []
    event_logs = []

    def create_listener(header):
        event_logs.append(MatchEventLog(GAMES[header.game], header, counts.append))
        return event_logs[0].add_event

    record = read_record(played.record, GAMES, create_listener)
    assert event_logs[0].header == record.header
    assert event_logs[0].state == record.state
    assert counts == list(range(PROGRESS_INTERVAL, len(record.events) + 1, PROGRESS_INTERVAL))
    assert counts


def test_resuming_folds_only_the_last_deal_per_seat(monkeypatch):
    """Count the folds: one per event for the match, and the last deal for each seat."""
    played = play_randomly(GameSetup("rank", 10, {"deals": 9}), 1)
    fold = type(played.game).fold
    fold_count = 0

    def counting_fold(self, state, event):
        nonlocal fold_count
        fold_count += 1
        return fold(self, state, event)

    monkeypatch.setattr(type(played.game), "fold", counting_fold)
    event_log = MatchEventLog.from_events(played.game, played.header, played.events)
    assert fold_count == len(played.events)
    for seat in range(10):
        event_log.view(seat)
    events_since_deal = next(
        n for n, e in enumerate(reversed(played.events), 1) if isinstance(e, CardsDealt)
    )
    assert fold_count == len(played.events) + 10 * events_since_deal


def create_playback(played):
    header = played.header
    return Playback(played.game, len(header.players), header.options, played.events)


@EACH_SETUP
def test_playback_has_the_views_of_every_moment(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    playback = create_playback(played)
    moments = range(1, len(playback) + 1, max(1, len(playback) // 40))
    for moment in moments:
        assert playback.view_at(moment, OPEN_HANDS) == played.moments[moment - 1][1]
    for viewer in (0, setup.seats - 1, None):
        view = played.game.initial_state(setup.seats, played.header.options)
        views = [view]
        for event, state in played.moments:
            if not isinstance(event, SeatReassigned):
                view = played.game.fold(view, played.game.tell(event, state, viewer))
            views.append(view)
        for moment in moments:
            assert playback.view_at(moment, viewer) == views[moment]


def test_deals_and_tricks_are_marked():
    played = play_randomly(GameSetup("damn", 3, {"deals": 3}), 1)
    playback = create_playback(played)
    assert [playback.events[moment - 1].deal for moment in playback.deal_moments] == [1, 2, 3]
    assert len(playback.trick_moments) == sum(
        isinstance(candidate, TrickTaken) for candidate in played.events
    )
    for moment, event in enumerate(played.events, 1):
        if isinstance(event, CardsDealt):
            assert playback.deal_index_at(moment) == event.deal - 1
            assert playback.deal_index_at(moment - 1) == event.deal - 2


def test_the_view_before_the_first_event_is_the_initial_state():
    played = play_randomly(GameSetup("rank", 2, {}), 1)
    playback = create_playback(played)
    assert playback.view_at(0, 1) == played.game.initial_state(2, played.header.options)
    assert playback.deal_index_at(0) == -1


@EACH_SETUP
def test_a_playback_cursor_gives_the_same_events_and_views(setup):
    played = play_randomly(setup, 1, seat_changes=0.02)
    playback = create_playback(played)
    start = len(playback) // 3
    for viewer in (OPEN_HANDS, 0, None):
        cursor = playback.cursor_at(start, viewer)
        for moment in range(start + 1, min(start + 60, len(playback)) + 1):
            view_event = cursor.next_event()
            assert view_event == playback.view_event_at(moment, viewer)
            if moment % 7 == 0:
                assert cursor.view == playback.view_at(moment, viewer)
        assert cursor.moment == min(start + 60, len(playback))


@EACH_SETUP
@pytest.mark.parametrize("seat", [None, 1])
def test_playback_of_a_view_record_gives_the_view_of_its_seat(setup, seat):
    played = play_randomly(setup, 1)
    record = read_any_record(encode_view_record(played, seat), GAMES)
    playback = Playback(played.game, setup.seats, record.header.options, record.events)
    full_playback = create_playback(played)
    for moment in range(0, len(playback) + 1, max(1, len(playback) // 30)):
        assert playback.view_at(moment, OPEN_HANDS) == full_playback.view_at(moment, seat)
    assert playback.deal_moments == full_playback.deal_moments
    assert playback.full_trick_moments == full_playback.full_trick_moments


def test_the_steps_are_tricks_or_turns():
    tricks = create_playback(play_randomly(GameSetup("damn", 3, {"deals": 3}), 1))
    assert tricks.full_trick_moments == [moment - 1 for moment in tricks.trick_moments]
    for moment in tricks.full_trick_moments:
        trick = tricks.game.picture(tricks.state_at(moment)).trick
        assert len(trick.cards) == 3  # the trick lies complete on the table
    assert tricks.taken_trick_moments == tricks.trick_moments
    turns = create_playback(play_randomly(GameSetup("rank", 3, {}), 1))
    assert turns.full_trick_moments == turns.turn_moments
    assert turns.trick_moments == []
    movers = [turns.game.turn(turns.state_at(moment)) for moment in turns.full_trick_moments]
    assert None not in movers
    assert all(seat != next_seat for seat, next_seat in pairwise(movers))


def test_playback_awaits_the_first_card_after_each_deal():
    playback = create_playback(play_randomly(GameSetup("damn", 3, {"deals": 3}), 1))
    assert not playback.awaits_first_card(0)
    for deal, moment in enumerate(playback.deal_moments):
        first = next(index for index in playback.play_moments if index > moment)
        assert all(playback.awaits_first_card(index) for index in range(moment, first))
        assert not playback.awaits_first_card(first)
        assert playback.deal_index_at(first) == deal


@EACH_SETUP
def test_samples_span_the_whole_match(setup):
    played = play_randomly(setup, 1)
    playback = create_playback(played)
    samples = playback.sample_states(3)
    assert 3 <= len(samples) <= 7
    assert samples[0] == playback.state_at(0)
    assert samples[-1] == playback.state_at(len(playback))


def test_playback_reports_progress():
    played = play_randomly(GameSetup("rank", 10, {"deals": 4}), 1)
    counts = []
    header = played.header
    Playback(played.game, 10, header.options, played.events, counts.append)
    assert counts == list(range(500, len(played.events) + 1, 500))
    assert counts
