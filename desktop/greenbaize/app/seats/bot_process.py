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

from greenbaize.app.seats.process_guard import MISSING_BYTE
from greenbaize.store.temporary import ScratchFolder

EXIT_GRACE_S: Final = 1.0
"""Seconds for a program to exit once its input is closed."""
KILL_TIMEOUT_S: Final = 5.0
"""Seconds for its process guard to kill it."""
MAX_ANSWER_BYTES: Final = 10_000
"""Bytes of a line from a program; real ones have about fifty."""
MAX_START_DELAY_S: Final = 1.0
"""Seconds after which a program is started even if its start gate is not set."""
_FOLDER_VARIABLES: Final = ("PWD", "TMPDIR", "TEMP", "TMP")
READ_CHUNK_BYTES: Final = 65_536
MAX_UNASKED_LINES: Final = 20
"""Lines a program may write beyond those asked for before it is killed."""
MAX_STDERR_BYTES: Final = 65_536
"""Bytes of a program's standard error that are forwarded; the rest is dropped."""
_MAX_STDERR_LINE_BYTES: Final = 10_000
"""Bytes after which a line is forwarded before its end."""
_STDERR_FD: Final = 2
CONSOLE_PROGRAM: Final = "greenbaize-cli"
PROCESS_GUARD_OPTION: Final = "--process-guard"
"""Internal first word that makes a bundle's executable a process guard (process_guard.py).

``packaging/bundle/entry_point.py`` reads it.
"""


@dataclass(frozen=True, slots=True)
class LaunchSpec:
    """The command to start a program, or ``failure_code``; an external one gets a scratch folder.

    ``build_sandbox`` wraps the command for that folder. The start waits for ``start_gate``, if
    given.
    """

    command: Sequence[str]
    environment: Mapping[str, str] | None = None
    is_builtin: bool = False
    build_sandbox: Callable[[str], Sequence[str]] | None = None
    failure_code: str = "missing"
    start_gate: Event | None = None

    def resolve_in_folder(self, folder: str) -> tuple[Sequence[str], Mapping[str, str] | None]:
        """Return the command and environment for running in ``folder``, or unchanged if empty."""
        if not folder:
            return self.command, self.environment
        base_environment = os.environ if self.environment is None else self.environment
        environment = {**base_environment, **dict.fromkeys(_FOLDER_VARIABLES, folder)}
        if self.build_sandbox is None:
            return self.command, environment
        return self.build_sandbox(folder), {**environment, "HOME": folder}


class BotProcess:
    """A running program.

    Threads start it and write its input, read its output, forward an external program's standard
    error, and end it: all of these may block. On POSIX a process guard ends an external one when
    this process is gone. ``on_line`` is called from another thread with each line without its end,
    and None at the end.
    """

    def __init__(
        self, launch_spec: LaunchSpec, on_line: Callable[["BotProcess", bytes | None], None]
    ) -> None:
        self.is_missing = False
        """The program was not started; known at once only if no thread could be started."""
        self.is_flooded = False
        """The program wrote too much to be read on."""
        self._launch_spec = launch_spec
        self._scratch_folder: ScratchFolder | None = None
        self._on_line = on_line
        self._expected_lines = 1
        self._input_queue: SimpleQueue[bytes | None] = SimpleQueue()
        self._end_thread: Thread | None = None
        self._read_lock = Lock()
        """Held while data that was read has not been reported yet."""
        self._partial_line = b""
        self._line_count = 0
        self._output: IO[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._guard_socket: socket.socket | None = None
        self._reader_thread: Thread | None = None
        self._stderr_thread: Thread | None = None
        """Forwards an external program's standard error."""
        self._start_done = Event()
        self._writer_thread = Thread(target=self._start_and_write, daemon=True)
        try:
            self._writer_thread.start()
        except RuntimeError:  # No memory for a thread.
            self.is_missing = True
            self._start_done.set()

    @property
    def process_id(self) -> int | None:
        """Process id of the program or its guard, or None; waits until it has been started."""
        self._start_done.wait()
        return None if self._process is None else self._process.pid

    def send_lines(self, lines: bytes) -> None:
        self._input_queue.put(lines)

    def expect_line(self) -> None:
        """Allow one more line of output; the first is always allowed."""
        self._expected_lines += 1

    def has_unread_output(self, read_count: int) -> bool:
        """Return whether it has written more than ``read_count`` lines, end and pipe included."""
        with self._read_lock:
            return self._line_count > read_count or (
                self._output is not None and _is_ready(self._output, 0)
            )

    def close(self) -> None:
        """Close its input, and kill it if it does not exit; return at once."""
        if self._end_thread is not None:
            return
        self._input_queue.put(None)
        # A non-daemon thread ends before this process does, so that no program stays behind.
        self._end_thread = Thread(target=self._end_process, args=(EXIT_GRACE_S,))
        try:
            self._end_thread.start()
        except RuntimeError:
            self._end_process(0)  # Without a thread to wait for it, it is killed at once.

    def wait_for_end(self) -> None:
        assert self._end_thread is not None
        if self._end_thread.ident is not None:
            self._end_thread.join()

    def _start_and_write(self) -> None:
        if self._launch_spec.start_gate is not None:
            self._launch_spec.start_gate.wait(MAX_START_DELAY_S)
        if self._end_thread is not None:
            self._report_missing()
            return
        try:
            process = self._start_process()
        except (OSError, ValueError, MemoryError):
            self._report_missing()
            return
        assert process.stdin is not None
        assert process.stdout is not None
        self._output = process.stdout
        reader = Thread(target=self._read_output, args=(process.stdout,), daemon=True)
        try:
            if process.stderr is not None:
                stderr_thread = Thread(target=forward_lines, args=(process.stderr,), daemon=True)
                stderr_thread.start()
                self._stderr_thread = stderr_thread
            reader.start()
        except RuntimeError:
            with process:
                self._kill_process(process)
            self._report_missing()
            return
        self._process, self._reader_thread = process, reader
        self._start_done.set()
        self._write_input(process.stdin)

    def _start_process(self) -> subprocess.Popen[bytes]:
        if not self._launch_spec.is_builtin:
            self._scratch_folder = ScratchFolder()
        folder = "" if self._scratch_folder is None else str(self._scratch_folder.path)
        command, environment = self._launch_spec.resolve_in_folder(folder)
        # Unbuffered: lines are split here, and no thread blocked by a stuck program holds a
        # buffer's lock when this process exits.
        pipes: dict[str, Any] = {
            "bufsize": 0,
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": self._select_stderr(),
            "env": environment,
            "cwd": folder or None,
        }
        if sys.platform == "win32":  # Open no console window, and keep Ctrl-C for this process.
            creation_flags = subprocess.CREATE_NO_WINDOW | subprocess.CREATE_NEW_PROCESS_GROUP
            return subprocess.Popen(command, **pipes, creationflags=creation_flags)
        # A built-in program ends with its input and starts no other processes.
        if self._launch_spec.is_builtin or not is_guarded():
            return subprocess.Popen(command, **pipes, start_new_session=True)
        self._guard_socket, guard_end = socket.socketpair()
        with guard_end:
            line = guard_end.fileno()
            words = [*_build_guard_command(), str(line), folder, *command]
            return subprocess.Popen(words, **pipes, start_new_session=True, pass_fds=[line])

    def _select_stderr(self) -> int | None:
        """Return our standard error for a built-in program, else a pipe that filters it."""
        if sys.stderr is None:
            return subprocess.DEVNULL
        return None if self._launch_spec.is_builtin else subprocess.PIPE

    def _report_missing(self) -> None:
        self._remove_scratch_folder()
        if self._guard_socket is not None:
            self._guard_socket.close()
        self._output = None
        self.is_missing = True
        self._start_done.set()
        self._on_line(self, None)

    def _write_input(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):  # It reads no more or has ended, which its output reports.
            while (lines := self._input_queue.get()) is not None:
                while lines:
                    lines = lines[pipe.write(lines) :]
        with suppress(OSError):
            pipe.close()

    def _read_output(self, pipe: IO[bytes]) -> None:
        with suppress(OSError):
            while not self.is_flooded:
                # Windows can only wait for pipe data by reading.
                data = pipe.read(READ_CHUNK_BYTES) if sys.platform == "win32" else None
                _is_ready(pipe, None)
                with self._read_lock:
                    if not self._process_output(
                        pipe.read(READ_CHUNK_BYTES) if data is None else data
                    ):
                        break
        self.is_missing = self._has_guard_failed()
        with self._read_lock, pipe:
            self._output = None
            self._report_line(None)

    def _process_output(self, data: bytes) -> bool:
        *lines, self._partial_line = (self._partial_line + data).split(b"\n")
        for line in lines:
            if (
                self._line_count < self._expected_lines + MAX_UNASKED_LINES
                and len(line) <= MAX_ANSWER_BYTES
            ):
                self._report_line(line)
            else:
                self.is_flooded = True
        if len(self._partial_line) > MAX_ANSWER_BYTES:
            self.is_flooded = True
        return bool(data)

    def _report_line(self, line: bytes | None) -> None:
        self._line_count += 1
        self._on_line(self, line)

    def _has_guard_failed(self) -> bool:
        if sys.platform == "win32" or self._guard_socket is None:
            return False
        with suppress(OSError):
            return self._guard_socket.recv(1, socket.MSG_DONTWAIT) == MISSING_BYTE
        return False

    def _end_process(self, grace: float) -> None:
        self._start_done.wait()
        if self._process is None or self._reader_thread is None:
            return
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(grace)
        self._kill_process(self._process)
        # Do not wait for other processes that still hold the pipes.
        self._writer_thread.join(EXIT_GRACE_S)
        self._reader_thread.join(EXIT_GRACE_S)
        if self._stderr_thread is not None:
            self._stderr_thread.join(EXIT_GRACE_S)

    def _kill_process(self, process: subprocess.Popen[bytes]) -> None:
        if self._guard_socket is not None:
            self._guard_socket.close()
            with suppress(subprocess.TimeoutExpired):
                process.wait(KILL_TIMEOUT_S)
        if sys.platform == "win32":
            process.kill()
        else:
            # Kill the whole group: a script may have started the program proper.
            with suppress(OSError):
                os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        self._remove_scratch_folder()

    def _remove_scratch_folder(self) -> None:
        if self._scratch_folder is not None:
            self._scratch_folder.remove()


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


def _build_guard_command() -> tuple[str, ...]:
    """Return the command that starts a process guard, without its arguments."""
    if is_bundled():
        return (find_console_program(), PROCESS_GUARD_OPTION)
    return (sys.executable, "-I", "-S", str(Path(__file__).with_name("process_guard.py")))


def forward_lines(pipe: IO[bytes]) -> None:
    """Forward an unbuffered pipe's lines to our standard error until it ends."""
    remaining_bytes, partial_line = MAX_STDERR_BYTES, b""
    with suppress(OSError, ValueError), pipe:  # The pipe may have been closed meanwhile.
        while data := pipe.read(_MAX_STDERR_LINE_BYTES):
            data, remaining_bytes = (
                data[:remaining_bytes],
                remaining_bytes - len(data[:remaining_bytes]),
            )
            *lines, partial_line = (partial_line + data).split(b"\n")
            if len(partial_line) > _MAX_STDERR_LINE_BYTES or not remaining_bytes:
                lines, partial_line = [*lines, partial_line] if partial_line else lines, b""
            _write_to_stderr(lines)
        _write_to_stderr([partial_line] if partial_line else [])


def _write_to_stderr(lines: list[bytes]) -> None:
    # On Windows programs end their lines with a carriage return as well.
    stripped_lines = (line.removesuffix(b"\r") for line in lines)
    text = "".join(f"{replace_control_characters(line)}\n" for line in stripped_lines).encode()
    # A thread may hold the lock of ``sys.stderr`` for ever when the process ends.
    with suppress(OSError):
        while text:
            text = text[os.write(_STDERR_FD, text) :]


def replace_control_characters(line: bytes) -> str:
    """Return the line as text with control characters replaced."""
    text = line.decode("utf-8", "replace")
    return "".join(
        character if character.isprintable() else "\N{REPLACEMENT CHARACTER}" for character in text
    )


def is_bundled() -> bool:
    """Return whether this program runs as a bundle."""
    return bool(getattr(sys, "frozen", False))


def find_console_program() -> str:
    """Return the path of the bundle's executable that can use a terminal or pipes."""
    console_path = Path(sys.executable).with_stem(CONSOLE_PROGRAM)
    return str(console_path if console_path.exists() else sys.executable)
