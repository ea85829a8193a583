"""Canvas for pictures that are symmetric under a half turn, written as plain SVG.

Shapes are drawn for the upper half; the file uses them twice. Those that would cross the seam are
cut along it with Qt's path arithmetic, because Qt's SVG does not clip.
"""

import re
from pathlib import Path

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainterPath, QPainterPathStroker, QPolygonF

CARDS = Path(__file__).resolve().parents[2] / "resources" / "cards"


def parse_path(outline: str) -> QPainterPath:
    """Parse a path of absolute M, L, C, Q and Z commands."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.WindingFill)
    for command, numbers in re.findall(r"([MLCQZ])([^MLCQZ]*)", outline):
        values = [float(number) for number in numbers.split()]
        match command:
            case "M":
                path.moveTo(*values)
            case "L":
                path.lineTo(*values)
            case "C":
                path.cubicTo(*values)
            case "Q":
                path.quadTo(*values)
            case _:
                path.closeSubpath()
    return path


def format_path(path: QPainterPath) -> str:
    """Return the path as SVG path data, rounded to a tenth of a unit."""
    text, index = [], 0
    while index < path.elementCount():
        element = path.elementAt(index)
        points = [element]
        if element.isCurveTo():
            points += [path.elementAt(index + 1), path.elementAt(index + 2)]
        command = "M" if element.isMoveTo() else "C" if element.isCurveTo() else "L"
        text.append(command + " ".join(f"{point.x:.1f} {point.y:.1f}" for point in points))
        index += len(points)
    return " ".join(text).replace(".0 ", " ") + " Z"


class SvgCanvas:
    """Upper half of a picture.

    Args:
        width: width of the panel.
        height: height of the whole panel, both halves.
        slant: height difference of the seam between its left end and the centre.
    """

    def __init__(self, width: int, height: int, slant: float) -> None:
        self.width, self.height, self.slant = width, height, slant
        self.half_shapes: list[str] = []
        self.full_shapes: list[str] = []
        middle = height / 2
        corners = [(0, 0), (width, 0), (width, middle - slant), (0, middle + slant)]
        self.half = QPainterPath()
        self.half.addPolygon(QPolygonF([QPointF(x, y) for x, y in corners]))
        self.half.closeSubpath()

    def _ground(self, colour: str) -> str:
        return f'  <rect width="{self.width}" height="{self.height}" fill="{colour}"/>\n'

    @staticmethod
    def darken(colour: str) -> str:
        """Return a darker shade of a colour."""
        return QColor(colour).darker(125).name()

    def fill_path(self, outline: str, colour: str) -> None:
        """Fill a shape that lies wholly in the upper half."""
        self.half_shapes.append(f'<path fill="{colour}" d="{outline}"/>')

    def fill_ellipse(self, x: float, y: float, across: float, down: float, colour: str) -> None:
        """Fill an ellipse by centre and half axes."""
        self.half_shapes.append(
            f'<ellipse cx="{x}" cy="{y}" rx="{across}" ry="{down}" fill="{colour}"/>'
        )

    def draw_line(self, outline: str, colour: str, width: float) -> None:
        """Draw a line with round ends."""
        self.half_shapes.append(
            f'<path fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" '
            f'stroke-linejoin="round" d="{outline}"/>'
        )

    def fill_cut_path(self, outline: str, colour: str) -> None:
        """Fill a shape, cut along the seam."""
        self.fill_path(format_path(parse_path(outline).intersected(self.half)), colour)

    def fill_translucent(self, outline: str, colour: str, share: float) -> None:
        """Fill a shape with opacity ``share``, cut along the seam."""
        path = format_path(parse_path(outline).intersected(self.half))
        self.half_shapes.append(f'<path fill="{colour}" fill-opacity="{share}" d="{path}"/>')

    def draw_cut_line(self, outline: str, colour: str, width: float) -> None:
        """Draw a line as a filled shape, cut along the seam."""
        stroker = QPainterPathStroker()
        stroker.setWidth(width)
        stroke = stroker.createStroke(parse_path(outline)).simplified()
        self.fill_path(format_path(stroke.intersected(self.half)), colour)

    def draw_band(self, colour: str, thickness: float) -> None:
        """Draw a band along the seam, over both halves."""
        middle, half = self.height / 2, thickness / 2
        left, right = middle + self.slant, middle - self.slant
        self.full_shapes.append(
            f'<path fill="{colour}" d="M0 {left - half} L{self.width} {right - half} '
            f'L{self.width} {right + half} L0 {left + half} Z"/>'
        )

    def write_svg(self, path: Path, ground: str = "") -> None:
        """Write the picture on a ground colour, or without one if the ground is printed."""
        lines = "\n    ".join(self.half_shapes)
        over = "".join(f"\n  {part}" for part in self.full_shapes)
        path.write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" '
            f'xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'viewBox="0 0 {self.width} {self.height}">\n'
            f"{ground and self._ground(ground)}"
            f'  <g id="half">\n    {lines}\n  </g>\n'
            f'  <use xlink:href="#half" '
            f'transform="rotate(180 {self.width / 2:g} {self.height / 2:g})"/>{over}\n</svg>\n',
            encoding="utf-8",
        )
