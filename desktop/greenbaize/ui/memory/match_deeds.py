"""What can be done with the matches that are chosen in the list."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QObject, QProcess, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from greenbaize.app.memory.replays import PastView
from greenbaize.app.memory.visibility_guard import check_practice
from greenbaize.app.tables.default_players import names_of
from greenbaize.app.tables.matches import fault_of_removing
from greenbaize.app.tables.unfinished import record_of
from greenbaize.match.past import Watched
from greenbaize.match.record import Record
from greenbaize.rules.errors import GameError
from greenbaize.rules.events import TrickTaken
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.files import same_file
from greenbaize.store.listing import Kept, MatchKept
from greenbaize.ui.dialogs.dialog import Confirmation, fit_on_screen
from greenbaize.ui.memory.match_files import Copying, Removal, copy_record
from greenbaize.ui.memory.match_model import row_text
from greenbaize.ui.sheets.saving import documents, path_text, save_dialog, saved_text
from greenbaize.ui.shell.navigation import (
    ReopenTable,
    Replay,
    Resume,
    Rule,
)
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.ui.texts import fault_text
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.speaker import Speaker

T = TypeVar("T")


class MatchDeeds(QObject):
    """Does what is asked for in the list of matches, whose window is ``over``."""

    told = Signal(str)
    """A sentence on what has been done, or why it cannot be."""
    left = Signal()
    """The table is wanted now, not the list."""
    changed = Signal()
    """Files have been removed."""

    def __init__(self, services: Services, over: QWidget) -> None:
        super().__init__(over)
        self._services = services
        self._over = over
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
        path, table = self.path_of(match), self._services.pages.table
        record = table.place.record if table is not None and table.played else None
        if record is not None and same_file(record, path):
            self.left.emit()  # it is on the table
            return
        people = sum(one.kind == HUMAN for one in match.players)
        if people > 1:
            self._open_again(path)
            return
        self._leave_for(Resume(path))

    def _leave_for(self, destination: Destination) -> None:
        """Go to the table, or say why that cannot be."""
        problem = self._services.navigator.go(destination)
        if problem:
            self.told.emit(problem)
        else:
            self.left.emit()

    def _open_again(self, path: Path) -> None:
        from greenbaize.app.tables.unfinished import unfinished_at  # noqa: PLC0415

        one = unfinished_at(path)
        if one is None:
            self.told.emit(tr("This match cannot be continued."))
            return
        self._leave_for(ReopenTable(path, one.header))

    def replay(self, match: MatchKept) -> None:
        """Play a match back on the table."""
        self.left.emit()
        self._services.go(Replay(self.path_of(match)))

    # Looking back

    def show_sheet(self, match: MatchKept) -> None:
        """Show the score sheet, to be printed and saved."""
        from greenbaize.app.sheets.scorecards import scorecard_of  # noqa: PLC0415
        from greenbaize.ui.sheets.page import SheetPage  # noqa: PLC0415

        record = self._read(match)
        if record is not None:
            card = scorecard_of(record, self.path_of(match))
            theme = self._services.theme
            page = SheetPage(card, theme.now, self._services.window)
            page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            theme.changed.connect(page.set_theme)
            page.show()

    def show_tricks(self, match: MatchKept) -> None:
        """List the tricks, each of which can be explained."""
        from greenbaize.ui.memory.tricks import tricks_dialog  # noqa: PLC0415

        game = self._services.games.get(match.game)
        if game is not None and not any(issubclass(one, TrickTaken) for one in game.events):
            self.told.emit(tr("There are no tricks in this game."))
            return  # nothing has to be read for that
        record = self._read(match, cards=True)
        if record is None:
            return
        dialog = tricks_dialog(record, self._over, self._services.theme.now)
        if dialog is None:
            self.told.emit(tr("No trick has been taken in this match."))
        else:
            dialog.rule_asked.connect(self._show_rule)
            self._open(dialog)

    def show_review(self, match: MatchKept) -> None:
        """Look back on the deals of a match."""
        from greenbaize.ui.sheets.review import ReviewDialog  # noqa: PLC0415

        place = self._tried(self.path_of(match), self._looked_back)
        if place is not None:
            place.launcher = self._services.launcher.now
            dialog = ReviewDialog(place, self._services.theme.now, self._over)
            dialog.rule_asked.connect(self._show_rule)
            self.dialog = dialog
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

    def _show_rule(self, cited: str) -> None:
        self._services.go(Rule(cited))

    def say_fault(self, file: str) -> None:
        """Say why a file is no record that can be read."""
        if self._tried(folders.matches() / file, record_of) is not None:
            self.changed.emit()  # it can be by now

    def _looked_back(self, path: Path) -> PastView:
        names = names_of(self._services.settings.now.person)
        place = PastView.of(path, *names, watched=self._watched)
        check_practice(place.header)
        return place

    def _read(self, match: MatchKept, *, cards: bool = False) -> Record | None:
        """The record, None if it cannot be read, or its cards are wanted and not to be seen yet."""

        def read(path: Path) -> Record:
            record = record_of(path, self._watched)
            if cards:
                check_practice(record.header)
            return record

        return self._tried(self.path_of(match), read)

    def _tried(self, path: Path, act: Callable[[Path], T]) -> T | None:
        """Read something, and show how far that has got where it takes long."""
        self._over.setCursor(Qt.CursorShape.WaitCursor)
        try:
            with ReadingBar(self._over) as bar:
                self._watched = bar.show_events
                return act(path)
        except GameError as error:
            self.told.emit(fault_text(error, path))
        finally:
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
        if len(paths) == 1:
            (path,) = paths
            dialog = save_dialog(
                self._over, tr("Save a copy"), path.name, tr("Match records (*.jsonl)")
            )
            dialog.fileSelected.connect(lambda chosen: self.copy(path, Path(chosen)))
        else:
            dialog = QFileDialog(self._over, tr("Save a copy"), documents())
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(lambda chosen: self._copy_all(paths, Path(chosen)))
        fit_on_screen(dialog)
        self._open(dialog)

    def copy(self, path: Path, to: Path) -> None:
        """Copy one record."""
        try:
            copy_record(path, to)
        except GameError as error:
            self.told.emit(Speaker().say(error.message))
        else:
            self.told.emit(saved_text(to))

    def _copy_all(self, paths: Sequence[Path], folder: Path) -> None:
        Copying(self, paths, folder).told.connect(self.told)

    # Removing

    def ask_remove(self, paths: Sequence[Path], count: int, match: Kept | None) -> None:
        """Ask whether matches are to go to the bin, and let them; not if it is known to fail.

        Args:
            paths: their records.
            count: how many matches there are.
            match: which one, if it is one.
        """
        fault = None
        for path in paths:
            fault = fault_of_removing(path)
            if fault is None:
                break
        if fault is not None:
            self.told.emit(Speaker().say(fault.message))
            return
        bin_there = tr("What you delete goes to the bin of your system.")
        question = Confirmation(
            self._over,
            tr_count("Delete this match?", "Delete {count} matches?", count).format(count=count),
            bin_there if match is None else f"{row_text(match)}\n\n{bin_there}",
            tr("&Delete"),
            tr("&Keep"),
        )
        question.confirmed.connect(lambda: self._remove(paths, for_good=False))
        self._open(question)

    def _remove(self, paths: Sequence[Path], *, for_good: bool) -> None:
        removal = Removal(self, paths, for_good=for_good)
        removal.told.connect(self.told)
        removal.removed.connect(self.changed)
        removal.without_bin.connect(self.ask_for_good)

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
        question.confirmed.connect(lambda: self._remove(paths, for_good=True))
        self._open(question)

    # Windows

    def _open(self, dialog: Any) -> None:
        self.dialog = dialog
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()
