"""The bar of acts: what the person at the table may do though nobody asks them."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from greenbaize.rules.commands import Bid, Correct, Ready
from greenbaize.rules.game import Question
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import mark, tr

ACTS: Final = {
    Bid.type: mark("&Bid now"),
    "change": mark("Change my &bid"),
    Correct.type: mark("&Correct my card"),
    Ready.type: mark("&Ready"),
}
"""What stands on the button of each act, in their order."""


class ActBar(QWidget):
    """A button for each act that is possible now; cards are shown and played by themselves."""

    asked = Signal(str)
    """The kind of the offer that the person has taken up."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        self.buttons: dict[str, QPushButton] = {}
        for act, words in ACTS.items():
            button = QPushButton(tr(words), self)
            button.setAutoDefault(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            kind = Bid.type if act == "change" else act
            button.clicked.connect(lambda _=False, kind=kind: self.asked.emit(kind))
            row.addWidget(button)
            self.buttons[act] = button
        self.set_theme(theme)
        self.hide()

    def show_offers(self, offers: Mapping[str, Question], *, has_bid: bool) -> None:
        """Show the buttons for these offers, by their kinds; ``has_bid`` after one's own bid."""
        acts = set(offers)
        if has_bid and Bid.type in acts:
            acts = acts - {Bid.type} | {"change"}
        for act, button in self.buttons.items():
            button.setVisible(act in acts)
        self.setVisible(bool(acts & set(self.buttons)))
        self.raise_()

    def place(self, room: QRect) -> None:
        """Stand at the right end of this room's foot."""
        size = self.sizeHint()
        left = room.right() - size.width()
        self.setGeometry(left, room.bottom() - size.height(), size.width(), size.height())

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self.setPalette(paper_palette(theme))
