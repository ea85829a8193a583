"""The network thread, and the one place where it meets the window's thread.

``call`` hands work over to it; its results wait until the owner *attends* to them in their own
thread. Nothing else crosses.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import RLock, Thread
from typing import Any, Final, Protocol

from greenbaize.rules.messages import Message
from greenbaize.store.log import keep_error, kept_fault

CLOSE_S: Final = 4.0


class NetworkTask(Protocol):
    """What is done in the thread, in its event loop.

    ``run`` returns a reason if it failed, and may be cancelled; ``end`` cleans up in any case.
    """

    async def run(self) -> Message | None: ...
    async def end(self) -> None: ...


class NetworkThread:
    """A thread with an event loop; ``over`` gets from ``attend`` why it ended, unless closed."""

    def __init__(self, over: Callable[[Message | None], object] = lambda _: None) -> None:
        self._over = over
        self._said: SimpleQueue[tuple[Callable[..., object], tuple[Any, ...]]] = SimpleQueue()
        self._wakers: dict[object, Callable[[], None]] = {}
        self._waking = RLock()
        self._awake = self._attending = self._closed = self._stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._task: asyncio.Task[Message | None] | None = None
        self._fault: Message | None = None

    # From the window's thread

    def begin(self, task: NetworkTask) -> None:
        """Start the task; a failure to start goes to ``over``."""
        try:
            loop = asyncio.new_event_loop()
        except OSError as error:
            self._refuse(error)
            return
        loop.set_exception_handler(self._on_fault)
        # It must not keep the program from ending, whatever it is waiting for.
        thread = Thread(target=self._live, args=(loop, task), name="network", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            loop.close()
            self._refuse(error)
            return
        self._loop, self._thread = loop, thread

    def call(self, done: Callable[..., object], *args: object) -> None:
        """Run something in the network thread, unless that has ended."""
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
        while not self._said.empty():
            self._said.get()

    def wake_by(self, whose: object, woken: Callable[[], None] | None) -> None:
        """Call ``woken`` (None: no more), from another thread, when ``attend`` is due."""
        with self._waking:
            self._wakers.pop(whose, None)
            if woken is not None and not self._closed:
                self._wakers[whose] = woken
                if not self._said.empty():
                    woken()

    def attend(self) -> None:
        """Process what had come when this was called."""
        if self._attending:
            return
        self._attending, self._awake = True, False
        try:
            for _ in range(self._said.qsize()):
                if self._closed:
                    return
                done, args = self._said.get()
                done(*args)
        finally:
            self._attending = False
            if not self._said.empty():
                self._wake_once()

    # From the network's thread

    @property
    def waiting(self) -> int:
        return self._said.qsize()

    def tell(self, done: Callable[..., object], *args: object) -> None:
        self._said.put((done, args))
        self._wake_once()

    def wake(self) -> None:
        # Under the lock, so that no removed callback is called.
        with self._waking:
            for woken in tuple(self._wakers.values()):
                woken()

    def fail(self, error: BaseException) -> None:
        """An internal error ends the task: it is logged and reported."""
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
        await asyncio.sleep(0)  # connections that have been ended say so a moment later
    loop = asyncio.get_running_loop()
    await loop.shutdown_asyncgens()
    await loop.shutdown_default_executor()
