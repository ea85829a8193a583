"""The pictures of a person's own deck or back, as they were drawn when it was added."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QPainterPath, QTransform

from greenbaize.store.artwork.library import (
    PICTURE_WIDTHS,
    Artwork,
    ArtworkKind,
    back_name,
    find_artwork,
)
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_painter import CardPainter, scale_rect

_PATCH_MARGIN: Final = 0.03
"""Paper around our index where it lies over a picture (card widths)."""
_CORNER_SIZE: Final = (0.34, 0.62)
"""Width and height of the corner in which a deck's own index lies (card widths)."""
_INK_DISTANCE: Final = 60
"""Difference to the paper from which a pixel is ink (sum of three channels)."""
_MAX_PICTURE_BYTES: Final = 8_000_000


class OwnDeck:
    """The faces and backs of one deck, read when they are first drawn."""

    def __init__(self, artwork: Artwork) -> None:
        self.artwork = artwork
        self.paper = QColor(artwork.paper)

    def has_face(self, code: str) -> bool:
        return code in self.artwork.cards

    def draw_face(self, canvas: CardPainter, code: str) -> None:
        """Draw a face over our paper, within its edge."""
        _draw_picture(canvas, self.artwork.folder, code)

    def draw_patch(
        self, canvas: CardPainter, code: str, rect: QRectF, *, is_mirrored: bool
    ) -> None:
        """Cover the corner around our index, and that opposite, with paper.

        ``rect`` is our index in the upper left corner (card widths); the patch also covers all of
        the deck's own index below it. ``is_mirrored`` moves it to the upper right corner.
        """
        margin = _PATCH_MARGIN
        patch = rect.adjusted(-margin, -margin, margin, margin)
        patch = _include_ink(self.artwork.folder, code, patch, self.paper.rgb(), is_mirrored)
        if is_mirrored:
            patch.moveRight(1.0 - patch.left())
        corner, shape = 0.04 * canvas.width, QPainterPath()
        shape.addRoundedRect(scale_rect(patch, canvas.width), corner, corner)
        shape.addPath(QTransform(-1, 0, 0, -1, canvas.width, canvas.height).map(shape))
        canvas.painter.setPen(Qt.PenStyle.NoPen)
        canvas.painter.setBrush(self.paper)
        canvas.painter.drawPath(_inner_path(canvas).intersected(shape))


def find_own_deck(setting: str) -> OwnDeck | None:
    """Return the deck that a setting names; None if it is one of ours, or gone."""
    artwork = find_artwork(ArtworkKind.DECK, setting)
    return None if artwork is None else OwnDeck(artwork)


def draw_own_back(canvas: CardPainter, setting: str) -> bool:
    """Draw the back that a setting names, of a deck or alone; return False if it is gone."""
    deck, number = find_artwork(ArtworkKind.DECK, setting), setting.partition("/")[2]
    artwork = deck or find_artwork(ArtworkKind.BACK, setting)
    if artwork is None or int(number or 0) >= artwork.back_count:
        return False
    return _draw_picture(canvas, artwork.folder, back_name(int(number or 0)))


def _draw_picture(canvas: CardPainter, folder: Path, name: str) -> bool:
    wide, tall = round(canvas.width), round(canvas.height)
    image = _scaled_picture(folder, name, wide, tall)
    if image.isNull():
        return False
    canvas.painter.setPen(Qt.PenStyle.NoPen)
    canvas.painter.setBrush(QBrush(image))
    canvas.painter.drawPath(_inner_path(canvas))
    return True


def _inner_path(canvas: CardPainter) -> QPainterPath:
    """Return a card's shape within its edge."""
    line = max(1.0, float(round(canvas.width / 130)))
    corner = pips.CORNER * canvas.width - line
    path = QPainterPath()
    path.addRoundedRect(
        QRectF(line, line, canvas.width - 2 * line, canvas.height - 2 * line), corner, corner
    )
    return path


@lru_cache(maxsize=60)
def _scaled_picture(folder: Path, name: str, wide: int, tall: int) -> QImage:
    """Return a picture in a size, from the smallest one that is large enough."""
    width = min((kept for kept in PICTURE_WIDTHS if kept >= wide), default=PICTURE_WIDTHS[0])
    path = folder / str(width) / f"{name}.png"
    try:
        if path.stat().st_size > _MAX_PICTURE_BYTES:
            return QImage()
    except OSError:
        return QImage()
    image = QImage(str(path))
    if image.isNull() or image.width() != width:
        return QImage()
    return image.scaled(QSize(wide, tall), mode=Qt.TransformationMode.SmoothTransformation)


def _include_ink(folder: Path, code: str, patch: QRectF, paper: int, is_mirrored: bool) -> QRectF:
    """Return a patch in the upper left corner, enlarged so that it cuts no small ink in two.

    What reaches out of the corner is a pip or a court, and is cut.
    """
    marks = _find_corner_ink(folder, code, paper, is_mirrored)
    while True:
        grown = patch
        for mark in marks:
            if mark.intersects(grown):
                grown = grown.united(mark)
        if grown == patch:
            return patch
        patch = grown


@lru_cache(maxsize=120)
def _find_corner_ink(folder: Path, code: str, paper: int, is_mirrored: bool) -> tuple[QRectF, ...]:
    """Return the bounds of each piece of connected ink wholly in a corner of a face.

    They are in card widths, with a margin for smoothed edges and the patch's round corners.
    """
    width = PICTURE_WIDTHS[-1]
    image = _scaled_picture(folder, code, width, round(pips.HEIGHT * width))
    wide, tall = (round(side * width) for side in _CORNER_SIZE)
    edge = width - 1 if is_mirrored else 0
    ink = {
        (x, y)
        for y in range(min(tall, image.height()))
        for x in range(wide)
        if _colour_distance(image.pixel(abs(edge - x), y), paper) > _INK_DISTANCE
    }
    marks = []
    while ink:
        border = [ink.pop()]
        piece = list(border)
        while border:
            x, y = border.pop()
            near = {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)} & ink
            ink -= near
            border += near
            piece += near
        columns, rows = zip(*piece, strict=True)
        if max(columns) < wide - 1 and max(rows) < tall - 1:
            corner = QPointF(min(columns) - 2, min(rows) - 2) / width
            marks.append(QRectF(corner, QPointF(max(columns) + 3, max(rows) + 3) / width))
    return tuple(marks)


def _colour_distance(one: int, other: int) -> int:
    """Return the difference of two colours (sum of three channels)."""
    return sum(abs((one >> shift & 255) - (other >> shift & 255)) for shift in (0, 8, 16))
