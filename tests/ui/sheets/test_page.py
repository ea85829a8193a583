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

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.app.sheets.csv_file import csv_of
from greenbaize.app.sheets.files import file_name, save_sheet
from greenbaize.app.sheets.scorecards import Scorecard
from greenbaize.games.beat.master_sheet import master_sheet
from greenbaize.rules.messages import Message
from greenbaize.rules.sheets import Cell, Entry
from greenbaize.ui.features.sheets.sheets import BlankWindow
from greenbaize.ui.sheets import saving
from greenbaize.ui.sheets.marks import (
    Frame,
    Words,
    metrics,
    paint,
)
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.page_layout import EDGE, page_of, paper_of, paper_size, pdf_of
from greenbaize.ui.sheets.sheet_text import SheetText
from greenbaize.ui.widgets.style import dress
from greenbaize.ui.widgets.theme import DARK, LIGHT
from match.playing import SETUPS, Setup, play_randomly

QT_PRINTS = pytest.mark.skipif(os.name == "nt", reason="tests cannot operate the system's dialog")
NAMES = ("Nikolai", "Boris", "Konstantina-Maria", "Mila", "Otto", "Jan", "Lena", *"XYZ")


def card_of(setup, number=12):
    sheet = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    return Scorecard(setup.name, NAMES[: setup.seats], sheet, number, "2026-11-03")


def wrong_card():
    entry = Entry(((5, -4), (4, -4), (1, 0)), (0, 0, 2))
    return Scorecard("master", NAMES[:3], master_sheet(3, [entry], current=2))


@pytest.fixture
def paged(qtbot):
    """Return a function that opens the page of a scorecard, by default of a match of Ass."""

    def show(card=None):
        page = SheetPage(card or card_of(Setup("ass", 3, {})))
        qtbot.addWidget(page)
        page.show()
        return page

    return show


def texts(drawing):
    return [part.text for part in drawing.marks if isinstance(part, Words)]


def inside(drawing):
    page = QRectF(-1, -1, drawing.width + 2, drawing.height + 2)
    return all(page.contains(part.rect) for part in drawing.marks)


@pytest.mark.parametrize("game", ["master", "ass"])
def test_a_quiet_line_below_the_paper_says_what_a_rating_means(paged, game):
    card = card_of(Setup(game, 3, {}))
    unrated = replace(card, sheet=replace(card.sheet, ratings=None))
    page = paged(card)
    note = page.rating_note
    assert note.isVisible()
    assert note.text() == "50 % is the middle of a rating, and it has no upper end."
    assert note.y() >= page.view.geometry().bottom()
    assert note.text() not in texts(page.paper.drawing)
    page.show_card(unrated)
    assert not note.isVisible()
    page.show_card(card)
    assert note.isVisible()


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
@pytest.mark.parametrize("size", [(535, 782), (782, 535), (1250, 660), (400, 1400)])
def test_everything_lies_on_the_paper_whatever_its_shape(setup, size):
    card = card_of(setup)
    drawing = page_of(card, *size)
    assert inside(drawing)
    assert drawing.width / drawing.height == pytest.approx(size[0] / size[1])
    rows = SheetText.of(card.sheet, card.names).rows[: len(card.sheet.rows)]
    boxes = sum(len(own) for row in rows for own in (*row.boxes, row.side))
    results = len(drawing.cells) - boxes
    assert results >= 0


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_master_is_seen_whole_on_one_screen(qtbot, seats):
    page = SheetPage(card_of(Setup("master", seats, {})))
    qtbot.addWidget(page)
    page.resize(1280, 780)
    page.show()
    bars = page.view.verticalScrollBar(), page.view.horizontalScrollBar()
    assert [bar.maximum() for bar in bars] == [0, 0]
    assert page.paper.factor >= 1


@pytest.mark.slow
def test_numbers_are_never_shortened():
    for setup in SETUPS:
        drawing = page_of(card_of(setup), 535, 782)
        for part in drawing.marks:
            if isinstance(part, Words) and re.fullmatch(r"[−+\d]+", part.text):
                room = metrics(part.size, bold=part.bold).horizontalAdvance(part.text)
                assert room <= part.rect.width() + 0.5, part


@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_heading_is_whole_however_narrow_the_table_is(setup):
    drawing = page_of(card_of(setup), 1200, 700)
    words = [one for one in drawing.marks if isinstance(one, Words)]
    for one in words[:2]:
        assert metrics(one.size, bold=one.bold).horizontalAdvance(one.text) <= one.rect.width()


def test_the_page_has_what_the_paper_has():
    said = texts(page_of(card_of(Setup("master", 3, {})), 782, 535))
    for text in ("Master", "First half", "Second half", "Total", "Place", "Rating", "No. 12"):
        assert text in said
    assert said.count("Nikolai") > 2
    assert {"−244", "+244", "141"} <= set(said)
    assert not any("224" in text for text in said)  # sums that belong in the help only


def test_without_a_number_there_is_room_to_write_one():
    card = card_of(Setup("damn", 3, {"deals": 4}), None)
    assert "Match" in texts(page_of(card, 535, 782))


def test_a_very_long_match_is_dealt_out_over_several_tables():
    setup = Setup("ass", 2, {"must_beat": False, "deal_limit": 0})
    row = setup.game.sheet(play_randomly(setup, 1).moments[-1][1])
    rows = row.rows[:1] * 300
    card = Scorecard("ass", NAMES[:2], type(row)(row.columns, rows, row.totals, (1, 2)))
    drawing = page_of(card, 535, 782)
    assert inside(drawing)
    assert texts(drawing).count("Nikolai") > 2


def test_what_is_wrong_is_framed_and_said():
    drawing = page_of(wrong_card(), 782, 535)
    frames = [part.rect for part in drawing.marks if isinstance(part, Frame)]
    wrong = [Cell(0, seat, place) for seat in range(3) for place in (0, 1)] + [Cell(0, None, 0)]
    assert sorted(map(str, frames)) == sorted(str(drawing.cells[cell]) for cell in wrong)
    said = [text for text in texts(drawing) if text.startswith("✗")]
    assert said == [
        "✗ Deal 1, All: tricks and remaining tricks add up to 10, not 9 (+1).",
        "✗ Deal 1, All: the points add up to −8, not −9 (+1).",
    ]


def test_wrong_boxes_are_painted_in_red_and_the_current_row_is_tinted():
    drawing = page_of(wrong_card(), 900, 600)
    image = QImage(900, 600, QImage.Format.Format_RGB32)
    image.fill(QColor(LIGHT.paper))
    painter = QPainter(image)
    scale = 900 / drawing.width
    painter.scale(scale, scale)
    paint(painter, drawing.marks, theme=LIGHT)
    painter.end()
    box = drawing.cells[Cell(0, 0, 0)]
    edge = image.pixelColor(round((box.left() + 1.6) * scale), round(box.center().y() * scale))
    assert edge.red() > edge.green() + 60
    row = drawing.cells[Cell(1, 0, 0)]
    at = row.center() * scale
    assert image.pixelColor(at.toPoint()).name() == LIGHT.paper_tint


def test_it_grows_as_play_goes_on(qtbot):
    setup = Setup("ass", 3, {})
    played = play_randomly(setup, 1)
    page = SheetPage(Scorecard("ass", NAMES[:3], setup.game.sheet(played.moments[20][1])))
    qtbot.addWidget(page)
    before = len(page.paper.drawing.cells)
    page.show_card(card_of(setup))
    assert len(page.paper.drawing.cells) > before
    assert "Total" in page.paper.accessibleDescription()


def test_where_it_must_be_small_it_scrolls_and_stays_readable(paged):
    page = paged(card_of(Setup("master", 4, {})))
    page.resize(500, 400)
    assert page.paper.factor == 1
    assert page.view.verticalScrollBar().maximum() > 0


# Paper


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS, ids=str)
def test_the_pdf_is_one_page_of_a4_with_words_and_without_pictures(setup):
    data = pdf_of(card_of(setup))
    assert len(re.findall(rb"/Type\s*/Page\b", data)) == 1
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert sorted(round(float(side)) for side in box.groups()) == [595, 842]
    assert b"/Subtype /Image" not in data
    assert set(re.findall(rb"/FontName /\w+\+?([\w-]+)", data)) <= {
        b"GreenBaizeSans-Regular",
        b"GreenBaizeSans-Bold",
    }


def test_the_pdfs_words_are_text_that_can_be_searched():
    data = pdf_of(card_of(Setup("master", 3, {})))
    streams = []
    for part in re.findall(rb"stream\r?\n(.*?)endstream", data, re.S):
        try:
            streams.append(zlib.decompress(part))
        except zlib.error:
            streams.append(part)
    maps = [stream for stream in streams if b"begincmap" in stream]
    told = "".join(
        chr(int(code, 16))
        for one in maps
        for line in re.findall(rb"<[0-9a-fA-F]+> <[0-9a-fA-F]+> \[?((?:<[0-9a-fA-F]+> ?)+)", one)
        for code in re.findall(rb"[0-9a-fA-F]+", line)
    )
    assert set("MasterNikolaiFirsthalf−244♥♠♦") <= set(told)
    assert sum(stream.count(b" Tj") for stream in streams) > 200


def test_the_pdf_uses_the_paper_that_lets_it_be_larger():
    wide = paper_of(card_of(Setup("damn", 7, {"deals": 4})))[0]
    assert wide.width > wide.height
    high = paper_of(card_of(Setup("master", 4, {"trumps": "ranked"})))[0]
    assert high.height > high.width
    short = paper_size().size(QPageSize.Unit.Point).width()
    assert short > EDGE > 0


@pytest.mark.parametrize(
    ("locale_name", "size_points"),
    [("en_US.UTF-8", (612, 792)), ("es_MX", (612, 792)), ("ru_RU.UTF-8", (595, 842))],
)
def test_the_paper_is_that_of_the_system(monkeypatch, locale_name, size_points):
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_PAPER", locale_name)
    data = pdf_of(card_of(Setup("damn", 3, {"deals": 4})))
    found = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    assert found is not None
    assert sorted(round(float(one)) for one in found.groups()) == list(size_points)


@pytest.mark.parametrize(
    ("decimal", "first"), [(",", b"\xef\xbb\xbfrow;number;"), (".", b"\xef\xbb\xbfrow,number,")]
)
def test_a_table_is_saved_as_the_systems_spreadsheet_reads_it(
    qtbot, monkeypatch, tmp_path, decimal, first
):
    monkeypatch.setattr(QLocale, "decimalPoint", lambda _: decimal)
    card = card_of(Setup("damn", 3, {"deals": 4}))
    page = SheetPage(card)
    qtbot.addWidget(page)
    page.saver.save_csv(card)
    for _ in range(2):  # an earlier file of ours is replaced
        page.saver.dialog.fileSelected.emit(str(tmp_path / "x.csv"))
        assert (tmp_path / "x.csv").read_bytes().startswith(first)
        save_sheet(tmp_path / "x.csv", csv_of(card), None)


def print_to(qtbot, dialog, path):
    """Let the dialog print into a file, as without a printer."""
    assert isinstance(dialog, QPrintDialog)
    assert dialog.isVisible()
    file = next(one for one in dialog.findChildren(QLineEdit) if one.objectName() == "filename")
    file.setText(str(path))
    buttons = dialog.findChild(QDialogButtonBox)
    ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
    qtbot.mouseClick(ok, Qt.MouseButton.LeftButton)


@QT_PRINTS
def test_the_print_button_opens_the_dialog_and_prints(qtbot, paged, tmp_path):
    page = paged()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    page.news.setText("Saved as another.pdf")
    print_to(qtbot, page.saver.dialog, tmp_path / "match.pdf")
    assert page.news.text().endswith("match.pdf")
    assert (tmp_path / "match.pdf").read_bytes().startswith(b"%PDF")


@QT_PRINTS
def test_the_key_for_printing_does_the_same_for_a_sheet_kept_by_hand(qtbot, tmp_path):
    window = BlankWindow(BlankSheet.begin("master", NAMES[:3], {}))
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
    qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier)
    print_to(qtbot, window.saver.dialog, tmp_path / "blank.pdf")
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF")


def test_the_line_below_a_sheet_kept_by_hand_takes_the_colours_of_another_theme(qtbot):
    window = BlankWindow(BlankSheet.begin("master", NAMES[:3], {}))
    qtbot.addWidget(window)
    window.show()
    for wrong in (None, Message("record-locked", {"path": "x"})):
        window.entries.refusal = wrong
        window._tell_place()
        for theme in (DARK, LIGHT):
            dress(theme)
            QApplication.processEvents()
            ink = theme.ink_quiet if wrong is None else theme.loss
            assert window.line.palette().color(window.line.foregroundRole()) == QColor(ink)


@QT_PRINTS
def test_printing_can_be_left(qtbot, paged):
    page = paged()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    dialog = page.saver.dialog
    assert isinstance(dialog, QPrintDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


# Saving


def test_buttons_ask_where_and_write_there(qtbot, paged, tmp_path):
    page = paged()
    for button, name, start in (
        (page.pdf_button, "x.pdf", b"%PDF"),
        (page.csv_button, "x.csv", b"\xef\xbb\xbfrow,"),
    ):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        dialog = page.saver.dialog
        with qtbot.waitSignal(page.saver.saved):
            dialog.fileSelected.emit(str(tmp_path / name))
        dialog.reject()
        assert (tmp_path / name).read_bytes().startswith(start)


def test_a_file_that_cannot_be_written_is_told(paged, tmp_path):
    page = paged()
    assert not page.saver.write(tmp_path / "no" / "x.pdf", pdf_of, page.paper.card)
    box = page.saver.dialog
    assert "No such file" in box.text()
    box.reject()


@pytest.mark.skipif(os.name == "nt", reason="symbolic links need privileges on Windows")
def test_a_record_is_not_replaced_by_its_own_sheet(qtbot, tmp_path):
    path = tmp_path / "match.jsonl"
    path.write_bytes(b"the record")
    (tmp_path / "x.csv").symlink_to(path)
    page = SheetPage(replace(card_of(Setup("ass", 3, {})), source=path))
    qtbot.addWidget(page)
    assert not page.saver.write(tmp_path / "x.csv", csv_of, page.paper.card)
    page.saver.dialog.reject()
    assert path.read_bytes() == b"the record"


@pytest.fixture
def opened(tmp_path, monkeypatch):
    """List the files that the desktop was asked to open."""
    paths = []
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: paths.append(Path(url.toLocalFile()))
    )
    return paths


def test_a_pdf_to_be_opened_is_where_nobody_could_wait_for_it(paged, tmp_path, opened):
    page = paged()
    for _ in range(2):
        page.saver._show_pdf(page.paper.card)
    assert len({path.parent for path in opened}) == 2
    for path in opened:
        assert path.read_bytes().startswith(b"%PDF-")
        assert path.parent.parent == tmp_path
        if os.name == "posix":
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_where_there_is_no_printer_a_pdf_is_opened(qtbot, paged, opened, monkeypatch):
    monkeypatch.setattr(saving, "NATIVE_DIALOG", True)
    monkeypatch.setattr(QPrinter, "outputFormat", lambda _: QPrinter.OutputFormat.PdfFormat)
    page = paged()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    assert page.saver.dialog is None
    (path,) = opened
    assert path.read_bytes().startswith(b"%PDF-")


def test_file_names_are_plain():
    card = Scorecard("damn", ("A/B", "C:D", "E\n"), card_of(SETUPS[0]).sheet, date="2026-11-03")
    assert not set('<>:"/\\|?*\n') & set(file_name(card))
    assert "2026-11-03" in file_name(card)
