"""Text fitted into a rectangle: smaller or on more lines where necessary, to show all of it."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from greenbaize.ui.cards.suited import draw_suited
from greenbaize.ui.widgets.fonts import font, least
from greenbaize.words.spoken import names_suits

LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
CENTRE: Final = Qt.AlignmentFlag.AlignCenter
NARROWER: Final = (95, 90, 85, 80, 75)
"""Horizontal stretches of letters to try where there is no more room (percent)."""
HAIR: Final = 0.5
LINE: Final = 0.8
"""Part of a line's height that is letters; the rest of the last line may be missing."""


def width_of(words: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text on one line."""
    return QFontMetricsF(font(size, bold=bold)).horizontalAdvance(words)


def lines_of(words: str, size: float, width: float, *, bold: bool = False) -> int:
    """Return the number of lines of a text that is wrapped at this width."""
    metrics = QFontMetricsF(font(size, bold=bold))
    if metrics.horizontalAdvance(words) <= width:
        return 1
    return max(1, round(_box(metrics, words, width).height() / metrics.lineSpacing()))


def _box(metrics: QFontMetricsF, words: str, width: float) -> QRectF:
    return metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt.TextFlag.TextWordWrap, words)


def _fits(words: str, room: QRectF, face: QFont, lines: int) -> bool:
    metrics = QFontMetricsF(face)
    # The smallest letters are used even where they are too high.
    if face.pixelSize() > least() and metrics.height() * LINE > room.height():
        return False
    if metrics.horizontalAdvance(words) <= room.width() + HAIR:
        return True
    if lines == 1:
        return False
    box = _box(metrics, words, room.width())
    high = box.height() - (1 - LINE) * metrics.lineSpacing()
    return box.width() <= room.width() and high <= room.height()


def font_for(
    words: str, room: QRectF, size: float, *, bold: bool = False, lines: int = 1
) -> tuple[QFont, bool]:
    """Return the largest font, up to this size, at which a text fits, and whether it does.

    The smallest letters are narrowed before the text is shortened.
    """
    small = least()
    sizes = range(max(small, round(size)), small - 1, -1)
    faces = [(one, 100) for one in sizes] + [(small, stretch) for stretch in NARROWER]
    for pixels, stretch in faces:
        face = font(pixels, bold=bold)
        face.setStretch(stretch)
        if _fits(words, room, face, lines):
            return face, True
    return face, False


def write(  # noqa: PLR0913
    painter: QPainter,
    room: QRectF,
    words: str,
    size: float,
    *,
    bold: bool = False,
    align: Qt.AlignmentFlag = LEFT,
    lines: int = 1,
    ground: QColor | None = None,
) -> bool:
    """Draw a text in the painter's colour, at this size if it fits.

    It may be wrapped into ``lines``. Where suits have colours of their own, ``ground`` is the
    background colour. Return whether the text is complete and not shortened.
    """
    face, whole = font_for(words, room, size, bold=bold, lines=lines)
    painter.setFont(face if whole else font(least(), bold=bold))
    if not whole:
        metrics = painter.fontMetrics()
        words = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(room.width()))
    if ground is not None and names_suits(words):
        draw_suited(painter, room, words, align, ground, wrap=lines > 1)
        return whole
    flags = align | Qt.TextFlag.TextDontClip
    painter.drawText(room, flags | Qt.TextFlag.TextWordWrap if lines > 1 else flags, words)
    return whole
