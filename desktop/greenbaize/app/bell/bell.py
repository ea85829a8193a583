"""The first program's bell: others ring it, and what they ask for is the window's to do."""

import errno
import os
import socket
from collections import deque
from collections.abc import Callable
from threading import BoundedSemaphore, Event, Lock, Thread
from time import monotonic
from typing import Final

from greenbaize import __version__
from greenbaize.app.bell.doorway import Doorway, take_doorway
from greenbaize.app.tables.play_request import PlayRequest

ASKING_S: Final = 2.0
"""Seconds that somebody at the door has to say what they want."""
OPENING_S: Final = 30.0
"""Seconds that nobody waits longer for a window that is still being opened."""
ANSWERING_S: Final = 8.0
"""The same for one that is open."""
MOST_RINGERS: Final = 32
"""How many are heard at once; others have to come again."""


class Call:
    """What somebody at the door asks for; it is done at once or not at all.

    Args:
        request: what they ask for.
        activation: what lets the window come forward on their behalf.
        patience_s: how many seconds they wait for it.
    """

    def __init__(self, request: PlayRequest, activation: str, patience_s: float) -> None:
        self.request: Final = request
        self.activation: Final = activation
        self._end = monotonic() + patience_s
        self._lock = Lock()
        self._taken = self._gone = self._shown = False
        self._done = Event()

    def take(self) -> bool:
        """Begin to do it; False if nobody waits for it any more, and it must not be done."""
        with self._lock:
            self._taken = not self._gone and monotonic() < self._end
            return self._taken

    def answer(self, *, shown: bool) -> None:
        """It is over: it has been done, or at least asked about, if ``shown``; else it was not."""
        self._shown = shown
        self._done.set()

    @property
    def shown(self) -> bool:
        """Whether it has been done."""
        return self._shown

    def leave(self) -> bool:
        """Wait for it no longer; False if it is being done already."""
        with self._lock:
            self._gone = not self._taken
            return self._gone

    def wait(self, seconds: float) -> bool | None:
        """Wait for it: True when it is over, False when it is too late for it, None meanwhile."""
        if self._done.wait(seconds):
            return True
        return False if monotonic() > self._end and self.leave() else None


class Bell:
    """Listens at the door, in threads that wait for others, never for the window to have time.

    It is heard from before the program has a window, so that a second start that comes right after
    the first opens none either.

    Args:
        doorway: the door.
    """

    def __init__(self, doorway: Doorway) -> None:
        self._doorway = doorway
        self._calls: deque[Call] = deque()
        self._rung: Callable[[], None] = lambda: None
        self._room = BoundedSemaphore(MOST_RINGERS)
        self._lock = Lock()
        self._ringers: set[socket.socket] = set()
        self._opening = True
        self._closed = False
        Thread(target=self._listen, name="bell", daemon=True).start()

    @classmethod
    def hang(cls) -> "Bell | None":
        """Have the bell of this person's data; None if another program has it.

        Raises:
            OSError: nobody can have it, because the folder of data cannot be written, for example.
        """
        doorway = take_doorway()
        if doorway is None:
            return None
        try:
            return cls(doorway)
        except RuntimeError as error:  # there is no memory for a thread
            doorway.close()
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from error

    def on_rung(self, rung: Callable[[], None]) -> None:
        """Have this called from other threads when there is a call; also for those there are."""
        self._rung, self._opening = rung, False
        if self._calls:
            rung()

    def next_call(self) -> Call | None:
        """The next call that somebody waits for, and which has to be done now."""
        while self._calls and not self._closed:
            call = self._calls.popleft()
            if call.take():
                return call
        return None

    def close(self) -> None:
        """Be the first program no more. Whoever was not answered finds out and looks again.

        More than once is once: the door may be another program's by then.
        """
        with self._lock:
            if self._closed:
                return
            self._closed = True
            ringers = list(self._ringers)
        self._doorway.close()
        for ringer in ringers:
            try:
                ringer.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # they have gone already

    def _listen(self) -> None:
        while not self._closed:
            try:
                ringer, _ = self._doorway.door.accept()
            except OSError:
                if self._doorway.door.fileno() < 0 or self._closed:
                    return
                Event().wait(0.1)  # this process has too many files open, perhaps not for long
                continue
            if not self._room.acquire(blocking=False):
                ringer.close()
                continue
            try:
                Thread(target=self._attend, args=(ringer,), daemon=True).start()
            except RuntimeError:
                self._room.release()
                ringer.close()

    def _attend(self, ringer: socket.socket) -> None:
        with self._lock:
            self._ringers.add(ringer)
        try:
            with ringer:
                self._talk(ringer)
        except (OSError, ValueError):
            pass  # they have gone, or talk nonsense, which concerns nobody here
        finally:
            with self._lock:
                self._ringers.discard(ringer)
            self._room.release()

    def _talk(self, ringer: socket.socket) -> None:
        # Most often nobody comes, and what is said then need not be loaded for the first paint.
        from greenbaize.app.bell.words import (  # noqa: PLC0415
            BEAT_S,
            Answer,
            Asked,
            Greeting,
            hear,
            request_of,
            say,
            say_alive,
            screens,
        )

        ringer.settimeout(ASKING_S)
        say(Greeting(__version__, os.getpid(), tuple(screens(os.environ))), ringer)
        asked = hear(Asked, ringer, ASKING_S)
        if self._closed or not self._doorway.lets_in(ringer, asked.proof):
            return
        patience = OPENING_S if self._opening else ANSWERING_S
        call = Call(request_of(asked), asked.activation, patience)
        self._calls.append(call)
        self._rung()
        try:
            while (over := call.wait(BEAT_S)) is None:
                say_alive(ringer)
        except OSError:
            call.leave()
            raise
        if over:
            say(Answer("shown" if call.shown else "not-done"), ringer)
        else:
            say(Answer("late"), ringer)
