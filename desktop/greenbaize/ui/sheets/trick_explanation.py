"""A dialog that explains a trick card by card."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from greenbaize.cards import Card
from greenbaize.rules.messages import Message
from greenbaize.ui.cards.card_look import CardFace
from greenbaize.ui.cards.suit_text import RuleLinkButton, SuitLabel
from greenbaize.ui.table.card_atlas import CardAtlas
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.font_sizes import normal_font, title_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker

CARD_WIDTH = 52.0


class TrickExplanationDialog(BaseDialog):
    """A dialog that explains a trick card by card and replaces an open one; play continues.

    ``explanations`` has each card, its seat, and the messages about it. ``ending`` has one text
    about who took the trick and what it brought, and one about which cards counted.
    """

    rule_requested = Signal(str)

    def __init__(
        self,
        explanations: Iterable[tuple[Card, int, Sequence[Message]]],
        names: Sequence[str],
        speaker: Speaker,
        ending: tuple[str, str],
        parent: QWidget,
    ) -> None:
        for open_dialog in parent.findChildren(TrickExplanationDialog):
            open_dialog.reject()
        super().__init__(parent, tr("Why the trick went there"))
        self.setModal(False)
        self._cards: list[tuple[PlainLabel, Card]] = []
        self.rule_links: list[RuleLinkButton] = []
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(10)
        grid.setColumnStretch(1, 1)
        for row, (played_card, seat, messages) in enumerate(explanations):
            card_label = PlainLabel(parent=self)
            self._cards.append((card_label, played_card))
            grid.addWidget(card_label, row, 0)
            text_label = SuitLabel(
                f"{names[seat]}\n{' '.join(map(speaker.format_message, messages))}", self
            )
            text_label.setWordWrap(True)
            text_label.setFont(normal_font(fixed=True))
            grid.addWidget(text_label, row, 1)
            link = RuleLinkButton(messages[0].rule, self)
            link.clicked.connect(lambda _=False, link=link: self.rule_requested.emit(link.rule))
            self.rule_links.append(link)
            grid.addWidget(link, row, 2, Qt.AlignmentFlag.AlignRight)
        taken_text, counted_text = ending
        conclusion_label = SuitLabel(taken_text, self)
        conclusion_label.setFont(title_font(fixed=True))
        conclusion_label.setWordWrap(True)
        set_tooltip(conclusion_label, taken_text)  # a name may be wider than the screen
        counted_label = SuitLabel(counted_text, self)
        counted_label.setFont(normal_font(fixed=True))
        counted_label.setWordWrap(True)
        counted_label.setVisible(bool(counted_text))
        buttons = self.make_close_row(tr("&Close"))
        sheet = QWidget(self)
        sheet.setLayout(grid)
        grid.setContentsMargins(0, 0, 2, 0)
        parts = VerticalScrollArea(sheet, self), conclusion_label, counted_label, buttons
        self.build_layout(*parts, margins=(20, 16), spacing=14)
        self.setMinimumWidth(round(scale_pixels(460)))
        # Qt would focus the first link; this way Enter and Space close the dialog.
        self.close_button.setFocus()
        self.draw_cards()

    def draw_cards(self) -> None:
        atlas = CardAtlas()
        atlas.set_size(CARD_WIDTH, self.devicePixelRatioF())
        for label, card in self._cards:
            label.setPixmap(atlas.face_store(1.0).face_pixmap(CardFace(card)))
        self.update()
