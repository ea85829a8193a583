"""Pictures of one colour, in the sizes in which own decks are kept."""

from PySide6.QtGui import QColor, QImage

from greenbaize.ui.cards import pips


def make_picture(path, width, colour):
    """Write a picture of a card in one colour."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image = QImage(width, round(width * pips.HEIGHT), QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    image.save(str(path))
