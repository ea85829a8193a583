"""What opens beside the table: the list of all matches, the statistics and the exercises."""

from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.navigation import Exercises, Matches, Statistics
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    # Nothing of this is needed for the first paint.
    from greenbaize.ui.learning.exercises import ExercisesWindow
    from greenbaize.ui.memory.matches import MatchesWindow
    from greenbaize.ui.memory.statistics import StatisticsWindow

    LookingWindow = MatchesWindow | StatisticsWindow | ExercisesWindow


class Looking:
    """Has the windows about all matches.

    Args:
        services: the window's services.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.matches: MatchesWindow | None = None
        """The list of matches, once somebody has asked for it."""
        self.statistics: StatisticsWindow | None = None
        """The statistics, once somebody has asked for them."""
        self.exercises: ExercisesWindow | None = None
        """The exercises, once somebody has asked for them."""
        navigator = services.navigator
        navigator.register(Matches, self._list)
        navigator.register(Statistics, lambda _: self.show_statistics())
        navigator.register(Exercises, lambda to: self.show_exercises(to.game))
        navigator.open.append(self._open)
        services.persons.changed.connect(self._on_persons_changed)

    def actions(self) -> list[Action]:
        """The entries of the menu."""
        return [
            Action(
                id="matches",
                text=tr("All &matches…"),
                run=self.show_matches,
                menu=MATCH,
                place=6,
                keys="Ctrl+L",
            ),
            Action(
                id="statistics",
                text=tr("&Statistics…"),
                run=self.show_statistics,
                menu=MATCH,
                place=7,
                keys="Ctrl+Shift+L",
            ),
        ]

    def _list(self, to: Matches) -> None:
        matches = self.show_matches()
        if to.ending is not None:
            matches.show_ending(to.ending)

    def _open(self) -> list[Destination]:
        """The windows that are open."""
        made: list[tuple[LookingWindow | None, Destination]] = [
            (self.matches, Matches()),
            (self.statistics, Statistics()),
            (self.exercises, Exercises()),
        ]
        return [way for window, way in made if window is not None and window.isVisible()]

    def show_matches(self) -> "MatchesWindow":
        """Show the list of all matches."""
        from greenbaize.ui.memory.matches import MatchesWindow  # noqa: PLC0415

        if self.matches is None:
            self.matches = MatchesWindow(self._services)
        else:
            self.matches.come_back()
        self._show(self.matches)
        return self.matches

    def show_statistics(self) -> "StatisticsWindow":
        """Show what has been counted of whoever plays here, and of others."""
        from greenbaize.ui.memory.statistics import StatisticsWindow  # noqa: PLC0415

        if self.statistics is None:
            self.statistics = StatisticsWindow(self._services)
        else:
            self.statistics.read_all()
        self._show(self.statistics)
        return self.statistics

    def show_exercises(self, game: str = "") -> "ExercisesWindow":
        """Show exercises of a game, or of the one that is on the table or was played last."""
        from greenbaize.ui.learning.exercises import ExercisesWindow  # noqa: PLC0415

        table = self._services.pages.table
        usual = self._services.setup.game if table is None else table.place.game.name
        game = game or usual
        if self.exercises is None:
            self.exercises = ExercisesWindow(self._services, game)
        elif self.exercises.isHidden():
            self.exercises.show_game(game)
        self._show(self.exercises)
        return self.exercises

    def _show(self, window: "LookingWindow") -> None:
        """Show a window, while it is looked whether there are new matches."""
        from greenbaize.ui.window_geometry import come_forward  # noqa: PLC0415

        self._services.history.look()
        window.show()
        come_forward(window)

    def _on_persons_changed(self) -> None:
        """Show people as they are called now."""
        if self.matches is not None:
            self.matches.list.see_changes()

    def close(self) -> None:
        """Close the windows."""
        for window in (self.matches, self.statistics, self.exercises):
            if window is not None:
                window.close()
