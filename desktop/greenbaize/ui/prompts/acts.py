"""The bar of acts: what the person at the table may do though nobody asks them."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from greenbaize.rules.game import Question
from greenbaize.ui.group import Group
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class ActBar(Group):
    """A button for each offer that is taken up by one; cards are shown and played by themselves."""

    asked = Signal(str)
    """The kind of the offer that the person has taken up."""
    left = Signal()
    """The person leaves an offer that they had taken up."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("What you may do out of turn"))
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(8)
        self._speaker = Speaker()
        self.buttons: dict[str, QPushButton] = {}
        """The button of each kind of offer there has been; it is seen while there is one."""
        self.leave = self._made(tr("&Leave it"))
        self.leave.clicked.connect(self.left)
        self.set_theme(theme)
        self.hide()

    def show_offers(self, offers: Sequence[Question], *, asking: bool = False) -> None:
        """Show the buttons for these offers; ``asking`` while one has been taken up."""
        shown = {offer.kind for offer in offers}
        for offer in offers:
            button = self.buttons.get(offer.kind) or self._add(offer.kind)
            button.setText(self._speaker.say(offer.words))
        for kind, button in self.buttons.items():
            button.setVisible(kind in shown)
        self.leave.setVisible(asking)
        self.setVisible(asking or bool(shown))
        self.raise_()

    def _add(self, kind: str) -> QPushButton:
        button = self._made("")
        button.clicked.connect(lambda _=False: self.asked.emit(kind))
        self.buttons[kind] = button
        return button

    def _made(self, text: str) -> QPushButton:
        button = QPushButton(text, self)
        button.setAutoDefault(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.addWidget(button)
        return button

    def shows(self, kind: str) -> bool:
        """Whether there is a button for this kind of offer now."""
        return kind in self.buttons and self.buttons[kind].isVisible()

    def place(self, room: QRect, *, left: bool) -> None:
        """Stand at the right end of this room's foot, or at the left one."""
        size = self.sizeHint()
        x = room.left() if left else room.right() - size.width()
        self.setGeometry(x, room.bottom() - size.height(), size.width(), size.height())

    def set_theme(self, theme: Theme) -> None:
        self.setPalette(paper_palette(theme))
