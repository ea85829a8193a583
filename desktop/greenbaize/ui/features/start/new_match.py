"""The dialogs to set up a match and to add a bot program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QDialogButtonBox,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QSpinBox,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.house_rules import decode_house_rules
from greenbaize.app.seats.bot_launcher import build_script_command
from greenbaize.app.seats.command_lines import can_start, create_program_name
from greenbaize.app.tables.default_players import get_person_name, localized_bot_name
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.errors import GameError
from greenbaize.rules.game import Game
from greenbaize.rules.options import resolve_options
from greenbaize.store.declared_settings import HOUSE_RULES_TAG
from greenbaize.store.persons import name_error
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.start.deal_number_form import DealNumberForm
from greenbaize.ui.features.start.seats_form import YOU, SeatsForm
from greenbaize.ui.features.start.table_picture import TablePicture
from greenbaize.ui.match.game_list import GameList
from greenbaize.ui.match.house_rules_bar import HouseRulesBar
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.accessibility import announce
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea, limit_to_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.fonts import scale_pixels
from greenbaize.ui.widgets.keyboard import focus_by_tab
from greenbaize.ui.widgets.labels import (
    checkbox_with_note,
    describe_field,
    make_note,
    make_subheading,
)
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, escape_ampersands, set_tooltip
from greenbaize.ui.widgets.window_geometry import available_room, fit_into_room, invalidate_layouts
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import partners_text
from greenbaize.words.names import is_default_name
from greenbaize.words.speaker import Speaker
from greenbaize.words.titles import level_with_line, missing_levels_text

DIALOG_WIDTH: Final = 700
MAX_DIALOG_WIDTH: Final = 760
"""Width of the dialog (px at text scale 1), and its largest width (px)."""
PROGRAM_DIALOG_WIDTH: Final = 460
FIELD_PADDING: Final = 24
"""Width of a field around its text (px)."""
MAX_COMMAND_LENGTH: Final = 5000
"""Longest command line (characters): enough for any path, and the settings stay small."""


@dataclass(frozen=True, slots=True)
class MatchSetup:
    """Set-up of a match: game, players with their names, all options, and the deal's number."""

    game: str
    players: tuple[HeaderPlayer, ...]
    options: dict[str, object]
    seed: str


@dataclass(frozen=True, slots=True)
class SetupDrafts:
    """What was changed in cancelled dialogs: set-ups by game, and added programs."""

    setups: dict[str, dict[str, Any]] = field(default_factory=dict)
    programs: dict[str, str] = field(default_factory=dict)

    def clear(self) -> None:
        self.setups.clear()
        self.programs.clear()


class NewMatchDialog(BaseDialog):
    """Dialog to set up a match; ``match_chosen`` is emitted with the ``MatchSetup``.

    It also stores the set-up in the settings for the next time; the caller saves them. What was
    changed stays in ``drafts`` if another game is chosen or the dialog is cancelled, until a match
    starts.
    """

    match_chosen = Signal(object)
    house_rules_changed = Signal()
    """House rules in the settings have changed, which are to be saved."""
    guided_deal_requested = Signal(str)
    """A guided first deal of this game is requested instead."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        levels: Sequence[str],
        settings: UserSettings,
        parent: QWidget | None = None,
        drafts: SetupDrafts | None = None,
    ) -> None:
        super().__init__(parent, tr("New match"))
        self._drafts = SetupDrafts() if drafts is None else drafts
        self._shown_game, self._shown_setup = "", dict[str, Any]()
        """The game in the form, and its set-up as it was first shown."""
        self._games = games
        self._settings = settings
        self.game_list = GameList(games, self)
        self.players_box = QSpinBox(self)
        self._programs = settings.programs | self._drafts.programs
        self._program_seat = 0
        self._unnamed_seats: list[int] = []
        """Seats whose people have been asked for their names."""
        self._folded_size = QSize()
        """Size of the dialog with hidden options."""
        startable_programs = [
            name for name, command in self._programs.items() if can_start(command)
        ]
        persons = sorted(
            settings.persons, key=lambda person: person.identity != settings.current_identity
        )
        person_names = [(person.identity, get_person_name(person)) for person in persons]
        self.seats_form = SeatsForm(
            levels, person_names, startable_programs, self, has_own_name=bool(settings.your_name)
        )
        self.seating_note = make_note(parent=self)
        self.error_label = make_note(parent=self, is_quiet=False)
        self.error_label.hide()
        self.options_form = OptionsForm(self)
        self.house_rules_bar = HouseRulesBar(settings, games, self.options_form, self)
        self.table_picture = TablePicture(len(levels), self)
        self.rules_button = QPushButton(self)
        self.rules_button.setCheckable(True)
        self.rules_button.setAutoDefault(False)
        self.standard_button = self.make_button(tr("S&tandard options"), self.options_form.reset)
        self.number_form = DealNumberForm(self)
        self.practice_box = QCheckBox(tr("Pr&actice match"), self)
        self.practice_note = make_note(parent=self)
        self._wants_practice = False
        """Practice was requested, for set-ups with one person."""
        guide_text = tr("&First time? Play one deal with a guide")
        self.guide_button = self.make_button(guide_text, self._request_guided_deal)
        self.button_box, role = QDialogButtonBox(self), QDialogButtonBox.ButtonRole
        self.button_box.addButton(self.guide_button, role.ResetRole)
        self.start_button = self.button_box.addButton(tr("&Start"), role.ActionRole)
        self.cancel_button = self.button_box.addButton(tr("&Cancel"), role.ActionRole)
        self._build_layout()
        self._connect_signals()
        self.game_list.choose_game(settings.last_game)
        self.start_button.setFocus()
        # Qt would limit the size to two thirds of the screen, too little on small screens.
        self.resize(self.sizeHint().boundedTo(available_room(self).size()))

    def _connect_signals(self) -> None:
        self.game_list.game_chosen.connect(self._on_game_chosen)
        self.practice_box.clicked.connect(self._on_practice_clicked)
        self.players_box.valueChanged.connect(self._on_players_changed)
        self.seats_form.changed.connect(self._on_setup_changed)
        self.seats_form.program_requested.connect(self._open_program_dialog)
        self.options_form.changed.connect(self._on_options_changed)
        self.house_rules_bar.settings_changed.connect(self._on_house_rules_changed)
        self.rules_button.toggled.connect(self._show_options)
        self.table_picture.seat_pressed.connect(
            lambda seat: self.seats_form.rows[seat].player_box.setFocus()
        )
        self.start_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)

    def read_setup(self) -> MatchSetup:
        return MatchSetup(
            self.game_list.chosen_game,
            self.seats_form.make_players(),
            self.options_form.values,
            self.number_form.seed,
        )

    def accept(self) -> None:
        """Store the set-up and emit it, once all people have names."""
        self.seats_form.normalize_names()
        nameless_seats = self._unnamed_seats = self.seats_form.nameless_seats
        if nameless_seats:
            numbers = ", ".join(str(seat + 1) for seat in nameless_seats)
            template = tr("What are the people at these seats called: {numbers}?")
            if len(nameless_seats) == 1:
                template = tr("What is the person at seat {number} called?")
            self.error_label.setText(template.format(numbers=numbers, number=numbers))
            self.error_label.show()
            self._fit_height()
            self.seats_form.rows[nameless_seats[0]].name_field.setFocus()
            return
        setup = self.read_setup()
        self._store_setup()
        self._drafts.clear()
        super().accept()
        self.match_chosen.emit(setup)

    def reject(self) -> None:
        self._keep_draft()
        super().reject()

    def _keep_draft(self) -> None:
        """Keep the set-up of the game in the form if it was changed."""
        if self._shown_game and self._form_setup != self._shown_setup:
            self._drafts.setups[self._shown_game] = self._form_setup
            self._drafts.programs.update(self._programs)

    @property
    def _form_setup(self) -> dict[str, Any]:
        """The set-up in the form, as the settings have it."""
        return {
            "seats": self.seats_form.make_seat_setups(),
            "options": self.options_form.chosen_values,
            "casual": self.practice_box.isChecked(),
        }

    def _request_guided_deal(self) -> None:
        game = self.game_list.chosen_game
        self.reject()
        self.guided_deal_requested.emit(game)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        width = round(scale_pixels(DIALOG_WIDTH))
        height = max(round(scale_pixels(520)), min(available_room(self).height(), hint.height()))
        return QSize(max(width, min(MAX_DIALOG_WIDTH, hint.width())), height)

    def showEvent(self, event: QShowEvent) -> None:
        """Wrap the row of buttons first, so that it fits on the screen at any text size."""
        if not event.spontaneous():
            self._wrap_buttons()
        super().showEvent(event)
        if not event.spontaneous():
            self._fit_height()  # lines of text may have been added before

    def _wrap_buttons(self) -> None:
        """Move the longest button to a row of its own if the row is wider than the screen."""
        column, row = self.layout(), (self.guide_button, self.start_button, self.cancel_button)
        assert isinstance(column, QVBoxLayout)
        if self.guide_button.parentWidget() is not self.button_box:
            return
        margins = column.contentsMargins()
        # Some styles define no single spacing.
        gap = max(10, self.style().pixelMetric(QStyle.PixelMetric.PM_LayoutHorizontalSpacing))
        gaps = gap * len(row)
        width = (
            sum(button.sizeHint().width() for button in row)
            + gaps
            + margins.left()
            + margins.right()
        )
        if width > available_room(self).width():
            is_hidden = self.guide_button.isHidden()
            self.button_box.removeButton(self.guide_button)
            index = column.indexOf(self.button_box)
            column.insertWidget(index, self.guide_button, 0, Qt.AlignmentFlag.AlignLeft)
            self.guide_button.setHidden(is_hidden)

    def _build_layout(self) -> None:
        sheet = QWidget(self)
        self.players_box.setMinimumWidth(64)
        players, bots_level_box = (
            _make_label(tr("&Players"), self.players_box),
            self.seats_form.bots_level_box,
        )
        opponents = _make_label(tr("&Opponents"), bots_level_box)
        table = make_column(
            make_row(players, self.players_box, 12, opponents, bots_level_box, STRETCH),
            self.table_picture,
            self.seats_form,
            self.error_label,
            self.seating_note,
            checkbox_with_note(self.practice_box, self.practice_note),
            self.rules_button,
            self.house_rules_bar,
            self.options_form,
            self.standard_button,
            self.number_form,
            STRETCH,
            widget=sheet,
            margins=(4, 0, 8, 0),
            spacing=8,
        )
        for button in (self.rules_button, self.standard_button):
            table.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        self._show_options(on=False)
        scroll = VerticalScrollArea(sheet, self)
        game = _make_label(tr("&Game"), self.game_list)
        choice = make_column(game, (self.game_list, 1), spacing=6)
        upper = make_row(choice, (scroll, 1), spacing=16)
        self.start_button.setDefault(True)
        column = self.build_layout(upper, self.button_box, margins=(16, 14), spacing=12)
        column.setStretch(0, 1)

    def _on_game_chosen(self, name: str) -> None:
        self._keep_draft()
        game, setup = self._games[name], self._stored_setup(name)
        seats = setup["seats"]
        low, high = game.seats[0], game.seats[-1]
        count = len(seats) if low <= len(seats) <= high else max(low, min(high, 4))
        self.guide_button.setVisible(name not in self._settings.guided)
        with QSignalBlocker(self.players_box):
            self.players_box.setRange(low, high)
            self.players_box.setValue(count)
        limits = tr("From {low} to {high} players").format(low=low, high=high)
        set_tooltip(self.players_box, limits)
        self.players_box.setAccessibleDescription(limits)
        # The texts below the seats depend on the options.
        self._wants_practice = setup["casual"]
        self.options_form.show_options(game.options, count, setup["options"])
        self.house_rules_bar.show_game(name)
        self.seats_form.show_setup(count, seats, self._offered_levels)
        self._shown_game, self._shown_setup = name, self._form_setup
        self._fit_height()

    @property
    def _offered_levels(self) -> tuple[str, ...]:
        """The levels that the game offers at a table like this."""
        game = self._games[self.game_list.chosen_game]
        return game.levels_for(self.players_box.value(), self.options_form.values)

    def _on_players_changed(self, count: int) -> None:
        self.options_form.set_seat_count(count)
        self.seats_form.show_seats(count)
        self._fit_height()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in reading order: Qt's own order is that of creation."""
        parts = [self.game_list, self.players_box, self.seats_form.bots_level_box]
        parts += [
            *self.seats_form.list_fields(),
            self.practice_box,
            self.rules_button,
            *self.house_rules_bar.list_fields(),
            *self.options_form.list_fields(),
        ]
        parts += [self.standard_button, self.number_form.number_field]
        parts += [self.guide_button, self.start_button, self.cancel_button]
        return focus_by_tab(parts, forward=forward)

    def _show_options(self, on: bool) -> None:
        """Show or hide the options; the button says if they differ from the standard."""
        self.house_rules_bar.setVisible(on)
        self.options_form.setVisible(on)
        self.standard_button.setVisible(on)
        self.number_form.setVisible(on)
        self._update_rules_button()
        if not self.isVisible():
            return
        if on:
            self._folded_size = self.size()
        else:
            self.resize(self._folded_size)
        self._fit_height(keeps_top=True)

    def _fit_height(self, *, keeps_top: bool = False) -> None:
        """Grow to the height of the content, as far as the screen allows.

        With ``keeps_top`` only downwards, as the next click would hit something else otherwise.
        """
        if self.isVisible():
            invalidate_layouts(self)
            geometry, room = self.geometry(), available_room(self)
            wanted_height = self.sizeHint().height()
            if keeps_top:
                wanted_height = min(wanted_height, room.bottom() + 1 - geometry.top())
            geometry.setHeight(max(geometry.height(), wanted_height))
            self.setGeometry(fit_into_room(geometry, room))

    def _update_rules_button(self) -> None:
        text = tr("&Rules: usual") if self.options_form.is_standard else tr("&Rules: not as usual")
        house_name = self.house_rules_bar.current_name
        if house_name:
            text = tr("&Rules: {name}").format(name=escape_ampersands(house_name))
        self.rules_button.setText(f"{text} {'▾' if self.rules_button.isChecked() else '▸'}")
        self.rules_button.setAccessibleName(
            tr("&Rules: {name}").replace("&", "").format(name=house_name)
            if house_name
            else text.replace("&", "")
        )

    def _on_house_rules_changed(self) -> None:
        self._update_rules_button()
        self._fit_height()
        self.house_rules_changed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep house rules that are pasted; text fields take what is pasted into them."""
        text = QGuiApplication.clipboard().text()
        if event.matches(QKeySequence.StandardKey.Paste) and HOUSE_RULES_TAG in text:
            self._add_pasted_rules(text)
        else:
            super().keyPressEvent(event)

    def _add_pasted_rules(self, text: str) -> None:
        try:
            rules = decode_house_rules(text, self._games)
        except GameError as error:
            sentence = Speaker().format_message(error.message)
            self.error_label.setText(sentence)
            self.error_label.show()
            announce(self.error_label, sentence)
            self._fit_height()
            return
        self.error_label.hide()
        self.game_list.choose_game(rules.game)
        self.rules_button.setChecked(True)
        self.house_rules_bar.add_rules(rules)

    def _on_options_changed(self) -> None:
        self.seats_form.offer_levels(self._offered_levels)
        self._on_setup_changed()

    def _on_setup_changed(self) -> None:
        self.standard_button.setEnabled(not self.options_form.is_standard)
        self._update_rules_button()
        self.table_picture.show_seats(self.seats_form.preview_seats())
        if self.seats_form.nameless_seats != self._unnamed_seats:
            self.error_label.hide()
        game, seat_count = self._games[self.game_list.chosen_game], self.players_box.value()
        people_count = len(self.seats_form.people_seats)
        self._update_practice_box(people_count)
        lines = []
        if people_count == 0:
            lines.append(tr("You only watch these computer players, and all cards lie open."))
        if people_count > 1:
            hot_seat_text = tr(
                "You pass the computer from one to the next; hands are covered meanwhile."
            )
            lines.append(hot_seat_text)
        if self.seats_form.has_match_names:
            own_name_text = tr(
                "Your name here is for this match; “People…” has the one that stays."
            )
            lines.append(own_name_text)
        level_lines = list(map(level_with_line, self.seats_form.chosen_levels))
        if 0 < people_count < seat_count and not level_lines:
            lines.append(tr("The others are computer players."))
        lines += level_lines
        if people_count < seat_count:
            lines.append(missing_levels_text(game.levels, self._offered_levels))
        if game.shuffles_seats(resolve_options(game.options, seat_count, self.options_form.values)):
            lines.append(tr("The seats are shuffled before the first deal."))
        lines.append(partners_text(game.sides(seat_count)))
        self.seating_note.setText("\n".join(line for line in lines if line))
        self._fit_height()  # additional lines would move the last field out of view

    def _on_practice_clicked(self, on: bool) -> None:
        self._wants_practice = on

    def _update_practice_box(self, people_count: int) -> None:
        """Enable practice for one person with bots; otherwise say why it is not available."""
        explanation = tr("Take back what you like; practice does not count.")
        if people_count > 1:
            explanation = tr("Only alone: where several share the computer, nothing is taken back.")
        elif people_count == 0:
            explanation = tr("Only where you play yourself.")
        self.practice_box.setEnabled(people_count == 1)
        self.practice_box.setChecked(self._wants_practice and people_count == 1)
        self.practice_note.setText(explanation)
        describe_field(self.practice_box, self.practice_note)

    def _open_program_dialog(self, seat: int) -> None:
        self._program_seat = seat
        dialog = ProgramDialog(self)
        # A bound method: a lambda would keep this dialog alive.
        dialog.program_chosen.connect(self._on_program_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_program_chosen(self, command: str) -> None:
        name = create_program_name(command, self._programs)
        self._programs[name] = command
        self.seats_form.set_program(self._program_seat, name)

    def _stored_setup(self, game: str) -> dict[str, Any]:
        """Return a game's draft or last set-up, without parts that are invalid."""
        setup = self._drafts.setups.get(game, self._settings.setups.get(game))
        setup = setup if isinstance(setup, dict) else {}
        seats, options = setup.get("seats"), setup.get("options")
        is_valid = isinstance(seats, list) and all(isinstance(seat, dict) for seat in seats)
        return {
            "seats": list(map(_localize_bot_name, seats or ())) if is_valid else [],
            "options": options if isinstance(options, dict) else {},
            "casual": setup.get("casual") is True,
        }

    def _store_setup(self) -> None:
        name = self.game_list.chosen_game
        identity = self._register_people()
        if identity not in (None, self._settings.current_identity):
            self._settings.switch_person(identity)
        self._settings.last_game = name
        self._settings.programs = self._programs
        self._settings.setups[name] = self._form_setup
        if self.seats_form.your_seat is not None and len(self.seats_form.people_seats) == 1:
            self._store_person_name(self.seats_form.your_name)

    def _store_person_name(self, name: str) -> None:
        """Store the name that the only person at the table has typed."""
        settings = self._settings
        person = settings.current_person
        is_new_name = name != get_person_name(person) and not is_default_name(name)
        if is_new_name and name_error(name, settings.persons, person.identity) is None:
            settings.rename_person(person.identity, name, get_person_name(person))

    def _register_people(self) -> str | None:
        """Add the newcomers to the known persons; return the identity of who plays from now on.

        That is the current person, or else the first known one at the table, or None.
        """
        seats, settings, players = self.seats_form, self._settings, self.seats_form.make_players()
        identities: dict[int, str | None] = {
            seat: seats.identity_at(seat) for seat in seats.people_seats
        }
        for seat in seats.newcomer_seats:
            if name_error(players[seat].name, settings.persons) is None:
                identities[seat] = settings.add_person(players[seat].name)
        if seats.your_seat is not None:
            return seats.your_identity
        return next((identity for identity in identities.values() if identity is not None), None)


class ProgramDialog(BaseDialog):
    """Dialog that asks for a bot program's command line; ``program_chosen`` is emitted with it."""

    program_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Other program"))
        self.setPalette(parent.palette())
        self.command_field = QLineEdit(self)
        self.command_field.setMaxLength(MAX_COMMAND_LENGTH)
        self.command_field.setPlaceholderText(tr("program and arguments"))
        self.command_field.setAccessibleName(tr("Command line"))
        hint = self.command_field.fontMetrics().horizontalAdvance(
            self.command_field.placeholderText()
        )
        self.command_field.setMinimumWidth(hint + FIELD_PADDING)
        self.file_button = self.make_button(tr("Choose a &file…"), self._choose_file)
        self.error_label = make_note(parent=self, is_quiet=False)
        self.error_label.hide()
        buttons, role = QDialogButtonBox(self), QDialogButtonBox.ButtonRole.ActionRole
        self.accept_button = buttons.addButton(tr("&Take it"), role)
        self.cancel_button = buttons.addButton(tr("&Cancel"), role)
        self._file_dialog: QFileDialog | None = None
        label = _make_label(tr("Which &program is to play?"), self.command_field)
        line = make_row((self.command_field, 1), self.file_button)
        self.accept_button.setDefault(True)
        explanation = tr(
            "Any program may play that talks with the table as the help page on computer "
            "players says. It is told only what its seat may know, but it runs on your "
            "computer like any other: take one that you trust."
        )
        self._layout = self.build_layout(
            label, line, self.error_label, make_note(explanation, self), buttons
        )
        self._layout.setContentsMargins(18, 16, 18, 14)
        self.accept_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.command_field.textEdited.connect(self.error_label.hide)
        self.command_field.setFocus()

    def sizeHint(self) -> QSize:
        width = round(scale_pixels(PROGRAM_DIALOG_WIDTH))
        return QSize(width, self._layout.heightForWidth(width))

    def accept(self) -> None:
        command = self.command_field.text().strip()
        if not can_start(command):
            self.error_label.setText(tr("There is no program that starts like this."))
            self.error_label.show()
            self.adjustSize()
            return
        super().accept()
        self.program_chosen.emit(command)

    def _choose_file(self) -> None:
        self._file_dialog = dialog = FileDialog(self, tr("Choose a program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.finished.connect(dialog.deleteLater)
        limit_to_screen(dialog)
        dialog.open()

    def _on_file_chosen(self, path: str) -> None:
        self.command_field.setText(build_script_command(Path(path)))
        self.error_label.hide()
        self.accept_button.setFocus()


def _localize_bot_name(seat: dict[str, Any]) -> dict[str, Any]:
    name = seat.get("name")
    if seat.get("who") == YOU or not isinstance(name, str):
        return seat
    return {**seat, "name": localized_bot_name(name)}


def _make_label(text: str, field: QWidget) -> PlainLabel:
    label = make_subheading(text, field.parentWidget())
    label.setBuddy(field)
    return label
