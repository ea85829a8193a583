"""The preferences dialog: pages for table, cards, pace, play, sound and speech."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QComboBox, QTabWidget, QWidget

from greenbaize.app.language import SYSTEM_LANGUAGE, override_language
from greenbaize.app.tables.default_players import get_own_name
from greenbaize.rules.messages import mark_text
from greenbaize.rules.players import PAR_LEVELS
from greenbaize.store.declared_settings import (
    ALL,
    AUTO,
    BRIEF,
    CLICKS,
    FULL,
    KEYS,
    LAST,
    LEARNING_MATCHES,
    MAX_SPEECH_RATE,
    MAX_TEXT_SCALE,
    MAX_TRICK_S,
    MIN_SPEECH_RATE,
    MIN_TEXT_SCALE,
    MIN_TRICK_S,
    NONE,
    OFF,
    ON,
)
from greenbaize.store.settings import UserSettings
from greenbaize.ui.features.preferences.card_look_form import CardLookForm
from greenbaize.ui.features.preferences.cloth_picker import ClothPicker
from greenbaize.ui.features.preferences.own_artwork import ArtworkImporter
from greenbaize.ui.features.preferences.settings_page import SettingsPage, add_row
from greenbaize.ui.features.preferences.sound_set_picker import SoundSetPicker
from greenbaize.ui.sound import sound_device
from greenbaize.ui.widgets.dialog import BaseDialog, VerticalScrollArea
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.labels import make_note, make_subheading
from greenbaize.ui.widgets.layouts import make_column, make_row
from greenbaize.ui.widgets.plain_text import ElidedLabel, PlainLabel
from greenbaize.ui.widgets.window_geometry import available_room, fit_into_room
from greenbaize.words.catalogue import LANGUAGE_NAMES, available_languages, tr, tr_count
from greenbaize.words.names import display_name
from greenbaize.words.numbers import decimal_text
from greenbaize.words.titles import LEVELS

THEME_TITLES: Final = {
    SYSTEM_LANGUAGE: mark_text("As the system"),
    "light": mark_text("Light"),
    "dark": mark_text("Dark"),
}
MOTION_TITLES: Final = {
    SYSTEM_LANGUAGE: mark_text("As the system says"),
    FULL: mark_text("Full"),
    NONE: mark_text("None"),
}
SPEAK_TITLES: Final = {
    AUTO: mark_text("While a screen reader is running"),
    ON: mark_text("Always"),
    OFF: mark_text("Never"),
}
FORCED_CARD_TITLES: Final = {
    NONE: mark_text("Never"),
    LAST: mark_text("Only my last one"),
    ALL: mark_text("Always"),
}
PAR_TITLES: Final = {NONE: mark_text("Nobody"), **{level: LEVELS[level] for level in PAR_LEVELS}}
CONFIRMATION_TITLES: Final = {
    NONE: mark_text("Never"),
    CLICKS: mark_text("When I click a card"),
    KEYS: mark_text("When I press a key"),
    ALL: mark_text("Always"),
}
WORDING_TITLES: Final = {FULL: mark_text("Full"), BRIEF: mark_text("Brief")}
TENTH: Final = 0.1
"""Step of the text size, and of the seconds that a trick stays."""
SPEECH_STEP: Final = 20
"""Step of the speed of speech, in words per minute."""
VOLUME_STEPS: Final = 20
"""Number of steps from silent to full volume."""
SPEEDS: Final = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0)
PLAY_SPACING: Final = 6
"""Distance between the settings of the fullest page (px)."""


class PreferencesDialog(BaseDialog):
    """Dialog that changes the settings at once; ``changed`` follows every change.

    Esc and Close both keep the changes; the caller saves them. ``page`` is shown first.
    """

    changed = Signal()
    people_requested = Signal()
    """Emitted when the list of people is requested; the dialog is closed."""

    def __init__(
        self,
        settings: UserSettings,
        parent: QWidget | None = None,
        page: int = 0,
    ) -> None:
        super().__init__(parent, tr("Preferences"))
        self._settings = settings
        self._contents: list[SettingsPage] = []
        self._user_position, self._fitted_position, self._fitted_size = QPoint(), QPoint(), QSize()
        """The position chosen by the user; the position and the size set by the last layout."""
        # The Tab key follows the order in which the widgets are created.
        self.name = ElidedLabel(display_name(get_own_name(settings)), self)
        self.people_button = self.make_button(tr("Peopl&e…"), self._on_people)
        self.pages = QTabWidget(self)
        self.pages.setUsesScrollButtons(False)
        self.importer = ArtworkImporter(self)
        self.finished.connect(self.importer.close)
        self.fields: dict[str, Any] = {}
        """The controls, by the names of their settings."""
        for title, fill in (
            (tr("&Table"), self._fill_table),
            (tr("&Cards"), self._fill_cards),
            (tr("&Pace"), self._fill_pace),
            (tr("Pla&y"), self._fill_play),
            (tr("&Sound"), self._fill_sound),
            (tr("By e&ar"), self._fill_speech),
        ):
            self._add_page(title, fill)
        self._build_layout()
        self.fields["theme"].setFocus()
        # Changing the page makes Qt focus its first field.
        self.pages.setCurrentIndex(page)
        # On the whole dialog: Qt's own shortcuts work only inside a page.
        for keys, step in (
            (QKeySequence.StandardKey.NextChild, 1),
            (QKeySequence.StandardKey.PreviousChild, -1),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda step=step: self._step_page(step))

    def _add_page(self, title: str, fill: Callable[[SettingsPage], None]) -> None:
        page = SettingsPage(self._settings, self)
        fill(page)
        self.fields |= page.fields
        self._contents.append(page)
        page.changed.connect(self._on_changed)
        self.pages.addTab(VerticalScrollArea(page, self), title)

    def _on_changed(self) -> None:
        self.card_look_form.show_look()
        old_geometry, old_scale = self.geometry(), text_scale()
        has_own_size = old_geometry.size() == self._fitted_size
        self.changed.emit()
        self.cloth_choice.update_pictures()
        if text_scale() != old_scale:
            size = self._wanted_size() if has_own_size else self.size()
            self._resize_on_screen(old_geometry, size)

    def _resize_on_screen(self, old_geometry: QRect, size: QSize) -> None:
        """Resize as far as the screen allows, and keep the position that the user has chosen."""
        if old_geometry.topLeft() != self._fitted_position:
            self._user_position = old_geometry.topLeft()
        rect = fit_into_room(QRect(self._user_position, size), available_room(self))
        self.setGeometry(rect)
        self._fitted_position, self._fitted_size = rect.topLeft(), self.size()

    def sizeHint(self) -> QSize:
        """Return the size that every page needs in the width of the widest one."""
        hints = [page.sizeHint() for page in self._contents]
        if not hints:
            return super().sizeHint()
        width = max(hint.width() for hint in hints)
        height = max(
            page.heightForWidth(width) if page.hasHeightForWidth() else hint.height()
            for page, hint in zip(self._contents, hints, strict=True)
        )
        return super().sizeHint() - QSize(0, max(hint.height() for hint in hints) - height)

    def _wanted_size(self) -> QSize:
        # Qt limits the size of a dialog to two thirds of the screen.
        return self.sizeHint().boundedTo(available_room(self).size())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fitted_size = self.size()

    def event(self, event: QEvent) -> bool:
        """Grow with the pages, which get more rows for an own deck, unless the user resized."""
        handled = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest and self.size() == self._fitted_size:
            size = self._wanted_size().expandedTo(self.size())
            if size != self.size():
                self._resize_on_screen(self.geometry(), size)
        return handled

    def _fill_table(self, page: SettingsPage) -> None:
        form = page.add_form()
        form.addRow(tr("T&heme"), page.make_combo_box("theme", THEME_TITLES))
        self.cloth_choice = ClothPicker(self._settings, page, self.importer)
        page.bind_field(
            "cloth",
            self.cloth_choice,
            self.cloth_choice.changed,
            lambda: self.cloth_choice.selected_cloth,
        )
        form.addRow(tr("Ta&ble"), self.cloth_choice)
        first, last = round(MIN_TEXT_SCALE / TENTH), round(MAX_TEXT_SCALE / TENTH)
        sizes = [round(tenth * TENTH, 1) for tenth in range(first, last + 1)]
        size = page.make_slider(
            "text_size", tr("Text size"), sizes, page_step=2, first=first, commits_on_release=True
        )
        hundredths = page.make_value_label(
            size, lambda tenths: tr("{number} %").format(number=10 * tenths), 20
        )
        add_row(form, tr("Te&xt size"), page.make_row(size, hundredths), size)
        form.addRow(tr("Layout"), page.make_checkbox("left_handed", tr("For the le&ft hand")))
        form.addRow(tr("First screen"), page.make_checkbox("deal_of_day", tr("Deal &of the day")))
        form.addRow(tr("&Motion"), page.make_combo_box("motion", MOTION_TITLES))
        slow = PlainLabel(tr("slow"), self)
        speed = page.make_slider("speed", tr("Speed"), SPEEDS, page_step=1)
        add_row(form, tr("Spee&d"), page.make_row(slow, speed, PlainLabel(tr("fast"), self)), speed)
        self._fill_language(page)
        add_row(
            form, tr("Langua&ge"), make_column(self.language, self.language_note), self.language
        )

    def _fill_language(self, page: SettingsPage) -> None:
        self.language = QComboBox(page)
        self.language.setAccessibleName(tr("Language"))
        self.language.addItem(tr("As the system"), SYSTEM_LANGUAGE)
        for language in available_languages():
            self.language.addItem(LANGUAGE_NAMES.get(language, language), language)
        # Keep a language that only another version of the program speaks.
        self.language.setCurrentIndex(max(0, self.language.findData(self._settings.language)))
        # A choice made here overrides the command line.
        self.language.activated.connect(lambda _: override_language(""))
        activated = self.language.activated
        page.bind_field(
            "language", self.language, activated, lambda: str(self.language.currentData())
        )
        self.language_note = make_note(
            tr("The language changes once you have left the table."), page
        )
        self.language_note.hide()

    def show_language_note(self, *, is_deferred: bool) -> None:
        """Show the note that another language takes effect only after leaving the table."""
        self.language_note.setVisible(is_deferred)

    def add_deck(self, path: Path) -> None:
        """Begin to add a deck; its page shows how far that is."""
        self.card_look_form.own_bar.import_deck(path)

    def _fill_cards(self, page: SettingsPage) -> None:
        self.card_look_form = CardLookForm(self._settings, page, self.importer)
        self.card_look_form.changed.connect(self.changed)
        page.column.addWidget(self.card_look_form)
        note_text = tr("Clubs are green then and diamonds blue.")
        page.add_checkbox("four_colours", tr("&Four colours for the four suits"), note_text)

    def _fill_pace(self, page: SettingsPage) -> None:
        first, last = round(MIN_TRICK_S / TENTH), round(MAX_TRICK_S / TENTH)
        seconds = [round(tenth * TENTH, 1) for tenth in range(first, last + 1)]
        trick = page.make_slider(
            "trick_seconds", tr("A full trick stays"), seconds, page_step=5, first=first
        )
        label = page.make_label(tr("A full tric&k stays"), trick)
        page.column.addLayout(
            page.make_row(label, trick, page.make_value_label(trick, _format_seconds, 0))
        )
        count = tr(
            "On in your first {count} matches, unless you set it here. In games without "
            "tricks the table waits after each round."
        )
        wait, waits = (
            tr("&Wait for my click after each trick"),
            self._settings.waits_for_trick_click,
        )
        note_text = count.format(count=LEARNING_MATCHES)
        page.add_checkbox(
            "wait_for_click", wait, note_text, checked=waits, on_value=ON, off_value=OFF
        )
        note_text = tr(
            "A card is forced when it is your last one, and when the rules allow no other, or only "
            "others that come to the same. Nobody bids or stakes for you."
        )
        page.add_choice(
            "forced_cards", tr("Forced car&ds play themselves"), FORCED_CARD_TITLES, note_text
        )

    def _fill_play(self, page: SettingsPage) -> None:
        page.column.setSpacing(PLAY_SPACING)
        note_text = tr(
            "The first click or key only chooses; the same one again makes the move. "
            "After a key, Enter makes it, too."
        )
        page.add_choice("confirm_moves", tr("Confirm a &move"), CONFIRMATION_TITLES, note_text)
        note_text = tr(
            "In games where mistakes are penalised. Do the same thing again, and it goes through."
        )
        page.add_checkbox("warn", tr("&Warn me before I break a rule"), note_text)
        note_text = tr("Your choices, compared with those of a computer player.")
        page.add_checkbox("offer_review", tr("Offer a &review after every deal"), note_text)
        note_text = tr("While another window is in front, the task bar shows it.")
        page.add_checkbox("turn_alert", tr("Call me when &it is my turn"), note_text)
        note_text = tr(
            "After a deal against computer players this one plays your cards as well, and you see "
            "what it would have made of them. From the next match on."
        )
        page.add_choice("par", tr("Compare each &deal with"), PAR_TITLES, note_text)
        page.add_checkbox("honours", tr("&Honours at the end of a match"))
        note_text = tr("While nothing else is going on: exercises from them, and how you play.")
        page.add_checkbox("reviews_deals", tr("Re&view my finished matches"), note_text)
        page.column.addWidget(make_subheading(tr("For all at this computer"), self))
        note_text = tr("Nor can they use the network. This needs Linux with bubblewrap.")
        page.add_checkbox("sandbox", tr("Keep &other programs away from your files"), note_text)

    def _fill_sound(self, page: SettingsPage) -> None:
        on = page.add_checkbox("sound", tr("So&und (F7)"))
        if not sound_device.has_library():
            page.column.addWidget(make_note(tr("There is no sound on this kind of computer yet.")))
        loud = [step / VOLUME_STEPS for step in range(VOLUME_STEPS + 1)]
        volume = page.make_slider("volume", tr("Volume"), loud, page_step=VOLUME_STEPS // 5)
        page.column.addLayout(page.make_row(page.make_label(tr("&Volume"), volume), volume))
        self.sound_choice = SoundSetPicker(self._settings, page, self.importer)
        self.sound_choice.changed.connect(self.changed)
        page.fields["sounds"] = self.sound_choice.combo
        page.column.addWidget(self.sound_choice)
        page.add_checkbox("sound_cards", tr("Car&ds"))
        page.add_checkbox(
            "sound_turn", tr("My tur&n"), tr("A soft knock, when you have waited for it.")
        )
        page.add_checkbox("sound_results", tr("&Bids made or missed, and a win"))
        kinds = [page.fields[key] for key in page.fields if key not in ("sound", "sounds")]
        kinds.append(self.sound_choice)
        _enable_while(on.isChecked, on.toggled, kinds)

    def _fill_speech(self, page: SettingsPage) -> None:
        form = page.add_form()
        speak = page.make_combo_box("speak", SPEAK_TITLES, tr("The table speaks"))
        form.addRow(tr("The table spea&ks"), speak)
        form.addRow(tr("Wordin&g"), page.make_combo_box("wording", WORDING_TITLES, tr("Wording")))
        first = MIN_SPEECH_RATE // SPEECH_STEP
        rates = [float(rate) for rate in range(MIN_SPEECH_RATE, MAX_SPEECH_RATE + 1, SPEECH_STEP)]
        rate = page.make_slider(
            "speech_rate", tr("Speed of speech"), rates, page_step=2, first=first
        )
        form.addRow(tr("Speed of speec&h"), rate)
        form.addRow("", page.make_value_label(rate, _format_rate))
        note_text = tr(
            "Not at a table with friends: they would have to wait. A click or Space goes on "
            "at once."
        )
        page.add_checkbox("speech_waits", tr("The table &waits for what is said"), note_text)
        page.column.addWidget(make_note(tr("Shift+F7 opens the list of all that was said."), page))
        kinds = [page.fields[key] for key in page.fields if key != "speak"]
        _enable_while(lambda: speak.currentData() != OFF, speak.currentIndexChanged, kinds)

    def _build_layout(self) -> None:
        label = PlainLabel(tr("Person"), self)
        who = make_row(label, (self.name, 1), self.people_button, spacing=16)
        buttons = self.make_close_row(tr("C&lose"))
        column = self.build_layout(who, self.pages, buttons, margins=(20, 16), spacing=12)
        column.setStretch(1, 1)
        self.resize(self._wanted_size())

    def _step_page(self, step: int) -> None:
        """Show the next page or the previous one, in a cycle."""
        self.pages.setCurrentIndex((self.pages.currentIndex() + step) % self.pages.count())

    def _on_people(self) -> None:
        self.reject()
        self.people_requested.emit()


def _enable_while(
    condition: Callable[[], bool], changes: SignalInstance, fields: list[QWidget]
) -> None:
    """Enable fields only while a condition holds; ``changes`` signals that it may have changed."""

    def update_fields() -> None:
        for field in fields:
            field.setEnabled(condition())

    update_fields()
    changes.connect(update_fields)


def _format_seconds(tenths: int) -> str:
    return tr("{seconds} s").format(seconds=decimal_text(tenths * TENTH))


def _format_rate(steps: int) -> str:
    count = steps * SPEECH_STEP
    return tr_count("{count} word a minute", "{count} words a minute", count).format(count=count)
