"""Flat shapes in a square from 0 to 1, and the inks of a head by its colour."""

from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

INK: Final = "#1b2233"
PAPER: Final = "#fdf6e6"
BRASS: Final = "#e2b355"
RUST: Final = "#7f4124"
SNOW: Final = "#f4f1ea"
RED: Final = "#c4312f"


class Inks(NamedTuple):
    """What a head is drawn in, by the colour of its disc: face, the face's shade, and clothes."""

    disc: QColor
    skin: QColor
    shade: QColor
    cloth: QColor


def inks_of(colour: str) -> Inks:
    """The inks that go with a disc of this colour, ``#rrggbb``."""
    disc = QColor(colour)
    return Inks(disc, _mixed(disc, PAPER, 0.90), _mixed(disc, PAPER, 0.58), _mixed(disc, INK, 0.5))


def _mixed(one: QColor, other: str, share: float) -> QColor:
    """A colour with so much of another one in it."""
    two = QColor(other)
    pairs = ((one.red(), two.red()), (one.green(), two.green()), (one.blue(), two.blue()))
    red, green, blue = (round(a + (b - a) * share) for a, b in pairs)
    return QColor(red, green, blue)


class Brush:
    """Fills shapes and draws lines.

    Args:
        painter: draws smoothly, in a square from 0 to 1.
        inks: the inks of this head.
    """

    def __init__(self, painter: QPainter, inks: Inks) -> None:
        self._painter = painter
        self.inks = inks

    def fill(self, form: QPainterPath, colour: QColor | str) -> None:
        """Fill a shape."""
        self._painter.fillPath(form, QColor(colour))

    def line(self, form: QPainterPath, colour: QColor | str, wide: float) -> None:
        """Draw a line with round ends."""
        pen = QPen(QColor(colour), wide)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self._painter.strokePath(form, pen)


def ovals(*each: tuple[float, float, float, float]) -> QPainterPath:
    """Ovals in one shape, each around a point with its radii."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for x, y, wide, tall in each:
        path.addEllipse(QPointF(x, y), wide, tall)
    return path


def shape(start: tuple[float, float], *curves: tuple[float, ...]) -> QPainterPath:
    """Lines (two numbers) and curves (one handle or two, and an end), one after another."""
    path = QPainterPath(QPointF(*start))
    for curve in curves:
        points = [QPointF(x, y) for x, y in zip(curve[::2], curve[1::2], strict=True)]
        if len(points) == 1:
            path.lineTo(points[0])
        elif len(points) == 2:
            path.quadTo(points[0], points[1])
        else:
            path.cubicTo(points[0], points[1], points[2])
    return path


def rounded(x: float, y: float, wide: float, tall: float, radius: float) -> QPainterPath:
    """A box with round corners, by its upper left corner and size."""
    path = QPainterPath()
    path.addRoundedRect(QRectF(x, y, wide, tall), radius, radius)
    return path
