"""Shapes in a square from 0 to 1, with the edge and shading all heads share, and their inks.

Light falls from above and the left: edges are thinner there, surfaces darker away from it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPainterPath, QPen, QTransform

from greenbaize.ui.theme import between

INK: Final = "#1f1a1e"
PAPER: Final = "#fdf6e6"
WHITE: Final = "#fffdf7"
BRASS: Final = "#e6b84f"
STRAW: Final = "#edc766"
RUST: Final = "#b4582a"
CHESTNUT: Final = "#6e3b22"
COAL: Final = "#2b2733"
SNOW: Final = "#f3f0ea"
RED: Final = "#cc3a34"
BLUSH: Final = "#e8604c"
DROP: Final = "#bfe6f7"

FAIR: Final = "#fde4ca"
PEACH: Final = "#f7c9a0"
TAN: Final = "#ecba8a"
BROWN: Final = "#b0744a"

_EDGE: Final = 0.030
_SUNK: Final = (0.003, 0.007)
"""How far an edge lies from its shape, away from the light."""


class Inks(NamedTuple):
    """What a head is drawn in besides its own colours: its disc, and its clothes."""

    disc: QColor
    cloth: QColor


def inks_of(colour: str) -> Inks:
    """The inks that go with a disc of this colour, ``#rrggbb``."""
    return Inks(QColor(colour), QColor(between(colour, "#1b2233", 0.42)))


class Brush:
    """Fills shapes and draws lines in a square ``side`` pixels wide."""

    def __init__(self, painter: QPainter, side: float, inks: Inks) -> None:
        painter.scale(side, side)
        self._painter, self._side = painter, side
        self.inks = inks

    @contextmanager
    def leaning(self, degrees: float, rise: float = 0.0) -> Iterator[None]:
        """Draw what leans to the right from the neck, by so many degrees, and is raised so far."""
        self._painter.save()
        self._painter.translate(0.5, 0.85 - rise)
        self._painter.rotate(degrees)
        self._painter.translate(-0.5, -0.85)
        yield
        self._painter.restore()

    def solid(self, form: QPainterPath, colour: QColor | str) -> None:
        """Fill a shape that has an edge, and a lighter and a darker side."""
        self.line(form.translated(*_SUNK), INK, _EDGE)
        self.shaded(form, colour)

    def shaded(self, form: QPainterPath, colour: QColor | str) -> None:
        """Fill a shape that has a lighter and a darker side, without an edge."""
        around, middle = form.boundingRect(), QColor(colour)
        light = QLinearGradient(around.topLeft(), around.bottomRight())
        light.setColorAt(0.0, middle.lighter(108))
        light.setColorAt(0.45, middle)
        light.setColorAt(1.0, middle.darker(119))
        self._painter.fillPath(form, QBrush(light))

    def fill(self, form: QPainterPath, colour: QColor | str, share: float = 1.0) -> None:
        """Fill a shape flatly; ``share`` is how much of what lies below it covers."""
        ink = QColor(colour)
        ink.setAlphaF(share)
        self._painter.fillPath(form, ink)

    def line(
        self, form: QPainterPath, colour: QColor | str, wide: float, share: float = 1.0
    ) -> None:
        """Draw a line with round ends."""
        ink = QColor(colour)
        ink.setAlphaF(share)
        pen = QPen(ink, wide * self._side)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        # Qt draws lines three times as fast where it need not make them larger.
        placed = self._painter.worldTransform()
        self._painter.resetTransform()
        self._painter.strokePath(placed.map(form), pen)
        self._painter.setWorldTransform(placed)


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


def mirrored(form: QPainterPath) -> QPainterPath:
    """The same on the other side of the face."""
    return QTransform(-1, 0, 0, 1, 1, 0).map(form)
