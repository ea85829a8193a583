"""Overlay of a networked match: presence, turn clock, stand-in notice and chat."""

from typing import Final

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.network.session import Session
from greenbaize.app.network.table_words import (
    PLAYING,
    given_words,
    waiting_back_words,
    waiting_words,
)
from greenbaize.app.tables.default_players import called
from greenbaize.lan.wire import ChairShown, LobbyShown, Reading
from greenbaize.rules.events import Ended, Event, Scored, SeatGiven
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.chat import ChatLog, FoldedChat, Line
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.notifications import Notifications
from greenbaize.ui.table.geometry import Box
from greenbaize.ui.table.labels import MarkItem
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.speech_bubbles import SaidItem
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.boxes import row_of
from greenbaize.ui.widgets.fonts import font
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain import Label
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import together

TICK_MS: Final = 250
URGENT_S: Final = 10
"""Remaining time from which the turn clock is emphasised (s)."""
SEEN_MS: Final = 4500
"""Time that a chat bubble is shown (ms); the chat keeps the message longer."""
WIDEST: Final = 2.6
"""Maximum width of a chat bubble (card widths)."""


class Talk(QObject):
    """Chat bubbles, one per seat, separate from the speech bubbles of the game."""

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.bubbles = [SaidItem() for _ in scene.names]
        self._timers = [QTimer(self, singleShot=True, interval=SEEN_MS) for _ in scene.names]
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            scene.addItem(bubble)
            # Below news of the game and below moving cards.
            bubble.setZValue(590)
            timer.timeout.connect(bubble.hide)

    def say(self, seat: int, words: str) -> None:
        if seat >= len(self.bubbles):
            return
        self.bubbles[seat].whole = (words,)
        self._lay_out_bubble(seat)
        self._timers[seat].start()

    def _lay_out_bubble(self, seat: int) -> None:
        geometry = self._scene.geometry
        card = geometry.card
        metrics = QFontMetrics(font(self.bubbles[seat].grown(max(12.0, 0.15 * card)), bold=True))
        room = self._scene.sceneRect()
        most = min(WIDEST * card, 0.6 * room.width())
        (words,) = self.bubbles[seat].whole
        shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, int(most))
        x, y = geometry.said(seat)
        bubble, said = self.bubbles[seat], self._scene.said[seat]
        if said.isVisible():
            y += said.boundingRect().height() + 2
        bubble.say(shown, (x, y), card)
        # Keep a long bubble within the scene, so that it can be read.
        left = min(max(bubble.x(), 4.0), room.width() - bubble.boundingRect().width() - 4)
        bubble.setPos(round(left), bubble.y())

    def hush(self) -> None:
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            timer.stop()
            bubble.hide()

    def lay_out(self) -> None:
        for seat, bubble in enumerate(self.bubbles):
            if bubble.isVisible():
                self._lay_out_bubble(seat)


class StandInStrip(PaperFrame):
    """Notice that a computer player stands in, with a button to end the stand-in."""

    back_asked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._over = parent
        self.words = Label(tr("A computer player plays for you."), self)
        self.back_button = QPushButton(tr("Pla&y myself"), self)
        self.back_button.setAutoDefault(True)
        self.setAccessibleName(self.words.text())
        row_of((self.words, 1), self.back_button, within=self, margins=(14, 8, 8, 8), spacing=12)
        self.back_button.clicked.connect(self.back_asked)
        self.hide()

    def lay_out(self, room: Box, plate: Box) -> None:
        """Position the strip at the bottom of ``area``, or above ``plate`` if it is too wide."""
        for part in (self.words, self.back_button):
            part.setFont(normal(fixed=True))
        size = self.sizeHint()
        width = min(size.width(), self._over.width() - 8)
        left = room.centre[0] - width / 2
        foot = room.y + room.height if width <= room.width else plate.y - 0.8 * plate.height
        self.setGeometry(round(max(4, left)), round(foot - size.height()), width, size.height())


def clock_text(left: int) -> str:
    """Format a number of seconds as ``minutes:seconds``."""
    return f"{left // 60}:{left % 60:02}"


class AtTable(QObject):
    """Controller of what a networked table adds to the view of one match.

    ``viewed_seat`` is the seat whose cards a watcher sees, or None.
    """

    changed = Signal()
    looked = Signal(object)

    def __init__(
        self,
        playing: MatchView,
        session: Session,
        log: ChatLog,
        notifications: Notifications,
        looking: int | None,
    ) -> None:
        super().__init__(playing)
        self._playing, self._session, self._log = playing, session, log
        self._notifications, self._looking = notifications, looking
        self._lobby: LobbyShown | None = None
        self._reading = False
        self.place = place = playing.place
        scene = playing.scene
        self._sitters = tuple(shown_name(name) for name in called(place.header.sitters))
        self.talk = Talk(scene, self)
        self.marks = [MarkItem() for _ in self._sitters]
        for mark in self.marks:
            scene.addItem(mark)
        self.strip = StandInStrip(playing.view.viewport())
        self.chat = FoldedChat(log, playing.side)
        playing.side.add(self.chat)
        self._clock = QDeadlineTimer(QDeadlineTimer.ForeverConstant.Forever)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._show_marks)
        place.listen(self._on_event)
        log.heard.connect(self._on_heard)
        log.changed.connect(self._on_log_changed)
        playing.view.resized.connect(self._lay_out)
        playing.dressed.connect(self.chat.dress)
        scene.motion.waiting.connect(lambda: self._note_reading(on=True))
        scene.motion.rested.connect(lambda: self._note_reading(on=False))
        playing.stage.awaited = self._awaited
        playing.stage.turn_words = self._turn_words
        playing.stage.begun.connect(self._on_begun)
        session.show_moment(self._lines_shown)
        self.strip.back_asked.connect(self.play_myself)
        self.chat.panel.said.connect(session.say)
        self.chat.panel.left.connect(playing.setFocus)
        self.chat.opened.connect(self._on_chat_opened)
        self.chat.looked.connect(self.looked)

    # Seats and presence

    def show_lobby(self, lobby: LobbyShown) -> None:
        if lobby.stage != PLAYING or len(lobby.chairs) != len(self._sitters):
            return  # seats may change before the next match
        first = self._lobby is None
        clock = 0 if self._lobby is None else self._lobby.clock
        self._lobby = lobby
        if first or lobby.clock != clock:
            self._begin_turn()
            self._playing.pacing.clocked = bool(lobby.clock)
            self._playing.pacing.see_whether_pressed()
            if lobby.clock:
                self._tick.start()
            else:
                self._tick.stop()
        seats = range(len(self._sitters))
        self._playing.scene.set_names(
            [self.name(seat) for seat in seats], [self._who(seat) for seat in seats]
        )
        watches = lobby.you is None and lobby.hands
        if first or watches == self.chat.look_row.isHidden():
            self.chat.offer_hands(self._sitters if watches else (), self._looking)
        self.refresh()

    def name(self, seat: int) -> str:
        sitter, name = self._sitters[seat], self._who(seat)
        if name == sitter:
            return sitter
        return tr("{name} for {sitter}").format(name=name, sitter=sitter)

    def _who(self, seat: int) -> str:
        chair = self._chair(seat)
        name = "?" if chair is None or not chair.is_guest else shown_name(chair.name)
        return self._sitters[seat] if name == "?" else name

    def _chair(self, seat: int) -> ChairShown | None:
        return None if self._lobby is None else self._lobby.chairs[seat]

    def refresh(self) -> None:
        """Update presence badges, computer seats and the stand-in strip."""
        self._show_marks()
        self._playing.line.refresh()
        place = self.place
        seats = range(len(self._sitters))
        self._playing.scene.show_computers(frozenset(filter(place.computer, seats)))
        mine = place.seat is not None and self._lobby is not None and self._lobby.you == place.seat
        stands = mine and not place.over and place.computer(place.seat or 0)
        self.strip.setVisible(stands)
        if stands:
            self._lay_out_strip()
            self.strip.raise_()

    def _show_marks(self) -> None:
        if self._playing.pacing.ended:
            self._tick.stop()
        geometry = self._playing.scene.geometry
        turn = self._turn
        for seat, mark in enumerate(self.marks):
            words, urgent = self._presence(seat), False
            left = round(self._clock.remainingTime() / 1000)
            if not self._clock.isForever() and seat == turn and not self.place.computer(seat):
                time = clock_text(left)
                words = f"{words} · {time}" if words else time
                urgent = left <= URGENT_S
            mark.show_words(words, geometry.plate(seat), urgent=urgent)

    def _begin_turn(self) -> None:
        if self._lobby is not None and self._lobby.clock:
            self._clock.setRemainingTime(1000 * self._lobby.clock)
        else:
            self._clock = QDeadlineTimer(QDeadlineTimer.ForeverConstant.Forever)

    def _reads(self, seat: int) -> bool:
        """Return whether another player, who is waited for, still reads what has happened."""
        place, chair = self.place, self._chair(seat)
        awaited = place.game.open(place.view) or seat == self._turn
        return awaited and seat != place.seat and chair is not None and bool(chair.reads)

    def _note_reading(self, *, on: bool) -> None:
        """Tell the host whether the local player still has to click through events."""
        if self.place.seat is not None and on != self._reading:
            self._reading = on
            self._session.send(Reading(on))

    def _awaited(self) -> str:
        """Return the notice that others wait for the local player, or an empty string."""
        lobby, place = self._lobby, self.place
        if lobby is None or place.seat is None or lobby.you != place.seat:
            return ""
        mine = self._turn == place.seat and not place.computer(place.seat)
        return waiting_words(lobby) if mine else ""

    def _turn_words(self) -> str:
        """Return the sentence about another person's turn, or an empty string."""
        place, turn = self.place, self._turn
        waits = turn is not None and turn != place.seat and not place.computer(turn)
        if not waits or place.game.open(place.view):
            return ""
        chair = self._chair(turn) if turn is not None else None
        if chair is not None and chair.is_guest and not chair.here:
            return waiting_back_words([chair.name])
        speaker = Speaker(self._playing.scene.names, place.seat)
        return together(*map(speaker.say, place.game.tell_turn(place.view)))

    @property
    def _lines_shown(self) -> int:
        """Number of record lines shown so far, including the header."""
        return bytes(self.place.told).count(b"\n") - self._playing.stage.unseen

    def _on_begun(self, event: Event, _: object) -> None:
        if isinstance(event, Scored | Ended):
            self._session.show_moment(self._lines_shown)

    @property
    def _turn(self) -> int | None:
        place = self.place
        return None if place.over else place.game.turn(place.view)

    def _presence(self, seat: int) -> str:
        """Return a seat's presence as short text; empty if there is nothing to report."""
        lobby, chair = self._lobby, self._chair(seat)
        if self.place.over or lobby is None or chair is None:
            return ""
        if seat == lobby.you and not self._session.here:
            return tr("no connection")
        if seat in self.place.people and self.place.computer(seat):
            return tr("computer plays")
        if chair.is_guest and not chair.here:
            return tr("away")
        if chair.is_guest and chair.slow:
            return tr_in("connection", "slow")
        return tr("still looking") if self._reads(seat) else ""

    def play_myself(self) -> None:
        seat = self.place.seat
        if seat is not None:
            self._session.stand_in(seat, on=False)
            self._playing.setFocus()

    def _on_event(self, event: Event) -> None:
        if self._playing.pacing.ended:
            return
        self._begin_turn()
        if isinstance(event, SeatGiven):
            if event.seat != self.place.seat:  # the strip informs the local player
                self._notifications.mention(self._given_words(event))
            else:
                announce(self._playing, self._given_words(event))
                self._notifications.take_back(Speaker().say(Message("table-seat-given")))
            self.changed.emit()
        self.refresh()

    def _given_words(self, event: SeatGiven) -> str:
        chair = self._chair(event.seat)
        guest = chair is not None and chair.is_guest and bool(chair.name)
        name = set_apart(shown_name(chair.name) if chair and guest else self._sitters[event.seat])
        return given_words(event, name)

    # Chat

    def _on_heard(self, line: Line) -> None:
        # A player's own message needs no bubble, which would cover their side of the table.
        if line.seat is not None and not line.own and not self._playing.pacing.ended:
            self.talk.say(line.seat, line.words)

    def _on_log_changed(self) -> None:
        if self._log.off:
            self.talk.hush()

    def open_chat(self) -> None:
        """Open the chat for writing, or collapse it."""
        folding = self._playing.folding
        if folding.folded:
            folding.fold(on=False)
            if self.chat.button.isChecked():
                self.chat.panel.field.setFocus()
                return
        self.chat.button.toggle()

    def _on_chat_opened(self, on: bool) -> None:
        self._playing.side.make_room(on)
        if not on:
            self._playing.setFocus()

    def leave(self) -> None:
        self.place.unlisten(self._on_event)
        self._session.show_moment(None)

    def put_away(self) -> None:
        self.talk.hush()
        for mark in self.marks:
            self._playing.scene.removeItem(mark)
        for part in (self.strip, self.chat):
            part.hide()
            part.deleteLater()
        self.deleteLater()

    # Layout

    def _lay_out(self) -> None:
        self.talk.lay_out()
        self._show_marks()
        self.chat.dress()  # fonts scale with the table
        self._lay_out_strip()

    def _lay_out_strip(self) -> None:
        if self.strip.isVisible():
            geometry = self._playing.scene.geometry
            self.strip.lay_out(geometry.question(), geometry.plate(geometry.near))
