"""Settings and theme as services that signal changes, and the setup of the next table."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.default_players import TableSetup
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.messages import Message
from greenbaize.store.declared_settings import NONE, SYSTEM
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards.card_look import (
    card_look_from_settings,
    current_card_look,
    set_current_card_look,
)
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.style import select_theme
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.ui.widgets.window_geometry import apply_font, apply_text_scale, resize_windows


class SettingsService(QObject):
    """The settings of one window; code that changes ``current`` directly emits ``changed``."""

    changed = Signal()
    """Emitted when a setting or a preference of the system has changed."""
    message_reported = Signal(object)
    """Emitted with a ``Message`` about the settings file."""

    def __init__(self, current: UserSettings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.current = current
        self.system_reduced_motion = False
        """True if the system asks for reduced motion."""

    @property
    def reduced_motion(self) -> bool:
        """True if animations are off, by the settings or by the system."""
        if self.current.motion == SYSTEM:
            return self.system_reduced_motion
        return self.current.motion == NONE

    def change_setting(self, name: str, value: object) -> None:
        if getattr(self.current, name) != value:
            setattr(self.current, name, value)
            self.changed.emit()
            self.save()

    def save(self) -> None:
        self.report_message(self.current.save())

    def report_message(self, message: Message | None) -> None:
        """Report a message about the settings file, if there is one."""
        if message is not None:
            self.message_reported.emit(message)


@dataclass(slots=True)
class NextTableSetup:
    """The table for the next match, unless something else is requested."""

    table_setup: TableSetup

    @property
    def game(self) -> str:
        return self.table_setup[0]

    @property
    def players(self) -> tuple[HeaderPlayer, ...]:
        return self.table_setup[1]


class ThemeService(QObject):
    """Service that applies theme, text scale and card look to all of Qt."""

    changed = Signal()
    """Emitted when the theme or the text scale has changed."""
    card_look_changed = Signal(object)
    """Emitted with the new ``CardLook``."""
    layout_changed = Signal()
    """Emitted when the text scale or the handedness of the table has changed."""

    def __init__(self, settings: SettingsService) -> None:
        super().__init__(settings)
        self._settings = settings
        self._apply_settings()
        set_current_card_look(card_look_from_settings(settings.current))
        settings.changed.connect(self.update_theme)
        self._style_hints = QApplication.styleHints()
        self._style_hints.colorSchemeChanged.connect(self._on_scheme_changed)

    def close(self) -> None:
        """Disconnect from the system's theme: a closed window may outlive this service."""
        self._style_hints.colorSchemeChanged.disconnect(self._on_scheme_changed)

    def _apply_settings(self) -> None:
        settings = self._settings.current
        is_resized = apply_text_scale(settings.text_size)
        select_theme(settings.theme, settings.cloth)
        apply_font()
        if is_resized:
            resize_windows()

    def _on_scheme_changed(self) -> None:
        """Reapply the theme; the system's colour scheme or the program's theme has changed."""
        if self._settings.current.theme == "system":
            self._settings.changed.emit()

    def update_theme(self) -> None:
        old_theme, old_scale, old_look = current_theme(), text_scale(), current_card_look()
        self._apply_settings()
        look = card_look_from_settings(self._settings.current)
        set_current_card_look(look)
        is_resized = old_scale != text_scale()
        if old_theme is not current_theme() or is_resized:
            self.changed.emit()
        if look != old_look:
            self.card_look_changed.emit(look)
        if is_resized or look.left_handed != old_look.left_handed:
            self.layout_changed.emit()
