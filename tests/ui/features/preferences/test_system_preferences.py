"""Tests for the system's preferences of motion and text size, including malformed values."""

import os
import shutil
import subprocess
import sys

import pytest
from PySide6.QtCore import QStandardPaths

from greenbaize.ui.features.preferences import system_preferences as wishes
from greenbaize.ui.features.preferences.system_preferences import reduced_motion
from ui.table.person import until

REDUCED = ("org.freedesktop.appearance", "reduced-motion")
ANIMATED = ("org.gnome.desktop.interface", "enable-animations")
LASTING = ("org.kde.kdeglobals.KDE", "AnimationDurationFactor")

PORTAL = """
from PySide6.QtCore import QCoreApplication, QTimer
from PySide6.QtDBus import QDBusConnection, QDBusMessage, QDBusVariant, QDBusVirtualObject
from PySide6.QtGui import QGuiApplication
from greenbaize.ui.widgets import window_geometry
from greenbaize.ui.features.preferences import system_preferences as wishes

application = QGuiApplication([])
QGuiApplication.platformName = staticmethod(lambda: "wayland")
kinds = QDBusConnection.BusType.SessionBus
portal_bus = QDBusConnection.connectToBus(kinds, "portal")


class Portal(QDBusVirtualObject):
    told = {"reduced-motion": 0, "enable-animations": False, "text-scaling-factor": 1.25}

    def introspect(self, path):
        return ""

    def handleMessage(self, message, connection):
        group, name = message.arguments()
        if name not in self.told:
            return connection.send(message.createErrorReply("org.example.NotFound", "no such"))
        return connection.send(message.createReply(QDBusVariant(self.told[name])))


portal = Portal()
assert portal_bus.registerService("org.freedesktop.portal.Desktop")
assert portal_bus.registerVirtualObject("/org/freedesktop/portal/desktop", portal)
wished = wishes.SystemPreferences(application)
heard = []


def on_changed():
    heard.append((wished.still, window_geometry._system))
    if heard[-1] == (True, 1.25):
        said = QDBusMessage.createSignal(
            "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "SettingChanged"
        )
        said.setArguments(["org.gnome.desktop.interface", "enable-animations", QDBusVariant(True)])
        portal_bus.send(said)
    if heard[-1] == (False, 1.25) and (True, 1.25) in heard:
        print("heard")
        application.quit()


wished.changed.connect(on_changed)
QTimer.singleShot(20000, application.quit)
application.exec()
"""


@pytest.mark.parametrize(
    ("portal_values", "expected"),
    [
        ({}, None),
        ({REDUCED: 1}, True),
        ({REDUCED: 0}, False),
        ({REDUCED: 0, ANIMATED: False}, True),
        ({ANIMATED: True}, False),
        ({LASTING: "0"}, True),
        ({LASTING: "0.5"}, False),
        ({REDUCED: "much", LASTING: []}, False),
    ],
)
def test_what_a_portal_says_of_motion(portal_values, expected):
    assert reduced_motion(portal_values) is expected


@pytest.mark.parametrize(("factor", "expected"), [("0", True), ("1", False), ("fast", False)])
def test_the_file_of_kde(tmp_path, monkeypatch, factor, expected):
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(tmp_path))
    assert not wishes._kde_stands_still()
    (tmp_path / "kdeglobals").write_text(f"[KDE]\nAnimationDurationFactor={factor}\n")
    assert wishes._kde_stands_still() is expected


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("dbus-run-session") is None, reason="needs dbus-run-session")
def test_the_desktop_portal_is_heard_also_when_it_changes(tmp_path):
    done = subprocess.run(
        ["dbus-run-session", "--", sys.executable, "-c", PORTAL],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == "heard\n", done.stderr


def test_motion_goes_by_the_system_unless_somebody_has_chosen(opened):
    main = opened().main
    until(lambda: main.features.has_made("system"))
    told = {}
    for wanted in ("system", "full", "none"):
        main.settings.motion = wanted
        for still in (False, True):
            main.features.system.still = still
            main.features.system.changed.emit()
            told[wanted, still] = main.still
    assert [pair for pair, still in told.items() if still] == [
        ("system", True),
        ("none", False),
        ("none", True),
    ]
