"""A window with the whole score sheet as it is printed."""

from dataclasses import replace
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QPushButton,
    QScrollArea,
    QStyle,
    QTableView,
    QWidget,
)

from greenbaize.app.sheets.par_column import ParColumn, add_par_column
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_text import format_sheet_lines
from greenbaize.ui.sheets.drawing import PageDrawing, paint_items
from greenbaize.ui.sheets.page_layout import lay_out_page
from greenbaize.ui.sheets.sheet_saver import SheetSaver
from greenbaize.ui.sheets.sheet_text import SheetModel, SheetText
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import HorizontalScrollArea
from greenbaize.ui.widgets.keyboard import is_screen_reader_active
from greenbaize.ui.widgets.labels import make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.localized_texts import format_date
from greenbaize.ui.widgets.paper import paint_paper
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.window_geometry import set_initial_size
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.sheet_words import RATING_LINE
from greenbaize.words.titles import game_title, level_title

PAGE_MARGIN: Final = 16
MAX_ZOOM: Final = 1.5
LENGTH_FACTORS: Final = (1.1, 1.25, 1.5, 2.0, 3.0, 4.0, 6.0)
"""Lengths of a page that is scrolled up and down, as multiples of the room's height."""
HIDDEN_TABLE_SIZE: Final = 4000
"""Width and height of the invisible accessible table (pixels)."""


class PageWidget(QWidget):
    """A widget that draws a score sheet page as large as fits, but never too small to read."""

    def __init__(self, scorecard: Scorecard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.scorecard = scorecard
        self.drawing = PageDrawing()
        self.zoom = 1.0
        """Screen pixels per drawing unit."""
        self._available_size = QSize(800, 600)
        self.setAccessibleName(tr("Score sheet"))
        self.show_scorecard(scorecard)

    def show_scorecard(self, scorecard: Scorecard) -> None:
        self.scorecard = scorecard
        names = tuple(map(display_name, scorecard.names))
        display_card = replace(scorecard, names=names, date=format_date(scorecard.date))
        self.setAccessibleDescription("\n".join(format_sheet_lines(display_card)))
        self._update_layout()

    def set_available_size(self, size: QSize) -> None:
        if size != self._available_size:
            self._available_size = size
            self._update_layout()

    def _update_layout(self) -> None:
        page_width = self._available_size.width()
        wide = max(200, page_width - 2 * PAGE_MARGIN)
        high = max(150, self._available_size.height() - 2 * PAGE_MARGIN)
        drawing = lay_out_page(self.scorecard, wide, high)
        if drawing.width > wide:
            bar_width = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
            longer_drawing = _lay_out_longer(self.scorecard, wide - bar_width, high)
            if longer_drawing is not None:
                drawing, page_width = longer_drawing, page_width - bar_width
                wide -= bar_width
        self.drawing = drawing
        self.zoom = min(MAX_ZOOM, max(1.0, wide / drawing.width))
        width = max(page_width, round(drawing.width * self.zoom) + 2 * PAGE_MARGIN)
        height = max(
            self._available_size.height(), round(drawing.height * self.zoom) + 2 * PAGE_MARGIN
        )
        self.resize(width, height)
        self.update()

    @property
    def page_origin(self) -> tuple[float, float]:
        return (self.width() - self.drawing.width * self.zoom) / 2, float(PAGE_MARGIN)

    def map_to_widget(self, rect: QRectF) -> QRectF:
        """Map a rectangle of the drawing to widget coordinates."""
        x, y = self.page_origin
        return QRectF(
            x + rect.x() * self.zoom,
            y + rect.y() * self.zoom,
            rect.width() * self.zoom,
            rect.height() * self.zoom,
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self)
        painter = QPainter(self)
        painter.translate(*self.page_origin)
        painter.scale(self.zoom, self.zoom)
        paint_items(painter, self.drawing.items)
        painter.end()


def _lay_out_longer(scorecard: Scorecard, width: float, height: float) -> PageDrawing | None:
    """Lay a page out that is scrolled only up and down; None if no length makes it so narrow."""
    drawings = (lay_out_page(scorecard, width, height * factor) for factor in LENGTH_FACTORS)
    return next((drawing for drawing in drawings if drawing.width <= width), None)


class PageScrollArea(QScrollArea):
    """A scroll area for a page that is larger than the window."""

    def __init__(self, page: PageWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.page = page
        self.setWidget(page)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(tr("The page"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.page.set_available_size(self.maximumViewportSize())


class ScorecardWindow(QWidget):
    """A window with a page and buttons to print and save it."""

    closed = Signal()

    def __init__(self, title: str, page: PageWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setWindowTitle(title)
        self.page = page
        self.scroll_area = PageScrollArea(page, self)
        self.saver = SheetSaver(self)
        self.print_button = QPushButton(tr("&Print…"), self)
        self.pdf_button = QPushButton(tr("Save as P&DF…"), self)
        self.csv_button = QPushButton(tr("Save as &CSV…"), self)
        self.close_button = QPushButton(tr("C&lose"), self)
        self.saved_note = make_note(parent=self)
        self.saved_note.setContentsMargins(PAGE_MARGIN, 4, PAGE_MARGIN, 0)
        self.saved_note.hide()
        row = QWidget(self)
        buttons = (self.print_button, self.pdf_button, self.csv_button, STRETCH, self.close_button)
        self.button_layout = make_row(
            *buttons, widget=row, margins=(PAGE_MARGIN, 8, PAGE_MARGIN, 12), spacing=6
        )
        parts = ((self.scroll_area, 1), self.saved_note, HorizontalScrollArea(row, self))
        self.main_layout = make_column(*parts, widget=self, margins=(0, 0, 0, 0), spacing=0)
        self.print_button.clicked.connect(
            lambda: self.saver.print_scorecard(self.current_scorecard())
        )
        self.pdf_button.clicked.connect(lambda: self.saver.save_pdf(self.current_scorecard()))
        self.csv_button.clicked.connect(lambda: self.saver.save_csv(self.current_scorecard()))
        self.saver.file_saved.connect(self.saved_note.setText)
        self.saver.file_saved.connect(self.saved_note.show)
        self.close_button.clicked.connect(self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Print), self, self.print_button.click)
        set_initial_size(self, QSize(1280, 780))

    def current_scorecard(self) -> Scorecard:
        return self.page.scorecard

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)


class SheetWindow(ScorecardWindow):
    """A window with the whole sheet of a match."""

    par_toggled = Signal(bool)
    """Emitted when the person shows or hides the column of par."""
    par_playback_requested = Signal()
    """Emitted when the person wants to see the deals beside their par."""

    def __init__(
        self,
        scorecard: Scorecard,
        parent: QWidget | None = None,
        par_column: ParColumn | str = "",
        *,
        shows_par: bool = False,
    ) -> None:
        """Create the window; instead of ``par_column`` a sentence says why there is none."""
        title = tr("Score sheet: {game}").format(game=game_title(scorecard.game))
        super().__init__(title, PageWidget(scorecard), parent)
        for keys in ("Esc", "F9"):
            QShortcut(QKeySequence(keys), self, self.close)
        self.rating_note = make_note(tr(RATING_LINE), self)
        self.rating_note.setContentsMargins(PAGE_MARGIN, 4, PAGE_MARGIN, 0)
        self.main_layout.insertWidget(1, self.rating_note)
        self.par_checkbox = QCheckBox(tr("Sho&w par"), self)
        self.par_print_checkbox = QCheckBox(tr("Prin&t it, too"), self)
        for index, checkbox in enumerate((self.par_checkbox, self.par_print_checkbox), 3):
            self.button_layout.insertWidget(index, checkbox)
        self.par_play_button = QPushButton(tr("Play it &back…"), self)
        self.par_play_button.clicked.connect(self.par_playback_requested)
        self.button_layout.insertWidget(5, self.par_play_button)
        self.par_note = make_note(parent=self)
        self.par_note.setContentsMargins(PAGE_MARGIN, 4, PAGE_MARGIN, 0)
        self.par_note.hide()
        self.main_layout.insertWidget(2, self.par_note)
        self.par_checkbox.toggled.connect(self._on_par_toggled)
        self._scorecard, self._par_column = scorecard, par_column
        self.accessible_table: AccessibleSheetTable | None = None
        """The sheet as a table for screen readers, once one is active."""
        self.par_checkbox.setChecked(shows_par and isinstance(par_column, ParColumn))
        self.show_scorecard(scorecard, par_column)

    def show_scorecard(self, scorecard: Scorecard, par_column: ParColumn | str = "") -> None:
        """Show a sheet and its column of par, or the sentence why there is none."""
        self._scorecard, self._par_column = scorecard, par_column
        if isinstance(par_column, ParColumn):
            explanation = tr("Par is what {level} made of your cards.").format(
                level=level_title(par_column.level)
            )
            set_tooltip(self.par_checkbox, explanation)
        self._update_page()

    @property
    def own_scorecard(self) -> Scorecard:
        """The sheet without par."""
        return self._scorecard

    @property
    def par_column(self) -> ParColumn | str:
        """The column of par, or the sentence why there is none."""
        return self._par_column

    @property
    def shows_par(self) -> bool:
        return self.par_checkbox.isChecked()

    def show_par_note(self, text: str) -> None:
        """Show and announce a sentence about par, or hide it (empty text)."""
        if text and text != self.par_note.text():
            announce(self.par_note, text)
        self.par_note.setText(text)
        self.par_note.setVisible(bool(text))

    def current_scorecard(self) -> Scorecard:
        """Return the sheet to print or save: without par, unless that was asked for."""
        return self._make_scorecard() if self.par_print_checkbox.isChecked() else self._scorecard

    def _make_scorecard(self) -> Scorecard:
        par_column = self._par_column
        if not self.par_checkbox.isChecked() or not isinstance(par_column, ParColumn):
            return self._scorecard
        return replace(self._scorecard, sheet=add_par_column(self._scorecard.sheet, par_column))

    def _update_page(self) -> None:
        shows_par = self.par_checkbox.isChecked()
        self.par_print_checkbox.setVisible(shows_par)
        has_deals = isinstance(self._par_column, ParColumn) and bool(self._par_column.values)
        self.par_play_button.setVisible(shows_par and has_deals)
        scorecard = self._make_scorecard()
        self.page.show_scorecard(scorecard)
        self._update_details(scorecard)

    def _on_par_toggled(self, on: bool) -> None:
        self.par_print_checkbox.setChecked(False)
        if on and isinstance(self._par_column, str):
            self.show_par_note(self._par_column or tr("There is no par of this match."))
            with QSignalBlocker(self.par_checkbox):
                self.par_checkbox.setChecked(False)
            return
        self.show_par_note("")
        self._update_page()
        self.par_toggled.emit(on)

    def _update_details(self, scorecard: Scorecard) -> None:
        self.rating_note.setHidden(scorecard.sheet.ratings is None)
        if not is_screen_reader_active():
            return
        if self.accessible_table is None:
            # For screen reader users the table replaces the page in the tab order.
            self.accessible_table = AccessibleSheetTable(self)
            self.scroll_area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.accessible_table.show_scorecard(scorecard)


class AccessibleSheetTable(QTableView):
    """A table hidden behind the page, in which a screen reader finds every cell of the sheet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._model = SheetModel(self)
        self.setModel(self._model)
        self.setAccessibleName(tr("Score sheet"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setTabKeyNavigation(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Large enough for all cells: screen readers treat cells outside the viewport as invisible.
        self.setGeometry(0, 0, HIDDEN_TABLE_SIZE, HIDDEN_TABLE_SIZE)
        self.lower()
        self.show()

    def show_scorecard(self, scorecard: Scorecard) -> None:
        self._model.set_sheet_text(SheetText.from_sheet(scorecard.sheet, scorecard.names))
