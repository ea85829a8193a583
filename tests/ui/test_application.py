"""The Qt application's font folder."""

from pathlib import Path

import pytest

from greenbaize.ui.application import set_font_folder

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
