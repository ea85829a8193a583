"""The Qt application: start-up, signals, garbage collection, and error output."""

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
"""Maximum length of a sentence printed at exit, in letters; sentences contain paths."""


class Application(QApplication):
    """The Qt application; on macOS it also receives the records opened from the desktop."""

    record_opened = Signal(str)
    """Emitted with the path of a file to open."""

    def __init__(self, words: list[str]) -> None:
        name_fonts(os.environ)
        # Pass the style by name: as an object it would need a Python class that is slow to create.
        # The style is a child of the application, whose children nothing iterates over.
        super().__init__([*words, "-style", BASE])
        FocusRings(self)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent):
            self.record_opened.emit(event.file())
            return True
        return super().event(event)


def name_fonts(environment: MutableMapping[str, str], system: str = sys.platform) -> None:
    """Set the font folder for Qt on Windows, where the offscreen platform does not look for one."""
    if system == "win32" and environment.get("QT_QPA_PLATFORM") == "offscreen":
        environment.setdefault("QT_QPA_FONTDIR", str(Path(environment["SYSTEMROOT"], "Fonts")))


def make_application() -> QApplication:
    """Return the Qt application with the program's fonts; create it if there is none."""
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
    """Open the window and play; return the exit status of the process.

    ``lock`` is the lock of the first instance, if this is it; requests of later starts come to it.
    ``notice`` is shown in the window. Raises ``NoDisplayError``, or ``Stopped`` where a signal has
    closed the window.
    """
    qInstallMessageHandler(_on_qt_message)
    # An exception raised inside one of Qt's own calls is lost there, or crashes the program.
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
    # Until the end: a second signal must not raise inside Qt's own calls either.
    with collected_here(), signals_heard() as came:
        try:
            code = application.exec()
            if came:
                renewing.program.window.close_now()
        finally:
            renewing.close()
    troubles = renewing.program.services.troubles
    # In watch mode there may have been nobody to read these in the window.
    told = [*troubles.losses, troubles.last] if request.watch and not came else []
    for sentence in filter(None, [*told, *troubles.unwritten]):
        if sys.stderr is not None:
            print(shown_words(sentence, LONGEST_SENTENCE), file=sys.stderr)
    if came:
        raise Stopped(came[0])
    return 1 if request.watch and troubles.last else code


@contextmanager
def signals_heard() -> Iterator[list[int]]:
    """Quit Qt's event loop on a signal; yield the list of received signal numbers.

    Python runs its handlers between its own instructions, and there are none while Qt waits: the
    system's handler writes to a socket, which wakes the loop.
    """
    came: list[int] = []

    def on_signal(number: int, _: object) -> None:
        came.append(number)
        QTimer.singleShot(0, QApplication.exit)  # a quit before the loop runs would be lost

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
    # The offscreen platform prints this for every window with a minimum size.
    if not text.startswith("This plugin does not support"):
        print(text, file=sys.stderr)


EVERY_MS: Final = 1000


@contextmanager
def collected_here() -> Iterator[None]:
    """Collect garbage by a timer of this thread only, for as long as the context lasts.

    Python collects in whichever thread happens to allocate, and Qt's objects must not be destroyed
    outside their own thread: the thread that updates the match history could destroy the scene of a
    table that has been closed.
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
    """Collect every generation that is over its threshold, as Python would."""
    due = [
        age
        for age, (made, most) in enumerate(zip(gc.get_count(), gc.get_threshold(), strict=True))
        if made > most
    ]
    if due:
        gc.collect(max(due))
