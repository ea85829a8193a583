"""The commands on matches that are selected in the list."""

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QFile, QObject, QProcess, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QComboBox, QFileDialog, QListWidget, QListWidgetItem, QWidget

from greenbaize.app.memory.replays import PastTrick, PastView, steps_of, tricks_of
from greenbaize.app.memory.visibility_guard import check_practice
from greenbaize.app.sheets.scorecards import scorecard_of
from greenbaize.app.tables.default_players import called, names_of
from greenbaize.app.tables.matches import Removed, fault_of_removing, remove
from greenbaize.app.tables.unfinished import record_of, unfinished_at
from greenbaize.match.past import Progress
from greenbaize.match.record import MOST_BYTES, Record
from greenbaize.rules.errors import GameError
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.files import read_plain, same_file
from greenbaize.store.listing import Kept, MatchKept
from greenbaize.store.record_file import copy_lines
from greenbaize.ui.cards.suited import SuitDelegate
from greenbaize.ui.features.history.history_window import HistoryWindow
from greenbaize.ui.features.history.match_list import row_text
from greenbaize.ui.sheets.page import SheetPage
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.saving import documents, path_text, save_dialog, saved_text
from greenbaize.ui.sheets.why import WhyDialog
from greenbaize.ui.shell.navigation import ReopenTable, Replay, Resume, Rule
from greenbaize.ui.shell.notifications import ReadingBar
from greenbaize.ui.shell.pages import Destination
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import STRETCH, row_of
from greenbaize.ui.widgets.dialog import Confirmation, Dialog, fit_on_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import heading
from greenbaize.ui.widgets.plain import name_combo, set_tip
from greenbaize.ui.widgets.texts import fault_text
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.phrases import trick_end
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import aloud
from greenbaize.words.titles import game_title
from greenbaize.words.vocabulary import known_games

T = TypeVar("T")
AT_ONCE: Final = 10
"""Records processed between two runs of the event loop."""


class MatchActions:
    """Controller of the commands in the list of matches; it opens their dialogs."""

    def __init__(self, services: Services, window: HistoryWindow) -> None:
        self._services, self._window = services, window
        self.dialog: Any = None

    def path_of(self, match: MatchKept) -> Path:
        return folders.matches() / match.file

    # The table

    def go_on(self, match: MatchKept) -> None:
        path, pages = self.path_of(match), self._services.pages
        record = None if pages.place is None else pages.place.record
        if pages.played and record is not None and same_file(record, path):
            self._window.close()  # it is on the table already
            return
        destination: Destination = Resume(path)
        if sum(one.kind == HUMAN for one in match.players) > 1:
            one = unfinished_at(path)
            if one is None:
                self._window.tell(tr("This match cannot be continued."))
                return
            if one.header.with_friends:
                destination = ReopenTable(path, one.header)
        problem = self._services.navigator.go(destination)
        if problem:
            self._window.tell(problem)
        else:
            self._window.close()

    def replay(self, match: MatchKept) -> None:
        self._window.close()
        self._services.go(Replay(self.path_of(match)))

    # Looking back

    def show_sheet(self, match: MatchKept) -> None:
        record = self._read(self.path_of(match), record_of)
        if record is not None:
            page = SheetPage(scorecard_of(record, self.path_of(match)), self._services.window)
            page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            page.show()

    def show_tricks(self, match: MatchKept) -> None:
        """Open a list of the match's tricks, each of which can be explained."""

        def read(path: Path, progress: Progress) -> Record:
            record = record_of(path, progress)
            check_practice(record.header)
            return record

        record = self._read(self.path_of(match), read)
        if record is None:
            return
        tricks = tricks_of(record)
        if not tricks:
            self._window.tell(tr("No trick has been taken in this match."))
        else:
            dialog = TricksDialog(record, tricks, self._window)
            dialog.rule_asked.connect(self._show_rule)
            self.open(dialog)

    def show_review(self, match: MatchKept) -> None:
        names = names_of(self._services.settings.now.person)

        def read(path: Path, progress: Progress) -> PastView:
            place = PastView(path, names, progress)
            check_practice(place.header)
            return place

        place = self._read(self.path_of(match), read)
        if place is not None:
            place.launcher = self._services.launcher.now
            dialog = self.dialog = ReviewDialog(place, self._window)
            dialog.rule_asked.connect(self._show_rule)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

    def _show_rule(self, cited: str) -> None:
        self._services.go(Rule(cited))

    def say_fault(self, file: str) -> None:
        """Show why a file cannot be read as a record."""
        if self._read(folders.matches() / file, record_of) is not None:
            self._window.updater.look()  # it has become readable in the meantime

    def _read(self, path: Path, read: Callable[[Path, Progress], T]) -> T | None:
        """Read a record with a progress bar; return None after showing the error on failure."""
        self._window.setCursor(Qt.CursorShape.WaitCursor)
        try:
            with ReadingBar(self._window) as bar:
                return read(path, bar.show_events)
        except GameError as error:
            self._window.tell(fault_text(error, path))
        finally:
            self._window.unsetCursor()
        return None

    # Files

    def show_folder(self, paths: Sequence[Path]) -> None:
        """Show the first record in its folder, selected where the file manager can do so."""
        if not paths:
            return
        path = paths[0]
        if sys.platform == "win32":
            QProcess.startDetached("explorer", ["/select,", str(path)])
        elif sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", str(path)])
        elif not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent))):
            self._window.tell(tr("The records are in {path}").format(path=path_text(path.parent)))

    def ask_copy(self, paths: Sequence[Path]) -> None:
        """Ask for a file or folder to copy the records to, and copy them."""
        if not paths:
            return
        if len(paths) == 1:
            (path,) = paths
            dialog = save_dialog(
                self._window, tr("Save a copy"), path.name, tr("Match records (*.jsonl)")
            )
            dialog.fileSelected.connect(lambda chosen: self.copy(path, Path(chosen)))
        else:
            dialog = FileDialog(self._window, tr("Save a copy"), documents())
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(
                lambda chosen: InTurns(self._window, self._copies(paths, Path(chosen)))
            )
        fit_on_screen(dialog)
        self.open(dialog)

    def copy(self, path: Path, to: Path) -> None:
        try:
            copy_record(path, to)
        except GameError as error:
            self._window.tell(Speaker().say(error.message))
        else:
            self._window.tell(saved_text(to))

    def _copies(self, paths: Sequence[Path], folder: Path) -> Iterator[None]:
        """Copy records into a folder without replacing files; stop at the first error."""
        copied, reason = 0, ""
        for path in paths:
            to = folder / path.name
            if not to.exists():
                try:
                    copy_record(path, to)
                except GameError as error:
                    reason = Speaker().say(error.message)
                    break
                copied += 1
            yield
        words = tr_count(
            "{count} record saved in {path}", "{count} records saved in {path}", copied
        )
        said = words.format(count=copied, path=path_text(folder))
        if reason:
            said = f"{said}. {reason}" if copied else reason
        self._window.tell(said)

    # Removing

    def ask_remove(self, paths: Sequence[Path], count: int, match: Kept | None) -> None:
        """Ask whether to move the records to the bin, or show why none can be removed.

        ``count`` is the number of matches; ``match`` is given if it is a single one.
        """
        if not paths:
            return
        for path in paths:
            fault = fault_of_removing(path)
            if fault is None:
                break  # one removable record is enough to ask; there may be thousands
        else:
            assert fault is not None
            self._window.tell(Speaker().say(fault.message))
            return
        bin_there = tr("What you delete goes to the bin of your system.")
        question = Confirmation(
            self._window,
            tr_count("Delete this match?", "Delete {count} matches?", count).format(count=count),
            bin_there if match is None else f"{row_text(match)}\n\n{bin_there}",
            tr("&Delete"),
            tr("&Keep"),
        )
        question.confirmed.connect(lambda: self._remove(paths, to_bin))
        self.open(question)

    def _remove(self, paths: Sequence[Path], into_bin: Callable[[Path], bool] | None) -> None:
        InTurns(self._window, self._removals(paths, into_bin))

    def _removals(
        self, paths: Sequence[Path], into_bin: Callable[[Path], bool] | None
    ) -> Iterator[None]:
        """Remove the records one by one; offer permanent removal where there is no bin."""
        done: list[Removed] = []
        for path in paths:
            done.append(remove(path, into_bin))
            yield
        away = sum(one.away for one in done)
        said = tr_count("{count} record deleted.", "{count} records deleted.", away)
        said = said.format(count=away)
        for one in done:
            if one.fault is not None:
                reason = Speaker().say(one.fault.message)
                said = f"{said} {shown_words(one.path.name)}: {reason}"
                break
        self._window.tell(said)
        self._window.updater.look()
        kept = [one.path for one in done if not one.away and one.fault is None]
        if kept:
            self.ask_for_good(kept)

    def ask_for_good(self, paths: Sequence[Path]) -> None:
        count = len(paths)
        question = Confirmation(
            self._window,
            tr("Delete for good?"),
            tr_count(
                "There is no bin for this match; it cannot be brought back.",
                "There is no bin for {count} of the records; they cannot be brought back.",
                count,
            ).format(count=count),
            tr("&Delete for good"),
            tr("&Keep"),
        )
        question.confirmed.connect(lambda: self._remove(paths, None))
        self.open(question)

    # Windows

    def open(self, dialog: Any) -> None:
        self.dialog = dialog
        self._services.dialogs.open(dialog)


def to_bin(path: Path) -> bool:
    """Move a file to the system's bin; return False if the bin does not accept it."""
    return QFile(str(path)).moveToTrash()


def copy_record(path: Path, to: Path) -> None:
    """Copy a record completely or not at all; raises ``GameError`` on failure."""
    copy_lines(read_plain(path, MOST_BYTES), to)


class InTurns(QObject):
    """Task that runs the steps of an iterator in chunks, so that the window stays responsive."""

    def __init__(self, parent: QObject, work: Iterator[None]) -> None:
        super().__init__(parent)
        self._work = work
        timer = QTimer(self)
        timer.timeout.connect(self._step)
        timer.start()

    def _step(self) -> None:
        if len(list(islice(self._work, AT_ONCE))) < AT_ONCE:
            self.deleteLater()


class TricksDialog(Dialog):
    """Dialog that lists the tricks of each deal, and explains the selected one."""

    rule_asked = Signal(str)

    def __init__(self, record: Record, tricks: list[PastTrick], parent: QWidget) -> None:
        header = record.header
        title = tr("Tricks: {game}").format(game=game_title(header.game))
        super().__init__(parent, title)
        self._game, self._tricks = header.game, tricks
        self._names = [shown_name(name) for name in called(header.sitters)]
        self._speaker = Speaker(self._names)
        self._shown: list[PastTrick] = []
        self.deals = QComboBox(self)
        name_combo(self.deals, tr("Deal"))
        for deal in dict.fromkeys(one.deal for one in tricks):
            self.deals.addItem(tr("Deal {deal}").format(deal=deal), deal)
        self.deals.setCurrentIndex(self.deals.count() - 1)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Tricks"))
        self.list.setItemDelegate(SuitDelegate(self.list))
        self.list.setMinimumSize(round(grown(420)), 12 * self.list.fontMetrics().height())
        self.why_button = self.button(tr("&Why?"), self.explain, default=True)
        self.close_button = self.button(tr("C&lose"), self.reject)
        top = row_of((heading(tr("Which trick?")), 1), self.deals)
        buttons = row_of(STRETCH, self.why_button, self.close_button)
        self.lay_out(top, self.list, buttons)
        self.deals.currentIndexChanged.connect(self._show_deal)
        self.list.itemDoubleClicked.connect(self.explain)
        self._show_deal()
        self.list.setFocus()

    def _show_deal(self) -> None:
        deal = self.deals.currentData()
        self._shown = [one for one in self._tricks if one.deal == deal]
        self.list.clear()
        for one in self._shown:
            words = tr("{number}. {cards}: {name} took it").format(
                number=one.number,
                cards=" ".join(map(card_name, one.trick.cards)),
                name=self._names[one.taker],
            )
            item = QListWidgetItem(words, self.list)
            whose = self._whose(one)
            set_tip(item, whose)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, aloud(words))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, aloud(whose))
        self.list.setCurrentRow(0)

    def _whose(self, one: PastTrick) -> str:
        seats = one.trick.seats(len(self._names))
        return " · ".join(
            tr("{name}: {card}").format(name=self._names[seat], card=card_name(card))
            for seat, card in zip(seats, one.trick.cards, strict=True)
        )

    def explain(self) -> None:
        one = self._shown[self.list.currentRow()]
        told = steps_of(self._game, one)
        game = known_games()[self._game]
        end = trick_end(game, one.view, one.taker, one.trick, self._speaker)
        dialog = WhyDialog(told, self._names, self._speaker, end, self)
        dialog.rule_asked.connect(self.rule_asked)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
