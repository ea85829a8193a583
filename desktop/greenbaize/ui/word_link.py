"""Words that can be clicked, small and underlined, for what is offered quietly."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from greenbaize.ui.plain import set_tip
from greenbaize.ui.sheets.lettering import small
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import cited


class WordLink(QAbstractButton):
    """A button that is nothing but its words.

    Args:
        words: what stands there.
        theme: the colours.
        parent: the paper it stands on.
    """

    def __init__(self, words: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFont(small(fixed=True))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_words(words)

    def show_words(self, words: str) -> None:
        """Say something else."""
        self.setText(words)
        self.setAccessibleName(words)
        self.updateGeometry()

    def set_theme(self, theme: Theme) -> None:
        """Take the colours of a theme."""
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """The words and a little room around them, for a finger too."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self.text()) + 8, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:
        """All of it is to be read."""
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the words, and a frame around them where the keyboard is."""
        del event
        theme, painter = self._theme, QPainter(self)
        colour = QColor(theme.focus)
        letters = self.font()
        letters.setUnderline(True)
        painter.setFont(letters)
        painter.setPen(QColor(theme.ink) if self.underMouse() else colour)
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.ink), 1.5))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)
        painter.end()


class RuleLink(WordLink):
    """A rule in small underlined letters; without one it is empty and takes no room.

    Args:
        rule: the rule, as ``damn.md 4``.
        theme: the colours.
        parent: the paper it stands on.
    """

    def __init__(self, rule: str, theme: Theme, parent: QWidget) -> None:
        super().__init__("", theme, parent)
        set_tip(self, tr("Read this rule in the help"))
        self.show_rule(rule)

    def show_rule(self, rule: str) -> None:
        """Cite this rule, or none."""
        self.rule = rule
        self.show_words(cited(rule))
        self.setVisible(bool(rule))
