"""A stay at a table that never leaves this process: what is asked for is noted, nothing is sent."""

from collections.abc import Callable
from typing import Any

import msgspec

from greenbaize.app.network.session import Joining, Opening
from greenbaize.app.network.session_presenter import SessionHearer
from greenbaize.app.phones.shown import PhonesShown
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
    options={"first": 3, "deals": 2},
    bots="medium",
    clock=0,
    hints=True,
    hands=False,
)


def chair(name: str = "", who: str = "guest", **more: Any) -> ChairShown:
    """A chair; somebody sits there if they have a name."""
    told = {"ready": False, "here": bool(name), **more}
    return ChairShown(name=name, who=who if name else "open", **told)


def lobby(*chairs: ChairShown, you: int | None = 0, **more: Any) -> LobbyShown:
    """A table with these chairs, kept by whoever has the first one."""
    told = {
        "table": "Ida's table",
        "game": "damn",
        "options": {"first": 3, "deals": 2},
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


class FakeWatch:
    """What all may see of a table; ``place`` is told to whoever follows it."""

    def __init__(self) -> None:
        self.over = False
        self.place: Any = None
        self._hearer: Any = None

    def begin(self, hearer: Any) -> None:
        self._hearer = hearer

    def tell(self, place: Any) -> None:
        """A match is told."""
        self.place = place
        self._hearer.on_match(place)

    def close(self) -> None:
        self.over = True


class FakeSession:
    """Notes what is asked for; what it tells comes by ``tell``, as from another thread."""

    def __init__(self, wish: Opening | Joining, *, hosting: bool) -> None:
        self.wish = wish
        self.hosting = hosting
        self.code = ""
        self.addresses: tuple[str, ...] = ()
        self.lobby: LobbyShown | None = None
        self.place: Any = None
        self.here = True
        self.begun = self.closed = False
        self.asked: list[Any] = []
        """Messages to the table, and what else is asked for by its name."""
        self.phones_shown = PhonesShown()
        self.watch: FakeWatch | None = None
        self.hearer: SessionHearer
        self._woken: Callable[[], None] = lambda: None
        self._waiting: list[tuple[str, tuple[Any, ...]]] = []

    def wake_by(self, woken: Callable[[], None]) -> None:
        self._woken = woken

    def begin(self) -> None:
        self.begun = True

    def attend(self) -> None:
        while self._waiting and not self.closed:
            name, told = self._waiting.pop(0)
            getattr(self.hearer, name)(*told)

    # What the tests let happen

    def tell(self, name: str, *told: Any) -> None:
        """Tell something; it is heard once the window attends to it."""
        if name == "on_lobby":
            self.lobby = told[0]
        elif name == "on_match":
            self.place = told[0]
        elif name in ("on_lost", "on_back"):
            self.here = name == "on_back"
        self._waiting.append((name, told))
        self._woken()

    def open(self) -> None:
        """The table is open."""
        self.code, self.addresses = "ABC-234", ("192.168.1.5:40123", "[fe80::1]:40123")
        self.tell("on_open")

    def show(self, *chairs: ChairShown, **more: Any) -> None:
        """Show the table."""
        self.tell("on_lobby", lobby(*chairs, **more))

    def change(self, **more: Any) -> None:
        """Show the table with something changed."""
        assert self.lobby is not None
        self.tell("on_lobby", msgspec.structs.replace(self.lobby, **more))

    def play(self, *names: str, seed: str = "friends", people: int | None = None) -> Table:
        """Let a match begin at which these sit; the rest are computer players."""
        human = len(names) if people is None else people
        sitters = tuple(
            Player(name) if at < human else Player(name, "bot", "easy")
            for at, name in enumerate(names)
        )
        header = settled_header("damn", sitters, {"deals": 1}, seed_from(seed))
        table = Table(GAMES["damn"], header)
        seat = next(at for at, one in enumerate(header.sitters) if one.name == names[0])
        self.tell("on_match", LocalView(table, seat))
        return table

    def say(self, text: str = "", word: str = "") -> None:
        self.asked.append(("say", text, word))

    def hear(self, name: str, text: str = "", word: str = "", seat: int | None = 1) -> None:
        """Somebody says something."""
        self.tell("on_spoken", Spoken(seat=seat, name=name, text=text, word=word))

    def end(self, why: Message | None) -> None:
        """The stay is over."""
        self.tell("on_over", why)

    # What is asked for

    def phones(self, *, on: bool) -> None:
        self.asked.append(("phones", on))

    def show_phones(self, shown: PhonesShown) -> None:
        """Say how phones come, and who has."""
        self.phones_shown = shown
        self.hearer.on_phones()

    def show_only(self, *, on: bool) -> None:
        self.asked.append(("show_only", on))

    def watching(self) -> "FakeWatch | None":
        self.watch = FakeWatch() if self.hosting else None
        return self.watch

    def send(self, message: Any) -> None:
        self.asked.append(message)

    def stand_in(self, seat: int, *, on: bool) -> None:
        self.asked.append(("stand_in", seat, on))

    def leave(self) -> None:
        self.asked.append(("leave",))

    def close(self) -> None:
        self.closed = True


class FakeFinder:
    """Finds what the tests put into it."""

    def __init__(self, changed: Callable[[], None]) -> None:
        self.changed = changed
        self.tables: tuple[FoundTable, ...] = ()
        self.closed = False

    def find(self, *tables: FoundTable) -> None:
        """Let tables be known."""
        self.tables = tables
        self.changed()

    def close(self) -> None:
        self.closed = True


class Network:
    """Every stay that the window has begun, and what it could find."""

    def __init__(self) -> None:
        self.sessions: list[FakeSession] = []
        self.finders: list[FakeFinder] = []

    @property
    def last(self) -> FakeSession:
        """The latest stay."""
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
