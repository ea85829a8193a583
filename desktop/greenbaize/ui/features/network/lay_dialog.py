"""Dialog to change the game of a table, and form for its other settings."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

import msgspec
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QGridLayout,
    QPushButton,
    QSpinBox,
    QWidget,
)

from greenbaize.app.network.table_words import (
    GATHERING,
    house_texts,
    keeps_table,
    lay_of,
    seconds_text,
)
from greenbaize.lan.wire import Lay, LobbyShown
from greenbaize.match.header import Games
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.ui.match.game_list import GameList
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog, PaperScroll
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label, on_button, set_tip
from greenbaize.ui.widgets.window_geometry import usual_size
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import level_title

USUAL_SIZE: Final = QSize(680, 480)
CLOCKS: Final = (0, 15, 30, 60, 120, 300)
"""Offered time limits for a turn (s); 0 is no limit."""


class LayDialog(Dialog):
    """Dialog for the game, the number of players and the options.

    ``changed`` carries all three. ``last_options`` holds the options of other games as last set.
    """

    changed = Signal(str, int, dict)

    def __init__(
        self,
        games: Games,
        lay: Lay,
        parent: QWidget,
        rules: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        super().__init__(parent, tr("What is played"))
        self._games, self._lay = games, lay
        self._rules = {**(rules or {}), lay.game: lay.options}
        self._game = ""
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
        self.standard_button.setAutoDefault(False)
        self.take_button.setDefault(True)
        sheet = QWidget(self)
        rules = column_of(
            row_of(label, self.players, STRETCH),
            subheading(tr("Options"), sheet),
            self.options,
            self.standard_button,
            STRETCH,
            within=sheet,
            margins=(4, 0, 8, 0),
            spacing=8,
        )
        rules.setAlignment(self.standard_button, Qt.AlignmentFlag.AlignLeft)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.take_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.ActionRole)
        upper = row_of(self.game_list, (PaperScroll(sheet, self), 1), spacing=16)
        column_of((upper, 1), buttons, within=self, margins=(16, 14, 16, 14), spacing=12)

    def _on_game_chosen(self, name: str) -> None:
        game = self._games[name]
        if self._game:
            self._rules[self._game] = self.options.wanted  # for a return to that game
        self._game, wanted = name, self._rules.get(name, {})
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
        super().accept()
        chosen = self.game_list.chosen, self.players.value(), self.options.values
        self.changed.emit(*chosen)


class HouseForm(QWidget):
    """Settings fields for the keeper, and a text summary for everybody else."""

    changed = Signal(object)
    """The table setup that the keeper wants."""
    shows_only = Signal(bool)
    """The host wants to take no seat and only show the table (True), or to take a seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lobby: LobbyShown | None = None
        self.words = note(parent=self)
        self.fields = QWidget(self)
        self.bots = QComboBox(self.fields)
        # Qt fixes the width of a combo box by its first entries.
        _offer(self.bots, ["", *LEVEL_NAMES], _bots_text)
        self.clock = QComboBox(self.fields)
        self.hints = QCheckBox(on_button(tr("Hints are allowed")), self.fields)
        self.hands = QCheckBox(on_button(tr("Watchers may see one hand")), self.fields)
        grid = QGridLayout(self.fields)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self.only = QCheckBox(on_button(tr("I only show the table")), self.fields)
        set_tip(
            self.only, tr("You take no chair: the others play, and this screen is their table.")
        )
        self.only.hide()
        rows = ((tr("Open chairs"), self.bots), (tr("Time for a turn"), self.clock))
        for row, (text, field) in enumerate(rows):
            label = Label(text, self.fields)
            label.setBuddy(field)
            field.setAccessibleName(text)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.hints, 2, 0, 1, 2)
        grid.addWidget(self.hands, 3, 0, 1, 2)
        grid.addWidget(self.only, 4, 0, 1, 2)
        column_of(self.words, self.fields, within=self, margins=(0, 0, 0, 0))
        for changed in (
            *(self.bots.activated, self.clock.activated),
            *(self.hints.clicked, self.hands.clicked),
        ):
            changed.connect(self._on_changed)
        self.only.clicked.connect(self.shows_only)

    def show_lobby(
        self, lobby: LobbyShown, offered: Sequence[str], *, hosting: bool = False
    ) -> None:
        """Show the settings of a table, and the computer players' levels that its game offers."""
        self._lobby = lobby
        keeps = keeps_table(lobby, hosting=hosting)
        self.only.setVisible(hosting)
        self.only.setChecked(lobby.you is None)
        self.fields.setVisible(keeps)
        self.words.setVisible(not keeps)
        if not keeps:
            self.words.setText("\n".join(house_texts(lobby)))
            return
        self.fields.setEnabled(lobby.stage == GATHERING)
        levels = [one for one in LEVEL_NAMES if one in {*offered, lobby.bots}]
        _offer(self.bots, ["", *levels], _bots_text)
        _offer(self.clock, sorted({*CLOCKS, lobby.clock}), seconds_text)
        self.bots.setCurrentIndex(max(0, self.bots.findData(lobby.bots)))
        self.clock.setCurrentIndex(self.clock.findData(lobby.clock))
        self.hints.setChecked(lobby.hints)
        self.hands.setChecked(lobby.hands)

    def _on_changed(self, _: object = None) -> None:
        assert self._lobby is not None
        wanted: Lay = msgspec.structs.replace(
            lay_of(self._lobby),
            bots=str(self.bots.currentData()),
            clock=int(self.clock.currentData()),
            hints=self.hints.isChecked(),
            hands=self.hands.isChecked(),
        )
        self.changed.emit(wanted)


def _offer(box: QComboBox, values: list[Any], text: Callable[[Any], str]) -> None:
    if [box.itemData(place) for place in range(box.count())] != values:
        box.clear()
        for value in values:
            box.addItem(text(value), value)


def _bots_text(level: str) -> str:
    if not level:
        return tr("wait for friends")
    return tr("computer player: {level}").format(level=level_title(level))
