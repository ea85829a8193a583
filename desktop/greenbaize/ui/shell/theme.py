"""The theme as a service: colours, letters and cards follow the settings, and tell of changes."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication

from greenbaize.ui.cards.look import card_look, card_look_of, use_look
from greenbaize.ui.fonts import share
from greenbaize.ui.palettes import wear
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.text_size import use_font, widen_windows, write_at
from greenbaize.ui.theme import Theme


class ThemeService(QObject):
    """Applies to all of Qt what is set of its looks.

    Args:
        settings: says how things are to look.
    """

    changed = Signal(object)
    """The theme or the size of letters is another one; with the theme."""
    cards_changed = Signal(object)
    """Cards look otherwise; with their ``CardLook``."""
    reshaped = Signal()
    """Letters are of another size, or the table is for the other hand."""

    def __init__(self, settings: SettingsService) -> None:
        super().__init__(settings)
        self._settings = settings
        self.now = self._apply()
        use_look(card_look_of(settings.now))
        settings.changed.connect(self.follow)
        QApplication.styleHints().colorSchemeChanged.connect(self._on_scheme_changed)

    def _apply(self) -> Theme:
        settings = self._settings.now
        changed = write_at(settings.text_size)
        theme = wear(settings.theme, settings.cloth)
        use_font()
        if changed:
            widen_windows()
        return theme

    def _on_scheme_changed(self) -> None:
        """The system has gone light or dark, or a theme has been put on here."""
        if self._settings.now.theme == "system":
            self._settings.changed.emit()

    def follow(self) -> None:
        """Apply the settings, and tell what has changed by it."""
        size, before = share(), card_look()
        theme, look = self._apply(), card_look_of(self._settings.now)
        use_look(look)
        resized = size != share()
        if theme is not self.now or resized:
            self.now = theme
            self.changed.emit(theme)
        if look != before:
            self.cards_changed.emit(look)
        if resized or look.left_handed != before.left_handed:
            self.reshaped.emit()
