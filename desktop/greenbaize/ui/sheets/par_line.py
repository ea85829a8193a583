"""A line with par: what a computer player made of the same cards, and a link to play it back."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from greenbaize.ui.cards.suit_text import LinkButton
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr


class ParLine(QWidget):
    """A text about par and a link; hidden without a text."""

    playback_requested = Signal()

    def __init__(self, parent: QWidget, alignment: Qt.AlignmentFlag) -> None:
        super().__init__(parent)
        self.text_label = PlainLabel(parent=self)
        self.text_label.setWordWrap(True)
        self.text_label.setAlignment(alignment)
        self.link = LinkButton(
            tr("Play it back"), self, is_flush=bool(alignment & Qt.AlignmentFlag.AlignLeft)
        )
        # A click on the link leaves the focus where it is.
        self.link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.link.clicked.connect(self.playback_requested)
        column = make_column(
            self.text_label, self.link, widget=self, margins=(0, 0, 0, 0), spacing=0
        )
        column.setAlignment(self.link, alignment)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        # The text appears with room for the link, so that nothing moves when par is known.
        policy = self.link.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.link.setSizePolicy(policy)
        for part in (self.text_label, self.link, self):
            part.hide()

    def show_text(self, text: str, *, can_play_back: bool) -> None:
        self.link.setVisible(can_play_back)
        self.text_label.setText(text)
        for part in (self.text_label, self):
            part.setVisible(bool(text))
