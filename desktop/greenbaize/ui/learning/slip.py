"""The slip on which a guide writes, above the table, with what one can do about it."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from greenbaize.ui.accessibility import name_for_ears
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import normal, scale, small
from greenbaize.ui.sheets.paper import PaperFrame
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

LINES: Final = 3
"""The slip is as high as so many lines, that the table below does not jump."""

WayOn = tuple[str, Callable[[], None]]
"""What stands on a button, and what it does."""


class GuideSlip(PaperFrame):
    """What the guide says, and its buttons."""

    next_asked = Signal()
    skip_asked = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme, parent)
        self.title = Label(tr("Guide"), self)
        self.text = Label(parent=self)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.next_button = QPushButton(tr("&Next"), self)
        self.skip_button = QPushButton(tr("&Skip the guide"), self)
        self.next_button.clicked.connect(self.next_asked)
        self.skip_button.clicked.connect(self.skip_asked)
        self._ways: list[QPushButton] = []
        self._scale = 0.0
        said = QVBoxLayout()
        said.setSpacing(1)
        said.addWidget(self.title)
        said.addWidget(self.text, 1)
        self._buttons = QVBoxLayout()
        self._buttons.setSpacing(4)
        for button in (self.next_button, self.skip_button):
            button.setAutoDefault(True)
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 12, 8)
        row.setSpacing(14)
        row.addLayout(said, 1)
        row.addLayout(self._buttons)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_theme(theme)

    @property
    def buttons(self) -> list[QPushButton]:
        """The buttons that are there now."""
        return [self.next_button, self.skip_button, *self._ways]

    def say(self, words: str, *, waits: bool) -> None:
        """Show words; ``waits`` is whether the table waits until one goes on."""
        self.text.setText(words)
        name_for_ears(self, tr("Guide"), words)
        self.next_button.setVisible(waits)
        self.updateGeometry()

    def close_with(self, words: str, ways: Sequence[WayOn]) -> None:
        """Say the last there is to say, with the ways on from there, the usual one first."""
        self.say(words, waits=False)
        self.skip_button.hide()
        for place, (text, follow) in enumerate(ways):
            button = QPushButton(text, self)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, follow=follow: follow())
            self._buttons.insertWidget(place, button)
            button.show()  # or it would have to wait to be given the keyboard
            self._ways.append(button)
        self.set_theme(self._theme)

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._write()

    def fit(self) -> None:
        """Be written as large as all else on a table of this size."""
        if scale() != self._scale:
            self._write()

    def _write(self) -> None:
        self._scale = scale()
        self.title.setFont(small(bold=True))
        self.text.setFont(normal())
        self.text.setMinimumHeight(LINES * self.text.fontMetrics().lineSpacing())
        for button in self.buttons:
            button.setFont(small())
