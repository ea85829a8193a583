"""What an operating system without a language of its own says of its errors, to be translated."""

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
    """The reason of a system's error in the current language; as it is where it is not known."""
    return tr(reason) if reason in _SAID else reason
