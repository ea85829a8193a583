"""Where one can go in the window."""

from typing import Any

Destination = tuple[Any, ...]
"""Somewhere to go: one of the named tuples of ``navigation``."""
