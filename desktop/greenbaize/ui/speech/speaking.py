"""The speech of a window: what happens at its table, and notifications."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from greenbaize.store.fitting import AUTO, BRIEF, ON
from greenbaize.ui.shell.actions import VIEW, Action
from greenbaize.ui.shell.pages import Pages
from greenbaize.ui.shell.settings import SettingsService
from greenbaize.ui.widgets.accessibility import utter
from greenbaize.ui.widgets.keyboard import is_listened
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import aloud, use_brief

if TYPE_CHECKING:
    from greenbaize.match.header import Header
    from greenbaize.rules.events import Event
    from greenbaize.ui.features.history.replaying import Replaying
    from greenbaize.ui.match.match_view import MatchView
    from greenbaize.ui.speech.voice import LogWindow, SpeechQueue, SpokenLog, Voice
    from greenbaize.ui.table.stage import Stage


class Speaking(QObject):
    """Speech of one window, if somebody wants it; nothing of it is loaded before that."""

    def __init__(self, window: QWidget, settings: SettingsService, pages: Pages) -> None:
        super().__init__(window)
        self._window, self._settings, self._pages = window, settings, pages
        settings.changed.connect(self.apply_settings)
        pages.leaving.connect(self.leave)
        self._gathering: SpeechQueue | None = None
        self._log: SpokenLog | None = None
        self._playing: MatchView | None = None
        self._voice: Voice | None = None
        self._match: Header | None = None
        """Header of the match that the log is about."""
        self.log_window: LogWindow | None = None
        self.apply_settings()

    @property
    def on(self) -> bool:
        """True if speech is on: always, or while a screen reader is running."""
        wanted = self._settings.now.speak
        return wanted == ON or (wanted == AUTO and is_listened())

    @cached_property
    def _made(self) -> Any:
        """The narrator's module, loaded once there is something to say."""
        from greenbaize.ui.speech import voice  # noqa: PLC0415

        return voice

    @property
    def log(self) -> "SpokenLog":
        if self._log is None:
            self._log = self._made.SpokenLog(self)
        return self._log

    @property
    def gathering(self) -> "SpeechQueue":
        """The queue that speaks when the previous text has been heard."""
        if self._gathering is None:
            rate: Callable[[], float] = lambda: self._settings.now.speech_rate  # noqa: E731
            self._gathering = self._made.SpeechQueue(rate, parent=self)
            self._gathering.spoken.connect(self._speak)
        return self._gathering

    def apply_settings(self) -> None:
        """Apply the wording of the settings, full or brief."""
        use_brief(on=self._settings.now.wording == BRIEF)

    def say(self, words: str, *, urgent: bool = False) -> None:
        """Speak a text in its turn, or at once if it is urgent."""
        if not words or not self.on:
            return
        if urgent:
            self.gathering.urge(aloud(words))
        else:
            self.gathering.tell(aloud(words))

    def _speak(self, words: str, urgent: bool) -> None:
        if not self.on:
            return
        self.log.add(words)
        utter(self._pages.table or self._window, words, urgent=urgent)

    def forget(self) -> None:
        """Drop what only the previous player was told, also from the log."""
        if self._gathering is not None:
            self._gathering.forget()
        if self._log is not None:
            self._log.clear()

    def go_on_from(self, other: "Speaking") -> None:
        """Copy the log of the window that this one replaces."""
        if other._log is not None:
            said, self._match = [*other._log.lines, *self.log.lines], other._match
            self.log.clear()
            for words in said:
                self.log.add(words)

    # Tables

    def listen_to(self, playing: "MatchView") -> None:
        self._begin(playing.place.header)
        self._playing = playing
        playing.stage.begun.connect(self._on_begun)
        playing.pacing.person_acts.connect(self._on_person_acts)
        self.pace(playing.stage)

    def listen_back(self, replaying: "Replaying") -> None:
        """Speak of a match that is replayed; the replay announces its events itself."""
        self._begin(replaying.replay.header)
        self.pace(replaying.table.stage)

    def pace(self, stage: "Stage") -> None:
        """Let a table wait until what was said has been heard, if the settings say so."""
        stage.speech_left = self.left_ms
        stage.shared = lambda: self._pages.shared
        stage.hurried.connect(self._on_hurried)

    def _on_hurried(self) -> None:
        """Stop waiting: a screen reader stops speaking at a key press."""
        if self._gathering is not None:
            self._gathering.break_off()

    def left_ms(self) -> float:
        """Return how long the table waits for what is being said (ms)."""
        if self._gathering is None or not self._settings.now.speech_waits or not self.on:
            return 0.0
        return self._gathering.left_ms

    def leave(self) -> None:
        """Stop following the table; what is pending is still spoken, and the log is kept."""
        self._playing = self._voice = None
        if self._gathering is not None:
            self._gathering.speak()

    def _begin(self, match: "Header") -> None:
        """Keep the log of the same match, also when its table is shown anew."""
        self.leave()
        if self._log is not None and match != self._match:
            self._log.clear()
        self._match = match

    def _on_begun(self, event: "Event", view: Any) -> None:
        voice = self._listening()
        if voice is not None:
            voice.hear(event, view)

    def _on_person_acts(self) -> None:
        if self._voice is None:
            voice = self._listening()
            if voice is not None:
                voice.tell_turn()

    def _listening(self) -> "Voice | None":
        """Return the narrator of the table shown, created when something is first to be said."""
        if not self.on or self._playing is None or self._pages.current is not self._playing:
            return None
        if self._voice is None:
            self._voice = self._made.Voice(self._playing, self.gathering)
        return self._voice

    # The log

    def actions(self) -> list[Action]:
        return [Action("log", tr("What was sai&d"), self.show_log, VIEW, 9, "Shift+F7")]

    def show_log(self) -> None:
        if self.log_window is not None:
            self.log_window.close()
            return
        window = self._made.LogWindow(self.log, self._window, on=self.on)
        self.log_window = window
        window.finished.connect(self._forget_window)
        window.show()

    def _forget_window(self) -> None:
        if self.log_window is not None:
            self.log_window.deleteLater()
            self.log_window = None
