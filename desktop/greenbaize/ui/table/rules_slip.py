"""Slip with the rules of this table: what matters now, what counts, and the options."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractSlider,
    QDialogButtonBox,
    QScrollBar,
    QVBoxLayout,
    QWidget,
)

from greenbaize.rules.messages import Message
from greenbaize.rules.pictures import NOTHING_AT_HAND, AtHand, Ring
from greenbaize.ui.table.aids import paint_ring
from greenbaize.ui.table.note import NO_BREAK
from greenbaize.ui.widgets.dialog import Dialog, TallScroll
from greenbaize.ui.widgets.lettering import normal
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.theme import worn
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import TableRule, ring_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import cited

WIDE = 400
"""Width of the lines (px)."""


_SLIDE = QAbstractSlider.SliderAction
_SCROLLS = {
    Qt.Key.Key_Up: _SLIDE.SliderSingleStepSub,
    Qt.Key.Key_Down: _SLIDE.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: _SLIDE.SliderPageStepSub,
    Qt.Key.Key_PageDown: _SLIDE.SliderPageStepAdd,
    Qt.Key.Key_Home: _SLIDE.SliderToMinimum,
    Qt.Key.Key_End: _SLIDE.SliderToMaximum,
}


class RingPicture(QWidget):
    """Ring of ranks on a strip of cloth."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.ring: Ring | None = None
        self.setFixedHeight(112)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, 112)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(worn().felt))
        painter.drawRoundedRect(QRectF(self.rect()), 10, 10)
        if self.ring is not None:
            room = QRectF(self.rect()).adjusted(12, 10, -12, -10)
            paint_ring(painter, room, self.ring)
        painter.end()


class RulesSlip(Dialog):
    """Dialog with the rules of this table; the match continues beside it."""

    def __init__(self, rules: Sequence[TableRule], speaker: Speaker, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Rules"))
        self.setModal(False)
        self._rules, self._speaker = rules, speaker
        self._sheet = QWidget(self)
        self.ring_picture = RingPicture(self._sheet)
        self._lines: QWidget | None = None
        self._column = QVBoxLayout(self._sheet)
        self._column.setContentsMargins(0, 0, 8, 0)
        self._column.setSpacing(10)
        self._column.addWidget(self.ring_picture)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.close_button = buttons.button(QDialogButtonBox.StandardButton.Close)
        self.close_button.installEventFilter(self)
        scroll = TallScroll(self._sheet, self)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(self.windowTitle())
        self._scroll = scroll
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 12, 14)
        column.addWidget(scroll, 1)
        column.addWidget(buttons)
        self.show_at_hand(NOTHING_AT_HAND)

    def showEvent(self, event: QShowEvent) -> None:
        if not event.spontaneous():
            self.resize(self.sizeHint())
        super().showEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Scroll by keys while the button has the focus, too."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._scroll_by(Qt.Key(event.key()))
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._scroll_by(Qt.Key(event.key())):
            super().keyPressEvent(event)

    def _scroll_by(self, key: Qt.Key) -> bool:
        if key in _SCROLLS:
            self.bar.triggerAction(_SCROLLS[key])
        return key in _SCROLLS

    @property
    def bar(self) -> QScrollBar:
        """Scroll bar, needed where the screen is too low for the slip."""
        return self._scroll.verticalScrollBar()

    @property
    def text(self) -> str:
        labels = [] if self._lines is None else self._lines.findChildren(Label)
        return "\n".join(label.text() for label in labels)

    def show_at_hand(self, now: AtHand) -> None:
        lines = QWidget(self._sheet)
        column = QVBoxLayout(lines)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.ring_picture.ring = now.ring
        self.ring_picture.setVisible(now.ring is not None)
        self.ring_picture.update()
        unusual = [rule for rule in self._rules if rule.usual]
        usual = [rule for rule in self._rules if not rule.usual]
        self._add(column, lines, tr("Now"), map(self._sentence, now.now))
        self._add(column, lines, tr("Not as usual"), map(_rule_text, unusual))
        self._add(column, lines, tr("In this deal"), map(self._sentence, now.counts))
        self._add(column, lines, tr("As usual"), map(_rule_text, usual))
        if self._lines is not None:
            self._column.removeWidget(self._lines)
            self._lines.hide()
            self._lines.deleteLater()
        self._lines = lines
        self._column.addWidget(lines)
        ring = "" if now.ring is None else ring_text(now.ring)
        self.ring_picture.setAccessibleName(ring)
        self._scroll.setAccessibleDescription(f"{ring}\n{self.text}".strip())

    def _add(self, column: QVBoxLayout, parent: QWidget, title: str, lines: Iterable[str]) -> None:
        texts = list(lines)
        if not texts:
            return
        if column.count():
            column.addSpacing(8)
        column.addWidget(subheading(title, parent))
        for text in texts:
            line = note(text, parent, quiet=False)
            line.setFont(normal(fixed=True))
            line.setMinimumWidth(WIDE)
            column.addWidget(line)

    def _sentence(self, message: Message) -> str:
        rule = cited(message.rule).replace(" ", NO_BREAK)
        said = self._speaker.say(message)
        return f"{said} ({rule})" if rule else said


def _rule_text(rule: TableRule) -> str:
    """Return the text of an option as it is set, its meaning, and its usual value."""
    text = f"{rule.said}. {rule.line}".strip() if rule.line else f"{rule.said}."
    return f"{text} {tr('Usually: {value}.').format(value=rule.usual)}" if rule.usual else text
