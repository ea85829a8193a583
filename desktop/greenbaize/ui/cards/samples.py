"""Small pictures of cards in a fan, to choose by."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPixmap

from greenbaize.cards import cards
from greenbaize.resources import resources
from greenbaize.ui.cards.face import Face
from greenbaize.ui.cards.faces import FaceStore
from greenbaize.ui.cards.look import CardLook

FEW: Final = tuple(map(Face, cards("9D KS")))
"""What shows a set at a glance: pips and a court."""
MANY: Final = (None, *map(Face, cards("AS KH QC JD TH")))
"""A back, and what shows letters and colours as well."""


def fan(
    look: CardLook, faces: Sequence[Face | None], wide: float, step: float, ratio: float
) -> QPixmap:
    """Cards side by side, each over the one before, or the next; None is a back.

    Args:
        look: what they are printed with.
        faces: the cards from the left.
        wide: how wide each is, in pixels.
        step: from one to the next, in card widths.
        ratio: the screen's device pixel ratio.
    """
    store = FaceStore(resources() / "cards", look)
    store.set_size(wide, ratio)
    size, off = store.size(), round(step * wide)
    across = size.width() + off * (len(faces) - 1)
    picture = QPixmap(round(across * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        places = list(enumerate(faces))
        for place, face in reversed(places) if look.left_handed else places:
            painter.drawPixmap(QPointF(place * off, 0), store.face(face))
    return picture
