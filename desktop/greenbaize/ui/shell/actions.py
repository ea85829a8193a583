"""Actions, each declared once; menus, shortcuts and buttons are made from the declarations."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QMenu

from greenbaize.rules.messages import mark
from greenbaize.ui.widgets.keyboard import MenuKeys
from greenbaize.words.catalogue import tr

MATCH: Final = mark("&Match")
SHEET: Final = mark("&Sheet")
VIEW: Final = mark("&View")
LEARN: Final = mark("&Learn")
HELP: Final = mark("&Help")
MENUS: Final = (MATCH, SHEET, VIEW, LEARN, HELP)
"""Titles of the menus, in their order."""
GROUP: Final = 100
"""Range of positions of one group; groups are separated by lines in the menu."""

Keys = str | QKeySequence.StandardKey


def always() -> bool:
    """Return True: the default test for actions that are always available."""
    return True


def nothing() -> None:
    """Do nothing: the action of an entry that only opens a submenu."""


@dataclass(frozen=True, slots=True)
class Action:
    """An action of the window, shown as a menu entry.

    ``run`` executes it; where ``is_checked`` is given, ``run`` receives the new check state.
    ``menu`` and ``position`` place the entry; the entries of a submenu need neither. ``entries``
    are those of a submenu, created when it first becomes visible, or each time it opens if
    ``rebuilds_entries``. ``on_key`` is what the shortcut does where that is more than the entry
    does, and ``explain_disabled`` what it does while the action is disabled.
    """

    id: str
    text: str
    run: Callable[..., object] = nothing
    menu: str = ""
    place: int = 0
    keys: Keys | Callable[[], Keys] = ""
    _: KW_ONLY
    enabled: Callable[[], bool] = always
    visible: Callable[[], bool] = always
    checked: Callable[[], bool] | None = None
    entries: Callable[[], Sequence["Action"]] | None = None
    fresh: bool = False
    by_key: Callable[[], object] | None = None
    why_not: Callable[[], object] | None = None


class Actions(QObject):
    """The actions of one window, by their identifiers."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._declared: dict[str, Action] = {}
        self._made: dict[str, QAction] = {}
        self._filled: set[str] = set()

    def __getitem__(self, name: str) -> QAction:
        return self._made[name]

    def __iter__(self) -> Any:
        return iter(self._declared.values())

    def make_menus(self, actions: Iterable[Action]) -> None:
        bar = self._window.menuBar()
        wanted = sorted(actions, key=lambda one: one.place)
        for title in MENUS:
            menu, group = bar.addMenu(tr(title)), 0
            for action in wanted:
                if action.menu == title:
                    if action.place // GROUP != group:
                        menu.addSeparator()
                    group = action.place // GROUP
                    self._declare(menu, action)
        MenuKeys(bar)
        self.refresh()

    def _declare(self, menu: QMenu, action: Action) -> None:
        self._declared[action.id] = action
        self._made[action.id] = self._add(menu, action)

    def _add(self, menu: QMenu, action: Action) -> QAction:
        if action.entries is not None:
            submenu = menu.addMenu(action.text)
            if action.fresh:
                submenu.aboutToShow.connect(lambda: self._fill_anew(submenu, action))
            return submenu.menuAction()
        made = menu.addAction(action.text)

        def run(on: bool) -> None:
            action.run() if action.checked is None else action.run(on)

        made.setCheckable(action.checked is not None)
        made.triggered.connect(run)
        if not callable(action.keys) and action.keys != "":
            made.setShortcut(QKeySequence(action.keys))
        if action.by_key is not None:
            assert isinstance(action.keys, str)
            # Here the entry only shows the shortcut.
            made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut = QShortcut(QKeySequence(action.keys), self._window)
            shortcut.activated.connect(action.by_key)
        return made

    def _fill_anew(self, menu: QMenu, action: Action) -> None:
        assert action.entries is not None
        menu.clear()
        for entry in action.entries():
            _show(entry, self._add(menu, entry))

    def _fill(self, menu: QMenu, action: Action) -> None:
        assert action.entries is not None
        self._filled.add(action.id)
        for entry in action.entries():
            self._declare(menu, entry)
            self.refresh(entry.id)

    def tell_why_not(self, event: QKeyEvent) -> bool:
        """Explain why the action of this key is disabled; return False if there is none."""
        for action in self._declared.values():
            # The key of an enabled action would not have come here.
            if action.why_not is not None and _is_key_of(action, event):
                action.why_not()
                return True
        return False

    def refresh(self, *names: str) -> None:
        """Update the visibility, availability and check state of these actions, or of all."""
        for name in names or tuple(self._declared):
            action, made = self._declared[name], self._made[name]
            _show(action, made)
            if action.entries is not None and not action.fresh and action.visible():
                menu = made.menu()
                if name not in self._filled and isinstance(menu, QMenu):
                    self._fill(menu, action)


def _is_key_of(action: Action, event: QKeyEvent) -> bool:
    keys = action.keys() if callable(action.keys) else action.keys
    if isinstance(keys, str):
        return QKeySequence(keys) == QKeySequence(event.keyCombination())
    return event.matches(keys)


def _show(action: Action, made: QAction) -> None:
    visible = action.visible()
    made.setVisible(visible)
    made.setEnabled(visible and action.enabled())
    if action.checked is not None:
        made.setChecked(action.checked())
    if callable(action.keys):
        made.setShortcut(QKeySequence(action.keys()))
