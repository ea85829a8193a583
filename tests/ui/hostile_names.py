"""Hostile player names, and checks that windows display them safely."""

import re
from unicodedata import category

import msgspec
from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QMessageBox,
    QWidget,
)

from greenbaize.rules.decoding import MAX_NAME_TEXT_LENGTH, NameText


def is_allowed_in_names(character: str) -> bool:
    """Return whether a record accepts a name with this character."""
    try:
        msgspec.convert(character, NameText)
    except msgspec.ValidationError:
        return False
    return True


IMAGE_TAG_NAME = '<img src="/dev/zero"> <b>bold</b> &lt;'
HOSTILE_NAMES = (
    IMAGE_TAG_NAME,
    '<a href="file:///etc/passwd">Anna</a>',
    "A&B &Co && &amp;",
    "W" * 10_000,
    "x y " * 2_500,
    "\x00\x07\x1b[31m\r\n\ttab\u2028line",
    "\u202eright\u2067to\u202dleft שלום",
    "e" + "\u0301\u0489" * 5_000,
    "{seat} %s %n \\n",
    "",
)
RECORDED_NAMES = tuple(
    "".join(sign for sign in name[:MAX_NAME_TEXT_LENGTH] if is_allowed_in_names(sign)) or "nobody"
    for name in HOSTILE_NAMES
)
"""The hostile names, cut down to the characters a record accepts."""

MAX_WINDOW_WIDTH = 1280
_MARKUP = re.compile(r"<\s*/?\s*(img|b|a|i)\b")
_MNEMONIC = re.compile(r"A&B")


def find_display_faults(window: QWidget) -> list[str]:
    """Return the faults of a window that shows hostile names, one line each."""
    QApplication.processEvents()
    faults = []
    if window.isWindow() and window.minimumSizeHint().width() > MAX_WINDOW_WIDTH:
        faults.append(f"{window}: at least {window.minimumSizeHint().width()} wide")
    for widget in [window, *window.findChildren(QWidget)]:
        faults += [
            f"{widget.metaObject().className()}: {fault}" for fault in _find_widget_faults(widget)
        ]
    image = window.grab()
    assert not image.isNull()
    return faults


def _find_widget_faults(widget: QWidget) -> list[str]:
    faults = []
    plain = Qt.TextFormat.PlainText
    if (
        isinstance(widget, QLabel)
        and _MARKUP.search(widget.text())
        and widget.textFormat() is not plain
    ):
        faults.append(f"may be HTML: {widget.text()[:80]!r}")
    if isinstance(widget, QMessageBox) and widget.textFormat() is not plain:
        faults.append("may be HTML")
    texts = [
        widget.toolTip(),
        widget.accessibleName(),
        widget.accessibleDescription(),
        widget.windowTitle(),
    ]
    if _MARKUP.search(widget.toolTip()):
        faults.append(f"tooltip with HTML: {widget.toolTip()[:80]!r}")
    if isinstance(widget, QAbstractButton):
        texts.append(widget.text())
        if _MNEMONIC.search(widget.text()):
            faults.append(f"an & is lost: {widget.text()[:80]!r}")
    if isinstance(widget, QMenu):
        texts += [entry.text() for entry in widget.actions()]
    if isinstance(widget, QLabel):
        texts.append(widget.text())
    if isinstance(widget, QComboBox):
        texts += [widget.itemText(index) for index in range(widget.count())]
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        tips = list(_item_texts(widget, Qt.ItemDataRole.ToolTipRole))
        faults += [f"tooltip with HTML: {tip[:80]!r}" for tip in tips if _MARKUP.search(tip)]
        texts += [*tips, *_item_texts(widget, Qt.ItemDataRole.DisplayRole)]
    return faults + [f"{text[:80]!r} … {len(text)}" for text in texts if not is_harmless(text)]


def _item_texts(view: QAbstractItemView, role: Qt.ItemDataRole) -> list[str]:
    model = view.model()
    rows = range(model.rowCount())
    columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
    items = [model.index(row, column).data(role) for row in rows for column in columns]
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    items += [model.headerData(column, across, role) for column in columns]
    items += [model.headerData(row, down, role) for row in rows]
    return [str(text) for text in items if text is not None]


def is_harmless(text: str) -> bool:
    """Return whether a text is short and has no unbalanced direction marks."""
    control_characters = {
        letter for letter in text if category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }
    is_balanced = text.count("\u2068") == text.count("\u2069")
    return (
        len(text) < 20_000
        and is_balanced
        and control_characters <= set("\n\u200b\u200c\u200d\u2068\u2069")
    )
