"""The palette and style sheet of all Qt widgets: flat paper, the same on every system.

Some systems ignore a program's choice of light or dark, so all of Qt gets the table's own paper;
the system is told as well, for what it draws itself. The style sheet lies over Fusion: anything it
does not name has Fusion's shape and the palette's colours. A ring shows the focus. Arrows and ticks
are image files, made by ``packaging/draw/marks.py``.
"""

import re
from collections.abc import Callable
from string import Template
from typing import Final

from PySide6.QtCore import QDir, Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QApplication

from greenbaize.lazy_import import lazy
from greenbaize.resources import resources_folder
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.paper import paper_palette
from greenbaize.ui.widgets.plain_text import set_tooltip_palette
from greenbaize.ui.widgets.theme import (
    CLOTHS,
    DARK,
    LIGHT,
    Theme,
    current_theme,
    faint_ink,
    mix_colours,
    set_theme,
)

_SYSTEM_COLOURED_CLASSES: Final = (
    "QMenu",
    "QMenuBar",
    "QMessageBoxLabel",
    "QToolButton",
    "QAbstractButton",
    "QCheckBox",
    "QRadioButton",
    "QHeaderView",
    "QAbstractItemView",
    "QComboBox",
    "QLineEdit",
    "QTabBar",
    "QLabel",
    "QGroupBox",
    "QTextEdit",
)
"""Widget classes to which a system theme may give colours of their own."""


def select_theme(name: str, cloth: str = "baize") -> Theme:
    """Apply the theme "light", "dark" or "system" with a cloth; return it."""
    hints, schemes = QApplication.styleHints(), Qt.ColorScheme
    if name == "system":
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(schemes.Dark if name == "dark" else schemes.Light)
    dark = name == "dark" or (name == "system" and hints.colorScheme() is schemes.Dark)
    theme = (CLOTHS.get(cloth) or _own_cloth_themes(cloth))[dark]
    apply_application_theme(theme)
    return theme


def apply_application_theme(theme: Theme) -> None:
    """Apply a theme's palette and style sheet to all of Qt where they differ."""
    palette = paper_palette(theme)
    if theme != current_theme():
        set_theme(theme)
        for widget in QApplication.allWidgets():
            widget.update()
    if not _has_same_colours(QApplication.palette(), palette):
        _set_palettes(palette)
    set_style_sheet(theme)


def _set_palettes(palette: QPalette) -> None:
    QApplication.setPalette(palette)
    for kind in _SYSTEM_COLOURED_CLASSES:
        # PySide accepts the class name as text, whatever its stubs say.
        if not _has_same_colours(QApplication.palette(kind), palette):  # type: ignore[call-overload]
            QApplication.setPalette(palette, kind)  # type: ignore[arg-type]
    set_tooltip_palette(palette)


def _has_same_colours(first: QPalette, second: QPalette) -> bool:
    roles = (QPalette.ColorRole.Window, QPalette.ColorRole.Text, QPalette.ColorRole.Base)
    return all(first.color(role) == second.color(role) for role in roles)


_own_cloth_themes: Callable[[str], tuple[Theme, Theme]] = lazy(
    "greenbaize.ui.widgets.own_cloth:own_cloth_themes"
)
BASE_STYLE: Final = "Fusion"
"""Qt's base style below the style sheet, available on every system."""
MAX_BOX_SCALE: Final = 1.5
"""Maximum factor by which check boxes grow with the text scale."""

_STYLE_SHEET_TEMPLATE: Final = Template("""
QPushButton, QToolButton {
    color: $ink; background: $button; border: 1px solid $edge; border-radius: 5px;
}
QPushButton { padding: 4px 12px; min-height: ${button_high}px; outline: 0; }
QToolButton { padding: 3px; }
QPushButton:hover, QToolButton:hover, QToolButton:open { background: $tint; }
QPushButton:pressed, QToolButton:pressed, QPushButton:checked, QToolButton:checked {
    background: $pressed;
}
QPushButton:default { color: #ffffff; background: $chosen; border-color: $chosen; }
QPushButton:default:hover { background: $chosen_hover; }
QPushButton:default:pressed { background: $chosen_pressed; }
QPushButton:disabled, QToolButton:disabled {
    color: $faint; background: $paper; border-color: $line;
}
QPushButton[flat="true"], QToolButton[autoRaise="true"] {
    color: $ink; background: transparent; border-color: transparent;
}
QPushButton[flat="true"] { padding: 2px; }
QToolButton[autoRaise="true"] { padding: 3px 1px; }
QPushButton[flat="true"]:hover, QToolButton[autoRaise="true"]:hover { background: $tint; }
QPushButton[flat="true"]:pressed, QToolButton[autoRaise="true"]:pressed,
QPushButton[flat="true"]:checked, QToolButton[autoRaise="true"]:checked {
    background: $pressed; border-color: $edge;
}
QPushButton[flat="true"]:disabled, QToolButton[autoRaise="true"]:disabled {
    color: $faint; background: transparent;
}
QPushButton::menu-indicator {
    image: url(marks:down-$name.png); subcontrol-position: right center; right: 6px;
}
QToolButton::menu-indicator { image: none; }
#qt_calendar_navigationbar, #qt_calendar_navigationbar QToolButton {
    background: $tint;
    selection-color: $ink;
}
QToolButton::up-arrow { image: url(marks:up-$name.png); }
QToolButton::down-arrow { image: url(marks:down-$name.png); }
QToolButton::left-arrow { image: url(marks:left-$name.png); }
QToolButton::right-arrow { image: url(marks:right-$name.png); }
QToolButton::up-arrow:disabled { image: url(marks:up-$name-faint.png); }
QToolButton::down-arrow:disabled { image: url(marks:down-$name-faint.png); }
QDialog { border: 1px solid $edge; }
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QLineEdit, QComboBox, QAbstractSpinBox {
    color: $ink; background: $field; border: 1px solid $edge; border-radius: 5px;
    padding: 2px 6px; min-height: ${field_high}px;
    selection-background-color: $chosen; selection-color: #ffffff;
}
QComboBox:hover, QAbstractSpinBox:hover, QLineEdit:hover { border-color: $ink; }
QComboBox:on { background: $tint; }
QLineEdit:read-only { background: $paper; }
QLineEdit:disabled, QComboBox:disabled, QAbstractSpinBox:disabled {
    color: $faint; background: $paper; border-color: $line;
}
QLineEdit { placeholder-text-color: $quiet; }
QComboBox QLineEdit, QAbstractSpinBox QLineEdit {
    background: transparent; border: 0; padding: 0; min-height: 0;
}
QComboBox { combobox-popup: 0; padding-right: ${combo_end}px; }
QComboBox::drop-down { border: 0; width: 20px; }
QComboBox::down-arrow { image: url(marks:down-$name.png); width: 12px; height: 12px; }
QComboBox::down-arrow:disabled { image: url(marks:down-$name-faint.png); }
QComboBox QAbstractItemView {
    color: $ink; background: $field; border: 1px solid $edge; padding: 2px; outline: 0;
    selection-background-color: $chosen; selection-color: #ffffff;
}
QAbstractSpinBox { padding: 2px 0; qproperty-alignment: AlignCenter; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {
    subcontrol-origin: border; width: 20px; border: 0; background: transparent;
}
QAbstractSpinBox::up-button {
    subcontrol-position: top right; margin: 1px 1px 0 0; border-top-right-radius: 4px;
}
QAbstractSpinBox::down-button {
    subcontrol-position: bottom right; margin: 0 1px 1px 0; border-bottom-right-radius: 4px;
}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover { background: $tint; }
QAbstractSpinBox::up-button:pressed, QAbstractSpinBox::down-button:pressed {
    background: $pressed;
}
QAbstractSpinBox::up-arrow { image: url(marks:up-$name.png); width: 10px; height: 10px; }
QAbstractSpinBox::down-arrow { image: url(marks:down-$name.png); width: 10px; height: 10px; }
QAbstractSpinBox::up-arrow:disabled, QAbstractSpinBox::up-arrow:off {
    image: url(marks:up-$name-faint.png);
}
QAbstractSpinBox::down-arrow:disabled, QAbstractSpinBox::down-arrow:off {
    image: url(marks:down-$name-faint.png);
}

QCheckBox, QRadioButton { spacing: 7px; }
QCheckBox::indicator, QMenu::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $edge; border-radius: 3px;
    background: $field;
}
QCheckBox::indicator:hover { border-color: $ink; background: $tint; }
QCheckBox::indicator:pressed { background: $pressed; }
QCheckBox::indicator:checked, QMenu::indicator:checked {
    border-color: $chosen; background: $chosen; image: url(marks:tick-white.png);
}
QCheckBox::indicator:indeterminate {
    border-color: $chosen; background: $chosen; image: url(marks:dash-white.png);
}
QCheckBox::indicator:disabled { border-color: $faint; background: $paper; }
QCheckBox::indicator:checked:disabled {
    border-color: $faint; background: $paper; image: url(marks:tick-$name-faint.png);
}
QRadioButton::indicator {
    width: ${box}px; height: ${box}px; border: 1px solid $edge; border-radius: ${round}px;
    background: $field;
}
QRadioButton::indicator:hover { border-color: $ink; background: $tint; }
QRadioButton::indicator:checked {
    border-color: $chosen;
    background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
        stop: 0 #ffffff, stop: 0.4 #ffffff, stop: 0.48 $chosen, stop: 1 $chosen);
}
QRadioButton::indicator:disabled { border-color: $faint; background: $paper; }

QSlider:horizontal { min-height: 20px; }
QSlider::groove:horizontal {
    height: 4px; margin: 0 6px; border-radius: 2px; background: $edge;
}
QSlider::sub-page:horizontal { border-radius: 2px; background: $chosen; }
QSlider::groove:horizontal:disabled, QSlider::sub-page:horizontal:disabled { background: $line; }
QSlider::handle:horizontal {
    width: 14px; height: 14px; margin: -6px 0; border: 1px solid $chosen; border-radius: 8px;
    background: $chosen;
}
QSlider::handle:hover { background: $tint; }
QSlider::handle:pressed { border-color: $ink; background: $ink; }
QSlider::handle:disabled { border-color: $faint; background: $paper; }

QProgressBar {
    color: $ink; background: $field; border: 1px solid $edge; border-radius: 4px;
    text-align: center; min-height: 14px;
}
QProgressBar::chunk { background: $tint; border-radius: 3px; }

QScrollBar:vertical { background: transparent; width: 12px; margin: 0; border: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; border: 0; }
QScrollBar::handle { background: $edge; border-radius: 4px; }
QScrollBar::handle:vertical { min-height: 28px; margin: 2px; }
QScrollBar::handle:horizontal { min-width: 28px; margin: 2px; }
QScrollBar::handle:hover { background: $quiet; }
QScrollBar::handle:pressed { background: $ink; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabWidget::pane { border: 0; border-top: 1px solid $edge; top: -1px; }
QTabBar::tab {
    color: $quiet; background: transparent; border: 0; border-bottom: 3px solid transparent;
    padding: 5px 12px 4px 12px;
}
QTabBar::tab:hover { background: $tint; color: $ink; }
QTabBar::tab:selected { color: $ink; border-bottom-color: $chosen; }
QTabBar::tab:disabled { color: $faint; }

QGroupBox {
    border: 1px solid $line; border-radius: 6px; margin-top: 9px; padding: 8px 2px 2px 2px;
}
QGroupBox::title {
    color: $ink; subcontrol-origin: margin; subcontrol-position: top left; left: 10px;
    padding: 0 4px; background: $paper;
}
QGroupBox::title:disabled { color: $faint; }

QTableWidget QHeaderView:vertical { background: $field; }
QHeaderView::section {
    color: $ink; background: $paper; border: 0; border-right: 1px solid $line;
    border-bottom: 1px solid $edge; padding: 3px 6px;
}
QHeaderView::section:hover { background: $tint; }
QHeaderView::section:pressed { background: $pressed; }
QHeaderView::up-arrow { image: url(marks:up-$name.png); width: 10px; height: 10px; }
QHeaderView::down-arrow { image: url(marks:down-$name.png); width: 10px; height: 10px; }
QTableCornerButton::section { background: $paper; border: 0; border-bottom: 1px solid $edge; }

QMenuBar { color: $ink; background: $paper; border: 0; }
QMenuBar::item { background: transparent; padding: 2px 10px 3px; }
QMenuBar::item:selected { background: $tint; }
QMenuBar::item:pressed { color: #ffffff; background: $chosen; }
QMenu { color: $ink; background: $paper; border: 1px solid $edge; padding: 4px 0; }
QMenu::item { padding: 4px 28px 4px ${item}px; background: transparent; }
QMenu::item:selected { color: #ffffff; background: $chosen; }
QMenu::item:disabled { color: $faint; }
QMenu::item:disabled:selected { color: $ink; background: $line; }
QMenu::separator { height: 1px; margin: 4px 0; background: $line; }
QMenu::indicator { left: 8px; }
QMenu::indicator:exclusive { border-radius: ${round}px; }
QMenu::icon { left: 8px; }
QMenu::right-arrow { image: url(marks:right-$name.png); width: 12px; height: 12px; right: 8px; }
QMenu::right-arrow:selected { image: url(marks:right-white.png); }

QToolTip {
    color: $ink; background: $tint; border: 1px solid $edge; padding: 3px 5px;
}
""")


def make_style_sheet(theme: Theme) -> str:
    """Return the style sheet in a theme's colours at the current text scale."""
    dark, box = theme.is_dark, round(scale_pixels(14, MAX_BOX_SCALE))
    return _STYLE_SHEET_TEMPLATE.substitute(
        name="dark" if dark else "light",
        ink=theme.ink,
        quiet=theme.ink_quiet,
        faint=faint_ink(theme),
        paper=theme.paper,
        field=theme.field,
        button=theme.button,
        tint=theme.paper_tint,
        pressed=mix_colours(theme.paper_tint, theme.edge, 0.3),
        line=theme.paper_line,
        edge=theme.edge,
        chosen=theme.chosen,
        chosen_hover=mix_colours(theme.chosen, "#ffffff" if dark else "#000000", 0.12),
        chosen_pressed=mix_colours(theme.chosen, "#000000", 0.3),
        button_high=round(scale_pixels(18)),
        field_high=round(scale_pixels(20)),
        box=box,
        round=box // 2 + 1,
        item=box + 16,
        combo_end=round(scale_pixels(10) - 8),  # or large letters come too close to the arrow
    )


def icon_names() -> list[str]:
    """Return the names of the icons in both style sheets, with the suffixes of their colours."""
    both = make_style_sheet(LIGHT) + make_style_sheet(DARK)
    return sorted(set(re.findall(r"url\(marks:([a-z-]+)\.png\)", both)))


def icon_colours() -> dict[str, str]:
    """Return the colours in which icons are drawn, by file name suffix."""
    return {
        "light": LIGHT.ink,
        "light-faint": faint_ink(LIGHT),
        "dark": DARK.ink,
        "dark-faint": faint_ink(DARK),
        "white": "#ffffff",
    }


def prepare_application(application: QApplication) -> None:
    """Prepare the application for the style sheet, before the first window is created."""
    if application.testAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles):
        return  # already prepared; setting it again would notify every widget
    # Otherwise child widgets would keep their first colours.
    application.setAttribute(Qt.ApplicationAttribute.AA_UseStyleSheetPropagationInWidgetStyles)
    QDir.setSearchPaths("marks", [str(resources_folder() / "marks")])


def set_style_sheet(theme: Theme) -> None:
    """Set the application's style sheet for a theme."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    style_sheet = make_style_sheet(theme)
    if application.styleSheet() != style_sheet:
        application.setStyleSheet(style_sheet)
