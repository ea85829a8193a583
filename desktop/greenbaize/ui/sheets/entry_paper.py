"""A score sheet page whose cells are filled in from the keyboard, as in a spreadsheet."""

from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import Cell
from greenbaize.ui.sheets.marks import Size, page_letters
from greenbaize.ui.sheets.page import PagePaper
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.sheet_words import row_label, values_text
from greenbaize.words.titles import column_title

ARROWS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class EntryPaper(PagePaper):
    """The page of a sheet kept by hand, with one current cell.

    Typing replaces the cell's content. Tab, Enter and the arrow keys write it and move on,
    Backspace deletes a letter, Delete empties the cell, Esc restores it. Impossible values are
    refused; values that only contradict other cells are written when entered a second time.
    """

    moved = Signal()
    """Another cell has become the current one."""
    changed = Signal()
    """The text being typed has changed, or has been written or refused."""

    def __init__(self, blank: BlankSheet, parent: QWidget | None = None) -> None:
        self.blank = blank
        self.pencil: Cell | None = None
        self.typed: str | None = None
        """Text being typed, or None."""
        self.asked_twice = False
        """The next attempt to write the typed text will succeed although it contradicts other
        cells.
        """
        self.refusal: Message | None = None
        """Reason why the typed text has not been written or saved."""
        self.doubt: Message | None = None
        """Reason why the typed text is invalid, unless further typing can still make it valid."""
        super().__init__(blank.card, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.go_to_first_empty()

    def go_to_first_empty(self) -> None:
        """Select the first cell of a player that is still empty."""
        cells = self.blank.fields
        empty = [c for c in cells if c.seat is not None and self.blank.value(c) is None]
        self.go_to(next(iter(empty or cells), None))

    def go_to(self, cell: Cell | None) -> None:
        self.pencil = cell
        self._leave_off()
        self.moved.emit()
        self.update()

    def where(self) -> str:
        cell = self.pencil
        if cell is None:
            return ""
        row = self.card.sheet.all_rows[cell.row]
        columns = self.card.sheet.side if cell.seat is None else self.card.sheet.columns
        who = "" if cell.seat is None else shown_name(self.card.names[cell.seat])
        deal = tr("deal {number}").format(number=row_label(row))
        return " · ".join(part for part in (deal, who, column_title(columns[cell.place])) if part)

    def fitting(self) -> str:
        """Return the possible values of the current cell in words; empty if no value fits."""
        if self.pencil is None:
            return ""
        sheet = self.card.sheet
        columns = sheet.side if self.pencil.seat is None else sheet.columns
        values = self.blank.possible(self.pencil)
        names = [shown_name(name) for name in self.card.names]
        return values_text(columns[self.pencil.place], values, names) if values else ""

    def misfit(self) -> Message | None:
        """Return why the content of the current cell, or any content, contradicts other cells."""
        cell = self.pencil
        if cell is None:
            return None
        value = self.blank.value(cell)
        if value is None and not self.blank.possible(cell):
            checks = self.card.sheet.checks
            own = (one.message for one in checks if cell.row in {at.row for at in one.cells})
            return next(own, None)
        return self.blank.misfit(cell, value)

    def pencil_rect(self) -> QRectF:
        """Return the rectangle of the current cell on the widget; empty if there is none."""
        rect = None if self.pencil is None else self.drawing.cells.get(self.pencil)
        return QRectF() if rect is None else self.on_screen(rect)

    def write(self, *, insist: bool = False) -> bool:
        """Write the typed text and return whether that succeeded.

        ``force`` also writes values that contradict other cells.
        """
        if self.pencil is None or self.typed is None:
            return True
        try:
            value = self.blank.parsed(self.pencil, self.typed)
        except GameError as error:
            self._refuse(error.message)
            return False
        why = self.blank.misfit(self.pencil, value)
        if why is not None and not insist and not self.asked_twice:
            self.asked_twice = True
            self._refuse(why)
            return False
        self._leave_off()
        self.blank.enter(self.pencil, value)
        self.show_card(self.blank.card)
        if self.blank.trouble is not None:
            self._refuse(self.blank.trouble)
        return True

    def _refuse(self, why: Message) -> None:
        self.refusal = why
        self.changed.emit()

    def event(self, event: QEvent) -> bool:
        """Move from cell to cell with Tab, and leave the widget only at the first and last cell."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if step is not None and self._can_step(step):
                self._step(step)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if self.pencil is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step(1)
        elif key in ARROWS:
            self._go(*ARROWS[Qt.Key(key)])
        elif key == Qt.Key.Key_Backspace and self.typed:
            self._type(self.typed[:-1])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._type("")
            self.write()
        elif key == Qt.Key.Key_Escape and self.typed is not None:
            self._type(None)
        elif text.isprintable() and text.strip() and not event.modifiers() & _COMMANDS:
            self._type((self.typed or "") + text)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = event.position()
        for cell, rect in self.drawing.cells.items():
            if self.on_screen(rect).contains(at) and cell in self.blank.fields:
                if self.write():
                    self.go_to(cell)
                return

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = self.pencil_rect()
        if box.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(worn().focus), 2.5))
        if self.typed is not None:
            painter.setBrush(QColor(worn().paper))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3)
        if self.typed is not None:
            self._paint_typed(painter, box, self.typed)
        painter.end()

    def _paint_typed(self, painter: QPainter, box: QRectF, typed: str) -> None:
        font = QFont(page_letters(Size.NORMAL, bold=True))
        font.setPixelSize(max(12, round(font.pixelSize() * self.factor)))
        painter.setFont(font)
        painter.setPen(QColor(worn().ink if self.doubt is None else worn().loss))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{typed}|")

    def _type(self, text: str | None) -> None:
        self._leave_off()
        self.typed, self.doubt = text, self._doubt_of(text)
        self.changed.emit()
        self.update()

    def _leave_off(self) -> None:
        self.typed, self.asked_twice, self.refusal, self.doubt = None, False, None, None

    def _doubt_of(self, text: str | None) -> Message | None:
        if self.pencil is None or text is None or not text.strip("+-− "):
            return None
        try:
            why = self.blank.misfit(self.pencil, self.blank.parsed(self.pencil, text))
        except GameError as error:
            why = error.message
        if why is None or self.blank.may_become(self.pencil, text):
            return None
        return why

    def _next(self, step: int) -> Cell | None:
        """Return the next or previous cell that Tab stops at; None at the ends."""
        every, stops = list(self.blank.fields), set(self.blank.stops())
        if self.pencil not in every:
            return None
        here = every.index(self.pencil)
        way = every[here + 1 :] if step > 0 else every[:here][::-1]
        return next((cell for cell in way if cell in stops), None)

    def _can_step(self, step: int) -> bool:
        return self._next(step) is not None or self.typed is not None

    def _step(self, step: int) -> None:
        if self.write():
            there = self._next(step)
            self.go_to(self.pencil if there is None else there)

    def _go(self, across: int, down: int) -> None:
        if not self.write() or self.pencil is None:
            return
        here = self.drawing.cells[self.pencil]
        best: tuple[float, Cell] | None = None
        for cell in self.blank.fields:
            rect = self.drawing.cells.get(cell)
            if rect is None:
                continue
            way = rect.center() - here.center()
            along = way.x() * across + way.y() * down
            aside = abs(way.x() * down) + abs(way.y() * across)
            if along > 1 and (best is None or along + 4 * aside < best[0]):
                best = (along + 4 * aside, cell)
        if best is not None:
            self.go_to(best[1])


_COMMANDS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
