"""Actions, each declared once; menus, shortcuts and buttons are made from the declarations."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu

from greenbaize.rules.messages import mark_text
from greenbaize.ui.widgets.keyboard import MenuBarFocusGuard
from greenbaize.words.catalogue import tr

MATCH: Final = mark_text("&Match")
SHEET: Final = mark_text("&Sheet")
VIEW: Final = mark_text("&View")
LEARN: Final = mark_text("&Learn")
HELP: Final = mark_text("&Help")
MENUS: Final = (MATCH, SHEET, VIEW, LEARN, HELP)
"""Titles of the menus, in their order."""
GROUP_SIZE: Final = 100
"""Range of positions of one group; groups are separated by lines in the menu."""

Keys = str | QKeySequence.StandardKey


def is_always_true() -> bool:
    """Return True: the default test for actions that are always available."""
    return True


def do_nothing() -> None:
    """Do nothing: the action of an entry that only opens a submenu."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the window, shown as a menu entry.

    ``run`` executes it; where ``is_checked`` is given, ``run`` receives the new check state.
    ``menu`` and ``position`` place the entry; the entries of a submenu need neither. ``entries``
    are those of a submenu, created when it first becomes visible, or each time it opens if
    ``rebuilds_entries``. ``on_key`` is what the shortcut does where that is more than the entry
    does, and ``explain_disabled`` what it does while the action is disabled. With
    ``in_all_windows`` the shortcut works in windows beside the main one too.
    """

    id: str
    text: str
    run: Callable[..., object] = do_nothing
    menu: str = ""
    position: int = 0
    keys: Keys | Callable[[], Keys] = ""
    _: KW_ONLY
    is_enabled: Callable[[], bool] = is_always_true
    is_visible: Callable[[], bool] = is_always_true
    is_checked: Callable[[], bool] | None = None
    entries: Callable[[], Sequence["Action"]] | None = None
    rebuilds_entries: bool = False
    on_key: Callable[[], object] | None = None
    explain_disabled: Callable[[], object] | None = None
    in_all_windows: bool = False


class ActionRegistry(QObject):
    """The actions of one window, by their identifiers."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._actions: dict[str, Action] = {}
        self._qt_actions: dict[str, QAction] = {}
        self._filled_menus: set[str] = set()

    def __getitem__(self, name: str) -> QAction:
        return self._qt_actions[name]

    def __iter__(self) -> Any:
        return iter(self._actions.values())

    def make_menus(self, actions: Iterable[Action]) -> None:
        bar = self._window.menuBar()
        ordered_actions = sorted(actions, key=lambda declared: declared.position)
        for title in MENUS:
            menu, last_group = bar.addMenu(tr(title)), 0
            for action in ordered_actions:
                if action.menu == title:
                    if action.position // GROUP_SIZE != last_group:
                        menu.addSeparator()
                    last_group = action.position // GROUP_SIZE
                    self._add_action(menu, action)
        MenuBarFocusGuard(bar)
        self.refresh()

    def _add_action(self, menu: QMenu, action: Action) -> None:
        self._actions[action.id] = action
        self._qt_actions[action.id] = self._add_entry(menu, action)

    def _add_entry(self, menu: QMenu, action: Action) -> QAction:
        if action.entries is not None:
            submenu = menu.addMenu(action.text)
            if action.rebuilds_entries:
                submenu.aboutToShow.connect(lambda: self._refill_menu(submenu, action))
            return submenu.menuAction()
        qt_action = menu.addAction(action.text)

        def run_action(is_checked: bool) -> None:
            action.run() if action.is_checked is None else action.run(is_checked)

        qt_action.setCheckable(action.is_checked is not None)
        qt_action.triggered.connect(run_action)
        if not callable(action.keys) and action.keys != "":
            qt_action.setShortcut(QKeySequence(action.keys))
        if action.in_all_windows:
            qt_action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        if action.on_key is not None:
            assert isinstance(action.keys, str)
            # Here the entry only shows the shortcut.
            qt_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut = QShortcut(QKeySequence(action.keys), self._window)
            shortcut.activated.connect(action.on_key)
        return qt_action

    def _refill_menu(self, menu: QMenu, action: Action) -> None:
        assert action.entries is not None
        menu.clear()
        for entry in action.entries():
            _update_action(entry, self._add_entry(menu, entry))

    def _fill_menu(self, menu: QMenu, action: Action) -> None:
        assert action.entries is not None
        self._filled_menus.add(action.id)
        for entry in action.entries():
            self._add_action(menu, entry)
            self.refresh(entry.id)

    def explain_disabled_action(self, event: QKeyEvent) -> bool:
        """Explain why the action of this key is disabled; return False if there is none."""
        for action in self._actions.values():
            # The key of an enabled action would not have come here.
            if action.explain_disabled is not None and _matches_key(action, event):
                action.explain_disabled()
                return True
        return False

    def refresh(self, *names: str) -> None:
        """Update the visibility, availability and check state of these actions, or of all."""
        for name in names or tuple(self._actions):
            action, qt_action = self._actions[name], self._qt_actions[name]
            _update_action(action, qt_action)
            if action.entries is not None and not action.rebuilds_entries and action.is_visible():
                menu = qt_action.menu()
                if name not in self._filled_menus and isinstance(menu, QMenu):
                    self._fill_menu(menu, action)


def _matches_key(action: Action, event: QKeyEvent) -> bool:
    keys = action.keys() if callable(action.keys) else action.keys
    if isinstance(keys, str):
        return QKeySequence(keys) == QKeySequence(event.keyCombination())
    return event.matches(keys)


def _update_action(action: Action, qt_action: QAction) -> None:
    visible = action.is_visible()
    qt_action.setVisible(visible)
    qt_action.setEnabled(visible and action.is_enabled())
    if action.is_checked is not None:
        qt_action.setChecked(action.is_checked())
    if callable(action.keys):
        qt_action.setShortcut(QKeySequence(action.keys()))
