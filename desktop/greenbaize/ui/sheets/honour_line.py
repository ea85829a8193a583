"""The line on the result that tells of honours, and the words that have them told no more."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from greenbaize.ui.announcing import announce
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import small
from greenbaize.ui.theme import Theme
from greenbaize.ui.word_link import WordLink
from greenbaize.words.catalogue import tr


class HonourLine(QWidget):
    """Quiet: it takes no keyboard by itself, and stands where it is until the result goes."""

    unwanted = Signal()
    """Nothing of this is to be told any more."""
    changed = Signal()
    """It takes more room, or less."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.words = Label(parent=self)
        self.words.setWordWrap(True)
        self.off = WordLink(tr("Don't show honours"), theme, self)
        self.off.clicked.connect(self._on_off)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.words)
        column.addWidget(self.off, 0, Qt.AlignmentFlag.AlignRight)
        self.hide()

    def tell(self, words: str) -> None:
        """Tell of them."""
        self.words.setText(words)
        self.off.show()
        self.show()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme, and the size in which sheets are written now."""
        self.off.set_theme(theme)
        for part in (self.words, self.off):
            part.setFont(small())

    def _on_off(self) -> None:
        # The keyboard goes to the result, not to whatever button comes next.
        self._over.setFocus()
        self.off.hide()
        self.words.setText(
            tr("Honours are no longer announced. You can turn them on again in the preferences.")
        )
        announce(self, self.words.text())
        self.unwanted.emit()
        self.changed.emit()
