"""Fixtures of the tests for the preferences."""

import pytest

from greenbaize.ui.features.preferences.preferences_dialog import PreferencesDialog
from ui.show_widget import show_widget


@pytest.fixture
def open_preferences(qtbot):
    def open_dialog(settings, page=0):
        return show_widget(qtbot, PreferencesDialog(settings, None, page))

    return open_dialog
