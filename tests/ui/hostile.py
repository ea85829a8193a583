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

from greenbaize.rules.decoding import LONGEST_NAME, Name


def may_stand(sign: str) -> bool:
    """Return whether a record accepts a name with this character."""
    try:
        msgspec.convert(sign, Name)
    except msgspec.ValidationError:
        return False
    return True


PICTURE = '<img src="/dev/zero"> <b>bold</b> &lt;'
HOSTILE = (
    PICTURE,
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
READ = tuple(
    "".join(sign for sign in name[:LONGEST_NAME] if may_stand(sign)) or "nobody" for name in HOSTILE
)
"""The hostile names, cut down to the characters a record accepts."""

WIDEST = 1280
_MARKUP = re.compile(r"<\s*/?\s*(img|b|a|i)\b")
_MNEMONIC = re.compile(r"A&B")


def faults(window: QWidget) -> list[str]:
    """Return the faults of a window that shows hostile names, one line each."""
    QApplication.processEvents()
    found = []
    if window.isWindow() and window.minimumSizeHint().width() > WIDEST:
        found.append(f"{window}: at least {window.minimumSizeHint().width()} wide")
    for one in [window, *window.findChildren(QWidget)]:
        found += [f"{one.metaObject().className()}: {fault}" for fault in _faults_of(one)]
    image = window.grab()
    assert not image.isNull()
    return found


def _faults_of(one: QWidget) -> list[str]:
    found = []
    plain = Qt.TextFormat.PlainText
    if isinstance(one, QLabel) and _MARKUP.search(one.text()) and one.textFormat() is not plain:
        found.append(f"may be HTML: {one.text()[:80]!r}")
    if isinstance(one, QMessageBox) and one.textFormat() is not plain:
        found.append("may be HTML")
    texts = [one.toolTip(), one.accessibleName(), one.accessibleDescription(), one.windowTitle()]
    if _MARKUP.search(one.toolTip()):
        found.append(f"tooltip with HTML: {one.toolTip()[:80]!r}")
    if isinstance(one, QAbstractButton):
        texts.append(one.text())
        if _MNEMONIC.search(one.text()):
            found.append(f"an & is lost: {one.text()[:80]!r}")
    if isinstance(one, QMenu):
        texts += [entry.text() for entry in one.actions()]
    if isinstance(one, QLabel):
        texts.append(one.text())
    if isinstance(one, QComboBox):
        texts += [one.itemText(at) for at in range(one.count())]
    if isinstance(one, QAbstractItemView) and one.model() is not None:
        tips = list(_texts_of_items(one, Qt.ItemDataRole.ToolTipRole))
        found += [f"tooltip with HTML: {tip[:80]!r}" for tip in tips if _MARKUP.search(tip)]
        texts += [*tips, *_texts_of_items(one, Qt.ItemDataRole.DisplayRole)]
    return found + [f"{text[:80]!r} … {len(text)}" for text in texts if not harmless(text)]


def _texts_of_items(view: QAbstractItemView, role: Qt.ItemDataRole) -> list[str]:
    model = view.model()
    rows = range(model.rowCount())
    columns = range(1 if isinstance(model, QAbstractListModel) else model.columnCount())
    items = [model.index(row, column).data(role) for row in rows for column in columns]
    across, down = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
    items += [model.headerData(column, across, role) for column in columns]
    items += [model.headerData(row, down, role) for row in rows]
    return [str(text) for text in items if text is not None]


def harmless(text: str) -> bool:
    """Return whether a text is short and has no unbalanced direction marks."""
    signs = {letter for letter in text if category(letter) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    kept = text.count("\u2068") == text.count("\u2069")
    return len(text) < 20_000 and kept and signs <= set("\n\u200b\u200c\u200d\u2068\u2069")
