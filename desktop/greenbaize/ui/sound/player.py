"""A thread that plays sounds, so that no window waits for a device."""

import atexit
from collections.abc import Callable
from contextlib import closing, suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import monotonic
from typing import Final

from greenbaize.resources import resources
from greenbaize.ui.sound.cues import Cue, Sound
from greenbaize.ui.sound.output import Output
from greenbaize.ui.sound.samples import Samples

IDLE_S: Final = 8.0
"""After so long without a sound the device may sleep."""
PATIENCE_S: Final = 1.0
"""A program that ends waits so long for the device to be let go of."""

Job = Callable[[Output], object]


class Player:
    """Plays sounds, in the order in which they are due, in a thread that calls ``make_output``.

    The device is kept awake for ``idle`` seconds without a sound.
    """

    def __init__(self, make_output: Callable[[], Output] | None = None, idle: float = IDLE_S):
        self._make, self._idle = make_output or _output, idle
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        # A device that never answers does not keep the program from ending.
        self._thread = Thread(target=self._run, name="sound", daemon=True)
        self._closed = False
        self._thread.start()
        atexit.register(self.close)

    def make_ready(self) -> None:
        """Open the device before the first sound."""
        self._hand(Output.make_ready)

    def play(self, sound: Sound) -> None:
        """Queue a sound; returns at once."""
        due = monotonic() + sound.delay
        self._hand(lambda output: output.play(sound, due))

    def cut(self, cue: Cue) -> None:
        """Forget the sounds of a cue that have not begun."""
        self._hand(lambda output: output.cut(cue))

    def hush(self) -> None:
        """Be silent at once, until there is something to hear again."""
        self._hand(Output.rest)

    def end(self) -> None:
        """Be silent at once and for good; returns at once as well."""
        self._closed = True
        self._jobs.put(None)

    def close(self) -> None:
        """The same, and wait until the device is let go of, for a second at most."""
        atexit.unregister(self.close)
        self.end()
        self._thread.join(PATIENCE_S)

    def _hand(self, job: Job) -> None:
        if not self._closed:
            self._jobs.put(job)

    def _run(self) -> None:
        # Whatever the library or the system raises: one plays on, and in silence.
        try:
            with suppress(Exception), closing(self._make()) as output:
                self._work(output)
        finally:
            self._closed = True

    def _work(self, output: Output) -> None:
        while not self._closed:
            try:
                job = self._jobs.get(timeout=self._idle if output.running else None)
            except Empty:
                output.rest()
                continue
            if job is None:
                break
            job(output)


def _output() -> Output:
    return Output(Samples(resources() / "sounds"))
