"""Actions that the player may take without being asked, in games with mistakes."""

from collections.abc import Callable
from itertools import chain

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.cards import Card
from greenbaize.rules.commands import CardCommand, Command, ReadyCommand
from greenbaize.rules.game import OfferLocation, Question
from greenbaize.rules.messages import Message
from greenbaize.ui.table.geometry import TableGeometry
from greenbaize.ui.widgets.accessibility import AccessibleGroup
from greenbaize.ui.widgets.fonts import make_font, scale_pixels
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class OptionalActionsBar(AccessibleGroup):
    """Bar with the offers to the player; those taken up by a button have one here.

    A breach happens at once or, where the player wants warnings, only when it is meant: after a
    warning the same command goes through.
    """

    command_chosen = Signal(object)
    """Emitted with a command that needs no further question."""
    offer_taken_up = Signal(object)
    """Emitted with an offer of several answers, to be asked like a question."""
    offer_left = Signal()
    """Emitted when the player cancels an offer that they had taken up."""

    def __init__(self, player_view: PlayerView, parent: QWidget) -> None:
        super().__init__(parent)
        self._player_view = player_view
        self.is_behind_deal: Callable[[], bool] = lambda: False
        """Returns True while dealt cards are not shown yet; nothing is offered until then."""
        self._offers: tuple[Question, ...] = ()
        self._warned_command: Command | None = None
        self.warns_of_breach = False
        self.buttons: dict[str, QPushButton] = {}
        """The button of each kind of offer so far; visible while there is such an offer."""
        self._row = make_row(widget=self, margins=(0, 0, 0, 0), spacing=8)
        self.leave_button = self._make_button(tr("L&eave it"))
        self.leave_button.clicked.connect(self.offer_left)
        self.setAccessibleName(tr("What you may do out of turn"))
        self.apply_theme()
        self.hide()

    def _make_button(self, text: str) -> QPushButton:
        button = TableButton(text, self)
        button.setAutoDefault(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.addWidget(button)
        return button

    def refresh_offers(self, *, is_asking: bool) -> None:
        """Update the offers; while one is being asked (``is_asking``), no other is shown."""
        offers = () if self.is_behind_deal() else self._player_view.offers
        if not (offers or self._offers):
            return
        self._offers = offers
        button_offers = (
            []
            if is_asking
            else [
                available
                for available in offers
                if available.offer_location is OfferLocation.BUTTON
            ]
        )
        for offer in button_offers:
            if offer.kind not in self.buttons:
                self.buttons[offer.kind] = button = self._make_button("")
                button.clicked.connect(lambda _=False, kind=offer.kind: self._on_button(kind))
            self.buttons[offer.kind].setText(Speaker().format_message(offer.prompt))
        shown_kinds = {offer.kind for offer in button_offers}
        for kind, button in self.buttons.items():
            button.setVisible(kind in shown_kinds)
        self.leave_button.setVisible(is_asking)
        self.setVisible(is_asking or bool(shown_kinds))
        self.raise_()

    def has_button(self, kind: str) -> bool:
        """Return True if a button for this kind of offer is visible."""
        return kind in self.buttons and self.buttons[kind].isVisible()

    @property
    def can_play(self) -> bool:
        """True if cards can be played out of turn."""
        return any(offer.offer_location is OfferLocation.HAND for offer in self._offers)

    def play_command(self, card: Card) -> Command | None:
        """Return the command that plays a card out of turn, or None."""
        return self._offered_command(OfferLocation.HAND, card)

    def show_command(self, card: Card) -> Command | None:
        """Return the command offered for a card itself, or None."""
        return self._offered_command(OfferLocation.CARD, card)

    def exposed_message(self, card: Card) -> Message | None:
        """Return the message for a card that is no longer offered, as everybody sees it."""
        answer_lists = [
            offer.answers for offer in self._offers if offer.offer_location is OfferLocation.CARD
        ]
        messages = (
            answer.refusal
            for answer in chain(*answer_lists)
            if _is_card_command(answer.command, card)
        )
        return next(messages, None)

    def _offered_command(self, offer_kind: OfferLocation, card: Card) -> Command | None:
        for offer in self._offers:
            for answer in offer.answers if offer.offer_location is offer_kind else ():
                if _is_card_command(answer.command, card):
                    return answer.command if answer.refusal is None else None
        return None

    def confirms_breach(self, command: Command) -> bool:
        """Return True if a command may be executed; False if it is warned of first."""
        game, view = self._player_view.game, self._player_view.view
        if (
            not self.warns_of_breach
            or self._warned_command == command
            or not game.explain(view, command).breach
        ):
            self._warned_command = None
            return True
        self._warned_command = command
        return False

    @property
    def ready_guidance(self) -> Message | None:
        """The reason why *ready* is awaited, or None."""
        return next(
            (offer.guidance for offer in self._offers if offer.kind == ReadyCommand.type), None
        )

    def handle_ready_key(self) -> bool:
        """Press *ready* by a key; return False if it is not offered."""
        if self.has_button(ReadyCommand.type):
            self._on_button(ReadyCommand.type)
            return True
        return False

    def handle_letter_key(self, event: QKeyEvent) -> bool:
        """Press the button whose mnemonic is this key; return False if there is none."""
        letter = QKeySequence(Qt.Modifier.ALT | Qt.Key(event.key()))
        for button in self.findChildren(QPushButton):
            is_match = QKeySequence.mnemonic(button.text()) == letter
            if is_match and button.isVisible() and not event.modifiers():
                button.click()
                return True
        return False

    def _on_button(self, kind: str) -> None:
        for offer in self._offers:
            if offer.kind == kind and offer.offer_location is OfferLocation.BUTTON:
                if len(offer.answers) > 1:
                    self.offer_taken_up.emit(offer)
                else:
                    self.command_chosen.emit(offer.answers[0].command)

    def relayout(self, geometry: TableGeometry) -> None:
        """Move beside the aid buttons, above the end of the own hand, in their size."""
        button_font = make_font(scale_pixels(max(13.0, 0.15 * geometry.card_width), 1.5))
        text_width, letter_height = (
            QFontMetrics(button_font).horizontalAdvance,
            button_font.pixelSize(),
        )
        for button in self.findChildren(QPushButton):
            button.setFont(button_font)
            button.setMinimumSize(text_width(button.text()) + 2 * letter_height, 2 * letter_height)
        disc, gap, size = (
            geometry.aid_button_boxes()[0],
            0.12 * geometry.card_width,
            self.sizeHint(),
        )
        x = round(disc.x + disc.width + gap)
        if disc.x > geometry.width / 2:
            x = round(disc.x - gap) - 1 - size.width()
        y = round(geometry.hand_top) - 1 - size.height()
        self.setGeometry(x, y, size.width(), size.height())

    def apply_theme(self) -> None:
        self.setPalette(paper_palette(current_theme()))


def _is_card_command(command: Command, card: Card) -> bool:
    return isinstance(command, CardCommand) and command.card == card
