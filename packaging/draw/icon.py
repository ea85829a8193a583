"""Generator of the application icon: ``resources/icons/greenbaize.svg`` and a PNG of 256 pixels.

Run as ``python packaging/draw/icon.py`` in the development environment. Two cards on green baize;
the front one shows only a large spade. Small sizes show that card alone, with its edges on whole
pixels. ``icon_files.py`` makes the icons of Windows and macOS from the same picture.
"""

from pips import CARDS, HEART_PATH, SPADE_PATH
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = CARDS.parent / "icons"
ICON_SVG = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">
  <defs>
    <radialGradient id="light" cx=".45" cy=".35" r=".8">
      <stop offset="0" stop-color="#2b8a63"/><stop offset="1" stop-color="#11483a"/>
    </radialGradient>
  </defs>
  <rect x="4" y="4" width="248" height="248" rx="54" fill="url(#light)"/>
  <g transform="translate(17 14) scale(.89)">
  <g transform="rotate(-17 110 210)">
    <rect x="38" y="44" width="116" height="164" rx="15" fill="#0b2f27" opacity=".35"
      transform="translate(3 5)"/>
    <rect x="38" y="44" width="116" height="164" rx="15" fill="#fcf8ec"/>
    <path fill="#c4312f" transform="translate(50 58) scale(.46)" d="{HEART_PATH}"/>
  </g>
  <g transform="rotate(11 160 230)">
    <rect x="92" y="40" width="126" height="178" rx="16" fill="#0b2f27" opacity=".45"
      transform="translate(-5 6)"/>
    <rect x="92" y="40" width="126" height="178" rx="16" fill="#fcf8ec"/>
    <path fill="#1b2233" transform="translate(107 79) scale(.96)" d="{SPADE_PATH}"/>
  </g>
  </g>
</svg>
"""


MAX_SINGLE_CARD_SIZE = 24
"""Largest size with one card only (px)."""


def icon_svg(size: int) -> str:
    """Return the icon as SVG, designed for a size (px)."""
    if size > MAX_SINGLE_CARD_SIZE:
        return ICON_SVG
    left, top = round(size * 0.16), round(size * 0.06)
    width, height = size - 2 * left, size - 2 * top
    pip = width * 0.82
    transform = f"translate({(size - pip) / 2:g} {(size - pip) / 2:g}) scale({pip / 100:g})"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}">
  <rect width="{size}" height="{size}" rx="{size * 0.2:g}" fill="#1c6a50"/>
  <rect x="{left}" y="{top}" width="{width}" height="{height}" rx="{size / 12:g}" fill="#fcf8ec"/>
  <path fill="#1b2233" transform="{transform}" d="{SPADE_PATH}"/>
</svg>
"""


def draw_icon(size: int, margin: float = 0.0) -> QImage:
    """Return the icon at a size (px) with an empty margin, a fraction of the size, all around."""
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    margin_px = margin * size
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        source = QSvgRenderer(QByteArray(icon_svg(size).encode()))
        source.render(
            painter, QRectF(margin_px, margin_px, size - 2 * margin_px, size - 2 * margin_px)
        )
    return image


def encode_png(image: QImage) -> bytes:
    """Return an image as PNG data."""
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG", 0)  # best compression
    return bytes(buffer.data().data())


def main() -> None:
    """Write both files."""
    ICONS.mkdir(parents=True, exist_ok=True)
    (ICONS / "greenbaize.svg").write_text(ICON_SVG, encoding="utf-8")
    (ICONS / "greenbaize-256.png").write_bytes(encode_png(draw_icon(256)))


if __name__ == "__main__":
    main()
