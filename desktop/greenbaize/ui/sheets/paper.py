"""Paper as a surface for widgets: its colours for Qt's own parts, and its rounded shape."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import QWidget

from greenbaize.ui.theme import Theme

ROUNDING = 10.0


def paper_palette(theme: Theme) -> QPalette:
    """Qt's colour roles on paper: ink on ivory, with the table's green for what is chosen."""
    paper, ink, quiet = QColor(theme.paper), QColor(theme.ink), QColor(theme.ink_quiet)
    line, chosen = QColor(theme.paper_line), QColor(theme.felt_glow)
    dark = paper.lightness() < ink.lightness()
    field = paper.lighter(170) if dark else paper.lighter(104)
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
        (role.Highlight, chosen.lighter(130) if dark else chosen),
        (role.HighlightedText, QColor("#ffffff")),
        (role.Accent, chosen.lighter(150) if dark else chosen),
        (role.Link, chosen.lighter(190) if dark else chosen),
        (role.LinkVisited, chosen.lighter(190) if dark else chosen),
        (role.Mid, line),
        (role.Midlight, line),
        (role.Dark, quiet),
        (role.Light, paper.lighter(130) if dark else QColor("#ffffff")),
        (role.Shadow, QColor(theme.shade)),
    ):
        palette.setColor(place, colour)
    faint = QColor(quiet)
    faint.setAlpha(150)
    for place in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(group.Disabled, place, faint)
    return palette


def paint_paper(widget: QWidget, theme: Theme) -> None:
    """Fill a widget with a sheet of paper; for use in its ``paintEvent``."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(theme.paper))
    painter.drawRoundedRect(QRectF(widget.rect()), ROUNDING, ROUNDING)
    painter.end()
