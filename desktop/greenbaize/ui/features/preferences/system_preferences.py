"""The operating system's preferences for all programs: reduced motion, larger text.

They are queried after the first paint, and nothing waits for the answer. On Linux the desktop
portal (GNOME, KDE and others) answers, and reports changes; where there is none, KDE's own file is
read. Qt itself knows reduced motion from 6.12 on.
"""

import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import SLOT, QObject, QProcess, QSettings, QStandardPaths, QTimer, Signal, Slot
from PySide6.QtGui import QGuiApplication

from greenbaize.ui.widgets.window_geometry import follow_system_font_scale

if sys.platform == "win32":
    import ctypes

PATIENCE_MS: Final = 3000
"""Time within which the portal must answer (ms); otherwise it counts as absent."""
_PORTAL: Final = (
    "org.freedesktop.portal.Desktop",
    "/org/freedesktop/portal/desktop",
    "org.freedesktop.portal.Settings",
)
_REDUCED: Final = "org.freedesktop.appearance", "reduced-motion"
_ANIMATED: Final = "org.gnome.desktop.interface", "enable-animations"
_LASTING: Final = "org.kde.kdeglobals.KDE", "AnimationDurationFactor"
_LETTERS: Final = "org.gnome.desktop.interface", "text-scaling-factor"
_ASKED: Final = (_REDUCED, _ANIMATED, _LASTING, _LETTERS)
_SPI_GETCLIENTAREAANIMATION: Final = 0x1042

Key = tuple[str, str]
"""A setting of the portal: namespace and key."""


class SystemPreferences(QObject):
    """The preferences of the system; ``changed`` is emitted when they are known and not default."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.still = False
        """True if animations are to be avoided."""
        self._told: dict[Key, Any] = {}
        self._calls: list[Any] = []
        QTimer.singleShot(0, self, self.ask)

    def ask(self) -> None:
        """Query the preferences of the operating system."""
        told = _told_by_qt()
        if told is not None:
            self._have(still=told)
        elif sys.platform == "win32":
            self._have(still=_windows_stands_still())
        elif sys.platform == "darwin":
            self._ask_mac()
        if sys.platform not in {"win32", "darwin"}:
            if told is None:
                self._have(still=_kde_stands_still())
            self._ask_portal()

    def _have(self, *, still: bool, larger: bool = False) -> None:
        if still != self.still or larger:
            self.still = still
            self.changed.emit()

    # macOS

    def _ask_mac(self) -> None:
        process = QProcess(self)

        def on_finished() -> None:
            self._have(still=bytes(process.readAllStandardOutput().data()).strip() == b"1")
            process.deleteLater()

        process.finished.connect(on_finished)
        process.start("defaults", ["read", "com.apple.universalaccess", "reduceMotion"])

    # The desktop portal

    def _ask_portal(self) -> None:
        if not _has_bus():
            return  # a query would start a bus, and block meanwhile
        try:
            from PySide6 import QtDBus  # noqa: PLC0415  (most systems have no use for it)
        except ImportError:  # the system's library is missing
            return
        bus = QtDBus.QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        _, *whence = _PORTAL
        slot = SLOT("on_setting_changed(QDBusMessage)")
        # PySide6 takes the name as text, whatever its stubs say.
        bus.connect("", *whence, "SettingChanged", self, slot)  # type: ignore[call-overload]
        for key in _ASKED:
            # One key at a time: PySide6 cannot read the tables of ``ReadAll``.
            message = QtDBus.QDBusMessage.createMethodCall(*_PORTAL, "Read")
            message.setArguments(list(key))
            call = QtDBus.QDBusPendingCallWatcher(bus.asyncCall(message, PATIENCE_MS), self)
            call.finished.connect(lambda done, key=key: self._on_read(key, done))
            self._calls.append(call)

    def _on_read(self, key: Key, call: Any) -> None:
        answer = call.reply().arguments() if call.isValid() else []
        if answer:
            self._note(key, answer[0])

    @Slot("QDBusMessage")
    def on_setting_changed(self, message: Any) -> None:
        """Store a setting that the portal reports as changed."""
        told = message.arguments()
        if len(told) == 3 and (told[0], told[1]) in _ASKED:
            self._note((told[0], told[1]), told[2])

    def _note(self, key: Key, value: Any) -> None:
        while hasattr(value, "variant"):
            value = value.variant()
        self._told[key] = value
        larger = False
        # Under X11 the screen's scale already includes it.
        if key == _LETTERS and QGuiApplication.platformName().startswith("wayland"):
            larger = follow_system_font_scale(_number(value, 1.0))
        still = reduced_motion(self._told)
        self._have(still=self.still if still is None else still, larger=larger)


def reduced_motion(told: Mapping[Key, Any]) -> bool | None:
    """Return True for reduced motion by the portal's values; None if they do not say."""
    if _number(told.get(_REDUCED), 0) == 1:
        return True
    if _ANIMATED in told:
        return told[_ANIMATED] is False
    if _LASTING in told:
        return _number(told[_LASTING], 1.0) == 0
    return False if _REDUCED in told else None


def _has_bus() -> bool:
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    there = bool(folder) and Path(folder, "bus").exists()
    return there or "DBUS_SESSION_BUS_ADDRESS" in os.environ


def _number(value: Any, usual: float) -> float:
    """Return a foreign setting as a number; ``default`` if it is none."""
    with suppress(TypeError, ValueError):
        return float(value)
    return usual


def _told_by_qt() -> bool | None:
    """Return True if Qt reports reduced motion; None if it does not know."""
    style = QGuiApplication.styleHints()  # the hints live no longer than this reference
    hints = style.accessibility() if hasattr(style, "accessibility") else None
    told = None if hints is None else hints.property("motionPreference")
    return None if told is None else int(getattr(told, "value", told)) != 0


def _windows_stands_still() -> bool:
    if sys.platform == "win32":
        moves = ctypes.c_int(1)
        known = ctypes.windll.user32.SystemParametersInfoW(
            _SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(moves), 0
        )
        return bool(known) and not moves.value
    return False


def _kde_stands_still() -> bool:
    """Return True if KDE's own file turns animations off."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    path = Path(folder) / "kdeglobals"
    if not path.is_file():
        return False
    file = QSettings(str(path), QSettings.Format.IniFormat)
    return _number(file.value("KDE/AnimationDurationFactor"), 1.0) == 0
