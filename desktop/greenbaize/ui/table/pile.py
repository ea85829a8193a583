"""The common pile, and the animation of a trick that moves to its winner."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtGui import QTransform

from greenbaize.ui.table.animation import ease_in_out, ease_out
from greenbaize.ui.table.card_atlas import CardItem
from greenbaize.ui.table.flight_path import (
    FlightPath,
    FlipTiming,
    compute_arc_control_point,
    compute_flipped_width,
)
from greenbaize.ui.table.geometry import VISIBLE_PILE_CARDS, CardPlacement, TableGeometry

PILE_Z = 300


class PileStack:
    """Visible top cards of the pile, the top one last; the cards below are only counted."""

    def __init__(self) -> None:
        self.items: list[CardItem] = []
        self._hidden_count = 0

    def add_card(self, item: CardItem) -> list[CardItem]:
        """Put a card on top; return the cards that are no longer visible."""
        item.set_resting_z(PILE_Z + self._hidden_count + len(self.items))
        self.items.append(item)
        hidden_items = self.items[:-VISIBLE_PILE_CARDS]
        self.items = self.items[-VISIBLE_PILE_CARDS:]
        self._hidden_count += len(hidden_items)
        self._update_packet()
        return hidden_items

    def add_hidden(self, count: int) -> None:
        self._hidden_count += count
        self._update_packet()

    def _update_packet(self) -> None:
        """Show the lowest visible card on top of the hidden ones."""
        if self.items:
            self.items[0].packet_size = self._hidden_count + 1

    def next_placement(self, geometry: TableGeometry) -> CardPlacement:
        """Return the placement of the next card."""
        return geometry.pile_placement(0, self._hidden_count + len(self.items))

    def card_placements(self, geometry: TableGeometry) -> list[tuple[CardItem, CardPlacement]]:
        top = len(self.items) - 1
        return [
            (item, geometry.pile_placement(top - index, self._hidden_count + index))
            for index, item in enumerate(self.items)
        ]


RISE_MS: Final = 120.0
"""Rise of the winning card (ms); then the others slide under it."""
SLIDE_END_MS: Final = 280.0
GATHER_MS: Final = 500.0
"""Whole duration (ms), until the packet lies with the winner."""
RISEN_SCALE: Final = 1.08
"""Scale of the winning card when it has risen."""
PACKET_ARC_HEIGHT: Final = 0.2
"""Height of the packet's arc beside the straight line, in its lengths."""
PACKET_FLIP: Final = FlipTiming(0.0, 0.55)
GATHER_Z: Final = 320.0
"""Z value above everything in a trick."""


def _elapsed_fraction(time: float, start: float, end: float) -> float:
    """Return the elapsed fraction of a time span, from 0 to 1."""
    return min(max((time - start) / (end - start), 0.0), 1.0)


class TrickGatherAnimation:
    """Animation of a trick's cards to its winner; needs linear progress.

    Args:
        items: cards at their placements.
        best: card that has won.
        end: final placement of the packet.
    """

    def __init__(
        self, items: Sequence[CardItem], winning_item: CardItem, end: CardPlacement
    ) -> None:
        self.items = tuple(items)
        self.winning_item = winning_item
        self._others = [item for item in items if item is not winning_item]
        self._start_placements = [item.placement for item in self._others]
        self._set_path(winning_item.placement, end)

    def _set_path(self, start: CardPlacement, end: CardPlacement) -> None:
        self._start_placement = start
        risen_placement = start._replace(scale=start.scale * RISEN_SCALE)
        self._path = FlightPath(
            risen_placement,
            start.tilt,
            end,
            compute_arc_control_point(risen_placement, end, PACKET_ARC_HEIGHT),
        )

    def scale_layout(
        self, factor_x: float, factor_y: float, start: CardPlacement, end: CardPlacement
    ) -> None:
        """Adapt to a table resized by these factors, with new placements."""
        self._start_placements = [
            placement._replace(x=placement.x * factor_x, y=placement.y * factor_y)
            for placement in self._start_placements
        ]
        self._set_path(start, end)
        for item in self.items:
            item.update_pixmap()
            item.setPos(round(item.x() * factor_x), round(item.y() * factor_y))

    def start_animation(self) -> None:
        self.winning_item.setZValue(GATHER_Z)

    def set_progress(self, progress: float) -> None:
        time = progress * GATHER_MS
        if time < SLIDE_END_MS:
            self.winning_item.set_zoom(
                1 + (RISEN_SCALE - 1) * ease_out(_elapsed_fraction(time, 0, RISE_MS))
            )
            self._slide_under_winner(ease_in_out(_elapsed_fraction(time, RISE_MS, SLIDE_END_MS)))
        else:
            self._move_packet(ease_in_out(_elapsed_fraction(time, SLIDE_END_MS, GATHER_MS)))

    def _slide_under_winner(self, progress: float) -> None:
        end = self._start_placement
        for item, start in zip(self._others, self._start_placements, strict=True):
            item.setPos(
                round(start.x + (end.x - start.x) * progress),
                round(start.y + (end.y - start.y) * progress),
            )
            item.setRotation((end.tilt - start.tilt) * progress)

    def _move_packet(self, progress: float) -> None:
        winning_item, path = self.winning_item, self._path
        flip_fraction = PACKET_FLIP.flip_fraction(progress)
        for item in self._others:
            item.setVisible(False)  # The packet hides them.
        winning_item.outline_colour = None
        if flip_fraction > 0.5 and winning_item.face is not None:
            # From here on the packet shows only its back.
            winning_item.face = None
            winning_item.set_placement(self._start_placement._replace(tilt=0))
            winning_item.update_pixmap()
            winning_item.setZValue(GATHER_Z)
        if flip_fraction > 0:
            winning_item.setTransform(QTransform.fromScale(compute_flipped_width(flip_fraction), 1))
        winning_item.set_zoom(path.scale_at(progress) / self._start_placement.scale)
        winning_item.setRotation(path.tilt_at(progress) - winning_item.placement.tilt)
        winning_item.setPos(round(path.x_at(progress)), round(path.y_at(progress)))

    def finish_animation(self) -> None:
        for item in self.items:
            item.setVisible(False)
