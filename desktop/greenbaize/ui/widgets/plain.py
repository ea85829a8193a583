"""Plain text in widgets: the only module that creates labels, message boxes and tooltips.

Qt guesses whether a text is HTML and would load images that a player's name refers to. Widgets made
here never interpret HTML; a test forbids other modules to make labels or tooltips.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from PySide6 import QtWidgets
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QAction, QDropEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QLabel, QToolTip, QWidget

from greenbaize.rules.naming import folded
from greenbaize.words.names import shown_words
from greenbaize.words.spoken import aloud, names_suits

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsItem, QListWidgetItem, QTableWidgetItem

    Tipped = QWidget | QAction | QTableWidgetItem | QListWidgetItem | QGraphicsItem

MOST_LETTERS: Final = 4000
"""Maximum length of a label's text (characters); longer text would take long to lay out."""
WIDEST: Final = 640
"""Maximum width in a label's size hint (pixels)."""

_HTML: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
_LONG_WORD: Final = re.compile(r"(\S{60})(?=\S)")


def bounded(text: str) -> str:
    """Return the text, cut at the maximum length."""
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _bounded(size: QSize) -> QSize:
    return size.boundedTo(QSize(WIDEST, size.height()))


class Label(QLabel):
    """A label that never interprets its text as HTML."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text; screen readers get cards in it as words."""
        if names_suits(self.text()) or names_suits(text):
            self.setAccessibleName(aloud(bounded(text)) if names_suits(text) else "")
        super().setText(bounded(text))

    def sizeHint(self) -> QSize:
        return _bounded(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _bounded(super().minimumSizeHint())


class Line(Label):
    """A label of one line that elides its text if necessary and then has it as a tooltip."""

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return size.boundedTo(QSize(8 * self.fontMetrics().averageCharWidth(), size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        room, metrics = self.contentsRect(), self.fontMetrics()
        shown = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        set_tip(self, "" if shown == self.text() else self.text())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment(), shown)
        painter.end()


def tip_text(text: str) -> str:
    """Return a text as a tooltip needs it, in which Qt interprets HTML."""
    text = bounded(text)
    if not set("<&") & set(text):
        return text
    return f"<p>{text.translate(_HTML)}</p>"


def set_tip(thing: "Tipped", text: str) -> None:
    """Set the tooltip of a widget, action or item."""
    thing.setToolTip(tip_text(text))


def show_tip(at: QPoint, text: str, over: QWidget, room: QRect | None = None) -> None:
    """Show a tooltip at a screen position for an area of a widget, by default all of it."""
    QToolTip.showText(at, tip_text(text), over, room or over.rect())


def colour_tips(palette: QPalette) -> None:
    """Set the palette of all tooltips, which ignore the application's palette."""
    QToolTip.setPalette(palette)


def on_button(text: str) -> str:
    """Escape ampersands for button and menu texts, in which they mark mnemonics."""
    return text.replace("&", "&&")


def message_box(title: str, text: str, parent: QWidget) -> "QtWidgets.QMessageBox":
    """Return a warning box for an error."""
    # Looked up here, because PySide creates the class on first use, which would delay the first
    # paint.
    kind = QtWidgets.QMessageBox
    box = kind(kind.Icon.Warning, title, "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    lines = (shown_words(line, MOST_LETTERS) for line in text.splitlines())
    box.setText(_LONG_WORD.sub("\\1\u200b", bounded("\n".join(lines))))
    return box


MOST_PEOPLE: Final = 60
"""Maximum number of people offered by name, the most frequent players first."""
SEPARATOR: Final = ("", "")
"""A separator between entries; compared by identity."""


def small_combo(letters: int, parent: QWidget) -> QComboBox:
    """Return a combo box at least ``letters`` wide that may be narrower than its entries."""
    box = QComboBox(parent)
    box.setMinimumContentsLength(letters)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box


def name_combo(box: QComboBox, words: str) -> None:
    """Set the accessible label of a combo box without a visible one.

    Under AT-SPI the name of a combo box is its current text; only a label says what it is for.
    """
    box.setAccessibleName(words)
    label = Label(words, box.parentWidget())
    label.setBuddy(box)
    label.hide()


def offer_anew(box: QComboBox, entries: Sequence[tuple[str, Any]], chosen: Any) -> bool:
    """Replace the entries, each a text and its data, without emitting signals.

    Return True if ``selected`` is among them; otherwise the first entry is selected.
    """
    box.blockSignals(True)
    box.clear()
    for entry in entries:
        if entry is SEPARATOR:
            box.insertSeparator(box.count())
        else:
            box.addItem(*entry)
    kept = [one for _, one in entries]
    there = chosen in kept
    box.setCurrentIndex(kept.index(chosen) if there else 0)
    box.blockSignals(False)
    return there


def united(persons: Iterable[Sequence[str]], names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return each person once, with all names they have had, in the order of ``names``."""
    now = {folded(name): tuple(called) for called in persons for name in called}
    return list(dict.fromkeys(now.get(folded(name), (name,)) for name in names))


def accept_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy, so that the source never deletes its file."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
