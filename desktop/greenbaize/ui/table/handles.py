"""Accessible proxies of the own cards: a transparent button over each card of the hand.

Screen readers cannot read the items of a graphics scene, so every own card has a real button:
named, focusable and pressable, from the deal on. Mouse events pass through it to the table. The
hand is one tab stop; arrows, Home, End and the letters of the suits move within it.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import Final

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.cards import Suit
from greenbaize.ui.cards.look import Face
from greenbaize.ui.table.geometry import TALL
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.accessibility import Group, name_for_ears
from greenbaize.ui.widgets.keyboard import is_listened, suit_of_key
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import CardWords, aloud

FRAME: Final = 6.0
"""Width of the frame around the focused card (px)."""
PRESS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_STEPS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_ENDS: Final = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
REACH: Final = 4
"""Distance by which a proxy extends beyond its card (px)."""


class CardHandle(QAbstractButton):
    """Button over one card."""

    focus_mark = True
    """It draws its own focus mark: a frame around the card."""

    def __init__(self, face: Face, hand: "HandHandles") -> None:
        super().__init__(hand)
        self.face, self._hand = face, hand
        self.asked = False
        """The card can be played now; otherwise Enter and Space are for the table."""
        self.setText(card_name(face.card))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.hasFocus():
            return
        theme, half = worn(), FRAME / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        rounding = 0.075 * self.width()
        # A light line on a dark one stands out from the cloth and from neighbouring cards.
        for colour, thick in ((theme.plate, FRAME), (theme.brass_text, FRAME / 2)):
            painter.setPen(QPen(QColor(colour), thick))
            painter.drawRoundedRect(frame, rounding, rounding)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._hand.choose_stop()
        self._hand.held.emit(self.face)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hand.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to other cards with arrows, Home, End and suits; play with Enter and Space."""
        key, suit = Qt.Key(event.key()), suit_of_key(event)
        if key in _STEPS:
            self._hand.step(self.face, _STEPS[key])
        elif key in _ENDS:
            self._hand.step(None, _ENDS[key])
        elif suit is not None:
            self._hand.take_suit(suit, self.face)
        elif self.asked and key in PRESS:
            if not event.isAutoRepeat():
                self.click()
        else:
            event.ignore()


class HandHandles(Group):
    """Proxies of the whole near hand, by the faces of its cards, over the view."""

    held = Signal(object)
    left = Signal()
    pressed = Signal(object)

    def __init__(self, scene: TableScene, parent: QWidget, home: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._home = scene, home
        self._handles: dict[Face, CardHandle] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._name_hand()

    @property
    def focused(self) -> Face | None:
        return next((face for face, handle in self._handles.items() if handle.hasFocus()), None)

    @property
    def faces(self) -> list[Face]:
        """Cards with proxies, from left to right."""
        return list(self._handles)

    def show_hand(self, hand: Sequence[Face], asked: Mapping[Face, str]) -> None:
        handles = {face: self._handles.get(face) or self._made(face) for face in hand}
        for face, handle in handles.items():
            # Before the focus moves to one of them, because screen readers read it then.
            handle.asked = face in asked
            name = CardWords((face.card,))
            name_for_ears(handle, name, aloud(asked.get(face, "")).removeprefix(f"{name} "))
        if list(handles) != list(self._handles):
            self._take_cards(handles)
        self._name_hand()
        self.lay_out()

    def _take_cards(self, handles: dict[Face, CardHandle]) -> None:
        focused, hand = self.focused, list(handles)
        place = list(self._handles).index(focused) if focused else 0
        gone = [handle for face, handle in self._handles.items() if face not in handles]
        self._handles = handles
        for before, handle in pairwise(self._handles.values()):
            QWidget.setTabOrder(before, handle)
        if focused and focused not in self._handles and is_listened():
            # With a screen reader the focus stays in the hand.
            focused = hand[min(place, len(hand) - 1)] if hand else None
            if focused is None:
                self._home.setFocus()
        if focused in self._handles:
            self._handles[focused].setFocus()
        for handle in gone:
            handle.hide()
            handle.deleteLater()
        self.choose_stop()

    def _made(self, face: Face) -> CardHandle:
        handle = CardHandle(face, self)
        handle.clicked.connect(lambda _=False: self.pressed.emit(face))
        handle.show()
        return handle

    def _name_hand(self) -> None:
        seen, unseen = len(self._handles), len(self._scene.cards.own) - len(self._handles)
        if seen:
            words = tr_count("Your hand, {count} card", "Your hand, {count} cards", seen)
        elif unseen > 0:
            words = tr_count(
                "Your hand, {count} card that you do not see",
                "Your hand, {count} cards that you do not see",
                unseen,
            )
        else:
            words = tr("Your hand is empty")
        name_for_ears(self, words.format(count=seen or unseen))

    def choose_stop(self) -> None:
        """Let Tab stop at the card that has or had the focus, and at no other."""
        tab, none = Qt.FocusPolicy.TabFocus, Qt.FocusPolicy.ClickFocus
        handles = list(self._handles.values())
        held = [one for one in handles if one.hasFocus()]
        stops = [one for one in handles if one.focusPolicy() is tab]
        stop = next(iter((*held, *stops, *handles)), None)
        for handle in handles:
            handle.setFocusPolicy(tab if handle is stop else none)

    def lay_out(self) -> None:
        width = self._scene.geometry.own_card
        areas: dict[CardHandle, QRect] = {}
        for face, handle in self._handles.items():
            item = self._scene.cards.named(face)
            if item is not None:
                left, top = item.spot.x - width / 2, item.spot.y - width * TALL / 2
                area = QRect(round(left), round(top), round(width), round(width * TALL))
                areas[handle] = area.adjusted(-REACH, -REACH, REACH, REACH)
        # No larger than the hand: what moves elsewhere need not repaint it.
        whole = reduce(QRect.united, areas.values(), QRect())
        self.setGeometry(whole)
        for handle, area in areas.items():
            handle.setGeometry(area.translated(-whole.topLeft()))

    def take_focus(self, face: Face | None = None) -> None:
        """Focus this card's proxy, or the first one."""
        first = next(iter(self._handles.values()), None)
        handle = first if face is None else self._handles.get(face, first)
        if handle is not None:
            handle.setFocus(Qt.FocusReason.OtherFocusReason)

    def step(self, face: Face | None, step: int) -> None:
        """Focus the card at this distance from the given one, or from the left."""
        faces = list(self._handles)
        if not faces:
            return
        place = faces.index(face) + step if face in self._handles else step
        self._handles[faces[place % len(faces)]].setFocus()

    def take_suit(self, suit: Suit, after: Face | None = None) -> bool:
        """Focus the first card of a suit, or the next one; return whether there is one."""
        faces = list(self._handles)
        start = faces.index(after) + 1 if after in self._handles else 0
        for face in (*faces[start:], *faces[:start]):
            if face.card.suit is suit:
                self._handles[face].setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return False
