"""Errors caused by a person, a file or another program, each with a message for the user.

Code that shows errors catches ``GameError`` and shows its message; the subclasses are for code that
handles them differently. All other exceptions are bugs of this program.
"""

from os import PathLike

from greenbaize.rules.messages import Message


class GameError(Exception):
    """An impossible request of a person or another program."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.code)
        self.message = message

    def __str__(self) -> str:
        values = ", ".join(f"{key}={value}" for key, value in self.message.values.items())
        return " ".join(part for part in (self.message.code, values, self.message.rule) if part)


class DamagedError(GameError):
    """External data that is not JSON, or not an object where one is needed."""


class CodecError(GameError):
    """A line that is not an event or command of this game."""


class OptionError(GameError):
    """An option that does not exist or has a forbidden value."""


class RecordError(GameError):
    """A record that cannot be read or breaks a rule, with the number of the faulty line."""

    def __init__(self, message: Message, line: int) -> None:
        super().__init__(message)
        self.line = line


class ViewRecordError(RecordError):
    """A record of one seat's view where a full record is needed."""


class GameFileError(GameError):
    """An error in the file of a game, which therefore cannot be played."""


class FileError(GameError):
    """A file that cannot be read or written, with the system's reason."""

    def __init__(self, path: PathLike[str], error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(Message("file-error", {"path": str(path), "reason": reason}))


class NotRegularFileError(FileError):
    """A pipe, a socket or a device instead of a file; it has not been opened."""

    def __init__(self, path: PathLike[str]) -> None:
        GameError.__init__(self, Message("file-not-plain", {"path": str(path)}))


class FileTooLargeError(FileError):
    """A file larger than allowed for its kind."""

    def __init__(self, path: PathLike[str]) -> None:
        GameError.__init__(self, Message("file-too-large", {"path": str(path)}))


class HistoryError(FileError):
    """The match database is temporarily unavailable; the records themselves are not affected."""

    def __init__(self, message: Message) -> None:
        GameError.__init__(self, message)


class HistoryDamagedError(HistoryError):
    """The match database is damaged and has to be rebuilt."""

    def __init__(self, path: PathLike[str]) -> None:
        super().__init__(Message("history-damaged", {"path": str(path)}))


class RecordLockedError(GameError):
    """Another program is writing this record."""


class FolderTakenError(GameError):
    """Another run writes its records to the same folder."""


class ChairError(GameError):
    """A chair that does not belong to a person."""


class AmbiguousChairError(GameError):
    """An unspecified own chair in a match that several people have played.

    ``seats`` are the possible chairs, and ``names`` the names of the people there.
    """

    def __init__(self, message: Message, seats: tuple[int, ...], names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.seats = seats
        self.names = names


class UsageError(GameError):
    """A command line that has no valid meaning."""
