"""The focus frame around the own hand for players who use the keyboard."""

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.look_around import FrameItem
from greenbaize.ui.table.scene import TableScene

_REACH = 7.0
"""Distance of the frame from the cards (px)."""
_MICE = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress)


class HandMark(QObject):
    """Frame shown to keyboard users while a card is asked for and none is focused."""

    def __init__(self, home: QWidget, scene: TableScene, asking: PromptController) -> None:
        super().__init__(home)
        self._home, self._scene, self._asking = home, scene, asking
        self._window: QObject | None = None
        self._by_keys = False
        """True if the last input came from the keyboard, not the mouse."""
        # An unfired static single shot would keep the table alive, so the timer is a child.
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        self.frame = FrameItem(80, bold=False)
        """Frame item, stacked behind the cards and the plate."""
        scene.addItem(self.frame)
        home.installEventFilter(self)
        # ``changed`` is emitted before the new question is known, so refresh afterwards.
        asking.changed.connect(self._soon.start)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track the focus, and whether the keyboard or the mouse is used."""
        kind = event.type()
        if watched is not self._home:
            if kind == QEvent.Type.KeyPress or kind in _MICE:
                self._take(by_keys=kind == QEvent.Type.KeyPress)
        elif kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            # Only afterwards is it known which widget has the focus.
            self._soon.start()
        elif kind == QEvent.Type.Show:
            self._watch(self._home.window().windowHandle())
        return False

    def _watch(self, window: QObject | None) -> None:
        if window is self._window:
            return
        if self._window is not None and isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def _take(self, *, by_keys: bool) -> None:
        if by_keys != self._by_keys:
            self._by_keys = by_keys
            self.refresh()

    def refresh(self) -> None:
        own = self._scene.cards.own
        if not (self._by_keys and self._home.hasFocus() and self._asking.refusals and own):
            self.frame.hide()
            return
        hand = QRectF()
        for item in own:
            hand = hand.united(item.rect)
        inner = self._scene.sceneRect().adjusted(1, 1, -1, -1)
        around = hand.adjusted(-_REACH, -_REACH, _REACH, _REACH).intersected(inner)
        plate = self._scene.plates[self._scene.near].body()
        if around.intersects(plate):
            around.setTop(plate.bottom() + 1)  # keep clear of the own plate
        self.frame.go_round(QRectF(around.toAlignedRect()))
