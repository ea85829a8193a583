"""What each person can set: colours, motion, sound, clicks, and how cards look."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.tables.company import your_name
from greenbaize.rules.messages import mark
from greenbaize.store.fitting import THEMES
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.cards_group import CardsGroup
from greenbaize.ui.dialogs.cloth_choice import ClothChoice
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.notes import note
from greenbaize.ui.dialogs.pace_group import PaceGroup
from greenbaize.ui.dialogs.sound_group import SoundGroup
from greenbaize.ui.dialogs.tall_scroll import TallScroll
from greenbaize.ui.plain import Label, Line
from greenbaize.ui.sheets.paper import paper_palette
from greenbaize.ui.theme import LIGHT, Theme
from greenbaize.words.catalogue import tr
from greenbaize.words.names import shown_name

THEME_TITLES: Final = {
    "system": mark("As the system"),
    "light": mark("Light"),
    "dark": mark("Dark"),
}
FRAME: Final = 60
"""What a screen keeps for the dialog's title and its own bars, in pixels."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


class PreferencesDialog(Dialog):
    """Changes the settings as one clicks; ``changed`` follows every change.

    Esc and Close both keep what was changed; saving is the caller's.
    """

    changed = Signal()
    people_asked = Signal()
    """Who there is, and what they are called, is wanted; this dialog is closed."""

    def __init__(
        self, settings: Settings, parent: QWidget | None = None, theme: Theme | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self._settings = settings
        self.look = CardsGroup(settings, self)
        self.cloth = ClothChoice(settings.cloth, theme or LIGHT, self)
        if theme is not None:
            self.set_theme(theme)
        self.name = Line(shown_name(your_name(settings)), self)
        self.people_button = QPushButton(tr("Peopl&e…"), self)
        self.people_button.setAutoDefault(False)
        self.people_button.clicked.connect(self._on_people)
        self.theme = QComboBox(self)
        for code in THEMES:
            self.theme.addItem(tr(THEME_TITLES[code]), code)
        self.theme.setCurrentIndex(THEMES.index(settings.theme))
        self.motion = QCheckBox(tr("Cards &move"), self)
        self.motion.setChecked(settings.motion)
        self.speed = QSlider(Qt.Orientation.Horizontal, self)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setValue(_nearest(settings.speed))
        self.pace = PaceGroup(settings, self)
        self.sound = SoundGroup(settings, self)
        self.single_click = QCheckBox(tr("A single &click plays a card"), self)
        self.single_click.setChecked(settings.single_click)
        self.four_colours = QCheckBox(tr("&Four colours for the four suits"), self)
        self.four_colours.setChecked(settings.four_colours)
        self.warn = QCheckBox(tr("&Warn me before I break a rule"), self)
        self.warn.setChecked(settings.warn)
        self.offer_review = QCheckBox(tr("Offer a &review after every deal"), self)
        self.offer_review.setChecked(settings.offer_review)
        self.honours = QCheckBox(tr("&Honours at the end of a match"), self)
        self.honours.setChecked(settings.honours)
        self.sandbox = QCheckBox(tr("&Other programs in a sandbox"), self)
        self.sandbox.setChecked(settings.sandbox)
        self._lay_out()
        self.theme.setFocus()
        self.theme.currentIndexChanged.connect(self._take)
        self.speed.valueChanged.connect(self._take)
        self.cloth.changed.connect(self._take)
        self.pace.changed.connect(self.changed)
        self.look.changed.connect(self.changed)
        self.sound.changed.connect(self.changed)
        for box in self._boxes():
            box.toggled.connect(self._take)

    def _boxes(self) -> tuple[QCheckBox, ...]:
        return (
            *(self.motion, self.single_click, self.four_colours, self.warn, self.offer_review),
            *(self.honours, self.sandbox),
        )

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.setPalette(paper_palette(theme))
        self.look.set_theme(theme)
        self.cloth.set_theme(theme)

    def _lay_out(self) -> None:
        pace = QHBoxLayout()
        pace.addWidget(Label(tr("slow"), self))
        pace.addWidget(self.speed, 1)
        pace.addWidget(Label(tr("fast"), self))
        sheet = QWidget(self)
        form = QFormLayout(sheet)
        form.setContentsMargins(0, 0, 8, 0)
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(10)
        who = QHBoxLayout()
        who.addWidget(self.name, 1)
        who.addWidget(self.people_button)
        form.addRow(tr("Person"), who)
        form.addRow(tr("&Theme"), self.theme)
        form.addRow(tr("Ta&ble"), self.cloth)
        form.addRow(tr("Motion"), self.motion)
        form.addRow(tr("&Speed"), pace)
        form.labelForField(pace).setBuddy(self.speed)  # type: ignore[attr-defined]
        self.speed.setAccessibleName(tr("Speed"))
        form.addRow(tr("Pace"), self.pace)
        form.addRow(tr("Sound"), self.sound)
        cards = QVBoxLayout()
        cards.setSpacing(4)
        cards.addWidget(self.single_click)
        cards.addWidget(note(tr("Otherwise a click chooses a card and a second one plays it.")))
        cards.addSpacing(6)
        cards.addWidget(self.four_colours)
        cards.addWidget(note(tr("Clubs are green then and diamonds blue.")))
        cards.addSpacing(6)
        cards.addWidget(self.warn)
        cards.addWidget(note(tr("Where mistakes are penalised; the same act again goes through.")))
        form.addRow(tr("Cards"), self.look)
        form.addRow("", cards)
        form.addRow(
            tr("Advice"),
            _noted(self.offer_review, tr("Your choices beside those of a computer player.")),
        )
        form.addRow(tr("Honours"), self.honours)
        sandboxed = tr("They see nothing of your files then (Linux, with bubblewrap).")
        form.addRow(tr("Programs"), _noted(self.sandbox, sandboxed))
        buttons = QDialogButtonBox(self)
        self.close_button = buttons.addButton(tr("C&lose"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        column.addWidget(TallScroll(sheet, self), 1)
        column.addWidget(buttons)
        # Qt itself would use two thirds of the screen at most.
        room = self.screen().availableSize()
        self.resize(self.sizeHint().boundedTo(QSize(room.width(), room.height() - FRAME)))

    def _on_people(self) -> None:
        self.reject()
        self.people_asked.emit()

    def _take(self) -> None:
        settings = self._settings
        before = _values(settings)
        settings.theme = str(self.theme.currentData())
        settings.cloth = self.cloth.chosen
        settings.motion = self.motion.isChecked()
        if self.speed.value() != _nearest(settings.speed):
            settings.speed = SPEEDS[self.speed.value()]
        settings.single_click = self.single_click.isChecked()
        settings.four_colours = self.four_colours.isChecked()
        settings.warn = self.warn.isChecked()
        settings.offer_review = self.offer_review.isChecked()
        settings.honours = self.honours.isChecked()
        settings.sandbox = self.sandbox.isChecked()
        if _values(settings) != before:
            self.look.show_look()
            self.changed.emit()


def _noted(box: QCheckBox, words: str) -> QVBoxLayout:
    """A box to be ticked, and below it what that does."""
    column = QVBoxLayout()
    column.setSpacing(4)
    column.addWidget(box)
    column.addWidget(note(words))
    return column


def _nearest(speed: float) -> int:
    return min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))


def _values(settings: Settings) -> tuple[object, ...]:
    return (
        settings.theme,
        settings.cloth,
        settings.motion,
        settings.speed,
        settings.single_click,
        settings.four_colours,
        settings.warn,
        settings.offer_review,
        settings.honours,
        settings.sandbox,
    )
