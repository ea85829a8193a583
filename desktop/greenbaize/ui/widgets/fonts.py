"""The font family shipped with the program, its three sizes, and the text scale."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from greenbaize.resources import resources

FAMILY: Final = "Green Baize Sans"
SMALL: Final = 12
NORMAL: Final = 14
LARGE: Final = 18

_share = 1.0
_least = SMALL


def set_share(share: float) -> None:
    """Set the text scale of all windows."""
    global _share  # noqa: PLW0603  (one person reads all windows)
    _share = share


def share() -> float:
    """Return the text scale chosen for all windows, from 1 to 2."""
    return _share


def grown(pixels: float, most: float = 2.0) -> float:
    """Scale a size in pixels by the text scale, by at most ``max_scale``."""
    return pixels * min(_share, most)


def least() -> int:
    """Return the current minimum font size in pixels."""
    return _least


@contextmanager
def no_smaller(pixels: int) -> Iterator[None]:
    """Raise the minimum font size temporarily; above ``SMALL`` the text scale is 1 meanwhile."""
    global _least, _share  # noqa: PLW0603  (for as long as something is drawn)
    before = _least, _share
    _least = max(SMALL, pixels)
    if pixels > SMALL:
        _share = 1.0
    try:
        yield
    finally:
        _least, _share = before


def load_fonts() -> None:
    """Register the family with Qt; requires the application object."""
    for style in ("Regular", "Bold"):
        # Not by path: offscreen Qt on Windows opens the file with FreeType, which supports only
        # paths in the system's code page.
        font = resources() / "fonts" / f"GreenBaizeSans-{style}.otf"
        # the self-test reports a missing font; a substitute is better than none
        with suppress(OSError):
            QFontDatabase.addApplicationFontFromData(font.read_bytes())


def font(pixels: float, *, bold: bool = False) -> QFont:
    """Return the family at a size in pixels at 100 %, with tabular figures."""
    return QFont(_face(max(_least, round(pixels)), bold=bold))


@lru_cache(maxsize=64)
def _face(pixels: int, *, bold: bool) -> QFont:
    face = QFont(FAMILY)
    face.setPixelSize(pixels)
    face.setBold(bold)
    face.setFeature(QFont.Tag("tnum"), 1)
    return face
