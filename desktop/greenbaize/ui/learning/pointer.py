"""Rings around what the guide speaks of: cards of one's own hand, and things on the table."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QRectF

from greenbaize.cards import Card
from greenbaize.rules.things import Thing
from greenbaize.ui.table.look_around import RingItem
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.things import card_place, place_of
from greenbaize.ui.theme import Theme


class Pointer(QObject):
    """Points at things on a table.

    Args:
        scene: the table.
        theme: the colours.
        parent: what it ends with.
    """

    def __init__(self, scene: TableScene, theme: Theme, parent: QObject) -> None:
        super().__init__(parent)
        self._scene, self._theme = scene, theme
        self._rings: list[RingItem] = []
        self.at: tuple[Thing | Card, ...] = ()
        """What is pointed at, wherever that is."""
        scene.motion.rested.connect(self.refresh)

    def point_at(self, at: Sequence[Thing | Card]) -> None:
        """Point at these and nothing else."""
        self.at = tuple(at)
        self.refresh()

    @property
    def places(self) -> list[QRectF]:
        """Where that lies of it which is seen."""
        return [place for one in self.at if (place := self._place(one)) is not None]

    def refresh(self) -> None:
        """Point where everything lies by now."""
        places = self.places
        while len(self._rings) < len(places):
            ring = RingItem()
            ring.set_theme(self._theme)
            self._scene.addItem(ring)
            self._rings.append(ring)
        for ring, place in zip(self._rings, places, strict=False):
            ring.go_round(place, self._scene.ratio)
        for ring in self._rings[len(places) :]:
            ring.hide()

    def _place(self, one: Thing | Card) -> QRectF | None:
        if isinstance(one, Thing):
            return place_of(self._scene, one)
        own = self._scene.cards.own
        item = next((card for card in own if card.face and card.face.card == one), None)
        if item is None:
            return None
        # Only its left part is seen of a card that lies under the next one.
        place, after = card_place(item), own.index(item) + 1
        if after < len(own):
            place.setRight(min(place.right(), card_place(own[after]).left()))
        return place

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        for ring in self._rings:
            ring.set_theme(theme)
