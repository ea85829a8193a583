"""Tests of shortcuts and mnemonics on keyboards that have no Latin letters."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QPushButton, QWidget

from greenbaize.ui.widgets.latin_chords import LatinChordFilter
from greenbaize.ui.widgets.layouts import make_column
from greenbaize.ui.widgets.plain_text import PlainLabel

CTRL, ALT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier


@pytest.fixture
def window(qtbot, qapp):
    """A window with an action, a shortcut, a button, a labelled field and a menu."""
    window, chord_filter = QMainWindow(), LatinChordFilter(qapp)
    window.done = []
    window.menu = window.menuBar().addMenu("&File")
    action = QAction("New", window)
    action.setShortcut(QKeySequence("Ctrl+N"))
    action.triggered.connect(lambda: window.done.append("action"))
    window.addAction(action)
    shortcut = QShortcut(QKeySequence("Ctrl+D"), window)
    shortcut.activated.connect(lambda: window.done.append("shortcut"))
    button, label, window.field = QPushButton("&Start"), PlainLabel("&Name"), QLineEdit("text")
    button.clicked.connect(lambda: window.done.append("button"))
    label.setBuddy(window.field)
    body = QWidget()
    make_column(button, label, window.field, widget=body)
    window.setCentralWidget(body)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitUntil(window.isActiveWindow)
    button.setFocus()
    yield window
    chord_filter.setParent(None)


def press_key(window, letter, modifiers, scan=0):
    """Send a key to the window as systems do once no shortcut has taken it."""
    event = QKeyEvent(QEvent.Type.KeyPress, ord(letter.upper()), modifiers, scan, 0, 0, "")
    QApplication.sendEvent(window.windowHandle(), event)


@pytest.mark.parametrize(
    ("letter", "modifiers", "done"),
    [
        ("т", CTRL, ["action"]),
        ("в", CTRL, ["shortcut"]),
        ("ы", ALT, ["button"]),
        ("т", CTRL | ALT, []),
        ("ы", CTRL, []),
    ],
)
def test_a_shortcut_is_found_by_the_place_of_its_key(qtbot, window, letter, modifiers, done):
    press_key(window, letter, modifiers)
    qtbot.waitUntil(lambda: window.done == done)


def test_a_label_and_a_menu_are_reached_by_alt(qtbot, window):
    press_key(window, "т", ALT)
    assert window.field.hasFocus()
    press_key(window, "а", ALT)
    assert window.menuBar().activeAction() is window.menu.menuAction()


def test_a_text_field_selects_and_copies(window):
    window.field.setFocus()
    press_key(window, "ф", CTRL)
    press_key(window, "с", CTRL)
    assert window.field.selectedText() == "text"
    assert QGuiApplication.clipboard().text() == "text"


def test_letters_alone_and_latin_letters_are_left_to_qt(window):
    press_key(window, "т", Qt.KeyboardModifier.NoModifier)
    press_key(window, "s", ALT)
    assert window.done == []


def test_other_scripts_are_known_by_scan_code(qtbot, window, monkeypatch):
    monkeypatch.setattr(QGuiApplication, "platformName", lambda: "xcb")
    press_key(window, "ν", CTRL, scan=57)
    assert window.done == ["action"]
