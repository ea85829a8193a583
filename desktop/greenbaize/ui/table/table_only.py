"""Layout of a table without a near hand, which is looked at from some metres away.

The base card width is a share of the height, so that no letter is smaller than ``LEAST_LETTER`` of
it; plates stand at the edges, and the trick takes all that is left in the centre.
"""

from math import cos, pi, sin
from typing import Final

from greenbaize.ui.table.geometry import DECK_CARD, TALL, Box, Geometry, Spot

LEAST_LETTER: Final = 0.0315
"""Minimum letter height, in table heights: 3 % of a window with its menus."""
MEASURE: Final = 0.215
"""Base card width, in table heights."""
WIDTHS: Final = 6.3
"""Minimum table width, in base card widths."""
PLATE: Final = (2.06, 0.66)
"""Width and height of a plate, in base card widths."""
EDGE: Final = 0.13
"""Distance between the table's edge and a plate, in base card widths."""
BACKS: Final = 0.3
"""Scale of cards in hands, which lie half below the plates."""
SEEN, CROWDED_SEEN = 0.24, 0.16
"""Visible height of cards in hands, in base card widths; and with three players at a side."""
FEW: Final = 7
"""Largest number of players of trick games; with more players the corner has no text."""
SHOWN: Final = 0.52
"""Scale of an exposed card, which everybody has to read."""
WON: Final = 0.26
CORNER: Final = 1.66
"""Bottom of the text in the upper corner where few players sit at the left, in card widths."""
SAID: Final = 0.2
WAY_IN: Final = 1.3
"""Height of the corner with the join code where few players sit at the right, in card widths."""
LARGEST_WAY_IN: Final = 1.9
SAYS: Final = 0.56
"""Height of the room for a sentence in the centre, in base card widths."""
GAP: Final = 0.08

_BESIDE: Final = {
    2: (0, 1, 1),
    3: (1, 0, 1),
    4: (1, 1, 1),
    5: (1, 2, 1),
    6: (2, 1, 1),
    7: (2, 2, 1),
    8: (2, 2, 2),
    9: (3, 2, 1),
    10: (3, 2, 2),
}
"""Players at each side, at the far edge and at the near edge, by the number of players."""
_SPREADS: Final = {
    2: ((0.62, 0.28),),
    3: ((0.7, 0.5), (1.0, 0.46)),
    4: ((0.78, 0.6), (1.06, 0.52)),
    5: ((1.0, 0.62), (1.2, 0.5)),
    6: ((1.12, 0.7), (1.25, 0.6)),
    7: ((1.22, 0.76), (1.3, 0.66)),
}
"""Possible distances of a trick's cards from its centre (across, down), in their widths."""


class TableOnlyGeometry(Geometry):
    """Layout of a shared table; the lower right corner stays free for the join code."""

    # The base card width

    def _measure(self) -> float:
        return min(MEASURE * self.height, self.width / WIDTHS)

    def _own_scale(self) -> float:
        return 1.0

    def _plate_size(self) -> tuple[float, float]:
        # Three plates fit beside one another.
        wide = (self.width - (2 * EDGE + 4 * GAP) * self.card) / 3
        return min(wide, max(PLATE[0], 2.4) * self.card), PLATE[1] * self.card

    def _place_plates(self) -> tuple[Box, ...]:
        self._small = BACKS
        self._seen = (SEEN if self.players <= FEW else CROWDED_SEEN) * self.card
        sides, far, near = _BESIDE[self.players]
        wide, tall = self.plate_size
        edge = EDGE * self.card
        left, right = edge, self.width - edge - wide
        top, bottom = edge, self.height - edge - tall
        places = [
            *((x, bottom) for x in reversed(self._columns(near, far=False))),
            *((left, y) for y in reversed(self._levels_at_left(sides, near))),
            *((x, top) for x in self._columns(far, far=True)),
            *((right, y) for y in self._levels_at_right(sides, far)),
        ]
        boxes = [Box(x, y, wide, tall) for x, y in places]
        return tuple(boxes[self._around(seat)] for seat in range(self.players))

    def _columns(self, count: int, *, far: bool) -> list[float]:
        """Return the left x of the plates at the far or the near edge; corners stay free."""
        wide, edge = self.plate_size[0], EDGE * self.card
        middle = (self.width - wide) / 2
        if count < 2:
            return [middle] * count
        return [middle, self.width - edge - wide] if far else [edge, middle]

    @property
    def _seat_tall(self) -> float:
        """Height of a plate with the cards below it, in pixels."""
        return PLATE[1] * self.card + self._seen

    def _levels_at_left(self, sides: int, near: int) -> list[float]:
        """Return the tops of the plates at the left, from above."""
        seat, edge = self._seat_tall, EDGE * self.card
        high = CORNER * self.card if self.players <= FEW else edge + seat
        # Two seats above each other get more room for their speech bubbles.
        below = seat + SAID * self.card if near > 1 else 0.0
        return _levels(sides, high, self.height - edge - below, seat, self.height / 2)

    def _levels_at_right(self, sides: int, far: int) -> list[float]:
        """Return the tops of the plates at the right, above the join code."""
        seat, edge = self._seat_tall, EDGE * self.card
        high = edge + (seat if far > 1 or sides < 2 else 0.0)
        low = self.height - edge - (seat if sides > 2 else WAY_IN * self.card)
        return _levels(sides, high, low, seat, self.height / 2)

    # The centre

    @property
    def middle(self) -> Box:
        """Box between the plates, without the room for a sentence."""
        card, (wide, tall) = self.card, self.plate_size
        side = (EDGE + GAP) * card + wide
        block = (EDGE + GAP) * card + self._seen + tall
        top = block if _BESIDE[self.players][1] else (EDGE + GAP) * card
        return Box(side, top, self.width - 2 * side, self.height - top - block - SAYS * card)

    def question(self) -> Box:
        """Return the box of a sentence about what has happened: below the trick."""
        room = self.middle
        # The sentence keeps a fifth of a card width from the box's bottom; three lines of it reach
        # down to the cards below.
        return Box(room.x, room.y + room.height, room.width, (SAYS + 0.3) * self.card)

    def between(self) -> Box:
        return self.question()

    def _centre(self) -> tuple[float, float]:
        self.hand_top = self.height
        self.played_card, self._spread = max(map(self._fitting, _SPREADS[min(self.players, FEW)]))
        return self.middle.centre

    def _fitting(self, spread: tuple[float, float]) -> tuple[float, tuple[float, float]]:
        """Return the largest card width of a trick with this spread (px), and the spread."""
        (wide, high), room = spread, self.middle
        one = min(room.width / (2 * wide + 1.06), room.height / (2 * high + TALL + 0.04))
        return one, spread

    def played(self, seat: int) -> Spot:
        x, y = self.direction(seat)
        wide, high = self._spread
        middle, level = self.centre
        one = self.played_card
        scale = one / self.card
        return Spot(middle + wide * one * x, level + high * one * y, scale, round(-4 * x))

    def direction(self, seat: int) -> tuple[float, float]:
        near = _BESIDE[self.players][2]
        turn = self._around(seat) - (near - 1) / 2
        angle = pi / 2 + 2 * pi * turn / self.players
        return cos(angle), sin(angle)

    @property
    def _pile_scale(self) -> float:
        room = self.middle
        return min(room.width / 3.5, room.height / 1.5) / self.card

    def pile(self, depth: int, number: int) -> Spot:
        spot = super().pile(depth, number)
        return spot._replace(x=spot.x + 0.1 * self._pile_scale * self.card)

    def stock(self) -> Spot:
        x, y = self.centre
        pile = self._pile_scale * self.card
        scale = max(0.5, 0.55 * pile / self.card)
        beside = (0.84 * pile + 0.56 * scale * self.card) * (-1 if self.left_handed else 1)
        return Spot(x + beside, y, scale)

    def stock_words(self) -> Box:
        stock = self.stock()
        grown = stock.scale / DECK_CARD * self.card
        wide, tall = 1.3 * grown, (DECK_CARD * TALL + 0.35) * grown
        return Box(stock.x - wide / 2, stock.y - stock.scale * TALL / 2 * self.card, wide, tall)

    def shown_trump(self) -> Spot:
        return Spot(*self.centre, self.played_card / self.card)

    def announcement(self) -> tuple[float, float]:
        return self.centre

    def news(self) -> Box:
        room = self.middle
        tall = 0.62 * self.card
        return Box(room.x, self.question().y - tall, room.width, tall)

    # Hands, with won tricks beside them

    def _below(self, seat: int) -> bool:
        """Return whether a seat's cards lie below its plate, not above it."""
        plate = self._plates[seat]
        return plate.y + 1.5 * plate.height < self.height

    def _strip(self, seat: int, tall: float, seen: float) -> float:
        """Return the centre y of cards of this height of which a part shows beyond the plate."""
        plate = self._plates[seat]
        if self._below(seat):
            return plate.y + plate.height + seen - tall / 2
        return plate.y - seen + tall / 2

    def foot(self, seat: int) -> float:
        plate = self._plates[seat]
        return plate.y + plate.height + (self._seen if self._below(seat) else 0.0)

    def hand(self, seat: int, place: int, count: int, *, open_hand: bool = False) -> Spot:
        plate, back = self._plates[seat], BACKS * self.card
        step = min(0.42 * back, (0.6 * plate.width - back) / max(1, count - 1))
        x = plate.x + 0.34 * plate.width + (place - (count - 1) / 2) * step
        return Spot(x, self._strip(seat, back * TALL, self._seen), BACKS)

    def raised(self, spot: Spot, lift: float) -> Spot:
        return spot

    def exposed(self, seat: int, spot: Spot) -> Spot:
        plate, tall = self._plates[seat], SHOWN * TALL * self.card
        y = plate.y + plate.height + GAP * self.card + tall / 2
        if y + tall / 2 > self.height:
            y = plate.y - GAP * self.card - tall / 2
        return spot._replace(y=y, scale=SHOWN)

    def won(self, seat: int, place: int, count: int) -> Spot:
        plate, one = self._plates[seat], WON * self.card
        step = min(0.5 * one, (0.34 * plate.width - one) / max(1, count - 1))
        x = plate.x + 0.66 * plate.width + one / 2 + place * step
        tilt = 90 if place % 2 else 0
        return Spot(x, self._strip(seat, one, 0.85 * one), WON, tilt)

    def said(self, seat: int) -> tuple[float, float]:
        plate = self._plates[seat]
        off = plate.height / 2 + 0.1 * self.card
        x, y = plate.centre
        return x, y + (off if self._below(seat) else -off)

    def said_aside(self, seat: int) -> tuple[float, float, int]:
        return *self.said(seat), 0

    # Texts

    def _corner_width(self) -> float:
        return self.plate_size[0] + GAP * self.card

    def notice(self) -> Box:
        edge = EDGE * self.card
        # The first plate at the far edge limits it.
        far = [one.x for one in self._plates if one.y < self.card and one.x > 2 * edge]
        right = min(far, default=edge + self._corner_width())
        return Box(edge, 0.6 * edge, min(right, self.width / 2) - 2 * edge, 0.81 * self.card)

    def deck(self) -> Spot:
        notice = self.notice()
        scale = 0.46
        left = notice.x + scale / 2 * self.card
        return Spot(left, notice.y + notice.height + scale * TALL / 2 * self.card, scale)

    def turned(self) -> Spot:
        deck = self.deck()
        return Spot(deck.x + 0.2 * self.card, deck.y + 0.03 * self.card, deck.scale, 8)

    def sign(self, *, beside_deck: bool) -> Box:
        deck = self.deck()
        left = deck.x + 0.56 * self.card if beside_deck else self.notice().x
        right = self.notice().x + self._corner_width()
        top = deck.y - deck.scale * TALL / 2 * self.card
        return Box(left, top, right - left, 0.64 * self.card)

    def trumps(self, *, beside_deck: bool) -> Box:
        sign = self.sign(beside_deck=beside_deck)
        return Box(sign.x, sign.y, sign.width, 0.34 * self.card)

    def ring(self) -> None:
        return None

    def way_in(self) -> Box:
        """Return the box of the join code, in the lower right corner."""
        wide, edge = self.plate_size[0], EDGE * self.card
        right = [self.foot(seat) for seat in range(self.players) if self._at_right(seat)]
        low = [foot for foot in right if foot > self.height / 2]
        top = max([*low, self.height - edge - LARGEST_WAY_IN * self.card]) + GAP * self.card
        return Box(self.width - edge - wide, top, wide, self.height - edge - top)


def _levels(count: int, high: float, low: float, seat: float, middle: float) -> list[float]:
    """Return the tops of plates spread between two levels; a single one lies in the middle."""
    if count == 1:
        return [min(max(high, middle - seat / 2), low - seat)]
    last = max(high, low - seat)
    return [high + (last - high) * place / (count - 1) for place in range(count)]
