"""The dialog that tells what computer players thought at the moves of a finished deal."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QPalette, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.advice.thought_texts import (
    ThoughtsFormatter,
    describe_obstacle,
    describe_situation,
    list_move_rows,
    no_thoughts_sentence,
)
from greenbaize.app.advice.thoughts import FinishedDeal, Move, MoveHistory, MoveQuery
from greenbaize.app.tables.default_players import display_names
from greenbaize.app.tables.player_view import PlayerView
from greenbaize.rules.players import HUMAN
from greenbaize.rules.search_contract import BotThoughts
from greenbaize.ui.cards.suit_text import SuitDelegate, SuitLabel
from greenbaize.ui.sheets.foolish_move import FoolishMoveDialog
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import label_combo
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name
from greenbaize.words.spoken import spoken_text

_SPOKEN_SIGNS = {"•\N{NO-BREAK SPACE}": "", " ←": ",", " (+)": "", " (−)": ""}
"""The signs of what a player thought, and how they are spoken."""
ASK_DELAY_MS = 150
"""Time for which a move must stay selected before its player is asked (ms)."""
MAX_VISIBLE_MOVES = 12
"""Rows for which the dialog has room when it opens; the list grows with it."""
MAX_WIDGET_HEIGHT = (1 << 24) - 1
"""The height of a widget without a limit, as Qt has it (px)."""


def thoughts_obstacle(player_view: PlayerView, query: MoveQuery) -> str:
    """Return why this move cannot be asked about now, or an empty string."""
    if player_view.record_events is None:
        return tr(
            "What computer players thought can be asked in the replay, once the match is over, on "
            "the computer that held the table."
        )
    history = MoveHistory(player_view.game, player_view.header, player_view.record_events)
    if history.can_be_asked(query):
        return ""
    return tr("Wait until the deal is over: thoughts give cards away.")


def _speak_paragraphs(paragraphs: Sequence[str]) -> str:
    """Return the paragraphs in a line, with words or pauses for signs."""
    text = " ".join(paragraphs).replace(":\n", ": ").replace("\n", "; ")
    for written, spoken in _SPOKEN_SIGNS.items():
        text = text.replace(written, spoken)
    return spoken_text(text)


class ThoughtsDialog(BaseDialog):
    """A dialog with all moves of a finished deal and what the player of the selected one thought.

    Play continues beside it. The match must have a finished deal.
    """

    _answer_ready = Signal()
    """The player has answered; emitted from another thread."""

    def __init__(
        self, player_view: PlayerView, query: MoveQuery, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, tr("Why did they do that?"))
        assert player_view.record_events is not None
        self.setModal(False)
        self._launcher = player_view.launcher
        self._own_seat = player_view.seat
        self._names = tuple(map(display_name, display_names(player_view.header.players)))
        self._history = MoveHistory(player_view.game, player_view.header, player_view.record_events)
        self._adviser: Adviser | None = None
        self._thoughts: BotThoughts | None = None
        self.is_answered = False
        """The selected move has been explained."""
        self.deal_combo = QComboBox(self)
        for finished in self._history.deals:
            self.deal_combo.addItem(tr("Deal {deal}").format(deal=finished.number))
        self.deal_combo.setMinimumContentsLength(8)
        label_combo(self.deal_combo, tr("Deal"))
        self.move_list = self.make_list((), max_rows=MAX_VISIBLE_MOVES)
        self.move_list.setAccessibleName(tr("Moves of the deal"))
        self.move_list.setFont(normal_font(fixed=True))
        self.move_list.setItemDelegate(SuitDelegate(self.move_list))
        self.text_label = SuitLabel(parent=self)
        self.text_label.setFont(normal_font(fixed=True))
        self.text_label.setWordWrap(True)
        self.text_label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self._ask_timer = QTimer(self, singleShot=True, interval=ASK_DELAY_MS)
        self._build_layout()
        self.apply_theme()
        self._ask_timer.timeout.connect(self._ask_player)
        self._answer_ready.connect(self._on_answer_ready, Qt.ConnectionType.QueuedConnection)
        self.deal_combo.currentIndexChanged.connect(self._on_deal_chosen)
        self.move_list.currentRowChanged.connect(lambda _: self._on_move_selected())
        self.finished.connect(self._close_adviser)
        self._show_deal(*self._history.find_move(query))
        self.move_list.setFocus()

    def _build_layout(self) -> None:
        text_area = VerticalScrollArea(self.text_label, self)
        # Keys that the label does not take scroll the area around it.
        self.text_label.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        text_area.setMinimumHeight(round(scale_pixels(190, 1.6)))
        buttons = self.make_close_row(tr("&Close"))
        self.foolish_button = QPushButton(tr("This was &foolish…"), self)
        self.foolish_button.setAutoDefault(False)
        buttons.addButton(self.foolish_button, QDialogButtonBox.ButtonRole.ActionRole)
        self.foolish_button.clicked.connect(self._open_foolish_dialog)
        top = make_row(self.deal_combo, STRETCH)
        parts = (top, self.move_list, text_area, buttons)
        column = self.build_layout(*parts, margins=(20, 16), spacing=12)
        column.setStretchFactor(self.move_list, 1)
        column.setStretchFactor(text_area, 1)
        self.setMinimumWidth(round(scale_pixels(540, 1.4)))

    def sizeHint(self) -> QSize:
        height = super().sizeHint().height() + round(scale_pixels(60))
        return QSize(round(scale_pixels(600)), height)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.move_list.setMaximumHeight(MAX_WIDGET_HEIGHT)
        self._scroll_to_move()

    def _scroll_to_move(self) -> None:
        self.move_list.scrollToItem(
            self.move_list.currentItem(), QAbstractItemView.ScrollHint.PositionAtCenter
        )

    def apply_theme(self) -> None:
        palette = paper_palette(current_theme())
        palette.setColor(QPalette.ColorRole.Base, QColor(current_theme().paper))
        quiet_ink = QColor(current_theme().ink_quiet)  # of headings, which cannot be selected
        palette.setColor(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text, quiet_ink)
        self.setPalette(palette)

    # Moves

    @property
    def selected_move(self) -> Move | None:
        item = self.move_list.currentItem()
        move: Move | None = None if item is None else item.data(Qt.ItemDataRole.UserRole)
        return move

    def select_move(self, move: Move) -> None:
        items = map(self.move_list.item, range(self.move_list.count()))
        item = next(item for item in items if item.data(Qt.ItemDataRole.UserRole) == move)
        self.move_list.setCurrentItem(item)

    def _on_deal_chosen(self, index: int) -> None:
        self._show_deal(self._history.deals[index])

    def _show_deal(self, deal: FinishedDeal, index: int = 0) -> None:
        self.deal_combo.blockSignals(True)
        self.deal_combo.setCurrentIndex(self._history.deals.index(deal))
        self.deal_combo.blockSignals(False)
        self.move_list.blockSignals(True)
        self.move_list.clear()
        for row in list_move_rows(self._history, deal, self._names):
            item = QListWidgetItem(row.text, self.move_list)
            item.setData(Qt.ItemDataRole.UserRole, row.move)
            if row.move is None:
                item.setFlags(Qt.ItemFlag.NoItemFlags)
                continue
            spoken = tr("{heading}. {move}") if row.heading else "{move}"
            text = spoken.format(heading=row.heading, move=row.text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text(text))
        self.move_list.blockSignals(False)
        self.select_move(deal.moves[index])
        self._scroll_to_move()

    # Thoughts

    def _on_move_selected(self) -> None:
        self._close_adviser()
        self.is_answered, self._thoughts = False, None
        self.foolish_button.setEnabled(False)
        self.text_label.setText("")
        self._ask_timer.start()

    def _ask_player(self) -> None:
        move = self.selected_move
        if move is None:
            return
        obstacle = describe_obstacle(self._history, move, self._names, self._own_seat)
        self.foolish_button.setEnabled(
            move.player.kind != HUMAN
            and self._history.has_all_cards
            and len(self._history.legal_commands(move)) > 1
        )
        if obstacle:
            self._show_paragraphs([obstacle, *describe_situation(self._history, move, self._names)])
            return
        self.text_label.setText(tr("Thinking again…"))
        self._adviser = self._history.create_adviser(move, self._launcher, self._answer_ready.emit)
        self._adviser.ask_thoughts(partial(self._on_thoughts, move))

    def _on_answer_ready(self) -> None:
        if self._adviser is not None:
            self._adviser.process_pending()

    def _on_thoughts(self, move: Move, thoughts: BotThoughts | None) -> None:
        if thoughts is None:
            self._show_paragraphs(
                [
                    no_thoughts_sentence(move, self._names),
                    *describe_situation(self._history, move, self._names),
                ]
            )
            return
        formatter = ThoughtsFormatter(self._history, move, thoughts, self._names)
        if formatter.is_same_decision:
            self._thoughts = thoughts
        self._show_paragraphs(formatter.describe_thoughts())

    def _show_paragraphs(self, paragraphs: Sequence[str]) -> None:
        self.is_answered = True
        self.text_label.setText("\n\n".join(paragraphs))
        announce(self, _speak_paragraphs(paragraphs))

    def _close_adviser(self) -> None:
        self._ask_timer.stop()
        if self._adviser is not None:
            self._adviser.close()
            self._adviser = None

    def _open_foolish_dialog(self) -> None:
        move = self.selected_move
        if move is None:
            return
        dialog = FoolishMoveDialog(self._history, move, self._thoughts, self._names, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
