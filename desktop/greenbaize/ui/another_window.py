"""Another window of the program, beside the one that is open."""

from pathlib import Path

from greenbaize.ui.shell.actions import MATCH, Action
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr


class AnotherWindow:
    """Opens other windows, each in a program of its own.

    Args:
        services: the window's services.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    def actions(self) -> list[Action]:
        """The entry of the menu."""
        another = Action(
            id="new_window",
            text=tr("New w&indow"),
            run=self.open,
            menu=MATCH,
            place=200,
            keys="Ctrl+Shift+N",
        )
        return [another]

    def open(self) -> None:
        """Open one, or tell that this cannot be."""
        from PySide6.QtCore import QProcess  # noqa: PLC0415  (for this only)

        from greenbaize.app.language import asked_for  # noqa: PLC0415
        from greenbaize.app.seats.bot_launcher import own_words  # noqa: PLC0415

        asked = asked_for()
        language = ["--language", asked] if asked else []
        program, *words = own_words([*language, "--new-window"], window=True)
        started, _ = QProcess.startDetached(program, words, str(Path.cwd()))
        if not started:
            self._services.notifications.tell(tr("Another window cannot be opened."))
