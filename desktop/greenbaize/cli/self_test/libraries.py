"""Whether all that the program is made of is there: its own modules and those of others."""

import pkgutil
from typing import Final

import greenbaize
from greenbaize.cli.self_test.check import Found, demand, found, imported_all
from greenbaize.compiled import runs_compiled
from greenbaize.rules.messages import Message

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
LEAST_OWN: Final = 200
"""Our own modules are more than this; fewer are found only where they cannot be counted."""


def their_modules() -> Found:
    """Import the libraries of others."""
    return found("self-libraries", {"count": imported_all((*PYTHONS, *THEIRS))})


def own_modules() -> Found:
    """Import every module of the program, also those that are needed only now and then."""
    prefix = f"{greenbaize.__name__}."
    names = [one.name for one in pkgutil.walk_packages(greenbaize.__path__, prefix)]
    count = imported_all(name for name in names if not name.endswith("__main__"))
    demand(count > LEAST_OWN, Message("self-modules-few", {"count": count}))
    return found("self-modules", {"count": count})


def compiled_modules() -> Found:
    """Which form of the modules runs that can be compiled; all have been loaded by now."""
    return found("self-compiled" if runs_compiled() else "self-uncompiled")
