"""The dialog in which whoever keeps a table changes what is played at it."""

from itertools import pairwise
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from greenbaize.lan.wire import Lay
from greenbaize.match.header import Games
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.game_list import GameList
from greenbaize.ui.dialogs.notes import subheading
from greenbaize.ui.dialogs.options_form import OptionsForm
from greenbaize.ui.plain import Label, set_tip
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import Theme
from greenbaize.ui.window_geometry import usual_size
from greenbaize.words.catalogue import tr

USUAL_SIZE: Final = QSize(680, 480)


class LayDialog(Dialog):
    """Asks for the game, the number of players and the options; ``changed`` carries all three."""

    changed = Signal(str, int, dict)

    def __init__(self, games: Games, lay: Lay, parent: QWidget, theme: Theme) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What is played"))
        self.setPalette(paper_palette(theme))
        self._games, self._lay = games, lay
        self.game_list = GameList(games, self)
        self.game_list.setAccessibleName(tr("Game"))
        self.players = QSpinBox(self)
        self.players.setMinimumWidth(64)
        self.options = OptionsForm(self)
        self.standard_button = QPushButton(tr("S&tandard options"), self)
        self.take_button = QPushButton(tr("C&hange the table"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self._arrange()
        self.game_list.game_chosen.connect(self._on_game_chosen)
        self.players.valueChanged.connect(self.options.show_seats)
        self.standard_button.clicked.connect(self.options.reset)
        self.take_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.game_list.choose(lay.game)
        self.game_list.setFocus()
        self.resize(usual_size(self, USUAL_SIZE))

    def _arrange(self) -> None:
        label = Label(tr("&Players").replace("&", ""), self)
        label.setBuddy(self.players)
        self.players.setAccessibleName(label.text())
        count = QHBoxLayout()
        count.addWidget(label)
        count.addWidget(self.players)
        count.addStretch(1)
        self.standard_button.setAutoDefault(False)
        self.take_button.setDefault(True)
        sheet = QWidget(self)
        rules = QVBoxLayout(sheet)
        rules.setContentsMargins(4, 0, 8, 0)
        rules.setSpacing(8)
        rules.addLayout(count)
        rules.addWidget(subheading(tr("Options"), sheet))
        rules.addWidget(self.options)
        rules.addWidget(self.standard_button, 0, Qt.AlignmentFlag.AlignLeft)
        rules.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(sheet)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        sheet.setAutoFillBackground(False)
        scroll.viewport().setAutoFillBackground(False)
        upper = QHBoxLayout()
        upper.setSpacing(16)
        upper.addWidget(self.game_list)
        upper.addWidget(scroll, 1)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.take_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.ActionRole)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(12)
        column.addLayout(upper, 1)
        column.addWidget(buttons)

    def _on_game_chosen(self, name: str) -> None:
        game = self._games[name]
        wanted = self._lay.options if name == self._lay.game else {}
        low, high = game.seats[0], game.seats[-1]
        self.players.blockSignals(True)
        self.players.setRange(low, high)
        self.players.setValue(self._lay.seats)
        self.players.blockSignals(False)
        limits = tr("From {low} to {high} players").format(low=low, high=high)
        self.players.setAccessibleDescription(limits)
        set_tip(self.players, limits)
        self.options.show_options(game.options, self.players.value(), wanted)
        fields = [self.game_list, self.players, *self.options.fields()]
        fields += [self.standard_button, self.take_button, self.cancel_button]
        for field, following in pairwise(fields):
            self.setTabOrder(field, following)

    def accept(self) -> None:
        """Hand the choice over."""
        super().accept()
        chosen = self.game_list.chosen, self.players.value(), self.options.values
        self.changed.emit(*chosen)
