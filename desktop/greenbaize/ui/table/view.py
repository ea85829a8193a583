"""View of the table scene: the cloth, and the mouse and keyboard actions on cards.

Widgets over the cloth are children of the viewport, because screen readers ignore children of the
view itself.
"""

from collections.abc import Callable

from PySide6.QtCore import (
    QChildEvent,
    QCoreApplication,
    QEvent,
    QObject,
    QPoint,
    QPointF,
    QRect,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QEnterEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWindow,
)
from PySide6.QtWidgets import QApplication, QFrame, QGraphicsView, QStyleOptionGraphicsItem, QWidget

from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.click_guard import ClickGuard
from greenbaize.ui.table.cloth import ClothPainter
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.shadows import MAX_HEIGHT


class DraggedCardWidget(QWidget):
    """Dragged card, drawn by a widget over the whole window while its item is hidden."""

    def __init__(self, item: CardItem, window: QWidget) -> None:
        super().__init__(window)
        self._item = item
        item.height = MAX_HEIGHT
        item.hide()
        self._item_rect = item.boundingRect().toAlignedRect()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(self._item_rect.size())
        self.show()
        self.raise_()

    def move_centre_to(self, centre: QPoint) -> None:
        """Move the card's centre to this point of the window, within the window's edges."""
        face = self._item.pixmap_rect.translated(-self._item.pos())
        window = self.window().rect()
        x = min(max(centre.x(), -face.left()), window.width() - face.right())
        y = min(max(centre.y(), -face.top()), window.height() - face.bottom())
        self.move(round(x) + self._item_rect.left(), round(y) + self._item_rect.top())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(-self._item_rect.topLeft())
        self._item.paint(painter, QStyleOptionGraphicsItem(), self)
        painter.end()

    def finish_drag(self) -> None:
        self._item.show()
        self.hide()
        self.deleteLater()


SKIP_GRACE_MS = 400
"""Ignore card clicks for this long after a click that skipped an animation (ms)."""
HIDE_POINTER_MS = 3000
"""Time after which a resting mouse pointer is hidden on a table for onlookers (ms)."""
_SYSTEM_PAINT_EVENTS = (QEvent.Type.Expose, QEvent.Type.Paint, QEvent.Type.UpdateRequest)
"""Events of a native window after which Qt paints at once."""
MIN_TABLE_PX = (412, 330)
"""Minimum table size (px): with the sheet beside it, it fits on 1280x800 at 200 %."""


class TableView(QGraphicsView):
    """View of a table scene in the view's own size.

    Signals carry the ``CardFace`` of a card; whoever asks for cards decides what a click does.
    """

    card_hovered = Signal(object)
    """The mouse is over this card of the near hand, or over none (None)."""
    card_clicked = Signal(object)
    card_dropped = Signal(object)
    card_menu_requested = Signal(object, QPoint)
    """A menu is requested for this card of the near hand, at this position on the screen."""
    element_menu_requested = Signal(QPointF, QPoint)
    """A menu is requested at this point of the scene, at this position on the screen."""
    pointer_moved = Signal(object)
    """The mouse is at this point of the scene and over no card of the near hand, or away (None)."""
    rule_clicked = Signal(str)
    skip_requested = Signal()
    """A click while animations ran, or the table waited for the user."""
    cloth_clicked = Signal()
    """A click on the table that is for no card."""
    cloth_painted = Signal()
    """The cloth has been painted in a new size, or for the first time."""
    resized = Signal()

    def __init__(self, scene: TableScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.setAcceptDrops(False)  # Drops are handled by the window.
        # If the viewport is not a Python widget, Qt for Python prepares every class it might be,
        # which takes longer than painting the table.
        self.setViewport(QWidget())
        self._scene = scene
        self._cloth_painter = ClothPainter()
        self._pressed_item: CardItem | None = None
        self._press_position = QPoint()
        self._clicked_face: CardFace | None = None
        self._was_skip_click = False
        self._skip_time = -SKIP_GRACE_MS
        self.click_guard = ClickGuard()
        self.call_back_card: Callable[[], bool] = lambda: False
        """Calls a flying card back into the hand; returns False if none is flying."""
        self._dragged_card: DraggedCardWidget | None = None
        """The card being dragged, drawn over everything in the window."""
        self._drag_cancelled = False
        """A right click cancelled a drag or called a card back: suppress the context menu."""
        self._hovered_face: CardFace | None = None
        self._mouse_position: QPoint | None = None
        self._native_window: QWindow | None = None
        """The native window that shows the table."""
        self.idle_timer = QTimer(self, singleShot=True, interval=HIDE_POINTER_MS)
        self.idle_timer.timeout.connect(self._hide_pointer)
        self.allows_early_choice = False
        """Cards can be chosen at any time, so that a click on one skips no animation."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setMinimumSize(*MIN_TABLE_PX)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.viewport().setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        # Items rely on no saved painter state, and their edges are whole pixels.
        self.setOptimizationFlags(
            QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing
            | QGraphicsView.OptimizationFlag.DontSavePainterState
        )
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)

    # The cloth

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        if self._cloth_painter.paint_part(
            painter, QRectF(rect), self.viewport(), self._scene.geometry.card_width
        ):
            QTimer.singleShot(0, self.cloth_painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self._scene.update_layout(size.width(), size.height(), self.devicePixelRatioF())
        self.resized.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._native_window = self.window().windowHandle()
        if self._native_window is not None:
            self._native_window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """Cancel a drag before another page covers the table."""
        self.cancel_drag()
        if self._native_window is not None:
            self._native_window.removeEventFilter(self)
            self._native_window = None
        super().hideEvent(event)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a card, or skip running animations."""
        if event.button() is not Qt.MouseButton.LeftButton:
            is_right = event.button() is Qt.MouseButton.RightButton
            self._drag_cancelled = self.cancel_drag() or (is_right and self.call_back_card())
            self._pressed_item = None
            return
        self._drag_cancelled = False
        if self._calls_back(event):
            self._pressed_item = None
            return
        rule = self._scene.note.rule_at(self.mapToScene(event.position().toPoint()))
        if rule:
            self._pressed_item = None
            self.rule_clicked.emit(rule)
            return
        is_early_choice = self.allows_early_choice and self._scene.cards.card_at(
            self.mapToScene(event.position().toPoint())
        )
        busy, now = self._scene.animator.is_busy and not is_early_choice, event.timestamp()
        # Soon after a click that skipped an animation, another one is meant to skip as well.
        self._was_skip_click = busy or (
            not is_early_choice and now - self._skip_time < SKIP_GRACE_MS
        )
        if self._was_skip_click:
            # This click skips the animation; a card under it must not be played too.
            self._skip_time = now
            self._pressed_item = None
            if busy:
                self.skip_requested.emit()
            return
        if self.click_guard.blocks_click(self._is_over_card):
            self._pressed_item = None
            return
        self._pressed_item = self._scene.cards.card_at(self.mapToScene(event.position().toPoint()))
        if self._pressed_item is None:
            self.cloth_clicked.emit()
        self._press_position = event.position().toPoint()

    def _calls_back(self, event: QMouseEvent) -> bool:
        """Call a flying card back if it was clicked; a double click had played it."""
        flying_item = self._scene.cards.flying_item
        return (
            flying_item is not None
            and event.type() is QEvent.Type.MouseButtonPress
            and flying_item.shape_contains(self.mapToScene(event.position().toPoint()))
            and self.call_back_card()
        )

    def _is_over_card(self, point: QPoint) -> bool:
        return self._scene.cards.card_at(self.mapToScene(self.mapFromGlobal(point))) is not None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat a quick second click as a click if it is on the same card as the first.

        Otherwise the first one skipped an animation or played a card, and the card there now was
        not meant.
        """
        item = self._scene.cards.card_at(self.mapToScene(event.position().toPoint()))
        is_intended = (
            not self._was_skip_click and item is not None and item.face == self._clicked_face
        )
        if is_intended or self._scene.animator.is_busy:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        self._on_mouse_position(point)
        if self._pressed_item is None:
            self._hover_at(point)
            return
        self.pointer_moved.emit(None)
        is_drag = (
            point - self._press_position
        ).manhattanLength() >= QApplication.startDragDistance()
        if self._dragged_card is None and is_drag:
            self._scene.hide_note()  # The note points at the card's old position.
            self._dragged_card = DraggedCardWidget(self._pressed_item, self.window())
            self._application.installEventFilter(self)
        if self._dragged_card is not None:
            offset = self.mapToScene(point) - self.mapToScene(self._press_position)
            self._pressed_item.setPos(
                QPointF(self._pressed_item.placement.x, self._pressed_item.placement.y) + offset
            )
            middle = self.mapFromScene(self._pressed_item.pos())
            self._dragged_card.move_centre_to(self.viewport().mapTo(self.window(), middle))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self._pressed_item
        if item is None or item.face is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._dragged_card is None:
            self._pressed_item = None
            self._clicked_face = item.face
            self.card_clicked.emit(item.face)
            return
        self._end_drag()
        if self._is_drop_on_table(item, event.position().toPoint()):
            self.card_dropped.emit(item.face)
        self._return_card(item)

    def _is_drop_on_table(self, item: CardItem, point: QPoint) -> bool:
        """Return whether a card dropped there is played: on the cloth, beyond the hand."""
        viewport = self.viewport()
        on_cloth = viewport.rect().contains(point) and viewport.childAt(point) is None
        return on_cloth and item.y() < item.placement.y - 0.6 * self._scene.geometry.card_width

    def cancel_drag(self) -> bool:
        """Return a dragged card to its placement; return whether there was one."""
        item = self._pressed_item
        if self._dragged_card is None or item is None:
            return False
        self._end_drag()
        self._return_card(item)
        return True

    @property
    def _application(self) -> QCoreApplication:
        application = QCoreApplication.instance()
        assert application is not None
        return application

    def _end_drag(self) -> None:
        self._pressed_item = None
        if self._dragged_card is not None:
            self._application.removeEventFilter(self)
            self._dragged_card.finish_drag()
            self._dragged_card = None

    def _return_card(self, item: CardItem) -> None:
        if not item.is_moving and item in self._scene.cards.own_hand:
            item.set_placement(item.placement)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if self._drag_cancelled:
            return
        item = self._scene.cards.card_at(self.mapToScene(event.pos()))
        if item is not None and item.face:
            self.card_menu_requested.emit(item.face, event.globalPos())
        elif item is None:
            self.element_menu_requested.emit(self.mapToScene(event.pos()), event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Track the mouse as it enters and leaves, also onto a button."""
        kind = event.type()
        if kind == QEvent.Type.Enter and isinstance(event, QEnterEvent):
            self._on_mouse_position(event.position().toPoint())
        elif kind == QEvent.Type.Leave:
            self._on_mouse_left()
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            self._watch_child(event.child())
        return super().viewportEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track the mouse as it moves onto a widget over the cloth; cancel a drag with Esc."""
        kind = event.type()
        if watched is self._native_window:
            if kind in _SYSTEM_PAINT_EVENTS:
                self._flush_moves()
            return False
        if self._dragged_card is not None:
            if kind == QEvent.Type.WindowDeactivate and watched is self.window():
                self.cancel_drag()  # The drag might end unnoticed in another window.
            elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.cancel_drag()
                return True
            return False
        if kind == QEvent.Type.Enter and watched is not self.viewport():
            self._on_mouse_left()
        return False

    def _flush_moves(self) -> None:
        """Let the scene report moved items now instead of when events are next sent.

        An item that is painted at its new position before the scene has reported the move leaves
        its old area unpainted: a slice of it stays on the cloth.
        """
        QCoreApplication.sendPostedEvents(self._scene, QEvent.Type.MetaCall)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of widgets over the cloth to the match: nothing scrolls here."""
        event.ignore()

    def _watch_child(self, child: QObject) -> None:
        unseen = Qt.WidgetAttribute.WA_TransparentForMouseEvents
        if isinstance(child, QWidget) and not child.testAttribute(unseen):
            child.installEventFilter(self)

    def _on_mouse_position(self, point: QPoint) -> None:
        self._mouse_position = point
        if self._scene.table_only:
            self.idle_timer.start()

    def _on_mouse_left(self) -> None:
        self.idle_timer.stop()
        self._mouse_position = None
        self._hover_at(None)

    def _hide_pointer(self) -> None:
        self._on_mouse_left()
        self.viewport().setCursor(Qt.CursorShape.BlankCursor)

    def has_note_at(self, point: QPoint) -> bool:
        """Return whether a note covers a point of the viewport."""
        return self._scene.note.covers_point(self.mapToScene(point))

    def reset_hover(self) -> None:
        """Report what is under the mouse again, as if the mouse had just moved there."""
        self._hovered_face = None
        self.update_hover()

    def update_hover(self) -> None:
        """Report what is under the resting mouse by now."""
        if self._mouse_position is not None and self._pressed_item is None:
            self._hover_at(self._mouse_position)

    def _hover_at(self, point: QPoint | None) -> None:
        note = self._scene.note
        scene_point = None if point is None else self.mapToScene(point)
        if (
            scene_point is not None
            and note.covers_point(scene_point)
            and not self._scene.cards.card_at(scene_point)
        ):
            # The rules on the note can be clicked, so it stays while the mouse is over it.
            on_rule = bool(note.rule_at(scene_point))
            shape = Qt.CursorShape.PointingHandCursor if on_rule else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            return
        self.viewport().unsetCursor()
        item = None if scene_point is None else self._scene.cards.card_at(scene_point)
        self._set_hovered_card(item)
        self.pointer_moved.emit(scene_point if item is None else None)

    def _set_hovered_card(self, item: CardItem | None) -> None:
        face = None if item is None else item.face
        if face != self._hovered_face:
            self._hovered_face = face
            self.card_hovered.emit(face)
