"""View of the table scene: the cloth, and the mouse and keyboard actions on cards.

Widgets over the cloth are children of the viewport, because screen readers ignore children of the
view itself.
"""

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

from greenbaize.ui.cards.look import Face
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.click_guard import ClickGuard
from greenbaize.ui.table.cloth import Cloth
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.shadows import HIGHEST


class DraggedCard(QWidget):
    """Dragged card, drawn by a widget over the whole window while its item is hidden."""

    def __init__(self, item: CardItem, window: QWidget) -> None:
        super().__init__(window)
        self._item = item
        item.raised = HIGHEST
        item.hide()
        self._room = item.boundingRect().toAlignedRect()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.resize(self._room.size())
        self.show()
        self.raise_()

    def go_to(self, middle: QPoint) -> None:
        """Move the card's centre to this point of the window, within the window's edges."""
        face = self._item.place.translated(-self._item.pos())
        window = self.window().rect()
        x = min(max(middle.x(), -face.left()), window.width() - face.right())
        y = min(max(middle.y(), -face.top()), window.height() - face.bottom())
        self.move(round(x) + self._room.left(), round(y) + self._room.top())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(-self._room.topLeft())
        self._item.paint(painter, QStyleOptionGraphicsItem(), self)
        painter.end()

    def end(self) -> None:
        self._item.show()
        self.hide()
        self.deleteLater()


GRACE_MS = 400
"""Ignore card clicks for this long after a click that skipped an animation (ms)."""
IDLE_MS = 3000
"""Time after which a resting mouse pointer is hidden on a shared table (ms)."""
_SYSTEM_PAINTS = (QEvent.Type.Expose, QEvent.Type.Paint, QEvent.Type.UpdateRequest)
"""Events of a native window after which Qt paints at once."""
LEAST = (412, 330)
"""Minimum table size (px): with the sheet beside it, it fits on 1280x800 at 200 %."""


class TableView(QGraphicsView):
    """View of a table scene in the view's own size.

    Signals carry the ``Face`` of a card; those who ask for cards decide what a click on one does.
    """

    card_pointed = Signal(object)
    """The mouse is over this card of the near hand, or over none (None)."""
    card_clicked = Signal(object)
    card_dropped = Signal(object)
    card_menu_asked = Signal(object, QPoint)
    """A menu is requested for this card of the near hand, at this position on the screen."""
    moved = Signal(object)
    """The mouse is at this point of the scene and over no card of the near hand, or away (None)."""
    rule_clicked = Signal(str)
    hurried = Signal()
    """A click while animations ran, or the table waited for the user."""
    cloth_clicked = Signal()
    """A click on the table that is for no card."""
    painted = Signal()
    """The cloth has been painted in a new size, or for the first time."""
    resized = Signal()

    def __init__(self, scene: TableScene, parent: QWidget | None = None) -> None:
        super().__init__(scene, parent)
        self.setAcceptDrops(False)  # Drops are handled by the window.
        # If the viewport is not a Python widget, Qt for Python prepares every class it might be,
        # which takes longer than painting the table.
        self.setViewport(QWidget())
        self._table = scene
        self._cloth = Cloth()
        self._pressed: CardItem | None = None
        self._pressed_at = QPoint()
        self._clicked: Face | None = None
        self._hurrying = False
        self._hurried_at = -GRACE_MS
        self.guard = ClickGuard()
        self._dragged: DraggedCard | None = None
        """The card being dragged, drawn over everything in the window."""
        self._called_off = False
        """A right click cancelled the drag: suppress the context menu."""
        self._pointed: Face | None = None
        self._mouse: QPoint | None = None
        self._native_window: QWindow | None = None
        """The native window that shows the table."""
        self.idle = QTimer(self, singleShot=True, interval=IDLE_MS)
        self.idle.timeout.connect(self._put_mouse_away)
        self.free_hand = False
        """Cards can be chosen at any time, so that a click on one skips no animation."""
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMouseTracking(True)
        self.setMinimumSize(*LEAST)
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
        if self._cloth.paint(painter, QRectF(rect), self.viewport(), self._table.geometry.card):
            QTimer.singleShot(0, self.painted.emit)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        size = self.viewport().size()
        self._table.lay_out(size.width(), size.height(), self.devicePixelRatioF())
        self.resized.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._native_window = self.window().windowHandle()
        if self._native_window is not None:
            self._native_window.installEventFilter(self)

    def hideEvent(self, event: QHideEvent) -> None:
        """Cancel a drag before another page covers the table."""
        self.call_off()
        if self._native_window is not None:
            self._native_window.removeEventFilter(self)
            self._native_window = None
        super().hideEvent(event)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Press a card, or skip running animations."""
        if event.button() is not Qt.MouseButton.LeftButton:
            self._called_off = self.call_off()
            self._pressed = None
            return
        self._called_off = False
        rule = self._table.note.rule_at(self.mapToScene(event.position().toPoint()))
        if rule:
            self._pressed = None
            self.rule_clicked.emit(rule)
            return
        free = self.free_hand and self._table.cards.at(self.mapToScene(event.position().toPoint()))
        busy, now = self._table.motion.busy and not free, event.timestamp()
        # Soon after a click that skipped an animation, another one is meant to skip as well.
        self._hurrying = busy or (not free and now - self._hurried_at < GRACE_MS)
        if self._hurrying:
            # This click skips the animation; a card under it must not be played too.
            self._hurried_at = now
            self._pressed = None
            if busy:
                self.hurried.emit()
            return
        if self.guard.refuses(self._is_over_card):
            self._pressed = None
            return
        self._pressed = self._table.cards.at(self.mapToScene(event.position().toPoint()))
        if self._pressed is None:
            self.cloth_clicked.emit()
        self._pressed_at = event.position().toPoint()

    def _is_over_card(self, point: QPoint) -> bool:
        return self._table.cards.at(self.mapToScene(self.mapFromGlobal(point))) is not None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Treat a quick second click as a click if it is on the same card as the first.

        Otherwise the first one skipped an animation or played a card, and the card there now was
        not meant.
        """
        item = self._table.cards.at(self.mapToScene(event.position().toPoint()))
        meant = not self._hurrying and item is not None and item.face == self._clicked
        if meant or self._table.motion.busy:
            self.mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position().toPoint()
        self._find_mouse(point)
        if self._pressed is None:
            self._look(point)
            return
        self.moved.emit(None)
        far = (point - self._pressed_at).manhattanLength() >= QApplication.startDragDistance()
        if self._dragged is None and far:
            self._table.hide_note()  # The note points at the card's old position.
            self._dragged = DraggedCard(self._pressed, self.window())
            self._application.installEventFilter(self)
        if self._dragged is not None:
            off = self.mapToScene(point) - self.mapToScene(self._pressed_at)
            self._pressed.setPos(QPointF(self._pressed.spot.x, self._pressed.spot.y) + off)
            middle = self.mapFromScene(self._pressed.pos())
            self._dragged.go_to(self.viewport().mapTo(self.window(), middle))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        item = self._pressed
        if item is None or item.face is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        if self._dragged is None:
            self._pressed = None
            self._clicked = item.face
            self.card_clicked.emit(item.face)
            return
        self._end_drag()
        if self._is_onto_table(item, event.position().toPoint()):
            self.card_dropped.emit(item.face)
        self._lay_back(item)

    def _is_onto_table(self, item: CardItem, point: QPoint) -> bool:
        """Return whether a card dropped there is played: on the cloth, beyond the hand."""
        viewport = self.viewport()
        on_cloth = viewport.rect().contains(point) and viewport.childAt(point) is None
        return on_cloth and item.y() < item.spot.y - 0.6 * self._table.geometry.card

    def call_off(self) -> bool:
        """Return a dragged card to its placement; return whether there was one."""
        item = self._pressed
        if self._dragged is None or item is None:
            return False
        self._end_drag()
        self._lay_back(item)
        return True

    @property
    def _application(self) -> QCoreApplication:
        application = QCoreApplication.instance()
        assert application is not None
        return application

    def _end_drag(self) -> None:
        self._pressed = None
        if self._dragged is not None:
            self._application.removeEventFilter(self)
            self._dragged.end()
            self._dragged = None

    def _lay_back(self, item: CardItem) -> None:
        if not item.moving and item in self._table.cards.own:
            item.lie(item.spot)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        item = self._table.cards.at(self.mapToScene(event.pos()))
        if item is not None and item.face and not self._called_off:
            self.card_menu_asked.emit(item.face, event.globalPos())

    def viewportEvent(self, event: QEvent) -> bool:
        """Track the mouse as it enters and leaves, also onto a button."""
        kind = event.type()
        if kind == QEvent.Type.Enter and isinstance(event, QEnterEvent):
            self._find_mouse(event.position().toPoint())
        elif kind == QEvent.Type.Leave:
            self._lose_mouse()
        elif kind == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            self._watch_child(event.child())
        return super().viewportEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track the mouse as it moves onto a widget over the cloth; cancel a drag with Esc."""
        kind = event.type()
        if watched is self._native_window:
            if kind in _SYSTEM_PAINTS:
                self._flush_moves()
            return False
        if self._dragged is not None:
            if kind == QEvent.Type.WindowDeactivate and watched is self.window():
                self.call_off()  # The drag might end unnoticed in another window.
            elif isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape:
                event.accept()
                if kind == QEvent.Type.KeyPress:
                    self.call_off()
                return True
            return False
        if kind == QEvent.Type.Enter and watched is not self.viewport():
            self._lose_mouse()
        return False

    def _flush_moves(self) -> None:
        """Let the scene report moved items now instead of when events are next sent.

        An item that is painted at its new position before the scene has reported the move leaves
        its old area unpainted: a slice of it stays on the cloth.
        """
        QCoreApplication.sendPostedEvents(self._table, QEvent.Type.MetaCall)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the keys of widgets over the cloth to the match: nothing scrolls here."""
        event.ignore()

    def _watch_child(self, child: QObject) -> None:
        unseen = Qt.WidgetAttribute.WA_TransparentForMouseEvents
        if isinstance(child, QWidget) and not child.testAttribute(unseen):
            child.installEventFilter(self)

    def _find_mouse(self, point: QPoint) -> None:
        self._mouse = point
        if self._table.table_only:
            self.idle.start()

    def _lose_mouse(self) -> None:
        self.idle.stop()
        self._mouse = None
        self._look(None)

    def _put_mouse_away(self) -> None:
        self._lose_mouse()
        self.viewport().setCursor(Qt.CursorShape.BlankCursor)

    def is_noted(self, point: QPoint) -> bool:
        """Return whether a note covers a point of the viewport."""
        return self._table.note.reaches(self.mapToScene(point))

    def look_anew(self) -> None:
        """Report what is under the mouse again, as if the mouse had just moved there."""
        self._pointed = None
        self.look_again()

    def look_again(self) -> None:
        """Report what is under the resting mouse by now."""
        if self._mouse is not None and self._pressed is None:
            self._look(self._mouse)

    def _look(self, point: QPoint | None) -> None:
        note = self._table.note
        spot = None if point is None else self.mapToScene(point)
        if spot is not None and note.reaches(spot) and not self._table.cards.at(spot):
            # The rules on the note can be clicked, so it stays while the mouse is over it.
            on_rule = bool(note.rule_at(spot))
            shape = Qt.CursorShape.PointingHandCursor if on_rule else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            return
        self.viewport().unsetCursor()
        item = None if spot is None else self._table.cards.at(spot)
        self._point_at(item)
        self.moved.emit(spot if item is None else None)

    def _point_at(self, item: CardItem | None) -> None:
        face = None if item is None else item.face
        if face != self._pointed:
            self._pointed = face
            self.card_pointed.emit(face)
