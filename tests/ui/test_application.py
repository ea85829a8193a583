"""The Qt application: its font folder, and records that the system opens with it."""

from pathlib import Path

import pytest
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from greenbaize.app.tables.play_request import PlayRequest
from greenbaize.ui.application import set_font_folder
from greenbaize.ui.match.match_view import MatchView
from ui.features.history.history_users import write_record
from ui.table.person import wait_until

SYSTEM_ROOT = {"SYSTEMROOT": "C:/Windows"}
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}
OWN_FONT_FOLDER = {"QT_QPA_FONTDIR": "D:/letters"}


@pytest.mark.parametrize(
    ("system", "initial_environment", "folder"),
    [
        ("win32", SYSTEM_ROOT | OFFSCREEN, str(Path("C:/Windows", "Fonts"))),
        ("win32", SYSTEM_ROOT | OFFSCREEN | OWN_FONT_FOLDER, "D:/letters"),
        ("win32", SYSTEM_ROOT, None),
        ("linux", OFFSCREEN, None),
    ],
)
def test_offscreen_platform_uses_the_system_fonts_on_windows(system, initial_environment, folder):
    environment = dict(initial_environment)
    set_font_folder(environment, system)
    assert environment.get("QT_QPA_FONTDIR") == folder


def test_record_that_the_system_opens_is_shown(run_program, home, qapp):
    folder = home / "matches"
    folder.mkdir(parents=True)
    path = write_record(folder, "damn", 1, "0101", "Boris", lines=9)

    def open_record(window):
        QApplication.sendEvent(qapp, QFileOpenEvent(str(path)))
        wait_until(lambda: isinstance(window.centralWidget(), MatchView))
        assert window.centralWidget().player_view.record_path == path

    run_program(PlayRequest(), open_record)
