"""What holds at a table beside the game: computer players, time for a turn, hints, open hands."""

from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QVBoxLayout, QWidget

from greenbaize.lan.wire import Lay, LobbyShown
from greenbaize.rules.players import LEVEL_NAMES
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.network.table_words import GATHERING, house_texts, lay_of, seconds_text
from greenbaize.ui.plain import Label, on_button
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import level_title

CLOCKS: Final = (0, 15, 30, 60, 120, 300)
"""The seconds for a turn that are offered; 0 is no limit."""


class HouseForm(QWidget):
    """Fields for whoever keeps the table, and the same in words for everybody else."""

    changed = Signal(object)
    """The ``Lay`` that the keeper wants from now on."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lobby: LobbyShown | None = None
        self.words = note(parent=self)
        self.fields = QWidget(self)
        self.bots = QComboBox(self.fields)
        self._offer(
            ["", *LEVEL_NAMES]
        )  # Qt keeps how wide a choice has to be from its first entries
        self.clock = QComboBox(self.fields)
        self.hints = QCheckBox(on_button(tr("Hints are allowed")), self.fields)
        self.hands = QCheckBox(on_button(tr("Watchers may see one hand")), self.fields)
        grid = QGridLayout(self.fields)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        rows = ((tr("Open chairs"), self.bots), (tr("Time for a turn"), self.clock))
        for row, (text, field) in enumerate(rows):
            label = Label(text, self.fields)
            label.setBuddy(field)
            field.setAccessibleName(text)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.hints, 2, 0, 1, 2)
        grid.addWidget(self.hands, 3, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.words)
        column.addWidget(self.fields)
        self.bots.activated.connect(self._on_changed)
        self.clock.activated.connect(self._on_changed)
        self.hints.clicked.connect(self._on_changed)
        self.hands.clicked.connect(self._on_changed)

    def show_lobby(self, lobby: LobbyShown, offered: Sequence[str]) -> None:
        """Show what holds at a table, and the levels that its game offers."""
        self._lobby = lobby
        keeps = lobby.you is not None and lobby.you == lobby.keeper
        self.fields.setVisible(keeps)
        self.words.setVisible(not keeps)
        if not keeps:
            self.words.setText("\n".join(house_texts(lobby)))
            return
        self.fields.setEnabled(lobby.stage == GATHERING)
        self._offer(["", *(one for one in LEVEL_NAMES if one in {*offered, lobby.bots})])
        clocks = sorted({*CLOCKS, lobby.clock})
        if [self.clock.itemData(place) for place in range(self.clock.count())] != clocks:
            self.clock.clear()
            for seconds in clocks:
                self.clock.addItem(seconds_text(seconds), seconds)
        self.bots.setCurrentIndex(max(0, self.bots.findData(lobby.bots)))
        self.clock.setCurrentIndex(self.clock.findData(lobby.clock))
        self.hints.setChecked(lobby.hints)
        self.hands.setChecked(lobby.hands)

    def _offer(self, levels: list[str]) -> None:
        if [self.bots.itemData(place) for place in range(self.bots.count())] != levels:
            self.bots.clear()
            for one in levels:
                text = tr("computer player: {level}").format(level=level_title(one))
                self.bots.addItem(text if one else tr("wait for friends"), one)

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
