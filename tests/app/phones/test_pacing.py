"""Tests of when a phone shows events, alone and beside the table's screen."""

import pytest

from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.phones import pacing
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.screen import has_news
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.events import CardPlayed, Ended, Scored


class Sender:
    """Message sender of a view that only knows the lines it was given."""

    here = hints = True

    def __getattr__(self, name):
        return lambda *_: None


class PacedMatch:
    """First seat's view of a match, fed line by line through the phone's pacing."""

    def __init__(self, name="damn", options=None):
        sitters = tuple(Player(name, "bot", "easy") for name in ("Ida", "Tom", "Eva", "Kim"))
        header = settled_header(
            name, sitters, options or {"first": 2, "deals": 2}, seed_from("paced")
        )
        table = Table(GAMES[name], header)
        table.begin()
        table.play_out()
        self.lines = bytes(table.seats[0].told).splitlines()
        self.seen = []
        self.pacing = PhonePacing(self.seen.append, lambda: None)
        self.place = RemoteView(self.lines[0], Sender(), 1, seated=True)
        self.pacing.begin(self.place)
        self.pacing.settle()
        events = [self.place.read_event(line) for line in self.lines[1:]]
        self.results = [
            number for number, event in enumerate(events, 2) if isinstance(event, Scored | Ended)
        ]
        table.close()

    @property
    def count(self):
        """Number of shown lines, including the header."""
        return 1 + len(self.seen)


@pytest.fixture
def paced(monkeypatch):
    monkeypatch.setattr(pacing, "TEMPO", 0.0)
    monkeypatch.setattr(pacing, "MOST_BEHIND", 10_000)

    def begin(*game):
        return PacedMatch(*game)

    return begin


async def test_no_result_is_shown_before_the_screen_shows_it(paced):
    match = paced()
    match.pacing.follow_screen(1)
    for line in match.lines[1:]:
        match.pacing.take(line)
    for number in match.results:
        assert match.count == number - 1
        match.pacing.follow_screen(number)
        assert match.count >= number
    assert match.count == len(match.lines)
    assert not match.pacing.rests


async def test_a_result_that_the_screen_shows_is_shown_at_once(paced, monkeypatch):
    match = paced()
    monkeypatch.setattr(pacing, "TEMPO", 1.0)
    match.pacing.follow_screen(1)
    for line in match.lines[1:]:
        match.pacing.take(line)
    assert match.count < match.results[0] - 1  # An event before it is still being shown.
    match.pacing.follow_screen(match.results[0])
    assert match.count == match.results[0]
    assert isinstance(match.seen[-1], Scored)
    assert match.pacing.waits
    match.pacing.follow_screen(match.results[-1])
    assert match.place.over
    match.pacing.stop()


async def test_without_a_screen_or_where_it_shows_nothing_any_more_phones_go_on(paced):
    match = paced()
    match.pacing.follow_screen(1)
    for line in match.lines[1:]:
        match.pacing.take(line)
    assert match.pacing.rests
    match.pacing._on_screen_missed()
    assert match.count == len(match.lines)
    other = paced()
    for line in other.lines[1:]:
        other.pacing.take(line)
    assert other.count == len(other.lines)


async def test_whoever_reads_the_score_is_awaited_once_it_is_their_turn(paced, monkeypatch):
    match = paced()
    monkeypatch.setattr(pacing, "TEMPO", 1.0)
    match.pacing.follow_screen(None)
    for line in match.lines[1:]:
        match.pacing.take(line)
        if match.pacing.awaited:
            break
        if not match.pacing.waits:
            match.pacing.go_on()
    assert match.pacing.awaited
    assert match.place.turn_after(match.pacing._behind) == 0
    match.pacing.stop()
    assert not match.pacing.awaited


async def test_news_of_a_turn_goes_with_the_next_turn(paced):
    match = paced("rank", {"deals": 1})
    game, movers, kept = match.place.game, [None], set()

    def note(event):
        view = match.place.view
        movers.append(game.picture(view).mover)
        if has_news(game, event, view):
            assert match.pacing.news == (event, view)
        elif movers[-1] != movers[-2]:
            assert match.pacing.news is None
        elif match.pacing.news is not None:
            kept.add(type(event))

    match.pacing._seen = note
    for line in match.lines[1:]:
        match.pacing.take(line)
    assert CardPlayed in kept
