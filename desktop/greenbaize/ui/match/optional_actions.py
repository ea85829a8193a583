"""Actions that the player may take without being asked, in games with mistakes."""

from collections.abc import Callable
from itertools import chain

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.tables.player_view import PlayerView
from greenbaize.cards import Card
from greenbaize.rules.commands import Command, OfCard, Ready
from greenbaize.rules.game import Offer, Question
from greenbaize.rules.messages import Message
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.widgets.accessibility import Group
from greenbaize.ui.widgets.boxes import row_of
from greenbaize.ui.widgets.fonts import font, grown
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.table_button import TableButton
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import Speaker


class OptionalActions(Group):
    """Bar with the offers to the player; those taken up by a button have one here.

    A breach happens at once or, where the player wants warnings, only when it is meant: after a
    warning the same command goes through.
    """

    chosen = Signal(object)
    """Emitted with a command that needs no further question."""
    asked = Signal(object)
    """Emitted with an offer of several answers, to be asked like a question."""
    left = Signal()
    """Emitted when the player cancels an offer that they had taken up."""

    def __init__(self, place: PlayerView, over: QWidget) -> None:
        super().__init__(over)
        self._place = place
        self.behind: Callable[[], bool] = lambda: False
        """Returns True while dealt cards are not shown yet; nothing is offered until then."""
        self._offers: tuple[Question, ...] = ()
        self._warned: Command | None = None
        self.warns = False
        self.buttons: dict[str, QPushButton] = {}
        """The button of each kind of offer so far; visible while there is such an offer."""
        self._row = row_of(within=self, margins=(0, 0, 0, 0), spacing=8)
        self.leave = self._made(tr("L&eave it"))
        self.leave.clicked.connect(self.left)
        self.setAccessibleName(tr("What you may do out of turn"))
        self.dress()
        self.hide()

    def _made(self, text: str) -> QPushButton:
        button = TableButton(text, self)
        button.setAutoDefault(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._row.addWidget(button)
        return button

    def refresh(self, *, asking: bool) -> None:
        """Update the offers; while one is being asked (``is_asking``), no other is shown."""
        offers = () if self.behind() else self._place.offers
        if not (offers or self._offers):
            return
        self._offers = offers
        by_button = [] if asking else [one for one in offers if one.offer is Offer.BUTTON]
        for offer in by_button:
            if offer.kind not in self.buttons:
                self.buttons[offer.kind] = button = self._made("")
                button.clicked.connect(lambda _=False, kind=offer.kind: self._on_asked(kind))
            self.buttons[offer.kind].setText(Speaker().say(offer.words))
        shown = {offer.kind for offer in by_button}
        for kind, button in self.buttons.items():
            button.setVisible(kind in shown)
        self.leave.setVisible(asking)
        self.setVisible(asking or bool(shown))
        self.raise_()

    def shows(self, kind: str) -> bool:
        """Return True if a button for this kind of offer is visible."""
        return kind in self.buttons and self.buttons[kind].isVisible()

    @property
    def plays(self) -> bool:
        """True if cards can be played out of turn."""
        return any(offer.offer is Offer.HAND for offer in self._offers)

    def play_of(self, card: Card) -> Command | None:
        """Return the command that plays a card out of turn, or None."""
        return self._command(Offer.HAND, card)

    def show_of(self, card: Card) -> Command | None:
        """Return the command offered for a card itself, or None."""
        return self._command(Offer.CARD, card)

    def lying_open(self, card: Card) -> Message | None:
        """Return the message for a card that is no longer offered, as everybody sees it."""
        shows = [one.answers for one in self._offers if one.offer is Offer.CARD]
        said = (answer.refusal for answer in chain(*shows) if _is_of(answer.command, card))
        return next(said, None)

    def _command(self, where: Offer, card: Card) -> Command | None:
        for offer in self._offers:
            for answer in offer.answers if offer.offer is where else ():
                if _is_of(answer.command, card):
                    return answer.command if answer.refusal is None else None
        return None

    def goes_through(self, command: Command) -> bool:
        """Return True if a command may be executed; False if it is warned of first."""
        game, view = self._place.game, self._place.view
        if not self.warns or self._warned == command or not game.explain(view, command).breach:
            self._warned = None
            return True
        self._warned = command
        return False

    @property
    def asks_ready(self) -> Message | None:
        """The reason why *ready* is awaited, or None."""
        return next((one.guidance for one in self._offers if one.kind == Ready.type), None)

    def take_key_ready(self) -> bool:
        """Press *ready* by a key; return False if it is not offered."""
        if self.shows(Ready.type):
            self._on_asked(Ready.type)
            return True
        return False

    def take_letter(self, event: QKeyEvent) -> bool:
        """Press the button whose mnemonic is this key; return False if there is none."""
        letter = QKeySequence(Qt.Modifier.ALT | Qt.Key(event.key()))
        for button in self.findChildren(QPushButton):
            meant = QKeySequence.mnemonic(button.text()) == letter
            if meant and button.isVisible() and not event.modifiers():
                button.click()
                return True
        return False

    def _on_asked(self, kind: str) -> None:
        for offer in self._offers:
            if offer.kind == kind and offer.offer is Offer.BUTTON:
                if len(offer.answers) > 1:
                    self.asked.emit(offer)
                else:
                    self.chosen.emit(offer.answers[0].command)

    def lay_out(self, geometry: Geometry) -> None:
        """Move beside the aid buttons, above the end of the own hand, in their size."""
        letters = font(grown(max(13.0, 0.15 * geometry.card), 1.5))
        wide, high = QFontMetrics(letters).horizontalAdvance, letters.pixelSize()
        for button in self.findChildren(QPushButton):
            button.setFont(letters)
            button.setMinimumSize(wide(button.text()) + 2 * high, 2 * high)
        disc, gap, size = geometry.discs()[0], 0.12 * geometry.card, self.sizeHint()
        x = round(disc.x + disc.width + gap)
        if disc.x > geometry.width / 2:
            x = round(disc.x - gap) - 1 - size.width()
        y = round(geometry.hand_top) - 1 - size.height()
        self.setGeometry(x, y, size.width(), size.height())

    def dress(self) -> None:
        self.setPalette(paper_palette(worn()))


def _is_of(command: Command, card: Card) -> bool:
    return isinstance(command, OfCard) and command.card == card
