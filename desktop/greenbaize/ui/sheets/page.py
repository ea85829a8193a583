"""A window with the whole score sheet as it is printed."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QScrollArea, QTableView, QWidget

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.text import sheet_lines
from greenbaize.ui.sheets.marks import Drawing, paint
from greenbaize.ui.sheets.page_layout import page_of
from greenbaize.ui.sheets.saving import SheetSaver
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import WideScroll
from greenbaize.ui.widgets.keyboard import is_listened
from greenbaize.ui.widgets.notes import note
from greenbaize.ui.widgets.paper import paint_paper
from greenbaize.ui.widgets.texts import date_text
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.titles import game_title

EDGE: Final = 16
LARGEST: Final = 1.5
ROOM: Final = 4000
"""Width and height of the invisible accessible table (pixels)."""


class PagePaper(QWidget):
    """A widget that draws a score sheet page as large as fits, but never too small to read."""

    def __init__(self, card: Scorecard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.card = card
        self.drawing = Drawing()
        self.factor = 1.0
        """Screen pixels per drawing unit."""
        self._room = QSize(800, 600)
        self.setAccessibleName(tr("Score sheet"))
        self.show_card(card)

    def show_card(self, card: Scorecard) -> None:
        self.card = card
        names = tuple(map(shown_name, card.names))
        shown = replace(card, names=names, date=date_text(card.date))
        self.setAccessibleDescription("\n".join(sheet_lines(shown)))
        self._lay_out()

    def fit_into(self, room: QSize) -> None:
        if room != self._room:
            self._room = room
            self._lay_out()

    def _lay_out(self) -> None:
        wide = max(200, self._room.width() - 2 * EDGE)
        high = max(150, self._room.height() - 2 * EDGE)
        drawing = self.drawing = page_of(self.card, wide, high)
        self.factor = min(LARGEST, max(1.0, wide / drawing.width))
        width = max(self._room.width(), round(drawing.width * self.factor) + 2 * EDGE)
        height = max(self._room.height(), round(drawing.height * self.factor) + 2 * EDGE)
        self.resize(width, height)
        self.update()

    @property
    def corner(self) -> tuple[float, float]:
        return (self.width() - self.drawing.width * self.factor) / 2, float(EDGE)

    def on_screen(self, rect: QRectF) -> QRectF:
        """Map a rectangle of the drawing to widget coordinates."""
        x, y = self.corner
        return QRectF(
            x + rect.x() * self.factor,
            y + rect.y() * self.factor,
            rect.width() * self.factor,
            rect.height() * self.factor,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self)
        painter = QPainter(self)
        painter.translate(*self.corner)
        painter.scale(self.factor, self.factor)
        paint(painter, self.drawing.marks)
        painter.end()


class PageScroll(QScrollArea):
    """A scroll area for a page that is larger than the window."""

    def __init__(self, paper: PagePaper, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.paper = paper
        self.setWidget(paper)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("The page"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.paper.fit_into(self.maximumViewportSize())


class PaperWindow(QWidget):
    """A window with a page and buttons to print and save it."""

    closed = Signal()

    def __init__(self, title: str, paper: PagePaper, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self.paper = paper
        self.view = PageScroll(paper, self)
        self.saver = SheetSaver(self)
        self.print_button = QPushButton(tr("&Print…"), self)
        self.pdf_button = QPushButton(tr("Save as P&DF…"), self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self.news = note(parent=self)
        self.news.setContentsMargins(EDGE, 4, EDGE, 0)
        self.news.hide()
        row = QWidget(self)
        buttons = (self.print_button, self.pdf_button, self.csv_button, STRETCH, self.close_button)
        self.buttons = row_of(*buttons, within=row, margins=(EDGE, 8, EDGE, 12), spacing=6)
        parts = ((self.view, 1), self.news, WideScroll(row, self))
        self.column = column_of(*parts, within=self, margins=(0, 0, 0, 0), spacing=0)
        self.print_button.clicked.connect(lambda: self.saver.print_card(self.card()))
        self.pdf_button.clicked.connect(lambda: self.saver.save_pdf(self.card()))
        self.csv_button.clicked.connect(lambda: self.saver.save_csv(self.card()))
        self.saver.saved.connect(self.news.setText)
        self.saver.saved.connect(self.news.show)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Print), self, self.print_button.click)
        self.resize(usual_size(self, QSize(1280, 780)))

    def card(self) -> Scorecard:
        return self.paper.card

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)


class SheetPage(PaperWindow):
    """A window with the whole sheet of a match."""

    def __init__(self, card: Scorecard, parent: QWidget | None = None) -> None:
        title = tr("Score sheet: {game}").format(game=game_title(card.game))
        super().__init__(title, PagePaper(card), parent)
        for keys in ("Esc", "F9"):
            QShortcut(QKeySequence(keys), self, self.close)
        self.rating_note = note(tr(RATING_LINE), self)
        self.rating_note.setContentsMargins(EDGE, 4, EDGE, 0)
        self.column.insertWidget(1, self.rating_note)
        self.heard: HeardSheet | None = None
        """The sheet as a table for screen readers, once one is active."""
        self._tell(card)

    def show_card(self, card: Scorecard) -> None:
        self.paper.show_card(card)
        self._tell(card)

    def _tell(self, card: Scorecard) -> None:
        self.rating_note.setHidden(card.sheet.ratings is None)
        if not is_listened():
            return
        if self.heard is None:
            # For screen reader users the table replaces the page in the tab order.
            self.heard = HeardSheet(self)
            self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.heard.show_card(card)


class HeardSheet(QTableView):
    """A table hidden behind the page, in which a screen reader finds every cell of the sheet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._sheet = SheetModel(self)
        self.setModel(self._sheet)
        self.setAccessibleName(tr("Score sheet"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Large enough for all cells: screen readers treat cells outside the viewport as invisible.
        self.setGeometry(0, 0, ROOM, ROOM)
        self.lower()
        self.show()

    def show_card(self, card: Scorecard) -> None:
        self._sheet.show_text(SheetText.of(card.sheet, card.names))
