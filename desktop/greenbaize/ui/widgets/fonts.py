"""The one font family, shipped with the program, its three sizes, and how large all is written."""

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
    """Write so much larger than usual from now on."""
    global _share  # noqa: PLW0603  (one person reads all windows)
    _share = share


def share() -> float:
    """How much larger than usual all is written, from 1 to 2."""
    return _share


def grown(pixels: float, most: float = 2.0) -> float:
    """A size in pixels for whoever wants large letters, up to so many times as large."""
    return pixels * min(_share, most)


def least() -> int:
    """How small letters may be just now, in pixels."""
    return _least


@contextmanager
def no_smaller(pixels: int) -> Iterator[None]:
    """Have no font smaller than this meanwhile; where that is large, nothing grows beyond it."""
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
    """Make the family known to Qt; needs the application object."""
    for style in ("Regular", "Bold"):
        # Not by its path: where Qt draws without a screen on Windows, FreeType opens the file, and
        # knows only the letters of the system's code page.
        font = resources() / "fonts" / f"GreenBaizeSans-{style}.otf"
        with suppress(OSError):  # the self-test tells of a missing one; another is better than none
            QFontDatabase.addApplicationFontFromData(font.read_bytes())


def font(pixels: float, *, bold: bool = False) -> QFont:
    """The family at a size in pixels at 100 %, with figures of equal width."""
    return QFont(_face(max(_least, round(pixels)), bold=bold))


@lru_cache(maxsize=64)
def _face(pixels: int, *, bold: bool) -> QFont:
    face = QFont(FAMILY)
    face.setPixelSize(pixels)
    face.setBold(bold)
    face.setFeature(QFont.Tag("tnum"), 1)
    return face
