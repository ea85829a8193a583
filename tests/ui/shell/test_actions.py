"""Actions and the menus made from them."""

import re
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from greenbaize.resources import resources_folder
from greenbaize.ui.shell.actions import GROUP_SIZE, LEARN, MATCH, Action, ActionRegistry


@pytest.fixture
def window(qtbot):
    main_window = QMainWindow()
    qtbot.addWidget(main_window)
    return main_window


def make_menus(window, *actions):
    action_registry = ActionRegistry(window)
    action_registry.make_menus(actions)
    return action_registry


def menu_texts(menu):
    return ["|" if action.isSeparator() else action.text() for action in menu.actions()]


def find_menu(window, title):
    menus = window.menuBar().findChildren(QMenu)
    return next(menu for menu in menus if menu.title() == title)


def test_menu_entries_are_ordered_with_separators_between_groups(window):
    last = Action(id="last", text="Last", menu=MATCH, position=200)
    second = Action(id="second", text="Second", menu=MATCH, position=2)
    first = Action(id="first", text="First", menu=MATCH, position=1)
    make_menus(
        window, last, second, first, Action(id="other", text="Other", menu=LEARN, position=1)
    )
    assert menu_texts(find_menu(window, "&Match")) == ["First", "Second", "|", "Last"]
    assert menu_texts(find_menu(window, "&Learn")) == ["Other"]


def test_menu_entry_follows_the_state_of_its_action(window):
    state = {"usable": False, "seen": False, "keys": "Ctrl+W"}
    action = Action(
        id="one",
        text="One",
        menu=MATCH,
        is_enabled=lambda: state["usable"] is True,
        is_visible=lambda: state["seen"] is True,
        is_checked=lambda: state["usable"] is True,
        keys=lambda: str(state["keys"]),
    )
    actions = make_menus(window, action)
    entry = actions["one"]
    assert (entry.isVisible(), entry.isEnabled(), entry.isChecked()) == (False, False, False)
    state.update(usable=True, seen=True, keys="")
    actions.refresh("one")
    assert (entry.isVisible(), entry.isEnabled(), entry.isChecked()) == (True, True, True)
    assert entry.shortcut() == QKeySequence("")


def test_checkable_action_gets_its_check_state(window):
    calls = []

    def record_call(is_checked):
        calls.append(is_checked)

    plain = Action(id="plain", text="Plain", menu=MATCH, run=lambda: calls.append("plain"))
    checked = Action(
        id="checked", text="Checked", menu=MATCH, run=record_call, is_checked=lambda: False
    )
    actions = make_menus(window, plain, checked)
    actions["plain"].trigger()
    actions["checked"].trigger()
    assert calls == ["plain", True]


def test_shortcut_of_a_disabled_action_reports_the_reason(window):
    reported_names = []

    def make_disabled_action(name, keys):
        return Action(
            id=name,
            text=name,
            menu=MATCH,
            keys=keys,
            is_enabled=lambda: False,
            explain_disabled=lambda: reported_names.append(name),
        )

    silent = Action(id="silent", text="Silent", menu=MATCH, keys="F9", is_enabled=lambda: False)
    actions = make_menus(
        window,
        make_disabled_action("undo", QKeySequence.StandardKey.Undo),
        make_disabled_action("f8", "F8"),
        silent,
    )
    ctrl, no_modifier = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    for key, modifiers in ((Qt.Key.Key_Z, ctrl), (Qt.Key.Key_F8, no_modifier)):
        assert actions.explain_disabled_action(QKeyEvent(QEvent.Type.KeyPress, key, modifiers))
    assert reported_names == ["undo", "f8"]
    assert not actions.explain_disabled_action(
        QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F9, no_modifier)
    )


def test_submenu_entries_are_made_when_visible_or_on_every_opening(window):
    is_visible, entry_names = [False], ["a"]

    def make_entries():
        return [Action(id=name, text=name) for name in entry_names]

    def make_fixed_entries():
        return [Action(id="x", text="x")]

    actions = make_menus(
        window,
        Action(
            id="late",
            text="Late",
            menu=MATCH,
            is_visible=lambda: is_visible[0],
            entries=make_fixed_entries,
        ),
        Action(id="fresh", text="Fresh", menu=MATCH, entries=make_entries, rebuilds_entries=True),
    )
    late, fresh = actions["late"].menu(), actions["fresh"].menu()
    assert isinstance(late, QMenu)
    assert menu_texts(late) == []
    is_visible[0] = True
    actions.refresh()
    actions.refresh()
    assert menu_texts(late) == ["x"]
    for names in (["a"], ["b", "c"]):
        entry_names[:] = names
        fresh.aboutToShow.emit()
        assert menu_texts(fresh) == names


def find_free_positions(taken: list[tuple[str, int]]) -> dict[str, list[int]]:
    """Return the free positions of each menu: between those of a group, and the next one."""
    free: dict[str, list[int]] = {}
    for menu, group in sorted({(menu, position // GROUP_SIZE) for menu, position in taken}):
        used = {
            position
            for title, position in taken
            if (title, position // GROUP_SIZE) == (menu, group)
        }
        free.setdefault(menu, []).extend(sorted({*range(min(used), max(used) + 2)} - used))
    return free


def test_the_free_positions_are_within_the_groups_and_after_them():
    assert find_free_positions([("View", 1), ("View", 3), ("View", 101)]) == {"View": [2, 4, 102]}


def test_actions_have_unique_names_positions_and_shortcuts(open_program):
    actions = [entry for entry in open_program().facade.services.actions if entry.menu]
    assert len({entry.id for entry in actions}) == len(actions)
    taken = Counter((entry.menu, entry.position) for entry in actions)
    clashes = [position for position, count in taken.items() if count > 1]
    assert not clashes, f"{clashes} taken twice; free: {find_free_positions([*taken])}"
    keys = [QKeySequence(entry.keys).toString() for entry in actions if not callable(entry.keys)]
    shortcuts = [entry for entry in keys if entry]
    assert sorted(set(shortcuts)) == sorted(shortcuts)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_help_lists_the_shortcuts_of_all_actions(open_program, language):
    page = (resources_folder() / "help" / language / "index.md").read_text("utf-8")
    documented_keys = set(re.findall(r"[*][*]([^*]+)[*][*]", page))
    documented_keys |= {entry for keys in documented_keys for entry in keys.split(", ")}
    keys = {
        QKeySequence(entry.keys).toString()
        for entry in open_program().facade.services.actions
        if entry.menu and not callable(entry.keys)
    }
    assert keys - documented_keys <= {"", "Ctrl+Q"}  # quits everywhere, without an entry
