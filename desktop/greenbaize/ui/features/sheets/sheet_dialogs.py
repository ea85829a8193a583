"""Dialogs to create a sheet kept by hand, and to open one."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QDialogButtonBox, QFormLayout, QLineEdit, QSpinBox, QWidget

from greenbaize.app.sheets.manual_sheet import ManualSheet
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.store.declared_settings import tidy_name
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.labels import make_heading, make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.localized_texts import format_date
from greenbaize.ui.widgets.plain_text import PlainLabel
from greenbaize.ui.widgets.window_geometry import available_room
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, sanitise_text
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import game_title

MAX_VISIBLE_ROWS: Final = 6


class OpenSheetDialog(BaseDialog):
    """Dialog that lists sheets kept by hand; ``path_chosen`` carries the chosen path."""

    path_chosen = Signal(str)
    other_file_requested = Signal()
    """A file is wanted that is not in the list."""

    def __init__(self, paths: Sequence[Path], parent: QWidget | None = None) -> None:
        super().__init__(parent, tr("Open a sheet"))
        self._paths = list(paths)
        self.sheet_list = self.make_list(
            map(format_sheet_row, self._paths), max_rows=MAX_VISIBLE_ROWS
        )
        self.empty_note = make_note(tr("No sheet has been kept by hand here yet."), self)
        self.empty_note.setVisible(not self._paths)
        self.sheet_list.setVisible(bool(self._paths))
        self.open_button = self.make_button(tr("&Open"), self._on_open_clicked, default=True)
        self.open_button.setEnabled(bool(self._paths))
        self.other_button = self.make_button(tr("Another &file…"), self._on_other_clicked)
        self.cancel_button = self.make_button(tr("&Cancel"), self.reject)
        buttons = make_row(self.other_button, STRETCH, self.open_button, self.cancel_button)
        self.build_layout(
            make_heading(tr("Which sheet?")), self.sheet_list, self.empty_note, buttons
        )
        self.sheet_list.setMinimumWidth(round(scale_pixels(420)))
        self.resize(round(scale_pixels(480)), round(scale_pixels(150)))
        self.sheet_list.itemActivated.connect(self._on_open_clicked)
        (self.sheet_list if self._paths else self.other_button).setFocus()

    def _on_open_clicked(self) -> None:
        row = self.sheet_list.currentRow()
        if 0 <= row < len(self._paths) and self.isVisible():
            self.accept()
            self.path_chosen.emit(str(self._paths[row]))

    def _on_other_clicked(self) -> None:
        self.reject()
        self.other_file_requested.emit()


def format_sheet_row(path: Path) -> str:
    """Return the list entry of a sheet: its game, its players and the day it was begun."""
    try:
        scorecard = ManualSheet.open(path).scorecard
    except GameError as error:
        return f"{sanitise_text(path.name)}\n{Speaker().format_message(error.message)}"
    names = ", ".join(map(display_name, scorecard.names))
    title = tr("{game}: {names}").format(game=game_title(scorecard.game), names=names)
    if not scorecard.date:
        return title
    return f"{title}\n" + tr("begun {begun}").format(begun=format_date(scorecard.date))


class BlankSheetDialog(BaseDialog):
    """Dialog for a new sheet; ``sheet_chosen`` carries ``read_selection()`` when accepted."""

    sheet_chosen = Signal(object)

    def __init__(
        self, games: Mapping[str, Game[Any]], game: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent, tr("New blank sheet"))
        self._games = {
            name: candidate
            for name, candidate in games.items()
            if candidate.sheet_form() is not None
        }
        self.game_combo = QComboBox(self)
        for name in self._games:
            self.game_combo.addItem(game_title(name), name)
        self.player_count_box = QSpinBox(self)
        self.name_fields: list[QLineEdit] = []
        self.options_form = OptionsForm(self)
        self._form_layout = QFormLayout()
        self._build_layout()
        self.game_combo.currentIndexChanged.connect(self._on_game_changed)
        self.player_count_box.valueChanged.connect(self._on_player_count_changed)
        self.game_combo.setCurrentIndex(max(0, self.game_combo.findData(game)))
        self._on_game_changed()

    def _build_layout(self) -> None:
        self._form_layout.addRow(tr("&Game"), self.game_combo)
        self._form_layout.addRow(tr("&Players"), self.player_count_box)
        max_players = max((game.seats[-1] for game in self._games.values()), default=0)
        for number in range(1, max_players + 1):
            edit = QLineEdit(self)
            edit.setMaxLength(40)
            edit.setPlaceholderText(_format_default_name(number))
            edit.setAccessibleName(_format_default_name(number))
            self.name_fields.append(edit)
            self._form_layout.addRow(PlainLabel(_format_default_name(number), self), edit)
        role = QDialogButtonBox.ButtonRole
        self.buttons = QDialogButtonBox(self)
        self.begin_button = self.buttons.addButton(tr("&Begin"), role.AcceptRole)
        self.cancel_button = self.buttons.addButton(tr("&Cancel"), role.RejectRole)
        self.begin_button.setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        form_widget = QWidget(self)
        parts = (self._form_layout, (self.options_form, 1))
        self._inner_layout = make_column(*parts, widget=form_widget, margins=(0, 0, 8, 0))
        self._scroll = VerticalScrollArea(form_widget, self)
        make_column((self._scroll, 1), self.buttons, widget=self)

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(420, 320))

    def read_selection(self) -> tuple[str, tuple[str, ...], dict[str, Any]]:
        """Return the game's name, the players' names (numbered if empty) and the options."""
        count = self.player_count_box.value()
        names = tuple(
            tidy_name(edit.text()) or _format_default_name(number)
            for number, edit in enumerate(self.name_fields[:count], 1)
        )
        return str(self.game_combo.currentData()), names, self.options_form.values

    def accept(self) -> None:
        super().accept()
        self.sheet_chosen.emit(self.read_selection())

    def _on_game_changed(self) -> None:
        game = self._games[str(self.game_combo.currentData())]
        wanted_count = self.player_count_box.value() or 4
        with QSignalBlocker(self.player_count_box):
            self.player_count_box.setRange(game.seats[0], game.seats[-1])
            self.player_count_box.setValue(max(game.seats[0], min(wanted_count, game.seats[-1])))
        sheet_options = [option for option in game.options if option.on_sheet]
        self.options_form.show_options(sheet_options, self.player_count_box.value(), {})
        self.options_form.setVisible(bool(sheet_options))
        self._on_player_count_changed()

    def _on_player_count_changed(self) -> None:
        count = self.player_count_box.value()
        for number, edit in enumerate(self.name_fields, 1):
            self._form_layout.setRowVisible(edit, number <= count)
        self.options_form.set_seat_count(count)
        self._fit_to_content()

    def showEvent(self, event: QShowEvent) -> None:
        """Fit the size to the rows, which have none before they are shown."""
        super().showEvent(event)
        self._fit_to_content()

    def _fit_to_content(self) -> None:
        # Qt recomputes the size of a row only in the event loop.
        for layout in (self._form_layout, self._inner_layout, self.layout()):
            if layout is not None:
                layout.invalidate()
        self._scroll.updateGeometry()
        self.resize(self.sizeHint().boundedTo(available_room(self).size()))


def _format_default_name(number: int) -> str:
    return tr("Player {number}").format(number=number)
