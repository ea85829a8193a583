"""A question on the table: a round button for every answer, with notes below."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from greenbaize.rules.commands import Command
from greenbaize.store.declared_settings import MAX_TEXT_SCALE
from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.table.click_guard import ClickGuard
from greenbaize.ui.table.text_fitting import ALIGN_CENTRE, count_lines, draw_fitted_text
from greenbaize.ui.widgets.accessibility import AccessibleGroup, set_spoken_name
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.keyboard import is_text_field_focused, latin_letter
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.choices import AnswerChoice
from greenbaize.words.spoken import is_brief_speech, join_sentences

_MIN_LETTER: Final = 12.0
"""Minimum letter height (px)."""
_LETTER_RATIO: Final = 0.135
"""Letter height, in card widths."""
_MARGIN_RATIO: Final = 0.8
"""Margin on both sides, in letter heights."""
_MAX_LINE_RATIO: Final = 34.0
"""Maximum line length, in letter heights, so that the eye finds the next line."""
_TEXT_FLAGS: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
MAX_BUTTONS_PER_ROW = 9
"""Maximum number of buttons in a row."""
MIN_BUTTON_SIZE = 32.0
"""Minimum button size (px)."""
LONG_QUESTION_LETTERS = 36
"""A question with this many letters gets more width, so that it may fit on one line."""
MAX_TEXT_LINES = 4
"""Maximum number of lines of the text above the buttons."""


class PromptNotes:
    """The small lines below a question: what is worth knowing to answer it."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()
        self.height = 0.0
        """Height of all lines (px), once they have been fitted."""
        self._letter_size = _MIN_LETTER
        self.line_sizes: list[QSizeF] = []
        """Size of each line, once they have been fitted."""

    def fit_lines(
        self,
        min_width: float,
        max_width: float,
        card_width: float,
        max_scale: float = MAX_TEXT_SCALE,
    ) -> tuple[float, float]:
        """Break the lines for a width within limits; return their width and height (px)."""
        self._letter_size = max(
            _MIN_LETTER, scale_pixels(max(_MIN_LETTER, _LETTER_RATIO * card_width), max_scale)
        )
        metrics, margin = (
            QFontMetricsF(make_font(self._letter_size)),
            2 * _MARGIN_RATIO * self._letter_size,
        )
        line_width = max(map(metrics.horizontalAdvance, self.lines), default=0.0) + 2
        width = max(
            min_width,
            min(line_width, _MAX_LINE_RATIO * self._letter_size, max_width - margin) + margin,
        )
        self.line_sizes = [_balanced_size(metrics, line, width - margin) for line in self.lines]
        lines_height = sum(size.height() for size in self.line_sizes)
        self.height = lines_height + (0.3 * self._letter_size if self.lines else 0.0)
        return width, self.height

    def paint(self, painter: QPainter, area: QRectF) -> None:
        painter.setFont(make_font(self._letter_size))
        painter.setPen(QColor(current_theme().plate_quiet))
        top = area.top()
        for line, size in zip(self.lines, self.line_sizes, strict=True):
            rect = QRectF(QPointF(area.center().x() - size.width() / 2, top), size)
            painter.drawText(rect.adjusted(-1, 0, 1, 0), _TEXT_FLAGS, line)
            top += size.height()


def _balanced_size(metrics: QFontMetricsF, line: str, max_width: float) -> QSizeF:
    """Return the size of a line, broken so that no word is left alone on the last row."""
    widths = [max_width * tenths / 10 for tenths in range(5, 11)]
    boxes = [metrics.boundingRect(QRectF(0, 0, width, 1e4), _TEXT_FLAGS, line) for width in widths]
    height = boxes[-1].height()
    narrowest = next(
        width for width, box in zip(widths, boxes, strict=True) if box.height() == height
    )
    return QSizeF(narrowest, 1.08 * height)


class ChoicePrompt(AccessibleGroup):
    """A question with a few possible answers.

    A key that matches one answer only gives it at once; if a second digit may follow, Enter gives
    it.
    """

    command_chosen = Signal(object)
    """Emitted with the command of the answer given."""
    choice_refused = Signal(str)
    """Emitted with the reason when an answer was chosen that is not allowed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: list[RoundButton] = []
        """The buttons, in the order of the choices."""
        self._choices: list[AnswerChoice] = []
        self._question = self._refusal = self._focused_note = ""
        self._typed_text = ""
        self.confirm_keys = False
        """True if a key only selects an answer, and the same key again gives it, as with cards."""
        self.click_guard = ClickGuard()
        self._key_index: int | None = None
        """Index of the answer selected by a key in that way."""
        self.notes = PromptNotes()
        """The notes below the question."""
        self._line_height = self._max_line_height = 26.0
        """Height of a line at usual spacing (px): as fitted, and in letters of the wanted size."""
        self._heading_height = self._notes_height = 0.0
        """Heights (px) of the question, and of the notes or the reply shown instead of them."""
        self._button_size, self._buttons_per_row, self._width = MIN_BUTTON_SIZE, 1, 0.0
        """Button size (px), number of buttons in a row, and total width (px)."""
        # Tab stops at the answers instead.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.hide()

    @property
    def has_keyboard(self) -> bool:
        """True if the prompt or one of its answers has the keyboard focus."""
        return self.hasFocus() or any(button.hasFocus() for button in self.buttons)

    @property
    def shown_text(self) -> str:
        """The text shown: the reply to an answer, or else the question."""
        return self._refusal or self._focused_note or self._question

    def show_question(
        self,
        question: str,
        choices: Sequence[AnswerChoice],
        notes: Sequence[str] = (),
        *,
        keep_focus: bool = False,
    ) -> None:
        """Ask for one of the answers; ``keep_focus`` leaves the keyboard focus where it is."""
        self.notes.lines = tuple(notes)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self._question, self._refusal, self._focused_note, self._typed_text = question, "", "", ""
        self._choices, self._key_index = list(choices), None
        self.buttons = []
        for index, choice in enumerate(choices):
            button = RoundButton(choice.label, choice.refusal, self)
            set_tooltip(button, choice.refusal or choice.consequence)
            set_spoken_name(button, choice.name, choice.refusal or choice.consequence)
            button.clicked.connect(lambda _=False, index=index: self._choose_index(index))
            button.installEventFilter(self)
            self.buttons.append(button)
        any_word = any(button.is_word for button in self.buttons)
        for button in self.buttons:
            button.is_word = any_word
        set_spoken_name(self, question if is_brief_speech() else join_sentences(*notes, question))
        self.click_guard.arm()
        self.show()
        self.raise_()
        if not keep_focus and not is_text_field_focused():
            self.setFocus()

    def focus_first_choice(self) -> None:
        allowed = [button for button in self.buttons if not button.forbidden]
        for button in (*allowed[:1], *self.buttons[:1])[:1]:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_worths(self, worths: Mapping[Command, str], best: Command | None) -> None:
        """Show on the buttons what each answer is expected to bring, and mark the best."""
        for choice, button in zip(self._choices, self.buttons, strict=True):
            button.show_worth(worths.get(choice.command, ""), is_best=choice.command == best)

    def set_descriptions(self, describe_command: Callable[[Command], str]) -> None:
        """Add to the answers' descriptions for screen readers."""
        for choice, button in zip(self._choices, self.buttons, strict=True):
            description = join_sentences(
                choice.refusal or choice.consequence, describe_command(choice.command)
            )
            set_spoken_name(button, choice.name, description)

    def relayout(self, area: QRectF, card_width: float, max_scale: float = MAX_TEXT_SCALE) -> None:
        """Place the prompt at the bottom centre of an area; ``max_scale`` limits its letters."""
        height = self.height_for(area, card_width, max_scale)
        button_size, per_row, width = self._button_size, self._buttons_per_row, self._width
        self.setGeometry(
            round(area.center().x() - width / 2),
            round(area.bottom() - height),
            round(width),
            round(height),
        )
        top = height - 1.14 * button_size * -(-len(self.buttons) // per_row) - 0.2 * button_size
        for first in range(0, len(self.buttons), per_row):
            row = self.buttons[first : first + per_row]
            widths = [button.width_for(button_size) for button in row]
            left = (width - sum(widths) - 0.14 * button_size * (len(row) - 1)) / 2
            for button, button_width in zip(row, widths, strict=True):
                button.setGeometry(round(left), round(top), round(button_width), round(button_size))
                button.show()
                left += button_width + 0.14 * button_size
            top += 1.14 * button_size

    def height_for(self, area: QRectF, card_width: float, max_scale: float) -> float:
        """Return the height (px) in an area with letters of at most this scale.

        The measures are kept for ``relayout``.
        """
        count = len(self.buttons)
        max_per_row = max(
            1, min(MAX_BUTTONS_PER_ROW, int((area.width() / MIN_BUTTON_SIZE - 0.4) / 1.14))
        )
        rows = max(1, (count + max_per_row - 1) // max_per_row)
        per_row = self._buttons_per_row = max(1, (count + rows - 1) // rows)
        max_button_size = area.width() / (1.14 * per_row + 0.4)
        button_size = self._button_size = max(
            MIN_BUTTON_SIZE,
            min(scale_pixels(0.60, min(1.3, max_scale)) * card_width, max_button_size),
        )
        widths = [button.width_for(button_size) + 0.14 * button_size for button in self.buttons]
        row_width = max(sum(widths[first : first + per_row]) for first in range(0, count, per_row))
        longest_text = max(
            map(len, (self._question, *(choice.refusal for choice in self._choices))), default=0
        )
        wanted_width = max(
            4.4 * card_width if longest_text < LONG_QUESTION_LETTERS else 6 * card_width,
            row_width + 0.4 * button_size,
        )
        min_width = min(wanted_width, area.width())
        self._width, notes_height = self.notes.fit_lines(
            min_width, area.width(), card_width, max_scale
        )
        default_line = max(26.0, 0.30 * card_width)
        line_height, self._max_line_height = (
            scale_pixels(default_line, max_scale),
            scale_pixels(default_line),
        )
        self._line_height, spacing = (
            line_height,
            min(line_height, default_line),
        )  # larger letters need no more space between them
        lines = self._count_lines(self._question)
        self._heading_height = (
            0.6 * line_height + 0.4 * spacing if lines == 1 else (lines * 0.62 + 0.2) * line_height
        )
        reply_lines = max(
            self._count_lines(choice.refusal or choice.consequence) for choice in self._choices
        )
        self._notes_height = max(notes_height, reply_lines * (0.5 * line_height + 0.12 * spacing))
        return (
            self._heading_height
            + self._notes_height
            + 1.14 * button_size * rows
            + 0.3 * button_size
        )

    def _count_lines(self, text: str) -> int:
        return (
            count_lines(text, 0.40 * self._line_height, self._width - 12, bold=True) if text else 0
        )

    @property
    def free_foot_height(self) -> float:
        """Free height below the answers (px), as measured last."""
        return 0.34 * self._button_size

    def _contains_global(self, point: QPoint) -> bool:
        return self.rect().contains(self.mapFromGlobal(point))

    def _choose_index(self, index: int) -> None:
        choice = self._choices[index]
        if choice.refusal:
            self._refusal = choice.refusal
            set_spoken_name(self, self.shown_text)
            self.update()
            self.choice_refused.emit(choice.refusal)
        else:
            self.command_chosen.emit(choice.command)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys whichever button has the focus, and show the note of a focused answer."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._handle_key(event)
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            return self.click_guard.blocks_click(self._contains_global)
        if kind in (QEvent.Type.Enter, QEvent.Type.FocusIn) and watched in self.buttons:
            self._show_note(self._choices[self.buttons.index(watched)].consequence)
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._show_note("")
        return False

    def _show_note(self, note: str) -> None:
        self._focused_note = note
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer by the key shown on a button; arrow keys move the focus among them."""
        if not self._handle_key(event):
            super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent) -> bool:
        key, text = event.key(), event.text().casefold()
        keys = [choice.key.casefold() for choice in self._choices]
        letter = latin_letter(event)
        matching_keys = [
            choice.key for choice in self._choices if letter and choice.latin_key == letter
        ]
        if matching_keys:
            text = matching_keys[0].casefold()
        if text and any(text in choice_key for choice_key in keys):
            typed = self._typed_text + text
            if typed not in keys:
                typed = text
            longer_keys = [
                choice_key
                for choice_key in keys
                if choice_key != typed and choice_key.startswith(typed)
            ]
            self._typed_text = typed
            if typed in keys:
                index = keys.index(typed)
                self.buttons[index].setFocus()
                if not longer_keys or typed == "0":
                    self._typed_text = ""
                    if self._is_confirmed(index, event):
                        self._choose_index(index)
            return True
        self._typed_text = ""
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1
            focused = [index for index, button in enumerate(self.buttons) if button.hasFocus()]
            if focused:
                self.buttons[(focused[0] + step) % len(self.buttons)].setFocus()
            else:
                self.focus_first_choice()
            return True
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.buttons:
            self.buttons[0 if key == Qt.Key.Key_Home else -1].setFocus()
            return True
        return key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._handle_enter(event)

    def _handle_enter(self, event: QKeyEvent) -> bool:
        """Give the focused answer; Enter that is still held down from before does nothing."""
        focused_button = next((button for button in self.buttons if button.hasFocus()), None)
        if focused_button is not None and not event.isAutoRepeat():
            focused_button.click()
        return focused_button is not None or event.isAutoRepeat()

    def _is_confirmed(self, index: int, event: QKeyEvent) -> bool:
        """Return True if a key gives this answer; with ``confirm_keys`` only if it was selected."""
        previous_index, self._key_index = self._key_index, index
        if not self.confirm_keys or (previous_index == index and not event.isAutoRepeat()):
            return True
        sentence = tr("The same key again, or Enter: {answer}")
        self._show_note(sentence.format(answer=self._choices[index].name))
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(theme.plate)
        ground.setAlpha(225)
        # With the focus on the prompt but on no button yet, keys already answer.
        has_focus = self.hasFocus()
        pen = QPen(QColor(theme.plate_quiet), 2) if has_focus else QPen(QColor(theme.thread), 1)
        painter.setPen(pen)
        painter.setBrush(ground)
        rim = pen.widthF() / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(rim, rim, -rim, -rim), 14, 14)
        painter.setPen(QColor(theme.plate_text))
        area = QRectF(6, 2, self.width() - 12, self._heading_height)
        size = min(
            0.46 * self._max_line_height, max(0.46 * self._line_height, 0.62 * self._heading_height)
        )
        self._draw_text(painter, area, self._question, size)
        area = QRectF(6, self._heading_height, self.width() - 12, self._notes_height)
        if self._refusal or self._focused_note:
            painter.setPen(QColor(theme.loss_on_felt if self._refusal else theme.plate_text))
            self._draw_text(
                painter, area, self._refusal or self._focused_note, 0.40 * self._max_line_height
            )
        else:
            self.notes.paint(painter, area.adjusted(-6, 0, 6, 0))
        painter.end()

    @staticmethod
    def _draw_text(painter: QPainter, area: QRectF, text: str, size: float) -> None:
        draw_fitted_text(
            painter, area, text, size, bold=True, align=ALIGN_CENTRE, lines=MAX_TEXT_LINES
        )
