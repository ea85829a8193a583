"""Animations of scores: tricks that fill bars, points of a deal, and the lead."""

from functools import partial
from math import pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from greenbaize.ui.table.drawn import DrawnItem
from greenbaize.ui.table.motion import Course, Motion, swung
from greenbaize.ui.table.overlays import MadeItem
from greenbaize.ui.table.plate import PlateItem, PlateText, crown
from greenbaize.ui.table.way import BOW
from greenbaize.ui.widgets.theme import worn

POP_MS: Final = 160
"""Duration of the growing bar of a trick just won (ms); the table does not wait for it."""
POP: Final = 0.9
"""Largest growth of the bar."""


class PopItem(DrawnItem):
    """Filled bar over one on a plate, which grows and shrinks again."""

    level = 510

    def lay(self, bar: QRectF) -> None:
        self.set_size(bar.width(), bar.height())
        self.setTransformOriginPoint(QPointF(bar.width() / 2, bar.height() / 2))
        self.setPos(bar.topLeft())

    def depart(self) -> None:
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        self.setScale(1 + POP * sin(pi * share))

    def arrive(self) -> None:
        self.hide()

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().brass_text))
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.2 * width, 0.2 * width)


FLY_MS: Final = 350.0
"""Flight of a seat's deal points into its plate (ms), one seat after another."""
FLY_GAP_MS, MOST_FLY_GAPS_MS = 80.0, 400.0
COUNT_MS: Final = 400.0
"""Counting of a total after the points have arrived (ms)."""
CROWN_MS: Final = 350.0
"""Flight of the crown to the new leader after all is counted (ms)."""


def _flight(made: MadeItem, plate: PlateItem) -> Course:
    """Return the flight of a seat's deal score into its plate."""

    def carry(share: float) -> None:
        words = plate.words()
        made.fly(share, QPointF(words.right() - 0.3 * words.height(), words.center().y()))

    return Course(made.clear, carry)


def _count(plate: PlateItem, before: int, after: int) -> Course:
    """Return the animation of a plate's total from its old to its new value."""

    def carry(share: float) -> None:
        if plate.text is not None:
            total = before + round((after - before) * share)
            plate.text = plate.text._replace(plate=plate.text.plate._replace(total=total))

    carry(0.0)
    return Course(partial(carry, 1.0), carry)


class CrownItem(DrawnItem):
    """Crown that flies from the plate of the old leader to that of the new one."""

    level = 630

    def __init__(self, start: PlateItem, end: PlateItem) -> None:
        super().__init__()
        self._start, self._end = start, end
        _wear(end, on=False)
        _wear(start, on=True)

    def depart(self) -> None:
        _wear(self._start, on=False)
        place = self._start.crown_place()
        self.set_size(1.2 * place.width(), 1.2 * place.height())
        self.carry(0.0)
        self.show()

    def carry(self, share: float) -> None:
        start, end = (one.crown_place().center() for one in (self._start, self._end))
        way = end - start
        rise = 4 * share * (1 - share) * BOW * abs(way.x())
        middle = start + way * share - QPointF(0, rise)
        self.setPos(middle - self.boundingRect().center())

    def arrive(self) -> None:
        _wear(self._start, on=False)
        _wear(self._end, on=True)
        if self.scene() is not None:
            self.scene().removeItem(self)

    def draw(self, painter: QPainter, width: float, height: float) -> None:
        painter.fillPath(crown(QPointF(0, 0), min(width, height)), QColor(worn().brass_text))


def _wear(plate: PlateItem, *, on: bool) -> None:
    if plate.text is not None:
        plate.text = plate.text._replace(leads=on)


class Counting:
    """Score of a deal that is yet to be counted: the plates still show the old values.

    Args:
        old_texts: texts of the plates before the deal was scored.
        plates: plates, which show the new values.
        score_items: deal scores at the plates.
    """

    def __init__(
        self, before: list[PlateText | None], plates: list[PlateItem], made: list[MadeItem]
    ) -> None:
        self._flights = [_flight(*one) for one in zip(made, plates, strict=False)]
        self._totals: dict[int, Course] = {}
        lost: list[PlateItem] = []
        gained: list[PlateItem] = []
        for seat, (old, plate) in enumerate(zip(before, plates, strict=True)):
            now = plate.text
            if old is None or now is None:
                continue
            total, counted = old.plate.total, now.plate.total
            if total is not None and counted is not None and total != counted:
                self._totals[seat] = _count(plate, total, counted)
            if old.leads != now.leads:
                (lost if old.leads else gained).append(plate)
        self.crowns = [
            CrownItem(lost[place % len(lost)], one) for place, one in enumerate(gained) if lost
        ]

    def begin(self, motion: Motion, first: int, delay: float) -> float:
        """Count after a delay, from a seat on; return the total duration in milliseconds."""
        seats = len(self._flights)
        gap = min(FLY_GAP_MS, MOST_FLY_GAPS_MS / max(1, seats - 1))
        for seat, flight in enumerate(self._flights):
            begin = delay + (seat - first) % seats * gap
            motion.move(flight, FLY_MS, begin, swung)
            if seat in self._totals:
                motion.move(self._totals[seat], COUNT_MS, begin + FLY_MS)
        whole = FLY_MS + gap * (seats - 1) + (COUNT_MS if self._totals else 0.0)
        for one in self.crowns:
            motion.move(one, CROWN_MS, delay + whole, swung)
        return whole + (CROWN_MS if self.crowns else 0.0)
