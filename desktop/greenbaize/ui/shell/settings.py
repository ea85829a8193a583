"""Settings and theme as services that signal changes, and the setup of the next table."""

from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.match.player import Player
from greenbaize.rules.messages import Message
from greenbaize.store.fitting import NONE, SYSTEM
from greenbaize.store.settings import Settings
from greenbaize.ui.cards.look import card_look, card_look_of, use_look
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.style import apply_theme
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import use_font, widen_windows, write_at

TableSetup = tuple[str, tuple[Player, ...], dict[str, object]]
"""A game's name, the players at its table, and its options."""


class SettingsService(QObject):
    """The settings of one window; code that changes ``current`` directly emits ``changed``."""

    changed = Signal()
    """Emitted when a setting or a preference of the system has changed."""
    troubled = Signal(object)
    """Emitted with a ``Message`` about the settings file."""

    def __init__(self, now: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = now
        self.system_still = False
        """True if the system asks for reduced motion."""

    @property
    def still(self) -> bool:
        """True if animations are off, by the settings or by the system."""
        if self.now.motion == SYSTEM:
            return self.system_still
        return self.now.motion == NONE

    def change(self, name: str, value: object) -> None:
        if getattr(self.now, name) != value:
            setattr(self.now, name, value)
            self.changed.emit()
            self.save()

    def save(self) -> None:
        self.tell(self.now.save())

    def tell(self, message: Message | None) -> None:
        """Report a message about the settings file, if there is one."""
        if message is not None:
            self.troubled.emit(message)


@dataclass(slots=True)
class Setup:
    """The table for the next match, unless something else is requested."""

    table: TableSetup

    @property
    def game(self) -> str:
        return self.table[0]

    @property
    def sitters(self) -> tuple[Player, ...]:
        return self.table[1]


class ThemeService(QObject):
    """Service that applies theme, text scale and card look to all of Qt."""

    changed = Signal()
    """Emitted when the theme or the text scale has changed."""
    cards_changed = Signal(object)
    """Emitted with the new ``CardLook``."""
    reshaped = Signal()
    """Emitted when the text scale or the handedness of the table has changed."""

    def __init__(self, settings: SettingsService) -> None:
        super().__init__(settings)
        self._settings = settings
        self._apply()
        use_look(card_look_of(settings.now))
        settings.changed.connect(self.follow)
        self._hints = QApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_scheme_changed)

    def close(self) -> None:
        """Disconnect from the system's theme: a closed window may outlive this service."""
        self._hints.colorSchemeChanged.disconnect(self._on_scheme_changed)

    def _apply(self) -> None:
        settings = self._settings.now
        changed = write_at(settings.text_size)
        apply_theme(settings.theme, settings.cloth)
        use_font()
        if changed:
            widen_windows()

    def _on_scheme_changed(self) -> None:
        """Reapply the theme; the system's colour scheme or the program's theme has changed."""
        if self._settings.now.theme == "system":
            self._settings.changed.emit()

    def follow(self) -> None:
        theme, size, before = worn(), share(), card_look()
        self._apply()
        look = card_look_of(self._settings.now)
        use_look(look)
        resized = size != share()
        if theme is not worn() or resized:
            self.changed.emit()
        if look != before:
            self.cards_changed.emit(look)
        if resized or look.left_handed != before.left_handed:
            self.reshaped.emit()
