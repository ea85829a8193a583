"""Dialogs to create a sheet kept by hand, and to open one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from greenbaize.app.sheets.blank import BlankSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.store.fitting import tidy_name
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog, TallScroll
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.notes import heading, note
from greenbaize.ui.widgets.plain import Label
from greenbaize.ui.widgets.texts import date_text
from greenbaize.ui.widgets.window_geometry import room_of
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name, shown_words
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

MOST_ROWS: Final = 6


class KeptSheetsDialog(Dialog):
    """Dialog that lists sheets kept by hand; ``path_chosen`` carries the chosen path."""

    path_chosen = Signal(str)
    other_asked = Signal()
    """A file is wanted that is not in the list."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Open a sheet"))
        self._paths = list(paths)
        self.list = self.make_list(map(sheet_line, self._paths), most_rows=MOST_ROWS)
        self.empty = note(tr("No sheet has been kept by hand here yet."), self)
        self.empty.setVisible(not self._paths)
        self.list.setVisible(bool(self._paths))
        self.open_button = self.button(tr("&Open"), self._on_open, default=True)
        self.open_button.setEnabled(bool(self._paths))
        self.other_button = self.button(tr("Another &file…"), self._on_other)
        self.cancel_button = self.button(tr("&Cancel"), self.reject)
        buttons = row_of(self.other_button, STRETCH, self.open_button, self.cancel_button)
        self.lay_out(heading(tr("Which sheet?")), self.list, self.empty, buttons)
        self.list.setMinimumWidth(round(grown(420)))
        self.resize(round(grown(480)), round(grown(150)))
        self.list.itemActivated.connect(self._on_open)
        (self.list if self._paths else self.other_button).setFocus()

    def _on_open(self) -> None:
        row = self.list.currentRow()
        if 0 <= row < len(self._paths) and self.isVisible():
            self.accept()
            self.path_chosen.emit(str(self._paths[row]))

    def _on_other(self) -> None:
        self.reject()
        self.other_asked.emit()


def sheet_line(path: Path) -> str:
    """Return the list entry of a sheet: its game, its players and the day it was begun."""
    try:
        card = BlankSheet.open(path).card
    except GameError as error:
        return f"{shown_words(path.name)}\n{Speaker().say(error.message)}"
    names = ", ".join(map(shown_name, card.names))
    first = tr("{game}: {names}").format(game=game_title(card.game), names=names)
    if not card.date:
        return first
    return f"{first}\n" + tr("begun {begun}").format(begun=date_text(card.date))


class BlankSheetDialog(Dialog):
    """Dialog for a new sheet; ``sheet_chosen`` carries ``read_selection()`` when accepted."""

    sheet_chosen = Signal(object)

    def __init__(
        self, games: Mapping[str, Game[Any]], game: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, tr("New blank sheet"))
        self._games = {name: one for name, one in games.items() if one.form() is not None}
        self.game = QComboBox(self)
        for name in self._games:
            self.game.addItem(game_title(name), name)
        self.players = QSpinBox(self)
        self.names: list[QLineEdit] = []
        self.options = OptionsForm(self)
        self._form = QFormLayout()
        self._lay_out()
        self.game.currentIndexChanged.connect(self._on_game)
        self.players.valueChanged.connect(self._on_players)
        self.game.setCurrentIndex(max(0, self.game.findData(game)))
        self._on_game()

    def _lay_out(self) -> None:
        self._form.addRow(tr("&Game"), self.game)
        self._form.addRow(tr("&Players"), self.players)
        most = max((one.seats[-1] for one in self._games.values()), default=0)
        for number in range(1, most + 1):
            edit = QLineEdit(self)
            edit.setMaxLength(40)
            edit.setPlaceholderText(_usual_name(number))
            edit.setAccessibleName(_usual_name(number))
            self.names.append(edit)
            self._form.addRow(Label(_usual_name(number), self), edit)
        role = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox(self)
        self.begin_button = self.buttons.addButton(tr("&Begin"), role.AcceptRole)
        self.cancel_button = self.buttons.addButton(tr("&Cancel"), role.RejectRole)
        self.begin_button.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        sheet = QWidget(self)
        parts = (self._form, (self.options, 1))
        self._inner = column_of(*parts, within=sheet, margins=(0, 0, 8, 0))
        self._scroll = TallScroll(sheet, self)
        column_of((self._scroll, 1), self.buttons, within=self)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(420, 320))

    def chosen(self) -> tuple[str, tuple[str, ...], dict[str, Any]]:
        """Return the game's name, the players' names (numbered if empty) and the options."""
        count = self.players.value()
        names = tuple(
            tidy_name(edit.text()) or _usual_name(number)
            for number, edit in enumerate(self.names[:count], 1)
        )
        return str(self.game.currentData()), names, self.options.values

    def accept(self) -> None:
        super().accept()
        self.sheet_chosen.emit(self.chosen())

    def _on_game(self) -> None:
        game = self._games[str(self.game.currentData())]
        wanted = self.players.value() or 4
        with QSignalBlocker(self.players):
            self.players.setRange(game.seats[0], game.seats[-1])
            self.players.setValue(max(game.seats[0], min(wanted, game.seats[-1])))
        form = game.form()
        keys = () if form is None else form.options
        printed = [option for option in game.options if option.key in keys]
        self.options.show_options(printed, self.players.value(), {})
        self.options.setVisible(bool(printed))
        self._on_players()

    def _on_players(self) -> None:
        count = self.players.value()
        for number, edit in enumerate(self.names, 1):
            self._form.setRowVisible(edit, number <= count)
        self.options.show_seats(count)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the size to the rows, which have none before they are shown."""
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        # Qt recomputes the size of a row only in the event loop.
        for layout in (self._form, self._inner, self.layout()):
            if layout is not None:
                layout.invalidate()
        self._scroll.updateGeometry()
        self.resize(self.sizeHint().boundedTo(room_of(self).size()))


def _usual_name(number: int) -> str:
    return tr("Player {number}").format(number=number)
