"""The page that covers the table while one person passes the computer to another."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.matches import OpenMatch
from greenbaize.ui.faces.assigned_avatars import assign_avatars
from greenbaize.ui.faces.icons import render_scaled_avatar
from greenbaize.ui.shell.navigation import ResumeRoute
from greenbaize.ui.shell.pages import Route, WindowPage
from greenbaize.ui.table.cloth import EmptyTableWidget
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.fonts import SMALL, make_font, scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_column
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import game_title

IGNORE_PRESSES_MS: Final = 700.0
"""Time for which presses are ignored (ms): they may have been meant for the table."""
LIFT_KEYS: Final = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)
SIZE_RATIO: Final = 0.72
"""Size of the panel, as a fraction of the page's width and height."""
MAX_SIZE: Final = QSize(1600, 1000)
LETTER_HEIGHT_RATIO: Final = 0.062
LETTER_WIDTH_RATIO: Final = 0.045
"""Letter size as a fraction of the page's height and, at most, of its width."""
EDGE_MARGIN: Final = 16
"""Minimum width of cloth that stays visible, on both sides together (px)."""
SHRINK_STEP: Final = 0.92
"""Factor by which letters are reduced until they fit."""


class HotSeatPage(EmptyTableWidget, WindowPage):
    """A table without cards, shown until the next person confirms that they are here."""

    is_played = True

    person_ready = Signal()
    """Emitted when the person asked for confirms."""

    def __init__(
        self,
        match: OpenMatch,
        names: Sequence[str],
        seat: int,
        parent: QWidget | None = None,
    ) -> None:
        header = match.player_view.header
        super().__init__(len(header.players), parent)
        self.match = match
        self._title = game_title(header.game)
        self._face_look = assign_avatars(names)[seat]
        self.panel = PaperFrame(self)
        self.face_label = PlainLabel(parent=self.panel)
        self.heading_label = PlainLabel(_heading_text(match, names[seat], seat), self.panel)
        self.note_label = PlainLabel(tr("All hands are covered."), self.panel)
        self.button = QPushButton(tr("I &am here"), self.panel)
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self._confirm_person)
        for label in (self.face_label, self.heading_label, self.note_label):
            label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.heading_label.setWordWrap(True)
        self.note_label.setWordWrap(True)
        self.button.setAccessibleDescription(
            f"{self.heading_label.text()} {self.note_label.text()}"
        )
        parts = (
            STRETCH,
            self.face_label,
            self.heading_label,
            self.note_label,
            10,
            self.button,
            STRETCH,
        )
        margins = (28, 20, 28, 20)
        self._column = make_column(*parts, widget=self.panel, margins=margins, spacing=14)
        self._column.setAlignment(self.button, Qt.AlignmentFlag.AlignHCenter)
        self.setFocusProxy(self.button)

    def show_missed_note(self) -> None:
        """Say that the next person will first see what they have missed."""
        sentence = tr("First you see what has happened since your last turn.")
        self.note_label.setText(f"{tr('All hands are covered.')} {sentence}")
        self.button.setAccessibleDescription(
            f"{self.heading_label.text()} {self.note_label.text()}"
        )
        self.relayout()

    @property
    def heading(self) -> str:
        return self._title

    @property
    def restore_route(self) -> Route | None:
        return None if self.match is None else ResumeRoute(self.match.file.path)

    def close_page(self) -> None:
        if self.match is not None:
            self.match.close()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.close_page()
        super().closeEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the next person, once the last one's key presses are over."""
        super().showEvent(event)
        self.animator.add_pause(IGNORE_PRESSES_MS)
        self.button.setFocus()
        announce(self, self.heading_label.text(), urgent=True)

    def _confirm_person(self) -> None:
        if not self.animator.is_busy:
            self.person_ready.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Confirm by a key, wherever the focus is."""
        if event.key() in LIFT_KEYS and not event.isAutoRepeat():
            self._confirm_person()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Adapt the letters to the page; long names need smaller ones."""
        super().resizeEvent(event)
        self.relayout()

    def relayout(self) -> None:
        max_size = self.size() - QSize(EDGE_MARGIN, EDGE_MARGIN)
        size = (QSize(MAX_SIZE) * scale_pixels(1.0, 1.4)).boundedTo(max_size * SIZE_RATIO)
        letter_size = scale_pixels(
            max(18.0, min(LETTER_HEIGHT_RATIO * self.height(), LETTER_WIDTH_RATIO * self.width())),
            1.4,
        )
        while True:
            self._set_letter_size(letter_size)
            wanted_size = size.expandedTo(self._column.totalMinimumSize()).boundedTo(max_size)
            wanted_size.setHeight(
                max(wanted_size.height(), self._column.totalHeightForWidth(wanted_size.width()))
            )
            if wanted_size.height() <= max_size.height() or letter_size <= SMALL:
                break
            letter_size *= SHRINK_STEP
        panel_rect = QRect(QPoint(), wanted_size.boundedTo(max_size))
        panel_rect.moveCenter(self.rect().center())
        self.panel.setGeometry(panel_rect)

    def _set_letter_size(self, letter_size: float) -> None:
        self.heading_label.setFont(make_font(letter_size, bold=True))
        self.note_label.setFont(make_font(max(SMALL, 0.5 * letter_size)))
        self.button.setFont(make_font(max(SMALL, 0.6 * letter_size), bold=True))
        self.button.setMinimumSize(round(7 * letter_size), round(1.9 * letter_size))
        self.face_label.setPixmap(
            render_scaled_avatar(
                self._face_look, round(2.6 * letter_size), self.devicePixelRatioF()
            )
        )
        self._column.invalidate()


def _heading_text(match: OpenMatch, name: str, seat: int) -> str:
    if seat in match.table.awaited_human_seats:
        return tr("{name}, it is your turn").format(name=name)
    return tr("{name}, you are next").format(name=name)
