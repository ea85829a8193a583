"""The pictures of a person's own deck or back, as they were drawn when it was added."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QImage, QTransform

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

    def draw_patch(self, canvas: CardPainter, rect: QRectF) -> None:
        """Cover the corner around a rectangle (card widths), and that opposite, with paper."""
        margin = _PATCH_MARGIN
        patch = rect.adjusted(-margin, -margin, margin, margin)
        area = scale_rect(patch, canvas.width)
        corner = 0.04 * canvas.width
        canvas.painter.setPen(Qt.PenStyle.NoPen)
        canvas.painter.setBrush(self.paper)
        canvas.painter.drawRoundedRect(area, corner, corner)
        half_turn = QTransform(-1, 0, 0, -1, canvas.width, canvas.height)
        canvas.painter.drawRoundedRect(half_turn.mapRect(area), corner, corner)


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
    line = max(1.0, float(round(canvas.width / 130)))
    corner = pips.CORNER * canvas.width - line
    canvas.painter.setPen(Qt.PenStyle.NoPen)
    canvas.painter.setBrush(QBrush(image))
    inner = QRectF(line, line, canvas.width - 2 * line, canvas.height - 2 * line)
    canvas.painter.drawRoundedRect(inner, corner, corner)
    return True


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
