"""The dialogs that take a challenge and that send one."""

from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from PySide6.QtCore import QDate, QLocale, QMimeData, Signal
from PySide6.QtWidgets import QApplication, QCheckBox, QPlainTextEdit, QWidget

from greenbaize.app.challenge_code import MAX_TEXT_LENGTH, Challenge
from greenbaize.app.challenge_mark import NO_CHALLENGER
from greenbaize.app.challenge_result import decode_challenge_only
from greenbaize.app.challenge_texts import describe_challenge
from greenbaize.app.challenger_result import find_challenger_result, tell_challenger_result
from greenbaize.rules.errors import GameError
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import TEXT_WIDTH, BaseDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

TEXT_LINES = 5
"""Visible lines of a text with a code."""


class CodeTextEdit(QPlainTextEdit):
    """Text field for a code; of a long text only the beginning is pasted, where a code may be."""

    def insertFromMimeData(self, source: QMimeData) -> None:
        room = max(0, MAX_TEXT_LENGTH - self.document().characterCount())
        self.insertPlainText(source.text()[:room])


def _make_text_box(text: str, name: str, parent: QWidget) -> QPlainTextEdit:
    box = CodeTextEdit(text[:MAX_TEXT_LENGTH], parent)
    box.setAccessibleName(name)
    box.setTabChangesFocus(True)
    box.setFixedHeight((TEXT_LINES + 1) * box.fontMetrics().lineSpacing())
    box.setMinimumWidth(round(scale_pixels(TEXT_WIDTH, 1.6)))
    return box


class CountedDay(NamedTuple):
    """The day for which a try of its deal counts; not yet if it ``is_early``."""

    day: date
    is_early: bool = False


def _describe_count(counted_day: CountedDay | None) -> str:
    if counted_day is None:
        return tr("Only your first try counts.")
    day = counted_day.day
    text = tr("It is the deal of the day of {date}: your first try counts for that day.")
    if counted_day.is_early:
        text = tr(
            "It is the deal of the day of {date}: it counts if you wait until then. Played today"
            " it is practice, and you will know its cards."
        )
    date_text = QLocale().toString(
        QDate(day.year, day.month, day.day), QLocale.FormatType.LongFormat
    )
    return text.format(date=date_text)


class PlayChallengeDialog(BaseDialog):
    """Dialog for the code of a challenge; it says in words what it is before it is dealt.

    ``has_tried`` tells if the person has played a challenge before, ``is_open`` if the try that
    counts can be gone on with, ``find_counted_day`` as which day's deal it would count, if any.
    """

    challenge_chosen = Signal(object, object)
    """The person wants to play this ``Challenge``; its challenger had this ``ChallengerResult``."""

    def __init__(
        self,
        text: str,
        has_tried: Callable[[Challenge], bool],
        is_open: Callable[[Challenge], bool],
        parent: QWidget,
        find_counted_day: Callable[[Challenge], CountedDay | None] = lambda _: None,
    ) -> None:
        super().__init__(parent, tr("Play a challenge"))
        self._find_counted_day = find_counted_day
        self.challenge: Challenge | None = None
        self.challenger = NO_CHALLENGER
        self._has_tried = has_tried
        self._is_open = is_open
        prompt = PlainLabel(tr("The code, or the whole sentence with it:"), self)
        self.text_box = _make_text_box(text, prompt.text(), self)
        self.description_label = make_note("", self)
        self.play_button = self.make_button(tr("&Play"), self._play, default=True)
        self.cancel_button = self.make_button(tr("Cancel"), self.reject)
        buttons = make_row(STRETCH, self.play_button, self.cancel_button)
        self.build_layout(prompt, self.text_box, self.description_label, buttons)
        self.text_box.textChanged.connect(self._read_text)
        self._read_text()
        self.text_box.setFocus()

    def _read_text(self) -> None:
        text, self.challenge, description = self.text_box.toPlainText(), None, ""
        button_text = tr("&Play")
        if text.strip():
            try:
                self.challenge = decode_challenge_only(text[: MAX_TEXT_LENGTH + 1])
            except GameError as error:
                description = Speaker().format_message(error.message)
        if self.challenge is not None:
            lines = describe_challenge(self.challenge)
            self.challenger = find_challenger_result(text, self.challenge)
            if self.challenger.total:
                lines.append(tell_challenger_result(self.challenge, self.challenger))
            if self._is_open(self.challenge):
                lines.append(tr("You have begun it: go on with it."))
                button_text = tr("&Go on")
            elif self._has_tried(self.challenge):
                lines.append(
                    tr("You know these cards already: this is practice and does not count.")
                )
            else:
                day = self._find_counted_day(self.challenge)
                lines.append(_describe_count(day))
                button_text = tr("&Play for practice") if day and day.is_early else button_text
            description = "\n".join(lines)
        self.description_label.setText(description)
        self.play_button.setText(button_text)
        self.play_button.setEnabled(self.challenge is not None)
        announce(self.description_label, description)
        self.adjustSize()

    def _play(self) -> None:
        if self.challenge is not None:
            self.accept()
            self.challenge_chosen.emit(self.challenge, self.challenger)


class SendChallengeDialog(BaseDialog):
    """Dialog with the sentence that challenges somebody, which it copies.

    ``make_sentence`` returns it, given if hints and taking back are allowed. ``is_fixed`` is True
    for a challenge that is passed on as it is.
    """

    def __init__(
        self, make_sentence: Callable[[bool, bool], str], parent: QWidget, *, is_fixed: bool
    ) -> None:
        super().__init__(parent, tr("Challenge somebody"))
        self._make_sentence = make_sentence
        note = make_note(tr("The sentence is copied: paste it into a letter or a message."), self)
        self.text_box = _make_text_box("", tr("The sentence with the code"), self)
        self.text_box.setReadOnly(True)
        self.hints_box = QCheckBox(tr("&Hints are allowed"), self)
        self.undo_box = QCheckBox(tr("&Taking back is allowed"), self)
        peeping_note = make_note(
            tr("Whoever has the code can see the cards by playing it elsewhere first."), self
        )
        self.copy_button = self.make_button(tr("&Copy again"), self._copy)
        buttons = make_row(
            STRETCH, self.copy_button, self.make_button(tr("C&lose"), self.accept, default=True)
        )
        self.build_layout(note, self.text_box, self.hints_box, self.undo_box, peeping_note, buttons)
        for box in (self.hints_box, self.undo_box):
            box.setVisible(not is_fixed)
            box.toggled.connect(self._copy)
        self._copy()

    def _copy(self) -> None:
        sentence = self._make_sentence(self.hints_box.isChecked(), self.undo_box.isChecked())
        self.text_box.setPlainText(sentence)
        QApplication.clipboard().setText(sentence)
        announce(self.text_box, tr("Copied: {text}").format(text=sentence))
