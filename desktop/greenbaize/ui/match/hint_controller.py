"""The hint for the current question: the adviser's choice, and what each choice should bring."""

from PySide6.QtCore import QObject, Qt, Signal

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.advice.hint_texts import HintFormatter, format_unnoted_hint, no_hint_sentence
from greenbaize.app.memory.hint_memory import note_hint
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.game import Question
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences


class HintController(QObject):
    """Controller of the hint for the current question; there is at most one."""

    changed = Signal()
    """Emitted when the hint changes, disappears or is being computed."""
    _adviser_woke = Signal()
    """Emitted from another thread when the adviser has sent a message."""

    def __init__(self, player_view: PlayerView, parent: QObject) -> None:
        super().__init__(parent)
        self.is_thinking = False
        """True from the request of a hint until its answer."""
        self.has_failed = False
        """True if the adviser could not give a hint."""
        self.choices: tuple[WeighedChoice, ...] = ()
        """Choices with their expected results, best first, while the hint is shown."""
        self._player_view = player_view
        self._adviser: Adviser | None = None
        self._is_closed = False
        self._is_noted = False
        """A hint in this match has been noted."""
        self._refusal_reason = ""
        """Why the last hint could not be noted and was not given."""
        self._figures_line = self._last_figures_line = ""
        """The explanation of the figures of this hint, and the last one shown: it is shown once."""
        self._adviser_woke.connect(self._on_adviser_woke, Qt.ConnectionType.QueuedConnection)

    @property
    def is_shown(self) -> bool:
        return self.is_thinking or self.has_failed or bool(self.choices)

    def can_answer(self, question: Question | None) -> bool:
        """Return True if this question can have a hint; an open moment or another's turn cannot."""
        player_view = self._player_view
        return (
            question is not None
            and not self._is_closed
            and player_view.has_hints
            and question.offer_location is None
            and player_view.game.turn(player_view.view) == question.seat
            and not player_view.game.is_open(player_view.view)
        )

    def request_hint(self) -> None:
        if not self._is_noted:
            is_allowed, self._refusal_reason = note_hint(self._player_view)
            self._is_noted = not self._refusal_reason
            if not is_allowed:
                self.choices, self.has_failed, self.is_thinking = (), True, False
                self.changed.emit()
                return
        self._refusal_reason = ""
        if self._adviser is None:
            self._adviser = self._player_view.create_adviser(self._adviser_woke.emit)
        self.choices, self.has_failed, self.is_thinking = (), False, True
        self.changed.emit()
        self._adviser.ask_advice(self._on_choices)

    def clear_hint(self) -> None:
        """Remove the hint and forget one being computed."""
        if self._adviser is not None:
            self._adviser.discard_questions()
        if self.is_shown:
            self.choices, self.has_failed, self.is_thinking = (), False, False
            self.changed.emit()

    def close(self) -> None:
        self._is_closed = True
        if self._adviser is not None:
            self._adviser.close()

    def _on_adviser_woke(self) -> None:
        if self._adviser is not None:
            self._adviser.process_pending()

    def _on_choices(self, choices: tuple[WeighedChoice, ...] | None) -> None:
        self.is_thinking, self.has_failed = False, choices is None
        self.choices = choices or ()
        line = self.hint_words.describe_unit()
        self._figures_line = "" if line == self._last_figures_line else line
        self._last_figures_line = line or self._last_figures_line
        self.changed.emit()

    # Texts

    @property
    def hint_words(self) -> HintFormatter:
        return HintFormatter(self._player_view.game, self._player_view.view, self.choices)

    def hint_texts(self) -> tuple[str, str]:
        """Return the hint as a sentence, and its reasons with, once, the meaning of the figures."""
        if self.is_thinking:
            return tr("Thinking about a hint…"), ""
        if self.has_failed and self._refusal_reason:
            return format_unnoted_hint(self._refusal_reason), ""
        if self.has_failed:
            is_late = self._adviser is not None and self._adviser.is_late
            sentence = tr("The adviser did not answer in time; F2 asks again.")
            return sentence if is_late else no_hint_sentence(), ""
        player_view = self._player_view
        sentence, reason = self.hint_words.describe_hint(
            Speaker(display_names(player_view.header.players), player_view.seat)
        )
        return sentence, join_sentences(reason, self._figures_line)
