"""The one font family, shipped with the program, and its three sizes."""

from typing import Final

from PySide6.QtGui import QFont, QFontDatabase

from greenbaize.resources import resources

FAMILY: Final = "Green Baize Sans"
SMALL: Final = 12
NORMAL: Final = 14
LARGE: Final = 18


def load_fonts() -> None:
    """Make the family known to Qt; needs the application object."""
    for style in ("Regular", "Bold"):
        QFontDatabase.addApplicationFont(str(resources() / "fonts" / f"GreenBaizeSans-{style}.otf"))


def font(pixels: float, *, bold: bool = False) -> QFont:
    """The family at a size in pixels at 100 %, with figures of equal width."""
    face = QFont(FAMILY)
    face.setPixelSize(max(SMALL, round(pixels)))
    face.setBold(bold)
    face.setFeature(QFont.Tag("tnum"), 1)
    return face
