"""The network thread, and its only connection to the window's thread.

``call_in_thread`` hands work over to it; its results wait until the owner processes them in their
own thread. Nothing else crosses.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import RLock, Thread
from time import monotonic
from typing import Any, Final, NamedTuple, Protocol

from greenbaize.rules.messages import Message
from greenbaize.store.log import keep_error, kept_fault

CLOSE_S: Final = 4.0
SLICE_S: Final = 0.012
"""Time after which ``process_pending`` leaves the rest for another turn of the event loop (s)."""
MOST_WAITING: Final = 300
"""Results that may wait for the owner before the sender has to wait."""
MOST_BYTES_WAITING: Final = 2_000_000
"""Size of these results (bytes)."""
MOST_IN_A_TURN: Final = 150
"""Results between two turns of the owner: a thread that only reads would slow the owner's."""


class _Waiting(NamedTuple):
    """A result that waits for the owner; a later one of the same ``kind`` replaces it."""

    done: Callable[..., object]
    args: tuple[Any, ...]
    size: int
    kind: object


class NetworkTask(Protocol):
    """A task for the thread's event loop.

    ``run`` returns a reason if it failed, and may be cancelled; ``clean_up`` runs in any case.
    """

    async def run(self) -> Message | None: ...
    async def end(self) -> None: ...


class NetworkThread:
    """A thread with an event loop; ``on_over`` gets why it ended, unless it was closed."""

    def __init__(
        self,
        over: Callable[[Message | None], object] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._over = over
        self._clock = clock
        self._waiting: deque[_Waiting] = deque()
        self._bytes = self._in_turn = 0
        self._queueing = RLock()
        """Guards the pending results and their counts."""
        self._room = asyncio.Event()
        self._is_room_wanted = False
        self._wakers: dict[object, Callable[[], None]] = {}
        self._waking = RLock()
        self._awake = self._attending = self._closed = self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._task: asyncio.Task[Message | None] | None = None
        self._fault: Message | None = None

    # Called from the window's thread

    def begin(self, task: NetworkTask) -> None:
        """Start the task; a failure to start goes to ``on_over``."""
        try:
            loop = asyncio.new_event_loop()
        except OSError as error:
            self._refuse(error)
            return
        loop.set_exception_handler(self._on_fault)
        # A daemon thread does not keep the program from ending.
        thread = Thread(target=self._live, args=(loop, task), name="network", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            loop.close()
            self._refuse(error)
            return
        self._loop, self._thread = loop, thread

    def call(self, done: Callable[..., object], *args: object) -> None:
        """Call something in the network thread, unless that has ended."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(done, *args)

    def stop(self) -> None:
        self.call(self._stop)

    def close(self) -> None:
        """Stop and join the thread with a time limit; no callbacks follow."""
        with self._waking:
            self._closed = True
            self._wakers.clear()
        if self._thread is not None:
            self.stop()
            self._thread.join(CLOSE_S)
        with self._queueing:
            self._waiting.clear()

    def wake_by(self, whose: object, woken: Callable[[], None] | None) -> None:
        """Call ``on_wake`` (None: no more), from any thread, when results are pending."""
        with self._waking:
            self._wakers.pop(whose, None)
            if woken is not None and not self._closed:
                self._wakers[whose] = woken
                if self._waiting:
                    woken()

    def attend(self) -> None:
        """Process results that had come at the call, for a limited time; the rest wakes again."""
        if self._attending:
            return
        self._attending, self._awake, self._in_turn = True, False, 0
        end = self._clock() + SLICE_S
        try:
            for _ in range(len(self._waiting)):
                if self._closed:
                    return
                with self._queueing:
                    one = self._waiting.popleft()
                    self._bytes -= one.size
                one.done(*one.args)
                if self._clock() >= end:
                    break
        finally:
            self._attending = False
            if self._is_room_wanted and not self._is_full:
                self.call(self._room.set)
            if self._waiting:
                self._wake_once()

    # Called from the network thread

    @property
    def _is_full(self) -> bool:
        return (
            len(self._waiting) >= MOST_WAITING
            or self._bytes >= MOST_BYTES_WAITING
            or self._in_turn >= MOST_IN_A_TURN
        )

    async def wait_for_room(self) -> None:
        """Wait until the owner has processed enough of what has come."""
        self._is_room_wanted = True
        while self._is_full:
            self._room.clear()
            if self._is_full:
                await self._room.wait()
        self._is_room_wanted = False

    def tell(
        self, done: Callable[..., object], *args: object, size: int = 0, kind: object = None
    ) -> None:
        """Let ``process_pending`` call ``callback``; of one ``kind`` in a row only the last."""
        with self._queueing:
            if kind is not None and self._waiting and self._waiting[-1].kind == kind:
                self._bytes -= self._waiting.pop().size
            self._waiting.append(_Waiting(done, args, size, kind))
            self._bytes += size
            self._in_turn += 1
        self._wake_once()

    def wake(self) -> None:
        # Hold the lock, so that a removed callback is never called.
        with self._waking:
            for woken in tuple(self._wakers.values()):
                woken()

    def fail(self, error: BaseException) -> None:
        """End the task for an internal error, which is logged and reported."""
        self._fault = kept_fault(error, "table-fault")
        self._stop()

    def _wake_once(self) -> None:
        if not self._awake:
            self._awake = True
            self.wake()

    def _refuse(self, error: Exception) -> None:
        keep_error(error)
        self.tell(self._over, Message("table-no-thread", {"reason": str(error)}))

    def _stop(self) -> None:
        self._stopping = True
        if self._task is not None:
            self._task.cancel()

    def _on_fault(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Broken connections are handled where they are used.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self.fail(error)

    def _live(self, loop: asyncio.AbstractEventLoop, task: NetworkTask) -> None:
        try:
            why = loop.run_until_complete(self._do(task))
        finally:
            with suppress(Exception):
                loop.run_until_complete(_wind_up())
            loop.close()
        self.tell(self._over, why)

    async def _do(self, task: NetworkTask) -> Message | None:
        why: Message | None = None
        if not self._stopping:
            self._task = asyncio.ensure_future(task.run())
            await asyncio.wait((self._task,))
            if not self._task.cancelled():
                error = self._task.exception()
                if error is None:
                    why = self._task.result()
                else:
                    self.fail(error)
        try:
            await task.end()
        except Exception as error:
            self.fail(error)
        return self._fault or why


async def _wind_up() -> None:
    own = asyncio.current_task()
    tasks = [task for task in asyncio.all_tasks() if task is not own]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for _ in range(5):
        await asyncio.sleep(0)  # Ended connections report their end a moment later.
    loop = asyncio.get_running_loop()
    await loop.shutdown_asyncgens()
    await loop.shutdown_default_executor()
