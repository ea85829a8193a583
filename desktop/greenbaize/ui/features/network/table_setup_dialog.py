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

from greenbaize.app.network.table_texts import (
    GATHERING_STAGE,
    describe_table_options,
    extract_match_setup,
    format_turn_limit,
    is_keeper,
)
from greenbaize.lan.wire import LobbyMessage, MatchSetupMessage
from greenbaize.match.header import GamesByName
from greenbaize.rules.options import find_unusual_values
from greenbaize.rules.players import LEVEL_NAMES, OFFERED_LEVELS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.match.game_list import GameList
from greenbaize.ui.match.house_rules_bar import HouseRulesBar
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.dialog import BaseDialog, FocusScrollArea
from greenbaize.ui.widgets.labels import describe_field, make_note, make_subheading
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands, set_tooltip
from greenbaize.ui.widgets.window_geometry import set_initial_size
from greenbaize.words.catalogue import tr
from greenbaize.words.titles import level_title

DEFAULT_SIZE: Final = QSize(680, 480)
TURN_LIMITS_S: Final = (0, 15, 30, 60, 120, 300)
"""Offered time limits for a turn (s); 0 is no limit."""


class TableSetupDialog(BaseDialog):
    """Dialog for the game, the number of players and the options.

    ``changed`` carries all three. ``last_options`` holds the options of other games as last set,
    ``settings`` the house rules; the caller saves them when ``house_rules_bar`` has changed them.
    """

    changed = Signal(str, int, dict)

    def __init__(
        self,
        games: GamesByName,
        match_setup: MatchSetupMessage,
        parent: QWidget,
        last_options: Mapping[str, Mapping[str, object]] | None = None,
        settings: UserSettings | None = None,
    ) -> None:
        super().__init__(parent, tr("What is played"))
        self._games, self._match_setup = games, match_setup
        self._last_options = {
            **(last_options or {}),
            match_setup.game: find_unusual_values(
                games[match_setup.game].options, match_setup.seats, match_setup.options
            ),
        }
        self._game_name = ""
        self.game_list = GameList(games, self)
        self.game_list.setAccessibleName(tr("Game"))
        self.player_count_box = QSpinBox(self)
        self.player_count_box.setMinimumWidth(64)
        self.options_form = OptionsForm(self)
        self.house_rules_bar = HouseRulesBar(
            settings or UserSettings(), games, self.options_form, self
        )
        self.standard_button = QPushButton(tr("S&tandard options"), self)
        self.accept_button = QPushButton(tr("C&hange the table"), self)
        self.cancel_button = QPushButton(tr("&Cancel"), self)
        self._build_layout()
        self.game_list.game_chosen.connect(self._on_game_chosen)
        self.player_count_box.valueChanged.connect(self.options_form.set_seat_count)
        self.standard_button.clicked.connect(self.options_form.reset)
        self.options_form.changed.connect(self._update_standard_button)
        self.house_rules_bar.settings_changed.connect(self._set_tab_order)
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.game_list.choose_game(match_setup.game)
        self.game_list.setFocus()
        set_initial_size(self, DEFAULT_SIZE)

    def _build_layout(self) -> None:
        label = PlainLabel(tr("&Players").replace("&", ""), self)
        label.setBuddy(self.player_count_box)
        self.player_count_box.setAccessibleName(label.text())
        self.standard_button.setAutoDefault(False)
        self.accept_button.setDefault(True)
        sheet = QWidget(self)
        options_layout = make_column(
            make_row(label, self.player_count_box, STRETCH),
            make_subheading(tr("Options"), sheet),
            self.house_rules_bar,
            self.options_form,
            self.standard_button,
            STRETCH,
            widget=sheet,
            margins=(4, 0, 8, 0),
            spacing=8,
        )
        options_layout.setAlignment(self.standard_button, Qt.AlignmentFlag.AlignLeft)
        buttons = QDialogButtonBox(self)
        buttons.addButton(self.accept_button, QDialogButtonBox.ButtonRole.ActionRole)
        buttons.addButton(self.cancel_button, QDialogButtonBox.ButtonRole.ActionRole)
        top_row = make_row(self.game_list, (FocusScrollArea(sheet, self), 1), spacing=16)
        make_column((top_row, 1), buttons, widget=self, margins=(16, 14, 16, 14), spacing=12)

    def _on_game_chosen(self, name: str) -> None:
        game = self._games[name]
        if self._game_name:
            self._last_options[self._game_name] = (
                self.options_form.chosen_values
            )  # for a return to that game
        self._game_name, wanted_options = name, self._last_options.get(name, {})
        low, high = game.seats[0], game.seats[-1]
        self.player_count_box.blockSignals(True)
        self.player_count_box.setRange(low, high)
        self.player_count_box.setValue(self._match_setup.seats)
        self.player_count_box.blockSignals(False)
        limits = tr("From {low} to {high} players").format(low=low, high=high)
        self.player_count_box.setAccessibleDescription(limits)
        set_tooltip(self.player_count_box, limits)
        self.options_form.show_options(game.options, self.player_count_box.value(), wanted_options)
        self.house_rules_bar.show_game(name)
        self._set_tab_order()

    def _set_tab_order(self) -> None:
        fields = [self.game_list, self.player_count_box, *self.house_rules_bar.list_fields()]
        fields += self.options_form.list_fields()
        fields += [self.standard_button, self.accept_button, self.cancel_button]
        for field, next_field in pairwise(fields):
            self.setTabOrder(field, next_field)

    def _update_standard_button(self) -> None:
        self.standard_button.setEnabled(not self.options_form.is_standard)

    def accept(self) -> None:
        super().accept()
        selection = (
            self.game_list.chosen_game,
            self.player_count_box.value(),
            self.options_form.values,
        )
        self.changed.emit(*selection)


class TableSettingsForm(QWidget):
    """Settings fields for the keeper, and a text summary for everybody else."""

    changed = Signal(object)
    """The table setup that the keeper wants."""
    show_only_changed = Signal(bool)
    """The host wants to take no seat and only show the table (True), or to take a seat."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._lobby: LobbyMessage | None = None
        self.text_label = make_note(parent=self)
        self.fields = QWidget(self)
        self.bot_level_combo = QComboBox(self.fields)
        # Qt fixes the width of a combo box by its first entries.
        _fill_combo(self.bot_level_combo, ["", *OFFERED_LEVELS], _format_bot_level)
        self.turn_limit_combo = QComboBox(self.fields)
        self.hints_box = QCheckBox(escape_ampersands(tr("Hints are allowed")), self.fields)
        self.hands_box = QCheckBox(escape_ampersands(tr("Watchers may see one hand")), self.fields)
        grid = QGridLayout(self.fields)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setColumnStretch(1, 1)
        self.show_only_box = QCheckBox(escape_ampersands(tr("I only show the table")), self.fields)
        set_tooltip(
            self.show_only_box,
            tr("You take no chair: the others play, and this screen is their table."),
        )
        self.show_only_box.hide()
        self.levels_note = make_note(parent=self.fields)
        rows = (
            (0, tr("Open chairs"), self.bot_level_combo),
            (2, tr("Time for a turn"), self.turn_limit_combo),
        )
        for row, text, field in rows:
            label = PlainLabel(text, self.fields)
            label.setBuddy(field)
            field.setAccessibleName(text)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.levels_note, 1, 0, 1, 2)
        grid.addWidget(self.hints_box, 3, 0, 1, 2)
        grid.addWidget(self.hands_box, 4, 0, 1, 2)
        grid.addWidget(self.show_only_box, 5, 0, 1, 2)
        make_column(self.text_label, self.fields, widget=self, margins=(0, 0, 0, 0))
        for changed in (
            self.bot_level_combo.activated,
            self.turn_limit_combo.activated,
            self.hints_box.clicked,
            self.hands_box.clicked,
        ):
            changed.connect(self._on_changed)
        self.show_only_box.clicked.connect(self.show_only_changed)

    def show_lobby(
        self,
        lobby: LobbyMessage,
        offered_levels: Sequence[str],
        levels_text: str = "",
        *,
        hosting: bool = False,
    ) -> None:
        """Show the settings of a table, and the computer players' levels offered there.

        ``levels_text`` says why some are not.
        """
        self._lobby = lobby
        is_table_keeper = is_keeper(lobby, is_hosting=hosting)
        self.show_only_box.setVisible(hosting)
        self.show_only_box.setChecked(lobby.you is None)
        self.fields.setVisible(is_table_keeper)
        self.text_label.setVisible(not is_table_keeper)
        if not is_table_keeper:
            self.text_label.setText("\n".join(describe_table_options(lobby)))
            return
        self.fields.setEnabled(lobby.stage == GATHERING_STAGE)
        levels = [level for level in LEVEL_NAMES if level in {*offered_levels, lobby.bots}]
        _fill_combo(self.bot_level_combo, ["", *levels], _format_bot_level)
        self.levels_note.setText(levels_text)
        self.levels_note.setVisible(bool(levels_text))
        describe_field(self.bot_level_combo, self.levels_note)
        _fill_combo(self.turn_limit_combo, sorted({*TURN_LIMITS_S, lobby.clock}), format_turn_limit)
        self.bot_level_combo.setCurrentIndex(max(0, self.bot_level_combo.findData(lobby.bots)))
        self.turn_limit_combo.setCurrentIndex(self.turn_limit_combo.findData(lobby.clock))
        self.hints_box.setChecked(lobby.hints)
        self.hands_box.setChecked(lobby.hands)

    def _on_changed(self, _: object = None) -> None:
        assert self._lobby is not None
        wanted_setup: MatchSetupMessage = msgspec.structs.replace(
            extract_match_setup(self._lobby),
            bots=str(self.bot_level_combo.currentData()),
            clock=int(self.turn_limit_combo.currentData()),
            hints=self.hints_box.isChecked(),
            hands=self.hands_box.isChecked(),
        )
        self.changed.emit(wanted_setup)


def _fill_combo(box: QComboBox, values: list[Any], format_value: Callable[[Any], str]) -> None:
    if [box.itemData(index) for index in range(box.count())] != values:
        box.clear()
        for value in values:
            box.addItem(format_value(value), value)


def _format_bot_level(level: str) -> str:
    if not level:
        return tr("wait for friends")
    return tr("computer player: {level}").format(level=level_title(level))
