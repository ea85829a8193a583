"""Tests of painting the items of a sheet."""

from PySide6.QtGui import QColor, QImage, QPainter

from greenbaize.rules.sheets import BoxPosition
from greenbaize.ui.sheets.drawing import (
    paint_items,
)
from greenbaize.ui.sheets.page_layout import (
    lay_out_page,
)
from greenbaize.ui.widgets.theme import LIGHT
from ui.sheets.sample_sheets import make_wrong_scorecard


def test_wrong_cells_are_red_and_the_current_row_is_tinted():
    drawing = lay_out_page(make_wrong_scorecard(), 900, 600)
    image = QImage(900, 600, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.paper))
    painter = QPainter(image)
    scale = 900 / drawing.width
    painter.scale(scale, scale)
    paint_items(painter, drawing.items, theme=LIGHT)
    painter.end()
    box = drawing.cell_rects[BoxPosition(0, 0, 0)]
    edge = image.pixelColor(round((box.left() + 1.6) * scale), round(box.center().y() * scale))
    assert edge.red() > edge.green() + 60
    row = drawing.cell_rects[BoxPosition(1, 0, 0)]
    row_point = row.center() * scale
    assert image.pixelColor(row_point.toPoint()).name() == LIGHT.paper_tint
