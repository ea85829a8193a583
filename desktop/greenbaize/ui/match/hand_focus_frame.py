"""The focus frame around the own hand for players who use the keyboard."""

from PySide6.QtCore import QEvent, QObject, QRectF, QTimer
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from greenbaize.ui.match.prompt_controller import PromptController
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.table_navigator import FocusFrameItem

_FRAME_MARGIN = 7.0
"""Distance of the frame from the cards (px)."""
_MOUSE_EVENTS = (QEvent.Type.MouseMove, QEvent.Type.MouseButtonPress)


class HandFocusFrame(QObject):
    """Frame shown to keyboard users while a card is asked for and none is focused."""

    def __init__(self, table_page: QWidget, scene: TableScene, prompts: PromptController) -> None:
        super().__init__(table_page)
        self._table_page, self._scene, self._prompts = table_page, scene, prompts
        self._window: QObject | None = None
        self._keys_used_last = False
        """True if the last input came from the keyboard, not the mouse."""
        # An unfired static single shot would keep the table alive, so the timer is a child.
        self._refresh_timer = QTimer(self, singleShot=True)
        self._refresh_timer.timeout.connect(self.refresh)
        self.frame_item = FocusFrameItem(80, bold=False)
        """Frame item, stacked behind the cards and the plate."""
        scene.addItem(self.frame_item)
        table_page.installEventFilter(self)
        # ``changed`` is emitted before the new question is known, so refresh afterwards.
        prompts.changed.connect(self._refresh_timer.start)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Track the focus, and whether the keyboard or the mouse is used."""
        kind = event.type()
        if watched is not self._table_page:
            if kind == QEvent.Type.KeyPress or kind in _MOUSE_EVENTS:
                self._set_keys_used(by_keys=kind == QEvent.Type.KeyPress)
        elif kind in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            # Only afterwards is it known which widget has the focus.
            self._refresh_timer.start()
        elif kind == QEvent.Type.Show:
            self._watch_window(self._table_page.window().windowHandle())
        return False

    def _watch_window(self, window: QObject | None) -> None:
        if window is self._window:
            return
        if self._window is not None and isValid(self._window):
            self._window.removeEventFilter(self)
        self._window = window
        if window is not None:
            window.installEventFilter(self)

    def _set_keys_used(self, *, by_keys: bool) -> None:
        if by_keys != self._keys_used_last:
            self._keys_used_last = by_keys
            self.refresh()

    def refresh(self) -> None:
        own = self._scene.cards.own_hand
        if not (
            self._keys_used_last
            and self._table_page.hasFocus()
            and self._prompts.refusal_by_face
            and own
        ):
            self.frame_item.hide()
            return
        hand_rect = QRectF()
        for item in own:
            hand_rect = hand_rect.united(item.card_rect)
        scene_area = self._scene.sceneRect().adjusted(1, 1, -1, -1)
        frame_rect = hand_rect.adjusted(
            -_FRAME_MARGIN, -_FRAME_MARGIN, _FRAME_MARGIN, _FRAME_MARGIN
        ).intersected(scene_area)
        plate = self._scene.plates[self._scene.near_seat].body_rect()
        if frame_rect.intersects(plate):
            frame_rect.setTop(plate.bottom() + 1)  # keep clear of the own plate
        self.frame_item.surround_rect(QRectF(frame_rect.toAlignedRect()))
