"""The cover over the table, while one person passes the computer to another."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.ui.faces.icons import face_at
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.shell.navigation import Resume
from greenbaize.ui.shell.pages import Destination, Page
from greenbaize.ui.table.empty import EmptyTable
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title

GRACE_MS: Final = 700.0
"""For so long the cover cannot be lifted: a click or key may have been meant for the table."""
PRESSES: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHARE: Final = 0.72
"""How much of the table the cover takes, each way."""
LARGEST: Final = QSize(1600, 1000)
LETTERS: Final = 0.062
"""How high its letters are, as a share of its height."""


class Cover(EmptyTable, Page):
    """A table of which nothing is seen, until the next person says that they are here."""

    played = True

    here = Signal()
    """The person who was asked for is here."""

    def __init__(
        self,
        match: OpenMatch,
        names: Sequence[str],
        seat: int,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        header = match.place.header
        super().__init__(header.sitters, theme, parent)
        self.match = match
        self._title = game_title(header.game)
        self._look = looks_at(names)[seat]
        for plate in self.scene.plates:
            plate.hide()
        self.scene.notice.hide()
        self.card = PaperFrame(theme, self)
        self.face = Label(parent=self.card)
        self.words = Label(_words(match, names[seat], seat), self.card)
        self.note = Label(tr("All hands are covered."), self.card)
        self.button = QPushButton(tr("I am &here"), self.card)
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self._on_pressed)
        for label in (self.face, self.words, self.note):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.words.setWordWrap(True)
        self.note.setWordWrap(True)
        self.button.setAccessibleDescription(f"{self.words.text()} {self.note.text()}")
        button = row_of(STRETCH, self.button, STRETCH)
        parts = (self.face, self.words, self.note, 10, button)
        column_of(STRETCH, *parts, STRETCH, within=self.card, margins=(28, 20, 28, 20), spacing=14)
        self.setFocusProxy(self.button)
        self.set_theme(theme)

    def tell_missed(self) -> None:
        """Say that the next person has something to see first."""
        missed = tr("First you see what has happened since your last turn.")
        self.note.setText(f"{tr('All hands are covered.')} {missed}")
        self.button.setAccessibleDescription(f"{self.words.text()} {self.note.text()}")

    @property
    def heading(self) -> str:
        """The game."""
        return self._title

    @property
    def way_back(self) -> Destination | None:
        """Where the match is laid anew."""
        return None if self.match is None else Resume(self.match.file.path)

    def leave(self) -> None:
        """Leave the table, unless somebody plays on at it."""
        if self.match is not None:
            self.match.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Leave the match with its window."""
        self.leave()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the next person, once nobody presses a key for the last one any more."""
        super().showEvent(event)
        self.motion.pause(GRACE_MS)
        self.button.setFocus()
        announce(self, self.words.text(), urgent=True)

    def _on_pressed(self) -> None:
        if not self.motion.busy:
            self.here.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Lift the cover by a key, wherever the keyboard is."""
        if event.key() in PRESSES and not event.isAutoRepeat():
            self._on_pressed()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Be written larger on a larger table."""
        super().resizeEvent(event)
        high = max(18.0, min(LETTERS * self.height(), 0.045 * self.width()))
        letters = grown(high, 1.4)
        self.words.setFont(font(letters, bold=True))
        self.note.setFont(font(max(grown(14), 0.5 * letters)))
        self.button.setFont(font(max(grown(15), 0.6 * letters), bold=True))
        self.button.setMinimumSize(round(7 * letters), round(1.9 * letters))
        self.face.setPixmap(face_at(self._look, round(3 * high), self.devicePixelRatioF()))
        room = self.rect()
        size = (QSize(LARGEST) * grown(1.0, 1.4)).boundedTo(room.size() * SHARE)
        size = size.expandedTo(self.card.sizeHint()).boundedTo(room.size())
        room.setSize(size)
        room.moveCenter(self.rect().center())
        self.card.setGeometry(room)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self.card.set_theme(theme)


def _words(match: OpenMatch, name: str, seat: int) -> str:
    """Who is to take the computer."""
    if seat in match.table.people_awaited:
        return tr("{name}, it is your turn").format(name=name)
    return tr("{name}, you are next").format(name=name)
