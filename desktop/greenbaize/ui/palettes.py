"""The application's colours: what Qt's own parts look like, with the style of ``flat.py``.

Not every system takes the wish for light or dark from a program: there, menus, message boxes, file
dialogs and tooltips would stay as they are. So all of Qt is given the table's own paper, and the
system is told as well, for what it draws itself.
"""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from greenbaize.ui.flat import put_on
from greenbaize.ui.plain import colour_tips
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import CLOTHS, Theme

_COLOURED_BY_SYSTEMS: Final = (
    *("QMenu", "QMenuBar", "QMessageBoxLabel", "QToolButton", "QAbstractButton"),
    *("QCheckBox", "QRadioButton", "QHeaderView", "QAbstractItemView", "QComboBox"),
    *("QLineEdit", "QTabBar", "QLabel", "QGroupBox", "QTextEdit"),
)
"""The kinds of widgets to which a system's theme may give colours of their own."""


def wear(name: str, cloth: str = "baize") -> Theme:
    """Dress everything that Qt draws, open windows too.

    Args:
        name: "light", "dark", or "system" for what the system has now.
        cloth: which table's.

    Returns:
        The colours of the table.
    """
    hints, schemes = QApplication.styleHints(), Qt.ColorScheme
    if name == "system":
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(schemes.Dark if name == "dark" else schemes.Light)
    dark = name == "dark" or (name == "system" and hints.colorScheme() is schemes.Dark)
    theme = CLOTHS[cloth][dark]
    dress(theme)
    return theme


def dress(theme: Theme) -> None:
    """Give all of Qt a theme's colours and shapes, where it does not have them."""
    palette = paper_palette(theme)
    if not _same(QApplication.palette(), palette):
        _colour(palette)
    put_on(theme)


def _colour(palette: QPalette) -> None:
    QApplication.setPalette(palette)
    for kind in _COLOURED_BY_SYSTEMS:
        # Qt for Python takes the name as text, whatever its stubs say.
        if not _same(QApplication.palette(kind), palette):  # type: ignore[call-overload]
            QApplication.setPalette(palette, kind)  # type: ignore[arg-type]
    colour_tips(palette)


def _same(one: QPalette, other: QPalette) -> bool:
    roles = (QPalette.ColorRole.Window, QPalette.ColorRole.Text, QPalette.ColorRole.Base)
    return all(one.color(role) == other.color(role) for role in roles)
