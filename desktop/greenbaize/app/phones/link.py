"""The session of a phone at its chair: a guest of the table in this process, and its screens.

The session lasts as long as the phone has its chair, or watches. While no page is connected its
guest is not connected either, like any guest whose connection is lost.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Final

from msgspec import UNSET
from msgspec.structs import replace

from greenbaize.app.advice.adviser import Adviser
from greenbaize.app.network.remote_view import RemoteView
from greenbaize.app.network.seat_secrets import PassingSecret
from greenbaize.app.network.session import denied, rejection_message
from greenbaize.app.network.table_changes import TableChanges
from greenbaize.app.network.table_words import (
    PLAYING,
    QUICK_WORDS,
    lay_of,
    spoken_words,
    stopped_text,
)
from greenbaize.app.phones import labels, messages, pacing, screen
from greenbaize.app.phones.help_sheet import game_sheet
from greenbaize.app.phones.pacing import PhonePacing
from greenbaize.app.phones.screen import FreeChairs, Moment
from greenbaize.app.phones.server import PagePort
from greenbaize.app.seats.bot_launcher import BotLauncher
from greenbaize.app.tables.forced_answers import find_only_choice
from greenbaize.app.tables.matches import PROGRAM
from greenbaize.games import GAMES
from greenbaize.lan import wire
from greenbaize.lan.client import Guest, HeardBack, RejectedError
from greenbaize.lan.lines import Lines
from greenbaize.lan.wire import DamagedMessageError
from greenbaize.match.seal import Committed
from greenbaize.rules.commands import Command
from greenbaize.rules.events import Event
from greenbaize.rules.game import Question
from greenbaize.rules.messages import Message
from greenbaize.rules.thinking import Weighed
from greenbaize.store.log import keep_error
from greenbaize.words.catalogue import speaking, spoken_language
from greenbaize.words.names import shown_name
from greenbaize.words.phrases import turn_words
from greenbaize.words.speaker import Speaker

MOST_SPOKEN: Final = 50
"""The maximum number of chat messages that can be read again."""
FORCED_S: Final = 1.5
"""The time for which the only possible answer is shown before it is submitted (s)."""
CLOSED: Final = Message("phone-table-closed")
LOST: Final = Message("phone-lost")
MOVED: Final = Message("phone-moved")
MOVED_TAB: Final = Message("phone-moved-tab")


def closed_message(*, playing: bool) -> Message:
    """Return the message for a closed table; with a running match it differs."""
    return Message("phone-table-closed-playing") if playing else CLOSED


class PhoneLink:
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
        connect: Callable[[], Lines],
        launcher: BotLauncher,
        ended: Callable[["PhoneLink"], object],
    ) -> None:
        self.name: Final = name
        self.secret: Final = secret
        self.page: PagePort | None = None
        self.tab = ""
        """The identity of the connected page of the phone."""
        self.phone = ""
        """The identity of the phone."""
        self._connect, self._launcher, self._ended = connect, launcher, ended
        self.chairs: Callable[[], FreeChairs] | None = None
        self._loop = asyncio.get_running_loop()
        self._guest = Guest("", wire.Sit(name), self, PassingSecret(secret), PROGRAM)
        self._staying: asyncio.Task[None] | None = None
        self._pacing = PhonePacing(self._on_seen, self._show_soon, self.break_off)
        self._lobby: wire.LobbyShown | None = None
        self._changes = TableChanges(GAMES)
        self._options: dict[tuple[str, int], dict[str, Any]] = {}
        """The last options of each game at this table, by game and number of chairs."""
        self._left_result = False
        self._language = spoken_language()
        self._spoken: deque[wire.Spoken] = deque(maxlen=MOST_SPOKEN)
        self._left = False
        self._matches = 0
        self._adviser: Adviser | None = None
        self._showing: asyncio.Handle | None = None
        self._forcing: asyncio.TimerHandle | None = None
        self._sent: messages.Screen | None = None
        self._number = self._asked = 0
        self._asking: object = None
        self._told_turn: Question | None = None
        self._reading = False
        """True if the table was told that something is still being read here."""

    # The page

    def attach(self, page: PagePort, hello: messages.Hello, language: str) -> None:
        """Show everything on a page, and disconnect the previous one."""
        own = self.phone != "" and self.phone == hello.phone
        old, self.page, self.tab, self.phone = self.page, page, hello.tab, hello.phone
        if old is not None:
            old.send(messages.Gone(self._said(MOVED_TAB if own else MOVED), again=False))
            old.finish()
        if self.chairs is None:
            page.send(messages.Seated(self.secret, self.name))
        self.speak(language)
        if self._staying is None:
            self._staying = asyncio.ensure_future(self._stay())

    def detach(self, page: PagePort) -> None:
        """Note that the page is gone; the chair is kept as for any absent guest.

        A player who has left for good is removed once the host has received the message.
        """
        if page is self.page:
            self.page = None
            if not self._left:
                self._leave_table()

    def speak(self, language: str) -> None:
        with speaking(language):
            self._language = spoken_language()
            self._send(labels.words())
        self._sent = self._told_turn = None
        self._show_soon()

    def end(self, said: Message | None, *, again: bool = False) -> None:
        """End the session; the page is told why, and whether to reconnect."""
        self._leave_table()
        self._drop_adviser()
        self._see_all()
        self._show()  # The end of the match, perhaps.
        if self._showing is not None:
            self._showing.cancel()
        page, self.page = self.page, None
        if page is not None:
            page.send(messages.Gone("" if said is None else self._said(said), again))
            page.finish()

    def _see_all(self) -> None:
        try:
            self._pacing.see_all()
        except DamagedMessageError as error:
            keep_error(error)

    def _leave_table(self) -> None:
        self._reading = False
        if self._staying is not None:
            self._staying.cancel()
            self._staying = None

    def _said(self, message: Message) -> str:
        with speaking(self._language):
            return Speaker().say(message)

    def _send(self, message: messages.FromHost) -> None:
        if self.page is not None:
            self.page.send(message)

    # The guest and its listener

    async def _stay(self) -> None:
        async def connect() -> Lines:
            return self._connect()

        again, why = False, LOST
        try:
            await self._guest.stay(connect, lambda: None, self._pacing.catch_up)
        except RejectedError as error:
            again, why = error.why == "busy", rejection_message(error)
        except OSError:
            again = True
        except Exception as error:
            keep_error(error)
        else:
            self._see_all()
            why = closed_message(playing=self._is_playing)
        self._staying = None
        self.end(None if self._left else why, again=again and not self._left)
        self._ended(self)

    @property
    def _is_playing(self) -> bool:
        place = self._pacing.place
        playing = self._lobby is not None and self._lobby.stage == PLAYING
        return playing and not (place is not None and place.over)

    @property
    def rests(self) -> bool:
        """True if the viewer has not seen everything that has happened."""
        return self.page is not None and self._pacing.rests

    def begun(self, header: bytes) -> None:
        self._matches += 1
        self._left_result = False
        self._drop_adviser()
        place = RemoteView(header, self, self._matches, seated=self.chairs is None)
        place.launcher = self._launcher
        self._pacing.begin(place)

    def told(self, line: bytes) -> None:
        self._pacing.take(line)

    def caught_up(self) -> None:
        self._pacing.settle()
        self._show_soon()

    def lobby(self, lobby: wire.LobbyShown) -> None:
        self._lobby = lobby
        self._options[lobby.game, len(lobby.chairs)] = lobby.options
        self._changes.note_lobby(lobby)
        self._pacing.clocked = bool(lobby.clock)
        self._show_soon()

    def spoken(self, spoken: wire.Spoken) -> None:
        with speaking(self._language):
            text = spoken_words(spoken)
            if text:
                self._spoken.append(spoken)
                self._send(messages.Spoken(shown_name(spoken.name), text))

    def denied(self, why: str) -> None:
        self._refuse(self._said(denied(why)))

    def match_stopped(self, by: str) -> None:
        """Handle the early end of the match by the table's keeper."""
        self._drop_adviser()
        self._pacing.forget()
        with speaking(self._language):
            said = stopped_text(by)
        self._send(messages.Notice(said, said, "wait"))
        self._show_soon()

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        del lines, committed

    # The table as the view uses it

    @property
    def here(self) -> bool:
        return self._guest.here

    @property
    def hints(self) -> bool:
        return self._lobby is not None and self._lobby.hints

    def attend(self) -> None:
        """Do nothing: everything is published at once."""

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        guest = self._guest
        if guest.here and (match != self._matches or heard != guest.heard):
            heard_back("stale", "")
        else:
            guest.do(command, heard_back)

    def break_off(self, error: Exception) -> None:
        keep_error(error)
        self.end(LOST)
        self._ended(self)

    def wake_by(self, woken: Callable[[], None] | None, whose: object) -> None:
        del woken, whose

    # Messages from the phone

    def hear(self, message: messages.FromPhone) -> None:
        """Execute a request of the page; requests that are impossible now are ignored."""
        match message:
            case messages.AnswerAsked(ask=ask, which=which):
                self._answer(ask, self._question, which)
            case messages.TakeOffer(ask=ask, offer=offer, which=which):
                offers = self._offers
                self._answer(ask, offers[offer] if offer < len(offers) else None, which)
            case messages.Ahead():
                self._pacing.go_on()
            case messages.Show(what=what):
                self._show_sheet(what)
            case messages.Language(language=language):
                self.speak(language)
            case messages.Ready() if self.chairs is None:
                self._get_ready(message)
            case messages.Say(word=word) if word in QUICK_WORDS:
                self._guest.send(wire.Say(word=word))
            case messages.StandIn(on=on) if self._guest.seat is not None:
                self._guest.send(wire.StandIn(self._guest.seat, on))
            case messages.End():
                self._guest.send(wire.Stop())
            case messages.Choose(game=game):
                self._choose_game(game)
            case messages.Leave():
                self._left = True
                self._guest.leave()

    def _choose_game(self, name: str) -> None:
        """Request another game, with the options that it last had at this table."""
        game, lobby = GAMES.get(name), self._lobby
        if game is not None and lobby is not None:
            seats = min(game.seats, key=lambda one: abs(one - len(lobby.chairs)))
            options = self._options.get((name, seats), {})
            self._guest.send(replace(lay_of(lobby), game=name, seats=seats, options=options))

    def _get_ready(self, mark: messages.Ready) -> None:
        """Set readiness; changes not seen yet are shown first."""
        place, lobby = self._pacing.place, self._lobby
        if lobby is None:
            return
        at_result = place is not None and place.over and not self._left_result
        self._left_result = self._left_result or at_result
        if at_result and mark.on and self._changes.has_changed(lobby):
            self._show_soon()
            return
        shown = mark.arranged if mark.arranged is not UNSET else lobby.arranged
        self._guest.ready(ready=mark.on, arranged=shown)
        self._show_soon()

    @property
    def _question(self) -> Question | None:
        place = self._pacing.place
        return None if place is None or self._pacing.behind else place.question

    @property
    def _offers(self) -> tuple[Question, ...]:
        place = self._pacing.place
        return () if place is None or self._pacing.behind else place.offers

    def _answer(self, ask: int, question: Question | None, which: int) -> None:
        place = self._pacing.place
        if place is None or question is None or ask != self._count_asked():
            return
        if which < len(question.answers):
            self._submit(place, question.answers[which].command)

    def _submit(self, place: RemoteView, command: Command) -> None:
        self._pacing.stop()
        place.submit(command, self._on_answered)
        self._show_soon()

    def _on_answered(self, refusal: Message | None) -> None:
        place = self._pacing.place
        if refusal is not None and place is not None:
            with speaking(self._language):
                said = screen.speaker_at(place).say(refusal)
            self._refuse(said)
            self._sent = None
        self._show_soon()

    def _refuse(self, said: str) -> None:
        self._send(messages.Notice(said, said, "refused"))

    # Screens

    def _on_seen(self, event: Event) -> None:
        place = self._pacing.place
        if self.page is None or place is None:
            return
        with speaking(self._language):
            text, aloud = screen.notice_texts(place, event)
        if aloud:
            self._send(messages.Notice(text, aloud, "event"))
        if self._pacing.lying or not self._pacing.behind:
            self._show_soon()

    def follow_screen(self, lines: int | None) -> None:
        """Show no result before the screen at the table, which has shown so many lines."""
        try:
            self._pacing.follow_screen(lines)
        except DamagedMessageError as error:
            self.break_off(error)

    def _note_reading(self) -> None:
        """Tell the table whether something is still being read here."""
        reading = self._pacing.waits and self.page is not None
        if reading != self._reading and self._guest.here and self._guest.seat is not None:
            self._reading = reading
            self._guest.send(wire.Reading(reading))

    def _show_soon(self) -> None:
        self._note_reading()
        if self._showing is None and self.page is not None:
            self._showing = self._loop.call_soon(self._show_if_here)

    def _show_if_here(self) -> None:
        self._showing = None
        # A player who has just come back is asked once an answer can be given.
        if self._guest.here:
            self._show()

    def _show(self) -> None:
        lobby, page = self._lobby, self.page
        if lobby is None or page is None:
            return
        if lobby.stage == PLAYING and self._pacing.place is None:
            # The match follows next; a returning player should not see the waiting room before it.
            return
        try:
            with speaking(self._language):
                composed = screen.screen_of(self._moment(lobby), self._number)
                self._send_screen(composed)
                self._tell_turn()
        except Exception as error:
            keep_error(error)
            page.finish()

    def _moment(self, lobby: wire.LobbyShown) -> Moment:
        shown = self._pacing
        return Moment(
            lobby=lobby,
            place=shown.place,
            behind=shown.behind,
            lying=shown.lying,
            last=shown.last,
            news=shown.news,
            turns=tuple(shown.turns.turns),
            ahead=shown.waits,
            awaited=shown.awaited,
            asked=self._count_asked(),
            changes=self._changes.text(lobby),
            left_result=self._left_result,
            chairs=None if self.chairs is None else self.chairs(),
        )

    def _count_asked(self) -> int:
        """Return the number of the current question, which earlier questions do not have."""
        asking = self._matches, self._question, self._offers
        if asking != self._asking:
            self._asking = asking
            self._asked += 1
            self._force_answer()
        return self._asked

    def _force_answer(self) -> None:
        """Schedule the only possible answer before the first deal, as the last trump left."""
        if self._forcing is not None:
            self._forcing.cancel()
        self._forcing = None
        place, ask = self._pacing.place, self._asked
        forced = None if place is None or self._pacing.behind else find_only_choice(place)
        if place is not None and forced is not None:

            def give() -> None:
                if ask == self._asked and self._guest.here:
                    self._submit(place, forced)

            self._forcing = self._loop.call_later(pacing.TEMPO * FORCED_S, give)

    def _send_screen(self, composed: messages.Screen) -> None:
        sent = self._sent
        if sent is not None and composed == replace(sent, number=composed.number):
            return
        self._number += 1
        self._sent = replace(composed, number=self._number)
        self._send(self._sent)

    def _tell_turn(self) -> None:
        place, question = self._pacing.place, self._question
        if question == self._told_turn or place is None:
            return
        self._told_turn = question
        if question is not None:
            speaker = screen.speaker_at(place, aloud=True)
            said = turn_words(place.game, place.view, question, speaker)
            self._send(messages.Notice("", said, "turn"))

    # Pages to read

    def _show_sheet(self, what: str) -> None:
        place, lobby = self._pacing.place, self._lobby
        with speaking(self._language):
            if what == "said":
                said = [(shown_name(one.name), spoken_words(one)) for one in self._spoken]
                self._send(screen.said_sheet(said))
            elif what == "game" and lobby is not None:
                self._send(game_sheet(GAMES[lobby.game]))
            elif what == "ring" and lobby is not None and (place is None or place.over):
                self._send(screen.lobby_ring_sheet(lobby))
            elif place is not None:
                self._show_match_sheet(what, place)

    def _show_match_sheet(self, what: str, place: RemoteView) -> None:
        match what:
            case "ring":
                self._send(screen.ring_sheet(place.game, place.view, place.seat))
            case "last" if self._pacing.turns.turns:
                self._send(screen.last_turns_sheet(place, self._pacing.turns.turns))
            case "sheet":
                self._send(screen.score_sheet(place))
            case "last":
                self._send(screen.last_trick_sheet(place, self._pacing.last))
            case "rules":
                self._send(screen.rules_sheet(place))
            case "hint":
                self._ask_hint(place)

    def _ask_hint(self, place: RemoteView) -> None:
        question = self._question
        if not screen.can_hint(place, question):
            return
        self._drop_adviser()  # It works on an earlier question.
        self._adviser = adviser = place.adviser(self._on_adviser_woken)
        self._send(screen.thinking_sheet())
        adviser.ask(lambda choices: self._on_advice(question, choices))

    def _on_adviser_woken(self) -> None:
        # Called in the adviser's thread.
        self._loop.call_soon_threadsafe(self._attend_adviser)

    def _attend_adviser(self) -> None:
        if self._adviser is not None:
            try:
                self._adviser.attend()
            except Exception as error:
                self.break_off(error)

    def _on_advice(self, asked: Question | None, choices: tuple[Weighed, ...] | None) -> None:
        place = self._pacing.place
        if place is not None and asked == self._question:
            with speaking(self._language):
                self._send(screen.hint_sheet(place, choices))
        # Its program is not kept, as everybody at the table may want one.
        self._loop.call_soon(self._drop_adviser)

    def _drop_adviser(self) -> None:
        adviser, self._adviser = self._adviser, None
        if adviser is not None:
            adviser.close()
