"""Paper surfaces for widgets: palette and painting."""

from functools import lru_cache

from PySide6.QtCore import QEvent, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QWidget

from greenbaize.ui.widgets.theme import Theme, current_theme, faint_ink

PAPER_RADIUS = 10.0


def paper_palette(theme: Theme) -> QPalette:
    """Return the palette for paper: ink on ivory, with the theme's colour for selections."""
    return QPalette(_cached_palette(theme))


@lru_cache(maxsize=2)
def _cached_palette(theme: Theme) -> QPalette:
    paper, ink, quiet = QColor(theme.paper), QColor(theme.ink), QColor(theme.ink_quiet)
    line, selection, focus = QColor(theme.paper_line), QColor(theme.chosen), QColor(theme.focus)
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette(paper)
    for colour_role, colour in (
        (role.Window, paper),
        (role.WindowText, ink),
        (role.Base, QColor(theme.field)),
        (role.AlternateBase, paper),
        (role.Text, ink),
        (role.Button, QColor(theme.button)),
        (role.ButtonText, ink),
        (role.BrightText, QColor(theme.loss)),
        (role.ToolTipBase, QColor(theme.paper_tint)),
        (role.ToolTipText, ink),
        (role.PlaceholderText, quiet),
        (role.Highlight, selection),
        (role.HighlightedText, QColor("#ffffff")),
        (role.Accent, selection),
        # The focus ring has the link colour, see accessibility.py.
        (role.Link, focus),
        (role.LinkVisited, focus),
        (role.Mid, line),
        (role.Midlight, line),
        (role.Dark, quiet),
        (role.Light, paper.lighter(130) if theme.is_dark else QColor("#ffffff")),
        (role.Shadow, QColor(theme.shade)),
    ):
        palette.setColor(colour_role, colour)
    for colour_role in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        palette.setColor(group.Disabled, colour_role, QColor(faint_ink(theme)))
    palette.setColor(group.Disabled, role.Highlight, line)
    palette.setColor(group.Disabled, role.HighlightedText, ink)
    return palette


def paint_paper(widget: QWidget) -> None:
    """Paint a widget's background as a sheet of paper; call it in ``paintEvent``."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QColor(current_theme().edge))
    painter.setBrush(QColor(current_theme().paper))
    inner = QRectF(widget.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, PAPER_RADIUS, PAPER_RADIUS)
    painter.end()


class PaperFrame(QFrame):
    """A frame painted as paper, with its own palette whatever it lies on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setPalette(paper_palette(current_theme()))

    def changeEvent(self, event: QEvent) -> None:
        # Only windows are notified of a new application palette; style sheets reach every widget.
        if event.type() == QEvent.Type.StyleChange:
            self.setPalette(paper_palette(current_theme()))
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        paint_paper(self)
