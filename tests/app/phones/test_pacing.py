"""Tests of when a phone shows events, alone and beside the table's screen."""

import pytest

from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.phones import pacing
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.phone_screen import has_notice
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.reading_times import SCORE_DISPLAY_S, TRICK_DISPLAY_S
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.events import CardPlayed, CardsDealt, DealScored, MatchEnded, TrickTaken


class NullMessageSender:
    """Message sender of a view that only knows the lines it was given."""

    is_connected = has_hints = True

    def __getattr__(self, name):
        return lambda *_: None


class PacedMatch:
    """First seat's view of a match, fed line by line through the phone's pacing."""

    def __init__(self, name="damn", options=None):
        players = tuple(HeaderPlayer(name, "bot", "easy") for name in ("Ida", "Tom", "Eva", "Kim"))
        header = create_header(
            name, players, options or {"first": 2, "deals": 2}, seed_from_text("paced")
        )
        table = Table(GAMES[name], header)
        table.start_match()
        table.play_to_end()
        self.lines = bytes(table.table_seats[0].view_lines).splitlines()
        self.shown_events = []
        self.pacing = PhonePacing(self.shown_events.append, lambda: None)
        self.player_view = RemotePlayerView(self.lines[0], NullMessageSender(), 1, is_seated=True)
        self.pacing.start_match(self.player_view)
        self.pacing.finish_catch_up()
        events = [self.player_view.read_event(line) for line in self.lines[1:]]
        self.result_line_numbers = [
            number
            for number, event in enumerate(events, 2)
            if isinstance(event, DealScored | MatchEnded)
        ]
        table.close()

    @property
    def shown_line_count(self):
        """Number of shown lines, including the header."""
        return 1 + len(self.shown_events)


@pytest.fixture
def make_paced_match(monkeypatch):
    monkeypatch.setattr(pacing, "DISPLAY_TIME_FACTOR", 0.0)
    monkeypatch.setattr(pacing, "MAX_PENDING_LINES", 10_000)

    def make_match(*game):
        return PacedMatch(*game)

    return make_match


async def test_a_result_waits_for_the_tables_screen(make_paced_match):
    match = make_paced_match()
    match.pacing.sync_with_screen(1)
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    for number in match.result_line_numbers:
        assert match.shown_line_count == number - 1
        match.pacing.sync_with_screen(number)
        assert match.shown_line_count >= number
    assert match.shown_line_count == len(match.lines)
    assert not match.pacing.is_showing


async def test_a_result_on_the_screen_is_shown_on_the_phone_at_once(make_paced_match, monkeypatch):
    match = make_paced_match()
    monkeypatch.setattr(pacing, "DISPLAY_TIME_FACTOR", 1.0)
    match.pacing.sync_with_screen(1)
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    assert (
        match.shown_line_count < match.result_line_numbers[0] - 1
    )  # An event before it is still being shown.
    match.pacing.sync_with_screen(match.result_line_numbers[0])
    assert match.shown_line_count == match.result_line_numbers[0]
    assert isinstance(match.shown_events[-1], DealScored)
    assert match.pacing.waits_for_viewer
    match.pacing.sync_with_screen(match.result_line_numbers[-1])
    assert match.player_view.is_over
    match.pacing.stop_timer()


async def test_all_events_at_once_are_no_news(make_paced_match, monkeypatch):
    match = make_paced_match()
    monkeypatch.setattr(pacing, "DISPLAY_TIME_FACTOR", 1.0)
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    shown_line_count = match.shown_line_count
    assert match.pacing.is_behind
    match.pacing.show_all_events()
    assert match.player_view.is_over
    assert not match.pacing.is_showing
    assert match.shown_line_count == shown_line_count


async def test_phones_advance_without_a_screen_or_when_it_stops(make_paced_match):
    match = make_paced_match()
    match.pacing.sync_with_screen(1)
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    assert match.pacing.is_showing
    match.pacing._on_screen_timeout()
    assert match.shown_line_count == len(match.lines)
    match_without_screen = make_paced_match()
    for line in match_without_screen.lines[1:]:
        match_without_screen.pacing.enqueue_event_line(line)
    assert match_without_screen.shown_line_count == len(match_without_screen.lines)


async def test_a_reader_of_the_score_is_awaited_once_on_turn(make_paced_match, monkeypatch):
    match = make_paced_match()
    monkeypatch.setattr(pacing, "DISPLAY_TIME_FACTOR", 1.0)
    match.pacing.sync_with_screen(None)
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
        if match.pacing.holds_up_match:
            break
        if not match.pacing.waits_for_viewer:
            match.pacing.advance_display()
    assert match.pacing.holds_up_match
    assert match.player_view.find_turn_after(match.pacing._pending_lines) == 0
    match.pacing.stop_timer()
    assert not match.pacing.holds_up_match


async def test_news_of_a_turn_stays_until_the_next_turn(make_paced_match):
    match = make_paced_match("rank", {"deals": 1})
    game, movers, types_with_older_news = match.player_view.game, [None], set()

    def check_news(event):
        view = match.player_view.view
        movers.append(game.picture(view).acting_seat)
        if has_notice(game, event, view):
            assert match.pacing.latest_notice == (event, view)
        elif movers[-1] != movers[-2]:
            assert match.pacing.latest_notice is None
        elif match.pacing.latest_notice is not None:
            types_with_older_news.add(type(event))

    match.pacing._on_event_shown = check_news
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    assert CardPlayed in types_with_older_news


class TimerLoop:
    """Event loop that keeps one timer, which a test fires by hand."""

    def __init__(self):
        self.delay_s = None

    def call_later(self, delay_s, callback):
        self.delay_s, self._callback = delay_s, callback
        return self

    def cancel(self):
        self.delay_s = None

    def fire(self):
        self.delay_s, callback = None, self._callback
        callback()


async def test_scores_tricks_and_deals_are_shown_for_their_times(make_paced_match, monkeypatch):
    monkeypatch.setattr(pacing, "DISPLAY_TIME_FACTOR", 1.0)
    match = make_paced_match()
    loop = match.pacing._loop = TimerLoop()
    for line in match.lines[1:]:
        match.pacing.enqueue_event_line(line)
    times = {CardsDealt: set(), TrickTaken: set(), DealScored: set()}
    while match.shown_line_count < len(match.lines):
        for event_class, delays in times.items():
            if isinstance(match.shown_events[-1], event_class):
                delays.add(loop.delay_s)
        loop.fire()
    assert times == {
        CardsDealt: {pacing.DEAL_DISPLAY_S},
        TrickTaken: {TRICK_DISPLAY_S},
        DealScored: {SCORE_DISPLAY_S},
    }
