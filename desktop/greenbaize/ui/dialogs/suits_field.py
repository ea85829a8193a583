"""A field for some suits: a button for each, of which as many are down as the option asks for."""

from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QTransform
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from greenbaize.cards import Suit
from greenbaize.ui.cards.printing import PAPER
from greenbaize.ui.cards.suits import LETTERS, sign_ink, suit_path
from greenbaize.ui.plain import set_tip
from greenbaize.words.speaker import suit_name

DISC: Final = 9.5
"""The radius of the paper that a chosen suit is printed on, in pixels."""
SIGN: Final = 13.0
"""How large a suit's sign is, in pixels."""
_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES)


class SuitButton(QToolButton):
    """A suit that is chosen or not; Qt's own buttons hardly show it on dark paper."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sign: on the colour of what is chosen, printed like a card, or plainly."""
        role, palette = QPalette.ColorRole, self.palette()
        down, letter = self.isChecked(), LETTERS[self.text()]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color(role.HighlightedText if down else role.Mid), 1.0))
        ground = palette.color(role.Highlight if down else role.Button)
        painter.setBrush(ground)
        rect = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(rect, 5, 5)
        middle = rect.center()
        if down:
            ground = PAPER
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawEllipse(middle, DISC, DISC)
        corner = middle - QPointF(SIGN / 2, SIGN / 2)
        sign = QTransform(SIGN, 0, 0, SIGN, corner.x(), corner.y()).map(suit_path(letter))
        painter.fillPath(sign, sign_ink(letter, ground))
        painter.end()


class SuitsField(QWidget):
    """Choosing one suit too many lets go of the one chosen first."""

    changed = Signal(tuple)
    """The letters chosen, once there are as many as asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._chosen: list[str] = []
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for suit in _ORDER:
            button = SuitButton(self)
            button.setText(suit.sign)
            button.setCheckable(True)
            set_tip(button, suit_name(suit))
            button.setAccessibleName(suit_name(suit))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setMinimumSize(34, 30)
            button.clicked.connect(lambda _=False, letter=suit.letter: self._on_clicked(letter))
            row.addWidget(button)
            self.buttons[suit.letter] = button
        row.addStretch(1)

    def show_suits(self, letters: tuple[str, ...]) -> None:
        """Show these suits as chosen; from here on so many are asked for."""
        self._count, self._chosen = len(letters), list(letters)
        self._press()

    def _on_clicked(self, letter: str) -> None:
        if letter not in self._chosen:
            self._chosen = [*self._chosen, letter][-self._count :]
            self._press()
            self.changed.emit(tuple(self._chosen))
        else:
            self._press()  # a suit is let go only by choosing another

    def _press(self) -> None:
        for letter, button in self.buttons.items():
            button.setChecked(letter in self._chosen)
