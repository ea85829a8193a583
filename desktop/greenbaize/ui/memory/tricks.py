"""The tricks of a match on record: any of them can be looked at again and explained."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.memory.replays import PastTrick, steps_of, tricks_of
from greenbaize.match.record import Record
from greenbaize.rules.messages import Message
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import heading
from greenbaize.ui.fonts import grown
from greenbaize.ui.plain import name_combo, set_tip
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.suited import SuitDelegate
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import aloud
from greenbaize.words.titles import game_title


class TricksDialog(Dialog):
    """Lists the tricks of a deal, at least one; a chosen one is explained card by card."""

    rule_asked = Signal(str)
    """Somebody wants to read a rule that is cited here."""

    def __init__(
        self, record: Record, tricks: list[PastTrick], parent: QWidget, theme: Theme
    ) -> None:
        super().__init__(parent)
        header = record.header
        self._game, self._theme, self._tricks = header.game, theme, tricks
        self._names = [shown_name(sitter.name) for sitter in header.sitters]
        self._speaker = Speaker(self._names)
        self._shown: list[PastTrick] = []
        self.setWindowTitle(tr("Tricks: {game}").format(game=game_title(header.game)))
        self.setPalette(paper_palette(theme))
        self.deals = QComboBox(self)
        name_combo(self.deals, tr("Deal"))
        for deal in dict.fromkeys(one.deal for one in tricks):
            self.deals.addItem(tr("Deal {deal}").format(deal=deal), deal)
        self.deals.setCurrentIndex(self.deals.count() - 1)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Tricks"))
        self.list.setItemDelegate(SuitDelegate(self.list))
        self.list.setMinimumSize(round(grown(420)), 12 * self.list.fontMetrics().height())
        self.why_button = QPushButton(tr("&Why?"), self)
        self.why_button.setDefault(True)
        self.close_button = QPushButton(tr("C&lose"), self)
        self.close_button.setAutoDefault(False)
        top = QHBoxLayout()
        top.addWidget(heading(tr("Which trick?")), 1)
        top.addWidget(self.deals)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.why_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(10)
        column.addLayout(top)
        column.addWidget(self.list, 1)
        column.addLayout(buttons)
        self.deals.currentIndexChanged.connect(self._show_deal)
        self.why_button.clicked.connect(self.explain)
        self.list.itemDoubleClicked.connect(self.explain)
        self.close_button.clicked.connect(self.reject)
        self._show_deal()
        self.list.setFocus()

    def _show_deal(self) -> None:
        deal = self.deals.currentData()
        self._shown = [one for one in self._tricks if one.deal == deal]
        self.list.clear()
        for one in self._shown:
            words = tr("{number}. {cards}: {name} took it").format(
                number=one.number,
                cards=" ".join(map(card_name, one.trick.cards)),
                name=self._names[one.taker],
            )
            item = QListWidgetItem(words, self.list)
            whose = self._whose(one)
            set_tip(item, whose)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(words))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, aloud(whose))
        self.list.setCurrentRow(0)

    def _whose(self, one: PastTrick) -> str:
        """Whose card is whose, in the order played."""
        seats = one.trick.seats(len(self._names))
        return " · ".join(
            tr("{name}: {card}").format(name=self._names[seat], card=card_name(card))
            for seat, card in zip(seats, one.trick.cards, strict=True)
        )

    def explain(self) -> None:
        """Show step by step why the chosen trick went where it went."""
        from greenbaize.ui.sheets.why import WhyDialog, why_steps  # noqa: PLC0415  (when one is chosen)

        row = self.list.currentRow()
        if not 0 <= row < len(self._shown):
            return
        one = self._shown[row]
        steps = why_steps(steps_of(self._game, one), self._names, self._speaker)
        end = self._speaker.say(Message("trick-taken", {"seat": one.taker}))
        dialog = WhyDialog(steps, end, self._theme, self)
        dialog.rule_asked.connect(self.rule_asked)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()


def tricks_dialog(record: Record, parent: QWidget, theme: Theme) -> TricksDialog | None:
    """The list of a match's tricks; None if none has been taken."""
    tricks = tricks_of(record)
    return TricksDialog(record, tricks, parent, theme) if tricks else None
