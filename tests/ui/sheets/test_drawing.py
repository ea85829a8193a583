"""Tests of painting the items of a sheet."""

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from greenbaize.rules.sheets import BoxPosition
from greenbaize.ui.sheets.drawing import (
    ALIGN_CENTRE,
    ALIGN_LEFT,
    ALIGN_RIGHT,
    PRINT_THEME,
    TITLE_PIXELS,
    ColorRole,
    OutlineItem,
    PageDrawing,
    RectItem,
    TextItem,
    TextSize,
    page_font,
    page_font_metrics,
    paint_items,
)
from greenbaize.ui.sheets.page_layout import lay_out_page
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


@pytest.fixture
def ink_box(qapp):
    """Return a function that paints items on white and returns the box of what differs."""

    def find_ink_box(*items, theme=LIGHT):
        image = QImage(100, 100, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        with QPainter(image) as painter:
            paint_items(painter, items, theme=theme)
        inked = [(x, y) for x in range(100) for y in range(100) if image.pixel(x, y) != WHITE]
        if not inked:
            return None
        across, down = zip(*inked, strict=True)
        return min(across), min(down), max(across), max(down)

    return find_ink_box


WHITE = QColor(Qt.GlobalColor.white).rgb()
LONG_TEXT = "Konstantina-Maria and Nikolai"


def test_lines_lie_across_the_point_they_are_drawn_at():
    drawing = PageDrawing()
    drawing.add_horizontal_line(10, 20, 30, 4, ColorRole.INK)
    drawing.add_vertical_line(10, 20, 30, 4, ColorRole.LINE)
    drawing.add_text(QRectF(1, 2, 3, 4), "Anna", ALIGN_RIGHT, TextSize.SMALL, bold=True)
    assert drawing.items == [
        RectItem(QRectF(10, 18, 30, 4), ColorRole.INK),
        RectItem(QRectF(8, 20, 4, 30), ColorRole.LINE),
        TextItem(QRectF(1, 2, 3, 4), "Anna", ALIGN_RIGHT, TextSize.SMALL, bold=True),
    ]


def test_rectangles_are_filled_and_rounded_ones_may_be_clipped(ink_box):
    room = QRectF(20, 30, 40, 20)
    assert ink_box(RectItem(room, ColorRole.INK)) == (20, 30, 59, 49)
    assert ink_box(RectItem(room, ColorRole.INK, 5)) == (20, 30, 59, 49)
    clipped = RectItem(room, ColorRole.INK, 5, QRectF(30, 0, 10, 100))
    assert ink_box(clipped) == (30, 30, 39, 49)


def test_an_outline_lies_inside_its_rectangle(ink_box):
    room = QRectF(20, 30, 40, 20)
    for rounding in (0, 3):
        outline = OutlineItem(room, ColorRole.INK, 2, 2, rounding)
        left, top, right, bottom = ink_box(outline)
        assert (left, top) == (21, 31)
        assert right in (58, 59)
        assert bottom in (48, 49)


def test_paper_has_no_tint(ink_box):
    tint = RectItem(QRectF(20, 30, 40, 20), ColorRole.TINT)
    assert ink_box(tint) is not None
    assert ink_box(tint, theme=PRINT_THEME) is None


@pytest.mark.parametrize("align", [ALIGN_LEFT, ALIGN_RIGHT, ALIGN_CENTRE])
def test_long_text_is_shortened_to_its_rectangle(ink_box, align):
    box = ink_box(TextItem(QRectF(20, 30, 40, 20), LONG_TEXT, align))
    assert box[0] >= 19
    assert box[2] <= 61
    clipped = ink_box(TextItem(QRectF(20, 30, 40, 20), LONG_TEXT, align, is_clipped=True))
    assert clipped[0] >= 19
    assert clipped[2] <= 61


def test_text_is_at_the_side_it_is_aligned_to(ink_box):
    left, right = (
        ink_box(TextItem(QRectF(10, 30, 80, 20), "7", align)) for align in (ALIGN_LEFT, ALIGN_RIGHT)
    )
    assert left[2] < 25
    assert right[0] > 75
    middle = (left[1] + left[3]) / 2
    assert 36 <= middle <= 44


def test_wrapped_text_takes_several_lines(ink_box):
    room = QRectF(0, 0, 60, 90)
    single, wrapped = (
        ink_box(TextItem(room, LONG_TEXT, ALIGN_LEFT, wrap=wrap)) for wrap in (False, True)
    )
    assert wrapped[3] - wrapped[1] > 2 * (single[3] - single[1])


def test_vertical_text_is_read_from_below(ink_box):
    box = ink_box(TextItem(QRectF(20, 5, 16, 90), "Boris", ALIGN_LEFT, is_vertical=True))
    assert box[3] - box[1] > box[2] - box[0]
    assert box[3] > 85
    assert 20 <= box[0] < box[2] <= 36


def test_sizes_and_weights_of_text_differ(qapp):
    widths = [
        page_font_metrics(size, bold=bold).horizontalAdvance(LONG_TEXT)
        for size in TextSize
        for bold in (False, True)
    ]
    assert widths == sorted(set(widths))
    assert page_font(TextSize.TITLE).pixelSize() == TITLE_PIXELS
    hinting = page_font(TextSize.NORMAL).hintingPreference()
    assert hinting is QFont.HintingPreference.PreferNoHinting


def test_suits_of_text_on_paper_have_their_colours(qapp):
    image = QImage(100, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    with QPainter(image) as painter:
        paint_items(painter, [TextItem(QRectF(0, 0, 100, 40), "♥ 7 ♥")], theme=PRINT_THEME)
    colours = [QColor(image.pixel(x, y)) for x in range(100) for y in range(40)]
    assert any(colour.red() > colour.green() + 100 for colour in colours)
