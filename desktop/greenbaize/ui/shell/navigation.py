"""Routes through the window, and the navigator that takes them to the features' handlers."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.shell.notifications import NotificationService
from greenbaize.ui.shell.pages import PageController, Route

if TYPE_CHECKING:
    from PySide6.QtCore import QPoint
    from PySide6.QtWidgets import QWidget

    from greenbaize.app.memory.par_replay import ComparedPlay
    from greenbaize.app.network.seat_secrets import KnownTable
    from greenbaize.app.tables.player_view import PlayerView
    from greenbaize.match.event_log import Viewer
    from greenbaize.match.header import RecordHeader
    from greenbaize.store.match_list import MatchStatus
    from greenbaize.ui.table.pace import ShownProgress


# Matches


class StartRoute(NamedTuple):
    """The first screen, which offers to resume an open match."""


class RequestedMatchRoute(NamedTuple):
    """A match as requested by another start of the program."""

    request: PlayRequest


class DefaultMatchRoute(NamedTuple):
    """A match as set up at present, with new cards or those of a seed."""

    seed: str | None = None


class RematchRoute(NamedTuple):
    """Another match with the same players, game and options."""


class PreparedMatchRoute(NamedTuple):
    """A match with this header."""

    header: "RecordHeader"


class NewMatchRoute(NamedTuple):
    """The dialog for a new match, opened at ``game``; by default at the last one."""

    game: str = ""


class ResumeRoute(NamedTuple):
    """A match resumed from its record at ``seat``; asked for if several people have played."""

    path: Path
    seat: int | None = None


class RemoteMatchRoute(NamedTuple):
    """A match that runs elsewhere; ``prepare`` receives its page before the match begins.

    ``table_only`` lays the table out for onlookers some metres away; ``progress`` is how far a
    previous page had shown the match.
    """

    player_view: "PlayerView | Any"
    prepare: Callable[[Any], object]
    table_only: bool = False
    progress: "ShownProgress | None" = None


class NewWindowRoute(NamedTuple):
    """Another window, in a process of its own."""


class LessonRoute(NamedTuple):
    """The guided first deal of a game."""

    game: str


class WarmUpRoute(NamedTuple):
    """The steps before a first deal of a game, all of them."""

    game: str


class NewStepsRoute(NamedTuple):
    """What is to begin, after the steps before it that have not been shown."""

    game: str
    on_finished: Callable[[], object]


class KeepRulesRoute(NamedTuple):
    """The dialog that keeps the house rules in a text."""

    text: str


# Challenges


class PlayChallengeRoute(NamedTuple):
    """The dialog for the code of a challenge, filled with a text."""

    text: str = ""


class SendChallengeRoute(NamedTuple):
    """The dialog that makes a challenge of a recorded match."""

    path: Path


class ChallengeResultRoute(NamedTuple):
    """The result code of a recorded challenge, copied."""

    path: Path


class CompareRoute(NamedTuple):
    """The dialog that compares results of a challenge, filled with a text or a day's deal."""

    text: str = ""
    day: str = ""


class DailyRoute(NamedTuple):
    """The deal of the day."""


# History


class RecordRoute(NamedTuple):
    """A match from its record, replayed if nobody can continue it."""

    path: Path
    seat: int | None = None


class DroppedFileRoute(NamedTuple):
    """A record dropped on the program; asks first where a match is on the table."""

    path: Path


class MomentRoute(NamedTuple):
    """A moment of a match, from the line of text as which it was copied."""

    text: str


class ReplayRoute(NamedTuple):
    """A replay from ``seat`` (or as a ``Viewer``), at ``moment``, playing on if ``autoplay``."""

    path: Path
    seat: "Viewer | None" = None
    moment: int | None = None
    autoplay: bool = False


class ParReplayRoute(NamedTuple):
    """A deal of a match beside its par, from where both part.

    ``level`` is by default that of the preferences. ``name`` is that of a person who is not the
    user. The window is one of ``parent``, by default of the program's window.
    """

    path: Path
    deal: int
    level: str = ""
    name: str = ""
    parent: "QWidget | None" = None


class ComparedReplayRoute(NamedTuple):
    """A deal (from 1) as two played it in the same chair of one match, from where both part."""

    header: "RecordHeader"
    seat: int
    plays: "tuple[ComparedPlay, ComparedPlay]"
    deal: int
    parent: "QWidget | None" = None


class UnfinishedMatchesRoute(NamedTuple):
    """The matches left before their end."""


class MatchListRoute(NamedTuple):
    """The list of all matches, or of those with one kind of ending."""

    ending: "MatchStatus | None" = None


class StatisticsRoute(NamedTuple):
    """The statistics, or how the person plays."""

    shows_habits: bool = False


class ExercisesRoute(NamedTuple):
    """The exercises of a game; by default of the one on the table.

    ``is_own``: those from the person's own matches, of one kind of mistake if ``kind`` is given,
    those of the match with the identity ``first_match`` first.
    """

    game: str = ""
    is_own: bool = False
    kind: str = ""
    first_match: str = ""


# Help, preferences, people


class HelpRoute(NamedTuple):
    """A page of the help; by default the rules of the game on the table."""

    page: str = ""


class RuleRoute(NamedTuple):
    """The rule of a citation, in the help."""

    cited: str


class AboutRoute(NamedTuple):
    """The dialog about this program."""


class PreferencesRoute(NamedTuple):
    """The preferences, at a page and a setting; by default at the page shown last."""

    page: int | None = None
    setting: str = ""


class AddDeckRoute(NamedTuple):
    """The preferences of cards, adding a deck."""

    path: Path


class PeopleRoute(NamedTuple):
    """The list of the people at this computer."""


class PersonMenuRoute(NamedTuple):
    """The menu that selects the player, at a position of the screen."""

    position: "QPoint"


class PlayerNameRoute(NamedTuple):
    """The dialog for a missing player name; ``action`` runs once there is a name."""

    action: Callable[[], object]


# Tables with friends


class OpenTableRoute(NamedTuple):
    """A new table for friends."""


class ReopenTableRoute(NamedTuple):
    """The table of an unfinished match with friends, opened again."""

    path: Path
    header: "RecordHeader"


class JoinTableRoute(NamedTuple):
    """The dialog that joins a table."""


class RejoinTableRoute(NamedTuple):
    """A table at which the player still has a seat."""

    table: "KnownTable"


GUARDED_ROUTES: Final = frozenset(
    {
        StartRoute,
        DefaultMatchRoute,
        PreparedMatchRoute,
        ResumeRoute,
        LessonRoute,
        WarmUpRoute,
        RecordRoute,
        ReplayRoute,
        JoinTableRoute,
    }
)
"""Routes before which the current page is asked whether it may be left.

``DroppedFileRoute``, ``RequestedMatchRoute``, ``OpenTableRoute`` and ``ReopenTableRoute`` ask by
themselves.
"""


class Navigator:
    """Registry of the handlers of routes."""

    def __init__(self, pages: PageController, notifications: NotificationService) -> None:
        self._pages, self._notifications = pages, notifications
        self._handlers: dict[type[Any], Callable[[Any], object]] = {}
        self.open_route_providers: list[Callable[[], list[Route]]] = []
        """Callables that return the routes of windows beside the page, to open them in another
        window.
        """

    def register_route(self, route_type: type[Any], handler: Callable[[Any], object]) -> None:
        """Register the handler of a type of routes; a text that it returns says why it failed."""
        self._handlers[route_type] = handler

    def navigate_to(self, route: Route) -> str:
        """Navigate to a route; return the reason if that fails, otherwise an empty text."""
        if type(route) in GUARDED_ROUTES and self._pages.confirm_leave(
            lambda: self.navigate_or_notify(route)
        ):
            return ""
        error = self._handlers[type(route)](route)
        return error if isinstance(error, str) else ""

    def navigate_or_notify(self, route: Route) -> bool:
        """Navigate to a route, or show why that fails; return True on success."""
        error = self.navigate_to(route)
        if error:
            self._notifications.show_sentence(error)
        return not error
