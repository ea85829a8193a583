"""The window with the list of all matches on this computer."""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QFileSystemWatcher, QPoint, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
    QShowEvent,
)
from PySide6.QtWidgets import QFileDialog, QMenu, QProgressBar, QPushButton, QWidget

from greenbaize.app.house_rules import list_house_rules
from greenbaize.app.memory.history_indexer import ImportResult
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.match_list import DamagedFileRow, MatchRow, load_files
from greenbaize.ui.features.history.history_window import HistoryWindow
from greenbaize.ui.features.history.match_actions import MatchActions
from greenbaize.ui.features.history.match_list import MatchListPanel, column_headings
from greenbaize.ui.shell.navigation import StatisticsRoute
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.dialog import HorizontalScrollArea, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import accept_drop_as_copy, set_tooltip
from greenbaize.ui.widgets.window_geometry import available_room, set_initial_size
from greenbaize.words.catalogue import tr, tr_count

_DIRECT_CHILDREN: Final = Qt.FindChildOption.FindDirectChildrenOnly
BUTTON_PADDING: Final = 28
"""Extra width of a button over its text (px)."""
WATCH_DELAY_MS: Final = 300
"""Wait after a folder change before looking for changed records (ms): files come in groups."""


class MatchesWindow(HistoryWindow):
    """Window to find, continue, review, copy, delete and import matches."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, tr("Matches"))
        self.setAcceptDrops(True)
        self.match_list = MatchListPanel(
            services.games,
            services.persons.list_names,
            self,
            lambda: list_house_rules(services.settings.current, services.games),
        )
        self.table_view = self.match_list.table_view
        self.match_actions = MatchActions(services, self)
        self.menu = QMenu(self)
        self._make_actions()
        self.more_button = QPushButton(tr("&More"), self)
        self.more_button.setMenu(self.menu)
        self.close_button = QPushButton(tr("C&lose"), self)
        self.progress = QProgressBar(self)
        self.progress.hide()
        self._build_layout()
        self._watcher = QFileSystemWatcher(self)
        self._watch_timer = QTimer(self, interval=WATCH_DELAY_MS, singleShot=True)
        self._connect_signals()
        set_initial_size(self, QSize(1060, 700))
        self._fit_buttons()
        self.refresh_on_show()

    # Layout

    def _make_actions(self) -> None:
        """Create all menu actions, and buttons for the most common ones."""
        menu, match_actions = self.menu, self.match_actions
        self.resume_button = self._add_match_action(tr("&Go on"), match_actions.resume_match)
        self.replay_button = self._add_match_action(tr("&Replay"), match_actions.replay_match)
        self.sheet_button = self._add_match_action(tr("&Sheet"), match_actions.show_sheet, "F9")
        self.why_button = self._add_match_action(tr("&Why…"), match_actions.show_tricks, "Shift+F1")
        self.review_button = self._add_match_action(
            tr("Re&view…"), match_actions.show_review, "Shift+F2"
        )
        menu.addSeparator()
        self.challenge_action = self._add_action(
            menu, tr("C&hallenge somebody…"), self._send_challenge
        )
        self.copy_action = self._add_action(
            menu,
            tr("Save a &copy…"),
            lambda: match_actions.ask_copy_target(self.match_list.selected_paths()),
            "Ctrl+S",
        )
        self.folder_action = self._add_action(
            menu,
            tr("Show in &folder"),
            lambda: match_actions.show_folder(self.match_list.selected_paths()),
        )
        delete_action = self._add_action(menu, tr("&Delete…"), self.confirm_removal, "Del")
        self.delete_button = MenuActionButton(delete_action, self)
        menu.addSeparator()
        sorting = menu.addMenu(tr("S&ort by"))
        for column, title in enumerate(column_headings()):
            self._add_action(sorting, title, partial(self.match_list.sort_by_column, column))
        menu.addSeparator()
        self._add_action(
            menu,
            tr("Stat&istics…"),
            lambda: self._services.navigate(StatisticsRoute()),
            "Ctrl+Shift+L",
        )
        menu.addSeparator()
        self._add_action(menu, tr("&Import records…"), self.choose_import_files, "Ctrl+I")
        self._add_action(menu, tr("Import a f&older…"), self.choose_import_folder)

    def _add_match_action(
        self, text: str, handler: Callable[[MatchRow], object], keys: str = ""
    ) -> "MenuActionButton":
        """Add a menu action with a button for the selected match."""

        def handle_selected_match() -> None:
            if self.match_list.selected_match is not None:
                handler(self.match_list.selected_match)

        return MenuActionButton(
            self._add_action(self.menu, text, handle_selected_match, keys), self
        )

    def _add_action(
        self, menu: QMenu, text: str, slot: Callable[[], object], keys: str = ""
    ) -> QAction:
        action = menu.addAction(text)
        action.triggered.connect(lambda _=False: self._run_action(slot))
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self.addAction(action)
        return action

    def _send_challenge(self) -> None:
        if self.match_list.selected_match is not None:
            self.match_actions.send_challenge(self.match_list.selected_match)

    def _build_layout(self) -> None:
        self._button_row = QWidget(self)
        action_buttons = (
            self.resume_button,
            self.replay_button,
            self.sheet_button,
            self.why_button,
            self.review_button,
            self.delete_button,
            self.more_button,
        )
        parts = (*action_buttons, STRETCH, self.close_button)
        make_row(*parts, widget=self._button_row, margins=(0, 0, 0, 0), spacing=6)
        for button in self._button_row.findChildren(QPushButton, options=_DIRECT_CHILDREN):
            # Styles make buttons wider than their text needs, too wide for small screens.
            text = button.text().replace("&", "")
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(text) + BUTTON_PADDING)
        foot = make_row((self.match_list.count_label, 1), (self.progress, 1))
        self._layout = make_column(
            (self.match_list, 1),
            self.notice_label,
            foot,
            HorizontalScrollArea(self._button_row, self),
            widget=self,
            margins=(16, 14, 16, 14),
            spacing=10,
        )

    def _fit_buttons(self) -> None:
        """Hide the least important buttons, which the menu has too, on narrow screens."""
        for button in (self.review_button, self.why_button):
            margins = self._layout.contentsMargins()
            needed_width = (
                self._button_row.minimumSizeHint().width() + margins.left() + margins.right()
            )
            if needed_width > available_room(self).width():
                button.hide()

    def _connect_signals(self) -> None:
        self.match_list.selection_changed.connect(self._update_actions)
        self.match_list.import_button.clicked.connect(self.choose_import_files)
        self.table_view.doubleClicked.connect(self.open_match)
        self.table_view.customContextMenuRequested.connect(self._show_menu)
        self.table_view.installEventFilter(self)
        self.table_view.viewport().installEventFilter(self)
        self.close_button.clicked.connect(self.close)
        self.updater.progressed.connect(self._show_progress)
        self.updater.sync_failed.connect(self.show_notice)
        self.updater.import_finished.connect(self._on_imported)
        self._watcher.directoryChanged.connect(self._watch_timer.start)
        self._watch_timer.timeout.connect(self.updater.start_sync)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Find),
            self,
            self.match_list.filters.search_field.setFocus,
        )

    # Content

    def refresh_on_show(self) -> None:
        """Clear the last message and reload."""
        self.show_notice("")
        self.match_list.refresh_on_show()

    def reload_all(self) -> None:
        self.match_list.reload_all()
        self._watch_folders()

    def _watch_folders(self) -> None:
        """Watch the record folders for changes, where the system supports it."""
        if not self.isVisible():
            return  # it reloads when it is shown
        record_folders = [folders.matches_folder(), folders.matches_folder() / "abandoned"]
        new_folders = [str(folder) for folder in record_folders if folder.is_dir()]
        new_folders = [
            folder for folder in new_folders if folder not in self._watcher.directories()
        ]
        if new_folders:
            self._watcher.addPaths(new_folders)

    # Selection

    def _update_actions(self) -> None:
        match = self.match_list.selected_match
        has_selection = self.table_view.selectionModel().hasSelection()
        can_resume = (
            match is not None and not match.is_over and not match.is_abandoned and match.has_seed
        )
        is_table_free = not self._services.pages.is_shared
        match_reason = "" if match is not None else tr("Choose one match that can be read.")
        table_reason = match_reason or (
            "" if is_table_free else tr("You sit at a table with friends.")
        )
        has_person = match is not None and any(player.kind == HUMAN for player in match.players)
        resume_reason = "" if can_resume else tr("This match cannot be continued.")
        review_reason = "" if has_person else tr("No person has played in this match.")
        game = None if match is None else self._services.games.get(match.game)
        has_tricks = game is None or game.has_tricks
        tricks_reason = "" if has_tricks else tr("There are no tricks in this game.")
        delete_reason = "" if has_selection else tr("No match is chosen.")
        for button, reason in (
            (self.resume_button, table_reason or resume_reason),
            (self.replay_button, table_reason),
            (self.sheet_button, match_reason),
            (self.why_button, match_reason or tricks_reason),
            (self.review_button, match_reason or review_reason),
            (self.delete_button, delete_reason),
        ):
            button.set_unavailable_reason(reason)
        self.challenge_action.setEnabled(
            match is not None
            and match.has_seed
            and [player.kind for player in match.players].count(HUMAN) == 1
        )
        self.copy_action.setEnabled(has_selection)
        self.folder_action.setEnabled(has_selection)

    # Commands

    def _run_action(self, slot: Callable[[], object]) -> None:
        self.show_notice("")
        slot()

    def open_match(self) -> None:
        buttons = (self.resume_button, self.replay_button, self.sheet_button)
        default_button = next(
            (button for button in buttons if button.menu_action.isEnabled()), None
        )
        if default_button is not None:
            default_button.menu_action.trigger()
        elif isinstance(self.match_list.selected_row, DamagedFileRow):
            self.match_actions.show_read_error(self.match_list.selected_row.file)

    def confirm_removal(self) -> None:
        paths = self.match_list.selected_paths(load_files)
        self.match_actions.confirm_removal(
            paths, len(self.match_list.selected_keys), self.match_list.selected_row
        )

    # Import

    def choose_import_files(self) -> None:
        dialog = FileDialog(self, tr("Import records"))
        dialog.setNameFilter(tr("Match records (*.jsonl)"))
        self._open_import_dialog(dialog, QFileDialog.FileMode.ExistingFiles)

    def choose_import_folder(self) -> None:
        self._open_import_dialog(
            FileDialog(self, tr("Import a folder")), QFileDialog.FileMode.Directory
        )

    def _open_import_dialog(self, dialog: FileDialog, mode: QFileDialog.FileMode) -> None:
        dialog.setFileMode(mode)
        limit_to_screen(dialog)
        dialog.filesSelected.connect(lambda paths: self.import_records(list(map(Path, paths))))
        self.match_actions.open_dialog(dialog)

    def import_records(self, paths: Sequence[Path]) -> None:
        if paths:
            self.show_notice(tr("Importing records…"))
            self.updater.import_records(paths)

    def _on_imported(self, result: ImportResult) -> None:
        imported_text = tr_count(
            "{count} match imported.", "{count} matches imported.", result.new_count
        )
        sentences = [imported_text.format(count=result.new_count)]
        if result.known_count:
            known_text = tr_count(
                "{count} was there already.", "{count} were there already.", result.known_count
            )
            sentences.append(known_text.format(count=result.known_count))
        if result.error_texts:
            sentences.append(result.error_texts[0])
            further_count = len(result.error_texts) - 1
            if further_count:
                failed_text = tr_count(
                    "{count} could not be imported.",
                    "{count} could not be imported.",
                    further_count,
                )
                sentences.append(failed_text.format(count=further_count))
        self.progress.hide()
        self.show_notice(" ".join(sentences))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped_paths(event):
            accept_drop_as_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped_paths(event)
        if paths:
            accept_drop_as_copy(event)
            self.import_records(paths)

    # Progress and menu

    def _show_progress(self, read_count: int, total: int) -> None:
        self.progress.setVisible(read_count < total)
        self.progress.setRange(0, total)
        self.progress.setValue(read_count)
        self.progress.setFormat(
            tr("{read} of {count} records read").format(read=read_count, count=total)
        )

    def _show_menu(self, position: QPoint) -> None:
        if self.table_view.indexAt(position).isValid():
            self.menu.popup(self.table_view.viewport().mapToGlobal(position))

    # Windows

    def eventFilter(self, watched: Any, event: QEvent) -> bool:
        """Open a match on Enter, and move typed text to the search field."""
        if watched is self.table_view and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            self.show_notice("")
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.open_match()
                return True
            if _is_typing(event):
                search = self.match_list.filters.search_field
                search.setFocus()
                search.insert(event.text())
                return True
            if event.key() == Qt.Key.Key_Menu:
                self._show_menu(
                    self.table_view.visualRect(self.table_view.currentIndex()).bottomLeft()
                )
                return True
        if watched is self.table_view.viewport() and event.type() == QEvent.Type.MouseButtonPress:
            self.show_notice("")
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the filters with Esc, or close; move to the list with Down."""
        if event.key() == Qt.Key.Key_Escape:
            if self.match_list.filters.is_filtering:
                self.match_list.filters.clear_filters()
            else:
                self.close()
        elif event.key() == Qt.Key.Key_Down and self.match_list.filters.search_field.hasFocus():
            self.table_view.setFocus()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch_folders()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.match_list.remember_listed()
        self._watch_timer.stop()
        if watched := self._watcher.directories():
            self._watcher.removePaths(watched)
        super().closeEvent(event)


class MenuActionButton(QPushButton):
    """Button for a menu action."""

    def __init__(self, menu_action: QAction, parent: QWidget) -> None:
        super().__init__(menu_action.text(), parent)
        self.menu_action = menu_action
        self.clicked.connect(menu_action.trigger)

    def set_unavailable_reason(self, reason: str) -> None:
        """Disable action and button with a reason as tooltip, or enable them if it is empty."""
        self.menu_action.setEnabled(not reason)
        self.setEnabled(not reason)
        set_tooltip(self, reason)


def _is_typing(event: QKeyEvent) -> bool:
    typing_modifiers = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    text = event.text()
    return not event.modifiers() & ~typing_modifiers and text.isprintable() and bool(text.strip())


def _dropped_paths(event: QDropEvent) -> list[Path]:
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
