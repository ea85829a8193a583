"""Bids against the tricks of a deal as one picture: slots, and chips in players' colours."""

from collections.abc import Sequence
from math import pi, sin
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from greenbaize.rules.table_snapshot import BidRace
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.widgets.theme import current_theme

DROP_MS: Final = 260.0
"""Duration of a chip's fall into its slot (ms); the table does not wait for it."""
_MAX_SLOT_DISTANCE: Final = 0.95
"""Largest distance between slots, in heights of the strip."""
_HANG_OFFSET: Final = 0.18
"""Lower position of a chip beyond the last slot, in its heights."""
_ITEM_HEIGHT: Final = 2.2
"""Height of the item, in heights of the strip: chips fall from above, and some hang below."""

_TICK_LINES: Final = (((-0.2, 0.0), (-0.05, 0.16), (0.2, -0.15)),)
_CROSS_LINES: Final = (((-0.15, -0.15), (0.15, 0.15)), ((-0.15, 0.15), (0.15, -0.15)))


class BidChip(NamedTuple):
    """Trick that a seat has bid; ``won`` once it has it, ``spare`` if it did not want it."""

    seat: int
    won: bool = False
    spare: bool = False


def make_chips(race: BidRace) -> list[BidChip | None]:
    """Return the chips from the first slot on, with None in a free slot."""
    chips: list[BidChip | None] = []
    for seat in race.bidding_order:
        bid, won = race.bids[seat] or 0, race.tricks_won[seat]
        chips += [BidChip(seat, index < won) for index in range(bid)]
    free = race.trick_count - len(chips)
    spare = [
        BidChip(seat, won=True, spare=True)
        for seat, won in enumerate(race.tricks_won)
        for _ in range(max(0, won - (race.bids[seat] or 0)))
    ]
    if free <= 0 or None in race.bids:
        return chips + [None] * max(0, free)
    visible_spare = spare[:free]
    return [*chips, *[None] * (free - len(visible_spare)), *visible_spare]


class RaceItem(CachedItem):
    """Strip of as many slots as there are tricks, with the chips of the bids in them."""

    z_value = 410
    race: BidRace | None = None
    chips: Sequence[BidChip | None] = ()
    _previous_chips: Sequence[BidChip | None] = ()
    _colours: tuple[str, ...] = ()
    _progress = 1.0

    def show_race(self, race: BidRace | None, colours: tuple[str, ...]) -> bool:
        """Show the bids and tricks; return whether chips have been added or won since."""
        self.setVisible(race is not None)
        if (race, colours) == (self.race, self._colours):
            return False
        self.race, self._colours = race, colours
        self._previous_chips, self.chips = self.chips, [] if race is None else make_chips(race)
        self.redraw()
        has_changed = (
            any(self.chips) and bool(self._previous_chips) and self._previous_chips != self.chips
        )
        self._progress = 0.0 if has_changed else 1.0
        return has_changed

    def set_area(self, area: QRectF) -> None:
        """Lie in a rectangle of the cloth, and a little above it."""
        self.set_size(self.compute_width(area), _ITEM_HEIGHT * area.height())
        self.setPos(round(area.left()), round(area.top() - area.height()))

    def strip_rect(self) -> QRectF:
        """Return the rectangle of the slots, in the scene."""
        room = self.sceneBoundingRect()
        room.setTop(room.top() + room.height() / _ITEM_HEIGHT)
        return room

    def compute_width(self, area: QRectF) -> float:
        return min(area.width(), max(1, len(self.chips)) * _MAX_SLOT_DISTANCE * area.height() + 2)

    def start_animation(self) -> None:
        self.set_progress(0.0)

    def set_progress(self, progress: float) -> None:
        self._progress = progress
        self.redraw()

    def finish_animation(self) -> None:
        self._previous_chips = self.chips
        self.set_progress(1.0)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        if self.race is None or not self.chips:
            return
        tall = height / _ITEM_HEIGHT
        step = (width - 2) / len(self.chips)
        side = min(step * 0.9, 0.84 * tall)
        middle = tall + 0.04 * tall + side / 2
        for index, chip in enumerate(self.chips):
            centre = QPointF(1 + (index + 0.5) * step, middle)
            is_beyond_last = index >= self.race.trick_count
            if not is_beyond_last:
                self._draw_slot(painter, centre, side)
            if chip is not None:
                previous = (
                    self._previous_chips[index] if index < len(self._previous_chips) else None
                )
                if is_beyond_last:
                    centre += QPointF(0, _HANG_OFFSET * side)
                if previous is None:
                    centre -= QPointF(0, (1 - self._fall_progress()) * tall)
                scale = 1.0
                if previous is not None and previous != chip:
                    scale += 0.4 * sin(pi * self._progress)
                self._draw_chip(painter, centre, scale * side, chip, is_beyond_last=is_beyond_last)

    def _fall_progress(self) -> float:
        """Return the progress of a chip's fall, with a small bounce."""
        progress = self._progress
        if progress < 0.7:
            return (progress / 0.7) ** 2
        return 1 - 0.12 * sin(pi * (progress - 0.7) / 0.3)

    def _draw_slot(self, painter: QPainter, centre: QPointF, side: float) -> None:
        pen = QPen(QColor(current_theme().plate_quiet), max(1.0, 0.05 * side))
        painter.setPen(pen)
        painter.setBrush(QColor(current_theme().plate))
        reach = side / 2
        painter.drawRoundedRect(
            QRectF(centre.x() - reach, centre.y() - reach, side, side), 0.25 * side, 0.25 * side
        )

    def _draw_chip(
        self,
        painter: QPainter,
        centre: QPointF,
        side: float,
        chip: BidChip,
        *,
        is_beyond_last: bool,
    ) -> None:
        colour = QColor(self._colours[chip.seat])
        reach, pen = 0.4 * side, max(1.5, 0.15 * side)
        edge = QColor(current_theme().loss_on_felt) if is_beyond_last or chip.spare else colour
        painter.setPen(QPen(edge, pen))
        painter.setBrush(colour if chip.won else Qt.BrushStyle.NoBrush)
        if is_beyond_last and not chip.won:
            painter.setBrush(colour.darker(160))
        painter.drawEllipse(centre, reach, reach)
        if chip.won:
            mark = QPen(QColor("#fffdf4"), max(1.2, 0.12 * side))
            mark.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(mark)
            for line in _CROSS_LINES if chip.spare else _TICK_LINES:
                painter.drawPolyline([centre + QPointF(*point) * side for point in line])
