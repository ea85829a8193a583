"""Where things lie on the table, in pixels, for a table of some size and number of players.

Pure arithmetic: everything is measured in widths of a card of one's own hand, so a table of
another size is the same table seen from nearer or farther.
"""

from dataclasses import dataclass
from math import cos, pi, sin

TALL = 1.4
"""A card's height in widths: cards are 5:7."""


@dataclass(frozen=True, slots=True)
class Spot:
    """The middle of a card, its size against a card of the own hand, and its tilt in degrees."""

    x: float
    y: float
    scale: float = 1.0
    tilt: int = 0


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Its middle."""
        return self.x + self.width / 2, self.y + self.height / 2


SMALL_CARD = 0.52
"""Cards in other players' hands, against one's own."""
OPEN_CARD = 0.75
"""A single open card before another player."""
WON_CARD = 0.34
"""Won tricks beside a plate."""
DECK_CARD = 0.72
"""The undealt pack and the turned card."""

_SPREAD = {4: (0.78, 0.52), 5: (1.05, 0.72), 6: (1.2, 0.82), 7: (1.35, 0.9)}
"""How far the trick's cards lie from its middle, across and down, for so many players."""
_BESIDE = {1: (0, 1), 2: (1, 0), 3: (1, 1), 4: (1, 2), 5: (1, 3), 6: (2, 2), 7: (2, 3), 9: (3, 3)}
"""For so many others: how many sit at each side, and how many at the far edge."""


class Geometry:
    """The places on one table.

    Args:
        width: of the table, in pixels.
        height: of the table, in pixels.
        players: how many sit at it.
        near: the seat at the near edge, whose hand lies open there.
    """

    def __init__(self, width: float, height: float, players: int, near: int) -> None:
        self.width, self.height = width, height
        self.players, self.near = players, near
        self.card = max(44.0, min(width / 9.2, height / 7.4))
        self.plate_size = (1.86 * self.card, 0.58 * self.card)
        self._plates = self._place_plates()
        self.centre = self._centre()

    # Seats

    def _around(self, seat: int) -> int:
        """How many seats clockwise from the near one."""
        return (seat - self.near) % self.players

    def _place_plates(self) -> tuple[Box, ...]:
        middles = [self._near_plate(), *self._far_plates(self.players - 1)]
        wide, tall = self.plate_size
        boxes = [Box(x - wide / 2, y - tall / 2, wide, tall) for x, y in middles]
        return tuple(boxes[self._around(seat)] for seat in range(self.players))

    def _near_plate(self) -> tuple[float, float]:
        wide, tall = self.plate_size
        return 0.24 * self.card + wide / 2, self.height - 1.72 * self.card - tall / 2

    def _far_plates(self, others: int) -> list[tuple[float, float]]:
        """The plates of the others, clockwise from the near seat's left."""
        wide, tall = self.plate_size
        side, far = _BESIDE.get(others, (3, others - 6))
        edge = wide / 2 + 0.22 * self.card
        top = tall / 2 + 0.16 * self.card
        rows = [
            self.height * y
            for y in {0: (), 1: (0.38,), 2: (0.53, 0.30)}.get(side, (0.62, 0.43, 0.24))
        ]
        left = 3.1 * self.card if far > 1 else 0.0
        step = (self.width - left) / max(1, far)
        columns = [left + step * (place + 0.5) for place in range(far)]
        lift = [0.0 if 0 < place < far - 1 or far < 3 else 0.12 * self.card for place in range(far)]
        return [
            *((edge, y) for y in rows),
            *((x, top + down) for x, down in zip(columns, lift, strict=True)),
            *((self.width - edge, y) for y in reversed(rows)),
        ]

    def plate(self, seat: int) -> Box:
        """The plate of a seat."""
        return self._plates[seat]

    def _at_right(self, seat: int) -> bool:
        x, _ = self._plates[seat].centre
        return seat != self.near and x > 0.8 * self.width

    # Cards

    def hand(self, seat: int, place: int, count: int, *, open_hand: bool = False) -> Spot:
        """A card in a hand of ``count`` cards, the leftmost being at place 0.

        A single open card (a blind deal's) lies larger, for everybody must read it.
        """
        if seat == self.near:
            return self._own(place, count)
        plate = self._plates[seat]
        scale = OPEN_CARD if open_hand and count == 1 else SMALL_CARD
        back = scale * self.card
        step = min(0.42 * back, (plate.width - back) / max(1, count - 1))
        x = plate.centre[0] + (place - (count - 1) / 2) * step
        y = plate.y + plate.height + 0.08 * self.card + back * TALL / 2
        return Spot(x, y, scale)

    def _own(self, place: int, count: int) -> Spot:
        room = self.width - 1.3 * self.card
        step = min(0.9 * self.card, room / max(1, count - 1))
        off = place - (count - 1) / 2
        share = off / max(1, (count - 1) / 2)
        x = self.width / 2 + off * step
        y = self.height - 0.90 * self.card + 0.07 * self.card * share * share
        return Spot(x, y, 1.0, round(3 * share))

    def raised(self, spot: Spot, lift: float) -> Spot:
        """A card of the own hand lifted by so many card widths (negative: lowered)."""
        return Spot(spot.x, spot.y - lift * self.card, spot.scale, spot.tilt)

    def _centre(self) -> tuple[float, float]:
        low = self.height - 2.05 * self.card
        far = [self._plates[s] for s in range(self.players) if s != self.near]
        middle = [p for p in far if abs(p.centre[0] - self.width / 2) < 2.2 * self.card]
        top = max((p.y + p.height for p in middle), default=0.4 * self.card)
        if middle:
            top += (SMALL_CARD * TALL + 0.1) * self.card
        return self.width / 2, max((top + low) / 2, top + 1.15 * self.card)

    def direction(self, seat: int) -> tuple[float, float]:
        """Where the seat is, seen from the middle: a point on the unit circle, y downwards."""
        angle = pi / 2 + 2 * pi * self._around(seat) / self.players
        return cos(angle), sin(angle)

    def played(self, seat: int) -> Spot:
        """A seat's card in the trick on the table."""
        x, y = self.direction(seat)
        wide, high = _SPREAD[min(max(self.players, 4), 7)]
        middle, level = self.centre
        return Spot(middle + wide * self.card * x, level + high * self.card * y, 0.9, round(-5 * x))

    def won(self, seat: int, place: int, count: int) -> Spot:
        """A won trick beside a plate: they lie crosswise in turn, so that they can be counted."""
        plate = self._plates[seat]
        step = min(0.2, 1.7 / max(1, count)) * self.card
        tilt = 90 if place % 2 else 0
        if self._crowded(seat):
            # At a far edge with several plates there is no room beside them, but below the hand.
            x = plate.x + 0.3 * self.card + place * min(step, 1.3 * self.card / max(1, count))
            y = plate.y + plate.height + (0.4 + SMALL_CARD * TALL) * self.card
            return Spot(x, y, WON_CARD, tilt)
        start = 0.34 * self.card + place * step
        x = plate.x - start if self._at_right(seat) else plate.x + plate.width + start
        return Spot(x, plate.centre[1], WON_CARD, tilt)

    def _crowded(self, seat: int) -> bool:
        far = sum(plate.y < self.card for plate in self._plates)
        return far > 1 and self._plates[seat].y < self.card

    def deck(self) -> Spot:
        """The undealt pack."""
        return Spot(
            0.24 * self.card + 0.36 * self.card, self.notice().y + 1.14 * self.card, DECK_CARD
        )

    def turned(self) -> Spot:
        """The turned card on the pack."""
        deck = self.deck()
        return Spot(deck.x + 0.3 * self.card, deck.y + 0.04 * self.card, DECK_CARD, 8)

    # Words

    def notice(self) -> Box:
        """The lines that name game, deal and balance, in the upper left corner."""
        return Box(0.24 * self.card, 0.16 * self.card, 2.9 * self.card, 0.52 * self.card)

    def sign(self, *, beside_deck: bool) -> Box:
        """The large mark of the suit that counts and its name, beside the pack if there is one."""
        deck = self.deck()
        left = deck.x + 0.8 * self.card if beside_deck else self.notice().x
        top = deck.y - 0.36 * self.card
        return Box(left, top, 1.9 * self.card, 0.72 * self.card)

    def question(self) -> Box:
        """Where questions stand: above the own hand, clear of the own plate."""
        left = 0.34 * self.card + self.plate_size[0]
        bottom = self.height - 1.72 * self.card
        return Box(left, bottom - 2 * self.card, self.width - 2 * left, 2 * self.card)
