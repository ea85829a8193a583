"""Modules loaded by the first paint and by the first match, each in a separate process."""

import os
import subprocess
import sys

import pytest
from PySide6.QtWidgets import QWidget

from greenbaize.store.settings import Settings

pytestmark = pytest.mark.slow

LATE = (
    "greenbaize.bots",
    "greenbaize.lan",
    "greenbaize.rules.game",
    "greenbaize.rules.events",
    "greenbaize.rules.sheets",
    "greenbaize.rules.options",
    "greenbaize.ui.match.match_view",
    "greenbaize.ui.table.scene",
    "greenbaize.ui.cards.suited",
    "greenbaize.ui.sheets.side",
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
    "greenbaize.ui.sound.player",
    "greenbaize.ui.sound.cue_mapper",
    "hashlib",
    "multiprocessing",
    "sqlite3",
    "greenbaize.ui.features.history.history_window",
    "greenbaize.ui.features.history.opening",
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

OPENED = """
import sys
from PySide6.QtCore import QTimer
from greenbaize.ui.shell.window import MainWindow

{then}

MainWindow.after_first_paint, begun = painted, MainWindow.after_first_paint
sys.argv = ["greenbaize"]
from greenbaize.cli.main import main
sys.exit(main())
"""

PAINTED = """
from PySide6 import QtGui, QtWidgets

def painted(window):
    assert window.services.pages.current.choices is not None
    print(*sys.modules, *vars(QtGui), *vars(QtWidgets))  # Qt classes exist once named
    QTimer.singleShot(0, window.close)
"""

READY = """
from greenbaize.ui.preloader import Preloader
from greenbaize.ui.shell.navigation import BeginUsual

def painted(window):
    begun(window)
    QTimer.singleShot(0, lambda: wait(window))

def wait(window):
    if not window.findChild(Preloader).done:
        QTimer.singleShot(0, lambda: wait(window))
        return
    ready = set(sys.modules)
    window.services.go(BeginUsual())
    assert window.services.pages.table is not None
    print("later:", *(set(sys.modules) - ready))
    QTimer.singleShot(0, window.close)
"""


UNSEEN = """
from types import SimpleNamespace
from greenbaize.ui import application

application.QWindow = lambda: SimpleNamespace(winId=lambda: 0)

def painted(window):
    window.close()
"""


def opened(then, home):
    """Return the standard output of a process that opens a window."""
    done = ended(then, home)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def ended(then, home):
    """Run a process that opens a window and return the result."""
    return subprocess.run(
        [sys.executable, "-c", OPENED.format(then=then)],
        env=os.environ | {"GREENBAIZE_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_where_the_system_gives_it_no_window_a_sentence_ends_it(home):
    done = ended(UNSEEN, home)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    assert "There is no display" in done.stderr


@pytest.mark.parametrize("returning", [False, True])
def test_the_first_paint_waits_for_no_game(home, returning):
    if returning:
        Settings(your_name="Ida", last_game="rank").save()
    loaded = opened(PAINTED, home).split()
    assert "greenbaize.ui.features.start.start_screen" in loaded
    games = {name for name in loaded if name.startswith("greenbaize.games.")}
    assert games == {"greenbaize.games.registry"}
    assert [name for name in LATE if name in loaded] == []


def test_a_first_match_finds_everything_loaded(home):
    later = opened(READY, home).partition("later:")[2].split()
    assert [name for name in later if name.startswith(("greenbaize.", "PySide6."))] == []


def test_nobody_reads_the_source_of_what_is_imported():
    """Qt for Python would read the source of every module; see ``greenbaize.ui``."""
    code = (
        "import builtins, linecache\n"
        "import greenbaize.ui.shell.window\n"
        "assert builtins.__import__ is not builtins.__feature_import__\n"
        "assert not [name for name in linecache.cache if 'greenbaize' in name]\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_wrong_calls_of_qt_are_still_explained():
    with pytest.raises(TypeError, match="Supported signatures"):
        QWidget.setWindowTitle(QWidget(), 1)
