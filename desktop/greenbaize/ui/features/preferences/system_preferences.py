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

from greenbaize.ui.widgets.window_geometry import set_system_text_scale

if sys.platform == "win32":
    import ctypes

PORTAL_TIMEOUT_MS: Final = 3000
"""Time within which the portal must answer (ms); otherwise it counts as absent."""
_PORTAL: Final = (
    "org.freedesktop.portal.Desktop",
    "/org/freedesktop/portal/desktop",
    "org.freedesktop.portal.Settings",
)
_REDUCED_MOTION_KEY: Final = "org.freedesktop.appearance", "reduced-motion"
_ANIMATIONS_KEY: Final = "org.gnome.desktop.interface", "enable-animations"
_DURATION_KEY: Final = "org.kde.kdeglobals.KDE", "AnimationDurationFactor"
_TEXT_SCALE_KEY: Final = "org.gnome.desktop.interface", "text-scaling-factor"
_PORTAL_KEYS: Final = (_REDUCED_MOTION_KEY, _ANIMATIONS_KEY, _DURATION_KEY, _TEXT_SCALE_KEY)
_SPI_GETCLIENTAREAANIMATION: Final = 0x1042

PortalKey = tuple[str, str]
"""A setting of the portal: namespace and key."""


class SystemPreferences(QObject):
    """The preferences of the system; ``changed`` is emitted when they are known and not default."""

    changed = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.reduced_motion = False
        """True if animations are to be avoided."""
        self._portal_values: dict[PortalKey, Any] = {}
        self._calls: list[Any] = []
        QTimer.singleShot(0, self, self.query_system)

    def query_system(self) -> None:
        """Query the preferences of the operating system."""
        qt_value = _qt_reduced_motion()
        if qt_value is not None:
            self._set_preferences(reduced_motion=qt_value)
        elif sys.platform == "win32":
            self._set_preferences(reduced_motion=_windows_reduced_motion())
        elif sys.platform == "darwin":
            self._query_mac()
        if sys.platform not in {"win32", "darwin"}:
            if qt_value is None:
                self._set_preferences(reduced_motion=_kde_reduced_motion())
            self._query_portal()

    def _set_preferences(self, *, reduced_motion: bool, fonts_changed: bool = False) -> None:
        if reduced_motion != self.reduced_motion or fonts_changed:
            self.reduced_motion = reduced_motion
            self.changed.emit()

    # macOS

    def _query_mac(self) -> None:
        process = QProcess(self)

        def on_finished() -> None:
            self._set_preferences(
                reduced_motion=bytes(process.readAllStandardOutput().data()).strip() == b"1"
            )
            process.deleteLater()

        process.finished.connect(on_finished)
        process.start("defaults", ["read", "com.apple.universalaccess", "reduceMotion"])

    # The desktop portal

    def _query_portal(self) -> None:
        if not _has_bus():
            return  # a query would start a bus, and block meanwhile
        try:
            from PySide6 import QtDBus  # noqa: PLC0415  (most systems have no use for it)
        except ImportError:  # the system's library is missing
            return
        bus = QtDBus.QDBusConnection.sessionBus()
        if not bus.isConnected():
            return
        _, *portal_path = _PORTAL
        slot = SLOT("on_setting_changed(QDBusMessage)")
        # PySide6 takes the name as text, whatever its stubs say.
        bus.connect("", *portal_path, "SettingChanged", self, slot)  # type: ignore[call-overload]
        for key in _PORTAL_KEYS:
            # One key at a time: PySide6 cannot read the tables of ``ReadAll``.
            message = QtDBus.QDBusMessage.createMethodCall(*_PORTAL, "Read")
            message.setArguments(list(key))
            call = QtDBus.QDBusPendingCallWatcher(bus.asyncCall(message, PORTAL_TIMEOUT_MS), self)
            call.finished.connect(lambda done, key=key: self._on_read(key, done))
            self._calls.append(call)

    def _on_read(self, key: PortalKey, call: Any) -> None:
        arguments = call.reply().arguments() if call.isValid() else []
        if arguments:
            self._store_portal_value(key, arguments[0])

    @Slot("QDBusMessage")
    def on_setting_changed(self, message: Any) -> None:
        """Store a setting that the portal reports as changed."""
        arguments = message.arguments()
        if len(arguments) == 3 and (arguments[0], arguments[1]) in _PORTAL_KEYS:
            self._store_portal_value((arguments[0], arguments[1]), arguments[2])

    def _store_portal_value(self, key: PortalKey, value: Any) -> None:
        while hasattr(value, "variant"):
            value = value.variant()
        self._portal_values[key] = value
        fonts_changed = False
        # Under X11 the screen's scale already includes it.
        if key == _TEXT_SCALE_KEY and QGuiApplication.platformName().startswith("wayland"):
            fonts_changed = set_system_text_scale(_to_number(value, 1.0))
        is_reduced = portal_reduced_motion(self._portal_values)
        self._set_preferences(
            reduced_motion=self.reduced_motion if is_reduced is None else is_reduced,
            fonts_changed=fonts_changed,
        )


def portal_reduced_motion(portal_values: Mapping[PortalKey, Any]) -> bool | None:
    """Return True for reduced motion by the portal's values; None if they do not say."""
    if _to_number(portal_values.get(_REDUCED_MOTION_KEY), 0) == 1:
        return True
    if _ANIMATIONS_KEY in portal_values:
        return portal_values[_ANIMATIONS_KEY] is False
    if _DURATION_KEY in portal_values:
        return _to_number(portal_values[_DURATION_KEY], 1.0) == 0
    return False if _REDUCED_MOTION_KEY in portal_values else None


def _has_bus() -> bool:
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    has_socket = bool(folder) and Path(folder, "bus").exists()
    return has_socket or "DBUS_SESSION_BUS_ADDRESS" in os.environ


def _to_number(value: Any, default: float) -> float:
    """Return a foreign setting as a number; ``default`` if it is none."""
    with suppress(TypeError, ValueError):
        return float(value)
    return default


def _qt_reduced_motion() -> bool | None:
    """Return True if Qt reports reduced motion; None if it does not know."""
    style = QGuiApplication.styleHints()  # the hints live no longer than this reference
    hints = style.accessibility() if hasattr(style, "accessibility") else None
    preference = None if hints is None else hints.property("motionPreference")
    return None if preference is None else int(getattr(preference, "value", preference)) != 0


def _windows_reduced_motion() -> bool:
    if sys.platform == "win32":
        animates = ctypes.c_int(1)
        known = ctypes.windll.user32.SystemParametersInfoW(
            _SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animates), 0
        )
        return bool(known) and not animates.value
    return False


def _kde_reduced_motion() -> bool:
    """Return True if KDE's own file turns animations off."""
    folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.GenericConfigLocation)
    path = Path(folder) / "kdeglobals"
    if not path.is_file():
        return False
    file = QSettings(str(path), QSettings.Format.IniFormat)
    return _to_number(file.value("KDE/AnimationDurationFactor"), 1.0) == 0
