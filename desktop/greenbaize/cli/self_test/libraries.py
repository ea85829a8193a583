"""Checks that all modules are there: our own and those of others."""

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
"""All modules of others that are needed at some time."""
PYTHONS: Final = ("ctypes", "gettext", "multiprocessing.spawn", "ssl", "tempfile", "unicodedata")
"""Parts of Python that are sometimes omitted."""
LEAST_OWN: Final = 200
"""A lower count of our own modules means they cannot be counted here."""


def their_modules() -> Found:
    """Import the libraries of others."""
    return found("self-libraries", {"count": imported_all((*PYTHONS, *THEIRS))})


def own_modules() -> Found:
    """Import every module of the program, also rarely used ones."""
    prefix = f"{greenbaize.__name__}."
    names = [one.name for one in pkgutil.walk_packages(greenbaize.__path__, prefix)]
    count = imported_all(name for name in names if not name.endswith("__main__"))
    demand(count > LEAST_OWN, Message("self-modules-few", {"count": count}))
    return found("self-modules", {"count": count})


def compiled_modules() -> Found:
    """Whether the compilable modules run compiled; all are loaded by now."""
    return found("self-compiled" if runs_compiled() else "self-uncompiled")
