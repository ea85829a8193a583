"""The form for the players at the seats of a new match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeyEvent, QStandardItemModel
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QWidget

from greenbaize.app.seats.opponents import DEFAULT_LEVEL, Opponent
from greenbaize.app.tables.default_players import (
    MOST_PEOPLE,
    PERSON,
    PROGRAM,
    opponent_of,
    usual_names,
)
from greenbaize.match.player import Player
from greenbaize.rules.naming import folded
from greenbaize.rules.players import HAPHAZARD, STEADY, TEMPERAMENT_NAMES
from greenbaize.store.fitting import NAME_LENGTH, tidy_name, told_apart
from greenbaize.ui.features.start.table_picture import Shown
from greenbaize.ui.widgets.plain import Label, name_combo, set_tip, tip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.names import is_nameless, shown_name
from greenbaize.words.titles import level_line, level_title, temperament_line, temperament_title

YOU: Final = "you"
"""Key of the current person in the player boxes, beside the levels of bots."""
NEWCOMER: Final = "newcomer"
"""Key of a person whose name is not known at this computer."""
OTHER: Final = "other"
"""Key of the entry that asks for a new bot program."""

TIP: Final = Qt.ItemDataRole.ToolTipRole
MOST_SEATS: Final = 16
LIST_EDGES: Final = 32
WIDEST_LIST: Final = 420
WHO_LETTERS: Final = 8
"""Least width of a player box (letters); names of programs may be longer."""


def _person_key(identity: str) -> str:
    return f"{PERSON}:{identity}"


def _is_person(who: object) -> bool:
    return who in (YOU, NEWCOMER) or str(who).startswith(_person_key(""))


def _key(program: str) -> str:
    return f"{PROGRAM}:{program}"


class WhoBox(QComboBox):
    """Box for the player at a seat.

    Its last two entries open a dialog or need a name, so the arrow keys skip them.
    """

    full = False
    """The table has as many people as are allowed."""

    def showPopup(self) -> None:
        self.show_last(on=True)
        super().showPopup()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.show_last(on=self.view().isVisible())
        super().keyPressEvent(event)

    def show_last(self, *, on: bool) -> None:
        """Enable or disable the last two entries."""
        model = self.model()
        assert isinstance(model, QStandardItemModel)
        model.item(self.findData(OTHER)).setEnabled(on)
        model.item(self.findData(NEWCOMER)).setEnabled(on and not self.full)


@dataclass(eq=False, slots=True)
class SeatRow:
    """Fields of one seat, and the players that were selected there before."""

    place: int
    label: Label
    who: WhoBox
    temperament: QComboBox
    name: QLineEdit
    given: str
    """Name of the bot at the seat."""
    kept: str
    """Key of the bot: a level or a program."""
    chosen: str = ""
    """Key of the player selected last."""
    newcomer: str = ""
    """Name typed for a newcomer."""

    @property
    def kind(self) -> str:
        return str(self.who.currentData())

    @property
    def person(self) -> bool:
        return _is_person(self.kind)


def show_whole_entries(box: QComboBox) -> None:
    """Widen the popup list to the widest entry, within bounds."""
    metrics = box.fontMetrics()
    widest = max(metrics.horizontalAdvance(box.itemText(at)) for at in range(box.count()))
    box.view().setMinimumWidth(min(widest + LIST_EDGES, WIDEST_LIST))


class SeatsForm(QWidget):
    """Form with a row for each seat: at most one for the current person, four for people.

    ``levels`` are ordered from the weakest; ``person_names`` has identities with names, the current
    person first. Without ``has_own_name`` the current person can type a name here; where several
    people play, all people without a name have to, for that match only.
    """

    changed = Signal()
    program_asked = Signal(int)
    """A new program is requested for a seat; ``set_program`` selects it."""

    def __init__(
        self,
        levels: Sequence[str],
        you: Sequence[tuple[str, str]],
        programs: Iterable[str] = (),
        parent: QWidget | None = None,
        *,
        named: bool = True,
    ) -> None:
        super().__init__(parent)
        self._persons = dict(you)
        """Names of this computer's persons by identity."""
        self.you = you[0][0]
        self._named = named
        self._match_names: dict[str, str] = {}
        """Names by identity that are valid for one match, of people without a stored name."""
        self._levels = self._offered = tuple(levels)
        self._programs = list(programs)
        self.your_name = tidy_name(you[0][1]) or tr("You")
        """Name of the current person, even without a seat."""
        self.rows: list[SeatRow] = []
        self._seats = 0
        """Number of visible rows."""
        self.everyone = QComboBox(self)
        """Common level of all bots; no entry is selected while they differ."""
        self._offer(self.everyone, 0)
        self.everyone.setCurrentIndex(-1)
        self.everyone.setPlaceholderText(tr("each its own"))
        self.everyone.setAccessibleName(tr("Level of all computer players"))
        set_tip(self.everyone, tr("Seats all computer players of this level"))
        self.everyone.setMinimumContentsLength(WHO_LETTERS + 2)
        self.everyone.activated.connect(lambda _: self._on_everyone_chosen())
        self.changed.connect(self._show_everyone)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(6)
        self._grid.setVerticalSpacing(5)
        self._grid.setColumnStretch(3, 1)

    def show_setup(
        self, seats: int, setup: Sequence[Mapping[str, Any]] = (), offered: Sequence[str] = ()
    ) -> None:
        """Show a stored set-up; without one, the current person gets the first seat.

        ``seat_setups`` has for each seat ``who`` (a level, ``"program"``, ``"person"`` or
        ``"you"``), ``name`` and more; ``offered_levels`` are the game's levels, all of them if
        empty.
        """
        self._offered = tuple(level for level in self._levels if not offered or level in offered)
        self._offer(self.everyone, 0)
        for row in self.rows:
            self._offer(row.who, 1 + len(self._others))
        self._take_rows(max(seats, len(self.rows)))
        setup = setup[: len(self.rows)]
        usual = self._usual_names()
        people = {name.casefold() for name in self._persons.values()}
        taken = {str(one.get("name")).casefold() for one in setup}
        seated = self._seated(setup) if setup else {0: YOU}
        for place, row in enumerate(self.rows):
            one = setup[place] if place < len(setup) else {}
            name = one.get("name")
            self._keep(row, opponent_of(one) or Opponent())
            known = tidy_name(name) if isinstance(name, str) else ""
            row.newcomer = known if seated.get(place) == NEWCOMER else ""
            if place in seated:
                if seated[place] == YOU and known and not is_nameless(known) and len(seated) > 1:
                    self._match_names[self.you] = known
                known = ""
            if known and known.casefold() in people:  # a person has got this name since
                known = next((new for new in usual[1:] if new.casefold() not in taken), "")
                taken.add(known.casefold())
            row.given = known or usual[place]
            self._choose(row, seated.get(place, row.kept))
        self.show_seats(seats)

    def _seated(self, setup: Sequence[Mapping[str, Any]]) -> dict[int, str]:
        """Return the player keys of the people in a stored set-up by seat."""
        known = {folded(name): identity for identity, name in self._persons.items()}
        seated: dict[int, str] = {}
        for place, one in enumerate(setup):
            name, who = one.get("name"), one.get("who")
            if who == PERSON and isinstance(name, str):
                identity = known.get(folded(tidy_name(name)))
                who = NEWCOMER if identity is None else _person_key(identity)
                who = YOU if identity == self.you else who
            if _is_person(who) and (who == NEWCOMER or who not in seated.values()):
                seated[place] = str(who)
        return seated

    def show_seats(self, seats: int) -> None:
        self._take_rows(seats)
        self._seats = seats
        for row in self.rows:
            for widget in (row.label, row.who, row.name):
                widget.setVisible(row.place < seats)
            # Keep the names aligned, but reserve no space for hidden seats.
            policy = row.temperament.sizePolicy()
            policy.setRetainSizeWhenHidden(row.place < seats)
            row.temperament.setSizePolicy(policy)
            self._show_kind(row)
        gone = self.rows[seats:]
        if self.your_seat is None and any(row.kind == YOU for row in gone):
            for row in gone:
                self._choose(row, row.kept)
            self._choose(self.rows[0], YOU)  # the current person keeps a seat
        for place in self.people[MOST_PEOPLE:]:
            self._choose(self.rows[place], self.rows[place].kept)
        self._limit_people()
        self.changed.emit()

    def _limit_people(self) -> None:
        """Disable further people where the hot seat has its maximum."""
        full = len(self.people) >= MOST_PEOPLE
        for row in self.rows:
            row.who.full = full and not row.person
            model = row.who.model()
            assert isinstance(model, QStandardItemModel)
            for at in range(row.who.count()):
                if _is_person(row.who.itemData(at)):
                    model.item(at).setEnabled(not row.who.full)
        for row in self._shown:
            if self.is_named_here(row):
                row.name.setText(self._name_at(row, row.kind))
                self._show_usual_name(row)

    def shown(self) -> tuple[Shown, ...]:
        names, new = self._tidy_names(), self.newcomers
        return tuple(
            Shown(
                shown_name(names[row.place]),
                self._levels.index(row.kind) + 1 if row.kind in self._levels else None,
                you=row.place == self.your_seat,
                new=row.place in new and bool(row.newcomer),
            )
            for row in self._shown
        )

    @property
    def _shown(self) -> list[SeatRow]:
        return self.rows[: self._seats]

    @property
    def your_seat(self) -> int | None:
        return next((row.place for row in self._shown if row.kind == YOU), None)

    @property
    def people(self) -> list[int]:
        """Seats of people; several people pass the computer on."""
        return [row.place for row in self._shown if row.person]

    @property
    def newcomers(self) -> list[int]:
        """Seats of people who are not yet known at this computer."""
        return [row.place for row in self._shown if row.kind == NEWCOMER]

    @property
    def nameless(self) -> list[int]:
        """Seats of people who still need a name."""
        return [row.place for row in self._shown if self._must_be_named(row)]

    @property
    def has_match_names(self) -> bool:
        """A known person has a name here for this match only."""
        return len(self.people) > 1 and any(map(self.is_named_here, self._shown))

    def _lasting_name(self, identity: str) -> str:
        return self.your_name if identity == self.you else self._persons[identity]

    def _name_of(self, identity: str) -> str:
        """Return a person's name in this match, as typed here."""
        lasting = self._lasting_name(identity)
        return self._match_names.get(identity, lasting) if len(self.people) > 1 else lasting

    def is_named_here(self, row: SeatRow) -> bool:
        """Return True if a person of this computer at this seat can be named here."""
        identity = self.identity_at(row.place)
        if identity is None:
            return False
        return is_nameless(self._lasting_name(identity)) or (row.kind == YOU and not self._named)

    def _must_be_named(self, row: SeatRow) -> bool:
        if row.kind == NEWCOMER:
            return not row.newcomer or is_nameless(row.newcomer)
        identity = self.identity_at(row.place)
        return (
            identity is not None and len(self.people) > 1 and is_nameless(self._name_of(identity))
        )

    def identity_at(self, place: int) -> str | None:
        """Return the identity of the known person at a seat, or None."""
        who = self.rows[place].kind
        if who == YOU:
            return self.you
        return who.removeprefix(_person_key("")) if who.startswith(_person_key("")) else None

    def sitters(self) -> tuple[Player, ...]:
        names, people = self._tidy_names(), self.people
        return tuple(
            Player(name) if row.place in people else self._opponent(row).sitter(name)
            for row, name in zip(self._shown, names, strict=True)
        )

    def setup(self) -> list[dict[str, str]]:
        names = self._tidy_names()
        return [self._setup_of(row) | {"name": names[row.place]} for row in self._shown]

    def take_program(self, place: int, program: str) -> None:
        """Select a program at a seat, and offer it at all seats."""
        if program not in self._programs:
            self._programs.append(program)
            for row in self.rows:
                at = row.who.findData(NEWCOMER)
                row.who.insertItem(at, shown_name(program), _key(program))
                show_whole_entries(row.who)
        who = self.rows[place].who
        who.setCurrentIndex(who.findData(_key(program)))

    def fields(self) -> list[QWidget]:
        return [field for row in self.rows for field in (row.who, row.temperament, row.name)]

    def _take_rows(self, count: int) -> None:
        usual = self._usual_names()
        for place in range(len(self.rows), count):
            label = Label(tr("Seat &{number}").format(number=place + 1), self)
            who, temperament, name = self._who_field(place), QComboBox(self), QLineEdit(self)
            for one in TEMPERAMENT_NAMES:
                temperament.addItem(temperament_title(one), one)
                line = tip_text(temperament_line(one))
                temperament.setItemData(temperament.count() - 1, line, TIP)
            temperament.setCurrentIndex(temperament.findData(STEADY))
            name_combo(temperament, tr("Temperament at seat {number}").format(number=place + 1))
            set_tip(temperament, tr("How the computer player weighs risks"))
            name.setMaxLength(NAME_LENGTH)
            name.setAccessibleName(tr("Name at seat {number}").format(number=place + 1))
            name.setMinimumWidth(72)
            label.setBuddy(who)
            for column, widget in enumerate((label, who, temperament, name)):
                self._grid.addWidget(widget, place, column)
            level = self.everyone.currentData() or self._usual_level
            row = SeatRow(place, label, who, temperament, name, usual[place], level)
            self.rows.append(row)
            self._choose(row, level)
            temperament.currentIndexChanged.connect(lambda _: self.changed.emit())
            who.currentIndexChanged.connect(lambda _, row=row: self._on_who_changed(row))
            name.editingFinished.connect(self.settle_names)
            name.textEdited.connect(lambda text, row=row: self._on_text_edited(row, text))

    def _who_field(self, place: int) -> WhoBox:
        who = WhoBox(self)
        who.addItem(self._your_title, YOU)
        for identity, name in self._others:
            who.addItem(shown_name(name), _person_key(identity))
        self._offer(who, who.count())
        for program in self._programs:
            who.addItem(shown_name(program), _key(program))
        who.addItem(tr("Person"), NEWCOMER)
        who.addItem(tr("Other program…"), OTHER)
        who.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        who.setMinimumContentsLength(WHO_LETTERS)
        show_whole_entries(who)
        who.setAccessibleName(tr("Who sits at seat {number}").format(number=place + 1))
        return who

    def _offer(self, box: QComboBox, place: int) -> None:
        with QSignalBlocker(box):
            for level in self._levels:
                box.removeItem(box.findData(level))
            for at, level in enumerate(self._offered, place):
                box.insertItem(at, level_title(level), level)
                box.setItemData(at, tip_text(level_line(level)), TIP)

    @property
    def _your_title(self) -> str:
        """Label of the current person's entry: the name, where there are other persons."""
        return shown_name(self.your_name) if len(self._persons) > 1 else tr("You")

    @property
    def _others(self) -> list[tuple[str, str]]:
        return [one for one in self._persons.items() if one[0] != self.you]

    def let_play(self, identity: str) -> None:
        """Make another person the current one, and move them to the current seat if any."""
        if identity in dict(self._others):
            self._let_play(identity)
            if self.your_seat is not None:
                self._choose(self.rows[self.your_seat], YOU)
                self.changed.emit()

    def _let_play(self, identity: str) -> None:
        before, self.you, self.your_name = self.you, identity, self._persons[identity]
        self._named = True
        for who in (row.who for row in self.rows):
            with QSignalBlocker(who):
                who.setItemText(who.findData(YOU), self._your_title)
                at = who.findData(_person_key(identity))
                who.setItemText(at, shown_name(self._persons[before]))
                who.setItemData(at, _person_key(before))
        usual = self._usual_names()
        for row in self.rows:
            if folded(row.given) == folded(self.your_name):
                row.given = usual[row.place]
            self._choose(row, row.kind)

    @property
    def _usual_level(self) -> str:
        return DEFAULT_LEVEL if DEFAULT_LEVEL in self._levels else self._levels[-1]

    def _keep(self, row: SeatRow, opponent: Opponent) -> None:
        kept = opponent.level if opponent.program is None else _key(opponent.program)
        if kept in self._levels and kept not in self._offered:
            kept = self._offered[-1]
        row.kept = kept if row.who.findData(kept) >= 0 else self._usual_level
        at = row.temperament.findData(opponent.temperament or STEADY)
        row.temperament.setCurrentIndex(at)

    def _opponent(self, row: SeatRow) -> Opponent:
        who = row.kind
        if who in self._levels:
            temperament = str(row.temperament.currentData())
            usual = temperament == STEADY or who == HAPHAZARD
            return Opponent(who, None if usual else temperament)
        return Opponent(program=who.removeprefix(_key("")))

    def _setup_of(self, row: SeatRow) -> dict[str, str]:
        if row.person:
            return {"who": YOU if row.place == self.your_seat else PERSON}
        opponent = self._opponent(row)
        if opponent.program is not None:
            return {"who": PROGRAM, "program": opponent.program}
        return {"who": opponent.level, "temperament": opponent.temperament or STEADY}

    def _usual_names(self) -> list[str]:
        names = usual_names(self.your_name, [*self._persons.values()])
        # The current person mostly sits first; a bot there gets the last name without a number.
        first = [name for name in names if not name[-1].isdecimal()][-1:] or names[-1:]
        return first + [names[place % len(names)] for place in range(MOST_SEATS - 1)]

    def _choose(self, row: SeatRow, who: str) -> None:
        with QSignalBlocker(row.who):
            row.who.setCurrentIndex(row.who.findData(who))
            row.chosen = who
        row.name.setText(self._name_at(row, who))
        self._show_usual_name(row)
        known = who == YOU or who.startswith(_person_key(""))
        fixed = known and not self.is_named_here(row)
        row.name.setReadOnly(fixed)
        row.name.setFrame(not fixed)
        set_tip(row.name, tr("Names are changed under “People…”.") if fixed else "")
        self._show_kind(row)

    def _show_usual_name(self, row: SeatRow) -> None:
        """Show the default name as placeholder."""
        usual = tr("Player {number}").format(number=row.place + 1)
        row.name.setPlaceholderText(row.name.text() or usual)

    def _name_at(self, row: SeatRow, who: str) -> str:
        if self._must_be_named(row):
            return ""
        if who == NEWCOMER:
            return row.newcomer
        identity = self.you if who == YOU else who.removeprefix(_person_key(""))
        return self._name_of(identity) if identity in self._persons else row.given

    def _show_kind(self, row: SeatRow) -> None:
        built_in = row.kind in self._levels
        weighs = built_in and row.kind != HAPHAZARD
        row.temperament.setVisible(weighs and row.place < self._seats)
        usual = tr("You, a computer player of this level, or another program")
        set_tip(row.who, level_line(row.kind) if built_in else usual)

    def _on_who_changed(self, row: SeatRow) -> None:
        who = row.kind
        if who == OTHER:
            self._choose(row, row.chosen)
            self.program_asked.emit(row.place)
            return
        alone = self.people == [row.place] or row.chosen == YOU
        if who.startswith(_person_key("")) and alone:
            # The person replaces the current one; a person selected elsewhere plays beside them.
            self._let_play(who.removeprefix(_person_key("")))
            who = YOU
        if not _is_person(who):
            row.kept = who
        elif who != NEWCOMER:
            for other in self.rows:
                if other is not row and other.kind == who:
                    self._choose(other, other.kept)
        self._choose(row, who)
        self._limit_people()
        self.changed.emit()
        if who == NEWCOMER:
            row.name.setFocus()

    def _on_everyone_chosen(self) -> None:
        level = str(self.everyone.currentData())
        for row in self.rows:
            # Hidden seats too: they may be shown later.
            row.kept = level
            if not row.person:
                self._choose(row, level)
        self.changed.emit()

    def _show_everyone(self) -> None:
        levels = {row.kind for row in self._shown if not row.person}
        level = levels.pop() if len(levels) == 1 else ""
        self.everyone.setCurrentIndex(self.everyone.findData(level) if level else -1)

    def _on_text_edited(self, row: SeatRow, text: str) -> None:
        name = tidy_name(text)
        if row.kind == NEWCOMER:
            row.newcomer = name
        elif (identity := self.identity_at(row.place)) is not None and len(self.people) > 1:
            self._match_names[identity] = name or self._lasting_name(identity)
        elif name and row.kind == YOU:
            self.your_name = name
        elif name:
            row.given = name

    def settle_names(self) -> None:
        """Apply the typed names, made unique."""
        self._rename_computers()
        for row, name in zip(self._shown, self._tidy_names(), strict=True):
            if row.name.text() != name and not self._must_be_named(row):
                row.name.setText(name)
        self.changed.emit()

    def _rename_computers(self) -> None:
        """Rename bots that have the name of a newcomer."""
        people = {folded(row.newcomer) for row in self.rows if row.newcomer}
        taken = people | {folded(row.given) for row in self._shown}
        free = (name for name in self._usual_names()[1:] if folded(name) not in taken)
        for row in self.rows:
            if folded(row.given) in people:
                row.given = next(free, row.given)
                if not row.person:
                    row.name.setText(row.given)
                    row.name.setPlaceholderText(row.given)

    def _tidy_names(self) -> tuple[str, ...]:
        names = [
            tidy_name(row.name.text()) or tidy_name(row.name.placeholderText())
            for row in self._shown
        ]
        # People keep their names, the current person first; later equal names get a suffix.
        yours, people = self.your_seat, self.people
        order = sorted(range(len(names)), key=lambda at: (at != yours, at not in people, at))
        apart = dict(zip(order, told_apart([names[place] for place in order]), strict=True))
        return tuple(apart[place] for place in range(len(names)))
