"""The menu of a replay's bar that is too narrow for everything: speed, eyes, and what else is done.

It holds nothing of its own: what is chosen here is chosen on the bar.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QSizePolicy, QWidget

from greenbaize.ui.plain import on_button, set_tip
from greenbaize.words.catalogue import tr

MENU_WIDEST: Final = 48
"""The button that opens it, in pixels: styles make buttons wider than three points need."""


class Offered(NamedTuple):
    """What a bar offers: two choices, and two buttons; ``play_on_words`` are about the first."""

    speed: QComboBox
    viewer: QComboBox
    play_on: QPushButton
    play_on_words: str
    leave: QPushButton


class ReplayMenu(QMenu):
    """Made anew each time it is opened.

    Args:
        bar: the bar.
        offered: gives what the bar offers now.
    """

    def __init__(self, bar: QWidget, offered: Callable[[], Offered]) -> None:
        super().__init__(bar)
        self._offered = offered
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        """Offer what the bar offers now."""
        self.clear()
        bar = self._offered()
        self._add_choice(tr("&Speed"), bar.speed)
        self._add_choice(tr("Seen &by"), bar.viewer)
        self.addSeparator()
        self._add_button(bar.play_on, bar.play_on_words)
        self._add_button(bar.leave)

    def _add_choice(self, title: str, box: QComboBox) -> None:
        menu = self.addMenu(title)
        menu.setEnabled(box.isEnabled())
        group = QActionGroup(menu)
        for row in range(box.count()):
            action = menu.addAction(on_button(box.itemText(row)))
            action.setCheckable(True)
            action.setChecked(row == box.currentIndex())
            group.addAction(action)
            action.triggered.connect(lambda _=False, row=row: box.setCurrentIndex(row))

    def _add_button(self, button: QPushButton, words: str = "") -> None:
        action = self.addAction(button.text())
        action.setEnabled(button.isEnabled())
        set_tip(action, words)
        action.triggered.connect(lambda _=False: button.click())


def more_button(bar: QWidget, offered: Callable[[], Offered]) -> QPushButton:
    """The button that opens the menu of a bar."""
    button = QPushButton("⋯", bar)
    button.setAccessibleName(tr("More"))
    set_tip(button, tr("Speed, whose cards are seen, play on, leave"))
    button.setMenu(ReplayMenu(bar, offered))
    button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
    button.setMaximumWidth(MENU_WIDEST)
    button.hide()
    return button
