"""Routes through the window, and the navigator that takes them to the features' handlers."""

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
    """The first screen, which offers to resume an open match."""


class Begin(NamedTuple):
    """A match as requested by another start of the program."""

    request: PlayRequest


class BeginUsual(NamedTuple):
    """A match as set up at present."""


class PlayAgain(NamedTuple):
    """Another match with the same players, game and options."""


class NewMatch(NamedTuple):
    """The dialog for a new match, opened at ``game``; by default at the last one."""

    game: str = ""


class Resume(NamedTuple):
    """A match resumed from its record at ``seat``; asked for if several people have played."""

    path: Path
    seat: int | None = None


class SitDown(NamedTuple):
    """A match that runs elsewhere; ``prepare`` receives its page before the match begins.

    ``table_only`` lays the table out for onlookers some metres away; ``progress`` is how far a
    previous page had shown the match.
    """

    place: "PlayerView | Any"
    prepare: Callable[[Any], object]
    table_only: bool = False
    progress: "Progress | None" = None


class NewWindow(NamedTuple):
    """Another window, in a process of its own."""


class Lesson(NamedTuple):
    """The guided first deal of a game."""

    game: str


# History


class OpenRecord(NamedTuple):
    """A match from its record, replayed if nobody can continue it."""

    path: Path
    seat: int | None = None


class OpenFile(NamedTuple):
    """A record dropped on the program; asks first where a match is on the table."""

    path: Path


class Replay(NamedTuple):
    """A replay from ``seat`` (or as a ``Viewer``), at ``moment``, playing on if ``autoplay``."""

    path: Path
    seat: "Viewer | None" = None
    moment: int | None = None
    goes_on: bool = False


class UnfinishedMatches(NamedTuple):
    """The matches left before their end."""


class Matches(NamedTuple):
    """The list of all matches, or of those with one kind of ending."""

    ending: "Ending | None" = None


class Statistics(NamedTuple):
    """The statistics."""


class Exercises(NamedTuple):
    """The exercises of a game; by default of the one on the table."""

    game: str = ""


# Help, preferences, people


class Help(NamedTuple):
    """A page of the help; by default the rules of the game on the table."""

    page: str = ""


class Rule(NamedTuple):
    """The rule of a citation, in the help."""

    cited: str


class About(NamedTuple):
    """The dialog about this program."""


class Preferences(NamedTuple):
    """The preferences, at a page and a setting; by default at the page shown last."""

    page: int | None = None
    setting: str = ""


class People(NamedTuple):
    """The list of the people at this computer."""


class PersonMenu(NamedTuple):
    """The menu that selects the player, at a position of the screen."""

    below: "QPoint"


class HaveName(NamedTuple):
    """The dialog for a missing player name; ``action`` runs once there is a name."""

    deed: Callable[[], object]


# Tables with friends


class OpenTable(NamedTuple):
    """A new table for friends."""


class ReopenTable(NamedTuple):
    """The table of an unfinished match with friends, opened again."""

    path: Path
    header: "Header"


class JoinTable(NamedTuple):
    """The dialog that joins a table."""


class ComeBack(NamedTuple):
    """A table at which the player still has a seat."""

    table: "KnownTable"


ASKED_FIRST: Final = frozenset({Start, BeginUsual, Resume, Lesson, OpenRecord, Replay, JoinTable})
"""Routes before which the current page is asked whether it may be left.

``DroppedFileRoute``, ``RequestedMatchRoute``, ``OpenTableRoute`` and ``ReopenTableRoute`` ask by
themselves.
"""


class Navigator:
    """Registry of the handlers of routes."""

    def __init__(self, pages: Pages, notifications: Notifications) -> None:
        self._pages, self._notifications = pages, notifications
        self._ways: dict[type[Any], Callable[[Any], object]] = {}
        self.open: list[Callable[[], list[Destination]]] = []
        """Callables that return the routes of windows beside the page, to open them in another
        window.
        """

    def register(self, kind: type[Any], way: Callable[[Any], object]) -> None:
        """Register the handler of a type of routes; a text that it returns says why it failed."""
        self._ways[kind] = way

    def go(self, destination: Destination) -> str:
        """Navigate to a route; return the reason if that fails, otherwise an empty text."""
        if type(destination) in ASKED_FIRST and self._pages.asks_first(
            lambda: self.go_or_tell(destination)
        ):
            return ""
        problem = self._ways[type(destination)](destination)
        return problem if isinstance(problem, str) else ""

    def go_or_tell(self, destination: Destination) -> bool:
        """Navigate to a route, or show why that fails; return True on success."""
        problem = self.go(destination)
        if problem:
            self._notifications.tell(problem)
        return not problem
