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

from greenbaize.rules.name_text import fold_name
from greenbaize.words.names import sanitise_text
from greenbaize.words.spoken import has_suit_sign, spoken_text

if TYPE_CHECKING:
    from PySide6.QtGui import QTextCharFormat
    from PySide6.QtWidgets import QGraphicsItem, QListWidgetItem, QTableWidgetItem

    TooltipTarget = (
        QWidget | QAction | QTableWidgetItem | QListWidgetItem | QGraphicsItem | QTextCharFormat
    )

MAX_TEXT_LENGTH: Final = 4000
"""Maximum length of a label's text (characters); longer text would take long to lay out."""
MAX_LABEL_WIDTH: Final = 640
"""Maximum width in a label's size hint (pixels)."""

_HTML: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>"})
_LONG_WORD: Final = re.compile(r"(\S{60})(?=\S)")


def truncate_text(text: str) -> str:
    """Return the text, cut at the maximum length."""
    return text if len(text) <= MAX_TEXT_LENGTH else text[: MAX_TEXT_LENGTH - 1] + "…"


def _limit_width(size: QSize) -> QSize:
    return size.boundedTo(QSize(MAX_LABEL_WIDTH, size.height()))


class PlainLabel(QLabel):
    """A label that never interprets its text as HTML."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text; screen readers get cards in it as words."""
        if has_suit_sign(self.text()) or has_suit_sign(text):
            self.setAccessibleName(spoken_text(truncate_text(text)) if has_suit_sign(text) else "")
        super().setText(truncate_text(text))

    def sizeHint(self) -> QSize:
        return _limit_width(super().sizeHint())

    def minimumSizeHint(self) -> QSize:
        return _limit_width(super().minimumSizeHint())


class ElidedLabel(PlainLabel):
    """A label of one line that elides its text if necessary and then has it as a tooltip."""

    def minimumSizeHint(self) -> QSize:
        size = super().minimumSizeHint()
        return size.boundedTo(QSize(8 * self.fontMetrics().averageCharWidth(), size.height()))

    def paintEvent(self, event: QPaintEvent) -> None:
        room, metrics = self.contentsRect(), self.fontMetrics()
        elided_text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room.width())
        set_tooltip(self, "" if elided_text == self.text() else self.text())
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(room, self.alignment(), elided_text)
        painter.end()


def tooltip_text(text: str) -> str:
    """Return a text as a tooltip needs it, in which Qt interprets HTML."""
    text = truncate_text(text)
    if not set("<&") & set(text):
        return text
    return f"<p>{text.translate(_HTML)}</p>"


def set_tooltip(target: "TooltipTarget", text: str) -> None:
    """Set the tooltip of a widget, action or item."""
    target.setToolTip(tooltip_text(text))


def show_tooltip(position: QPoint, text: str, widget: QWidget, area: QRect | None = None) -> None:
    """Show a tooltip at a screen position for an area of a widget, by default all of it."""
    QToolTip.showText(position, tooltip_text(text), widget, area or widget.rect())


def set_tooltip_palette(palette: QPalette) -> None:
    """Set the palette of all tooltips, which ignore the application's palette."""
    QToolTip.setPalette(palette)


def escape_ampersands(text: str) -> str:
    """Escape ampersands for button and menu texts, in which they mark mnemonics."""
    return text.replace("&", "&&")


def make_warning_box(title: str, text: str, parent: QWidget) -> "QtWidgets.QMessageBox":
    """Return a warning box for an error."""
    # Looked up here, because PySide creates the class on first use, which would delay the first
    # paint.
    kind = QtWidgets.QMessageBox
    box = kind(kind.Icon.Warning, title, "", parent=parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    lines = (sanitise_text(line, MAX_TEXT_LENGTH) for line in text.splitlines())
    box.setText(_LONG_WORD.sub("\\1\u200b", truncate_text("\n".join(lines))))
    return box


MAX_PEOPLE: Final = 60
"""Maximum number of people offered by name, the most frequent players first."""
SEPARATOR: Final = ("", "")
"""A separator between entries; compared by identity."""


def make_compact_combo(letters: int, parent: QWidget) -> QComboBox:
    """Return a combo box at least ``letters`` wide that may be narrower than its entries."""
    box = QComboBox(parent)
    box.setMinimumContentsLength(letters)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    return box


def label_combo(box: QComboBox, text: str) -> None:
    """Set the accessible label of a combo box without a visible one.

    Under AT-SPI the name of a combo box is its current text; only a label says what it is for.
    """
    box.setAccessibleName(text)
    label = PlainLabel(text, box.parentWidget())
    label.setBuddy(box)
    label.hide()


def replace_entries(box: QComboBox, entries: Sequence[tuple[str, Any]], selected: Any) -> bool:
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
    values = [value for _, value in entries]
    is_offered = selected in values
    box.setCurrentIndex(values.index(selected) if is_offered else 0)
    box.blockSignals(False)
    return is_offered


def merge_names(persons: Iterable[Sequence[str]], names: Iterable[str]) -> list[tuple[str, ...]]:
    """Return each person once, with all names they have had, in the order of ``names``."""
    current_names = {
        fold_name(name): tuple(person_names) for person_names in persons for name in person_names
    }
    return list(dict.fromkeys(current_names.get(fold_name(name), (name,)) for name in names))


def accept_drop_as_copy(event: QDropEvent) -> None:
    """Accept a drop as a copy, so that the source never deletes its file."""
    event.setDropAction(Qt.DropAction.CopyAction)
    event.accept()
