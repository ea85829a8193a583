"""Why a choice was what it was: below a review, in sentences, with their rules as links."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from greenbaize.rules.messages import Message
from greenbaize.ui.plain import Label
from greenbaize.ui.sheets.lettering import small
from greenbaize.ui.theme import Theme
from greenbaize.ui.word_link import RuleLink
from greenbaize.words.speaker import Speaker

ROWS = 2
"""What was chosen, and what would have been."""


class Reasons(QWidget):
    """Sentences for each of two choices, with the rule that the first rests on."""

    rule_asked = Signal(str)
    """Somebody wants to read a rule that is cited here."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        self.words: list[Label] = []
        self.links: list[RuleLink] = []
        for row in range(ROWS):
            words = Label(parent=self)
            words.setFont(small(fixed=True))
            words.setWordWrap(True)
            link = RuleLink("", theme, self)
            link.clicked.connect(lambda _=False, link=link: self.rule_asked.emit(link.rule))
            grid.addWidget(words, row, 0)
            grid.addWidget(link, row, 1, Qt.AlignmentFlag.AlignTop)
            self.words.append(words)
            self.links.append(link)
        self.hide()

    def show_reasons(self, said: Sequence[tuple[str, Sequence[Message]]], speaker: Speaker) -> None:
        """Show for each choice who made it, and what is said of it; nothing where there is none."""
        for row, (words, link) in enumerate(zip(self.words, self.links, strict=True)):
            who, messages = said[row] if row < len(said) else ("", ())
            words.setText(f"{who}: {' '.join(map(speaker.say, messages))}" if messages else "")
            words.setVisible(bool(messages))
            link.show_rule(messages[0].rule if messages else "")
        self.setVisible(bool(said))

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        for link in self.links:
            link.set_theme(theme)
