"""Change signals of the settings and theme services."""

from greenbaize.rules.messages import Message
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look
from greenbaize.ui.shell.settings import SettingsService, ThemeService
from greenbaize.ui.widgets.theme import DARK, worn


def test_only_what_has_changed_is_told():
    settings = SettingsService(Settings(theme="light"))
    theme = ThemeService(settings)
    told = []
    theme.changed.connect(lambda: told.append(worn()))
    theme.cards_changed.connect(told.append)
    theme.reshaped.connect(lambda: told.append("reshaped"))
    settings.changed.emit()
    assert told == []
    settings.now.theme = "dark"
    settings.changed.emit()
    assert told == [DARK]
    told.clear()
    settings.now.left_handed = True
    settings.changed.emit()
    assert told == [card_look(), "reshaped"]


def test_nothing_moves_where_somebody_or_their_system_wants_it_so():
    settings = SettingsService(Settings(motion="system"))
    assert not settings.still
    settings.system_still = True
    assert settings.still
    settings.now.motion = "full"
    assert not settings.still
    settings.now.motion = "none"
    settings.system_still = False
    assert settings.still


def test_what_cannot_be_saved_is_told(monkeypatch):
    settings = SettingsService(Settings())
    told = []
    settings.troubled.connect(told.append)
    trouble = Message("file-error", {"path": "x", "reason": "full"})
    monkeypatch.setattr(Settings, "save", lambda _: trouble)
    settings.save()
    assert told == [trouble]
