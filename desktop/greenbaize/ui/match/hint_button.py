"""The button that shows and hides a hint."""

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.free_position import find_least_covering
from greenbaize.ui.widgets.plain_text import set_tooltip
from greenbaize.ui.widgets.table_button import ARROW_KEYS
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr

SHADOW_DEPTH: Final = 0.05
"""Reach of the shadow below a hand, in card widths."""
SEARCH_STEP: Final = 0.15
"""Distance of the positions tried, in card widths."""


class HintButton(QAbstractButton):
    """Small button near the question, visible only while a hint is available."""

    def __init__(self, prompts: PromptController, scene: TableScene, parent: QWidget) -> None:
        super().__init__(parent)
        self._prompts, self._scene = prompts, scene
        self.setText(tr("Hint"))
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        set_tooltip(self, tr("Show or hide what a computer player would do in your place (F2)"))
        self.clicked.connect(self._on_clicked)
        prompts.changed.connect(self.refresh)
        prompts.hints.changed.connect(self.refresh)
        self._question_widgets = (prompts.choice_prompt, prompts.optional_actions)
        for widget in self._question_widgets:
            widget.installEventFilter(self)
        self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROW_KEYS:
            event.ignore()  # arrow keys go to the hand
        else:
            super().keyPressEvent(event)

    def _on_clicked(self) -> None:
        self._prompts.toggle_hint()
        if not self.hasFocus():
            # The click would leave the focus on neither the button nor the question.
            self._prompts.focus_question()

    def refresh(self) -> None:
        can_hint = self._prompts.can_hint
        if not can_hint and self.hasFocus():
            self._prompts.focus_question()
        self.setVisible(can_hint)
        self.setChecked(self._prompts.hints.is_shown)
        self.relayout()

    def relayout(self) -> None:
        """Move above the aid buttons at the end of the hand, or to the nearest free position."""
        geometry, size = self._scene.geometry, self.sizeHint()
        bottom = min(disc.y for disc in geometry.aid_button_boxes()) - 0.1 * geometry.card_width
        corner = QPoint(round(geometry.hand_end_x(size.width())), round(bottom) - size.height())
        default_rect = QRect(corner, size)
        blocked, avoided = self._occupied_rects()
        self.setGeometry(
            find_least_covering(
                self._candidate_rects(default_rect),
                lambda rect: (
                    any(map(rect.intersects, blocked)),
                    any(map(rect.intersects, avoided)),
                ),
            )
        )

    def _candidate_rects(self, default_rect: QRect) -> Iterator[QRect]:
        yield default_rect
        geometry, step = (
            self._scene.geometry,
            max(1, round(SEARCH_STEP * self._scene.geometry.card_width)),
        )
        across = range(0, round(geometry.width) - default_rect.width(), step)
        down = range(0, round(geometry.height) - default_rect.height(), step)
        corners = [QPoint(x, y) for x in across for y in down]
        corners.sort(key=lambda point: (point - default_rect.topLeft()).manhattanLength())
        yield from (QRect(corner, default_rect.size()) for corner in corners)

    def _occupied_rects(self) -> tuple[list[QRect], list[QRect]]:
        """Return the rectangles it must not cover, and those it should rather not."""
        scene, geometry = self._scene, self._scene.geometry
        blocked, avoided = (
            [],
            [item.sceneBoundingRect() for item in scene.corner_items if item.isVisible()],
        )
        for seat, hand in enumerate(scene.cards.hands):
            box = QRectF(*geometry.plate_box(seat))
            if seat != geometry.near_seat:
                box.setBottom(geometry.seat_bottom(seat) + SHADOW_DEPTH * geometry.card_width)
            blocked += [box, *(item.pixmap_rect for item in hand)]
            x, y, scale, _ = geometry.played_placement(seat)
            card_width = scale * geometry.card_width
            avoided.append(
                QRectF(
                    x - card_width / 2,
                    y - card_width * CARD_HEIGHT_RATIO / 2,
                    card_width,
                    card_width * CARD_HEIGHT_RATIO,
                )
            )
        avoided += [QRectF(*disc) for disc in geometry.aid_button_boxes()]
        blocked += [QRectF(rect.geometry()) for rect in self._question_widgets if rect.isVisible()]
        if scene.hint.isVisible():
            avoided.append(scene.hint.sceneBoundingRect())
        return [rect.toAlignedRect() for rect in blocked], [
            rect.toAlignedRect() for rect in avoided
        ]

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move out of the way of the question's buttons and those of optional actions."""
        if event.type() in (
            QEvent.Type.Show,
            QEvent.Type.Hide,
            QEvent.Type.Move,
            QEvent.Type.Resize,
        ):
            self.relayout()
        return False

    def sizeHint(self) -> QSize:
        height = scale_pixels(max(26.0, 0.3 * self._scene.geometry.card_width), 1.5)
        text_width = QFontMetricsF(self._button_font(height)).horizontalAdvance(self.text())
        return QSize(round(text_width + 1.15 * height), round(height))

    @staticmethod
    def _button_font(height: float) -> QFont:
        return make_font(max(13.0, 0.5 * height), bold=True)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, painter = current_theme(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        is_lit = self.underMouse() or self.hasFocus()
        paper = QColor(theme.paper_tint if is_lit else theme.paper)
        ink = QColor(theme.ink)
        if self.isChecked():
            paper, ink = QColor(theme.brass), QColor(theme.plate)
        pen = 2.0 if self.hasFocus() else 1.0
        painter.setPen(QPen(QColor(theme.ink if self.hasFocus() else theme.edge), pen))
        painter.setBrush(paper)
        rect = QRectF(self.rect()).adjusted(pen, pen, -pen, -pen)
        painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)
        painter.setPen(ink)
        painter.setFont(self._button_font(self.height()))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()
