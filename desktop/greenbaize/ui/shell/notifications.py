"""What is told over the window: the banner, and a sign of life while a record is read."""

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
    """Tells sentences on the banner of one window."""

    acted = Signal()
    """The button beside a sentence has been clicked."""
    told = Signal(str)
    """A sentence is told."""
    rule_asked = Signal(str)
    """The rule that a sentence rests on is to be shown."""

    def __init__(self, window: QWidget, make: "Callable[[QWidget], Banner]") -> None:
        super().__init__(window)
        self._window, self._make = window, make
        self._message: Message | None = None
        """The message on the banner, where one can say it again in another language."""
        self._lasts = False
        """Whether the sentence on the banner outlives the page on which it was told."""
        self._action: Callable[[], object] | None = None
        """What the button beside the sentence does, instead of telling that it was clicked."""
        self._fresh = QTimer(self, singleShot=True, interval=0)
        """Runs until the event loop turns: a page shown by then is the one a sentence is about."""

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
        """The sentence that is on the banner, or nothing."""
        made = self._made
        return made.words.text() if made is not None and not made.isHidden() else ""

    def tell(self, sentence: str, act: str = "", rule: str = "") -> None:
        self._begin_sentence()
        self.banner.tell(sentence, act, rule)

    def ask(self, sentence: str, act: str, action: Callable[[], object]) -> None:
        """Tell a sentence that stays when another page is shown; its button does ``action``."""
        self.tell(sentence, act)
        self._lasts, self._action = True, action

    def _act(self) -> None:
        action, self._action = self._action, None
        if action is None:
            self.acted.emit()
        else:
            action()

    def mention(self, sentence: str) -> None:
        """Tell a sentence that goes away by itself."""
        self.banner.mention(sentence)

    def say(self, message: Message, *, lasting: bool = False) -> None:
        """Tell a message; one that is ``lasting`` stays when another page is shown."""
        self.tell(Speaker().say(message))
        self._message, self._lasts = message, lasting

    def tell_error(self, error: BaseException, act: str = "") -> None:
        self._begin_sentence()
        self.banner.tell_error(error, act)

    def _begin_sentence(self) -> None:
        self._message, self._lasts, self._action = None, False, None
        self._fresh.start()

    def repeat_on(self, other: "Notifications") -> None:
        """Tell another window's user, in the language spoken now, what stands on the banner."""
        if not self.words or self.banner.is_passing:
            return
        if self._message is None:
            other.tell(self.words)
        else:
            other.say(self._message, lasting=self._lasts)

    def on_page_changed(self) -> None:
        """Take away what was told on the page before."""
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
        """Put a sentence away that would go away by itself; whether there was one."""
        return self._made is not None and self._made.put_away_passing()


PATIENCE_MS: Final = 300
"""How long a record may take until something is shown."""


class ReadingBar:
    """Says over the window, after a while, that a match is read; nothing else can be done then."""

    open: ClassVar[int] = 0
    """So many records are being read; nothing else can be begun then."""

    def __init__(self, window: QWidget, patience_ms: int = PATIENCE_MS) -> None:
        self._window = window
        self._patience = patience_ms
        self._time = QElapsedTimer()
        self.dialog: QProgressDialog | None = None
        """What is shown, once there is something."""

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
        """So many events have been read."""
        if self._time.elapsed() < self._patience:
            return
        if self.dialog is None:
            self.dialog = QProgressDialog(self._window)
            self.dialog.setWindowTitle(tr("Green Baize"))
            self.dialog.setWindowModality(Qt.WindowModality.WindowModal)
            self.dialog.setCancelButton(None)
            self.dialog.setRange(0, 0)  # how many there are is not known before they are read
            self.dialog.show()
        self.dialog.setLabelText(tr("Reading the match: {count} events").format(count=count))
        # It is painted; nobody can press anything in the middle of this.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.ExcludeUserInputEvents)
