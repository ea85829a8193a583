"""Tests of printing sheets and saving them as files."""

import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QLocale, QStandardPaths, Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialogButtonBox, QFileDialog, QLineEdit

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.app.sheets.sheet_csv import encode_sheet_csv
from greenbaize.app.sheets.sheet_files import format_file_name, save_sheet
from greenbaize.ui.features.sheets.controller import BlankSheetWindow
from greenbaize.ui.sheets import sheet_saver
from greenbaize.ui.sheets.page_layout import render_pdf
from greenbaize.ui.sheets.sheet_saver import nearest_existing_folder, saved_message
from greenbaize.ui.sheets.sheet_window import SheetWindow
from match.random_matches import GameSetup
from ui.sheets.sample_sheets import NAMES, make_scorecard

needs_qt_print_dialog = pytest.mark.skipif(
    os.name == "nt", reason="tests cannot operate the system's dialog"
)


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


@needs_qt_print_dialog
def test_printing_can_be_cancelled(qtbot, open_sheet_page):
    page = open_sheet_page()
    qtbot.mouseClick(page.print_button, Qt.MouseButton.LeftButton)
    dialog = page.saver.dialog
    assert isinstance(dialog, QPrintDialog)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


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


@pytest.fixture
def no_last_folder(monkeypatch):
    monkeypatch.setattr(sheet_saver, "_last_folder", "")


def test_the_next_file_goes_into_the_folder_of_the_last_one(
    qtbot, open_sheet_page, tmp_path, monkeypatch, no_last_folder
):
    monkeypatch.setattr(
        QStandardPaths, "writableLocation", lambda kind: str(tmp_path / "papers" / "none")
    )
    (tmp_path / "papers").mkdir()
    (tmp_path / "sheets").mkdir()
    page = open_sheet_page()
    page.saver.save_pdf(page.page.scorecard)
    dialog = page.saver.dialog
    assert dialog.directory().absolutePath() == str(tmp_path / "papers")
    assert dialog.selectedFiles()[0].endswith(f"{format_file_name(page.page.scorecard)}.pdf")
    assert dialog.defaultSuffix() == "pdf"
    assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
    dialog.fileSelected.emit(str(tmp_path / "sheets" / "x.pdf"))
    dialog.reject()
    page.saver.save_csv(page.page.scorecard)
    assert page.saver.dialog.directory().absolutePath() == str(tmp_path / "sheets")
    assert page.saver.dialog.defaultSuffix() == "csv"
    page.saver.dialog.reject()


def test_the_nearest_folder_that_exists_is_found(tmp_path):
    assert nearest_existing_folder(str(tmp_path)) == str(tmp_path)
    assert nearest_existing_folder(str(tmp_path / "a" / "b")) == str(tmp_path)


def test_a_saved_path_may_break_after_folders_and_has_no_control_characters():
    path = Path("sheets") / "a\nb" / "x.pdf"
    breaking = f"{os.sep}\u200b"
    assert saved_message(path) == f"Saved as sheets{breaking}a b{breaking}x.pdf"


def test_a_refusal_of_the_printer_is_reported(open_sheet_page, monkeypatch):
    page = open_sheet_page()
    sentences = []
    page.saver.file_saved.connect(sentences.append)
    monkeypatch.setattr(sheet_saver, "paint_page", lambda printer, card: False)
    page.saver._print_to(QPrinter(), page.page.scorecard)
    assert page.saver.dialog.text() == "The printer does not take the sheet."
    page.saver.dialog.reject()
    monkeypatch.setattr(sheet_saver, "paint_page", lambda printer, card: True)
    page.saver._print_to(SimpleNamespace(outputFileName=lambda: ""), page.page.scorecard)
    assert sentences == ["The sheet goes to the printer."]
