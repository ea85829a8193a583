"""The chairs of a table below each other: who has taken which, and what its keeper may do."""

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from greenbaize.app.network.session_presenter import GUEST
from greenbaize.lan.wire import LobbyShown
from greenbaize.ui.faces.looks import Look, looks_at
from greenbaize.ui.network.table_words import GATHERING, chair_name, chair_texts
from greenbaize.ui.people.icons import face_at
from greenbaize.ui.plain import Label, Line, on_button, set_tip
from greenbaize.ui.sheets.lettering import normal, small
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

MARK: Final = 18
"""The ready mark's width, in pixels."""
FACE: Final = 24
"""How wide the face of whoever sits there is, in pixels."""


class ReadyMark(QWidget):
    """A tick in a ring for whoever is ready, an empty ring for who is not."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.ready: bool | None = None
        """Whether; None where nobody is asked."""
        self.setFixedSize(MARK, MARK)

    def show_ready(self, ready: bool | None) -> None:
        """Show whether somebody is ready."""
        self.ready = ready
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.ready is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = QColor(self.theme.brass_on_paper if self.ready else self.theme.ink_quiet)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(colour if self.ready else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(self.rect().adjusted(1, 1, -2, -2))
        if self.ready:
            painter.setPen(QPen(QColor(self.theme.paper), 2.2, c=Qt.PenCapStyle.RoundCap))
            painter.drawLine(5, 9, 8, 12)
            painter.drawLine(8, 12, 12, 5)
        painter.end()


class ChairRow(QFrame):
    """One chair."""

    def __init__(self, seat: int, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.mark = ReadyMark(theme, self)
        self.number = Label(str(seat + 1), self)
        """The chair's number, or the face of the guest who has taken it."""
        self.number.setFixedSize(FACE, FACE)
        self.number.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.number.setFont(small(fixed=True))
        self.number.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.name = Line(parent=self)
        self.note = Line(parent=self)
        self.note.setFont(small(fixed=True))
        self.note.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.up, self.down = self._button(), self._button()
        self.up.setArrowType(Qt.ArrowType.UpArrow)
        self.down.setArrowType(Qt.ArrowType.DownArrow)
        self.dismiss = self._button(tr("Ask to leave"))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.name)
        words.addWidget(self.note)
        row = QHBoxLayout(self)
        row.setContentsMargins(4, 4, 6, 4)
        row.setSpacing(5)
        row.addWidget(self.number)
        row.addWidget(self.mark)
        row.addLayout(words, 1)
        for button in (self.dismiss, self.up, self.down):
            row.addWidget(button)

    def _button(self, text: str = "") -> QToolButton:
        button = QToolButton(self)
        button.setText(on_button(text))
        button.setFont(small(fixed=True))
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def show_chair(self, lobby: LobbyShown, seat: int, look: Look | None) -> None:
        """Show a chair of the table; a guest who sits there has this face."""
        chair = lobby.chairs[seat]
        name, texts = chair_name(chair, lobby.bots), chair_texts(lobby, seat)
        guest = chair.who == GUEST
        if guest:
            texts.append(tr("ready") if chair.ready else tr("not ready"))
        if guest and look is not None:
            self.number.setPixmap(face_at(look, FACE, self.devicePixelRatioF()))
        else:
            self.number.setText(str(seat + 1))
        self.name.setText(name)
        self.name.setFont(normal(bold=seat == lobby.you, fixed=True))
        self.name.setForegroundRole(
            QPalette.ColorRole.Text if guest else QPalette.ColorRole.PlaceholderText
        )
        self.note.setText(" · ".join(texts))
        self.mark.show_ready(chair.ready if guest else None)
        self.setAccessibleName(
            tr("Chair {number}: {name}, {texts}").format(
                number=seat + 1, name=name, texts=", ".join(texts)
            )
        )
        keeps = lobby.you is not None and lobby.you == lobby.keeper and lobby.stage == GATHERING
        self.up.setVisible(keeps)
        self.down.setVisible(keeps)
        self.up.setEnabled(seat > 0)
        self.down.setEnabled(seat < len(lobby.chairs) - 1)
        self.dismiss.setVisible(keeps and guest and seat != lobby.you)
        for button, text in (
            (self.up, tr("Move {name} up")),
            (self.down, tr("Move {name} down")),
            (self.dismiss, tr("Ask {name} to leave")),
        ):
            button.setAccessibleName(text.format(name=name))
            set_tip(button, text.format(name=name))

    def set_theme(self, theme: Theme) -> None:
        self._theme = self.mark.theme = theme
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(self._theme.paper_line))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        painter.end()


class ChairRows(QWidget):
    """All chairs. Rows stay the same widgets, so that nobody loses the keyboard's place."""

    swap_asked = Signal(int, int)
    dismiss_asked = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.rows: list[ChairRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_lobby(self, lobby: LobbyShown) -> None:
        """Show the chairs of a table."""
        while len(self.rows) > len(lobby.chairs):
            row = self.rows.pop()
            row.hide()
            row.deleteLater()
        while len(self.rows) < len(lobby.chairs):
            self._add(len(self.rows))
        guests = [chair.name for chair in lobby.chairs if chair.who == GUEST]
        looks = dict(zip(guests, looks_at(list(map(shown_name, guests))), strict=True))
        for seat, row in enumerate(self.rows):
            row.show_chair(lobby, seat, looks.get(lobby.chairs[seat].name))

    def _add(self, seat: int) -> None:
        row = ChairRow(seat, self._theme, self)
        row.up.clicked.connect(partial(self._move, seat, -1))
        row.down.clicked.connect(partial(self._move, seat, 1))
        row.dismiss.clicked.connect(partial(self._dismiss, seat))
        self.rows.append(row)
        self._column.addWidget(row)
        row.show()

    def _move(self, seat: int, step: int, _: bool = False) -> None:
        self.swap_asked.emit(seat, seat + step)
        # The keyboard goes with whoever moves, so that they can be moved farther.
        moved = self.rows[seat + step]
        button = moved.up if step < 0 else moved.down
        button.setFocus()

    def _dismiss(self, seat: int, _: bool = False) -> None:
        self.dismiss_asked.emit(seat)

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        for row in self.rows:
            row.set_theme(theme)
