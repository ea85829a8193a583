"""Text as it is: the one place where labels, fields, message boxes and tooltips are made.

Qt guesses whether a text is HTML, and would load the pictures that a name asks for. Nothing that is
made here guesses; no other module may make a label or a tooltip, which a test sees to.
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
"""A label that is longer would take long to lay out, and nobody reads it."""
WIDEST: Final = 640
"""Whatever its text, a label asks for no more than this."""

_HTML: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
_LONG_WORD: Final = re.compile(r"(\S{60})(?=\S)")


def bounded(text: str) -> str:
    """The text, cut where nobody would read on."""
    return text if len(text) <= MOST_LETTERS else text[: MOST_LETTERS - 1] + "…"


def _bounded(size: QSize) -> QSize:
    return size.boundedTo(QSize(WIDEST, size.height()))


class Label(QLabel):
    """A label that takes its text for what it is."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show a text; cards in it are read out as words."""
        if names_suits(self.text()) or names_suits(text):
            self.setAccessibleName(aloud(bounded(text)) if names_suits(text) else "")
        super().setText(bounded(text))

    def sizeHint(self) -> QSize:
        return _bounded(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _bounded(super().minimumSizeHint())


class Line(Label):
    """One line that is shortened where there is no room; a tooltip then has the whole of it."""

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
    """A text as a tooltip takes it, which knows HTML."""
    text = bounded(text)
    if not set("<&") & set(text):
        return text
    return f"<p>{text.translate(_HTML)}</p>"


def set_tip(thing: "Tipped", text: str) -> None:
    """Give something a tooltip."""
    thing.setToolTip(tip_text(text))


def show_tip(at: QPoint, text: str, over: QWidget, room: QRect | None = None) -> None:
    """Show a tooltip at a point of the screen, about a part of a widget or all of it."""
    QToolTip.showText(at, tip_text(text), over, room or over.rect())


def colour_tips(palette: QPalette) -> None:
    """Give all tooltips these colours; they do not take the application's."""
    QToolTip.setPalette(palette)


def on_button(text: str) -> str:
    """A text as a button or an entry of a menu takes it, which underline the letter after an &."""
    return text.replace("&", "&&")


def message_box(title: str, text: str, parent: QWidget) -> "QtWidgets.QMessageBox":
    """A box that says what went wrong."""
    kind = QtWidgets.QMessageBox  # made when it is first named, and not for the first paint
    box = kind(kind.Icon.Warning, title, "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    lines = (shown_words(line, MOST_LETTERS) for line in text.splitlines())
    box.setText(_LONG_WORD.sub("\\1\u200b", bounded("\n".join(lines))))
    return box


MOST_PEOPLE: Final = 60
"""So many people are offered by name, those who have played most."""
SEPARATOR: Final = ("", "")
"""A line between entries, where it is this very entry."""


def small_combo(letters: int, parent: QWidget) -> QComboBox:
    """A field at least so many letters wide, which may be narrower than what is offered in it."""
    box = QComboBox(parent)
    box.setMinimumContentsLength(letters)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box


def name_combo(box: QComboBox, words: str) -> None:
    """Say what a field without a label is for.

    Under AT-SPI the name of a combo box is what is chosen in it, and only labels say what for.
    """
    box.setAccessibleName(words)
    label = Label(words, box.parentWidget())
    label.setBuddy(box)
    label.hide()


def offer_anew(box: QComboBox, entries: Sequence[tuple[str, Any]], chosen: Any) -> bool:
    """Offer other things in a field, each with what is kept of it; nobody is told.

    Returns whether ``chosen`` is offered; the first entry is chosen where it is not.
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
    """Everybody of these names once, with all names they have had."""
    now = {folded(name): tuple(called) for called in persons for name in called}
    return list(dict.fromkeys(now.get(folded(name), (name,)) for name in names))


def accept_copy(event: QDropEvent) -> None:
    """Take what is dropped as a copy, whatever else is offered: nobody loses their file for it."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
