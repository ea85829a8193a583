"""Process guard: starts a program, and kills it with all its descendants when the table ends.

A process of its own, started by this file's path for each program, using only the standard library:

    python -I -S process_guard.py LINE FOLDER COMMAND…

LINE is the file descriptor of a socket whose other end the table holds. When it closes, even
because the table was killed, the program and its descendants are killed: on Linux also those in
sessions of their own, since orphans become children of this process; elsewhere only the program's
process group. FOLDER is removed with the program; it may be an empty word.

The only message to the table is one byte: the program could not be started. Input and output are
the program's own.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from typing import Final, NoReturn

MISSING_BYTE: Final = b"!"
_SET_DEATH_SIGNAL: Final = 1
_SET_SUBREAPER: Final = 36
_END_SIGNAL_NAMES: Final = ("SIGTERM", "SIGINT", "SIGHUP")
_END_SIGNALS: Final = tuple(number for number in signal.Signals if number.name in _END_SIGNAL_NAMES)
_LINUX: Final = sys.platform == "linux"


def main(arguments: list[str]) -> int:
    """Run a program until it ends or the socket closes."""
    guard_fd, folder, *command = arguments
    os.set_inheritable(int(guard_fd), False)
    wake_reader, wake_writer = os.pipe()
    os.set_blocking(wake_writer, False)
    signal.set_wakeup_fd(wake_writer, warn_on_full_buffer=False)
    for number in (*_END_SIGNALS, signal.SIGCHLD):
        signal.signal(number, _ignore_signal)
    if _LINUX:
        _prctl(_SET_SUBREAPER, 1)
    # Read before the fork: a guard that dies at once may be gone when its child asks.
    guard_pid = os.getpid()
    child = os.fork()
    if child == 0:
        _exec_program(command, int(guard_fd), guard_pid)
    _close_pipes()
    _wait_for_end(child, int(guard_fd), wake_reader)
    _kill_descendants(child)
    if folder:
        from shutil import rmtree  # noqa: PLC0415  (nobody waits for it now)

        rmtree(folder, ignore_errors=True)
    return 0


def _ignore_signal(number: int, frame: object) -> None:
    """Do nothing: the signal only wakes ``select``."""


def _exec_program(command: list[str], guard_fd: int, guard_pid: int) -> NoReturn:
    """Replace this process by the program, which dies with its guard."""
    try:
        if _LINUX:
            _prctl(_SET_DEATH_SIGNAL, signal.SIGKILL)
            if os.getppid() != guard_pid:
                os._exit(1)
        # A new session keeps the terminal's Ctrl-C from it and makes a group to kill.
        os.setsid()
        for number in (*_END_SIGNALS, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except (OSError, ValueError):
        os.write(guard_fd, MISSING_BYTE)
    os._exit(127)


def _close_pipes() -> None:
    """Close this process's copies of the pipes, which must close when the program ends."""
    null_device = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(null_device, number)
    os.close(null_device)


def _wait_for_end(child: int, guard_fd: int, wake_reader: int) -> None:
    """Return when the socket has closed, on a signal, or when all of the program has ended."""
    poll = select.poll()
    poll.register(guard_fd, select.POLLIN)
    poll.register(wake_reader, select.POLLIN)
    while not _reap_children(child):
        ready = {number for number, _ in poll.poll()}
        if guard_fd in ready or set(os.read(wake_reader, 1024)) & set(_END_SIGNALS):
            return


def _reap_children(child: int) -> bool:
    """Reap dead children; return whether none is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        if _LINUX:
            return True
        # Elsewhere descendants do not become our children, but the process group remains.
        with suppress(OSError):
            os.killpg(child, 0)
            return False
        return True
    return False


def _kill_descendants(child: int) -> None:
    with suppress(OSError):
        os.killpg(child, signal.SIGKILL)
    with suppress(ChildProcessError):
        while _kill_children() or not _LINUX:
            os.waitpid(-1, 0)  # Orphans that it leaves are children of this process now.


def _kill_children() -> bool:
    """Kill all children of this process; return whether there was any."""
    found_child = False
    # ``pathlib`` takes longer to load than all of this.
    for entry in os.listdir("/proc") if _LINUX else ():  # noqa: PTH208
        with suppress(OSError):
            if entry.isdigit() and _read_parent_pid(entry) == os.getpid():
                os.kill(int(entry), signal.SIGKILL)
                found_child = True
    return found_child


def _read_parent_pid(pid: str) -> int:
    with open(f"/proc/{pid}/stat", "rb") as file:  # noqa: PTH123
        # The name in brackets may itself contain brackets.
        return int(file.read().rpartition(b")")[2].split()[1])


def _prctl(option: int, value: int) -> None:
    from ctypes import CDLL  # noqa: PLC0415  (Linux only)

    CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
