"""Suit marks: their outlines, read from the pip drawings, and their colours.

The drawings ``pip-S.svg`` … are the only source of a pip's shape, on faces, signs and buttons.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QTransform

from greenbaize.cards import Suit
from greenbaize.resources import resources_folder
from greenbaize.ui.cards.card_look import current_card_look

JOKER_LETTER: Final = "X"
"""Letter of the jokers, used like a suit's letter; their mark is a jester's cap."""

LETTERS_BY_SIGN: Final = {suit.sign: suit.letter for suit in Suit}
"""Suit letters by sign."""

BLACK: Final = QColor("#1b2233")
RED: Final = QColor("#c4312f")
GREEN: Final = QColor("#007a66")
"""Bluish, and of another lightness than red, to be distinguishable in red-green blindness."""
BLUE: Final = QColor("#2460b4")

_TWO_COLOURS: Final = {"C": BLACK, "D": RED, "H": RED, "S": BLACK}
_FOUR_COLOURS: Final = {"C": GREEN, "D": BLUE, "H": RED, "S": BLACK}
_ON_DARK: Final = {
    BLACK.name(): QColor("#f4f1e4"),
    RED.name(): QColor("#ff9a8c"),
    GREEN.name(): QColor("#70e0b0"),
    BLUE.name(): QColor("#a3c6ff"),
}
"""Replacement of each ink on a dark ground: cloth, plates, and paper of the dark theme."""
_OPERAND_COUNTS: Final = {"M": 2, "L": 2, "C": 6, "Z": 0, "O": 3}


def suit_colour(code: str, four_colours: bool = False) -> QColor:
    """Return the colour of the index and pips for a card's code ("TS", "XR") or a suit's letter."""
    if code.startswith(JOKER_LETTER):
        return BLACK if code == "XB" else RED
    return (_FOUR_COLOURS if four_colours else _TWO_COLOURS)[code[-1]]


def suit_sign_colour(suit_letter: str, ground: QColor) -> QColor:
    """Return the colour of a suit's sign in text, adapted to a light or dark ground."""
    card_colour = suit_colour(suit_letter, current_card_look().four_colours)
    return _ON_DARK[card_colour.name()] if ground.lightness() < 128 else card_colour


def suit_path(suit_letter: str, cards_folder: Path | None = None) -> QPainterPath:
    """Return the outline of a mark in the unit square: "S", "H", "D", "C", or "X" for jokers.

    Y points down. The path is shared: map it, do not change it. It is empty if the drawing is
    missing or damaged.
    """
    return load_outline(f"pip-{suit_letter}", cards_folder)


def paint_suit(
    painter: QPainter, suit_letter: str, middle: QPointF, side: float, colour: QColor
) -> None:
    """Fill a suit's mark around a point, ``side`` pixels wide."""
    corner = middle - QPointF(side / 2, side / 2)
    transform = QTransform(side, 0, 0, side, corner.x(), corner.y())
    painter.fillPath(transform.map(suit_path(suit_letter)), colour)


@cache
def load_outline(name: str, cards_folder: Path | None = None) -> QPainterPath:
    """Return the outline of a drawing that is a single path in a square, as ``suit_path`` does."""
    folder = cards_folder or resources_folder() / "cards"
    try:
        return parse_outline((folder / f"{name}.svg").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return QPainterPath()


def parse_outline(text: str) -> QPainterPath:
    """Parse the outline in a drawing's text; ValueError unless it uses only absolute M, L, C, Z."""
    box_match = re.search(r'\bviewBox="0 0 ([\d.]+) \1"', text)
    path_match = re.search(r'\bd="([^"]+)"', text)
    if box_match is None or path_match is None:
        raise ValueError("no path in a square view box from 0 0")
    return parse_path(path_match[1], 1 / float(box_match[1]))


def parse_path(path_data: str, scale: float) -> QPainterPath:
    """Parse a path and scale it; the non-standard O is a circle with centre and radius."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    if re.search(r"[^MLCZO\d\s.,-]", path_data):
        raise ValueError("a pip's path may only use absolute M, L, C and Z")
    for command, numbers in re.findall(r"([MLCZO])([^MLCZO]*)", path_data):
        values = [float(number) * scale for number in numbers.replace(",", " ").split()]
        if len(values) != _OPERAND_COUNTS[command]:
            raise ValueError(f"a pip's path has {len(values)} numbers after {command}")
        match command:
            case "M":
                path.moveTo(*values)
            case "L":
                path.lineTo(*values)
            case "C":
                path.cubicTo(*values)
            case "O":
                path.addEllipse(QPointF(values[0], values[1]), values[2], values[2])
            case _:
                path.closeSubpath()
    return path
