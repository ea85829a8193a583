"""The button that shows and hides a hint."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.plain import set_tip
from greenbaize.ui.widgets.table_button import ARROWS
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr

SHADOW: Final = 0.05
"""Reach of the shadow below a hand, in card widths."""
STEP: Final = 0.15
"""Distance of the positions tried, in card widths."""


class HintButton(QAbstractButton):
    """Small button near the question, visible only while a hint is available."""

    def __init__(self, asking: PromptController, scene: TableScene, over: QWidget) -> None:
        super().__init__(over)
        self._asking, self._scene = asking, scene
        self.setText(tr("Hint"))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tip(self, tr("Show or hide what a computer player would do in your place (F2)"))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.clicked.connect(self._on_clicked)
        asking.changed.connect(self.refresh)
        asking.hints.changed.connect(self.refresh)
        self._neighbours = (asking.prompt, asking.optional)
        for widget in self._neighbours:
            widget.installEventFilter(self)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROWS:
            event.ignore()  # arrow keys go to the hand
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self._asking.ask_hint()
        if not self.hasFocus():
            # The click would leave the focus on neither the button nor the question.
            self._asking.give_keyboard()

    def refresh(self) -> None:
        wanted = self._asking.can_hint
        if not wanted and self.hasFocus():
            self._asking.give_keyboard()
        self.setVisible(wanted)
        self.setChecked(self._asking.hints.shown)
        self.lay_out()

    def lay_out(self) -> None:
        """Move above the aid buttons at the end of the hand, or to the nearest free position."""
        geometry, size = self._scene.geometry, self.sizeHint()
        bottom = min(disc.y for disc in geometry.discs()) - 0.1 * geometry.card
        corner = QPoint(round(geometry.end(size.width())), round(bottom) - size.height())
        usual = QRect(corner, size)
        grave, slight = self._taken()
        for taken in ((*grave, *slight), grave):
            for here in self._places(usual):
                if not any(here.intersects(other) for other in taken):
                    self.setGeometry(here)
                    return

    def _places(self, usual: QRect) -> Iterator[QRect]:
        yield usual
        geometry, step = self._scene.geometry, max(1, round(STEP * self._scene.geometry.card))
        across = range(0, round(geometry.width) - usual.width(), step)
        down = range(0, round(geometry.height) - usual.height(), step)
        corners = [QPoint(x, y) for x in across for y in down]
        corners.sort(key=lambda one: (one - usual.topLeft()).manhattanLength())
        yield from (QRect(corner, usual.size()) for corner in corners)

    def _taken(self) -> tuple[list[QRect], list[QRect]]:
        """Return the rectangles it must not cover, and those it should rather not."""
        scene, geometry = self._scene, self._scene.geometry
        grave, slight = [], [item.sceneBoundingRect() for item in scene.signs if item.isVisible()]
        for seat, hand in enumerate(scene.cards.hands):
            box = QRectF(*geometry.plate(seat))
            if seat != geometry.near:
                box.setBottom(geometry.foot(seat) + SHADOW * geometry.card)
            grave += [box, *(item.place for item in hand)]
            x, y, scale, _ = geometry.played(seat)
            wide = scale * geometry.card
            slight.append(QRectF(x - wide / 2, y - wide * TALL / 2, wide, wide * TALL))
        slight += [QRectF(*disc) for disc in geometry.discs()]
        grave += [QRectF(one.geometry()) for one in self._neighbours if one.isVisible()]
        if scene.hint.isVisible():
            slight.append(scene.hint.sceneBoundingRect())
        return [one.toAlignedRect() for one in grave], [one.toAlignedRect() for one in slight]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move out of the way of the question's buttons and those of optional actions."""
        if event.type() in (
            QEvent.Type.Show,
            QEvent.Type.Hide,
            QEvent.Type.Move,
            QEvent.Type.Resize,
        ):
            self.lay_out()
        return False

    def sizeHint(self) -> QSize:
        high = grown(max(26.0, 0.3 * self._scene.geometry.card), 1.5)
        wide = QFontMetricsF(self._letters(high)).horizontalAdvance(self.text())
        return QSize(round(wide + 1.15 * high), round(high))

    @staticmethod
    def _letters(high: float) -> QFont:
        return font(max(13.0, 0.5 * high), bold=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = worn(), QPainter(self)
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
