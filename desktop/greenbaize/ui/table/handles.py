"""What keyboard and screen readers hold cards by: an unseen button over each card of the hand.

A graphics scene tells screen readers nothing of its items, so every card that may be asked for has
a real button: named, focusable and pressable. The mouse passes through it to the table.
"""

from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.cards.face import Face
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.words.speaker import card_name

FRAME: Final = 6.0
"""How thick the frame around the card that is held is, in pixels."""
REACH: Final = 4
"""How far it reaches beyond the card."""


class CardHandle(QAbstractButton):
    """The button over one card."""

    held = Signal(object)
    """It has got the focus."""
    left = Signal()
    stepped = Signal(object, int)
    """An arrow key asks for the card so many places further."""

    focus_mark = True
    """It shows by itself that it has the keyboard: by a frame around the card."""

    def __init__(self, face: Face, scene: TableScene, parent: QWidget) -> None:
        super().__init__(parent)
        self.face = face
        self._scene = scene
        self.setText(card_name(face.card))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame the card that is held, which rises too; otherwise be unseen."""
        if not self.hasFocus():
            return
        theme, half = self._scene.theme, FRAME / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        rounding = 0.075 * self.width()
        # Light on dark: one of them stands out from the cloth and from the cards beside it.
        for colour, thick in ((theme.plate, FRAME), (theme.brass_text, FRAME / 2)):
            painter.setPen(QPen(QColor(colour), thick))
            painter.drawRoundedRect(frame, rounding, rounding)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that this card is held."""
        super().focusInEvent(event)
        self.held.emit(self.face)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that it is let go."""
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbours, Enter and Space play."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self.stepped.emit(self.face, steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.click()
        else:
            event.ignore()


class HandHandles(QWidget):
    """The handles of the whole near hand, by the faces of its cards, lying over the view."""

    held = Signal(object)
    left = Signal()
    pressed = Signal(object)

    def __init__(self, scene: TableScene, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene = scene
        self._over = parent
        self._handles: dict[Face, CardHandle] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    @property
    def focused(self) -> Face | None:
        """The card whose handle has the focus, or None."""
        return next((face for face, handle in self._handles.items() if handle.hasFocus()), None)

    def show_cards(self, names: dict[Face, str]) -> None:
        """Have a handle for each of these cards, with its accessible description."""
        focused = self.focused
        for face in set(self._handles) - set(names):
            self._handles.pop(face).deleteLater()
        for face in names:
            if face not in self._handles:
                handle = CardHandle(face, self._scene, self)
                handle.held.connect(self.held)
                handle.left.connect(self.left)
                handle.stepped.connect(self._step)
                handle.clicked.connect(lambda _=False, face=face: self.pressed.emit(face))
                handle.show()
                self._handles[face] = handle
        before: QWidget | None = None
        for face, description in names.items():
            handle = self._handles[face]
            handle.setAccessibleName(card_name(face.card))
            handle.setAccessibleDescription(description)
            if before is not None:
                QWidget.setTabOrder(before, handle)
            before = handle
        self.lay_out()
        if focused is not None and focused in self._handles:
            self._handles[focused].setFocus()

    def lay_out(self) -> None:
        """Lie over the cards as they lie now."""
        self.setGeometry(self._over.rect())
        width = self._scene.geometry.card
        for face, handle in self._handles.items():
            item = self._scene.cards.named(face)
            if item is not None:
                left, top = item.spot.x - width / 2, item.spot.y - width * TALL / 2
                area = QRect(round(left), round(top), round(width), round(width * TALL))
                handle.setGeometry(area.adjusted(-REACH, -REACH, REACH, REACH))

    def take_focus(self, face: Face | None = None) -> None:
        """Give the keyboard to this card's handle, or to the first one's."""
        first = next(iter(self._handles.values()), None)
        handle = first if face is None else self._handles.get(face, first)
        if handle is not None:
            handle.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, face: Face, step: int) -> None:
        faces = list(self._handles)
        self._handles[faces[(faces.index(face) + step) % len(faces)]].setFocus()
