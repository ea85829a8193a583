"""Texts with coloured suits, and buttons that look like links."""

import re
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QCheckBox,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionButton,
    QStyleOptionViewItem,
    QWidget,
)

from greenbaize.ui.cards.card_look import current_card_look
from greenbaize.ui.cards.suits import BLACK, LETTERS_BY_SIGN, suit_colour, suit_sign_colour
from greenbaize.ui.widgets.font_sizes import small_font
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.table_button import ARROW_KEYS
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr
from greenbaize.words.spoken import has_suit_sign
from greenbaize.words.titles import format_citation

_SUIT_PATTERN: Final = re.compile(rf"\w{{0,2}}([{''.join(LETTERS_BY_SIGN)}])")
"""A suit's sign, with the rank before it if there is one."""


def draw_suit_text(  # noqa: PLR0913  (what one says to a painter)
    painter: QPainter,
    room: QRectF | QRect,
    text: str,
    align: Qt.AlignmentFlag,
    ground: QColor,
    *,
    wrap: bool = True,
) -> None:
    """Draw a text in the painter's pen and font, with suits in their own colours."""
    room = QRectF(room)
    layout = QTextLayout(text.replace("\n", "\u2028"), painter.font(), painter.device())
    option = QTextOption(align & Qt.AlignmentFlag.AlignHorizontal_Mask)
    mode = QTextOption.WrapMode
    option.setWrapMode(mode.WordWrap if wrap else mode.NoWrap)
    layout.setTextOption(option)
    layout.setFormats(_suit_formats(text, ground))
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(room.width())
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    spare = room.height() - height
    if align & Qt.AlignmentFlag.AlignTop:
        spare = 0
    elif not align & Qt.AlignmentFlag.AlignBottom:
        spare /= 2
    layout.draw(painter, QPointF(room.left(), room.top() + spare))


def _suit_formats(text: str, ground: QColor) -> list[QTextLayout.FormatRange]:
    """Return the formats of the suits in a text; black suits have the text's own colour."""
    formats = []
    for match in _SUIT_PATTERN.finditer(text):
        letter = LETTERS_BY_SIGN[match[1]]
        if suit_colour(letter, current_card_look().four_colours) == BLACK:
            continue
        format_range = QTextLayout.FormatRange()
        format_range.start, format_range.length = (
            _utf16_length(text[: match.start()]),
            _utf16_length(match[0]),
        )
        suit_format = QTextCharFormat()
        suit_format.setForeground(suit_sign_colour(letter, ground))
        format_range.format = suit_format
        formats.append(format_range)
    return formats


def _utf16_length(text: str) -> int:
    """Return the length of a text in UTF-16 code units, as Qt counts it."""
    return len(text.encode("utf-16-le")) // 2


class SuitLabel(PlainLabel):
    """A label that draws cards and suits in their colours."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if not has_suit_sign(self.text()):
            super().paintEvent(event)
            return
        palette = self.palette()
        painter = QPainter(self)
        painter.setPen(palette.color(self.foregroundRole()))
        ground = palette.color(QPalette.ColorRole.Window)
        draw_suit_text(painter, self.contentsRect(), self.text(), self.alignment(), ground)
        painter.end()


class SuitDelegate(QStyledItemDelegate):
    """A delegate that draws cards and suits in list and table entries in their colours."""

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        """Paint the entry's text; the style paints the rest."""
        self.initStyleOption(option, index)
        text, view = option.text, option.widget
        style = QApplication.style() if view is None else view.style()
        room = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, view)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, view)
        is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
        role, palette = QPalette.ColorRole, option.palette
        margin = style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, None, view) + 1
        painter.save()
        painter.setFont(option.font)
        painter.setPen(palette.color(role.HighlightedText if is_selected else role.Text))
        ground = palette.color(role.Highlight if is_selected else role.Base)
        align = option.displayAlignment
        draw_suit_text(painter, room.adjusted(margin, 0, -margin, 0), text, align, ground)
        painter.restore()


class SuitCheckBox(QCheckBox):
    """A check box that draws cards and suits in their colours."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if not has_suit_sign(self.text()):
            super().paintEvent(event)
            return
        option = QStyleOptionButton()
        self.initStyleOption(option)
        style, palette = self.style(), self.palette()
        room = style.subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self)
        option.text = ""
        painter = QPainter(self)
        style.drawControl(QStyle.ControlElement.CE_CheckBox, option, painter, self)
        painter.setPen(palette.color(self.foregroundRole()))
        ground = palette.color(QPalette.ColorRole.Window)
        align = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        text = self.text().replace("&&", "&")
        draw_suit_text(painter, room, text, align, ground, wrap=False)
        painter.end()


class LinkButton(QAbstractButton):
    """A button that looks like a link.

    With ``is_flush`` its text begins where a text above it does.
    """

    def __init__(self, text: str, parent: QWidget, *, is_flush: bool = False) -> None:
        super().__init__(parent)
        self._is_flush = is_flush
        self.setFont(small_font(fixed=True))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.set_link_text(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ARROW_KEYS:
            event.ignore()  # Qt would focus another tab stop anywhere in the window
        else:
            super().keyPressEvent(event)

    def set_link_text(self, text: str) -> None:
        """Set the text and the accessible name."""
        self.setText(text)
        self.setAccessibleName(text)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 8, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        theme, painter = current_theme(), QPainter(self)
        letters = self.font()
        letters.setUnderline(True)
        painter.setFont(letters)
        painter.setPen(QColor(theme.ink if self.underMouse() else theme.focus))
        alignment = Qt.AlignmentFlag.AlignLeft if self._is_flush else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(self.rect(), alignment | Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.ink), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()


class RuleLinkButton(LinkButton):
    """A link to a rule (``damn.md 4``) in small underlined text; hidden without a rule."""

    def __init__(self, rule: str, parent: QWidget) -> None:
        super().__init__("", parent)
        set_tooltip(self, tr("Read this rule in the help"))
        self.set_rule(rule)

    def set_rule(self, rule: str) -> None:
        """Set the rule; an empty one hides the link."""
        self.rule = rule
        self.set_link_text(format_citation(rule))
        self.setVisible(bool(rule))
