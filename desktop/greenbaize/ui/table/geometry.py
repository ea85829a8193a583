"""Layout of the table in pixels, for a table size and a number of players.

Pure arithmetic. All lengths are multiples of one base card width (``TableGeometry.card_width``), so
a table of another size is the same table zoomed. Cards of the own hand are larger than that base.
"""

from math import cos, pi, radians, sin
from typing import Final, NamedTuple

TALL = 1.4
"""Card height in card widths: cards are 5:7."""


class Spot(NamedTuple):
    """Centre of a card, its scale relative to the base card width, and its tilt in degrees."""

    x: float
    y: float
    scale: float = 1.0
    tilt: int = 0


class Box(NamedTuple):
    """Upright rectangle on the table, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


OWN_CARD: Final = 1.2
"""Largest scale of own-hand and pile cards; cards of a trick are drawn at 0.9 of it."""
LARGE_FROM: Final = 54.0
"""Base card width (px) above which own cards are enlarged."""
SMALL_CARD = 0.52
"""Scale of cards in other players' hands."""
READ_CARD = 0.64
"""Scale of cards in other players' hands where all hands lie open and there is room."""
OPEN_CARD = 0.75
"""Scale of a single open card in front of another player."""
CROWDED_CARD = 0.4
"""Scale of cards in other players' hands where three players sit at each side."""
BEFORE = 0.34
"""Distance of exposed cards in front of their owner's hand, in card widths."""
WON_CARD = 0.34
"""Scale of won tricks beside a plate."""
DECK_CARD = 0.72
"""Scale of the undealt pack, the turned card, and the stock beside the pile."""
PILE_SHOWN = 5
"""Number of visible cards in the pile, including the top one."""
LOWEST_LINE = 14.0
"""Height of a line in the smallest letters (px)."""
NARROWEST_PLATE = 128.0
"""Minimum plate width (px): small tables have wider plates, to hold the smallest letters."""
LOWEST_SIGN = 48.0
"""Minimum height of the trump sign (px) that holds two lines and a suit mark."""
NARROWEST_SIGN = 92.0
"""Minimum width of texts on the cloth (px)."""
AROUND_PLATE = 0.14
"""Margin around a plate for its ring, pointer and crown, in plate heights."""
LARGER = 1.35
"""Largest text scale of plates and signs where few players sit at the table."""
LARGER_BESIDE = 1.15
"""Largest text scale of plates where several players sit at a side or at the far edge."""
NEARER = 1.15
"""Zoom of the table at the largest text scale where few players sit at it."""
FEW_SIT = 6
SLIP_WIDE: Final = 2.5
"""Width of the button for the rules slip, in its heights: room for a word of seven letters."""
LEAST_QUESTION = 4.4
"""Minimum width of a question where the table has room for it, in card widths."""
ROW_HOLDS = 26
"""Largest number of own cards in one row; a larger hand lies in two rows."""

ROOM: Final = (9.2, 7.4)
"""Width and height of the smallest table, in card widths."""

_SPREAD = {4: (0.78, 0.52), 5: (1.0, 0.72), 6: (1.12, 0.82), 7: (1.22, 0.9)}
"""Distance of a trick's cards from its centre (across, down), in card widths, by players."""
_BESIDE = {
    1: (0, 1),
    2: (1, 0),
    3: (1, 1),
    4: (1, 2),
    5: (1, 3),
    6: (2, 2),
    7: (2, 3),
    8: (3, 2),
    9: (3, 3),
}
"""Players at each side and at the far edge, by the number of opponents."""
_FELL = (-3, 2, -1, 4, -2, 1, 3, -4, 0)
"""Tilts of the cards in the pile (degrees), in turn: fixed, so that repaints look the same."""


def card_width(
    width: float, height: float, players: int, letters: float = 1.0, *, open_hands: bool = False
) -> float:
    """Return the base card width of a table of this size, in pixels.

    With large letters the table is zoomed in, as far as everything on it keeps its room.
    """
    nearer = 1.0 if open_hands or players > FEW_SIT else NEARER ** (letters - 1)
    return max(44.0, min(width / ROOM[0], height * nearer / ROOM[1]))


class Geometry:
    """Placements and boxes of everything on one table.

    Args:
        width: width of the table, in pixels.
        height: height of the table, in pixels.
        players: number of players.
        near_seat: seat at the near edge, whose hand lies open there.
        open_hands: all hands lie open, to be read.
        text_scale: text size relative to the usual one.
        left_handed: the table is mirrored for the left hand: the own plate lies at the right,
            buttons at the left, and cards overlap those to the right of them.
    """

    def __init__(  # noqa: PLR0913  (all properties of a table)
        self,
        width: float,
        height: float,
        players: int,
        near: int,
        *,
        open_hands: bool = False,
        letters: float = 1.0,
        left_handed: bool = False,
    ) -> None:
        self.width, self.height = width, height
        self.open_hands, self.left_handed = open_hands, left_handed
        self.letters = letters
        self.players, self.near = players, near
        self._sides, self._far = _BESIDE[players - 1]
        self.card = self._measure()
        # With three players at each side the seats at the left and at the right differ.
        self.near_at_right = left_handed and self._sides < 3
        roomy = self._sides < 2 and self._far < 2
        self._larger = min(letters, LARGER if roomy else LARGER_BESIDE if self._sides < 3 else 1.0)
        self.own = self._own_scale()
        """Scale of cards of the own hand."""
        self.own_card = self.own * self.card
        """Width of cards of the own hand, in pixels."""
        self.hand_top = height - 0.32 * self.card - self.own_card * TALL
        """Upper edge of the own hand with a little room, in pixels."""
        self.plate_size = self._plate_size()
        self._small = SMALL_CARD if self._sides < 3 else CROWDED_CARD
        if players > FEW_SIT and self._sides < 3:
            self._small /= self._larger  # the plates take the room
        if open_hands:
            self._small = max(self._small, READ_CARD if self._sides < 2 else 0.0)
        self._plates = self._place_plates()
        self.centre = self._centre()

    def _measure(self) -> float:
        size = self.width, self.height
        return card_width(*size, self.players, self.letters, open_hands=self.open_hands)

    # Seats

    def _around(self, seat: int) -> int:
        """Return the number of seats clockwise from the near seat."""
        return (seat - self.near) % self.players

    def _own_scale(self) -> float:
        if self.open_hands:
            return 1.0
        # Keep cards small where text takes much of the table: at the smallest letters and at large
        # ones.
        room = min(1.0, max(0.0, self.card / LARGE_FROM - 1) * 4.5)
        usual = card_width(self.width, self.height, self.players)
        return max(1.0, (1 + room * (OWN_CARD - 1)) * usual / self.card)

    def _plate_size(self) -> tuple[float, float]:
        apart = (self.width - self._far_left()) / max(1, self._far) - 0.1 * self.card
        wide = min(NARROWEST_PLATE * self._larger, 0.3 * self.width, apart)
        usual = 1.86 * self.card
        larger = max(usual, min(usual * self._larger, 0.3 * self.width, apart - 0.2 * self.card))
        return max(larger, wide), 0.58 * self.card * self._larger

    def _far_left(self) -> float:
        return 3.1 * self.card if self._far > 1 else 0.0

    def _place_plates(self) -> tuple[Box, ...]:
        middles = [self._near_plate(), *self._far_plates()]
        wide, tall = self.plate_size
        boxes = [Box(x - wide / 2, y - tall / 2, wide, tall) for x, y in middles]
        return tuple(boxes[self._around(seat)] for seat in range(self.players))

    def _near_plate(self) -> tuple[float, float]:
        wide, tall = self.plate_size
        left = 0.24 * self.card + wide / 2
        x = self.width - left if self.near_at_right else left
        return x, self.hand_top - tall / 2

    def _far_plates(self) -> list[tuple[float, float]]:
        """Return the centres of the other plates, clockwise from the near seat's left."""
        wide, tall = self.plate_size
        far = self._far
        edge = wide / 2 + 0.22 * self.card
        top = tall / 2 + 0.16 * self.card
        left_rows, right_rows = self._rows()
        left = self._far_left()
        step = (self.width - left) / max(1, far)
        columns = [left + step * (place + 0.5) for place in range(far)]
        lift = [0.0 if 0 < place < far - 1 or far < 3 else 0.12 * self.card for place in range(far)]
        return [
            *((edge, y) for y in left_rows),
            *((x, top + down) for x, down in zip(columns, lift, strict=True)),
            *((self.width - edge, y) for y in reversed(right_rows)),
        ]

    def _rows(self) -> tuple[list[float], list[float]]:
        """Return the y positions of the plates at the left and at the right, nearest first."""
        if self._sides < 3:
            shares = ((), ((0.38, 1.0),), ((0.52, 0.8), (0.312, 0.3)))[self._sides]
            # A larger own hand pushes them up.
            more = (self.own - 1) * TALL * self.card
            rows = [self.height * share - push * more for share, push in shares]
            return rows, rows
        # Three plates with their hands share the space between what is above and below them: at the
        # left the game's name and the own plate, at the right the far edge and the own hand.
        tall = self.plate_size[1]
        seat = tall + (0.1 + self._small * TALL) * self.card
        bottom = self.hand_top - 0.04 * self.card - seat
        own = tall + 0.08 * self.card
        spans = ((0.84, bottom - own), (0.34 + seat / self.card, bottom))
        left, right = (
            [low - (low - high * self.card) * place / 2 + tall / 2 for place in range(3)]
            for high, low in spans
        )
        return left, right

    def plate(self, seat: int) -> Box:
        return self._plates[seat]

    def foot(self, seat: int) -> float:
        """Return the bottom y of the plate and the hand of a seat at an edge."""
        plate = self._plates[seat]
        return plate.y + plate.height + (0.08 + self._small * TALL) * self.card

    def _at_right(self, seat: int) -> bool:
        x, _ = self._plates[seat].centre
        return seat != self.near and x > 0.8 * self.width

    # Cards

    def level(self, seat: int, place: int, count: int) -> int:
        """Return the stacking order of a card in a hand: each card shows its corner index."""
        if not self.left_handed:
            return place
        row = (count + 1) // 2 if seat == self.near and count > ROW_HOLDS else count
        # The nearer of two rows overlaps the farther one in either case.
        return row - 1 - place if place < row else count + row - 1 - place

    def hand(self, seat: int, place: int, count: int, *, open_hand: bool = False) -> Spot:
        """Return the placement of a card in a hand of ``count`` cards; index 0 is the leftmost.

        A single open card (of a blind deal) lies larger, because everybody must read it.
        """
        if seat == self.near:
            return self._own(place, count)
        plate = self._plates[seat]
        # The last card of a hand keeps its size if all hands lie open.
        single = open_hand and count == 1 and not self.open_hands
        scale = OPEN_CARD if single else self._small
        back = scale * self.card
        if self.open_hands and count > 1:
            first, step = open_row(self, seat, count, back)
            return Spot(first + place * step, self._hand_level(seat, back), scale)
        step = min(0.42 * back, (plate.width - back) / max(1, count - 1))
        x = plate.centre[0] + (place - (count - 1) / 2) * step
        return Spot(x, self._hand_level(seat, back), scale)

    def _hand_level(self, seat: int, back: float) -> float:
        plate = self._plates[seat]
        return plate.y + plate.height + 0.08 * self.card + back * TALL / 2

    def _own(self, place: int, count: int) -> Spot:
        if count > ROW_HOLDS:
            return self._own_of_many(place, count)
        room = self.width - 1.3 * self.own_card
        step = min(0.9 * self.own_card, room / max(1, count - 1))
        off = place - (count - 1) / 2
        share = off / max(1, (count - 1) / 2)
        x = self.width / 2 + off * step
        y = (
            self.height
            - (0.2 * self.card + TALL / 2 * self.own_card)
            + 0.07 * self.card * share * share
        )
        return Spot(x, y, self.own, round(3 * share))

    def _own_of_many(self, place: int, count: int) -> Spot:
        """Return the placement of a card in a hand of two rows; the nearer row shows its top."""
        back = (count + 1) // 2
        row, column, length = (0, place, back) if place < back else (1, place - back, count - back)
        own = self.own_card
        step = (self.width - 1.3 * own) / (back - 1)
        # The nearer row is as wide as the farther one, or half a step shorter at each end.
        x = self.width / 2 + (column - (length - 1) / 2) * step
        return Spot(x, self.height - (0.16 * self.card + (TALL / 2 - 0.5 * row) * own), self.own)

    def raised(self, spot: Spot, lift: float) -> Spot:
        """Return a placement lifted by so many card widths (negative: lowered).

        A card beside the own plate is not lifted over it.
        """
        own = self.own_card
        plate, y = self._plates[self.near], spot.y - lift * self.card
        if plate.x - own / 2 < spot.x < plate.x + plate.width + own / 2:
            corner = sin(radians(abs(spot.tilt))) / 2
            y = max(y, min(spot.y, plate.y + plate.height + (TALL / 2 + corner) * own))
        return Spot(spot.x, y, spot.scale, spot.tilt)

    def exposed(self, seat: int, spot: Spot) -> Spot:
        """Return the placement of an exposed card: a step in front of the others in its hand."""
        if seat == self.near:
            return self.raised(spot, BEFORE)
        # From the far edge that is downwards, which keeps it clear of the plates at the sides.
        return spot._replace(y=spot.y + BEFORE * self.card)

    def _centre(self) -> tuple[float, float]:
        low = self.hand_top - 0.36 * self.card
        far = [self._plates[s] for s in range(self.players) if s != self.near]
        middle = [p for p in far if abs(p.centre[0] - self.width / 2) < 2.2 * self.card]
        top = max((p.y + p.height for p in middle), default=0.4 * self.card)
        if middle:
            top += (self._small * TALL + 0.1) * self.card
        return self.width / 2, max((top + low) / 2, top + 1.15 * self.own_card)

    def direction(self, seat: int) -> tuple[float, float]:
        """Return the direction of a seat from the centre, on the unit circle (y downwards)."""
        angle = pi / 2 + 2 * pi * self._around(seat) / self.players
        return cos(angle), sin(angle)

    def played(self, seat: int) -> Spot:
        x, y = self.direction(seat)
        wide, high = _SPREAD[min(max(self.players, 4), 7)]
        own, (middle, level) = self.own_card, self.centre
        scale = 0.9 * self.own
        return Spot(middle + wide * own * x, level + high * own * y, scale, round(-5 * x))

    def pile(self, depth: int, number: int) -> Spot:
        """Return the placement of a card in the pile; those below the top one show the index."""
        x, y = self.centre
        tilt = _FELL[number % len(_FELL)]
        left = (0.14 - 0.31 * depth) * (-1 if self.left_handed else 1)
        scale = self._pile_scale
        own = scale * self.card
        return Spot(x + left * own, y + 0.006 * tilt * own, scale, tilt)

    @property
    def _pile_scale(self) -> float:
        """Scale of the pile: that of the own hand where there is room beside the pile."""
        return min(self.own, max(1.0, self.width / (ROOM[0] * self.card)))

    def stock(self) -> Spot:
        """Return the placement of the stock, beside the top card of the pile."""
        x, y = self.centre
        beside = (0.75 + 0.5 * self._pile_scale) * (-1 if self.left_handed else 1)
        return Spot(x + beside * self.card, y, DECK_CARD)

    def stock_words(self) -> Box:
        """Return the box of the stock with the line below it that counts its cards."""
        stock = self.stock()
        wide, tall = 1.1 * self.card, (DECK_CARD * TALL + 0.35) * self.card
        return Box(stock.x - wide / 2, stock.y - DECK_CARD * TALL / 2 * self.card, wide, tall)

    def news(self) -> Box:
        """Return the box of large news, above the pile."""
        x, y = self.centre
        wide, tall = min(6 * self.card, self.width - 4.7 * self.card), 0.74 * self.card
        return Box(x - wide / 2, y - 0.82 * self._pile_scale * self.card - tall, wide, tall)

    def announcement(self) -> tuple[float, float]:
        """Return the centre of a deal's announcement, clear of the plates at the sides."""
        x, y = self.centre
        if self._sides != 1:
            return x, y
        sides = [self._plates[seat] for seat in range(self.players) if seat != self.near]
        low = max(plate.y + plate.height for plate in sides) + self._small * TALL * self.card
        return x, max(y, (low + self._plates[self.near].y + 0.2 * self.card) / 2)

    def said(self, seat: int) -> tuple[float, float]:
        """Return the centre of a speech bubble: on the hand's foot, or beside the own plate."""
        plate = self._plates[seat]
        x, y = plate.centre
        if seat == self.near:
            gap = 0.45 * self.card
            return plate.x - gap if self.near_at_right else plate.x + plate.width + gap, y
        # The upper halves of the cards, which may lie open, stay readable if there is room.
        near = self.players > FEW_SIT or self.letters > LARGER_BESIDE
        down = 0.34 if near else SMALL_CARD * TALL - 0.07
        return x, plate.y + plate.height + down * self.card

    def said_aside(self, seat: int) -> tuple[float, float, int]:
        """Return the anchor of a speech bubble that keeps the seat's hand readable.

        Returns:
            The anchor's x and y, and the part of the bubble at it: left end (-1), middle (0), right
            end (1).
        """
        plate = self._plates[seat]
        x, y = plate.centre
        if seat == self.near or plate.y < self.card:
            x, y = self.said(seat) if seat == self.near else (x, self.foot(seat) + 0.2 * self.card)
            return x, y, 0
        # Above the plate, or at its inner side where other players sit above it.
        gap, right = 0.08 * self.card, self._at_right(seat)
        if self._sides < 2:
            y, gap = plate.y - 0.22 * self.card, -plate.width
        return plate.x - gap if right else plate.x + plate.width + gap, y, 1 if right else -1

    def won(self, seat: int, place: int, count: int) -> Spot:
        """Return the placement of a won trick beside a plate; every other one lies crosswise."""
        plate = self._plates[seat]
        step = min(0.2, 1.7 / max(1, count)) * self.card
        tilt = 90 if place % 2 else 0
        if self._crowded(seat):
            # A far edge with several plates has no room beside them, but below the hand.
            x = plate.x + 0.3 * self.card + place * min(step, 1.3 * self.card / max(1, count))
            y = plate.y + plate.height + (0.4 + self._small * TALL) * self.card
            return Spot(x, y, WON_CARD, tilt)
        start = 0.34 * self.card + place * step
        left = self._at_right(seat) or (seat == self.near and self.near_at_right)
        x = plate.x - start if left else plate.x + plate.width + start
        return Spot(x, plate.centre[1], WON_CARD, tilt)

    def _crowded(self, seat: int) -> bool:
        far = sum(plate.y < self.card for plate in self._plates)
        return far > 1 and self._plates[seat].y < self.card

    def deck(self) -> Spot:
        notice = self.notice()
        down = max(1.14 * self.card, notice.height + 0.5 * self.card)
        return Spot(notice.x + 0.36 * self.card, notice.y + down, DECK_CARD)

    def turned(self) -> Spot:
        deck = self.deck()
        return Spot(deck.x + 0.3 * self.card, deck.y + 0.04 * self.card, DECK_CARD, 8)

    def shown_trump(self) -> Spot:
        """Return the central placement where the trump card is turned up."""
        x, y = self.centre
        return Spot(x, y, 1.5 * DECK_CARD)

    # Texts

    def notice(self) -> Box:
        """Return the box of the lines with game, deal and balance, in the upper left corner."""
        left, top = 0.24 * self.card, 0.16 * self.card
        # The first plate at the far edge limits it.
        others = [self._plates[seat] for seat in range(self.players) if seat != self.near]
        beside = [one.x for one in others if one.y < self.card and one.x > 2 * self.card]
        right = min(beside, default=self.width / 2)
        wide = min(right - left - 0.15 * self.card, 5 * self.card)
        # A plate at the left leaves room for three lines, unless a far plate makes the box narrow.
        lines = 4 if self._sides < 2 and self._far else 3
        most = 0.66 * self.card if self._sides > 2 else 1.5 * self.card
        tall = max(0.52 * self.card, lines * LOWEST_LINE) * self._larger
        # Pack and turned card need room between this box and the plate at the left.
        below = min((one.y for one in others if one.x < left + self.card), default=self.height)
        most = min(most, max(below - top - 1.2 * self.card, 0.52 * self.card, lines * LOWEST_LINE))
        return Box(left, top, wide, min(tall, most))

    def sign(self, *, beside_deck: bool) -> Box:
        """Return the box of the trump sign, beside the pack if there is one."""
        deck = self.deck()
        left = deck.x + 0.8 * self.card if beside_deck else self.notice().x
        top, notice = deck.y - 0.36 * self.card, self.notice()
        wide = max(1.9 * self.card, NARROWEST_SIGN * self._larger, notice.x + notice.width - left)
        tall = max(0.72 * self.card, LOWEST_SIGN) * self._larger
        for one in self._plates:
            if one.x > left and one.y < top < one.y + one.height:
                wide = min(wide, one.x - left)
            elif one.x < left + wide and top < one.y < self._plates[self.near].y:
                tall = min(tall, one.y - top)
        return Box(left, top, wide, tall)

    def trumps(self, *, beside_deck: bool) -> Box:
        """Return the box of the line with the trumps: at the trump sign, or below the pack."""
        sign = self.sign(beside_deck=beside_deck)
        top, tall = sign.y - 0.1 * self.card, 0.36 * self.card
        foot = self.deck().y + DECK_CARD * TALL / 2 * self.card
        if beside_deck:
            top = foot + 0.04 * self.card
        # Keep clear of the crown and the ring of the plate below.
        below = [one.y for one in self._plates if one.x < 2 * self.card and one.y > sign.y]
        clear = min(below, default=self.height) - AROUND_PLATE * self.plate_size[1] - 1
        top = min(top, clear - tall)
        # With too little room below the pack it goes beside it, below the trump sign; on a small
        # table questions take that room.
        below_it = beside_deck and (top >= foot or self.card <= LARGE_FROM)
        left = self.notice().x if below_it else sign.x
        return Box(left, top, sign.width, tall)

    def end(self, width: float, gap: float = 0.24) -> float:
        """Return the left x of an item at the end of the hand away from the own plate."""
        edge = gap * self.card
        return edge if self.near_at_right else self.width - edge - width

    def discs(self) -> tuple[Box, Box]:
        """Return the boxes of the rules slip and the ring button, above the hand's end."""
        side = max(26.0, 0.38 * self.card) * self._larger
        gap = max(6.0, 0.08 * self.card)
        wide = SLIP_WIDE * side
        # With three players at the right, their hands reach down to the own hand.
        neighbour = self.plate((self.near - 1) % self.players)
        edge = self.width if self._sides < 3 else neighbour.x
        right = edge - 0.24 * self.card
        top = self.hand_top - 0.18 * self.card - side
        if self.near_at_right:
            left = self.width - right
            return Box(left, top, wide, side), Box(left + wide + gap, top, side, side)
        left = right - wide
        return Box(left, top, wide, side), Box(left - gap - side, top, side, side)

    def ring(self) -> Box | None:
        """Return the box of the ring above the own plate, or None where it would be too small."""
        own = self._plates[self.near]
        hand = (0.12 + self._small * TALL) * self.card
        above = [
            plate.y + plate.height + hand
            for seat, plate in enumerate(self._plates)
            if seat != self.near and plate.y < own.y
            if plate.x < own.x + own.width and own.x < plate.x + plate.width
        ]
        if not self.near_at_right:
            sign = self.sign(beside_deck=False)
            above.append(sign.y + sign.height + 0.45 * self.card)
        top = max(above, default=0.45 * self.card)
        tall = min(1.4 * self.card, own.y - 0.14 * self.card - top)
        if tall < 0.94 * self.card:
            return None
        return Box(own.x, own.y - 0.14 * self.card - tall, own.width, tall)

    def question(self) -> Box:
        """Return the box of questions: above the own hand, clear of the own plate."""
        between = self.between()
        wide = LEAST_QUESTION * self.card
        if between.width >= wide:
            return between
        # A narrow table moves it a little to the right.
        wide = min(wide, self.width - between.x - 0.24 * self.card)
        left = self.width - between.x - wide if self.near_at_right else between.x
        return between._replace(x=left, width=wide)

    def between(self) -> Box:
        """Return the box above the own hand, between the plates at both sides."""
        left = 0.34 * self.card + self.plate_size[0]
        top = self.hand_top - 2 * self.card
        return Box(left, top, self.width - 2 * left, 2 * self.card)


WIDEST_STEP: Final = 0.62
"""Largest distance between cards of an open hand, in their widths."""
MIDDLE: Final = 2.0
"""Half the width of the trick, the pile and the stock around the centre, in card widths."""
MIDDLE_TALL: Final = 1.7
"""Half the height of the trick, the pile and the stock, in card widths."""
GAP: Final = 0.1
"""Gap between an open hand and what lies beside it, in card widths."""


def open_row(table: Geometry, seat: int, count: int, back: float) -> tuple[float, float]:
    """Return the row of an open hand of at least two cards of this width below its plate.

    Returns the x of the leftmost card's centre, and the distance from one card to the next.
    """
    left, right = _room(table, seat)
    step = min(WIDEST_STEP * back, (right - left - back) / (count - 1))
    wide = (count - 1) * step + back
    middle = table.plate(seat).centre[0]
    start = max(left, min(middle - wide / 2, right - wide))
    return start + back / 2, step


def _room(table: Geometry, seat: int) -> tuple[float, float]:
    """Return the leftmost and the rightmost x that a hand may take; never less than its plate."""
    card, plate = table.card, table.plate(seat)
    top, foot = plate.y + plate.height, table.foot(seat)
    left, right = GAP * card, table.width - GAP * card
    mine = plate.x, plate.x + plate.width
    middle, level = table.centre
    if top < level + MIDDLE_TALL * card and foot > level - MIDDLE_TALL * card:
        left, right = _beside(mine, (middle - MIDDLE * card, middle + MIDDLE * card), left, right)
    for other in range(table.players):
        box = table.plate(other)
        if other != seat and top < table.foot(other) and foot > box.y:
            # Two hands share the gap between them.
            free = (box.x - mine[1]) / 2, (mine[0] - box.x - box.width) / 2
            if free[0] > 0:
                right = min(right, mine[1] + free[0] - GAP * card / 2)
            elif free[1] > 0:
                left = max(left, mine[0] - free[1] + GAP * card / 2)
    for box in (table.notice(), table.sign(beside_deck=True), table.sign(beside_deck=False)):
        if top < box.y + box.height and foot > box.y:
            left, right = _beside(mine, (box.x, box.x + box.width), left, right)
    return min(left, mine[0]), max(right, mine[1])


def _beside(
    mine: tuple[float, float], other: tuple[float, float], left: float, right: float
) -> tuple[float, float]:
    """Return the span without the obstacle beside the hand."""
    middle = (other[0] + other[1]) / 2
    if middle >= mine[1]:
        return left, min(right, other[0])
    if middle <= mine[0]:
        return max(left, other[1]), right
    return left, right
