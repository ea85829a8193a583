"""The table before a match: the seats are there, and a card asks what to play."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from greenbaize.match.sitters import Sitter
from greenbaize.rules.pictures import Plate
from greenbaize.rules.players import HUMAN
from greenbaize.ui.plain import Label, on_button, set_tip
from greenbaize.ui.sheets.lettering import normal, title
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.table.motion import Motion
from greenbaize.ui.table.plate import PlateText
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.view import TableView
from greenbaize.ui.theme import Theme
from greenbaize.words.names import shown_name

WIDEST: Final = 560
"""No button of the card of choices writes further than this."""


class Choices(QFrame):
    """A paper card with a heading and a few large buttons below each other."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.heading = Label(parent=self)
        self.heading.setFont(title())
        self.heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(28, 22, 28, 26)
        self._column.setSpacing(10)
        self._head = QHBoxLayout()
        self._head.addStretch(1)
        self._head.addWidget(self.heading)
        self._head.addStretch(1)
        self._column.addLayout(self._head)
        self._row: QHBoxLayout | None = None
        self.buttons: list[QPushButton] = []
        self.set_theme(theme)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme, the paper and what is written on it alike."""
        self._theme = theme
        self.setPalette(paper_palette(theme))
        self.update()

    def show_chip(self, chip: QPushButton) -> None:
        """Put a quiet button beside the heading, which is reached after all the others."""
        self._head.addWidget(chip)
        self.setTabOrder(self.buttons[-1], chip)
        chip.show()

    def add(self, text: str, line: str = "") -> QPushButton:
        """Add a button, and a quiet line under it."""
        button = self._button(text)
        self._row = QHBoxLayout()
        self._row.setSpacing(10)
        self._row.addWidget(button)
        self._column.addLayout(self._row)
        if line:
            label = Label(line, self)
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            label.setWordWrap(True)
            label.show()
            self._column.addWidget(label)
        return button

    def add_first(self, text: str) -> QPushButton:
        """Add a button above all others, which is the usual choice from now on."""
        before = self.buttons[0]
        button = self._button(text, bold=True)
        self.buttons.insert(0, self.buttons.pop())
        before.setFont(normal())
        self._column.insertWidget(1, button)
        self.setTabOrder(button, before)
        if before.hasFocus() or self.window().focusWidget() is before:
            button.setFocus()  # otherwise somebody has made up their mind already
        return button

    def add_beside(self, text: str) -> QPushButton:
        """Add a button beside the last one, which is of its kind."""
        assert self._row is not None
        button = self._button(text)
        self._row.addWidget(button)
        return button

    def add_row(self, texts: Sequence[str]) -> list[QPushButton]:
        """Add small buttons side by side, which are all of a kind."""
        row = QHBoxLayout()
        row.setSpacing(6)
        buttons = [self._button(text, bold=False, narrow=True) for text in texts]
        for button in buttons:
            row.addWidget(button)
        self._column.addLayout(row)
        return buttons

    def tighten(self, height: int) -> None:
        """Take no more room than this where that can be."""
        low = self.sizeHint().height() > height
        self._column.setSpacing(5 if low else 10)
        self._column.setContentsMargins(28, *((8, 28, 8) if low else (22, 28, 26)))
        for button in self.buttons:
            button.setMinimumHeight(32 if low else 40)

    def _button(self, text: str, *, bold: bool = False, narrow: bool = False) -> QPushButton:
        letters = normal(bold=bold or not self.buttons)
        shown = QFontMetrics(letters).elidedText(text, Qt.TextElideMode.ElideRight, WIDEST)
        # Given it at once, Qt for Python would ask whether it is an icon, and make that class.
        button = QPushButton(self)
        button.setText(on_button(shown))
        set_tip(button, "" if shown == text else text)
        button.setAccessibleName(text)
        button.setFont(letters)
        button.setMinimumSize(QSize(60 if narrow else 200, 40))
        button.setAutoDefault(True)
        button.show()  # it may be added while the card is seen already
        self.buttons.append(button)
        return button

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        paint_paper(self, self._theme)


class Lobby(QWidget):
    """An empty table with its seats.

    Args:
        sitters: who would sit there.
        theme: the colours.
    """

    def __init__(
        self, sitters: Sequence[Sitter], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        near = next((at for at, one in enumerate(sitters) if one.kind == HUMAN), 0)
        names = [shown_name(one.name) for one in sitters]
        self.motion = Motion(self)
        self.scene = TableScene(names, near, theme, self.motion)
        self.scene.sign.hide()
        self.view = TableView(self.scene, theme, self)
        self.scene.notice.show_words("Green Baize", "", "")
        for plate, name in zip(self.scene.plates, names, strict=True):
            text = PlateText(name, Plate(0), turn=False, dealer=False)
            plate.show_text(text)
        self._theme = theme
        self.choices: Choices | None = None

    def show_choices(self, heading: str) -> Choices:
        """Put a fresh card of choices on the table; its buttons are the caller's."""
        if self.choices is not None:
            self.choices.deleteLater()
        self.choices = Choices(self._theme, self)
        self.choices.heading.setText(heading)
        self.choices.installEventFilter(self)
        return self.choices

    def place_choices(self) -> None:
        """Lay the card of choices in the middle, once its buttons are there."""
        if self.choices is None:
            return
        self.choices.tighten(self.height())
        self._centre_choices()
        self.choices.show()

    def _centre_choices(self) -> None:
        assert self.choices is not None
        size = self.choices.sizeHint().boundedTo(self.size())
        area = QRect(0, 0, size.width(), size.height())
        area.moveCenter(self.rect().center())
        self.choices.setGeometry(area)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Give the card the room that it wants once its parts have their fonts."""
        if watched is self.choices and event.type() == QEvent.Type.LayoutRequest:
            self._centre_choices()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the table and the card of choices in place."""
        super().resizeEvent(event)
        self.view.setGeometry(self.rect())
        self.place_choices()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.scene.set_theme(theme)
        self.view.set_theme(theme)
        if self.choices is not None:
            self.choices.set_theme(theme)
