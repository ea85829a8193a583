"""Text fitted into a rectangle: smaller or on more lines where necessary, to show all of it."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter

from greenbaize.ui.cards.suit_text import draw_suit_text
from greenbaize.ui.widgets.fonts import make_font, min_font_pixels
from greenbaize.words.spoken import has_suit_sign

ALIGN_LEFT: Final = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
ALIGN_CENTRE: Final = Qt.AlignmentFlag.AlignCenter
LETTER_STRETCHES: Final = (95, 90, 85, 80, 75)
"""Horizontal stretches of letters to try where there is no more room (percent)."""
WIDTH_TOLERANCE_PX: Final = 0.5
LETTER_PART_OF_LINE: Final = 0.8
"""Part of a line's height that is letters; the rest of the last line may be missing."""


def measure_text_width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a text on one line."""
    return QFontMetricsF(make_font(size, bold=bold)).horizontalAdvance(text)


def count_lines(text: str, size: float, width: float, *, bold: bool = False) -> int:
    """Return the number of lines of a text that is wrapped at this width."""
    metrics = QFontMetricsF(make_font(size, bold=bold))
    if metrics.horizontalAdvance(text) <= width:
        return 1
    return max(1, round(_wrapped_bounds(metrics, text, width).height() / metrics.lineSpacing()))


def _wrapped_bounds(metrics: QFontMetricsF, text: str, width: float) -> QRectF:
    return metrics.boundingRect(QRectF(0, 0, width, 1e4), Qt.TextFlag.TextWordWrap, text)


def _text_fits(text: str, rect: QRectF, candidate_font: QFont, lines: int) -> bool:
    metrics = QFontMetricsF(candidate_font)
    # The smallest letters are used even where they are too high.
    if (
        candidate_font.pixelSize() > min_font_pixels()
        and metrics.height() * LETTER_PART_OF_LINE > rect.height()
    ):
        return False
    if metrics.horizontalAdvance(text) <= rect.width() + WIDTH_TOLERANCE_PX:
        return True
    if lines == 1:
        return False
    box = _wrapped_bounds(metrics, text, rect.width())
    high = box.height() - (1 - LETTER_PART_OF_LINE) * metrics.lineSpacing()
    return box.width() <= rect.width() and high <= rect.height()


def fit_font(
    text: str, rect: QRectF, size: float, *, bold: bool = False, lines: int = 1
) -> tuple[QFont, bool]:
    """Return the largest font, up to this size, at which a text fits, and whether it does.

    The smallest letters are narrowed before the text is shortened.
    """
    small = min_font_pixels()
    sizes = range(max(small, round(size)), small - 1, -1)
    candidates = [(size_px, 100) for size_px in sizes] + [
        (small, stretch) for stretch in LETTER_STRETCHES
    ]
    for pixels, stretch in candidates:
        candidate_font = make_font(pixels, bold=bold)
        candidate_font.setStretch(stretch)
        if _text_fits(text, rect, candidate_font, lines):
            return candidate_font, True
    return candidate_font, False


def draw_fitted_text(  # noqa: PLR0913
    painter: QPainter,
    rect: QRectF,
    text: str,
    size: float,
    *,
    bold: bool = False,
    align: Qt.AlignmentFlag = ALIGN_LEFT,
    lines: int = 1,
    ground: QColor | None = None,
) -> bool:
    """Draw a text in the painter's colour, at this size if it fits.

    It may be wrapped into ``lines``. Where suits have colours of their own, ``ground`` is the
    background colour. Return whether the text is complete and not shortened.
    """
    fitted_font, fits = fit_font(text, rect, size, bold=bold, lines=lines)
    painter.setFont(fitted_font if fits else make_font(min_font_pixels(), bold=bold))
    if not fits:
        metrics = painter.fontMetrics()
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(rect.width()))
    if ground is not None and has_suit_sign(text):
        draw_suit_text(painter, rect, text, align, ground, wrap=lines > 1)
        return fits
    flags = align | Qt.TextFlag.TextDontClip
    painter.drawText(rect, flags | Qt.TextFlag.TextWordWrap if lines > 1 else flags, text)
    return fits
