"""Tests for the windows beside the table."""

import pytest

from greenbaize.store.declared_settings import CONFIRMATIONS, MOTIONS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from greenbaize.ui.widgets.theme import current_theme
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
    assert not person.match_view.animator.instant
    dialog.fields["motion"].setCurrentIndex(MOTIONS.index("none"))
    assert person.match_view.animator.instant
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
