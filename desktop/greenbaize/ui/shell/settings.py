"""The settings and the theme as services, which tell of changes; and the next table."""

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
"""A game by its name, who sits at its table, and its options."""


class SettingsService(QObject):
    """Holds the settings of one window; whoever changes ``now`` for others emits ``changed``."""

    changed = Signal()
    """A setting has another value, or the system wants something else."""
    troubled = Signal(object)
    """Something is to be told of the settings' file (``Message``)."""

    def __init__(self, now: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = now
        self.system_still = False
        """Whether the system wants no motion."""

    @property
    def still(self) -> bool:
        """Whether nothing is to move on its way, as somebody or their system wants it."""
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
        """Have something told of the settings' file, if there is anything."""
        if message is not None:
            self.troubled.emit(message)


@dataclass(slots=True)
class Setup:
    """The table that is played at next if nothing else is said."""

    table: TableSetup

    @property
    def game(self) -> str:
        return self.table[0]

    @property
    def sitters(self) -> tuple[Player, ...]:
        return self.table[1]


class ThemeService(QObject):
    """Applies to all of Qt what is set of its looks."""

    changed = Signal()
    """The theme or the size of letters is another one."""
    cards_changed = Signal(object)
    """Cards look otherwise; with their ``CardLook``."""
    reshaped = Signal()
    """Letters are of another size, or the table is for the other hand."""

    def __init__(self, settings: SettingsService) -> None:
        super().__init__(settings)
        self._settings = settings
        self._apply()
        use_look(card_look_of(settings.now))
        settings.changed.connect(self.follow)
        self._hints = QApplication.styleHints()
        self._hints.colorSchemeChanged.connect(self._on_scheme_changed)

    def close(self) -> None:
        """Follow the system no longer: a window that was closed may be kept, and not the theme."""
        self._hints.colorSchemeChanged.disconnect(self._on_scheme_changed)

    def _apply(self) -> None:
        settings = self._settings.now
        changed = write_at(settings.text_size)
        apply_theme(settings.theme, settings.cloth)
        use_font()
        if changed:
            widen_windows()

    def _on_scheme_changed(self) -> None:
        """The system has gone light or dark, or a theme has been put on here."""
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
