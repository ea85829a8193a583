"""The form for the players at the seats of a new match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from greenbaize.app.seats.opponents import DEFAULT_LEVEL, Opponent
from greenbaize.app.tables.default_players import (
    MAX_LOCAL_PEOPLE,
    PERSON_CHOICE,
    PROGRAM_CHOICE,
    read_opponent,
    suggest_bot_names,
)
from greenbaize.match.header_player import HeaderPlayer
from greenbaize.rules.levels import fit_level
from greenbaize.rules.name_text import fold_name
from greenbaize.rules.players import (
    LEVELS_WITHOUT_TEMPERAMENT,
    STEADY_TEMPERAMENT,
    TEMPERAMENT_NAMES,
)
from greenbaize.store.declared_settings import MAX_PLAYER_NAME_LENGTH, tidy_name, unique_names
from greenbaize.ui.features.start.table_picture import SeatPreview
from greenbaize.ui.widgets.plain_text import PlainLabel, label_combo, set_tooltip, tooltip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import display_name, is_default_name
from greenbaize.words.titles import level_line, level_title, temperament_line, temperament_title

YOU: Final = "you"
"""Key of the current person in the player boxes, beside the levels of bots."""
NEWCOMER: Final = "newcomer"
"""Key of a person whose name is not known at this computer."""
OTHER_PROGRAM: Final = "other"
"""Key of the entry that asks for a new bot program."""

TOOLTIP_ROLE: Final = Qt.ItemDataRole.ToolTipRole
MAX_SEATS: Final = 16
LIST_PADDING: Final = 32
MAX_LIST_WIDTH: Final = 420
PLAYER_BOX_LETTERS: Final = 8
"""Least width of a player box (letters); names of programs may be longer."""


def _person_key(identity: str) -> str:
    return f"{PERSON_CHOICE}:{identity}"


def _is_person(player_key: object) -> bool:
    return player_key in (YOU, NEWCOMER) or str(player_key).startswith(_person_key(""))


def _program_key(program: str) -> str:
    return f"{PROGRAM_CHOICE}:{program}"


class PlayerBox(QComboBox):
    """Box for the player at a seat.

    Its last two entries open a dialog or need a name, so the arrow keys skip them.
    """

    is_full = False
    """The table has as many people as are allowed."""

    def showPopup(self) -> None:
        self.enable_last_entries(on=True)
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.enable_last_entries(on=self.view().isVisible())
        super().keyPressEvent(event)

    def enable_last_entries(self, *, on: bool) -> None:
        """Enable or disable the last two entries."""
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        model.item(self.findData(OTHER_PROGRAM)).setEnabled(on)
        model.item(self.findData(NEWCOMER)).setEnabled(on and not self.is_full)


@dataclass(eq=False, slots=True)
class SeatRow:
    """Fields of one seat, and the players that were selected there before."""

    seat: int
    label: PlainLabel
    player_box: PlayerBox
    temperament_box: QComboBox
    name_field: QLineEdit
    bot_name: str
    """Name of the bot at the seat."""
    bot_key: str
    """Key of the bot: a level or a program."""
    wanted_key: str
    """Key of the bot that was chosen, also where its level is not offered."""
    selected_key: str = ""
    """Key of the player selected last."""
    newcomer_name: str = ""
    """Name typed for a newcomer."""

    @property
    def player_key(self) -> str:
        return str(self.player_box.currentData())

    @property
    def is_person(self) -> bool:
        return _is_person(self.player_key)


def widen_popup(box: QComboBox) -> None:
    """Widen the popup list to the widest entry, within bounds."""
    metrics = box.fontMetrics()
    widest = max(metrics.horizontalAdvance(box.itemText(index)) for index in range(box.count()))
    box.view().setMinimumWidth(min(widest + LIST_PADDING, MAX_LIST_WIDTH))


class SeatsForm(QWidget):
    """Form with a row for each seat: at most one for the current person, four for people.

    ``levels`` are ordered from the weakest; ``person_names`` has identities with names, the current
    person first. Without ``has_own_name`` the current person can type a name here; where several
    people play, all people without a name have to, for that match only.
    """

    changed = Signal()
    program_requested = Signal(int)
    """A new program is requested for a seat; ``set_program`` selects it."""

    def __init__(
        self,
        levels: Sequence[str],
        person_names: Sequence[tuple[str, str]],
        programs: Iterable[str] = (),
        parent: QWidget | None = None,
        *,
        has_own_name: bool = True,
    ) -> None:
        super().__init__(parent)
        self._person_names = dict(person_names)
        """Names of this computer's persons by identity."""
        self.your_identity = person_names[0][0]
        self._has_own_name = has_own_name
        self._match_names: dict[str, str] = {}
        """Names by identity that are valid for one match, of people without a stored name."""
        self._levels = self._offered_levels = tuple(levels)
        self._programs = list(programs)
        self.your_name = tidy_name(person_names[0][1]) or tr("You")
        """Name of the current person, even without a seat."""
        self.rows: list[SeatRow] = []
        self._seat_count = 0
        """Number of visible rows."""
        self.bots_level_box = QComboBox(self)
        """Common level of all bots; no entry is selected while they differ."""
        self._insert_levels(self.bots_level_box, 0)
        self.bots_level_box.setCurrentIndex(-1)
        self.bots_level_box.setPlaceholderText(tr("each its own"))
        self.bots_level_box.setAccessibleName(tr("Level of all computer players"))
        set_tooltip(self.bots_level_box, tr("Seats all computer players of this level"))
        self.bots_level_box.setMinimumContentsLength(PLAYER_BOX_LETTERS + 2)
        self.bots_level_box.activated.connect(lambda _: self._on_bots_level_chosen())
        self.changed.connect(self._update_bots_level_box)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(3, 1)

    def show_setup(
        self,
        seat_count: int,
        seat_setups: Sequence[Mapping[str, Any]] = (),
        offered_levels: Sequence[str] = (),
    ) -> None:
        """Show a stored set-up; without one, the current person gets the first seat.

        ``seat_setups`` has for each seat ``who`` (a level, ``"program"``, ``"person"`` or
        ``"you"``), ``name`` and more; ``offered_levels`` are the table's levels, all of them if
        empty.
        """
        self._set_offered_levels(offered_levels)
        self._add_rows(max(seat_count, len(self.rows)))
        seat_setups = seat_setups[: len(self.rows)]
        usual_names = self._usual_names()
        people_names = {name.casefold() for name in self._person_names.values()}
        taken_names = {str(seat_setup.get("name")).casefold() for seat_setup in seat_setups}
        people_keys = self._people_keys(seat_setups) if seat_setups else {0: YOU}
        for seat, row in enumerate(self.rows):
            seat_setup = seat_setups[seat] if seat < len(seat_setups) else {}
            name = seat_setup.get("name")
            self._set_bot(row, read_opponent(seat_setup) or Opponent(), seat_setup.get("wish"))
            known_name = tidy_name(name) if isinstance(name, str) else ""
            row.newcomer_name = known_name if people_keys.get(seat) == NEWCOMER else ""
            if seat in people_keys:
                if (
                    people_keys[seat] == YOU
                    and known_name
                    and not is_default_name(known_name)
                    and len(people_keys) > 1
                ):
                    self._match_names[self.your_identity] = known_name
                known_name = ""
            if (
                known_name and known_name.casefold() in people_names
            ):  # a person has got this name since
                known_name = next(
                    (
                        free_name
                        for free_name in usual_names[1:]
                        if free_name.casefold() not in taken_names
                    ),
                    "",
                )
                taken_names.add(known_name.casefold())
            row.bot_name = known_name or usual_names[seat]
            self._set_player(row, people_keys.get(seat, row.bot_key))
        self.show_seats(seat_count)

    def offer_levels(self, offered_levels: Sequence[str]) -> None:
        """Offer the levels of another table; a bot plays as chosen, or at the next lower level."""
        if self._select_levels(offered_levels) == self._offered_levels:
            return
        # The boxes lose what is selected.
        people_keys = {row.seat: row.player_key for row in self.rows if row.is_person}
        self._set_offered_levels(offered_levels)
        for row in self.rows:
            if row.wanted_key in self._levels:
                row.bot_key = fit_level(row.wanted_key, self._offered_levels)
            self._set_player(row, people_keys.get(row.seat, row.bot_key))
        self._limit_people()  # Rows not yet set looked like people, who need names.
        self.changed.emit()

    def _select_levels(self, offered_levels: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            level for level in self._levels if not offered_levels or level in offered_levels
        )

    def _set_offered_levels(self, offered_levels: Sequence[str]) -> None:
        """Fill the boxes with these levels, all of them if empty; selected ones may disappear."""
        self._offered_levels = self._select_levels(offered_levels)
        self._insert_levels(self.bots_level_box, 0)
        for row in self.rows:
            self._insert_levels(row.player_box, 1 + len(self._other_persons))

    def _people_keys(self, seat_setups: Sequence[Mapping[str, Any]]) -> dict[int, str]:
        """Return the player keys of the people in a stored set-up by seat."""
        identities = {fold_name(name): identity for identity, name in self._person_names.items()}
        people_keys: dict[int, str] = {}
        for seat, seat_setup in enumerate(seat_setups):
            name, player_key = seat_setup.get("name"), seat_setup.get("who")
            if player_key == PERSON_CHOICE and isinstance(name, str):
                identity = identities.get(fold_name(tidy_name(name)))
                player_key = NEWCOMER if identity is None else _person_key(identity)
                player_key = YOU if identity == self.your_identity else player_key
            if _is_person(player_key) and (
                player_key == NEWCOMER or player_key not in people_keys.values()
            ):
                people_keys[seat] = str(player_key)
        return people_keys

    def show_seats(self, seat_count: int) -> None:
        self._add_rows(seat_count)
        self._seat_count = seat_count
        for row in self.rows:
            for widget in (row.label, row.player_box, row.name_field):
                widget.setVisible(row.seat < seat_count)
            # Keep the names aligned, but reserve no space for hidden seats.
            policy = row.temperament_box.sizePolicy()
            policy.setRetainSizeWhenHidden(row.seat < seat_count)
            row.temperament_box.setSizePolicy(policy)
            self._update_row(row)
        hidden_rows = self.rows[seat_count:]
        if self.your_seat is None and any(row.player_key == YOU for row in hidden_rows):
            for row in hidden_rows:
                self._set_player(row, row.bot_key)
            self._set_player(self.rows[0], YOU)  # the current person keeps a seat
        for seat in self.people_seats[MAX_LOCAL_PEOPLE:]:
            self._set_player(self.rows[seat], self.rows[seat].bot_key)
        self._limit_people()
        self.changed.emit()

    def _limit_people(self) -> None:
        """Disable further people where the hot seat has its maximum."""
        is_full = len(self.people_seats) >= MAX_LOCAL_PEOPLE
        for row in self.rows:
            row.player_box.is_full = is_full and not row.is_person
            model = row.player_box.model()
            assert isinstance(model, QStandardItemModel)
            for index in range(row.player_box.count()):
                if _is_person(row.player_box.itemData(index)):
                    model.item(index).setEnabled(not row.player_box.is_full)
        for row in self._shown_rows:
            if self.can_rename(row):
                row.name_field.setText(self._displayed_name(row, row.player_key))
                self._update_placeholder(row)

    def preview_seats(self) -> tuple[SeatPreview, ...]:
        names, newcomer_seats = self._unique_names(), self.newcomer_seats
        return tuple(
            SeatPreview(
                display_name(names[row.seat]),
                self._levels.index(row.player_key) + 1 if row.player_key in self._levels else None,
                is_you=row.seat == self.your_seat,
                is_newcomer=row.seat in newcomer_seats and bool(row.newcomer_name),
            )
            for row in self._shown_rows
        )

    @property
    def _shown_rows(self) -> list[SeatRow]:
        return self.rows[: self._seat_count]

    @property
    def your_seat(self) -> int | None:
        return next((row.seat for row in self._shown_rows if row.player_key == YOU), None)

    @property
    def people_seats(self) -> list[int]:
        """Seats of people; several people pass the computer on."""
        return [row.seat for row in self._shown_rows if row.is_person]

    @property
    def newcomer_seats(self) -> list[int]:
        """Seats of people who are not yet known at this computer."""
        return [row.seat for row in self._shown_rows if row.player_key == NEWCOMER]

    @property
    def nameless_seats(self) -> list[int]:
        """Seats of people who still need a name."""
        return [row.seat for row in self._shown_rows if self._needs_name(row)]

    @property
    def has_match_names(self) -> bool:
        """A known person has a name here for this match only."""
        return len(self.people_seats) > 1 and any(map(self.can_rename, self._shown_rows))

    def _stored_name(self, identity: str) -> str:
        return self.your_name if identity == self.your_identity else self._person_names[identity]

    def _person_name(self, identity: str) -> str:
        """Return a person's name in this match, as typed here."""
        stored_name = self._stored_name(identity)
        return (
            self._match_names.get(identity, stored_name)
            if len(self.people_seats) > 1
            else stored_name
        )

    def can_rename(self, row: SeatRow) -> bool:
        """Return True if a person of this computer at this seat can be named here."""
        identity = self.identity_at(row.seat)
        if identity is None:
            return False
        return is_default_name(self._stored_name(identity)) or (
            row.player_key == YOU and not self._has_own_name
        )

    def _needs_name(self, row: SeatRow) -> bool:
        if row.player_key == NEWCOMER:
            return not row.newcomer_name or is_default_name(row.newcomer_name)
        identity = self.identity_at(row.seat)
        return (
            identity is not None
            and len(self.people_seats) > 1
            and is_default_name(self._person_name(identity))
        )

    def identity_at(self, seat: int) -> str | None:
        """Return the identity of the known person at a seat, or None."""
        player_key = self.rows[seat].player_key
        if player_key == YOU:
            return self.your_identity
        return (
            player_key.removeprefix(_person_key(""))
            if player_key.startswith(_person_key(""))
            else None
        )

    def make_players(self) -> tuple[HeaderPlayer, ...]:
        names, people_seats = self._unique_names(), self.people_seats
        return tuple(
            HeaderPlayer(name)
            if row.seat in people_seats
            else self._make_opponent(row).create_header_player(name)
            for row, name in zip(self._shown_rows, names, strict=True)
        )

    def make_seat_setups(self) -> list[dict[str, str]]:
        names = self._unique_names()
        return [self._make_seat_setup(row) | {"name": names[row.seat]} for row in self._shown_rows]

    def set_program(self, seat: int, program: str) -> None:
        """Select a program at a seat, and offer it at all seats."""
        if program not in self._programs:
            self._programs.append(program)
            for row in self.rows:
                index = row.player_box.findData(NEWCOMER)
                row.player_box.insertItem(index, display_name(program), _program_key(program))
                widen_popup(row.player_box)
        player_box = self.rows[seat].player_box
        player_box.setCurrentIndex(player_box.findData(_program_key(program)))

    def list_fields(self) -> list[QWidget]:
        return [
            field
            for row in self.rows
            for field in (row.player_box, row.temperament_box, row.name_field)
        ]

    def _add_rows(self, count: int) -> None:
        usual_names = self._usual_names()
        for seat in range(len(self.rows), count):
            label = PlainLabel(tr("Seat &{number}").format(number=seat + 1), self)
            player_box, temperament_box, name_field = (
                self._make_player_box(seat),
                QComboBox(self),
                QLineEdit(self),
            )
            for temperament_name in TEMPERAMENT_NAMES:
                temperament_box.addItem(temperament_title(temperament_name), temperament_name)
                line = tooltip_text(temperament_line(temperament_name))
                temperament_box.setItemData(temperament_box.count() - 1, line, TOOLTIP_ROLE)
            temperament_box.setCurrentIndex(temperament_box.findData(STEADY_TEMPERAMENT))
            label_combo(temperament_box, tr("Temperament at seat {number}").format(number=seat + 1))
            set_tooltip(temperament_box, tr("How the computer player weighs risks"))
            name_field.setMaxLength(MAX_PLAYER_NAME_LENGTH)
            name_field.setAccessibleName(tr("Name at seat {number}").format(number=seat + 1))
            name_field.setMinimumWidth(72)
            label.setBuddy(player_box)
            for column, widget in enumerate((label, player_box, temperament_box, name_field)):
                self._grid.addWidget(widget, seat, column)
            level = self.bots_level_box.currentData() or self._usual_level
            wishes = {row.wanted_key for row in self._shown_rows if row.player_key == level}
            row = SeatRow(
                seat,
                label,
                player_box,
                temperament_box,
                name_field,
                bot_name=usual_names[seat],
                bot_key=level,
                wanted_key=wishes.pop() if len(wishes) == 1 else level,
            )
            self.rows.append(row)
            self._set_player(row, level)
            temperament_box.currentIndexChanged.connect(lambda _: self.changed.emit())
            player_box.currentIndexChanged.connect(lambda _, row=row: self._on_player_changed(row))
            name_field.editingFinished.connect(self.normalize_names)
            name_field.textEdited.connect(lambda text, row=row: self._on_text_edited(row, text))

    def _make_player_box(self, seat: int) -> PlayerBox:
        player_box = PlayerBox(self)
        player_box.addItem(self._your_title, YOU)
        for identity, name in self._other_persons:
            player_box.addItem(display_name(name), _person_key(identity))
        self._insert_levels(player_box, player_box.count())
        for program in self._programs:
            player_box.addItem(display_name(program), _program_key(program))
        player_box.addItem(tr("Person"), NEWCOMER)
        player_box.addItem(tr("Other program…"), OTHER_PROGRAM)
        player_box.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        player_box.setMinimumContentsLength(PLAYER_BOX_LETTERS)
        widen_popup(player_box)
        player_box.setAccessibleName(tr("Who sits at seat {number}").format(number=seat + 1))
        return player_box

    def _insert_levels(self, box: QComboBox, first_index: int) -> None:
        with QSignalBlocker(box):
            for level in self._levels:
                box.removeItem(box.findData(level))
            for index, level in enumerate(self._offered_levels, first_index):
                box.insertItem(index, level_title(level), level)
                box.setItemData(index, tooltip_text(level_line(level)), TOOLTIP_ROLE)

    @property
    def chosen_levels(self) -> list[str]:
        """The levels of the computer players at the table, weakest first."""
        keys = {row.player_key for row in self._shown_rows}
        return [level for level in self._levels if level in keys]

    @property
    def _your_title(self) -> str:
        """Label of the current person's entry: the name, where there are other persons."""
        return display_name(self.your_name) if len(self._person_names) > 1 else tr("You")

    @property
    def _other_persons(self) -> list[tuple[str, str]]:
        return [person for person in self._person_names.items() if person[0] != self.your_identity]

    def set_current_person(self, identity: str) -> None:
        """Make another person the current one, and move them to the current seat if any."""
        if identity in dict(self._other_persons):
            self._swap_current_person(identity)
            if self.your_seat is not None:
                self._set_player(self.rows[self.your_seat], YOU)
                self.changed.emit()

    def _swap_current_person(self, identity: str) -> None:
        previous_identity, self.your_identity, self.your_name = (
            self.your_identity,
            identity,
            self._person_names[identity],
        )
        self._has_own_name = True
        for player_box in (row.player_box for row in self.rows):
            with QSignalBlocker(player_box):
                player_box.setItemText(player_box.findData(YOU), self._your_title)
                index = player_box.findData(_person_key(identity))
                player_box.setItemText(index, display_name(self._person_names[previous_identity]))
                player_box.setItemData(index, _person_key(previous_identity))
        usual_names = self._usual_names()
        for row in self.rows:
            if fold_name(row.bot_name) == fold_name(self.your_name):
                row.bot_name = usual_names[row.seat]
            self._set_player(row, row.player_key)

    @property
    def _usual_level(self) -> str:
        level = DEFAULT_LEVEL if DEFAULT_LEVEL in self._levels else self._levels[-1]
        return fit_level(level, self._offered_levels)

    def _set_bot(self, row: SeatRow, opponent: Opponent, wish: object) -> None:
        """Set the bot of a row; ``wish`` is its level where that is offered."""
        bot_key = opponent.level if opponent.program is None else _program_key(opponent.program)
        if bot_key in self._levels:
            row.wanted_key = str(wish) if wish in self._levels else bot_key
            bot_key = fit_level(row.wanted_key, self._offered_levels)
        elif row.player_box.findData(bot_key) < 0:
            row.wanted_key = bot_key = self._usual_level
        else:
            row.wanted_key = bot_key
        row.bot_key = bot_key
        index = row.temperament_box.findData(opponent.temperament or STEADY_TEMPERAMENT)
        row.temperament_box.setCurrentIndex(index)

    def _make_opponent(self, row: SeatRow) -> Opponent:
        player_key = row.player_key
        if player_key in self._levels:
            temperament = str(row.temperament_box.currentData())
            is_steady = temperament == STEADY_TEMPERAMENT
            is_plain = is_steady or player_key in LEVELS_WITHOUT_TEMPERAMENT
            return Opponent(player_key, None if is_plain else temperament)
        return Opponent(program=player_key.removeprefix(_program_key("")))

    def _make_seat_setup(self, row: SeatRow) -> dict[str, str]:
        if row.is_person:
            return {"who": YOU if row.seat == self.your_seat else PERSON_CHOICE}
        opponent = self._make_opponent(row)
        if opponent.program is not None:
            return {"who": PROGRAM_CHOICE, "program": opponent.program}
        setup = {"who": opponent.level, "temperament": opponent.temperament or STEADY_TEMPERAMENT}
        return setup if row.wanted_key == opponent.level else setup | {"wish": row.wanted_key}

    def _usual_names(self) -> list[str]:
        names = suggest_bot_names(self.your_name, [*self._person_names.values()])
        # The current person mostly sits first; a bot there gets the last name without a number.
        own_seat_names = [name for name in names if not name[-1].isdecimal()][-1:] or names[-1:]
        return own_seat_names + [names[index % len(names)] for index in range(MAX_SEATS - 1)]

    def _set_player(self, row: SeatRow, player_key: str) -> None:
        with QSignalBlocker(row.player_box):
            row.player_box.setCurrentIndex(row.player_box.findData(player_key))
            row.selected_key = player_key
        row.name_field.setText(self._displayed_name(row, player_key))
        self._update_placeholder(row)
        is_known_person = player_key == YOU or player_key.startswith(_person_key(""))
        is_fixed = is_known_person and not self.can_rename(row)
        row.name_field.setReadOnly(is_fixed)
        row.name_field.setFrame(not is_fixed)
        set_tooltip(row.name_field, tr("Names are changed under “People…”.") if is_fixed else "")
        self._update_row(row)

    def _update_placeholder(self, row: SeatRow) -> None:
        """Show the default name as placeholder."""
        default_name = tr("Player {number}").format(number=row.seat + 1)
        row.name_field.setPlaceholderText(row.name_field.text() or default_name)

    def _displayed_name(self, row: SeatRow, player_key: str) -> str:
        if self._needs_name(row):
            return ""
        if player_key == NEWCOMER:
            return row.newcomer_name
        identity = (
            self.your_identity if player_key == YOU else player_key.removeprefix(_person_key(""))
        )
        return self._person_name(identity) if identity in self._person_names else row.bot_name

    def _update_row(self, row: SeatRow) -> None:
        is_level = row.player_key in self._levels
        has_temperament = is_level and row.player_key not in LEVELS_WITHOUT_TEMPERAMENT
        row.temperament_box.setVisible(has_temperament and row.seat < self._seat_count)
        usual_tip = tr("You, a computer player of this level, or another program")
        description = level_line(row.player_key) if is_level else ""
        set_tooltip(row.player_box, description or usual_tip)
        row.player_box.setAccessibleDescription(description)

    def _on_player_changed(self, row: SeatRow) -> None:
        player_key = row.player_key
        if player_key == OTHER_PROGRAM:
            self._set_player(row, row.selected_key)
            self.program_requested.emit(row.seat)
            return
        replaces_you = self.people_seats == [row.seat] or row.selected_key == YOU
        if player_key.startswith(_person_key("")) and replaces_you:
            # The person replaces the current one; a person selected elsewhere plays beside them.
            self._swap_current_person(player_key.removeprefix(_person_key("")))
            player_key = YOU
        if not _is_person(player_key):
            row.bot_key = row.wanted_key = player_key
        elif player_key != NEWCOMER:
            for other_row in self.rows:
                if other_row is not row and other_row.player_key == player_key:
                    self._set_player(other_row, other_row.bot_key)
        self._set_player(row, player_key)
        self._limit_people()
        self.changed.emit()
        if player_key == NEWCOMER:
            row.name_field.setFocus()

    def _on_bots_level_chosen(self) -> None:
        level = str(self.bots_level_box.currentData())
        for row in self.rows:
            # Hidden seats too: they may be shown later.
            row.bot_key = row.wanted_key = level
            if not row.is_person:
                self._set_player(row, level)
        self.changed.emit()

    def _update_bots_level_box(self) -> None:
        levels = {row.player_key for row in self._shown_rows if not row.is_person}
        level = levels.pop() if len(levels) == 1 else ""
        self.bots_level_box.setCurrentIndex(self.bots_level_box.findData(level) if level else -1)

    def _on_text_edited(self, row: SeatRow, text: str) -> None:
        name = tidy_name(text)
        if row.player_key == NEWCOMER:
            row.newcomer_name = name
        elif (identity := self.identity_at(row.seat)) is not None and len(self.people_seats) > 1:
            self._match_names[identity] = name or self._stored_name(identity)
        elif name and row.player_key == YOU:
            self.your_name = name
        elif name:
            row.bot_name = name

    def normalize_names(self) -> None:
        """Apply the typed names, made unique."""
        self._rename_bots()
        for row, name in zip(self._shown_rows, self._unique_names(), strict=True):
            if row.name_field.text() != name and not self._needs_name(row):
                row.name_field.setText(name)
        self.changed.emit()

    def _rename_bots(self) -> None:
        """Rename bots that have the name of a newcomer."""
        people_names = {fold_name(row.newcomer_name) for row in self.rows if row.newcomer_name}
        taken_names = people_names | {fold_name(row.bot_name) for row in self._shown_rows}
        free_names = (
            name for name in self._usual_names()[1:] if fold_name(name) not in taken_names
        )
        for row in self.rows:
            if fold_name(row.bot_name) in people_names:
                row.bot_name = next(free_names, row.bot_name)
                if not row.is_person:
                    row.name_field.setText(row.bot_name)
                    row.name_field.setPlaceholderText(row.bot_name)

    def _unique_names(self) -> tuple[str, ...]:
        names = [
            tidy_name(row.name_field.text()) or tidy_name(row.name_field.placeholderText())
            for row in self._shown_rows
        ]
        # People keep their names, the current person first; later equal names get a suffix.
        your_seat, people_seats = self.your_seat, self.people_seats
        order = sorted(
            range(len(names)), key=lambda at: (at != your_seat, at not in people_seats, at)
        )
        distinct_names = dict(
            zip(order, unique_names([names[seat] for seat in order]), strict=True)
        )
        return tuple(distinct_names[seat] for seat in range(len(names)))
