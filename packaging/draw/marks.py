"""Generator of the control symbols, ``resources/marks``: arrows and ticks.

Style sheets need them as files: each in every colour it is shown in, and for device pixel ratios of
1, 2 and 3. Run as ``PYTHONPATH=desktop python packaging/draw/marks.py`` in the development
environment.
"""

from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from greenbaize.ui.widgets.style import icon_colours, icon_names

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "marks"
SIDE_PT = 12
"""Size of a symbol (logical pixels)."""
RATIOS = (1, 2, 3)
POLYLINES = {
    "down": ((2.5, 4.25), (6, 7.75), (9.5, 4.25)),
    "up": ((2.5, 7.75), (6, 4.25), (9.5, 7.75)),
    "left": ((7.75, 2.5), (4.25, 6), (7.75, 9.5)),
    "right": ((4.25, 2.5), (7.75, 6), (4.25, 9.5)),
    "tick": ((2, 6.5), (4.8, 9.2), (10, 3.2)),
    "dash": ((2.5, 6), (9.5, 6)),
}


def draw_mark(mark: str, colour: str, ratio: int) -> QImage:
    """Return one symbol at a device pixel ratio."""
    image = QImage(SIDE_PT * ratio, SIDE_PT * ratio, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(ratio, ratio)
    pen = QPen(QColor(colour), 2.0 if mark in {"tick", "dash"} else 1.7)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    painter.setPen(pen)
    painter.drawPolyline(QPolygonF([QPointF(x, y) for x, y in POLYLINES[mark]]))
    painter.end()
    return image


def draw_all_marks() -> dict[str, QImage]:
    """Return all symbols by file name."""
    images, colours = {}, icon_colours()
    for name in icon_names():
        mark, _, colour = name.partition("-")
        for ratio in RATIOS:
            suffix = "" if ratio == 1 else f"@{ratio}x"
            images[f"{name}{suffix}.png"] = draw_mark(mark, colours[colour], ratio)
    return images


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, image in draw_all_marks().items():
        image.save(str(FOLDER / name))
