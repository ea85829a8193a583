"""The window and everything else that uses Qt."""

import builtins

import PySide6.QtCore  # noqa: F401  (installs the import hook that is undone below)

# PySide6 replaces Python's import function to support ``from __feature__ import snake_case``: it
# then reads and keeps the source of every imported module, which delays the first paint by 25 ms.
# This program never uses that feature, so the original import function is restored.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
