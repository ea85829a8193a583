"""Overlay of a networked match: presence, turn clock, stand-in notice and chat."""

from typing import Final

from PySide6.QtCore import QDeadlineTimer, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget

from greenbaize.app.network.session import Session
from greenbaize.app.network.table_texts import (
    PLAYING_STAGE,
    describe_awaited_return,
    describe_seat_change,
    describe_waiting_readers,
)
from greenbaize.app.tables.default_players import display_names
from greenbaize.lan.wire import ChairState, LobbyMessage, ReadingMessage
from greenbaize.rules.events import DealScored, Event, MatchEnded, SeatReassigned
from greenbaize.rules.messages import Message
from greenbaize.ui.features.network.chat import ChatLine, ChatLog, CollapsibleChat
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.notifications import NotificationService
from greenbaize.ui.table.geometry import TableBox
from greenbaize.ui.table.labels import PlateBadgeItem
from greenbaize.ui.table.scene import TableScene
from greenbaize.ui.table.speech_bubbles import SpeechBubbleItem
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.fonts import make_font
from greenbaize.ui.widgets.layouts import make_row
from greenbaize.ui.widgets.paper import PaperFrame
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.words.catalogue import tr, tr_in
from greenbaize.words.names import display_name, isolate_direction
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken import join_sentences

TICK_MS: Final = 250
URGENT_S: Final = 10
"""Remaining time from which the turn clock is emphasised (s)."""
BUBBLE_MS: Final = 4500
"""Time that a chat bubble is shown (ms); the chat keeps the message longer."""
MAX_BUBBLE_WIDTH: Final = 2.6
"""Maximum width of a chat bubble (card widths)."""


class ChatBubbles(QObject):
    """Chat bubbles, one per seat, separate from the speech bubbles of the game."""

    def __init__(self, scene: TableScene, parent: QObject) -> None:
        super().__init__(parent)
        self._scene = scene
        self.bubbles = [SpeechBubbleItem() for _ in scene.names]
        self._timers = [QTimer(self, singleShot=True, interval=BUBBLE_MS) for _ in scene.names]
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            scene.addItem(bubble)
            # Below news of the game and below moving cards.
            bubble.setZValue(590)
            timer.timeout.connect(bubble.hide)

    def show_text(self, seat: int, text: str) -> None:
        if seat >= len(self.bubbles):
            return
        self.bubbles[seat].all_words = (text,)
        self._position_bubble(seat)
        self._timers[seat].start()

    def _position_bubble(self, seat: int) -> None:
        geometry = self._scene.geometry
        card = geometry.card_width
        metrics = QFontMetrics(
            make_font(self.bubbles[seat].scaled_size(max(12.0, 0.15 * card)), bold=True)
        )
        scene_rect = self._scene.sceneRect()
        max_width = min(MAX_BUBBLE_WIDTH * card, 0.6 * scene_rect.width())
        (text,) = self.bubbles[seat].all_words
        elided_text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, int(max_width))
        x, y = geometry.speech_centre(seat)
        bubble, game_bubble = self.bubbles[seat], self._scene.speech_bubbles[seat]
        if game_bubble.isVisible():
            y += game_bubble.boundingRect().height() + 2
        bubble.show_text(elided_text, (x, y), card)
        # Keep a long bubble within the scene, so that it can be read.
        left = min(max(bubble.x(), 4.0), scene_rect.width() - bubble.boundingRect().width() - 4)
        bubble.setPos(round(left), bubble.y())

    def hide_bubbles(self) -> None:
        for bubble, timer in zip(self.bubbles, self._timers, strict=True):
            timer.stop()
            bubble.hide()

    def relayout(self) -> None:
        for seat, bubble in enumerate(self.bubbles):
            if bubble.isVisible():
                self._position_bubble(seat)


class StandInStrip(PaperFrame):
    """Notice that a computer player stands in, with a button to end the stand-in."""

    resume_requested = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._viewport = parent
        self.text_label = PlainLabel(tr("A computer player plays for you."), self)
        self.back_button = QPushButton(tr("Pla&y myself"), self)
        self.back_button.setAutoDefault(True)
        self.setAccessibleName(self.text_label.text())
        make_row(
            (self.text_label, 1), self.back_button, widget=self, margins=(14, 8, 8, 8), spacing=12
        )
        self.back_button.clicked.connect(self.resume_requested)
        self.hide()

    def set_placement(self, area: TableBox, plate: TableBox) -> None:
        """Position the strip at the bottom of ``area``, or above ``plate`` if it is too wide."""
        for widget in (self.text_label, self.back_button):
            widget.setFont(normal_font(fixed=True))
        size = self.sizeHint()
        width = min(size.width(), self._viewport.width() - 8)
        left = area.centre[0] - width / 2
        bottom = area.y + area.height if width <= area.width else plate.y - 0.8 * plate.height
        self.setGeometry(round(max(4, left)), round(bottom - size.height()), width, size.height())


def format_clock(seconds: int) -> str:
    """Format a number of seconds as ``minutes:seconds``."""
    return f"{seconds // 60}:{seconds % 60:02}"


class NetworkOverlay(QObject):
    """Controller of what a networked table adds to the view of one match.

    ``viewed_seat`` is the seat whose cards a spectator sees, or None.
    """

    changed = Signal()
    viewed_seat_changed = Signal(object)

    def __init__(
        self,
        match_view: MatchView,
        session: Session,
        chat_log: ChatLog,
        notifications: NotificationService,
        viewed_seat: int | None,
    ) -> None:
        super().__init__(match_view)
        self._match_view, self._session, self._chat_log = match_view, session, chat_log
        self._notifications, self._viewed_seat = notifications, viewed_seat
        self._lobby: LobbyMessage | None = None
        self._is_reading = False
        self.player_view = player_view = match_view.player_view
        scene = match_view.scene
        self._player_names = tuple(
            display_name(name) for name in display_names(player_view.header.players)
        )
        self.chat_bubbles = ChatBubbles(scene, self)
        self.seat_badges = [PlateBadgeItem() for _ in self._player_names]
        for badge in self.seat_badges:
            scene.addItem(badge)
        self.stand_in_strip = StandInStrip(match_view.table_view.viewport())
        self.collapsible_chat = CollapsibleChat(chat_log, match_view.side_column)
        match_view.side_column.add_widget(self.collapsible_chat)
        self._turn_deadline = QDeadlineTimer(QDeadlineTimer.ForeverConstant.Forever)
        self._clock_timer = QTimer(self, interval=TICK_MS)
        self._clock_timer.timeout.connect(self._update_badges)
        player_view.add_listener(self._on_event)
        chat_log.line_added.connect(self._on_line_added)
        chat_log.changed.connect(self._on_log_changed)
        match_view.table_view.resized.connect(self._relayout)
        match_view.theme_applied.connect(self.collapsible_chat.apply_theme)
        scene.animator.wait_started.connect(lambda: self._send_reading_state(on=True))
        scene.animator.finished.connect(lambda: self._send_reading_state(on=False))
        match_view.stage.waiting_sentence = self._format_waiting_notice
        match_view.stage.turn_sentence = self._format_turn
        match_view.stage.event_started.connect(self._on_event_started)
        session.report_shown_lines(self._shown_line_count)
        self.stand_in_strip.resume_requested.connect(self.end_stand_in)
        self.collapsible_chat.panel.message_entered.connect(session.send_chat)
        self.collapsible_chat.panel.escape_pressed.connect(match_view.setFocus)
        self.collapsible_chat.toggled.connect(self._on_chat_toggled)
        self.collapsible_chat.viewed_seat_changed.connect(self.viewed_seat_changed)

    # Seats and presence

    def show_lobby(self, lobby: LobbyMessage) -> None:
        if lobby.stage != PLAYING_STAGE or len(lobby.chairs) != len(self._player_names):
            return  # seats may change before the next match
        is_first = self._lobby is None
        old_clock = 0 if self._lobby is None else self._lobby.clock
        self._lobby = lobby
        if is_first or lobby.clock != old_clock:
            self._reset_turn_clock()
            self._match_view.pacing.has_time_limit = bool(lobby.clock)
            self._match_view.pacing.skip_wait_if_timed()
            if lobby.clock:
                self._clock_timer.start()
            else:
                self._clock_timer.stop()
        seats = range(len(self._player_names))
        self._match_view.scene.set_names(
            [self.format_seat_name(seat) for seat in seats],
            [self._find_acting_name(seat) for seat in seats],
        )
        is_spectator = lobby.you is None and lobby.hands
        if is_first or is_spectator == self.collapsible_chat.viewed_seat_row.isHidden():
            self.collapsible_chat.offer_viewed_seats(
                self._player_names if is_spectator else (), self._viewed_seat
            )
        self.refresh()

    def format_seat_name(self, seat: int) -> str:
        player_name, name = self._player_names[seat], self._find_acting_name(seat)
        if name == player_name:
            return player_name
        return tr("{name} for {sitter}").format(name=name, sitter=player_name)

    def _find_acting_name(self, seat: int) -> str:
        chair = self._find_chair(seat)
        name = "?" if chair is None or not chair.is_guest else display_name(chair.name)
        return self._player_names[seat] if name == "?" else name

    def _find_chair(self, seat: int) -> ChairState | None:
        return None if self._lobby is None else self._lobby.chairs[seat]

    def refresh(self) -> None:
        """Update presence badges, computer seats and the stand-in strip."""
        self._update_badges()
        self._match_view.status_line.refresh()
        player_view = self.player_view
        seats = range(len(self._player_names))
        self._match_view.scene.set_bot_seats(frozenset(filter(player_view.is_bot_seat, seats)))
        is_own_seat = (
            player_view.seat is not None
            and self._lobby is not None
            and self._lobby.you == player_view.seat
        )
        bot_plays = (
            is_own_seat
            and not player_view.is_over
            and player_view.is_bot_seat(player_view.seat or 0)
        )
        self.stand_in_strip.setVisible(bot_plays)
        if bot_plays:
            self._position_strip()
            self.stand_in_strip.raise_()

    def _update_badges(self) -> None:
        if self._match_view.pacing.is_finished:
            self._clock_timer.stop()
        geometry = self._match_view.scene.geometry
        turn = self._turn_seat
        for seat, badge in enumerate(self.seat_badges):
            text, urgent = self._format_presence(seat), False
            seconds_left = round(self._turn_deadline.remainingTime() / 1000)
            if (
                not self._turn_deadline.isForever()
                and seat == turn
                and not self.player_view.is_bot_seat(seat)
            ):
                time = format_clock(seconds_left)
                text = f"{text} · {time}" if text else time
                urgent = seconds_left <= URGENT_S
            badge.set_text(text, geometry.plate_box(seat), urgent=urgent)

    def _reset_turn_clock(self) -> None:
        if self._lobby is not None and self._lobby.clock:
            self._turn_deadline.setRemainingTime(1000 * self._lobby.clock)
        else:
            self._turn_deadline = QDeadlineTimer(QDeadlineTimer.ForeverConstant.Forever)

    def _is_still_reading(self, seat: int) -> bool:
        """Return whether another player, who is waited for, still reads what has happened."""
        player_view, chair = self.player_view, self._find_chair(seat)
        is_awaited = player_view.game.is_open(player_view.view) or seat == self._turn_seat
        return is_awaited and seat != player_view.seat and chair is not None and bool(chair.reads)

    def _send_reading_state(self, *, on: bool) -> None:
        """Tell the host whether the local player still has to click through events."""
        if self.player_view.seat is not None and on != self._is_reading:
            self._is_reading = on
            self._session.send_message(ReadingMessage(on))

    def _format_waiting_notice(self) -> str:
        """Return the notice that others wait for the local player, or an empty string."""
        lobby, player_view = self._lobby, self.player_view
        if lobby is None or player_view.seat is None or lobby.you != player_view.seat:
            return ""
        is_own_turn = self._turn_seat == player_view.seat and not player_view.is_bot_seat(
            player_view.seat
        )
        return describe_waiting_readers(lobby) if is_own_turn else ""

    def _format_turn(self) -> str:
        """Return the sentence about another person's turn, or an empty string."""
        player_view, turn = self.player_view, self._turn_seat
        is_awaited = (
            turn is not None and turn != player_view.seat and not player_view.is_bot_seat(turn)
        )
        if not is_awaited or player_view.game.is_open(player_view.view):
            return ""
        chair = self._find_chair(turn) if turn is not None else None
        if chair is not None and chair.is_guest and not chair.here:
            return describe_awaited_return([chair.name])
        speaker = Speaker(self._match_view.scene.names, player_view.seat)
        return join_sentences(
            *map(speaker.format_message, player_view.game.describe_turn(player_view.view))
        )

    @property
    def _shown_line_count(self) -> int:
        """Number of record lines shown so far, including the header."""
        return (
            bytes(self.player_view.view_lines).count(b"\n")
            - self._match_view.event_queue.pending_count
        )

    def _on_event_started(self, event: Event, _: object) -> None:
        if isinstance(event, DealScored | MatchEnded):
            self._session.report_shown_lines(self._shown_line_count)

    @property
    def _turn_seat(self) -> int | None:
        player_view = self.player_view
        return None if player_view.is_over else player_view.game.turn(player_view.view)

    def _format_presence(self, seat: int) -> str:
        """Return a seat's presence as short text; empty if there is nothing to report."""
        lobby, chair = self._lobby, self._find_chair(seat)
        if self.player_view.is_over or lobby is None or chair is None:
            return ""
        if seat == lobby.you and not self._session.is_connected:
            return tr("no connection")
        if seat in self.player_view.known_human_seats and self.player_view.is_bot_seat(seat):
            return tr("computer plays")
        if chair.is_guest and not chair.here:
            return tr("away")
        if chair.is_guest and chair.slow:
            return tr_in("connection", "slow")
        return tr("still looking") if self._is_still_reading(seat) else ""

    def end_stand_in(self) -> None:
        seat = self.player_view.seat
        if seat is not None:
            self._session.switch_bot(seat, on=False)
            self._match_view.setFocus()

    def _on_event(self, event: Event) -> None:
        if self._match_view.pacing.is_finished:
            return
        self._reset_turn_clock()
        if isinstance(event, SeatReassigned):
            if event.seat != self.player_view.seat:  # the strip informs the local player
                self._notifications.show_transient(self._format_seat_change(event))
            else:
                announce(self._match_view, self._format_seat_change(event))
                self._notifications.withdraw_sentence(
                    Speaker().format_message(Message("table-seat-given"))
                )
            self.changed.emit()
        self.refresh()

    def _format_seat_change(self, event: SeatReassigned) -> str:
        chair = self._find_chair(event.seat)
        has_guest = chair is not None and chair.is_guest and bool(chair.name)
        name = isolate_direction(
            display_name(chair.name) if chair and has_guest else self._player_names[event.seat]
        )
        return describe_seat_change(event, name)

    # Chat

    def _on_line_added(self, line: ChatLine) -> None:
        # A player's own message needs no bubble, which would cover their side of the table.
        if line.seat is not None and not line.is_own and not self._match_view.pacing.is_finished:
            self.chat_bubbles.show_text(line.seat, line.message)

    def _on_log_changed(self) -> None:
        if self._chat_log.is_off:
            self.chat_bubbles.hide_bubbles()

    def toggle_chat(self) -> None:
        """Open the chat for writing, or collapse it."""
        folding = self._match_view.folding
        if folding.is_folded:
            folding.set_folded(on=False)
            if self.collapsible_chat.toggle_button.isChecked():
                self.collapsible_chat.panel.input_field.setFocus()
                return
        self.collapsible_chat.toggle_button.toggle()

    def _on_chat_toggled(self, on: bool) -> None:
        self._match_view.side_column.set_crowded(on)
        if not on:
            self._match_view.setFocus()

    def stop_listening(self) -> None:
        self.player_view.remove_listener(self._on_event)
        self._session.report_shown_lines(None)

    def remove_from_table(self) -> None:
        self.chat_bubbles.hide_bubbles()
        for badge in self.seat_badges:
            self._match_view.scene.removeItem(badge)
        for widget in (self.stand_in_strip, self.collapsible_chat):
            widget.hide()
            widget.deleteLater()
        self.deleteLater()

    # Layout

    def _relayout(self) -> None:
        self.chat_bubbles.relayout()
        self._update_badges()
        self.collapsible_chat.apply_theme()  # fonts scale with the table
        self._position_strip()

    def _position_strip(self) -> None:
        if self.stand_in_strip.isVisible():
            geometry = self._match_view.scene.geometry
            self.stand_in_strip.set_placement(
                geometry.question_box(), geometry.plate_box(geometry.near_seat)
            )
