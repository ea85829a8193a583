"""Passes what a guest is told from the network thread to the window's."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Protocol

import msgspec

from greenbaize.app.network.network_thread import NetworkThread
from greenbaize.app.network.remote_view import HeardBack
from greenbaize.games import GAMES
from greenbaize.lan.client import Guest
from greenbaize.lan.wire import Answer, DamagedMessageError, LobbyShown, Shuffle, Spoken
from greenbaize.match.record import MOST_BYTES, read_header
from greenbaize.match.seal import Committed, Seal, check
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import Ended
from greenbaize.rules.messages import Message

MOST_WAITING: Final = 200_000
"""Messages that may wait for ``attend``; a long match has some thousand."""


class _Typed(msgspec.Struct):
    type: str = ""


_TYPED: Final = msgspec.json.Decoder(_Typed)


class Heard(Protocol):
    """The listener; all of it is called from ``attend``."""

    def on_lobby(self, lobby: LobbyShown) -> None:
        """The state of the table."""

    def on_begun(self, match: int, header: bytes, seated: bool, record: Path | None) -> None:
        """The first line of a match, its number, and the record that is kept of it."""

    def on_told(self, line: bytes) -> None:
        """The next line."""

    def on_caught_up(self) -> None:
        """That is all for now."""

    def on_spoken(self, spoken: Spoken) -> None:
        """A chat message."""

    def on_denied(self, why: str) -> None:
        """A refusal, with its reason code."""

    def on_complaint(self, fault: Message) -> None:
        """A warning for the person here."""

    def on_shuffle(self, shuffle: Shuffle) -> None:
        """A round of the shuffle begins."""

    def on_whole(self, seal: Seal, record: Path | None) -> None:
        """The whole record has come."""

    def on_lost(self) -> None:
        """The connection is lost."""

    def on_back(self) -> None:
        """The connection stands, for the first time or again."""


class Recording(Protocol):
    """Keeps a guest's own record of each match, in the network's thread."""

    @property
    def path(self) -> Path | None:
        """Where it is."""

    def begin(self, header_line: bytes, match: str) -> None:
        """A match is told from its first line on; ``match`` is the host's name for it."""

    def take(self, line: bytes) -> None:
        """The next line."""

    def whole(self, lines: list[bytes], committed: Committed | None) -> tuple[Seal, Path | None]:
        """The whole record has come, and what was committed to before."""

    @property
    def trouble(self) -> Message | None:
        """Why it cannot be written just now, if it cannot."""

    def close(self) -> None:
        """The connection is over; an unfinished match may be continued."""


class EventReceiver:
    """Receives what a guest is told and passes it to ``heard``; called in the network thread.

    ``recording`` keeps a record of it, if given.
    """

    guest: Guest

    def __init__(
        self, thread: NetworkThread, heard: Heard, recording: Recording | None = None
    ) -> None:
        self.playing = False
        """Whether a match is under way, as far as the host has said."""
        self.shown: Callable[[LobbyShown], object] = lambda _: None
        """Gets the state of the table, in the network thread."""
        self.record: Callable[[], Path | None] = lambda: None
        """The path of the match's record, if this computer hosts it."""
        self._thread, self._heard, self._recording = thread, heard, recording
        self._kept_at: Path | None = None
        self._trouble: Message | None = None
        self._match = 0
        self._bytes = 0
        self._asked: dict[int, HeardBack] = {}

    # What comes from the table

    def begun(self, header: bytes) -> None:
        """A match is told from its first line on."""
        self._match += 1
        self._bytes = 0
        self.playing = True
        record = self.record()
        if self._recording is not None:
            self._recording.begin(header, self.guest.match)
            record = self._recording.path
            self._see_trouble(self._recording)
        self._kept_at = record
        seated = self.guest.seat is not None
        self._pass_on(self._heard.on_begun, self._match, header, seated, record)

    def told(self, line: bytes) -> None:
        """The next line of it."""
        self._bytes += len(line)
        if self._bytes > MOST_BYTES:
            raise DamagedMessageError
        with suppress(msgspec.DecodeError):
            self.playing = self.playing and _TYPED.decode(line).type != Ended.type
        if self._recording is not None:
            self._recording.take(line)
            self._see_trouble(self._recording)
        self._pass_on(self._heard.on_told, line)

    def _see_trouble(self, recording: Recording) -> None:
        if recording.trouble is not None and recording.trouble != self._trouble:
            self._pass_on(self._heard.on_complaint, recording.trouble)
        self._trouble = recording.trouble

    def caught_up(self) -> None:
        """All there is for now has been told."""
        self._pass_on(self._heard.on_caught_up)

    def lobby(self, lobby: LobbyShown) -> None:
        """The table as it is."""
        self.playing = lobby.stage == "playing"
        self.shown(lobby)
        self._pass_on(self._heard.on_lobby, lobby)

    def answered(self, answer: Answer) -> None:
        """What has become of a command."""
        heard_back = self._asked.pop(answer.number, None)
        if heard_back is not None:
            self._pass_on(heard_back, answer.result, answer.rule)

    def spoken(self, spoken: Spoken) -> None:
        """Somebody has said something."""
        self._pass_on(self._heard.on_spoken, spoken)

    def denied(self, why: str) -> None:
        """Something cannot be."""
        self._pass_on(self._heard.on_denied, why)

    def shuffle(self, shuffle: Shuffle) -> None:
        """A round of the shuffle begins."""
        self._pass_on(self._heard.on_shuffle, shuffle)

    def whole(self, lines: list[bytes], committed: Committed | None) -> None:
        """The whole record has come."""
        if self._recording is not None:
            seal, record = self._recording.whole(lines, committed)
        else:
            seal, record = _seal_of(lines, committed), self._kept_at
        self._pass_on(self._heard.on_whole, seal, record)

    def close(self) -> None:
        """The connection is over."""
        if self._recording is not None:
            self._recording.close()

    def lost(self) -> None:
        """The connection is lost, with all pending answers."""
        self.lose_answers()
        self._pass_on(self._heard.on_lost)

    def let_in(self) -> None:
        """The connection stands."""
        self._pass_on(self._heard.on_back)

    # What is asked for

    def do(self, match: int, heard: int, command: dict[str, Any], heard_back: HeardBack) -> None:
        """Send a command, unless it is too late."""
        guest = self.guest
        if not guest.here:
            self._pass_on(heard_back, "lost", "")
        elif match != self._match or heard != guest.heard:
            self._pass_on(heard_back, "stale", "")
        else:
            self._asked[guest.do(command)] = heard_back

    def lose_answers(self) -> None:
        """Drop the pending answers."""
        for heard_back in self._asked.values():
            self._thread.tell(heard_back, "lost", "")
        self._asked.clear()

    def _pass_on(self, done: Callable[..., object], *args: object) -> None:
        if self._thread.waiting > MOST_WAITING:
            raise DamagedMessageError
        self._thread.tell(done, *args)


def _seal_of(lines: list[bytes], committed: Committed | None) -> Seal:
    """The seal of a match that this computer records itself."""
    try:
        return check(read_header(lines[0] if lines else b"", GAMES), GAMES, committed)
    except GameError:
        return Seal.BROKEN
