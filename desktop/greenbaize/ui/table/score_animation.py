"""Animations of scores: tricks that fill bars, points of a deal, and the lead."""

from functools import partial
from math import pi, sin
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter

from greenbaize.ui.table.animation import Animator, CallbackAnimation, ease_in_out
from greenbaize.ui.table.cached_item import CachedItem
from greenbaize.ui.table.flight_path import ARC_HEIGHT
from greenbaize.ui.table.overlays import DealScoreItem
from greenbaize.ui.table.plate import PlateItem, PlateText, make_crown_path
from greenbaize.ui.widgets.theme import current_theme

BAR_POP_MS: Final = 160
"""Duration of the growing bar of a trick just won (ms); the table does not wait for it."""
MAX_POP_GROWTH: Final = 0.9
"""Largest growth of the bar."""


class BarPopItem(CachedItem):
    """Filled bar over one on a plate, which grows and shrinks again."""

    z_value = 510

    def set_bar(self, bar: QRectF) -> None:
        self.set_size(bar.width(), bar.height())
        self.setTransformOriginPoint(QPointF(bar.width() / 2, bar.height() / 2))
        self.setPos(bar.topLeft())

    def start_animation(self) -> None:
        self.set_progress(0.0)
        self.show()

    def set_progress(self, progress: float) -> None:
        self.setScale(1 + MAX_POP_GROWTH * sin(pi * progress))

    def finish_animation(self) -> None:
        self.hide()

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().brass_text))
        painter.drawRoundedRect(QRectF(0, 0, width, height), 0.2 * width, 0.2 * width)


SCORE_FLIGHT_MS: Final = 350.0
"""Flight of a seat's deal points into its plate (ms), one seat after another."""
SCORE_FLIGHT_GAP_MS, MAX_SCORE_FLIGHT_GAPS_MS = 80.0, 400.0
TOTAL_COUNT_MS: Final = 400.0
"""Counting of a total after the points have arrived (ms)."""
CROWN_FLIGHT_MS: Final = 350.0
"""Flight of the crown to the new leader after all is counted (ms)."""


def _make_flight_animation(score_item: DealScoreItem, plate: PlateItem) -> CallbackAnimation:
    """Return the flight of a seat's deal score into its plate."""

    def update_flight(progress: float) -> None:
        text_rect = plate.text_rect()
        score_item.set_flight_progress(
            progress, QPointF(text_rect.right() - 0.3 * text_rect.height(), text_rect.center().y())
        )

    return CallbackAnimation(score_item.clear, update_flight)


def _make_total_animation(plate: PlateItem, old_total: int, new_total: int) -> CallbackAnimation:
    """Return the animation of a plate's total from its old to its new value."""

    def update_total(progress: float) -> None:
        if plate.text is not None:
            total = old_total + round((new_total - old_total) * progress)
            plate.text = plate.text._replace(plate=plate.text.plate._replace(total=total))

    update_total(0.0)
    return CallbackAnimation(partial(update_total, 1.0), update_total)


class CrownItem(CachedItem):
    """Crown that flies from the plate of the old leader to that of the new one."""

    z_value = 630

    def __init__(self, start_plate: PlateItem, end_plate: PlateItem) -> None:
        super().__init__()
        self._start_plate, self._end_plate = start_plate, end_plate
        _set_leader(end_plate, on=False)
        _set_leader(start_plate, on=True)

    def start_animation(self) -> None:
        _set_leader(self._start_plate, on=False)
        crown_rect = self._start_plate.crown_rect()
        self.set_size(1.2 * crown_rect.width(), 1.2 * crown_rect.height())
        self.set_progress(0.0)
        self.show()

    def set_progress(self, progress: float) -> None:
        start, end = (plate.crown_rect().center() for plate in (self._start_plate, self._end_plate))
        offset = end - start
        arc_height = 4 * progress * (1 - progress) * ARC_HEIGHT * abs(offset.x())
        middle = start + offset * progress - QPointF(0, arc_height)
        self.setPos(middle - self.boundingRect().center())

    def finish_animation(self) -> None:
        _set_leader(self._start_plate, on=False)
        _set_leader(self._end_plate, on=True)
        if self.scene() is not None:
            self.scene().removeItem(self)

    def paint_content(self, painter: QPainter, width: float, height: float) -> None:
        painter.fillPath(
            make_crown_path(QPointF(0, 0), min(width, height)), QColor(current_theme().brass_text)
        )


def _set_leader(plate: PlateItem, *, on: bool) -> None:
    if plate.text is not None:
        plate.text = plate.text._replace(is_leading=on)


class DealScoreAnimation:
    """Score of a deal that is yet to be counted: the plates still show the old values.

    Args:
        old_texts: texts of the plates before the deal was scored.
        plates: plates, which show the new values.
        score_items: deal scores at the plates.
    """

    def __init__(
        self,
        old_texts: list[PlateText | None],
        plates: list[PlateItem],
        score_items: list[DealScoreItem],
    ) -> None:
        self._flights = [
            _make_flight_animation(*item) for item in zip(score_items, plates, strict=False)
        ]
        self._totals: dict[int, CallbackAnimation] = {}
        losing_plates: list[PlateItem] = []
        gaining_plates: list[PlateItem] = []
        for seat, (old, plate) in enumerate(zip(old_texts, plates, strict=True)):
            now = plate.text
            if old is None or now is None:
                continue
            old_total, new_total = old.plate.total, now.plate.total
            if old_total is not None and new_total is not None and old_total != new_total:
                self._totals[seat] = _make_total_animation(plate, old_total, new_total)
            if old.is_leading != now.is_leading:
                (losing_plates if old.is_leading else gaining_plates).append(plate)
        self.crown_items = [
            CrownItem(losing_plates[index % len(losing_plates)], item)
            for index, item in enumerate(gaining_plates)
            if losing_plates
        ]

    def start_counting(self, animator: Animator, first_seat: int, delay: float) -> float:
        """Count after a delay, from a seat on; return the total duration in milliseconds."""
        seats = len(self._flights)
        gap = min(SCORE_FLIGHT_GAP_MS, MAX_SCORE_FLIGHT_GAPS_MS / max(1, seats - 1))
        for seat, flight in enumerate(self._flights):
            start_ms = delay + (seat - first_seat) % seats * gap
            animator.add_animation(flight, SCORE_FLIGHT_MS, start_ms, ease_in_out)
            if seat in self._totals:
                animator.add_animation(
                    self._totals[seat], TOTAL_COUNT_MS, start_ms + SCORE_FLIGHT_MS
                )
        total_ms = SCORE_FLIGHT_MS + gap * (seats - 1) + (TOTAL_COUNT_MS if self._totals else 0.0)
        for crown_item in self.crown_items:
            animator.add_animation(crown_item, CROWN_FLIGHT_MS, delay + total_ms, ease_in_out)
        return total_ms + (CROWN_FLIGHT_MS if self.crown_items else 0.0)
