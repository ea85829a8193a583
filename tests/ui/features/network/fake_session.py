"""A fake network session: it records requests and sends nothing."""

from collections.abc import Callable
from typing import Any

import msgspec

from greenbaize.app.network.connections import HostOptions, JoinOptions
from greenbaize.app.network.session import Session, SessionListenerMessage
from greenbaize.app.seats.bot_launcher import IN_PROCESS_LAUNCHER
from greenbaize.app.tables.matches import create_header
from greenbaize.app.tables.player_view import LocalPlayerView
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan.discovery import DiscoveredTable
from greenbaize.lan.wire import ChairState, ChatMessage, LobbyMessage, MatchSetupMessage
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.chance import seed_from_text
from greenbaize.rules.messages import Message

TABLE_SETUP = MatchSetupMessage(
    game="damn",
    seats=4,
    options={"first": 3, "deals": 5},
    bots="medium",
    clock=0,
    hints=True,
    hands=False,
)


def make_chair(name: str = "", kind: str = "guest", **fields: Any) -> ChairState:
    """Create a chair, open unless it has a name."""
    values = {"ready": False, "here": bool(name), **fields}
    return ChairState(name=name, who=kind if name else "open", **values)


def make_lobby(*chairs: ChairState, **fields: Any) -> LobbyMessage:
    """Create a lobby with these chairs, hosted by the first one."""
    values = {
        "table": "Ida's table",
        "game": "damn",
        "options": {"first": 3, "deals": 5},
        "bots": "medium",
        "clock": 0,
        "hints": True,
        "hands": False,
        "watchers": 0,
        "stage": "gathering",
        "keeper": 0,
        "you": 0,
        **fields,
    }
    return LobbyMessage(chairs=list(chairs), **values)


FOUR_CHAIRS = (make_chair("Ida"), make_chair("Tom"), make_chair("Eva", ready=True), make_chair())


class FakeLocalView(LocalPlayerView):
    """A seat at a table in this process whose connection can be lost."""

    def on_connection_lost(self) -> None:
        pass


class FakeSpectatorView(FakeLocalView):
    """A spectator's view that has received nothing but a header."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, None)

    @property
    def view_lines(self) -> bytearray:
        return bytearray(b"{}\n")


class FakeSession(Session):
    """A session that records requests and posts results as if from another thread."""

    is_hosting = False
    unwritten_record: Any = None

    def __init__(
        self, options: HostOptions | JoinOptions | None = None, *, hosting: bool = False
    ) -> None:
        super().__init__(IN_PROCESS_LAUNCHER)
        self.options, self.is_hosting, self.is_connected = options, hosting, True
        self.is_started = self.is_closed = False
        self.reported_line_counts: list[int | None] = []
        """The number of lines shown on this screen, each time it was reported to the phones."""
        self.requests: list[Any] = []
        """Messages to the table, and other requests by name."""

    # Events that the tests trigger

    def report_open(self) -> None:
        """Report that the table is open."""
        self.call_owner(self.on_open, "ABC-234", ("192.168.1.5:40123", "[fe80::1]:40123"))

    def receive_message(self, message: SessionListenerMessage) -> None:
        """Deliver a message of the table."""
        self.call_owner(self.on_message, message)

    def report_lobby(self, *chairs: ChairState, **fields: Any) -> None:
        """Report the lobby with these chairs."""
        self.receive_message(make_lobby(*chairs, **fields))

    def change_lobby(self, **fields: Any) -> None:
        """Report the lobby with changed fields."""
        assert self.lobby is not None
        self.receive_message(msgspec.structs.replace(self.lobby, **fields))

    def start_match(
        self,
        *names: str,
        seed: str = "friends",
        person_count: int | None = None,
        as_spectator: bool = False,
    ) -> Table:
        """Start a match with these players; names beyond ``person_count`` are bots."""
        human = len(names) if person_count is None else person_count
        players = tuple(
            HeaderPlayer(name) if index < human else HeaderPlayer(name, "bot", "easy")
            for index, name in enumerate(names)
        )
        header = create_header("damn", players, {"deals": 1}, seed_from_text(seed))
        table = Table(GAMES["damn"], header)
        seat = next(index for index, player in enumerate(header.players) if player.name == names[0])
        self.call_owner(
            self._show_match,
            FakeSpectatorView(table) if as_spectator else FakeLocalView(table, seat),
        )
        return table

    def receive_chat(self, name: str, text: str = "", word: str = "", seat: int | None = 1) -> None:
        """Deliver a chat message."""
        self.receive_message(ChatMessage(seat=seat, name=name, text=text, word=word))

    def report_end(self, reason: Message | None) -> None:
        """End the session."""
        self.call_owner(self.on_over, reason)

    # Requests, which are recorded

    def start_session(self) -> None:
        self.is_started = True

    def send_message(self, message: Any) -> None:
        self.requests.append(message)

    def renew_code(self) -> None:
        self.requests.append("renew-code")
        self.call_owner(self.on_open, "XYZ-567", self.addresses)

    def switch_phones(self, *, on: bool) -> None:
        self.requests.append(("phones", on))

    def return_phone_chair(self, number: int) -> None:
        self.requests.append(("give-chair-back", number))

    def report_shown_lines(self, line_count: int | None) -> None:
        self.reported_line_counts.append(line_count)

    def set_show_only(self, *, on: bool) -> None:
        self.requests.append(("show_only", on))

    def leave_table(self) -> None:
        self.requests.append(("leave",))

    def close(self) -> None:
        super().close()
        self.is_closed = True


class FakeFinder:
    """A table search whose results the tests set."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.tables: tuple[DiscoveredTable, ...] = ()
        self.closed, self.has_network = False, True

    def set_tables(self, *tables: DiscoveredTable) -> None:
        """Set the tables found."""
        self.tables = tables
        self.changed()

    def close(self) -> None:
        self.closed = True


class FakeNetwork:
    """Every session and table search that the window has started."""

    def __init__(self) -> None:
        self.sessions: list[FakeSession] = []
        self.finders: list[FakeFinder] = []

    @property
    def last_session(self) -> FakeSession:
        """The latest session."""
        return self.sessions[-1]

    def open_table(self, opening: HostOptions) -> FakeSession:
        self.sessions.append(FakeSession(opening, hosting=True))
        return self.last_session

    def join_table(self, joining: JoinOptions) -> FakeSession:
        self.sessions.append(FakeSession(joining, hosting=False))
        return self.last_session

    def start_search(self, changed: Callable[[], None]) -> FakeFinder:
        self.finders.append(FakeFinder(changed))
        return self.finders[-1]
