"""Tests for the services and features of a window."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.help.about import AboutDialog
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.features.start.new_match import NewMatchDialog
from greenbaize.ui.features.start.start_screen import StartScreen
from greenbaize.ui.shell import navigation
from greenbaize.ui.shell.navigation import (
    AboutRoute,
    DefaultMatchRoute,
    DroppedFileRoute,
    ExercisesRoute,
    LessonRoute,
    MatchListRoute,
    NewMatchRoute,
    PreferencesRoute,
    RecordRoute,
    RematchRoute,
    ReplayRoute,
    RequestedMatchRoute,
    ResumeRoute,
    StartRoute,
    StatisticsRoute,
)
from greenbaize.ui.shell.services import HistoryService
from store.artwork.own_files import write_kde_deck
from ui.table.person import wait_until
from ui.table.table_checks import collect_texts
from ui.window_steps import (
    DAMN_REQUEST,
    banner_text,
    close_and_find_question,
    open_with_match,
    wait_for_dialog,
)

GOLDEN = Path(__file__).parents[1] / "golden"


def test_closing_asks_before_losing_settings(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    question = close_and_find_question(person)
    warning = "What you have changed in the settings is not saved and would be lost."
    assert f"settings.json: Disk full. {warning}" in collect_texts(question)
    question.no_button.click()
    assert person.window.isVisible()
    question = close_and_find_question(person)
    question.yes_button.click()
    wait_until(lambda: not person.window.isVisible())


def test_unsaved_window_geometry_alone_asks_nothing(open_program, monkeypatch):
    person = open_program()
    person.window.resize(777, 555)
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    assert close_and_find_question(person) is None
    assert person.facade.unsaved_errors == []


def test_lost_settings_are_reported_on_exit_without_a_question(open_program, monkeypatch):
    person = open_program()
    person.facade.services.settings.current.theme = "dark"
    error = Message("file-error", {"path": "settings.json", "reason": "Disk full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    person.window.close_without_asking()
    assert person.facade.unsaved_errors == ["settings.json: Disk full."]


ROUTE_TYPES = {
    route_type
    for name, route_type in vars(navigation).items()
    if name.endswith("Route") and isinstance(route_type, type)
}
"""All routes through the window."""


def test_every_route_has_a_handler(open_program):
    services = open_program().facade.services
    handlers = set(services.navigator._handlers)
    # A record is dropped on the program, not on the window alone.
    assert ROUTE_TYPES - handlers <= {DroppedFileRoute}
    assert handlers <= ROUTE_TYPES
    assert len(handlers) > 20


def window_of(person, name):
    return getattr(person.facade.features.window_manager, name)


@pytest.mark.parametrize(
    ("route", "name"),
    [
        (MatchListRoute(), "matches"),
        (StatisticsRoute(), "statistics"),
        (ExercisesRoute("rank"), "exercises"),
    ],
)
def test_routes_open_windows_beside_the_table(open_program, route, name):
    person = open_program()
    assert not person.facade.features.is_loaded("windows")
    assert person.facade.services.navigate(route)
    window = window_of(person, name)
    assert window.isVisible()
    assert person.facade.features._list_open_windows() == [
        route._replace(game="") if name == "exercises" else route
    ]
    person.window.close()
    assert not window.isVisible()


@pytest.mark.parametrize(
    ("route", "dialog_class"),
    [
        (NewMatchRoute("master"), NewMatchDialog),
        (AboutRoute(), AboutDialog),
        (PreferencesRoute(3), PreferencesDialog),
    ],
)
def test_routes_open_dialogs(open_program, route, dialog_class):
    person = open_program()
    person.facade.services.navigate(route)
    dialog = wait_for_dialog(person, dialog_class)
    if isinstance(dialog, NewMatchDialog):
        assert dialog.read_setup().game == "master"
    if isinstance(dialog, PreferencesDialog):
        assert dialog.pages.currentIndex() == 3
    dialog.reject()


def test_routes_start_and_leave_matches(open_program):
    person = open_program()
    services = person.facade.services
    services.navigate(RequestedMatchRoute(DAMN_REQUEST))
    first = person.match_view.player_view
    assert (first.header.game, first.header.options["deals"]) == ("damn", 5)
    services.navigate(RematchRoute())
    second = person.match_view.player_view
    assert second.header.options == first.header.options
    assert second.record_path != first.record_path
    services.navigate(ResumeRoute(first.record_path))
    assert person.match_view.player_view.record_path == first.record_path
    services.navigate(StartRoute())
    assert isinstance(services.pages.current, StartScreen)
    services.navigate(DefaultMatchRoute())
    assert person.match_view.player_view.header.game == "damn"
    services.navigate(LessonRoute("damn"))
    assert person.facade.first_deal_guide is not None


@pytest.mark.parametrize("route_type", [RecordRoute, ReplayRoute])
def test_routes_play_records_back(open_program, route_type):
    person = open_program()
    person.facade.services.navigate(route_type(GOLDEN / "ass-3.jsonl"))
    assert person.facade.replay_page.replay.header.game == "ass"


def test_features_are_loaded_when_first_used(open_program):
    features = open_program().facade.features
    names = ("launcher", "result_feature", "undo_controller", "sheets", "windows")
    assert [name for name in names if features.is_loaded(name)] == []
    assert features.launcher is features.launcher
    assert features.is_loaded("launcher")
    assert features._list_open_windows() == []


def test_left_page_brings_the_list_of_matches_up_to_date(open_program, monkeypatch):
    person = open_with_match(open_program)
    syncs = []
    monkeypatch.setattr(HistoryService, "sync", lambda _: syncs.append(True))
    person.match_view.hands_over_match = True
    person.facade.show_start_screen()
    assert syncs == []
    person.facade.show_start_screen()
    assert syncs == [True]


def test_settings_errors_outlive_the_page(open_program):
    facade = open_program().facade
    facade.services.settings.message_reported.emit(Message("record-over"))
    assert facade.services.notifications._is_lasting
    assert facade.services.notifications.sentence


def test_notices_are_spoken(open_program):
    facade = open_program().facade
    facade.services.settings.change_setting("speak", "on")
    facade.services.notifications.sentence_shown.emit("Saved.")
    wait_until(lambda: facade.services.speech.log.lines[-1:] == ["Saved."])


def test_rule_behind_a_notice_is_shown_in_the_help(open_program):
    facade = open_program().facade
    facade.services.notifications.show_sentence("Not allowed.", rule="damn.md 5")
    QTest.mouseClick(facade.banner.rule_link, Qt.MouseButton.LeftButton)
    assert facade.help.window.isVisible()
    assert facade.help.window.page_name == "damn"
    facade.close_without_asking()
    assert not facade.help.window.isVisible()


def test_dropped_files_are_opened(open_program):
    person = open_program()
    person.facade.urls_dropped.emit([QUrl("https://example.org/match.jsonl")])
    assert "on this computer" in banner_text(person)


def test_dropped_deck_is_added_in_the_preferences(open_program, tmp_path):
    person = open_program()
    deck = write_kde_deck(tmp_path / "svg-ours")
    person.facade.urls_dropped.emit([QUrl.fromLocalFile(str(deck))])
    dialog = person.facade.services.dialogs.last_dialog
    wait_until(lambda: person.facade.services.settings.current.own)
    assert dialog.pages.currentIndex() == 1
    assert dialog.card_look_form.own_bar.note.text().startswith("Ours: 52 cards")
