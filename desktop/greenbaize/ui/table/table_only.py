"""Layout of a table for onlookers: without a near hand, and read from some metres away.

The base card width is a share of the height, so that no letter is smaller than ``LEAST_LETTER`` of
it; plates stand at the edges, and the trick takes all that is left in the centre.
"""

from math import cos, pi, sin
from typing import Final

from greenbaize.ui.table.geometry import (
    CARD_HEIGHT_RATIO,
    DECK_SCALE,
    CardPlacement,
    TableBox,
    TableGeometry,
)

LEAST_LETTER: Final = 0.0315
"""Minimum letter height, in table heights: 3 % of a window with its menus."""
CARD_TO_TABLE_HEIGHT: Final = 0.215
"""Base card width, in table heights."""
MIN_WIDTH_IN_CARDS: Final = 6.3
"""Minimum table width, in base card widths."""
PLATE_SIZE: Final = (2.06, 0.66)
"""Width and height of a plate, in base card widths."""
EDGE_MARGIN: Final = 0.13
"""Distance between the table's edge and a plate, in base card widths."""
BACK_SCALE: Final = 0.3
"""Scale of cards in hands, which lie half below the plates."""
VISIBLE_BACK_HEIGHT, CROWDED_BACK_HEIGHT = 0.24, 0.16
"""Visible height of cards in hands, in base card widths; and with three players at a side."""
MAX_TRICK_GAME_PLAYERS: Final = 7
"""Largest number of players of trick games; with more players the corner has no text."""
EXPOSED_SCALE: Final = 0.52
"""Scale of an exposed card, which everybody has to read."""
WON_SCALE: Final = 0.26
CORNER_HEIGHT: Final = 1.66
"""Bottom of the text in the upper corner where few players sit at the left, in card widths."""
SPEECH_MARGIN: Final = 0.2
JOIN_CODE_HEIGHT: Final = 1.3
"""Height of the corner with the join code where few players sit at the right, in card widths."""
MAX_JOIN_CODE_HEIGHT: Final = 1.9
SENTENCE_HEIGHT: Final = 0.56
"""Height of the room for a sentence in the centre, in base card widths."""
PLATE_GAP: Final = 0.08

_SHARED_SEATING: Final = {
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
_TRICK_SPREADS: Final = {
    2: ((0.62, 0.28),),
    3: ((0.7, 0.5), (1.0, 0.46)),
    4: ((0.78, 0.6), (1.06, 0.52)),
    5: ((1.0, 0.62), (1.2, 0.5)),
    6: ((1.12, 0.7), (1.25, 0.6)),
    7: ((1.22, 0.76), (1.3, 0.66)),
}
"""Possible distances of a trick's cards from its centre (across, down), in their widths."""


class TableOnlyGeometry(TableGeometry):
    """Layout of a table for onlookers; the lower right corner stays free for the join code."""

    # The base card width

    def _measure_card(self) -> float:
        return min(CARD_TO_TABLE_HEIGHT * self.height, self.width / MIN_WIDTH_IN_CARDS)

    def _own_scale(self) -> float:
        return 1.0

    def _plate_size(self) -> tuple[float, float]:
        # Three plates fit beside one another.
        wide = (self.width - (2 * EDGE_MARGIN + 4 * PLATE_GAP) * self.card_width) / 3
        return min(wide, max(PLATE_SIZE[0], 2.4) * self.card_width), PLATE_SIZE[1] * self.card_width

    def _compute_plate_boxes(self) -> tuple[TableBox, ...]:
        self._hand_scale = BACK_SCALE
        self._visible_back_height = (
            VISIBLE_BACK_HEIGHT if self.players <= MAX_TRICK_GAME_PLAYERS else CROWDED_BACK_HEIGHT
        ) * self.card_width
        sides, far, near = _SHARED_SEATING[self.players]
        wide, tall = self.plate_size
        edge = EDGE_MARGIN * self.card_width
        left, right = edge, self.width - edge - wide
        top, bottom = edge, self.height - edge - tall
        corners = [
            *((x, bottom) for x in reversed(self._plate_columns(near, far=False))),
            *((left, y) for y in reversed(self._left_plate_tops(sides, near))),
            *((x, top) for x in self._plate_columns(far, far=True)),
            *((right, y) for y in self._right_plate_tops(sides, far)),
        ]
        boxes = [TableBox(x, y, wide, tall) for x, y in corners]
        return tuple(boxes[self._seat_offset(seat)] for seat in range(self.players))

    def _plate_columns(self, count: int, *, far: bool) -> list[float]:
        """Return the left x of the plates at the far or the near edge; corners stay free."""
        wide, edge = self.plate_size[0], EDGE_MARGIN * self.card_width
        middle = (self.width - wide) / 2
        if count < 2:
            return [middle] * count
        return [middle, self.width - edge - wide] if far else [edge, middle]

    @property
    def _seat_height(self) -> float:
        """Height of a plate with the cards below it, in pixels."""
        return PLATE_SIZE[1] * self.card_width + self._visible_back_height

    def _left_plate_tops(self, sides: int, near: int) -> list[float]:
        """Return the tops of the plates at the left, from above."""
        seat, edge = self._seat_height, EDGE_MARGIN * self.card_width
        high = (
            CORNER_HEIGHT * self.card_width
            if self.players <= MAX_TRICK_GAME_PLAYERS
            else edge + seat
        )
        # Two seats above each other get more room for their speech bubbles.
        below = seat + SPEECH_MARGIN * self.card_width if near > 1 else 0.0
        return _spread_plate_tops(sides, high, self.height - edge - below, seat, self.height / 2)

    def _right_plate_tops(self, sides: int, far: int) -> list[float]:
        """Return the tops of the plates at the right, above the join code."""
        seat, edge = self._seat_height, EDGE_MARGIN * self.card_width
        high = edge + (seat if far > 1 or sides < 2 else 0.0)
        low = self.height - edge - (seat if sides > 2 else JOIN_CODE_HEIGHT * self.card_width)
        return _spread_plate_tops(sides, high, low, seat, self.height / 2)

    # The centre

    @property
    def centre_box(self) -> TableBox:
        """Box between the plates, without the room for a sentence."""
        card, (wide, tall) = self.card_width, self.plate_size
        side = (EDGE_MARGIN + PLATE_GAP) * card + wide
        block = (EDGE_MARGIN + PLATE_GAP) * card + self._visible_back_height + tall
        top = block if _SHARED_SEATING[self.players][1] else (EDGE_MARGIN + PLATE_GAP) * card
        return TableBox(
            side, top, self.width - 2 * side, self.height - top - block - SENTENCE_HEIGHT * card
        )

    def question_box(self) -> TableBox:
        """Return the box of a sentence about what has happened: below the trick."""
        room = self.centre_box
        # The sentence keeps a fifth of a card width from the box's bottom; three lines of it reach
        # down to the cards below.
        return TableBox(
            room.x, room.y + room.height, room.width, (SENTENCE_HEIGHT + 0.3) * self.card_width
        )

    def box_above_hand(self) -> TableBox:
        return self.question_box()

    def _compute_centre(self) -> tuple[float, float]:
        self.hand_top = self.height
        self.played_card_width, self._trick_spread = max(
            map(self._fit_spread, _TRICK_SPREADS[min(self.players, MAX_TRICK_GAME_PLAYERS)])
        )
        return self.centre_box.centre

    def _fit_spread(self, spread: tuple[float, float]) -> tuple[float, tuple[float, float]]:
        """Return the largest card width of a trick with this spread (px), and the spread."""
        (wide, high), room = spread, self.centre_box
        card_width = min(
            room.width / (2 * wide + 1.06), room.height / (2 * high + CARD_HEIGHT_RATIO + 0.04)
        )
        return card_width, spread

    def played_placement(self, seat: int) -> CardPlacement:
        x, y = self.seat_direction(seat)
        wide, high = self._trick_spread
        middle, level = self.centre
        card_width = self.played_card_width
        scale = card_width / self.card_width
        return CardPlacement(
            middle + wide * card_width * x, level + high * card_width * y, scale, round(-4 * x)
        )

    def seat_direction(self, seat: int) -> tuple[float, float]:
        near = _SHARED_SEATING[self.players][2]
        turn = self._seat_offset(seat) - (near - 1) / 2
        angle = pi / 2 + 2 * pi * turn / self.players
        return cos(angle), sin(angle)

    @property
    def _pile_scale(self) -> float:
        room = self.centre_box
        return min(room.width / 3.5, room.height / 1.5) / self.card_width

    def pile_placement(self, depth: int, index: int) -> CardPlacement:
        placement = super().pile_placement(depth, index)
        return placement._replace(x=placement.x + 0.1 * self._pile_scale * self.card_width)

    def stock_placement(self) -> CardPlacement:
        x, y = self.centre
        pile = self._pile_scale * self.card_width
        scale = max(0.5, 0.55 * pile / self.card_width)
        beside = (0.84 * pile + 0.56 * scale * self.card_width) * (-1 if self.left_handed else 1)
        return CardPlacement(x + beside, y, scale)

    def stock_count_box(self) -> TableBox:
        stock = self.stock_placement()
        card_width = stock.scale / DECK_SCALE * self.card_width
        wide, tall = 1.3 * card_width, (DECK_SCALE * CARD_HEIGHT_RATIO + 0.35) * card_width
        return TableBox(
            stock.x - wide / 2,
            stock.y - stock.scale * CARD_HEIGHT_RATIO / 2 * self.card_width,
            wide,
            tall,
        )

    def trump_reveal_placement(self) -> CardPlacement:
        return CardPlacement(*self.centre, self.played_card_width / self.card_width)

    def announcement_centre(self) -> tuple[float, float]:
        return self.centre

    def news_box(self) -> TableBox:
        room = self.centre_box
        tall = 0.62 * self.card_width
        return TableBox(room.x, self.question_box().y - tall, room.width, tall)

    # Hands, with won tricks beside them

    def _is_hand_below(self, seat: int) -> bool:
        """Return whether a seat's cards lie below its plate, not above it."""
        plate = self._plate_boxes[seat]
        return plate.y + 1.5 * plate.height < self.height

    def _strip_centre_y(self, seat: int, height: float, visible_height: float) -> float:
        """Return the centre y of cards of this height of which a part shows beyond the plate."""
        plate = self._plate_boxes[seat]
        if self._is_hand_below(seat):
            return plate.y + plate.height + visible_height - height / 2
        return plate.y - visible_height + height / 2

    def seat_bottom(self, seat: int) -> float:
        plate = self._plate_boxes[seat]
        return (
            plate.y
            + plate.height
            + (self._visible_back_height if self._is_hand_below(seat) else 0.0)
        )

    def hand_card_placement(
        self, seat: int, index: int, count: int, *, open_hand: bool = False
    ) -> CardPlacement:
        plate, card_width = self._plate_boxes[seat], BACK_SCALE * self.card_width
        step = min(0.42 * card_width, (0.6 * plate.width - card_width) / max(1, count - 1))
        x = plate.x + 0.34 * plate.width + (index - (count - 1) / 2) * step
        return CardPlacement(
            x,
            self._strip_centre_y(seat, card_width * CARD_HEIGHT_RATIO, self._visible_back_height),
            BACK_SCALE,
        )

    def raised_placement(self, placement: CardPlacement, lift: float) -> CardPlacement:
        return placement

    def exposed_placement(self, seat: int, placement: CardPlacement) -> CardPlacement:
        plate, tall = self._plate_boxes[seat], EXPOSED_SCALE * CARD_HEIGHT_RATIO * self.card_width
        y = plate.y + plate.height + PLATE_GAP * self.card_width + tall / 2
        if y + tall / 2 > self.height:
            y = plate.y - PLATE_GAP * self.card_width - tall / 2
        return placement._replace(y=y, scale=EXPOSED_SCALE)

    def won_trick_placement(self, seat: int, index: int, count: int) -> CardPlacement:
        plate, card_width = self._plate_boxes[seat], WON_SCALE * self.card_width
        step = min(0.5 * card_width, (0.34 * plate.width - card_width) / max(1, count - 1))
        x = plate.x + 0.66 * plate.width + card_width / 2 + index * step
        tilt = 90 if index % 2 else 0
        return CardPlacement(
            x, self._strip_centre_y(seat, card_width, 0.85 * card_width), WON_SCALE, tilt
        )

    def speech_centre(self, seat: int) -> tuple[float, float]:
        plate = self._plate_boxes[seat]
        offset = plate.height / 2 + 0.1 * self.card_width
        x, y = plate.centre
        return x, y + (offset if self._is_hand_below(seat) else -offset)

    def side_speech_anchor(self, seat: int) -> tuple[float, float, int]:
        return *self.speech_centre(seat), 0

    # Texts

    def _corner_width(self) -> float:
        return self.plate_size[0] + PLATE_GAP * self.card_width

    def notice_box(self) -> TableBox:
        edge = EDGE_MARGIN * self.card_width
        # The first plate at the far edge limits it.
        far_plate_edges = [
            plate.x
            for plate in self._plate_boxes
            if plate.y < self.card_width and plate.x > 2 * edge
        ]
        right = min(far_plate_edges, default=edge + self._corner_width())
        return TableBox(
            edge, 0.6 * edge, min(right, self.width / 2) - 2 * edge, 0.81 * self.card_width
        )

    def deck_placement(self) -> CardPlacement:
        notice = self.notice_box()
        scale = 0.46
        left = notice.x + scale / 2 * self.card_width
        return CardPlacement(
            left, notice.y + notice.height + scale * CARD_HEIGHT_RATIO / 2 * self.card_width, scale
        )

    def turned_placement(self) -> CardPlacement:
        deck = self.deck_placement()
        return CardPlacement(
            deck.x + 0.2 * self.card_width, deck.y + 0.03 * self.card_width, deck.scale, 8
        )

    def trump_sign_box(self, *, beside_deck: bool) -> TableBox:
        deck = self.deck_placement()
        left = deck.x + 0.56 * self.card_width if beside_deck else self.notice_box().x
        right = self.notice_box().x + self._corner_width()
        top = deck.y - deck.scale * CARD_HEIGHT_RATIO / 2 * self.card_width
        return TableBox(left, top, right - left, 0.64 * self.card_width)

    def trumps_box(self, *, beside_deck: bool) -> TableBox:
        sign = self.trump_sign_box(beside_deck=beside_deck)
        return TableBox(sign.x, sign.y, sign.width, 0.34 * self.card_width)

    def ring_box(self) -> None:
        return None

    def join_code_box(self) -> TableBox:
        """Return the box of the join code, in the lower right corner."""
        wide, edge = self.plate_size[0], EDGE_MARGIN * self.card_width
        right = [self.seat_bottom(seat) for seat in range(self.players) if self._is_at_right(seat)]
        low = [foot for foot in right if foot > self.height / 2]
        top = (
            max([*low, self.height - edge - MAX_JOIN_CODE_HEIGHT * self.card_width])
            + PLATE_GAP * self.card_width
        )
        return TableBox(self.width - edge - wide, top, wide, self.height - edge - top)


def _spread_plate_tops(
    count: int, high: float, low: float, seat: float, middle: float
) -> list[float]:
    """Return the tops of plates spread between two levels; a single one lies in the middle."""
    if count == 1:
        return [min(max(high, middle - seat / 2), low - seat)]
    last = max(high, low - seat)
    return [high + (last - high) * index / (count - 1) for index in range(count)]
