"""Error texts of operating systems without a language of their own, to be translated."""

from typing import Final

from greenbaize.rules.messages import mark_text
from greenbaize.words.catalogue import tr

_TRANSLATED_ERRORS: Final = frozenset(
    (
        mark_text("Address already in use"),
        mark_text("Broken pipe"),
        mark_text("Cannot assign requested address"),
        mark_text("Connection refused"),
        mark_text("Connection reset by peer"),
        mark_text("Connection timed out"),
        mark_text("Device or resource busy"),
        mark_text("Disk quota exceeded"),
        mark_text("File exists"),
        mark_text("File name too long"),
        mark_text("File too large"),
        mark_text("Input/output error"),
        mark_text("Is a directory"),
        mark_text("Name or service not known"),
        mark_text("Network is unreachable"),
        mark_text("No route to host"),
        mark_text("No space left on device"),
        mark_text("No such file or directory"),
        mark_text("Not a directory"),
        mark_text("Operation not permitted"),
        mark_text("Permission denied"),
        mark_text("Read-only file system"),
        mark_text("Temporary failure in name resolution"),
        mark_text("Too many levels of symbolic links"),
        mark_text("Too many open files"),
    )
)


def system_error_text(reason: str) -> str:
    """Return the reason of a system error in the current language, unchanged if unknown."""
    return tr(reason) if reason in _TRANSLATED_ERRORS else reason
