"""Records of chosen matches copied and removed, a few at a time: the window is never held up."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QFile, QObject, QTimer, Signal

from greenbaize.app.tables.matches import Removed, remove
from greenbaize.match.record import MOST_BYTES
from greenbaize.rules.errors import GameError
from greenbaize.store.files import read_plain, write_whole
from greenbaize.ui.sheets.saving import path_text
from greenbaize.words.catalogue import tr_count
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker

AT_ONCE: Final = 10
"""So many records are taken before the window is given its turn."""


def to_bin(path: Path) -> bool:
    """Move a file to the system's bin; whether there is one that takes it."""
    return QFile(str(path)).moveToTrash()


def copy_record(path: Path, to: Path) -> None:
    """Copy a record, wholly or not at all.

    Raises:
        FileError: it cannot be read, or the copy not be written.
        GameError: the way to the copy leads over a link in a folder everybody may write to.
    """
    write_whole(to, read_plain(path, MOST_BYTES))


class InTurns(QObject):
    """Does something with records, one after another.

    Args:
        paths: the records.
        take: does it with a record, and says whether to go on with the next.
        end: tells what has come of it.
    """

    told = Signal(str)
    """What has come of it, in a sentence."""

    def __init__(
        self,
        parent: QObject,
        paths: Sequence[Path],
        take: Callable[[Path], bool],
        end: Callable[[], None],
    ) -> None:
        super().__init__(parent)
        self._paths = list(paths)
        self._do, self._tell = take, end
        self._taken = 0
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def _step(self) -> None:
        taken = self._taken
        self._taken = taken + AT_ONCE
        goes_on = all(map(self._do, self._paths[taken : self._taken]))
        if goes_on and self._taken < len(self._paths):
            return
        self._timer.stop()
        self._tell()
        self.deleteLater()


class Copying(InTurns):
    """Copies records into a folder, in which nothing is replaced, until one cannot be.

    Args:
        paths: the records.
        folder: where the copies are wanted.
    """

    def __init__(self, parent: QObject, paths: Sequence[Path], folder: Path) -> None:
        super().__init__(parent, paths, self._take, self._end)
        self._folder = folder
        self._copied = 0
        self._fault: GameError | None = None

    def _take(self, path: Path) -> bool:
        to = self._folder / path.name
        if to.exists():
            return True
        try:
            copy_record(path, to)
        except GameError as error:
            self._fault = error
            return False
        self._copied += 1
        return True

    def _end(self) -> None:
        words = tr_count(
            "{count} record saved in {path}", "{count} records saved in {path}", self._copied
        )
        said = words.format(count=self._copied, path=path_text(self._folder))
        if self._fault is not None:
            reason = Speaker().say(self._fault.message)
            said = f"{said}. {reason}" if self._copied else reason
        self.told.emit(said)


class Removal(InTurns):
    """Removes records.

    Args:
        paths: the records.
        for_good: whether there is no bin for them, and they are not wanted all the same.
    """

    removed = Signal()
    """Files have been removed."""
    without_bin = Signal(list)
    """The records for which there is no bin."""

    def __init__(self, parent: QObject, paths: Sequence[Path], *, for_good: bool) -> None:
        super().__init__(parent, paths, self._take, self._end)
        self._to_bin = None if for_good else to_bin
        self._done: list[Removed] = []

    def _take(self, path: Path) -> bool:
        self._done.append(remove(path, self._to_bin))
        return True

    def _end(self) -> None:
        faults = [one for one in self._done if one.fault is not None]
        away = sum(one.away for one in self._done)
        words = tr_count("{count} record deleted.", "{count} records deleted.", away)
        said = words.format(count=away)
        if faults:
            first = faults[0]
            assert first.fault is not None
            reason = Speaker().say(first.fault.message)
            said = f"{said} {shown_words(first.path.name)}: {reason}"
        self.told.emit(said)
        self.removed.emit()
        kept = [one.path for one in self._done if not one.away and one.fault is None]
        if kept:
            self.without_bin.emit(kept)
