"""Tests of the page of a score sheet: its layout on any paper, and the PDF."""

import re
import zlib

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPageSize, QPainter

from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.rules.sheets import BoxPosition, RowKind, SheetRow
from greenbaize.ui.sheets.drawing import (
    OutlineItem,
    PageDrawing,
    TextItem,
    TextSize,
    page_font_metrics,
)
from greenbaize.ui.sheets.page_layout import (
    CELL_PADDING,
    HEADER_HEIGHT,
    MAX_NAME_WIDTH,
    MIN_CELL_WIDTH,
    PAPER_MARGIN,
    THICK_LINE,
    PageTablePainter,
    _possible_plans,
    choose_paper_orientation,
    fit_painter,
    lay_out_page,
    measure_column_widths,
    render_pdf,
    system_paper_size,
)
from greenbaize.ui.sheets.sheet_text import SheetText
from match.random_matches import SETUPS, GameSetup, play_randomly
from ui.sheets.sample_sheets import NAMES, drawn_texts, make_scorecard, make_wrong_scorecard


def is_inside_page(drawing):
    page = QRectF(-1, -1, drawing.width + 2, drawing.height + 2)
    return all(page.contains(part.rect) for part in drawing.items)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("size", [(535, 782), (782, 535), (1250, 660), (400, 1400)])
def test_everything_lies_on_paper_of_any_shape(setup, size):
    card = make_scorecard(setup)
    drawing = lay_out_page(card, *size)
    assert is_inside_page(drawing)
    assert drawing.width / drawing.height == pytest.approx(size[0] / size[1])
    rows = SheetText.from_sheet(card.sheet, card.names).rows[: len(card.sheet.rows)]
    cell_count = sum(len(cells) for row in rows for cells in (*row.boxes, row.side_boxes))
    result_count = len(drawing.cell_rects) - cell_count
    assert result_count >= 0


@pytest.mark.slow
def test_numbers_are_never_shortened():
    for setup in SETUPS:
        drawing = lay_out_page(make_scorecard(setup), 535, 782)
        for part in drawing.items:
            if isinstance(part, TextItem) and re.fullmatch(r"[−+\d]+", part.text):
                room = page_font_metrics(part.size, bold=part.bold).horizontalAdvance(part.text)
                assert room <= part.rect.width() + 0.5, part


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_heading_is_whole_however_narrow_the_table_is(setup):
    drawing = lay_out_page(make_scorecard(setup), 1200, 700)
    text_items = [item for item in drawing.items if isinstance(item, TextItem)]
    for item in text_items[:2]:
        assert (
            page_font_metrics(item.size, bold=item.bold).horizontalAdvance(item.text)
            <= item.rect.width()
        )


def test_page_has_all_headings_and_numbers():
    page_texts = drawn_texts(lay_out_page(make_scorecard(GameSetup("master", 3, {})), 782, 535))
    for text in ("Master", "First half", "Second half", "Total", "Place", "Rating", "No. 12"):
        assert text in page_texts
    assert page_texts.count("Nikolai") > 2
    assert {"−244", "+244", "141"} <= set(page_texts)
    assert not any("224" in text for text in page_texts)  # sums that belong in the help only


def test_without_a_number_there_is_room_to_write_one():
    card = make_scorecard(GameSetup("damn", 3, {"deals": 4}), None)
    assert "Match" in drawn_texts(lay_out_page(card, 535, 782))


def test_a_very_long_match_is_split_into_several_tables():
    setup = GameSetup("ass", 2, {"must_beat": False, "deal_limit": 0})
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    rows = sheet.rows[:1] * 300
    card = Scorecard("ass", NAMES[:2], type(sheet)(sheet.columns, rows, sheet.totals, (1, 2)))
    drawing = lay_out_page(card, 535, 782)
    assert is_inside_page(drawing)
    assert drawn_texts(drawing).count("Nikolai") > 2


def test_wrong_cells_are_framed_and_explained():
    drawing = lay_out_page(make_wrong_scorecard(), 782, 535)
    frames = [part.rect for part in drawing.items if isinstance(part, OutlineItem)]
    wrong = [BoxPosition(0, seat, index) for seat in range(3) for index in (0, 1)] + [
        BoxPosition(0, None, 0)
    ]
    assert sorted(map(str, frames)) == sorted(str(drawing.cell_rects[cell]) for cell in wrong)
    fault_texts = [text for text in drawn_texts(drawing) if text.startswith("✗")]
    assert fault_texts == [
        "✗ Deal 1, All: tricks and remaining tricks add up to 10, not 9 (+1).",
        "✗ Deal 1, All: the points add up to −8, not −9 (+1).",
    ]


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_pdf_is_one_page_of_a4_with_words_and_without_pictures(setup):
    data = render_pdf(make_scorecard(setup))
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert sorted(round(float(side)) for side in box.groups()) == [595, 842]
    assert b"/Subtype /Image" not in data
    assert set(re.findall(rb"/FontName /\w+\+?([\w-]+)", data)) <= {
        b"GreenBaizeSans-Regular",
        b"GreenBaizeSans-Bold",
    }


def test_the_pdfs_words_are_text_that_can_be_searched():
    data = render_pdf(make_scorecard(GameSetup("master", 3, {})))
    streams = []
    for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            streams.append(zlib.decompress(part))
        except zlib.error:
            streams.append(part)
    character_maps = [stream for stream in streams if b"begincmap" in stream]
    mapped_text = "".join(
        chr(int(code, 16))
        for character_map in character_maps
        for line in re.findall(
            rb"<[0-9a-fA-F]+> <[0-9a-fA-F]+> \[?((?:<[0-9a-fA-F]+> ?)+)", character_map
        )
        for code in re.findall(rb"[0-9a-fA-F]+", line)
    )
    assert set("MasterNikolaiFirsthalf−244♥♠♦") <= set(mapped_text)
    assert sum(stream.count(b" Tj") for stream in streams) > 200


def test_pdf_orientation_gives_the_larger_scale():
    landscape = choose_paper_orientation(make_scorecard(GameSetup("damn", 7, {"deals": 4})))[0]
    assert landscape.width > landscape.height
    portrait = choose_paper_orientation(
        make_scorecard(GameSetup("master", 4, {"trumps": "ranked"}))
    )[0]
    assert portrait.height > portrait.width
    paper_width = system_paper_size().size(QPageSize.Unit.Point).width()
    assert paper_width > PAPER_MARGIN > 0


@pytest.mark.parametrize(
    ("locale_name", "size_points"),
    [("en_US.UTF-8", (612, 792)), ("es_MX", (612, 792)), ("ru_RU.UTF-8", (595, 842))],
)
def test_pdf_uses_the_systems_paper_size(monkeypatch, locale_name, size_points):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_PAPER", locale_name)
    data = render_pdf(make_scorecard(GameSetup("damn", 3, {"deals": 4})))
    media_box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert media_box is not None
    assert sorted(round(float(side)) for side in media_box.groups()) == list(size_points)


def make_rows(*kinds):
    return [SheetRow(number, (), kind=kind) for number, kind in enumerate(kinds)]


def test_halves_are_tables_beside_or_below_each_other_with_the_results_below_the_last():
    deal, half = RowKind.DEAL, RowKind.HALF
    rows = make_rows(deal, deal, half, deal, half)
    first, second = (0, 1, 2), (3, 4, 5, 6)
    assert list(_possible_plans(rows, 7)) == [((first, second),), ((first,), (second,))]


def test_deals_are_spread_evenly_over_up_to_eight_tables():
    plans = list(_possible_plans(make_rows(*[RowKind.DEAL] * 5), 7))
    assert len(plans) == 8
    assert plans[0] == (((0, 1, 2, 3, 4, 5, 6),),)
    assert plans[1] == (((0, 1, 2, 3),), ((4, 5, 6),))
    for plan in plans:
        assert [row for column in plan for table in column for row in table] == list(range(7))
    assert next(_possible_plans([], 2)) == (((0, 1),),)


def test_columns_are_as_wide_as_their_texts_and_names():
    card = make_scorecard(GameSetup("damn", 3, {"deals": 4}))
    text = SheetText.from_sheet(card.sheet, card.names)
    columns = measure_column_widths(text)
    assert columns.player_count == 3
    assert len(columns.cells) == len(card.sheet.columns)
    assert min(columns.cells) >= MIN_CELL_WIDTH
    name_width = page_font_metrics(TextSize.NORMAL, bold=True).horizontalAdvance("Nikolai")
    assert sum(columns.cells) >= min(name_width, MAX_NAME_WIDTH) + 2 * CELL_PADDING
    double = columns.stretch_columns(2.0)
    assert double.total_width == 2 * columns.total_width
    assert columns.total_width == pytest.approx(
        columns.label + 3 * sum(columns.cells) + sum(columns.side)
    )


def test_a_table_is_drawn_below_its_header_with_a_line_under_it():
    card = make_scorecard(GameSetup("damn", 3, {"deals": 4}))
    text = SheetText.from_sheet(card.sheet, card.names)
    columns, drawing = measure_column_widths(text), PageDrawing()
    table = PageTablePainter(drawing, text, columns, x=10, row=20)
    assert table.draw_rows(range(2), y=100) == 100 + HEADER_HEIGHT + 2 * 20
    assert table.columns_rect(0, 5, 6) == QRectF(10, 5, columns.label, 6)
    assert table.columns_rect(1, 5, 6, len(columns.cells)).right() == pytest.approx(
        10 + columns.label + sum(columns.cells)
    )
    bottom = drawing.items[-1]
    assert bottom.rect == QRectF(
        10, 100 + HEADER_HEIGHT + 40 - THICK_LINE / 2, columns.total_width, THICK_LINE
    )
    first = drawing.cell_rects[BoxPosition(0, 0, 0)]
    assert (first.left(), first.top()) == (10 + columns.label, 100 + HEADER_HEIGHT)
    assert set(drawing.cell_rects) == {
        *(
            BoxPosition(row, seat, box)
            for row in range(2)
            for seat in range(3)
            for box in range(len(card.sheet.columns))
        ),
        *(BoxPosition(row, None, 0) for row in range(2)),
    }


def test_a_drawing_is_centred_in_its_room_and_fills_it():
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        assert fit_painter(painter, PageDrawing(50, 50), QRectF(20, 10, 160, 80)) == 1.6
        corner = painter.worldTransform().map(QPointF(0, 0))
        opposite = painter.worldTransform().map(QPointF(50, 50))
    assert (corner, opposite) == (QPointF(60, 10), QPointF(140, 90))


def test_the_same_sheet_is_larger_on_larger_paper():
    card = make_scorecard(GameSetup("damn", 3, {"deals": 4}))
    small, large = (lay_out_page(card, *size) for size in ((300, 400), (600, 800)))
    assert (small.width, small.height) == (large.width, large.height)
    assert small.items == large.items
