"""The window, with all of Qt."""

import builtins

import PySide6.QtCore  # noqa: F401  (which brings what is taken back here)

# Qt for Python offers to spell its names in another way (``from __feature__ import snake_case``).
# To know who wants that, it stands in for Python's import, and from then on reads the source of
# every module that is imported and keeps it in memory, which costs the first paint 25 ms. Nothing
# here asks for that, so imports are again what they were before.
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
