"""The font family shipped with the program, its three sizes, and the text scale."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from greenbaize.resources import resources_folder

FAMILY: Final = "Green Baize Sans"
SMALL: Final = 12
NORMAL: Final = 14
LARGE: Final = 18

_text_scale = 1.0
_min_pixels = SMALL


def set_text_scale(scale: float) -> None:
    """Set the text scale of all windows."""
    global _text_scale  # noqa: PLW0603  (one person reads all windows)
    _text_scale = scale


def text_scale() -> float:
    """Return the text scale chosen for all windows, from 1 to 2."""
    return _text_scale


def scale_pixels(pixels: float, max_scale: float = 2.0) -> float:
    """Scale a size in pixels by the text scale, by at most ``max_scale``."""
    return pixels * min(_text_scale, max_scale)


def min_font_pixels() -> int:
    """Return the current minimum font size in pixels."""
    return _min_pixels


@contextmanager
def minimum_font_size(pixels: int) -> Iterator[None]:
    """Raise the minimum font size temporarily; above ``SMALL`` the text scale is 1 meanwhile."""
    global _min_pixels, _text_scale  # noqa: PLW0603  (for as long as something is drawn)
    previous_values = _min_pixels, _text_scale
    _min_pixels = max(SMALL, pixels)
    if pixels > SMALL:
        _text_scale = 1.0
    try:
        yield
    finally:
        _min_pixels, _text_scale = previous_values


def load_fonts() -> None:
    """Register the family with Qt; requires the application object."""
    for style in ("Regular", "Bold"):
        # Not by path: offscreen Qt on Windows opens the file with FreeType, which supports only
        # paths in the system's code page.
        path = resources_folder() / "fonts" / f"GreenBaizeSans-{style}.otf"
        # the self-test reports a missing font; a substitute is better than none
        with suppress(OSError):
            QFontDatabase.addApplicationFontFromData(path.read_bytes())


def make_font(pixels: float, *, bold: bool = False) -> QFont:
    """Return the family at a size in pixels at 100 %, with tabular figures."""
    return QFont(_cached_font(max(_min_pixels, round(pixels)), bold=bold))


@lru_cache(maxsize=64)
def _cached_font(pixels: int, *, bold: bool) -> QFont:
    font = QFont(FAMILY)
    font.setPixelSize(pixels)
    font.setBold(bold)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font
