"""What opens beside the table: the list of all matches, the statistics and the exercises."""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QWidget

    # Nothing of this is needed for the first paint.
    from greenbaize.ui.exercises.window import ExercisesWindow
    from greenbaize.ui.memory.archive import Archive
    from greenbaize.ui.memory.matches import MatchesWindow
    from greenbaize.ui.memory.statistics import StatisticsWindow
    from greenbaize.ui.theme import Theme
    from greenbaize.ui.window import MainWindow

    LookingWindow = MatchesWindow | StatisticsWindow | ExercisesWindow

ARCHIVE_MS: Final = 1000
"""After how long it is looked which matches are new: first comes what somebody waits for."""


class Looking:
    """Has the windows about all matches, and keeps up what they show.

    Args:
        window: the program's window.
    """

    def __init__(self, window: "MainWindow") -> None:
        self._window = window
        self.archive: Archive | None = None
        """Keeps the database of matches up, once the window has been painted."""
        self.matches: MatchesWindow | None = None
        """The list of matches, once somebody has asked for it."""
        self.statistics: StatisticsWindow | None = None
        """The statistics, once somebody has asked for them."""
        self.exercises: ExercisesWindow | None = None
        """The exercises, once somebody has asked for them."""

    def begin(self) -> None:
        """Have the database kept up from now on."""
        self._have_archive().look_in(ARCHIVE_MS)

    def look(self) -> None:
        """Have the database brought up to what has just been played."""
        if self.archive is not None:
            self.archive.look()

    def show_matches(self) -> "MatchesWindow":
        """Show the list of all matches."""
        from greenbaize.ui.memory.matches import MatchesWindow  # noqa: PLC0415

        if self.matches is None:
            self.matches = MatchesWindow(self._window, self._have_archive(), self._window.theme)
        else:
            self.matches.come_back()
        self._show(self.matches)
        return self.matches

    def show_statistics(self) -> "StatisticsWindow":
        """Show what has been counted of whoever plays here, and of others."""
        from greenbaize.ui.memory.statistics import StatisticsWindow  # noqa: PLC0415

        if self.statistics is None:
            archive, theme = self._have_archive(), self._window.theme
            self.statistics = StatisticsWindow(self._window, archive, theme)
        else:
            self.statistics.read_all()
        self._show(self.statistics)
        return self.statistics

    def show_exercises(self, game: str = "") -> "ExercisesWindow":
        """Show exercises of a game, or of the one that is on the table or was played last."""
        from greenbaize.ui.exercises.window import ExercisesWindow  # noqa: PLC0415

        window = self._window
        laid = window.laid
        game = game or (laid.place.game.name if laid is not None else window.wanted[0])
        if self.exercises is None:
            self.exercises = ExercisesWindow(window, game, window.theme)
        elif self.exercises.isHidden():
            self.exercises.show_game(game)
        self._show(self.exercises)
        return self.exercises

    def _have_archive(self) -> "Archive":
        from greenbaize.ui.memory.archive import Archive  # noqa: PLC0415

        if self.archive is None:
            self.archive = Archive(self._window)
        return self.archive

    def _show(self, window: "QWidget") -> None:
        """Show a window, while it is looked whether there are new matches."""
        from greenbaize.ui.calls import come_forward  # noqa: PLC0415

        self.look()
        window.show()
        come_forward(window)

    def see_persons(self) -> None:
        """Show people as they are called now."""
        if self.matches is not None:
            self.matches.list.see_changes()

    @property
    def _made(self) -> "list[tuple[LookingWindow, Callable[[Looking], QWidget]]]":
        """The windows that there are, each with how it is shown."""
        ways: list[tuple[LookingWindow | None, Callable[[Looking], QWidget]]] = [
            (self.matches, Looking.show_matches),
            (self.statistics, Looking.show_statistics),
            (self.exercises, Looking.show_exercises),
        ]
        return [(window, show) for window, show in ways if window is not None]

    @property
    def seen(self) -> "list[Callable[[Looking], QWidget]]":
        """How to show each of the windows that are open, beside another window of the program."""
        return [show for window, show in self._made if window.isVisible()]

    def set_theme(self, theme: "Theme") -> None:
        """Take the colours of a theme."""
        for window, _ in self._made:
            window.set_theme(theme)

    def close(self) -> None:
        """Close the windows, and keep nothing up any more."""
        if self.archive is not None:
            self.archive.close()
        for window, _ in self._made:
            window.close()
