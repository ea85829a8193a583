"""Draws the application icon: ``resources/icons/greenbaize.svg`` and a PNG of 256 pixels.

Run as ``python packaging/draw/icon.py`` in the development environment. Two cards on green baize;
the front one shows nothing but a large spade, so that it is still a card at 16 pixels.
"""

from pips import CARDS, HEART, SPADE
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

ICONS = CARDS.parent / "icons"
PICTURE = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256">
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
    <path fill="#c4312f" transform="translate(50 58) scale(.46)" d="{HEART}"/>
  </g>
  <g transform="rotate(11 160 230)">
    <rect x="92" y="40" width="126" height="178" rx="16" fill="#0b2f27" opacity=".45"
      transform="translate(-5 6)"/>
    <rect x="92" y="40" width="126" height="178" rx="16" fill="#fcf8ec"/>
    <path fill="#1b2233" transform="translate(107 79) scale(.96)" d="{SPADE}"/>
  </g>
  </g>
</svg>
"""


def main() -> None:
    """Write both files."""
    ICONS.mkdir(parents=True, exist_ok=True)
    source = ICONS / "greenbaize.svg"
    source.write_text(PICTURE, encoding="utf-8")
    image = QImage(256, 256, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        QSvgRenderer(str(source)).render(painter, QRectF(0, 0, 256, 256))
    image.save(str(ICONS / "greenbaize-256.png"))


if __name__ == "__main__":
    main()
