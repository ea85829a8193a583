"""Honours on the result card: shown once and switched off with one click."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.rules.chance import seed_from_text
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.honours import format_honours
from greenbaize.ui.speech import narrator
from ui.table.person import wait_until

pytestmark = pytest.mark.usefixtures("honours_for_everyone")


@pytest.fixture
def announcements(monkeypatch):
    """Record the texts announced to screen readers."""
    messages = []

    def record_announcement(event):
        messages.extend([event.message()] if hasattr(event, "message") else [])

    monkeypatch.setattr(narrator, "speech_duration_ms", lambda *_: 0.0)
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "windows")
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", record_announcement)
    return messages


def play_to_result(person):
    """Play to the end and return the honours line of the result card."""
    wait_until(
        lambda: person.facade.match_view is not None and person.facade.result_controller is None
    )
    # While the history is being updated no honour is known to be the first, so none is shown.
    wait_until(lambda: not person.facade.updater.is_busy)
    game = person.match_view.player_view.game
    while person.wait_for_turn():
        player_view = person.match_view.player_view
        person.match_view.prompts.command_chosen.emit(
            game.legal(player_view.view, player_view.seat)[0]
        )
    wait_until(lambda: person.facade.result_controller is not None)
    wait_until(lambda: person.facade.result_controller.result_panel._is_painted)
    return person.facade.result_controller.result_panel.honours_note


def start_match(open_program, seed="honours"):
    return open_program(PlayRequest("damn", 3, {"deals": 1}, seed_from_text(seed)))


@pytest.mark.slow
def test_honour_is_shown_on_the_result_and_announced(open_program, announcements):
    person = start_match(open_program)
    line = play_to_result(person)
    expected = format_honours(["every-bid-made"])
    assert expected == (
        "For the first time: Not one bid missed. Every bid of a whole match was made."
    )
    assert line.isVisible()
    assert line.text_label.text() == expected
    card = person.facade.result_controller.result_panel
    assert card.again_button.hasFocus()
    # The description has the honours only once the card is shown again, so that the announcement is
    # not interrupted.
    assert expected not in card.accessibleDescription()
    card.show_panel()
    assert expected in card.accessibleDescription()
    wait_until(lambda: any(expected in announcement for announcement in announcements))
    wait_until(lambda: not person.facade.updater.is_busy)
    person.facade.launcher.play_again()
    assert not play_to_result(person).isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("by_key", [True, False])
def test_one_click_switches_honours_off(open_program, announcements, by_key):
    person = start_match(open_program)
    line = play_to_result(person)
    card = person.facade.result_controller.result_panel
    if by_key:
        visited_widgets = []
        while not line.disable_link.hasFocus():
            person.press(Qt.Key.Key_Tab)
            assert person.facade.focusWidget() not in visited_widgets
            visited_widgets.append(person.facade.focusWidget())
        person.press(Qt.Key.Key_Space)
    else:
        person.click(line.disable_link)
    assert not UserSettings.load().honours
    assert "preferences" in line.text_label.text()
    wait_until(
        lambda: any(line.text_label.text() in announcement for announcement in announcements)
    )
    assert not line.disable_link.isVisible()
    assert card.hasFocus()
    wait_until(lambda: not person.facade.updater.is_busy)
    person.facade.show_preferences()
    dialog = person.facade._dialog
    assert not dialog.fields["honours"].isChecked()
    dialog.fields["honours"].click()
    dialog.close()
    assert UserSettings.load().honours


@pytest.mark.slow
def test_no_honours_are_shown_when_switched_off(open_program):
    person = start_match(open_program)
    wait_until(lambda: person.facade.match_view is not None)
    person.facade.settings.honours = False
    assert not play_to_result(person).isVisible()


@pytest.mark.slow
def test_practice_has_no_honours_and_counts_nowhere(open_program):
    person = start_match(open_program)
    wait_until(lambda: person.facade.match_view is not None and person.wait_for_turn())
    person.match_view.prompts.command_chosen.emit(
        person.match_view.player_view.game.legal(
            person.match_view.player_view.view, person.match_view.player_view.seat
        )[0]
    )
    person.facade.menus.taking_back._undo_decision(person.facade.match)
    line = play_to_result(person)
    assert person.match_view.player_view.header.is_practice
    assert not line.isVisible()
    assert UserSettings.load().finished == 0


@pytest.mark.slow
def test_start_screen_labels_a_practice_match(open_program):
    person = start_match(open_program)
    wait_until(lambda: person.facade.match_view is not None and person.wait_for_turn())
    person.match_view.prompts.command_chosen.emit(
        person.match_view.player_view.game.legal(
            person.match_view.player_view.view, person.match_view.player_view.seat
        )[0]
    )
    person.facade.menus.taking_back._undo_decision(person.facade.match)
    wait_until(lambda: person.facade.match_view is not None and person.wait_for_turn())
    person.facade.clear_table()
    button = person.facade.start_screen.start_menu.buttons[0]
    assert button.text() == "Go on: Damn"
    assert button.details.startswith("practice · with ")
