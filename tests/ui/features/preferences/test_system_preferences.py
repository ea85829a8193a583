"""Tests for the system's preferences of motion and text size, including malformed values."""

import ctypes
import os
import shutil
import subprocess
import sys
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QStandardPaths

from greenbaize.ui.features.preferences import system_preferences
from greenbaize.ui.features.preferences.system_preferences import portal_reduced_motion
from ui.table.person import wait_until

REDUCED_MOTION_KEY = ("org.freedesktop.appearance", "reduced-motion")
ANIMATIONS_KEY = ("org.gnome.desktop.interface", "enable-animations")
ANIMATION_FACTOR_KEY = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")

PORTAL_SCRIPT = """
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject
from PySide6.QtGui import QGuiApplication
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.features.preferences import system_preferences

application = QGuiApplication([])
QGuiApplication.platformName = staticmethod(lambda: "wayland")
kinds = QDBusConnection.BusType.SessionBus
portal_bus = QDBusConnection.connectToBus(kinds, "portal")


class Portal(QDBusVirtualObject):
    values = {"reduced-motion": 0, "enable-animations": False, "text-scaling-factor": 1.25}

    def introspect(self, path):
        return ""

    def handleMessage(self, message, connection):
        group, name = message.arguments()
        if name not in self.values:
            return connection.send(message.createErrorReply("org.example.NotFound", "no such"))
        return connection.send(message.createReply(QDBusVariant(self.values[name])))


portal = Portal()
assert portal_bus.registerService("org.freedesktop.portal.Desktop")
assert portal_bus.registerVirtualObject("/org/freedesktop/portal/desktop", portal)
preferences = system_preferences.SystemPreferences(application)
changes = []


def on_changed():
    changes.append((preferences.reduced_motion, window_geometry._system_scale))
    if changes[-1] == (True, 1.25):
        change_signal = QDBusMessage.createSignal(
            "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged"
        )
        change_signal.setArguments(
            ["org.gnome.desktop.interface", "enable-animations", QDBusVariant(True)]
        )
        portal_bus.send(change_signal)
    if changes[-1] == (False, 1.25) and (True, 1.25) in changes:
        print("heard")
        application.quit()


preferences.changed.connect(on_changed)
QTimer.singleShot(20000, application.quit)
application.exec()
"""


@pytest.mark.parametrize(
    ("portal_values", "expected"),
    [
        ({}, None),
        ({REDUCED_MOTION_KEY: 1}, True),
        ({REDUCED_MOTION_KEY: 0}, False),
        ({REDUCED_MOTION_KEY: 0, ANIMATIONS_KEY: False}, True),
        ({ANIMATIONS_KEY: True}, False),
        ({ANIMATION_FACTOR_KEY: "0"}, True),
        ({ANIMATION_FACTOR_KEY: "0.5"}, False),
        ({REDUCED_MOTION_KEY: "much", ANIMATION_FACTOR_KEY: []}, False),
    ],
)
def test_portal_values_decide_reduced_motion(portal_values, expected):
    assert portal_reduced_motion(portal_values) is expected


@pytest.mark.parametrize(("factor", "expected"), [("0", True), ("1", False), ("fast", False)])
def test_kde_settings_file_is_read(tmp_path, monkeypatch, factor, expected):
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert not system_preferences._kde_reduced_motion()
    (tmp_path / "kdeglobals").write_text(f"[KDE]\nAnimationDurationFactor={factor}\n")
    assert system_preferences._kde_reduced_motion() is expected


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session")
def test_portal_changes_are_noticed(tmp_path):
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", PORTAL_SCRIPT],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "heard\n", done.stderr


def test_motion_setting_overrides_the_system(open_program):
    main = open_program().facade
    wait_until(lambda: main.features.is_loaded("system_preferences"))
    states = {}
    for setting in ("system", "full", "none"):
        main.settings.motion = setting
        for is_reduced in (False, True):
            main.features.system_preferences.reduced_motion = is_reduced
            main.features.system_preferences.changed.emit()
            states[setting, is_reduced] = main.reduced_motion
    assert [pair for pair, is_reduced in states.items() if is_reduced] == [
        ("system", True),
        ("none", False),
        ("none", True),
    ]


@pytest.mark.parametrize(
    ("system", "is_known", "animates", "expected"),
    [
        ("win32", True, False, True),
        ("win32", True, True, False),
        ("win32", False, False, False),
        ("linux", True, False, False),
    ],
)
def test_animations_of_windows_decide_reduced_motion(
    monkeypatch, *, system, is_known, animates, expected
):
    def read_parameter(action, size, value, update):
        value._obj.value = animates
        return is_known

    windll = SimpleNamespace(user32=SimpleNamespace(SystemParametersInfoW=read_parameter))
    functions = SimpleNamespace(c_int=ctypes.c_int, byref=ctypes.byref, windll=windll)
    monkeypatch.setattr(system_preferences, "ctypes", functions, raising=False)
    monkeypatch.setattr(system_preferences, "sys", SimpleNamespace(platform=system))
    assert system_preferences._windows_reduced_motion() is expected
