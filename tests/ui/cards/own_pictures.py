"""An own deck of two cards and a back of one colour each, in the sizes in which decks are kept."""

import json

from PySide6.QtGui import QColor, QImage

from greenbaize.store.artwork.library import (
    INFO_NAME,
    PICTURE_WIDTHS,
    ArtworkKind,
    back_name,
    keep_artwork,
)
from greenbaize.ui.cards import pips

DECK_IDENTITY = "0123456789abcdef"
DECK_SETTING = f"own:{DECK_IDENTITY}"


def make_picture(path, width, colour):
    """Write a picture of a card in one colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = QImage(width, round(width * pips.HEIGHT), QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    image.save(str(path))


def keep_two_cards(folder):
    """Keep a deck of two cards, green and yellow, and a blue back, drawn into a folder."""
    for name, colour in (("AS", "#10c010"), ("KH", "#e0d010"), (back_name(0), "#1010e0")):
        for width in PICTURE_WIDTHS:
            make_picture(folder / str(width) / f"{name}.png", width, colour)
    info = {"title": "Ours", "cards": ["AS", "KH"], "backs": 1, "paper": "#ffffff", "index": 0.1}
    (folder / INFO_NAME).write_text(json.dumps(info))
    return keep_artwork(ArtworkKind.DECK, folder, DECK_IDENTITY)
