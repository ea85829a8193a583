"""A score sheet page whose cells are filled in from the keyboard, as in a spreadsheet."""

from typing import Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import BoxPosition
from greenbaize.ui.sheets.drawing import TextSize, page_font
from greenbaize.ui.sheets.sheet_window import PageWidget
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.sheet_words import possible_values_text, row_label
from greenbaize.words.titles import column_title

ARROW_DIRECTIONS: Final = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}


class EntryPageWidget(PageWidget):
    """The page of a sheet kept by hand, with one current cell.

    Typing replaces the cell's content. Tab, Enter and the arrow keys write it and move on,
    Backspace deletes a letter, Delete empties the cell, Esc restores it. Impossible values are
    refused; values that only contradict other cells are written when entered a second time.
    """

    cell_selected = Signal()
    """Another cell has become the current one."""
    entry_changed = Signal()
    """The text being typed has changed, or has been written or refused."""

    def __init__(self, blank_sheet: ManualSheet, parent: QWidget | None = None) -> None:
        self.blank_sheet = blank_sheet
        self.current_cell: BoxPosition | None = None
        self.entry_text: str | None = None
        """Text being typed, or None."""
        self.is_confirming = False
        """The next attempt to write the typed text will succeed although it contradicts other
        cells.
        """
        self.refusal: Message | None = None
        """Reason why the typed text has not been written or saved."""
        self.entry_error: Message | None = None
        """Reason why the typed text is invalid, unless further typing can still make it valid."""
        super().__init__(blank_sheet.scorecard, parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.IBeamCursor)
        self.select_first_empty()

    def select_first_empty(self) -> None:
        """Select the first cell of a player that is still empty."""
        cells = self.blank_sheet.fields
        empty = [c for c in cells if c.seat is not None and self.blank_sheet.get_value(c) is None]
        self.select_cell(next(iter(empty or cells), None))

    def select_cell(self, cell: BoxPosition | None) -> None:
        self.current_cell = cell
        self._discard_entry()
        self.cell_selected.emit()
        self.update()

    def describe_cell(self) -> str:
        cell = self.current_cell
        if cell is None:
            return ""
        row = self.scorecard.sheet.all_rows[cell.row]
        columns = (
            self.scorecard.sheet.side_columns if cell.seat is None else self.scorecard.sheet.columns
        )
        player_name = "" if cell.seat is None else display_name(self.scorecard.names[cell.seat])
        deal = tr("Deal {number}").format(number=row_label(row))
        return " · ".join(
            part for part in (deal, player_name, column_title(columns[cell.box_index])) if part
        )

    def describe_possible_values(self) -> str:
        """Return the possible values of the current cell in words; empty if no value fits."""
        if self.current_cell is None:
            return ""
        sheet = self.scorecard.sheet
        columns = sheet.side_columns if self.current_cell.seat is None else sheet.columns
        values = self.blank_sheet.find_possible_values(self.current_cell)
        names = [display_name(name) for name in self.scorecard.names]
        return (
            possible_values_text(columns[self.current_cell.box_index], values, names)
            if values
            else ""
        )

    def find_conflict(self) -> Message | None:
        """Return why the content of the current cell, or any content, contradicts other cells."""
        cell = self.current_cell
        if cell is None:
            return None
        value = self.blank_sheet.get_value(cell)
        if value is None and not self.blank_sheet.find_possible_values(cell):
            checks = self.scorecard.sheet.checks
            messages = (
                check.message
                for check in checks
                if cell.row in {check_cell.row for check_cell in check.positions}
            )
            return next(messages, None)
        return self.blank_sheet.find_conflict(cell, value)

    def current_cell_rect(self) -> QRectF:
        """Return the rectangle of the current cell on the widget; empty if there is none."""
        rect = None if self.current_cell is None else self.drawing.cell_rects.get(self.current_cell)
        return QRectF() if rect is None else self.map_to_widget(rect)

    def write_entry(self, *, force: bool = False) -> bool:
        """Write the typed text and return whether that succeeded.

        ``force`` also writes values that contradict other cells.
        """
        if self.current_cell is None or self.entry_text is None:
            return True
        try:
            value = self.blank_sheet.parse_value(self.current_cell, self.entry_text)
        except GameError as error:
            self._set_refusal(error.message)
            return False
        conflict = self.blank_sheet.find_conflict(self.current_cell, value)
        if conflict is not None and not force and not self.is_confirming:
            self.is_confirming = True
            self._set_refusal(conflict)
            return False
        self._discard_entry()
        self.blank_sheet.enter_value(self.current_cell, value)
        self.show_scorecard(self.blank_sheet.scorecard)
        if self.blank_sheet.save_error is not None:
            self._set_refusal(self.blank_sheet.save_error)
        return True

    def _set_refusal(self, message: Message) -> None:
        self.refusal = message
        self.entry_changed.emit()

    def event(self, event: QEvent) -> bool:
        """Move from cell to cell with Tab, and leave the widget only at the first and last cell."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            step = {Qt.Key.Key_Tab: 1, Qt.Key.Key_Backtab: -1}.get(Qt.Key(event.key()))
            if step is not None and self._can_step(step):
                self._step_to_cell(step)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, text = event.key(), event.text()
        if self.current_cell is None:
            super().keyPressEvent(event)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._step_to_cell(1)
        elif key in ARROW_DIRECTIONS:
            self._move_selection(*ARROW_DIRECTIONS[Qt.Key(key)])
        elif key == Qt.Key.Key_Backspace and self.entry_text:
            self._set_entry_text(self.entry_text[:-1])
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self._set_entry_text("")
            self.write_entry()
        elif key == Qt.Key.Key_Escape and self.entry_text is not None:
            self._set_entry_text(None)
        elif text.isprintable() and text.strip() and not event.modifiers() & _COMMAND_MODIFIERS:
            self._set_entry_text((self.entry_text or "") + text)
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        position = event.position()
        for cell, rect in self.drawing.cell_rects.items():
            if self.map_to_widget(rect).contains(position) and cell in self.blank_sheet.fields:
                if self.write_entry():
                    self.select_cell(cell)
                return

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        box = self.current_cell_rect()
        if box.isEmpty():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(current_theme().focus), 2.5))
        if self.entry_text is not None:
            painter.setBrush(QColor(current_theme().paper))
        painter.drawRoundedRect(box.adjusted(1, 1, -1, -1), 3, 3)
        if self.entry_text is not None:
            self._paint_entry(painter, box, self.entry_text)
        painter.end()

    def _paint_entry(self, painter: QPainter, box: QRectF, text: str) -> None:
        font = QFont(page_font(TextSize.NORMAL, bold=True))
        font.setPixelSize(max(12, round(font.pixelSize() * self.zoom)))
        painter.setFont(font)
        painter.setPen(
            QColor(current_theme().ink if self.entry_error is None else current_theme().loss)
        )
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{text}|")

    def _set_entry_text(self, text: str | None) -> None:
        self._discard_entry()
        self.entry_text, self.entry_error = text, self._check_entry(text)
        self.entry_changed.emit()
        self.update()

    def _discard_entry(self) -> None:
        self.entry_text, self.is_confirming, self.refusal, self.entry_error = (
            None,
            False,
            None,
            None,
        )

    def _check_entry(self, text: str | None) -> Message | None:
        if self.current_cell is None or text is None or not text.strip("+-− "):
            return None
        try:
            conflict = self.blank_sheet.find_conflict(
                self.current_cell, self.blank_sheet.parse_value(self.current_cell, text)
            )
        except GameError as error:
            conflict = error.message
        if conflict is None or self.blank_sheet.may_become_valid(self.current_cell, text):
            return None
        return conflict

    def _find_next_cell(self, step: int) -> BoxPosition | None:
        """Return the next or previous cell that Tab stops at; None at the ends."""
        cells, stops = list(self.blank_sheet.fields), set(self.blank_sheet.list_entry_cells())
        if self.current_cell not in cells:
            return None
        index = cells.index(self.current_cell)
        candidates = cells[index + 1 :] if step > 0 else cells[:index][::-1]
        return next((cell for cell in candidates if cell in stops), None)

    def _can_step(self, step: int) -> bool:
        return self._find_next_cell(step) is not None or self.entry_text is not None

    def _step_to_cell(self, step: int) -> None:
        if self.write_entry():
            next_cell = self._find_next_cell(step)
            self.select_cell(self.current_cell if next_cell is None else next_cell)

    def _move_selection(self, across: int, down: int) -> None:
        if not self.write_entry() or self.current_cell is None:
            return
        current_rect = self.drawing.cell_rects[self.current_cell]
        best: tuple[float, BoxPosition] | None = None
        for cell in self.blank_sheet.fields:
            rect = self.drawing.cell_rects.get(cell)
            if rect is None:
                continue
            offset = rect.center() - current_rect.center()
            along = offset.x() * across + offset.y() * down
            aside = abs(offset.x() * down) + abs(offset.y() * across)
            if along > 1 and (best is None or along + 4 * aside < best[0]):
                best = (along + 4 * aside, cell)
        if best is not None:
            self.select_cell(best[1])


_COMMAND_MODIFIERS: Final = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier
