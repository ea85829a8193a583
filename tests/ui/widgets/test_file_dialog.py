"""Tests of the file dialog."""

import re

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QPushButton, QToolButton, QTreeView, QWidget

from greenbaize.app.language import override_language
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.localized_texts import set_window_language
from greenbaize.ui.widgets.window_geometry import apply_text_scale


@pytest.fixture
def russian_dialog():
    override_language("ru")
    set_window_language("ru")
    yield
    override_language("")
    set_window_language("en")
    set_window_language("system")


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_dialog_is_russian_and_cuts_no_column(qtbot, russian_dialog, tmp_path, text_scale):
    (tmp_path / "folder").mkdir()
    (tmp_path / "sheet.csv").write_text("x" * 5000, "utf-8")
    home = QWidget()
    qtbot.addWidget(home)
    apply_text_scale(text_scale)
    dialog = FileDialog(home, "Файл", str(tmp_path))
    dialog.setNameFilter("CSV (*.csv)")
    dialog.show()
    files = dialog.findChild(QTreeView, "treeView")
    qtbot.waitUntil(lambda: files.model().rowCount(files.rootIndex()) == 2)
    headers = [files.model().headerData(index, Qt.Orientation.Horizontal) for index in range(4)]
    words = [child.text() for kind in (QLabel, QPushButton) for child in dialog.findChildren(kind)]
    words += [child.toolTip() for child in dialog.findChildren(QToolButton)]
    assert not [child for child in (*words, *headers) if re.search("[a-z]", child)]
    assert files.isColumnHidden(2)  # the column that would say “Folder” in every row
    head = files.header()
    assert head.sectionResizeMode(0) is QHeaderView.ResizeMode.Stretch
    for column in (1, 3):
        assert files.columnWidth(column) >= files.sizeHintForColumn(column)
    assert head.length() <= files.viewport().width() + 1
    assert files.rootIndex() != QModelIndex()
