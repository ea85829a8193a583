"""What stands over the table on occasions: a deal's announcement and its end, coin and winner."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from PySide6.QtCore import QRectF

from greenbaize.rules.pictures import Luck
from greenbaize.ui.table.announcement import AnnouncementItem
from greenbaize.ui.table.coin import CoinItem
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.table.joy import FAR, MANY, JoyItem
from greenbaize.ui.table.made import MadeItem
from greenbaize.ui.theme import Theme
from greenbaize.words.speaker import joined

MADE_MS: Final = 260
MADE_GAP_MS: Final = 90
"""Slips appear one after another, from the dealer's left on."""
ANNOUNCE_MS: Final = 240
TOSS_MS: Final = 1700
JOY_MS: Final = 1500
REJOICE_MS: Final = 2600
ROOMY: Final = 7
"""Up to so many players there is room above one's own plate."""


class Scene(Protocol):
    """The table on which things stand (``TableScene``)."""

    names: tuple[str, ...]
    near: int
    motion: Any
    plates: Any
    ring_place: Any

    @property
    def geometry(self) -> Geometry:
        """The places of the table."""

    @property
    def ratio(self) -> float:
        """The screen's pixel ratio."""

    def addItem(self, item: Any, /) -> None:
        """Have an item on the table."""

    def sceneRect(self) -> QRectF:
        """The whole table."""


class Occasions:
    """Items that are there on occasions only.

    Args:
        scene: the table.
        theme: the colours.
    """

    def __init__(self, scene: Scene, theme: Theme) -> None:
        self._scene = scene
        self.made = [MadeItem(theme) for _ in scene.names]
        self.announcement = AnnouncementItem(theme)
        self.coin = CoinItem(theme)
        self.joys = [JoyItem() for _ in scene.names]
        self.rejoicing = JoyItem(MANY, FAR)
        for item in (*self._drawn(), *self.joys, self.rejoicing):
            scene.addItem(item)

    def _drawn(self) -> Iterator[DrawnItem]:
        yield from (*self.made, self.announcement, self.coin)

    def lay_out(self) -> None:
        """Lie right on a table of another size."""
        geometry = self._scene.geometry
        for seat, item in enumerate(self.made):
            if item.words:
                self._lay_made(seat, geometry)
        self._clear_own()
        self._lay_announcement(geometry)
        self.coin.lay(geometry.centre, geometry.card, self._scene.ratio)
        for seat, joy in enumerate(self.joys):
            joy.lay(QRectF(*geometry.plate(seat)), geometry.card)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for item in self._drawn():
            item.set_theme(theme)

    def clear(self) -> None:
        """Have nothing of it on the table."""
        for item in self.made:
            item.show_words("", Luck.NEITHER)
            item.hide()
        self.announcement.clear()
        self.coin.clear()
        for joy in (*self.joys, self.rejoicing):
            joy.hide()
        for plate in self._scene.plates:
            plate.set_won(on=False)

    # A deal

    def announce(self, lines: Sequence[str]) -> None:
        """Show what a deal is about."""
        self.announcement.show_lines(lines)
        self._lay_announcement(self._scene.geometry)
        self._scene.motion.move(self.announcement, ANNOUNCE_MS)

    def _lay_announcement(self, geometry: Geometry) -> None:
        ratio = self._scene.ratio
        self.announcement.lay(geometry.announcement(), geometry.card, geometry.width, ratio)

    def show_made(self, made: Sequence[tuple[str, Luck]], first: int) -> None:
        """Show at each plate what was made of a deal, one after another from a seat on."""
        geometry, seats = self._scene.geometry, len(self.made)
        for seat, (words, luck) in enumerate(made[:seats]):
            item = self.made[seat]
            item.show_words(words, luck)
            self._lay_made(seat, geometry)
            self._scene.motion.move(item, MADE_MS, (seat - first) % seats * MADE_GAP_MS)
        self._clear_own()

    def _lay_made(self, seat: int, geometry: Geometry) -> None:
        scene, card = self._scene, geometry.card
        x, y = geometry.said(seat)
        if seat == geometry.near and geometry.players <= ROOMY:
            # Above the plate, for one's own tricks lie beside it, and they are what was made.
            plate = geometry.plate(seat)
            x, y = plate.centre[0], plate.y - 0.32 * card
        item = self.made[seat]
        item.lay((x, y), card, scene.sceneRect(), scene.ratio)
        if seat == geometry.near and geometry.players > ROOMY:
            # Beside the plate, from its end on.
            plate = geometry.plate(seat)
            x = plate.x + plate.width + 0.08 * card + item.boundingRect().width() / 2
            item.lay((x, y), card, scene.sceneRect(), scene.ratio)

    def _clear_own(self) -> None:
        """Have one's own slip stand clear of a neighbour's, and of who beats whom."""
        scene = self._scene
        own, ring = self.made[scene.near], scene.ring_place()
        others = [_spot(one) for one in self.made if one is not own and one.words]
        for other in (*others, *([] if ring is None else [ring])):
            here = _spot(own)
            if here.intersects(other):
                at_left = scene.geometry.near_at_right
                x = other.left() - here.width() - 4 if at_left else other.right() + 4
                own.setX(round(x))

    # A match

    def toss(self, sides: Sequence[Sequence[int]], winner: Sequence[int]) -> None:
        """Let a coin decide among the seats that play together, each alone or with partners."""
        names = self._scene.names
        words = {tuple(side): joined([names[seat] for seat in side]) for side in sides}
        self.coin.take(list(words.values()), words[tuple(winner)])
        geometry = self._scene.geometry
        self.coin.lay(geometry.centre, geometry.card, self._scene.ratio)
        self._scene.motion.move(self.coin, TOSS_MS)

    def celebrate(self, winners: Sequence[int]) -> None:
        """Let the plates of winners glow, with a little joy around them."""
        geometry = self._scene.geometry
        for seat in winners:
            self._scene.plates[seat].set_won(on=True)
            self.joys[seat].lay(QRectF(*geometry.plate(seat)), geometry.card)
            self._scene.motion.move(self.joys[seat], JOY_MS)

    def rejoice(self, around: QRectF) -> None:
        """Let joy fly up from behind what lies here on the table."""
        self.rejoicing.lay(around, self._scene.geometry.card)
        self._scene.motion.move(self.rejoicing, REJOICE_MS)


def _spot(slip: MadeItem) -> QRectF:
    """Where a slip stands once it has grown to its size."""
    return slip.boundingRect().translated(slip.pos())
