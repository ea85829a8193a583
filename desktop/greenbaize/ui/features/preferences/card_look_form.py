"""The preferences of the look of cards, with pictures: faces, back and letters."""

from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from greenbaize.cards import parse_cards
from greenbaize.resources import resources_folder
from greenbaize.rules.messages import mark_text
from greenbaize.store.artwork.library import Artwork, ArtworkKind, find_artwork
from greenbaize.store.declared_settings import CARD_BACKS, CARD_FACES, CARD_LETTERS
from greenbaize.store.settings import UserSettings
from greenbaize.ui.cards import pips
from greenbaize.ui.cards.card_look import CardFace, CardLook, card_look_from_settings
from greenbaize.ui.cards.card_pixmaps import CardPixmapStore
from greenbaize.ui.cards.card_renderer import CardRenderer
from greenbaize.ui.features.preferences.deck_bar import DeckBar
from greenbaize.ui.features.preferences.own_artwork import ArtworkImporter, list_own
from greenbaize.ui.widgets.fonts import text_scale
from greenbaize.ui.widgets.labels import checkbox_with_note, describe_field, make_note
from greenbaize.ui.widgets.layouts import STRETCH, make_column, make_row
from greenbaize.ui.widgets.plain_text import PlainLabel, set_tooltip
from greenbaize.ui.widgets.theme import current_theme
from greenbaize.words.catalogue import tr, tr_count

FACE_TITLES: Final[Mapping[str, str]] = {
    "classic": mark_text("Classic"),
    "deco": mark_text("Art Deco"),
    "large": mark_text("Large"),
}
FACE_TIPS: Final[Mapping[str, str]] = {
    "classic": mark_text("Courts in bright robes"),
    "deco": mark_text("Courts of the twenties before rays"),
    "large": mark_text("Large letters and suits, read from afar"),
}
BACK_TITLES: Final[Mapping[str, str]] = {
    "leaves": mark_text("Blue leaves"),
    "fans": mark_text("Golden fans"),
    "lattice": mark_text("Red lattice"),
    "guilloche": mark_text("Violet guilloche"),
}
LETTER_TITLES: Final[Mapping[str, str]] = {
    "auto": mark_text("As the language has them"),
    "latin": mark_text("J Q K A"),
    "cyrillic": mark_text("В Д К Т"),
}
SAMPLE_WIDTH: Final = 44.0
PREVIEW_WIDTH: Final = 62.0
"""Card widths of the choices and of the preview (px)."""
SAMPLE_STEP: Final = 0.72
PREVIEW_STEP: Final = 0.86
"""Distances between cards, in card widths."""
MARGIN: Final = 8
FACES_PER_ROW: Final = 4
BACKS_PER_ROW: Final = 7
MAX_SHOWN_TITLE: Final = 14
"""Most characters of a deck's title below its picture."""
MIN_LETTER_PX: Final = 14
"""Height below which the letters of a deck count as small (px at a text scale of 1)."""
SAMPLE_FACES: Final = tuple(map(CardFace, parse_cards("9D KS")))
"""Cards that show a set of faces at a glance: pips and a court."""
PREVIEW_FACES: Final = (None, *map(CardFace, parse_cards("AS KH QC JD TH")))
"""A back, and cards that also show letters and colours."""


class CardPictureButton(QToolButton):
    """A checkable picture of cards, with an optional title below."""

    def __init__(self, faces: Sequence[CardFace | None], title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setText(title)
        self._faces = faces
        self._look = CardLook()
        self._picture: QPixmap | None = None

    def show_look(self, look: CardLook) -> None:
        if look != self._look:
            self._look, self._picture = look, None
            self.update()

    def sizeHint(self) -> QSize:
        cards_width = SAMPLE_WIDTH * (1 + SAMPLE_STEP * (len(self._faces) - 1))
        total_height = SAMPLE_WIDTH * pips.HEIGHT + (
            self.fontMetrics().height() + 2 if self.text() else 0
        )
        title_width = self.fontMetrics().horizontalAdvance(self.text())
        return QSize(
            max(round(cards_width), title_width) + 2 * MARGIN, round(total_height) + 2 * MARGIN
        )

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        role, palette = QPalette.ColorRole, self.palette()
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatio() != ratio:
            self._picture = draw_card_fan(self._look, self._faces, SAMPLE_WIDTH, SAMPLE_STEP, ratio)
        is_checked = self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        line, line_width = (role.Highlight, 2.5) if is_checked else (role.Mid, 1.0)
        painter.setPen(QPen(palette.color(line), line_width))
        painter.setBrush(palette.color(role.Button if is_checked else role.Window))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 5, 5)
        size = self._picture.deviceIndependentSize()
        left = round((self.width() - size.width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        if self.text():
            painter.setPen(palette.color(role.ButtonText))
            top = MARGIN + size.height()
            title_rect = QRectF(0, top, self.width(), self.height() - top - 2)
            painter.drawText(title_rect, Qt.AlignmentFlag.AlignCenter, self.text())
        painter.end()


class CardsPreview(QWidget):
    """A strip of cloth with a back and some cards in the chosen look."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = CardLook()
        self._picture: QPixmap | None = None
        self._picture_key = (0.0, 0.0)
        """Pixel ratio and card distance of the picture."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("The cards as they are chosen"))

    def show_look(self, look: CardLook) -> None:
        self._picture = self._picture if look == self._look else None
        self._look = look
        self.update()

    def sizeHint(self) -> QSize:
        cards_width = PREVIEW_WIDTH * (1 + PREVIEW_STEP * (len(PREVIEW_FACES) - 1))
        return QSize(
            round(cards_width) + 2 * MARGIN, round(PREVIEW_WIDTH * pips.HEIGHT) + 2 * MARGIN
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        ratio = self.devicePixelRatioF()
        # On a narrow screen the cards lie closer together and stay on the cloth.
        step = min(
            PREVIEW_STEP,
            ((self.width() - 2 * MARGIN) / PREVIEW_WIDTH - 1) / (len(PREVIEW_FACES) - 1),
        )
        if self._picture is None or (ratio, step) != self._picture_key:
            self._picture_key = ratio, step
            self._picture = draw_card_fan(self._look, PREVIEW_FACES, PREVIEW_WIDTH, step, ratio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(current_theme().felt))
        painter.drawRoundedRect(QRectF(self.rect()), 6, 6)
        left = round((self.width() - self._picture.deviceIndependentSize().width()) / 2)
        painter.drawPixmap(QPointF(left, MARGIN), self._picture)
        painter.end()


class CardLookForm(QWidget):
    """The choices of the look of cards; ``changed`` follows every choice.

    ``importer`` adds decks and backs of the person's own.
    """

    changed = Signal()

    def __init__(self, settings: UserSettings, parent: QWidget, importer: ArtworkImporter) -> None:
        super().__init__(parent)
        self._settings = settings
        self.faces: dict[str, CardPictureButton] = {}
        self.backs: dict[str, CardPictureButton] = {}
        self._card_width = 0.0
        self.preview = CardsPreview(self)
        self._choices: QWidget | None = None
        self._build_choices()
        self.own_bar = DeckBar(settings, self, importer)
        self.large_index = QCheckBox(tr("Our lar&ge letters over the deck"), self)
        self.large_index.setChecked(settings.large_index)
        self.legibility_note = make_note("", self)
        self.letters = QComboBox(self)
        for name in CARD_LETTERS:
            self.letters.addItem(tr(LETTER_TITLES[name]), name)
        self.letters.setCurrentIndex(CARD_LETTERS.index(settings.card_letters))
        self._build_layout()
        self.show_look()
        self.letters.currentIndexChanged.connect(self._store_choice)
        self.large_index.toggled.connect(self._store_choice)
        self.own_bar.changed.connect(self._on_own_changed)

    def _build_choices(self) -> None:
        """Make the pictures of our decks and backs, and of the person's own."""
        settings = self._settings
        self._choices = QWidget(self)
        decks = list_own(settings, ArtworkKind.DECK)
        backs = list_own(settings, ArtworkKind.BACK)
        self.faces = {
            name: self._make_picture_button(
                SAMPLE_FACES, tr(FACE_TITLES[name]), tr(FACE_TIPS[name])
            )
            for name in FACE_TITLES
        }
        for deck in decks:
            tip = ", ".join(filter(None, (deck.title, deck.makers, deck.licence)))
            button = self._make_picture_button(SAMPLE_FACES, _shorten(deck.title), tip)
            self.faces[deck.setting] = button
        self.backs = {
            name: self._make_picture_button((None,), "", tr(BACK_TITLES[name]))
            for name in BACK_TITLES
        }
        for artwork in (*decks, *backs):
            for number in range(artwork.back_count):
                setting = f"{artwork.setting}/{number}"
                self.backs[setting] = self._make_picture_button((None,), "", artwork.title)
        _check_chosen(self.faces, settings.card_faces)
        _check_chosen(self.backs, settings.card_back)
        rows = [*_make_rows(self.faces, FACES_PER_ROW), *_make_rows(self.backs, BACKS_PER_ROW)]
        make_column(*rows, widget=self._choices, margins=(0, 0, 0, 0), spacing=6)
        self._groups = [self._make_button_group(row) for row in (self.faces, self.backs)]

    def _make_picture_button(
        self, faces: Sequence[CardFace | None], title: str, tip: str
    ) -> CardPictureButton:
        button = CardPictureButton(faces, title, self._choices or self)
        button.setAccessibleName(tip if title.endswith("…") else title or tip)
        set_tooltip(button, tip)
        return button

    def _make_button_group(self, row: Mapping[str, CardPictureButton]) -> QButtonGroup:
        """Return an exclusive group of pictures; arrow keys move between them."""
        group = QButtonGroup(self._choices)
        for button in row.values():
            group.addButton(button)
            button.toggled.connect(lambda on: self._store_choice() if on else None)
        return group

    def _build_layout(self) -> None:
        assert self._choices is not None
        label = PlainLabel(tr("Lette&rs"), self)
        label.setBuddy(self.letters)
        describe_field(self.large_index, self.legibility_note)
        self._column = make_column(
            self.preview,
            self._choices,
            make_row(self.own_bar, STRETCH),
            self.own_bar.note,
            checkbox_with_note(self.large_index, self.legibility_note),
            make_row(label, self.letters, STRETCH),
            widget=self,
            margins=(0, 0, 0, 0),
            spacing=4,
        )

    def show_look(self) -> None:
        """Update all pictures to the look of the settings."""
        look = card_look_from_settings(self._settings)
        self.preview.show_look(look)
        for name, button in self.faces.items():
            button.show_look(look._replace(faces=name))
        for name, button in self.backs.items():
            button.show_look(look._replace(back=name))
        deck = find_artwork(ArtworkKind.DECK, look.faces)
        self.large_index.setVisible(deck is not None)
        # Letters of a language are only ours.
        self.letters.setEnabled(deck is None or look.large_index or look.left_handed)
        self.own_bar.show_chosen(deck or find_artwork(ArtworkKind.BACK, look.back))
        self._show_legibility(deck)

    def show_table_size(self, card_width: float) -> None:
        """Judge the letters of a deck by the width of cards at the table (px)."""
        self._card_width = card_width
        self._show_legibility(find_artwork(ArtworkKind.DECK, self._settings.card_faces))

    def _show_legibility(self, deck: Artwork | None) -> None:
        text = "" if deck is None else describe_legibility(deck, self._card_width)
        self.legibility_note.setText(text)
        self.legibility_note.setVisible(bool(text))
        self.large_index.setAccessibleDescription(text)

    def _on_own_changed(self, artwork: Artwork | None) -> None:
        """Choose what has been added; rebuild the pictures, also after something was taken out."""
        settings = self._settings
        if artwork is None:
            settings.card_faces = own_or_default(settings.card_faces, CARD_FACES, settings.own)
            settings.card_back = own_or_default(settings.card_back, CARD_BACKS, settings.own)
        elif artwork.kind is ArtworkKind.BACK:
            settings.card_back = f"{artwork.setting}/0"
        else:
            settings.card_faces = artwork.setting
            if artwork.back_count:
                settings.card_back = f"{artwork.setting}/0"
        self._rebuild_choices()
        self.changed.emit()

    def _rebuild_choices(self) -> None:
        """Make the pictures again, in the same place of the layout and of the Tab order."""
        old_choices, old_button = self._choices, next(iter(self.faces.values()))
        self._build_choices()
        assert old_choices is not None
        assert self._choices is not None
        for button in (*self.faces.values(), *self.backs.values()):
            QWidget.setTabOrder(old_button, button)
            old_button = button
        self._column.replaceWidget(old_choices, self._choices)
        old_choices.hide()
        old_choices.deleteLater()
        self._choices.show()
        self.show_look()

    def _store_choice(self) -> None:
        settings = self._settings
        old_values = card_look_from_settings(settings), settings.card_letters
        for name, button in self.faces.items():
            if button.isChecked():
                settings.card_faces = name
        for name, button in self.backs.items():
            if button.isChecked():
                settings.card_back = name
        settings.card_letters = str(self.letters.currentData())
        settings.large_index = self.large_index.isChecked()
        if (card_look_from_settings(settings), settings.card_letters) != old_values:
            self.show_look()
            self.changed.emit()


def describe_legibility(deck: Artwork, card_width: float) -> str:
    """Return how large a deck's letters are on cards of a width (px), as a sentence."""
    if not deck.index_height:
        return tr(
            "No letters were found in the upper left corners of this deck, where you see them."
        )
    height = round(deck.index_height * card_width)
    sentence = tr_count(
        "The letters of this deck are {count} px high at this window.",
        "The letters of this deck are {count} px high at this window.",
        height,
    ).format(count=height)
    if height >= round(MIN_LETTER_PX * text_scale()):
        return sentence + " " + tr("That is well readable.")
    return sentence + " " + tr("That is small: ours can be laid over them.")


def own_or_default(setting: str, defaults: Sequence[str], own: Sequence[str]) -> str:
    """Return a setting, or the default where it names something that was taken out."""
    is_there = setting in defaults or setting.partition("/")[0] in own
    return setting if is_there else defaults[0]


def _shorten(title: str) -> str:
    return title if len(title) <= MAX_SHOWN_TITLE else title[: MAX_SHOWN_TITLE - 1].rstrip() + "…"


def _check_chosen(buttons: Mapping[str, CardPictureButton], setting: str) -> None:
    """Check the chosen button, or the first one where the choice is gone."""
    buttons.get(setting, next(iter(buttons.values()))).setChecked(True)


def _make_rows(buttons: Mapping[str, CardPictureButton], per_row: int) -> list[QHBoxLayout]:
    widgets = list(buttons.values())
    return [
        make_row(*widgets[start : start + per_row], STRETCH, spacing=6)
        for start in range(0, len(widgets), per_row)
    ]


def draw_card_fan(
    look: CardLook, faces: Sequence[CardFace | None], card_width: float, step: float, ratio: float
) -> QPixmap:
    """Draw cards side by side, each over the one before, or the next if left-handed.

    None is a back. ``card_width`` is in pixels, ``step`` the distance between cards in card widths,
    and ``ratio`` the device pixel ratio.
    """
    store = CardPixmapStore(CardRenderer(resources_folder() / "cards", look), card_width, ratio)
    size, offset = store.card_size(), round(step * card_width)
    total_width = size.width() + offset * (len(faces) - 1)
    picture = QPixmap(round(total_width * ratio), round(size.height() * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        indexed_faces = list(enumerate(faces))
        for index, face in reversed(indexed_faces) if look.left_handed else indexed_faces:
            painter.drawPixmap(QPointF(index * offset, 0), store.face_pixmap(face))
    return picture
