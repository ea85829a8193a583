"""Clients of hosted tables for tests, with real threads and connections, that play at random."""

import random
from threading import Event
from threading import enumerate as threads
from time import monotonic

from greenbaize.app.network.connections import Joining, Opening, join_table, open_table
from greenbaize.games import GAMES
from greenbaize.lan.wire import Lay, ReadyMark
from greenbaize.rules.commands import Ready
from greenbaize.rules.options import settled
from lan.friends import SMALL

LONG_S = 60


def lay_of(game="damn", bots="random", **more):
    seats, options = SMALL[game]
    seats, options = more.pop("seats", seats), more.pop("options", options)
    settings = dict(settled(GAMES[game].options, seats, options))
    usual = {"bots": bots, "clock": 0, "hints": True, "hands": False}
    return Lay(game=game, seats=seats, options=settings, **usual | more)


def network_threads():
    return [one for one in threads() if one.name == "network"]


class Stayer:
    """Session listener that logs what it hears and can play at random."""

    def __init__(self, session, woken, *, plays=True, eager=True):
        self.session, self.plays, self.eager = session, plays, eager
        self.heard = []
        self.places = []
        self.events = []
        self.answers = []
        self.over = False
        self.why = None
        self._dice = random.Random(7)
        session.hearer = self
        session.wake_by(woken.set)

    def on_open(self):
        self.heard.append("open")

    def on_lobby(self, lobby):
        if self.eager and lobby.stage == "gathering" and lobby.you is not None:
            mine = lobby.chairs[lobby.you]
            if not mine.ready and not (self.places and self.places[-1].over):
                self.session.send(ReadyMark(ready=True))

    def on_match(self, place):
        self.heard.append("match")
        self.places.append(place)
        self.events = []
        views = []
        place.listen(lambda event: (self.events.append(event), views.append(place.view)))

    def on_stopped(self, by):
        del by
        self.heard.append("stopped")

    def on_spoken(self, spoken):
        self.heard.append(spoken)

    def on_denied(self, why):
        self.heard.append(why)

    def on_phones(self):
        self.heard.append(self.session.phones_shown)

    def on_lost(self):
        self.heard.append("lost")

    def on_back(self):
        self.heard.append("back")

    def on_whole(self, seal, record):
        self.heard.append(seal)

    def on_over(self, why):
        self.over, self.why = True, why

    @property
    def words(self):
        """Log entries about the session itself."""
        return [one for one in self.heard if isinstance(one, str)]

    @property
    def place(self):
        return self.session.place

    def act(self):
        """Submit a random legal command if it is the own turn, or say ready where it is asked."""
        place = self.place
        if not self.plays or place is None or place.over or self.over:
            return
        question = place.question
        if question is not None:
            legal = place.game.legal(place.view, place.seat)
            place.submit(self._dice.choice(legal), self.answers.append)
            return
        for offer in place.offers:
            if offer.kind == Ready.type:
                place.submit(offer.answers[0].command, self.answers.append)
                return


class Company:
    """Random players whose sessions are processed in the test's own thread."""

    def __init__(self):
        self.woken = Event()
        self.stayers = []

    def open(self, lay=None, *, record=None, plays=True, **more) -> Stayer:
        opening = Opening(
            "Kitchen", more.pop("you", "Host"), lay or lay_of(), record=record, **more
        )
        return self._add(open_table(opening), plays)

    def join(self, host, you, *, plays=True, eager=True, **more) -> Stayer:
        where = host if isinstance(host, tuple) else address_of(host)
        code = host.session.code if "code" not in more else more.pop("code")
        return self._add(join_table(Joining(*where, code, you, **more)), plays, eager)

    def _add(self, session, plays, eager=True) -> Stayer:
        stayer = Stayer(session, self.woken, plays=plays, eager=eager)
        self.stayers.append(stayer)
        session.begin()
        return stayer

    def until(self, holds):
        """Process all sessions until ``condition`` returns true; fail after ``TEST_TIMEOUT_S``."""
        limit = monotonic() + LONG_S
        while True:
            self.woken.clear()
            for stayer in self.stayers:
                stayer.session.attend()
                stayer.act()
            if holds():
                return
            assert self.woken.wait(limit - monotonic()), (
                f"timed out after {LONG_S} s: the condition does not hold"
            )

    def close(self):
        for stayer in self.stayers:
            stayer.session.close()


def address_of(stayer):
    """Return the host and port of an open table as seen from this computer."""
    return "127.0.0.1", int(stayer.session.addresses[0].rpartition(":")[2])


def opened(company: Company, *args, **more) -> Stayer:
    host = company.open(*args, **more)
    company.until(lambda: host.session.addresses or host.over)
    assert not host.over, host.why
    return host
