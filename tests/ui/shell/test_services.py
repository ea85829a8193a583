"""Tests for the services that every feature of the window receives."""

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QDialog

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.store.settings import UserSettings
from greenbaize.ui.shell.services import (
    FIRST_SYNC_DELAY_MS,
    DialogService,
    ErrorLog,
    HistoryService,
    LauncherService,
)
from greenbaize.ui.shell.settings import SettingsService
from ui.table.person import wait_until
from ui.window_steps import open_with_match


def test_dialogs_are_deleted_when_they_close(qtbot):
    dialogs, dialog = DialogService(), QDialog()
    qtbot.addWidget(dialog)
    assert dialogs.last_dialog is None
    dialogs.open_dialog(dialog)
    assert dialogs.last_dialog is dialog
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.destroyed):
        dialog.reject()


class TestLauncherService:
    def make_service(self, *, sandbox=False, request=None, separate=True):
        settings = SettingsService(UserSettings(programs={"mine": "/mine"}, sandbox=sandbox))
        return LauncherService(
            settings,
            request or PlayRequest(),
            lambda *arguments: SimpleNamespace(arguments=arguments),  # type: ignore[arg-type]
            separate_processes=separate,
        )

    @pytest.mark.parametrize("separate", [True, False])
    def test_launchers_know_processes_and_programs(self, separate):
        is_separate, programs, sandbox, _ = self.make_service(
            separate=separate
        ).next_launcher.arguments
        assert (is_separate, programs, sandbox) == (separate, {"mine": "/mine"}, False)

    def test_sandbox_is_a_setting_or_requested(self):
        sandboxes = [
            self.make_service(
                sandbox=setting, request=PlayRequest(sandbox=requested)
            ).next_launcher.arguments[2]
            for setting, requested in ((False, False), (True, False), (False, True))
        ]
        assert sandboxes == [False, True, True]

    def test_only_the_latest_players_are_allowed_to_start(self):
        service = self.make_service()
        service.allow_start()  # for nobody yet
        *_, first = service.next_launcher.arguments
        *_, second = service.next_launcher.arguments
        service.allow_start()
        assert (first.is_set(), second.is_set()) == (False, True)


class TestHistoryService:
    @pytest.fixture
    def calls(self):
        return []

    @pytest.fixture
    def history(self, calls):
        def make_updater():
            calls.append("made")
            return SimpleNamespace(
                schedule_sync=calls.append,
                start_sync=lambda: calls.append("sync"),
                close=lambda: calls.append("close"),
            )

        return HistoryService(make_updater)

    def test_unused_updater_is_not_created(self, history, calls):
        history.sync()
        history.close()
        assert history.loaded_updater is None
        assert calls == []

    def test_first_scan_waits(self, history, calls):
        history.start()
        assert calls == ["made", FIRST_SYNC_DELAY_MS]
        history.sync()
        history.close()
        assert calls[2:] == ["sync", "close"]
        assert history.loaded_updater is history.updater


def test_errors_are_logged_apart():
    first, second = ErrorLog(), ErrorLog()
    first.unsaved.append("x")
    assert (second.last_error, second.unsaved, second.lost_programs) == ("", [], [])


@pytest.mark.parametrize("watch", [False, True])
def test_language_waits_where_the_table_cannot_be_rebuilt(open_program, watch):
    services = open_program(PlayRequest(watch=watch) if watch else None).facade.services
    assert services.defers_language is watch
    services.pages.current.is_renewable = False
    assert services.defers_language


def test_computer_players_start_once_the_table_is_painted(open_program):
    person = open_with_match(open_program)
    service = person.facade.services.launcher
    wait_until(service._start_allowed.is_set)
    assert service.next_launcher
    assert not service._start_allowed.is_set()
