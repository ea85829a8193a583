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
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.table.geometry import CARD_HEIGHT_RATIO
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.widgets.accessibility import AccessibleGroup, set_spoken_name
from greenbaize.ui.widgets.keyboard import is_screen_reader_active, suit_for_key
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.speaker import card_name
from greenbaize.words.spoken import SpokenCards, spoken_text

FOCUS_FRAME_PX: Final = 6.0
"""Width of the frame around the focused card (px)."""
ACTIVATION_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)
_STEP_KEYS: Final = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
_END_KEYS: Final = {Qt.Key.Key_Home: 0, Qt.Key.Key_End: -1}
CARD_OVERLAP_PX: Final = 4
"""Distance by which a proxy extends beyond its card (px)."""


class CardProxy(QAbstractButton):
    """Button over one card."""

    focus_mark = True
    """It draws its own focus mark: a frame around the card."""

    def __init__(self, face: CardFace, hand: "HandProxies") -> None:
        super().__init__(hand)
        self.face, self._hand_proxies = face, hand
        self.is_playable = False
        """The card can be played now; otherwise Enter and Space are for the table."""
        self.setText(card_name(face.card))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self.hasFocus():
            return
        theme, half = current_theme(), FOCUS_FRAME_PX / 2
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        frame = QRectF(self.rect()).adjusted(half, half, -half, -half)
        rounding = 0.075 * self.width()
        # A light line on a dark one stands out from the cloth and from neighbouring cards.
        for colour, thick in (
            (theme.plate, FOCUS_FRAME_PX),
            (theme.brass_text, FOCUS_FRAME_PX / 2),
        ):
            painter.setPen(QPen(QColor(colour), thick))
            painter.drawRoundedRect(frame, rounding, rounding)
        painter.end()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._hand_proxies.update_tab_stop()
        self._hand_proxies.card_focused.emit(self.face)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._hand_proxies.focus_left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move to other cards with arrows, Home, End and suits; play with Enter and Space."""
        key, suit = Qt.Key(event.key()), suit_for_key(event)
        if key in _STEP_KEYS:
            self._hand_proxies.step_focus(self.face, _STEP_KEYS[key])
        elif key in _END_KEYS:
            self._hand_proxies.step_focus(None, _END_KEYS[key])
        elif suit is not None:
            self._hand_proxies.focus_suit(suit, self.face)
        elif self.is_playable and key in ACTIVATION_KEYS:
            if not event.isAutoRepeat():
                self.click()
        else:
            event.ignore()


class HandProxies(AccessibleGroup):
    """Proxies of the whole near hand, by the faces of its cards, over the view."""

    card_focused = Signal(object)
    focus_left = Signal()
    card_activated = Signal(object)

    def __init__(self, scene: TableScene, parent: QWidget, fallback_focus: QWidget) -> None:
        super().__init__(parent)
        self._scene, self._fallback_focus = scene, fallback_focus
        self._proxies: dict[CardFace, CardProxy] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self._update_hand_name()

    @property
    def focused_face(self) -> CardFace | None:
        return next((face for face, proxy in self._proxies.items() if proxy.hasFocus()), None)

    @property
    def faces(self) -> list[CardFace]:
        """Cards with proxies, from left to right."""
        return list(self._proxies)

    def set_hand(self, hand: Sequence[CardFace], playable: Mapping[CardFace, str]) -> None:
        proxies = {face: self._proxies.get(face) or self._create_proxy(face) for face in hand}
        for face, proxy in proxies.items():
            # Before the focus moves to one of them, because screen readers read it then.
            proxy.is_playable = face in playable
            name = SpokenCards((face.card,))
            set_spoken_name(
                proxy, name, spoken_text(playable.get(face, "")).removeprefix(f"{name} ")
            )
        if list(proxies) != list(self._proxies):
            self._replace_proxies(proxies)
        self._update_hand_name()
        self.update_layout()

    def _replace_proxies(self, proxies: dict[CardFace, CardProxy]) -> None:
        focused, hand = self.focused_face, list(proxies)
        index = list(self._proxies).index(focused) if focused else 0
        removed = [proxy for face, proxy in self._proxies.items() if face not in proxies]
        self._proxies = proxies
        for before, proxy in pairwise(self._proxies.values()):
            QWidget.setTabOrder(before, proxy)
        if focused and focused not in self._proxies and is_screen_reader_active():
            # With a screen reader the focus stays in the hand.
            focused = hand[min(index, len(hand) - 1)] if hand else None
            if focused is None:
                self._fallback_focus.setFocus()
        if focused in self._proxies:
            self._proxies[focused].setFocus()
        for proxy in removed:
            proxy.hide()
            proxy.deleteLater()
        self.update_tab_stop()

    def _create_proxy(self, face: CardFace) -> CardProxy:
        proxy = CardProxy(face, self)
        proxy.clicked.connect(lambda _=False: self.card_activated.emit(face))
        proxy.show()
        return proxy

    def _update_hand_name(self) -> None:
        known_count, unknown_count = (
            len(self._proxies),
            len(self._scene.cards.own_hand) - len(self._proxies),
        )
        if known_count:
            name = tr_count("Your hand, {count} card", "Your hand, {count} cards", known_count)
        elif unknown_count > 0:
            name = tr_count(
                "Your hand, {count} card that you do not see",
                "Your hand, {count} cards that you do not see",
                unknown_count,
            )
        else:
            name = tr("Your hand is empty")
        set_spoken_name(self, name.format(count=known_count or unknown_count))

    def update_tab_stop(self) -> None:
        """Let Tab stop at the card that has or had the focus, and at no other."""
        tab, click_only = Qt.FocusPolicy.TabFocus, Qt.FocusPolicy.ClickFocus
        proxies = list(self._proxies.values())
        focused = [candidate for candidate in proxies if candidate.hasFocus()]
        stops = [candidate for candidate in proxies if candidate.focusPolicy() is tab]
        stop = next(iter((*focused, *stops, *proxies)), None)
        for proxy in proxies:
            proxy.setFocusPolicy(tab if proxy is stop else click_only)

    def update_layout(self) -> None:
        width = self._scene.geometry.own_card_width
        areas: dict[CardProxy, QRect] = {}
        for face, proxy in self._proxies.items():
            item = self._scene.cards.find_card(face)
            if item is not None:
                left, top = (
                    item.placement.x - width / 2,
                    item.placement.y - width * CARD_HEIGHT_RATIO / 2,
                )
                area = QRect(
                    round(left), round(top), round(width), round(width * CARD_HEIGHT_RATIO)
                )
                areas[proxy] = area.adjusted(
                    -CARD_OVERLAP_PX, -CARD_OVERLAP_PX, CARD_OVERLAP_PX, CARD_OVERLAP_PX
                )
        # No larger than the hand: what moves elsewhere need not repaint it.
        hand_area = reduce(QRect.united, areas.values(), QRect())
        self.setGeometry(hand_area)
        for proxy, area in areas.items():
            proxy.setGeometry(area.translated(-hand_area.topLeft()))

    def focus_card(self, face: CardFace | None = None) -> None:
        """Focus this card's proxy, or the first one."""
        first = next(iter(self._proxies.values()), None)
        proxy = first if face is None else self._proxies.get(face, first)
        if proxy is not None:
            proxy.setFocus(Qt.FocusReason.OtherFocusReason)

    def step_focus(self, face: CardFace | None, step: int) -> None:
        """Focus the card at this distance from the given one, or from the left."""
        faces = list(self._proxies)
        if not faces:
            return
        index = faces.index(face) + step if face in self._proxies else step
        self._proxies[faces[index % len(faces)]].setFocus()

    def focus_suit(self, suit: Suit, after: CardFace | None = None) -> bool:
        """Focus the first card of a suit, or the next one; return whether there is one."""
        faces = list(self._proxies)
        start = faces.index(after) + 1 if after in self._proxies else 0
        for face in (*faces[start:], *faces[:start]):
            if face.card.suit is suit:
                self._proxies[face].setFocus(Qt.FocusReason.OtherFocusReason)
                return True
        return False
