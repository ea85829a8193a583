"""The question for a bid, asked on the table: a round button for every number of tricks."""

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from greenbaize.ui.fonts import font
from greenbaize.ui.prompts.round_button import RoundButton
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

ROW = 9
"""How many buttons stand in a row."""


class BidPrompt(QWidget):
    """Asks for a number. Digits answer at once; where two digits are possible, Enter does."""

    answered = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._buttons: list[RoundButton] = []
        self._words = self._why = ""
        self._typed = ""
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.hide()

    @property
    def buttons(self) -> list[RoundButton]:
        """The buttons from 0 on."""
        return self._buttons

    @property
    def said(self) -> str:
        """What stands above the buttons: the question, or why an answer was not taken."""
        return self._why or self._words

    def ask(self, words: str, answers: list[tuple[int, str]], theme: Theme) -> None:
        """Ask for one of the numbers; a text beside a number says why it is forbidden."""
        self._theme = theme
        for button in self._buttons:
            button.hide()
            button.deleteLater()
        self._words, self._why, self._typed = words, "", ""
        self._buttons = []
        for number, forbidden in answers:
            button = RoundButton(str(number), theme, forbidden, self)
            button.setToolTip(forbidden)
            button.setAccessibleName(tr("Bid {count}").format(count=number))
            button.setAccessibleDescription(forbidden)
            button.clicked.connect(lambda _=False, number=number: self._choose(number))
            button.installEventFilter(self)
            self._buttons.append(button)
        self.setAccessibleName(words)
        self.show()
        self.raise_()
        self.setFocus()

    def place(self, room: QRect, card: float) -> None:
        """Stand in the middle of the room, as large as a card's width makes it."""
        count = len(self._buttons)
        rows = max(1, (count + ROW - 1) // ROW)
        across = (count + rows - 1) // rows if count else 1
        side = min(0.60 * card, room.width() / (1.14 * across + 0.4))
        head = max(22.0, 0.30 * card)
        width = max(1.14 * side * across + 0.4 * side, 3.2 * card)
        height = head + 1.14 * side * rows + 0.3 * side
        self.setGeometry(
            round(room.center().x() - width / 2),
            round(room.bottom() - height),
            round(width),
            round(height),
        )
        for number, button in enumerate(self._buttons):
            row, column = divmod(number, across)
            here = min(across, count - row * across)
            left = (width - 1.14 * side * here) / 2 + 0.07 * side
            button.setGeometry(
                round(left + column * 1.14 * side),
                round(head + 0.1 * side + row * 1.14 * side),
                round(side),
                round(side),
            )
            button.show()

    def _choose(self, number: int) -> None:
        for button in self._buttons:
            if button.text() == str(number):
                if button.forbidden:
                    self._why = button.forbidden
                    self.setAccessibleName(self.said)
                    self.update()
                else:
                    self.answered.emit(number)
                return

    def eventFilter(self, watched: object, event: object) -> bool:
        """Let keys work whichever button has the focus."""
        if isinstance(event, QKeyEvent) and event.type() == QKeyEvent.Type.KeyPress:
            return self._take_key(event)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Answer by digits; arrows move among the buttons."""
        if not self._take_key(event):
            super().keyPressEvent(event)

    def _take_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        numbers = [button.text() for button in self._buttons]
        if event.text().isdigit():
            typed = self._typed + event.text()
            if typed not in numbers:
                typed = event.text()
            longer = [number for number in numbers if number != typed and number.startswith(typed)]
            self._typed = typed
            if typed in numbers:
                self._buttons[numbers.index(typed)].setFocus()
                if not longer or typed == "0":
                    self._typed = ""
                    self._choose(int(typed))
            return True
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down):
            step = 1 if key in (Qt.Key.Key_Right, Qt.Key.Key_Down) else -1
            focused = [place for place, button in enumerate(self._buttons) if button.hasFocus()]
            place = focused[0] + step if focused else 0
            self._buttons[place % len(self._buttons)].setFocus()
            return True
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            for button in self._buttons:
                if button.hasFocus():
                    button.click()
                    return True
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the words above the buttons on a quiet ground."""
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = QColor(theme.plate)
        ground.setAlpha(225)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(QRectF(self.rect()), 14, 14)
        head = self._buttons[0].y() if self._buttons else self.height()
        painter.setFont(font(0.46 * head, bold=True))
        painter.setPen(QColor(theme.loss_on_felt if self._why else theme.plate_text))
        words = painter.fontMetrics().elidedText(
            self.said, Qt.TextElideMode.ElideRight, self.width() - 12
        )
        painter.drawText(QRectF(0, 2, self.width(), head), Qt.AlignmentFlag.AlignCenter, words)
        painter.end()
