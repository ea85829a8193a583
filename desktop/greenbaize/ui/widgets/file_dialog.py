"""A file dialog with all texts in the program's language."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFileDialog, QHeaderView, QTreeView, QWidget

from greenbaize.words.catalogue import tr

TYPE_COLUMN = 2


class FileDialog(QFileDialog):
    """Qt's or the system's file dialog, with the labels that Qt does not translate."""

    def __init__(self, parent: QWidget, title: str, folder: str = "") -> None:
        super().__init__(parent, title, folder)
        self.setLabelText(QFileDialog.DialogLabel.LookIn, tr("Look &in:"))
        self.setLabelText(QFileDialog.DialogLabel.FileType, tr("File &types:"))

    def showEvent(self, event: QShowEvent) -> None:
        """Give names the room that dates and sizes leave; the type is part of the name."""
        files = self.findChild(QTreeView, "treeView")
        if isinstance(files, QTreeView):
            files.setColumnHidden(TYPE_COLUMN, True)
            head, mode = files.header(), QHeaderView.ResizeMode
            for column in range(head.count()):
                head.setSectionResizeMode(column, mode.ResizeToContents if column else mode.Stretch)
        super().showEvent(event)
