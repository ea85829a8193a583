"""Which table is played at: a picture of each in a row, of which one is chosen."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from greenbaize.rules.messages import mark
from greenbaize.store.fitting import CLOTHS
from greenbaize.ui import theme as colours
from greenbaize.ui.plain import set_tip
from greenbaize.ui.table.cloth import woven
from greenbaize.ui.theme import Theme
from greenbaize.words.catalogue import tr

TITLES: Final = {
    "baize": mark("Green baize"),
    "wine": mark("Burgundy and walnut"),
    "slate": mark("Slate linen"),
}
PICTURE: Final = QSize(108, 70)
"""Pixels at 100 %."""
_CARD: Final = 68.0
"""The cards that would lie there: so wide that the rail and the seam can be made out."""


class ClothChoice(QWidget):
    """The tables as buttons, of which one is down; arrow keys go from one to the next."""

    changed = Signal()

    def __init__(self, chosen: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for number, cloth in enumerate(CLOTHS):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIconSize(PICTURE)
            button.setAccessibleName(tr(TITLES[cloth]))
            set_tip(button, tr(TITLES[cloth]))
            button.setChecked(cloth == chosen)
            self._group.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        self.setFocusProxy(self._group.button(0))
        self.set_theme(theme)
        self._group.idToggled.connect(self._on_toggled)

    @property
    def chosen(self) -> str:
        """The table that is chosen."""
        return CLOTHS[self._group.checkedId()]

    @property
    def buttons(self) -> list[QToolButton]:
        """One for each table, in their order."""
        return [self._group.button(number) for number in range(len(CLOTHS))]  # type: ignore[misc]

    def set_theme(self, theme: Theme) -> None:
        """Show the tables by day or by night, as the theme is."""
        ratio = self.devicePixelRatioF()
        for cloth, button in zip(CLOTHS, self.buttons, strict=True):
            picture = woven(colours.CLOTHS[cloth][theme.is_dark], PICTURE, ratio, _CARD)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # a style would tint it otherwise
            button.setIcon(icon)

    def _on_toggled(self, _: int, down: bool) -> None:
        if down:
            self.changed.emit()
