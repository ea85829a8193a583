"""Event loop with virtual time, which advances when there is nothing to do but wait."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

MAX_TURNS = 3_000_000
"""Turns of the loop after which a test counts as an endless loop."""


class VirtualTimeLoop(asyncio.SelectorEventLoop):
    """Loop for in-memory tests: timers take no real time, and no threads are used."""

    def __init__(self) -> None:
        super().__init__()
        self.errors: list[dict[str, Any]] = []
        """Contexts passed to the loop's exception handler."""
        self.set_exception_handler(lambda _, context: self.errors.append(context))
        self._now = 1000.0
        # Avoid the resolution of the system's clock, which may be coarse.
        self._clock_resolution = 1e-9
        self._turns = 0

    def time(self) -> float:
        return self._now

    def run_in_executor(self, executor: Any, func: Callable[..., Any], *args: Any) -> Any:
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def _run_once(self) -> None:
        self._turns += 1
        if self._turns > MAX_TURNS:
            raise RuntimeError(f"endless loop: more than {MAX_TURNS} turns")
        if not (self._ready or self._scheduled or self._stopping):
            raise RuntimeError("deadlock: no task is ready and no timer is set")
        if not self._ready and self._scheduled:
            self._now = max(self._now, self._scheduled[0].when())
        super()._run_once()


def run_in_virtual_time(main: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine as ``asyncio.run`` does; fail if the exception handler was called."""
    loops: list[VirtualTimeLoop] = []

    def create_loop() -> VirtualTimeLoop:
        loops.append(VirtualTimeLoop())
        return loops[0]

    with asyncio.Runner(loop_factory=create_loop) as runner:
        result = runner.run(main)
    assert not loops[0].errors, loops[0].errors
    return result
