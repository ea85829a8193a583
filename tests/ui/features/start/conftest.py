"""Fixtures of the tests for the first screen and its dialogs."""

import pytest

from greenbaize.games import GAMES
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.new_match import (
    NewMatchDialog,
)

LEVELS = ("beginner", "easy")


@pytest.fixture
def open_new_match_dialog(qtbot):
    def open_dialog(settings=None, *, unfolded=True):
        dialog = NewMatchDialog(GAMES, LEVELS, settings or UserSettings(your_name="Ida"))
        qtbot.addWidget(dialog)
        with qtbot.waitActive(dialog):
            dialog.open()
        dialog.rules_button.setChecked(unfolded)
        return dialog

    return open_dialog


@pytest.fixture
def nameless_settings(monkeypatch):
    """Return settings without a name, on a system that has no user name either."""
    for key in ("LOGNAME", "USER", "USERNAME"):
        monkeypatch.delenv(key, raising=False)
    return UserSettings()
