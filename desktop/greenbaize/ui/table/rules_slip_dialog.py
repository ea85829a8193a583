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

from greenbaize.app.house_rules import format_rules_name
from greenbaize.rules.messages import Message
from greenbaize.rules.table_snapshot import NO_CURRENT_RULES, CurrentRules, RankRing
from greenbaize.ui.table.cloth_buttons import paint_ring
from greenbaize.ui.table.note import NO_BREAK
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.font_sizes import normal_font
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import TableRule, ring_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import format_citation

LINE_WIDTH_PX = 400
"""Width of the lines (px)."""


_SliderAction = QAbstractSlider.SliderAction
_SCROLL_ACTIONS = {
    Qt.Key.Key_Up: _SliderAction.SliderSingleStepSub,
    Qt.Key.Key_Down: _SliderAction.SliderSingleStepAdd,
    Qt.Key.Key_PageUp: _SliderAction.SliderPageStepSub,
    Qt.Key.Key_PageDown: _SliderAction.SliderPageStepAdd,
    Qt.Key.Key_Home: _SliderAction.SliderToMinimum,
    Qt.Key.Key_End: _SliderAction.SliderToMaximum,
}


class RingWidget(QWidget):
    """Ring of ranks on a strip of cloth."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.ring: RankRing | None = None
        self.setFixedHeight(112)

    def sizeHint(self) -> QSize:
        return QSize(LINE_WIDTH_PX, 112)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().felt))
        painter.drawRoundedRect(QRectF(self.rect()), 10, 10)
        if self.ring is not None:
            room = QRectF(self.rect()).adjusted(12, 10, -12, -10)
            paint_ring(painter, room, self.ring)
        painter.end()


class RulesSlipDialog(BaseDialog):
    """Dialog with the rules of this table; the match continues beside it.

    ``kind`` has a title and sentences about a match that is practice or a challenge.
    """

    def __init__(
        self,
        rules: Sequence[TableRule],
        speaker: Speaker,
        parent: QWidget,
        kind: tuple[str, Sequence[str]] = ("", ()),
    ) -> None:
        super().__init__(parent)
        self._kind = kind
        self.setWindowTitle(tr("Rules"))
        self.setModal(False)
        self._rules, self._speaker = rules, speaker
        self.rules_name = ""
        """Name of the house rules of this table, if the person keeps such."""
        self._content = QWidget(self)
        self.ring_widget = RingWidget(self._content)
        self._lines_widget: QWidget | None = None
        self._content_layout = QVBoxLayout(self._content)
        self._content_layout.setContentsMargins(0, 0, 8, 0)
        self._content_layout.setSpacing(10)
        self._content_layout.addWidget(self.ring_widget)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.close_button = buttons.button(QDialogButtonBox.StandardButton.Close)
        self.close_button.installEventFilter(self)
        scroll = VerticalScrollArea(self._content, self)
        scroll.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        scroll.setAccessibleName(self.windowTitle())
        self._scroll = scroll
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 12, 14)
        column.addWidget(scroll, 1)
        column.addWidget(buttons)
        self.show_rules(NO_CURRENT_RULES)

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
        if key in _SCROLL_ACTIONS:
            self.scroll_bar.triggerAction(_SCROLL_ACTIONS[key])
        return key in _SCROLL_ACTIONS

    @property
    def scroll_bar(self) -> QScrollBar:
        """Scroll bar, needed where the screen is too low for the slip."""
        return self._scroll.verticalScrollBar()

    @property
    def text(self) -> str:
        labels = [] if self._lines_widget is None else self._lines_widget.findChildren(PlainLabel)
        return "\n".join(label.text() for label in labels)

    def show_rules(self, current_rules: CurrentRules) -> None:
        lines = QWidget(self._content)
        column = QVBoxLayout(lines)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self.ring_widget.ring = current_rules.ring
        self.ring_widget.setVisible(current_rules.ring is not None)
        self.ring_widget.update()
        unusual = [rule for rule in self._rules if rule.default_value]
        usual = [rule for rule in self._rules if not rule.default_value]
        self._add_section(
            column, lines, tr("Now"), map(self._message_text, current_rules.situation)
        )
        self._add_section(column, lines, *self._kind)
        title = format_rules_name(self.rules_name) or tr("Not as usual")
        self._add_section(column, lines, title, map(_rule_text, unusual))
        self._add_section(
            column, lines, tr("In this deal"), map(self._message_text, current_rules.scoring)
        )
        self._add_section(column, lines, tr("As usual"), map(_rule_text, usual))
        if self._lines_widget is not None:
            self._content_layout.removeWidget(self._lines_widget)
            self._lines_widget.hide()
            self._lines_widget.deleteLater()
        self._lines_widget = lines
        self._content_layout.addWidget(lines)
        ring = "" if current_rules.ring is None else ring_text(current_rules.ring)
        self.ring_widget.setAccessibleName(ring)
        self._scroll.setAccessibleDescription(f"{ring}\n{self.text}".strip())

    def _add_section(
        self, column: QVBoxLayout, parent: QWidget, title: str, lines: Iterable[str]
    ) -> None:
        texts = list(lines)
        if not texts:
            return
        if column.count():
            column.addSpacing(8)
        column.addWidget(make_subheading(title, parent))
        for text in texts:
            line = make_note(text, parent, is_quiet=False)
            line.setFont(normal_font(fixed=True))
            line.setMinimumWidth(LINE_WIDTH_PX)
            column.addWidget(line)

    def _message_text(self, message: Message) -> str:
        rule = format_citation(message.rule).replace(" ", NO_BREAK)
        sentence = self._speaker.format_message(message)
        return f"{sentence} ({rule})" if rule else sentence


def _rule_text(rule: TableRule) -> str:
    """Return the text of an option as it is set, its meaning, and its usual value."""
    text = f"{rule.sentence}. {rule.line}".strip() if rule.line else f"{rule.sentence}."
    return (
        f"{text} {tr('Usually: {value}.').format(value=rule.default_value)}"
        if rule.default_value
        else text
    )
