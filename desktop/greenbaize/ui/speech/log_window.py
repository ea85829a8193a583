"""The window *What was said*: a line for all that was said, which can be read and copied."""

from PySide6.QtCore import QEvent, QItemSelectionModel, QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialogButtonBox,
    QListView,
    QListWidget,
    QVBoxLayout,
    QWidget,
)

from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.speech.gathering import SpokenLog
from greenbaize.ui.theme import Theme
from greenbaize.ui.window_geometry import usual_size
from greenbaize.words.catalogue import tr


class LogList(QListWidget):
    """The lines; what is chosen of them can be copied."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, or walk about."""
        if event.matches(QKeySequence.StandardKey.Copy):
            lines = sorted(self.selectedIndexes(), key=lambda one: one.row())
            QGuiApplication.clipboard().setText("\n".join(one.data() for one in lines))
        else:
            super().keyPressEvent(event)


class LogWindow(Dialog):
    """Shows what was said, the newest last; ``on`` is whether anything is being said."""

    def __init__(self, log: SpokenLog, theme: Theme, parent: QWidget, *, on: bool) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What was said"))
        self.setModal(False)
        self._theme = theme
        self.list = LogList(self)
        self.list.setAccessibleName(tr("What was said"))
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setWordWrap(True)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.list.setSpacing(2)
        self.list.addItems(log.lines)
        buttons = QDialogButtonBox(self)
        self.copy_button = buttons.addButton(
            tr("Copy &all"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.close_button = buttons.addButton(tr("C&lose"), QDialogButtonBox.ButtonRole.RejectRole)
        for button in (self.copy_button, self.close_button):
            button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(10)
        self.off_note = note(
            tr(
                "The table is silent just now; you can let it speak in the preferences, page "
                "“By ear”."
            ),
            self,
        )
        self.off_note.setVisible(not on)
        column.addWidget(self.off_note)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        log.heard.connect(self._add)
        log.cleared.connect(self.list.clear)
        self.set_theme(theme)
        self._to_last()
        self.list.setFocus()

    def sizeHint(self) -> QSize:
        return usual_size(self, QSize(460, 420))

    def event(self, event: QEvent) -> bool:
        """Stay paper when the application's colours change."""
        done = super().event(event)
        if event.type() == QEvent.Type.ApplicationPaletteChange:
            self.set_theme(self._theme)
        return done

    def _add(self, words: str) -> None:
        """Add a line; whoever is at the newest one stays at the newest."""
        newest = self.list.currentRow() == self.list.count() - 1
        self.list.addItem(words)
        if newest and not self.list.hasFocus():
            self._to_last()

    def _to_last(self) -> None:
        select = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.list.setCurrentRow(self.list.count() - 1, select)
        self.list.scrollToBottom()

    def _copy(self) -> None:
        lines = [self.list.item(row).text() for row in range(self.list.count())]
        QGuiApplication.clipboard().setText("\n".join(lines))

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.setPalette(paper_palette(theme))
