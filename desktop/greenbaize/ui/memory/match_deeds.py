"""What can be done with the matches that are chosen in the list."""

import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from PySide6.QtCore import QFile, QObject, QProcess, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from greenbaize.app.memory.guarding import check_practice
from greenbaize.app.memory.past_place import PastPlace, record_of
from greenbaize.app.memory.removing import Removed, fault_of_removing, remove
from greenbaize.app.tables.company import names_of
from greenbaize.match.past import Watched
from greenbaize.match.record import Record
from greenbaize.rules.errors import FileError, GameError, RecordError
from greenbaize.rules.events import TrickTaken
from greenbaize.store import folders
from greenbaize.store.history import MatchKept
from greenbaize.store.listing import Kept
from greenbaize.store.whole_files import same_file
from greenbaize.ui.dialogs.ask import Confirmation
from greenbaize.ui.dialogs.dialog import fit_on_screen
from greenbaize.ui.memory.match_words import row_text
from greenbaize.ui.reading_bar import ReadingBar
from greenbaize.ui.sheets.saving import documents, path_text, saved_text
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import shown_words
from greenbaize.words.speaker import Speaker

if TYPE_CHECKING:
    from greenbaize.ui.window import MainWindow

T = TypeVar("T")
AT_ONCE: Final = 10
"""So many records are removed before the window is given its turn."""


def to_bin(path: Path) -> bool:
    """Move a file to the system's bin; whether there is one that takes it."""
    return QFile(str(path)).moveToTrash()


def there(folder: str) -> str:
    """A folder, or the next one above it that there is."""
    path = Path(folder)
    return str(next((one for one in (path, *path.parents) if one.is_dir()), path))


class MatchDeeds(QObject):
    """Does what is asked for in the list of matches.

    Args:
        window: the program's window.
        over: the list's own window, over which is asked.
    """

    told = Signal(str)
    """A sentence on what has been done, or why it cannot be."""
    left = Signal()
    """The table is wanted now, not the list."""
    changed = Signal()
    """Files have been removed."""

    def __init__(self, window: "MainWindow", over: QWidget) -> None:
        super().__init__(over)
        self._window = window
        self._over = over
        self._windows: list[QWidget] = []
        self._watched: Watched | None = None
        """Is told how far the reading of a record has got."""
        self.dialog: Any = None
        """The dialog that was opened last."""

    def path_of(self, match: MatchKept) -> Path:
        """The record that tells most of a match."""
        return folders.matches() / match.file

    # The table

    def go_on(self, match: MatchKept) -> None:
        """Go on with a match that is not over."""
        path, window = self.path_of(match), self._window
        playing = window.playing
        record = None if playing is None else playing.place.record
        if record is not None and same_file(record, path):
            self.left.emit()  # it is on the table
            return
        people = sum(one.kind == "human" for one in match.players)
        if people > 1:
            self._open_again(path)
            return
        problem = window.resume(path)
        if problem:
            self.told.emit(problem)
        else:
            self.left.emit()

    def _open_again(self, path: Path) -> None:
        from greenbaize.app.tables.unfinished import unfinished_at  # noqa: PLC0415

        one = unfinished_at(path)
        if one is None:
            self.told.emit(tr("This match cannot be gone on with."))
            return
        problem = self._window.door().why_not_again(path)
        if problem:
            self.told.emit(problem)
            return
        self.left.emit()
        self._window.door().open_again(path, one.header)

    def replay(self, match: MatchKept) -> None:
        """Play a match back on the table."""
        from greenbaize.ui.memory.opening import replay_or_tell  # noqa: PLC0415

        self.left.emit()
        replay_or_tell(self._window, self.path_of(match))

    # Looking back

    def show_sheet(self, match: MatchKept) -> None:
        """Show the score sheet, to be printed and saved."""
        from greenbaize.app.sheets.scorecards import scorecard_of  # noqa: PLC0415
        from greenbaize.ui.sheets.page import SheetPage  # noqa: PLC0415

        record = self._read(match)
        if record is not None:
            card = scorecard_of(record, self.path_of(match))
            self._show(SheetPage(card, self._window.theme, self._window))

    def show_tricks(self, match: MatchKept) -> None:
        """List the tricks, each of which can be explained."""
        from greenbaize.ui.memory.tricks import tricks_dialog  # noqa: PLC0415

        game = self._window.games.get(match.game)
        if game is not None and not any(issubclass(one, TrickTaken) for one in game.events):
            self.told.emit(tr("There are no tricks in this game."))
            return  # nothing has to be read for that
        record = self._read(match, cards=True)
        if record is None:
            return
        dialog = tricks_dialog(record, self._over, self._window.theme)
        if dialog is None:
            self.told.emit(tr("No trick has been taken in this match."))
        else:
            dialog.rule_asked.connect(self._window.help_desk.show_rule)
            self._open(dialog)

    def show_review(self, match: MatchKept) -> None:
        """Look back on the deals of a match."""
        from greenbaize.ui.sheets.review import ReviewDialog  # noqa: PLC0415

        place = self._tried(lambda: self._looked_back(self.path_of(match)))
        if place is not None:
            place.housing = self._window.housing()
            dialog = ReviewDialog(place, self._window.theme, self._over)
            dialog.rule_asked.connect(self._window.help_desk.show_rule)
            self.dialog = dialog
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

    def say_fault(self, file: str) -> None:
        """Say why a file is no record that can be read."""
        if self._tried(lambda: record_of(folders.matches() / file)) is not None:
            self.changed.emit()  # it can be by now

    def _looked_back(self, path: Path) -> PastPlace:
        names = names_of(self._window.settings.person)
        place = PastPlace.of(path, *names, watched=self._watched)
        check_practice(place.header)
        return place

    def _read(self, match: MatchKept, *, cards: bool = False) -> Record | None:
        """The record, None if it cannot be read, or its cards are wanted and not to be seen yet."""

        def read() -> Record:
            record = record_of(self.path_of(match), self._watched)
            if cards:
                check_practice(record.header)
            return record

        return self._tried(read)

    def _tried(self, act: Callable[[], T]) -> T | None:
        """Read something, and show how far that has got where it takes long."""
        self._over.setCursor(Qt.CursorShape.WaitCursor)
        self._window.reading = True
        try:
            with ReadingBar(self._over) as bar:
                self._watched = bar.show_events
                return act()
        except RecordError as error:
            said = Speaker().say(error.message)
            words = tr("Line {line} of the record: {reason}")
            self.told.emit(words.format(line=error.line, reason=said))
        except GameError as error:
            self.told.emit(Speaker().say(error.message))
        finally:
            self._window.reading = False
            self._over.unsetCursor()
        return None

    # Files

    def show_folder(self, path: Path) -> None:
        """Show a record in its folder, chosen there where the system can."""
        if sys.platform == "win32":
            QProcess.startDetached("explorer", ["/select,", str(path)])
        elif sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", str(path)])
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))):
            self.told.emit(tr("The records are in {path}").format(path=path_text(path.parent)))

    def ask_copy(self, paths: Sequence[Path]) -> None:
        """Ask where copies of records are wanted, and make them."""
        dialog = QFileDialog(self._over, tr("Save a copy"), there(documents()))
        fit_on_screen(dialog)
        if len(paths) == 1:
            dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
            dialog.setFileMode(QFileDialog.FileMode.AnyFile)
            dialog.setNameFilter(tr("Match records (*.jsonl)"))
            dialog.setDefaultSuffix("jsonl")
            dialog.selectFile(paths[0].name)
            dialog.fileSelected.connect(lambda chosen: self.copy(paths[0], Path(chosen)))
        else:
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(lambda chosen: self.copy_all(paths, Path(chosen)))
        self._open(dialog)

    def copy(self, path: Path, to: Path) -> None:
        """Copy one record."""
        try:
            shutil.copyfile(path, to)
        except OSError as error:
            self.told.emit(Speaker().say(FileError(to, error).message))
        else:
            self.told.emit(saved_text(to))

    def copy_all(self, paths: Sequence[Path], folder: Path) -> None:
        """Copy records into a folder, in which nothing is replaced."""
        copied = 0
        try:
            for path in paths:
                if not (folder / path.name).exists():
                    shutil.copyfile(path, folder / path.name)
                    copied += 1
        except OSError as error:
            self.told.emit(Speaker().say(FileError(folder, error).message))
            return
        words = tr_count(
            "{count} record saved in {path}", "{count} records saved in {path}", copied
        )
        self.told.emit(words.format(count=copied, path=path_text(folder)))

    # Removing

    def ask_remove(self, paths: Sequence[Path], matches: Sequence[Kept]) -> None:
        """Ask whether matches are to go to the bin, and let them; not if it is known to fail."""
        fault = None
        for path in paths:
            fault = fault_of_removing(path)
            if fault is None:
                break
        if fault is not None:
            self.told.emit(Speaker().say(fault.message))
            return
        bin_there = tr("What is deleted lies in the bin of your system afterwards.")
        count = len(matches)
        question = Confirmation(
            self._over,
            tr_count("Delete this match?", "Delete {count} matches?", count).format(count=count),
            f"{row_text(matches[0])}\n\n{bin_there}" if count == 1 else bin_there,
            tr("&Delete"),
            tr("&Keep"),
        )
        question.confirmed.connect(lambda: Removal(self, paths, for_good=False))
        self._open(question)

    def ask_for_good(self, paths: Sequence[Path]) -> None:
        """Ask whether records for which there is no bin are to be deleted for good."""
        count = len(paths)
        question = Confirmation(
            self._over,
            tr("Delete for good?"),
            tr_count(
                "There is no bin for this match; it cannot be brought back.",
                "There is no bin for {count} of the records; they cannot be brought back.",
                count,
            ).format(count=count),
            tr("&Delete for good"),
            tr("&Keep"),
        )
        question.confirmed.connect(lambda: Removal(self, paths, for_good=True))
        self._open(question)

    # Windows

    def set_theme(self, theme: Any) -> None:
        """Take the colours of a theme."""
        for window in self._windows:
            window.set_theme(theme)  # type: ignore[attr-defined]

    def _show(self, window: QWidget) -> None:
        window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._windows.append(window)
        window.destroyed.connect(self._forget_closed)
        window.show()

    def _forget_closed(self) -> None:
        from shiboken6 import isValid  # noqa: PLC0415

        self._windows = [window for window in self._windows if isValid(window)]

    def _open(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()


class Removal(QObject):
    """Removes records a few at a time, so that the window is never held up.

    Args:
        deeds: is told what has come of it.
        paths: the records.
        for_good: whether there is no bin for them, and they are not wanted all the same.
    """

    def __init__(self, deeds: MatchDeeds, paths: Sequence[Path], *, for_good: bool) -> None:
        super().__init__(deeds)
        self._deeds = deeds
        self._paths = list(paths)
        self._to_bin = None if for_good else to_bin
        self._done: list[Removed] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)
        self._timer.start()

    def _step(self) -> None:
        for path in self._paths[:AT_ONCE]:
            self._done.append(remove(path, self._to_bin))
        del self._paths[:AT_ONCE]
        if self._paths:
            return
        self._timer.stop()
        faults = [one for one in self._done if one.fault is not None]
        away = sum(one.away for one in self._done)
        words = tr_count("{count} record deleted.", "{count} records deleted.", away)
        said = words.format(count=away)
        if faults:
            first = faults[0]
            assert first.fault is not None
            reason = Speaker().say(first.fault.message)
            said = f"{said} {shown_words(first.path.name)}: {reason}"
        self._deeds.told.emit(said)
        self._deeds.changed.emit()
        kept = [one.path for one in self._done if not one.away and one.fault is None]
        if kept:
            self._deeds.ask_for_good(kept)
        self.deleteLater()
