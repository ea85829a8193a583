"""Modules loaded by the first paint and by the first match, each in a separate process."""

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QWidget

from greenbaize.store.settings import UserSettings

pytestmark = pytest.mark.slow

LATE_NAMES = (
    "greenbaize.bots",
    "greenbaize.lan",
    "greenbaize.rules.game",
    "greenbaize.rules.events",
    "greenbaize.rules.sheets",
    "greenbaize.rules.options",
    "greenbaize.ui.match.match_view",
    "greenbaize.ui.table.scene",
    "greenbaize.ui.cards.suit_text",
    "greenbaize.ui.sheets.side_column",
    "greenbaize.ui.features.start.new_match",
    "greenbaize.app.tables.matches",
    "greenbaize.app.network",
    "greenbaize.match.header",
    "greenbaize.match.record",
    "msgspec",
    "cryptography",
    "zeroconf",
    "spake2",
    "ifaddr",
    "tqdm",
    "asyncio",
    "openskill",
    "miniaudio",
    "wave",
    "greenbaize.ui.sound.sound_player",
    "greenbaize.ui.sound.cue_mapper",
    "hashlib",
    "multiprocessing",
    "sqlite3",
    "greenbaize.ui.features.history.history_window",
    "greenbaize.ui.features.history.record_opening",
    "greenbaize.app.memory",
    "greenbaize.ui.features.preferences.system_preferences",
    "PySide6.QtDBus",
    "PySide6.QtNetwork",
    "QStyle",
    "QGraphicsView",
    "QMessageBox",
    "QAccessible",
)
"""Modules and Qt classes that must not be loaded before the table is painted."""

OPEN_WINDOW_CODE = """
import sys
from PySide6.QtCore import QTimer
from greenbaize.ui.shell.window import MainWindow

{then}

MainWindow.on_first_paint, on_first_paint = on_painted, MainWindow.on_first_paint
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
sys.exit(main())
"""

LIST_MODULES_CODE = """
from PySide6 import QtGui, QtWidgets

def on_painted(window):
    assert window.services.pages.current.start_menu is not None
    print(*sys.modules, *vars(QtGui), *vars(QtWidgets))  # Qt classes exist once named
    QTimer.singleShot(0, window.close)
"""

FIRST_MATCH_CODE = """
from greenbaize.ui.preloader import Preloader
from greenbaize.ui.shell.navigation import DefaultMatchRoute

def on_painted(window):
    on_first_paint(window)
    QTimer.singleShot(0, lambda: wait_for_preloader(window))

def wait_for_preloader(window):
    if not window.findChild(Preloader).is_done:
        QTimer.singleShot(0, lambda: wait_for_preloader(window))
        return
    ready = set(sys.modules)
    window.services.navigate(DefaultMatchRoute())
    assert window.services.pages.table is not None
    print("later:", *(set(sys.modules) - ready))
    QTimer.singleShot(0, window.close)
"""


NO_WINDOW_CODE = """
from types import SimpleNamespace
from greenbaize.ui import application

application.QWindow = lambda: SimpleNamespace(winId=lambda: 0)

def on_painted(window):
    window.close()
"""


def window_process_output(code, home):
    """Return the standard output of a process that opens a window."""
    result = run_window_process(code, home)
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout


def run_window_process(code, home):
    """Run a process that opens a window and return the result."""
    return subprocess.run(
        [sys.executable, "-c", OPEN_WINDOW_CODE.format(then=code)],
        env=os.environ | {"GREENBAIZE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_missing_display_ends_the_program_with_one_sentence(home):
    result = run_window_process(NO_WINDOW_CODE, home)
    assert (result.returncode, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "There is no display" in result.stderr


@pytest.mark.parametrize("has_settings", [False, True])
def test_first_paint_loads_no_game(home, has_settings):
    if has_settings:
        UserSettings(your_name="Ida", last_game="rank").save()
    loaded_names = window_process_output(LIST_MODULES_CODE, home).split()
    assert "greenbaize.ui.features.start.start_screen" in loaded_names
    games = {name for name in loaded_names if name.startswith("greenbaize.games.")}
    assert games == {"greenbaize.games.registry"}
    assert [name for name in LATE_NAMES if name in loaded_names] == []


def test_first_match_loads_no_more_modules(home):
    late_modules = window_process_output(FIRST_MATCH_CODE, home).partition("later:")[2].split()
    assert [name for name in late_modules if name.startswith(("greenbaize.", "PySide6."))] == []


def test_wrong_calls_of_qt_are_still_explained():
    with pytest.raises(TypeError, match="Supported signatures"):
        QWidget.setWindowTitle(QWidget(), 1)  # type: ignore[arg-type]
