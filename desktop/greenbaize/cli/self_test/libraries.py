"""Whether all that the program is made of is there: its own modules, Qt's and those of others."""

import pkgutil
from collections.abc import Iterable
from importlib import import_module
from typing import Final

import greenbaize
from greenbaize.cli.play import missing_library
from greenbaize.cli.self_test.check import Found, demand, found
from greenbaize.compiled import runs_compiled
from greenbaize.rules.errors import GameError
from greenbaize.rules.messages import Message, Value

THEIRS: Final = (
    "confusable_homoglyphs.confusables",
    "cryptography.x509",
    "cryptography.hazmat.primitives.asymmetric.ec",
    "filelock",
    "ifaddr",
    "msgspec.json",
    "openskill.models",
    "platformdirs",
    "precis_i18n",
    "spake2",
    "tqdm",
    "wcwidth",
    "zeroconf.asyncio",
)
"""Everything that is needed at some time, by the modules that are used."""
PYTHONS: Final = ("ctypes", "gettext", "multiprocessing.spawn", "ssl", "tempfile", "unicodedata")
"""Parts of Python that are sometimes left out."""
QTS: Final = (
    "PySide6.QtCore",
    "PySide6.QtGui",
    "PySide6.QtWidgets",
    "PySide6.QtSvg",
    "PySide6.QtPrintSupport",
)
LEAST_OWN: Final = 200
"""Our own modules are more than this; fewer are found only where they cannot be counted."""


def their_modules() -> Found:
    """Import the libraries of others."""
    return found("self-libraries", {"count": _imported((*PYTHONS, *THEIRS))})


def qt() -> Found:
    """Import the parts of Qt, and begin with it."""
    _imported(QTS)
    from greenbaize.ui.self_test.beginning import qt_begun  # noqa: PLC0415

    version, platform, style = qt_begun()
    demand(platform == "offscreen", Message("self-platform", {"platform": platform}))
    return found("self-qt", {"version": version, "platform": platform, "style": style})


def qt_messages() -> Found:
    """Whether Qt has complained of anything meanwhile; what of, may well be harmless elsewhere."""
    from greenbaize.ui.self_test.beginning import complaints  # noqa: PLC0415

    said = complaints()
    if said:
        values: dict[str, Value] = {"count": len(said), "text": said[0]}
        return Found(Message("self-qt-complains", values), lacking=True)
    return found("self-qt-silent")


def own_modules() -> Found:
    """Import every module of the program, also those that are needed only now and then."""
    prefix = f"{greenbaize.__name__}."
    names = [one.name for one in pkgutil.walk_packages(greenbaize.__path__, prefix)]
    count = _imported(name for name in names if not name.endswith("__main__"))
    demand(count > LEAST_OWN, Message("self-modules-few", {"count": count}))
    return found("self-modules", {"count": count})


def compiled_modules() -> Found:
    """Which form of the modules runs that can be compiled; all have been loaded by now."""
    return found("self-compiled" if runs_compiled() else "self-uncompiled")


def _imported(names: Iterable[str]) -> int:
    """Import modules; how many. ``GameError`` with the name of one that is missing."""
    count = 0
    for name in names:
        try:
            import_module(name)
        except ImportError as error:
            library = missing_library(error) or error.name or name
            raise GameError(
                Message("self-library", {"module": name, "library": library})
            ) from error
        count += 1
    return count
