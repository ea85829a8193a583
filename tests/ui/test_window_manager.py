"""Tests for the windows beside the table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from greenbaize.app.language import override_language
from greenbaize.app.seats.bot_launcher import build_own_command
from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.app.working_folder import find_working_folder
from greenbaize.store.declared_settings import CONFIRMATIONS, MOTIONS
from greenbaize.store.match_list import MatchStatus
from greenbaize.store.settings import UserSettings
from greenbaize.ui import window_manager
from greenbaize.ui.features.people.people_dialogs import PeopleDialog
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.shell.navigation import (
    ExercisesRoute,
    MatchListRoute,
    PreferencesRoute,
    RequestedMatchRoute,
)
from greenbaize.ui.shell.services import HistoryService
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import encode_geometry
from ui.table.person import wait_until
from ui.window_steps import find_menu_action, open_with_match, wait_for_dialog


@pytest.mark.slow
def test_preferences_apply_at_once_and_are_saved(open_program):
    person = open_with_match(open_program)
    person.wait_for_turn()
    theme_before = current_theme()
    find_menu_action(person, "Preferences").trigger()
    dialog = wait_for_dialog(person, PreferencesDialog)
    assert dialog.focusWidget() is dialog.fields["theme"]
    dialog.fields["theme"].setCurrentIndex(2)
    assert current_theme() is not theme_before
    dialog.fields["confirm_moves"].setCurrentIndex(CONFIRMATIONS.index("none"))
    assert person.match_view.prompts.single_click
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("full"))
    assert not person.match_view.animator.reduced_motion
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("none"))
    assert person.match_view.animator.reduced_motion
    dialog.pages.setCurrentIndex(4)
    dialog.close_button.click()
    stored_settings = UserSettings.load()
    assert (stored_settings.theme, stored_settings.confirm_moves, stored_settings.motion) == (
        "dark",
        "none",
        "none",
    )
    # The dialog opens on the page shown last.
    wait_until(lambda: not person.window.findChildren(PreferencesDialog))
    find_menu_action(person, "Preferences").trigger()
    dialog = wait_for_dialog(person, PreferencesDialog)
    assert dialog.pages.currentIndex() == 4
    assert dialog.focusWidget() is dialog.fields["sound"]


@pytest.fixture
def facade(open_program):
    return open_program().facade


def test_windows_are_kept_and_shown_again(facade):
    windows = facade.window_manager
    for show_window in (windows.show_matches, windows.show_statistics, windows.show_exercises):
        window = show_window()
        assert window.isVisible()
        window.close()
        assert show_window() is window
        assert window.isVisible()


def test_reopened_windows_are_up_to_date(facade, monkeypatch):
    windows = facade.window_manager
    reloaded = []
    monkeypatch.setattr(windows.show_matches(), "refresh_on_show", lambda: reloaded.append("list"))
    monkeypatch.setattr(windows.show_statistics(), "reload_all", lambda: reloaded.append("figures"))
    windows.show_matches()
    windows.show_statistics()
    assert reloaded == ["list", "figures"]


@pytest.mark.parametrize(
    ("show_window", "expected"),
    [("show_matches", [True]), ("show_statistics", [True]), ("show_exercises", [])],
)
def test_a_shown_window_with_matches_syncs_the_history(facade, monkeypatch, show_window, expected):
    syncs = []
    monkeypatch.setattr(HistoryService, "sync", lambda _: syncs.append(True))
    getattr(facade.window_manager, show_window)()
    assert syncs == expected


def test_list_of_matches_is_shown_with_an_ending(facade):
    windows = facade.window_manager
    windows.show_match_list(None)
    filters = windows.matches.match_list.filters
    assert filters.match_filter.status is None
    windows.show_match_list(MatchStatus.ABANDONED)
    assert filters.match_filter.status is MatchStatus.ABANDONED
    windows.show_match_list(None)  # as it was left
    assert filters.match_filter.status is MatchStatus.ABANDONED


def test_exercises_are_of_the_game_that_is_played(open_program):
    facade = open_program().facade
    exercises = facade.window_manager.show_exercises()
    assert exercises.exercise.game.name == "damn"
    facade.window_manager.show_exercises("master")  # it stays as it is while it is visible
    assert exercises.exercise.game.name == "damn"
    exercises.close()
    facade.window_manager.show_exercises("master")
    assert exercises.exercise.game.name == "master"
    exercises.close()
    facade.services.navigate(RequestedMatchRoute(PlayRequest("rank", 3)))
    facade.window_manager.show_exercises()
    assert exercises.exercise.game.name == "rank"


def test_open_windows_are_listed_for_another_language(facade):
    windows = facade.window_manager
    assert windows.list_open_routes() == []
    windows.show_matches()
    windows.show_statistics().close()
    windows.show_exercises()
    assert windows.list_open_routes() == [MatchListRoute(), ExercisesRoute()]
    windows.show_preferences(2)
    assert windows.list_open_routes()[2:] == [PreferencesRoute(2, "language")]
    facade._dialog.pages.setCurrentIndex(0)
    assert windows.list_open_routes()[2:] == [PreferencesRoute(0, "language")]
    facade._dialog.reject()
    assert windows.list_open_routes()[2:] == []
    windows.close()
    assert windows.list_open_routes() == []


def test_a_setting_of_the_preferences_gets_the_focus(facade):
    facade.window_manager.show_preferences(0, "language")
    dialog = facade._dialog
    assert dialog.focusWidget() is dialog.fields["language"]
    dialog.reject()
    facade.window_manager.show_preferences()
    assert facade._dialog.pages.currentIndex() == 0
    assert facade._dialog.focusWidget() is facade._dialog.fields["theme"]


@pytest.mark.parametrize("is_renewable", [True, False])
def test_preferences_say_when_the_language_changes(facade, is_renewable):
    facade.services.pages.current.is_renewable = is_renewable
    facade.window_manager.show_preferences()
    assert facade.services.defers_language is not is_renewable
    note = facade._dialog.language_note
    facade._dialog.pages.setCurrentIndex(0)
    assert note.isVisibleTo(facade._dialog) is not is_renewable


def test_volume_is_heard_while_it_is_chosen(facade, monkeypatch):
    samples = []
    monkeypatch.setattr(type(facade.services.sound), "play_sample", lambda *_: samples.append(True))
    facade.window_manager.show_preferences(4)
    QTest.keyClick(facade._dialog.fields["volume"], Qt.Key.Key_Home)
    assert samples


def test_people_are_managed_from_the_preferences(open_program):
    person = open_program()
    person.facade.window_manager.show_preferences()
    QTest.mouseClick(person.facade._dialog.people_button, Qt.MouseButton.LeftButton)
    assert wait_for_dialog(person, PeopleDialog)


def test_list_follows_the_people(facade, monkeypatch):
    facade.persons.on_persons_changed()  # no window yet
    updates = []
    matches = facade.window_manager.show_matches()
    monkeypatch.setattr(matches, "on_history_changed", lambda: updates.append(True))
    facade.persons.on_persons_changed()
    assert updates


class TestAnotherWindow:
    @pytest.fixture
    def started(self, monkeypatch):
        """Collect the command lines of other windows in place of starting them."""
        command_lines = []

        def start_detached(program, arguments, folder):
            command_lines.append((program, arguments, folder))
            return (True, 1)

        monkeypatch.setattr(window_manager.QProcess, "startDetached", start_detached)
        return command_lines

    def test_it_is_started_beside_this_one(self, facade, started):
        facade.window.resize(800, 555)
        facade.window_manager.open_another_window()
        ((program, arguments, folder),) = started
        assert [program, *arguments] == build_own_command(["--new-window"], window=True)
        assert folder == str(find_working_folder())
        assert UserSettings.load().geometry == encode_geometry(facade.window)

    def test_it_speaks_the_language_of_this_one(self, facade, started, reset_language):
        override_language("ru")
        facade.window_manager.open_another_window()
        ((_, arguments, _),) = started
        assert arguments[-3:] == ["--language", "ru", "--new-window"]

    def test_watching_stores_no_position(self, open_program, started):
        facade = open_program(PlayRequest("damn", 3, watch=True)).facade
        before = UserSettings.load().geometry
        facade.window.resize(801, 556)
        facade.window_manager.open_another_window()
        assert UserSettings.load().geometry == before

    def test_failure_is_reported(self, facade, monkeypatch):
        monkeypatch.setattr(window_manager.QProcess, "startDetached", lambda *_: (False, 0))
        facade.window_manager.open_another_window()
        assert facade.notice_text == "Another window cannot be opened."
