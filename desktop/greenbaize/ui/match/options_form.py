"""The fields for a game's options, made from what the game declares."""

from collections.abc import Iterable, Mapping
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen, QTransform
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

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
from greenbaize.ui.cards.suits import LETTERS, sign_ink, suit_path
from greenbaize.ui.widgets.notes import note, tell_with
from greenbaize.ui.widgets.plain import Label, on_button, set_tip, tip_text
from greenbaize.words.catalogue import tr
from greenbaize.words.speaker import suit_name
from greenbaize.words.titles import (
    choice_advice,
    choice_line,
    choice_title,
    option_line,
    option_title,
)

DISC: Final = 9.5
"""The radius of the paper that a chosen suit is printed on, in pixels."""
SIGN: Final = 13.0
"""How large a suit's sign is, in pixels."""
_ORDER: Final = (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS, Suit.SPADES)


class SuitButton(QToolButton):
    """A suit that is chosen or not; Qt's own buttons hardly show it on dark paper."""

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
        corner = middle - QPointF(SIGN / 2, SIGN / 2)
        sign = QTransform(SIGN, 0, 0, SIGN, corner.x(), corner.y()).map(suit_path(letter))
        painter.fillPath(sign, sign_ink(letter, ground))
        painter.end()


class SuitsField(QWidget):
    """Choosing one suit too many lets go of the one chosen first."""

    changed = Signal(tuple)
    """The letters chosen, once there are as many as asked for."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._count = 0
        self._chosen: list[str] = []
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        for suit in _ORDER:
            button = SuitButton(self)
            button.setText(suit.sign)
            button.setCheckable(True)
            set_tip(button, suit_name(suit))
            button.setAccessibleName(suit_name(suit))
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setMinimumSize(34, 30)
            button.clicked.connect(lambda _=False, letter=suit.letter: self._on_clicked(letter))
            row.addWidget(button)
            self.buttons[suit.letter] = button
        row.addStretch(1)

    def show_suits(self, letters: tuple[str, ...]) -> None:
        """Show these suits as chosen; from here on so many are asked for."""
        self._count, self._chosen = len(letters), list(letters)
        self._press()

    def _on_clicked(self, letter: str) -> None:
        if letter not in self._chosen:
            self._chosen = [*self._chosen, letter][-self._count :]
            self._press()
            self.changed.emit(tuple(self._chosen))
        else:
            self._press()  # a suit is let go only by choosing another

    def _press(self) -> None:
        for letter, button in self.buttons.items():
            button.setChecked(letter in self._chosen)


OptionField = QCheckBox | QSpinBox | QComboBox | SuitsField


class OptionsForm(QWidget):
    """One field for every option of a game.

    An untouched value follows its default, which may depend on the number of players and earlier
    options; a touched one stays as near to what was chosen as its limits allow.
    """

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._options: tuple[Option, ...] = ()
        self._seats = 0
        self._wanted: dict[str, object] = {}
        self._values = Settings()
        self._fields: dict[str, OptionField] = {}
        self._limits: dict[str, Label] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(10)

    def show_options(
        self, options: Iterable[Option], seats: int, wanted: Mapping[str, object]
    ) -> None:
        """Show a game's options; values ``wanted`` that do not fit any more are left out."""
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
        """Every option as its field shows it, except those that shorten no match."""
        self._take_typed()
        return dict(settled(self._options, self._seats, self._values))

    @property
    def wanted(self) -> dict[str, object]:
        """The values that were chosen, and nothing that follows its default."""
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
        self._fields, self._limits = {}, {}
        for option in self._options:
            if isinstance(option, Choice) and len(option.words) < 2:
                continue  # there is nothing to choose
            self._column.addWidget(self._slip(option))
        self._column.addStretch(1)

    def _slip(self, option: Option) -> QWidget:
        slip, title, line = QWidget(self), option_title(option), option_line(option)
        column = QVBoxLayout(slip)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        field: OptionField
        match option:
            case YesNo():
                field = QCheckBox(on_button(title), slip)
                field.toggled.connect(lambda on: self._want(option.key, on))
                column.addWidget(field)
            case Number():
                field = QSpinBox(slip)
                field.setMinimumWidth(field.sizeHint().width())  # two digits, whatever its limits
                field.valueChanged.connect(lambda value: self._want(option.key, value))
                column.addLayout(self._titled(title, field, slip))
            case Choice():
                box = field = QComboBox(slip)
                field.activated.connect(lambda place: self._want(option.key, box.itemData(place)))
                # Below its title, for some choices are long.
                field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
                label = Label(title, slip)
                label.setBuddy(field)
                column.addWidget(label)
                column.addWidget(field)
            case Suits():
                field = SuitsField(slip)
                field.changed.connect(lambda letters: self._want(option.key, letters))
                column.addLayout(self._titled(title, field, slip))
        field.setAccessibleName(title)
        set_tip(field, line)
        self._fields[option.key] = field
        words = note(line, slip)
        tell_with(field, words)
        column.addWidget(words)
        if isinstance(option, Number | Choice):
            self._limits[option.key] = words
        return slip

    @staticmethod
    def _titled(title: str, field: QWidget, parent: QWidget) -> QHBoxLayout:
        label = Label(title, parent)
        label.setWordWrap(True)
        label.setBuddy(field)
        row = QHBoxLayout()
        row.addWidget(label, 1)
        row.addWidget(field, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _take_typed(self) -> None:
        for field in self._fields.values():
            if isinstance(field, QSpinBox):
                field.interpretText()

    def _want(self, key: str, value: object) -> None:
        self._wanted[key] = value
        self._settle()

    def _settle(self) -> None:
        values = Settings()  # found in turn, as later limits depend on earlier values
        for option in self._options:
            usual = option.default_for(self._seats, values)
            wanted = self._wanted.get(option.key, usual)
            if isinstance(option, Number):
                wanted = self._within(option, wanted, values)
            elif isinstance(option, Choice):
                self._offer(option)
            try:
                values[option.key] = option.checked(wanted, self._seats, values)
            except OptionError:
                values[option.key] = usual
        self._values = values
        for key, field in self._fields.items():
            self._show(field, values[key])
        for option in self._options:
            if isinstance(option, Choice) and option.key in self._limits:
                said = _line_of(option, str(values[option.key]), self._seats)
                self._limits[option.key].setText(said)
                tell_with(self._fields[option.key], self._limits[option.key])
        self.changed.emit()

    def _offer(self, option: Choice) -> None:
        field, words = self._fields.get(option.key), option.words_for(self._seats)
        if not isinstance(field, QComboBox):
            return
        if [field.itemData(place) for place in range(field.count())] != list(words):
            field.clear()
            for place, word in enumerate(words):
                field.addItem(choice_title(option, word), word)
                said = choice_line(option, word)
                field.setItemData(place, tip_text(said), Qt.ItemDataRole.ToolTipRole)
                field.setItemData(place, said, Qt.ItemDataRole.AccessibleDescriptionRole)

    def _within(self, option: Number, wanted: object, values: Settings) -> int:
        usual = option.default_for(self._seats, values)
        low, high = option.span(self._seats, values)
        field, line = self._fields.get(option.key), option_line(option)
        if isinstance(field, QSpinBox):
            with QSignalBlocker(field):
                field.setRange(low, high)
            text = tr("From {low} to {high}; usually {usual}.")
            limits = text.format(low=low, high=high, usual=usual)
            self._limits[option.key].setText(f"{line} {limits}".strip())
            tell_with(field, self._limits[option.key])
        number = wanted if isinstance(wanted, int) and not isinstance(wanted, bool) else usual
        return max(low, min(high, number))

    @staticmethod
    def _show(field: OptionField, value: OptionValue) -> None:
        with QSignalBlocker(field):
            match field:
                case QCheckBox():
                    field.setChecked(bool(value))
                case QSpinBox():
                    assert isinstance(value, int)
                    field.setValue(value)
                case QComboBox():
                    field.setCurrentIndex(field.findData(value))
                case SuitsField():
                    assert isinstance(value, tuple)
                    field.show_suits(value)
                    slip = field.parentWidget()
                    if slip is not None:
                        slip.setVisible(bool(value))


def _line_of(option: Choice, word: str, seats: int) -> str:
    """What is said of a choice: of the one that is made or else of all, and which is better."""
    line = choice_line(option, word) or option_line(option)
    return f"{line} {choice_advice(option, word, seats)}".strip()
