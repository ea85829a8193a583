"""The three sizes of type as parts of the application's own font, figures of equal width."""

from typing import Final

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from greenbaize.ui.widgets.fonts import LARGE, NORMAL, SMALL, share

_TABULAR: Final = QFont.Tag("tnum")

_scale = 1.0


def set_scale(new: float) -> None:
    """Set the scale of letters beside the table; dialogs keep the usual size."""
    global _scale  # noqa: PLW0603  (one window, one size of type)
    _scale = new


def scale() -> float:
    """How much larger than on the smallest table is written now; text size does not add to it."""
    return max(_scale, share())


def small(*, bold: bool = False, fixed: bool = False) -> QFont:
    """The size of notes; ``fixed`` for dialogs and windows, which do not grow with the table."""
    return _sized(SMALL / NORMAL, bold, fixed)


def normal(*, bold: bool = False, fixed: bool = False) -> QFont:
    """The application's own size."""
    return _sized(1.0, bold, fixed)


def title(*, bold: bool = True, fixed: bool = False) -> QFont:
    """The size of headings."""
    return _sized(LARGE / NORMAL, bold, fixed)


def usual_scale() -> float:
    """The scale for a table, without the chosen text size."""
    return _scale


def _sized(factor: float, bold: bool, fixed: bool) -> QFont:
    font = QApplication.font()
    factor *= 1.0 if fixed else scale() / share()  # the application's font has its share
    if font.pixelSize() > 0:
        font.setPixelSize(round(font.pixelSize() * factor))
    else:
        font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold)
    font.setFeature(_TABULAR, 1)
    return font
