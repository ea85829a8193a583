"""A fake network session: it records requests and sends nothing."""

from collections.abc import Callable
from typing import Any

import msgspec

from greenbaize.app.network.connections import Joining, Opening
from greenbaize.app.network.session import Session
from greenbaize.app.seats.bot_launcher import HERE
from greenbaize.app.tables.matches import settled_header
from greenbaize.app.tables.player_view import LocalView
from greenbaize.app.tables.table import Table
from greenbaize.games import GAMES
from greenbaize.lan.discovery import FoundTable
from greenbaize.lan.wire import ChairShown, Lay, LobbyShown, Spoken
from greenbaize.match.player import Player
from greenbaize.rules.chance import seed_from
from greenbaize.rules.messages import Message

LAY = Lay(
    game="damn",
    seats=4,
    options={"first": 3, "deals": 5},
    bots="medium",
    clock=0,
    hints=True,
    hands=False,
)


def chair(name: str = "", who: str = "guest", **more: Any) -> ChairShown:
    """Create a chair, open unless it has a name."""
    told = {"ready": False, "here": bool(name), **more}
    return ChairShown(name=name, who=who if name else "open", **told)


def lobby(*chairs: ChairShown, you: int | None = 0, **more: Any) -> LobbyShown:
    """Create a lobby with these chairs, hosted by the first one."""
    told = {
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
        **more,
    }
    return LobbyShown(chairs=list(chairs), you=you, **told)


FOUR = (chair("Ida"), chair("Tom"), chair("Eva", ready=True), chair())


class Place(LocalView):
    """A seat at a table in this process whose connection can be lost."""

    def note_lost(self) -> None:
        pass


class Watcher(Place):
    """A spectator's view that has received nothing but a header."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, None)

    @property
    def told(self) -> bytearray:
        return bytearray(b"{}\n")


class FakeSession(Session):
    """A session that records requests and posts results as if from another thread."""

    hosting = False
    unwritten: Any = None

    def __init__(self, wish: Opening | Joining | None = None, *, hosting: bool = False) -> None:
        super().__init__(HERE)
        self.wish, self.hosting, self.here = wish, hosting, True
        self.begun = self.closed = False
        self.moments: list[int | None] = []
        """The number of lines shown on this screen, each time it was reported to the phones."""
        self.asked: list[Any] = []
        """Messages to the table, and other requests by name."""

    # Events that the tests trigger

    def open(self) -> None:
        """Report that the table is open."""
        self.tell(self.on_open, "ABC-234", ("192.168.1.5:40123", "[fe80::1]:40123"))

    def show(self, *chairs: ChairShown, **more: Any) -> None:
        """Report the lobby with these chairs."""
        self.tell(self.on_lobby, lobby(*chairs, **more))

    def change(self, **more: Any) -> None:
        """Report the lobby with changed fields."""
        assert self.lobby is not None
        self.tell(self.on_lobby, msgspec.structs.replace(self.lobby, **more))

    def play(
        self, *names: str, seed: str = "friends", people: int | None = None, watched: bool = False
    ) -> Table:
        """Start a match with these players; names beyond ``person_count`` are bots."""
        human = len(names) if people is None else people
        sitters = tuple(
            Player(name) if at < human else Player(name, "bot", "easy")
            for at, name in enumerate(names)
        )
        header = settled_header("damn", sitters, {"deals": 1}, seed_from(seed))
        table = Table(GAMES["damn"], header)
        seat = next(at for at, one in enumerate(header.sitters) if one.name == names[0])
        self.tell(self._enter, Watcher(table) if watched else Place(table, seat))
        return table

    def hear(self, name: str, text: str = "", word: str = "", seat: int | None = 1) -> None:
        """Deliver a chat message."""
        self.tell(self.on_spoken, Spoken(seat=seat, name=name, text=text, word=word))

    def end(self, why: Message | None) -> None:
        """End the session."""
        self.tell(self.on_over, why)

    # Requests, which are recorded

    def begin(self) -> None:
        self.begun = True

    def send(self, message: Any) -> None:
        self.asked.append(message)

    def renew_code(self) -> None:
        self.asked.append("renew-code")
        self.tell(self.on_open, "XYZ-567", self.addresses)

    def phones(self, *, on: bool) -> None:
        self.asked.append(("phones", on))

    def give_chair_back(self, number: int) -> None:
        self.asked.append(("give-chair-back", number))

    def show_moment(self, lines: int | None) -> None:
        self.moments.append(lines)

    def show_only(self, *, on: bool) -> None:
        self.asked.append(("show_only", on))

    def leave(self) -> None:
        self.asked.append(("leave",))

    def close(self) -> None:
        super().close()
        self.closed = True


class FakeFinder:
    """A table search whose results the tests set."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.tables: tuple[FoundTable, ...] = ()
        self.closed, self.has_network = False, True

    def find(self, *tables: FoundTable) -> None:
        """Set the tables found."""
        self.tables = tables
        self.changed()

    def close(self) -> None:
        self.closed = True


class Network:
    """Every session and table search that the window has started."""

    def __init__(self) -> None:
        self.sessions: list[FakeSession] = []
        self.finders: list[FakeFinder] = []

    @property
    def last(self) -> FakeSession:
        """The latest session."""
        return self.sessions[-1]

    def open_table(self, opening: Opening) -> FakeSession:
        self.sessions.append(FakeSession(opening, hosting=True))
        return self.last

    def join_table(self, joining: Joining) -> FakeSession:
        self.sessions.append(FakeSession(joining, hosting=False))
        return self.last

    def finder(self, changed: Callable[[], None]) -> FakeFinder:
        self.finders.append(FakeFinder(changed))
        return self.finders[-1]
