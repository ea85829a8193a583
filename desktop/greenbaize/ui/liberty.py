"""What the person at the table may do though nobody asks, in games that let people err."""

from PySide6.QtCore import QObject, QRect, Signal
from PySide6.QtWidgets import QWidget

from greenbaize.app.tables.session import Session
from greenbaize.cards import Card
from greenbaize.rules.commands import Bid, Command, Correct, Play, Ready, Show
from greenbaize.rules.game import Question
from greenbaize.ui.prompts.acts import ActBar
from greenbaize.ui.table.geometry import Geometry
from greenbaize.ui.theme import Theme


class Liberty(QObject):
    """The offers to the person at the table, and the bar that shows them.

    A mistake is let happen at once, or, where somebody is learning, only when it is meant: after
    a warning the same act goes through.

    Args:
        session: the match; without a person at it there is no liberty.
        over: the view over which the bar stands.
        theme: the colours.
    """

    chosen = Signal(object)
    """A command that needs no more to be asked."""
    asked = Signal(object)
    """An offer with several answers has been taken up; it is to be asked like a question."""

    def __init__(self, session: Session, over: QWidget, theme: Theme) -> None:
        super().__init__(over)
        self._session = session
        self._offers: dict[str, Question] = {}
        self._warned: Command | None = None
        self.warns = False
        """Whether mistakes are warned of."""
        self.bar = ActBar(theme, over)
        self.bar.asked.connect(self._on_asked)

    def refresh(self, *, asking: bool) -> None:
        """Read what is offered now; ``asking`` while an offer is being asked, then none else is."""
        session, seat = self._session, self._session.seat
        offers = () if seat is None else session.game.offers(session.view, seat)
        if seat is None or not (offers or self._offers):
            return
        self._offers = {offer.kind: offer for offer in offers}
        if session.said_ready(seat) or session.game.turn(session.view) == seat:
            # One's own lead closes the trick: nobody waits for more than that.
            self._offers.pop(Ready.type, None)
        plates = session.game.picture(session.view).plates
        shown = {} if asking else self._offers
        self.bar.show_offers(shown, has_bid=plates[seat].bid is not None)

    @property
    def plays(self) -> bool:
        """Whether cards can be played though it is not one's turn."""
        return Play.type in self._offers

    def play_of(self, card: Card) -> Command | None:
        """The command that plays a card out of turn, if that can be."""
        return self._command(Play.type, card)

    def show_of(self, card: Card) -> Command | None:
        """The command that shows a card, if that can be."""
        return self._command(Show.type, card)

    def _command(self, kind: str, card: Card) -> Command | None:
        offer = self._offers.get(kind)
        answers = () if offer is None else offer.answers
        for answer in answers:
            if isinstance(answer.command, Play | Show) and answer.command.card == card:
                return answer.command if answer.refusal is None else None
        return None

    def goes_through(self, command: Command) -> bool:
        """Whether an act may be done now, or is only warned of first."""
        game, view = self._session.game, self._session.view
        if not self.warns or self._warned == command or not game.explain(view, command).breach:
            self._warned = None
            return True
        self._warned = command
        return False

    def take_key_ready(self) -> bool:
        """Say *ready* by a key; whether that was of any use."""
        if self.bar.buttons[Ready.type].isVisible():
            self._on_asked(Ready.type)
            return True
        return False

    def _on_asked(self, kind: str) -> None:
        offer = self._offers.get(kind)
        if offer is None:
            return
        if kind in (Bid.type, Correct.type):
            self.asked.emit(offer)
        else:
            self.chosen.emit(offer.answers[0].command)

    def place(self, geometry: Geometry) -> None:
        """Stand above the right end of the own hand."""
        card = geometry.card
        right, bottom = geometry.width - 0.24 * card, geometry.height - 1.72 * card
        self.bar.place(QRect(0, 0, round(right), round(bottom)))
