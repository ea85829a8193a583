"""The preferences and what the program is, each in a dialog that is loaded when it is wanted."""

from typing import TYPE_CHECKING

from greenbaize.ui.shell.actions import HELP, VIEW, Action
from greenbaize.ui.shell.navigation import People, Preferences
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr

if TYPE_CHECKING:
    from collections.abc import Callable


class AskPreferences:
    """Opens the preferences; every change is seen at once.

    Args:
        services: the window's services.
        speaks_later: says whether another language has to wait.
    """

    def __init__(self, services: Services, speaks_later: "Callable[[], bool]") -> None:
        self._services, self._speaks_later = services, speaks_later
        self._page = 0
        """The page that was looked at last."""
        self._is_open = False
        services.navigator.register(Preferences, lambda to: self.ask(*to))
        services.navigator.open.append(self._open)

    def _open(self) -> list[Destination]:
        # A window is made anew for another language, which is chosen there.
        return [Preferences(self._page, "language")] if self._is_open else []

    def actions(self) -> list[Action]:
        """The entries of the menus."""
        return [
            Action(
                id="preferences",
                text=tr("&Preferences…"),
                run=self.ask,
                menu=VIEW,
                place=1,
                keys="Ctrl+,",
            ),
            Action(
                id="people",
                text=tr("P&eople…"),
                run=lambda: self._services.go(People()),
                menu=VIEW,
                place=2,
            ),
            Action(
                id="about",
                text=tr("&About Green Baize"),
                run=self.show_about,
                menu=HELP,
                place=100,
            ),
        ]

    def ask(self, page: int | None = None, setting: str = "") -> None:
        """Ask how the table is to look and move.

        Args:
            page: the page that is seen at first; by default the one that was looked at last.
            setting: what has the keyboard there; by default the first of the page.
        """
        from greenbaize.ui.dialogs.preferences import PreferencesDialog  # noqa: PLC0415

        services, settings = self._services, self._services.settings
        self._page = self._page if page is None else page
        theme = services.theme
        dialog = PreferencesDialog(settings.now, services.window, theme.now, self._page)
        dialog.speaks_later(on=self._speaks_later())

        def take() -> None:
            settings.changed.emit()
            dialog.set_theme(theme.now)

        def keep_page(page: int) -> None:
            self._page = page

        dialog.changed.connect(take)
        dialog.pages.currentChanged.connect(keep_page)
        dialog.people_asked.connect(lambda: services.go(People()))
        dialog.fields["volume"].valueChanged.connect(services.sound.try_out)
        dialog.finished.connect(settings.save)
        dialog.finished.connect(self._on_closed)
        self._is_open = True
        services.dialogs.open(dialog)
        if setting:
            dialog.fields[setting].setFocus()

    def _on_closed(self) -> None:
        self._is_open = False

    def show_about(self) -> None:
        """Show what this program is."""
        from greenbaize.ui.dialogs.about import AboutDialog  # noqa: PLC0415

        self._services.dialogs.open(AboutDialog(self._services.window, self._services.theme.now))
