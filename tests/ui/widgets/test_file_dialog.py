"""Tests of the file dialog."""

import re

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QPushButton, QToolButton, QTreeView, QWidget

from greenbaize.app.language import ask_for
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.texts import speak
from greenbaize.ui.widgets.window_geometry import write_at


@pytest.fixture
def russian():
    ask_for("ru")
    speak("ru")
    yield
    ask_for("")
    speak("en")
    speak("system")


@pytest.mark.parametrize("text_scale", [1.0, 1.5])
def test_it_speaks_russian_and_cuts_no_column(qtbot, russian, tmp_path, text_scale):
    (tmp_path / "folder").mkdir()
    (tmp_path / "sheet.csv").write_text("x" * 5000, "utf-8")
    home = QWidget()
    qtbot.addWidget(home)
    write_at(text_scale)
    dialog = FileDialog(home, "Файл", str(tmp_path))
    dialog.setNameFilter("CSV (*.csv)")
    dialog.show()
    files = dialog.findChild(QTreeView, "treeView")
    qtbot.waitUntil(lambda: files.model().rowCount(files.rootIndex()) == 2)
    heads = [files.model().headerData(at, Qt.Orientation.Horizontal) for at in range(4)]
    words = [one.text() for kind in (QLabel, QPushButton) for one in dialog.findChildren(kind)]
    words += [one.toolTip() for one in dialog.findChildren(QToolButton)]
    assert not [one for one in (*words, *heads) if re.search("[a-z]", one)]
    assert files.isColumnHidden(2)  # the column that would say “Folder” in every row
    head = files.header()
    assert head.sectionResizeMode(0) is QHeaderView.ResizeMode.Stretch
    for column in (1, 3):
        assert files.columnWidth(column) >= files.sizeHintForColumn(column)
    assert head.length() <= files.viewport().width() + 1
    assert files.rootIndex() != QModelIndex()
