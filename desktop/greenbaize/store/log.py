"""The log of unexpected errors: players see a message, developers find the traceback here."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from traceback import format_exception
from typing import Final

from greenbaize import __version__
from greenbaize.rules.messages import Message
from greenbaize.store import folders

MAX_LOG_BYTES: Final = 1_000_000
"""Size (bytes) at which the log is renamed, replacing an older one."""


def log_exception(error: BaseException) -> Path | None:
    """Log an error with its traceback; return the log's path, None on failure; never raises."""
    try:
        path = folders.log_path()
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            return None  # a pipe, for example, whose missing reader would block forever
        if path.exists() and path.stat().st_size >= MAX_LOG_BYTES:
            path.replace(path.with_name(f"{path.name}.1"))
        # No newline conversion, which would add bytes on Windows: the limit is in bytes.
        with path.open("a", encoding="utf-8", errors="backslashreplace", newline="\n") as log:
            log.write(_format_entry(error)[-MAX_LOG_BYTES:])
    except Exception:
        return None
    return path


def log_exception_message(error: BaseException, code: str) -> Message:
    """Log an error and return its message: ``code``, or ``code-kept`` if the log has more."""
    path, type_name = log_exception(error), type(error).__name__
    if path is None:
        return Message(code, {"kind": type_name})
    return Message(f"{code}-kept", {"kind": type_name, "path": str(path)})


def _format_entry(error: BaseException) -> str:
    now = datetime.now(UTC).isoformat(timespec="seconds")
    trace = "".join(format_exception(error))
    return f"{now} greenbaize {__version__}, {sys.platform}\n{trace}\n"
