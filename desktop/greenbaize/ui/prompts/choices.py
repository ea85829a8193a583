"""A question on the table: a round button for every answer, with notes below."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSizeF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from greenbaize.rules.commands import Command
from greenbaize.store.fitting import LARGEST_TEXT
from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.table.click_guard import ClickGuard
from greenbaize.ui.table.writing import CENTRE, lines_of, write
from greenbaize.ui.widgets.accessibility import Group, name_for_ears
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.keyboard import is_typing, latin_letter
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.choices import Choice
from greenbaize.words.spoken import is_brief, together

_SMALLEST: Final = 12.0
"""Minimum letter height (px)."""
_LETTER: Final = 0.135
"""Letter height, in card widths."""
_MARGIN: Final = 0.8
"""Margin on both sides, in letter heights."""
_WIDEST: Final = 34.0
"""Maximum line length, in letter heights, so that the eye finds the next line."""
_STYLE: Final = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
ROW = 9
"""Maximum number of buttons in a row."""
SMALLEST = 32.0
"""Minimum button size (px)."""
LONG = 36
"""A question with this many letters gets more width, so that it may fit on one line."""
MOST_LINES = 4
"""Maximum number of lines of the text above the buttons."""


class NoteLines:
    """The small lines below a question: what is worth knowing to answer it."""

    def __init__(self) -> None:
        self.lines: tuple[str, ...] = ()
        self.height = 0.0
        """Height of all lines (px), once they have been fitted."""
        self._size = _SMALLEST
        self.rooms: list[QSizeF] = []
        """Size of each line, once they have been fitted."""

    def fit(
        self, least: float, most: float, card: float, letters: float = LARGEST_TEXT
    ) -> tuple[float, float]:
        """Break the lines for a width within limits; return their width and height (px)."""
        self._size = max(_SMALLEST, grown(max(_SMALLEST, _LETTER * card), letters))
        metrics, margin = QFontMetricsF(font(self._size)), 2 * _MARGIN * self._size
        longest = max(map(metrics.horizontalAdvance, self.lines), default=0.0) + 2
        width = max(least, min(longest, _WIDEST * self._size, most - margin) + margin)
        self.rooms = [_room(metrics, line, width - margin) for line in self.lines]
        tall = sum(room.height() for room in self.rooms)
        self.height = tall + (0.3 * self._size if self.lines else 0.0)
        return width, self.height

    def paint(self, painter: QPainter, room: QRectF) -> None:
        painter.setFont(font(self._size))
        painter.setPen(QColor(worn().plate_quiet))
        top = room.top()
        for line, size in zip(self.lines, self.rooms, strict=True):
            place = QRectF(QPointF(room.center().x() - size.width() / 2, top), size)
            painter.drawText(place.adjusted(-1, 0, 1, 0), _STYLE, line)
            top += size.height()


def _room(metrics: QFontMetricsF, line: str, wide: float) -> QSizeF:
    """Return the size of a line, broken so that no word is left alone on the last row."""
    wides = [wide * part / 10 for part in range(5, 11)]
    boxes = [metrics.boundingRect(QRectF(0, 0, one, 1e4), _STYLE, line) for one in wides]
    high = boxes[-1].height()
    narrow = next(one for one, box in zip(wides, boxes, strict=True) if box.height() == high)
    return QSizeF(narrow, 1.08 * high)


class ChoicePrompt(Group):
    """A question with a few possible answers.

    A key that matches one answer only gives it at once; if a second digit may follow, Enter gives
    it.
    """

    answered = Signal(object)
    """Emitted with the command of the answer given."""
    declined = Signal(str)
    """Emitted with the reason when an answer was chosen that is not allowed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.buttons: list[RoundButton] = []
        """The buttons, in the order of the choices."""
        self._choices: list[Choice] = []
        self._words = self._why = self._note = ""
        self._typed = ""
        self.keys_ask = False
        """True if a key only selects an answer, and the same key again gives it, as with cards."""
        self.guard = ClickGuard()
        self._by_key: int | None = None
        """Index of the answer selected by a key in that way."""
        self.notes = NoteLines()
        """The notes below the question."""
        self._line = self._largest = 26.0
        """Height of a line at usual spacing (px): as fitted, and in letters of the wanted size."""
        self._head = self._told = 0.0
        """Heights (px) of the question, and of the notes or the reply shown instead of them."""
        self._side, self._across, self._width = SMALLEST, 1, 0.0
        """Button size (px), number of buttons in a row, and total width (px)."""
        # Tab stops at the answers instead.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.hide()

    @property
    def is_held(self) -> bool:
        """True if the prompt or one of its answers has the keyboard focus."""
        return self.hasFocus() or any(button.hasFocus() for button in self.buttons)

    @property
    def said(self) -> str:
        """The text shown: the reply to an answer, or else the question."""
        return self._why or self._note or self._words

    def ask(
        self,
        words: str,
        choices: Sequence[Choice],
        notes: Sequence[str] = (),
        *,
        quiet: bool = False,
    ) -> None:
        """Ask for one of the answers; ``keep_focus`` leaves the keyboard focus where it is."""
        self.notes.lines = tuple(notes)
        for button in self.buttons:
            button.hide()
            button.deleteLater()
        self._words, self._why, self._note, self._typed = words, "", "", ""
        self._choices, self._by_key = list(choices), None
        self.buttons = []
        for place, choice in enumerate(choices):
            button = RoundButton(choice.label, choice.forbidden, self)
            set_tip(button, choice.forbidden or choice.note)
            name_for_ears(button, choice.name, choice.forbidden or choice.note)
            button.clicked.connect(lambda _=False, place=place: self._choose(place))
            button.installEventFilter(self)
            self.buttons.append(button)
        worded = any(button.worded for button in self.buttons)
        for button in self.buttons:
            button.worded = worded
        name_for_ears(self, words if is_brief() else together(*notes, words))
        self.guard.arm()
        self.show()
        self.raise_()
        if not quiet and not is_typing():
            self.setFocus()

    def take_first(self) -> None:
        allowed = [button for button in self.buttons if not button.forbidden]
        for button in (*allowed[:1], *self.buttons[:1])[:1]:
            button.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_worths(self, worths: Mapping[Command, str], best: Command | None) -> None:
        """Show on the buttons what each answer is expected to bring, and mark the best."""
        for choice, button in zip(self._choices, self.buttons, strict=True):
            button.show_worth(worths.get(choice.command, ""), best=choice.command == best)

    def describe(self, spoken: Callable[[Command], str]) -> None:
        """Add to the answers' descriptions for screen readers."""
        for choice, button in zip(self._choices, self.buttons, strict=True):
            said = together(choice.forbidden or choice.note, spoken(choice.command))
            name_for_ears(button, choice.name, said)

    def lay_out(self, room: QRectF, card: float, letters: float = LARGEST_TEXT) -> None:
        """Place the prompt at the bottom centre of an area; ``max_scale`` limits its letters."""
        height = self.height_in(room, card, letters)
        side, across, width = self._side, self._across, self._width
        self.setGeometry(
            round(room.center().x() - width / 2),
            round(room.bottom() - height),
            round(width),
            round(height),
        )
        top = height - 1.14 * side * -(-len(self.buttons) // across) - 0.2 * side
        for first in range(0, len(self.buttons), across):
            row = self.buttons[first : first + across]
            wides = [button.width_at(side) for button in row]
            left = (width - sum(wides) - 0.14 * side * (len(row) - 1)) / 2
            for button, wide in zip(row, wides, strict=True):
                button.setGeometry(round(left), round(top), round(wide), round(side))
                button.show()
                left += wide + 0.14 * side
            top += 1.14 * side

    def height_in(self, room: QRectF, card: float, letters: float) -> float:
        """Return the height (px) in an area with letters of at most this scale.

        The measures are kept for ``relayout``.
        """
        count = len(self.buttons)
        most = max(1, min(ROW, int((room.width() / SMALLEST - 0.4) / 1.14)))
        rows = max(1, (count + most - 1) // most)
        across = self._across = max(1, (count + rows - 1) // rows)
        widest = room.width() / (1.14 * across + 0.4)
        side = self._side = max(SMALLEST, min(grown(0.60, min(1.3, letters)) * card, widest))
        wides = [button.width_at(side) + 0.14 * side for button in self.buttons]
        row = max(sum(wides[first : first + across]) for first in range(0, count, across))
        longest = max(map(len, (self._words, *(one.forbidden for one in self._choices))), default=0)
        wanted = max(4.4 * card if longest < LONG else 6 * card, row + 0.4 * side)
        least = min(wanted, room.width())
        self._width, tall = self.notes.fit(least, room.width(), card, letters)
        usual = max(26.0, 0.30 * card)
        line, self._largest = grown(usual, letters), grown(usual)
        self._line, air = line, min(line, usual)  # larger letters need no more space between them
        lines = self._lines(self._words)
        self._head = 0.6 * line + 0.4 * air if lines == 1 else (lines * 0.62 + 0.2) * line
        said = max(self._lines(one.forbidden or one.note) for one in self._choices)
        self._told = max(tall, said * (0.5 * line + 0.12 * air))
        return self._head + self._told + 1.14 * side * rows + 0.3 * side

    def _lines(self, words: str) -> int:
        return lines_of(words, 0.40 * self._line, self._width - 12, bold=True) if words else 0

    @property
    def foot(self) -> float:
        """Free height below the answers (px), as measured last."""
        return 0.34 * self._side

    def _is_under(self, point: QPoint) -> bool:
        return self.rect().contains(self.mapFromGlobal(point))

    def _choose(self, place: int) -> None:
        choice = self._choices[place]
        if choice.forbidden:
            self._why = choice.forbidden
            name_for_ears(self, self.said)
            self.update()
            self.declined.emit(choice.forbidden)
        else:
            self.answered.emit(choice.command)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle keys whichever button has the focus, and show the note of a focused answer."""
        kind = event.type()
        if isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress:
            return self._take_key(event)
        if kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick):
            return self.guard.refuses(self._is_under)
        if kind in (QEvent.Type.Enter, QEvent.Type.FocusIn) and watched in self.buttons:
            self._say(self._choices[self.buttons.index(watched)].note)
        elif kind in (QEvent.Type.Leave, QEvent.Type.FocusOut):
            self._say("")
        return False

    def _say(self, note: str) -> None:
        self._note = note
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer by the key shown on a button; arrow keys move the focus among them."""
        if not self._take_key(event):
            super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key, text = event.key(), event.text().casefold()
        keys = [choice.key.casefold() for choice in self._choices]
        letter = latin_letter(event)
        meant = [choice.key for choice in self._choices if letter and choice.latin == letter]
        if meant:
            text = meant[0].casefold()
        if text and any(text in other for other in keys):
            typed = self._typed + text
            if typed not in keys:
                typed = text
            longer = [other for other in keys if other != typed and other.startswith(typed)]
            self._typed = typed
            if typed in keys:
                place = keys.index(typed)
                self.buttons[place].setFocus()
                if not longer or typed == "0":
                    self._typed = ""
                    if self._confirms(place, event):
                        self._choose(place)
            return True
        self._typed = ""
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1
            focused = [place for place, button in enumerate(self.buttons) if button.hasFocus()]
            if focused:
                self.buttons[(focused[0] + step) % len(self.buttons)].setFocus()
            else:
                self.take_first()
            return True
        if key in (Qt.Key.Key_Home, Qt.Key.Key_End) and self.buttons:
            self.buttons[0 if key == Qt.Key.Key_Home else -1].setFocus()
            return True
        return key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._take_enter(event)

    def _take_enter(self, event: QKeyEvent) -> bool:
        """Give the focused answer; Enter that is still held down from before does nothing."""
        held = next((button for button in self.buttons if button.hasFocus()), None)
        if held is not None and not event.isAutoRepeat():
            held.click()
        return held is not None or event.isAutoRepeat()

    def _confirms(self, place: int, event: QKeyEvent) -> bool:
        """Return True if a key gives this answer; with ``confirm_keys`` only if it was selected."""
        before, self._by_key = self._by_key, place
        if not self.keys_ask or (before == place and not event.isAutoRepeat()):
            return True
        again = tr("The same key again, or Enter: {answer}")
        self._say(again.format(answer=self._choices[place].name))
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = worn()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(theme.plate)
        ground.setAlpha(225)
        # With the focus on the prompt but on no button yet, keys already answer.
        held = self.hasFocus()
        pen = QPen(QColor(theme.plate_quiet), 2) if held else QPen(QColor(theme.thread), 1)
        painter.setPen(pen)
        painter.setBrush(ground)
        rim = pen.widthF() / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(rim, rim, -rim, -rim), 14, 14)
        painter.setPen(QColor(theme.plate_text))
        room = QRectF(6, 2, self.width() - 12, self._head)
        size = min(0.46 * self._largest, max(0.46 * self._line, 0.62 * self._head))
        self._write(painter, room, self._words, size)
        room = QRectF(6, self._head, self.width() - 12, self._told)
        if self._why or self._note:
            painter.setPen(QColor(theme.loss_on_felt if self._why else theme.plate_text))
            self._write(painter, room, self._why or self._note, 0.40 * self._largest)
        else:
            self.notes.paint(painter, room.adjusted(-6, 0, 6, 0))
        painter.end()

    @staticmethod
    def _write(painter: QPainter, room: QRectF, words: str, size: float) -> None:
        write(painter, room, words, size, bold=True, align=CENTRE, lines=MOST_LINES)
