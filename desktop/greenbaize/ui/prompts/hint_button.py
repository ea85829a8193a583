"""The button that shows a hint and hides it."""

from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.asking import Asking
from greenbaize.ui.fonts import font, grown
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

SHADOW: Final = 0.05
"""So far a shadow falls below a hand, in card widths."""


class HintButton(QAbstractButton):
    """A quiet button near what is asked, shown only while there can be a hint."""

    def __init__(self, asking: Asking, scene: TableScene, over: QWidget, theme: Theme) -> None:
        super().__init__(over)
        self._asking, self._scene, self._theme = asking, scene, theme
        self.setText(tr("Hint"))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self, tr("Show or hide what a computer player would do in your place (F2)"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._on_clicked)
        asking.changed.connect(self.refresh)
        asking.hints.changed.connect(self.refresh)
        self._neighbours = (asking.prompt, asking.liberty.bar)
        for widget in self._neighbours:
            widget.installEventFilter(self)
        self.refresh()

    def _on_clicked(self) -> None:
        self._asking.ask_hint()
        if not self.hasFocus():
            # A click would have left the keyboard with neither the button nor the question.
            self._asking.give_keyboard()

    def refresh(self) -> None:
        """Show while there can be a hint, checked while there is one."""
        wanted = self._asking.can_hint
        if not wanted and self.hasFocus():
            self._asking.give_keyboard()
        self.setVisible(wanted)
        self.setChecked(self._asking.hints.shown)
        self.place()

    def place(self) -> None:
        """Stand above the discs at the end of the hand, or inside of what is there."""
        geometry, size = self._scene.geometry, self.sizeHint()
        card = geometry.card
        left = round(geometry.end(size.width()))
        bottom = min(disc.y for disc in geometry.discs()) - 0.1 * card
        here = QRect(0, 0, size.width(), size.height())
        here.moveBottomLeft(QPoint(left, round(bottom)))
        if self._is_over_hands(here):
            box = geometry.question()
            inner = QPoint(round(box.x + box.width), round(bottom - 0.85 * card))
            beside = QPoint(
                round(min(disc.x for disc in geometry.discs()) - 0.1 * card),
                round(max(disc.y + disc.height for disc in geometry.discs())),
            )
            above = QPoint(here.right(), round(self._highest_at(here) - 0.3 * card))
            over = QPoint(inner.x(), round(self._scene.hint.y() - 0.08 * card))
            for corner in (beside, above, inner, over):
                here.moveBottomRight(corner)
                if self._is_free(here):
                    break
        prompt, bar = self._neighbours
        for other in (bar, prompt):
            if other.isVisible() and here.intersects(other.geometry()):
                here.moveBottom(other.geometry().top() - round(0.08 * card))
        room = QRect(0, 0, round(geometry.width), round(geometry.height))
        here.moveTop(max(here.top(), room.top()))
        here.moveLeft(max(room.left(), min(here.left(), room.right() - here.width())))
        self.setGeometry(here)

    def _is_over_hands(self, here: QRect) -> bool:
        """Whether this rectangle would cover somebody else's plate or hand."""
        geometry = self._scene.geometry
        return any(
            geometry.plate(seat).y < here.bottom()
            and here.top() < geometry.foot(seat) + SHADOW * geometry.card
            and here.right() > geometry.plate(seat).x
            and here.left() < geometry.plate(seat).x + geometry.plate(seat).width
            for seat in range(geometry.players)
            if seat != geometry.near
        )

    def _highest_at(self, here: QRect) -> float:
        """Where the highest plate of somebody else begins that is at this end of the table."""
        geometry = self._scene.geometry
        plates = [geometry.plate(seat) for seat in range(geometry.players) if seat != geometry.near]
        return min(one.y for one in plates if one.x < here.center().x() < one.x + one.width)

    def _is_free(self, here: QRect) -> bool:
        """Whether this rectangle is clear of hands, the question and the hint."""
        if here.top() < 0 or self._is_over_hands(here):
            return False
        asked = [one.geometry() for one in self._neighbours if one.isVisible()]
        strip = self._scene.hint
        told = [strip.sceneBoundingRect().toRect()] if strip.isVisible() else []
        return not any(here.intersects(one) for one in (*asked, *told))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make way for the buttons of a question, and for those of what one may do unasked."""
        if event.type() in (
            QEvent.Type.Show,
            QEvent.Type.Hide,
            QEvent.Type.Move,
            QEvent.Type.Resize,
        ):
            self.place()
        return False

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        high = grown(max(26.0, 0.3 * self._scene.geometry.card), 1.5)
        wide = QFontMetricsF(self._letters(high)).horizontalAdvance(self.text())
        return QSize(round(wide + 1.15 * high), round(high))

    @staticmethod
    def _letters(high: float) -> QFont:
        return font(max(13.0, 0.5 * high), bold=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = self._theme, QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        lit = self.underMouse() or self.hasFocus()
        paper = QColor(theme.paper_tint if lit else theme.paper)
        ink = QColor(theme.ink)
        if self.isChecked():
            paper, ink = QColor(theme.brass), QColor(theme.plate)
        pen = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(QColor(theme.ink if self.hasFocus() else theme.edge), pen))
        painter.setBrush(paper)
        slip = QRectF(self.rect()).adjusted(pen, pen, -pen, -pen)
        painter.drawRoundedRect(slip, slip.height() / 2, slip.height() / 2)
        painter.setPen(ink)
        painter.setFont(self._letters(self.height()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()
