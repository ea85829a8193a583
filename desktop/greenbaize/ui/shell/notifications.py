"""Messages over the window: the banner, and the progress of reading a record."""

from collections.abc import Callable
from functools import cached_property
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Final, Self

from PySide6.QtCore import QElapsedTimer, QEventLoop, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QProgressDialog, QWidget

from greenbaize.rules.messages import Message
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.ui.shell.banner import Banner


class NotificationService(QObject):
    """The messages on the banner of one window."""

    action_clicked = Signal()
    """Emitted when the button beside a sentence without an action of its own is clicked."""
    sentence_shown = Signal(str)
    """Emitted with each sentence shown."""
    rule_requested = Signal(str)
    """Emitted with the rule behind a sentence when the player asks to read it."""

    def __init__(self, window: QWidget, make_banner: "Callable[[QWidget], Banner]") -> None:
        super().__init__(window)
        self._window, self._make_banner = window, make_banner
        self._message: Message | None = None
        """The message on the banner, if it can be repeated in another language."""
        self._is_lasting = False
        """True if the sentence on the banner outlives the page on which it was shown."""
        self._action: Callable[[], object] | None = None
        """The action of the button beside the sentence, instead of ``action_clicked``."""
        self._fresh_timer = QTimer(self, singleShot=True, interval=0)
        """Active until the event loop runs: the sentence belongs to a page shown by then."""

    @cached_property
    def banner(self) -> "Banner":
        banner = self._make_banner(self._window)
        banner.action_clicked.connect(self._run_action)
        banner.sentence_shown.connect(self.sentence_shown)
        banner.rule_requested.connect(self.rule_requested)
        return banner

    @property
    def _existing_banner(self) -> "Banner | None":
        return vars(self).get("banner")

    @property
    def sentence(self) -> str:
        """The sentence on the banner; empty if it is hidden."""
        banner = self._existing_banner
        return banner.label.text() if banner is not None and not banner.isHidden() else ""

    def show_sentence(self, sentence: str, action_label: str = "", rule: str = "") -> None:
        self._reset_sentence()
        self.banner.show_sentence(sentence, action_label, rule)

    def show_question(self, sentence: str, action_label: str, action: Callable[[], object]) -> None:
        """Show a sentence that outlives the page; its button runs ``action``."""
        self.show_sentence(sentence, action_label)
        self._is_lasting, self._action = True, action

    def _run_action(self) -> None:
        action, self._action = self._action, None
        if action is None:
            self.action_clicked.emit()
        else:
            action()

    def show_transient(self, sentence: str) -> None:
        """Show a sentence that disappears by itself."""
        self.banner.show_transient(sentence)

    def show_message(self, message: Message, *, is_lasting: bool = False) -> None:
        """Show a message; one that is ``is_lasting`` outlives the page."""
        self.show_sentence(Speaker().format_message(message))
        self._message, self._is_lasting = message, is_lasting

    def show_error(self, error: BaseException, action_label: str = "") -> None:
        self._reset_sentence()
        self.banner.show_error(error, action_label)

    def _reset_sentence(self) -> None:
        self._message, self._is_lasting, self._action = None, False, None
        self._fresh_timer.start()

    def copy_to(self, target: "NotificationService") -> None:
        """Repeat the sentence on the banner in another window, in the current language."""
        if not self.sentence or self.banner.is_transient:
            return
        if self._message is None:
            target.show_sentence(self.sentence)
        else:
            target.show_message(self._message, is_lasting=self._is_lasting)

    def on_page_changed(self) -> None:
        """Hide what was shown for the previous page."""
        banner = self._existing_banner
        if banner is not None and not (
            banner.is_transient or self._is_lasting or self._fresh_timer.isActive()
        ):
            banner.hide()

    def withdraw_sentence(self, sentence: str) -> None:
        if self._existing_banner is not None:
            self._existing_banner.withdraw_sentence(sentence)

    def hide(self) -> None:
        if self._existing_banner is not None:
            self._existing_banner.hide()

    def relayout(self) -> None:
        if self._existing_banner is not None:
            self._existing_banner.relayout()

    def uncover_widget(self, widget: QWidget) -> None:
        """Move the banner off a widget that has just appeared below it."""
        banner = self._existing_banner
        if banner is not None and banner.isVisible():
            corner = banner.mapFromGlobal(widget.mapToGlobal(QPoint(0, 0)))
            if banner.rect().intersects(QRect(corner, widget.size())):
                banner.relayout()

    def dismiss_transient(self) -> bool:
        """Dismiss a transient sentence; return True if one was shown."""
        return self._existing_banner is not None and self._existing_banner.dismiss_transient()


PROGRESS_DELAY_MS: Final = 300
"""Delay until the progress of reading a record is shown (ms)."""


class RecordReadProgress:
    """A progress dialog shown when reading a record takes long; it blocks other input."""

    open_count: ClassVar[int] = 0
    """Number of records being read; nothing else may be started meanwhile."""

    def __init__(self, window: QWidget, delay_ms: int = PROGRESS_DELAY_MS) -> None:
        self._window = window
        self._delay_ms = delay_ms
        self._elapsed_timer = QElapsedTimer()
        self.dialog: QProgressDialog | None = None
        """The dialog, once it is shown."""

    def __enter__(self) -> Self:
        self._elapsed_timer.start()
        RecordReadProgress.open_count += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        RecordReadProgress.open_count -= 1
        if self.dialog is not None:
            self.dialog.close()
            self.dialog.deleteLater()

    def show_event_count(self, count: int) -> None:
        """Show the number of events read so far."""
        if self._elapsed_timer.elapsed() < self._delay_ms:
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
