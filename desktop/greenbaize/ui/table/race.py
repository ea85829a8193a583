"""Bids against the tricks of a deal as one picture: slots, and chips in players' colours."""

from collections.abc import Sequence
from math import pi, sin
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from greenbaize.rules.pictures import Race
from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.widgets.theme import worn

DROP_MS: Final = 260.0
"""Duration of a chip's fall into its slot (ms); the table does not wait for it."""
_WIDE: Final = 0.95
"""Largest distance between slots, in heights of the strip."""
_HANGS: Final = 0.18
"""Lower position of a chip beyond the last slot, in its heights."""
_TALL: Final = 2.2
"""Height of the item, in heights of the strip: chips fall from above, and some hang below."""

_TICK: Final = (((-0.2, 0.0), (-0.05, 0.16), (0.2, -0.15)),)
_CROSS: Final = (((-0.15, -0.15), (0.15, 0.15)), ((-0.15, 0.15), (0.15, -0.15)))


class Chip(NamedTuple):
    """Trick that a seat has bid; ``won`` once it has it, ``spare`` if it did not want it."""

    seat: int
    won: bool = False
    spare: bool = False


def chips_of(race: Race) -> list[Chip | None]:
    """Return the chips from the first slot on, with None in a free slot."""
    chips: list[Chip | None] = []
    for seat in race.order:
        bid, won = race.bids[seat] or 0, race.won[seat]
        chips += [Chip(seat, place < won) for place in range(bid)]
    free = race.tricks - len(chips)
    spare = [
        Chip(seat, won=True, spare=True)
        for seat, won in enumerate(race.won)
        for _ in range(max(0, won - (race.bids[seat] or 0)))
    ]
    if free <= 0 or None in race.bids:
        return chips + [None] * max(0, free)
    shown = spare[:free]
    return [*chips, *[None] * (free - len(shown)), *shown]


class RaceItem(DrawnItem):
    """Strip of as many slots as there are tricks, with the chips of the bids in them."""

    level = 410
    race: Race | None = None
    chips: Sequence[Chip | None] = ()
    _before: Sequence[Chip | None] = ()
    _colours: tuple[str, ...] = ()
    _share = 1.0

    def show_race(self, race: Race | None, colours: tuple[str, ...]) -> bool:
        """Show the bids and tricks; return whether chips have been added or won since."""
        self.setVisible(race is not None)
        if (race, colours) == (self.race, self._colours):
            return False
        self.race, self._colours = race, colours
        self._before, self.chips = self.chips, [] if race is None else chips_of(race)
        self.redraw()
        fresh = any(self.chips) and bool(self._before) and self._before != self.chips
        self._share = 0.0 if fresh else 1.0
        return fresh

    def lay(self, room: QRectF) -> None:
        """Lie in a rectangle of the cloth, and a little above it."""
        self.set_size(self.width_in(room), _TALL * room.height())
        self.setPos(round(room.left()), round(room.top() - room.height()))

    def strip(self) -> QRectF:
        """Return the rectangle of the slots, in the scene."""
        room = self.sceneBoundingRect()
        room.setTop(room.top() + room.height() / _TALL)
        return room

    def width_in(self, room: QRectF) -> float:
        return min(room.width(), max(1, len(self.chips)) * _WIDE * room.height() + 2)

    def depart(self) -> None:
        self.carry(0.0)

    def carry(self, share: float) -> None:
        self._share = share
        self.redraw()

    def arrive(self) -> None:
        self._before = self.chips
        self.carry(1.0)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        if self.race is None or not self.chips:
            return
        tall = height / _TALL
        step = (width - 2) / len(self.chips)
        side = min(step * 0.9, 0.84 * tall)
        middle = tall + 0.04 * tall + side / 2
        for place, chip in enumerate(self.chips):
            at = QPointF(1 + (place + 0.5) * step, middle)
            over = place >= self.race.tricks
            if not over:
                self._draw_slot(painter, at, side)
            if chip is not None:
                before = self._before[place] if place < len(self._before) else None
                if over:
                    at += QPointF(0, _HANGS * side)
                if before is None:
                    at -= QPointF(0, (1 - self._landed()) * tall)
                scale = 1.0
                if before is not None and before != chip:
                    scale += 0.4 * sin(pi * self._share)
                self._draw_chip(painter, at, scale * side, chip, over=over)

    def _landed(self) -> float:
        """Return the progress of a chip's fall, with a small bounce."""
        share = self._share
        if share < 0.7:
            return (share / 0.7) ** 2
        return 1 - 0.12 * sin(pi * (share - 0.7) / 0.3)

    def _draw_slot(self, painter: QPainter, at: QPointF, side: float) -> None:
        pen = QPen(QColor(worn().plate_quiet), max(1.0, 0.05 * side))
        painter.setPen(pen)
        painter.setBrush(QColor(worn().plate))
        reach = side / 2
        painter.drawRoundedRect(
            QRectF(at.x() - reach, at.y() - reach, side, side), 0.25 * side, 0.25 * side
        )

    def _draw_chip(
        self, painter: QPainter, at: QPointF, side: float, chip: Chip, *, over: bool
    ) -> None:
        colour = QColor(self._colours[chip.seat])
        reach, pen = 0.4 * side, max(1.5, 0.15 * side)
        edge = QColor(worn().loss_on_felt) if over or chip.spare else colour
        painter.setPen(QPen(edge, pen))
        painter.setBrush(colour if chip.won else Qt.BrushStyle.NoBrush)
        if over and not chip.won:
            painter.setBrush(colour.darker(160))
        painter.drawEllipse(at, reach, reach)
        if chip.won:
            mark = QPen(QColor("#fffdf4"), max(1.2, 0.12 * side))
            mark.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(mark)
            for line in _CROSS if chip.spare else _TICK:
                painter.drawPolyline([at + QPointF(*one) * side for one in line])
