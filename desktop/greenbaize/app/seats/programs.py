"""Bot process behind two pipes: lines in, lines out, without blocking."""

import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import IO, Any, Final

from greenbaize.app.seats.process_guard import MISSING
from greenbaize.store.temporary import ScratchFolder

GRACE_S: Final = 1.0
"""Seconds for a program to exit once its input is closed."""
KILL_S: Final = 5.0
"""Seconds for its process guard to kill it."""
LONGEST_ANSWER: Final = 10_000
"""Bytes of a line from a program; real ones have about fifty."""
LONGEST_HELD_S: Final = 1.0
"""Seconds after which a program is started even if its start gate is not set."""
_FOLDERS: Final = ("PWD", "TMPDIR", "TEMP", "TMP")
MOST_BYTES: Final = 65_536
MOST_UNASKED: Final = 20
"""Lines a program may write beyond those asked for before it is killed."""
MOST_PASSED_ON: Final = 65_536
"""Bytes of a program's standard error that are forwarded; the rest is dropped."""
_LONGEST_LINE: Final = 10_000
"""Bytes after which a line is forwarded before its end."""
_STANDARD_ERROR: Final = 2
CONSOLE: Final = "greenbaize-cli"
PROCESS_GUARD: Final = "--process-guard"
"""Internal first word that makes a bundle's executable a process guard (process_guard.py).

``packaging/bundle/beginning.py`` reads it.
"""


@dataclass(frozen=True, slots=True)
class Start:
    """The command to start a program, or ``failure_code``; an external one gets a scratch folder.

    ``build_sandbox`` wraps the command for that folder. The start waits for ``start_gate``, if
    given.
    """

    command: Sequence[str]
    environment: Mapping[str, str] | None = None
    own: bool = False
    walls: Callable[[str], Sequence[str]] | None = None
    why: str = "missing"
    after: Event | None = None

    def at(self, folder: str) -> tuple[Sequence[str], Mapping[str, str] | None]:
        """Return the command and environment for running in ``folder``, or unchanged if empty."""
        if not folder:
            return self.command, self.environment
        around = os.environ if self.environment is None else self.environment
        here = {**around, **dict.fromkeys(_FOLDERS, folder)}
        if self.walls is None:
            return self.command, here
        return self.walls(folder), {**here, "HOME": folder}


class Program:
    """A running program.

    Threads start it and write its input, read its output, forward an external program's standard
    error, and end it: all of these may block. On POSIX a process guard ends an external one when
    this process is gone. ``on_line`` is called from another thread with each line without its end,
    and None at the end.
    """

    def __init__(self, start: Start, said: Callable[["Program", bytes | None], None]) -> None:
        self.missing = False
        """The program was not started; known at once only if no thread could be started."""
        self.flooded = False
        """The program wrote too much to be read on."""
        self._start = start
        self._scratch: ScratchFolder | None = None
        self._said = said
        self._asked = 1
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._ending: Thread | None = None
        self._reading = Lock()
        """Held while data that was read has not been reported yet."""
        self._rest = b""
        self._count = 0
        self._output: IO[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None
        self._reader: Thread | None = None
        self._outcry: Thread | None = None
        """Forwards an external program's standard error."""
        self._begun = Event()
        self._writer = Thread(target=self._run, daemon=True)
        try:
            self._writer.start()
        except RuntimeError:  # No memory for a thread.
            self.missing = True
            self._begun.set()

    @property
    def number(self) -> int | None:
        """Process id of the program or its guard, or None; waits until it has been started."""
        self._begun.wait()
        return None if self._process is None else self._process.pid

    def send(self, lines: bytes) -> None:
        self._lines.put(lines)

    def expect_line(self) -> None:
        """Allow one more line of output; the first is always allowed."""
        self._asked += 1

    def has_said_more(self, heard: int) -> bool:
        """Return whether it has written more than ``read_count`` lines, end and pipe included."""
        with self._reading:
            return self._count > heard or (self._output is not None and _is_ready(self._output, 0))

    def close(self) -> None:
        """Close its input, and kill it if it does not exit; return at once."""
        if self._ending is not None:
            return
        self._lines.put(None)
        # A non-daemon thread ends before this process does, so that no program stays behind.
        self._ending = Thread(target=self._end, args=(GRACE_S,))
        try:
            self._ending.start()
        except RuntimeError:
            self._end(0)  # Without a thread to wait for it, it is killed at once.

    def wait(self) -> None:
        assert self._ending is not None
        if self._ending.ident is not None:
            self._ending.join()

    def _run(self) -> None:
        if self._start.after is not None:
            self._start.after.wait(LONGEST_HELD_S)
        if self._ending is not None:
            self._not_started()
            return
        try:
            process = self._started()
        except (OSError, ValueError, MemoryError):
            self._not_started()
            return
        assert process.stdin is not None
        assert process.stdout is not None
        self._output = process.stdout
        reader = Thread(target=self._read, args=(process.stdout,), daemon=True)
        try:
            if process.stderr is not None:
                outcry = Thread(target=pass_on, args=(process.stderr,), daemon=True)
                outcry.start()
                self._outcry = outcry
            reader.start()
        except RuntimeError:
            with process:
                self._kill(process)
            self._not_started()
            return
        self._process, self._reader = process, reader
        self._begun.set()
        self._write(process.stdin)

    def _started(self) -> subprocess.Popen[bytes]:
        if not self._start.own:
            self._scratch = ScratchFolder()
        folder = "" if self._scratch is None else str(self._scratch.path)
        command, environment = self._start.at(folder)
        # Unbuffered: lines are split here, and no thread blocked by a stuck program holds a
        # buffer's lock when this process exits.
        pipes: dict[str, Any] = {
            "bufsize": 0,
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": self._standard_error(),
            "env": environment,
            "cwd": folder or None,
        }
        if sys.platform == "win32":  # Open no console window, and keep Ctrl-C for this process.
            apart = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
            return subprocess.Popen(command, **pipes, creationflags=apart)
        # A built-in program ends with its input and starts no other processes.
        if self._start.own or not is_guarded():
            return subprocess.Popen(command, **pipes, start_new_session=True)
        self._line, theirs = socket.socketpair()
        with theirs:
            line = theirs.fileno()
            words = [*_process_guard(), str(line), folder, *command]
            return subprocess.Popen(words, **pipes, start_new_session=True, pass_fds=[line])

    def _standard_error(self) -> int | None:
        """Return our standard error for a built-in program, else a pipe that filters it."""
        if sys.stderr is None:
            return subprocess.DEVNULL
        return None if self._start.own else subprocess.PIPE

    def _not_started(self) -> None:
        self._forget_folder()
        if self._line is not None:
            self._line.close()
        self._output = None
        self.missing = True
        self._begun.set()
        self._said(self, None)

    def _write(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):  # It reads no more or has ended, which its output reports.
            while (lines := self._lines.get()) is not None:
                while lines:
                    lines = lines[pipe.write(lines) :]
        with suppress(OSError):
            pipe.close()

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):
            while not self.flooded:
                # Windows can only wait for pipe data by reading.
                data = pipe.read(MOST_BYTES) if sys.platform == "win32" else None
                _is_ready(pipe, None)
                with self._reading:
                    if not self._take(pipe.read(MOST_BYTES) if data is None else data):
                        break
        self.missing = self._warned()
        with self._reading, pipe:
            self._output = None
            self._say(None)

    def _take(self, data: bytes) -> bool:
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if self._count < self._asked + MOST_UNASKED and len(line) <= LONGEST_ANSWER:
                self._say(line)
            else:
                self.flooded = True
        if len(self._rest) > LONGEST_ANSWER:
            self.flooded = True
        return bool(data)

    def _say(self, line: bytes | None) -> None:
        self._count += 1
        self._said(self, line)

    def _warned(self) -> bool:
        if sys.platform == "win32" or self._line is None:
            return False
        with suppress(OSError):
            return self._line.recv(1, socket.MSG_DONTWAIT) == MISSING
        return False

    def _end(self, grace: float) -> None:
        self._begun.wait()
        if self._process is None or self._reader is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._kill(self._process)
        # Do not wait for other processes that still hold the pipes.
        self._writer.join(GRACE_S)
        self._reader.join(GRACE_S)
        if self._outcry is not None:
            self._outcry.join(GRACE_S)

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        if self._line is not None:
            self._line.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(KILL_S)
        if sys.platform == "win32":
            process.kill()
        else:
            # Kill the whole group: a script may have started the program proper.
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._forget_folder()

    def _forget_folder(self) -> None:
        if self._scratch is not None:
            self._scratch.remove()


def _is_ready(pipe: IO[bytes], wait_ms: int | None) -> bool:
    """Return whether a pipe has data or has ended; always False on Windows."""
    if sys.platform == "win32":
        return False
    poll = select.poll()
    poll.register(pipe, select.POLLIN)
    return bool(poll.poll(wait_ms))


def is_guarded() -> bool:
    """Return whether process guards are used: not on Windows, nor without a Python to run them."""
    return os.name == "posix" and bool(sys.executable)


def _process_guard() -> tuple[str, ...]:
    """Return the command that starts a process guard, without its arguments."""
    if is_bundled():
        return (console(), PROCESS_GUARD)
    return (sys.executable, "-I", "-S", str(Path(__file__).with_name("process_guard.py")))


def pass_on(pipe: IO[bytes]) -> None:
    """Forward an unbuffered pipe's lines to our standard error until it ends."""
    left, rest = MOST_PASSED_ON, b""
    with suppress(OSError, ValueError), pipe:  # The pipe may have been closed meanwhile.
        while data := pipe.read(_LONGEST_LINE):
            data, left = data[:left], left - len(data[:left])
            *lines, rest = (rest + data).split(b"\n")
            if len(rest) > _LONGEST_LINE or not left:
                lines, rest = [*lines, rest] if rest else lines, b""
            _write(lines)
        _write([rest] if rest else [])


def _write(lines: list[bytes]) -> None:
    # On Windows programs end their lines with a carriage return as well.
    ends = (line.removesuffix(b"\r") for line in lines)
    text = "".join(f"{harmless(line)}\n" for line in ends).encode()
    # A thread may hold the lock of ``sys.stderr`` for ever when the process ends.
    with suppress(OSError):
        while text:
            text = text[os.write(_STANDARD_ERROR, text) :]


def harmless(line: bytes) -> str:
    """Return the line as text with control characters replaced."""
    text = line.decode("utf-8", "replace")
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def is_bundled() -> bool:
    """Return whether this program runs as a bundle."""
    return bool(getattr(sys, "frozen", False))


def console() -> str:
    """Return the path of the bundle's executable that can use a terminal or pipes."""
    beside = Path(sys.executable).with_stem(CONSOLE)
    return str(beside if beside.exists() else sys.executable)
