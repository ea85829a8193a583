"""A second start hands its request to the window that is open already."""

import os
import shutil
import stat
import sys
from pathlib import Path
from time import monotonic, sleep, time
from typing import Final

from PySide6.QtNetwork import QLocalSocket

from greenbaize.app.launch_request import (
    LaunchReply,
    create_launch_request,
    decode_message,
    encode_message,
)
from greenbaize.app.tables.play_request import PlayRequest, SecondStartOutcome
from greenbaize.ui.instance_lock import (
    InstanceLock,
    UnusableLockError,
    acquire_lock,
    find_server_name,
    lock_path,
    read_random_server_name,
)

if sys.platform == "win32":
    import ctypes

OPEN_TIMEOUT_S: Final = 25.0
"""Time from its start within which the first instance must listen (s)."""
FULL_DISK_TIMEOUT_S: Final = 4.0
"""Time to wait for the first instance on a full disk, where it may be unable to listen (s)."""
EXIT_TIMEOUT_S: Final = 2.0
"""Time to wait for the end of a first instance that does not listen any more (s)."""
WINDOW_ANSWER_TIMEOUT_S: Final = 8.0
_POLL_S: Final = 0.02


def hand_over_request(request: PlayRequest) -> InstanceLock | SecondStartOutcome:
    """Hand a request to the open window, or return the lock if that window has just closed."""
    deadline, outcome = 0.0, SecondStartOutcome.SEPARATE
    while True:
        can_lock = True
        try:
            lock = acquire_lock()
        except OSError as error:
            can_lock, lock = False, None
            if isinstance(error, UnusableLockError):
                outcome = SecondStartOutcome.LOCK_UNUSABLE
        if lock is not None:
            return lock
        if not request.fits_any_window:
            return SecondStartOutcome.SEPARATE
        answer = _send_request(request)
        if answer is not None:
            return answer
        if not can_lock or 0.0 < deadline < monotonic():
            return outcome
        if not deadline:
            timeout_s, outcome = _find_timeout()
            deadline = monotonic() + timeout_s
        sleep(_POLL_S)


def _find_timeout() -> tuple[float, SecondStartOutcome]:
    """Return the time to wait for a first instance that does not listen (s), and what follows."""
    try:
        age = time() - lock_path().stat().st_mtime
        is_full = not shutil.disk_usage(Path(find_server_name()).parent).free
    except OSError:  # it has just ended
        return EXIT_TIMEOUT_S, SecondStartOutcome.SEPARATE
    if is_full:
        return FULL_DISK_TIMEOUT_S, SecondStartOutcome.DISK_FULL
    if age < OPEN_TIMEOUT_S:
        return OPEN_TIMEOUT_S - max(age, 0.0), SecondStartOutcome.STUCK
    return EXIT_TIMEOUT_S, SecondStartOutcome.SEPARATE


def _send_request(request: PlayRequest) -> SecondStartOutcome | None:
    """Return the open window's answer; None if it does not listen or closes the connection."""
    names = (find_server_name(), read_random_server_name())
    name = next(filter(_is_own_server, names), None)
    if name is None:
        return None
    connection, deadline = QLocalSocket(), monotonic() + WINDOW_ANSWER_TIMEOUT_S
    connection.connectToServer(name)
    # Poll and sleep: signals would not be handled while Qt waits.
    while not connection.waitForConnected(0):
        if connection.state() is not QLocalSocket.LocalSocketState.ConnectingState:
            return None
        if monotonic() > deadline:  # too many others wait already
            return SecondStartOutcome.STUCK
        sleep(_POLL_S)
    if sys.platform == "win32":
        # Windows gives the right to come forward to what a person has just started.
        ctypes.windll.user32.AllowSetForegroundWindow(-1)
    connection.write(encode_message(create_launch_request(request)))
    while not connection.canReadLine():
        if connection.state() is not QLocalSocket.LocalSocketState.ConnectedState:
            return None
        if monotonic() > deadline:
            return SecondStartOutcome.STUCK
        if not connection.waitForReadyRead(0):
            sleep(_POLL_S)
    try:
        return decode_message(bytes(connection.readLine().data()), LaunchReply).outcome
    except ValueError:
        return None


def _is_own_server(name: str) -> bool:
    """Return whether a server belongs to this user: anybody may make one in a temporary folder."""
    if sys.platform == "win32":
        return True
    try:
        status = os.lstat(name)
    except OSError:
        return False
    return stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid()
