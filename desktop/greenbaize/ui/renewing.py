"""The window made anew, as it was, in another language: texts are written when they are shown."""

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject

from greenbaize.ui.calls import Calls, put_dialogs_away
from greenbaize.ui.language import speak
from greenbaize.ui.main import Program
from greenbaize.ui.shell.pages import Destination


def open_at(program: Program) -> list[Destination]:
    """What a window shows, to be shown in another."""
    services = program.services
    page = services.pages.current
    way = None if page is None else page.way_back
    beside = [one for each in services.navigator.open for one in each()]
    return beside if way is None else [way, *beside]


class Renewing(QObject):
    """Has the window made anew whenever another language is wished for.

    Args:
        program: the window there is, with its features.
        calls: reach the window.
        hook: what an error that nobody expected is told by.
    """

    def __init__(self, program: Program, calls: Calls, hook: Callable[[Program], object]) -> None:
        super().__init__()
        self._calls, self._hook = calls, hook
        self.program = program
        """The window there is now, with its features."""
        program.language_wished.connect(self.renew)

    def renew(self) -> None:
        """Make the window anew, in the language that is wished for by now."""
        old = self.program
        if not old.window.isVisible() or old.speaks_later:
            return
        shown, services = open_at(old), old.services
        page = services.pages.current
        unseen = None if page is None else page.unseen
        put_dialogs_away()
        old.leave_for_another()
        settings = services.settings.now
        speak(settings.language)
        apart = services.launcher.apart
        new = Program(old.request_anew, services.games, apart=apart, settings=settings)
        self.program = new
        new.window.setGeometry(old.window.geometry())
        new.services.setup.table = services.setup.table
        new.services.persons.next = services.persons.next
        new.language_wished.connect(self.renew)
        self._calls.follow(new.services)
        sys.excepthook = self._hook(new)  # type: ignore[assignment]
        # The old one goes when the new one stands, or the program would be over.
        new.window.setWindowState(old.window.windowState())
        new.window.show()
        new.window.after_first_paint()
        new.play.unseen = unseen
        for destination in shown:
            new.services.go(destination)
        new.play.unseen = None
        new.services.speech.go_on_from(services.speech)
        told = services.notifications.words
        if told:
            new.services.notifications.tell(told)
        old.language_wished.disconnect(self.renew)
        old.window.close_now()
        new.play.unwritten, new.play.losses = old.play.unwritten, old.play.losses
        old.window.deleteLater()
