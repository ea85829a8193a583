"""Clients of hosted tables for tests, with real threads and connections, that play at random."""

import random
from threading import Event
from time import monotonic

from greenbaize.app.network.connections import (
    HostOptions,
    JoinOptions,
    create_guest_session,
    create_host_session,
)
from greenbaize.app.network.session import StoredRecord, describe_denial
from greenbaize.games import GAMES
from greenbaize.lan.wire import (
    LobbyMessage,
    MatchSetupMessage,
    MatchStoppedMessage,
    ReadyMessage,
    RequestDeniedMessage,
)
from greenbaize.rules.commands import ReadyCommand
from greenbaize.rules.options import resolve_options
from lan.random_guests import SHORT_SETUPS
from waiting import describe_condition

TEST_TIMEOUT_S = 60


def make_match_setup(game="damn", bots="random", **fields):
    seats, options = SHORT_SETUPS[game]
    seats, options = fields.pop("seats", seats), fields.pop("options", options)
    settings = dict(resolve_options(GAMES[game].options, seats, options))
    usual = {"bots": bots, "clock": 0, "hints": True, "hands": False}
    return MatchSetupMessage(game=game, seats=seats, options=settings, **usual | fields)


class RandomPlayer:
    """Session listener that logs what it hears and can play at random."""

    def __init__(self, session, wake_event, *, plays_cards=True, gets_ready=True):
        self.session, self.plays_cards, self.gets_ready = session, plays_cards, gets_ready
        self.log = []
        self.player_views = []
        self.events = []
        self.results = []
        self.is_over = False
        self.end_reason = None
        self._random = random.Random(7)
        session.listener = self
        session.set_wake_callback(wake_event.set)

    def on_open(self):
        self.log.append("open")

    def on_message(self, message):
        match message:
            case LobbyMessage():
                self._answer_lobby(message)
            case MatchStoppedMessage():
                self.log.append("stopped")
            case RequestDeniedMessage(why=code):
                self.log.append(describe_denial(code))
            case StoredRecord(seal=seal):
                self.log.append(seal)
            case _:
                self.log.append(message)

    def _answer_lobby(self, lobby):
        if self.gets_ready and lobby.stage == "gathering" and lobby.you is not None:
            own_chair = lobby.chairs[lobby.you]
            if not own_chair.ready and not (self.player_views and self.player_views[-1].is_over):
                self.session.send_message(ReadyMessage(ready=True))

    def on_match(self, player_view):
        self.log.append("match")
        self.player_views.append(player_view)
        self.events = []
        seen_views = []
        player_view.add_listener(
            lambda event: (self.events.append(event), seen_views.append(player_view.view))
        )

    def on_warning(self, warning):
        self.log.append(warning)

    def on_phones(self):
        self.log.append(self.session.phones_state)

    def on_connection_lost(self):
        self.log.append("lost")

    def on_reconnected(self):
        self.log.append("back")

    def on_over(self, end_reason):
        self.is_over, self.end_reason = True, end_reason

    @property
    def session_events(self):
        """Log entries about the session itself."""
        return [entry for entry in self.log if isinstance(entry, str)]

    @property
    def player_view(self):
        return self.session.player_view

    def act_if_asked(self):
        """Submit a random legal command if it is the own turn, or say ready where it is asked."""
        view = self.player_view
        if not self.plays_cards or view is None or view.is_over or self.is_over:
            return
        question = view.question
        if question is not None:
            legal = view.game.legal(view.view, view.seat)
            view.submit(self._random.choice(legal), self.results.append)
            return
        for offer in view.offers:
            if offer.kind == ReadyCommand.type:
                view.submit(offer.answers[0].command, self.results.append)
                return


class PlayerGroup:
    """Random players whose sessions are processed in the test's own thread."""

    def __init__(self):
        self.wake_event = Event()
        self.players = []

    def open_table(
        self, match_setup=None, *, own_name="Host", record_path=None, plays_cards=True, **options
    ) -> RandomPlayer:
        host_options = HostOptions(
            "Kitchen",
            own_name,
            match_setup or make_match_setup(),
            record_path=record_path,
            **options,
        )
        return self._add_player(create_host_session(host_options), plays_cards)

    def join_table(
        self, host, own_name, *, plays_cards=True, gets_ready=True, **options
    ) -> RandomPlayer:
        address = host if isinstance(host, tuple) else local_address(host)
        code = host.session.code if "code" not in options else options.pop("code")
        return self._add_player(
            create_guest_session(JoinOptions(*address, code, own_name, **options)),  # type: ignore[call-arg]
            plays_cards,
            gets_ready,
        )

    def _add_player(self, session, plays_cards, gets_ready=True) -> RandomPlayer:
        player = RandomPlayer(
            session, self.wake_event, plays_cards=plays_cards, gets_ready=gets_ready
        )
        self.players.append(player)
        session.start_session()
        return player

    def process_until(self, condition):
        """Process all sessions until ``condition`` returns true; fail after ``TEST_TIMEOUT_S``."""
        limit = monotonic() + TEST_TIMEOUT_S
        while True:
            self.wake_event.clear()
            for player in self.players:
                player.session.process_pending()
                player.act_if_asked()
            if condition():
                return
            assert self.wake_event.wait(limit - monotonic()), (
                f"timed out after {TEST_TIMEOUT_S} s at {describe_condition(condition)}"
            )

    def close(self):
        for player in self.players:
            player.session.close()


def local_address(host):
    """Return the host and port of an open table as seen from this computer."""
    return "127.0.0.1", int(host.session.addresses[0].rpartition(":")[2])


def open_hosted_table(group: PlayerGroup, *args, **options) -> RandomPlayer:
    host = group.open_table(*args, **options)
    group.process_until(lambda: host.session.addresses or host.is_over)
    assert not host.is_over, host.end_reason
    return host
