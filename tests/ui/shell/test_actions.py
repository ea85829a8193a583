"""Actions and the menus made from them."""

import re

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu

from greenbaize.resources import resources
from greenbaize.ui.shell.actions import LEARN, MATCH, Action, Actions


@pytest.fixture
def window(qtbot):
    made = QMainWindow()
    qtbot.addWidget(made)
    return made


def made(window, *actions):
    found = Actions(window)
    found.make_menus(actions)
    return found


def texts(menu):
    return ["|" if one.isSeparator() else one.text() for one in menu.actions()]


def menu_of(window, title):
    menus = window.menuBar().findChildren(QMenu)
    return next(one for one in menus if one.title() == title)


def test_entries_stand_in_their_places_with_a_line_between_groups(window):
    last = Action(id="last", text="Last", menu=MATCH, place=200)
    second = Action(id="second", text="Second", menu=MATCH, place=2)
    first = Action(id="first", text="First", menu=MATCH, place=1)
    made(window, last, second, first, Action(id="other", text="Other", menu=LEARN, place=1))
    assert texts(menu_of(window, "&Match")) == ["First", "Second", "|", "Last"]
    assert texts(menu_of(window, "&Learn")) == ["Other"]


def test_an_entry_is_as_its_action_is_now(window):
    state = {"usable": False, "seen": False, "keys": "Ctrl+W"}
    action = Action(
        id="one",
        text="One",
        menu=MATCH,
        enabled=lambda: state["usable"] is True,
        visible=lambda: state["seen"] is True,
        checked=lambda: state["usable"] is True,
        keys=lambda: str(state["keys"]),
    )
    actions = made(window, action)
    one = actions["one"]
    assert (one.isVisible(), one.isEnabled(), one.isChecked()) == (False, False, False)
    state.update(usable=True, seen=True, keys="")
    actions.refresh("one")
    assert (one.isVisible(), one.isEnabled(), one.isChecked()) == (True, True, True)
    assert one.shortcut() == QKeySequence("")


def test_what_is_done_is_told_whether_the_entry_is_checked(window):
    done = []

    def note(on):
        done.append(on)

    plain = Action(id="plain", text="Plain", menu=MATCH, run=lambda: done.append("plain"))
    checked = Action(id="checked", text="Checked", menu=MATCH, run=note, checked=lambda: False)
    actions = made(window, plain, checked)
    actions["plain"].trigger()
    actions["checked"].trigger()
    assert done == ["plain", True]


def test_a_key_of_what_cannot_be_done_now_tells_why(window):
    told = []

    def action(name, keys):
        return Action(
            id=name,
            text=name,
            menu=MATCH,
            keys=keys,
            enabled=lambda: False,
            why_not=lambda: told.append(name),
        )

    silent = Action(id="silent", text="Silent", menu=MATCH, keys="F9", enabled=lambda: False)
    actions = made(
        window, action("undo", QKeySequence.StandardKey.Undo), action("f8", "F8"), silent
    )
    ctrl, none = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier
    for key, held in ((Qt.Key.Key_Z, ctrl), (Qt.Key.Key_F8, none)):
        assert actions.tell_why_not(QKeyEvent(QEvent.Type.KeyPress, key, held))
    assert told == ["undo", "f8"]
    assert not actions.tell_why_not(QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_F9, none))


def test_entries_of_a_submenu_are_made_once_it_is_seen_or_each_time(window):
    seen, asked = [False], ["a"]

    def entries():
        return [Action(id=name, text=name) for name in asked]

    def usual():
        return [Action(id="x", text="x")]

    actions = made(
        window,
        Action(id="late", text="Late", menu=MATCH, visible=lambda: seen[0], entries=usual),
        Action(id="fresh", text="Fresh", menu=MATCH, entries=entries, fresh=True),
    )
    late, fresh = actions["late"].menu(), actions["fresh"].menu()
    assert isinstance(late, QMenu)
    assert texts(late) == []
    seen[0] = True
    actions.refresh()
    actions.refresh()
    assert texts(late) == ["x"]
    for names in (["a"], ["b", "c"]):
        asked[:] = names
        fresh.aboutToShow.emit()
        assert texts(fresh) == names


def test_no_two_actions_of_the_program_share_a_name_a_place_or_a_key(opened):
    actions = [one for one in opened().main.services.actions if one.menu]
    assert len({one.id for one in actions}) == len(actions)
    assert len({(one.menu, one.place) for one in actions}) == len(actions)
    keys = [QKeySequence(one.keys).toString() for one in actions if not callable(one.keys)]
    given = [one for one in keys if one]
    assert sorted(set(given)) == sorted(given)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_list_of_keys_in_the_help_has_the_keys_of_all_actions(opened, language):
    page = (resources() / "help" / language / "index.md").read_text("utf-8")
    told = set(re.findall(r"[*][*]([^*]+)[*][*]", page))
    told |= {one for keys in told for one in keys.split(", ")}
    keys = {
        QKeySequence(one.keys).toString()
        for one in opened().main.services.actions
        if one.menu and not callable(one.keys)
    }
    assert keys - told <= {"", "Ctrl+Q"}  # quits everywhere, without an entry
