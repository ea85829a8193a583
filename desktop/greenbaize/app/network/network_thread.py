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
from greenbaize.store.log import log_exception, log_exception_message

THREAD_JOIN_TIMEOUT_S: Final = 4.0
MAX_SLICE_S: Final = 0.012
"""Time after which ``process_pending`` leaves the rest for another turn of the event loop (s)."""
MAX_PENDING_RESULTS: Final = 300
"""Results that may wait for the owner before the sender has to wait."""
MAX_PENDING_BYTES: Final = 2_000_000
"""Size of these results (bytes)."""
MAX_RESULTS_PER_TURN: Final = 150
"""Results posted in one turn of the owner; reading more would slow the owner's thread."""


class _PendingCallback(NamedTuple):
    """A callback that waits for the owner; a later one of the same ``kind`` replaces it."""

    callback: Callable[..., object]
    args: tuple[Any, ...]
    size: int
    kind: object


class NetworkTask(Protocol):
    """A task for the thread's event loop.

    ``run`` returns a reason if it failed, and may be cancelled; ``clean_up`` runs in any case.
    """

    async def run(self) -> Message | None: ...
    async def clean_up(self) -> None: ...


class NetworkThread:
    """A thread with an event loop; ``on_over`` gets why it ended, unless it was closed."""

    def __init__(
        self,
        on_over: Callable[[Message | None], object] = lambda _: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._on_over = on_over
        self._clock = clock
        self._pending: deque[_PendingCallback] = deque()
        self._pending_bytes = self._turn_count = 0
        self._queue_lock = RLock()
        """Guards the pending results and their counts."""
        self._space_event = asyncio.Event()
        self._is_space_wanted = False
        self._wake_callbacks: dict[object, Callable[[], None]] = {}
        self._wake_lock = RLock()
        self._is_wake_sent = self._is_processing = self._is_closed = self._is_stopping = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None
        self._task: asyncio.Task[Message | None] | None = None
        self._failure: Message | None = None

    # Called from the window's thread

    def start_task(self, task: NetworkTask) -> None:
        """Start the task; a failure to start goes to ``on_over``."""
        try:
            loop = asyncio.new_event_loop()
        except OSError as error:
            self._report_start_failure(error)
            return
        loop.set_exception_handler(self._on_loop_error)
        # A daemon thread does not keep the program from ending.
        thread = Thread(target=self._run_loop, args=(loop, task), name="network", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:
            loop.close()
            self._report_start_failure(error)
            return
        self._loop, self._thread = loop, thread

    def call_in_thread(self, callback: Callable[..., object], *args: object) -> None:
        """Call something in the network thread, unless that has ended."""
        if self._loop is not None:
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(callback, *args)

    def stop(self) -> None:
        self.call_in_thread(self._cancel_task)

    def close(self) -> None:
        """Stop and join the thread with a time limit; no callbacks follow."""
        with self._wake_lock:
            self._is_closed = True
            self._wake_callbacks.clear()
        if self._thread is not None:
            self.stop()
            self._thread.join(THREAD_JOIN_TIMEOUT_S)
        with self._queue_lock:
            self._pending.clear()

    def set_wake_callback(self, owner: object, on_wake: Callable[[], None] | None) -> None:
        """Call ``on_wake`` (None: no more), from any thread, when results are pending."""
        with self._wake_lock:
            self._wake_callbacks.pop(owner, None)
            if on_wake is not None and not self._is_closed:
                self._wake_callbacks[owner] = on_wake
                if self._pending:
                    on_wake()

    def process_pending(self) -> None:
        """Process results that had come at the call, for a limited time; the rest wakes again."""
        if self._is_processing:
            return
        self._is_processing, self._is_wake_sent, self._turn_count = True, False, 0
        deadline = self._clock() + MAX_SLICE_S
        try:
            for _ in range(len(self._pending)):
                if self._is_closed:
                    return
                with self._queue_lock:
                    result = self._pending.popleft()
                    self._pending_bytes -= result.size
                result.callback(*result.args)
                if self._clock() >= deadline:
                    break
        finally:
            self._is_processing = False
            if self._is_space_wanted and not self._is_full:
                self.call_in_thread(self._space_event.set)
            if self._pending:
                self._request_wake()

    # Called from the network thread

    @property
    def _is_full(self) -> bool:
        return (
            len(self._pending) >= MAX_PENDING_RESULTS
            or self._pending_bytes >= MAX_PENDING_BYTES
            or self._turn_count >= MAX_RESULTS_PER_TURN
        )

    async def wait_for_space(self) -> None:
        """Wait until the owner has processed enough of what has come."""
        self._is_space_wanted = True
        while self._is_full:
            self._space_event.clear()
            if self._is_full:
                await self._space_event.wait()
        self._is_space_wanted = False

    def call_owner(
        self, callback: Callable[..., object], *args: object, size: int = 0, kind: object = None
    ) -> None:
        """Let ``process_pending`` call ``callback``; of one ``kind`` in a row only the last."""
        with self._queue_lock:
            if kind is not None and self._pending and self._pending[-1].kind == kind:
                self._pending_bytes -= self._pending.pop().size
            self._pending.append(_PendingCallback(callback, args, size, kind))
            self._pending_bytes += size
            self._turn_count += 1
        self._request_wake()

    def call_wake_callbacks(self) -> None:
        # Hold the lock, so that a removed callback is never called.
        with self._wake_lock:
            for on_wake in tuple(self._wake_callbacks.values()):
                on_wake()

    def report_failure(self, error: BaseException) -> None:
        """End the task for an internal error, which is logged and reported."""
        self._failure = log_exception_message(error, "table-fault")
        self._cancel_task()

    def _request_wake(self) -> None:
        if not self._is_wake_sent:
            self._is_wake_sent = True
            self.call_wake_callbacks()

    def _report_start_failure(self, error: Exception) -> None:
        log_exception(error)
        self.call_owner(self._on_over, Message("table-no-thread", {"reason": str(error)}))

    def _cancel_task(self) -> None:
        self._is_stopping = True
        if self._task is not None:
            self._task.cancel()

    def _on_loop_error(self, _: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        # Broken connections are handled where they are used.
        if isinstance(error, Exception) and not isinstance(error, OSError):
            self.report_failure(error)

    def _run_loop(self, loop: asyncio.AbstractEventLoop, task: NetworkTask) -> None:
        try:
            failure = loop.run_until_complete(self._run_task(task))
        finally:
            with suppress(Exception):
                loop.run_until_complete(_finish_remaining_tasks())
            loop.close()
        self.call_owner(self._on_over, failure)

    async def _run_task(self, task: NetworkTask) -> Message | None:
        failure: Message | None = None
        if not self._is_stopping:
            self._task = asyncio.ensure_future(task.run())
            await asyncio.wait((self._task,))
            if not self._task.cancelled():
                error = self._task.exception()
                if error is None:
                    failure = self._task.result()
                else:
                    self.report_failure(error)
        try:
            await task.clean_up()
        except Exception as error:
            self.report_failure(error)
        return self._failure or failure


async def _finish_remaining_tasks() -> None:
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
