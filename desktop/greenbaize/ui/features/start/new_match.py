"""The dialogs to set up a match and to add a bot program."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
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

from greenbaize.app.seats.bot_launcher import command_for
from greenbaize.app.seats.command_lines import can_start, known_as
from greenbaize.app.tables.default_players import name_of, named_here
from greenbaize.match.player import Player
from greenbaize.rules.game import Game
from greenbaize.rules.options import settled
from greenbaize.store.persons import name_problem
from greenbaize.store.settings import Settings
from greenbaize.ui.features.start.seats_form import YOU, SeatsForm
from greenbaize.ui.features.start.table_picture import TablePicture
from greenbaize.ui.match.game_list import GameList
from greenbaize.ui.match.options_form import OptionsForm
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog, TallScroll, fit_on_screen
from greenbaize.ui.widgets.file_dialog import FileDialog
from greenbaize.ui.widgets.fonts import grown
from greenbaize.ui.widgets.keyboard import step_by_tab
from greenbaize.ui.widgets.notes import note, noted, subheading, tell_with
from greenbaize.ui.widgets.plain import Label, set_tip
from greenbaize.ui.widgets.window_geometry import measure_anew, room_of, within
from greenbaize.words.catalogue import tr
from greenbaize.words.match_words import partners_text
from greenbaize.words.names import is_nameless

WIDTH: Final = 700
WIDEST: Final = 760
"""Width of the dialog (px at text scale 1), and its largest width (px)."""
PROGRAM_WIDTH: Final = 460
FIELD: Final = 24
"""Width of a field around its text (px)."""
LONGEST_COMMAND: Final = 5000
"""Longest command line (characters): enough for any path, and the settings stay small."""


@dataclass(frozen=True, slots=True)
class Chosen:
    """Set-up of a match: the game's name, the players with their names, all options."""

    game: str
    sitters: tuple[Player, ...]
    options: dict[str, object]


class NewMatchDialog(Dialog):
    """Dialog to set up a match; ``match_chosen`` is emitted with the ``MatchSetup``.

    It also stores the set-up in the settings for the next time; the caller saves them.
    """

    match_chosen = Signal(object)
    guide_asked = Signal(str)
    """A guided first deal of this game is requested instead."""

    def __init__(
        self,
        games: Mapping[str, Game[Any]],
        levels: Sequence[str],
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, tr("New match"))
        self._games = games
        self._settings = settings
        self.game_list = GameList(games, self)
        self.players = QSpinBox(self)
        self._programs = dict(settings.programs)
        self._asked_place = 0
        self._unnamed: list[int] = []
        """Seats whose people have been asked for their names."""
        self._folded = QSize()
        """Size of the dialog with hidden options."""
        there = [name for name, command in self._programs.items() if can_start(command)]
        persons = sorted(settings.persons, key=lambda one: one.identity != settings.who)
        you = [(one.identity, name_of(one)) for one in persons]
        self.seats = SeatsForm(levels, you, there, self, named=bool(settings.your_name))
        self.seating_note = note(parent=self)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        self.options = OptionsForm(self)
        self.picture = TablePicture(len(levels), self)
        self.rules_button = QPushButton(self)
        self.rules_button.setCheckable(True)
        self.rules_button.setAutoDefault(False)
        self.standard_button = self.button(tr("S&tandard options"), self.options.reset)
        self.casual = QCheckBox(tr("Pr&actice match"), self)
        self.casual_note = note(parent=self)
        self._wants_casual = False
        """Practice was requested, for set-ups with one person."""
        words = tr("&First time? Play one deal with a guide")
        self.guide_button = self.button(words, self._ask_guide)
        self.buttons, role = QDialogButtonBox(self), QDialogButtonBox.ButtonRole
        self.buttons.addButton(self.guide_button, role.ResetRole)
        self.start_button = self.buttons.addButton(tr("&Start"), role.ActionRole)
        self.cancel_button = self.buttons.addButton(tr("&Cancel"), role.ActionRole)
        self._lay_out()
        self.game_list.game_chosen.connect(self._on_game_chosen)
        self.casual.clicked.connect(self._on_casual_clicked)
        self.players.valueChanged.connect(self._on_players_changed)
        self.seats.changed.connect(self._on_changed)
        self.seats.program_asked.connect(self._ask_program)
        self.options.changed.connect(self._on_changed)
        self.rules_button.toggled.connect(self._show_rules)
        self.picture.pressed.connect(lambda seat: self.seats.rows[seat].who.setFocus())
        self.start_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.game_list.choose(settings.last_game)
        self.start_button.setFocus()
        # Qt would limit the size to two thirds of the screen, too little on small screens.
        self.resize(self.sizeHint().boundedTo(room_of(self).size()))

    def chosen(self) -> Chosen:
        return Chosen(self.game_list.chosen, self.seats.sitters(), self.options.values)

    def accept(self) -> None:
        """Store the set-up and emit it, once all people have names."""
        self.seats.settle_names()
        nameless = self._unnamed = self.seats.nameless
        if nameless:
            numbers = ", ".join(str(place + 1) for place in nameless)
            words = tr("What are the people at these seats called: {numbers}?")
            if len(nameless) == 1:
                words = tr("What is the person at seat {number} called?")
            self.problem.setText(words.format(numbers=numbers, number=numbers))
            self.problem.show()
            self._grow()
            self.seats.rows[nameless[0]].name.setFocus()
            return
        chosen = self.chosen()
        self._remember()
        super().accept()
        self.match_chosen.emit(chosen)

    def _ask_guide(self) -> None:
        game = self.game_list.chosen
        self.reject()
        self.guide_asked.emit(game)

    def sizeHint(self) -> QSize:
        hint = super().sizeHint()
        wide = round(grown(WIDTH))
        tall = max(round(grown(520)), min(room_of(self).height(), hint.height()))
        return QSize(max(wide, min(WIDEST, hint.width())), tall)

    def showEvent(self, event: QShowEvent) -> None:
        """Wrap the row of buttons first, so that it fits on the screen at any text size."""
        if not event.spontaneous():
            self._break_buttons()
        super().showEvent(event)

    def _break_buttons(self) -> None:
        """Move the longest button to a row of its own if the row is wider than the screen."""
        column, row = self.layout(), (self.guide_button, self.start_button, self.cancel_button)
        assert isinstance(column, QVBoxLayout)
        if self.guide_button.parentWidget() is not self.buttons:
            return
        edges = column.contentsMargins()
        # Some styles define no single spacing.
        gap = max(10, self.style().pixelMetric(QStyle.PixelMetric.PM_LayoutHorizontalSpacing))
        gaps = gap * len(row)
        wide = sum(one.sizeHint().width() for one in row) + gaps + edges.left() + edges.right()
        if wide > room_of(self).width():
            hidden = self.guide_button.isHidden()
            self.buttons.removeButton(self.guide_button)
            place = column.indexOf(self.buttons)
            column.insertWidget(place, self.guide_button, 0, Qt.AlignmentFlag.AlignLeft)
            self.guide_button.setHidden(hidden)

    def _lay_out(self) -> None:
        sheet = QWidget(self)
        self.players.setMinimumWidth(64)
        players, everyone = _labelled(tr("&Players"), self.players), self.seats.everyone
        opponents = _labelled(tr("&Opponents"), everyone)
        table = column_of(
            row_of(players, self.players, 12, opponents, everyone, STRETCH),
            *(self.picture, self.seats, self.problem, self.seating_note),
            noted(self.casual, self.casual_note),
            *(self.rules_button, self.options, self.standard_button, STRETCH),
            within=sheet,
            margins=(4, 0, 8, 0),
            spacing=8,
        )
        for button in (self.rules_button, self.standard_button):
            table.setAlignment(button, Qt.AlignmentFlag.AlignLeft)
        self._show_rules(on=False)
        scroll = TallScroll(sheet, self)
        game = _labelled(tr("&Game"), self.game_list)
        choice = column_of(game, (self.game_list, 1), spacing=6)
        upper = row_of(choice, (scroll, 1), spacing=16)
        self.start_button.setDefault(True)
        column = self.lay_out(upper, self.buttons, edges=(16, 14), spacing=12)
        column.setStretch(0, 1)

    def _on_game_chosen(self, name: str) -> None:
        game, setup = self._games[name], self._setup(name)
        seats = setup["seats"]
        low, high = game.seats[0], game.seats[-1]
        count = len(seats) if low <= len(seats) <= high else max(low, min(high, 4))
        self.guide_button.setVisible(name not in self._settings.guided)
        with QSignalBlocker(self.players):
            self.players.setRange(low, high)
            self.players.setValue(count)
        limits = tr("From {low} to {high} players").format(low=low, high=high)
        set_tip(self.players, limits)
        self.players.setAccessibleDescription(limits)
        # The texts below the seats depend on the options.
        self._wants_casual = setup["casual"]
        self.options.show_options(game.options, count, setup["options"])
        self.seats.show_setup(count, seats, game.levels)
        self._grow()

    def _on_players_changed(self, count: int) -> None:
        self.options.show_seats(count)
        self.seats.show_seats(count)
        self._grow()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus in reading order: Qt's own order is that of creation."""
        parts = [self.game_list, self.players, self.seats.everyone]
        parts += [*self.seats.fields(), self.casual, self.rules_button, *self.options.fields()]
        parts += [self.standard_button, self.guide_button, self.start_button, self.cancel_button]
        return step_by_tab(parts, forward=forward)

    def _show_rules(self, on: bool) -> None:
        """Show or hide the options; the button says if they differ from the standard."""
        self.options.setVisible(on)
        self.standard_button.setVisible(on)
        self._name_rules()
        if not self.isVisible():
            return
        if on:
            self._folded = self.size()
        else:
            self.resize(self._folded)
        self._grow()

    def _grow(self) -> None:
        """Grow to the height of the content, as far as the screen allows."""
        if self.isVisible():
            measure_anew(self)
            place = self.geometry()
            place.setHeight(max(place.height(), self.sizeHint().height()))
            self.setGeometry(within(place, room_of(self)))

    def _name_rules(self) -> None:
        words = tr("&Rules: usual") if self.options.standard else tr("&Rules: not as usual")
        self.rules_button.setText(f"{words} {'▾' if self.rules_button.isChecked() else '▸'}")
        self.rules_button.setAccessibleName(words.replace("&", ""))

    def _on_changed(self) -> None:
        self.standard_button.setEnabled(not self.options.standard)
        self._name_rules()
        self.picture.show_seats(self.seats.shown())
        if self.seats.nameless != self._unnamed:
            self.problem.hide()
        game, seats = self._games[self.game_list.chosen], self.players.value()
        people = len(self.seats.people)
        self._show_casual(people)
        lines = []
        if people == 0:
            lines.append(tr("You only watch these computer players, and all cards lie open."))
        if people > 1:
            pass_on = tr("You pass the computer from one to the next; hands are covered meanwhile.")
            lines.append(pass_on)
        if self.seats.has_match_names:
            own = tr("Your name here is for this match; “People…” has the one that stays.")
            lines.append(own)
        if 0 < people < seats:
            others = tr("The others are computer players, of the level and temperament chosen.")
            lines.append(others)
        if game.shuffles_seats(settled(game.options, seats, self.options.values)):
            lines.append(tr("The seats are shuffled before the first deal."))
        lines.append(partners_text(game.sides(seats)))
        self.seating_note.setText("\n".join(line for line in lines if line))
        self._grow()  # additional lines would move the last field out of view

    def _on_casual_clicked(self, on: bool) -> None:
        self._wants_casual = on

    def _show_casual(self, people: int) -> None:
        """Enable practice for one person with bots; otherwise say why it is not available."""
        words = tr("Take back what you like; practice does not count.")
        if people > 1:
            words = tr("Only alone: where several share the computer, nothing is taken back.")
        elif people == 0:
            words = tr("Only where you play yourself.")
        self.casual.setEnabled(people == 1)
        self.casual.setChecked(self._wants_casual and people == 1)
        self.casual_note.setText(words)
        tell_with(self.casual, self.casual_note)

    def _ask_program(self, place: int) -> None:
        self._asked_place = place
        dialog = ProgramDialog(self)
        # A bound method: a lambda would keep this dialog alive.
        dialog.program_chosen.connect(self._on_program_chosen)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_program_chosen(self, command: str) -> None:
        name = known_as(command, self._programs)
        self._programs[name] = command
        self.seats.take_program(self._asked_place, name)

    def _setup(self, game: str) -> dict[str, Any]:
        """Return a game's last set-up, without parts of the settings that are invalid."""
        setup = self._settings.setups.get(game)
        setup = setup if isinstance(setup, dict) else {}
        seats, options = setup.get("seats"), setup.get("options")
        whole = isinstance(seats, list) and all(isinstance(one, dict) for one in seats)
        return {
            "seats": list(map(_called_here, seats or ())) if whole else [],
            "options": options if isinstance(options, dict) else {},
            "casual": setup.get("casual") is True,
        }

    def _remember(self) -> None:
        name = self.game_list.chosen
        plays = self._who_plays()
        if plays not in (None, self._settings.who):
            self._settings.switch(plays)
        self._settings.last_game = name
        self._settings.programs = self._programs
        self._settings.setups[name] = {
            "seats": self.seats.setup(),
            "options": self.options.wanted,
            "casual": self.casual.isChecked(),
        }
        if self.seats.your_seat is not None and len(self.seats.people) == 1:
            self._name_person(self.seats.your_name)

    def _name_person(self, name: str) -> None:
        """Store the name that the only person at the table has typed."""
        settings = self._settings
        person = settings.person
        said = name != name_of(person) and not is_nameless(name)
        if said and name_problem(name, settings.persons, person.identity) is None:
            settings.rename(person.identity, name, name_of(person))

    def _who_plays(self) -> str | None:
        """Add the newcomers to the known persons; return the identity of who plays from now on.

        That is the current person, or else the first known one at the table, or None.
        """
        seats, settings, sitters = self.seats, self._settings, self.seats.sitters()
        known: dict[int, str | None] = {place: seats.identity_at(place) for place in seats.people}
        for place in seats.newcomers:
            if name_problem(sitters[place].name, settings.persons) is None:
                known[place] = settings.add_person(sitters[place].name)
        if seats.your_seat is not None:
            return seats.you
        return next((identity for identity in known.values() if identity is not None), None)


class ProgramDialog(Dialog):
    """Dialog that asks for a bot program's command line; ``program_chosen`` is emitted with it."""

    program_chosen = Signal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent, tr("Other program"))
        self.setPalette(parent.palette())
        self.command = QLineEdit(self)
        self.command.setMaxLength(LONGEST_COMMAND)
        self.command.setPlaceholderText(tr("program and arguments"))
        self.command.setAccessibleName(tr("Command line"))
        hint = self.command.fontMetrics().horizontalAdvance(self.command.placeholderText())
        self.command.setMinimumWidth(hint + FIELD)
        self.file_button = self.button(tr("Choose a &file…"), self._on_file_asked)
        self.problem = note(parent=self, quiet=False)
        self.problem.hide()
        buttons, role = QDialogButtonBox(self), QDialogButtonBox.ButtonRole.ActionRole
        self.take_button = buttons.addButton(tr("&Take it"), role)
        self.cancel_button = buttons.addButton(tr("&Cancel"), role)
        self._file_dialog: QFileDialog | None = None
        label = _labelled(tr("Which &program is to play?"), self.command)
        line = row_of((self.command, 1), self.file_button)
        self.take_button.setDefault(True)
        words = tr(
            "Any program may play that talks with the table as the help page on computer "
            "players says. It is told only what its seat may know, but it runs on your "
            "computer like any other: take one that you trust."
        )
        self._column = self.lay_out(label, line, self.problem, note(words, self), buttons)
        self._column.setContentsMargins(18, 16, 18, 14)
        self.take_button.clicked.connect(self.accept)
        self.cancel_button.clicked.connect(self.reject)
        self.command.textEdited.connect(self.problem.hide)
        self.command.setFocus()

    def sizeHint(self) -> QSize:
        wide = round(grown(PROGRAM_WIDTH))
        return QSize(wide, self._column.heightForWidth(wide))

    def accept(self) -> None:
        command = self.command.text().strip()
        if not can_start(command):
            self.problem.setText(tr("There is no program that starts like this."))
            self.problem.show()
            self.adjustSize()
            return
        super().accept()
        self.program_chosen.emit(command)

    def _on_file_asked(self) -> None:
        self._file_dialog = dialog = FileDialog(self, tr("Choose a program"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(self._on_file_chosen)
        dialog.finished.connect(dialog.deleteLater)
        fit_on_screen(dialog)
        dialog.open()

    def _on_file_chosen(self, path: str) -> None:
        self.command.setText(command_for(Path(path)))
        self.problem.hide()
        self.take_button.setFocus()


def _called_here(seat: dict[str, Any]) -> dict[str, Any]:
    name = seat.get("name")
    if seat.get("who") == YOU or not isinstance(name, str):
        return seat
    return {**seat, "name": named_here(name)}


def _labelled(text: str, field: QWidget) -> Label:
    label = subheading(text, field.parentWidget())
    label.setBuddy(field)
    return label
