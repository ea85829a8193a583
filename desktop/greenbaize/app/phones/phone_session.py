"""The session of a phone at its chair: a guest of the table in this process, and its screens.

The session lasts as long as the phone has its chair, or watches. While no page is connected its
guest is not connected either, like any guest whose connection is lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final, assert_never

from msgspec import UNSET
from msgspec.structs import replace

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.memory.hint_memory import note_hint
from greenbaize.app.network.remote_view import RemotePlayerView
from greenbaize.app.network.seat_secrets import MemorySecretStore
from greenbaize.app.network.session import describe_denial, describe_rejection
from greenbaize.app.network.table_changes import TableChangeTracker
from greenbaize.app.network.table_texts import (
    PLAYING_STAGE,
    QUICK_MESSAGES,
    describe_chat_message,
    describe_stopped_match,
    extract_match_setup,
)
from greenbaize.app.phones import labels, messages, pacing, phone_screen
from greenbaize.app.phones.help_sheet import build_rules_page_sheet
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.phone_screen import FreeChairs, ScreenContext
from greenbaize.app.phones.server import PageConnection
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.forced_answers import find_only_choice
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import (
    CommandResultCallback,
    FullRecord,
    GuestClient,
    GuestListenerMessage,
    TableRejectionError,
)
from greenbaize.lan.line_connection import LineConnection
from greenbaize.lan.wire import DamagedMessageError
from greenbaize.match.header import PROGRAM_VERSION
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.search_contract import WeighedChoice
from greenbaize.store.log import log_exception
from greenbaize.words.catalogue import current_language, language_context
from greenbaize.words.names import display_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.spoken_events import describe_turn

MAX_CHAT_MESSAGES: Final = 50
"""The maximum number of chat messages that can be read again."""
FORCED_ANSWER_DELAY_S: Final = 1.5
"""The time for which the only possible answer is shown before it is submitted (s)."""
TABLE_CLOSED: Final = Message("phone-table-closed")
CONNECTION_LOST: Final = Message("phone-lost")
MOVED_TO_OTHER_PHONE: Final = Message("phone-moved")
MOVED_TO_OTHER_TAB: Final = Message("phone-moved-tab")


def table_closed_message(*, is_playing: bool) -> Message:
    """Return the message for a closed table; with a running match it differs."""
    return Message("phone-table-closed-playing") if is_playing else TABLE_CLOSED


class PhoneSession:
    """The guest of a phone, its display state, and its page; a ``client.GuestListener``.

    ``connect`` opens a connection to the table, ``launcher`` starts advisers, and ``on_end`` is
    called when the chair is given up or the table closed. With ``find_free_chairs``, which is set
    before the first page, the phone has no chair and only watches: its guest is a spectator like
    all others.
    """

    def __init__(
        self,
        name: str,
        secret: str,
        connect: Callable[[], LineConnection],
        launcher: BotLauncher,
        on_end: Callable[["PhoneSession"], object],
    ) -> None:
        self.name: Final = name
        self.secret: Final = secret
        self.page: PageConnection | None = None
        self.tab_id = ""
        """The identity of the connected page of the phone."""
        self.phone_id = ""
        """The identity of the phone."""
        self._connect, self._launcher, self._on_end = connect, launcher, on_end
        self.find_free_chairs: Callable[[], FreeChairs] | None = None
        self._loop = asyncio.get_running_loop()
        self._guest = GuestClient(
            "", wire.JoinMessage(name), self, MemorySecretStore(secret), PROGRAM_VERSION
        )
        self._guest_task: asyncio.Task[None] | None = None
        self._pacing = PhonePacing(self._on_event_shown, self._schedule_update, self.abort_session)
        self._lobby: wire.LobbyMessage | None = None
        self._changes = TableChangeTracker(GAMES)
        self._options_by_game: dict[tuple[str, int], dict[str, Any]] = {}
        """The last options of each game at this table, by game and number of chairs."""
        self._is_result_dismissed = False
        self._language = current_language()
        self._chat_messages: deque[wire.ChatMessage] = deque(maxlen=MAX_CHAT_MESSAGES)
        self._has_left = False
        self._match_number = 0
        self._adviser: Adviser | None = None
        self._update_handle: asyncio.Handle | None = None
        self._forced_answer_timer: asyncio.TimerHandle | None = None
        self._sent_screen: messages.ScreenMessage | None = None
        self._screen_number = self._question_number = 0
        self._question_key: object = None
        self._announced_question: Question | None = None
        self._is_reading_reported = False
        """True if the table was told that something is still being read here."""

    # The page

    def attach_page(
        self, page: PageConnection, hello: messages.PhoneHelloMessage, language: str
    ) -> None:
        """Show everything on a page, and disconnect the previous one."""
        is_same_phone = self.phone_id != "" and self.phone_id == hello.phone
        previous_page, self.page, self.tab_id, self.phone_id = (
            self.page,
            page,
            hello.tab,
            hello.phone,
        )
        if previous_page is not None:
            previous_page.send_message(
                messages.DisconnectMessage(
                    self._format_message(
                        MOVED_TO_OTHER_TAB if is_same_phone else MOVED_TO_OTHER_PHONE
                    ),
                    again=False,
                )
            )
            previous_page.finish_sending()
        if self.find_free_chairs is None:
            page.send_message(messages.ChairAssignedMessage(self.secret, self.name))
        self.set_language(language)
        if self._guest_task is None:
            self._guest_task = asyncio.ensure_future(self._run_guest())

    def detach_page(self, page: PageConnection) -> None:
        """Note that the page is gone; the chair is kept as for any absent guest.

        A player who has left for good is removed once the host has received the message.
        """
        if page is self.page:
            self.page = None
            if not self._has_left:
                self._stop_guest()

    def set_language(self, language: str) -> None:
        with language_context(language):
            self._language = current_language()
            self._send_message(labels.build_labels_message())
        self._sent_screen = self._announced_question = None
        self._schedule_update()

    def end_session(self, reason: Message | None, *, may_reconnect: bool = False) -> None:
        """End the session; the page is told why, and whether to reconnect."""
        self._stop_guest()
        self._close_adviser()
        self._show_all_events()
        self._update_screen()  # The end of the match, perhaps.
        if self._update_handle is not None:
            self._update_handle.cancel()
        page, self.page = self.page, None
        if page is not None:
            page.send_message(
                messages.DisconnectMessage(
                    "" if reason is None else self._format_message(reason), may_reconnect
                )
            )
            page.finish_sending()

    def _show_all_events(self) -> None:
        try:
            self._pacing.show_all_events()
        except DamagedMessageError as error:
            log_exception(error)

    def _stop_guest(self) -> None:
        self._is_reading_reported = False
        if self._guest_task is not None:
            self._guest_task.cancel()
            self._guest_task = None

    def _format_message(self, message: Message) -> str:
        with language_context(self._language):
            return Speaker().format_message(message)

    def _send_message(self, message: messages.HostMessage) -> None:
        if self.page is not None:
            self.page.send_message(message)

    # The guest and its listener

    async def _run_guest(self) -> None:
        async def connect() -> LineConnection:
            return self._connect()

        may_reconnect, reason = False, CONNECTION_LOST
        try:
            await self._guest.run_connection(connect, lambda: None, self._pacing.start_catch_up)
        except TableRejectionError as error:
            may_reconnect, reason = error.reason == "busy", describe_rejection(error)
        except OSError:
            may_reconnect = True
        except Exception as error:
            log_exception(error)
        else:
            self._show_all_events()
            reason = table_closed_message(is_playing=self._is_playing)
        self._guest_task = None
        self.end_session(
            None if self._has_left else reason, may_reconnect=may_reconnect and not self._has_left
        )
        self._on_end(self)

    @property
    def _is_playing(self) -> bool:
        player_view = self._pacing.player_view
        is_playing = self._lobby is not None and self._lobby.stage == PLAYING_STAGE
        return is_playing and not (player_view is not None and player_view.is_over)

    @property
    def is_showing(self) -> bool:
        """True if the viewer has not seen everything that has happened."""
        return self.page is not None and self._pacing.is_showing

    def on_message(self, message: GuestListenerMessage) -> None:
        """Apply a message of the table; a full record is stored by the host only."""
        match message:
            case wire.EventMessage(number=0, line=line):
                self._start_match(bytes(line))
            case wire.EventMessage(line=line):
                self._pacing.enqueue_event_line(bytes(line))
            case wire.CaughtUpMessage():
                self._pacing.finish_catch_up()
                self._schedule_update()
            case wire.LobbyMessage():
                self._update_lobby(message)
            case wire.ChatMessage():
                self._show_chat(message)
            case wire.RequestDeniedMessage(why=code):
                self._send_refusal(self._format_message(describe_denial(code)))
            case wire.MatchStoppedMessage(by=keeper_name):
                self._end_match(keeper_name)
            case FullRecord():
                pass
            case _:
                assert_never(message)

    def _start_match(self, header: bytes) -> None:
        self._match_number += 1
        self._is_result_dismissed = False
        self._close_adviser()
        player_view = RemotePlayerView(
            header, self, self._match_number, is_seated=self.find_free_chairs is None
        )
        player_view.launcher = self._launcher
        self._pacing.start_match(player_view)

    def _update_lobby(self, lobby: wire.LobbyMessage) -> None:
        self._lobby = lobby
        self._options_by_game[lobby.game, len(lobby.chairs)] = lobby.options
        self._changes.update_agreed_lobby(lobby)
        self._pacing.has_turn_limit = bool(lobby.clock)
        self._schedule_update()

    def _show_chat(self, chat: wire.ChatMessage) -> None:
        with language_context(self._language):
            text = describe_chat_message(chat)
            if text:
                self._chat_messages.append(chat)
                self._send_message(messages.PhoneChatMessage(display_name(chat.name), text))

    def _end_match(self, keeper_name: str) -> None:
        """Handle the early end of the match by the table's keeper."""
        self._close_adviser()
        self._pacing.clear_match()
        with language_context(self._language):
            sentence = describe_stopped_match(keeper_name)
        self._send_message(messages.NoticeMessage(sentence, sentence, "wait"))
        self._schedule_update()

    # The table as the view uses it

    @property
    def is_connected(self) -> bool:
        return self._guest.is_connected

    @property
    def has_hints(self) -> bool:
        return self._lobby is not None and self._lobby.hints

    def process_pending(self) -> None:
        """Do nothing: everything is published at once."""

    def submit_command(
        self,
        match_number: int,
        line_count: int,
        command: dict[str, Any],
        on_result: CommandResultCallback,
    ) -> None:
        guest = self._guest
        if guest.is_connected and (
            match_number != self._match_number or line_count != guest.line_count
        ):
            on_result("stale", "")
        else:
            guest.submit(command, on_result)

    def abort_session(self, error: Exception) -> None:
        log_exception(error)
        self.end_session(CONNECTION_LOST)
        self._on_end(self)

    def set_wake_callback(self, on_wake: Callable[[], None] | None, owner: object) -> None:
        del on_wake, owner

    # Messages from the phone

    def on_phone_message(self, message: messages.SeatPageRequest) -> None:
        """Execute a request of the page; requests that are impossible now are ignored."""
        match message:
            case messages.AnswerQuestionMessage(ask=ask, which=which):
                self._submit_answer(ask, self._question, which)
            case messages.AcceptOfferMessage(ask=ask, offer=offer, which=which):
                offers = self._offers
                self._submit_answer(ask, offers[offer] if offer < len(offers) else None, which)
            case messages.AdvanceMessage():
                self._pacing.advance_display()
            case messages.ShowSheetMessage(what=what):
                self._send_sheet(what)
            case messages.LanguageMessage(language=language):
                self.set_language(language)
            case messages.PhoneReadyMessage():
                self._set_ready(message)
            case messages.QuickChatMessage(word=word):
                self._send_quick_word(word)
            case messages.PhoneStandInMessage(on=on):
                self._switch_bot(on=on)
            case messages.EndMatchMessage():
                self._guest.send_message(wire.StopMatchMessage())
            case messages.ChooseGameMessage(game=game):
                self._choose_game(game)
            case messages.PhoneLeaveMessage():
                self._has_left = True
                self._guest.leave_table()
            case _:
                assert_never(message)

    def _send_quick_word(self, word: str) -> None:
        if word in QUICK_MESSAGES:
            self._guest.send_message(wire.SendChatMessage(word=word))

    def _switch_bot(self, *, on: bool) -> None:
        if self._guest.seat is not None:
            self._guest.send_message(wire.StandInMessage(self._guest.seat, on))

    def _choose_game(self, name: str) -> None:
        """Request another game, with the options that it last had at this table."""
        game, lobby = GAMES.get(name), self._lobby
        if game is not None and lobby is not None:
            seats = min(game.seats, key=lambda count: abs(count - len(lobby.chairs)))
            options = self._options_by_game.get((name, seats), {})
            self._guest.send_message(
                replace(extract_match_setup(lobby), game=name, seats=seats, options=options)
            )

    def _set_ready(self, message: messages.PhoneReadyMessage) -> None:
        """Set readiness; changes not seen yet are shown first."""
        player_view, lobby = self._pacing.player_view, self._lobby
        if lobby is None or self.find_free_chairs is not None:
            return
        is_result_shown = (
            player_view is not None and player_view.is_over and not self._is_result_dismissed
        )
        self._is_result_dismissed = self._is_result_dismissed or is_result_shown
        if is_result_shown and message.on and self._changes.has_changed(lobby):
            self._schedule_update()
            return
        arrangement = message.arranged if message.arranged is not UNSET else lobby.arranged
        self._guest.send_ready(is_ready=message.on, arrangement=arrangement)
        self._schedule_update()

    @property
    def _question(self) -> Question | None:
        player_view = self._pacing.player_view
        return None if player_view is None or self._pacing.is_behind else player_view.question

    @property
    def _offers(self) -> tuple[Question, ...]:
        player_view = self._pacing.player_view
        return () if player_view is None or self._pacing.is_behind else player_view.offers

    def _submit_answer(
        self, question_number: int, question: Question | None, answer_index: int
    ) -> None:
        player_view = self._pacing.player_view
        if (
            player_view is None
            or question is None
            or question_number != self._current_question_number()
        ):
            return
        if answer_index < len(question.answers):
            self._submit_command(player_view, question.answers[answer_index].command)

    def _submit_command(self, player_view: RemotePlayerView, command: Command) -> None:
        self._pacing.stop_timer()
        player_view.submit(command, self._on_result)
        self._schedule_update()

    def _on_result(self, refusal: Message | None) -> None:
        player_view = self._pacing.player_view
        if refusal is not None and player_view is not None:
            with language_context(self._language):
                sentence = phone_screen.create_speaker(player_view).format_message(refusal)
            self._send_refusal(sentence)
            self._sent_screen = None
        self._schedule_update()

    def _send_refusal(self, sentence: str) -> None:
        self._send_message(messages.NoticeMessage(sentence, sentence, "refused"))

    # Screens

    def _on_event_shown(self, event: Event) -> None:
        player_view = self._pacing.player_view
        if self.page is None or player_view is None:
            return
        with language_context(self._language):
            text, spoken_text = phone_screen.describe_shown_event(player_view, event)
        if spoken_text:
            self._send_message(messages.NoticeMessage(text, spoken_text, "event"))
        if self._pacing.displayed_trick or not self._pacing.is_behind:
            self._schedule_update()

    def sync_with_screen(self, line_count: int | None) -> None:
        """Show no result before the screen at the table, which has shown so many lines."""
        try:
            self._pacing.sync_with_screen(line_count)
        except DamagedMessageError as error:
            self.abort_session(error)

    def _report_reading(self) -> None:
        """Tell the table whether something is still being read here."""
        is_reading = self._pacing.waits_for_viewer and self.page is not None
        if (
            is_reading != self._is_reading_reported
            and self._guest.is_connected
            and self._guest.seat is not None
        ):
            self._is_reading_reported = is_reading
            self._guest.send_message(wire.ReadingMessage(is_reading))

    def _schedule_update(self) -> None:
        self._report_reading()
        if self._update_handle is None and self.page is not None:
            self._update_handle = self._loop.call_soon(self._update_if_connected)

    def _update_if_connected(self) -> None:
        self._update_handle = None
        # A player who has just come back is asked once an answer can be given.
        if self._guest.is_connected:
            self._update_screen()

    def _update_screen(self) -> None:
        lobby, page = self._lobby, self.page
        if lobby is None or page is None:
            return
        if lobby.stage == PLAYING_STAGE and self._pacing.player_view is None:
            # The match follows next; a returning player should not see the waiting room before it.
            return
        try:
            with language_context(self._language):
                screen_message = phone_screen.build_screen(
                    self._screen_context(lobby), self._screen_number
                )
                self._send_screen(screen_message)
                self._announce_turn()
        except Exception as error:
            log_exception(error)
            page.finish_sending()

    def _screen_context(self, lobby: wire.LobbyMessage) -> ScreenContext:
        pacing = self._pacing
        return ScreenContext(
            lobby=lobby,
            player_view=pacing.player_view,
            is_behind=pacing.is_behind,
            displayed_trick=pacing.displayed_trick,
            last_trick=pacing.last_trick,
            latest_notice=pacing.latest_notice,
            logged_turns=tuple(pacing.turn_log.turns),
            can_advance=pacing.waits_for_viewer,
            holds_up_match=pacing.holds_up_match,
            question_number=self._current_question_number(),
            changes=self._changes.describe_changes(lobby),
            is_result_dismissed=self._is_result_dismissed,
            free_chairs=None if self.find_free_chairs is None else self.find_free_chairs(),
        )

    def _current_question_number(self) -> int:
        """Return the number of the current question, which earlier questions do not have."""
        question_key = self._match_number, self._question, self._offers
        if question_key != self._question_key:
            self._question_key = question_key
            self._question_number += 1
            self._schedule_forced_answer()
        return self._question_number

    def _schedule_forced_answer(self) -> None:
        """Schedule the only possible answer before the first deal, as the last trump left."""
        if self._forced_answer_timer is not None:
            self._forced_answer_timer.cancel()
        self._forced_answer_timer = None
        player_view, question_number = self._pacing.player_view, self._question_number
        forced_command = (
            None if player_view is None or self._pacing.is_behind else find_only_choice(player_view)
        )
        if player_view is not None and forced_command is not None:

            def submit_forced_answer() -> None:
                if question_number == self._question_number and self._guest.is_connected:
                    self._submit_command(player_view, forced_command)

            self._forced_answer_timer = self._loop.call_later(
                pacing.DISPLAY_TIME_FACTOR * FORCED_ANSWER_DELAY_S, submit_forced_answer
            )

    def _send_screen(self, screen_message: messages.ScreenMessage) -> None:
        sent_screen = self._sent_screen
        if sent_screen is not None and screen_message == replace(
            sent_screen, number=screen_message.number
        ):
            return
        self._screen_number += 1
        self._sent_screen = replace(screen_message, number=self._screen_number)
        self._send_message(self._sent_screen)

    def _announce_turn(self) -> None:
        player_view, question = self._pacing.player_view, self._question
        if question == self._announced_question or player_view is None:
            return
        self._announced_question = question
        if question is not None:
            speaker = phone_screen.create_speaker(player_view, for_speech=True)
            sentence = describe_turn(player_view.game, player_view.view, question, speaker)
            self._send_message(messages.NoticeMessage("", sentence, "turn"))

    # Pages to read

    def _send_sheet(self, kind: str) -> None:
        player_view, lobby = self._pacing.player_view, self._lobby
        with language_context(self._language):
            if kind == "said":
                names_and_texts = [
                    (display_name(message.name), describe_chat_message(message))
                    for message in self._chat_messages
                ]
                self._send_message(phone_screen.build_chat_sheet(names_and_texts))
            elif kind == "game" and lobby is not None:
                self._send_message(build_rules_page_sheet(GAMES[lobby.game]))
            elif (
                kind == "ring"
                and lobby is not None
                and (player_view is None or player_view.is_over)
            ):
                self._send_message(phone_screen.build_lobby_ring_sheet(lobby))
            elif player_view is not None:
                self._send_match_sheet(kind, player_view)

    def _send_match_sheet(self, kind: str, player_view: RemotePlayerView) -> None:
        match kind:
            case "ring":
                self._send_message(
                    phone_screen.build_ring_sheet(
                        player_view.game, player_view.view, player_view.seat
                    )
                )
            case "last" if self._pacing.turn_log.turns:
                self._send_message(
                    phone_screen.build_last_turns_sheet(player_view, self._pacing.turn_log.turns)
                )
            case "sheet":
                self._send_message(phone_screen.build_score_sheet(player_view))
            case "last":
                self._send_message(
                    phone_screen.build_last_trick_sheet(player_view, self._pacing.last_trick)
                )
            case "rules":
                self._send_message(phone_screen.build_rules_sheet(player_view))
            case "hint":
                self._request_hint(player_view)

    def _request_hint(self, player_view: RemotePlayerView) -> None:
        question = self._question
        if not phone_screen.can_hint(player_view, question):
            return
        self._close_adviser()  # It works on an earlier question.
        is_allowed, reason = note_hint(player_view)
        if not is_allowed:
            self._send_message(phone_screen.build_unnoted_hint_sheet(reason))
            return
        self._adviser = adviser = player_view.create_adviser(self._on_adviser_wake)
        self._send_message(phone_screen.build_thinking_sheet())
        adviser.ask_advice(lambda choices: self._on_advice(question, choices))

    def _on_adviser_wake(self) -> None:
        # Called in the adviser's thread.
        self._loop.call_soon_threadsafe(self._process_adviser)

    def _process_adviser(self) -> None:
        if self._adviser is not None:
            try:
                self._adviser.process_pending()
            except Exception as error:
                self.abort_session(error)

    def _on_advice(
        self, question: Question | None, choices: tuple[WeighedChoice, ...] | None
    ) -> None:
        player_view = self._pacing.player_view
        if player_view is not None and question == self._question:
            with language_context(self._language):
                self._send_message(phone_screen.build_hint_sheet(player_view, choices))
        # Its program is not kept, as everybody at the table may want one.
        self._loop.call_soon(self._close_adviser)

    def _close_adviser(self) -> None:
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser.close()
