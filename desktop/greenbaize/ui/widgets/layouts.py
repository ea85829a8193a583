"""Helpers that build rows and columns of widgets and layouts."""

from typing import Final, TypeVar

from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget

STRETCH: Final = -1
"""Takes the remaining room."""
LayoutItem = QWidget | QLayout | int
LayoutPart = LayoutItem | tuple[LayoutItem, int]
"""A widget or a layout, optionally with a stretch factor; a gap in pixels; or a stretch."""

_Box = TypeVar("_Box", bound=QBoxLayout)


def make_row(
    *parts: LayoutPart,
    widget: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QHBoxLayout:
    """Return a row of parts; ``widget`` gets it as its layout."""
    box = QHBoxLayout() if widget is None else QHBoxLayout(widget)
    return _fill_layout(box, parts, margins, spacing)


def make_column(
    *parts: LayoutPart,
    widget: QWidget | None = None,
    margins: tuple[int, int, int, int] | None = None,
    spacing: int | None = None,
) -> QVBoxLayout:
    """Return a column of parts; ``widget`` gets it as its layout."""
    box = QVBoxLayout() if widget is None else QVBoxLayout(widget)
    return _fill_layout(box, parts, margins, spacing)


def _fill_layout(
    box: _Box,
    parts: tuple[LayoutPart, ...],
    margins: tuple[int, int, int, int] | None,
    spacing: int | None,
) -> _Box:
    if margins is not None:
        box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        item, stretch = part if isinstance(part, tuple) else (part, int(part == STRETCH))
        if isinstance(item, QWidget):
            box.addWidget(item, stretch)
        elif isinstance(item, QLayout):
            box.addLayout(item, stretch)
        elif item == STRETCH:
            box.addStretch(stretch)
        else:
            box.addSpacing(item)
    return box
