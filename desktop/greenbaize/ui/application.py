"""The Qt application: its window, made anew for another language, and its safety net for errors."""

import gc
import os
import signal
import socket
import sys
from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import (
    QEvent,
    QMessageLogContext,
    QSocketNotifier,
    QTimer,
    QtMsgType,
    Signal,
    qInstallMessageHandler,
)
from PySide6.QtGui import QFileOpenEvent, QWindow
from PySide6.QtWidgets import QApplication

from greenbaize.app.signals import Stopped, handled, left_at_once, nothing_to_collect
from greenbaize.app.tables.play_request import NoDisplayError, PlayRequest
from greenbaize.rules.messages import Message
from greenbaize.store.files import HeldFile
from greenbaize.ui.program import Program, WindowRenewal, error_hook, load_settings
from greenbaize.ui.widgets.accessibility import FocusRings
from greenbaize.ui.widgets.fonts import load_fonts
from greenbaize.ui.widgets.style import BASE, prepare
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.window_geometry import begin
from greenbaize.words.names import shown_words

if TYPE_CHECKING:
    from greenbaize.match.header import Games

LONGEST_SENTENCE: Final = 600
"""Letters of a sentence that is told at the end; paths are in it."""


class Application(QApplication):
    """The Qt application, which on a Mac is told of the records that are opened on the desktop."""

    record_opened = Signal(str)
    """A file is to be opened; with its path."""

    def __init__(self, words: list[str]) -> None:
        name_fonts(os.environ)
        # As an object the style would need a class that is a long one to make; so it is named here,
        # and nobody looks through the children of the application, of which it is one.
        super().__init__([*words, "-style", BASE])
        FocusRings(self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.record_opened.emit(event.file())
            return True
        return super().event(event)


def name_fonts(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Tell Qt where the fonts are on Windows, where it does not look for them without a window."""
    if system == "win32" and environment.get("QT_QPA_PLATFORM") == "offscreen":
        environment.setdefault("QT_QPA_FONTDIR", str(Path(environment["SYSTEMROOT"], "Fonts")))


def make_application() -> QApplication:
    """The Qt application with the program's fonts; the one there is already, if so."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = Application(sys.argv[:1])
    application.setApplicationName("greenbaize")
    application.setApplicationDisplayName("Green Baize")
    application.setDesktopFileName("greenbaize")
    prepare(application)
    load_fonts()
    begin(application)
    return application


def run(
    request: PlayRequest,
    games: "Games",
    lock: HeldFile | None = None,
    notice: Message | None = None,
) -> int:
    """Open the window and play; returns the process's exit status.

    ``lock`` is that of the first program, if this is it, which does what second starts ask for;
    ``notice`` is told in the window.
    Raises ``NoDisplayError``, or ``Stopped`` where a signal has closed the window.
    """
    qInstallMessageHandler(_on_qt_message)
    # What is raised amid Qt's own calls is lost there, or worse.
    with nothing_to_collect(), left_at_once():
        application = make_application()
        if not QWindow().winId():
            raise NoDisplayError
        settings = load_settings()
        speak(settings.language)
        program = Program(request, games, settings=settings)
        if notice is not None:
            program.opened.connect(partial(program.services.notifications.say, notice))
        renewing = WindowRenewal(program, lock)
        if isinstance(application, Application):
            application.record_opened.connect(renewing.open_file)
        sys.excepthook = error_hook(program)
        program.start()
        program.window.show()
    # Up to the end: a second signal must not be raised amid Qt's own calls either.
    with collected_here(), signals_heard() as came:
        try:
            code = application.exec()
            if came:
                renewing.program.window.close_now()
        finally:
            renewing.close()
    troubles = renewing.program.services.troubles
    # Perhaps nobody was at the window to read it there.
    told = [*troubles.losses, troubles.last] if request.watch and not came else []
    for sentence in filter(None, [*told, *troubles.unwritten]):
        if sys.stderr is not None:
            print(shown_words(sentence, LONGEST_SENTENCE), file=sys.stderr)
    if came:
        raise Stopped(came[0])
    return 1 if request.watch and troubles.last else code


@contextmanager
def signals_heard() -> Iterator[list[int]]:
    """Let a signal end Qt's loop; yields the numbers of those that have come.

    Python's handlers run between its own steps, and while Qt waits there are none: a socket that
    the system's handler writes to wakes it.
    """
    came: list[int] = []

    def on_signal(number: int, _: object) -> None:
        came.append(number)
        QTimer.singleShot(0, QApplication.exit)  # which would be lost where no loop runs yet

    woken, wake = socket.socketpair()
    with woken, wake, handled(on_signal):
        woken.setblocking(False)
        wake.setblocking(False)
        notifier = QSocketNotifier(woken.fileno(), QSocketNotifier.Type.Read)
        notifier.activated.connect(lambda: woken.recv(1024))
        before = signal.set_wakeup_fd(wake.fileno(), warn_on_full_buffer=False)
        try:
            yield came
        finally:
            signal.set_wakeup_fd(before)
            notifier.setEnabled(False)


def _on_qt_message(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
    # The offscreen platform says this of every window that has a smallest size.
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


EVERY_MS: Final = 1000


@contextmanager
def collected_here() -> Iterator[None]:
    """Meanwhile let garbage be found by a timer of this thread, and by nobody else.

    Python looks for it in whichever thread comes to make something, and Qt's objects must not end
    in another thread than their own: beside the window the list of matches is kept up, which would
    take the scene of a table that has been left away from under Qt.
    """
    was = gc.isenabled()
    gc.disable()
    timer = QTimer(interval=EVERY_MS)
    timer.timeout.connect(collect)
    timer.start()
    try:
        yield
    finally:
        timer.stop()
        if was:
            gc.collect(0)
            gc.enable()


def collect() -> None:
    """Look for garbage where Python would by itself, old and young."""
    due = [
        age
        for age, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if made > most
    ]
    if due:
        gc.collect(max(due))
