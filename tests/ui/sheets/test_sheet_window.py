"""Tests of the wide page: its layout on any paper, on screen, in print and as PDF."""

import os
import re
import stat
import tempfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QRectF, Qt
from PySide6.QtGui import QColor, QDesktopServices, QImage, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLineEdit

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_files import format_file_name, save_sheet
from greenbaize.games.beat.master_sheet import make_master_sheet
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import BoxPosition, DealEntry
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.sheets import sheet_saver
from greenbaize.ui.sheets.drawing import (
    OutlineItem,
    TextItem,
    page_font_metrics,
    paint_items,
)
from greenbaize.ui.sheets.page_layout import (
    PAPER_MARGIN,
    choose_paper_orientation,
    lay_out_page,
    render_pdf,
    system_paper_size,
)
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.widgets.style import apply_application_theme
from greenbaize.ui.widgets.theme import DARK, LIGHT
from match.random_matches import SETUPS, GameSetup, play_randomly

needs_qt_print_dialog = pytest.mark.skipif(
    os.name == "nt", reason="tests cannot operate the system's dialog"
)
NAMES = ("Nikolai", "Boris", "Konstantina-Maria", "Mila", "Otto", "Jan", "Lena", *"XYZ")


def make_scorecard(setup, number=12):
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, number, "2026-11-03")


def make_wrong_scorecard():
    entry = DealEntry(((5, -4), (4, -4), (1, 0)), (0, 0, 2))
    return Scorecard("master", NAMES[:3], make_master_sheet(3, [entry], current=2))


@pytest.fixture
def open_sheet_page(qtbot):
    """Return a function that opens the page of a scorecard, by default of a match of Ass."""

    def open_page(card=None):
        page = SheetWindow(card or make_scorecard(GameSetup("ass", 3, {})))
        qtbot.addWidget(page)
        page.show()
        return page

    return open_page


def drawn_texts(drawing):
    return [part.text for part in drawing.items if isinstance(part, TextItem)]


def is_inside_page(drawing):
    page = QRectF(-1, -1, drawing.width + 2, drawing.height + 2)
    return all(page.contains(part.rect) for part in drawing.items)


@pytest.mark.parametrize("game", ["master", "ass"])
def test_a_quiet_line_below_the_paper_says_what_a_rating_means(open_sheet_page, game):
    card = make_scorecard(GameSetup(game, 3, {}))
    unrated = replace(card, sheet=replace(card.sheet, ratings=None))
    page = open_sheet_page(card)
    note = page.rating_note
    assert note.isVisible()
    assert note.text() == "50 % is the middle of a rating, and it has no upper end."
    assert note.y() >= page.scroll_area.geometry().bottom()
    assert note.text() not in drawn_texts(page.page.drawing)
    page.show_scorecard(unrated)
    assert not note.isVisible()
    page.show_scorecard(card)
    assert note.isVisible()


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
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_master_fits_on_one_screen(qtbot, seats):
    page = SheetWindow(make_scorecard(GameSetup("master", seats, {})))
    qtbot.addWidget(page)
    page.resize(1280, 780)
    page.show()
    bars = page.scroll_area.verticalScrollBar(), page.scroll_area.horizontalScrollBar()
    assert [bar.maximum() for bar in bars] == [0, 0]
    assert page.page.zoom >= 1


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


def test_page_grows_as_play_goes_on(qtbot):
    setup = GameSetup("ass", 3, {})
    played = play_randomly(setup, 1)
    page = SheetWindow(Scorecard("ass", NAMES[:3], setup.game.sheet(played.moments[20][1])))
    qtbot.addWidget(page)
    before = len(page.page.drawing.cell_rects)
    page.show_scorecard(make_scorecard(setup))
    assert len(page.page.drawing.cell_rects) > before
    assert "Total" in page.page.accessibleDescription()


def test_a_small_window_scrolls_and_stays_readable(open_sheet_page):
    page = open_sheet_page(make_scorecard(GameSetup("master", 4, {})))
    page.resize(500, 400)
    assert page.page.zoom == 1
    assert page.scroll_area.verticalScrollBar().maximum() > 0


# Paper


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


@pytest.mark.parametrize(
    ("decimal", "first"), [(",", b"\xef\xbb\xbfrow;number;"), (".", b"\xef\xbb\xbfrow,number,")]
)
def test_a_table_is_saved_as_the_systems_spreadsheet_reads_it(
    qtbot, monkeypatch, tmp_path, decimal, first
):
    monkeypatch.setattr(QLocale, "decimalPoint", lambda _: decimal)
    card = make_scorecard(GameSetup("damn", 3, {"deals": 4}))
    page = SheetWindow(card)
    qtbot.addWidget(page)
    page.saver.save_csv(card)
    for _ in range(2):  # an earlier file of ours is replaced
        page.saver.dialog.fileSelected.emit(str(tmp_path / "x.csv"))
        assert (tmp_path / "x.csv").read_bytes().startswith(first)
        save_sheet(tmp_path / "x.csv", encode_sheet_csv(card), None)


def print_to_file(qtbot, dialog, path):
    """Let the dialog print into a file, as without a printer."""
    assert isinstance(dialog, QPrintDialog)
    assert dialog.isVisible()
    file = next(edit for edit in dialog.findChildren(QLineEdit) if edit.objectName() == "filename")
    file.setText(str(path))
    buttons = dialog.findChild(QDialogButtonBox)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)


@needs_qt_print_dialog
def test_the_print_button_opens_the_dialog_and_prints(qtbot, open_sheet_page, tmp_path):
    page = open_sheet_page()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    page.saved_note.setText("Saved as another.pdf")
    print_to_file(qtbot, page.saver.dialog, tmp_path / "match.pdf")
    assert page.saved_note.text().endswith("match.pdf")
    assert (tmp_path / "match.pdf").read_bytes().startswith(b"%PDF")


@needs_qt_print_dialog
def test_the_key_for_printing_does_the_same_for_a_sheet_kept_by_hand(qtbot, tmp_path):
    window = BlankSheetWindow(ManualSheet.create("master", NAMES[:3], {}))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    print_to_file(qtbot, window.saver.dialog, tmp_path / "blank.pdf")
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF")


def test_the_line_below_a_sheet_kept_by_hand_takes_the_colours_of_another_theme(qtbot):
    window = BlankSheetWindow(ManualSheet.create("master", NAMES[:3], {}))
    qtbot.addWidget(window)
    window.show()
    for wrong in (None, Message("record-locked", {"path": "x"})):
        window.entry_paper.refusal = wrong
        window._update_status()
        for theme in (DARK, LIGHT):
            apply_application_theme(theme)
            QApplication.processEvents()
            ink = theme.ink_quiet if wrong is None else theme.loss
            assert window.status_label.palette().color(
                window.status_label.foregroundRole()
            ) == QColor(ink)


@needs_qt_print_dialog
def test_printing_can_be_cancelled(qtbot, open_sheet_page):
    page = open_sheet_page()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    dialog = page.saver.dialog
    assert isinstance(dialog, QPrintDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


# Saving


def test_save_buttons_write_the_chosen_file(qtbot, open_sheet_page, tmp_path):
    page = open_sheet_page()
    for button, name, start in (
        (page.pdf_button, "x.pdf", b"%PDF"),
        (page.csv_button, "x.csv", b"\xef\xbb\xbfrow,"),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = page.saver.dialog
        with qtbot.waitSignal(page.saver.file_saved):
            dialog.fileSelected.emit(str(tmp_path / name))
        dialog.reject()
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_failed_write_is_reported(open_sheet_page, tmp_path):
    page = open_sheet_page()
    assert not page.saver.write_file(tmp_path / "no" / "x.pdf", render_pdf, page.page.scorecard)
    box = page.saver.dialog
    assert "No such file" in box.text()
    box.reject()


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need privileges on Windows")
def test_a_record_is_not_replaced_by_its_own_sheet(qtbot, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"the record")
    (tmp_path / "x.csv").symlink_to(path)
    page = SheetWindow(replace(make_scorecard(GameSetup("ass", 3, {})), source=path))
    qtbot.addWidget(page)
    assert not page.saver.write_file(tmp_path / "x.csv", encode_sheet_csv, page.page.scorecard)
    page.saver.dialog.reject()
    assert path.read_bytes() == b"the record"


@pytest.fixture
def opened_paths(tmp_path, monkeypatch):
    """List the files that the desktop was asked to open."""
    paths = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: paths.append(Path(url.toLocalFile()))
    )
    return paths


def test_an_opened_pdf_lies_in_a_private_folder(open_sheet_page, tmp_path, opened_paths):
    page = open_sheet_page()
    for _ in range(2):
        page.saver._open_pdf(page.page.scorecard)
    assert len({path.parent for path in opened_paths}) == 2
    for path in opened_paths:
        assert path.read_bytes().startswith(b"%PDF-")
        assert path.parent.parent == tmp_path
        if os.name == "posix":
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_without_a_printer_a_pdf_is_opened(qtbot, open_sheet_page, opened_paths, monkeypatch):
    monkeypatch.setattr(sheet_saver, "NATIVE_PRINT_DIALOG", True)
    monkeypatch.setattr(QPrinter, "outputFormat", lambda _: QPrinter.OutputFormat.PdfFormat)
    page = open_sheet_page()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    assert page.saver.dialog is None
    (path,) = opened_paths
    assert path.read_bytes().startswith(b"%PDF-")


def test_file_names_have_no_special_characters():
    card = Scorecard(
        "damn", ("A/B", "C:D", "E\n"), make_scorecard(SETUPS[0]).sheet, date="2026-11-03"
    )
    assert not set('<>:"/\\|?*\n') & set(format_file_name(card))
    assert "2026-11-03" in format_file_name(card)
