"""Controller of one session at a networked table: waiting room, matches and messages."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from greenbaize.app.network.session import Session, comings
from greenbaize.app.network.table_changes import TableChanges
from greenbaize.app.network.table_words import (
    GATHERING,
    PLAYING,
    faces_of,
    keeps_table,
    lay_of,
    names_text,
    stopped_text,
)
from greenbaize.app.phones.shown import ChairRequest
from greenbaize.lan.wire import LobbyShown, Look, Spoken
from greenbaize.match.seal import Seal
from greenbaize.rules.messages import Message
from greenbaize.ui.faces.looks import use_guests
from greenbaize.ui.features.network.at_table import AtTable
from greenbaize.ui.features.network.chat import ChatLog
from greenbaize.ui.features.network.waiting_room import WaitingRoom
from greenbaize.ui.match.match_view import MatchView
from greenbaize.ui.shell.services import Services
from greenbaize.words.catalogue import tr
from greenbaize.words.names import set_apart, shown_name
from greenbaize.words.speaker import Speaker

LEAVING_MS: Final = 3000
PHONE_PROBLEMS: Final = ("phones-port", "phones-no-network")
"""Codes of errors for which phones cannot be switched on."""
RECORD_COMPLETE: Final = "record-complete"
RECORD_NEWS: Final = (
    *("match-unwritten", "table-keys-unwritten", RECORD_COMPLETE),
    *("guest-record-unwritten", "guest-record-full"),
)
"""Codes of messages about the match's record, which outlives the waiting room."""


def request_text(request: ChairRequest) -> str:
    """Return the question whether to give a phone the chair that it asks for."""
    name = set_apart(shown_name(request.name))
    told = Speaker().say(Message("phone-at-door", {"name": name, "number": request.number}))
    return f"{told} {tr('Give {name} the chair back?').format(name=name)}"


def lobby_news(old: LobbyShown | None, new: LobbyShown) -> list[str]:
    """Return sentences about guests who came or left between two states of the lobby."""
    if old is None or {old.stage, new.stage} != {PLAYING}:
        return []
    you = None if new.you is None else new.chairs[new.you].name
    say = Speaker().say
    return [
        say(Message(f"guest-{what}", {"name": set_apart(shown_name(name))}))
        for what, name in comings(old, new)
        if name != you
    ]


def news_after(old: LobbyShown | None, new: LobbyShown, changes: str) -> list[str]:
    """Return the news for a player who still looks at the last match.

    ``changes`` describes the changes of the table's setup.
    """
    if old is None or new.stage != GATHERING:
        return []
    told = []
    if changes and lay_of(old) != lay_of(new):
        told.append(changes)
    before = set() if old.stage != GATHERING else set(_ready(old))
    ready = _ready(new)
    if not before.issuperset(ready):  # all names, since each sentence replaces the one before
        told.append(tr("Ready for another match: {names}.").format(names=names_text(ready)))
    return told


def _ready(lobby: LobbyShown) -> list[str]:
    """Return the names of the other guests who are ready."""
    return [
        chair.name
        for seat, chair in enumerate(lobby.chairs)
        if chair.is_guest and chair.ready and seat != lobby.you
    ]


def _last_options(kept: object) -> dict[str, dict[str, object]]:
    """Return the options by game, ignoring anything malformed in the settings."""
    entries = kept.items() if isinstance(kept, dict) else ()
    games = {
        game: one["options"] for game, one in entries if isinstance(one, dict) and "options" in one
    }
    return {game: options for game, options in games.items() if isinstance(options, dict)}


class Deaf:
    """Listener that calls the given callbacks and ignores everything else."""

    def __init__(self, **heard: Callable[..., object]) -> None:
        vars(self).update(heard)

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


class Visit(QObject):
    """Listener of a session, which must not have begun; it shows the session in the window."""

    met = Signal()
    """The host has let the player in."""
    room_wanted = Signal()
    opened = Signal(str, tuple)
    """The table hosted here is open, or its code or addresses have changed; carries both."""
    match_begun = Signal(object)
    """A match starts; carries its player view."""
    changed = Signal()
    """The available actions may have changed."""
    sealed = Signal()
    phones_changed = Signal()
    """The address for phones, or the guests by phone, have changed."""
    denied = Signal(str)
    """A request was refused; carries the reason as a sentence."""
    over = Signal(str)
    """The session is over; carries the reason as a sentence."""
    _woken = Signal()

    def __init__(self, session: Session, services: Services, parent: QObject) -> None:
        super().__init__(parent)
        self.session = session
        self.log = ChatLog(self)
        self.at_table: AtTable | None = None
        self.seal: Seal | None = None
        """Verification result of the last match's shuffle, or None until it is known."""
        self.entered = False
        self.ended = False
        self.why = ""
        """Code of the reason, if the session ended for one."""
        self._games, self._notifications = services.games, services.notifications
        self._settings = services.settings
        self._changes = TableChanges(services.games, hosting=session.hosting)
        self.wants_another_game = False
        """True if the keeper chooses the next game as soon as the match has ended."""
        self.room: WaitingRoom | None = None
        self.opening = ("", "")
        """Table name and status text until the first state of the lobby arrives."""
        self.lobby: LobbyShown | None = None
        self._asked_about: ChairRequest | None = None
        self._last_request = 0
        """Number of the last request of a phone for a chair."""
        self._leaving = False
        self._looking: int | None = None
        self._lost = tr("The connection is lost; trying to get it back.")
        self._refused = Speaker().say(Message("table-not-connected"))
        self._woken.connect(self._on_woken, Qt.ConnectionType.QueuedConnection)
        session.hearer = self
        session.wake_by(self._woken.emit)

    def _on_woken(self) -> None:
        if not self.ended:
            self.session.attend()

    # Waiting room

    def fresh_room(self) -> WaitingRoom:
        """Create the waiting room; the window deletes each page that it has shown."""
        kept = self._settings.now.table.get("rules")
        rules = {**_last_options(self._settings.now.setups), **_last_options(kept)}
        room = WaitingRoom(self._games, self.session, self.log, rules)
        self.room = room
        room.show_opening(*self.opening)
        self._show_door()
        self._show_in_room()
        return room

    def _show_door(self) -> None:
        if self.room is not None and self.session.hosting:
            self.room.head.show_door(self.session.code, self.session.addresses)

    def _show_in_room(self) -> None:
        if self.room is not None and self.lobby is not None:
            changes = self._changes.text(self.lobby)
            self.room.show_lobby(self.lobby, here=self.session.here, changes=changes)

    # Role

    @property
    def keeps(self) -> bool:
        lobby = self.lobby
        return lobby is not None and keeps_table(lobby, hosting=self.session.hosting)

    @property
    def only_shows(self) -> bool:
        """True if this computer hosts the table without a seat at it."""
        return self.session.hosting and self.lobby is not None and self.lobby.you is None

    @property
    def playing(self) -> bool:
        return self.lobby is not None and self.lobby.stage == PLAYING

    # Session events

    def on_phones(self) -> None:
        self._show_in_room()
        self._ask_about_chairs()
        self.phones_changed.emit()

    def _ask_about_chairs(self) -> None:
        """Ask whether a phone gets the chair of an absent player."""
        requests = self.session.phones_shown.requests
        if self._asked_about is not None and self._asked_about not in requests:
            self._notifications.take_back(request_text(self._asked_about))
            self._asked_about = None
        for request in requests:
            if request.number > self._last_request:
                self._last_request = request.number
                self._asked_about = request
                give = partial(self.session.give_chair_back, request.number)
                self._notifications.ask(request_text(request), tr("Give it back"), give)

    def on_open(self) -> None:
        self._show_door()
        self.opened.emit(self.session.code, self.session.addresses)
        self.changed.emit()

    def on_lobby(self, lobby: LobbyShown) -> None:
        news = lobby_news(self.lobby, lobby)
        self._changes.note_lobby(lobby)
        if self.at_table is not None and self.room is None:
            news += news_after(self.lobby, lobby, self._changes.text(lobby))
        for sentence in news:
            self._notifications.mention(sentence)
        self.lobby = lobby
        use_guests(faces_of(lobby))
        self._meet()
        self._show_in_room()
        if self.at_table is not None:
            self.at_table.show_lobby(lobby)
        self.changed.emit()

    def _meet(self) -> None:
        if not self.entered:
            self.entered = True
            self.met.emit()

    def on_match(self, place: Any) -> None:
        self.seal = None
        self._meet()
        self.match_begun.emit(place)

    def on_stopped(self, by: str) -> None:
        self.put_table_away()
        self.room_wanted.emit()
        if self.keeps:
            self._notifications.mention(tr("The match is kept and can be continued later."))
        else:
            self._notifications.tell(stopped_text(by))

    def live_at(self, playing: MatchView) -> None:
        self.at_table = AtTable(playing, self.session, self.log, self._notifications, self._looking)
        self.at_table.changed.connect(self.changed)
        self.at_table.looked.connect(self._on_looked)
        if self.lobby is not None:
            self.at_table.show_lobby(self.lobby)

    def look_at_none(self) -> bool:
        """Stop viewing a hand; return whether one was viewed."""
        looked = self._looking is not None
        if looked:
            self._on_looked(None)
        return looked

    def put_table_away(self) -> None:
        """Remove the network overlay from the table of a match, which stays."""
        if self.at_table is not None:
            self.at_table.put_away()
        self.at_table = None

    def _on_looked(self, seat: int | None) -> None:
        self._looking = seat
        self.session.send(Look(seat))

    def on_spoken(self, spoken: Spoken) -> None:
        you = None if self.lobby is None else self.lobby.you
        self.log.take(spoken, own=you is not None and spoken.seat == you)

    def on_denied(self, why: Message) -> None:
        words = Speaker().say(why)
        if why.code in RECORD_NEWS:
            self._notifications.say(why, lasting=why.code != RECORD_COMPLETE)
            return
        self.denied.emit(words)
        self._show_in_room()  # restore the state before the refused change
        if self.room is not None:
            self.room.say(words)
            if why.code in PHONE_PROBLEMS:
                self.room.phones.show_problem(words)
        else:
            self._notifications.tell(words)

    def on_lost(self) -> None:
        self._notifications.tell(self._lost)
        self._show_connection()

    def on_back(self) -> None:
        self._notifications.take_back(self._lost)
        self._notifications.take_back(self._refused)
        self._notifications.mention(tr("The connection is back."))
        self._show_connection()

    def _show_connection(self) -> None:
        self._show_in_room()
        if self.at_table is not None:
            self.at_table.refresh()
        self.changed.emit()

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        self.seal = seal
        self.sealed.emit()

    def on_over(self, why: Message | None) -> None:
        if self.ended:
            return
        words = tr("The table has been closed.") if why is None else Speaker().say(why)
        self.why = "" if why is None else why.code
        self.close()
        self.over.emit(words)

    # Leaving

    def leave(self) -> None:
        """Leave on purpose; a table hosted here is closed."""
        if not self.ended and not self._leaving:
            self._leaving = True
            # Pending messages must not reach a window that shows something else.
            farewell: Any = Deaf(on_over=lambda _: self.close())
            self.session.hearer = farewell
            self.session.leave()
            # Do not wait for a host that does not answer.
            QTimer.singleShot(LEAVING_MS, self, self.close)

    def close(self) -> None:
        """End the session at once; the seat, or the match hosted here, is kept."""
        if not self.ended:
            self.ended = True
            self.session.close()
            use_guests({})
            self.deleteLater()

    # Menu actions

    def another_match(self) -> None:
        """Return to the waiting room, ready if the setup is unchanged since the last match.

        Nobody agrees to changes unseen: the waiting room lists them.
        """
        lobby = self.lobby
        seated = lobby is not None and lobby.you is not None and lobby.stage == GATHERING
        if lobby is not None and seated and not self._changes.has_changed(lobby):
            self.session.get_ready()
        self.room_wanted.emit()
