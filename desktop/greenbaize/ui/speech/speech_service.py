"""The speech of a window: what happens at its table, and notifications."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from greenbaize.lazy_import import lazy
from greenbaize.store.declared_settings import AUTO, BRIEF, ON
from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.pages import PageController
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.widgets.accessibility import announce_now
from greenbaize.ui.widgets.keyboard import is_screen_reader_active
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import set_brief_speech, spoken_text

if TYPE_CHECKING:
    from greenbaize.match.header import RecordHeader
    from greenbaize.rules.events import Event
    from greenbaize.ui.features.history.replay_page import ReplayPage
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.speech.narrator import MatchNarrator, SpeechLog, SpeechLogDialog, SpeechQueue
    from greenbaize.ui.table.stage import Stage

_make_narrator: "type[MatchNarrator]" = lazy("greenbaize.ui.speech.narrator:MatchNarrator")
_make_speech_queue: "type[SpeechQueue]" = lazy("greenbaize.ui.speech.narrator:SpeechQueue")
_make_speech_log: "type[SpeechLog]" = lazy("greenbaize.ui.speech.narrator:SpeechLog")
_make_log_dialog: "type[SpeechLogDialog]" = lazy("greenbaize.ui.speech.narrator:SpeechLogDialog")


class SpeechService(QObject):
    """Speech of one window, if somebody wants it; nothing of it is loaded before that."""

    def __init__(self, window: QWidget, settings: SettingsService, pages: PageController) -> None:
        super().__init__(window)
        self._window, self._settings, self._pages = window, settings, pages
        settings.changed.connect(self.apply_settings)
        pages.page_leaving.connect(self.stop_following)
        self._queue: SpeechQueue | None = None
        self._log: SpeechLog | None = None
        self._match_view: MatchView | None = None
        self._narrator: MatchNarrator | None = None
        self._header: RecordHeader | None = None
        """Header of the match that the log is about."""
        self.log_window: SpeechLogDialog | None = None
        self.apply_settings()

    @property
    def is_on(self) -> bool:
        """True if speech is on: always, or while a screen reader is running."""
        speech_setting = self._settings.current.speak
        return speech_setting == ON or (speech_setting == AUTO and is_screen_reader_active())

    @property
    def log(self) -> "SpeechLog":
        if self._log is None:
            self._log = _make_speech_log(self)
        return self._log

    @property
    def queue(self) -> "SpeechQueue":
        """The queue that speaks when the previous text has been heard."""
        if self._queue is None:
            rate: Callable[[], float] = lambda: self._settings.current.speech_rate  # noqa: E731
            self._queue = _make_speech_queue(rate, parent=self)
            self._queue.speech_due.connect(self._announce_text)
        return self._queue

    def apply_settings(self) -> None:
        """Apply the wording of the settings, full or brief."""
        set_brief_speech(is_on=self._settings.current.wording == BRIEF)

    def speak_text(self, text: str, *, is_urgent: bool = False) -> None:
        """Speak a text in its turn, or at once if it is urgent."""
        if not text or not self.is_on:
            return
        if is_urgent:
            self.queue.speak_now(spoken_text(text))
        else:
            self.queue.enqueue_text(spoken_text(text))

    def _announce_text(self, text: str, is_urgent: bool) -> None:
        if not self.is_on:
            return
        self.log.add_line(text)
        announce_now(self._pages.table or self._window, text, urgent=is_urgent)

    def clear_speech(self) -> None:
        """Drop what only the previous player was told, also from the log."""
        if self._queue is not None:
            self._queue.clear_pending()
        if self._log is not None:
            self._log.clear()

    def copy_log_from(self, old_service: "SpeechService") -> None:
        """Copy the log of the window that this one replaces."""
        if old_service._log is not None:
            lines, self._header = [*old_service._log.lines, *self.log.lines], old_service._header
            self.log.clear()
            for line in lines:
                self.log.add_line(line)

    # Tables

    def follow_match(self, match_view: "MatchView") -> None:
        self._start_match(match_view.player_view.header)
        self._match_view = match_view
        match_view.stage.event_started.connect(self._on_event_started)
        match_view.pacing.person_to_act.connect(self._on_person_to_act)
        self.connect_stage(match_view.stage)

    def follow_replay(self, replaying: "ReplayPage") -> None:
        """Speak of a match that is replayed; the replay announces its events itself."""
        self._start_match(replaying.replay.header)
        self.connect_stage(replaying.table.stage)

    def connect_stage(self, stage: "Stage") -> None:
        """Let a table wait until what was said has been heard, if the settings say so."""
        stage.remaining_speech_ms = self.remaining_ms
        stage.is_wait_shared = lambda: self._pages.is_shared
        stage.skipped.connect(self._on_skipped)

    def _on_skipped(self) -> None:
        """Stop waiting: a screen reader stops speaking at a key press."""
        if self._queue is not None:
            self._queue.cut_short()

    def remaining_ms(self) -> float:
        """Return how long the table waits for what is being said (ms)."""
        if self._queue is None or not self._settings.current.speech_waits or not self.is_on:
            return 0.0
        return self._queue.remaining_ms

    def stop_following(self) -> None:
        """Stop following the table; what is pending is still spoken, and the log is kept."""
        self._match_view = self._narrator = None
        if self._queue is not None:
            self._queue.speak_pending()

    def _start_match(self, header: "RecordHeader") -> None:
        """Keep the log of the same match, also when its table is shown anew."""
        self.stop_following()
        if self._log is not None and header != self._header:
            self._log.clear()
        self._header = header

    def _on_event_started(self, event: "Event", view: Any) -> None:
        voice = self._active_narrator()
        if voice is not None:
            voice.narrate_event(event, view)

    def _on_person_to_act(self) -> None:
        if self._narrator is None:
            voice = self._active_narrator()
            if voice is not None:
                voice.say_turn()

    def _active_narrator(self) -> "MatchNarrator | None":
        """Return the narrator of the table shown, created when something is first to be said."""
        if (
            not self.is_on
            or self._match_view is None
            or self._pages.current is not self._match_view
        ):
            return None
        if self._narrator is None:
            self._narrator = _make_narrator(self._match_view, self.queue)
        return self._narrator

    # The log

    def declare_actions(self) -> list[Action]:
        return [Action("log", tr("What was sai&d"), self.show_log, VIEW, 9, "Shift+F7")]

    def show_log(self) -> None:
        if self.log_window is not None:
            self.log_window.close()
            return
        window = _make_log_dialog(self.log, self._window, is_speaking=self.is_on)
        self.log_window = window
        window.finished.connect(self._release_log_window)
        window.show()

    def _release_log_window(self) -> None:
        if self.log_window is not None:
            self.log_window.deleteLater()
            self.log_window = None
