"""A language change in the open window preserves its state."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication

from greenbaize.app.language import override_language
from greenbaize.app.sheets.sheet_files import format_file_name
from greenbaize.app.tables.play_request import MAX_WATCHED_SPEED, PlayRequest
from greenbaize.games import GAMES
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import CardLook, set_current_card_look
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.shell.navigation import DroppedFileRoute, ReplayRoute
from greenbaize.ui.shell.pages import PageController
from greenbaize.ui.shell.window import MainWindow
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.window_session import WindowRenewal, WindowSession
from greenbaize.words.catalogue import current_language
from ui.table.person import SimulatedPerson, wait_until
from ui.table.window_facade import WindowFacade
from ui.window_steps import ALL_STEPS

pytestmark = pytest.mark.slow

GOLDEN_RECORDS = Path(__file__).parents[1] / "golden"


@pytest.fixture
def open_renewable(application, home, monkeypatch):
    """Return a function that opens the program's window, which is renewed on a language change."""
    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    renewals = []
    UserSettings(your_name="Ida", motion="none", forced_cards="none", warmed_up=ALL_STEPS).save()

    def open_window(request):
        if request.speed == 1.0:
            request = request._replace(speed=0.0)
        program = WindowSession(request, GAMES, separate_processes=False)
        facade = WindowFacade(program)
        renewal = WindowRenewal(program, None)
        renewals.append(renewal)
        facade.open_request()
        facade.show()
        wait_until(lambda: facade.match_view is not None or facade.start_screen is not None)
        return renewal

    yield open_window
    for renewal in renewals:
        renewal.session.window.close_without_asking()
        renewal.close()
    override_language("")
    set_window_language("en")
    set_window_language("system")
    set_current_card_look(CardLook())


def facade_of(renewal):
    return WindowFacade(renewal.session)


def choose_language(renewal, language):
    """Choose a language in the preferences and return the new window."""
    old_window = facade_of(renewal)
    old_window.show_preferences()
    dialog = old_window._dialog
    choice = dialog.language
    choice.setCurrentIndex(choice.findData(language))
    choice.activated.emit(choice.currentIndex())
    wait_until(lambda: facade_of(renewal) != old_window)
    return facade_of(renewal)


def answer_question(person):
    """Answer the current question, if any, with an allowed command."""
    prompts = person.match_view.prompts
    if prompts.question is not None:
        allowed = [answer.command for answer in prompts.question.answers if answer.refusal is None]
        prompts.choice_prompt.hide()
        prompts._clear_card_question()
        prompts._emit_command(allowed[-1])


TABLE_REQUESTS = [
    PlayRequest("damn", 3, {"first": 3, "deals": 4}, seed_from_text("again")),
    PlayRequest("master", 3, {}, seed_from_text("again")),
    PlayRequest("rank", 3, {}, seed_from_text("again")),
]
"""One game of each family."""


@pytest.mark.parametrize("request_", TABLE_REQUESTS, ids=lambda request: request.game)
def test_match_continues_at_the_same_moment(open_renewable, request_):
    renewal = open_renewable(request_)
    old_window = facade_of(renewal)
    wait_until(lambda: old_window.match_view is not None)
    person = SimulatedPerson(old_window.window, old_window.program)
    for _ in range(3):
        person.wait_for_turn()
        answer_question(person)
    person.wait_for_turn()
    path, events = old_window.match.file.path, len(old_window.match.file.path.read_bytes())
    old_window.setGeometry(60, 70, 1000, 700)
    new_window = choose_language(renewal, "ru")
    assert current_language() == "ru"
    wait_until(lambda: new_window.match is not None)
    assert new_window.match.file.path == path
    assert len(path.read_bytes()) >= events
    assert new_window.geometry() == QRect(60, 70, 1000, 700)
    assert new_window.menuBar().actions()[0].text().replace("&", "") == "Партия"
    assert isinstance(new_window._dialog, PreferencesDialog)
    assert new_window._dialog.windowTitle() == "Настройки"
    assert UserSettings.load().language == "ru"
    new_window._dialog.reject()
    new_window.program.features.sheets.show_sheet_page()
    card = new_window.program.features.sheets.sheet_page.current_scorecard()
    assert card.names == ("Ida", "Анна", "Борис")
    assert "Ida, Анна, Борис" in format_file_name(card)
    new_window.program.features.sheets.sheet_page.close()
    new_person = SimulatedPerson(new_window.window, new_window.program)
    assert new_person.wait_for_turn()
    assert new_person.match_view.shown_view == new_person.match_view.player_view.view


def test_a_full_trick_still_waits_for_a_click(open_renewable):
    settings = UserSettings(
        your_name="Ida", motion="none", forced_cards="none", wait_for_click="on"
    )
    settings.save()
    renewal = open_renewable(
        PlayRequest("master", 3, {}, seed_from_text("again"), speed=MAX_WATCHED_SPEED)
    )
    old_window = facade_of(renewal)
    wait_until(lambda: old_window.match_view is not None)
    person = SimulatedPerson(old_window.window, old_window.program)
    while not person.match_view.animator.waits_for_user:
        QApplication.processEvents()
        answer_question(person)
    trick = [item.face for _, item in person.scene.cards.trick]
    assert len(trick) == 3
    new_window = choose_language(renewal, "ru")
    new_window._dialog.reject()
    new_person = SimulatedPerson(new_window.window, new_window.program)
    wait_until(
        lambda: (
            new_person.match_view.animator.waits_for_user
            and new_person.match_view.table_view.isVisible()
        )
    )
    assert [item.face for _, item in new_person.scene.cards.trick] == trick
    new_person.click(new_person.match_view.table_view)
    wait_until(lambda: not new_person.scene.cards.trick)


def test_language_can_be_changed_back(open_renewable):
    renewal = open_renewable(PlayRequest())
    wait_until(lambda: facade_of(renewal).is_start_painted)
    assert facade_of(renewal).menuBar().actions()[0].text() == "&Match"
    assert choose_language(renewal, "ru").menuBar().actions()[0].text() != "&Match"
    assert choose_language(renewal, "en").menuBar().actions()[0].text() == "&Match"
    assert choose_language(renewal, "ru") == facade_of(renewal)
    assert choose_language(renewal, "system").menuBar().actions()[0].text() == "&Match"
    main_windows = [
        widget for widget in QApplication.topLevelWidgets() if isinstance(widget, MainWindow)
    ]
    assert [widget for widget in main_windows if widget.isVisible()] == [renewal.session.window]


def test_replay_continues_at_the_same_moment(open_renewable):
    renewal = open_renewable(PlayRequest())
    old_window = facade_of(renewal)
    wait_until(lambda: old_window.is_start_painted)
    assert old_window.services.navigate(ReplayRoute(GOLDEN_RECORDS / "master-4-ranked.jsonl"))
    old_window.replay_page.bar.viewer_box.setCurrentIndex(2)
    old_window.replay_page.go_to_moment(40)
    viewer = old_window.replay_page.table.viewer
    old_window.help.show_page("beats")
    new_window = choose_language(renewal, "ru")
    assert (new_window.replay_page.moment, new_window.replay_page.table.viewer) == (40, viewer)
    assert new_window.help.window.page_name == "beats"
    assert "Кто кого бьёт" in new_window.help.window.windowTitle()


def test_new_window_keeps_the_focus_and_gets_external_requests(open_renewable, qtbot):
    renewal = open_renewable(PlayRequest())
    wait_until(lambda: facade_of(renewal).is_start_painted)
    new_window = choose_language(renewal, "ru")
    wait_until(lambda: new_window._dialog.focusWidget() is new_window._dialog.language)
    new_window._dialog.close()
    new_window.services.navigate(DroppedFileRoute(GOLDEN_RECORDS / "master-4-ranked.jsonl"))
    wait_until(lambda: new_window.replay_page is not None)
    sys.excepthook(ValueError, ValueError("x"), None)
    assert "ValueError" in new_window.banner.accessibleName() + new_window.banner.label.text()


def test_language_changes_after_leaving_a_network_table(open_renewable, monkeypatch):
    renewal = open_renewable(PlayRequest())
    window = facade_of(renewal)
    wait_until(lambda: window.is_start_painted)
    monkeypatch.setattr(PageController, "is_shared", True)
    window.show_preferences()
    dialog = window._dialog
    assert dialog.language_note.isVisible()
    choice = dialog.language
    choice.setCurrentIndex(choice.findData("ru"))
    choice.activated.emit(choice.currentIndex())
    QApplication.processEvents()
    assert facade_of(renewal) == window
    assert current_language() == "en"
    dialog.close()
    monkeypatch.undo()
    window.clear_table()
    wait_until(lambda: facade_of(renewal) != window)
    assert current_language() == "ru"


def test_notice_speech_log_and_open_windows_are_kept(open_renewable):
    renewal = open_renewable(PlayRequest())
    old_window = facade_of(renewal)
    old_window.settings.speak = "on"
    old_window.window_manager.show_exercises("rank")
    old_window.speech.speak_text("Somebody said so.", is_urgent=True)
    old_window.banner.show_sentence("The host has closed the table.")
    new_window = choose_language(renewal, "ru")
    wait_until(lambda: new_window.notice_text == "The host has closed the table.")
    assert new_window.window_manager.exercises.windowTitle() == "Упражнения"
    assert "Somebody said so." in new_window.speech.log.lines


def test_language_change_waits_for_the_end_of_a_guided_deal(open_renewable):
    renewal = open_renewable(PlayRequest())
    old_window = facade_of(renewal)
    old_window.open_first_deal("damn")
    wait_until(lambda: old_window.first_deal_guide is not None)
    assert old_window.services.defers_language
    old_window.settings.language = "ru"
    old_window.check_language()
    QApplication.processEvents()
    assert facade_of(renewal) == old_window
    old_window.clear_table()
    old_window._dialog.yes_button.click()
    wait_until(lambda: facade_of(renewal) != old_window)
    assert current_language() == "ru"
