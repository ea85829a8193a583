"""The score sheet in a narrow window: a tab at the edge and a drawer that slides over the table."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from greenbaize.rules.ranking import rank_seats
from greenbaize.rules.table_snapshot import TableSnapshot
from greenbaize.ui.table.animation import Animator, ease_out, linear
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import number_text, rank_title

TAB_SIZE: Final = (44, 132)
"""Width and height of the tab at 100 % text size (pixels)."""
SLIDE_MS: Final = 180
BRIEF_SHOW_MS: Final = 2000 + 2 * SLIDE_MS
"""Duration of a brief showing: slide in, time to read, slide out (ms)."""
SHADE_ALPHA: Final = 60
"""Alpha of the shade on the table between the papers of the drawer (0 to 255)."""


def match_rank(picture: TableSnapshot, seat: int) -> int | None:
    """Return a seat's rank in the match so far, or None while nobody leads."""
    totals = [plate.total for plate in picture.plates]
    if not picture.leading_seats or None in totals:
        return None
    scores = [total or 0 for total in totals]
    sign = 1 if scores[picture.leading_seats[0]] == max(scores) else -1
    return rank_seats([(sign * total,) for total in scores])[seat]


class SheetTab(QAbstractButton):
    """A tab that shows the player's rank and total and opens the drawer when clicked."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rank_text = self.total_text = ""
        self.is_left = False
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Show the sheet"))
        set_tooltip(self, tr("Show the sheet (Shift+F9)"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.hide()
        self.update_text_scale()

    def update_text_scale(self) -> None:
        self.setFixedWidth(round(scale_pixels(TAB_SIZE[0], 1.5)))
        self.update()

    def show_picture(self, picture: TableSnapshot, seat: int | None) -> None:
        """Show the rank and the total of ``seat``; None, a spectator, has neither."""
        rank = None if seat is None else match_rank(picture, seat)
        total = None if seat is None else picture.plates[seat].total
        texts = (
            "" if rank is None else rank_title(rank),
            "" if total is None else number_text(total),
        )
        if texts != (self.rank_text, self.total_text):
            self.rank_text, self.total_text = texts
            self.setAccessibleDescription(" ".join(filter(None, texts)))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self.width(), round(scale_pixels(TAB_SIZE[1], 1.5)))

    def _tab_rect(self) -> QRectF:
        # A spectator has no rank and gets a smaller tab.
        tall = scale_pixels(TAB_SIZE[1] if self.rank_text or self.total_text else TAB_SIZE[0], 1.5)
        return QRectF(0, 12, self.width(), tall)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, paper = current_theme(), self._tab_rect()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(theme.edge))
        painter.setBrush(QColor(theme.paper_tint if self.underMouse() else theme.paper))
        # The sheet extends beyond the window's edge, so that only its inner corners are rounded.
        overhang = -12 if self.is_left else 0
        sheet = QRectF(overhang + 0.5, paper.y() + 0.5, paper.width() + 11, paper.height() - 1)
        painter.drawRoundedRect(sheet, 9, 9)
        wide, high = paper.width(), paper.height()
        self._draw_sheet_icon(painter, QRectF(0.24 * wide, paper.y() + 12, 0.52 * wide, 22))
        size = scale_pixels(15, 1.5)
        for text, top, bold in ((self.rank_text, 0.36, False), (self.total_text, 0.62, True)):
            painter.setPen(QColor(theme.ink))
            letters = make_font(size, bold=bold)
            painter.setFont(letters)
            room = QRectF(2, paper.y() + top * high, wide - 4, 0.26 * high)
            text_width = painter.fontMetrics().horizontalAdvance(text)
            if text_width > room.width():
                painter.setFont(make_font(size * room.width() / text_width, bold=bold))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()

    def _draw_sheet_icon(self, painter: QPainter, room: QRectF) -> None:
        """Draw a small score sheet as an icon."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().ink))
        painter.drawRect(QRectF(room.x(), room.y(), room.width(), 2))
        painter.setBrush(QColor(current_theme().ink_quiet))
        for row in (1, 2, 3):
            painter.drawRect(QRectF(room.x(), room.y() + 6 * row, room.width(), 1))
        painter.drawRect(QRectF(room.x() + 0.36 * room.width(), room.y(), 1, 19))


class SheetDrawer(QWidget):
    """A drawer that slides the side column over the table and back."""

    toggled = Signal()
    """The drawer has been opened or closed."""

    def __init__(self, page: QWidget, column: QWidget, animator: Animator) -> None:
        super().__init__(page)
        self._page = page
        self._column, self._animator = column, animator
        self._progress = self._start_progress = 0.0
        self.is_open = False
        """Target state; the animation may still be under way."""
        self._is_brief = False
        self.is_left = False
        self.hide()

    def set_attached(self, *, on: bool) -> None:
        """Reparent the column into the drawer, closed at first, or release it."""
        self._remove_event_filter()
        self.is_open, self._progress = False, 0.0
        if on:
            self._column.setParent(self)
            self._column.hide()
        self.hide()

    def set_area(self, area: QRectF) -> None:
        self.setGeometry(area.toRect())
        self._position_column()
        self.raise_()

    def set_open(self, *, on: bool) -> None:
        self._is_brief = False
        self._start_progress, self.is_open = self._progress, on
        if on:
            self._show_over_page()
        else:
            self._remove_event_filter()
        self._animator.add_animation(self, SLIDE_MS, easing=ease_out, awaited=False)
        self.toggled.emit()

    def show_briefly(self) -> None:
        """Open the drawer for a moment; any key press or click ends it.

        Does nothing while it is open or where motion is instant.
        """
        if self.is_open or self._animator.speed <= 0 or self._animator.reduced_motion:
            return
        self._is_brief = True
        self._show_over_page()
        self._animator.add_animation(self, BRIEF_SHOW_MS, easing=linear, awaited=False)

    def end_brief_show(self) -> None:
        """Close the drawer unless it has been opened in the meantime."""
        if self._is_brief:
            self.set_open(on=False)

    def _show_over_page(self) -> None:
        self.show()
        self.raise_()
        self._column.show()
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    def _remove_event_filter(self) -> None:
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)

    # Animation

    def start_animation(self) -> None:
        """Do nothing: no preparation is needed."""

    def set_progress(self, progress: float) -> None:
        if self._is_brief:
            elapsed = progress * BRIEF_SHOW_MS
            self._progress = ease_out(
                min(1.0, elapsed / SLIDE_MS, (BRIEF_SHOW_MS - elapsed) / SLIDE_MS)
            )
        else:
            self._progress = self._start_progress + (self.is_open - self._start_progress) * progress
        self._position_column()

    def finish_animation(self) -> None:
        self._is_brief = False
        self._progress = float(self.is_open)
        self._position_column()
        if not self.is_open:
            self._remove_event_filter()
            self._column.hide()
            self.hide()

    def _position_column(self) -> None:
        offset = round((1 - self._progress) * self.width())
        self._column.setGeometry(
            -offset if self.is_left else offset, 0, self.width(), self.height()
        )
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self._column.geometry(), QColor(0, 0, 0, SHADE_ALPHA))
        painter.end()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the drawer on Esc or a click elsewhere; a brief showing ends on any key."""
        kind, page = event.type(), self._page
        if kind == QEvent.Type.MouseButtonPress and isinstance(watched, QWidget):
            if page.isAncestorOf(watched) and not (
                watched is self or self.isAncestorOf(watched) or isinstance(watched, SheetTab)
            ):
                self.set_open(on=False)
        elif kind == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and page.isVisible():
            if self._is_brief:
                self.end_brief_show()
            elif event.key() == Qt.Key.Key_Escape and page.window().isActiveWindow():
                self.set_open(on=False)
                return True
        return False
