"""Layout of the table in pixels, for a table size and a number of players.

Pure arithmetic. All lengths are multiples of one base card width (``TableGeometry.card_width``), so
a table of another size is the same table zoomed. Cards of the own hand are larger than that base.
"""

from math import cos, pi, radians, sin
from typing import Final, NamedTuple

CARD_HEIGHT_RATIO = 1.4
"""Card height in card widths: cards are 5:7."""


class CardPlacement(NamedTuple):
    """Centre of a card, its scale relative to the base card width, and its tilt in degrees."""

    x: float
    y: float
    scale: float = 1.0
    tilt: int = 0


class TableBox(NamedTuple):
    """Upright rectangle on the table, in pixels."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2


OWN_CARD_SCALE: Final = 1.2
"""Largest scale of own-hand and pile cards; cards of a trick are drawn at 0.9 of it."""
MIN_ENLARGED_CARD_PX: Final = 54.0
"""Base card width (px) above which own cards are enlarged."""
HAND_CARD_SCALE = 0.52
"""Scale of cards in other players' hands."""
OPEN_HAND_SCALE = 0.64
"""Scale of cards in other players' hands where all hands lie open and there is room."""
SINGLE_OPEN_CARD_SCALE = 0.75
"""Scale of a single open card in front of another player."""
CROWDED_HAND_SCALE = 0.4
"""Scale of cards in other players' hands where three players sit at each side."""
EXPOSED_OFFSET = 0.34
"""Distance of exposed cards in front of their owner's hand, in card widths."""
WON_TRICK_SCALE = 0.34
"""Scale of won tricks beside a plate."""
DECK_SCALE = 0.72
"""Scale of the undealt pack, the turned card, and the stock beside the pile."""
VISIBLE_PILE_CARDS = 5
"""Number of visible cards in the pile, including the top one."""
MIN_LINE_HEIGHT_PX = 14.0
"""Height of a line in the smallest letters (px)."""
MIN_PLATE_WIDTH_PX = 128.0
"""Minimum plate width (px): small tables have wider plates, to hold the smallest letters."""
MIN_SIGN_HEIGHT_PX = 48.0
"""Minimum height of the trump sign (px) that holds two lines and a suit mark."""
MIN_SIGN_WIDTH_PX = 92.0
"""Minimum width of texts on the cloth (px)."""
PLATE_MARGIN = 0.14
"""Margin around a plate for its ring, pointer and crown, in plate heights."""
MAX_TEXT_SCALE = 1.35
"""Largest text scale of plates and signs where few players sit at the table."""
MAX_CROWDED_TEXT_SCALE = 1.15
"""Largest text scale of plates where several players sit at a side or at the far edge."""
MAX_CARD_ZOOM = 1.15
"""Zoom of the table at the largest text scale where few players sit at it."""
FEW_PLAYERS = 6
SLIP_WIDTH_RATIO: Final = 2.5
"""Width of the button for the rules slip, in its heights: room for a word of seven letters."""
MIN_QUESTION_WIDTH = 4.4
"""Minimum width of a question where the table has room for it, in card widths."""
MAX_CARDS_PER_ROW = 26
"""Largest number of own cards in one row; a larger hand lies in two rows."""

MIN_TABLE_SIZE: Final = (9.2, 7.4)
"""Width and height of the smallest table, in card widths."""

_TRICK_SPREADS = {4: (0.78, 0.52), 5: (1.0, 0.72), 6: (1.12, 0.82), 7: (1.22, 0.9)}
"""Distance of a trick's cards from its centre (across, down), in card widths, by players."""
_SEATING = {
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
_PILE_TILTS = (-3, 2, -1, 4, -2, 1, 3, -4, 0)
"""Tilts of the cards in the pile (degrees), in turn: fixed, so that repaints look the same."""


def compute_card_width(
    width: float, height: float, players: int, text_scale: float = 1.0, *, open_hands: bool = False
) -> float:
    """Return the base card width of a table of this size, in pixels.

    With large letters the table is zoomed in, as far as everything on it keeps its room.
    """
    zoom = 1.0 if open_hands or players > FEW_PLAYERS else MAX_CARD_ZOOM ** (text_scale - 1)
    return max(44.0, min(width / MIN_TABLE_SIZE[0], height * zoom / MIN_TABLE_SIZE[1]))


class TableGeometry:
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
        near_seat: int,
        *,
        open_hands: bool = False,
        text_scale: float = 1.0,
        left_handed: bool = False,
    ) -> None:
        self.width, self.height = width, height
        self.open_hands, self.left_handed = open_hands, left_handed
        self.text_scale = text_scale
        self.players, self.near_seat = players, near_seat
        self._side_count, self._far_count = _SEATING[players - 1]
        self.card_width = self._measure_card()
        # With three players at each side the seats at the left and at the right differ.
        self.near_at_right = left_handed and self._side_count < 3
        roomy = self._side_count < 2 and self._far_count < 2
        self._plate_text_scale = min(
            text_scale,
            MAX_TEXT_SCALE if roomy else MAX_CROWDED_TEXT_SCALE if self._side_count < 3 else 1.0,
        )
        self.own_scale = self._own_scale()
        """Scale of cards of the own hand."""
        self.own_card_width = self.own_scale * self.card_width
        """Width of cards of the own hand, in pixels."""
        self.hand_top = height - 0.32 * self.card_width - self.own_card_width * CARD_HEIGHT_RATIO
        """Upper edge of the own hand with a little room, in pixels."""
        self.plate_size = self._plate_size()
        self._hand_scale = HAND_CARD_SCALE if self._side_count < 3 else CROWDED_HAND_SCALE
        if players > FEW_PLAYERS and self._side_count < 3:
            self._hand_scale /= self._plate_text_scale  # the plates take the room
        if open_hands:
            self._hand_scale = max(
                self._hand_scale, OPEN_HAND_SCALE if self._side_count < 2 else 0.0
            )
        self._plate_boxes = self._compute_plate_boxes()
        self.centre = self._compute_centre()

    def _measure_card(self) -> float:
        size = self.width, self.height
        return compute_card_width(*size, self.players, self.text_scale, open_hands=self.open_hands)

    # Seats

    def _seat_offset(self, seat: int) -> int:
        """Return the number of seats clockwise from the near seat."""
        return (seat - self.near_seat) % self.players

    def _own_scale(self) -> float:
        if self.open_hands:
            return 1.0
        # Keep cards small where text takes much of the table: at the smallest letters and at large
        # ones.
        room = min(1.0, max(0.0, self.card_width / MIN_ENLARGED_CARD_PX - 1) * 4.5)
        usual = compute_card_width(self.width, self.height, self.players)
        return max(1.0, (1 + room * (OWN_CARD_SCALE - 1)) * usual / self.card_width)

    def _plate_size(self) -> tuple[float, float]:
        apart = (self.width - self._far_row_start()) / max(
            1, self._far_count
        ) - 0.1 * self.card_width
        wide = min(MIN_PLATE_WIDTH_PX * self._plate_text_scale, 0.3 * self.width, apart)
        usual = 1.86 * self.card_width
        larger = max(
            usual,
            min(usual * self._plate_text_scale, 0.3 * self.width, apart - 0.2 * self.card_width),
        )
        return max(larger, wide), 0.58 * self.card_width * self._plate_text_scale

    def _far_row_start(self) -> float:
        return 3.1 * self.card_width if self._far_count > 1 else 0.0

    def _compute_plate_boxes(self) -> tuple[TableBox, ...]:
        middles = [self._near_plate_centre(), *self._far_plate_centres()]
        wide, tall = self.plate_size
        boxes = [TableBox(x - wide / 2, y - tall / 2, wide, tall) for x, y in middles]
        return tuple(boxes[self._seat_offset(seat)] for seat in range(self.players))

    def _near_plate_centre(self) -> tuple[float, float]:
        wide, tall = self.plate_size
        left = 0.24 * self.card_width + wide / 2
        x = self.width - left if self.near_at_right else left
        return x, self.hand_top - tall / 2

    def _far_plate_centres(self) -> list[tuple[float, float]]:
        """Return the centres of the other plates, clockwise from the near seat's left."""
        wide, tall = self.plate_size
        far = self._far_count
        edge = wide / 2 + 0.22 * self.card_width
        top = tall / 2 + 0.16 * self.card_width
        left_rows, right_rows = self._side_row_levels()
        left = self._far_row_start()
        step = (self.width - left) / max(1, far)
        column_centres = [left + step * (index + 0.5) for index in range(far)]
        drops = [
            0.0 if 0 < index < far - 1 or far < 3 else 0.12 * self.card_width
            for index in range(far)
        ]
        return [
            *((edge, y) for y in left_rows),
            *((x, top + down) for x, down in zip(column_centres, drops, strict=True)),
            *((self.width - edge, y) for y in reversed(right_rows)),
        ]

    def _side_row_levels(self) -> tuple[list[float], list[float]]:
        """Return the y positions of the plates at the left and at the right, nearest first."""
        if self._side_count < 3:
            height_fractions = ((), ((0.38, 1.0),), ((0.52, 0.8), (0.312, 0.3)))[self._side_count]
            # A larger own hand pushes them up.
            enlargement = (self.own_scale - 1) * CARD_HEIGHT_RATIO * self.card_width
            rows = [
                self.height * height_fraction - push * enlargement
                for height_fraction, push in height_fractions
            ]
            return rows, rows
        # Three plates with their hands share the space between what is above and below them: at the
        # left the game's name and the own plate, at the right the far edge and the own hand.
        tall = self.plate_size[1]
        seat = tall + (0.1 + self._hand_scale * CARD_HEIGHT_RATIO) * self.card_width
        bottom = self.hand_top - 0.04 * self.card_width - seat
        own_plate_height = tall + 0.08 * self.card_width
        spans = ((0.84, bottom - own_plate_height), (0.34 + seat / self.card_width, bottom))
        left, right = (
            [low - (low - high * self.card_width) * index / 2 + tall / 2 for index in range(3)]
            for high, low in spans
        )
        return left, right

    def plate_box(self, seat: int) -> TableBox:
        return self._plate_boxes[seat]

    def seat_bottom(self, seat: int) -> float:
        """Return the bottom y of the plate and the hand of a seat at an edge."""
        plate = self._plate_boxes[seat]
        return (
            plate.y + plate.height + (0.08 + self._hand_scale * CARD_HEIGHT_RATIO) * self.card_width
        )

    def _is_at_right(self, seat: int) -> bool:
        x, _ = self._plate_boxes[seat].centre
        return seat != self.near_seat and x > 0.8 * self.width

    # Cards

    def stacking_order(self, seat: int, index: int, count: int) -> int:
        """Return the stacking order of a card in a hand: each card shows its corner index."""
        if not self.left_handed:
            return index
        row = (count + 1) // 2 if seat == self.near_seat and count > MAX_CARDS_PER_ROW else count
        # The nearer of two rows overlaps the farther one in either case.
        return row - 1 - index if index < row else count + row - 1 - index

    def hand_card_placement(
        self, seat: int, index: int, count: int, *, open_hand: bool = False
    ) -> CardPlacement:
        """Return the placement of a card in a hand of ``count`` cards; index 0 is the leftmost.

        A single open card (of a blind deal) lies larger, because everybody must read it.
        """
        if seat == self.near_seat:
            return self._own_card_placement(index, count)
        plate = self._plate_boxes[seat]
        # The last card of a hand keeps its size if all hands lie open.
        single = open_hand and count == 1 and not self.open_hands
        scale = SINGLE_OPEN_CARD_SCALE if single else self._hand_scale
        card_width = scale * self.card_width
        if self.open_hands and count > 1:
            first, step = compute_open_hand_row(self, seat, count, card_width)
            return CardPlacement(first + index * step, self._hand_centre_y(seat, card_width), scale)
        step = min(0.42 * card_width, (plate.width - card_width) / max(1, count - 1))
        x = plate.centre[0] + (index - (count - 1) / 2) * step
        return CardPlacement(x, self._hand_centre_y(seat, card_width), scale)

    def _hand_centre_y(self, seat: int, card_width: float) -> float:
        plate = self._plate_boxes[seat]
        return plate.y + plate.height + 0.08 * self.card_width + card_width * CARD_HEIGHT_RATIO / 2

    def _own_card_placement(self, index: int, count: int) -> CardPlacement:
        if count > MAX_CARDS_PER_ROW:
            return self._two_row_placement(index, count)
        room = self.width - 1.3 * self.own_card_width
        step = min(0.9 * self.own_card_width, room / max(1, count - 1))
        offset = index - (count - 1) / 2
        offset_ratio = offset / max(1, (count - 1) / 2)
        x = self.width / 2 + offset * step
        y = (
            self.height
            - (0.2 * self.card_width + CARD_HEIGHT_RATIO / 2 * self.own_card_width)
            + 0.07 * self.card_width * offset_ratio * offset_ratio
        )
        return CardPlacement(x, y, self.own_scale, round(3 * offset_ratio))

    def _two_row_placement(self, index: int, count: int) -> CardPlacement:
        """Return the placement of a card in a hand of two rows; the nearer row shows its top."""
        back = (count + 1) // 2
        row, column, length = (0, index, back) if index < back else (1, index - back, count - back)
        card_width = self.own_card_width
        step = (self.width - 1.3 * card_width) / (back - 1)
        # The nearer row is as wide as the farther one, or half a step shorter at each end.
        x = self.width / 2 + (column - (length - 1) / 2) * step
        return CardPlacement(
            x,
            self.height
            - (0.16 * self.card_width + (CARD_HEIGHT_RATIO / 2 - 0.5 * row) * card_width),
            self.own_scale,
        )

    def raised_placement(self, placement: CardPlacement, lift: float) -> CardPlacement:
        """Return a placement lifted by so many card widths (negative: lowered).

        A card beside the own plate is not lifted over it.
        """
        own = self.own_card_width
        plate, y = self._plate_boxes[self.near_seat], placement.y - lift * self.card_width
        if plate.x - own / 2 < placement.x < plate.x + plate.width + own / 2:
            corner = sin(radians(abs(placement.tilt))) / 2
            y = max(
                y, min(placement.y, plate.y + plate.height + (CARD_HEIGHT_RATIO / 2 + corner) * own)
            )
        return CardPlacement(placement.x, y, placement.scale, placement.tilt)

    def exposed_placement(self, seat: int, placement: CardPlacement) -> CardPlacement:
        """Return the placement of an exposed card: a step in front of the others in its hand."""
        if seat == self.near_seat:
            return self.raised_placement(placement, EXPOSED_OFFSET)
        # From the far edge that is downwards, which keeps it clear of the plates at the sides.
        return placement._replace(y=placement.y + EXPOSED_OFFSET * self.card_width)

    def _compute_centre(self) -> tuple[float, float]:
        low = self.hand_top - 0.36 * self.card_width
        far = [self._plate_boxes[s] for s in range(self.players) if s != self.near_seat]
        middle = [p for p in far if abs(p.centre[0] - self.width / 2) < 2.2 * self.card_width]
        top = max((p.y + p.height for p in middle), default=0.4 * self.card_width)
        if middle:
            top += (self._hand_scale * CARD_HEIGHT_RATIO + 0.1) * self.card_width
        return self.width / 2, max((top + low) / 2, top + 1.15 * self.own_card_width)

    def seat_direction(self, seat: int) -> tuple[float, float]:
        """Return the direction of a seat from the centre, on the unit circle (y downwards)."""
        angle = pi / 2 + 2 * pi * self._seat_offset(seat) / self.players
        return cos(angle), sin(angle)

    def played_placement(self, seat: int) -> CardPlacement:
        x, y = self.seat_direction(seat)
        wide, high = _TRICK_SPREADS[min(max(self.players, 4), 7)]
        own, (middle, level) = self.own_card_width, self.centre
        scale = 0.9 * self.own_scale
        return CardPlacement(middle + wide * own * x, level + high * own * y, scale, round(-5 * x))

    def pile_placement(self, depth: int, index: int) -> CardPlacement:
        """Return the placement of a card in the pile; those below the top one show the index."""
        x, y = self.centre
        tilt = _PILE_TILTS[index % len(_PILE_TILTS)]
        left = (0.14 - 0.31 * depth) * (-1 if self.left_handed else 1)
        scale = self._pile_scale
        own = scale * self.card_width
        return CardPlacement(x + left * own, y + 0.006 * tilt * own, scale, tilt)

    @property
    def _pile_scale(self) -> float:
        """Scale of the pile: that of the own hand where there is room beside the pile."""
        return min(self.own_scale, max(1.0, self.width / (MIN_TABLE_SIZE[0] * self.card_width)))

    def stock_placement(self) -> CardPlacement:
        """Return the placement of the stock, beside the top card of the pile."""
        x, y = self.centre
        beside = (0.75 + 0.5 * self._pile_scale) * (-1 if self.left_handed else 1)
        return CardPlacement(x + beside * self.card_width, y, DECK_SCALE)

    def stock_count_box(self) -> TableBox:
        """Return the box of the stock with the line below it that counts its cards."""
        stock = self.stock_placement()
        wide, tall = (
            1.1 * self.card_width,
            (DECK_SCALE * CARD_HEIGHT_RATIO + 0.35) * self.card_width,
        )
        return TableBox(
            stock.x - wide / 2,
            stock.y - DECK_SCALE * CARD_HEIGHT_RATIO / 2 * self.card_width,
            wide,
            tall,
        )

    def news_box(self) -> TableBox:
        """Return the box of large news, above the pile."""
        x, y = self.centre
        wide, tall = (
            min(6 * self.card_width, self.width - 4.7 * self.card_width),
            0.74 * self.card_width,
        )
        return TableBox(
            x - wide / 2, y - 0.82 * self._pile_scale * self.card_width - tall, wide, tall
        )

    def announcement_centre(self) -> tuple[float, float]:
        """Return the centre of a deal's announcement, clear of the plates at the sides."""
        x, y = self.centre
        if self._side_count != 1:
            return x, y
        sides = [self._plate_boxes[seat] for seat in range(self.players) if seat != self.near_seat]
        low = (
            max(plate.y + plate.height for plate in sides)
            + self._hand_scale * CARD_HEIGHT_RATIO * self.card_width
        )
        return x, max(y, (low + self._plate_boxes[self.near_seat].y + 0.2 * self.card_width) / 2)

    def speech_centre(self, seat: int) -> tuple[float, float]:
        """Return the centre of a speech bubble: on the hand's foot, or beside the own plate."""
        plate = self._plate_boxes[seat]
        x, y = plate.centre
        if seat == self.near_seat:
            gap = 0.45 * self.card_width
            return plate.x - gap if self.near_at_right else plate.x + plate.width + gap, y
        # The upper halves of the cards, which may lie open, stay readable if there is room.
        near = self.players > FEW_PLAYERS or self.text_scale > MAX_CROWDED_TEXT_SCALE
        down = 0.34 if near else HAND_CARD_SCALE * CARD_HEIGHT_RATIO - 0.07
        return x, plate.y + plate.height + down * self.card_width

    def side_speech_anchor(self, seat: int) -> tuple[float, float, int]:
        """Return the anchor of a speech bubble that keeps the seat's hand readable.

        Returns:
            The anchor's x and y, and the part of the bubble at it: left end (-1), middle (0), right
            end (1).
        """
        plate = self._plate_boxes[seat]
        x, y = plate.centre
        if seat == self.near_seat or plate.y < self.card_width:
            x, y = (
                self.speech_centre(seat)
                if seat == self.near_seat
                else (x, self.seat_bottom(seat) + 0.2 * self.card_width)
            )
            return x, y, 0
        # Above the plate, or at its inner side where other players sit above it.
        gap_px, right = 0.08 * self.card_width, self._is_at_right(seat)
        if self._side_count < 2:
            y, gap_px = plate.y - 0.22 * self.card_width, -plate.width
        return plate.x - gap_px if right else plate.x + plate.width + gap_px, y, 1 if right else -1

    def won_trick_placement(self, seat: int, index: int, count: int) -> CardPlacement:
        """Return the placement of a won trick beside a plate; every other one lies crosswise."""
        plate = self._plate_boxes[seat]
        step = min(0.2, 1.7 / max(1, count)) * self.card_width
        tilt = 90 if index % 2 else 0
        if self._is_far_row_crowded(seat):
            # A far edge with several plates has no room beside them, but below the hand.
            x = (
                plate.x
                + 0.3 * self.card_width
                + index * min(step, 1.3 * self.card_width / max(1, count))
            )
            y = (
                plate.y
                + plate.height
                + (0.4 + self._hand_scale * CARD_HEIGHT_RATIO) * self.card_width
            )
            return CardPlacement(x, y, WON_TRICK_SCALE, tilt)
        start = 0.34 * self.card_width + index * step
        left = self._is_at_right(seat) or (seat == self.near_seat and self.near_at_right)
        x = plate.x - start if left else plate.x + plate.width + start
        return CardPlacement(x, plate.centre[1], WON_TRICK_SCALE, tilt)

    def _is_far_row_crowded(self, seat: int) -> bool:
        far = sum(plate.y < self.card_width for plate in self._plate_boxes)
        return far > 1 and self._plate_boxes[seat].y < self.card_width

    def deck_placement(self) -> CardPlacement:
        notice = self.notice_box()
        down = max(1.14 * self.card_width, notice.height + 0.5 * self.card_width)
        return CardPlacement(notice.x + 0.36 * self.card_width, notice.y + down, DECK_SCALE)

    def turned_placement(self) -> CardPlacement:
        deck = self.deck_placement()
        return CardPlacement(
            deck.x + 0.3 * self.card_width, deck.y + 0.04 * self.card_width, DECK_SCALE, 8
        )

    def trump_reveal_placement(self) -> CardPlacement:
        """Return the central placement where the trump card is turned up."""
        x, y = self.centre
        return CardPlacement(x, y, 1.5 * DECK_SCALE)

    # Texts

    def notice_box(self) -> TableBox:
        """Return the box of the lines with game, deal and balance, in the upper left corner."""
        left, top = 0.24 * self.card_width, 0.16 * self.card_width
        # The first plate at the far edge limits it.
        other_plates = [
            self._plate_boxes[seat] for seat in range(self.players) if seat != self.near_seat
        ]
        far_plate_edges = [
            plate.x
            for plate in other_plates
            if plate.y < self.card_width and plate.x > 2 * self.card_width
        ]
        right = min(far_plate_edges, default=self.width / 2)
        wide = min(right - left - 0.15 * self.card_width, 5 * self.card_width)
        # A plate at the left leaves room for three lines, unless a far plate makes the box narrow.
        lines = 4 if self._side_count < 2 and self._far_count else 3
        max_height = 0.66 * self.card_width if self._side_count > 2 else 1.5 * self.card_width
        tall = max(0.52 * self.card_width, lines * MIN_LINE_HEIGHT_PX) * self._plate_text_scale
        # Pack and turned card need room between this box and the plate at the left.
        below = min(
            (plate.y for plate in other_plates if plate.x < left + self.card_width),
            default=self.height,
        )
        max_height = min(
            max_height,
            max(
                below - top - 1.2 * self.card_width,
                0.52 * self.card_width,
                lines * MIN_LINE_HEIGHT_PX,
            ),
        )
        return TableBox(left, top, wide, min(tall, max_height))

    def trump_sign_box(self, *, beside_deck: bool) -> TableBox:
        """Return the box of the trump sign, beside the pack if there is one."""
        deck = self.deck_placement()
        left = deck.x + 0.8 * self.card_width if beside_deck else self.notice_box().x
        top, notice = deck.y - 0.36 * self.card_width, self.notice_box()
        wide = max(
            1.9 * self.card_width,
            MIN_SIGN_WIDTH_PX * self._plate_text_scale,
            notice.x + notice.width - left,
        )
        tall = max(0.72 * self.card_width, MIN_SIGN_HEIGHT_PX) * self._plate_text_scale
        for plate in self._plate_boxes:
            if plate.x > left and plate.y < top < plate.y + plate.height:
                wide = min(wide, plate.x - left)
            elif plate.x < left + wide and top < plate.y < self._plate_boxes[self.near_seat].y:
                tall = min(tall, plate.y - top)
        return TableBox(left, top, wide, tall)

    def trumps_box(self, *, beside_deck: bool) -> TableBox:
        """Return the box of the line with the trumps: at the trump sign, or below the pack."""
        sign = self.trump_sign_box(beside_deck=beside_deck)
        top, tall = sign.y - 0.1 * self.card_width, 0.36 * self.card_width
        foot = self.deck_placement().y + DECK_SCALE * CARD_HEIGHT_RATIO / 2 * self.card_width
        if beside_deck:
            top = foot + 0.04 * self.card_width
        # Keep clear of the crown and the ring of the plate below.
        below = [
            plate.y
            for plate in self._plate_boxes
            if plate.x < 2 * self.card_width and plate.y > sign.y
        ]
        clear = min(below, default=self.height) - PLATE_MARGIN * self.plate_size[1] - 1
        top = min(top, clear - tall)
        # With too little room below the pack it goes beside it, below the trump sign; on a small
        # table questions take that room.
        below_it = beside_deck and (top >= foot or self.card_width <= MIN_ENLARGED_CARD_PX)
        left = self.notice_box().x if below_it else sign.x
        return TableBox(left, top, sign.width, tall)

    def hand_end_x(self, width: float, gap: float = 0.24) -> float:
        """Return the left x of an item at the end of the hand away from the own plate."""
        edge = gap * self.card_width
        return edge if self.near_at_right else self.width - edge - width

    def aid_button_boxes(self) -> tuple[TableBox, TableBox]:
        """Return the boxes of the rules slip and the ring button, above the hand's end."""
        side = max(26.0, 0.38 * self.card_width) * self._plate_text_scale
        gap = max(6.0, 0.08 * self.card_width)
        wide = SLIP_WIDTH_RATIO * side
        # With three players at the right, their hands reach down to the own hand.
        neighbour = self.plate_box((self.near_seat - 1) % self.players)
        edge = self.width if self._side_count < 3 else neighbour.x
        right = edge - 0.24 * self.card_width
        top = self.hand_top - 0.18 * self.card_width - side
        if self.near_at_right:
            left = self.width - right
            return TableBox(left, top, wide, side), TableBox(left + wide + gap, top, side, side)
        left = right - wide
        return TableBox(left, top, wide, side), TableBox(left - gap - side, top, side, side)

    def ring_box(self) -> TableBox | None:
        """Return the box of the ring above the own plate, or None where it would be too small."""
        own = self._plate_boxes[self.near_seat]
        hand = (0.12 + self._hand_scale * CARD_HEIGHT_RATIO) * self.card_width
        upper_limits = [
            plate.y + plate.height + hand
            for seat, plate in enumerate(self._plate_boxes)
            if seat != self.near_seat and plate.y < own.y
            if plate.x < own.x + own.width and own.x < plate.x + plate.width
        ]
        if not self.near_at_right:
            sign = self.trump_sign_box(beside_deck=False)
            upper_limits.append(sign.y + sign.height + 0.45 * self.card_width)
        top = max(upper_limits, default=0.45 * self.card_width)
        tall = min(1.4 * self.card_width, own.y - 0.14 * self.card_width - top)
        if tall < 0.94 * self.card_width:
            return None
        return TableBox(own.x, own.y - 0.14 * self.card_width - tall, own.width, tall)

    def question_box(self) -> TableBox:
        """Return the box of questions: above the own hand, clear of the own plate."""
        available = self.box_above_hand()
        wide = MIN_QUESTION_WIDTH * self.card_width
        if available.width >= wide:
            return available
        # A narrow table moves it a little to the right.
        wide = min(wide, self.width - available.x - 0.24 * self.card_width)
        left = self.width - available.x - wide if self.near_at_right else available.x
        return available._replace(x=left, width=wide)

    def box_above_hand(self) -> TableBox:
        """Return the box above the own hand, between the plates at both sides."""
        left = 0.34 * self.card_width + self.plate_size[0]
        top = self.hand_top - 2 * self.card_width
        return TableBox(left, top, self.width - 2 * left, 2 * self.card_width)


MAX_OPEN_HAND_STEP: Final = 0.62
"""Largest distance between cards of an open hand, in their widths."""
CENTRE_HALF_WIDTH: Final = 2.0
"""Half the width of the trick, the pile and the stock around the centre, in card widths."""
CENTRE_HALF_HEIGHT: Final = 1.7
"""Half the height of the trick, the pile and the stock, in card widths."""
OPEN_HAND_GAP: Final = 0.1
"""Gap between an open hand and what lies beside it, in card widths."""


def compute_open_hand_row(
    geometry: TableGeometry, seat: int, count: int, card_width: float
) -> tuple[float, float]:
    """Return the row of an open hand of at least two cards of this width below its plate.

    Returns the x of the leftmost card's centre, and the distance from one card to the next.
    """
    left, right = _find_available_span(geometry, seat)
    step = min(MAX_OPEN_HAND_STEP * card_width, (right - left - card_width) / (count - 1))
    wide = (count - 1) * step + card_width
    middle = geometry.plate_box(seat).centre[0]
    start = max(left, min(middle - wide / 2, right - wide))
    return start + card_width / 2, step


def _find_available_span(geometry: TableGeometry, seat: int) -> tuple[float, float]:
    """Return the leftmost and the rightmost x that a hand may take; never less than its plate."""
    card, plate = geometry.card_width, geometry.plate_box(seat)
    top, foot = plate.y + plate.height, geometry.seat_bottom(seat)
    left, right = OPEN_HAND_GAP * card, geometry.width - OPEN_HAND_GAP * card
    plate_span = plate.x, plate.x + plate.width
    middle, level = geometry.centre
    if top < level + CENTRE_HALF_HEIGHT * card and foot > level - CENTRE_HALF_HEIGHT * card:
        left, right = _clip_span(
            plate_span,
            (middle - CENTRE_HALF_WIDTH * card, middle + CENTRE_HALF_WIDTH * card),
            left,
            right,
        )
    for other_seat in range(geometry.players):
        box = geometry.plate_box(other_seat)
        if other_seat != seat and top < geometry.seat_bottom(other_seat) and foot > box.y:
            # Two hands share the gap between them.
            half_gaps = (box.x - plate_span[1]) / 2, (plate_span[0] - box.x - box.width) / 2
            if half_gaps[0] > 0:
                right = min(right, plate_span[1] + half_gaps[0] - OPEN_HAND_GAP * card / 2)
            elif half_gaps[1] > 0:
                left = max(left, plate_span[0] - half_gaps[1] + OPEN_HAND_GAP * card / 2)
    for box in (
        geometry.notice_box(),
        geometry.trump_sign_box(beside_deck=True),
        geometry.trump_sign_box(beside_deck=False),
    ):
        if top < box.y + box.height and foot > box.y:
            left, right = _clip_span(plate_span, (box.x, box.x + box.width), left, right)
    return min(left, plate_span[0]), max(right, plate_span[1])


def _clip_span(
    plate_span: tuple[float, float], obstacle_span: tuple[float, float], left: float, right: float
) -> tuple[float, float]:
    """Return the span without the obstacle beside the hand."""
    middle = (obstacle_span[0] + obstacle_span[1]) / 2
    if middle >= plate_span[1]:
        return left, min(right, obstacle_span[0])
    if middle <= plate_span[0]:
        return max(left, obstacle_span[1]), right
    return left, right
