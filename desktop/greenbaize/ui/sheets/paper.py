"""Paper as a surface for widgets: its colours for Qt's own parts, and its rounded shape."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from greenbaize.ui.theme import Theme

ROUNDING = 10.0


def paper_palette(theme: Theme) -> QPalette:
    """Qt's colour roles on paper: ink on ivory, with the table's green for what is chosen."""
    paper, ink, quiet = QColor(theme.paper), QColor(theme.ink), QColor(theme.ink_quiet)
    line, chosen, focus = QColor(theme.paper_line), QColor(theme.chosen), QColor(theme.focus)
    dark = paper.lightness() < ink.lightness()
    field = paper.lighter(150) if dark else paper.lighter(104)
    role, group = QPalette.ColorRole, QPalette.ColorGroup
    palette = QPalette(paper)
    for place, colour in (
        (role.Window, paper),
        (role.WindowText, ink),
        (role.Base, field),
        (role.AlternateBase, paper),
        (role.Text, ink),
        (role.Button, paper.lighter(180) if dark else paper.darker(104)),
        (role.ButtonText, ink),
        (role.BrightText, ink),
        (role.ToolTipBase, QColor(theme.paper_tint)),
        (role.ToolTipText, ink),
        (role.PlaceholderText, quiet),
        (role.Highlight, chosen),
        (role.HighlightedText, QColor("#ffffff")),
        (role.Accent, chosen),
        # What has the keyboard is marked in the colour of links, see focus_ring.py.
        (role.Link, focus),
        (role.LinkVisited, focus),
        (role.Mid, line),
        (role.Midlight, line),
        (role.Dark, quiet),
        (role.Light, paper.lighter(130) if dark else QColor("#ffffff")),
        (role.Shadow, QColor(theme.shade)),
    ):
        palette.setColor(place, colour)
    faint = _between(quiet, paper, 0.1)
    for place in (role.WindowText, role.Text, role.ButtonText, role.PlaceholderText):
        palette.setColor(group.Disabled, place, faint)
    palette.setColor(group.Disabled, role.Highlight, line)
    palette.setColor(group.Disabled, role.HighlightedText, ink)
    return palette


def _between(first: QColor, second: QColor, share: float) -> QColor:
    """A colour so far on the way from one to another."""
    return QColor(
        round(first.red() + share * (second.red() - first.red())),
        round(first.green() + share * (second.green() - first.green())),
        round(first.blue() + share * (second.blue() - first.blue())),
    )


def paint_paper(widget: QWidget, theme: Theme) -> None:
    """Fill a widget with a sheet of paper; for use in its ``paintEvent``."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.paper))
    painter.drawRoundedRect(QRectF(widget.rect()), ROUNDING, ROUNDING)
    painter.end()
