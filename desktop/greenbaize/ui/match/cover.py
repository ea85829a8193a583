"""The page that covers the table while one person passes the computer to another."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.ui.faces.icons import face_at
from greenbaize.ui.faces.looks import looks_at
from greenbaize.ui.shell.navigation import Resume
from greenbaize.ui.shell.pages import Destination, Page
from greenbaize.ui.table.cloth import EmptyTable
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import STRETCH, column_of
from greenbaize.ui.widgets.fonts import SMALL, font, grown
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title

GRACE_MS: Final = 700.0
"""Time for which presses are ignored (ms): they may have been meant for the table."""
PRESSES: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SHARE: Final = 0.72
"""Size of the panel, as a fraction of the page's width and height."""
LARGEST: Final = QSize(1600, 1000)
LETTERS: Final = 0.062
WIDE: Final = 0.045
"""Letter size as a fraction of the page's height and, at most, of its width."""
EDGE: Final = 16
"""Minimum width of cloth that stays visible, on both sides together (px)."""
STEP: Final = 0.92
"""Factor by which letters are reduced until they fit."""


class Cover(EmptyTable, Page):
    """A table without cards, shown until the next person confirms that they are here."""

    played = True

    here = Signal()
    """Emitted when the person asked for confirms."""

    def __init__(
        self,
        match: OpenMatch,
        names: Sequence[str],
        seat: int,
        parent: QWidget | None = None,
    ) -> None:
        header = match.place.header
        super().__init__(len(header.sitters), parent)
        self.match = match
        self._title = game_title(header.game)
        self._look = looks_at(names)[seat]
        self.card = PaperFrame(self)
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
        parts = (STRETCH, self.face, self.words, self.note, 10, self.button, STRETCH)
        edges = (28, 20, 28, 20)
        self._column = column_of(*parts, within=self.card, margins=edges, spacing=14)
        self._column.setAlignment(self.button, Qt.AlignmentFlag.AlignHCenter)
        self.setFocusProxy(self.button)

    def tell_missed(self) -> None:
        """Say that the next person will first see what they have missed."""
        missed = tr("First you see what has happened since your last turn.")
        self.note.setText(f"{tr('All hands are covered.')} {missed}")
        self.button.setAccessibleDescription(f"{self.words.text()} {self.note.text()}")
        self.lay_out()

    @property
    def heading(self) -> str:
        return self._title

    @property
    def way_back(self) -> Destination | None:
        return None if self.match is None else Resume(self.match.file.path)

    def leave(self) -> None:
        if self.match is not None:
            self.match.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.leave()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the next person, once the last one's key presses are over."""
        super().showEvent(event)
        self.motion.pause(GRACE_MS)
        self.button.setFocus()
        announce(self, self.words.text(), urgent=True)

    def _on_pressed(self) -> None:
        if not self.motion.busy:
            self.here.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Confirm by a key, wherever the focus is."""
        if event.key() in PRESSES and not event.isAutoRepeat():
            self._on_pressed()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the letters to the page; long names need smaller ones."""
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        whole = self.size() - QSize(EDGE, EDGE)
        size = (QSize(LARGEST) * grown(1.0, 1.4)).boundedTo(whole * SHARE)
        letters = grown(max(18.0, min(LETTERS * self.height(), WIDE * self.width())), 1.4)
        while True:
            self._write(letters)
            wanted = size.expandedTo(self._column.totalMinimumSize()).boundedTo(whole)
            wanted.setHeight(max(wanted.height(), self._column.totalHeightForWidth(wanted.width())))
            if wanted.height() <= whole.height() or letters <= SMALL:
                break
            letters *= STEP
        room = QRect(QPoint(), wanted.boundedTo(whole))
        room.moveCenter(self.rect().center())
        self.card.setGeometry(room)

    def _write(self, letters: float) -> None:
        self.words.setFont(font(letters, bold=True))
        self.note.setFont(font(max(SMALL, 0.5 * letters)))
        self.button.setFont(font(max(SMALL, 0.6 * letters), bold=True))
        self.button.setMinimumSize(round(7 * letters), round(1.9 * letters))
        self.face.setPixmap(face_at(self._look, round(2.6 * letters), self.devicePixelRatioF()))
        self._column.invalidate()


def _words(match: OpenMatch, name: str, seat: int) -> str:
    if seat in match.table.people_awaited:
        return tr("{name}, it is your turn").format(name=name)
    return tr("{name}, you are next").format(name=name)
