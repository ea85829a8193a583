"""Windows beside the table: matches, statistics, exercises, preferences, another instance."""

from PySide6.QtCore import QProcess

from greenbaize.app.language import asked_for
from greenbaize.app.seats.bot_launcher import own_words
from greenbaize.app.working_folder import working_folder
from greenbaize.store.listing import Ending
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.features.history.matches import MatchesWindow
from greenbaize.ui.features.history.statistics import StatisticsWindow
from greenbaize.ui.features.learn.exercises import ExercisesWindow
from greenbaize.ui.features.preferences.preferences import PreferencesDialog
from greenbaize.ui.shell.navigation import Exercises, Matches, People, Preferences, Statistics
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.placing import open_beside
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.window_geometry import come_forward
from greenbaize.words.catalogue import tr

LookingWindow = MatchesWindow | StatisticsWindow | ExercisesWindow


class WindowManager:
    """Owner of the windows about all matches and of the preferences, which apply at once."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.matches: MatchesWindow | None = None
        self.statistics: StatisticsWindow | None = None
        self.exercises: ExercisesWindow | None = None
        self._page = 0
        """The index of the preferences page shown last."""
        self._asks = False
        """True while the preferences are open."""
        services.persons.changed.connect(self._on_persons_changed)

    def open_now(self) -> list[Destination]:
        made: list[tuple[LookingWindow | None, Destination]] = [
            (self.matches, Matches()),
            (self.statistics, Statistics()),
            (self.exercises, Exercises()),
        ]
        shown = [way for window, way in made if window is not None and window.isVisible()]
        # A language change rebuilds the window, and it is chosen on that page.
        return [*shown, *([Preferences(self._page, "language")] if self._asks else [])]

    def list_matches(self, ending: Ending | None) -> None:
        matches = self.show_matches()
        if ending is not None:
            matches.list.filters.show_ending(ending)

    def show_matches(self) -> MatchesWindow:
        if self.matches is None:
            self.matches = MatchesWindow(self._services)
        else:
            self.matches.come_back()
        self._show(self.matches)
        return self.matches

    def show_statistics(self) -> StatisticsWindow:
        if self.statistics is None:
            self.statistics = StatisticsWindow(self._services)
        else:
            self.statistics.read_all()
        self._show(self.statistics)
        return self.statistics

    def show_exercises(self, game: str = "") -> ExercisesWindow:
        """Show exercises of a game; by default of the one on the table, or the one played last."""
        table = self._services.pages.table
        usual = self._services.setup.game if table is None else table.place.game.name
        game = game or usual
        if self.exercises is None:
            self.exercises = ExercisesWindow(self._services, game)
        elif self.exercises.isHidden():
            self.exercises.show_game(game)
        self._show(self.exercises)
        return self.exercises

    def _show(self, window: LookingWindow) -> None:
        self._services.history.look()
        open_beside(window, self._services.window)
        window.show()
        come_forward(window)

    def _on_persons_changed(self) -> None:
        if self.matches is not None:
            self.matches.see_changes()

    def close(self) -> None:
        for window in (self.matches, self.statistics, self.exercises):
            if window is not None:
                window.close()

    # The preferences, and other windows

    def ask_preferences(self, page: int | None = None, setting: str = "") -> None:
        """Show the preferences at a page and a setting; by default at the page shown last."""
        services, settings = self._services, self._services.settings
        self._page = self._page if page is None else page
        dialog = PreferencesDialog(settings.now, services.window, self._page)
        dialog.speaks_later(on=services.speaks_later)

        def keep_page(page: int) -> None:
            self._page = page

        dialog.changed.connect(settings.changed)
        dialog.pages.currentChanged.connect(keep_page)
        dialog.people_asked.connect(lambda: services.go(People()))
        dialog.fields["volume"].valueChanged.connect(services.sound.try_out)
        dialog.finished.connect(settings.save)
        dialog.finished.connect(self._on_closed)
        self._asks = True
        services.dialogs.open(dialog)
        if setting:
            dialog.fields[setting].setFocus()

    def _on_closed(self) -> None:
        self._asks = False

    def show_about(self) -> None:
        self._services.dialogs.open(AboutDialog(self._services.window))

    def open_another(self) -> None:
        """Start another instance in a process of its own; show a message if that fails."""
        asked = asked_for()
        language = ["--language", asked] if asked else []
        program, *words = own_words([*language, "--new-window"], window=True)
        started, _ = QProcess.startDetached(program, words, str(working_folder()))
        if not started:
            self._services.notifications.tell(tr("Another window cannot be opened."))
