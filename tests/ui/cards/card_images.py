"""Pictures of cards, and their pixels."""

from PySide6.QtGui import QImage

from greenbaize.resources import resources_folder
from greenbaize.ui.cards.card_look import CardLook
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from ui.table.person import face_of

CODES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"] + ["XR", "XB"]


def face_or_back(name):
    """Return the face with this code, None for the back."""
    return None if name == "back" else face_of(name)


def make_face_store(
    width: float, ratio: float = 1.0, look: CardLook | None = None
) -> CardPixmapStore:
    return CardPixmapStore(
        CardRenderer(resources_folder() / "cards", look or CardLook()), width, ratio
    )


def to_image(pixmap):
    return pixmap.toImage().convertToFormat(QImage.Format.Format_ARGB32)


def read_pixels(image):
    """Return every pixel as alpha, red, green and blue."""
    colours = (image.pixel(x, y) for y in range(image.height()) for x in range(image.width()))
    return [(c >> 24 & 255, c >> 16 & 255, c >> 8 & 255, c & 255) for c in colours]


def mean_difference(first, second):
    """Return the mean difference per channel (0 to 255)."""
    pairs = zip(read_pixels(first), read_pixels(second), strict=True)
    total = sum(abs(a - b) for left, right in pairs for a, b in zip(left, right, strict=True))
    return total / (first.width() * first.height() * 4)
