"""Error texts of operating systems without a language of their own, to be translated."""

from typing import Final

from greenbaize.rules.messages import mark
from greenbaize.words.catalogue import tr

_SAID: Final = frozenset(
    (
        mark("Address already in use"),
        mark("Broken pipe"),
        mark("Cannot assign requested address"),
        mark("Connection refused"),
        mark("Connection reset by peer"),
        mark("Connection timed out"),
        mark("Device or resource busy"),
        mark("Disk quota exceeded"),
        mark("File exists"),
        mark("File name too long"),
        mark("File too large"),
        mark("Input/output error"),
        mark("Is a directory"),
        mark("Name or service not known"),
        mark("Network is unreachable"),
        mark("No route to host"),
        mark("No space left on device"),
        mark("No such file or directory"),
        mark("Not a directory"),
        mark("Operation not permitted"),
        mark("Permission denied"),
        mark("Read-only file system"),
        mark("Temporary failure in name resolution"),
        mark("Too many levels of symbolic links"),
        mark("Too many open files"),
    )
)


def system_error_text(reason: str) -> str:
    """Return the reason of a system error in the current language, unchanged if unknown."""
    return tr(reason) if reason in _SAID else reason
