"""A dialog that explains a trick card by card."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from greenbaize.cards import Card
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.look import Face
from greenbaize.ui.cards.suited import RuleLink, SuitLabel
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.widgets.dialog import Dialog, TallScroll
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.lettering import normal, title
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

CARD = 52.0


class WhyDialog(Dialog):
    """A dialog that explains a trick card by card and replaces an open one; play continues.

    ``explanations`` has each card, its seat, and the messages about it. ``ending`` has one text
    about who took the trick and what it brought, and one about which cards counted.
    """

    rule_asked = Signal(str)

    def __init__(
        self,
        told: Iterable[tuple[Card, int, Sequence[Message]]],
        names: Sequence[str],
        speaker: Speaker,
        end: tuple[str, str],
        parent: QWidget,
    ) -> None:
        for before in parent.findChildren(WhyDialog):
            before.reject()
        super().__init__(parent, tr("Why the trick went there"))
        self.setModal(False)
        self._cards: list[tuple[Label, Card]] = []
        self.links: list[RuleLink] = []
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        for row, (one, seat, said) in enumerate(told):
            card = Label(parent=self)
            self._cards.append((card, one))
            grid.addWidget(card, row, 0)
            words = SuitLabel(f"{names[seat]}\n{' '.join(map(speaker.say, said))}", self)
            words.setWordWrap(True)
            words.setFont(normal(fixed=True))
            grid.addWidget(words, row, 1)
            link = RuleLink(said[0].rule, self)
            link.clicked.connect(lambda _=False, link=link: self.rule_asked.emit(link.rule))
            self.links.append(link)
            grid.addWidget(link, row, 2, Qt.AlignmentFlag.AlignRight)
        taken, counts = end
        conclusion = SuitLabel(taken, self)
        conclusion.setFont(title(fixed=True))
        conclusion.setWordWrap(True)
        set_tip(conclusion, taken)  # a name may be wider than the screen
        counted = SuitLabel(counts, self)
        counted.setFont(normal(fixed=True))
        counted.setWordWrap(True)
        counted.setVisible(bool(counts))
        buttons = self.close_row(tr("&Close"))
        sheet = QWidget(self)
        sheet.setLayout(grid)
        grid.setContentsMargins(0, 0, 2, 0)
        parts = TallScroll(sheet, self), conclusion, counted, buttons
        self.lay_out(*parts, edges=(20, 16), spacing=14)
        self.setMinimumWidth(round(grown(460)))
        # Qt would focus the first link; this way Enter and Space close the dialog.
        self.close_button.setFocus()
        self.print_cards()

    def print_cards(self) -> None:
        atlas = CardAtlas()
        atlas.set_size(CARD, self.devicePixelRatioF())
        for label, card in self._cards:
            label.setPixmap(atlas.store(1.0).face(Face(card)))
        self.update()
