"""The preferences dialog: pages for table, cards, pace, play, sound and speech."""

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QIcon, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QTabWidget, QToolButton, QWidget

from greenbaize.app.language import SYSTEM, ask_for
from greenbaize.app.tables.default_players import your_name
from greenbaize.rules.messages import mark
from greenbaize.store.fitting import (
    AUTO,
    BRIEF,
    CLOTHS,
    FASTEST_SPEECH,
    FULL,
    LARGEST_TEXT,
    LEARNING,
    LONGEST_TRICK,
    NONE,
    OFF,
    ON,
    SHORTEST_TRICK,
    SLOWEST_SPEECH,
    SMALLEST_TEXT,
)
from greenbaize.store.settings import Settings
from greenbaize.ui.features.preferences.cards_group import CardsGroup
from greenbaize.ui.features.preferences.settings_page import SettingsPage, add_row
from greenbaize.ui.sound import device
from greenbaize.ui.table.cloth import woven
from greenbaize.ui.widgets import theme as colours
from greenbaize.ui.widgets.boxes import STRETCH, column_of, row_of
from greenbaize.ui.widgets.dialog import Dialog, TallScroll
from greenbaize.ui.widgets.fonts import share
from greenbaize.ui.widgets.notes import note, subheading
from greenbaize.ui.widgets.plain import Label, Line, set_tip
from greenbaize.ui.widgets.theme import worn
from greenbaize.ui.widgets.window_geometry import room_of, within
from greenbaize.words.catalogue import NAMES, known_languages, tr, tr_count
from greenbaize.words.names import shown_name
from greenbaize.words.numbers import decimal_text

THEME_TITLES: Final = {
    SYSTEM: mark("As the system"),
    "light": mark("Light"),
    "dark": mark("Dark"),
}
MOTION_TITLES: Final = {
    SYSTEM: mark("As the system says"),
    FULL: mark("Full"),
    NONE: mark("None"),
}
SPEAK_TITLES: Final = {
    AUTO: mark("While a screen reader is running"),
    ON: mark("Always"),
    OFF: mark("Never"),
}
WORDING_TITLES: Final = {FULL: mark("Full"), BRIEF: mark("Brief")}
TENTH: Final = 0.1
"""Step of the text size, and of the seconds that a trick stays."""
SPEECH_STEP: Final = 20
"""Step of the speed of speech, in words per minute."""
LOUDNESSES: Final = 20
"""Number of steps from silent to full volume."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
FRAME: Final = 60
"""Height of the screen kept free for the title bar and the desktop's bars (px)."""
CLOTH_TITLES: Final = {
    "baize": mark("Green baize"),
    "wine": mark("Burgundy and walnut"),
    "slate": mark("Slate linen"),
}
CLOTH_PICTURE: Final = QSize(108, 70)
"""Size of the cloth pictures (px) at a text scale of 1."""
_CARD: Final = 68.0
"""Card width in the cloth pictures (px): wide enough to make out the rail and the seam."""


class PreferencesDialog(Dialog):
    """Dialog that changes the settings at once; ``changed`` follows every change.

    Esc and Close both keep the changes; the caller saves them. ``page`` is shown first.
    """

    changed = Signal()
    people_asked = Signal()
    """Emitted when the list of people is requested; the dialog is closed."""

    def __init__(
        self,
        settings: Settings,
        parent: QWidget | None = None,
        page: int = 0,
    ) -> None:
        super().__init__(parent, tr("Preferences"))
        self._settings = settings
        self._home, self._put, self._fitted = QPoint(), QPoint(), QSize()
        """The position chosen by the user; the position and the size set by the last layout."""
        # The Tab key follows the order in which the widgets are created.
        self.name = Line(shown_name(your_name(settings)), self)
        self.people_button = self.button(tr("Peopl&e…"), self._on_people)
        self.pages = QTabWidget(self)
        self.pages.setUsesScrollButtons(False)
        self.fields: dict[str, Any] = {}
        """The controls, by the names of their settings."""
        for title, fill in (
            (tr("&Table"), self._fill_table),
            (tr("&Cards"), self._fill_cards),
            (tr("&Pace"), self._fill_pace),
            (tr("Pla&y"), self._fill_play),
            (tr("&Sound"), self._fill_sound),
            (tr("By e&ar"), self._fill_ear),
        ):
            self._add_page(title, fill)
        self._lay_out()
        self.fields["theme"].setFocus()
        # Changing the page makes Qt focus its first field.
        self.pages.setCurrentIndex(page)
        # On the whole dialog: Qt's own shortcuts work only inside a page.
        for keys, step in (
            (QKeySequence.StandardKey.NextChild, 1),
            (QKeySequence.StandardKey.PreviousChild, -1),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda step=step: self._turn(step))

    def _add_page(self, title: str, fill: Callable[[SettingsPage], None]) -> None:
        page = SettingsPage(self._settings, self)
        fill(page)
        self.fields |= page.fields
        page.changed.connect(self._on_changed)
        self.pages.addTab(TallScroll(page, self), title)

    def _on_changed(self) -> None:
        self.look.show_look()
        before, letters = self.geometry(), share()
        self.changed.emit()
        self.cloth.show_tables()
        if share() != letters:
            self._fit(before)

    def _fit(self, before: QRect) -> None:
        """Resize for the new text scale, and keep the position that the user has chosen."""
        if before.topLeft() != self._put:
            self._home = before.topLeft()
        size = self.size() if before.size() != self._fitted else self._wanted()
        place = within(QRect(self._home, size), room_of(self))
        self.setGeometry(place)
        self._put, self._fitted = place.topLeft(), self.size()

    def _wanted(self) -> QSize:
        # Qt limits the size of a dialog to two thirds of the screen.
        room = self.screen().availableSize()
        return self.sizeHint().boundedTo(QSize(room.width(), room.height() - FRAME))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fitted = self.size()

    def _fill_table(self, page: SettingsPage) -> None:
        form = page.form()
        form.addRow(tr("T&heme"), page.choose("theme", THEME_TITLES))
        self.cloth = ClothChoice(self._settings.cloth, page)
        page.bind("cloth", self.cloth, self.cloth.changed, lambda: self.cloth.chosen)
        form.addRow(tr("Ta&ble"), self.cloth)
        first, last = round(SMALLEST_TEXT / TENTH), round(LARGEST_TEXT / TENTH)
        sizes = [round(tenth * TENTH, 1) for tenth in range(first, last + 1)]
        size = page.slide("text_size", tr("Text size"), sizes, page=2, least=first, settles=True)
        hundredths = page.told(size, lambda tenths: tr("{number} %").format(number=10 * tenths), 20)
        add_row(form, tr("Te&xt size"), page.row(size, hundredths), size)
        form.addRow(tr("Layout"), page.tick("left_handed", tr("For the le&ft hand")))
        form.addRow(tr("&Motion"), page.choose("motion", MOTION_TITLES))
        slow = Label(tr("slow"), self)
        speed = page.slide("speed", tr("Speed"), SPEEDS, page=1)
        add_row(form, tr("Spee&d"), page.row(slow, speed, Label(tr("fast"), self)), speed)
        self._fill_language(page)
        add_row(form, tr("Langua&ge"), column_of(self.language, self.later), self.language)

    def _fill_language(self, page: SettingsPage) -> None:
        self.language = QComboBox(page)
        self.language.setAccessibleName(tr("Language"))
        self.language.addItem(tr("As the system"), SYSTEM)
        for language in known_languages():
            self.language.addItem(NAMES.get(language, language), language)
        # Keep a language that only another version of the program speaks.
        self.language.setCurrentIndex(max(0, self.language.findData(self._settings.language)))
        # A choice made here overrides the command line.
        self.language.activated.connect(lambda _: ask_for(""))
        chosen = self.language.activated
        page.bind("language", self.language, chosen, lambda: str(self.language.currentData()))
        self.later = note(tr("The language changes once you have left the table."), page)
        self.later.hide()

    def speaks_later(self, *, on: bool) -> None:
        """Show the note that another language takes effect only after leaving the table."""
        self.later.setVisible(on)

    def _fill_cards(self, page: SettingsPage) -> None:
        self.look = CardsGroup(self._settings, page)
        self.look.changed.connect(self.changed)
        page.column.addWidget(self.look)
        told = tr("Clubs are green then and diamonds blue.")
        page.add("four_colours", tr("&Four colours for the four suits"), told)

    def _fill_pace(self, page: SettingsPage) -> None:
        first, last = round(SHORTEST_TRICK / TENTH), round(LONGEST_TRICK / TENTH)
        seconds = [round(tenth * TENTH, 1) for tenth in range(first, last + 1)]
        trick = page.slide("trick_seconds", tr("A full trick stays"), seconds, page=5, least=first)
        label = page.label(tr("A full tric&k stays"), trick)
        page.column.addLayout(page.row(label, trick, page.told(trick, _seconds_text, 0)))
        count = tr(
            "On in your first {count} matches, unless you set it here. In games without "
            "tricks the table waits after each round."
        )
        wait, now = tr("&Wait for my click after each trick"), self._settings.waits
        told = count.format(count=LEARNING)
        page.add("wait_for_click", wait, told, checked=now, on=ON, off=OFF)
        told = tr("In the last trick of a deal there is nothing left to choose.")
        page.add("last_card", tr("My last card plays &itself"), told)
        told = tr(
            "When the rules allow only one card, or only cards that come to the same, one is "
            "played for you. Bids and stakes never are."
        )
        page.add("forced_cards", tr("Play forced car&ds by themselves"), told)

    def _fill_play(self, page: SettingsPage) -> None:
        page.add(
            "single_click",
            tr("A single clic&k plays a card"),
            tr("Otherwise a click chooses a card and a second one plays it."),
        )
        page.add(
            "keys_ask",
            tr("Keys answer when presse&d twice"),
            tr("The first time they show the answer; the same key or Enter then gives it."),
        )
        told = tr(
            "In games where mistakes are penalised. Do the same thing again, and it goes through."
        )
        page.add("warn", tr("&Warn me before I break a rule"), told)
        told = tr("Your choices, compared with those of a computer player.")
        page.add("offer_review", tr("Offer a &review after every deal"), told)
        page.add("honours", tr("&Honours at the end of a match"))
        page.column.addSpacing(8)
        page.column.addWidget(subheading(tr("For all at this computer"), self))
        told = tr("Nor can they use the network. This needs Linux with bubblewrap.")
        page.add("sandbox", tr("Keep &other programs away from your files"), told)

    def _fill_sound(self, page: SettingsPage) -> None:
        on = page.add("sound", tr("So&und (F7)"))
        if not device.has_library():
            page.column.addWidget(note(tr("There is no sound on this kind of computer yet.")))
        loud = [step / LOUDNESSES for step in range(LOUDNESSES + 1)]
        volume = page.slide("volume", tr("Volume"), loud, page=LOUDNESSES // 5)
        page.column.addLayout(page.row(page.label(tr("&Volume"), volume), volume))
        page.add("sound_cards", tr("Car&ds"))
        page.add("sound_turn", tr("My tur&n"), tr("A soft knock, when you have waited for it."))
        page.add("sound_results", tr("&Bids made or missed, and a win"))
        kinds = [page.fields[key] for key in page.fields if key != "sound"]
        _use_while(on.isChecked, on.toggled, kinds)

    def _fill_ear(self, page: SettingsPage) -> None:
        form = page.form()
        speak = page.choose("speak", SPEAK_TITLES, tr("The table speaks"))
        form.addRow(tr("The table spea&ks"), speak)
        form.addRow(tr("Wordin&g"), page.choose("wording", WORDING_TITLES, tr("Wording")))
        first = SLOWEST_SPEECH // SPEECH_STEP
        rates = [float(rate) for rate in range(SLOWEST_SPEECH, FASTEST_SPEECH + 1, SPEECH_STEP)]
        rate = page.slide("speech_rate", tr("Speed of speech"), rates, page=2, least=first)
        form.addRow(tr("Speed of speec&h"), rate)
        form.addRow("", page.told(rate, _rate_text))
        told = tr(
            "Not at a table with friends: they would have to wait. A click or Space goes on "
            "at once."
        )
        page.add("speech_waits", tr("The table &waits for what is said"), told)
        page.column.addWidget(note(tr("Shift+F7 opens the list of all that was said."), page))
        kinds = [page.fields[key] for key in page.fields if key != "speak"]
        _use_while(lambda: speak.currentData() != OFF, speak.currentIndexChanged, kinds)

    def _lay_out(self) -> None:
        label = Label(tr("Person"), self)
        who = row_of(label, (self.name, 1), self.people_button, spacing=16)
        buttons = self.close_row(tr("C&lose"))
        column = self.lay_out(who, self.pages, buttons, edges=(20, 16), spacing=12)
        column.setStretch(1, 1)
        self.resize(self._wanted())

    def _turn(self, step: int) -> None:
        """Show the next page or the previous one, in a cycle."""
        self.pages.setCurrentIndex((self.pages.currentIndex() + step) % self.pages.count())

    def _on_people(self) -> None:
        self.reject()
        self.people_asked.emit()


def _use_while(holds: Callable[[], bool], changes: SignalInstance, fields: list[QWidget]) -> None:
    """Enable fields only while a condition holds; ``changes`` signals that it may have changed."""

    def show() -> None:
        for field in fields:
            field.setEnabled(holds())

    show()
    changes.connect(show)


def _seconds_text(tenths: int) -> str:
    return tr("{seconds} s").format(seconds=decimal_text(tenths * TENTH))


def _rate_text(steps: int) -> str:
    count = steps * SPEECH_STEP
    return tr_count("{count} word a minute", "{count} words a minute", count).format(count=count)


class ClothChoice(QWidget):
    """The cloths as checkable buttons with pictures; arrow keys move between them."""

    changed = Signal()

    def __init__(self, chosen: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        for number, cloth in enumerate(CLOTHS):
            button = QToolButton(self)
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIconSize(CLOTH_PICTURE)
            button.setAccessibleName(tr(CLOTH_TITLES[cloth]))
            set_tip(button, tr(CLOTH_TITLES[cloth]))
            button.setChecked(cloth == chosen)
            self._group.addButton(button, number)
        row_of(*self.buttons, STRETCH, within=self, margins=(0, 0, 0, 0), spacing=4)
        self.setFocusProxy(self._group.button(0))
        self.show_tables()
        self._group.idToggled.connect(self._on_toggled)

    @property
    def chosen(self) -> str:
        return CLOTHS[self._group.checkedId()]

    @property
    def buttons(self) -> list[QToolButton]:
        return [self._group.button(number) for number in range(len(CLOTHS))]  # type: ignore[misc]

    def show_tables(self) -> None:
        """Draw the pictures for the light or dark theme."""
        ratio = self.devicePixelRatioF()
        for cloth, button in zip(CLOTHS, self.buttons, strict=True):
            picture = woven(colours.CLOTHS[cloth][worn().is_dark], CLOTH_PICTURE, ratio, _CARD)
            icon = QIcon(picture)
            icon.addPixmap(picture, QIcon.Mode.Selected)  # a style would tint it otherwise
            button.setIcon(icon)

    def _on_toggled(self, _: int, down: bool) -> None:
        if down:
            self.changed.emit()
