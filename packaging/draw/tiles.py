"""Generator of the pictures on the start tiles, ``resources/tiles``, one for each game.

Run as ``python packaging/draw/tiles.py`` with the package on the path. Each picture shows one
game's own idea, with the cards of the table and without a ground, because the tile is of the
table's cloth. It is drawn in layers: the SVG has a group for each, and the JSON file beside it
their animations while the pointer is over the tile, and where its cards lie, so that the window can
draw those of another deck over them. A game without a picture has a plain tile, so a
new one needs nothing here.
"""

import json
import os
import re
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QBuffer, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QPainter, QPainterPath, QPen, QTransform
from PySide6.QtSvg import QSvgGenerator

from greenbaize.cards import Card
from greenbaize.ui.cards.card_look import CardFace, CardLook
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.cards.suits import suit_path
from greenbaize.ui.widgets.fonts import load_fonts, make_font

RESOURCES = Path(__file__).resolve().parents[2] / "resources"
TILES = RESOURCES / "tiles"
WIDTH, HEIGHT = 800, 500
INK, PAPER, RULE = "#1b2233", "#fcf8ec", "#d9d0bb"
BRASS, LIGHT_BRASS, RED, LOSS = "#d9a441", "#f0c873", "#c4312f", "#ff9a8c"


LayerKeyframe = tuple[float, ...]
"""Keyframe of a layer: time as a fraction, offset to the right and down, rotation (degrees), and
opacity (1 if left out).
"""


class TileDrawing:
    """Picture with its painter; what is drawn before the first ``begin_layer`` never moves."""

    def __init__(self) -> None:
        self._renderer = CardRenderer(RESOURCES / "cards", CardLook())
        self.svg_layers: list[str] = []
        self.layer_animations: list[dict[str, object]] = []
        self.painter = QPainter()
        self.begin_layer((0, 0))

    def begin_layer(self, pivot: tuple[float, float], *keys: LayerKeyframe) -> None:
        """Begin a new layer that rotates around a point."""
        self.finish_layer()
        self._buffer, self._generator = QBuffer(), QSvgGenerator()
        self._generator.setOutputDevice(self._buffer)
        self._generator.setSize(QSize(WIDTH, HEIGHT))
        self._generator.setViewBox(QRect(0, 0, WIDTH, HEIGHT))
        self.painter.begin(self._generator)
        self.painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._animation = {"pivot": pivot, "keys": keys}
        self._cards: list[tuple[str | float, ...]] = []

    def finish_layer(self) -> None:
        """Store the current layer unless it is empty."""
        if not self.painter.isActive():
            return
        self.painter.end()
        text = strip_svg(self._buffer.data().data().decode())
        inner = text[text.index("</defs>") + len("</defs>") : text.rindex("</svg>")]
        if "<path" not in inner and "<rect" not in inner and "<ellipse" not in inner:
            return
        name = f"layer-{len(self.layer_animations)}"
        self.svg_layers.append(f'<g id="{name}">{inner}</g>')
        cards = {"cards": self._cards} if self._cards else {}
        self.layer_animations.append({"id": name, **self._animation, **cards})

    def draw_card(self, code: str, x: float, y: float, wide: float, turn: float = 0.0) -> None:
        """Draw a card around a point, or its back without a code, with a shadow below it.

        Cards are the uppermost of a layer: the window draws others over them.
        """
        self._cards.append((code, x, y, wide, turn))
        tall, painter = 1.4 * wide, self.painter
        painter.save()
        painter.translate(x, y)
        painter.rotate(turn)
        painter.translate(-wide / 2, -tall / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        for reach in (9, 6, 3):
            painter.setBrush(QColor(0, 12, 8, 34))
            box = QRectF(-reach, 5 - reach, wide + 2 * reach, tall + 2 * reach)
            painter.drawRoundedRect(box, 0.075 * wide + reach, 0.075 * wide + reach)
        if code:
            self._renderer.draw_face(painter, CardFace(Card.of(code)), wide, tall)
        else:
            self._renderer.draw_back(painter, wide, tall)
        painter.restore()

    def fill_path(self, form: QPainterPath, colour: str) -> None:
        """Fill a shape."""
        self.painter.setPen(Qt.PenStyle.NoPen)
        self.painter.setBrush(QColor(colour))
        self.painter.drawPath(form)

    def fill_ellipse(self, x: float, y: float, wide: float, tall: float, colour: str) -> None:
        """Fill an ellipse by centre and half axes."""
        form = QPainterPath()
        form.addEllipse(QPointF(x, y), wide, tall)
        self.fill_path(form, colour)

    def draw_line(self, form: QPainterPath, colour: str, wide: float) -> None:
        """Draw a line with round ends."""
        pen = QPen(QColor(colour), wide)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self.painter.setPen(pen)
        self.painter.setBrush(Qt.BrushStyle.NoBrush)
        self.painter.drawPath(form)

    def draw_text(self, text: str, x: float, y: float, size: float, colour: str) -> None:
        """Draw text that ends at ``x``, as outlines on a baseline."""
        form = QPainterPath()
        form.addText(0, 0, make_font(size, bold=True), text)
        self.fill_path(form.translated(x - form.boundingRect().right(), y), colour)


def curve_path(*points: tuple[float, ...]) -> QPainterPath:
    """Return a path from the first point by lines (two numbers), arcs (four) and curves (six)."""
    path = QPainterPath(QPointF(*points[0]))
    for numbers in points[1:]:
        segment_methods = {2: path.lineTo, 4: path.quadTo, 6: path.cubicTo}
        segment_methods[len(numbers)](*numbers)
    return path


def crown_path(x: float, y: float, side: float) -> QPainterPath:
    """Return a crown in a square by its upper left corner and side."""
    corners = (
        (0, 0.25),
        (0.27, 0.52),
        (0.5, 0.06),
        (0.73, 0.52),
        (1, 0.25),
        (0.9, 0.9),
        (0.1, 0.9),
    )
    path = curve_path(*((x + side * across, y + side * down) for across, down in corners))
    path.closeSubpath()
    return path


def draw_damn(tile: TileDrawing) -> None:
    """Draw two tricks bid and made, and a third one that was not wanted."""
    for number in range(3):
        bar = QPainterPath()
        bar.addRoundedRect(QRectF(50 + 92 * number, 130, 60, 240), 14, 14)
        is_missed = number == 2
        if is_missed:
            tile.begin_layer(
                (264, 250), (0.3, 0, 0, 0), (0.5, 12, 0, 4), (0.75, -8, 0, -3), (1, 0, 0, 0)
            )
        else:
            tile.fill_path(bar, LIGHT_BRASS)
        tile.draw_line(bar, LOSS if is_missed else LIGHT_BRASS, 11)
        if is_missed:
            left, right = 234, 294
            tile.draw_line(curve_path((left, 130), (right, 370)), LOSS, 11)
            tile.draw_line(curve_path((left, 370), (right, 130)), LOSS, 11)
    fan = (("KH", 452, 290, -14), ("TS", 556, 262, 0), ("AD", 662, 290, 14))
    for (code, x, y, turn), opened in zip(
        fan, ((-10, 0, -10), (0, -26, 0), (-6, 0, 7)), strict=True
    ):
        tile.begin_layer((556, 470), (0.8, *opened))
        tile.draw_card(code, x, y, 206, turn)


def draw_head(tile: TileDrawing, x: float, inks: tuple[str, str], code: str, turn: float) -> None:
    """Draw a player who holds a card to their forehead, in the colours of hair and coat."""
    hair, coat = inks
    coat_form = QPainterPath()
    coat_form.addRoundedRect(QRectF(x - 135, 405, 270, 170), 80, 80)
    tile.fill_path(coat_form, coat)
    tile.fill_ellipse(x, 385, 34, 50, "#e4c9a4")
    tile.fill_ellipse(x, 268, 112, 124, hair)
    face = QPainterPath()
    face.addRoundedRect(QRectF(x - 88, 190, 176, 206), 86, 90)
    tile.fill_path(face, "#f6e2c4")
    tile.draw_line(curve_path((x - 32, 346), (x, 372, x + 32, 346)), INK, 9)
    inward = 1 if x < WIDTH / 2 else -1
    tile.begin_layer((x, 300), (0.5, 17 * inward, 6, 0))
    for side in (-1, 1):
        tile.fill_ellipse(x + side * 36, 300, 12, 15, INK)
    tile.begin_layer((x, 250), (0.6, 0, -12, 4 * inward))
    tile.draw_card(code, x, 145, 150, turn)
    tile.begin_layer((0, 0))


def draw_blackout(tile: TileDrawing) -> None:
    """Draw Blackout: every card is visible but one's own."""
    draw_head(tile, 180, ("#7f4124", "#4a86c5"), "7H", -6)
    draw_head(tile, 620, ("#22283a", "#c4658d"), "KS", 6)
    tile.begin_layer((400, 500), (0.3, 0, -40, -7), (0.6, 0, -40, 7), (1, 0, -34, 0))
    tile.draw_card("", 400, 352, 208, 0)


def draw_master(tile: TileDrawing) -> None:
    """Draw a ruled score sheet: numbers to avoid first, then to win."""
    tile.begin_layer((600, 420), (0.9, 10, -6, 9))
    tile.draw_card("QH", 665, 265, 216, 13)
    tile.begin_layer((0, 0))
    painter = tile.painter
    painter.save()
    painter.translate(330, 262)
    painter.rotate(-4)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 12, 8, 60))
    painter.drawRoundedRect(QRectF(-266, -216, 540, 450), 16, 16)
    painter.setBrush(QColor(PAPER))
    painter.drawRoundedRect(QRectF(-270, -222, 540, 450), 14, 14)
    rows = (("C", "−4", "−8", "0"), ("H", "−2", "0", "−10"), ("S", "−6", "−6", "0"))
    won = (("C", "+8", "+4", "0"), ("H", "+6", "+2", "+4"), ("S", "0", "+9", "+3"))
    for row, (suit, *numbers) in enumerate((*rows, *won)):
        base = -152 + 72 * row
        mark = QTransform(42, 0, 0, 42, -238, base - 37).map(suit_path(suit))
        tile.fill_path(mark, RED if suit == "H" else INK)
        for column, number in enumerate(numbers):
            colour = RED if number.startswith("−") else INK
            tile.draw_text(number, -50 + 140 * column, base, 46, colour)
        thick = row == 2
        if row < 5:
            under = curve_path((-250, base + 18), (250, base + 18))
            tile.draw_line(under, INK if thick else RULE, 6 if thick else 3)
    for column in range(3):
        x = -172 + 140 * column
        tile.draw_line(curve_path((x, -206), (x, 212)), RULE, 3)
    painter.restore()
    draw_pencil(tile)


def draw_pencil(tile: TileDrawing) -> None:
    """Draw a pencil across the sheet's corner."""
    ups = (-96, -64, -52, -30, -22, 0)
    strokes = [
        (round(0.16 * (at + 1), 2), right, -14 * (at % 2), 3 * (at % 2))
        for at, right in enumerate(ups)
    ]
    tile.begin_layer((470, 432), *strokes)
    painter = tile.painter
    painter.save()
    painter.translate(470, 432)
    painter.rotate(-32)
    body = QPainterPath()
    body.addRect(QRectF(0, -15, 250, 30))
    tile.fill_path(body, BRASS)
    edge = QPainterPath()
    edge.addRect(QRectF(0, -15, 250, 10))
    tile.fill_path(edge, LIGHT_BRASS)
    tile.fill_path(curve_path((0, -15), (-52, 0), (0, 15), (0, -15)), "#f3dfbd")
    tile.fill_path(curve_path((-34, -5), (-52, 0), (-34, 5), (-34, -5)), INK)
    end = QPainterPath()
    end.addRoundedRect(QRectF(244, -15, 30, 30), 8, 8)
    tile.fill_path(end, LOSS)
    painter.restore()


def draw_ass(tile: TileDrawing) -> None:
    """Draw a heap of cards with a donkey."""
    coat, light, dark = "#8b7f78", "#e9dccd", "#4b4340"
    for side in (-1, 1):
        away = (0.25, 0, 0, 9 * side), (0.5, 0, 0, -3 * side), (0.8, 0, 0, 0)
        tile.begin_layer((330 + 62 * side, 232), *away)
        for colour, wide, tall in ((coat, 46, 128), ("#d8a9a0", 24, 92)):
            ear = QPainterPath()
            ear.addEllipse(QPointF(0, -tall), wide, tall)
            turn = QTransform()
            turn.translate(330 + 62 * side, 232)
            turn.rotate(22 * side)
            tile.fill_path(turn.map(ear), colour)
    tile.begin_layer((0, 0))
    tile.fill_ellipse(330, 270, 128, 132, coat)
    tile.fill_ellipse(330, 168, 40, 36, dark)
    for side in (-1, 1):
        tile.fill_ellipse(330 + 52 * side, 246, 27, 31, "#ffffff")
        tile.fill_ellipse(330 + 52 * side + 7, 254, 13, 16, INK)
    lids = (0, 0, 0, 0, 0), (0.25, 0, 0, 0, 1), (0.6, 0, 0, 0, 1), (0.85, 0, 0, 0, 0)
    tile.begin_layer((330, 246), *lids)
    for side in (-1, 1):
        x = 330 + 52 * side
        tile.fill_ellipse(x, 246, 29, 33, coat)
        tile.draw_line(curve_path((x - 24, 252), (x, 276, x + 24, 252)), dark, 7)
    tile.begin_layer((0, 0))
    tile.fill_ellipse(330, 360, 96, 84, light)
    tile.begin_layer((520, 400), (0.3, 0, 0, -9), (0.7, 0, 0, 7), (1, 0, 0, 0))
    tail = curve_path((520, 400), (640, 420, 600, 190, 700, 170))
    tile.draw_line(tail, coat, 20)
    tuft = curve_path((690, 176), (690, 110, 740, 92), (770, 130, 742, 190), (712, 206, 690, 176))
    tile.fill_path(tuft, dark)
    heap = (
        ("9C", 168, 404, -34),
        ("", 520, 408, 30),
        ("AD", 250, 420, -12),
        ("6S", 428, 424, 13),
        ("QC", 338, 432, -2),
    )
    tile.begin_layer((0, 0))
    for code, x, y, turn_by in heap:
        tile.draw_card(code, x, y, 168, turn_by)


def draw_rank(tile: TileDrawing) -> None:
    """Draw an ascent of ranks, step by step, to a crown."""
    steps = (
        ("7C", 112, 372),
        ("8D", 250, 326),
        ("9S", 388, 280),
        ("TH", 526, 234),
        ("JC", 668, 292),
    )
    for position, (code, x, y) in enumerate(steps):
        begin, top, end = (round(0.12 * position + more, 2) for more in (0, 0.18, 0.4))
        tile.begin_layer((x, y), (begin, 0, 0, 0), (top, 0, -26, 0), (end, 0, 0, 0))
        tile.draw_card(code, x, y, 164 if position < 4 else 196, 4 * position - 8)
    tile.begin_layer(
        (680, 92), (0.01, 30, -190, 24), (0.72, 0, 0, 0), (0.85, 0, -16, -4), (1, 0, 0, 0)
    )
    lean = QTransform().translate(680, 92).rotate(8).translate(-680, -92)
    tile.fill_path(lean.map(crown_path(610, 16, 140)), LIGHT_BRASS)
    for share in (0.0, 0.5, 1.0):
        position = lean.map(QPointF(610 + 140 * share, 16 + 140 * (0.06 if share == 0.5 else 0.25)))
        tile.fill_ellipse(position.x(), position.y(), 12, 12, BRASS)


TILE_DRAWERS: dict[str, Callable[[TileDrawing], None]] = {
    "damn": draw_damn,
    "blackout": draw_blackout,
    "master": draw_master,
    "ass": draw_ass,
    "rank": draw_rank,
}


def main() -> None:
    """Write the files."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QGuiApplication([])
    load_fonts()
    TILES.mkdir(parents=True, exist_ok=True)
    for name, draw in TILE_DRAWERS.items():
        tile = TileDrawing()
        draw(tile)
        tile.finish_layer()
        inner = "\n".join(tile.svg_layers)
        (TILES / f"{name}.svg").write_text(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
            f"{inner}\n</svg>\n",
            encoding="utf-8",
        )
        moves = ",\n".join(f"  {json.dumps(one)}" for one in tile.layer_animations)
        (TILES / f"{name}.json").write_text(f"[\n{moves}\n]\n", encoding="utf-8")
    application.quit()


def strip_svg(text: str) -> str:
    """Remove what Qt's generator repeats from a drawing."""
    for pattern in (
        r'\s*font-family="[^"]*"',
        r'\s*font-size="[^"]*"',
        r'\s*font-weight="[^"]*"',
        r'\s*font-style="[^"]*"',
        r"\s*<title>[^<]*</title>",
        r"\s*<desc>[^<]*</desc>",
        r'\s*vector-effect="[^"]*"',
    ):
        text = re.sub(pattern, "", text)
    text = re.sub(r"<g [^>]*>\s*</g>\s*", "", text)
    return re.sub(r"(\d+\.\d\d)\d+", r"\1", re.sub(r"\n\s*\n+", "\n", text))


if __name__ == "__main__":
    main()
