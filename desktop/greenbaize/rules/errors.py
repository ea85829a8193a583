"""What a person, a file or another program did that cannot be, as errors that say so in a message.

Whoever shows errors catches the first and says its message; the others are for those who act
differently on each. Every other exception is a fault of ours.
"""

from os import PathLike

from greenbaize.rules.messages import Message


class GameError(Exception):
    """Something that a person or another program did and that cannot be."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.code)
        self.message = message

    def __str__(self) -> str:
        values = ", ".join(f"{key}={value}" for key, value in self.message.values.items())
        return " ".join(part for part in (self.message.code, values, self.message.rule) if part)


class DamagedError(GameError):
    """Something from outside that is no JSON, or no object where one belongs."""


class CodecError(GameError):
    """A line that is no event or command of this game."""


class OptionError(GameError):
    """An option that does not exist or has a value it may not have."""


class RecordError(GameError):
    """A record that cannot be read or breaks a rule, with the number of the line at fault."""

    def __init__(self, message: Message, line: int) -> None:
        super().__init__(message)
        self.line = line


class ToldRecordError(RecordError):
    """A record of what one seat of a match was told, where a whole one is needed."""


class GameFileError(GameError):
    """A mistake in the file of a game, which cannot be played then."""


class FileError(GameError):
    """A file that cannot be read or written, in the system's words."""

    def __init__(self, path: PathLike[str], error: OSError) -> None:
        reason = error.strerror or str(error)
        super().__init__(Message("file-error", {"path": str(path), "reason": reason}))


class NotPlainError(FileError):
    """A pipe, a socket or a device where a file belongs; it has not been opened."""

    def __init__(self, path: PathLike[str]) -> None:
        GameError.__init__(self, Message("file-not-plain", {"path": str(path)}))


class TooLargeError(FileError):
    """A file larger than any of its kind."""

    def __init__(self, path: PathLike[str]) -> None:
        GameError.__init__(self, Message("file-too-large", {"path": str(path)}))


class HistoryError(FileError):
    """The database of matches cannot be read or written just now; the matches themselves can."""

    def __init__(self, message: Message) -> None:
        GameError.__init__(self, message)


class HistoryDamagedError(HistoryError):
    """The database of matches is damaged, and has to be made anew."""

    def __init__(self, path: PathLike[str]) -> None:
        super().__init__(Message("history-damaged", {"path": str(path)}))


class RecordLockedError(GameError):
    """Another program is writing this record."""


class FolderTakenError(GameError):
    """Another run writes its records where this one would."""


class ChairError(GameError):
    """A chair that is not a person's."""


class WhoseChairError(GameError):
    """Several people have played, and nobody has said which chair is theirs.

    ``seats`` are the chairs in question, and ``names`` who sat there.
    """

    def __init__(self, message: Message, seats: tuple[int, ...], names: tuple[str, ...]) -> None:
        super().__init__(message)
        self.seats = seats
        self.names = names


class UsageError(GameError):
    """A command line that cannot be meant."""
