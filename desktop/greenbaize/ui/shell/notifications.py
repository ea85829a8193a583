"""Messages over the window: the banner, and the progress of reading a record."""

from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Final, Self

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.ui.shell.banner import Banner


class Notifications(QObject):
    """The messages on the banner of one window."""

    acted = Signal()
    """Emitted when the button beside a sentence without an action of its own is clicked."""
    told = Signal(str)
    """Emitted with each sentence shown."""
    rule_asked = Signal(str)
    """Emitted with the rule behind a sentence when the player asks to read it."""

    def __init__(self, window: QWidget, make: "Callable[[QWidget], Banner]") -> None:
        super().__init__(window)
        self._window, self._make = window, make
        self._message: Message | None = None
        """The message on the banner, if it can be repeated in another language."""
        self._lasts = False
        """True if the sentence on the banner outlives the page on which it was shown."""
        self._action: Callable[[], object] | None = None
        """The action of the button beside the sentence, instead of ``action_clicked``."""
        self._fresh = QTimer(self, singleShot=True, interval=0)
        """Active until the event loop runs: the sentence belongs to a page shown by then."""

    @cached_property
    def banner(self) -> "Banner":
        banner = self._make(self._window)
        banner.acted.connect(self._act)
        banner.told.connect(self.told)
        banner.rule_asked.connect(self.rule_asked)
        return banner

    @property
    def _made(self) -> "Banner | None":
        return vars(self).get("banner")

    @property
    def words(self) -> str:
        """The sentence on the banner; empty if it is hidden."""
        made = self._made
        return made.words.text() if made is not None and not made.isHidden() else ""

    def tell(self, sentence: str, act: str = "", rule: str = "") -> None:
        self._begin_sentence()
        self.banner.tell(sentence, act, rule)

    def ask(self, sentence: str, act: str, action: Callable[[], object]) -> None:
        """Show a sentence that outlives the page; its button runs ``action``."""
        self.tell(sentence, act)
        self._lasts, self._action = True, action

    def _act(self) -> None:
        action, self._action = self._action, None
        if action is None:
            self.acted.emit()
        else:
            action()

    def mention(self, sentence: str) -> None:
        """Show a sentence that disappears by itself."""
        self.banner.mention(sentence)

    def say(self, message: Message, *, lasting: bool = False) -> None:
        """Show a message; one that is ``is_lasting`` outlives the page."""
        self.tell(Speaker().say(message))
        self._message, self._lasts = message, lasting

    def tell_error(self, error: BaseException, act: str = "") -> None:
        self._begin_sentence()
        self.banner.tell_error(error, act)

    def _begin_sentence(self) -> None:
        self._message, self._lasts, self._action = None, False, None
        self._fresh.start()

    def repeat_on(self, other: "Notifications") -> None:
        """Repeat the sentence on the banner in another window, in the current language."""
        if not self.words or self.banner.is_passing:
            return
        if self._message is None:
            other.tell(self.words)
        else:
            other.say(self._message, lasting=self._lasts)

    def on_page_changed(self) -> None:
        """Hide what was shown for the previous page."""
        made = self._made
        if made is not None and not (made.is_passing or self._lasts or self._fresh.isActive()):
            made.hide()

    def take_back(self, sentence: str) -> None:
        if self._made is not None:
            self._made.take_back(sentence)

    def hide(self) -> None:
        if self._made is not None:
            self._made.hide()

    def lay_out(self) -> None:
        if self._made is not None:
            self._made.lay_out()

    def put_away_passing(self) -> bool:
        """Dismiss a transient sentence; return True if one was shown."""
        return self._made is not None and self._made.put_away_passing()


PATIENCE_MS: Final = 300
"""Delay until the progress of reading a record is shown (ms)."""


class ReadingBar:
    """A progress dialog shown when reading a record takes long; it blocks other input."""

    open: ClassVar[int] = 0
    """Number of records being read; nothing else may be started meanwhile."""

    def __init__(self, window: QWidget, patience_ms: int = PATIENCE_MS) -> None:
        self._window = window
        self._patience = patience_ms
        self._time = QElapsedTimer()
        self.dialog: QProgressDialog | None = None
        """The dialog, once it is shown."""

    def __enter__(self) -> Self:
        self._time.start()
        ReadingBar.open += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        ReadingBar.open -= 1
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()

    def show_events(self, count: int) -> None:
        """Show the number of events read so far."""
        if self._time.elapsed() < self._patience:
            return
        if self.dialog is None:
            self.dialog = QProgressDialog(self._window)
            self.dialog.setWindowTitle(tr("Green Baize"))
            self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
            self.dialog.setCancelButton(None)
            self.dialog.setRange(0, 0)  # the total is not known before everything is read
            self.dialog.show()
        self.dialog.setLabelText(tr("Reading the match: {count} events").format(count=count))
        # Paint it, without letting the user start anything meanwhile.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
