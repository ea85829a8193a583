"""The form for a game's options, built from the game's declarations."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QToolButton, QWidget

from greenbaize.cards import Suit
from greenbaize.rules.errors import OptionError
from greenbaize.rules.options import (
    Choice,
    Number,
    Option,
    OptionValue,
    Settings,
    Suits,
    YesNo,
    settled,
)
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.cards.suits import LETTERS, paint_suit, sign_ink
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.notes import note, tell_with
from greenbaize.ui.widgets.plain import Label, on_button, set_tip, tip_text
from greenbaize.words.catalogue import suit_name, tr
from greenbaize.words.titles import (
    choice_advice,
    choice_line,
    choice_title,
    option_line,
    option_title,
)

DISC: Final = 9.5
"""Radius of the paper disc behind a selected suit (px)."""
SIGN: Final = 13.0
"""Size of a suit's sign (px)."""
_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES)


class SuitButton(QToolButton):
    """A checkable suit; Qt's own buttons hardly show the state on a dark theme."""

    def paintEvent(self, event: QPaintEvent) -> None:
        role, palette = QPalette.ColorRole, self.palette()
        down, letter = self.isChecked(), LETTERS[self.text()]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color(role.HighlightedText if down else role.Mid), 1.0))
        ground = palette.color(role.Highlight if down else role.Button)
        painter.setBrush(ground)
        rect = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(rect, 5, 5)
        middle = rect.center()
        if down:
            ground = PAPER
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawEllipse(middle, DISC, DISC)
        paint_suit(painter, letter, middle, SIGN, sign_ink(letter, ground))
        painter.end()


class SuitsField(QWidget):
    """Field for a fixed number of suits: one too many drops the one selected first."""

    changed = Signal(tuple)
    """Emitted with the selected letters when they change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._chosen: list[str] = []
        self.buttons: dict[str, QToolButton] = {}
        for suit in _ORDER:
            button = SuitButton(self)
            button.setText(suit.sign)
            button.setCheckable(True)
            set_tip(button, suit_name(suit))
            button.setAccessibleName(suit_name(suit))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setMinimumSize(34, 30)
            button.clicked.connect(lambda _=False, letter=suit.letter: self._on_clicked(letter))
            self.buttons[suit.letter] = button
        row_of(*self.buttons.values(), STRETCH, within=self, margins=(0, 0, 0, 0), spacing=4)

    def show_suits(self, letters: tuple[str, ...]) -> None:
        """Select these suits; their number is required from now on."""
        self._count, self._chosen = len(letters), list(letters)
        self._press()

    def _on_clicked(self, letter: str) -> None:
        if letter not in self._chosen:
            self._chosen = [*self._chosen, letter][-self._count :]
            self._press()
            self.changed.emit(tuple(self._chosen))
        else:
            self._press()  # a suit is dropped only by selecting another

    def _press(self) -> None:
        for letter, button in self.buttons.items():
            button.setChecked(letter in self._chosen)


OptionField = QCheckBox | QSpinBox | QComboBox | SuitsField


class OptionsForm(QWidget):
    """Form with one field for every option of a game.

    An untouched value follows its default, which may depend on the number of players and on earlier
    options; a touched one stays as near to the chosen value as its limits allow.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()
        self._seats = 0
        self._wanted: dict[str, object] = {}
        self._values = Settings()
        self._fields: dict[str, OptionField] = {}
        self._lines: dict[str, Label] = {}
        """The note below each field."""
        self._column = column_of(within=self, margins=(0, 0, 0, 0), spacing=10)

    def show_options(
        self, options: Iterable[Option], seats: int, wanted: Mapping[str, object]
    ) -> None:
        """Show a game's options; ``chosen_values`` of other games' options are ignored."""
        self._options, self._seats = tuple(options), seats
        keys = {option.key for option in self._options}
        self._wanted = {key: value for key, value in wanted.items() if key in keys}
        self._build()
        self._settle()

    def show_seats(self, seats: int) -> None:
        self._seats = seats
        self._settle()

    def reset(self) -> None:
        self._wanted.clear()
        self._settle()

    @property
    def values(self) -> dict[str, object]:
        """The values of all options; those that shorten a match only where they do so."""
        self._take_typed()
        return dict(settled(self._options, self._seats, self._values))

    @property
    def wanted(self) -> dict[str, object]:
        """The values that were chosen, without those that follow their defaults."""
        self._take_typed()
        return dict(self._wanted)

    @property
    def standard(self) -> bool:
        settled = Settings()
        for option in self._options:
            settled[option.key] = option.default_for(self._seats, settled)
        return settled == self._values

    def field(self, key: str) -> OptionField:
        return self._fields[key]

    def fields(self) -> list[QWidget]:
        return list(self._fields.values())

    def _build(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._fields, self._lines = {}, {}
        for option in self._options:
            if isinstance(option, Choice) and len(option.words) < 2:
                continue  # there is nothing to choose
            self._column.addWidget(self._made(option))
        self._column.addStretch(1)

    def _made(self, option: Option) -> QWidget:
        slip, title, key = QWidget(self), option_title(option), option.key
        field: OptionField
        match option:
            case YesNo():
                field = QCheckBox(on_button(title), slip)
                field.toggled.connect(lambda on: self._want(key, on))
            case Number():
                field = QSpinBox(slip)
                field.setMinimumWidth(field.sizeHint().width())  # two digits, whatever its limits
                field.valueChanged.connect(lambda value: self._want(key, value))
            case Choice():
                box = field = QComboBox(slip)
                field.activated.connect(lambda place: self._want(key, box.itemData(place)))
                field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            case Suits():
                field = SuitsField(slip)
                field.changed.connect(lambda letters: self._want(key, letters))
        field.setAccessibleName(title)
        set_tip(field, option_line(option))
        column = column_of(within=slip, margins=(0, 0, 0, 0), spacing=2)
        if not isinstance(option, YesNo):
            label = Label(title, slip)
            label.setBuddy(field)
            if isinstance(option, Choice):
                column.addWidget(label)  # long choices go below the label
            else:
                label.setWordWrap(True)
                row = row_of((label, 1), field)
                row.setAlignment(field, Qt.AlignmentFlag.AlignVCenter)
                column.addLayout(row)
        if isinstance(option, YesNo | Choice):
            column.addWidget(field)
        self._fields[key], self._lines[key] = field, note(parent=slip)
        column.addWidget(self._lines[key])
        return slip

    def _take_typed(self) -> None:
        for field in self._fields.values():
            if isinstance(field, QSpinBox):
                field.interpretText()

    def _want(self, key: str, value: object) -> None:
        self._wanted[key] = value
        self._settle()

    def _settle(self) -> None:
        values = Settings()  # in order, as later limits depend on earlier values
        for option in self._options:
            usual = option.default_for(self._seats, values)
            wanted = self._wanted.get(option.key, usual)
            if isinstance(option, Number):
                low, high = option.span(self._seats, values)
                if not isinstance(wanted, int) or isinstance(wanted, bool):
                    wanted = usual
                wanted = max(low, min(high, wanted))
            try:
                value = option.checked(wanted, self._seats, values)
            except OptionError:
                value = usual
            if option.key in self._fields:
                self._show(option, value, values)
            values[option.key] = value
        self._values = values
        self.changed.emit()

    def _show(self, option: Option, value: OptionValue, before: Settings) -> None:
        """Show an option's value in its field; ``earlier_values`` are of the options before it."""
        field, words, line = self._fields[option.key], self._lines[option.key], option_line(option)
        with QSignalBlocker(field):
            match option, field, value:
                case YesNo(), QCheckBox(), _:
                    field.setChecked(bool(value))
                case Number(), QSpinBox(), int():
                    low, high = option.span(self._seats, before)
                    field.setRange(low, high)
                    field.setValue(value)
                    text = tr("From {low} to {high}; usually {usual}.")
                    usual = option.default_for(self._seats, before)
                    line = f"{line} {text.format(low=low, high=high, usual=usual)}".strip()
                case Choice(), QComboBox(), str():
                    self._offer(option, field)
                    field.setCurrentIndex(field.findData(value))
                    # The sentence of the value or else of the option, and which value is
                    # recommended.
                    line = choice_line(option, value) or line
                    line = f"{line} {choice_advice(option, value, self._seats)}".strip()
                case Suits(), SuitsField(), tuple():
                    field.show_suits(value)
                    slip = field.parentWidget()
                    assert slip is not None
                    slip.setVisible(bool(value))
        words.setText(line)
        tell_with(field, words)

    def _offer(self, option: Choice, field: QComboBox) -> None:
        words = list(option.words_for(self._seats))
        if [field.itemData(place) for place in range(field.count())] == words:
            return
        field.clear()
        for place, word in enumerate(words):
            field.addItem(choice_title(option, word), word)
            said = choice_line(option, word)
            field.setItemData(place, tip_text(said), Qt.ItemDataRole.ToolTipRole)
            field.setItemData(place, said, Qt.ItemDataRole.AccessibleDescriptionRole)
