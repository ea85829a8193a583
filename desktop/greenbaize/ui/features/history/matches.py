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

from greenbaize.app.memory.history_indexer import Brought
from greenbaize.rules.players import HUMAN
from greenbaize.store import folders
from greenbaize.store.listing import DamagedKept, MatchKept, files
from greenbaize.ui.features.history.history_window import HistoryWindow
from greenbaize.ui.features.history.match_actions import MatchActions
from greenbaize.ui.features.history.match_list import MatchList, headings
from greenbaize.ui.shell.navigation import Statistics
from greenbaize.ui.shell.services import Services
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import WideScroll, fit_on_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.plain import accept_copy, set_tip
from greenbaize.ui.widgets.window_geometry import room_of, usual_size
from greenbaize.words.catalogue import tr, tr_count

_DIRECT: Final = Qt.FindChildOption.FindDirectChildrenOnly
AROUND_WORDS: Final = 28
"""Extra width of a button over its text (px)."""
SETTLED_MS: Final = 300
"""Wait after a folder change before looking for changed records (ms): files come in groups."""


class MatchesWindow(HistoryWindow):
    """Window to find, continue, review, copy, delete and import matches."""

    def __init__(self, services: Services) -> None:
        super().__init__(services, tr("Matches"))
        self.setAcceptDrops(True)
        self.list = MatchList(services.games, services.persons.names, self)
        self.table = self.list.table
        self.commands = MatchActions(services, self)
        self.menu = QMenu(self)
        self._make_actions()
        self.more_button = QPushButton(tr("&More"), self)
        self.more_button.setMenu(self.menu)
        self.close_button = QPushButton(tr("C&lose"), self)
        self.progress = QProgressBar(self)
        self.progress.hide()
        self._lay_out()
        self._watcher = QFileSystemWatcher(self)
        self._settled = QTimer(self, interval=SETTLED_MS, singleShot=True)
        self._connect()
        self.resize(usual_size(self, QSize(1060, 700)))
        self._fit_buttons()
        self.come_back()

    # Layout

    def _make_actions(self) -> None:
        """Create all menu actions, and buttons for the most common ones."""
        menu, commands = self.menu, self.commands
        self.go_on_button = self._offered(tr("&Go on"), commands.go_on)
        self.replay_button = self._offered(tr("&Replay"), commands.replay)
        self.sheet_button = self._offered(tr("&Sheet"), commands.show_sheet, "F9")
        self.why_button = self._offered(tr("&Why?…"), commands.show_tricks, "Shift+F1")
        self.review_button = self._offered(tr("Re&view…"), commands.show_review, "Shift+F2")
        menu.addSeparator()
        self.copy_action = self._action(
            menu, tr("Save a &copy…"), lambda: commands.ask_copy(self.list.paths()), "Ctrl+S"
        )
        self.folder_action = self._action(
            menu, tr("Show in &folder"), lambda: commands.show_folder(self.list.paths())
        )
        delete_action = self._action(menu, tr("&Delete…"), self.ask_remove, "Del")
        self.delete_button = EntryButton(delete_action, self)
        menu.addSeparator()
        sorting = menu.addMenu(tr("S&ort by"))
        for column, title in enumerate(headings()):
            self._action(sorting, title, partial(self.list.sort_by, column))
        menu.addSeparator()
        self._action(
            menu, tr("Stat&istics…"), lambda: self._services.go(Statistics()), "Ctrl+Shift+L"
        )
        menu.addSeparator()
        self._action(menu, tr("&Import records…"), self.ask_files, "Ctrl+I")
        self._action(menu, tr("Import a f&older…"), self.ask_folder)

    def _offered(
        self, text: str, act: Callable[[MatchKept], object], keys: str = ""
    ) -> "EntryButton":
        """Add a menu action with a button for the selected match."""

        def act_on_it() -> None:
            if self.list.match is not None:
                act(self.list.match)

        return EntryButton(self._action(self.menu, text, act_on_it, keys), self)

    def _action(
        self, menu: QMenu, text: str, slot: Callable[[], object], keys: str = ""
    ) -> QAction:
        action = menu.addAction(text)
        action.triggered.connect(lambda _=False: self._do(slot))
        if keys:
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            self.addAction(action)
        return action

    def _lay_out(self) -> None:
        self._row = QWidget(self)
        offered = (
            *(self.go_on_button, self.replay_button, self.sheet_button, self.why_button),
            *(self.review_button, self.delete_button, self.more_button),
        )
        parts = (*offered, STRETCH, self.close_button)
        row_of(*parts, within=self._row, margins=(0, 0, 0, 0), spacing=6)
        for button in self._row.findChildren(QPushButton, options=_DIRECT):
            # Styles make buttons wider than their text needs, too wide for small screens.
            words = button.text().replace("&", "")
            button.setMinimumWidth(button.fontMetrics().horizontalAdvance(words) + AROUND_WORDS)
        foot = row_of((self.list.count, 1), (self.progress, 1))
        self._column = column_of(
            *((self.list, 1), self.news, foot, WideScroll(self._row, self)),
            within=self,
            margins=(16, 14, 16, 14),
            spacing=10,
        )

    def _fit_buttons(self) -> None:
        """Hide the least important buttons, which the menu has too, on narrow screens."""
        for button in (self.review_button, self.why_button):
            edges = self._column.contentsMargins()
            least = self._row.minimumSizeHint().width() + edges.left() + edges.right()
            if least > room_of(self).width():
                button.hide()

    def _connect(self) -> None:
        self.list.choice_changed.connect(self._show_choice)
        self.list.bring_button.clicked.connect(self.ask_files)
        self.table.doubleClicked.connect(self.open_match)
        self.table.customContextMenuRequested.connect(self._show_menu)
        self.table.installEventFilter(self)
        self.table.viewport().installEventFilter(self)
        self.close_button.clicked.connect(self.close)
        self.updater.progressed.connect(self._show_progress)
        self.updater.troubled.connect(self.tell)
        self.updater.brought.connect(self._on_brought)
        self._watcher.directoryChanged.connect(self._settled.start)
        self._settled.timeout.connect(self.updater.look)
        QShortcut(
            QKeySequence(QKeySequence.StandardKey.Find), self, self.list.filters.search.setFocus
        )

    # Content

    def come_back(self) -> None:
        """Clear the last message and reload."""
        self.tell("")
        self.list.come_back()

    def read_all(self) -> None:
        self.list.read_all()
        self._watch()

    def _watch(self) -> None:
        """Watch the record folders for changes, where the system supports it."""
        if not self.isVisible():
            return  # it reloads when it is shown
        wanted = [folders.matches(), folders.matches() / "abandoned"]
        fresh = [str(one) for one in wanted if one.is_dir()]
        fresh = [one for one in fresh if one not in self._watcher.directories()]
        if fresh:
            self._watcher.addPaths(fresh)

    # Selection

    def _show_choice(self) -> None:
        match = self.list.match
        some = self.table.selectionModel().hasSelection()
        left = match is not None and not match.over and not match.abandoned and match.seeded
        here = not self._services.pages.shared
        why = "" if match is not None else tr("Choose one match that can be read.")
        table = why or ("" if here else tr("You sit at a table with friends."))
        person = match is not None and any(one.kind == HUMAN for one in match.players)
        left_over = "" if left else tr("This match cannot be continued.")
        played = "" if person else tr("No person has played in this match.")
        game = None if match is None else self._services.games.get(match.game)
        taken = game is None or game.has_tricks
        tricks = "" if taken else tr("There are no tricks in this game.")
        none = "" if some else tr("No match is chosen.")
        for button, problem in (
            (self.go_on_button, table or left_over),
            (self.replay_button, table),
            (self.sheet_button, why),
            (self.why_button, why or tricks),
            (self.review_button, why or played),
            (self.delete_button, none),
        ):
            button.offer(problem)
        self.copy_action.setEnabled(some)
        self.folder_action.setEnabled(some)

    # Commands

    def _do(self, slot: Callable[[], object]) -> None:
        self.tell("")
        slot()

    def open_match(self) -> None:
        buttons = (self.go_on_button, self.replay_button, self.sheet_button)
        likely = next((one for one in buttons if one.entry.isEnabled()), None)
        if likely is not None:
            likely.entry.trigger()
        elif isinstance(self.list.one, DamagedKept):
            self.commands.say_fault(self.list.one.file)

    def ask_remove(self) -> None:
        paths = self.list.paths(files)
        self.commands.ask_remove(paths, len(self.list.chosen), self.list.one)

    # Import

    def ask_files(self) -> None:
        dialog = FileDialog(self, tr("Import records"))
        dialog.setNameFilter(tr("Match records (*.jsonl)"))
        self._ask_paths(dialog, QFileDialog.FileMode.ExistingFiles)

    def ask_folder(self) -> None:
        self._ask_paths(FileDialog(self, tr("Import a folder")), QFileDialog.FileMode.Directory)

    def _ask_paths(self, dialog: FileDialog, mode: QFileDialog.FileMode) -> None:
        dialog.setFileMode(mode)
        fit_on_screen(dialog)
        dialog.filesSelected.connect(lambda paths: self.bring_in(list(map(Path, paths))))
        self.commands.open(dialog)

    def bring_in(self, paths: Sequence[Path]) -> None:
        if paths:
            self.tell(tr("Importing records…"))
            self.updater.bring_in(paths)

    def _on_brought(self, brought: Brought) -> None:
        taken = tr_count("{count} match imported.", "{count} matches imported.", brought.taken)
        sentences = [taken.format(count=brought.taken)]
        if brought.known:
            known = tr_count(
                "{count} was there already.", "{count} were there already.", brought.known
            )
            sentences.append(known.format(count=brought.known))
        if brought.faults:
            sentences.append(brought.faults[0])
            more = len(brought.faults) - 1
            if more:
                words = tr_count(
                    "{count} could not be imported.", "{count} could not be imported.", more
                )
                sentences.append(words.format(count=more))
        self.progress.hide()
        self.tell(" ".join(sentences))

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _dropped(event):
            accept_copy(event)

    def dropEvent(self, event: QDropEvent) -> None:
        paths = _dropped(event)
        if paths:
            accept_copy(event)
            self.bring_in(paths)

    # Progress and menu

    def _show_progress(self, read: int, of: int) -> None:
        self.progress.setVisible(read < of)
        self.progress.setRange(0, of)
        self.progress.setValue(read)
        self.progress.setFormat(tr("{read} of {count} records read").format(read=read, count=of))

    def _show_menu(self, at: QPoint) -> None:
        if self.table.indexAt(at).isValid():
            self.menu.popup(self.table.viewport().mapToGlobal(at))

    # Windows

    def eventFilter(self, watched: Any, event: QEvent) -> bool:
        """Open a match on Enter, and move typed text to the search field."""
        if watched is self.table and event.type() == QEvent.Type.KeyPress:
            assert isinstance(event, QKeyEvent)
            self.tell("")
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.open_match()
                return True
            if _types(event):
                search = self.list.filters.search
                search.setFocus()
                search.insert(event.text())
                return True
            if event.key() == Qt.Key.Key_Menu:
                self._show_menu(self.table.visualRect(self.table.currentIndex()).bottomLeft())
                return True
        if watched is self.table.viewport() and event.type() == QEvent.Type.MouseButtonPress:
            self.tell("")
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Clear the filters with Esc, or close; move to the list with Down."""
        if event.key() == Qt.Key.Key_Escape:
            if self.list.filters.seeks:
                self.list.filters.clear()
            else:
                self.close()
        elif event.key() == Qt.Key.Key_Down and self.list.filters.search.hasFocus():
            self.table.setFocus()
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.list.leave()
        self._settled.stop()
        if watched := self._watcher.directories():
            self._watcher.removePaths(watched)
        super().closeEvent(event)


class EntryButton(QPushButton):
    """Button for a menu action."""

    def __init__(self, entry: QAction, parent: QWidget) -> None:
        super().__init__(entry.text(), parent)
        self.entry = entry
        self.clicked.connect(entry.trigger)

    def offer(self, problem: str) -> None:
        """Disable action and button with a reason as tooltip, or enable them if it is empty."""
        self.entry.setEnabled(not problem)
        self.setEnabled(not problem)
        set_tip(self, problem)


def _types(event: QKeyEvent) -> bool:
    plain = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
    text = event.text()
    return not event.modifiers() & ~plain and text.isprintable() and bool(text.strip())


def _dropped(event: QDropEvent) -> list[Path]:
    urls = event.mimeData().urls()
    return [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
