"""Change signals of the settings and theme services."""

from typing import Any

from greenbaize.rules.messages import Message
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import current_card_look
from greenbaize.ui.shell.settings import SettingsService, ThemeService
from greenbaize.ui.widgets.theme import DARK, current_theme


def test_only_changes_are_emitted():
    settings = SettingsService(UserSettings(theme="light"))
    theme = ThemeService(settings)
    emitted: list[Any] = []
    theme.changed.connect(lambda: emitted.append(current_theme()))
    theme.card_look_changed.connect(emitted.append)
    theme.layout_changed.connect(lambda: emitted.append("reshaped"))
    settings.changed.emit()
    assert emitted == []
    settings.current.theme = "dark"
    settings.changed.emit()
    assert emitted == [DARK]
    emitted.clear()
    settings.current.left_handed = True
    settings.changed.emit()
    assert emitted == [current_card_look(), "reshaped"]


def test_reduced_motion_follows_the_setting_or_the_system():
    settings = SettingsService(UserSettings(motion="system"))
    assert not settings.reduced_motion
    settings.system_reduced_motion = True
    assert settings.reduced_motion
    settings.current.motion = "full"
    assert not settings.reduced_motion
    settings.current.motion = "none"
    settings.system_reduced_motion = False
    assert settings.reduced_motion


def test_failed_save_is_emitted(monkeypatch):
    settings = SettingsService(UserSettings())
    emitted: list[Any] = []
    settings.message_reported.connect(emitted.append)
    error = Message("file-error", {"path": "x", "reason": "full"})
    monkeypatch.setattr(UserSettings, "save", lambda _: error)
    settings.save()
    assert emitted == [error]
