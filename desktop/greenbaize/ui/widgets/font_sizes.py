"""The three font sizes, relative to the application font, with tabular figures."""

from typing import Final

from PySide6.QtGui import QFont
from PySide6.QtWidgets import QApplication

from greenbaize.ui.widgets.fonts import LARGE, NORMAL, SMALL, text_scale

_TABULAR_FIGURES: Final = QFont.Tag("tnum")

_height_scale = 1.0


def set_height_scale(scale: float) -> None:
    """Set the scale of panels for the current window height; dialogs keep their size."""
    global _height_scale  # noqa: PLW0603  (one window, one size of type)
    _height_scale = scale


def panel_scale() -> float:
    """Return the scale of text in panels: that of the height or the text scale, if larger."""
    return max(_height_scale, text_scale())


def small_font(*, bold: bool = False, fixed: bool = False) -> QFont:
    """Return the font of notes; ``fixed`` is for dialogs, which ignore the panel scale."""
    return _make_sized_font(SMALL / NORMAL, bold, fixed)


def normal_font(*, bold: bool = False, fixed: bool = False) -> QFont:
    """Return the font of normal text, in the application's size."""
    return _make_sized_font(1.0, bold, fixed)


def title_font(*, bold: bool = True, fixed: bool = False) -> QFont:
    """Return the font of headings."""
    return _make_sized_font(LARGE / NORMAL, bold, fixed)


def height_scale() -> float:
    """Return the scale for the window height, without the text scale."""
    return _height_scale


def _make_sized_font(factor: float, bold: bool, fixed: bool) -> QFont:
    font = QApplication.font()
    # the application font already includes the text scale
    factor *= 1.0 if fixed else panel_scale() / text_scale()
    if font.pixelSize() > 0:
        font.setPixelSize(round(font.pixelSize() * factor))
    else:
        font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold)
    font.setFeature(_TABULAR_FIGURES, 1)
    return font
