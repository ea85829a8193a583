"""Helpers that build rows and columns of widgets and layouts."""

from typing import Final, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH: Final = -1
"""Takes the remaining room."""
Item = QWidget | QLayout | int
Part = Item | tuple[Item, int]
"""A widget or a layout, optionally with a stretch factor; a gap in pixels; or a stretch."""

_Box = TypeVar("_Box", bound=QBoxLayout)


def row_of(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a row of parts; ``widget`` gets it as its layout."""
    box = QHBoxLayout() if within is None else QHBoxLayout(within)
    return _filled(box, parts, margins, spacing)


def column_of(
    *parts: Part,
    within: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column of parts; ``widget`` gets it as its layout."""
    box = QVBoxLayout() if within is None else QVBoxLayout(within)
    return _filled(box, parts, margins, spacing)


def _filled(
    box: _Box,
    parts: tuple[Part, ...],
    margins: tuple[int, int, int, int] | None,
    spacing: int | None,
) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, share = part if isinstance(part, tuple) else (part, int(part == STRETCH))
        if isinstance(item, QWidget):
            box.addWidget(item, share)
        elif isinstance(item, QLayout):
            box.addLayout(item, share)
        elif item == STRETCH:
            box.addStretch(share)
        else:
            box.addSpacing(item)
    return box
