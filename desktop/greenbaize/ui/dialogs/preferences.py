"""What each person can set, on pages: table, cards, pace, how to play, sound, and what is said."""

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLayout,
    QPushButton,
    QSlider,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from greenbaize.app.tables.company import your_name
from greenbaize.rules.messages import mark
from greenbaize.store.fitting import LARGEST_TEXT, MOTIONS, SMALLEST_TEXT, THEMES
from greenbaize.store.settings import Settings
from greenbaize.ui.dialogs.cards_group import CardsGroup
from greenbaize.ui.dialogs.cloth_choice import ClothChoice
from greenbaize.ui.dialogs.dialog import Dialog
from greenbaize.ui.dialogs.ear_group import EarGroup
from greenbaize.ui.dialogs.language_choice import LanguageChoice
from greenbaize.ui.dialogs.notes import noted, subheading
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
MOTION_TITLES: Final = {
    "system": mark("As the system says"),
    "full": mark("Full"),
    "none": mark("None"),
}
TEXT_STEP: Final = 0.1
"""By so much letters grow from one place of the slider to the next."""
FRAME: Final = 60
"""What a screen keeps for the dialog's title and its own bars, in pixels."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


class PreferencesDialog(Dialog):
    """Changes the settings as one clicks; ``changed`` follows every change.

    What belongs together is on a page, and whose all of it is stands over the pages. Esc and Close
    both keep what was changed; saving is the caller's.

    Args:
        settings: what is changed.
        parent: the program's window.
        theme: the colours.
        page: the number of the page that is seen at first.
    """

    changed = Signal()
    people_asked = Signal()
    """Who there is, and what they are called, is wanted; this dialog is closed."""

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        theme: Theme | None = None,
        page: int = 0,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self._settings = settings
        # The Tab key goes from one to the next in the order in which they are made.
        self.name = Line(shown_name(your_name(settings)), self)
        self.people_button = QPushButton(tr("Peopl&e…"), self)
        self.people_button.setAutoDefault(False)
        self.people_button.clicked.connect(self._on_people)
        self.pages = QTabWidget(self)
        self.pages.setUsesScrollButtons(False)
        self._make_table(theme)
        self._make_cards(theme)
        self.pace = PaceGroup(settings, self)
        self._add_page(tr("&Pace"), _column(self.pace))
        self._make_play()
        self.sound = SoundGroup(settings, self)
        self._add_page(tr("&Sound"), _column(self.sound))
        self.ear = EarGroup(settings, self)
        self._add_page(tr("By e&ar"), _column(self.ear))
        if theme is not None:
            self.setPalette(paper_palette(theme))
        self._lay_out()
        self.theme.setFocus()
        # Qt moves the keyboard on to the first field of the page.
        self.pages.setCurrentIndex(page)
        self._connect()

    def _make_table(self, theme: Theme | None) -> None:
        """What the table looks like, and how cards move there."""
        settings = self._settings
        self.theme = QComboBox(self)
        for code in THEMES:
            self.theme.addItem(tr(THEME_TITLES[code]), code)
        self.theme.setCurrentIndex(THEMES.index(settings.theme))
        self.cloth = ClothChoice(settings.cloth, theme or LIGHT, self)
        self.text_size = QSlider(Qt.Orientation.Horizontal, self)
        self.text_size.setRange(_tenths(SMALLEST_TEXT), _tenths(LARGEST_TEXT))
        self.text_size.setPageStep(2)
        self.text_size.setValue(_tenths(settings.text_size))
        self.text_size.setAccessibleName(tr("Text size"))
        self.hundredths = Label("", self)
        text = QHBoxLayout()
        text.setSpacing(10)
        text.addWidget(self.text_size, 1)
        text.addWidget(self.hundredths)
        self.left_handed = self._box(tr("For the le&ft hand"), on=settings.left_handed)
        self.motion = QComboBox(self)
        for code in MOTIONS:
            self.motion.addItem(tr(MOTION_TITLES[code]), code)
        self.motion.setCurrentIndex(MOTIONS.index(settings.motion))
        self.speed = QSlider(Qt.Orientation.Horizontal, self)
        self.speed.setRange(0, len(SPEEDS) - 1)
        self.speed.setPageStep(1)
        self.speed.setValue(_nearest(settings.speed))
        self.speed.setAccessibleName(tr("Speed"))
        speed = QHBoxLayout()
        speed.setSpacing(10)
        speed.addWidget(Label(tr("slow"), self))
        speed.addWidget(self.speed, 1)
        speed.addWidget(Label(tr("fast"), self))
        self.language = LanguageChoice(settings, self)
        form = QFormLayout()
        form.setHorizontalSpacing(16)
        form.setVerticalSpacing(12)
        form.addRow(tr("T&heme"), self.theme)
        form.addRow(tr("Ta&ble"), self.cloth)
        form.addRow(tr("Te&xt size"), text)
        form.labelForField(text).setBuddy(self.text_size)  # type: ignore[attr-defined]
        form.addRow(tr("Layout"), self.left_handed)
        form.addRow(tr("&Motion"), self.motion)
        form.addRow(tr("Spee&d"), speed)
        form.labelForField(speed).setBuddy(self.speed)  # type: ignore[attr-defined]
        form.addRow(tr("Langua&ge"), self.language)
        form.labelForField(self.language).setBuddy(  # type: ignore[attr-defined]
            self.language.choice
        )
        self._show_hundredths()
        self._add_page(tr("&Table"), form)

    def _show_hundredths(self) -> None:
        words = tr("{number} %")
        self.hundredths.setText(words.format(number=10 * self.text_size.value()))
        # The slider is as long whatever stands beside it.
        wide = self.hundredths.fontMetrics().horizontalAdvance(words.format(number=200))
        self.hundredths.setMinimumWidth(wide + 2)
        self.text_size.setAccessibleDescription(self.hundredths.text())

    def _make_cards(self, theme: Theme | None) -> None:
        """How cards look."""
        self.look = CardsGroup(self._settings, self)
        if theme is not None:
            self.look.set_theme(theme)
        self.four_colours = self._box(
            tr("&Four colours for the four suits"), on=self._settings.four_colours
        )
        column = _column(self.look)
        coloured = tr("Clubs are green then and diamonds blue.")
        column.addLayout(noted(self.four_colours, coloured))
        self._add_page(tr("&Cards"), column)

    def _make_play(self) -> None:
        """How one plays, what one is told, and what holds for all at this computer."""
        settings = self._settings
        self.single_click = self._box(tr("A single clic&k plays a card"), on=settings.single_click)
        self.keys_ask = self._box(tr("A key asks be&fore it answers"), on=settings.keys_ask)
        self.warn = self._box(tr("&Warn me before I break a rule"), on=settings.warn)
        self.offer_review = self._box(
            tr("Offer a &review after every deal"), on=settings.offer_review
        )
        self.honours = self._box(tr("&Honours at the end of a match"), on=settings.honours)
        self.sandbox = self._box(tr("&Other programs in a sandbox"), on=settings.sandbox)
        column = _column()
        for box, words in (
            (self.single_click, tr("Otherwise a click chooses a card and a second one plays it.")),
            (self.keys_ask, tr("The same digit or letter again, or Enter, then gives the answer.")),
            (
                self.warn,
                tr(
                    "In games where mistakes are penalised. Do the same thing again, and it "
                    "goes through."
                ),
            ),
            (self.offer_review, tr("Your choices, compared with those of a computer player.")),
        ):
            column.addLayout(noted(box, words))
        column.addWidget(self.honours)
        column.addSpacing(8)
        column.addWidget(subheading(tr("For all at this computer"), self))
        sandboxed = tr("They cannot see your files then (Linux, with bubblewrap).")
        column.addLayout(noted(self.sandbox, sandboxed))
        self._add_page(tr("Pla&y"), column)

    def _box(self, words: str, *, on: bool) -> QCheckBox:
        box = QCheckBox(words, self)
        box.setChecked(on)
        return box

    def _add_page(self, title: str, column: QLayout) -> None:
        column.setContentsMargins(2, 14, 8, 4)
        around = QVBoxLayout()
        around.setContentsMargins(0, 0, 0, 0)
        around.addLayout(column)
        around.addStretch(1)
        sheet = QWidget(self)
        sheet.setLayout(around)
        self.pages.addTab(TallScroll(sheet, self), title)

    def _lay_out(self) -> None:
        who = QHBoxLayout()
        who.setSpacing(16)
        who.addWidget(Label(tr("Person"), self))
        who.addWidget(self.name, 1)
        who.addWidget(self.people_button)
        buttons = QDialogButtonBox(self)
        self.close_button = buttons.addButton(tr("C&lose"), QDialogButtonBox.ButtonRole.RejectRole)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(12)
        column.addLayout(who)
        column.addWidget(self.pages, 1)
        column.addWidget(buttons)
        # Qt itself would use two thirds of the screen at most.
        room = self.screen().availableSize()
        self.resize(self.sizeHint().boundedTo(QSize(room.width(), room.height() - FRAME)))

    def _connect(self) -> None:
        self.theme.currentIndexChanged.connect(self._take)
        self.motion.currentIndexChanged.connect(self._take)
        self.speed.valueChanged.connect(self._take)
        self.text_size.valueChanged.connect(self._take)
        self.cloth.changed.connect(self._take)
        for group in (self.pace, self.look, self.sound, self.ear, self.language):
            group.changed.connect(self.changed)
        for box in (
            *(self.left_handed, self.single_click, self.keys_ask, self.four_colours, self.warn),
            *(self.offer_review, self.honours, self.sandbox),
        ):
            box.toggled.connect(self._take)
        # From wherever the keyboard is: Qt's own keys are those of somebody on a page.
        for keys, step in (
            (QKeySequence.StandardKey.NextChild, 1),
            (QKeySequence.StandardKey.PreviousChild, -1),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda step=step: self._turn(step))

    def _turn(self, step: int) -> None:
        """Show the next page or the one before; the last is followed by the first."""
        self.pages.setCurrentIndex((self.pages.currentIndex() + step) % self.pages.count())

    def set_theme(self, theme: Theme) -> None:
        """Take a theme's colours."""
        self.setPalette(paper_palette(theme))
        self.look.set_theme(theme)
        self.cloth.set_theme(theme)

    def _on_people(self) -> None:
        self.reject()
        self.people_asked.emit()

    def _take(self) -> None:
        settings = self._settings
        before = _values(settings)
        settings.theme = str(self.theme.currentData())
        settings.cloth = self.cloth.chosen
        if self.text_size.value() != _tenths(settings.text_size):
            settings.text_size = round(self.text_size.value() * TEXT_STEP, 1)
        settings.left_handed = self.left_handed.isChecked()
        settings.motion = str(self.motion.currentData())
        if self.speed.value() != _nearest(settings.speed):
            settings.speed = SPEEDS[self.speed.value()]
        settings.single_click = self.single_click.isChecked()
        settings.keys_ask = self.keys_ask.isChecked()
        settings.four_colours = self.four_colours.isChecked()
        settings.warn = self.warn.isChecked()
        settings.offer_review = self.offer_review.isChecked()
        settings.honours = self.honours.isChecked()
        settings.sandbox = self.sandbox.isChecked()
        if _values(settings) != before:
            self._show_hundredths()
            self.look.show_look()
            self.changed.emit()


def _column(*widgets: QWidget) -> QVBoxLayout:
    """What a page has, one below another."""
    column = QVBoxLayout()
    column.setSpacing(12)
    for widget in widgets:
        column.addWidget(widget)
    return column


def _nearest(speed: float) -> int:
    return min(range(len(SPEEDS)), key=lambda place: abs(SPEEDS[place] - speed))


def _tenths(share: float) -> int:
    return round(share / TEXT_STEP)


def _values(settings: Settings) -> tuple[object, ...]:
    return (
        settings.theme,
        settings.cloth,
        settings.text_size,
        settings.left_handed,
        settings.motion,
        settings.speed,
        settings.single_click,
        settings.keys_ask,
        settings.four_colours,
        settings.warn,
        settings.offer_review,
        settings.honours,
        settings.sandbox,
    )
