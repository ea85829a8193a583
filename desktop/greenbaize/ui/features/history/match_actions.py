"""The commands on matches that are selected in the list."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

from PySide6.QtCore import QFile, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QListWidget, QListWidgetItem, QWidget

from greenbaize.app.house_rules import list_house_rules
from greenbaize.app.memory.replays import (
    FinishedMatchView,
    ReplayTrick,
    explain_trick_cards,
    list_taken_tricks,
)
from greenbaize.app.memory.side_lines import (
    copy_side_lines,
    forget_matches,
    read_match_identity,
)
from greenbaize.app.memory.visibility_guard import check_practice_allowed
from greenbaize.app.sheets.par_column import ParColumn
from greenbaize.app.sheets.scorecards import create_record_scorecard
from greenbaize.app.tables.default_players import display_names, get_person_names
from greenbaize.app.tables.matches import RemovalResult, find_removal_error, remove_record
from greenbaize.app.tables.unfinished_matches import read_unfinished_match, read_verified_record
from greenbaize.match.event_log import ProgressCallback
from greenbaize.match.record import MAX_RECORD_BYTES, MatchRecord
from greenbaize.rules.errors import GameError, RecordLockedError
from greenbaize.rules.messages import Message
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.files import is_same_file, read_plain
from greenbaize.store.match_list import HistoryRow, MatchRow
from greenbaize.store.record_file import copy_lines
from greenbaize.ui.cards.suit_text import SuitDelegate
from greenbaize.ui.features.history.history_window import HistoryWindow
from greenbaize.ui.features.history.match_list import row_text
from greenbaize.ui.match.par_loader import SheetParLoader
from greenbaize.ui.sheets.review import ReviewDialog
from greenbaize.ui.sheets.sheet_saver import (
    breakable_path,
    documents_folder,
    make_save_dialog,
    saved_message,
)
from greenbaize.ui.sheets.sheet_window import SheetWindow
from greenbaize.ui.sheets.trick_explanation import TrickExplanationDialog
from greenbaize.ui.shell.navigation import (
    ParReplayRoute,
    ReopenTableRoute,
    ReplayRoute,
    ResumeRoute,
    RuleRoute,
    SendChallengeRoute,
)
from greenbaize.ui.shell.notifications import RecordReadProgress
from greenbaize.ui.shell.pages import Route
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import BaseDialog, ConfirmationDialog, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_heading
from greenbaize.ui.widgets.layouts import STRETCH, make_row
from greenbaize.ui.widgets.localized_texts import describe_record_error
from greenbaize.ui.widgets.plain_text import label_combo, set_tooltip
from greenbaize.ui.widgets.show_folder import show_in_folder
from greenbaize.words.catalogue import tr, tr_count
from greenbaize.words.names import display_name, sanitise_text
from greenbaize.words.speaker import Speaker, card_name
from greenbaize.words.spoken import spoken_text
from greenbaize.words.spoken_events import describe_trick_end
from greenbaize.words.titles import game_title
from greenbaize.words.vocabulary import registered_games

_RecordResult = TypeVar("_RecordResult")
RECORDS_PER_TICK: Final = 10
"""Records processed between two runs of the event loop."""


class MatchActions:
    """Controller of the commands in the list of matches; it opens their dialogs."""

    def __init__(self, services: Services, window: HistoryWindow) -> None:
        self._services, self._window = services, window
        self.dialog: Any = None

    def record_path(self, match: MatchRow) -> Path:
        return folders.matches_folder() / match.file

    # The table

    def _is_on_table(self, path: Path) -> bool:
        """Return whether the match of a record is being played in this very window."""
        pages = self._services.pages
        record = None if pages.player_view is None else pages.player_view.record_path
        is_match = pages.is_played or pages.is_shared
        return is_match and record is not None and is_same_file(record, path)

    def _format_error(self, error: GameError, path: Path) -> str:
        message = error.message
        if isinstance(error, RecordLockedError) and self._is_on_table(path):
            message = Message(f"{message.code}-here", message.values)
        return Speaker().format_message(message)

    def resume_match(self, match: MatchRow) -> None:
        path = self.record_path(match)
        if self._is_on_table(path):
            self._window.close()
            return
        destination: Route = ResumeRoute(path)
        if sum(unfinished_match.kind == HUMAN for unfinished_match in match.players) > 1:
            unfinished_match = read_unfinished_match(path)
            if unfinished_match is None:
                self._window.show_notice(tr("This match cannot be continued."))
                return
            if unfinished_match.header.is_with_friends:
                destination = ReopenTableRoute(path, unfinished_match.header)
        error = self._services.navigator.navigate_to(destination)
        if error:
            self._window.show_notice(error)
        else:
            self._window.close()

    def replay_match(self, match: MatchRow) -> None:
        self._window.close()
        self._services.navigate(ReplayRoute(self.record_path(match)))

    def send_challenge(self, match: MatchRow) -> None:
        """Challenge somebody with the cards of a match."""
        error = self._services.navigator.navigate_to(SendChallengeRoute(self.record_path(match)))
        if error:
            self._window.show_notice(error)

    # Looking back

    def show_sheet(self, match: MatchRow) -> None:
        record = self._read_record(self.record_path(match), read_verified_record)
        if record is not None:
            path = self.record_path(match)
            services = self._services
            kept_rules = list_house_rules(services.settings.current, services.games)
            page = SheetWindow(create_record_scorecard(record, path, kept_rules), services.window)
            page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            SheetParLoader(page, self._services, record.header, path).start()
            page.par_playback_requested.connect(lambda: self._play_par_back(page, path))
            page.show()

    def _play_par_back(self, page: SheetWindow, path: Path) -> None:
        """Show the latest deal with par beside it."""
        if isinstance(page.par_column, ParColumn) and page.par_column.values:
            self._services.navigate(ParReplayRoute(path, max(page.par_column.values)))

    def show_tricks(self, match: MatchRow) -> None:
        """Open a list of the match's tricks, each of which can be explained."""

        def read_visible_record(path: Path, progress: ProgressCallback) -> MatchRecord:
            record = read_verified_record(path, progress)
            check_practice_allowed(record.header)
            return record

        record = self._read_record(self.record_path(match), read_visible_record)
        if record is None:
            return
        tricks = list_taken_tricks(record)
        if not tricks:
            self._window.show_notice(tr("No trick has been taken in this match."))
        else:
            dialog = TricksDialog(record, tricks, self._window)
            dialog.rule_requested.connect(self._show_rule)
            self.open_dialog(dialog)

    def show_review(self, match: MatchRow) -> None:
        names = get_person_names(self._services.settings.current.current_person)

        def read_past_view(path: Path, progress: ProgressCallback) -> FinishedMatchView:
            view = FinishedMatchView(path, names, progress)
            check_practice_allowed(view.header)
            return view

        view = self._read_record(self.record_path(match), read_past_view)
        if view is not None:
            view.launcher = self._services.launcher.next_launcher
            dialog = self.dialog = ReviewDialog(view, self._window)
            dialog.rule_requested.connect(self._show_rule)
            dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
            dialog.show()

    def _show_rule(self, rule: str) -> None:
        self._services.navigate(RuleRoute(rule))

    def show_read_error(self, file: str) -> None:
        """Show why a file cannot be read as a record."""
        if self._read_record(folders.matches_folder() / file, read_verified_record) is not None:
            self._window.updater.start_sync()  # it has become readable in the meantime

    def _read_record(
        self, path: Path, reader: Callable[[Path, ProgressCallback], _RecordResult]
    ) -> _RecordResult | None:
        """Read a record with a progress bar; return None after showing the error on failure."""
        self._window.setCursor(Qt.CursorShape.WaitCursor)
        try:
            with RecordReadProgress(self._window) as bar:
                return reader(path, bar.show_event_count)
        except GameError as error:
            self._window.show_notice(describe_record_error(error, path))
        finally:
            self._window.unsetCursor()
        return None

    # Files

    def show_folder(self, paths: Sequence[Path]) -> None:
        """Show the first record in its folder, selected where the file manager can do so."""
        if not paths:
            return
        path = paths[0]
        if not show_in_folder(path):
            self._window.show_notice(
                tr("The records are in {path}").format(path=breakable_path(path.parent))
            )

    def ask_copy_target(self, paths: Sequence[Path]) -> None:
        """Ask for a file or folder to copy the records to, and copy them."""
        if not paths:
            return
        if len(paths) == 1:
            (path,) = paths
            dialog = make_save_dialog(
                self._window, tr("Save a copy"), path.name, tr("Match records (*.jsonl)")
            )
            dialog.fileSelected.connect(lambda chosen: self.save_copy(path, Path(chosen)))
        else:
            dialog = FileDialog(self._window, tr("Save a copy"), documents_folder())
            dialog.setFileMode(QFileDialog.FileMode.Directory)
            dialog.setOption(QFileDialog.Option.ShowDirsOnly)
            dialog.fileSelected.connect(
                lambda chosen: ChunkedTask(self._window, self._copy_records(paths, Path(chosen)))
            )
        limit_to_screen(dialog)
        self.open_dialog(dialog)

    def save_copy(self, path: Path, target: Path) -> None:
        try:
            copy_record(path, target)
        except GameError as error:
            self._window.show_notice(self._format_error(error, target))
        else:
            self._window.show_notice(saved_message(target))

    def _copy_records(self, paths: Sequence[Path], folder: Path) -> Iterator[None]:
        """Copy records into a folder without replacing files; stop at the first error."""
        copy_count, reason = 0, ""
        for path in paths:
            target = folder / path.name
            if not target.exists():
                try:
                    copy_record(path, target)
                except GameError as error:
                    reason = Speaker().format_message(error.message)
                    break
                copy_count += 1
            yield
        template = tr_count(
            "{count} record saved in {path}", "{count} records saved in {path}", copy_count
        )
        notice = template.format(count=copy_count, path=breakable_path(folder))
        if reason:
            notice = f"{notice}. {reason}" if copy_count else reason
        self._window.show_notice(notice)

    # Removing

    def confirm_removal(self, paths: Sequence[Path], count: int, match: HistoryRow | None) -> None:
        """Ask whether to move the records to the bin, or show why none can be removed.

        ``count`` is the number of matches; ``match`` is given if it is a single one.
        """
        if not paths:
            return
        for path in paths:
            error = find_removal_error(path)
            if error is None:
                break  # one removable record is enough to ask; there may be thousands
        else:
            assert error is not None
            self._window.show_notice(self._format_error(error, path))
            return
        bin_notice = tr("What you delete goes to the bin of your system.")
        dialog = ConfirmationDialog(
            self._window,
            tr_count("Delete this match?", "Delete {count} matches?", count).format(count=count),
            bin_notice if match is None else f"{row_text(match)}\n\n{bin_notice}",
            tr("&Delete"),
            tr("&Keep"),
        )
        dialog.confirmed.connect(lambda: self._remove_records(paths, move_to_bin))
        self.open_dialog(dialog)

    def _remove_records(
        self, paths: Sequence[Path], into_bin: Callable[[Path], bool] | None
    ) -> None:
        ChunkedTask(self._window, self._remove_each(paths, into_bin))

    def _remove_each(
        self, paths: Sequence[Path], into_bin: Callable[[Path], bool] | None
    ) -> Iterator[None]:
        """Remove the records one by one; offer permanent removal where there is no bin."""
        removals: list[RemovalResult] = []
        removed_matches: set[str] = set()
        for path in paths:
            match = read_match_identity(path)
            removals.append(remove_record(path, into_bin))
            if removals[-1].is_removed:
                removed_matches.add(match)
            yield
        removed_count = sum(removal.is_removed for removal in removals)
        notice = tr_count("{count} record deleted.", "{count} records deleted.", removed_count)
        notice = notice.format(count=removed_count)
        for removal in removals:
            if removal.error is not None:
                reason = self._format_error(removal.error, removal.path)
                notice = f"{notice} {sanitise_text(removal.path.name)}: {reason}"
                break
        try:
            forget_matches(removed_matches)
        except GameError as error:
            notice = f"{notice} {Speaker().format_message(error.message)}"
        self._window.show_notice(notice)
        self._window.updater.start_sync()
        remaining_paths = [
            removal.path for removal in removals if not removal.is_removed and removal.error is None
        ]
        if remaining_paths:
            self.confirm_permanent_removal(remaining_paths)

    def confirm_permanent_removal(self, paths: Sequence[Path]) -> None:
        count = len(paths)
        dialog = ConfirmationDialog(
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
        dialog.confirmed.connect(lambda: self._remove_records(paths, None))
        self.open_dialog(dialog)

    # Windows

    def open_dialog(self, dialog: Any) -> None:
        self.dialog = dialog
        self._services.dialogs.open_dialog(dialog)


def move_to_bin(path: Path) -> bool:
    """Move a file to the system's bin; return False if the bin does not accept it."""
    return QFile(str(path)).moveToTrash()


def copy_record(path: Path, target: Path) -> None:
    """Copy a record completely or not at all, and what is stored of its match; ``GameError``."""
    copy_lines(read_plain(path, MAX_RECORD_BYTES), target)
    copy_side_lines(read_match_identity(path), target)


class ChunkedTask(QObject):
    """Task that runs the steps of an iterator in chunks, so that the window stays responsive."""

    def __init__(self, parent: QObject, work: Iterator[None]) -> None:
        super().__init__(parent)
        self._work = work
        timer = QTimer(self)
        timer.timeout.connect(self._run_chunk)
        timer.start()

    def _run_chunk(self) -> None:
        if len(list(islice(self._work, RECORDS_PER_TICK))) < RECORDS_PER_TICK:
            self.deleteLater()


class TricksDialog(BaseDialog):
    """Dialog that lists the tricks of each deal, and explains the selected one."""

    rule_requested = Signal(str)

    def __init__(self, record: MatchRecord, tricks: list[ReplayTrick], parent: QWidget) -> None:
        header = record.header
        title = tr("Tricks: {game}").format(game=game_title(header.game))
        super().__init__(parent, title)
        self._game, self._tricks = header.game, tricks
        self._names = [display_name(name) for name in display_names(header.players)]
        self._speaker = Speaker(self._names)
        self._deal_tricks: list[ReplayTrick] = []
        self.deal_box = QComboBox(self)
        label_combo(self.deal_box, tr("Deal"))
        for deal in dict.fromkeys(past_trick.deal for past_trick in tricks):
            self.deal_box.addItem(tr("Deal {deal}").format(deal=deal), deal)
        self.deal_box.setCurrentIndex(self.deal_box.count() - 1)
        self.trick_list = QListWidget(self)
        self.trick_list.setAccessibleName(tr("Tricks"))
        self.trick_list.setItemDelegate(SuitDelegate(self.trick_list))
        self.trick_list.setMinimumSize(
            round(scale_pixels(420)), 12 * self.trick_list.fontMetrics().height()
        )
        self.why_button = self.make_button(tr("&Why?"), self.explain_trick, default=True)
        self.close_button = self.make_button(tr("C&lose"), self.reject)
        top = make_row((make_heading(tr("Which trick?")), 1), self.deal_box)
        buttons = make_row(STRETCH, self.why_button, self.close_button)
        self.build_layout(top, self.trick_list, buttons)
        self.deal_box.currentIndexChanged.connect(self._show_deal_tricks)
        self.trick_list.itemDoubleClicked.connect(self.explain_trick)
        self._show_deal_tricks()
        self.trick_list.setFocus()

    def _show_deal_tricks(self) -> None:
        deal = self.deal_box.currentData()
        self._deal_tricks = [past_trick for past_trick in self._tricks if past_trick.deal == deal]
        self.trick_list.clear()
        for past_trick in self._deal_tricks:
            text = tr("{number}. {cards}: {name} took it").format(
                number=past_trick.trick_number,
                cards=" ".join(map(card_name, past_trick.trick.cards)),
                name=self._names[past_trick.taker_seat],
            )
            item = QListWidgetItem(text, self.trick_list)
            cards_text = self._describe_cards(past_trick)
            set_tooltip(item, cards_text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_text(text))
            item.setData(Qt.ItemDataRole.AccessibleDescriptionRole, spoken_text(cards_text))
        self.trick_list.setCurrentRow(0)

    def _describe_cards(self, past_trick: ReplayTrick) -> str:
        seats = past_trick.trick.seats_in_order(len(self._names))
        return " · ".join(
            tr("{name}: {card}").format(name=self._names[seat], card=card_name(card))
            for seat, card in zip(seats, past_trick.trick.cards, strict=True)
        )

    def explain_trick(self) -> None:
        past_trick = self._deal_tricks[self.trick_list.currentRow()]
        steps = explain_trick_cards(self._game, past_trick)
        game = registered_games()[self._game]
        trick_end_text = describe_trick_end(
            game, past_trick.view, past_trick.taker_seat, past_trick.trick, self._speaker
        )
        dialog = TrickExplanationDialog(steps, self._names, self._speaker, trick_end_text, self)
        dialog.rule_requested.connect(self.rule_requested)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.show()
