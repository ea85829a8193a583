"""A strip of paper over the table that says, once, what went wrong; play goes on below it."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMainWindow, QPushButton, QWidget

from greenbaize.ui.plain import Label, on_button
from greenbaize.ui.sheets.paper import paint_paper, paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr


class Banner(QFrame):
    """One sentence with a button to do something about it, and one to put it away."""

    acted = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._over = parent
        self.words = Label(parent=self)
        self.words.setWordWrap(True)
        self.act = QPushButton(self)
        self.away = QPushButton(tr("Put away"), self)
        for button in (self.act, self.away):
            button.setAutoDefault(True)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 10, 8)
        row.addWidget(self.words, 1)
        row.addWidget(self.act)
        row.addWidget(self.away)
        self.act.clicked.connect(self.hide)
        self.act.clicked.connect(self.acted)
        self.away.clicked.connect(self.hide)
        self.set_theme(theme)
        self.hide()

    def tell(self, sentence: str, act: str = "") -> None:
        """Say a sentence; ``act`` is the text of the button that does something about it."""
        self.words.setText(sentence)
        self.act.setText(on_button(act))
        self.act.setVisible(bool(act))
        self.setAccessibleName(sentence)
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Lie along the upper edge of the window's middle, below its menus."""
        width = min(self._over.width() - 24, 720)
        height = max(48, self.heightForWidth(width), self.sizeHint().height())
        menus = self._over.menuBar().height() if isinstance(self._over, QMainWindow) else 0
        self.setGeometry((self._over.width() - width) // 2, menus + 8, width, height)

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.setPalette(paper_palette(theme))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the paper."""
        paint_paper(self, self._theme)
