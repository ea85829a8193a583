"""The form for a game's options, built from the game's declarations."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QToolButton, QWidget

from greenbaize.cards import Suit
from greenbaize.rules.errors import OptionError
from greenbaize.rules.options import (
    ChoiceOption,
    NumberOption,
    Option,
    OptionValue,
    OptionValues,
    SuitsOption,
    YesNoOption,
    resolve_options,
)
from greenbaize.ui.cards.card_renderer import PAPER
from greenbaize.ui.cards.suits import LETTERS_BY_SIGN, paint_suit, suit_sign_colour
from greenbaize.ui.widgets.labels import describe_field, make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import (
    PlainLabel,
    escape_ampersands,
    set_tooltip,
    tooltip_text,
)
from greenbaize.words.catalogue import suit_name, tr
from greenbaize.words.titles import (
    choice_advice,
    choice_line,
    choice_title,
    default_reason,
    option_line,
    option_title,
)

DISC_RADIUS: Final = 9.5
"""Radius of the paper disc behind a selected suit (px)."""
SIGN_SIZE: Final = 13.0
"""Size of a suit's sign (px)."""
_SUIT_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES)


class SuitButton(QToolButton):
    """A checkable suit; Qt's own buttons hardly show the state on a dark theme."""

    def paintEvent(self, event: QPaintEvent) -> None:
        role, palette = QPalette.ColorRole, self.palette()
        is_checked, letter = self.isChecked(), LETTERS_BY_SIGN[self.text()]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.color(role.HighlightedText if is_checked else role.Mid), 1.0))
        ground = palette.color(role.Highlight if is_checked else role.Button)
        painter.setBrush(ground)
        rect = QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5)
        painter.drawRoundedRect(rect, 5, 5)
        center = rect.center()
        if is_checked:
            ground = PAPER
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(ground)
            painter.drawEllipse(center, DISC_RADIUS, DISC_RADIUS)
        paint_suit(painter, letter, center, SIGN_SIZE, suit_sign_colour(letter, ground))
        painter.end()


class SuitsField(QWidget):
    """Field for a fixed number of suits: one too many drops the one selected first."""

    changed = Signal(tuple)
    """Emitted with the selected letters when they change."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._chosen_letters: list[str] = []
        self.buttons: dict[str, QToolButton] = {}
        for suit in _SUIT_ORDER:
            button = SuitButton(self)
            button.setText(suit.sign)
            button.setCheckable(True)
            set_tooltip(button, suit_name(suit))
            button.setAccessibleName(suit_name(suit))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setMinimumSize(34, 30)
            button.clicked.connect(lambda _=False, letter=suit.letter: self._on_clicked(letter))
            self.buttons[suit.letter] = button
        make_row(*self.buttons.values(), STRETCH, widget=self, margins=(0, 0, 0, 0), spacing=4)

    def show_suits(self, letters: tuple[str, ...]) -> None:
        """Select these suits; their number is required from now on."""
        self._count, self._chosen_letters = len(letters), list(letters)
        self._update_buttons()

    def _on_clicked(self, letter: str) -> None:
        if letter not in self._chosen_letters:
            self._chosen_letters = [*self._chosen_letters, letter][-self._count :]
            self._update_buttons()
            self.changed.emit(tuple(self._chosen_letters))
        else:
            self._update_buttons()  # a suit is dropped only by selecting another

    def _update_buttons(self) -> None:
        for letter, button in self.buttons.items():
            button.setChecked(letter in self._chosen_letters)


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
        self._chosen_values: dict[str, object] = {}
        self._values = OptionValues()
        self._fields: dict[str, OptionField] = {}
        self._notes: dict[str, PlainLabel] = {}
        """The note below each field."""
        self._column = make_column(widget=self, margins=(0, 0, 0, 0), spacing=10)

    def show_options(
        self, options: Iterable[Option], seats: int, chosen_values: Mapping[str, object]
    ) -> None:
        """Show a game's options; ``chosen_values`` of other games' options are ignored."""
        self._options, self._seats = tuple(options), seats
        keys = {option.key for option in self._options}
        self._chosen_values = {key: value for key, value in chosen_values.items() if key in keys}
        self._build_fields()
        self._resolve_values()

    def set_seat_count(self, seats: int) -> None:
        self._seats = seats
        self._resolve_values()

    def reset(self) -> None:
        self._chosen_values.clear()
        self._resolve_values()

    def choose_values(self, values: Mapping[str, object]) -> None:
        """Choose these values; all others follow their defaults."""
        self._chosen_values = dict(values)
        self._resolve_values()

    def has_chosen(self, values: Mapping[str, object]) -> bool:
        """Return whether exactly these values are chosen, whether they are possible or not."""
        return _plain_values(self._chosen_values) == _plain_values(values)

    def has_chosen_value(self, key: str) -> bool:
        """Return whether an option has the value that was chosen for it."""
        chosen_value = _plain_values(self._chosen_values).get(key)
        return _plain_values(self._values).get(key) == chosen_value

    @property
    def options(self) -> tuple[Option, ...]:
        return self._options

    @property
    def seat_count(self) -> int:
        return self._seats

    @property
    def values(self) -> dict[str, object]:
        """The values of all options; headers omit those of some options where they are usual."""
        self._commit_typed_text()
        return dict(resolve_options(self._options, self._seats, self._values))

    @property
    def chosen_values(self) -> dict[str, object]:
        """The values that were chosen, without those that follow their defaults."""
        self._commit_typed_text()
        return dict(self._chosen_values)

    @property
    def is_standard(self) -> bool:
        defaults = OptionValues()
        for option in self._options:
            defaults[option.key] = option.default_for(self._seats, defaults)
        return defaults == self._values

    def get_field(self, key: str) -> OptionField:
        return self._fields[key]

    def list_fields(self) -> list[QWidget]:
        return list(self._fields.values())

    def _build_fields(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._fields, self._notes = {}, {}
        for option in self._options:
            if isinstance(option, ChoiceOption) and len(option.values) < 2:
                continue  # there is nothing to choose
            self._column.addWidget(self._make_field(option))
        self._column.addStretch(1)

    def _make_field(self, option: Option) -> QWidget:
        row_widget, title, key = QWidget(self), option_title(option), option.key
        field: OptionField
        match option:
            case YesNoOption():
                field = QCheckBox(escape_ampersands(title), row_widget)
                field.toggled.connect(lambda is_checked: self._set_value(key, is_checked))
            case NumberOption():
                field = QSpinBox(row_widget)
                field.setMinimumWidth(field.sizeHint().width())  # two digits, whatever its limits
                field.valueChanged.connect(lambda value: self._set_value(key, value))
            case ChoiceOption():
                box = field = QComboBox(row_widget)
                field.activated.connect(lambda index: self._set_value(key, box.itemData(index)))
                field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
            case SuitsOption():
                field = SuitsField(row_widget)
                field.changed.connect(lambda letters: self._set_value(key, letters))
        field.setAccessibleName(title)
        set_tooltip(field, option_line(option))
        column = make_column(widget=row_widget, margins=(0, 0, 0, 0), spacing=2)
        if not isinstance(option, YesNoOption):
            label = PlainLabel(title, row_widget)
            label.setBuddy(field)
            if isinstance(option, ChoiceOption):
                column.addWidget(label)  # long choices go below the label
            else:
                label.setWordWrap(True)
                row = make_row((label, 1), field)
                row.setAlignment(field, Qt.AlignmentFlag.AlignVCenter)
                column.addLayout(row)
        if isinstance(option, YesNoOption | ChoiceOption):
            column.addWidget(field)
        self._fields[key], self._notes[key] = field, make_note(parent=row_widget)
        column.addWidget(self._notes[key])
        return row_widget

    def _commit_typed_text(self) -> None:
        for field in self._fields.values():
            if isinstance(field, QSpinBox):
                field.interpretText()

    def _set_value(self, key: str, value: object) -> None:
        self._chosen_values[key] = value
        self._resolve_values()

    def _resolve_values(self) -> None:
        values = OptionValues()  # in order, as later limits depend on earlier values
        for option in self._options:
            default = option.default_for(self._seats, values)
            chosen = self._chosen_values.get(option.key, default)
            if isinstance(option, NumberOption):
                low, high = option.compute_limits(self._seats, values)
                if not isinstance(chosen, int) or isinstance(chosen, bool):
                    chosen = default
                chosen = max(low, min(high, chosen))
            try:
                value = option.validate_value(chosen, self._seats, values)
            except OptionError:
                value = default
            if option.key in self._fields:
                self._show_value(option, value, values)
            values[option.key] = value
        self._values = values
        self.changed.emit()

    def _show_value(self, option: Option, value: OptionValue, earlier_values: OptionValues) -> None:
        """Show an option's value in its field; ``earlier_values`` are of the options before it."""
        field, note_label, line = (
            self._fields[option.key],
            self._notes[option.key],
            option_line(option),
        )
        with QSignalBlocker(field):
            match option, field, value:
                case YesNoOption(), QCheckBox(), _:
                    field.setChecked(bool(value))
                case NumberOption(), QSpinBox(), int():
                    low, high = option.compute_limits(self._seats, earlier_values)
                    field.setRange(low, high)
                    field.setValue(value)
                    text = tr("From {low} to {high}; usually {usual}.")
                    default = option.default_for(self._seats, earlier_values)
                    line = f"{line} {text.format(low=low, high=high, usual=default)}".strip()
                case ChoiceOption(), QComboBox(), str():
                    self._fill_choices(option, field)
                    field.setCurrentIndex(field.findData(value))
                    # The sentence of the value or else of the option, and why it is the default
                    # or which value is recommended.
                    is_default = value == option.default_for(self._seats, earlier_values)
                    reason = default_reason(option, self._seats) if is_default else ""
                    parts = (
                        choice_line(option, value) or line,
                        reason,
                        choice_advice(option, value, self._seats),
                    )
                    line = " ".join(part for part in parts if part)
                case SuitsOption(), SuitsField(), tuple():
                    field.show_suits(value)
                    row_widget = field.parentWidget()
                    assert row_widget is not None
                    row_widget.setVisible(bool(value))
        note_label.setText(line)
        describe_field(field, note_label)

    def _fill_choices(self, option: ChoiceOption, field: QComboBox) -> None:
        codes = list(option.values_for(self._seats))
        if [field.itemData(index) for index in range(field.count())] == codes:
            return
        field.clear()
        for index, code in enumerate(codes):
            field.addItem(choice_title(option, code), code)
            description = choice_line(option, code)
            field.setItemData(index, tooltip_text(description), Qt.ItemDataRole.ToolTipRole)
            field.setItemData(index, description, Qt.ItemDataRole.AccessibleDescriptionRole)


def _plain_values(values: Mapping[str, object]) -> dict[str, object]:
    """Return values with suits as a file has them."""
    return {key: list(one) if isinstance(one, tuple) else one for key, one in values.items()}
