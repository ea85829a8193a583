"""The three font sizes, relative to the application font, with tabular figures."""

from typing import Final

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from greenbaize.ui.widgets.fonts import LARGE, NORMAL, SMALL, share

_TABULAR: Final = QFont.Tag("tnum")

_scale = 1.0


def set_scale(new: float) -> None:
    """Set the scale of panels for the current window height; dialogs keep their size."""
    global _scale  # noqa: PLW0603  (one window, one size of type)
    _scale = new


def scale() -> float:
    """Return the scale of text in panels: that of the height or the text scale, if larger."""
    return max(_scale, share())


def small(*, bold: bool = False, fixed: bool = False) -> QFont:
    """Return the font of notes; ``fixed`` is for dialogs, which ignore the panel scale."""
    return _sized(SMALL / NORMAL, bold, fixed)


def normal(*, bold: bool = False, fixed: bool = False) -> QFont:
    """Return the font of normal text, in the application's size."""
    return _sized(1.0, bold, fixed)


def title(*, bold: bool = True, fixed: bool = False) -> QFont:
    """Return the font of headings."""
    return _sized(LARGE / NORMAL, bold, fixed)


def usual_scale() -> float:
    """Return the scale for the window height, without the text scale."""
    return _scale


def _sized(factor: float, bold: bool, fixed: bool) -> QFont:
    font = QApplication.font()
    # the application font already includes the text scale
    factor *= 1.0 if fixed else scale() / share()
    if font.pixelSize() > 0:
        font.setPixelSize(round(font.pixelSize() * factor))
    else:
        font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold)
    font.setFeature(_TABULAR, 1)
    return font
