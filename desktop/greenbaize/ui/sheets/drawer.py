"""The score sheet in a narrow window: a tab at the edge and a drawer that slides over the table."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from greenbaize.rules.pictures import Picture
from greenbaize.rules.places import ranked
from greenbaize.ui.table.motion import Motion, eased, even
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text, place_title

TAB: Final = (44, 132)
"""Width and height of the tab at 100 % text size (pixels)."""
SLIDE_MS: Final = 180
PEEK_MS: Final = 2000 + 2 * SLIDE_MS
"""Duration of a brief showing: slide in, time to read, slide out (ms)."""
SHADE: Final = 60
"""Alpha of the shade on the table between the papers of the drawer (0 to 255)."""


def place_in(picture: Picture, seat: int) -> int | None:
    """Return a seat's rank in the match so far, or None while nobody leads."""
    totals = [plate.total for plate in picture.plates]
    if not picture.leaders or None in totals:
        return None
    known = [total or 0 for total in totals]
    sign = 1 if known[picture.leaders[0]] == max(known) else -1
    return ranked([(sign * total,) for total in known])[seat]


class SheetTab(QAbstractButton):
    """A tab that shows the player's rank and total and opens the drawer when clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.place = self.total = ""
        self.at_left = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Show the sheet"))
        set_tip(self, tr("Show the sheet (Shift+F9)"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()
        self.show_letters()

    def show_letters(self) -> None:
        self.setFixedWidth(round(grown(TAB[0], 1.5)))
        self.update()

    def show_picture(self, picture: Picture, seat: int | None) -> None:
        """Show the rank and the total of ``seat``; None, a spectator, has neither."""
        place = None if seat is None else place_in(picture, seat)
        total = None if seat is None else picture.plates[seat].total
        shown = (
            "" if place is None else place_title(place),
            "" if total is None else number_text(total),
        )
        if shown != (self.place, self.total):
            self.place, self.total = shown
            self.setAccessibleDescription(" ".join(filter(None, shown)))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), round(grown(TAB[1], 1.5)))

    def _paper(self) -> QRectF:
        # A spectator has no rank and gets a smaller tab.
        tall = grown(TAB[1] if self.place or self.total else TAB[0], 1.5)
        return QRectF(0, 12, self.width(), tall)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, paper = worn(), self._paper()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.edge))
        painter.setBrush(QColor(theme.paper_tint if self.underMouse() else theme.paper))
        # The sheet extends beyond the window's edge, so that only its inner corners are rounded.
        beyond = -12 if self.at_left else 0
        sheet = QRectF(beyond + 0.5, paper.y() + 0.5, paper.width() + 11, paper.height() - 1)
        painter.drawRoundedRect(sheet, 9, 9)
        wide, high = paper.width(), paper.height()
        self._draw_lines(painter, QRectF(0.24 * wide, paper.y() + 12, 0.52 * wide, 22))
        size = grown(15, 1.5)
        for words, top, bold in ((self.place, 0.36, False), (self.total, 0.62, True)):
            painter.setPen(QColor(theme.ink))
            letters = font(size, bold=bold)
            painter.setFont(letters)
            room = QRectF(2, paper.y() + top * high, wide - 4, 0.26 * high)
            taken = painter.fontMetrics().horizontalAdvance(words)
            if taken > room.width():
                painter.setFont(font(size * room.width() / taken, bold=bold))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, words)
        painter.end()

    def _draw_lines(self, painter: QPainter, room: QRectF) -> None:
        """Draw a small score sheet as an icon."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().ink))
        painter.drawRect(QRectF(room.x(), room.y(), room.width(), 2))
        painter.setBrush(QColor(worn().ink_quiet))
        for row in (1, 2, 3):
            painter.drawRect(QRectF(room.x(), room.y() + 6 * row, room.width(), 1))
        painter.drawRect(QRectF(room.x() + 0.36 * room.width(), room.y(), 1, 19))


class Drawer(QWidget):
    """A drawer that slides the side column over the table and back."""

    turned = Signal()
    """The drawer has been opened or closed."""

    def __init__(self, page: QWidget, side: QWidget, motion: Motion) -> None:
        super().__init__(page)
        self._page = page
        self._side, self._motion = side, motion
        self._share = self._begin = 0.0
        self.out = False
        """Target state; the animation may still be under way."""
        self._peeks = False
        self.at_left = False
        self.hide()

    def hold(self, *, on: bool) -> None:
        """Reparent the column into the drawer, closed at first, or release it."""
        self._stop()
        self.out, self._share = False, 0.0
        if on:
            self._side.setParent(self)
            self._side.hide()
        self.hide()

    def lay(self, area: QRectF) -> None:
        self.setGeometry(area.toRect())
        self._lay_out()
        self.raise_()

    def slide(self, *, on: bool) -> None:
        self._peeks = False
        self._begin, self.out = self._share, on
        if on:
            self._appear()
        else:
            self._stop()
        self._motion.move(self, SLIDE_MS, ease=eased, awaited=False)
        self.turned.emit()

    def peek(self) -> None:
        """Open the drawer for a moment; any key press or click ends it.

        Does nothing while it is open or where motion is instant.
        """
        if self.out or self._motion.speed <= 0 or self._motion.jumps:
            return
        self._peeks = True
        self._appear()
        self._motion.move(self, PEEK_MS, ease=even, awaited=False)

    def end_look(self) -> None:
        """Close the drawer unless it has been opened in the meantime."""
        if self._peeks:
            self.slide(on=False)

    def _appear(self) -> None:
        self.show()
        self.raise_()
        self._side.show()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def _stop(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    # Animation

    def depart(self) -> None:
        """Do nothing: no preparation is needed."""

    def carry(self, share: float) -> None:
        if self._peeks:
            gone = share * PEEK_MS
            self._share = eased(min(1.0, gone / SLIDE_MS, (PEEK_MS - gone) / SLIDE_MS))
        else:
            self._share = self._begin + (self.out - self._begin) * share
        self._lay_out()

    def arrive(self) -> None:
        self._peeks = False
        self._share = float(self.out)
        self._lay_out()
        if not self.out:
            self._stop()
            self._side.hide()
            self.hide()

    def _lay_out(self) -> None:
        away = round((1 - self._share) * self.width())
        self._side.setGeometry(-away if self.at_left else away, 0, self.width(), self.height())
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self._side.geometry(), QColor(0, 0, 0, SHADE))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the drawer on Esc or a click elsewhere; a brief showing ends on any key."""
        kind, page = event.type(), self._page
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            if page.isAncestorOf(watched) and not (
                watched is self or self.isAncestorOf(watched) or isinstance(watched, SheetTab)
            ):
                self.slide(on=False)
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and page.isVisible():
            if self._peeks:
                self.end_look()
            elif event.key() == Qt.Key.Key_Escape and page.window().isActiveWindow():
                self.slide(on=False)
                return True
        return False
