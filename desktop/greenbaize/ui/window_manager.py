"""Windows beside the table: matches, statistics, exercises, preferences, another instance."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import QProcess

from greenbaize.app.language import get_override
from greenbaize.app.seats.bot_launcher import build_own_command
from greenbaize.app.working_folder import find_working_folder
from greenbaize.store.match_list import MatchStatus
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.features.history.matches_window import MatchesWindow
from greenbaize.ui.features.history.statistics_window import StatisticsWindow
from greenbaize.ui.features.learn.exercises import ExercisesWindow
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.shell.navigation import (
    ExercisesRoute,
    MatchListRoute,
    PeopleRoute,
    PreferencesRoute,
    StatisticsRoute,
)
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.shell.window_placement import position_window
from greenbaize.ui.table.geometry import OWN_CARD_SCALE, compute_card_width
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.window_geometry import activate_window, encode_geometry
from greenbaize.words.catalogue import tr

CARDS_PAGE: Final = 1
"""Index of the page of cards in the preferences."""
AuxiliaryWindow = MatchesWindow | StatisticsWindow | ExercisesWindow


class WindowManager:
    """Owner of the windows beside the table, each made when it is first shown."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self.matches: MatchesWindow | None = None
        self.statistics: StatisticsWindow | None = None
        self.exercises: ExercisesWindow | None = None
        self._preferences_page = 0
        """The index of the preferences page shown last."""
        self._preferences_open = False
        """True while the preferences are open."""
        services.persons.changed.connect(self._on_persons_changed)

    def list_open_routes(self) -> list[Route]:
        windows: list[tuple[AuxiliaryWindow | None, Route]] = [
            (self.matches, MatchListRoute()),
            (self.statistics, StatisticsRoute()),
            (self.exercises, ExercisesRoute()),
        ]
        routes = [route for window, route in windows if window is not None and window.isVisible()]
        if self._preferences_open:
            # A language change rebuilds the window, and it is chosen on that page.
            routes.append(PreferencesRoute(self._preferences_page, "language"))
        return routes

    def show_match_list(self, ending: MatchStatus | None) -> None:
        matches = self.show_matches()
        if ending is not None:
            matches.match_list.filters.filter_by_ending(ending)

    def show_matches(self) -> MatchesWindow:
        if self.matches is None:
            self.matches = MatchesWindow(self._services)
        else:
            self.matches.refresh_on_show()
        self._services.history.sync()
        self._show_window(self.matches)
        return self.matches

    def show_statistics(self, *, shows_habits: bool = False) -> StatisticsWindow:
        if self.statistics is None:
            self.statistics = StatisticsWindow(self._services)
        else:
            self.statistics.reload_all()
        self._services.history.sync()
        if shows_habits:
            self.statistics.show_habits()
        else:
            self.statistics.tabs.setCurrentIndex(0)
        self._show_window(self.statistics)
        return self.statistics

    def show_exercises(
        self, game: str = "", *, is_own: bool = False, kind: str = "", first_match: str = ""
    ) -> ExercisesWindow:
        """Show exercises (``ExercisesRoute``), by default of the game played last."""
        table = self._services.pages.table
        default_game = self._services.setup.game if table is None else table.player_view.game.name
        source = ExercisesRoute(game or default_game, is_own, kind, first_match)
        if self.exercises is None:
            self.exercises = ExercisesWindow(self._services, source)
        elif self.exercises.isHidden() or is_own:
            self.exercises.show_source(source)
        self._show_window(self.exercises)
        return self.exercises

    def _show_window(self, window: AuxiliaryWindow) -> None:
        position_window(window, self._services.window)
        window.show()
        activate_window(window)

    def _on_persons_changed(self) -> None:
        if self.matches is not None:
            self.matches.on_history_changed()

    def close(self) -> None:
        for window in (self.matches, self.statistics, self.exercises):
            if window is not None:
                window.close()

    # The preferences, and other windows

    def show_preferences(self, page: int | None = None, setting: str = "") -> None:
        """Show the preferences at a page and a setting; by default at the page shown last."""
        self._open_preferences(page, setting)

    def _open_preferences(self, page: int | None, setting: str = "") -> PreferencesDialog:
        services, settings = self._services, self._services.settings
        self._preferences_page = self._preferences_page if page is None else page
        dialog = PreferencesDialog(settings.current, services.window, self._preferences_page)
        dialog.show_language_note(is_deferred=services.defers_language)

        def remember_page(page: int) -> None:
            self._preferences_page = page

        dialog.changed.connect(settings.changed)
        dialog.pages.currentChanged.connect(remember_page)
        dialog.people_requested.connect(lambda: services.navigate(PeopleRoute()))
        dialog.fields["volume"].valueChanged.connect(services.sound.play_sample)
        dialog.card_look_form.show_table_size(self._find_card_width())
        dialog.finished.connect(settings.save)
        dialog.finished.connect(self._on_preferences_closed)
        self._preferences_open = True
        services.dialogs.open_dialog(dialog)
        if setting:
            dialog.fields[setting].setFocus()
        return dialog

    def add_deck(self, path: Path) -> None:
        """Show the preferences of cards, and add the deck at a path there."""
        self._open_preferences(CARDS_PAGE).add_deck(path)

    def _find_card_width(self) -> float:
        """Return the width of the cards in the hand (px), at the table or at one for four."""
        table, window = self._services.pages.table, self._services.window
        if table is not None:
            return float(table.scene.geometry.card_width) * OWN_CARD_SCALE
        width = compute_card_width(window.width(), window.height(), 4, text_scale())
        return width * OWN_CARD_SCALE

    def _on_preferences_closed(self) -> None:
        self._preferences_open = False

    def show_about(self) -> None:
        self._services.dialogs.open_dialog(AboutDialog(self._services.window))

    def open_another_window(self) -> None:
        """Start another instance in a process of its own; show a message if that fails."""
        services = self._services
        if not services.request.watch:
            services.settings.current.geometry = encode_geometry(services.window)
            services.settings.current.save()  # the new window opens beside this one
        chosen_language = get_override()
        language = ["--language", chosen_language] if chosen_language else []
        program, *arguments = build_own_command([*language, "--new-window"], window=True)
        started, _ = QProcess.startDetached(program, arguments, str(find_working_folder()))
        if not started:
            services.notifications.show_sentence(tr("Another window cannot be opened."))
