"""The Qt application's font folder."""

from pathlib import Path

import pytest

from greenbaize.ui.application import name_fonts

HOME = {"SYSTEMROOT": "C:/Windows"}
UNSEEN = {"QT_QPA_PLATFORM": "offscreen"}
THEIRS = {"QT_QPA_FONTDIR": "D:/letters"}


@pytest.mark.parametrize(
    ("system", "told", "folder"),
    [
        ("win32", HOME | UNSEEN, str(Path("C:/Windows", "Fonts"))),
        ("win32", HOME | UNSEEN | THEIRS, "D:/letters"),
        ("win32", HOME, None),
        ("linux", UNSEEN, None),
    ],
)
def test_without_a_window_there_are_the_systems_fonts_on_windows_too(system, told, folder):
    environment = dict(told)
    name_fonts(environment, system)
    assert environment.get("QT_QPA_FONTDIR") == folder
