"""What keyboard and screen readers hold cards by: an unseen button over each card of the hand.

A graphics scene tells screen readers nothing of its items, so every card that may be asked for has
a real button: named, focusable and pressable. The mouse passes through it to the table.
"""

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.cards import Card
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene


class CardHandle(QAbstractButton):
    """The button over one card."""

    held = Signal(str)
    """It has got the focus."""
    left = Signal()
    stepped = Signal(str, int)
    """An arrow key asks for the card so many places further."""

    def __init__(self, code: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.code = code
        self.setText(Card.of(code).name)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Be unseen: the card itself shows the focus by rising."""

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Say that this card is held."""
        super().focusInEvent(event)
        self.held.emit(self.code)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Say that it is let go."""
        super().focusOutEvent(event)
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows go to the neighbours, Enter and Space play."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        if event.key() in steps:
            self.stepped.emit(self.code, steps[Qt.Key(event.key())])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.click()
        else:
            event.ignore()


class HandHandles(QWidget):
    """The handles of the whole near hand, lying over the view."""

    held = Signal(str)
    left = Signal()
    pressed = Signal(str)

    def __init__(self, scene: TableScene, parent: QWidget) -> None:
        super().__init__(parent)
        self._scene = scene
        self._over = parent
        self._handles: dict[str, CardHandle] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    @property
    def focused(self) -> str:
        """The card whose handle has the focus, or empty."""
        return next((code for code, handle in self._handles.items() if handle.hasFocus()), "")

    def show_cards(self, names: dict[str, str]) -> None:
        """Have a handle for each of these cards, with its accessible description."""
        focused = self.focused
        for code in set(self._handles) - set(names):
            self._handles.pop(code).deleteLater()
        for code in names:
            if code not in self._handles:
                handle = CardHandle(code, self)
                handle.held.connect(self.held)
                handle.left.connect(self.left)
                handle.stepped.connect(self._step)
                handle.clicked.connect(lambda _=False, code=code: self.pressed.emit(code))
                handle.show()
                self._handles[code] = handle
        before: QWidget | None = None
        for code, description in names.items():
            handle = self._handles[code]
            handle.setAccessibleName(Card.of(code).name)
            handle.setAccessibleDescription(description)
            if before is not None:
                QWidget.setTabOrder(before, handle)
            before = handle
        self.lay_out()
        if focused in self._handles:
            self._handles[focused].setFocus()

    def lay_out(self) -> None:
        """Lie over the cards as they lie now."""
        self.setGeometry(self._over.rect())
        width = self._scene.geometry.card
        for code, handle in self._handles.items():
            item = self._scene.near_card(code)
            if item is not None:
                left, top = item.spot.x - width / 2, item.spot.y - width * TALL / 2
                handle.setGeometry(
                    QRect(round(left), round(top), round(width), round(width * TALL))
                )

    def take_focus(self, code: str = "") -> None:
        """Give the keyboard to this card's handle, or to the first one's."""
        handle = self._handles.get(code) or next(iter(self._handles.values()), None)
        if handle is not None:
            handle.setFocus(Qt.FocusReason.OtherFocusReason)

    def _step(self, code: str, step: int) -> None:
        codes = list(self._handles)
        self._handles[codes[(codes.index(code) + step) % len(codes)]].setFocus()
