"""Where one can go in the window: features say where to, and not who takes them there."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.shell.pages import Destination, Pages

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint

    from greenbaize.app.network.seat_secrets import KnownTable
    from greenbaize.app.tables.player_view import PlayerView
    from greenbaize.match.header import Header
    from greenbaize.match.past import Viewer
    from greenbaize.store.listing import Ending
    from greenbaize.ui.table.pace import Progress


# Matches


class Start(NamedTuple):
    """The first screen; an open match can be gone on with."""


class Begin(NamedTuple):
    """A match of what was asked for in another start of the program."""

    request: PlayRequest


class BeginUsual(NamedTuple):
    """A match of what is set up."""


class PlayAgain(NamedTuple):
    """Another match of the same players, game and options."""


class NewMatch(NamedTuple):
    """The question what to play, at first of a game; of the last one if none is named."""

    game: str = ""


class Resume(NamedTuple):
    """A match from its record, at somebody's seat; that is asked where several have played."""

    path: Path
    seat: int | None = None


class SitDown(NamedTuple):
    """A match that runs elsewhere; ``prepare`` is given its table before it begins.

    ``table_only`` lays it for all who look on from some metres away; ``progress`` is how far
    another table had shown it.
    """

    place: "PlayerView | Any"
    prepare: Callable[[Any], object]
    table_only: bool = False
    progress: "Progress | None" = None


class NewWindow(NamedTuple):
    """Another window, in a program of its own."""


class Lesson(NamedTuple):
    """A first deal of a game with a guide."""

    game: str


# Looking back


class OpenRecord(NamedTuple):
    """A match from its record, played back where nobody can go on with it."""

    path: Path
    seat: int | None = None


class OpenFile(NamedTuple):
    """A record that somebody has dropped here; asked first where a match is on the table."""

    path: Path


class Replay(NamedTuple):
    """A match played back: from which seat, or as ``viewer``, at which moment, going on or not."""

    path: Path
    seat: "Viewer | None" = None
    moment: int | None = None
    goes_on: bool = False


class UnfinishedMatches(NamedTuple):
    """The matches that were left before their end."""


class Matches(NamedTuple):
    """The list of all matches, or of those that have ended in a way."""

    ending: "Ending | None" = None


class Statistics(NamedTuple):
    """What has been counted."""


class Exercises(NamedTuple):
    """Exercises of a game; of the one on the table if none is named."""

    game: str = ""


# Help, preferences, people


class Help(NamedTuple):
    """A page of the help; the rules of the game on the table if none is named."""

    page: str = ""


class Rule(NamedTuple):
    """A rule as it is cited at the table."""

    cited: str


class About(NamedTuple):
    """What this program is."""


class Preferences(NamedTuple):
    """The preferences, at a page and a setting; by default at the page that was looked at last."""

    page: int | None = None
    setting: str = ""


class People(NamedTuple):
    """Everybody at this computer."""


class PersonMenu(NamedTuple):
    """The menu of who plays, at a point of the screen."""

    below: "QPoint"


class HaveName(NamedTuple):
    """The name of whoever plays, asked where there is none; then ``deed`` is done."""

    deed: Callable[[], object]


# Tables with friends


class OpenTable(NamedTuple):
    """A table for friends."""


class ReopenTable(NamedTuple):
    """The table of a match with friends that was left before its end."""

    path: Path
    header: "Header"


class JoinTable(NamedTuple):
    """The question at which table to sit."""


class ComeBack(NamedTuple):
    """A table at which one has a seat still."""

    table: "KnownTable"


ASKED_FIRST: Final = frozenset({Start, BeginUsual, Resume, Lesson, OpenRecord, Replay, JoinTable})
"""Before these the page is asked whether it may be left.

``OpenFile``, ``Begin``, ``OpenTable`` and ``ReopenTable`` see to that themselves.
"""


class Navigator:
    """Takes whoever asks to where they want to go, as the features have it."""

    def __init__(self, pages: Pages, notifications: Notifications) -> None:
        self._pages, self._notifications = pages, notifications
        self._ways: dict[type[Any], Callable[[Any], object]] = {}
        self.open: list[Callable[[], list[Destination]]] = []
        """Each says what is open beside the page, to be opened again in another window."""

    def register(self, kind: type[Any], way: Callable[[Any], object]) -> None:
        """Have a kind of destinations reached by this; a text that it returns says why not."""
        self._ways[kind] = way

    def go(self, destination: Destination) -> str:
        """Go somewhere; returns why that cannot be, or nothing."""
        if type(destination) in ASKED_FIRST and self._pages.asks_first(
            lambda: self.go_or_tell(destination)
        ):
            return ""
        problem = self._ways[type(destination)](destination)
        return problem if isinstance(problem, str) else ""

    def go_or_tell(self, destination: Destination) -> bool:
        """Go somewhere, or tell why that cannot be; whether it can."""
        problem = self.go(destination)
        if problem:
            self._notifications.tell(problem)
        return not problem
